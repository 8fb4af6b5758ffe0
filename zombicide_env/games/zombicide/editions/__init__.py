"""Editions: the content and the switches of one game of the family, loaded once and checked.

``edition("black_plague")`` gives cards, survivors and tiles; ``quests()`` and ``quest(name)`` the quests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

import numpy as np

from ....core.words import suggest
from .. import content
from ..board import Board, BoardError, quest_board
from ..content import (
    ContentError,
    EquipmentCard,
    Quest,
    Source,
    SurvivorSheet,
    Tile,
    ZombieCard,
    load_equipment,
    load_quest,
    load_survivors,
    load_tiles,
    load_zombie_cards,
    packaged_files,
)
from ..content.generate import PREFIX, generate, parse_spec
from ..layout import CARDS, COPIES, GOALS, RULES, TOKENS, VAULT_CARDS, ZCARDS
from ..rules import RulesetError, Value, ruleset
from . import black_plague

EDITIONS: Final[Mapping[str, ModuleType]] = {"black_plague": black_plague}


class QuestError(ValueError):
    """No quest of that name; the message lists those there are."""


@dataclass(frozen=True)
class Edition:
    """An edition.  Cards are numbered from 1 in the order of ``cards`` and ``zombie_cards`` (0: no card)."""

    id: str
    title: str
    supply: tuple[int, ...]
    starting: tuple[str, ...]
    further_starting: str
    cards: tuple[EquipmentCard, ...]
    zombie_cards: tuple[ZombieCard, ...]
    survivors: tuple[SurvivorSheet, ...]
    tiles: Mapping[str, Tile]

    def card(self, name: str) -> int:
        """Number of an equipment card; ``ValueError`` with a suggestion for an unknown id."""
        for number, card in enumerate(self.cards, 1):
            if card.id == name:
                return number
        raise ValueError(
            f"there is no equipment card {name!r}{suggest(name, self.card_ids)}; ids are those of content/{self.id}/equipment.csv"
        )

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Ids of the equipment cards in canonical order."""
        return tuple(card.id for card in self.cards)

    def sheet(self, name: str) -> SurvivorSheet | None:
        """The ID card of a survivor, None for a name that is not in the list."""
        return next((sheet for sheet in self.survivors if sheet.id == name), None)


def _module(name: str) -> ModuleType:
    if name not in EDITIONS:
        raise RulesetError(f"no edition {name!r}{suggest(name, EDITIONS)}; use one of {', '.join(EDITIONS)}")
    return EDITIONS[name]


def edition_rules(name: str = "black_plague", **overrides: Value) -> np.void:
    """The switches of an edition, single ones set otherwise, see ``rules.ruleset``.  Raises ``RulesetError`` for an unknown edition too."""
    return ruleset(**{**_module(name).SWITCHES, **overrides})


def _file(edition_name: str, file: str) -> Source:
    return Source.packaged(content.__name__, f"{edition_name}/{file}")


@cache
def edition(name: str = "black_plague") -> Edition:
    """An edition with its content.  Raises ``ContentError`` if a file is wrong, ``RulesetError`` for an unknown name."""
    module = _module(name)
    equipment = _file(name, "equipment.csv")
    zombies = _file(name, "zombie_cards.csv")
    cards = load_equipment(equipment)
    loaded = Edition(
        id=name,
        title=module.TITLE,
        supply=module.SUPPLY,
        starting=module.STARTING,
        further_starting=module.FURTHER_STARTING,
        cards=cards,
        zombie_cards=load_zombie_cards(zombies),
        survivors=load_survivors(_file(name, "survivors.csv"), [card.id for card in cards]),
        tiles=load_tiles(*(_file(name, f"{file}.csv") for file in ("tiles", "tile_openings", "tile_edges"))),
    )
    rules = edition_rules(name)
    copies = sum(card.copies for card in cards)
    if copies != rules["equipment_deck_size"] or copies >= COPIES or len(cards) >= CARDS:
        equipment.fail(1, f"{copies} copies; the edition has {rules['equipment_deck_size']} (switch equipment_deck_size)")
    if len(loaded.zombie_cards) != rules["zombie_deck_size"] or len(loaded.zombie_cards) >= ZCARDS:
        zombies.fail(1, f"{len(loaded.zombie_cards)} cards; the edition has {rules['zombie_deck_size']} (switch zombie_deck_size)")
    for card in cards:
        if card.starting != loaded.starting.count(card.id):
            equipment.fail(1, f"{card.id}: {card.starting} starting copies; the edition deals {loaded.starting.count(card.id)}")
    return loaded


@cache
def quests(name: str = "black_plague") -> tuple[Quest, ...]:
    """The quests of an edition in the order of their numbers."""
    found = [
        read_quest(Source.packaged(content.__name__, file), name) for file in packaged_files(content.__name__, f"{name}/quests", ".yaml")
    ]
    return tuple(sorted(found, key=lambda quest: quest.number))


def quest(name: str | int | Path | Quest, edition_name: str = "black_plague") -> Quest:
    """A quest by id, alias, number, the path of a YAML file of your own, or ``generated:...`` (``content.generate``).

    Raises ``QuestError`` (did you mean ...), for a file ``ContentError``, for a specification ``GenerateError``.
    """
    if isinstance(name, Quest):
        return name
    if isinstance(name, Path) or (isinstance(name, str) and name.endswith((".yaml", ".yml"))):
        return read_quest(Source.at(name), edition_name)
    word = str(name)
    if word.startswith(PREFIX):
        return _generated(word, edition_name)
    known: dict[str, Quest] = {}
    for one in quests(edition_name):
        known |= dict.fromkeys((one.id, *one.aliases, str(one.number)), one)
    if word not in known:
        ids = ", ".join(f"{one.id} ({one.number})" for one in quests(edition_name))
        raise QuestError(f"no quest {word!r}{suggest(word, known)}; use a number, the path of a .yaml file, or one of {ids}")
    return known[word]


@cache
def _generated(word: str, edition_name: str) -> Quest:
    spec = parse_spec(word)
    return read_quest(Source(spec.text, generate(spec, edition(edition_name).tiles)), edition_name)


def read_quest(source: Source, edition_name: str = "black_plague") -> Quest:
    """Read a quest file and check that it makes a board; ``ContentError`` names file, line and reason."""
    content = edition(edition_name)
    found = load_quest(source, content.tiles, content.card_ids)
    try:
        board = quest_board(found)
    except BoardError as error:
        raise ContentError(source.name, _line(source, "cells"), str(error)) from error
    _check(source, found, board, content)
    return found


def _line(source: Source, key: str) -> int:
    match = re.search(rf"^{key}:", source.text, re.MULTILINE)
    return source.text.count("\n", 0, match.start()) + 1 if match else 1


def _check(source: Source, quest: Quest, board: Board, content: Edition) -> None:
    """What only the finished board and the card list can tell."""
    order = [board.index(spawn.zone) for spawn in quest.spawn_zones]
    if order and order != board.clockwise(order[0], order):
        want = ", ".join(board.zones[zone] for zone in board.clockwise(order[0], order))
        source.fail(_line(source, "spawn_zones"), f"the spawn zones do not run clockwise (BP-16.R1); list them as {want}")
    artefacts = sum(card.copies for card in content.cards if card.artefact)
    if sum(vault.random_artefacts for vault in quest.vaults) > artefacts:
        source.fail(_line(source, "vaults"), f"more random artefacts than the {artefacts} of the game")
    copies = {card.id: card.in_deck for card in content.cards}
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
