"""Positions of Z-Game for the runner."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from zombicide_env.core.jit import buffers, records
from zombicide_env.core.state_validation import StateValidator
from zombicide_env.games.reading import FormatError, Path, a_list, a_mapping
from zombicide_env.games.z_game.numbers.actions import A_CONFIRM, N_ACTIONS
from zombicide_env.games.z_game.numbers.layout import CARDS, CHARACTERS, DECKS, FACTIONS, PHASES
from zombicide_env.games.z_game.positions import run
from zombicide_env.games.z_game.positions.place import Placed, z_game_position
from zombicide_env.games.z_game.rules.kernels import KERNELS
from zombicide_env.games.z_game.rules.status import BOUNDS, Status
from zombicide_env.games.z_game.words.describe import CHARACTER_KEYS, DESCRIBE_KEYS, FIGHT_KEYS, LOCATION_KEYS, PLAYER_KEYS, describe
from zombicide_env.games.z_game.words.notation import asked, called, legal_texts, node_of, parse

from .checks import check_known
from .positions import StepError

__all__ = ["ZGamePosition", "position"]


def position(document: Mapping[str, Any]) -> ZGamePosition:
    """Return the position of a vector. Raises ``FormatError`` if it violates the format."""
    return ZGamePosition(z_game_position(document))


def _add(out: dict[str, Any], group: str, name: Any, entry: dict[str, Any]) -> None:
    """Add expectations about one member; the short form and the full keys may both refer to it."""
    out.setdefault(group, {}).setdefault(name, {}).update(entry)


class ZGamePosition:
    """A game in the position that a vector describes (``positions.Position``)."""

    runs = PHASES
    empty_is_empty = False

    def __init__(self, placed: Placed) -> None:
        self.world = placed.world
        self.state = placed.state
        n = int(placed.world["n_players"][0])
        self.seats = tuple(f"player_{p}" for p in range(n))
        self.agents = (*FACTIONS, *self.seats)
        self.absent: tuple[str, ...] = ()
        self._soundness = StateValidator(KERNELS, BOUNDS, self.state.dtype, self.world, N_ACTIONS)
        self._check()

    # ---- playing

    def _mask(self) -> np.ndarray[Any, Any]:
        mask = np.zeros(N_ACTIONS, np.int8)
        run.mask(records(self.world), records(self.state), buffers(mask))
        return mask

    def _check(self) -> None:
        """Check invariants of every decision: some legal action, a unique text for each, a valid state (ZG-6.8)."""
        (flags,), _ = self._soundness.look(self.state)
        if flags:
            raise RuntimeError(f"broken invariants: {Status(int(flags))} {self._soundness.fault(self.state)}")
        mask = self._mask()
        texts = legal_texts(self.state, mask)
        if node_of(self.state)[0] is not None and not texts:
            raise RuntimeError("a decision without a legal action")
        if len(set(texts)) != len(texts):
            raise RuntimeError(f"two actions share a text: {texts}")
        for action, text in zip(np.flatnonzero(mask).tolist(), texts, strict=True):
            if parse(self.state, text, mask) != action:
                raise RuntimeError(f"{text!r} is not read as the action that it is the text of")

    def decider(self) -> str | None:
        """The player that decides now; None if there is none."""
        node, who = node_of(self.state)
        return called(self.state, who) if node else None

    def decides(self, agent: str) -> bool:
        """Return whether this player decides now, named by faction or seat."""
        node, who = node_of(self.state)
        return node is not None and agent in (called(self.state, who), self.seats[who])

    def legal_texts(self) -> list[str]:
        """Return the legal texts of the decider."""
        return legal_texts(self.state, self._mask())

    def is_legal(self, text: str) -> bool:
        """Return whether the text is legal for the decider."""
        return text in self.legal_texts()

    def _apply(self, action: int) -> None:
        run.carry_out(records(self.world), records(self.state), run.STEP, action)
        self._check()

    def play(self, text: str) -> None:
        """Play a legal text. Raises ``StepError`` if it is illegal."""
        try:
            action = parse(self.state, text, self._mask())
        except ValueError as error:
            raise StepError(str(error)) from error
        self._apply(action)

    def run(self, step: str) -> None:
        """Play passively until the phase is complete: ``fight``, otherwise the legal action with the lowest id."""
        s: Any = self.state[0]
        goal = int(s["round"]) * 32 + PHASES.index(step)
        if goal < int(s["round"]) * 32 + int(s["phase"]):
            goal += 32
        while node_of(self.state)[0] is not None and int(s["round"]) * 32 + int(s["phase"]) <= goal:
            row = asked(self.state)
            fights = row is not None and row.notation.get("confirm") == "fight"
            self._apply(A_CONFIRM if fights else int(np.flatnonzero(self._mask())[0]))

    def dice_problem(self) -> str:
        """Return the error if a die or a zombie card was needed that the vector does not script; "" if none."""
        s: Any = self.state[0]
        if not s["tape_short"]:
            return ""
        return f"a die or zombie card that is not scripted was needed (after {s['tape_n']} dice and {s['zombie_n']} zombie cards)"

    def dice_left(self) -> list[Any]:
        """Return scripted dice and zombie cards that have not been used."""
        s: Any = self.state[0]
        cards = [f"{card // 16}/{card % 16}" for card in s["zombie_tape"][s["zombie_pos"] : s["zombie_n"]].tolist()]
        return [*s["tape"][s["tape_pos"] : s["tape_n"]].tolist(), *cards]

    def left_open(self) -> str:
        """Return "": a vector may end before any decision."""
        return ""

    # ---- expectations

    def describe(self) -> dict[str, Any]:
        """Return the plain nested dict on which expectations are matched; players are also listed by seat."""
        found = describe(self.world, self.state)
        for p, seat in enumerate(self.seats):
            found["players"].setdefault(seat, found["players"][called(self.state, p)])
        found["winners"].sort()
        return found

    def whole(self, path: tuple[Any, ...]) -> bool:
        """Return False: mappings are compared partially at every depth."""
        return False

    def expectation(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``: nested by player, character or location, lists without order sorted."""
        out: dict[str, Any] = {}
        entries: Mapping[Any, Any] = expected  # locations are numbers
        for key, value in entries.items():
            here = (*path, key)
            if isinstance(key, int) or str(key).isdecimal():
                _add(out, "locations", self._location(key, here), self._entry(value, LOCATION_KEYS, here))
            elif key in self.agents:
                _add(out, "players", key, self._player(value, here))
            elif key in CHARACTERS:
                _add(out, "characters", key, self._entry(value, CHARACTER_KEYS, here))
            else:
                check_known(key, (*DESCRIBE_KEYS, *self.agents, *CHARACTERS), here, "key")
                self._whole_key(out, key, value, here)
        return out

    def _whole_key(self, out: dict[str, Any], key: str, value: Any, path: Path) -> None:
        self._check_names(key, value, path)
        if key == "players":
            for name, entry in a_mapping(value, path).items():
                check_known(name, self.agents, (*path, name), "player")
                _add(out, "players", name, self._player(entry, (*path, name)))
        elif key == "characters":
            for name, entry in a_mapping(value, path).items():
                check_known(name, CHARACTERS, (*path, name), "character")
                _add(out, "characters", name, self._entry(entry, CHARACTER_KEYS, (*path, name)))
        elif key == "locations":
            for loc, entry in a_mapping(value, path).items():
                _add(out, "locations", self._location(loc, (*path, loc)), self._entry(entry, LOCATION_KEYS, (*path, loc)))
        elif key == "squads":
            out[key] = {self._location(loc, (*path, loc)): squads for loc, squads in a_mapping(value, path).items()}
        elif key in ("decks", "discards", "piles") and value is not None:
            out[key] = {name: self._sorted(cards, (*path, name)) for name, cards in a_mapping(value, path).items()}
        elif key == "winners":
            out[key] = sorted(a_list(value, path), key=str)
        elif key == "fight" and value is not None:
            out[key] = self._entry(value, FIGHT_KEYS, path)
            self._check_names("strength", out[key].get("strength"), (*path, "strength"))
        else:
            out[key] = value

    def _check_names(self, key: str, value: Any, path: Path) -> None:
        """Check the names in a mapping of decks, zombie cards, factions or players."""
        known: dict[str, Collection[str]] = {
            **dict.fromkeys(("decks", "discards"), DECKS),
            "deck_sizes": (*DECKS, "zombie"),
            "zombie_deck": self.describe()["zombie_deck"],
            "piles": FACTIONS,
            "strength": self.agents,
        }
        if key in known and value is not None:
            for name in a_mapping(value, path):
                check_known(name, known[key], (*path, name), "name")

    def _location(self, value: Any, path: Path) -> int:
        last = int(self.world["n_locations"][0]) - 1
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= last:
            raise FormatError(path, f"must be a location from 0 to {last}, not {value!r}")
        return number

    def _entry(self, value: Any, known: tuple[str, ...], path: Path) -> dict[str, Any]:
        entry = a_mapping(value, path)
        for key in entry:
            check_known(key, known, (*path, key), "key")
        return entry

    def _player(self, value: Any, path: Path) -> dict[str, Any]:
        entry = self._entry(value, PLAYER_KEYS, path)
        return {key: self._sorted(cards, (*path, key)) if key in ("hand", "scheme") else cards for key, cards in entry.items()}

    def _sorted(self, value: Any, path: Path) -> list[Any]:
        """Return cards in the order of their indices: these lists match in any order."""
        for k, card in enumerate(a_list(value, path)):
            check_known(card, CARDS, (*path, k), "card")
        return sorted(value, key=CARDS.index)
