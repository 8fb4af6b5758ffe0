"""The box and the quests of the edition: read from its folder ``content``, checked and cached."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from zombicide_env.core.words import suggest
from zombicide_env.games.source import ContentError, Source, packaged_files

from ...table.board import Board, BoardError, quest_board
from ...table.box import Box, QuestError
from ...table.cards import EquipmentCard, load_equipment, load_own_equipment, load_zombie_cards
from ...table.check import Finding, findings
from ...table.generate import PREFIX, parse_spec
from ...table.quest_types import Quest
from ...table.survivors import load_survivors
from ...table.vocabulary import Vocabulary
from .. import edition
from ..numbers.layout import CARDS, COPIES, ID_CHOICES, RAYS, VAULTS, ZCARDS, ZONE_USES, D, E, S, Z
from ..numbers.skills import SKILLS
from .content import content_file, line_of
from .generate import generate
from .quest_file import check_quest_file, load, tiles
from .terrain import sight_lines

_PACKAGE: Final = __name__.rsplit(".", 2)[0]
_GENERATED: Final = 256  # cached quests; a training run uses any number of them
_WORDS: Final = Vocabulary(
    edition.KINDS, SKILLS, edition.ZONE_SKILLS, ZONE_USES, ID_CHOICES, S, groups=edition.KIND_GROUPS, goals=edition.GOALS
)


@cache
def box() -> Box:
    """Return the contents of the box.  Raises ``ContentError`` if a file is invalid."""
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
        zombie_cards=load_zombie_cards(zombies, words, edition.FIRST_ZOMBIE_CARD),
        survivors=load_survivors(content_file("survivors.csv"), words),
        tiles=tiles(),
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
    """Return the equipment cards of a user's file; none without a file.  Raises ``ContentError``."""
    return load_own_equipment(Source.at(path), box().words.items) if path else ()


@cache
def quests() -> tuple[Quest, ...]:
    """Return the quests of the edition in the order of their numbers."""
    found = [read_quest(Source.packaged(_PACKAGE, file)) for file in packaged_files(_PACKAGE, "content/quests", ".yaml")]
    return tuple(sorted(found, key=lambda quest: quest.number))


def quest(name: str | int | Path | Quest) -> Quest:
    """Return a quest by id, alias, number, the path of a YAML file of your own, or ``generated:...`` (``world.generate``).

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


@lru_cache(maxsize=_GENERATED)
def _generated(word: str) -> Quest:
    spec = parse_spec(word)
    return read_quest(Source(spec.text, generate(spec, box().tiles)))


def check_quest(path: str | Path) -> list[Finding]:
    """Return the findings of a quest file, in the order of its lines; empty if there are none.

    Raises ``ContentError`` (file, line, reason) for a malformed file.
    """
    source = Source.at(path)
    return findings(source, read_quest(source), edition.BOX, box().cards)


def unwinnable(word: str) -> str:
    """Return the first reason why a user's quest file cannot be won, with file and line; "" for any other quest."""
    if not word.endswith((".yaml", ".yml")):
        return ""  # quests of the box and generated ones can be won
    return next((str(finding) for finding in check_quest(word) if finding.severity == "error"), "")


def read_quest(source: Source) -> Quest:
    """Read a quest file and check that it gives a valid board.  Raises ``ContentError``, which names file, line and reason."""
    found = load(source, box())
    try:
        board = quest_board(found)
        check_size(board)
    except BoardError as error:
        raise ContentError(source.name, line_of(source, "cells"), str(error)) from error
    check_quest_file(source, found, board, box())
    return found


def check_size(board: Board) -> None:
    """Raise ``BoardError`` for a board that does not fit into the records."""
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
    lines = sight_lines(board)
    if lines > RAYS:
        raise BoardError(f"{lines} lines of sight; at most {RAYS}: use shorter streets or fewer cells")
