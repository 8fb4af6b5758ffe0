"""Games for the tests of the rules: made once, played at random with a seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.black_plague.edition import ZONE_SKILLS
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.numbers.skills import N_SKILLS, SKILL_INDEX

Array = np.ndarray[Any, Any]

QUESTS = tuple(range(11))
SIX = ("ann", "baldric", "clovis", "nelly", "samson", "silas")
#: Actions that a game at random takes seldom (they end or undo things) and often (they set much going).
SELDOM = ("end", "drop", "discard", "put", "give", "receive", "reorganise", "trade", "noise")
OFTEN = ("done", "keep", "melee", "attack", "open", "take", "search", "bile", "torch", "ready", "trick", "repulse", "speed", "hide")


@cache
def game(quest: int, supply: tuple[tuple[str, int], ...] = (), **options: Any) -> BlackPlague:
    """The quest with the usual team; a game never changes, so tests share it."""
    return BlackPlague(quest, supply=dict(supply), **{"max_rounds": 30, **options})


def start(of: BlackPlague, seed: int, **options: Any) -> Batch:
    """One game at its first decision, without autoreset."""
    return Batch(of, 1, seed=seed, **{"autoreset": "disabled", "observation_dtype": "uint8", **options})


def wild(seed: int) -> BlackPlague:
    """A game with random options, a dozen random skills for everybody and the best part of the equipment deck dealt out."""
    rng = np.random.default_rng(seed)
    quest = int(rng.integers(11))
    number = 12 if quest != 4 and rng.random() < 0.3 else 6
    kinds = {"necromancer": (1, 4), "walker": (5, 36), "fatty": (2, 15), "runner": (3, 15), "abomination": (1, 3)}
    made = BlackPlague(
        quest,
        survivors=number,
        max_rounds=30,
        cabal=bool(rng.random() < 0.3),
        strict_all_survivors=bool(rng.random() < 0.2),
        players=int(rng.integers(1, 4)),
        decisions="actions" if rng.random() < 0.2 else "full",
        supply={kind: int(rng.integers(low, high)) for kind, (low, high) in kinds.items()},
    )
    made.world.setflags(write=True)
    w = made.world[0]
    for i in range(number):
        w["skill_start"][i] = 0
        w["skill_start"][i, rng.choice(N_SKILLS, size=12, replace=False)] = 1
        zone_skills = [skill for skill in ZONE_SKILLS if w["skill_start"][i, SKILL_INDEX[skill]]]
        for skill in zone_skills[3:]:  # layout.ZONE_USES
            w["skill_start"][i, SKILL_INDEX[skill]] = 0
        for skill in ("ironclad:walker", "regeneration"):  # a longer life
            w["skill_start"][i, SKILL_INDEX[skill]] = rng.random() < 0.6
        w["learn_orange"][i] = w["learn_red"][i] = -1  # nothing more to learn: at most three zone skills
    dealt, deck = int(w["n_start"]), [int(copy) for copy in w["deck"][: w["n_deck"]]]
    rng.shuffle(deck)
    wanted = min(w["start_cards"].size, 4 * number)
    w["start_cards"][dealt:wanted] = deck[: wanted - dealt]
    w["start_owner"][:wanted] = np.arange(wanted) % number
    deck = deck[wanted - dealt :]
    w["n_start"], w["n_deck"] = wanted, len(deck)
    w["deck"][: len(deck)] = deck
    made.world.setflags(write=False)
    return made


def choose(of: BlackPlague, mask: Array, rng: np.random.Generator) -> int:
    """A legal action at random, telling ones more often."""
    legal = np.flatnonzero(mask)
    weights = np.ones(len(legal))
    for place, action in enumerate(legal):
        name = of.action_codec.decode(int(action))[0].name
        weights[place] = 0.03 if name in SELDOM else 6.0 if name.startswith(OFTEN) else 1.0
    return int(rng.choice(legal, p=weights / weights.sum()))


def played(of: BlackPlague, seed: int, steps: int) -> Iterator[Batch]:
    """The game after its reset and after each of up to ``steps`` random actions, as the same batch."""
    batch, rng = start(of, seed), np.random.default_rng(seed)
    yield batch
    for _ in range(steps):
        if batch.dones[0]:
            return
        batch.step([choose(of, batch.masks[0], rng)])
        yield batch
