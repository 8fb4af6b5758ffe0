"""Read a position: the content of a document, checked and converted to plain numbers; nothing is guessed.

The keys are those of conformance vectors (``docs/conformance/z_game.md``, sections 2 and 3).  Seats, locations, characters, cards and
decks are numbered from 0 as in ``layout``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from ...reading import FormatError, Path, a_flag, a_list, a_mapping, a_number, a_word, known_keys, needed
from ..content import house
from ..numbers.layout import (
    BASE,
    CARDS,
    CHARACTER,
    CHARACTERS,
    D1,
    D2,
    D3,
    DECKS,
    FACTIONS,
    FIRE,
    FIRST_FIGHTER,
    JOBS,
    LEADERS,
    N_TILES,
    NEUTRAL,
    NONE,
    PENDING_KINDS,
    PHASES,
    POLICE,
    REPAIR,
    S0,
    S1,
    S3,
    STREET,
    TAPE,
    TO_CARD,
    TYPES,
    A,
    P,
)
from ..options import Options
from .text import NO_CONFIG, CharacterText, LocationText, PositionText

__all__ = ["read_position"]

_HEAD: Final = ("id", "title", "rules", "game", "play", "expect")
_SETUP_KEYS: Final = (
    *_HEAD,
    "config",
    "players",
    "phase",
    "until",
    "first_player",
    "top",
    "decks",
    "dice",
    "zombie_cards",
    "tile_hands",
    "tile_reserve",
)
_KEYS: Final = (
    *_SETUP_KEYS, "bases", "turn", "locations", "characters", "hands", "tracks", "squads", "discards", "piles", "tiles", "face_down",
)  # fmt: skip
_REQUIRED: Final = ("id", "rules", "title", "game", "players", "phase")
_LOCATION_KEYS: Final = ("owner", "intact", "ruined", "pending", "pending_owner", "pending_kind", "horde")
_CHARACTER_KEYS: Final = ("at", "exhausted", "origin", "moved", "job", "retreats_today")
_TRACKS: Final = ("food", "medicine", "vp", "brewed", "leaders_killed", "captures")
_RULE: Final = re.compile(r"ZG-\d+\.\d+")
_MOST: Final = 200
_FIGHTING: Final = (D2, D3)


class _Reader:
    """Reader of one document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.house = house()

    def read(self) -> PositionText:
        document = self.document
        known_keys(document, _KEYS, ())
        needed(document, _REQUIRED, ())
        for k, rule in enumerate(a_list(document["rules"], ("rules",))):
            if not isinstance(rule, str) or not _RULE.fullmatch(rule):
                raise FormatError(("rules", k), f"{rule!r} is not a rule id; write ZG-12.5")
        self.phase = PHASES.index(a_word(document["phase"], ("phase",), PHASES, "phase"))
        self.config = self.config_part()
        self.players_part()
        self.check_phase()
        self.first = self.seat(document["first_player"], ("first_player",)) if "first_player" in document else 0
        self.places = self.house.layouts[len(self.factions)]
        parts: dict[str, Any] = {"tile_hands": self.tile_hands_part(), "tile_reserve": self.tiles_of("tile_reserve")}
        if self.phase >= S3:
            parts |= self.board_part()
            parts["hands"] = {p: self.cards(cards, ("hands", name), CARDS) for name, p, cards in self.by_player("hands")}
            parts["tracks"] = self.tracks_part()
            parts["discards"] = self.by_deck("discards")
            parts["piles"] = self.piles_part()
        parts["decks"], parts["top"] = self.by_deck("decks"), self.by_deck("top")
        for d in parts["top"]:
            if d in parts["decks"]:
                raise FormatError(("top", DECKS[d]), "the whole deck is named under 'decks' already")
        self.check_counts(parts)
        return PositionText(
            config=replace(self.config, players=len(self.factions)),
            house=self.house,
            factions=self.factions,
            first=self.first,
            turn=a_number(
                document.get("turn", 1 if self.phase <= S3 else 2),
                ("turn",),
                1,
                self.config.max_turns or self.house.max_turns[self.config.target],  # ZG-5.13
            ),
            phase=self.phase,
            until=PHASES.index(a_word(document.get("until", PHASES[self.phase]), ("until",), PHASES, "phase")),
            dice=tuple(a_number(die, ("dice", k), 1, 6) for k, die in enumerate(self.tape("dice"))),
            zombie_cards=tuple(self.zombie(card, ("zombie_cards", k)) for k, card in enumerate(self.tape("zombie_cards"))),
            **parts,
        )

    # ---- course

    def config_part(self) -> Options:
        """Read the options, while the number of players is still open."""
        given = a_mapping(self.document.get("config", {}), ("config",))
        known_keys(given, [field.name for field in fields(Options) if field.name not in NO_CONFIG], ("config",))
        if given.get("trade") is False:
            raise FormatError(("config", "trade"), 'bare off is false in YAML; write "off"')
        try:
            return Options(**given)
        except (TypeError, ValueError) as error:
            raise FormatError(("config",), str(error)) from error

    def mode(self, name: str) -> bool:
        return bool(getattr(self.config, name))

    def players_part(self) -> None:
        given = self.document["players"]
        if isinstance(given, int):
            self.factions: tuple[int, ...] = (NONE,) * a_number(given, ("players",), 2, P)
            if self.phase > S1:
                raise FormatError(("players",), f"in the phase {PHASES[self.phase]!r} the seats have factions; list them")
            return
        names = [a_word(name, ("players", k), FACTIONS, "faction") for k, name in enumerate(a_list(given, ("players",)))]
        if not 2 <= len(names) <= P or len(set(names)) != len(names):
            raise FormatError(("players",), f"2 to {P} different factions are expected, not {names}")
        if self.phase <= S1:
            raise FormatError(("players",), f"in the phase {PHASES[self.phase]!r} nobody has a faction yet; give the number of players")
        self.factions = tuple(map(FACTIONS.index, names))

    def check_phase(self) -> None:
        for phase, mode in ((S0, "terrain_knowledge"), (S3, "quick_start")):
            if self.phase == phase and not self.mode(mode):
                raise FormatError(("phase",), f"the phase {PHASES[phase]!r} exists only with {mode}")
        allowed = _SETUP_KEYS if self.phase < S3 else _KEYS
        for key in self.document:
            if key not in allowed or (key == "turn" and self.phase <= S3):
                raise FormatError((key,), f"the key {key!r} has no meaning in the phase {PHASES[self.phase]!r}")
        for key, fits in (
            ("squads", D1 <= self.phase <= D3),
            ("piles", self.mode("few_but_effective")),
            ("face_down", self.mode("fog_of_war")),
            ("tile_hands", self.phase == S0),
            ("tile_reserve", self.phase == S0),
        ):
            if key in self.document and not fits:
                raise FormatError((key,), f"the key {key!r} has no meaning in this phase or without its mode")

    def tape(self, key: str) -> list[Any]:
        given = a_list(self.document.get(key, []), (key,))
        if len(given) > TAPE:
            raise FormatError((key,), f"{len(given)} entries; at most {TAPE} can be scripted")
        return given

    def zombie(self, value: Any, path: Path) -> tuple[int, int]:
        known = {f"{strength}/{reward}": (strength, reward) for strength, reward in self.house.zombies}
        return known[a_word(value, path, known, "zombie card")]

    # ---- names

    def seat(self, value: Any, path: Path) -> int:
        seats = [f"player_{p}" for p in range(len(self.factions))]
        names = [FACTIONS[f] if f >= 0 else seat for f, seat in zip(self.factions, seats, strict=True)]
        word = a_word(value, path, [*names, *seats], "player")
        return seats.index(word) if word in seats else names.index(word)

    def by_player(self, key: str) -> list[tuple[str, int, Any]]:
        given = a_mapping(self.document.get(key, {}), (key,))
        found = [(name, self.seat(name, (key, name)), value) for name, value in given.items()]
        if len({p for _, p, _ in found}) != len(found):
            raise FormatError((key,), "a player is named twice")
        return found

    def location(self, value: Any, path: Path) -> int:
        return a_number(value, path, 0, len(self.places) - 1)

    def cards(self, value: Any, path: Path, known: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(CARDS.index(a_word(card, (*path, k), known, "card")) for k, card in enumerate(a_list(value, path)))

    def by_deck(self, key: str) -> dict[int, tuple[int, ...]]:
        given = a_mapping(self.document.get(key, {}), (key,))
        known_keys(given, DECKS, (key,))
        of_deck = {deck: tuple(card.id for card in self.house.cards if card.deck == deck) for deck in DECKS}
        of_deck[DECKS[CHARACTER]] = CARDS[A:]
        return {DECKS.index(deck): self.cards(cards, (key, deck), of_deck[deck]) for deck, cards in given.items()}

    # ---- the board

    def tiles_of(self, key: str) -> tuple[int, ...]:
        return self.types(self.document.get(key, []), (key,))

    def types(self, value: Any, path: Path) -> tuple[int, ...]:
        return tuple(TYPES.index(a_word(name, (*path, k), TYPES[:N_TILES], "type")) for k, name in enumerate(a_list(value, path)))

    def tile_hands_part(self) -> dict[int, tuple[int, ...]]:
        if self.phase != S0:
            return {}
        if "tile_hands" not in self.document:
            raise FormatError((), "the key 'tile_hands' is missing; the phase 's0_tiles' needs it")
        hands = {p: self.types(tiles, ("tile_hands", name)) for name, p, tiles in self.by_player("tile_hands")}
        given = [len(hands.get(p, ())) for p in range(len(self.factions))]
        dealt = sum(given) + len(a_list(self.document.get("tile_reserve", []), ("tile_reserve",)))
        if dealt != sum(place.type not in ("base", "street") for place in self.places) or len(set(given)) > 1:
            raise FormatError(("tile_hands",), f"{dealt} tiles do not fill the board, or unequal hands (ZG-17.7)")
        return hands

    def board_part(self) -> dict[str, Any]:
        document = self.document
        tiles = a_mapping(document.get("tiles", {}), ("tiles",))
        types = {self.location(loc, ("tiles", loc)): self.types([name], ("tiles", loc))[0] for loc, name in tiles.items()}
        for loc in types:
            if self.places[loc].type in ("base", "street"):
                raise FormatError(("tiles", loc), "Street and Bases stay where they are")
        kinds = [types.get(loc, TYPES.index(place.type)) for loc, place in enumerate(self.places)]
        hidden = tuple(self.location(loc, ("face_down", k)) for k, loc in enumerate(a_list(document.get("face_down", []), ("face_down",))))
        for k, loc in enumerate(hidden):
            if kinds[loc] in (STREET, BASE):
                raise FormatError(("face_down", k), "Street and Bases lie open")
        self.kinds, self.hidden = kinds, hidden
        self.bases = self.bases_part()
        self.locations = self.locations_part()
        self.characters = self.characters_part()
        return {
            "bases": self.bases,
            "types": types,
            "face_down": hidden,
            "locations": self.locations,
            "characters": self.characters,
            "squads": self.squads_part(),
        }

    def bases_part(self) -> tuple[int, ...]:
        places = [loc for loc, place in enumerate(self.places) if place.type == "base"]
        given = {p: self.location(loc, ("bases", name)) for name, p, loc in self.by_player("bases")}
        if "bases" not in self.document:
            return tuple(places)
        if sorted(given) != list(range(len(places))) or sorted(given.values()) != places:
            raise FormatError(("bases",), f"name each player once with its own Base: {', '.join(map(str, places))}")
        return tuple(given[p] for p in range(len(places)))

    def locations_part(self) -> dict[int, LocationText]:
        found = {base: LocationText(owner=p, intact=2) for p, base in enumerate(self.bases)}
        for loc, kind in enumerate(self.kinds):
            if kind in (POLICE, FIRE) and loc not in self.hidden:
                found[loc] = LocationText(owner=NEUTRAL, intact=1)
        for loc, value in a_mapping(self.document.get("locations", {}), ("locations",)).items():
            path: Path = ("locations", loc)
            place = self.location(loc, path)
            found[place] = self.markers(a_mapping(value, path), place, path)
        return found

    def markers(self, entry: Mapping[Any, Any], loc: int, path: Path) -> LocationText:
        known_keys(entry, _LOCATION_KEYS, path)

        def owner(key: str) -> int:
            value = entry.get(key)
            return NONE if value is None else NEUTRAL if value == "neutral" and key == "owner" else self.seat(value, (*path, key))

        kind = entry.get("pending_kind")
        found = LocationText(
            owner=owner("owner"),
            **{key: a_number(entry.get(key, 0), (*path, key), 0, 2) for key in ("intact", "ruined", "pending")},
            pending_owner=owner("pending_owner"),
            pending_kind=NONE if kind is None else PENDING_KINDS.index(a_word(kind, (*path, "pending_kind"), PENDING_KINDS, "kind")),
            horde=a_flag(entry.get("horde", False), (*path, "horde")),
        )
        if (found.owner == NONE) != (found.intact == 0):
            raise FormatError(path, "a location has an owner exactly when it has intact markers")
        if not (found.pending > 0) == (found.pending_owner != NONE) == (found.pending_kind != NONE):
            raise FormatError(path, "pending, pending_owner and pending_kind belong together")
        laid = 0 if found.pending_kind == REPAIR else found.pending
        if found.intact + found.ruined + laid > 2 or (found.pending_kind == REPAIR and found.pending > found.ruined):
            raise FormatError(path, "a location holds at most two markers (ZG-9.12)")
        if self.kinds[loc] == STREET and (found.intact or found.ruined or found.pending):
            raise FormatError(path, "no marker can lie on the Street (ZG-3.10)")
        if loc in self.hidden and found != LocationText():
            raise FormatError(path, "a face-down tile has no markers (ZG-17.5)")
        return found

    def characters_part(self) -> dict[int, CharacterText]:
        found: dict[int, CharacterText] = {}
        for player, p, given in self.by_player("characters"):
            for name, value in a_mapping(given, ("characters", player)).items():
                path: Path = ("characters", player, name)
                c = CHARACTERS.index(a_word(name, path, CHARACTERS, "character"))
                if c < LEADERS and c != self.factions[p]:
                    raise FormatError(path, f"{name} leads the {FACTIONS[c]}")
                if c in found:
                    raise FormatError(path, f"{name} is named twice")
                found[c] = self.character(value if isinstance(value, dict) else {"at": value}, p, path)
        if self.phase not in _FIGHTING:
            self.check_peace(found)
        return found

    def character(self, entry: Mapping[Any, Any], p: int, path: Path) -> CharacterText:
        known_keys(entry, _CHARACTER_KEYS, path)
        needed(entry, ("at",), path)
        origin = entry.get("origin")
        at = self.location(entry["at"], (*path, "at"))
        if at in self.hidden:
            raise FormatError((*path, "at"), "nobody stands on a face-down tile")
        return CharacterText(
            seat=p,
            at=at,
            exhausted=a_flag(entry.get("exhausted", False), (*path, "exhausted")),
            origin=NONE if origin is None else self.location(origin, (*path, "origin")),
            moved=a_flag(entry.get("moved", origin is not None), (*path, "moved")),
            job=JOBS.index(a_word(entry.get("job", "none"), (*path, "job"), JOBS, "job")),
            retreats=a_number(entry.get("retreats_today", 0), (*path, "retreats_today"), 0, 9),
        )

    def check_peace(self, found: Mapping[int, CharacterText]) -> None:
        """Check ZG-3.13."""
        holders: dict[int, int] = {loc: text.owner for loc, text in self.locations.items() if text.intact}
        for c, text in found.items():
            if holders.setdefault(text.at, text.seat) != text.seat:
                path = ("characters", FACTIONS[self.factions[text.seat]], CHARACTERS[c])
                raise FormatError(path, f"location {text.at} belongs to another player in the phase {PHASES[self.phase]!r}")

    def squads_part(self) -> dict[int, tuple[tuple[int, bool], ...]]:
        there: dict[int, set[int]] = {}
        for text in self.characters.values():
            there.setdefault(text.at, set()).add(text.seat)
        found = {}
        for loc, value in a_mapping(self.document.get("squads", {}), ("squads",)).items():
            path: Path = ("squads", loc)
            names = [str(name) for name in a_list(value, path)]
            squads = tuple((self.seat(name.removesuffix("*"), (*path, k)), name.endswith("*")) for k, name in enumerate(names))
            if sorted(p for p, _ in squads) != sorted(there.get(self.location(loc, path), ())):
                raise FormatError(path, "the list names each player with characters there once")
            for rank, (p, due) in enumerate(squads):
                if (rank or due) and any(c.origin == NONE for c in self.characters.values() if (c.at, c.seat) == (loc, p)):
                    raise FormatError(path, f"the characters of {names[rank].removesuffix('*')} have moved there: give their 'origin'")
            found[loc] = squads
        for loc, seats in there.items():
            if len(seats) > 1 and loc not in found:
                raise FormatError(("squads",), f"location {loc} holds several players; list them in the order of arrival")
        return found

    # ---- cards

    def tracks_part(self) -> dict[int, dict[str, int]]:
        found = {}
        for name, p, value in self.by_player("tracks"):
            entry = a_mapping(value, ("tracks", name))
            known_keys(entry, _TRACKS, ("tracks", name))
            found[p] = {key: a_number(number, ("tracks", name, key), 0, _MOST) for key, number in entry.items()}
        return found

    def piles_part(self) -> dict[int, tuple[int, ...]]:
        given = a_mapping(self.document.get("piles", {}), ("piles",))
        known_keys(given, [FACTIONS[f] for f in self.factions], ("piles",))
        own = {name: tuple(f.id for f in self.house.fighters if f.pile == name) for name in given}
        return {FACTIONS.index(name): self.cards(cards, ("piles", name), own[name]) for name, cards in given.items()}

    def check_counts(self, parts: Mapping[str, Any]) -> None:
        """Check that nothing is named more often than it exists (ZG-7.21)."""
        named = Counter[int]()
        for key in ("hands", "decks", "top", "discards", "piles"):
            for cards in parts.get(key, {}).values():
                named.update(cards)
        named.update(c + TO_CARD for c in parts.get("characters", {}) if c >= FIRST_FIGHTER)
        for card, n in named.items():
            copies = self.house.cards[card].count if card < A else 1
            if n > copies:
                raise FormatError((), f"{CARDS[card]} is named {n} times; there {'is' if copies == 1 else 'are'} {copies}")
        if self.mode("few_but_effective") and any(parts.get(key, {}).get(CHARACTER) for key in ("decks", "top", "discards")):
            raise FormatError((), "with few_but_effective the character deck and its discard pile are empty")


def read_position(document: Mapping[str, Any]) -> PositionText:
    """Return the position of a document.  Raises ``FormatError`` for a malformed one."""
    return _Reader(document).read()
