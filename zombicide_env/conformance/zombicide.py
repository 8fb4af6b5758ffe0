"""Positions of the Zombicide family for the runner."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import entry, records
from zombicide_env.core.words import closest_first
from zombicide_env.games.zombicide.black_plague.edition import KINDS, SLOT_NAMES
from zombicide_env.games.zombicide.black_plague.numbers.actions import A_DONE, A_RESCUE, N_ACTIONS
from zombicide_env.games.zombicide.black_plague.numbers.tasks import (
    D_ACTIVATE,
    D_GIFT,
    D_TURN,
    RUN_ACTIVATION,
    RUN_END,
    RUN_ROUND,
    RUN_SPAWN,
    RUN_ZOMBIES,
)
from zombicide_env.games.zombicide.black_plague.positions.place import Placed, position
from zombicide_env.games.zombicide.black_plague.positions.read import DESCRIBE_KEYS
from zombicide_env.games.zombicide.black_plague.positions.text import PositionError
from zombicide_env.games.zombicide.black_plague.rules.course import run_step, step
from zombicide_env.games.zombicide.black_plague.rules.defaults import default_option
from zombicide_env.games.zombicide.black_plague.rules.legal import legal
from zombicide_env.games.zombicide.black_plague.words.describe import describe
from zombicide_env.games.zombicide.black_plague.words.names import Names
from zombicide_env.games.zombicide.black_plague.words.notation import compounds, decision, is_part, legal_texts
from zombicide_env.games.zombicide.table.codes import LEVELS, OUTCOMES, PHASES

from .checks import Path, check_known, check_number, check_numbers, check_one_of, the_list, the_mapping
from .positions import FormatError, StepError

__all__ = ["ZombicidePosition", "black_plague"]

RUNS: Final = {
    "activation_step": RUN_ACTIVATION,
    "spawn_step": RUN_SPAWN,
    "zombies_phase": RUN_ZOMBIES,
    "end_phase": RUN_END,
    "round": RUN_ROUND,
}
_SURVIVOR_KEYS: Final = (
    "zone", "alive", "wounds", "xp", "danger", "actions", "left", "right", "body", "pack", "unloaded", "skills", "searched", "rotten",
)  # fmt: skip
_CENSUS: Final = {"zombies": KINDS, "spawn": ("red", "blue", "green", "necromancer"), "tokens": ("dragon_bile",)}
_compiled = partial(entry, label="conformance vectors")


@_compiled
def _step(worlds: Any, states: Any, action: int) -> None:
    step(worlds[0], states[0], action)


@_compiled
def _legal(worlds: Any, states: Any, mask: Any) -> None:
    legal(worlds[0], states[0], mask)


@_compiled
def _default(worlds: Any, states: Any) -> int:
    action: int = default_option(worlds[0], states[0])
    return action


@_compiled
def _run(worlds: Any, states: Any, code: int) -> None:
    run_step(worlds[0], states[0], code)


def black_plague(document: Mapping[str, Any]) -> ZombicidePosition:
    """The position of a Black Plague vector; ``FormatError`` if it breaks the format."""
    try:
        return ZombicidePosition(position(document))
    except PositionError as error:
        raise FormatError(error.path, error.reason) from error
    except ValueError as error:  # more cards, zones or tokens than the records hold
        raise FormatError((), str(error)) from error


class ZombicidePosition:
    """A game of the Zombicide family at the moment that a vector describes (``positions.Position``)."""

    runs = tuple(RUNS)
    absent = ()

    def __init__(self, placed: Placed) -> None:
        self.names: Names = placed.names
        self.agents = placed.names.survivors
        self.world = placed.world
        self.state = placed.state
        self._texts: dict[str, int] | None = None
        self._compounds: dict[str, list[int]] | None = None

    # ---- playing

    def decider(self) -> str | None:
        """The survivor who decides now; None if nobody does."""
        code, who = decision(self.state)
        return self.names.survivors[who] if code else None

    def legal_texts(self) -> list[str]:
        """Texts of the decider."""
        return [*self._single(), *self._several()]

    def is_legal(self, text: str) -> bool:
        """Whether the decider may play the text."""
        return text in self._single() or text in self._several()

    def play(self, text: str) -> None:
        """Play a legal text; ``StepError`` if it is not."""
        if text in self._single():
            actions = [self._single()[text]]
        elif text in self._several():
            actions = self._several()[text]
        else:
            raise StepError(f"it is not legal; legal: {', '.join(closest_first(text, self.legal_texts())[:24])}")
        self._play(actions)

    def _play(self, actions: list[int]) -> None:
        for action in actions:
            _step(records(self.world), records(self.state), action)
        self._changed()

    def run(self, step: str) -> None:
        """Carry out a ``run:`` step; ``StepError`` if it may not be done now."""
        code, who = decision(self.state)
        if self.state["outcome"][0]:
            raise StepError(f"the game is over ({OUTCOMES[self.state['outcome'][0]]})")
        if code not in (0, D_TURN, D_ACTIVATE):
            raise StepError(f"{self.names.survivors[who]} has to decide first ({', '.join(self.legal_texts()[:12])})")
        _run(records(self.world), records(self.state), RUNS[step])
        self._changed()

    def _changed(self) -> None:
        """Forget the texts of the last decision; what has no text of its own takes its default (BP-D-41).

        If nobody has room for the card, the taker gets it and makes room himself (BP-9.R2).
        """
        self._texts = self._compounds = None
        while decision(self.state)[0] == D_GIFT:
            action = _default(records(self.world), records(self.state))
            if action == A_DONE:
                action = A_RESCUE + decision(self.state)[1]
            _step(records(self.world), records(self.state), action)

    def _mask(self, state: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        mask = np.zeros(N_ACTIONS, np.int8)
        _legal(records(self.world), records(state), mask)
        return mask

    def _single(self) -> dict[str, int]:
        if self._texts is None:
            every = legal_texts(self.world, self.state, self.names, self._mask(self.state))
            self._texts = {text: action for text, action in every.items() if not is_part(text)}
        return self._texts

    def _several(self) -> dict[str, list[int]]:
        if self._compounds is None:

            def apply(state: np.ndarray[Any, Any], action: int) -> np.ndarray[Any, Any]:
                _step(records(self.world), records(state), action)
                return self._mask(state)

            self._compounds = compounds(self.world, self.state, self.names, self._mask(self.state), apply)
        return self._compounds

    def dice_problem(self) -> str:
        """Whether a die was needed that the vector does not script."""
        return "a die that is not scripted was rolled" if self.state["tape_short"][0] else ""

    def dice_left(self) -> list[int]:
        """Scripted dice that have not been rolled."""
        s = self.state[0]
        return [int(die) for die in s["tape"][s["tape_pos"] : s["tape_n"]]]

    # ---- expectations

    def describe(self) -> dict[str, Any]:
        """The plain nested dict on which expectations are matched."""
        return describe(self.world, self.state, self.names)

    def whole(self, path: tuple[str, ...]) -> bool:
        """Whether an expectation at this path is a census: zones of zombies, spawn, tokens; the equipment pile."""
        if len(path) != 2:
            return False
        return path[0] in _CENSUS or path == ("discards", "equipment")

    def expectation(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """``expected`` with the keys of ``describe()``: survivors below ``survivors``, doors in zone order."""
        out: dict[str, Any] = {}
        survivors: dict[str, Any] = {}
        for key, value in expected.items():
            here = (*path, key)
            if key in self.names.survivors:
                survivors[key] = self._survivor(value, here)
            elif key == "survivors":
                for name, entry in the_mapping(value, here).items():
                    check_known(name, self.names.survivors, (*here, name), "survivor")
                    survivors[name] = self._survivor(entry, (*here, name))
            else:
                check_known(key, (*DESCRIBE_KEYS, *self.names.survivors), here, "key")
                out[key] = self._value(key, value, here)
        if survivors:
            out["survivors"] = survivors
        return out

    def _value(self, key: str, value: Any, path: Path) -> Any:
        zones = self.names.zones
        if key in _CENSUS:
            for zone, census in the_mapping(value, path).items():
                check_known(zone, zones, (*path, zone), "zone")
                check_numbers(census, _CENSUS[key], (*path, zone))
        elif key in ("noise", "noise_total"):
            check_numbers(value, zones, path, "zone")
        elif key == "supply":
            check_numbers(value, KINDS, path)
        elif key == "objectives":
            for zone, colour in the_mapping(value, path).items():
                check_known(zone, zones, (*path, zone), "zone")
                if colour is not None:
                    check_known(colour, ("red", "blue", "green"), (*path, zone), "colour")
        elif key == "doors":
            for name, door in the_mapping(value, path).items():
                check_known(door, ("open", "closed", "locked"), (*path, name), "state of a door")
            return {self._door(name, (*path, name)): door for name, door in value.items()}
        elif key == "discards":
            self._discards(value, path)
        elif key == "spawn_order":
            for number, zone in enumerate(the_list(value, path)):
                check_known(zone, zones, (*path, number), "zone")
        else:
            self._plain(key, value, path)
        return value

    def _plain(self, key: str, value: Any, path: Path) -> None:
        words: dict[str, Collection[str | None]] = {
            "phase": PHASES,
            "danger": LEVELS,
            "outcome": OUTCOMES[:3],
            "defeat": (None, "no_survivors", "necromancer", "quest"),
            "first_player": self.names.players,
        }
        if key in words:
            check_one_of(value, words[key], path)
        else:
            check_number(value, path)

    def _door(self, name: str, path: Path) -> str:
        """The name of a door in the order of ``describe()``; the vector may name its zones in either order."""
        zones = name.split("-")
        for zone in zones:
            check_known(zone, self.names.zones, path, "zone")
        name = "-".join(sorted(zones, key=self.names.zones.index))
        check_known(name, self.describe()["doors"], path, "door")
        return name

    def _discards(self, value: Any, path: Path) -> None:
        for pile, content in the_mapping(value, path).items():
            check_known(pile, ("equipment", "zombie"), (*path, pile), "pile")
            if pile == "equipment":
                check_numbers(content, self.names.cards[1:], (*path, pile), "card")
            else:
                check_number(content, (*path, pile))

    def _survivor(self, value: Any, path: Path) -> dict[str, Any]:
        entry = the_mapping(value, path)
        for key, expected in entry.items():
            here = (*path, key)
            check_known(key, _SURVIVOR_KEYS, here, "key")
            if key in ("wounds", "xp", "actions"):
                check_number(expected, here)
            elif key in ("alive", "searched", "rotten"):
                if not isinstance(expected, bool):
                    raise FormatError(here, f"must be true or false, not {expected!r}")
            elif key == "danger":
                check_known(expected, LEVELS, here, "level")
            elif key == "zone":
                if expected is not None:
                    check_known(expected, self.names.zones, here, "zone")
            elif key in ("left", "right", "body"):
                if expected is not None:
                    check_known(expected, self.names.cards[1:], here, "card")
            else:
                known = {"pack": self.names.cards[1:], "unloaded": SLOT_NAMES}.get(key)
                for number, word in enumerate(the_list(expected, here)):
                    if known is not None:
                        check_known(word, known, (*here, number), "card" if key == "pack" else "slot")
                    elif not isinstance(word, str):
                        raise FormatError((*here, number), f"must be a skill, not {word!r}")
        return entry
