"""Properties of every position of every game of the family, tested in random games that each edition's tests choose."""

from __future__ import annotations

import copy
import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.vectors import vectors
from tests.games.zombicide.play import Chance, Table, start
from zombicide_env.conformance import check
from zombicide_env.conformance.zombicide import ZombicidePosition
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import IllegalAction
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.state_validation import StateValidator
from zombicide_env.games.base import CompiledGame
from zombicide_env.games.zombicide import edition_module

LENGTH = 400  # actions of a game
ROUND_TRIPS = 8  # the slow properties are checked once in this many actions
Check = Callable[[Any, Any], None]


def is_sound(of: CompiledGame, batch: Batch, check: Check) -> None:
    """Check everything that is true between two decisions; ``check`` is the edition's independent part."""
    broken = of.status(batch.states)
    assert not broken, (broken, of.describe(batch.states))
    check(of, batch.states[0])
    if not batch.dones[0]:
        assert batch.masks[0].any()
        assert 0 <= batch.deciders[0] < len(of.agents)
    else:
        assert not batch.masks[0].any()
        assert batch.deciders[0] == -1


def stays_sound(table: Table, of: CompiledGame, seed: int, check: Check, length: int = LENGTH) -> int:
    """Check a random game after every third action and at its end. Return the number of actions."""
    steps = 0
    for batch in table.played(of, seed, length):
        if steps % 3 == 0:
            is_sound(of, batch, check)
        steps += 1
    is_sound(of, batch, check)
    return steps


def crowd_stays_sound(table: Table, seeds: range, steps: int) -> int:
    """Check wild games of these seeds, played in one batch. Return the number of states."""
    games = [table.wild(seed) for seed in seeds]
    batch = Batch(games, len(games), seed=list(seeds), autoreset="disabled", observation_dtype="uint8")
    rng, weights, seen = np.random.default_rng(seeds.start), table.weights(games[0]), 0
    for _ in range(steps):
        running = np.flatnonzero(batch.dones == 0)
        actions = np.zeros(len(games), np.int64)
        for i in running:
            legal = np.flatnonzero(batch.masks[i])
            sums = weights[legal].cumsum()
            actions[i] = legal[np.searchsorted(sums, rng.random() * sums[-1])]
        batch.step(actions)
        broken = np.flatnonzero(batch.status())
        assert not len(broken), [(seeds[i], games[i].fault(batch.states[i : i + 1])) for i in broken]
        seen += len(running)
    return seen


# ---- legality ------------------------------------------------------------------------------------------------------------


def mask_is_the_law(table: Table, of: CompiledGame, seed: int) -> int:
    """Check that illegal actions raise and change nothing, legal ones leave a sound state, and each has a distinct text."""
    rng, tried = np.random.default_rng(seed), 0
    for number, batch in enumerate(table.played(of, seed, LENGTH // 3)):
        if batch.dones[0]:
            break
        if number % ROUND_TRIPS == 0:
            texts_fit(of, batch)
        if number % 20 == 7:
            tried += try_every_action(of, batch, 12)
            refuse_illegal_actions(of, batch, rng)
    return tried


def try_every_action(of: CompiledGame, batch: Batch, most: int = 40) -> int:
    """Check that each legal action (``most`` of them) on a copy leaves a sound state. Return the number of legal actions."""
    legal = np.flatnonzero(batch.masks[0])
    before = batch.states.tobytes()
    for action in legal[:: max(1, len(legal) // most)]:
        other = batch.copy()
        other.step([int(action)])
        assert not of.status(other.states), of.notation(batch.states, int(action))
        assert other.states.tobytes() != before
    assert batch.states.tobytes() == before
    return len(legal)


def refuse_illegal_actions(of: CompiledGame, batch: Batch, rng: Chance) -> None:
    before = batch.states.tobytes(), batch.masks.tobytes(), batch.observations.tobytes()
    wrong = np.flatnonzero(batch.masks[0] == 0)
    for action in (*rng.choice(wrong, 6), -1, of.action_codec.size):
        with pytest.raises(IllegalAction, match="nothing has changed"):
            batch.step([int(action)])
    assert (batch.states.tobytes(), batch.masks.tobytes(), batch.observations.tobytes()) == before


def texts_fit(of: CompiledGame, batch: Batch) -> None:
    legal = np.flatnonzero(batch.masks[0])
    texts = of.legal_texts(batch.states)
    assert len(texts) == len(set(texts)) == len(legal)
    for action in legal[:: max(1, len(legal) // 12)]:
        assert of.parse(batch.states, of.notation(batch.states, int(action))) == action
    assert of.notation(batch.states, int(legal[0])) in texts


def a_finished_game_rests(table: Table, of: CompiledGame, seed: int) -> None:
    *_, batch = table.played(of, seed, 2000)
    assert batch.dones[0]
    before = batch.states.tobytes()
    batch.step([0])
    assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match=r"over|nobody|legal"):
        of.parse(batch.states, "end")


# ---- copies, saves, seeds ------------------------------------------------------------------------------------------------------


def copies_go_their_own_way(table: Table, of: CompiledGame, seed: int, save: Path) -> None:
    """Check that the state's bytes are a save, and that copies play the same game without changing the original."""
    for number, batch in enumerate(table.played(of, seed, LENGTH // 4)):
        if number % ROUND_TRIPS or batch.dones[0]:
            continue
        before = batch.states.tobytes()
        other = batch.copy()
        loaded = start(of, 0)
        save.write_bytes(before)
        loaded.states[:] = np.frombuffer(save.read_bytes(), of.state_dtype)
        loaded.refresh()
        assert loaded.masks.tobytes() == batch.masks.tobytes()
        assert loaded.observations.tobytes() == batch.observations.tobytes()
        deep = copy.deepcopy(batch)
        for one in (other, loaded, deep):
            rng = np.random.default_rng(5)
            for _ in range(15):
                if not one.dones[0]:
                    one.step([table.choose(of, one.masks[0], rng)])
        assert other.states.tobytes() == loaded.states.tobytes() == deep.states.tobytes() != before
        assert batch.states.tobytes() == before


def digest(batch: Batch) -> str:
    found = hashlib.sha256()
    for array in (batch.states, batch.masks, batch.raw_observations, batch.rewards, batch.dones, batch.deciders):
        found.update(array.tobytes())
    return found.hexdigest()


def random_batch(table: Table, n: int, threads: int, steps: int, seed: Any = 5) -> Batch:
    """Games of all quests after ``steps`` random actions."""
    batch = Batch([table.plain(quest) for quest in table.quests], n, seed=seed, threads=threads)
    batch.seed_actions(3)
    batch.step_random(steps)
    return batch


def same_seed_same_game(table: Table) -> None:
    n, steps = len(table.quests), 20 if PYTHON_MODE else 200
    first = digest(random_batch(table, n, 1, steps))
    assert first == digest(random_batch(table, n, 1, steps)) != digest(random_batch(table, n, 1, steps, 6))


def place_in_the_batch_does_not_matter(table: Table, quest: int) -> None:
    """Check that a game alone equals the game at any place of a batch."""
    steps = 30 if PYTHON_MODE else 200
    of = table.plain(quest)
    alone = start(of, 41)
    many = Batch(of, 5, seed=[7, 41, 8, 9, 41], autoreset="disabled", observation_dtype="uint8")
    rng = np.random.default_rng(1)
    for _ in range(steps):
        if alone.dones[0]:
            break
        action = table.choose(of, alone.masks[0], rng)
        others = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in many.masks]
        many.step([others[0], action, others[2], others[3], action])
        alone.step([action])
        for place in (1, 4):
            assert many.states[place].tobytes() == alone.states[0].tobytes()
            assert many.observations[place].tobytes() == alone.observations[0].tobytes()


# ---- hidden information ----------------------------------------------------------------------------------------------------------


def other_worlds_look_the_same(table: Table, of: CompiledGame, seed: int) -> int:
    """Check that resampled games are sound and look the same to everybody. Return how many differ in hidden information."""
    differed = 0
    for number, batch in enumerate(table.played(of, seed, LENGTH // 2)):
        if number % ROUND_TRIPS or batch.dones[0]:
            continue
        worlds = batch.copy(), batch.copy()
        for one in worlds:
            one.seed_actions(9)
            one.resample()
            assert not of.status(one.states)
            assert one.observations.tobytes() == batch.observations.tobytes()
            assert one.masks.tobytes() == batch.masks.tobytes()
        assert worlds[0].states.tobytes() == worlds[1].states.tobytes()
        differed += worlds[0].states["deck"].tobytes() != batch.states["deck"].tobytes()
    return differed


# ---- the other ways to run the same rules ------------------------------------------------------------------------------------------

_CHILD = """
import importlib
from tests.games.zombicide.properties import digests
print(*digests(importlib.import_module("{module}").TABLE))
"""


def digests(table: Table) -> list[str]:
    """Digests of games of all quests, and of wild ones."""
    found = hashlib.sha256()
    for seed in range(3):
        *_, batch = table.played(table.wild(seed), seed, 60)
        found.update(digest(batch).encode())
    return [digest(random_batch(table, len(table.quests), 1, 12)), found.hexdigest()]


def child_digests(module: str, root: Path, environment: dict[str, str]) -> list[str]:
    """Return ``digests`` of the ``TABLE`` in a module, computed in a process with another environment."""
    child = _CHILD.format(module=module)
    run = subprocess.run([sys.executable, "-c", child], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout.split()


def skills_on_the_table(table: Table, games: int) -> float:
    """Share of all skills that ``games`` wild games deal to somebody."""
    held = np.zeros(len(table.skills), bool)
    for seed in range(games):
        held |= table.wild(seed).world[0]["skill_start"].any(axis=0)[: len(table.skills)]
    return float(held.mean())


# ---- positions ---------------------------------------------------------------------------------------------------------------------


def vectors_stay_sound(game: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Check that every position reached by a game's vectors is sound. Return the number of positions."""
    seen = 0
    plain = ZombicidePosition._changed

    def looked_at(position: ZombicidePosition) -> None:
        nonlocal seen
        plain(position)
        (flags,), _ = position_checks(game, position).look(position.state)
        broken = edition_module(game, "rules.status").Status(int(flags)) & ~edition_module(game, "rules.status").Status.RESTING
        assert not broken, (vector.id, broken)
        seen += 1

    monkeypatch.setattr(ZombicidePosition, "_changed", looked_at)
    for vector in vectors(game):
        assert check(vector).passed, vector.id
    return seen


def position_checks(game: str, position: ZombicidePosition) -> StateValidator:
    """Return the validator for the world of a position."""
    rules = edition_module(game, "rules.status")
    kernels, actions = edition_module(game, "rules.kernels").KERNELS, edition_module(game, "numbers.actions").N_ACTIONS
    return StateValidator(kernels, rules.BOUNDS, position.state.dtype, position.world, actions)
