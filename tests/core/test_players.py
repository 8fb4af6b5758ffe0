"""Compiled players: any mixture of them plays as it would with one call per decision, at every place, with any number of threads."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from tests.core.toy import ACTIONS, CARD, REST, ROLL, Race
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.engine import bind
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import record
from zombicide_env.core.players import Heuristic, Player, player_of_action_weights, player_of_heuristic, random_player
from zombicide_env.core.seated_players import SeatedPlayers

pytestmark = pytest.mark.python_mode

VIEW: Final = record([("calls", "i8")])
WEIGHTS: Final = record([("card", "f8"), ("rest", "f8")])


@jit
def judge(w: Any, s: Any, v: Any, weights: Any, m: Any, world: Any, scores: Any) -> None:
    for a in range(len(m)):
        scores[a] = -np.inf
        if m[a] == 1:
            scores[a] = 1.0 if a == ROLL else weights.rest if a == REST else weights.card * (a - CARD)


@jit
def choose(w: Any, s: Any, v: Any, weights: Any, m: Any, world: Any) -> Any:
    v.calls += 1
    best = -1
    most = -1e9
    for a in range(len(m)):
        worth = 1.0 if a == ROLL else weights.rest if a == REST else weights.card * (a - CARD)
        if m[a] == 1 and worth > most:
            most = worth
            best = a
    return best


@jit
def promise(w: Any, s: Any, v: Any, weights: Any) -> Any:
    return min(1.0, max(s.points[0], s.points[1]) / w.rules.goal)


HEURISTIC: Final = Heuristic("racer", choose, judge, VIEW, WEIGHTS, {"card": 0.5, "rest": 0.0}, promise)
STEADY: Final = player_of_heuristic(HEURISTIC)
IDLE: Final = player_of_heuristic(HEURISTIC, {"rest": 2.0}, "idle")


def table(n: int = 8, **options: Any) -> Batch:
    batch = Batch(Race(), n, seed=4, **{"autoreset": "disabled", **options})
    batch.seed_actions(6)
    return batch


def asked(batch: Batch, team: Sequence[Player]) -> np.ndarray[Any, Any]:
    """Play to the end with one call per decision. Return the number of decisions of each game."""
    taken = np.zeros(batch.n, np.int64)
    while (batch.deciders >= 0).any():
        answers = batch.think(team)
        taken += batch.deciders >= 0
        batch.step(np.maximum(answers, 0))
    return taken


def test_a_game_is_what_it_is_when_everybody_is_asked() -> None:
    played, single = table(), table()
    team = [STEADY, IDLE]
    taken = played.play(team)
    assert np.array_equal(taken, asked(single, team))
    assert played.states.tobytes() == single.states.tobytes()
    assert (played.dones != 0).all()
    for name in ("masks", "deciders", "seats", "active", "observations", "dones"):
        assert np.array_equal(getattr(played, name), getattr(single, name)), name


def test_random_players_are_those_of_step_random() -> None:
    played, single = table(), table()
    taken = played.play(random_player(), limit=12)
    single.step_random(12)
    assert played.states.tobytes() == single.states.tobytes()
    assert taken.max() == 12


def test_the_caller_keeps_its_decisions_and_all_rewards() -> None:
    batch, single = table(), table()
    total = np.zeros((batch.n, 2), np.float32)
    earned = np.zeros((batch.n, 2), np.float32)
    while (batch.deciders >= 0).any():
        batch.play([None, STEADY])
        earned += batch.rewards
        assert (batch.deciders <= 0).all()
        batch.step(np.full(batch.n, ROLL))
        earned += batch.rewards
    while (single.deciders >= 0).any():
        single.step(np.where(single.deciders == 1, single.think(STEADY), ROLL))
        total += single.rewards
    assert batch.states.tobytes() == single.states.tobytes()
    assert np.allclose(earned, total)


def test_each_game_may_have_its_own_seating() -> None:
    """Each game has its own seating; -1 is the caller."""
    batch = table(4)
    batch.play([STEADY, random_player()], [[0, 1], [1, 0], [-1, 0], [0, -1]])
    assert (batch.deciders[:2] == -1).all()
    assert batch.deciders[2:].tolist() == [0, 1]
    same = table(4)
    same.play([None, random_player(), STEADY], [[2, 1], [1, 2], [0, 2], [2, 0]])
    assert same.states.tobytes() == batch.states.tobytes()


def test_threads_change_nothing() -> None:
    one, many = table(300), table(300, threads=3)
    team = [STEADY, player_of_action_weights(ACTIONS, {"rest": 3.0})]
    for limit in (1, 5, 100):
        assert np.array_equal(one.play(team, limit=limit), many.play(team, limit=limit))
        assert one.states.tobytes() == many.states.tobytes()
        assert one.observations.tobytes() == many.observations.tobytes()
    many.close()
    many.reset(4)
    many.play(team)  # threads come back
    many.close()


def test_a_student_its_base_and_its_teacher_are_seated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seating costs tables and threads: distillation, which asks the three in turn, took two to fourteen times as long with new ones."""
    seated = []

    class Counting(SeatedPlayers):
        def __init__(self, batch: Any, seats: Any) -> None:
            seated.append(seats[0])
            super().__init__(batch, seats)

    monkeypatch.setattr("zombicide_env.core.player_batch.SeatedPlayers", Counting)
    batch, student = table(), random_player()
    for _ in range(3):
        batch.play(student, limit=1)
        batch.opinions(STEADY)
        batch.opinions(IDLE)
    assert len(seated) == 3


@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_the_next_game_is_for_the_next_call(autoreset: str) -> None:
    batch = table(6, autoreset=autoreset)
    for episode in range(1, 4):
        batch.play(STEADY)
        assert (batch.dones == 1).all()
        if autoreset == "same_step":
            assert (batch.final_states["outcome"] == 1).all()
            assert (batch.episodes == episode + 1).all()
            assert (batch.deciders >= 0).all()
        else:
            assert (batch.episodes == episode).all()
    alone = Batch(Race(), 6, seed=4, autoreset="same_step")
    for _ in range(3):
        alone.play(STEADY)
    assert (alone.episodes == 4).all()


def test_copies_of_a_batch_have_tables_of_their_own() -> None:
    batch = table()
    batch.play(STEADY, limit=3)
    other = copy.deepcopy(batch)
    before = batch.states.tobytes()
    other.play(STEADY)
    assert batch.states.tobytes() == before
    batch.play(STEADY)
    assert batch.states.tobytes() == other.states.tobytes()


# ---- action weights and scores ----------------------------------------------------------------------------------------------


def test_action_weights_draw_in_proportion() -> None:
    batch = table(4000)
    weighted = player_of_action_weights(ACTIONS, {"rest": 3.0, "card": 0.0})
    drawn = batch.think(weighted)
    assert set(drawn) == {ROLL, REST}
    assert (drawn == REST).mean() == pytest.approx(0.75, abs=0.03)


def test_without_a_habit_all_actions_are_alike() -> None:
    batch = table(3000)
    drawn = batch.think(player_of_action_weights(ACTIONS, dict.fromkeys(("roll", "rest", "card"), 0.0)))
    legal, counts = np.unique(drawn, return_counts=True)
    assert len(legal) > 5
    assert (drawn == ROLL).mean() == pytest.approx(1 / 3, abs=0.04)
    assert counts.min() > 50


def test_judgment_names_every_legal_action() -> None:
    batch = table()
    scores = batch.judge(STEADY)
    assert np.array_equal(np.isfinite(scores), batch.masks == 1)
    assert np.array_equal(scores.argmax(axis=1), batch.think(STEADY))


@jit
def always(_w: Any, _s: Any) -> Any:
    return 7


def test_any_answer_but_0_means_the_late_game() -> None:
    """Only two rows of weights belong to a player, whatever a user's function returns."""
    later = replace(HEURISTIC, late=always, defaults={**HEURISTIC.defaults, "late_card": 1.0})
    batch = table(64)
    plain, factor, weight = (
        player_of_heuristic(one, given) for one, given in ((HEURISTIC, {}), (later, {"late_card": -2.0}), (HEURISTIC, {"card": -1.0}))
    )
    assert np.array_equal(batch.judge(factor), batch.judge(weight))
    assert not np.array_equal(batch.judge(factor), batch.judge(plain))


def test_a_promise_is_given_for_every_game_and_seat() -> None:
    batch = table()
    batch.play([STEADY, IDLE], limit=7)
    worth = batch.promise(STEADY)
    assert worth == pytest.approx(np.minimum(1.0, batch.states["points"].max(axis=1) / 20))
    assert len(set(worth.tolist())) > 2


@pytest.mark.parametrize("n", [1, 2, 5])
def test_one_row_of_seats_is_that_of_every_game(n: int) -> None:
    batches = [Batch(table().games[0], n, seed=3) for _ in range(2)]
    for batch, seats in zip(batches, ([1, -1], [[1, -1]] * n), strict=True):
        batch.play([IDLE, STEADY], seats)
    assert batches[0].states.tobytes() == batches[1].states.tobytes()
    assert (batches[0].deciders == 1).all()


# ---- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seats", "message"),
    [
        ([STEADY] * 3, None, "3 players for 2 seats"),
        ([STEADY], [0, 1], "seats"),
        ([STEADY], [0.5, 0.5], "indices of players"),
        ([STEADY], [[0, 0]], "of shape"),
        ([STEADY, player_of_heuristic(replace(HEURISTIC))], None, "several heuristics"),
    ],
)
def test_wrong_seatings_are_refused_and_change_nothing(players: Any, seats: Any, message: str) -> None:
    batch = table()
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=message):
        batch.play(players, seats)
    assert batch.states.tobytes() == before


def test_a_player_of_another_game_is_refused() -> None:
    """The functions of the five games' heuristics share names of fields, so some of them compiled and played nonsense."""
    batch = table()
    before = batch.states.tobytes()
    foreign = player_of_heuristic(replace(HEURISTIC, game="chess"), name="rook")
    for seated in ([foreign], [None, foreign]):
        with pytest.raises(ValueError, match=r"'rook' plays chess .* this batch plays race"):
            batch.play(seated)
    with pytest.raises(ValueError, match="plays chess"):
        batch.judge(foreign)
    assert batch.states.tobytes() == before


def test_a_game_may_name_the_heuristic_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant of a game has an id of its own, and plays with the heuristic that it inherits."""
    own = replace(HEURISTIC, game="race")
    monkeypatch.setattr(Race, "heuristic", lambda game: own)
    monkeypatch.setattr(Race, "id", "night_race")
    assert table().play(player_of_heuristic(own)).sum() > 0


@pytest.mark.parametrize("game", ["black_plague", "white_death", "apocalypse", "hit_z_road", "z_game"])
def test_the_heuristics_of_the_games_name_their_game(game: str) -> None:
    heuristic = make_game(game).heuristic()
    assert heuristic is not None
    assert heuristic.game == game


def test_wrong_weights_are_refused_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match="did you mean rest"):
        player_of_heuristic(HEURISTIC, {"rset": 1.0})
    with pytest.raises(ValueError, match="not a finite number"):
        player_of_heuristic(HEURISTIC, {"rest": np.inf})
    with pytest.raises(ValueError, match="did you mean roll"):
        player_of_action_weights(ACTIONS, {"rol": 1.0})
    with pytest.raises(ValueError, match="of at least 0"):
        player_of_action_weights(ACTIONS, {"roll": -1.0})
    with pytest.raises(ValueError, match="no judgment"):
        table().judge(random_player())
    with pytest.raises(ValueError, match="no judgment"):
        table().promise(random_player())


def test_compiled_players_are_pickled_by_name() -> None:
    sent = pickle.loads(pickle.dumps(IDLE))
    assert sent.heuristic is HEURISTIC
    assert sent.weights is not None and IDLE.weights is not None
    assert np.array_equal(sent.weights, IDLE.weights)
    with pytest.raises(pickle.PicklingError, match=r"'racer'.*make it a constant of tests\.core\.test_players"):
        pickle.dumps(replace(HEURISTIC))


def test_what_is_bound_differently_has_another_name() -> None:
    """Machine code with equal names, compiled by several processes, is mixed up when loaded together: a player was never called."""
    game = Race()
    other = Heuristic("racer", judge, judge, VIEW, WEIGHTS, {"card": 0.5, "rest": 0.0})
    bound = [bind(game.kernels, game.state_dtype, game.world.dtype, heuristic) for heuristic in (None, HEURISTIC, other)]
    assert len({f"{entry.__module__}.{entry.__qualname__}" for entry in bound}) == len(bound)
