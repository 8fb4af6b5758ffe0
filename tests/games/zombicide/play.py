"""Games of the family for the tests of its rules: created once, played at random with a seed.

``Table`` holds what differs between the editions' random games; ``black_plague/play.py`` and its counterparts create one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from zombicide_env.core.batch import Batch
from zombicide_env.games.base import CompiledGame

Array = np.ndarray[Any, Any]
World = Any
Chance = np.random.Generator

#: Actions that random games take seldom (they end or undo things) and often (eventful ones).
SELDOM = ("end", "drop", "discard", "put", "give", "receive", "reorganise", "trade", "noise")
OFTEN = ("done", "keep", "melee", "attack", "open", "take", "search", "bile", "torch", "ready", "trick", "repulse", "speed", "hide")


def deal_cards(w: World, rng: Chance) -> None:
    """Deal four cards to everybody, at random from the deck."""
    number = int(w["n_survivors"])
    dealt, deck = int(w["n_start"]), [int(copy) for copy in w["deck"][: w["n_deck"]]]
    rng.shuffle(deck)
    wanted = max(dealt, min(w["start_cards"].size, 4 * number))
    w["start_cards"][dealt:wanted] = deck[: wanted - dealt]
    w["start_owner"][:wanted] = np.arange(wanted) % number
    deck = deck[wanted - dealt :]
    w["n_start"], w["n_deck"] = wanted, len(deck)
    w["deck"][: len(deck)] = deck


@dataclass(frozen=True)
class Table:
    """Settings of an edition's random games."""

    game: Callable[..., Any]
    quests: tuple[int, ...]
    skills: Mapping[str, int]
    """Skill -> column."""
    zone_skills: tuple[str, ...]
    """Skills whose use names a zone; a survivor has room for three of them."""
    longer_life: tuple[str, ...]
    """Skills that wild games give to many survivors, so that they live longer."""
    options: Callable[[Chance], dict[str, Any]]
    """Random options of a wild game."""
    supply: Mapping[str, tuple[int, int]]
    """Kind -> range of the number of miniatures of a wild game."""
    often: tuple[str, ...] = OFTEN
    seldom: tuple[str, ...] = SELDOM
    deal: Callable[[World, Chance], None] = deal_cards
    """Deals a good part of the deck before the game starts."""
    mend: Callable[[Any], None] = field(default=lambda world: None)
    """Updates the parts of the world record that depend on the new skills and cards of a wild game."""

    def plain(self, quest: int, supply: tuple[tuple[str, int], ...] = (), **options: Any) -> Any:
        """Return the quest with the default team; games are immutable, so tests share it."""
        return _plain(self.game, quest, supply, **options)

    def wild(self, seed: int) -> Any:
        """Return a game with random options, a dozen random skills for everybody and most of the equipment deck dealt out."""
        rng = np.random.default_rng(seed)
        made = self.game(
            **{"max_rounds": 30, "supply": {kind: int(rng.integers(*bounds)) for kind, bounds in self.supply.items()}} | self.options(rng)
        )
        made.world.setflags(write=True)
        self._deal_skills(made.world[0], rng)
        self.deal(made.world[0], rng)
        self.mend(made.world[0])
        made.world.setflags(write=False)
        return made

    def _deal_skills(self, w: World, rng: Chance) -> None:
        for i in range(int(w["n_survivors"])):
            w["skill_start"][i] = 0
            w["skill_start"][i, rng.choice(len(self.skills), size=12, replace=False)] = 1
            zone_skills = [skill for skill in self.zone_skills if w["skill_start"][i, self.skills[skill]]]
            for skill in zone_skills[3:]:  # layout.ZONE_USES
                w["skill_start"][i, self.skills[skill]] = 0
            for skill in self.longer_life:
                w["skill_start"][i, self.skills[skill]] = rng.random() < 0.6
            w["learn_orange"][i] = w["learn_red"][i] = -1  # nothing more to learn: at most three zone skills

    def choose(self, of: CompiledGame, mask: Array, rng: Chance) -> int:
        """Return a random legal action, preferring eventful ones."""
        legal = np.flatnonzero(mask)
        weights = self.weights(of)[legal]
        return int(rng.choice(legal, p=weights / weights.sum()))

    def weights(self, of: CompiledGame) -> Array:
        """Relative probability of each action in a random game."""
        return _weights(of.action_codec, self.seldom, self.often)

    def played(self, of: CompiledGame, seed: int, steps: int) -> Iterator[Batch]:
        """Yield the game after its reset and after each of up to ``steps`` random actions, as the same batch."""
        batch, rng = start(of, seed), np.random.default_rng(seed)
        yield batch
        for _ in range(steps):
            if batch.dones[0]:
                return
            batch.step([self.choose(of, batch.masks[0], rng)])
            yield batch


def start(of: CompiledGame, seed: int, **options: Any) -> Batch:
    """Return one game at its first decision, without autoreset."""
    return Batch(of, 1, seed=seed, **{"autoreset": "disabled", "observation_dtype": "uint8", **options})


@cache
def _plain(game: Callable[..., Any], quest: int, supply: tuple[tuple[str, int], ...], **options: Any) -> Any:
    return game(quest, supply=dict(supply), **{"max_rounds": 30, **options})


@cache
def _weights(codec: Any, seldom: tuple[str, ...], often: tuple[str, ...]) -> Array:
    names = [codec.decode(action)[0].name for action in range(codec.size)]
    return np.array([0.03 if name in seldom else 6.0 if name.startswith(often) else 1.0 for name in names])


__all__ = ["OFTEN", "SELDOM", "Table", "start"]
