"""Positions of Hit Z Road for the runner."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import buffers, entry, records
from zombicide_env.games.hit_z_road.content import card_numbers
from zombicide_env.games.hit_z_road.numbers import decisions as ASK
from zombicide_env.games.hit_z_road.numbers.actions import N_ACTIONS
from zombicide_env.games.hit_z_road.numbers.layout import CATEGORIES, DICE, OUTCOMES, RESULTS, ROLLS, RULES, STEPS, TOKENS, P
from zombicide_env.games.hit_z_road.positions.place import Placed, hit_z_road_position
from zombicide_env.games.hit_z_road.rules.step import legal, step, take_default
from zombicide_env.games.hit_z_road.rules.table import TABLE
from zombicide_env.games.hit_z_road.words.describe import DESCRIBE_KEYS, HIDDEN, PHASES, PLAYER_KEYS, decision, describe, player
from zombicide_env.games.hit_z_road.words.notation import legal_texts, parse
from zombicide_env.games.reading import FormatError, Path, a_list, a_mapping

from .checks import check_known, check_number, check_numbers, check_one_of
from .positions import StepError

__all__ = ["HitZRoadPosition", "position"]

RUNS: Final = ("auction", "card", "turn", "round", "game")
_AUCTION: Final = ("auction", "payment")  # phases of the auction
_WHOLE: Final = (("keys",), ("taken",), ("bonus_cards",), ("last_roll", "black"), ("last_roll", "red"))
_BATTLE_KEYS: Final = ("card", "zombies", "horde", "rule", "step", "melee_round", "wounds", "strikes")
_GRADES: Final = (None, *(f"grade_{n}" for n in range(1, 7)))


@entry
def _step(worlds: Any, states: Any, action: int) -> None:
    step(worlds[0], states[0], action)


@entry
def _legal(worlds: Any, states: Any, mask: Any) -> None:
    legal(worlds[0], states[0], mask)


@entry
def _default(worlds: Any, states: Any) -> None:
    take_default(worlds[0], states[0])


def position(document: Mapping[str, Any]) -> HitZRoadPosition:
    """Return the position of a vector. Raises ``FormatError`` if it violates the format."""
    return HitZRoadPosition(hit_z_road_position(document))


class HitZRoadPosition:
    """A game in the position that a vector describes (``positions.Position``)."""

    runs = RUNS
    empty_is_empty = False

    def __init__(self, placed: Placed) -> None:
        self.world = placed.world
        self.state = placed.state
        seats = tuple(player(p) for p in range(P))
        self.agents = seats[: int(placed.world["n_players"][0])]
        self.absent = seats[len(self.agents) :]

    # ---- playing

    def _mask(self) -> np.ndarray[Any, Any]:
        mask = np.zeros(N_ACTIONS, np.int8)
        _legal(records(self.world), records(self.state), buffers(mask))
        return mask

    def decider(self) -> str | None:
        """The player that decides now; None if the game is over."""
        code, who = decision(self.state)
        return self.agents[who] if code else None

    def decides(self, agent: str) -> bool:
        """Return whether this agent decides now."""
        return self.decider() == agent

    def legal_texts(self) -> list[str]:
        """Return the legal texts of the decider."""
        return legal_texts(self._mask())

    def is_legal(self, text: str) -> bool:
        """Return whether the text is legal for the decider."""
        return text in self.legal_texts()

    def play(self, text: str) -> None:
        """Play a legal text. Raises ``StepError`` if it is illegal."""
        try:
            action = parse(text, self._mask())
        except ValueError as error:
            raise StepError(str(error)) from error
        _step(records(self.world), records(self.state), action)

    def run(self, step: str) -> None:
        """Answer every decision by its default until ``step`` (a phase, round or game) is over.

        A round and a game may be over already. Raises ``StepError`` if another step is not in progress.
        """
        code = decision(self.state)[0]
        phase = self._phase()
        going_on = {
            "auction": phase in _AUCTION,
            "card": phase in ("event", "battle"),
            "turn": phase not in (*_AUCTION, "over"),
        }.get(step, True)
        if not going_on:
            raise StepError(f"the pending decision is {ASK.NAMES[code - ASK.FIRST] if code else 'none: the game is over'}")
        before = self._progress(step)
        while decision(self.state)[0] and self._progress(step) == before:
            _default(records(self.world), records(self.state))

    def _phase(self) -> str:
        """Return the part of the round to which the decision belongs."""
        code = decision(self.state)[0]
        return TABLE.decisions[code].phase if code else "over"

    def _progress(self, step: str) -> Any:
        """Return a value that changes when ``step`` is over."""
        s = self.state[0]
        fields: dict[str, Callable[[], Any]] = {
            "auction": lambda: (int(s["round"]), self._phase() in _AUCTION),
            "card": lambda: int(s["n_cards_done"]),
            "turn": lambda: int(s["n_routes_done"]),
            "round": lambda: int(s["round"]),
            "game": lambda: None,
        }
        return fields[step]()

    def dice_problem(self) -> str:
        """Return the error if a die was needed that the vector does not script, or cannot show the scripted result; "" if none."""
        s = self.state[0]
        if s["tape_wrong"]:
            return "a scripted result that the die rolled does not have"
        return f"a die that is not scripted was rolled (after {s['tape_n']} scripted dice)" if s["tape_short"] else ""

    def dice_left(self) -> list[str]:
        """Return scripted dice that have not been rolled."""
        s = self.state[0]
        return [RESULTS[die] for die in s["tape"][s["tape_pos"] : s["tape_n"]].tolist()]

    def left_open(self) -> str:
        """Return "": a vector may end before any decision."""
        return ""

    # ---- expectations

    def describe(self) -> dict[str, Any]:
        """Return the plain nested dict on which expectations are matched."""
        return describe(self.world, self.state, self._mask())

    def whole(self, path: tuple[Any, ...]) -> bool:
        """Return whether an expectation at this path is compared as a whole."""
        return path in _WHOLE or (len(path) == 3 and path[0] == "players" and path[2] == "tokens")

    def expectation(self, expected: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return ``expected`` with the keys of ``describe()``: players below ``players``."""
        out: dict[str, Any] = {}
        players: dict[str, Any] = {}
        for key, value in expected.items():
            here = (*path, key)
            if key in self.agents:
                players.setdefault(key, {}).update(self._player(value, here))
            elif key == "players":
                for name, entry in a_mapping(value, here).items():
                    check_known(name, self.agents, (*here, name), "player")
                    players.setdefault(name, {}).update(self._player(entry, (*here, name)))
            else:
                check_known(key, (*DESCRIBE_KEYS, *self.agents), here, "key")
                self._check(key, value, here)
                out[key] = value
        if players:
            out["players"] = players
        return out

    def _check(self, key: str, value: Any, path: Path) -> None:
        words: dict[str, Collection[Any]] = {
            "game": ("hit_z_road",),
            "phase": PHASES,
            "decision": (None, *ASK.NAMES),
            "to_act": (None, *self.agents),
            "outcome": OUTCOMES[:3],
            "grade": _GRADES,
        }
        if key in words:
            check_one_of(value, words[key], path)
        elif key in ("round", "due", "deck_left"):
            check_number(value, path)
        elif key in ("deck", "keys", "routes", "taken"):
            self._by_number(key, value, path)
        elif key in ("bids", "scores"):
            for name, number in a_mapping(value, path).items():
                check_known(name, self.agents, (*path, name), "player")
                check_number(number, (*path, name))
        elif key in ("turn_order", "winners"):
            for k, name in enumerate(a_list(value, path)):
                check_known(name, self.agents, (*path, k), "player")
        elif key == "legal":
            for k, text in enumerate(a_list(value, path)):
                if not isinstance(text, str):
                    raise FormatError((*path, k), f"must be a text, not {text!r}")
        elif key == "bonus_cards":
            for name, owner in a_mapping(value, path).items():
                check_known(name, CATEGORIES, (*path, name), "bonus card")
                check_one_of(owner, (None, *self.agents), (*path, name))
        elif value is not None:  # battle, last_roll
            self._dice_or_battle(key, a_mapping(value, path), path)

    def _by_number(self, key: str, value: Any, path: Path) -> None:
        last = 3 if key == "deck" else int(self.world["n_routes"][0])
        for number, content in a_mapping(value, path).items():
            here = (*path, number)
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= last:
                raise FormatError(here, f"must be a number from 1 to {last}, not {number!r}")
            if key == "taken":
                check_known(content, self.agents, here, "player")
            elif key == "routes":
                for k, card in enumerate(a_list(content, here)):
                    check_known(card, (*card_numbers(), HIDDEN), (*here, k), "card")
            else:
                check_number(content, here)

    def _dice_or_battle(self, key: str, value: dict[Any, Any], path: Path) -> None:
        for name, content in value.items():
            here = (*path, name)
            if key == "battle":
                check_known(name, _BATTLE_KEYS, here, "key")
                if name == "card":
                    check_known(content, card_numbers(), here, "card")
                elif name in ("rule", "step"):
                    check_one_of(content, (None, *RULES[1:]) if name == "rule" else STEPS, here)
                else:
                    check_number(content, here)
            else:
                check_known(name, ("kind", *DICE), here, "key")
                if name == "kind":
                    check_one_of(content, ROLLS[1:], here)
                else:
                    check_numbers(content, RESULTS, here, "die result")

    def _player(self, value: Any, path: Path) -> dict[str, Any]:
        entry = a_mapping(value, path)
        for key, expected in entry.items():
            here = (*path, key)
            check_known(key, PLAYER_KEYS, here, "key")
            if key in ("alive", "liquidator"):
                if not isinstance(expected, bool):
                    raise FormatError(here, f"must be true or false, not {expected!r}")
            elif key == "tokens":
                check_numbers(expected, TOKENS, here, "token")
            elif key == "cards":
                for k, card in enumerate(a_list(expected, here)):
                    check_known(card, card_numbers(), (*here, k), "card")
            else:
                check_number(expected, here)
        return entry
