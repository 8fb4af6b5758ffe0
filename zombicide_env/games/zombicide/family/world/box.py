"""The box and the quests of the edition, read from its folder ``content``, checked, kept."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from zombicide_env.core.words import suggest
from zombicide_env.games.source import ContentError, Source, packaged_files

from ...table.board import Board, BoardError, quest_board
from ...table.box import Box, QuestError
from ...table.cards import EquipmentCard, load_equipment, load_own_equipment, load_zombie_cards
from ...table.check import Finding, findings
from ...table.generate import PREFIX, generate, parse_spec
from ...table.quest_types import Quest
from ...table.quests import load_quest
from ...table.survivors import load_survivors
from ...table.tiles import load_tiles
from ...table.vocabulary import Vocabulary
from .. import edition
from ..numbers.layout import CARDS, COPIES, GOALS, ID_CHOICES, RAYS, RULES, TOKENS, VAULT_CARDS, VAULTS, ZCARDS, ZONE_USES, D, E, S, Z
from ..numbers.skills import SKILLS

_PACKAGE: Final = __name__.rsplit(".", 2)[0]
_WORDS: Final = Vocabulary(edition.KINDS, SKILLS, edition.ZONE_SKILLS, ZONE_USES, ID_CHOICES, S)


def content_file(file: str) -> Source:
    """A file of the edition's folder ``content``."""
    return Source.packaged(_PACKAGE, f"content/{file}")


@cache
def box() -> Box:
    """What lies in the box.  Raises ``ContentError`` if a file is wrong."""
    equipment = content_file("equipment.csv")
    zombies = content_file("zombie_cards.csv")
    cards = load_equipment(equipment)
    words = replace(_WORDS, items=tuple(card.id for card in cards))
    loaded = Box(
        id=edition.ID,
        title=edition.TITLE,
        words=words,
        supply=edition.SUPPLY,
        starting=edition.STARTING,
        further_starting=edition.FURTHER_STARTING,
        cards=cards,
        zombie_cards=load_zombie_cards(zombies, words),
        survivors=load_survivors(content_file("survivors.csv"), words),
        tiles=load_tiles(*(content_file(f"{file}.csv") for file in ("tiles", "tile_openings", "tile_edges"))),
    )
    copies = sum(card.copies for card in cards)
    if copies != edition.DECK or copies >= COPIES or len(cards) >= CARDS:
        equipment.fail(1, f"{copies} copies; the edition has {edition.DECK} (edition.DECK)")
    if len(loaded.zombie_cards) != edition.ZOMBIE_DECK or len(loaded.zombie_cards) >= ZCARDS:
        zombies.fail(1, f"{len(loaded.zombie_cards)} cards; the edition has {edition.ZOMBIE_DECK} (edition.ZOMBIE_DECK)")
    for card in cards:
        if card.starting != loaded.starting.count(card.id):
            equipment.fail(1, f"{card.id}: {card.starting} starting copies; the edition deals {loaded.starting.count(card.id)}")
    return loaded


def own_cards(path: str | None) -> tuple[EquipmentCard, ...]:
    """The equipment cards of a file of one's own; none without a file.  Raises ``ContentError``."""
    return load_own_equipment(Source.at(path), box().words.items) if path else ()


@cache
def quests() -> tuple[Quest, ...]:
    """The quests of the edition in the order of their numbers."""
    found = [read_quest(Source.packaged(_PACKAGE, file)) for file in packaged_files(_PACKAGE, "content/quests", ".yaml")]
    return tuple(sorted(found, key=lambda quest: quest.number))


def quest(name: str | int | Path | Quest) -> Quest:
    """A quest by id, alias, number, the path of a YAML file of your own, or ``generated:...`` (``table.generate``).

    Raises ``QuestError`` (did you mean ...), for a file ``ContentError``, for a specification ``GenerateError``.
    """
    if isinstance(name, Quest):
        return name
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith((".yaml", ".yml"))):
        return read_quest(Source.at(name))
    word = str(name)
    if word.startswith(PREFIX):
        return _generated(word)
    known: dict[str, Quest] = {}
    for one in quests():
        known |= dict.fromkeys((one.id, *one.aliases, str(one.number)), one)
    if word not in known:
        ids = ", ".join(f"{one.id} ({one.number})" for one in quests())
        raise QuestError(f"no quest {word!r}{suggest(word, known)}; use a number, the path of a .yaml file, or one of {ids}")
    return known[word]


@cache
def _generated(word: str) -> Quest:
    spec = parse_spec(word)
    return read_quest(Source(spec.text, generate(spec, box().tiles)))


def check_quest(path: str | Path) -> list[Finding]:
    """Findings of a quest file, in the order of its lines; empty: nothing to say.

    Raises ``ContentError`` (file, line, reason) for a file that breaks the format.
    """
    source = Source.at(path)
    return findings(source, read_quest(source), edition.BOX)


def read_quest(source: Source) -> Quest:
    """Read a quest file and check that it makes a board; ``ContentError`` names file, line and reason."""
    found = load_quest(source, box().tiles, box().words)
    try:
        board = quest_board(found)
        check_size(board)
    except BoardError as error:
        raise ContentError(source.name, _line(source, "cells"), str(error)) from error
    _check(source, found, board)
    return found


def check_size(board: Board) -> None:
    """Raise ``BoardError`` for a board that the records do not hold."""
    for count, limit, what in (
        (len(board.zones), Z, "zones"),
        (len(board.doors), E, "doors"),
        (len(board.vaults), VAULTS, "vaults"),
    ):
        if count > limit:
            raise BoardError(f"{count} {what}; at most {limit}")
    for zone, joined in enumerate(board.neighbours):
        if len(joined) > D:
            names = ", ".join(board.zones[other] for other, _ in joined)
            raise BoardError(
                f"zone {board.zones[zone]!r} is joined to {len(joined)} zones ({names}); at most {D}: divide it or wall some off"
            )
    lines = sum(map(len, board.rays))
    if lines > RAYS:
        raise BoardError(f"{lines} lines of sight; at most {RAYS}: use shorter streets or fewer cells")


def _line(source: Source, key: str) -> int:
    match = re.search(rf"^{key}:", source.text, re.MULTILINE)
    return source.text.count("\n", 0, match.start()) + 1 if match else 1


def _check(source: Source, quest: Quest, board: Board) -> None:
    """What only the finished board and the card list can tell."""
    order = [board.index(spawn.zone) for spawn in quest.spawn_zones]
    if order and order != board.clockwise(order[0], order):
        want = ", ".join(board.zones[zone] for zone in board.clockwise(order[0], order))
        source.fail(_line(source, "spawn_zones"), f"the spawn zones do not run clockwise (BP-16.R1); list them as {want}")
    artefacts = sum(card.copies for card in box().cards if card.artefact)
    if sum(vault.random_artefacts for vault in quest.vaults) > artefacts:
        source.fail(_line(source, "vaults"), f"more random artefacts than the {artefacts} of the game")
    copies = {card.id: card.in_deck for card in box().cards}
    for card in copies:
        if sum(vault.cards.get(card, 0) for vault in quest.vaults) > copies[card] or quest.removed_cards.get(card, 0) > copies[card]:
            source.fail(_line(source, "vaults"), f"more {card} cards than the {copies[card]} of the equipment deck")
    for count, limit, key in (
        (len(quest.goals), GOALS, "win"),
        (len(quest.rules), RULES, "rules"),
        (sum(spawn.tokens for spawn in quest.spawn_zones), TOKENS, "spawn_zones"),
        (max((v.random_artefacts + sum(v.cards.values()) for v in quest.vaults), default=0), VAULT_CARDS, "vaults"),
    ):
        if count > limit:
            source.fail(_line(source, key), f"{count} entries; at most {limit}")
