"""The tables for training a value network: quests, generated boards, teams and options, sampled for every round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from zombicide_env import GAMES, make_game
from zombicide_env.core.form import Field
from zombicide_env.core.game import UnfitOption
from zombicide_env.core.words import spread

if TYPE_CHECKING:
    from zombicide_training.run.value_config import ValueConfig

__all__ = ["Tables"]

#: Parameters of generated boards.
_TILES: Final = (2, 3, 4, 6)
_DIFFICULTIES: Final = (1, 2, 3)
_BOARDS: Final = 1 << 20
#: Options that are randomized with non-default teams.
_VARIED: Final = ("decisions", "cabal", "ultra", "zombie_master", "target")
_TRIES: Final = 20


class Tables:
    """Samples tables.

    Args:
        config: configuration of the run.
    """

    def __init__(self, config: ValueConfig) -> None:
        self.config = config
        self.fields = {field.name: field for field in GAMES[config.game].form().fields}
        quest = self.fields.get("quest")
        named = [each for name in config.quest for each in spread(name)]
        self.quests: list[str | None] = [None]
        if quest is not None:
            self.quests = [*(named or [str(choice.value) for choice in quest.choices])]
        self.limits = {name: config.max_rounds for name in ("max_rounds", "max_turns") if name in self.fields}
        self._known: dict[str, Any] = {}

    def usual(self) -> list[Any]:
        """Return a table of every quest with the default team, for evaluating a value network."""
        return [self._made({"quest": quest} if quest is not None else {}) for quest in self.quests]

    def draw(self, number: int, random: np.random.Generator) -> list[Any]:
        """Sample ``number`` tables, with all quests equally often."""
        order = random.permutation(len(self.quests))
        return [self._draw(self.quests[order[k % len(order)]], random) for k in range(number)]

    def _draw(self, quest: str | None, random: np.random.Generator) -> Any:
        for _ in range(_TRIES):
            options: dict[str, Any] = {}
            if quest is not None:
                board = bool(self.fields["quest"].pattern) and random.random() < self.config.boards
                options["quest"] = _board(random) if board else quest
            if random.random() >= self.config.usual:
                options |= self._team(random)
            try:
                return self._made(options)
            except UnfitOption:
                raise
            except ValueError:  # the quest does not allow this team
                continue
        return self._made({"quest": quest} if quest is not None else {})

    def _team(self, random: np.random.Generator) -> dict[str, Any]:
        """Return options of a random team, and random settings of options that change decisions."""
        options: dict[str, Any] = {}
        if "allow_small_team" in self.fields:
            options["allow_small_team"] = True
        for name in ("survivors", "players"):
            if name in self.fields:
                options[name] = int(random.integers(self.fields[name].low, self.fields[name].high + 1))
        for name in _VARIED:
            if name in self.fields:
                options[name] = _value(self.fields[name], random)
        return options

    def _made(self, options: dict[str, Any]) -> Any:
        """Return the game, created once."""
        key = str(sorted(options.items()))
        if key not in self._known:
            made = make_game(self.config.game, **options, **self.limits)
            if "generated" in key:
                return made  # not cached: it is unlikely to be sampled again
            self._known[key] = made
        return self._known[key]


def _board(random: np.random.Generator) -> str:
    tiles, difficulty = random.choice(_TILES), random.choice(_DIFFICULTIES)
    return f"generated:seed={random.integers(_BOARDS)},tiles={tiles},difficulty={difficulty},split=train"


def _value(field: Field, random: np.random.Generator) -> Any:
    if field.kind == "bool":
        return bool(random.integers(2))
    return field.choices[int(random.integers(len(field.choices)))].value
