"""Actions of quests: prepared cards, the cache, the Beacon, banishing, cleansing, the Empress, the Exit (WD-25)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.decks import shuffle
from zombicide_env.core.events import tell
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Mask, Record

from ...table.action import Action
from ...table.codes import (
    BLUE,
    EQUIPMENT_DECK,
    EV_EQUIPMENT,
    EV_SHUFFLE,
    FAR,
    FX_AAAHH,
    GOAL_BEACON_IN,
    GREEN,
    NONE,
    RED,
    RULE_BANISH,
    RULE_BEACON_TAKEN,
    RULE_BEACON_WALKS,
    RULE_CACHE,
    RULE_CLEANSE,
    RULE_ESCAPE,
    RULE_PREPARED,
)
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers import edition_events as OE
from ..numbers import events as E
from ..numbers.guards import GUARDS
from ..numbers.layout import ON_FOOT, WHO
from ..numbers.tokens import DEFILER_TOKEN, FOLIO
from .defiler import cleanse_chain
from .inventory import find_copy, take_copy
from .movement import neighbour_index, ways_to
from .objectives import give_up, kept_of, pile_at
from .options import offer
from .outcome import check_end
from .passability import passable
from .quest_rules import has_rule, rule_row
from .storing import gain
from .team import common_decider, survivors_at
from .tokens import find_token
from .traps import spring_trap


@jit
def legal_quest(w: Record, s: Record, i: int, m: Mask) -> None:
    m[OA.QUEST_TAKE] = takes_something(w, s, i)
    if has_rule(w, RULE_BANISH) + has_rule(w, RULE_CLEANSE) == 0:
        return
    for token in range(DEFILER_TOKEN):
        m[OA.QUEST_TOKEN + token] = sends_away(w, s, i, token)


# ---- things in zones --------------------------------------------------------------------------------------------------------


@jit
def cached(w: Record, s: Record, card: int) -> int:
    """1 if the card is in the discard pile or the deck."""
    return 1 if find_copy(w, s.discard, s.discard_n, card) >= 0 or find_copy(w, s.deck, s.deck_n, card) >= 0 else 0


@jit
def takes_something(w: Record, s: Record, i: int) -> int:
    z = s.zone[i]
    if has_rule(w, RULE_PREPARED) == 1 and pile_at(s, z) >= 0 and s.crowd[z] == 0:  # WD-25.23
        return 1
    r = rule_row(w, RULE_CACHE, 0)
    if r >= 0 and z == w.flag_zone and cached(w, s, w.rule[r, 2]) == 1:  # WD-25.34
        return 1
    if has_rule(w, RULE_BEACON_TAKEN) == 1 and s.beacon_by < 0 and s.beacon_zone == z:  # WD-25.73
        return 1
    return 0


@jit
def take_something(w: Record, s: Record, i: int) -> None:
    z = s.zone[i]
    s.gain_from = s.by_search = 0
    r = rule_row(w, RULE_CACHE, 0)
    if has_rule(w, RULE_BEACON_TAKEN) == 1:
        tell(w, OE.BEACON_TAKEN, i, z)
        s.beacon_by = i
        s.beacon_zone = NONE
        s.beacon_taken = 1
        check_end(w, s)
    elif r >= 0:
        tell(w, E.DRAW, i, w.rule[r, 2], E.FROM_BOX)
        gain(w, s, i, from_cache(w, s, w.rule[r, 2]))
    else:
        take_prepared(w, s, i, pile_at(s, z))


@jit
def from_cache(w: Record, s: Record, card: int) -> int:
    """Take a copy of the discard pile, else of the deck, which is then shuffled."""
    c = take_copy(w, s.discard, s.discard_n, card)
    if c > 0:
        s.discard_n -= 1
        return c
    c = take_copy(w, s.deck, s.deck_n, card)
    if c > 0:
        s.deck_n -= 1
        shuffle(s, s.deck, s.deck_n)
        note(s, EV_SHUFFLE, EQUIPMENT_DECK)
    return c


@jit
def take_prepared(w: Record, s: Record, i: int, p: int) -> None:
    """Take the next card of the pile; not a Search, but an Aaahh!! takes effect (WD-25.23)."""
    s.pile_n[p] -= 1
    c = s.pile[p, s.pile_n[p]]
    s.pile[p, s.pile_n[p]] = 0
    note(s, EV_EQUIPMENT, w.copy_card[c])
    tell(w, E.DRAW, i, w.copy_card[c], E.FROM_BOX)
    if w.card_effect[w.copy_card[c]] == FX_AAAHH:
        s.gain_copy = c
        s.gain_left = 0
        spring_trap(w, s, i)
    else:
        gain(w, s, i, c)


# ---- spawn tokens ----------------------------------------------------------------------------------------------------------


@jit
def within_one(w: Record, z: int, t: int) -> int:
    """1 for the zone itself and its neighbours (WD-5.14)."""
    return 1 if z == t or neighbour_index(w, z, t) >= 0 else 0


@jit
def folio_of(s: Record, i: int) -> int:
    """Folio used by a Banish: blue, green, the restored one; 0: none (WD-25.43)."""
    for colour in (BLUE, GREEN, FOLIO):
        if kept_of(s, i, colour) > 0:
            return colour
    return 0


@jit
def sends_away(w: Record, s: Record, i: int, token: int) -> int:
    """1 if the survivor may banish or cleanse the numbered token (WD-25.44, WD-25.103)."""
    t = find_token(s, token)
    if t < 0 or within_one(w, s.zone[i], s.token_zone[t]) == 0:
        return 0
    if has_rule(w, RULE_BANISH) == 1:
        return 1 if folio_of(s, i) > 0 else 0
    if has_rule(w, RULE_CLEANSE) == 1:
        return 1 if kept_of(s, i, RED) > 0 and w.flag_zone >= 0 and s.token_zone[t] != w.flag_zone else 0
    return 0


@jit
def send_away(w: Record, s: Record, i: int, token: int) -> None:
    """Move the token without a Defile token; if banished, its chain of Defile tokens is removed (WD-11.10, WD-25.44)."""
    t = find_token(s, token)
    left = s.token_zone[t]
    if has_rule(w, RULE_CLEANSE) == 1:
        give_up(s, i, RED)
        tell(w, OE.SENT_AWAY, i, left, w.flag_zone)
        s.token_zone[t] = w.flag_zone
    else:
        give_up(s, i, folio_of(s, i))
        first = find_token(s, 0)
        goal = w.first_spawn_zone
        if token != 0 and first >= 0:
            goal = s.token_zone[first]
        if goal >= 0:
            tell(w, OE.SENT_AWAY, i, left, goal)
            s.token_zone[t] = goal
        cleanse_chain(w, s, left)
    check_end(w, s)


# ---- the Empress -------------------------------------------------------------------------------------------------------------


@jit
def empress_may_walk(w: Record, s: Record) -> int:
    """1 if the Empress has company and no zombie is in her zone (WD-25.114)."""
    z = s.beacon_zone
    if has_rule(w, RULE_BEACON_WALKS) == 0 or z < 0 or s.crowd[z] > 0:
        return 0
    return 1 if s.guards[z] > 0 or survivors_at(w, s, z) > 0 else 0


@jit
def ask_empress(w: Record, s: Record) -> None:
    i = common_decider(w, s)
    if i >= 0 and empress_may_walk(w, s) == 1:
        push(s, OASK.EMPRESS, i)


@jit
def offer_walks(w: Record, s: Record) -> None:
    z = s.beacon_zone
    for n in range(w.degree[z]):
        if passable(w, s, z, n, ON_FOOT) == 1:
            offer(s, OA.EMPRESS + n)
    offer(s, A.STAY)


@jit
def empress_walks(w: Record, s: Record, n: int) -> None:
    tell(w, OE.EMPRESS_GOES, s.beacon_zone, w.neighbour[s.beacon_zone, n])
    s.beacon_zone = w.neighbour[s.beacon_zone, n]
    check_end(w, s)


# ---- the Exit ------------------------------------------------------------------------------------------------------------------


@jit
def offer_exits(w: Record, s: Record, i: int) -> None:
    """Offer leaving with a part of the Guards, if the quest allows any number (WD-25.94)."""
    r = rule_row(w, RULE_ESCAPE, 0)
    if r >= 0 and w.rule[r, 2] == 0:
        for n in range(min(GUARDS, s.guards[s.zone[i]] - 1) + 1):
            if n < s.guards[s.zone[i]]:
                offer(s, OA.EXIT_WITH + n)


@jit
def take_along(w: Record, s: Record, i: int, a: int) -> None:
    """Let Guards leave with the survivor: all, or as many as the answer says (WD-25.9)."""
    z = s.zone[i]
    n = s.guards[z]
    if a != A.EXIT:
        n = a - OA.EXIT_WITH
    if n > 0:
        tell(w, OE.GUARDS_LEAVE, n, z)
    s.guards[z] -= n
    s.guards_escaped += n


# ---- on the agenda -------------------------------------------------------------------------------------------------------------


@jit
def answer_walk(w: Record, s: Record, a: int) -> None:
    if a != A.STAY:
        empress_walks(w, s, a - OA.EMPRESS)


@jit
def default_walk(w: Record, s: Record) -> int:
    """Default: towards the Exit by the shortest way (WD-D50)."""
    for g in range(w.n_goals):
        goal = w.goal[g, 2]
        if w.goal[g, 1] == GOAL_BEACON_IN and goal >= 0:
            row = ways_to(w, s, goal, ON_FOOT)
            here = w.dist[row, s.beacon_zone]
            for k in range(s.n_options):
                if s.options[k] != A.STAY:
                    z = w.neighbour[s.beacon_zone, s.options[k] - OA.EMPRESS]
                    if here != FAR and w.dist[row, z] == here - 1:
                        return s.options[k]
    return A.STAY


ACTIONS: Final = (
    Action(OA.QUEST_TAKE, take_something, legal=legal_quest, cost=1, purpose="objective"),
    Action(OA.QUEST_TOKEN, send_away, {"token": DEFILER_TOKEN}, legal=legal_quest, cost=1),
)
ROWS: Final = (
    Decision(
        OASK.EMPRESS,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_walks,
        answer=answer_walk,
        default=default_walk,
        see=nothing_more,
        fits=anywhere,
        text=Text("a round begins", "where the Empress goes, or nowhere", "toward the Exit by the shortest way"),
    ),
)
