"""The agenda at work: its tasks, the answers to its nodes; the kernels ``reset``, ``step`` and ``decider``."""

from __future__ import annotations

from ...core.agenda import pop, push, top, top_task, word
from ...core.jit import jit
from ...core.records import Record
from . import building, cards, medicine, morning, movement, night, people, retreat, sabotage, setup, tasks, trade, turn, work, zombies
from .defaults import asked, default_action
from .layout import BUILD_WORK, ONGOING, S0, S1, SABOTAGE_WORK
from .legal import legal
from .scoring import eliminations

# ---- work ------------------------------------------------------------------------------------------------------------


@jit
def work_off(w: Record, s: Record) -> None:
    """Take the task on top off the agenda and do it."""
    t = top(s)
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    d = s.stack[t, 4]
    e = s.stack[t, 5]
    pop(s)
    if task <= tasks.T_QUICK:
        work_on_course(w, s, task, a)
    elif task == tasks.T_DRAW:
        cards.draw(w, s, a, b, c, d, e)
    elif task <= tasks.T_MOVES:
        work_on_cards(w, s, task, a, b)
    elif task <= tasks.T_REVEAL:
        work_on_fights(w, s, task, a, b)
    else:
        work_on_evening(w, s, task, a, b)


@jit
def work_on_course(w: Record, s: Record, task: int, a: int) -> None:
    if task == tasks.T_PHASE:
        turn.begin_phase(w, s, a)
    elif task == tasks.T_PHASE_END:
        turn.end_phase(w, s, a)
    elif task == tasks.T_SEATS:
        turn.seats(w, s, a)
    elif task == tasks.T_TILES:
        setup.tiles(w, s, a)
    elif task == tasks.T_FACTIONS:
        setup.factions(w, s, a)
    elif task == tasks.T_BASES:
        setup.bases(w, s, a)
    elif task == tasks.T_QUICK:
        setup.reinforce(w, s, a)


@jit
def work_on_cards(w: Record, s: Record, task: int, a: int, b: int) -> None:
    if task == tasks.T_SCHEMED:
        trade.end_scheming(w, s)
    elif task == tasks.T_REPLIES:
        trade.replies(w, s, a, b)
    elif task == tasks.T_FEED:
        morning.feed_more(s, a)
    elif task == tasks.T_DISCARD:
        morning.discard_down(s, a)
    elif task == tasks.T_MOVES:
        movement.moves(w, s, a)


@jit
def work_on_fights(w: Record, s: Record, task: int, a: int, b: int) -> None:
    if task == tasks.T_ZOMBIE_FIGHTS:
        zombies.own_fights(w, s, a)
    elif task == tasks.T_ZOMBIE_ROUND:
        zombies.fight_round(w, s, a)
    elif task == tasks.T_REWARD:
        zombies.reward(w, s, a, b)
    elif task == tasks.T_FIGHT_OVER:
        turn.after_fight(w, s, a)
    elif task == tasks.T_PEOPLE_FIGHTS:
        people.own_meetings(w, s, a)
    elif task == tasks.T_CHAIN:
        people.chain(s, a)
    elif task == tasks.T_ARMOUR:
        retreat.armour(s, a)
    elif task == tasks.T_DEATHS:
        retreat.deaths(w, s)
    elif task == tasks.T_FLIGHT:
        retreat.flight(w, s)
    elif task == tasks.T_STAND:
        zombies.make_a_stand(w, s, a, b)
    elif task == tasks.T_REVEAL:
        people.reveal(w, s)


@jit
def work_on_evening(w: Record, s: Record, task: int, a: int, b: int) -> None:
    if task == tasks.T_BUILD:
        building.build_more(s, a)
    elif task == tasks.T_SABOTAGE:
        eliminations(w, s)
        sabotage.sabotage_more(s, a)
    elif task == tasks.T_MEDICINE:
        medicine.medicine_more(w, s, a)
    elif task == tasks.T_NIGHT:
        night.own_attacks(w, s, a)
    elif task == tasks.T_LABOUR:
        building.labour(w, s, a, b)


# ---- answers -----------------------------------------------------------------------------------------------------------


@jit
def apply(w: Record, s: Record, a: int) -> None:
    """Carry out the answer ``a`` to the node on top."""
    node = top_task(s)
    if node <= tasks.D_DRAW_FIGHTER:
        answer_setup(w, s, node, a)
    elif node <= tasks.D_FT_DECK:
        answer_trade(w, s, node, a)
    elif node <= tasks.D_MV_CONFIRM:
        answer_morning(w, s, node, a)
    elif node <= tasks.D_RT_LOC:
        answer_fight(w, s, node, a)
    elif node <= tasks.D_SCOUT_SWAP:
        answer_evening(w, s, node, a)
    else:
        answer_night(w, s, node, a)


@jit
def answer_setup(w: Record, s: Record, node: int, a: int) -> None:
    if node == tasks.D_TILE_TYPE:
        setup.answer_tile(s, a)
    elif node == tasks.D_TILE_PLACE:
        setup.answer_tile_place(w, s, a)
    elif node == tasks.D_FACTION:
        setup.answer_faction(s, a)
    elif node == tasks.D_BASE:
        setup.answer_base(w, s, a)
    elif node == tasks.D_QS_LOC:
        setup.answer_claim(w, s, a)
    elif node == tasks.D_REDISTRIBUTE:
        morning.answer_redistribute(w, s, a)
    elif node == tasks.D_SUBSTITUTE:
        cards.answer_substitute(w, s, a)
    elif node == tasks.D_DRAW_FIGHTER:
        cards.answer_fighter(w, s, a)


@jit
def answer_trade(w: Record, s: Record, node: int, a: int) -> None:
    if node == tasks.D_SCH_CARD:
        trade.answer_scheme(w, s, a)
    elif node == tasks.D_SCH_SEAT:
        trade.answer_scheme_seat(s, a)
    elif node == tasks.D_SCH_GIVE:
        trade.answer_scheme_give(w, s, a)
    elif node == tasks.D_BIZ_OFFER:
        trade.answer_offer(w, s, a)
    elif node == tasks.D_BIZ_ASK:
        trade.answer_wish(w, s, a)
    elif node == tasks.D_BIZ_REPLY:
        trade.answer_reply(w, s, a)
    elif node == tasks.D_BIZ_PAY:
        trade.answer_payment(w, s, a)
    elif node == tasks.D_BIZ_COUNTER:
        trade.answer_counter(w, s, a)
    elif node == tasks.D_BIZ_CHOOSE:
        trade.answer_choose(w, s, a)
    elif node == tasks.D_FT_CARD:
        trade.answer_sale(w, s, a)
    elif node == tasks.D_FT_DECK:
        trade.answer_deck(w, s, a)


@jit
def answer_morning(w: Record, s: Record, node: int, a: int) -> None:
    if node == tasks.D_PLACE_CARD:
        morning.answer_place_card(w, s, a)
    elif node == tasks.D_PLACE_LOC:
        morning.answer_place_loc(w, s, a)
    elif node == tasks.D_FEED_RAISE:
        morning.answer_raise(s, a)
    elif node == tasks.D_FEED_EAT:
        morning.answer_eat(w, s, a)
    elif node == tasks.D_FEED_TARGET:
        morning.answer_target(s, a)
    elif node == tasks.D_DISCARD:
        morning.answer_discard(w, s, a)
    elif node == tasks.D_MV_CHAR:
        movement.answer_char(s, a)
    elif node == tasks.D_MV_MORE:
        movement.answer_more(s, a)
    elif node == tasks.D_MV_RIDE:
        movement.answer_ride(w, s, a)
    elif node == tasks.D_MV_STEP:
        movement.answer_step(w, s, a)
    elif node == tasks.D_MV_CONFIRM:
        movement.answer_confirm(w, s, a)


@jit
def answer_fight(w: Record, s: Record, node: int, a: int) -> None:
    if node == tasks.D_ZF_PICK:
        zombies.answer_pick(s, a)
    elif node == tasks.D_ZF_STANCE:
        zombies.answer_stance(w, s, a)
    elif node == tasks.D_ZF_WEAPON:
        zombies.answer_zf_weapon(w, s, a)
    elif node == tasks.D_LOOT_DECK:
        zombies.answer_loot(w, s, a)
    elif node == tasks.D_PF_PICK:
        people.answer_meeting(s, a)
    elif node == tasks.D_PF_STANCE:
        people.answer_pf_stance(s, a)
    elif node == tasks.D_PF_WEAPON:
        people.answer_pf_weapon(w, s, a)
    elif node == tasks.D_RT_VICTIM:
        retreat.answer_victim(s, a)
    elif node == tasks.D_RT_ARMOUR:
        retreat.answer_armour(w, s, a)
    elif node == tasks.D_RT_LOC:
        retreat.answer_flight(w, s, a)


@jit
def answer_evening(w: Record, s: Record, node: int, a: int) -> None:
    p = word(s, 1)
    ready = 0
    if node == tasks.D_BLD_KIND:
        building.answer_kind(s, a)
    elif node == tasks.D_BLD_LOC:
        building.answer_site(w, s, a)
    elif node == tasks.D_WORK_CHAR:
        ready = work.worker_done(w, s, a)
    elif node == tasks.D_WORK_CARD:
        ready = work.card_done(w, s, a)
    elif node == tasks.D_WORK_SKILL:
        ready = work.skill_done(s, a)
    elif node == tasks.D_SAB_FROM:
        sabotage.answer_from_place(s, a)
    elif node == tasks.D_SAB_KIND:
        sabotage.answer_effect(s, a)
    elif node == tasks.D_SAB_TARGET:
        sabotage.answer_sab_target(s, a)
    elif node == tasks.D_SCOUT_SWAP:
        sabotage.answer_swap(s, a)
    if ready == 1:
        carry_out(w, s, p)


@jit
def carry_out(w: Record, s: Record, p: int) -> None:
    """Workers and cards of an evening work are together."""
    if s.work == BUILD_WORK:
        building.lay_project(w, s, p)
    elif s.work == SABOTAGE_WORK:
        sabotage.attempt(w, s, p)
    else:
        medicine.heal(w, s, p)


@jit
def answer_night(w: Record, s: Record, node: int, a: int) -> None:
    if node == tasks.D_MED_KIND:
        medicine.answer_remedy(s, a)
    elif node == tasks.D_MED_LOC:
        medicine.answer_med_loc(s, a)
    elif node == tasks.D_FLARE_RAISE:
        morning.answer_raise(s, a)
    elif node == tasks.D_NA_PICK:
        night.answer_attack(w, s, a)
    elif node == tasks.D_NA_WEAPON:
        night.answer_na_weapon(w, s, a)
    elif node == tasks.D_NR_LOC:
        night.answer_shelter(w, s, a)
    elif node == tasks.D_DEGRADE:
        building.answer_degrade(w, s, a)


# ---- kernels ---------------------------------------------------------------------------------------------------------------


@jit
def forced(w: Record, s: Record) -> int:
    """The only legal action of the mask in ``allowed``, -1: there are several."""
    found = -1
    for a in range(w.allowed.shape[0]):
        if w.allowed[a] == 1:
            if found >= 0:
                return -1
            found = a
    return found


@jit
def advance(w: Record, s: Record) -> None:
    """Work the agenda off until somebody has to decide or the game is over (ZG-0.5, ZG-10.14)."""
    while s.outcome == ONGOING and s.depth > 0:
        if top_task(s) < tasks.FIRST_DECISION:
            work_off(w, s)
            continue
        legal(w, s, w.allowed)
        if w.auto_skip == 1:
            a = forced(w, s)
            if a >= 0:
                apply(w, s, a)
                continue
        if w.automatic == 0 or asked(top_task(s)) == 1:
            return
        apply(w, s, default_action(w, s))
    legal(w, s, w.allowed)


@jit
def begin_step(s: Record) -> None:
    s.chance_n = 0
    for p in range(s.reward.shape[0]):
        s.reward[p] = 0.0


@jit
def begin_at(w: Record, s: Record, phase: int) -> None:
    """Go on from the beginning of a phase."""
    push(s, tasks.T_PHASE, phase)
    advance(w, s)


@jit
def reset(w: Record, s: Record, seed: int) -> None:
    """Start a game from its seed."""
    setup.setup(w, s, seed)
    begin_at(w, s, S0 if w.terrain == 1 else S1)


@jit
def step(w: Record, s: Record, a: int) -> None:
    """Apply a legal action and go on to the next decision."""
    s.steps += 1
    begin_step(s)
    apply(w, s, a)
    advance(w, s)


@jit
def decider(w: Record, s: Record) -> int:
    """Seat of the player who decides, -1: nobody does."""
    if s.outcome != ONGOING or s.depth == 0:
        return -1
    return s.stack[top(s), 1]


@jit
def active(w: Record, s: Record, p: int) -> int:
    """1 while player ``p`` is not eliminated."""
    return 1 if p < w.n_players and s.eliminated[p] == 0 else 0


@jit
def take_default(w: Record, s: Record) -> None:
    """Answer the node on top by its default and go on."""
    step(w, s, default_action(w, s))
