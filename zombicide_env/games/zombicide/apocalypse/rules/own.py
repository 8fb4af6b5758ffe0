"""What only Apocalypse has: where its actions, work and decisions are carried out, and the moments at which it joins in."""

from __future__ import annotations

from zombicide_env.core.agenda import push
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Features, Mask, Record

from ...table.codes import DRAWN, NONE
from ..numbers import observation as O
from ..numbers import own as N
from ..numbers.cards import ZG1, ZG2, ZG5
from ..numbers.figures import BOMBS_SEEN, SEATS, TALLY
from .cars import car_attack, car_of, car_stops, load_of
from .decks_at_setup import deal_cards, prepare
from .deeds import DESTROY, DROP_MINI, before_deed, do, legal_deeds
from .exits import keep_way_open, take_along
from .features import put
from .fuel import burn_survivors, catch_fire, explode, fires_go_out, light
from .hidden import echo
from .interrupts import interrupted
from .master import crampt, expire, limit_hand
from .outcome import check_end
from .plays import begin_phase, go_on
from .questions import answer_own, default_own, offer_own
from .search import search_police_car
from .tasks_done import count_anew, rewards
from .wounds import suffer_wounds
from .zombies import plan, puppets

# ---- moments of a turn and of the round --------------------------------------------------------------------------------


@jit
def legal_turn(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark the edition's own actions in the turn of survivor ``i``, and strike out what he cannot do."""
    legal_deeds(w, s, i, m)


@jit
def before(w: Record, s: Record, i: int, block: int) -> None:
    """Survivor ``i`` begins an action of the block in his turn."""
    keep_way_open(w, s)
    before_deed(w, s, i, block)


@jit
def act(w: Record, s: Record, i: int, a: int) -> None:
    """Carry out one of these actions."""
    do(w, s, i, a)


@jit
def action_ends(w: Record, s: Record, i: int) -> None:
    """After an action mini-missions are rewarded, before levels are gained (AP-8.R5)."""
    push(s, N.REWARDS, i)


@jit
def turn_begins(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn begins."""


@jit
def turn_ready(w: Record, s: Record, i: int) -> None:
    """Cramp costs an action, two are always left (AP-21.R7); the turn's kills are counted anew (AP-12.R3)."""
    if interrupted(s, i) == 0:
        for _ in range(crampt(w, s, i)):
            if s.actions[i] > 2:
                s.actions[i] -= 1
    count_anew(s)
    s.own_kills = 0


@jit
def before_drop(w: Record, s: Record) -> None:
    """A survivor is about to discard a card of his own free will: what has been found until now has been found (AP-26.M1)."""
    keep_way_open(w, s)


@jit
def turn_ends(w: Record, s: Record, i: int) -> None:
    """Survivor ``i``'s turn ends; so does his Cramp, unless this was but an additional turn in the turn that it is for."""
    if interrupted(s, i) == 0:
        expire(w, s, ZG2, i)
    keep_way_open(w, s)


@jit
def turn_spent(w: Record, s: Record, i: int) -> int:
    """A turn lasts as long as something can be done in it."""
    return 0


@jit
def sets_out(s: Record, i: int) -> None:
    """Who goes or is taken elsewhere is in no car any more (AP-16.R9)."""
    s.seat[i] = NONE


@jit
def leaves_on_foot(s: Record, i: int) -> int:
    """1 if survivor ``i`` is on foot (AP-26.R11)."""
    return 1 if s.seat[i] < 0 else 0


@jit
def leaves(w: Record, s: Record, i: int, a: int) -> None:
    """Survivor ``i`` is about to leave by the Exit."""
    take_along(w, s, i)


@jit
def end_phase(w: Record, s: Record) -> None:
    """The End Phase begins: the mission is tested (AP-22.R1)."""
    check_end(w, s)


@jit
def token_passed(w: Record, s: Record) -> None:
    """The first player token has passed: fires grow older, the last round ends in a draw (AP-22.R1, AP-3.R2)."""
    fires_go_out(w, s)
    if w.round_limit > 0 and s.round >= w.round_limit:
        s.outcome = DRAWN


@jit
def asked_anyway(w: Record, s: Record, task: int) -> int:
    """The Zombie Master's Phase is his turn."""
    return 1 if task == N.MASTER else 0


@jit
def attacks(block: int) -> int:
    """1 for weapons that destroy a zone, Ranged actions all the same (AP-14.R5): a Bloodlust's free action may pay for them."""
    return 1 if block == DESTROY else 0


@jit
def idle(w: Record, block: int) -> int:
    """Dropping a mini-mission keeps no turn open."""
    return 1 if block == DROP_MINI else 0


@jit
def legal_trade(w: Record, s: Record, i: int, partner: int, m: Mask) -> None:
    """Mark what survivor ``i`` may exchange in a trade beside cards."""


@jit
def trade_step(w: Record, s: Record, i: int, partner: int, a: int) -> int:
    """Carry out such a step; 0 if the action is another one."""
    return 0


@jit
def legal_store(w: Record, s: Record, i: int, m: Mask) -> None:
    """Mark what survivor ``i`` may do about the card just drawn beside storing it."""


@jit
def store_step(w: Record, s: Record, i: int, a: int) -> int:
    """Carry out such a step; 0 if the action is another one."""
    return 0


@jit
def lend(w: Record, s: Record, j: int) -> None:
    """Survivor ``j`` takes the action of a Born leader at once."""


@jit
def round_begins(w: Record, s: Record) -> None:
    """A round begins; what is pushed here comes before the Players' Phase."""


@jit
def deal(w: Record, s: Record) -> int:
    """Side piles, and a starting card for everybody by lot (AP-2.R2)."""
    deal_cards(w, s)
    return 1


@jit
def prepare_decks(w: Record, s: Record) -> None:
    """What lies on top of the deck, and the Zombie Master's first card (AP-26.M0, AP-2.R6)."""
    prepare(w, s)


@jit
def offer_exit(w: Record, s: Record, i: int) -> None:
    """Offer further ways to leave, with others."""


# ---- work and questions ------------------------------------------------------------------------------------------------


@jit
def work(w: Record, s: Record, t: int) -> None:
    """Do the edition's own task of frame ``t``, which has been taken off."""
    task = s.stack[t, 0]
    a = s.stack[t, 1]
    b = s.stack[t, 2]
    c = s.stack[t, 3]
    if task == N.SUFFER:
        suffer_wounds(w, s, a, b)
    elif task == N.PLAN:
        plan(w, s, a)
    elif task == N.BOMBS_GO:
        explode(w, s)
    elif task == N.EXPIRE:
        expire(w, s, ZG1, -1)
        expire(w, s, ZG5, -1)
        if s.resting == 0 and w.master == 1:
            push(s, N.MASTER_PHASE)
    elif task == N.CAR_ATTACK:
        car_attack(w, s, a, b, c)
    elif task == N.CAR_STOPS:
        car_stops(w, s, b)
    elif task == N.REWARDS:
        rewards(w, s, a)
    elif task == N.MASTER_PHASE:
        begin_phase(w, s)
    elif task == N.MASTER_NEXT:
        go_on(w, s)
    elif task == N.HAND_LIMIT:
        limit_hand(w, s)
    elif task == N.POLICE:
        search_police_car(w, s, a)
    elif task == N.STARTED:
        if b == 6:
            s.car_started[car_of(s, a)] = 1
    elif task == N.FLAME:
        light(w, s, a, b)
    elif task == N.DOOR_OPENED:
        catch_fire(w, s, -1)
    elif task == N.ARRIVED:
        burn_survivors(w, s)
        check_end(w, s)


@jit
def offer_options(w: Record, s: Record, t: int) -> None:
    """Offer the answers of the edition's own decision in frame ``t``."""
    offer_own(w, s, t)


@jit
def answer(w: Record, s: Record, t: int, a: int) -> None:
    """Carry out the answer ``a`` of that decision; its frame has been taken off."""
    answer_own(w, s, t, a)


@jit
def default(w: Record, s: Record, t: int) -> int:
    """The answer of automatic mode, -1: the first one offered."""
    return default_own(w, s, t)


# ---- what a seat sees --------------------------------------------------------------------------------------------------

B_STEADY = O.OBSERVATION["board"].column("steady_noise")
B_MANHOLE = O.OBSERVATION["board"].column("manhole")
B_WAY_OUT = O.OBSERVATION["board"].column("way_out")
Z_GASOLINE = O.OBSERVATION["zones"].column("gasoline")
Z_FIRE = O.OBSERVATION["zones"].column("fire")
Z_BOMBS = O.OBSERVATION["zones"].column("bombs")
Z_ECHO = O.OBSERVATION["zones"].column("echo")
Z_PUPPETS = O.OBSERVATION["zones"].column("puppets")
Z_ROUTE = O.OBSERVATION["zones"].column("route")
S_WAITING = O.OBSERVATION["survivors"].column("waiting")
S_CAR = O.OBSERVATION["survivors"].column("car")
S_SEAT = O.OBSERVATION["survivors"].column("seat")
S_CRAMP = O.OBSERVATION["survivors"].column("cramp")
T_HAND = O.OBSERVATION["global"].column("master_hand")
T_ESCAPED = O.OBSERVATION["global"].column("escaped")
D_LEFT = O.OBSERVATION["decision"].column("left")
CARS_SEEN = O.OBSERVATION.start["cars"]
HAND_SEEN = O.OBSERVATION.start["hand"]
N_CAR = len(N.CAR_COLUMNS)
N_TASKS = tuple(len(tasks) for tasks in TALLY)


@jit
def frame(w: Record, o: Features) -> None:
    """The edition's own columns that never change: none."""


@jit
def observe(w: Record, s: Record, agent: int, o: Features) -> None:
    """Write the edition's own columns and blocks; the hand for the Zombie Master alone."""
    for z in range(w.n_zones):
        p = O.BOARD + z * O.N_BOARD
        o[p + B_STEADY] = w.steady_noise[z]
        o[p + B_WAY_OUT] = w.way_out[z]
        if w.tile[z] >= 0:
            o[p + B_MANHOLE] = w.manhole[w.tile[z]] + 1
        p = O.ZONES + z * O.N_ZONE
        o[p + Z_GASOLINE] = s.gasoline[z]
        o[p + Z_FIRE] = s.fire[z]
        o[p + Z_ECHO] = echo(s, z)
        o[p + Z_PUPPETS] = puppets(s, z)
    for k in range(s.n_bombs):
        p = O.ZONES + s.bomb_zone[k] * O.N_ZONE + Z_BOMBS
        o[p] = min(BOMBS_SEEN, o[p] + 1)
    for i in range(w.n_survivors):
        observe_survivor(w, s, i, O.SURVIVORS + i * O.N_SURVIVOR, o)
    if agent < w.n_survivors:
        observe_survivor(w, s, agent, O.SELF, o)
    for c in range(w.n_cars):
        p = CARS_SEEN + c * N_CAR
        if s.car_zone[c] >= 0:
            o[p] = w.car_kind[c]
            o[p + 1] = s.car_zone[c] + 1
            o[p + 2] = s.car_started[c]
            o[p + 3] = s.car_searched[c]
            o[p + 4] = load_of(s, c)
    p = O.GLOBAL + T_HAND
    for c in range(N.N_MASTER):
        o[p] += s.zm_hand[c]
        if agent == w.n_survivors:
            o[HAND_SEEN + c] = s.zm_hand[c]
    for k in range(s.zm_pile_n):
        o[p + s.zm_pile[k]] += 1
    for k in range(s.zm_active_n):
        o[p + N.N_MASTER + s.zm_active[k]] += 1
    p = O.GLOBAL + T_ESCAPED
    put(o, p, s.escaped)
    put(o, p + 1, s.supplies_out)
    put(o, p + 2, s.neutralised)


@jit
def observe_survivor(w: Record, s: Record, i: int, p: int, o: Features) -> None:
    o[p + S_WAITING] = s.waiting[i]
    if s.seat[i] >= 0:
        o[p + S_CAR] = car_of(s, i) + 1
        o[p + S_SEAT] = s.seat[i] % SEATS + 1
    o[p + S_CRAMP] = min(1, crampt(w, s, i))
    q = p + S_CRAMP + 1
    for m in range(N.N_MINI):
        for task in range(N_TASKS[m]):
            if s.mini[i, m] > 0 and (s.mini_done[i, m] >> task) & 1 == 0:
                o[q] = 1
            q += 1


@jit
def observe_decision(w: Record, s: Record, t: int, o: Features) -> None:
    """Write the numbers that matter for the edition's own decision in frame ``t``."""
    task = s.stack[t, 0]
    p = O.DECISION
    if task == N.ROUTE:
        stack = s.stack[t, N.ROUTE_STACK]
        z = s.pack_zone[stack]
        o[p + O.D_ZONE] = z + 1
        o[p + O.D_KINDS + s.pack_kind[stack]] = 1
        put(o, p + D_LEFT, s.pack_n[stack])
        for n in range(w.degree[z]):
            o[O.ZONES + w.neighbour[z, n] * O.N_ZONE + Z_ROUTE] = s.act_first[n]
    elif task == N.PUSH:
        o[p + O.D_ZONE] = s.stack[t, N.PUSH_FROM] + 1
    elif task == N.HIT_WHOM:
        o[p + O.D_ZONE] = s.atk_zone[s.stack[t, N.HIT_TARGET]] + 1
        put(o, p + O.D_HITS, s.atk_hits[s.stack[t, N.HIT_TARGET]])


# ---- where the family asks and Apocalypse adds nothing -----------------------------------------------------------------


@jit
def setup(w: Record, s: Record) -> None:
    """What the setup lays out beside the family's pieces, before the decks are shuffled."""


@jit
def dealt(w: Record, s: Record) -> None:
    """The starting cards are dealt, the decks are shuffled."""


@jit
def always_asks(task: int) -> int:
    """1 for a decision that is asked also with one answer."""
    return 0


@jit
def something_to_give(w: Record, s: Record, i: int, partner: int) -> int:
    """1 if one of the two has something beside cards to hand over."""
    return 0


@jit
def store_default(w: Record, s: Record, i: int) -> int:
    """Automatic mode: do what comes before storing the card; 0: nothing."""
    return 0


@jit
def default_shield(w: Record, s: Record) -> int:
    """The answer of automatic mode that spares the survivors a wound, -1: none of them."""
    return -1
