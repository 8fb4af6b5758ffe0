"""Positions of the Zombicide family for the runner: one class for every edition, with the edition's modules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, Self

import numpy as np

from zombicide_env.core.jit import records
from zombicide_env.core.words import closest_first
from zombicide_env.games.reading import FormatError, Path
from zombicide_env.games.zombicide import edition_module
from zombicide_env.games.zombicide.table.codes import OUTCOMES

from .positions import StepError
from .zombicide_expected import Expected

__all__ = ["ZombicidePosition", "position"]


class Modules:
    """The modules of an edition that are needed for playing from a position."""

    def __init__(self, edition: str) -> None:
        def of(name: str) -> ModuleType:
            return edition_module(edition, name)

        self.actions, self.decisions = of("numbers.actions"), of("numbers.decisions")
        self.place, self.run, self.rounds = of("positions.place"), of("positions.run"), of("positions.rounds")
        self.describe, self.notation = of("words.describe"), of("words.notation")


modules = cache(Modules)


class ZombicidePosition:
    """A game of the Zombicide family in the position that a vector describes (``positions.Position``)."""

    absent = ()

    def __init__(self, of: Modules, placed: Any) -> None:
        self.of = of
        self.runs: tuple[str, ...] = of.rounds.RUNS
        self.names = placed.names
        self.agents = placed.names.seats
        self.empty_is_empty: bool = of.describe.EMPTY_IS_EMPTY
        self.world = placed.world
        self.state = placed.state
        self._texts: dict[str, int] | None = None
        self._compounds: dict[str, list[int]] | None = None

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Self:
        """Return the position of a vector of the edition named by its key ``game``. Raises ``FormatError`` if it violates the format."""
        of = modules(document["game"])
        try:
            return cls(of, of.place.position(document))
        except FormatError:
            raise
        except ValueError as error:  # more cards, zones or tokens than the records hold
            raise FormatError((), str(error)) from error

    # ---- playing

    def decider(self) -> str | None:
        """The survivor that decides now; None if there is none."""
        code, who = self.of.notation.decision(self.state)
        return self.names.seats[who] if code else None

    def decides(self, agent: str) -> bool:
        """Return whether this agent decides now."""
        return self.decider() == agent

    def legal_texts(self) -> list[str]:
        """Return the legal texts of the decider."""
        return [*self._single(), *self._several()]

    def is_legal(self, text: str) -> bool:
        """Return whether the text is legal for the decider."""
        return text in self._single() or text in self._several()

    def play(self, text: str) -> None:
        """Play a legal text. Raises ``StepError`` if it is illegal."""
        if text in self._single():
            actions = [self._single()[text]]
        elif text in self._several():
            actions = self._several()[text]
        else:
            raise StepError(f"it is not legal; legal: {', '.join(closest_first(text, self.legal_texts())[:24])}")
        self._play(actions)

    def _play(self, actions: list[int]) -> None:
        for action in actions:
            self.of.run.step(records(self.world), records(self.state), action)
        self._changed()

    def run(self, step: str) -> None:
        """Carry out a ``run:`` step. Raises ``StepError`` if it is not allowed now."""
        code, who = self.of.notation.decision(self.state)
        if self.state["outcome"][0]:
            raise StepError(f"the game is over ({OUTCOMES[self.state['outcome'][0]]})")
        if code not in (0, self.of.decisions.TURN, self.of.decisions.ACTIVATE):
            raise StepError(f"{self.names.seats[who]} has to decide first ({', '.join(self.legal_texts()[:12])})")
        self.of.run.run(records(self.world), records(self.state), self.runs.index(step))
        self._changed()

    def _changed(self) -> None:
        """Clear the cached texts of the last decision; a decision without texts of its own takes its default (BP-D-41).

        If no survivor has room for the card, the taker gets it and makes room (BP-9.R2).
        """
        self._texts = self._compounds = None
        while self.of.notation.decision(self.state)[0] == self.of.decisions.GIFT:
            action = self.of.run.default(records(self.world), records(self.state))
            if action == self.of.actions.DONE:
                action = self.of.actions.RESCUE + self.of.notation.decision(self.state)[1]
            self.of.run.step(records(self.world), records(self.state), action)

    def _mask(self, state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        mask = np.zeros(self.of.actions.N_ACTIONS, np.int8)
        self.of.run.mask(records(self.world), records(state), mask)
        return mask

    def _single(self) -> dict[str, int]:
        if self._texts is None:
            every = self.of.notation.legal_texts(self.world, self.state, self.names, self._mask(self.state))
            self._texts = {text: action for text, action in every.items() if not self.of.notation.is_part(text)}
        return self._texts

    def _several(self) -> dict[str, list[int]]:
        if self._compounds is None:

            def apply(state: np.ndarray[Any, Any], action: int) -> np.ndarray[Any, Any]:
                self.of.run.step(records(self.world), records(state), action)
                return self._mask(state)

            automatic = int(self.world["automatic"][0])
            self.world["automatic"] = 0  # an automatic reflex would hide the target of the action
            self._compounds = self.of.notation.compounds(self.world, self.state, self.names, self._mask(self.state), apply)
            self.world["automatic"] = automatic
        return self._compounds

    def dice_problem(self) -> str:
        """Return the error if a die was needed that the vector does not script; "" if none."""
        return "a die that is not scripted was rolled" if self.state["tape_short"][0] else ""

    def dice_left(self) -> list[int]:
        """Return scripted dice that have not been rolled, where that is a failure."""
        if self.of.describe.DICE_MAY_BE_LEFT:
            return []
        s = self.state[0]
        return [int(die) for die in s["tape"][s["tape_pos"] : s["tape_n"]]]

    def left_open(self) -> str:
        """Return "": a vector may end before any decision."""
        return ""

    # ---- expectations

    def describe(self) -> dict[str, Any]:
        """Return the plain nested dict on which expectations are matched."""
        found: dict[str, Any] = self.of.describe.describe(self.world, self.state, self.names)
        return found

    def whole(self, path: tuple[str, ...]) -> bool:
        """Return whether an expectation at this path is a census: zones of zombies, spawn, tokens; the equipment pile."""
        return len(path) == 2 and (path[0] in self.of.describe.CENSUS or path == ("discards", "equipment"))

    def expectation(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``: survivors below ``survivors``, doors in zone order."""
        return Expected(self.of.describe, self.names, self.describe()["doors"]).read(expected, path)


position = ZombicidePosition.read
