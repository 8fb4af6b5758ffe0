"""Players whose answers are not actions, and classes given as players: the error names them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.needs import TRAIN
from zombicide_env import black_plague_v0, make_game
from zombicide_env.core.answers import chosen
from zombicide_env.core.game import IllegalAction
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.envs.versus_vector import VersusVectorEnv
from zombicide_env.play.session import Session


class Answers(agents.Agent):
    """Agent that gives the same answer to everything."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.name = answer, "mine"

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> Any:
        return self.answer


class Batched(Answers):
    """Agent that answers several decisions at once, with a function of their number."""

    def act_batch(self, observations: Any, masks: Any, game: Any = None, states: Any = None) -> Any:
        return self.answer(len(masks))


@pytest.fixture(scope="module")
def game() -> Any:
    return make_game("hit_z_road", players=2)


@pytest.mark.parametrize("answer", [3, np.int64(3), np.uint8(3), np.array(3)])
def test_whole_numbers_of_any_kind_are_actions(answer: Any) -> None:
    assert chosen(answer, "mine") == 3


NO_ACTIONS = [
    (None, r"has answered with None, which is not the index of an action; does its act\(\) end without `return`\?"),
    (1.0, r"has answered with 1\.0, which is not the index"),
    ("bid 0", "has answered with 'bid 0', which is not the index"),
    (True, "has answered with True, which is not the index"),
]


@pytest.mark.parametrize(("answer", "said"), NO_ACTIONS)
def test_an_answer_that_is_not_an_action_is_reported(game: Any, answer: Any, said: str) -> None:
    with pytest.raises(IllegalAction, match=f"^mine {said}"):
        Session(game, [Answers(answer)], seed=1).step()
    with pytest.raises(RuntimeError, match=rf"opponent mine in seat \d does not play by the rules: it {said}"):
        play(VersusEnv(game, opponents=Answers(answer)))
    vector = VersusVectorEnv(4, game, opponents=Answers(answer))
    with pytest.raises(RuntimeError, match=r"opponent mine does not play by the rules: mine has answered with"):
        vector.reset(seed=1)


def play(env: Any) -> None:
    observation, _ = env.reset(seed=1)
    for _ in range(50):
        observation, *_ = env.step(int(np.flatnonzero(observation["action_mask"])[-1]))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda _: None, r"None, which is not the index of an action; does its act_batch\(\) end without `return`\?"),
        (
            lambda n: np.zeros(n + 1, np.int64),
            r"int64 values of shape \(\d+,\) for \d+ decisions; one whole number for each was asked",
        ),
        (lambda n: np.zeros(n), r"float64 values of shape"),
        (lambda n: np.full(n, 10_000), "action 10000, which is not legal"),
        (lambda n: np.full(n, 90), r"action 90 \(.+\), which is not legal"),
    ],
)
def test_a_batch_of_answers_that_are_not_actions_is_reported(game: Any, answer: Any, said: str) -> None:
    evaluate = pytest.importorskip("zombicide_training.evaluation.evaluate", reason=TRAIN).evaluate
    found = evaluate(game, [Batched(answer), Batched(answer)], 4, batch=4)
    assert found.counts["mine"]["forfeits"] == 4  # evaluations count such games and play the others
    vector = VersusVectorEnv(8, game, opponents=Batched(answer))
    with pytest.raises(RuntimeError, match=f"opponent mine does not play by the rules: it has answered with {said}"):
        vector.reset(seed=1)


@pytest.mark.parametrize(
    ("given", "said"),
    [("greedy", "'greedy' is the spec of a player: make one of it, zombicide_agents.make"), (7, "7 cannot play: it has no act")],
)
def test_what_is_no_player_is_reported_and_the_game_stays(game: Any, given: Any, said: str) -> None:
    """The spec ended in: 'str' object has no attribute 'act'."""
    with pytest.raises(TypeError, match=said):
        Session(game, [given], seed=1)
    env = black_plague_v0.env()
    env.reset(seed=1)
    before = env.unwrapped.record.tobytes()
    with pytest.raises(TypeError, match=said):
        env.unwrapped.ask(given)
    assert env.unwrapped.record.tobytes() == before


def test_a_class_in_place_of_an_agent_is_reported(game: Any) -> None:
    with pytest.raises(agents.AgentError, match=r"^RandomAgent is a class: make an agent of it, RandomAgent\(\.\.\.\), and pass that; or"):
        agents.make(agents.RandomAgent, game)
    with pytest.raises(agents.AgentError, match=r"^7 is not an agent; pass an object of a subclass of zombicide_agents\.Agent, or a spec"):
        agents.make(7, game)
    agents.register("nothing", lambda game: None, doc="a factory that forgets to return")
    try:
        with pytest.raises(agents.AgentError, match="its factory has made no agent: None is not an agent"):
            agents.make("nothing", game)
    finally:
        agents.registry._ENTRIES.pop("nothing")
    with pytest.raises(TypeError, match="player RandomAgent is a class: make one of it"):
        Session(game, [agents.RandomAgent], seed=1)
    with pytest.raises(TypeError, match="opponent RandomAgent is a class: make one of it"):
        VersusEnv(game, opponents=[agents.RandomAgent])
    evaluate = pytest.importorskip("zombicide_training.evaluation.evaluate", reason=TRAIN).evaluate
    for team in (agents.RandomAgent, [agents.RandomAgent, "greedy"]):
        with pytest.raises(agents.AgentError, match="RandomAgent is a class"):
            evaluate(game, team, 2)
