"""Expectations of vectors of the Zombicide family, read and checked against the keys and words of its edition's ``describe``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import ModuleType
from typing import Any

from zombicide_env.games.reading import FormatError, Path, a_list, a_mapping
from zombicide_env.games.zombicide.table.codes import LEVELS

from .checks import check_known, check_number, check_numbers, check_one_of

__all__ = ["Expected"]


class Expected:
    """Reads expectations: ``of`` is the edition's module ``words.describe``, ``names`` and ``doors`` are those of the position."""

    def __init__(self, of: ModuleType, names: Any, doors: Collection[str]) -> None:
        self.of, self.names, self.doors = of, names, doors

    def read(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``: survivors below ``survivors``, doors in zone order."""
        out: dict[str, Any] = {}
        survivors: dict[str, Any] = {}
        for key, value in expected.items():
            here = (*path, key)
            if key in self.names.survivors:
                survivors.setdefault(key, {}).update(self._survivor(value, here))
            elif key == "survivors":
                for name, entry in a_mapping(value, here).items():
                    check_known(name, self.names.survivors, (*here, name), "survivor")
                    survivors.setdefault(name, {}).update(self._survivor(entry, (*here, name)))
            else:
                check_known(key, (*self.of.KEYS, *self.names.survivors), here, "key")
                out[key] = self._value(key, value, here)
        if survivors:
            out["survivors"] = survivors
        return out

    def _value(self, key: str, value: Any, path: Path) -> Any:
        zones = self.names.zones
        if key in self.of.OWN_KEYS:
            self._own(key, value, path)
        elif key in self.of.CENSUS:
            for zone, census in a_mapping(value, path).items():
                check_known(zone, zones, (*path, zone), "zone")
                check_numbers(census, self.of.CENSUS[key], (*path, zone))
        elif key in ("noise", "noise_total"):
            check_numbers(value, zones, path, "zone")
        elif key == "supply":
            check_numbers(value, self.of.KINDS, path)
        elif key == "objectives":
            for zone, colour in a_mapping(value, path).items():
                check_known(zone, zones, (*path, zone), "zone")
                if colour is not None:
                    check_known(colour, self.of.OBJECTIVES, (*path, zone), "colour")
        elif key == "doors":
            for name, door in a_mapping(value, path).items():
                check_known(door, ("open", "closed", "locked"), (*path, name), "state of a door")
            return {self._door(name, (*path, name)): door for name, door in value.items()}
        elif key == "discards":
            self._discards(value, path)
        elif key == "spawn_order":
            for number, zone in enumerate(a_list(value, path)):
                check_known(zone, zones, (*path, number), "zone")
        else:
            self._plain(key, value, path)
        return value

    def _own(self, key: str, value: Any, path: Path) -> None:
        """Check a value that only this edition describes."""

    def _own_of_survivor(self, key: str, value: Any, path: Path) -> None:
        """The same for a survivor."""

    def _plain(self, key: str, value: Any, path: Path) -> None:
        words: dict[str, Collection[str | None]] = {**self.of.WORDS, "first_player": self.names.players}
        if key in words:
            check_one_of(value, words[key], path)
        else:
            check_number(value, path)

    def _door(self, name: str, path: Path) -> str:
        """Return the name of a door in the order of ``describe()``; the vector may name its zones in either order."""
        zones = name.split("-")
        for zone in zones:
            check_known(zone, self.names.zones, path, "zone")
        name = "-".join(sorted(zones, key=self.names.zones.index))
        check_known(name, self.doors, path, "door")
        return name

    def _discards(self, value: Any, path: Path) -> None:
        for pile, content in a_mapping(value, path).items():
            check_known(pile, ("equipment", "zombie"), (*path, pile), "pile")
            if pile == "equipment":
                check_numbers(content, self.names.cards[1:], (*path, pile), "card")
            else:
                check_number(content, (*path, pile))

    def _survivor(self, value: Any, path: Path) -> dict[str, Any]:
        entry = a_mapping(value, path)
        for key, expected in entry.items():
            here = (*path, key)
            check_known(key, self.of.SURVIVOR_KEYS, here, "key")
            if key in self.of.OWN_SURVIVOR_KEYS:
                self._own_of_survivor(key, expected, here)
            elif key in ("wounds", "xp", "actions"):
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
                known = {"pack": self.names.cards[1:], "unloaded": self.of.SLOT_NAMES}.get(key)
                for number, word in enumerate(a_list(expected, here)):
                    if known is not None:
                        check_known(word, known, (*here, number), "card" if key == "pack" else "slot")
                    elif not isinstance(word, str):
                        raise FormatError((*here, number), f"must be a skill, not {word!r}")
        return entry
