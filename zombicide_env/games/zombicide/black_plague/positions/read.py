"""Read and check the text of a position: the content of a conformance vector, before it is set up.

``read_position`` turns a plain document into a ``PositionText`` or raises ``FormatError`` naming the key, the reason and,
where a name is unknown, the closest known one.  ``placement.py`` builds the records from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Final

from zombicide_env.core.words import suggest

from ....reading import FormatError, Path, a_flag, a_number, a_word, an_entry, by_name, each, needed
from ...table.board import LINKS, BoardError, grid_board
from ...table.codes import COLOURS, LEVELS
from ..edition import KINDS
from ..numbers.layout import MAX_WOUNDS, MOST_MINIATURES, PACK, SLOTS, TAPE, VAULT_CARDS
from ..numbers.skills import SKILL_INDEX
from ..world.box import check_size, quests
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
from .texts import BoardText, NecromancerText, PositionText, SpawnText, SurvivorText, VaultText

__all__ = ["read_position"]

_KEYS: Final = (
    "automatic", "board", "cabal", "decks", "dice", "equipment_cards", "necromancers", "noise", "players", "progress", "quest",
    "strict_all_survivors", "supply", "survivors", "tokens", "turn", "zombie_cards", "zombies",
)  # fmt: skip

BOARD_KINDS: Final = ("walker", "fatty", "runner", "abomination")


# ---- the board -------------------------------------------------------------------------------------------------------


def _read_board(value: Any, cards: Cards) -> BoardText:
    path: Path = ("board",)
    entry = an_entry(value, ("cells", "links", "spawn", "exit", "objectives", "vaults", "marks"), path)
    cells = entry.get("cells")
    if not isinstance(cells, str) or not cells.strip():
        raise FormatError((*path, "cells"), f"must be the text of a grid, not {cells!r}")
    links = by_name(entry.get("links", {}), (*path, "links"))
    for key, kind in links.items():
        a_word(kind, (*path, "links", key), LINKS, "link")
    vaults = _read_vaults(entry.get("vaults", {}), cells.split(), cards, (*path, "vaults"))
    for label in (*cells.split(), *(vault.zone for vault in vaults)):
        if label != "." and not LABEL.match(label):
            raise FormatError((*path, "cells"), f"{label!r} is not a label (a letter, then letters, digits, _)")
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

    objectives = by_name(entry.get("objectives", {}), (*path, "objectives"))
    marks = an_entry(entry.get("marks", {}), ("book_zone", "hell_hole"), (*path, "marks"))
    return BoardText(
        board=board,
        spawn=each(entry.get("spawn", []), spawn, (*path, "spawn")),
        exit=each(entry.get("exit", []), zone, (*path, "exit")),
        objectives={
            zone(label, (*path, "objectives", label)): a_word(colour, (*path, "objectives", label), COLOURS[1:], "colour")
            for label, colour in objectives.items()
        },
        vaults=vaults,
        marks={mark: zone(label, (*path, "marks", mark)) for mark, label in marks.items()},
    )


def _read_vaults(value: Any, labels: Collection[str], cards: Cards, path: Path) -> tuple[VaultText, ...]:
    vaults = []
    item = card_reader(cards)
    zones = list(dict.fromkeys(label for label in labels if label != "."))
    for label, entry in by_name(value, path).items():
        here = (*path, label)
        vault = an_entry(entry, ("doors", "colour", "cards", "face_down"), here)
        needed(vault, ("doors", "colour"), here)
        vaults.append(
            VaultText(
                zone=label,
                doors=each(vault["doors"], lambda zone, at: a_word(zone, at, zones, "zone"), (*here, "doors")),
                colour=a_word(vault["colour"], (*here, "colour"), ("violet", "yellow"), "colour"),
                cards=each(vault.get("cards", []), item, (*here, "cards")),
                face_down=each(vault.get("face_down", []), item, (*here, "face_down")),
            )
        )
        if len(vaults[-1].cards) + len(vaults[-1].face_down) > VAULT_CARDS:
            raise FormatError(here, f"a vault holds at most {VAULT_CARDS} cards")
    return tuple(vaults)


# ---- survivors -------------------------------------------------------------------------------------------------------


_SURVIVOR_KEYS: Final = ("zone", "alive", "left", "right", "body", "pack", "unloaded", "xp", "wounds", "rotten", "actions", "skills")


def _read_survivor(zones: tuple[str, ...], cards: Cards, name: str, entry: dict[str, Any], path: Path) -> SurvivorText:
    alive = a_flag(entry.get("alive", True), (*path, "alive"))
    if "zone" not in entry and alive:
        raise FormatError(path, "the key 'zone' is missing (null for a survivor who has left)")
    zone = entry.get("zone")
    if zone is not None:
        a_word(zone, (*path, "zone"), zones, "zone")
    inventory = read_inventory(name, entry, cards, SLOTS - PACK, path)
    return SurvivorText(
        name=name,
        zone=zone if alive else None,
        alive=alive,
        inventory=inventory,
        unloaded=read_unloaded(entry, inventory, cards, path),
        xp=a_number(entry.get("xp", 0), (*path, "xp")),
        wounds=a_number(entry.get("wounds", 0), (*path, "wounds"), 0, MAX_WOUNDS - alive),
        rotten=a_flag(entry.get("rotten", False), (*path, "rotten")),
        actions=None if "actions" not in entry else a_number(entry["actions"], (*path, "actions"), 0, 100),
        skills=each(entry.get("skills", []), lambda skill, at: _read_skill(skill, cards, at), (*path, "skills")),
    )


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


def _read_zombie_card(cards: Cards) -> Callable[[Any, Path], ZombieCardText]:
    def read(value: Any, path: Path) -> ZombieCardText:
        if isinstance(value, dict):
            lines = []
            entry = an_entry(value, LEVELS, path)
            for level in LEVELS:
                census = an_entry(entry.get(level, {}), BOARD_KINDS, (*path, level))
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
    for label, census in by_name(value, path).items():
        a_word(label, (*path, label), zones, "zone")
        entry = an_entry(census, keys, (*path, label))
        out[label] = {key: a_number(n, (*path, label, key), 0, MOST_MINIATURES) for key, n in entry.items()}
    return out


def _read_progress(value: Any, cards: Cards) -> dict[str, Any]:
    path: Path = ("progress",)
    entry = an_entry(value, ("taken", "killed", "artefacts", "cards", "book"), path)
    colours = COLOURS[1:]
    killed = an_entry(entry.get("killed", {}), KINDS, (*path, "killed"))
    return {
        "taken": each(entry.get("taken", []), lambda colour, at: a_word(colour, at, colours, "colour"), (*path, "taken")),
        "killed": {kind: a_number(n, (*path, "killed", kind)) for kind, n in killed.items()},
        "artefacts": a_number(entry.get("artefacts", 0), (*path, "artefacts")),
        "vault_cards_taken": each(entry.get("cards", []), card_reader(cards), (*path, "cards")),
        "book": a_flag(entry.get("book", False), (*path, "book")),
    }


def _read_decks(value: Any, cards: Cards) -> dict[str, Any]:
    path: Path = ("decks",)
    decks = an_entry(value, ("equipment", "zombie"), path)
    out: dict[str, Any] = {}
    for name, read in (("equipment", card_reader(cards)), ("zombie", _read_zombie_card(cards))):
        deck = an_entry(decks.get(name, {}), ("exact", "discard"), (*path, name))
        out[f"{name}_exact"] = a_flag(deck.get("exact", False), (*path, name, "exact"))
        out[f"{name}_discard"] = each(deck.get("discard", []), read, (*path, name, "discard"))
    return out


def _read_necromancers(value: Any, zones: tuple[str, ...]) -> tuple[NecromancerText, ...]:
    def read(entry: Any, path: Path) -> NecromancerText:
        own = an_entry(entry, ("zone", "entry"), path)
        needed(own, ("zone", "entry"), path)
        for key in ("zone", "entry"):
            a_word(own[key], (*path, key), zones, "zone")
        return NecromancerText(own["zone"], own["entry"])

    return each(value, read, ("necromancers",))


def read_position(document: Mapping[str, Any], cards: Cards) -> PositionText:
    """Read the position keys of a vector; keys of the vector itself (``play``, ``expect`` ...) are skipped.

    Raises ``FormatError`` for an unknown key, label, card, skill or name, a wrong type, or a violated rule of the format.
    """
    an_entry(dict(document), (*_KEYS, *VECTOR_KEYS), ())
    needed(document, ("board", "survivors"), ())
    board = _read_board(document["board"], cards)
    zones = board.board.zones
    survivors = read_survivors(document["survivors"], zones, _SURVIVOR_KEYS, partial(_read_survivor, zones, cards))
    names = tuple(survivor.name for survivor in survivors)
    turn = read_turn(document, {survivor.name: survivor.zone for survivor in survivors})
    for survivor in survivors:
        if survivor.actions is not None and survivor.name != turn:
            raise FormatError(("survivors", survivor.name, "actions"), f"only the survivor of 'turn' ({turn}) has actions left to give")
    noise = by_name(document.get("noise", {}), ("noise",))
    biles = _counts(document.get("tokens", {}), zones, ("tokens",), ("dragon_bile",))
    supply = an_entry(document.get("supply", {}), KINDS, ("supply",))
    quest = document.get("quest")
    dice = each(document.get("dice", []), lambda die, at: a_number(die, at, 1, 6), ("dice",))
    if len(dice) > TAPE:
        raise FormatError(("dice",), f"at most {TAPE} dice can be scripted, not {len(dice)}")
    return PositionText(
        board=board,
        survivors=survivors,
        players=read_players(document.get("players"), names),
        turn=turn,
        automatic=read_automatic(document),
        quest=None if quest is None else a_number(quest, ("quest",), 0, len(quests()) - 1),
        strict_all_survivors=a_flag(document.get("strict_all_survivors", False), ("strict_all_survivors",)),
        cabal=a_flag(document.get("cabal", False), ("cabal",)),
        zombies=_counts(document.get("zombies", {}), zones, ("zombies",), BOARD_KINDS),
        necromancers=_read_necromancers(document.get("necromancers", []), zones),
        noise={a_word(label, ("noise", label), zones, "zone"): a_number(n, ("noise", label)) for label, n in noise.items()},
        biles=tuple(label for label, census in biles.items() for _ in range(census.get("dragon_bile", 0))),
        supply={kind: a_number(n, ("supply", kind), 0, MOST_MINIATURES) for kind, n in supply.items()},
        dice=dice,
        zombie_cards=each(document.get("zombie_cards", []), _read_zombie_card(cards), ("zombie_cards",)),
        equipment_cards=each(document.get("equipment_cards", []), card_reader(cards), ("equipment_cards",)),
        **_read_decks(document.get("decks", {}), cards),
        **_read_progress(document.get("progress", {}), cards),
    )
