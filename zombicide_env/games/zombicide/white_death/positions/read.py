"""Read and check the text of a position: the content of a conformance vector, before it is set up.

``read_position`` turns a plain document into a ``WhiteDeathText`` or raises ``FormatError`` naming the key, the reason and, where a
name is unknown, the closest known one.  ``place`` builds the records from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from zombicide_env.core.words import suggest

from ....reading import FormatError, Path, a_flag, a_list, a_name, a_number, a_word, an_entry, by_name, each, needed
from ...table.board import BoardError, grid_board, with_levels
from ...table.codes import LEVELS, RAMPART, STREET
from ..edition import FIRST_ZOMBIE_CARD, ZOMBIE_DECK
from ..numbers.layout import MAX_WOUNDS, PACK, SLOTS, TAPE
from ..numbers.skills import SKILL_INDEX
from ..numbers.tokens import PILE, PILES
from ..words.describe import COLOURS, KEPT, KEYS, TOKENS
from ..world.box import check_size
from .survivors import (
    LABEL,
    VECTOR_KEYS,
    card_reader,
    read_automatic,
    read_inventory,
    read_players,
    read_survivors,
    read_turn,
    read_unloaded,
)
from .text import Cards, ZombieCardText
from .texts import GroundText, SetupText, SurvivorText, WhiteDeathText

__all__ = ["read_position", "read_setup"]

_KEYS: Final = (
    *("automatic", "quest", "board", "zombies", "supply", "noise", "freeze", "guards", "cauldrons", "loose_ladders", "artefacts"),
    *("prepared", "zombie_cards", "equipment_cards", "artefact_cards", "decks", "progress", "modes", "abomination_deck"),
    *("necromancer_deck", "dice", "survivors", "turn", "players", "setup"),
)
_BOARD_KEYS: Final = (
    *("cells", "links", "ramparts", "ruins", "ladders", "rope_ladders", "defiled", "spawn", "linked", "beacon", "objectives"),
    *("exit", "marks"),
)
_SURVIVOR_KEYS: Final = (
    *("zone", "left", "right", "body", "pack", "unloaded", "xp", "wounds", "laps", "skills", "actions", "rope_ladders", "tokens"),
    "beacon",
)
_FIGURES: Final = ("guard", "empress")  # texts name them like Survivors
_MODES: Final = ("ultra", "abomination_fest", "many_necromancers")
SPAWNED: Final = ("walker", "fatty", "runner")
BOARD_KINDS: Final = ("walker", "fatty", "runner", "abomination", "defiler")
QUESTS: Final = ("tutorial", *range(1, 11))


# ---- the board -------------------------------------------------------------------------------------------------------


def _zone(zones: tuple[str, ...]) -> Any:
    return lambda label, where: a_word(label, where, zones, "zone")


def _pairs(value: Any, path: Path) -> tuple[tuple[str, str], ...]:
    def pair(text: Any, where: Path) -> tuple[str, str]:
        ends = text.split("-") if isinstance(text, str) else []
        if len(ends) != 2:
            raise FormatError(where, f"must name two zones as in 'a-b', not {text!r}")
        return ends[0], ends[1]

    return each(value, pair, path)


def _read_board(value: Any) -> GroundText:
    path: Path = ("board",)
    entry = an_entry(value, _BOARD_KEYS, path)
    cells = entry.get("cells")
    if not isinstance(cells, str) or not cells.strip():
        raise FormatError((*path, "cells"), f"must be the text of a grid, not {cells!r}")
    links = by_name(entry.get("links", {}), (*path, "links"))
    for key, kind in links.items():
        a_word(kind, (*path, "links", key), ("wall", "passage"), "link")
    for label in cells.split():
        if label != "." and not LABEL.match(label):
            raise FormatError((*path, "cells"), f"{label!r} is not a label (a letter, then letters, digits, _)")
    try:
        plain = grid_board(cells, links)
        zone = _zone(plain.zones)
        ramparts = each(entry.get("ramparts", []), zone, (*path, "ramparts"))
        ruins = each(entry.get("ruins", []), zone, (*path, "ruins"))
        board = with_levels(plain, ramparts, ruins, _pairs(entry.get("ladders", []), (*path, "ladders")))
        check_size(board)
    except BoardError as error:
        raise FormatError(path, str(error)) from error
    ropes = _pairs(entry.get("rope_ladders", []), (*path, "rope_ladders"))
    for place, pair in enumerate(ropes):
        here = (*path, "rope_ladders", place)
        a, b = (board.index(zone(label, here)) for label in pair)
        if b not in board.beside[a] or {board.kinds[a], board.kinds[b]} != {RAMPART, STREET}:
            raise FormatError(here, f"{'-'.join(pair)} is not a border between a rampart and a street")
        if any({*pair} == {*other} for other in ropes[:place]):  # WD-4.15
            raise FormatError(here, "a border holds one rope ladder at most")
    objectives = by_name(entry.get("objectives", {}), (*path, "objectives"))
    marks = an_entry(entry.get("marks", {}), ("flag",), (*path, "marks"))
    linked = entry.get("linked")
    return GroundText(
        board=board,
        rope_ladders=ropes,
        defiled=each(entry.get("defiled", []), zone, (*path, "defiled")),
        spawn=_read_spawn(entry.get("spawn", []), zone, (*path, "spawn")),
        linked=-1 if linked is None else TOKENS.index(a_word(linked, (*path, "linked"), TOKENS[:-1], "token")),
        beacon=None if entry.get("beacon") is None else zone(entry["beacon"], (*path, "beacon")),
        objectives={
            zone(label, (*path, "objectives", label)): a_word(colour, (*path, "objectives", label), COLOURS, "colour")
            for label, colour in objectives.items()
        },
        exit=each(entry.get("exit", []), zone, (*path, "exit")),
        flag=None if "flag" not in marks else zone(marks["flag"], (*path, "marks", "flag")),
    )


def _read_spawn(value: Any, zone: Any, path: Path) -> tuple[tuple[int, str], ...]:
    """Tokens by number from 0; ``[b, c]`` or ``["d:1", "b:4"]``, one style a vector."""
    entries = a_list(value, path)
    numbered = [":" in entry if isinstance(entry, str) else False for entry in entries]
    if any(numbered) and not all(numbered):
        raise FormatError(path, "number every spawn token or none")
    found: dict[int, str] = {}
    for place, entry in enumerate(entries):
        here = (*path, place)
        label, _, digits = entry.partition(":") if isinstance(entry, str) else (entry, "", "")
        token = place + 1
        if numbered[place]:
            if digits not in ("1", "2", "3", "4"):
                raise FormatError(here, f"spawn tokens have numbers 1 to 4, not {digits!r}")
            token = int(digits)
        if token in found or token > 4:
            raise FormatError(here, f"there is one spawn token {token}, and four in all")
        found[token] = zone(label, here)
    return tuple((token - 1, found[token]) for token in sorted(found))


# ---- survivors -------------------------------------------------------------------------------------------------------


def _read_survivor(zones: tuple[str, ...], cards: Cards, name: str, entry: dict[str, Any], path: Path) -> SurvivorText:
    if "zone" not in entry:
        raise FormatError(path, "the key 'zone' is missing (null for a survivor who has left)")
    if entry["zone"] is not None:
        a_word(entry["zone"], (*path, "zone"), zones, "zone")
    skills = each(entry.get("skills", []), lambda skill, at: _read_skill(skill, cards, at), (*path, "skills"))
    room = SLOTS - PACK - (0 if "hoard" in skills else 2)
    inventory = read_inventory(name, entry, cards, room, path)
    return SurvivorText(
        name=name,
        zone=entry["zone"],
        inventory=inventory,
        unloaded=read_unloaded(entry, inventory, cards, path),
        xp=a_number(entry.get("xp", 0), (*path, "xp")),
        wounds=a_number(entry.get("wounds", 0), (*path, "wounds"), 0, MAX_WOUNDS - 1),
        laps=a_number(entry.get("laps", 0), (*path, "laps"), 0, 99),
        skills=skills,
        actions=None if "actions" not in entry else a_number(entry["actions"], (*path, "actions"), 0, 100),
        rope_ladders=a_number(entry.get("rope_ladders", 0), (*path, "rope_ladders"), 0, 9),
        tokens=each(entry.get("tokens", []), lambda token, at: a_word(token, at, KEPT, "token"), (*path, "tokens")),
        beacon=a_flag(entry.get("beacon", False), (*path, "beacon")),
    )


def _read_skill(value: Any, cards: Cards, path: Path) -> str:
    if not isinstance(value, str):
        raise FormatError(path, f"must be the id of a skill, not {value!r}")
    value = value.replace(":", "_")  # both spellings name the same skill (WD-0)
    if value.startswith("starts_with_") and value.removeprefix("starts_with_") in cards.items:
        return f"starts_with:{value.removeprefix('starts_with_')}"
    if value not in SKILL_INDEX:
        raise FormatError(path, f"unknown skill {value!r}{suggest(value, list(SKILL_INDEX))}")
    return value


# ---- the rest ----------------------------------------------------------------------------------------------------------


def _read_zombie_card(value: Any, path: Path) -> ZombieCardText:
    if isinstance(value, dict):
        entry = an_entry(value, LEVELS, path)
        lines = []
        for level in LEVELS:
            census = an_entry(entry.get(level, {}), SPAWNED, (*path, level))
            lines.append(tuple(a_number(census.get(kind, 0), (*path, level, kind), 0, 99) for kind in SPAWNED))
        return ZombieCardText(lines=tuple(lines))
    if not isinstance(value, str):
        raise FormatError(path, f"must be a zombie card, not {value!r}")
    if value in ("abomination_1", "necromancer", "siege", *(f"extra_activation_{kind}" for kind in SPAWNED)):
        return ZombieCardText(kind="siege_walker_1" if value == "siege" else value)
    name, _, digits = value.rpartition("_")
    if name == "card" and digits.isdecimal() and FIRST_ZOMBIE_CARD <= int(digits) < FIRST_ZOMBIE_CARD + ZOMBIE_DECK:
        return ZombieCardText(number=int(digits) - FIRST_ZOMBIE_CARD + 1)
    if digits in tuple("123456789"):
        if name in SPAWNED:
            return ZombieCardText(lines=(tuple(int(digits) if kind == name else 0 for kind in SPAWNED),) * len(LEVELS))
        if name.removeprefix("siege_") in SPAWNED:
            return ZombieCardText(kind=value)
    known = (
        "<kind>_<1-9>, a mapping of lines, abomination_1, necromancer, siege, siege_<kind>_<n>, extra_activation_<kind>, card_429 .. 484"
    )
    raise FormatError(path, f"unknown zombie card {value!r} (known: {known})")


def _census(value: Any, zones: tuple[str, ...], path: Path, high: int = 99) -> dict[str, int]:
    return {a_word(label, (*path, label), zones, "zone"): a_number(n, (*path, label), 0, high) for label, n in by_name(value, path).items()}


def _lists(value: Any, zones: tuple[str, ...], item: Any, path: Path) -> dict[str, tuple[str, ...]]:
    return {
        a_word(label, (*path, label), zones, "zone"): each(cards, item, (*path, label)) for label, cards in by_name(value, path).items()
    }


def _read_zombies(value: Any, zones: tuple[str, ...], extra: bool) -> dict[str, dict[str, int]]:
    kinds = (*BOARD_KINDS, "necromancer") if extra else BOARD_KINDS
    found = {}
    for label, census in by_name(value, ("zombies",)).items():
        here: Path = ("zombies", a_word(label, ("zombies", label), zones, "zone"))
        found[label] = {kind: a_number(n, (*here, kind), 0, 999) for kind, n in an_entry(census, kinds, here).items()}
    return found


def _read_decks(value: Any, item: Any) -> dict[str, Any]:
    path: Path = ("decks",)
    decks = an_entry(value, ("equipment", "zombie", "artefact"), path)
    exact = {}
    piles: dict[str, Any] = {}
    for name in ("equipment", "zombie", "artefact"):
        deck = an_entry(decks.get(name, {}), ("exact", "discard"), (*path, name))
        exact[name] = a_flag(deck.get("exact", False), (*path, name, "exact"))
        read = _read_zombie_card if name == "zombie" else item
        piles[name] = each(deck.get("discard", []), read, (*path, name, "discard"))
    return {"exact": exact, "equipment_discard": (*piles["equipment"], *piles["artefact"]), "zombie_discard": piles["zombie"]}


def _artefact_reader(cards: Cards) -> Any:
    """Return a reader for ids of artefacts."""
    item = card_reader(cards)

    def read(value: Any, path: Path) -> str:
        if item(value, path) not in cards.artefacts:
            raise FormatError(path, f"{value} is not an artefact (known: {', '.join(cards.artefacts)})")
        return str(value)

    return read


def _read_progress(value: Any) -> dict[str, Any]:
    """Read earlier achievements that still count."""
    path: Path = ("progress",)
    entry = an_entry(value, ("artefacts", "guards_escaped", "removed"), path)
    removed = an_entry(entry.get("removed", {}), COLOURS, (*path, "removed"))
    return {
        "artefacts_taken": a_number(entry.get("artefacts", 0), (*path, "artefacts")),
        "guards_escaped": a_number(entry.get("guards_escaped", 0), (*path, "guards_escaped"), 0, 99),
        "removed": {colour: a_number(n, (*path, "removed", colour), 0, 99) for colour, n in removed.items()},
    }


def read_setup(document: Mapping[str, Any]) -> SetupText | None:
    """Return the quest and team of a vector that is a setup, None for a position."""
    if "setup" not in document:
        return None
    an_entry(dict(document), (*VECTOR_KEYS, "setup", "automatic"), ())
    entry = an_entry(document["setup"], ("quest", "survivors"), ("setup",))
    needed(entry, ("quest", "survivors"), ("setup",))
    names = each(entry["survivors"], lambda name, at: a_name(name, (*KEYS, *_FIGURES), at, "survivor"), ("setup", "survivors"))
    return SetupText(_quest(entry["quest"], ("setup", "quest")), names)


def _quest(value: Any, path: Path) -> str | int:
    if isinstance(value, bool) or value not in QUESTS:
        raise FormatError(path, f"must be tutorial or a number from 1 to 10, not {value!r}")
    return "tutorial" if value == "tutorial" else int(value)


def read_position(document: Mapping[str, Any], cards: Cards) -> WhiteDeathText:
    """Read the position keys of a vector; keys of the vector itself (``play``, ``expect`` ...) are skipped.

    Raises ``FormatError`` for an unknown key, label, card, skill or name, a wrong type, or a violated rule of the format.
    """
    an_entry(dict(document), (*_KEYS, *VECTOR_KEYS), ())
    needed(document, ("board", "survivors"), ())
    ground = _read_board(document["board"])
    zones = ground.board.zones
    survivors = read_survivors(document["survivors"], (*zones, *_FIGURES), _SURVIVOR_KEYS, partial(_read_survivor, zones, cards))
    turn = read_turn(document, {survivor.name: survivor.zone for survivor in survivors})
    item, artefact = card_reader(cards), _artefact_reader(cards)
    modes = an_entry(document.get("modes", {}), _MODES, ("modes",))
    extra = a_flag(modes.get("many_necromancers", False), ("modes", "many_necromancers"))
    zombies = _read_zombies(document.get("zombies", {}), zones, extra)
    _check(ground, survivors, zombies)
    dice = each(document.get("dice", []), lambda die, at: a_number(die, at, 1, 6), ("dice",))
    if len(dice) > TAPE:
        raise FormatError(("dice",), f"at most {TAPE} dice can be scripted, not {len(dice)}")
    prepared = _lists(document.get("prepared", {}), zones, item, ("prepared",))
    if len(prepared) > PILES or any(len(pile) > PILE for pile in prepared.values()):
        raise FormatError(("prepared",), f"at most {PILES} piles of {PILE} cards")
    return WhiteDeathText(
        ground=ground,
        survivors=survivors,
        players=read_players(document.get("players"), tuple(survivor.name for survivor in survivors)),
        turn=turn,
        automatic=read_automatic(document),
        quest=None if document.get("quest") is None else _quest(document["quest"], ("quest",)),
        zombies=zombies,
        supply={
            kind: a_number(n, ("supply", kind), 0, 999)
            for kind, n in an_entry(document.get("supply", {}), BOARD_KINDS, ("supply",)).items()
        },
        noise=_census(document.get("noise", {}), zones, ("noise",), 30000),
        freeze=each(document.get("freeze", []), _zone(zones), ("freeze",)),
        guards=_census(document.get("guards", {}), zones, ("guards",)),
        cauldrons=_census(document.get("cauldrons", {}), zones, ("cauldrons",)),
        loose_ladders=_census(document.get("loose_ladders", {}), zones, ("loose_ladders",)),
        artefacts=_lists(document.get("artefacts", {}), zones, artefact, ("artefacts",)),
        prepared=prepared,
        zombie_cards=each(document.get("zombie_cards", []), _read_zombie_card, ("zombie_cards",)),
        equipment_cards=each(document.get("equipment_cards", []), item, ("equipment_cards",)),
        artefact_cards=each(document.get("artefact_cards", []), artefact, ("artefact_cards",)),
        **_read_progress(document.get("progress", {})),
        modes={mode: a_flag(value, ("modes", mode)) for mode, value in modes.items()},
        abomination_deck=a_number(document.get("abomination_deck", 0), ("abomination_deck",), 0, 99),
        necromancer_deck=a_number(document.get("necromancer_deck", 0), ("necromancer_deck",), 0, 99),
        dice=dice,
        **_read_decks(document.get("decks", {}), item),
    )


def _check(ground: GroundText, survivors: tuple[SurvivorText, ...], zombies: Mapping[str, Mapping[str, int]]) -> None:
    """Check combinations of keys."""
    defilers = sum(census.get("defiler", 0) for census in zombies.values())
    if (ground.linked >= 0) != (defilers > 0) or defilers > 1:
        raise FormatError(("board", "linked"), "is given exactly when a Defiler stands on the board, and there is one at most")
    if ground.linked >= 0 and ground.linked not in [token for token, _ in ground.spawn]:
        raise FormatError(("board", "linked"), f"there is no {TOKENS[ground.linked]} on the board")
    carriers = [survivor.name for survivor in survivors if survivor.beacon]
    if len(carriers) + (ground.beacon is not None) > 1:
        raise FormatError(("board", "beacon"), "there is one Beacon: on the board, or carried by one survivor")
