"""Quest files of Black Plague: their reader, and checks that need the finished board and the box."""

from __future__ import annotations

from collections.abc import Mapping

from zombicide_env.games.source import Source

from ...table.board import Board
from ...table.box import Box
from ...table.quest_types import Quest
from ...table.quests import load_quest
from ...table.tiles import Tile, load_tiles
from ..numbers.layout import GOALS, RULES, TOKENS, VAULT_CARDS
from .content import content_file, line_of


def tiles() -> Mapping[str, Tile]:
    """Return the tiles of the box."""
    return load_tiles(*(content_file(f"{file}.csv") for file in ("tiles", "tile_openings", "tile_edges")))


def load(source: Source, box: Box) -> Quest:
    """Return the quest of a file."""
    return load_quest(source, box.tiles, box.words)


def check_quest_file(source: Source, quest: Quest, board: Board, box: Box) -> None:
    """Return the findings that need the finished board and the card list."""
    order = [board.index(spawn.zone) for spawn in quest.spawn_zones]
    if order and order != board.clockwise(order[0], order):
        want = ", ".join(board.zones[zone] for zone in board.clockwise(order[0], order))
        source.fail(line_of(source, "spawn_zones"), f"the spawn zones do not run clockwise (BP-16.R1); list them as {want}")
    artefacts = sum(card.copies for card in box.cards if card.artefact)
    if sum(vault.random_artefacts for vault in quest.vaults) > artefacts:
        source.fail(line_of(source, "vaults"), f"more random artefacts than the {artefacts} of the game")
    copies = {card.id: card.in_deck for card in box.cards}
    for card in copies:
        if sum(vault.cards.get(card, 0) for vault in quest.vaults) > copies[card] or quest.removed_cards.get(card, 0) > copies[card]:
            source.fail(line_of(source, "vaults"), f"more {card} cards than the {copies[card]} of the equipment deck")
    for count, limit, key in (
        (len(quest.goals), GOALS, "win"),
        (len(quest.rules), RULES, "rules"),
        (sum(spawn.tokens for spawn in quest.spawn_zones), TOKENS, "spawn_zones"),
        (max((v.random_artefacts + sum(v.cards.values()) for v in quest.vaults), default=0), VAULT_CARDS, "vaults"),
    ):
        if count > limit:
            source.fail(line_of(source, key), f"{count} entries; at most {limit}")
