"""A game at a table: who is to move, reproducibility, effects of invalid players, the transcript."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.envs.toy import N_ACTIONS, REST, Toy
from zombicide_env import make_game
from zombicide_env.core.game import IllegalAction
from zombicide_env.play import Person, Session
from zombicide_env.replay import verify

pytestmark = pytest.mark.python_mode


class Fixed(agents.Agent):
    """Agent that plays one action, whatever happens."""

    reads_state = True

    def __init__(self, action: int, name: str) -> None:
        self.action, self.name = action, name
        self.seeds: list[int | None] = []

    def reset(self, seed: int | None = None) -> None:
        self.seeds.append(seed)

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        assert mask[REST] == 1
        assert state is not None and len(state) == 1
        return self.action


def test_agents_are_dealt_round_the_table() -> None:
    first, second = Fixed(REST, "first"), Fixed(REST, "second")
    session = Session(Toy(agents=3), [first, second], seed=1)
    moves = [session.step() for _ in range(4)]
    assert [move.player for move in moves] == ["first", "second", "first", "first"]
    assert [move.agent for move in moves] == [session.game.agents[i] for i in (0, 1, 2, 0)]
    assert [move.number for move in moves] == [1, 2, 3, 4]
    assert [move.round for move in moves] == [1, 1, 1, 2]
    assert {move.text for move in moves} == {"rest"}


def test_players_are_seeded_once_and_differently() -> None:
    one, two = Fixed(REST, "one"), Fixed(REST, "two")
    Session(Toy(agents=3), [one, two, one], seed=2**63 - 1)
    assert len(one.seeds) == len(two.seeds) == 1
    assert one.seeds != two.seeds


def test_same_seed_same_game() -> None:
    def play(seed: int) -> list[Any]:
        session = Session(Toy(), [agents.make("random"), agents.make("random")], seed=seed)
        session.play()
        assert session.over
        assert session.outcome.over
        return session.moves

    assert play(4) == play(4)
    assert any(play(4) != play(seed) for seed in range(5, 9))


def test_illegal_answer_raises_and_changes_nothing() -> None:
    session = Session(Toy(), [Fixed(N_ACTIONS + 3, "wrong")], seed=0)
    before = session.state.tobytes()
    with pytest.raises(IllegalAction):
        session.step()
    assert session.state.tobytes() == before
    assert session.moves == []


def test_a_pending_question_is_not_disturbed_by_later_moves() -> None:
    """The question holds a copy of the position: the page lets people undo moves while an agent thinks."""
    seen: list[tuple[bytes, bytes, bytes]] = []

    class Watcher(Fixed):
        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            seen.append((observation.tobytes(), mask.tobytes(), state.tobytes()))
            return super().act(observation, mask, game, state)

    for dtype in ("float32", "uint8"):
        seen.clear()
        session = Session(Toy(agents=3, goal=50), [Watcher(REST, "watcher")], seed=1, observation_dtype=dtype)
        question = session.question()
        question()
        session.apply(REST)
        session.apply(REST)
        question()
        session.question()()
        assert seen[0] == seen[1] != seen[2]


def test_no_agent_decides_after_the_end() -> None:
    session = Session(Toy(), [agents.make("random")], seed=0)
    session.play()
    with pytest.raises(RuntimeError, match="the game is over"):
        session.step()


def test_play_can_stop_early() -> None:
    session = Session(Toy(), [Fixed(REST, "patient")], seed=0)
    session.play(limit=3)
    session.play(limit=2)
    assert len(session.moves) == 5


@pytest.mark.parametrize("players", [[], [Fixed(REST, "x")] * 4])
def test_number_of_players_is_checked(players: list[agents.Agent]) -> None:
    with pytest.raises(ValueError, match="player"):
        Session(Toy(agents=3), players)


# ---- people, history, records


def test_a_person_is_never_asked() -> None:
    session = Session(Toy(agents=2), [Person(), agents.make("random")], seed=1)
    with pytest.raises(RuntimeError, match="human is a person"):
        session.step()
    assert session.apply(REST).player == "human"
    with pytest.raises(IllegalAction):
        session.apply(N_ACTIONS)
    assert [move.text for move in session.moves] == ["rest"]


def test_a_session_can_look_back_and_rewind() -> None:
    session = Session(Toy(agents=2, goal=40), [Person()], seed=1, keep=True)
    states = [session.state.copy()]
    for action in (0, REST, 0, REST):
        session.apply(action)
        states.append(session.state.copy())
    for number, state in enumerate(states):
        found = session.position(number)
        assert np.array_equal(found.state, state)
        assert found.decider == session.game.agents[number % 2]
        assert found.mask[REST] == 1 and found.observation[0] == state["progress"][0]
    assert np.array_equal(session.state, states[-1])
    session.rewind(2)
    assert np.array_equal(session.state, states[2])
    assert [move.number for move in session.moves] == [1, 2]
    assert session.apply(0).number == 3
    assert np.array_equal(session.state, states[3])
    with pytest.raises(ValueError, match=r"0 \.\. 3"):
        session.state_at(4)
    with pytest.raises(RuntimeError, match="keep=True"):
        Session(Toy(), [Person()], seed=1).state_at(0)


def test_undo_stops_at_chance_and_passes_over_others() -> None:
    session = Session(Toy(agents=2, goal=40), [Person(), Fixed(REST, "other")], seed=1, keep=True)
    assert session.undo_to is None
    session.apply(REST)
    session.step()
    assert session.undo_to == 0  # the other player's move is undone as well
    session.apply(0)  # a die
    assert session.moves[-1].random
    assert session.undo_to is None
    session.step()
    assert session.undo_to is None


def test_a_session_follows_its_own_record() -> None:
    tutorial = make_game("black_plague", quest="danse_macabre", max_rounds=2)
    session = Session(tutorial, [agents.make("greedy", tutorial), agents.make("random")], seed=3, keep=True)
    session.play(25)
    verify(session.replay)
    again = Session.follow(session.replay, tutorial, lambda name: agents.make(name, tutorial))
    assert again.state.tobytes() == session.state.tobytes()
    assert again.moves == session.moves
    assert [player.name for player in again.players[:2]] == ["greedy", "random"]
    again.play()
    verify(again.replay)
