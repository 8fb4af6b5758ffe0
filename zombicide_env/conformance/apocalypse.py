"""Positions of Apocalypse for the runner: its expectations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zombicide_env.games.reading import FormatError, Path, a_list, a_mapping

from .checks import check_known, check_number, check_numbers, check_one_of
from .zombicide import ZombicidePosition
from .zombicide_expected import Expected

__all__ = ["ApocalypsePosition", "position"]


class ApocalypsePosition(ZombicidePosition):
    """A game of Apocalypse in the position that a vector describes (``positions.Position``)."""

    def expectation(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``: survivors below ``survivors``, doors in zone order."""
        return _Expected(self.of.describe, self.names, self.describe()["doors"]).read(expected, path)


class _Expected(Expected):
    """Expectations specific to Apocalypse."""

    def _own(self, key: str, value: Any, path: Path) -> None:
        if key == "to_act":
            check_one_of(value, (None, *self.names.seats), path)
        elif key == "los":
            for zone, seen in a_mapping(value, path).items():
                check_known(zone, self.names.zones, (*path, zone), "zone")
                check_numbers(seen, self.names.zones, (*path, zone), "zone")
        elif key == "bombs":
            for zone, owners in a_mapping(value, path).items():
                check_known(zone, self.names.zones, (*path, zone), "zone")
                _check_words(owners, self.names.survivors, (*path, zone), "survivor")
        elif key == "cars":
            for name, car in a_mapping(value, path).items():
                check_known(name, self.names.cars, (*path, name), "car")
                self._car(car, (*path, name))
        elif key == "zm":
            self._master(value, path)
        else:
            zones, cards = self.names.zones, self.names.cards[1:]
            known = {"fire_timers": (zones, "zone"), "decks": (("equipment", "zombie"), "deck")}.get(key, (cards, "card"))
            check_numbers(value, known[0], path, known[1])

    def _car(self, value: Any, path: Path) -> None:
        words = {"kind": self.of.CAR_KINDS, "zone": self.names.zones, **dict.fromkeys(self.of.SEAT_NAMES, (None, *self.names.survivors))}
        for key, expected in a_mapping(value, path).items():
            here = (*path, key)
            check_known(key, (*words, "started", "searched", "supplies"), here, "key")
            if key in words:
                check_one_of(expected, words[key], here)
            elif key == "supplies":
                _check_words(expected, self.names.cards[1:], here, "card")
            else:
                _check_flag(expected, here)

    def _master(self, value: Any, path: Path) -> None:
        for key, expected in a_mapping(value, path).items():
            here = (*path, key)
            check_known(key, ("hand", "hand_size", "active", "discard"), here, "key")
            if key == "hand_size":
                check_number(expected, here)
            elif key == "active":
                for card, target in a_mapping(expected, here).items():
                    check_known(card, self.of.MASTER_CARDS, (*here, card), "card")
                    check_one_of(target, (None, *self.names.zones, *self.names.survivors), (*here, card))
            else:
                _check_words(expected, self.of.MASTER_CARDS, here, "card")

    def _own_of_survivor(self, key: str, value: Any, path: Path) -> None:
        if key in ("left_board", "in_play", "hidden"):
            _check_flag(value, path)
        elif key == "in_car":
            check_one_of(value, (None, *(f"{car}.{seat}" for car in self.names.cars for seat in self.of.SEAT_NAMES)), path)
        elif key == "minimissions":
            for name, done in a_mapping(value, path).items():
                check_known(name, self.of.MINI_MISSIONS, (*path, name), "mini-mission")
                _check_words(done, self.of.TASKS[name], (*path, name), "task")
        else:
            check_number(value, path)


def _check_words(value: Any, known: tuple[str, ...], path: Path, what: str) -> None:
    for number, word in enumerate(a_list(value, path)):
        check_known(word, known, (*path, number), what)


def _check_flag(value: Any, path: Path) -> None:
    if not isinstance(value, bool):
        raise FormatError(path, f"must be true or false, not {value!r}")


position = ApocalypsePosition.read
