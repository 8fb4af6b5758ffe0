"""Build the WORLD record from content: the constants of a game, as numbers.

``build_world`` makes the record of a quest.  Its parts (``new_world``, ``fill_board``, ``fill_quest``, ``fill_team`` ...)
also serve to build a position by hand: take ``new_world()``, fill in a board and a team, and leave the rest empty.
Every part changes ``world``, an array of shape (1,) and dtype ``WORLD``, in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zombicide_env.core.words import one_line

from ...table.board import Board, quest_board
from ...table.cards import EquipmentCard
from ...table.codes import GOAL_BEACON_IN, GOAL_QUEST_ABOMINATION, NONE, RED
from ...table.predicates import ZONE_GOALS
from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet
from .. import edition
from ..edition import KINDS
from ..numbers.layout import ABOMINATION, MOST_MINIATURES, NECROMANCER, NECROS, TOKENS
from ..numbers.state import WORLD
from ..team_options import DealtOptions, TeamOptions
from . import features
from .box import box
from .cards import (
    World,
    add_copies,
    add_own_cards,
    add_zombie_card,
    fill_cards,
    remove_necromancer_cards,
    take_from_deck,
)
from .choices import choose
from .team import (
    add_skill,
    check_team_size,
    controllers,
    fill_large_team,
    fill_start,
    fill_team,
    insert_token,
    team,
)
from .terrain import lay_ground, lay_pieces

__all__ = [
    "World",
    "add_copies",
    "add_skill",
    "add_zombie_card",
    "build_world",
    "check_team_size",
    "controllers",
    "fill_board",
    "fill_cards",
    "fill_large_team",
    "fill_options",
    "fill_quest",
    "fill_setup",
    "fill_start",
    "fill_supply",
    "fill_team",
    "foreign_zone_ids",
    "new_world",
    "take_from_deck",
    "team",
    "zone_ids",
]


def new_world() -> World:
    """Return a world of shape (1,): cards, copies, full decks and supply; no board, no quest, no team.

    Fields that mean "none" are set to that value, so that a field left alone means that there is no such thing.
    """
    world = np.zeros(1, WORLD)
    w = world[0]
    if edition.FORMER is not None:
        w["rules"] = edition.FORMER
    for name in ("vault_of", "building", "link_door", "neighbour", "ray_door", "player_of", "learn_orange", "learn_red"):
        w[name][...] = NONE
    for name in ("spawn_first", "quest", "quest_abomination"):
        w[name] = NONE
    w["zcard_extra"][...] = NONE
    w["start_zone"][:] = NONE
    w["supply"][:] = box().supply
    w["token_limit"] = edition.TOKEN_LIMIT
    features.blank(w)
    fill_cards(world)
    return world


# ---- board ------------------------------------------------------------------------------------------------------


def fill_board(world: World, board: Board) -> None:
    """Fill in zones, borders, doors, buildings, sight, distances, angles and vault zones of a board."""
    w = world[0]
    w["n_zones"], w["n_doors"], w["n_vaults"] = len(board.zones), len(board.doors), len(board.vaults)
    w["n_buildings"] = len(board.open_at_start)
    w["spawns_on_open"][: len(board.open_at_start)] = [not is_open for is_open in board.open_at_start]
    lay_ground(world, board)
    w["door_zone"][: len(board.doors)] = [door.zones for door in board.doors] or np.zeros((0, 2))
    w["door_start"][: len(board.doors)] = [door.start for door in board.doors]
    w["door_key"][: len(board.doors)] = [door.key for door in board.doors]
    for number, vault in enumerate(board.vaults):
        w["vault_zone"][number] = vault.zone
        w["vault_of"][vault.zone] = number


# ---- quest ------------------------------------------------------------------------------------------------------


def zone_ids(board: Board, found: Quest) -> dict[str, int]:
    """Return zone numbers for ``fill_quest`` if the board is the quest's own."""
    return {label: board.index(label) for label in (*board.zones,)} | {
        name: board.index(labels[0]) for name, labels in found.special_zones.items() if labels
    }


def foreign_zone_ids(found: Quest, marks: Mapping[str, int], vaults: Mapping[str, int]) -> dict[str, int]:
    """Return zone numbers for ``fill_quest`` on another board.

    ``marks``: ``book_zone``, ``hell_hole`` -> zone; ``vaults``: ``purple`` (or ``violet``), ``yellow`` -> vault zone.
    Zones that the board lacks are left out: their goals are never reached.
    """
    names = {"book": "book_zone", "hellhole": "hell_hole"}
    ids = {labels[0]: marks[names.get(name, name)] for name, labels in found.special_zones.items() if names.get(name, name) in marks}
    by_colour = {"purple" if colour == "violet" else colour: zone for colour, zone in vaults.items()}
    return ids | {vault.zone: by_colour[vault.colour] for vault in found.vaults if vault.colour in by_colour}


def fill_quest(world: World, found: Quest, zones: Mapping[str, int]) -> None:
    """Fill in special rules and victory conditions only: no tokens, no figures, no cards, no Exit zones.

    ``zones``: quest label -> zone number; a goal whose zone is missing gets zone -1 and is never reached.
    """
    w = world[0]
    w["quest"] = found.number
    w["n_rules"], w["n_goals"] = len(found.rules), len(found.goals)
    for row, rule in enumerate(found.rules):
        w["rule"][row] = rule.kind, rule.colour, _number(rule.a), _number(rule.b)
    for row, goal in enumerate(found.goals):
        about = goal.a
        if goal.kind in ZONE_GOALS.values() or goal.kind == GOAL_BEACON_IN:
            about = zones.get(str(goal.a), NONE)
            if about != NONE:
                w["mark_zone"][about] = 1
        w["goal"][row] = goal.step, goal.kind, _number(about), goal.b
    w["goal_in_end_phase"] = found.in_end_phase
    w["exit_after_step"] = found.exit_after_step


def _number(about: int | str) -> int:
    """Return the number of a kind or a card that a quest names, NONE for nothing."""
    if isinstance(about, int):
        return about
    return NONE if not about else KINDS.index(about) if about in KINDS else box().card(about)


def fill_setup(world: World, found: Quest, board: Board) -> None:
    """Fill in the quest's setup: tokens, objectives, figures, vault contents, Exit, cards removed from the decks (BP-23)."""
    w = world[0]
    for label in found.exit:
        w["exit_zone"][board.index(label)] = 1
    w["token_limit"] = found.token_limit
    for spawn in found.spawn_zones:
        for _ in range(spawn.tokens):
            insert_token(w, int(w["n_tokens"]), board.index(spawn.zone), spawn.colour, spawn.active)
    for place in found.objectives:
        zone = board.index(place.zone)
        w["objective"][zone] = RED if place.shuffled else place.colour
        w["shuffled"][zone] = place.shuffled
    w["shuffle_blue"], w["shuffle_green"] = found.shuffled_blue, found.shuffled_green
    for label, name, number in found.zombies:
        kind = KINDS.index(name)
        w["zombie_start"][board.index(label), kind] += number
        if kind == ABOMINATION and any(goal.kind == GOAL_QUEST_ABOMINATION for goal in found.goals):
            w["quest_abomination"] = board.index(label)
    removed = {card: take_from_deck(world, box().card(card), number) for card, number in found.removed_cards.items()}
    for number, vault in enumerate(found.vaults):
        w["vault_random"][number] = vault.random_artefacts
        copies: list[int] = []
        for card, count in vault.cards.items():
            pool = removed.get(card) or take_from_deck(world, box().card(card), count)
            copies += pool[:count]
            removed[card] = pool[count:]
        w["vault_cards"][number, : len(copies)] = copies
    remove_necromancer_cards(world, found.removed_necromancers)
    lay_pieces(world, found, board)


# ---- the whole --------------------------------------------------------------------------------------------------


def build_world(found: Quest, sheets: Sequence[SurvivorSheet], options: DealtOptions, cards: Sequence[EquipmentCard] = ()) -> World:
    """Return the world of a quest and a team, shape (1,), dtype ``WORLD``.

    Args:
        found: the quest.
        sheets: the survivors.
        options: all other options.
        cards: custom equipment cards, which are added to the deck.

    Raises:
        QuestError, ContentError, TeamError: they do not fit together; the message names the remedy.
    """
    check_team_size(found, len(sheets), options.allow_small_team)
    board = quest_board(found)
    world = new_world()
    add_own_cards(world, cards)
    fill_board(world, board)
    fill_quest(world, found, zone_ids(board, found))
    fill_setup(world, found, board)
    fill_team(world, sheets, controllers(options.players, sheets))
    fill_large_team(world)
    w = world[0]
    starts = sorted(board.index(label) for label in found.start)
    w["start_zone"][: len(sheets)] = [starts[i % len(starts)] for i in range(len(sheets))]  # BP-2.R3
    zones = {label: board.index(label) for label in board.zones}
    choose(w, found, sheets, zones, options)
    fill_start(w, sheets, zones, options)
    fill_options(w, options)
    fill_supply(world, options.supply or {})
    _check_room(w)
    return world


def fill_supply(world: World, supply: Mapping[str, int]) -> None:
    """Set the numbers of miniatures by kind that differ from those of the box.

    Raises:
        ValueError: an unknown kind, or more than the record can hold.
    """
    for kind, number in supply.items():
        if kind not in KINDS or not 0 <= number <= MOST_MINIATURES:
            said = f"{one_line(repr(kind), 80)}: {one_line(number, 80)}"
            raise ValueError(f"supply {said}; use a number from 0 to {MOST_MINIATURES} for {', '.join(KINDS)}")
        world[0]["supply"][KINDS.index(kind)] = number


def _check_room(w: np.void) -> None:
    """Raise ValueError for more Necromancers, or more spawn tokens including theirs, than the records can hold."""
    necromancers = int(w["supply"][NECROMANCER])
    if necromancers > NECROS:
        raise ValueError(f"supply 'necromancer': {necromancers}; at most {NECROS}")
    tokens = max(int(w["n_tokens"]), int(w["token_limit"]) - 1)  # with more an escape ends the game without a token (BP-17.R6)
    if tokens + necromancers > TOKENS:
        raise ValueError(
            f"{tokens} spawn tokens besides those of {necromancers} Necromancers; at most {TOKENS} together: fewer tokens, a lower "
            f"token_limit, or supply={{'necromancer': {max(0, TOKENS - tokens)}}}"
        )


def fill_options(w: np.void, options: TeamOptions) -> None:
    """Fill in the options of decisions, rewards and time.  After ``max_rounds`` rounds (None: no limit) the game is lost, or truncated."""
    w["automatic"], w["shaped"] = options.decisions == "actions", options.reward == "shaped"
    limit = options.max_rounds or 0
    w["max_rounds"] = -limit if options.at_max_rounds == "defeat" else limit
