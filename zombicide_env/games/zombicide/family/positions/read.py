"""The text of a position, read and checked: what a conformance vector says, before it becomes a game.

``read_position`` turns a plain document into a ``PositionText`` or raises ``FormatError`` naming the key, the reason and,
where a name is unknown, the closest known one.  ``placement.py`` builds the records from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from zombicide_env.core.words import suggest

from ....reading import FormatError, Path, a_flag, a_list, a_mapping, a_number, a_word, known_keys
from ...table.board import LINKS, BoardError, grid_board
from ...table.codes import COLOURS, LEVELS, TRAP_CARD
from ..edition import KINDS, SLOT_NAMES
from ..numbers.facts import may_lie
from ..numbers.layout import MAX_WOUNDS, MOST_MINIATURES, PACK, SLOTS, TAPE, VAULT_CARDS, S
from ..numbers.skills import SKILL_INDEX
from ..words.describe import KEYS
from ..world.box import check_size, quests
from .text import (
    BoardText,
    Cards,
    NecromancerText,
    PositionText,
    SpawnText,
    SurvivorText,
    VaultText,
    ZombieCardText,
)

__all__ = ["read_position"]

T = TypeVar("T")

#: Keys that belong to the vector, not to the position.
_VECTOR_KEYS: Final = ("id", "rules", "title", "game", "play", "expect")
_KEYS: Final = (
    "automatic", "board", "cabal", "decks", "dice", "equipment_cards", "necromancers", "noise", "players", "progress", "quest",
    "strict_all_survivors", "supply", "survivors", "tokens", "turn", "zombie_cards", "zombies",
)  # fmt: skip
_STEP_KEYS: Final = ("expect", "legal", "illegal", "run")

BOARD_KINDS: Final = ("walker", "fatty", "runner", "abomination")
_LABEL: Final = re.compile(r"^[A-Za-z][A-Za-z0-9_]*$")
_SURVIVOR: Final = re.compile(r"^[A-Za-z][A-Za-z0-9_]+$")


# ---- values --------------------------------------------------------------------------------------------------------


def _mapping(value: Any, path: Path) -> dict[str, Any]:
    for key in a_mapping(value, path):
        if not isinstance(key, str):
            raise FormatError((*path, key), f"a key must be a word, not {key!r}")
    return dict(value)


def _known_keys(value: Any, known: Collection[str], path: Path) -> dict[str, Any]:
    mapping = _mapping(value, path)
    known_keys(mapping, known, path)
    return mapping


def _items(value: Any, read: Callable[[Any, Path], T], path: Path) -> tuple[T, ...]:
    return tuple(read(entry, (*path, number)) for number, entry in enumerate(a_list(value, path)))


# ---- the board -------------------------------------------------------------------------------------------------------


def _read_board(value: Any, cards: Cards) -> BoardText:
    path: Path = ("board",)
    entry = _known_keys(value, ("cells", "links", "spawn", "exit", "objectives", "vaults", "marks"), path)
    cells = entry.get("cells")
    if not isinstance(cells, str) or not cells.strip():
        raise FormatError((*path, "cells"), f"must be the text of a grid, not {cells!r}")
    links = _mapping(entry.get("links", {}), (*path, "links"))
    for key, kind in links.items():
        a_word(kind, (*path, "links", key), LINKS, "link")
    vaults = _read_vaults(entry.get("vaults", {}), cells.split(), cards, (*path, "vaults"))
    for label in (*cells.split(), *(vault.zone for vault in vaults)):
        if label != "." and not _LABEL.match(label):
            raise FormatError((*path, "cells"), f"{label!r} is no label (a letter, then letters, digits, _)")
    try:
        board = grid_board(cells, links, {vault.zone: {"doors": list(vault.doors), "colour": vault.colour} for vault in vaults})
        check_size(board)
    except BoardError as error:
        raise FormatError(path, str(error)) from error
    zones = board.zones

    def zone(label: Any, where: Path) -> str:
        return a_word(label, where, zones, "zone")

    def spawn(text: Any, where: Path) -> SpawnText:
        label, colon, colour = text.partition(":") if isinstance(text, str) else (text, "", "")
        zone(label, where)
        return SpawnText(label, a_word(colour, where, ("red", "blue", "green", "necromancer"), "colour") if colon else "red")

    objectives = _mapping(entry.get("objectives", {}), (*path, "objectives"))
    marks = _known_keys(entry.get("marks", {}), ("book_zone", "hell_hole"), (*path, "marks"))
    return BoardText(
        board=board,
        spawn=_items(entry.get("spawn", []), spawn, (*path, "spawn")),
        exit=_items(entry.get("exit", []), zone, (*path, "exit")),
        objectives={
            zone(label, (*path, "objectives", label)): a_word(colour, (*path, "objectives", label), COLOURS[1:], "colour")
            for label, colour in objectives.items()
        },
        vaults=vaults,
        marks={mark: zone(label, (*path, "marks", mark)) for mark, label in marks.items()},
    )


def _read_vaults(value: Any, labels: Collection[str], cards: Cards, path: Path) -> tuple[VaultText, ...]:
    vaults = []
    item = _item_reader(cards)
    zones = list(dict.fromkeys(label for label in labels if label != "."))
    for label, entry in _mapping(value, path).items():
        here = (*path, label)
        vault = _known_keys(entry, ("doors", "colour", "cards", "face_down"), here)
        for key in ("doors", "colour"):
            if key not in vault:
                raise FormatError(here, f"the key {key!r} is missing")
        vaults.append(
            VaultText(
                zone=label,
                doors=_items(vault["doors"], lambda zone, at: a_word(zone, at, zones, "zone"), (*here, "doors")),
                colour=a_word(vault["colour"], (*here, "colour"), ("violet", "yellow"), "colour"),
                cards=_items(vault.get("cards", []), item, (*here, "cards")),
                face_down=_items(vault.get("face_down", []), item, (*here, "face_down")),
            )
        )
        if len(vaults[-1].cards) + len(vaults[-1].face_down) > VAULT_CARDS:
            raise FormatError(here, f"a vault holds at most {VAULT_CARDS} cards")
    return tuple(vaults)


# ---- survivors -------------------------------------------------------------------------------------------------------


def _item_reader(cards: Cards) -> Callable[[Any, Path], str]:
    return lambda value, path: a_word(value, path, cards.items, "card")


_SURVIVOR_KEYS: Final = ("zone", "alive", "left", "right", "body", "pack", "unloaded", "xp", "wounds", "rotten", "actions", "skills")


def _read_survivors(value: Any, zones: tuple[str, ...], cards: Cards) -> tuple[SurvivorText, ...]:
    path: Path = ("survivors",)
    survivors = []
    for name, entry in _mapping(value, path).items():
        here = (*path, name)
        if not _SURVIVOR.match(name):
            raise FormatError(here, f"{name!r} is no name of a survivor (at least two letters, digits or _)")
        if name in zones or name in KEYS or name in _STEP_KEYS:
            raise FormatError(here, f"{name!r} is a label or a key; survivors have names of their own")
        survivors.append(_read_survivor(name, _known_keys(entry, _SURVIVOR_KEYS, here), zones, cards, here))
    if not 1 <= len(survivors) <= S:
        raise FormatError(path, f"there must be 1 to {S} survivors, not {len(survivors)}")
    return tuple(survivors)


def _read_survivor(name: str, entry: dict[str, Any], zones: tuple[str, ...], cards: Cards, path: Path) -> SurvivorText:
    alive = a_flag(entry.get("alive", True), (*path, "alive"))
    if "zone" not in entry and alive:
        raise FormatError(path, "the key 'zone' is missing (null for a survivor who has left)")
    zone = entry.get("zone")
    if zone is not None:
        a_word(zone, (*path, "zone"), zones, "zone")
    inventory = _read_inventory(name, entry, cards, path)
    unloaded = []
    for number, slot in enumerate(a_list(entry.get("unloaded", []), (*path, "unloaded"))):
        here = (*path, "unloaded", number)
        index = SLOT_NAMES.index(a_word(slot, here, SLOT_NAMES, "slot"))
        if inventory[index] not in cards.reloads:
            raise FormatError(here, f"the slot {slot} holds no weapon that is reloaded")
        unloaded.append(index)
    return SurvivorText(
        name=name,
        zone=zone if alive else None,
        alive=alive,
        inventory=inventory,
        unloaded=tuple(unloaded),
        xp=a_number(entry.get("xp", 0), (*path, "xp")),
        wounds=a_number(entry.get("wounds", 0), (*path, "wounds"), 0, MAX_WOUNDS - alive),
        rotten=a_flag(entry.get("rotten", False), (*path, "rotten")),
        actions=None if "actions" not in entry else a_number(entry["actions"], (*path, "actions"), 0, 100),
        skills=_items(entry.get("skills", []), lambda skill, at: _read_skill(skill, cards, at), (*path, "skills")),
    )


def _read_inventory(name: str, entry: dict[str, Any], cards: Cards, path: Path) -> tuple[str | None, ...]:
    inventory: list[str | None] = [None] * SLOTS
    item = _item_reader(cards)
    for slot, key in enumerate(("left", "right", "body")):
        card = entry.get(key)
        if card is None:
            continue
        place = cards.place[item(card, (*path, key))]
        if not may_lie(place, slot, int(cards.body_card.get(name) == card)):
            raise FormatError((*path, key), f"{card} may not lie in the slot {key} of {name}")
        inventory[slot] = card
    pack = _items(entry.get("pack", []), item, (*path, "pack"))
    if len(pack) > SLOTS - PACK:
        raise FormatError((*path, "pack"), f"a backpack holds {SLOTS - PACK} cards, not {len(pack)}")
    for number, card in enumerate(pack):
        if cards.place[card] == TRAP_CARD:
            raise FormatError((*path, "pack", number), f"{card} is never kept")
        inventory[PACK + number] = card
    return tuple(inventory)


def _read_skill(value: Any, cards: Cards, path: Path) -> str:
    if not isinstance(value, str):
        raise FormatError(path, f"must be the id of a skill, not {value!r}")
    name, colon, parameter = value.partition(":")
    if colon and name in ("plus_1_damage_with", "starts_with"):
        a_word(parameter, path, cards.items, "card")
        return value
    if value not in SKILL_INDEX:
        known = (*SKILL_INDEX, "plus_1_damage_with:<card>", "starts_with:<card>")
        raise FormatError(path, f"unknown skill {value!r}{suggest(value, known)}")
    return value


# ---- the rest ----------------------------------------------------------------------------------------------------------


def _read_players(value: Any, names: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    path: Path = ("players",)
    if value is None:
        return (("player_0", names),)
    players = []
    seen: set[str] = set()
    for player, entry in _mapping(value, path).items():
        if not _LABEL.match(player):
            raise FormatError((*path, player), f"{player!r} is no id of a player (a letter, then letters, digits, _)")
        own = names if entry == "all" else _items(entry, lambda name, at: a_word(name, at, names, "survivor"), (*path, player))
        for number, name in enumerate(own):
            if name in seen:
                raise FormatError((*path, player, number), f"{name} already belongs to a player")
            seen.add(name)
        players.append((player, own))
    missing = [name for name in names if name not in seen]
    if missing:
        raise FormatError(path, f"{missing[0]} belongs to no player")
    return tuple(players)


def _read_zombie_card(cards: Cards) -> Callable[[Any, Path], ZombieCardText]:
    def read(value: Any, path: Path) -> ZombieCardText:
        if isinstance(value, dict):
            lines = []
            entry = _known_keys(value, LEVELS, path)
            for level in LEVELS:
                census = _known_keys(entry.get(level, {}), BOARD_KINDS, (*path, level))
                lines.append(tuple(a_number(census.get(kind, 0), (*path, level, kind), 0, 99) for kind in BOARD_KINDS))
            return ZombieCardText(lines=tuple(lines))
        if not isinstance(value, str):
            raise FormatError(path, f"must be a zombie card, not {value!r}")
        if value in ("double_spawn", "necromancer", "extra_activation_walker", "extra_activation_fatty", "extra_activation_runner"):
            return ZombieCardText(kind=value)
        name, _, number = value.rpartition("_")
        if name == "card" and number.isdecimal() and 1 <= int(number) <= cards.numbered and str(int(number)) == number:
            return ZombieCardText(number=int(number))
        if name in BOARD_KINDS and number in tuple("123456789"):
            line = tuple(int(number) if kind == name else 0 for kind in BOARD_KINDS)
            return ZombieCardText(lines=(line,) * len(LEVELS))
        known = f"card_1 to card_{cards.numbered}, <kind>_<1-9>, a mapping of lines, extra_activation_<kind>, double_spawn, necromancer"
        raise FormatError(path, f"unknown zombie card {value!r} (known: {known})")

    return read


def _counts(value: Any, zones: tuple[str, ...], path: Path, keys: Collection[str]) -> dict[str, dict[str, int]]:
    out = {}
    for label, census in _mapping(value, path).items():
        a_word(label, (*path, label), zones, "zone")
        entry = _known_keys(census, keys, (*path, label))
        out[label] = {key: a_number(n, (*path, label, key), 0, MOST_MINIATURES) for key, n in entry.items()}
    return out


def _read_progress(value: Any, cards: Cards) -> dict[str, Any]:
    path: Path = ("progress",)
    entry = _known_keys(value, ("taken", "killed", "artefacts", "cards", "book"), path)
    colours = COLOURS[1:]
    killed = _known_keys(entry.get("killed", {}), KINDS, (*path, "killed"))
    return {
        "taken": _items(entry.get("taken", []), lambda colour, at: a_word(colour, at, colours, "colour"), (*path, "taken")),
        "killed": {kind: a_number(n, (*path, "killed", kind)) for kind, n in killed.items()},
        "artefacts": a_number(entry.get("artefacts", 0), (*path, "artefacts")),
        "vault_cards_taken": _items(entry.get("cards", []), _item_reader(cards), (*path, "cards")),
        "book": a_flag(entry.get("book", False), (*path, "book")),
    }


def _read_decks(value: Any, cards: Cards) -> dict[str, Any]:
    path: Path = ("decks",)
    decks = _known_keys(value, ("equipment", "zombie"), path)
    out: dict[str, Any] = {}
    for name, read in (("equipment", _item_reader(cards)), ("zombie", _read_zombie_card(cards))):
        deck = _known_keys(decks.get(name, {}), ("exact", "discard"), (*path, name))
        out[f"{name}_exact"] = a_flag(deck.get("exact", False), (*path, name, "exact"))
        out[f"{name}_discard"] = _items(deck.get("discard", []), read, (*path, name, "discard"))
    return out


def _read_necromancers(value: Any, zones: tuple[str, ...]) -> tuple[NecromancerText, ...]:
    def read(entry: Any, path: Path) -> NecromancerText:
        own = _known_keys(entry, ("zone", "entry"), path)
        for key in ("zone", "entry"):
            if key not in own:
                raise FormatError(path, f"the key {key!r} is missing")
            a_word(own[key], (*path, key), zones, "zone")
        return NecromancerText(own["zone"], own["entry"])

    return _items(value, read, ("necromancers",))


def _read_turn(document: Mapping[str, Any], survivors: tuple[SurvivorText, ...]) -> str | None:
    playing = [survivor.name for survivor in survivors if survivor.zone is not None]
    if "turn" not in document:
        return playing[0] if playing else None
    name = a_word(document["turn"], ("turn",), [survivor.name for survivor in survivors], "survivor")
    if name not in playing:
        raise FormatError(("turn",), f"{name} is not in play")
    return name


def read_position(document: Mapping[str, Any], cards: Cards) -> PositionText:
    """Read the position keys of a vector; keys of the vector itself (``play``, ``expect`` ...) are passed over.

    Raises ``FormatError`` for an unknown key, label, card, skill or name, a wrong type, or a rule of the format broken.
    """
    _known_keys(dict(document), (*_KEYS, *_VECTOR_KEYS), ())
    for key in ("board", "survivors"):
        if key not in document:
            raise FormatError((), f"the key {key!r} is missing")
    board = _read_board(document["board"], cards)
    zones = board.board.zones
    survivors = _read_survivors(document["survivors"], zones, cards)
    names = tuple(survivor.name for survivor in survivors)
    turn = _read_turn(document, survivors)
    for survivor in survivors:
        if survivor.actions is not None and survivor.name != turn:
            raise FormatError(("survivors", survivor.name, "actions"), f"only the survivor of 'turn' ({turn}) has actions left to give")
    noise = _mapping(document.get("noise", {}), ("noise",))
    biles = _counts(document.get("tokens", {}), zones, ("tokens",), ("dragon_bile",))
    supply = _known_keys(document.get("supply", {}), KINDS, ("supply",))
    quest = document.get("quest")
    dice = _items(document.get("dice", []), lambda die, at: a_number(die, at, 1, 6), ("dice",))
    if len(dice) > TAPE:
        raise FormatError(("dice",), f"at most {TAPE} dice can be scripted, not {len(dice)}")
    return PositionText(
        board=board,
        survivors=survivors,
        players=_read_players(document.get("players"), names),
        turn=turn,
        automatic=a_flag(document.get("automatic", False), ("automatic",)),
        quest=None if quest is None else a_number(quest, ("quest",), 0, len(quests()) - 1),
        strict_all_survivors=a_flag(document.get("strict_all_survivors", False), ("strict_all_survivors",)),
        cabal=a_flag(document.get("cabal", False), ("cabal",)),
        zombies=_counts(document.get("zombies", {}), zones, ("zombies",), BOARD_KINDS),
        necromancers=_read_necromancers(document.get("necromancers", []), zones),
        noise={a_word(label, ("noise", label), zones, "zone"): a_number(n, ("noise", label)) for label, n in noise.items()},
        biles=tuple(label for label, census in biles.items() for _ in range(census.get("dragon_bile", 0))),
        supply={kind: a_number(n, ("supply", kind), 0, MOST_MINIATURES) for kind, n in supply.items()},
        dice=dice,
        zombie_cards=_items(document.get("zombie_cards", []), _read_zombie_card(cards), ("zombie_cards",)),
        equipment_cards=_items(document.get("equipment_cards", []), _item_reader(cards), ("equipment_cards",)),
        **_read_decks(document.get("decks", {}), cards),
        **_read_progress(document.get("progress", {}), cards),
    )
