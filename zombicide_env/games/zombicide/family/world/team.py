"""The team in the WORLD record: ID cards, controllers, starting zones, larger teams (BP-2, BP-21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from zombicide_env.core.words import suggest
from zombicide_env.games.source import Source

from ...table.codes import RED
from ...table.quest_types import Quest
from ...table.survivors import SurvivorSheet, TeamError, load_survivors, skill_problem
from ..edition import LARGE_TEAM_TOKENS
from ..numbers.layout import PLAYERS, TOKENS, S
from ..numbers.skills import SKILL_INDEX
from ..team_options import DealtOptions
from .box import box
from .cards import World, add_copies, append, replace_all

#: Value in ``learn_orange`` and ``learn_red`` for a choice in ``learn_damage_with``.
LEARN_DAMAGE_WITH = -2


def insert_token(w: np.void, place: int, zone: int, colour: int, active: bool) -> None:
    """Insert a spawn token at a place of the spawning order; the first one placed begins the order (BP-16.R1)."""
    n = int(w["n_tokens"])
    if n >= TOKENS:
        raise ValueError(f"{n + 1} spawn tokens; at most {TOKENS}")
    for name, value in (("token_zone", zone), ("token_colour", colour), ("token_active", int(active))):
        w[name][place + 1 : n + 1] = w[name][place:n].copy()
        w[name][place] = value
    w["n_tokens"] = n + 1
    if n == 0:
        w["spawn_first"] = zone


def fill_team(world: World, sheets: Sequence[SurvivorSheet], player_of: Sequence[int]) -> None:
    """Fill in the survivors' ID cards and controllers, in roster order.

    ``player_of[i]``: controller of survivor i, numbered from 0.  Cards of "Starts with" stay in the deck until setup takes them out.
    """
    w = world[0]
    if not 1 <= len(sheets) <= S:
        raise TeamError(f"{len(sheets)} survivors; a team has 1 to {S} (BP-21.R1)")
    if len(player_of) != len(sheets) or not all(0 <= player < PLAYERS for player in player_of):
        raise TeamError(f"player_of needs a controller 0..{PLAYERS - 1} for each of the {len(sheets)} survivors")
    w["n_survivors"], w["n_players"] = len(sheets), max(player_of) + 1
    for s, sheet in enumerate(sheets):
        w["player_of"][s] = player_of[s]
        w["body_card"][s] = box().card(sheet.body_slot_item) if sheet.body_slot_item else 0
        for skill in sheet.blue:
            add_skill(world, s, skill)
        for level, (name, skills) in enumerate((("learn_orange", sheet.orange), ("learn_red", sheet.red))):
            for place, skill in enumerate(skills):
                family, _, item = skill.partition(":")
                w[name][s, place] = SKILL_INDEX.get(skill, LEARN_DAMAGE_WITH)
                if family == "plus_1_damage_with":
                    w["learn_damage_with"][s, level, place] = box().card(item)


def add_skill(world: World, survivor: int, skill: str) -> None:
    """Give a survivor a skill from the start.  Raises ``TeamError`` for an unknown one."""
    problem = skill_problem(skill, box().words)
    if problem:
        raise TeamError(problem)
    w = world[0]
    family, _, item = skill.partition(":")
    if family == "plus_1_damage_with":
        w["damage_with"][survivor, box().card(item)] += 1
    elif family == "starts_with":
        free = [place for place in range(2) if not w["starts_with"][survivor, place]]
        if not free:
            raise TeamError(f"{skill}: a survivor starts with at most two such cards")
        w["starts_with"][survivor, free[0]] = box().card(item)
        _supply_deck(world, box().card(item))
    else:
        w["skill_start"][survivor, SKILL_INDEX[skill]] += 1


def _supply_deck(world: World, card: int) -> None:
    """Ensure that the deck has as many copies as "Starts with" skills take out of it at setup.

    A missing one comes from the starting cards, else it is an extra copy (BP-2.R2).
    """
    w = world[0]
    wanted = int((w["starts_with"] == card).sum())
    if int((w["copy_card"][w["deck"][: w["n_deck"]]] == card).sum()) >= wanted:
        return
    start = [int(copy) for copy in w["start_cards"][: w["n_start"]]]
    spare = [copy for copy in start if w["copy_card"][copy] == card][:1]
    replace_all(w, "start_cards", "n_start", [copy for copy in start if copy not in spare])
    append(w, "deck", "n_deck", spare or add_copies(world, card, 1))


def team(survivors: int | Sequence[str | SurvivorSheet]) -> tuple[SurvivorSheet, ...]:
    """Return the ID cards of a team: a number (roster order) or names.

    The box has six survivors; larger teams reuse the roster with further copies of the same ID card
    (``ann_2``), which is a house rule.  Such names may also be given.  ``mine.csv:zed`` is the survivor zed of a
    user's file, ``mine.csv`` all survivors in it; its columns are those of content/survivors.csv.
    """
    if isinstance(survivors, int):
        if not 1 <= survivors <= S:
            raise TeamError(f"{survivors} survivors; a team has 1 to {S} (BP-21.R1)")
        count = len(box().survivors)
        names: Sequence[str | SurvivorSheet] = [
            box().survivors[i % count].id + (f"_{i // count + 1}" if i >= count else "") for i in range(survivors)
        ]
    else:
        names = survivors
    sheets = tuple(sheet for name in names for sheet in ((name,) if isinstance(name, SurvivorSheet) else _sheets(name)))
    twice = [sheet.id for i, sheet in enumerate(sheets) if sheet.id in {other.id for other in sheets[:i]}]
    if twice:
        raise TeamError(f"survivor {twice[0]!r} appears twice; write {twice[0]}_2 for another copy")
    return sheets


def _sheets(name: str) -> Sequence[SurvivorSheet]:
    """Return the ID card of one name, or the survivors of a file."""
    path, dot, wanted = name.partition(".csv")
    if not dot:
        return (_sheet(name),)
    found = load_survivors(Source.at(path + dot), box().words)
    if not wanted:
        return found
    chosen = [sheet for sheet in found if f":{sheet.id}" == wanted]
    if not chosen:
        known = [sheet.id for sheet in found]
        raise TeamError(f"{path}.csv has no survivor {wanted[1:]!r}{suggest(wanted[1:], known)}; it has {', '.join(known) or 'none'}")
    return chosen


def _sheet(name: str) -> SurvivorSheet:
    found = box().sheet(name)
    if found:
        return found
    base, _, number = name.rpartition("_")
    found = box().sheet(base)
    if found and number.isdecimal() and int(number) > 1:
        return SurvivorSheet(**{**found.__dict__, "id": name, "name": f"{found.name} {number}"})
    known = tuple(sheet.id for sheet in box().survivors)
    raise TeamError(f"no survivor {name!r}{suggest(name, known)}; use {', '.join(known)}, or another copy as {known[0]}_2")


def controllers(players: int | Sequence[Sequence[str]], sheets: Sequence[SurvivorSheet]) -> tuple[int, ...]:
    """Return the controller of each survivor.

    ``players`` is a number (the roster is split evenly into consecutive runs), or each player's survivors.
    """
    if isinstance(players, int):
        if not 1 <= players <= len(sheets):
            raise TeamError(f"{players} players for {len(sheets)} survivors; use 1 to {len(sheets)}")
        return tuple(i * players // len(sheets) for i in range(len(sheets)))
    owner = {name: player for player, names in enumerate(players) for name in names}
    ids = [sheet.id for sheet in sheets]
    if sorted(name for names in players for name in names) != sorted(ids) or not all(players):
        raise TeamError(f"players must share out {', '.join(ids)}, each survivor once and one at least to each player")
    return tuple(owner[name] for name in ids)


def fill_large_team(world: World) -> None:
    """Apply the rules for seven or more survivors: further starting cards, spawn tokens and a higher limit (BP-21)."""
    w = world[0]
    above = max(0, int(w["n_survivors"]) - 6)
    if above:
        append(w, "start_cards", "n_start", add_copies(world, box().card(box().further_starting), above))
    if not LARGE_TEAM_TOKENS:
        return
    extra = (above + 1) // 2  # BP-21.R1
    w["token_limit"] += extra
    zones = list(dict.fromkeys(int(zone) for zone in w["token_zone"][: w["n_tokens"]]))
    for number in range(extra if zones else 0):
        zone = zones[number % len(zones)]  # BP-21.R2
        place = max(i for i in range(int(w["n_tokens"])) if w["token_zone"][i] == zone) + 1
        insert_token(w, place, zone, RED, True)


def fill_start(w: np.void, sheets: Sequence[SurvivorSheet], zones: Mapping[str, int], options: DealtOptions) -> None:
    """Set who is dealt which cards, who starts where, and who begins (BP-D-2, BP-D-3, BP-D-6)."""
    ids = [sheet.id for sheet in sheets]
    n, deal = len(ids), options.deal
    w["start_owner"][: w["n_start"]] = [k % n for k in range(int(w["n_start"]))]
    if deal is not None:
        if len(deal) != w["n_start"] or set(deal) != set(ids):
            raise TeamError(f"deal must name a survivor for each of the {w['n_start']} starting cards, everybody at least once (BP-2.5)")
        w["start_owner"][: w["n_start"]] = [ids.index(name) for name in deal]
    allowed = {label: zone for label, zone in zones.items() if zone in set(w["start_zone"][:n].tolist())}
    for name, label in (options.start_zones or {}).items():
        if name not in ids or label not in allowed:
            raise TeamError(f"start_zones {name!r}: {label!r}; survivors are {', '.join(ids)}, starting zones {', '.join(allowed)}")
        w["start_zone"][ids.index(name)] = allowed[label]
    begin_with(w, options.first_player)


def begin_with(w: np.void, first_player: int) -> None:
    """Set the controller who begins."""
    if not 0 <= first_player < w["n_players"]:
        raise TeamError(f"first_player {first_player}; controllers are 0 to {w['n_players'] - 1}")
    w["first_player"] = first_player


def check_team_size(found: Quest, number: int, allow_small_team: bool) -> None:
    """Raise ``TeamError`` if the quest does not allow this number of survivors (BP-2.R6)."""
    if number < found.survivors_min and not allow_small_team:
        raise TeamError(
            f"the quest {found.title} needs {found.survivors_text} survivors, not {number}: choose more, or allow a small team "
            "(allow_small_team=True)"
        )
    if found.survivors_max is not None and number > found.survivors_max:
        raise TeamError(f"the quest {found.title} is for {found.survivors_text} survivors, not {number}: choose fewer")
