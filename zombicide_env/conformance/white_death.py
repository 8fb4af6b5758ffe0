"""Positions of White Death for the runner: its expectations, and texts that represent several actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from zombicide_env.core.jit import records
from zombicide_env.games.reading import FormatError, Path, a_list, a_mapping
from zombicide_env.games.zombicide.table.codes import LEVELS

from .checks import check_known, check_number, check_numbers, check_one_of
from .zombicide import ZombicidePosition
from .zombicide_expected import Expected

__all__ = ["WhiteDeathPosition", "position"]


class WhiteDeathPosition(ZombicidePosition):
    """A game of White Death in the position that a vector describes (``positions.Position``)."""

    def is_legal(self, text: str) -> bool:
        """Return whether the text is legal for the decider."""
        return text in self._single() or self._found(text) is not None

    def play(self, text: str) -> None:
        """Play a legal text. Raises ``StepError`` if it is illegal."""
        actions = None if text in self._single() else self._found(text)
        if actions is None:
            super().play(text)
        else:
            self._play(actions)

    def legal_texts(self) -> list[str]:
        """Return the legal texts of the decider; of Guard Actions and the like only the beginnings."""
        every = self.of.notation.legal_texts(self.world, self.state, self.names, self._mask(self.state))
        return [*every]

    def _found(self, text: str) -> list[int] | None:
        """Return the actions of a text that represents several, None if it is not legal."""
        parts = self.of.notation.expand(text)
        found = self._walk(text, parts) if len(parts) > 1 else None
        return self._several().get(text) if found is None else found

    def _walk(self, text: str, parts: list[str]) -> list[int] | None:
        """Play the parts on a copy; parts that the engine has already answered are skipped."""
        state = self.state.copy()
        actions = []
        saved: set[str] = set()  # survivors that the Lifesaver may rescue
        for place, part in enumerate(parts):
            texts = self.of.notation.legal_texts(self.world, state, self.names, self._mask(state))
            while {"accept", "stay"} == set(texts):  # survivors of other players always accept
                actions.append(texts["accept"])
                self.of.run.step(records(self.world), records(state), actions[-1])
                texts = self.of.notation.legal_texts(self.world, state, self.names, self._mask(state))
            saved |= {there.removeprefix("rescue ") for there in texts if there.startswith("rescue ")}
            if part in texts:
                actions.append(texts[part])
                self.of.run.step(records(self.world), records(state), texts[part])
            elif place == 0 or part.partition(" ")[0] not in ("rescue", "done", "along"):
                return None
            if state["outcome"][0] and saved:  # the first of several has carried the Beacon to the end of the game (WD-25.75)
                who, guards = _named(text)
                there = self.names.zone_index[text.split()[2]]
                return actions if who <= saved and guards <= self.state[0]["guards"][there] else None
        if text.startswith("use lifesaver") and self._saved(state) != _named(text):
            return None
        return actions

    def _saved(self, after: Any) -> tuple[set[str], int]:
        """Return the survivors that moved, and the number of Guards that joined, in another state."""
        before, now = self.state[0], after[0]
        moved = {name for i, name in enumerate(self.names.survivors) if before["zone"][i] != now["zone"][i]}
        here = before["zone"][self.of.notation.decision(self.state)[1]]
        return moved, int(now["guards"][here]) - int(before["guards"][here])

    def left_open(self) -> str:
        """Return the open decision, unless it is an action, or the choice of who acts next."""
        code, who = self.of.notation.decision(self.state)
        if self.state["outcome"][0] or code in (0, self.of.decisions.TURN, self.of.decisions.ACTIVATE):
            return ""
        return f"{self.names.seats[who]} has to decide ({', '.join(self.legal_texts()[:12])})"

    # ---- expectations

    def expectation(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``: survivors below ``survivors``."""
        return _Expected(self.of.describe, self.names, ()).read(expected, path)

    def whole(self, path: tuple[str, ...]) -> bool:
        """Return whether an expectation at this path is compared as a whole."""
        if len(path) == 3 and path[0] == "survivors" and path[2] == "sees":
            return True
        return len(path) == 2 and (path[0] in ("zombies", "spawn", "los") or path == ("discards", "equipment"))


def _named(text: str) -> tuple[set[str], int]:
    who = text.split()[3].split("+")
    guards = sum(int(part.partition(":")[2]) for part in who if part.startswith("guards:"))
    return {name for name in who if ":" not in name}, guards


class _Expected(Expected):
    """Expectations specific to White Death."""

    def _value(self, key: str, value: Any, path: Path) -> Any:
        zones = self.names.zones
        numbers: dict[str, Collection[str]] = {
            "supply": self.of.KINDS,
            "objectives_removed": self.of.COLOURS,
            "decks": ("equipment", "zombie", "artefact"),
            "totals": self.of.TOTALS,
        }
        if key in self.of.CENSUS or key == "los":
            for zone, census in a_mapping(value, path).items():
                check_known(zone, zones, (*path, zone), "zone")
                check_numbers(census, zones if key == "los" else self.of.CENSUS[key], (*path, zone))
        elif key in ("noise", "noise_total", "guards", "cauldrons", "loose_ladders", "artefacts", "prepared"):
            check_numbers(value, zones, path, "zone")
        elif key in numbers:
            check_numbers(value, numbers[key], path)
        elif key in ("kinds", "objectives"):
            words = ("street", "rampart", "indoor", "ruin", "defiled") if key == "kinds" else (None, *self.of.COLOURS)
            for zone, word in a_mapping(value, path).items():
                check_known(zone, zones, (*path, zone), "zone")
                check_one_of(word, words, (*path, zone))
        elif key in ("freeze", "defiled", "rope_ladders"):
            for place, word in enumerate(a_list(value, path)):
                for zone in str(word).split("-") if key == "rope_ladders" else (word,):
                    check_known(zone, zones, (*path, place), "zone")
        elif key == "discards":
            self._discards(value, path)
        elif key == "beacon":
            check_one_of(value, (None, *zones), path)
        elif key in self.of.WORDS:
            check_one_of(value, self.of.WORDS[key], path)
        else:
            check_number(value, path)
        return value

    def _survivor(self, value: Any, path: Path) -> dict[str, Any]:
        entry = a_mapping(value, path)
        cards = self.names.cards[1:]
        for key, expected in entry.items():
            here = (*path, key)
            check_known(key, self.of.SURVIVOR_KEYS, here, "key")
            if key in ("wounds", "xp", "actions", "laps", "rope_ladders"):
                check_number(expected, here)
            elif key in ("alive", "searched", "guard_action", "beacon"):
                if not isinstance(expected, bool):
                    raise FormatError(here, f"must be true or false, not {expected!r}")
            elif key == "danger":
                check_known(expected, LEVELS, here, "level")
            elif key == "sees":
                check_numbers(expected, self.names.zones, here, "zone")
            elif key in ("zone", "left", "right", "body"):
                check_one_of(expected, (None, *(self.names.zones if key == "zone" else cards)), here)
            else:
                known = {"pack": cards, "unloaded": self.of.SLOT_NAMES, "tokens": self.of.KEPT}.get(key)
                for number, word in enumerate(a_list(expected, here)):
                    if known is not None:
                        check_known(word, known, (*here, number), "word")
                    elif not isinstance(word, str):
                        raise FormatError((*here, number), f"must be a skill, not {word!r}")
        return dict(entry)


position = WhiteDeathPosition.read
