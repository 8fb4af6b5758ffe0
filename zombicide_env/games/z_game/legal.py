"""The mask of legal actions: every node has its own small set, written by the file of its rules."""

from __future__ import annotations

from ...core.agenda import top_task, word
from ...core.jit import jit
from ...core.records import Record, Row
from . import building, cards, medicine, morning, movement, night, people, retreat, sabotage, setup, tasks, trade, work, zombies
from .actions import A_CONFIRM, A_PASS, N_ACTIONS
from .layout import LEADERS, ONGOING


@jit
def legal(w: Record, s: Record, mask: Row) -> None:
    """Write 0 or 1 for every action; all 0 when nobody decides."""
    for a in range(N_ACTIONS):
        mask[a] = 0
    if s.outcome != ONGOING or s.depth == 0:
        return
    node = top_task(s)
    if node <= tasks.D_DRAW_FIGHTER:
        legal_setup(w, s, node, mask)
    elif node <= tasks.D_DISCARD:
        legal_morning(w, s, node, mask)
    elif node <= tasks.D_LOOT_DECK:
        legal_day(w, s, node, mask)
    elif node <= tasks.D_RT_LOC:
        legal_people(w, s, node, mask)
    elif node <= tasks.D_SCOUT_SWAP:
        legal_evening(w, s, node, mask)
    else:
        legal_night(w, s, node, mask)


@jit
def legal_stance(mask: Row) -> None:
    """Fight or retreat; also save or lose."""
    mask[A_PASS] = 1
    mask[A_CONFIRM] = 1


@jit
def legal_setup(w: Record, s: Record, node: int, mask: Row) -> None:
    if node == tasks.D_TILE_TYPE:
        setup.legal_tile(s, mask)
    elif node == tasks.D_TILE_PLACE:
        setup.legal_tile_place(w, s, mask)
    elif node == tasks.D_FACTION:
        setup.legal_faction(w, s, mask)
    elif node == tasks.D_BASE:
        setup.legal_base(w, s, mask)
    elif node == tasks.D_QS_LOC:
        setup.legal_claim(w, s, mask)
    elif node == tasks.D_REDISTRIBUTE:
        morning.legal_redistribute(s, mask)
    elif node == tasks.D_SUBSTITUTE:
        cards.legal_substitute(w, s, mask)
    elif node == tasks.D_DRAW_FIGHTER:
        cards.legal_fighter(w, s, mask)


@jit
def legal_morning(w: Record, s: Record, node: int, mask: Row) -> None:
    if node == tasks.D_SCH_CARD:
        trade.legal_scheme(s, mask)
    elif node == tasks.D_SCH_SEAT:
        trade.legal_scheme_seat(s, mask)
    elif node == tasks.D_SCH_GIVE or node == tasks.D_DISCARD:
        morning.legal_hand(s, word(s, 1), mask)
    elif node == tasks.D_BIZ_OFFER:
        trade.legal_offer(w, s, mask)
    elif node == tasks.D_BIZ_ASK:
        trade.legal_wish(s, mask)
    elif node == tasks.D_BIZ_REPLY:
        trade.legal_reply(w, s, mask)
    elif node == tasks.D_BIZ_PAY:
        trade.legal_payment(w, s, mask)
    elif node == tasks.D_BIZ_COUNTER:
        trade.legal_from(s, word(s, 1), s.bid[word(s, 1), 0], mask)
    elif node == tasks.D_BIZ_CHOOSE:
        trade.legal_choose(s, mask)
    elif node == tasks.D_FT_CARD:
        trade.legal_sale(s, mask)
    elif node == tasks.D_FT_DECK:
        trade.legal_deck(w, s, mask)
    elif node == tasks.D_PLACE_CARD:
        morning.legal_place_card(w, s, mask)
    elif node == tasks.D_PLACE_LOC:
        morning.legal_place_loc(w, s, mask)
    elif node == tasks.D_FEED_RAISE:
        morning.legal_raise(s, mask, 0)
    elif node == tasks.D_FEED_EAT:
        morning.legal_eat(s, mask)
    elif node == tasks.D_FEED_TARGET:
        morning.legal_target(s, mask)


@jit
def legal_day(w: Record, s: Record, node: int, mask: Row) -> None:
    if node == tasks.D_MV_CHAR:
        movement.legal_char(s, mask)
    elif node == tasks.D_MV_MORE:
        movement.legal_more(s, mask)
    elif node == tasks.D_MV_RIDE:
        movement.legal_ride(w, s, mask)
    elif node == tasks.D_MV_STEP:
        movement.legal_step(w, s, mask)
    elif node == tasks.D_MV_CONFIRM:
        movement.legal_confirm(w, s, mask)
    elif node == tasks.D_ZF_PICK:
        zombies.legal_pick(w, s, mask)
    elif node == tasks.D_ZF_STANCE:
        legal_stance(mask)
    elif node == tasks.D_ZF_WEAPON:
        zombies.legal_zf_weapon(w, s, mask)
    elif node == tasks.D_LOOT_DECK:
        zombies.legal_loot(w, s, mask)


@jit
def legal_people(w: Record, s: Record, node: int, mask: Row) -> None:
    if node == tasks.D_PF_PICK:
        people.legal_meeting(w, s, mask)
    elif node == tasks.D_PF_STANCE or node == tasks.D_RT_ARMOUR:
        legal_stance(mask)
    elif node == tasks.D_PF_WEAPON:
        people.legal_pf_weapon(w, s, mask)
    elif node == tasks.D_RT_VICTIM:
        retreat.legal_victim(s, mask)
    elif node == tasks.D_RT_LOC:
        retreat.legal_flight(w, s, mask)


@jit
def legal_evening(w: Record, s: Record, node: int, mask: Row) -> None:
    if node == tasks.D_BLD_KIND:
        building.legal_kind(w, s, mask)
    elif node == tasks.D_BLD_LOC:
        building.legal_site(w, s, mask)
    elif node == tasks.D_WORK_CHAR:
        work.legal_worker(w, s, mask)
    elif node == tasks.D_WORK_CARD:
        work.legal_work_card(w, s, mask)
    elif node == tasks.D_WORK_SKILL:
        work.legal_skill(w, s, mask)
    elif node == tasks.D_SAB_FROM:
        sabotage.legal_from_place(w, s, mask)
    elif node == tasks.D_SAB_KIND:
        sabotage.legal_effect(w, s, mask)
    elif node == tasks.D_SAB_TARGET:
        sabotage.legal_sab_target(w, s, mask)
    elif node == tasks.D_SCOUT_SWAP:
        sabotage.legal_swap(s, mask)


@jit
def legal_night(w: Record, s: Record, node: int, mask: Row) -> None:
    if node == tasks.D_MED_KIND:
        medicine.legal_remedy(w, s, mask)
    elif node == tasks.D_MED_LOC:
        medicine.legal_med_loc(w, s, mask)
    elif node == tasks.D_FLARE_RAISE:
        morning.legal_raise(s, mask, LEADERS)
    elif node == tasks.D_NA_PICK:
        night.legal_attack(w, s, mask)
    elif node == tasks.D_NA_WEAPON:
        night.legal_na_weapon(w, s, mask)
    elif node == tasks.D_NR_LOC:
        night.legal_shelter(w, s, mask)
    elif node == tasks.D_DEGRADE:
        building.legal_degrade(w, s, mask)
