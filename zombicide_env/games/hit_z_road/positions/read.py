"""Read a position: the content of a document, checked and converted to plain numbers; nothing is guessed.

The keys are those of conformance vectors (``players``, ``round``, ``phase``, ``routes`` ...).  Players, routes and places are
numbered from 0, cards from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ...reading import FormatError, Path, a_flag, a_list, a_mapping, a_number, a_word, known_keys, needed
from ..content import card_numbers, cards
from ..numbers.layout import MAX_GROUP, MOST_RESOURCE, MOST_TOKENS, PLACES, RESOURCES, RESULTS, ROUNDS, STEPS, TAPE, TOKENS, P, R

__all__ = ["FormatError", "Path", "PlayerText", "PositionText", "read_position"]

PHASES: Final = ("setup", "planning", "auction", "route", "card", "battle", "end")
_LAID_OUT: Final = ("auction", "route", "card", "battle")
_TURN: Final = ("route", "card", "battle")
_HEAD: Final = ("id", "rules", "title", "game", "play", "expect", "automatic", "dice", "players", "phase")
_COURSE: Final = ("round", "keys", "cards", "taken")
#: Keys that a phase allows in addition to those of every vector.
_KEYS: Final = {
    "setup": (),
    "planning": _COURSE,
    "auction": (*_COURSE, "routes"),
    "route": (*_COURSE, "routes", "turn"),
    "card": (*_COURSE, "routes", "turn", "card"),
    "battle": (*_COURSE, "routes", "turn", "battle"),
    "end": _COURSE,
}
_RULE: Final = re.compile(r"HZ-(\d+\.R?\d+|D-\d+)")
_ALL_KEYS: Final = (*_HEAD, "round", "keys", "cards", "routes", "taken", "turn", "card", "battle")
_PLAYER_KEYS: Final = ("alive", "survivors", *RESOURCES, "tokens", "cards", "bonus", "liquidator")
_MOST_POINTS: Final = 9999
_MOST_ZOMBIES: Final = 999
_MOST_ROUNDS: Final = 999


@dataclass(frozen=True)
class PlayerText:
    """A player as in the document."""

    alive: bool = True
    survivors: int = 5
    own: tuple[int, ...] = (4, 4, 4)
    tokens: Mapping[int, int] = field(default_factory=dict)
    cards: tuple[int, ...] = ()
    bonus: int = 0
    liquidator: bool = False


@dataclass(frozen=True)
class PositionText:
    """A whole position.  ``keys`` is None if the document leaves them to HZ-10.R1."""

    players: tuple[PlayerText, ...]
    order: tuple[int, ...]  # all seats, #1 first
    round: int
    phase: str
    routes: tuple[tuple[int, int], ...] = ()
    taken: Mapping[int, int] = field(default_factory=dict)
    keys: Mapping[int, int] | None = None
    turn: int = -1
    place: int = -1  # of the card being played
    zombies: int = 0
    step: int = 0
    melee_round: int = 0
    dice: tuple[int, ...] | None = ()  # None: from the generator
    cards: tuple[int, ...] = ()
    automatic: bool = False

    @property
    def n_routes(self) -> int:
        """Number of routes of a round."""
        return routes_for(len(self.players))


def routes_for(players: int) -> int:
    """Return the number of routes (HZ-4.1, HZ-4.2)."""
    return R if players == P else R - 1


class _Reader:
    """Reader of one document, with the cards named so far."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.laid: set[int] = set()
        self.collected: set[int] = set()
        self.on_deck: set[int] = set()

    # ---- parts

    def read(self) -> PositionText:
        document = self.document
        known_keys(document, _ALL_KEYS, ())
        needed(document, ("phase",), ())
        if "play" not in document and "expect" not in document:
            raise FormatError((), "a vector needs 'play' or 'expect'")
        phase = a_word(document["phase"], ("phase",), PHASES, "phase")
        for key in document:
            if key not in _HEAD and key not in _KEYS[phase]:
                raise FormatError((key,), f"the key {key!r} has no meaning in the phase {phase!r}")
        self.phase = phase
        self.players_part()
        self.rules_part()
        self.round = a_number(document.get("round", ROUNDS if phase == "end" else 1), ("round",), 1, ROUNDS)
        if phase == "end" and self.round != ROUNDS:
            raise FormatError(("round",), f"the phase 'end' is that of round {ROUNDS}, not of {self.round}")
        routes = self.routes_part()
        taken = self.taken_part()
        keys = self.keys_part()
        turn = self.turn_part(taken)
        place, zombies, step, melee_round = self.card_part(routes, taken, turn)
        self.check_twice(routes, taken, turn, place)
        return PositionText(
            players=self.players,
            order=self.order,
            round=self.round,
            phase=phase,
            routes=routes,
            taken=taken,
            keys=keys,
            turn=turn,
            place=place,
            zombies=zombies,
            step=step,
            melee_round=melee_round,
            dice=self.dice_part(),
            cards=self.deck_part(),
            automatic=a_flag(document.get("automatic", False), ("automatic",)),
        )

    def card(self, value: Any, path: Path, level: int = 0) -> int:
        """Read a card by its id; of a level, if one is given; not named before; in the game with this number of players."""
        number = card_numbers()[a_word(value, path, card_numbers(), "card")]
        card = cards()[number - 1]
        if level and card.level != level:
            raise FormatError(path, f"{value} is a card of level {card.level}; level {level} is used here")
        if card.symbol and len(self.players) < P:
            raise FormatError(path, f"{value} bears the symbol {card.symbol}; it is used with 4 players only")
        pile = {"routes": self.laid, "players": self.collected}.get(str(path[0]), self.on_deck)
        if number in (self.laid | self.collected | self.on_deck if pile is self.on_deck else pile):
            raise FormatError(path, f"{value} is named twice")
        pile.add(number)
        return number

    def check_twice(self, routes: tuple[tuple[int, int], ...], taken: Mapping[int, int], turn: int, place: int) -> None:
        """Check that a card of a route is with a player only after it has been played."""
        for r, row in enumerate(routes):
            for k, number in enumerate(row):
                played = r in taken and (taken[r] != turn or k < place)
                if number in self.collected and not played:
                    name = cards()[number - 1].id
                    raise FormatError(("routes", r + 1, k), f"{name} is named twice: it lies with a player and is not played yet")

    def rules_part(self) -> None:
        for k, rule in enumerate(self.document.get("rules", ())):
            if not isinstance(rule, str) or not _RULE.fullmatch(rule):
                raise FormatError(("rules", k), f"{rule!r} is not a rule id; write HZ-7.3, HZ-7.R3 or HZ-D-3")

    def players_part(self) -> None:
        given = a_mapping(self.document.get("players", {"player_0": {}, "player_1": {}}), ("players",))
        seats = [f"player_{p}" for p in range(P)]
        for name in given:
            a_word(name, ("players", name), seats, "player")
        if not given or sorted(given) != seats[: len(given)]:
            raise FormatError(("players",), f"the seats must be player_0 to player_{max(0, len(given) - 1)} without a gap")
        self.order = tuple(seats.index(name) for name in given)
        self.players: tuple[PlayerText, ...] = (PlayerText(),) * len(given)
        texts = {name: self.player(a_mapping(value, ("players", name)), ("players", name)) for name, value in given.items()}
        self.players = tuple(texts[name] for name in seats[: len(given)])
        if self.phase == "setup" and any(given.values()):
            raise FormatError(("players",), "in the phase 'setup' players have no keys")

    def player(self, entry: Mapping[Any, Any], path: Path) -> PlayerText:
        known_keys(entry, _PLAYER_KEYS, path)
        alive = a_flag(entry.get("alive", True), (*path, "alive"))
        if not alive:
            for key in entry:
                if key != "alive":
                    raise FormatError((*path, key), "a dead player has nothing but 'alive: false'")
            return PlayerText(alive=False, survivors=0, own=(0, 0, 0))
        tokens = a_mapping(entry.get("tokens", {}), (*path, "tokens"))
        for token in tokens:
            a_word(token, (*path, "tokens", token), TOKENS, "token")
        return PlayerText(
            survivors=a_number(entry.get("survivors", 5), (*path, "survivors"), 1, MAX_GROUP),
            own=tuple(a_number(entry.get(name, 4), (*path, name), 0, MOST_RESOURCE) for name in RESOURCES),
            tokens={TOKENS.index(name): a_number(n, (*path, "tokens", name), 1, MOST_TOKENS) for name, n in tokens.items()},
            cards=tuple(self.card(c, (*path, "cards", k)) for k, c in enumerate(a_list(entry.get("cards", []), (*path, "cards")))),
            bonus=a_number(entry.get("bonus", 0), (*path, "bonus"), 0, _MOST_POINTS),
            liquidator=a_flag(entry.get("liquidator", False), (*path, "liquidator")),
        )

    def level(self, round_number: int) -> int:
        """Return the level of the cards of a round (HZ-3.R2)."""
        return 1 if round_number <= 2 else 2 if round_number <= 5 else 3

    def by_route(self, key: str) -> dict[int, Any]:
        """Read a mapping whose keys are the routes 1 .. R; the result counts from 0."""
        given = a_mapping(self.document.get(key, {}), (key,))
        last = routes_for(len(self.players))
        for route in given:
            if not isinstance(route, int) or isinstance(route, bool) or not 1 <= route <= last:
                raise FormatError((key, route), f"there is no route {route!r}; there are 1 to {last}")
        return {route - 1: value for route, value in given.items()}

    def routes_part(self) -> tuple[tuple[int, int], ...]:
        if self.phase not in _LAID_OUT:
            return ()
        if "routes" not in self.document:
            raise FormatError((), f"the key 'routes' is missing; the phase {self.phase!r} needs it")
        given = self.by_route("routes")
        rows = []
        for r in range(routes_for(len(self.players))):
            path: Path = ("routes", r + 1)
            if r not in given:
                raise FormatError(("routes",), f"route {r + 1} is missing")
            row = a_list(given[r], path)
            if len(row) != PLACES:
                raise FormatError(path, f"a route has {PLACES} cards, not {len(row)}")
            first, second = (self.card(card, (*path, k), self.level(self.round)) for k, card in enumerate(row))
            rows.append((first, second))
        return tuple(rows)

    def seat(self, value: Any, path: Path) -> int:
        names = [f"player_{p}" for p in range(len(self.players))]
        return names.index(a_word(value, path, names, "player"))

    def taken_part(self) -> dict[int, int]:
        taken = {r: self.seat(name, ("taken", r + 1)) for r, name in self.by_route("taken").items()}
        if taken and self.phase not in _TURN:
            raise FormatError(("taken",), f"nobody has chosen a route in the phase {self.phase!r}")
        if len(set(taken.values())) != len(taken):
            raise FormatError(("taken",), "a player has taken two routes")
        return taken

    def keys_part(self) -> dict[int, int] | None:
        if "keys" not in self.document:
            return None
        given = self.by_route("keys")
        for r, cost in given.items():
            if cost not in (2, 4) or isinstance(cost, bool):
                raise FormatError(("keys", r + 1), f"a key token costs 2 or 4, not {cost!r}")
        if given and len(self.players) == 1:
            raise FormatError(("keys",), "there are no key tokens in solo mode")
        return given

    def turn_part(self, taken: Mapping[int, int]) -> int:
        if self.phase not in _TURN:
            return -1
        active = [p for p in self.order if self.players[p].alive]
        if "turn" in self.document:
            turn = self.seat(self.document["turn"], ("turn",))
        elif self.phase == "route":
            turn = next((p for p in active if p not in taken.values()), -1)
            if turn < 0:
                raise FormatError(("taken",), "every active player has a route already" if active else "nobody is alive to choose a route")
        else:
            raise FormatError((), f"the key 'turn' is missing; the phase {self.phase!r} needs it")
        if not self.players[turn].alive:
            raise FormatError(("turn",), f"player_{turn} is eliminated")
        has_route = turn in taken.values()
        if has_route != (self.phase != "route"):
            raise FormatError(("turn",), f"player_{turn} has {'already a' if has_route else 'no'} route in 'taken'")
        for p in active[: active.index(turn)]:
            if p not in taken.values():
                raise FormatError(("taken",), f"player_{p} comes before player_{turn} and has no route")
        return turn

    def card_part(self, routes: tuple[tuple[int, int], ...], taken: Mapping[int, int], turn: int) -> tuple[int, int, int, int]:
        """Read the place of the card being played; zombies, step and melee rounds of its battle."""
        if self.phase not in ("card", "battle"):
            return -1, 0, 0, 0
        entry: Mapping[Any, Any] = {}
        if self.phase not in self.document:
            raise FormatError((), f"the key {self.phase!r} is missing; the phase {self.phase!r} needs it")
        path: Path = (self.phase,)
        name = self.document[self.phase]
        if self.phase == "battle":
            entry = a_mapping(name, path)
            known_keys(entry, ("card", "zombies", "step", "melee_round"), path)
            needed(entry, ("card",), path)
            name, path = entry["card"], (*path, "card")
        row = routes[next(r for r, p in taken.items() if p == turn)]
        number = card_numbers()[a_word(name, path, card_numbers(), "card")]
        if number not in row:
            raise FormatError(path, f"{name} is not a card of the route that player_{turn} has taken")
        if self.phase == "card":
            return row.index(number), 0, 0, 0
        printed = cards()[number - 1].zombies
        if not printed:
            raise FormatError(path, f"{name} has no zombies")
        step = STEPS.index(a_word(entry.get("step", STEPS[0]), ("battle", "step"), STEPS, "step"))
        rounds = a_number(entry.get("melee_round", 0), ("battle", "melee_round"), 0, _MOST_ROUNDS)
        if rounds and STEPS[step] != "melee":
            raise FormatError(("battle", "melee_round"), "melee rolls are made in the step 'melee' only")
        return row.index(number), a_number(entry.get("zombies", printed), ("battle", "zombies"), 1, _MOST_ZOMBIES), step, rounds

    def dice_part(self) -> tuple[int, ...] | None:
        given = self.document.get("dice", [])
        if given == "seeded":
            return None
        dice = a_list(given, ("dice",))
        if len(dice) > TAPE:
            raise FormatError(("dice",), f"{len(dice)} dice; at most {TAPE} can be scripted")
        return tuple(RESULTS.index(a_word(die, ("dice", k), RESULTS, "die result")) for k, die in enumerate(dice))

    def deck_part(self) -> tuple[int, ...]:
        given = a_list(self.document.get("cards", []), ("cards",))
        n = PLACES * routes_for(len(self.players))
        first = self.round if self.phase == "planning" else self.round + 1
        found = []
        for k, card in enumerate(given):
            round_number = first + k // n
            if round_number > ROUNDS:
                raise FormatError(("cards", k), f"the deck has only {n * (ROUNDS - first + 1)} cards")
            found.append(self.card(card, ("cards", k), self.level(round_number)))
        return tuple(found)


def read_position(document: Mapping[str, Any]) -> PositionText:
    """Return the position of a document.  Raises ``FormatError`` for a malformed one."""
    return _Reader(document).read()
