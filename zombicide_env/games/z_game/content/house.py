"""House tables: boards, cards, zombies, fighters, last turns; a user's file may replace any part of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from zombicide_env.core.words import whole_number

from ...source import Item, Source, yaml_item
from ..numbers.layout import (
    ACTION_CARDS,
    CHARACTERS,
    DECK,
    DECKS,
    FACTIONS,
    FIRST_FIGHTER,
    N_ZOMBIES,
    PILE,
    SKILLS,
    STREET,
    TARGETS,
    TYPES,
    L,
)

__all__ = ["Card", "Fighter", "House", "Place", "read_house"]

_PARTS: Final = ("provenance", "max_turns", "layouts", "cards", "zombies", "fighters")
_NUMBERS: Final = {"count": 20, "fight": 9, "engineering": 1, "science": 1, "capacity": 9}
_SPECIALTIES: Final = ("fight", *SKILLS)
_MOST_STRENGTH: Final = 12
_MOST_REWARD: Final = 9
_MOST_TURNS: Final = 999
_FARTHEST: Final = 6
_TILES: Final = {2: 14, 3: 15, 4: 18}  # without Bases and the Street (ZG-3.4)


@dataclass(frozen=True)
class Place:
    """A place of a board: axial coordinates (ZG-3.1) and type."""

    q: int
    r: int
    type: str

    @property
    def ring(self) -> int:
        """Distance to the centre, ignoring contents and gaps."""
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))


@dataclass(frozen=True)
class Card:
    """A type of action card (ZG-7.21); ``stated`` names the values that are from the rules."""

    id: str
    deck: str = ""
    count: int = 0
    fight: int = 0
    engineering: int = 0
    science: int = 0
    capacity: int = 0
    stated: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fighter:
    """A fighter (ZG-8.7): the single skill of 2 (ZG-8.2) and the pile of the mode few_but_effective."""

    id: str
    specialty: str = ""
    pile: str = ""
    stated: tuple[str, ...] = ()


@dataclass(frozen=True)
class House:
    """All house tables.  ``layouts`` by number of players, ``zombies`` (strength, reward) -> copies, the others in order."""

    max_turns: Mapping[str, int]
    layouts: Mapping[int, tuple[Place, ...]]
    cards: tuple[Card, ...]
    zombies: Mapping[tuple[int, int], int]
    fighters: tuple[Fighter, ...]


_EMPTY: Final = House({}, {}, tuple(map(Card, ACTION_CARDS)), {}, tuple(map(Fighter, CHARACTERS[FIRST_FIGHTER:])))


def read_house(source: Source, over: House | None = None) -> House:
    """Return the tables of a file; omitted tables are taken from ``over``, without it none may be omitted."""
    root = yaml_item(source, "file of house tables")
    parts = root.mapping(_PARTS if over is None else ("provenance",), _PARTS)
    parts["provenance"].choice(("house",))
    found = over or _EMPTY
    if "max_turns" in parts:
        found = replace(found, max_turns=dict(found.max_turns) | _max_turns(parts["max_turns"]))
    if "layouts" in parts:
        given = parts["layouts"].mapping([] if over else [str(n) for n in _TILES], [str(n) for n in _TILES])
        found = replace(found, layouts=dict(found.layouts) | {int(n): _layout(item, int(n)) for n, item in given.items()})
    if "cards" in parts:
        rows = parts["cards"].mapping([] if over else ACTION_CARDS, ACTION_CARDS)
        found = replace(found, cards=tuple(_card(rows[card.id], card) if card.id in rows else card for card in found.cards))
        _check_decks(parts["cards"], found)
    if "zombies" in parts:
        found = replace(found, zombies=_zombies(parts["zombies"]))
    if "fighters" in parts:
        known = CHARACTERS[FIRST_FIGHTER:]
        rows = parts["fighters"].mapping([] if over else known, known)
        found = replace(found, fighters=tuple(_fighter(rows[one.id], one) if one.id in rows else one for one in found.fighters))
        _check_piles(parts["fighters"], found)
    return found


def _max_turns(item: Item) -> dict[str, int]:
    return {target: turns.integer(1, _MOST_TURNS) for target, turns in item.mapping([], list(TARGETS)).items()}


def _layout(item: Item, players: int) -> tuple[Place, ...]:
    places = tuple(_place(row) for row in item.items())
    if len({(place.q, place.r) for place in places}) != len(places):
        item.fail("two places lie on each other; give every place its own coordinates")
    if len(places) > L:
        item.fail(f"{len(places)} places; at most {L} are possible")
    if (places[0].q, places[0].r, places[0].type) != (0, 0, TYPES[STREET]):
        item.fail("the first place is the Street in the middle: [0, 0, street] (ZG-3.3)")
    types = [place.type for place in places]
    if types.count("street") != 1 or types.count("base") != players:
        item.fail(f"there is one Street, and a Base for each of the {players} players (ZG-4.8)")
    if len(places) - 1 - players != _TILES[players]:
        item.fail(f"{len(places) - 1 - players} tiles besides Street and Bases; {players} players have {_TILES[players]} (ZG-3.4)")
    _check_connected(item, places)
    return places


def _place(row: Item) -> Place:
    cells = row.items()
    if len(cells) != 3:
        row.fail("a place is written [q, r, type]")
    return Place(cells[0].integer(-_FARTHEST, _FARTHEST), cells[1].integer(-_FARTHEST, _FARTHEST), cells[2].choice(TYPES))


def _check_connected(item: Item, places: tuple[Place, ...]) -> None:
    left = {(place.q, place.r) for place in places}
    edge = [(0, 0)]
    while edge:
        q, r = edge.pop()
        left.discard((q, r))
        edge += [hexagon for hexagon in ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)) if hexagon in left]
    if left:
        item.fail(f"no way leads from the Street to {sorted(left)[0]}; the places must hang together")


def _card(item: Item, card: Card) -> Card:
    row = item.mapping([], ["deck", *_NUMBERS, "stated"])
    numbers: dict[str, Any] = {name: row[name].integer(0, most) for name, most in _NUMBERS.items() if name in row}
    deck = row["deck"].choice(DECKS[1:]) if "deck" in row else card.deck
    stated = tuple(word.choice(("deck", *_NUMBERS)) for word in row["stated"].items()) if "stated" in row else card.stated
    made = replace(card, deck=deck, stated=stated, **numbers)
    if not made.deck:
        item.fail("key 'deck' is missing")
    return made


def _check_decks(item: Item, found: House) -> None:
    for deck in DECKS[1:]:
        size = sum(card.count for card in found.cards if card.deck == deck)
        if size > DECK:
            item.fail(f"{size} cards of the deck {deck}; at most {DECK} are possible")


def _zombies(item: Item) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for name, copies in item.mapping().items():
        strength, _, reward = name.partition("/")
        pair = whole_number(strength, 1, _MOST_STRENGTH), whole_number(reward, 0, _MOST_REWARD)
        if pair[0] is None or pair[1] is None:
            copies.fail(f"write strength/reward, from 1/0 to {_MOST_STRENGTH}/{_MOST_REWARD}")
        found[pair[0], pair[1]] = copies.integer(1, N_ZOMBIES)
    if sum(found.values()) != N_ZOMBIES:
        item.fail(f"{sum(found.values())} zombie cards; there are {N_ZOMBIES} (ZG-1.4)")
    return dict(sorted(found.items()))


def _fighter(item: Item, fighter: Fighter) -> Fighter:
    row = item.mapping([], ["specialty", "pile", "stated"])
    made = replace(
        fighter,
        specialty=row["specialty"].choice(_SPECIALTIES) if "specialty" in row else fighter.specialty,
        pile=row["pile"].choice(FACTIONS) if "pile" in row else fighter.pile,
        stated=tuple(word.choice(("specialty", "pile")) for word in row["stated"].items()) if "stated" in row else fighter.stated,
    )
    if not (made.specialty and made.pile):
        item.fail("a fighter has a specialty and a pile")
    return made


def _check_piles(item: Item, found: House) -> None:
    for faction in FACTIONS:
        size = sum(fighter.pile == faction for fighter in found.fighters)
        if size != PILE:
            item.fail(f"{size} fighters in the pile of {faction}; there are {PILE} (ZG-17.13)")
