"""Batches: the same game at every place, in every mode, with any number of threads; an error changes nothing."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tests.core.toy import ACTIONS, CARD, REST, ROLL, Race
from zombicide_env.core import tasks
from zombicide_env.core.batch import MAX_SEED, Batch, fresh_seed
from zombicide_env.core.game import IllegalAction
from zombicide_env.core.memory import exchanged

BUFFERS = ("states", "masks", "observations", "raw_observations", "rewards", "dones", "deciders", "seats", "episodes")


def snapshot(batch: Batch, row: int | None = None) -> dict[str, bytes]:
    return {name: getattr(batch, name)[slice(None) if row is None else row].tobytes() for name in BUFFERS}


def first_legal(batch: Batch) -> np.ndarray[Any, Any]:
    return batch.masks.argmax(axis=1)


# ---- seeds -----------------------------------------------------------------------------------------------


def test_a_game_does_not_know_its_place() -> None:
    seeds = [7, 3, 7, 99, 0]
    batch = Batch(Race(), 5, seed=seeds)
    alone = [Batch(Race(), 1, seed=[seed]) for seed in seeds]
    for _ in range(80):
        actions = first_legal(batch)
        batch.step(actions)
        for i, single in enumerate(alone):
            single.step(actions[i : i + 1])
            assert snapshot(batch, i) == snapshot(single, 0)
    assert batch.episodes.min() > 2
    assert snapshot(batch, 0) == snapshot(batch, 2)
    assert snapshot(batch, 0) != snapshot(batch, 1)


def test_an_integer_seeds_a_series() -> None:
    one, other = Batch(Race(), 4, seed=10), Batch(Race(), 4, seed=[10, 11, 12, 13])
    assert snapshot(one) == snapshot(other)
    assert len(set(one.states["rng"].tolist())) == 4
    assert snapshot(Batch(Race(), 4)) != snapshot(Batch(Race(), 4))


def test_episodes_of_a_seed_repeat() -> None:
    batch, starts = Batch(Race(), 1, seed=5), []
    for _ in range(4):
        starts.append(batch.states.tobytes())
        batch.reset()
    assert len(set(starts)) == 4
    batch.reset(5)
    assert batch.states.tobytes() == starts[0]
    batch.reset()
    assert batch.states.tobytes() == starts[1]


def test_a_reset_of_some_places_leaves_the_others_alone() -> None:
    batch = Batch(Race(), 3, seed=5)
    batch.step(first_legal(batch))
    before = [snapshot(batch, i) for i in range(3)]
    batch.reset(9, which=[False, True, False])
    assert [snapshot(batch, i) == before[i] for i in range(3)] == [True, False, True]
    assert batch.states[1:2].tobytes() == Batch(Race(), 1, seed=10).states.tobytes()


@pytest.mark.parametrize("seed", [-1, 2**63, 10**400, [1, 2], [1, -2, 3], [[1, 2, 3]], [2**63, -1, 0], [2**70, 0, 0], np.array([-1, 0, 0])])
def test_wrong_seeds_are_refused_and_change_nothing(seed: Any) -> None:
    batch = Batch(Race(), 3, seed=0)
    before = snapshot(batch)
    with pytest.raises(ValueError, match="seed"):
        batch.reset(seed)
    assert snapshot(batch) == before


@pytest.mark.parametrize("seed", [1.0, np.float32(2), "5", [0, 1.5, 2], ["1", "2", "3"], np.zeros(3), [None] * 3, {1, 2, 3}])
def test_seeds_are_integers(seed: Any) -> None:
    batch = Batch(Race(), 3, seed=0)
    before = snapshot(batch)
    with pytest.raises(TypeError, match=r"seed.*an integer is needed"):
        batch.reset(seed)
    assert snapshot(batch) == before
    with pytest.raises(TypeError, match=r"seed=1\.5: an integer is needed, this is float"):
        batch.seed_actions(1.5)


def test_the_smallest_and_largest_seeds_give_different_games() -> None:
    assert len({Batch(Race(), 1, seed=s).states.tobytes() for s in (0, 1, MAX_SEED - 1, MAX_SEED)}) == 4
    assert 0 <= fresh_seed() <= MAX_SEED
    Batch(Race(), 2, seed=MAX_SEED)


# ---- steps -----------------------------------------------------------------------------------------------


def test_a_game_with_scripted_dice_pays_and_ends_as_the_rules_say() -> None:
    batch = Batch(Race(goal=6), 1, seed=0, autoreset="disabled")
    batch.states["tape"][0, :5], batch.states["tape_n"] = (3, 1, 2, 2, 6), 5
    assert batch.deciders.tolist() == [0]
    batch.step([ROLL])
    assert batch.states["points"][0].tolist() == [3, 0]
    assert batch.rewards[0].tolist() == [np.float32(0.03), 0]
    assert batch.deciders.tolist() == [1]
    assert batch.raw_observations[0].tolist()[:4] == [0, 1, 3, 1]  # blue sees its own values first
    assert batch.observations[0, 2] == np.float32(3) * np.float32(1 / 40)
    batch.step([ROLL])
    assert batch.rewards[0].tolist() == [0, np.float32(-0.02)]  # behind by two, in unsigned fields
    batch.step([REST])
    assert batch.masks[0, REST] == 0 or batch.deciders[0] == 1
    batch.step([ROLL])
    batch.step([ROLL])
    assert batch.states["points"][0].tolist() == [11, 3]
    assert batch.outcomes() == ["won"]
    assert batch.rewards[0].tolist() == [1, -1]
    assert batch.deciders.tolist() == [-1]
    assert batch.masks.sum() == 0


def test_illegal_actions_change_nothing() -> None:
    batch = Batch(Race(), 3, seed=1)
    before = snapshot(batch)
    shut = CARD + (int(batch.states["deck"][1, 5]) + 1) % 6
    for actions in ([ROLL, shut, shut], [ROLL, -1, ROLL], [ROLL, ACTIONS.size, ROLL], [ROLL, 2**40, ROLL]):
        with pytest.raises(
            IllegalAction, match=f"game 1: action {actions[1]} ?.* not legal for red; nothing has changed.*Legal now: roll .0."
        ):
            batch.step(actions)
        assert snapshot(batch) == before
    with pytest.raises(ValueError, match="one action index for each game"):
        batch.step([ROLL])
    with pytest.raises(TypeError, match="integers"):
        batch.step([0.0, 0.0, 0.0])
    assert snapshot(batch) == before
    assert issubclass(IllegalAction, ValueError)


def test_a_step_of_some_games_leaves_the_others_alone() -> None:
    batch, all_of_it = Batch(Race(), 6, seed=3), Batch(Race(), 6, seed=3)
    before, actions = [snapshot(batch, i) for i in range(6)], first_legal(batch)
    batch.step_some(np.array([1, 2, 5]), actions[[1, 2, 5]])
    all_of_it.step(actions)
    for i in range(6):
        assert snapshot(batch, i) == (snapshot(all_of_it, i) if i in (1, 2, 5) else before[i])
    batch.step_some(np.array([0, 3, 4]), actions[[0, 3, 4]])
    assert snapshot(batch) == snapshot(all_of_it)
    with pytest.raises(IllegalAction, match="game 4: "):
        batch.step_some(np.array([2, 4]), [int(first_legal(batch)[2]), batch.action_codec.size])
    assert snapshot(batch) == snapshot(all_of_it)


def play_to_the_end(batch: Batch) -> None:
    for _ in range(200):
        batch.step(first_legal(batch))
        if batch.dones.any():
            return
    raise AssertionError("no game has ended")


def test_same_step_keeps_the_end_and_shows_the_next_game() -> None:
    batch = Batch(Race(), 2, seed=4, autoreset="same_step")
    twin = Batch(Race(), 2, seed=4, autoreset="disabled")
    while not batch.dones.any():
        actions = first_legal(batch)
        batch.step(actions)
        twin.step(actions)
    i = int(batch.dones.argmax())
    assert batch.dones[i] == twin.dones[i] == 1
    assert batch.final_states[i].tobytes() == twin.states[i].tobytes()
    np.testing.assert_array_equal(batch.final_observations[i], twin.observations[i])
    np.testing.assert_array_equal(batch.rewards, twin.rewards)
    assert batch.states["outcome"][i] == 0
    assert batch.masks[i].any()
    assert batch.episodes[i] == 2
    fresh = Batch(Race(), 2, seed=4)
    fresh.reset()
    assert batch.states[i].tobytes() == fresh.states[i].tobytes()
    batch.step(first_legal(batch))
    assert batch.dones[i] == 0


def test_next_step_resets_one_step_later() -> None:
    batch = Batch(Race(), 2, seed=4, autoreset="next_step")
    play_to_the_end(batch)
    i = int(batch.dones.argmax())
    assert batch.deciders[i] == -1
    assert batch.states["outcome"][i] == 1
    actions = first_legal(batch)
    actions[i] = -5  # ignored
    batch.step(actions)
    assert (batch.dones[i], batch.rewards[i].tolist(), batch.episodes[i]) == (0, [0, 0], 2)
    assert batch.states["steps"][i] == 0
    assert batch.masks[i].any()
    assert len(batch.final_states) == len(batch.final_observations) == 0


def test_disabled_leaves_the_end_alone() -> None:
    batch = Batch(Race(), 2, seed=4, autoreset="disabled")
    play_to_the_end(batch)
    i = int(batch.dones.argmax())
    before = batch.states[i].tobytes()
    actions = first_legal(batch)
    actions[i] = -5
    batch.step(actions)
    assert batch.states[i].tobytes() == before
    assert batch.rewards[i].tolist() == [0, 0]
    assert batch.dones[i] == 1
    assert batch.random_actions()[i] == -1
    batch.reset(which=batch.dones != 0)
    assert batch.dones[i] == 0


def test_a_game_is_truncated_after_its_last_round() -> None:
    batch = Batch(Race(goal=200, max_rounds=3), 1, seed=0, autoreset="disabled")
    for _ in range(6):
        assert batch.outcomes() == ["ongoing"]
        batch.step([ROLL])
    assert batch.outcomes() == ["truncated"]


# ---- threads, random play --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(threads: int) -> None:
    one, many = Batch(Race(), 500, seed=1), Batch(Race(), 500, seed=1, threads=threads)
    for _ in range(5):
        one.step_random(7)
        many.step_random(7)
        actions = one.random_actions()
        np.testing.assert_array_equal(actions, many.random_actions())
        one.step(actions)
        many.step(actions)
        assert snapshot(one) == snapshot(many)
    assert one.episodes.sum() > 500
    many._legal[300] = 0
    with pytest.raises(RuntimeError, match="game 300 is not over but has no legal action"):
        many.step_random()
    many.close()


def test_random_actions_are_legal_even_and_leave_the_games_alone() -> None:
    batch = Batch(Race(), 3000, seed=[5] * 3000)
    before = snapshot(batch)
    counts = np.bincount(batch.random_actions(), minlength=ACTIONS.size)
    assert snapshot(batch) == before
    assert counts[batch.masks[0] == 0].sum() == 0
    assert counts[batch.masks[0] == 1].min() > 900  # three legal actions
    assert (batch.random_actions() != batch.random_actions()).any()
    batch.seed_actions(3)
    again = Batch(Race(), 3000, seed=[5] * 3000)
    again.seed_actions(3)
    np.testing.assert_array_equal(batch.random_actions(), again.random_actions())


def test_many_random_steps_are_single_ones() -> None:
    one, many = Batch(Race(), 20, seed=2), Batch(Race(), 20, seed=2)
    for _ in range(50):
        one.step(one.random_actions())
    many.step_random(50)
    assert snapshot(one) == snapshot(many)
    many.step_random(3, observe=False)
    one.step_random(3)
    assert one.states.tobytes() == many.states.tobytes()


def test_send_and_recv_play_as_step_does() -> None:
    one, other = Batch(Race(), 300, seed=2), Batch(Race(), 300, seed=2, threads=2)
    for _ in range(5):
        actions = one.random_actions()
        one.step(actions)
        other.send(actions)
        with pytest.raises(RuntimeError, match="recv"):
            other.send(actions)
        other.recv()
        assert snapshot(one) == snapshot(other)
    with pytest.raises(IllegalAction):
        other.send(np.full(300, -1))
    with pytest.raises(RuntimeError, match="send"):
        other.recv()


# ---- views, copies, mixtures -----------------------------------------------------------------------------


def test_observations_from_other_seats() -> None:
    batch = Batch(Race(), 3, seed=0, observation_dtype="uint8")
    batch.step([ROLL, ROLL, ROLL])
    before = snapshot(batch)
    red, blue = batch.observe(0), batch.observe(1)
    np.testing.assert_array_equal(blue, batch.observations)
    np.testing.assert_array_equal(red[:, :2], blue[:, 2:4])
    mixed = np.empty_like(red)
    assert batch.observe([0, 1, 0], out=mixed) is mixed
    np.testing.assert_array_equal(mixed, [red[0], blue[1], red[2]])
    assert snapshot(batch) == before
    assert batch.observe() is batch.observations
    fixed = np.empty_like(red)
    fixed.setflags(write=False)
    for out in (np.empty((3, 5), np.float32), red.astype(np.int8), np.empty((3, 2 * red.shape[1]), np.uint8)[:, ::2], fixed, red.tolist()):
        with pytest.raises(ValueError, match=r"out must be a C-contiguous array .* that may be written to"):
            batch.observe(0, out=out)
    assert snapshot(batch) == before


@pytest.mark.parametrize(
    ("agents", "error", "message"),
    [
        (2, ValueError, "agents=2: at most 1 is possible"),
        (-1, ValueError, "agents=-1: at least 0"),
        (10**30, ValueError, "agents=a number beyond 64 bits"),
        ([0, 1, 2], ValueError, r"agents\[2\]=2: at most 1"),
        ([0, 1], ValueError, r"agents has the shape \(2,\), not \(3,\)"),
        (0.0, TypeError, "an integer is needed"),
        ([0, 1, 0.5], TypeError, "an integer is needed"),
    ],
)
@pytest.mark.parametrize("view", ["observe", "resample"])
def test_numbers_that_are_no_seats_are_refused(view: str, agents: Any, error: type[Exception], message: str) -> None:
    batch = Batch(Race(), 3, seed=0)
    before = snapshot(batch)
    with pytest.raises(error, match=message):
        getattr(batch, view)(agents)
    assert snapshot(batch) == before


def test_scaled_observations_are_the_raw_ones_times_the_scale() -> None:
    raw, scaled = Batch(Race(), 4, seed=3, observation_dtype="uint8"), Batch(Race(), 4, seed=3)
    for _ in range(40):
        raw.step(first_legal(raw))
        scaled.step(first_legal(scaled))
        assert raw.observations.dtype == np.uint8
        np.testing.assert_array_equal(raw.observations, scaled.raw_observations)
        np.testing.assert_array_equal(raw.observations * raw.observation_codec.scale, scaled.observations)
        np.testing.assert_array_equal(raw.final_observations * raw.observation_codec.scale, scaled.final_observations)
    np.testing.assert_array_equal(raw.observe(1) * raw.observation_codec.scale, scaled.observe(1))


@pytest.mark.parametrize("how", [copy.deepcopy, Batch.copy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_are_independent_and_go_on_alike(how: Any) -> None:
    batch = Batch(Race(), 3, seed=3)
    batch.step_random(9)
    other = how(batch)
    assert snapshot(other) == snapshot(batch)
    before = snapshot(other)
    batch.step_random(30)
    assert snapshot(other) == before
    other.step_random(30)
    assert snapshot(other) == snapshot(batch)


def test_games_of_different_worlds_share_a_batch() -> None:
    short, long = Race(goal=6), Race(goal=40)
    batch = Batch([short, long], 4, seed=[5, 5, 6, 6], world_of=[0, 1, 0, 1])
    assert batch.world_of.tolist() == Batch([short, long], 4, seed=0).world_of.tolist()
    alone = Batch(long, 2, seed=[5, 6])
    for _ in range(60):
        actions = first_legal(batch)
        batch.step(actions)
        alone.step(actions[1::2])
        for k in range(2):
            assert snapshot(batch, 2 * k + 1) == snapshot(alone, k)
    assert batch.episodes[0] > batch.episodes[1]


@pytest.mark.parametrize("world", [-1, 2, 2**31 - 1])
def test_a_world_that_is_none_is_noticed_before_a_kernel_reads_it(world: int) -> None:
    batch = Batch([Race(goal=6), Race(goal=40)], 3, seed=0)
    batch.world_of[1] = world
    for call in (batch.refresh, batch.reset, lambda: batch.step(first_legal(batch)), lambda: batch.step_random(5), batch.random_actions):
        with pytest.raises(ValueError, match=rf"world_of\[1\]={world}: at"):
            call()


def test_states_can_be_written_to() -> None:
    batch, other = Batch(Race(), 2, seed=0), Batch(Race(), 2, seed=1)
    other.step_random(3)
    batch.states[:] = other.states
    batch.refresh()
    np.testing.assert_array_equal(batch.masks, other.masks)
    np.testing.assert_array_equal(batch.observations, other.observations)
    np.testing.assert_array_equal(batch.deciders, other.deciders)


class OtherRace(Race):
    kernels = Race.kernels._replace(name="other")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "n=0: at least 1"),
        ({"n": 10**30}, "n=a number beyond 64 bits: at most 16777216"),
        ({"threads": 0}, "threads=0: at least 1"),
        ({"threads": 10**6}, "threads=1000000: at most 1024"),
        ({"autoreset": "samestep"}, "did you mean same_step"),
        ({"observation_dtype": "float64"}, "did you mean float32"),
        ({"games": []}, "at least one game"),
        ({"games": [Race(), OtherRace()]}, "cannot share a batch"),
        ({"world_of": [0, 1]}, r"world_of\[1\]=1: at most 0"),
        ({"world_of": [0, 2**40]}, r"world_of\[1\]=1099511627776: at most 0"),
        ({"world_of": [0]}, r"world_of has the shape \(1,\), not \(2,\)"),
    ],
)
def test_wrong_options_are_refused_with_a_reason(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(**({"games": Race(), "n": 2, "seed": 0} | options))


@pytest.mark.parametrize("name", ["n", "threads"])
@pytest.mark.parametrize("value", [2.0, "2", None])
def test_counts_are_integers(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{name}={value!r}: an integer is needed"):
        Batch(**({"games": Race(), "n": 2, "seed": 0} | {name: value}))


def test_counts_of_steps_are_integers_of_64_bits() -> None:
    batch = Batch(Race(), 2, seed=0, autoreset="disabled")
    for call in (batch.step_random, batch.rollout):
        with pytest.raises(TypeError, match=r"=2\.5: an integer is needed"):
            call(2.5)
        for count in (0, 10**30):
            with pytest.raises(ValueError, match=r"at least 1|at most 2147483647"):
                call(count)


def test_repr_and_len_of_a_batch() -> None:
    assert repr(Batch(Race(), 2, seed=0)) == "Batch(race, n=2, threads=1, autoreset='same_step', observation_dtype='float32')"
    assert len(Batch(Race(), 2, seed=0)) == 2


# ---- reports to the environments -----------------------------------------------------------------------------


def test_a_report_is_the_decider_or_that_there_is_more_to_read() -> None:
    """An environment of one game reads rewards, ends and active agents only when the engine reports a change."""
    batch = Batch(Race(), 1, seed=3, autoreset="disabled")
    reports = []
    while batch.dones[0] == 0:
        batch._inputs[0] = REST if batch.masks[0, REST] and batch.states["round"][0] % 2 else first_legal(batch)[0]
        reports.append(batch._call(tasks.STEP, batch._flags | tasks.REPORT, 1, 0, 1))
        quiet = batch.dones[0] == 0 and not batch.rewards.any()
        assert reports[-1] == (batch.deciders[0] if quiet else tasks.EVENTFUL)
    assert reports[-1] == tasks.EVENTFUL
    assert set(reports[:-1]) == {tasks.EVENTFUL, 0, 1}


def test_leaving_agents_are_reported() -> None:
    batch = Batch(Race(), 1, seed=3, autoreset="disabled")
    batch._inputs[0] = REST
    batch.active[0, 1] = 0  # as if an agent had come back
    assert batch._call(tasks.STEP, batch._flags | tasks.REPORT, 1, 0, 1) == tasks.EVENTFUL
    assert not batch.rewards.any()


def test_masks_for_callers_are_separate_from_those_that_steps_trust() -> None:
    batch = Batch(Race(), 3, seed=3)
    handed = np.full_like(batch.masks, 7)
    rows = exchanged(batch._table, {tasks.HANDED: handed})
    batch._inputs[:] = first_legal(batch)
    batch._run(rows, tasks.STEP, batch._flags & ~tasks.HAND_OUT, 1, 0, 3)
    assert (handed == 7).all()
    batch._inputs[:] = first_legal(batch)
    batch._run(rows, tasks.STEP, batch._flags, 1, 0, 3)
    assert (handed == batch._legal).all()


@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
def test_what_is_written_to_masks_makes_no_action_legal(illegal: Any) -> None:
    batch, twin = (Batch(Race(), 3, seed=3, illegal=illegal) for _ in range(2))
    wrong = np.array([int(np.flatnonzero(row == 0)[0]) for row in batch.masks])
    batch.masks[:] = 1
    if illegal == "raise":
        with pytest.raises(IllegalAction, match="is not legal"):
            batch.step(wrong)
        batch.step(first_legal(twin))
        twin.step(first_legal(twin))
    else:
        batch.step(wrong)
        twin.step(wrong)
    assert batch.states.tobytes() == twin.states.tobytes()
    assert (batch.masks == twin.masks).all()
    batch.masks[:] = 0  # nor does it make one illegal
    assert (batch.random_actions() == twin.random_actions()).all()
