"""Build the world of a mission and a team, and its initial state (AP-2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ....reading import FormatError, Path, a_number, by_name, each
from ...table.board import quest_board
from ...table.cards import EquipmentCard
from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet, TeamError
from ..numbers.cards import PACK_NAMES
from ..numbers.layout import S
from ..options import Options
from ..words.names import Names
from .box import box, quest
from .build import (
    World,
    check_team_size,
    controllers,
    fill_board,
    fill_options,
    fill_quest,
    fill_setup,
    fill_supply,
    fill_team,
    new_world,
    team,
    zone_ids,
)
from .cards import add_copies, add_own_cards, append
from .extra import choose_packs, fill_extra, keep_zombie_cards, leave_out_master_cards
from .mission import ROUNDS, car_names
from .team import begin_with

__all__ = ["build_table", "names_of", "set_table", "team_of"]

BY_PLAYERS: Final = {1: 4, 2: 6, 3: 6, 4: 4, 5: 5, 6: 6}  # AP-2.7
ENOUGH: Final = (0, 4, 5, 6)


def team_of(found: Quest, survivors: int | Sequence[str | SurvivorSheet] | None, players: int) -> tuple[str | SurvivorSheet, ...]:
    """Return the survivors: those named, that number, or the number required by AP-2.7 and the mission (AP-2.R8)."""
    if isinstance(survivors, Sequence) and not isinstance(survivors, str):
        return tuple(survivors)
    if survivors is None:
        if found.special.get("recruits"):
            survivors = players
        elif players in BY_PLAYERS:
            survivors = max(BY_PLAYERS[players], found.survivors_min)
        else:
            raise TeamError(f"{players} players; use 1 to {max(BY_PLAYERS)}")
    return tuple(sheet.id for sheet in team(int(survivors)))


def round_robin(count: int, players: int) -> tuple[int, ...]:
    """Distribute the survivors to the players one by one."""
    return tuple(i % players for i in range(count))


def build_table(
    found: Quest, survivors: Sequence[str | SurvivorSheet], options: Options, cards: Sequence[EquipmentCard] = ()
) -> tuple[World, tuple[SurvivorSheet, ...]]:
    """Return the world of a mission and a team, and the ID cards of all possible survivors."""
    sheets = team(survivors)
    check_team_size(found, len(sheets), options.allow_small_team)
    players, packs = options.players, options.packs
    owner = round_robin(len(sheets), players) if isinstance(players, int) else controllers(players, sheets)
    special = found.special
    world = new_world()
    fill_extra(world)
    w = world[0]
    add_own_cards(world, cards)
    choose_packs(world, packs if "zombie_cards" not in special else [pack for pack in packs if pack in ("base", "apocalypse")])
    if "zombie_cards" in special:
        keep_zombie_cards(world, special["zombie_cards"])
    board = quest_board(found)
    fill_board(world, board)
    fill_quest(world, found, zone_ids(board, found))
    fill_setup(world, found, board)
    everybody = fill_people(world, sheets, owner, recruits=special.get("recruits", False))
    starts = sorted(board.index(label) for label in found.start)
    w["start_zone"][: len(everybody)] = [starts[i % len(starts)] for i in range(len(everybody))]
    fill_starting_cards(world, sheets, special.get("deck_top", ()), options.deal or {})
    if special.get("zombie_master_cards") is False or not options.zombie_master:
        leave_out_master_cards(world)
    w["master"] = options.zombie_master
    w["quiet_is_free"] = options.zm_free_when_quiet
    w["strict_all_survivors"] = options.strict_all_survivors
    begin_with(w, options.first_player)
    limit = min(options.max_rounds or ROUNDS, ROUNDS)
    fill_options(w, replace(options, max_rounds=limit if options.at_max_rounds == "truncation" else None))
    w["round_limit"] = {"truncation": 0, "draw": -limit, "defeat": limit}[options.at_max_rounds]
    fill_supply(world, options.supply or {})
    return world, everybody


def fill_people(world: World, sheets: Sequence[SurvivorSheet], owner: Sequence[int], recruits: bool) -> tuple[SurvivorSheet, ...]:
    """Fill in the survivors and their players; with ``recruits``, all others of the box follow, who wait (AP-26.R16)."""
    w = world[0]
    waiting = [sheet for sheet in box().survivors if recruits and sheet.id not in {own.id for own in sheets}]
    everybody = (*sheets, *waiting)
    if len(everybody) >= S:
        raise TeamError(f"{len(sheets)} survivors; a team has at most {S - 1 - len(waiting)}")
    fill_team(world, everybody, (*owner, *(0 for _ in waiting)))
    w["n_players"] = max(owner) + 1
    w["waiting"][len(sheets) : len(everybody)] = 1
    w["starts_with"][len(sheets) : len(everybody)] = 0
    w["enough"] = ENOUGH[min(3, int(w["n_players"]))]
    return everybody


def fill_starting_cards(world: World, sheets: Sequence[SurvivorSheet], deck_top: Sequence[str], deal: Mapping[str, str]) -> None:
    """Fill in random starting cards, except those of ``deal`` (AP-2.R2); ``deck_top`` is on top of the deck (AP-26.M0)."""
    w = world[0]
    w["random_cards"] = 1
    w["deck_top"][: len(deck_top)] = [box().card(name) for name in deck_top]
    w["start_pool"] = 0 if deck_top else 1
    fill_pool(world, len(sheets) if deck_top else max(0, len(sheets) - 3))
    names = [sheet.id for sheet in sheets]
    for name, item in deal.items():
        if name not in names:
            raise TeamError(f"deal: {name!r} does not play; use {', '.join(names)}")
        w["fixed_start"][names.index(name)] = box().card(item)


def fill_pool(world: World, dealt: int) -> None:
    """Ensure that there are enough Pans and Batons to deal; missing ones are created (AP-2.R2, AP-26.R12)."""
    w = world[0]
    half = (dealt + 1) // 2
    for card, wanted in ((w["pool_pan"], half if w["pool_baton"] else dealt), (w["pool_baton"], half)):
        there = int((w["copy_card"][w["start_cards"][: w["n_start"]]] == card).sum())
        if card and there < wanted:
            append(w, "start_cards", "n_start", add_copies(world, int(card), wanted - there))


def names_of(
    world: World,
    zones: Sequence[str],
    sheets: Sequence[SurvivorSheet],
    cards: Sequence[str],
    master: bool = True,
    doors: tuple[str, ...] = (),
) -> Names:
    """Return the labels of everything on the table."""
    return Names(
        zones=tuple(zones),
        survivors=tuple(sheet.id for sheet in sheets),
        players=tuple(f"player_{p}" for p in range(int(world[0]["n_players"]))),
        cards=("", *cards),
        others=("zombie_master",) if master else (),
        cars=car_names(world),
        doors=doors,
    )


def _a_text(value: Any, path: Path) -> str:
    if not isinstance(value, str):
        raise FormatError(path, f"must be a word, not {value!r}")
    return value


def _somebody(value: Any, path: Path) -> str | SurvivorSheet:
    """Return a survivor of the list, or one without skills, as in positions."""
    name = _a_text(value, path)
    return name if box().sheet(name) else SurvivorSheet(id=name, name=name)


def set_table(entry_: Mapping[str, Any], prepare: Callable[[World, Sequence[str]], None]) -> tuple[World, Names]:
    """Return the world of a real setup (key ``setup`` of a vector).

    ``prepare`` is called with the world and the roster before the cards are dealt.
    """
    try:
        found = quest(a_number(entry_.get("quest", 0), ("setup", "quest"), 0, 10))
        named = None if entry_.get("survivors") is None else each(entry_["survivors"], _somebody, ("setup", "survivors"))
        players = a_number(entry_.get("players", 1), ("setup", "players"), 1, max(BY_PLAYERS))
        chosen = team_of(found, named, players)
        options = Options(
            players=players,
            packs=each(entry_.get("packs", list(PACK_NAMES)), _a_text, ("setup", "packs")),
            deal=by_name(entry_.get("deal", {}), ("setup", "deal")),
            at_max_rounds="draw",
            allow_small_team=True,
        )
        world, sheets = build_table(found, chosen, options)
        prepare(world, [sheet.id for sheet in sheets])
    except FormatError:
        raise
    except ValueError as error:
        raise FormatError(("setup",), str(error)) from error
    return world, names_of(world, quest_board(found).zones, sheets, box().card_ids)
