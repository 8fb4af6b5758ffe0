"""Choices at the start: tiles (ZG-17.7), factions and Bases (ZG-4.6 to ZG-4.10), claims of a quick start (ZG-17.2)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.decks import count
from zombicide_env.core.events import tell, tell_only
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Features, Record, Row

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_LOC, A_OPTION
from ..numbers.layout import (
    BASE,
    CAME,
    CHARACTER,
    DRAWN,
    FACTIONS,
    FIRST_FIGHTER,
    IN_PILE,
    KIT,
    LEADERS,
    MELEE,
    N_TILES,
    NEUTRAL,
    NO_TYPE,
    ORDER,
    RESERVE,
    STREET,
    TO_CARD,
    TYPES,
    WHO,
    C,
    P,
)
from ..numbers.observation import ASK_TILE, O_DECISION
from .board import deploy, put_markers, tell_stock, turn_up
from .cards import draw, gain
from .knowledge import came_openly, came_unseen
from .lowest import first_legal
from .setup import lay_neutral, pull


@jit
def circle(w: Record, s: Record) -> int:
    """Innermost circle with a free place, 0: none."""
    best = 0
    for loc in range(w.n_locations):
        if s.kind[loc] == NO_TYPE and (best == 0 or w.ring[loc] < best):
            best = w.ring[loc]
    return best


@jit
def free_places(w: Record, s: Record) -> int:
    return count(s.kind, w.n_locations, NO_TYPE)


@jit
def tiles(w: Record, s: Record, place: int) -> None:
    """Ask the next player to lay a tile; the reserve fills the last places."""
    if free_places(w, s) > s.n_reserve:
        push(s, T.TILES, (place + 1) % w.n_players)
        push(s, ASK.TILE_TYPE, (s.first + place) % w.n_players)
        return
    n = 0
    for loc in range(w.n_locations):
        if s.kind[loc] == NO_TYPE:
            s.kind[loc] = s.reserve[n]
            lay_neutral(w, s, loc)
            n += 1
    for i in range(RESERVE):
        s.reserve[i] = 0
    s.n_reserve = 0


@jit
def legal_tile(s: Record, p: int, mask: Row) -> None:
    for kind in range(N_TILES):
        mask[A_OPTION + kind] = s.tiles[p, kind] > 0


@jit
def answer_tile(s: Record, p: int, a: int) -> None:
    s.tiles[p, a - A_OPTION] -= 1
    push(s, ASK.TILE_PLACE, p, a - A_OPTION)


@jit
def legal_tile_place(w: Record, s: Record, mask: Row) -> None:
    ring = circle(w, s)
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = s.kind[loc] == NO_TYPE and w.ring[loc] == ring


@jit
def answer_tile_place(w: Record, s: Record, kind: int, a: int) -> None:
    s.kind[a - A_LOC] = kind
    lay_neutral(w, s, a - A_LOC)


@jit
def factions(w: Record, s: Record, place: int) -> None:
    if place < w.n_players:
        push(s, T.FACTIONS, place + 1)
        push(s, ASK.FACTION, (s.first + place) % w.n_players)


@jit
def legal_faction(w: Record, s: Record, mask: Row) -> None:
    for f in range(P):
        mask[A_OPTION + f] = 1
    for p in range(w.n_players):
        if s.faction[p] >= 0:
            mask[A_OPTION + s.faction[p]] = 0


@jit
def answer_faction(s: Record, p: int, a: int) -> None:
    s.faction[p] = a - A_OPTION


@jit
def bases(w: Record, s: Record, place: int) -> None:
    """Ask for Bases, the last to pick a faction first; then hand out the starting kits."""
    if place >= 0:
        push(s, T.BASES, place - 1)
        push(s, ASK.BASE, (s.first + place) % w.n_players)
        return
    if w.few == 1:
        lay_piles(w, s)
    for k in range(w.n_players):
        hand_out(w, s, (s.first + k) % w.n_players)
    for k in range(w.n_players):
        p = (s.first + k) % w.n_players
        for _ in range(w.kit_melee[s.faction[p]]):
            draw_melee(w, s, p)


@jit
def legal_base(w: Record, s: Record, mask: Row) -> None:
    for loc in range(w.n_locations):
        mask[A_LOC + loc] = s.kind[loc] == BASE and s.intact[loc] == 0


@jit
def answer_base(w: Record, s: Record, p: int, a: int) -> None:
    s.base[p] = a - A_LOC
    put_markers(w, s, a - A_LOC, p, 2)


@jit
def lay_piles(w: Record, s: Record) -> None:
    """Lay out the piles of the factions in play face up (ZG-17.13)."""
    for c in range(FIRST_FIGHTER, C):
        for p in range(w.n_players):
            if s.faction[p] == w.pile[c]:
                s.zone[c] = IN_PILE


@jit
def hand_out(w: Record, s: Record, p: int) -> None:
    """Put leader and starting fighter on the Base, the named cards into the hand (ZG-4.9, ZG-4.10)."""
    f = s.faction[p]
    c = w.starter[f]
    if w.few == 1 or pull(w, s, c + TO_CARD) == 1:
        deploy(s, c, p, s.base[p])
        tell(w, E.DEPLOY, p, c, s.base[p])
    for leader in range(LEADERS):
        if w.pile[leader] == f:
            deploy(s, leader, p, s.base[p])
            tell(w, E.DEPLOY, p, leader, s.base[p])
    for i in range(KIT):
        if pull(w, s, w.kit[f, i]) == 1:
            gain(s, p, w.kit[f, i])
            came_openly(w, s, p, w.kit[f, i])


@jit
def draw_melee(w: Record, s: Record, p: int) -> None:
    if s.n_deck[MELEE] > 0:
        s.n_deck[MELEE] -= 1
        card = s.deck[MELEE, s.n_deck[MELEE]]
        s.deck[MELEE, s.n_deck[MELEE]] = 0
        note(s, DRAWN, p * 8 + MELEE)
        note(s, CAME, card)
        gain(s, p, card)
        came_unseen(w, s, p, MELEE)
        tell_only(w, 1 << p, E.DREW_CARD, p, card)


@jit
def claimable(s: Record, loc: int) -> int:
    """1 for a location that is neither Base nor Street and has no owner (a neutral marker is replaced)."""
    if s.kind[loc] == BASE or s.kind[loc] == STREET:
        return 0
    return 1 if s.intact[loc] == 0 or s.owner[loc] == NEUTRAL else 0


@jit
def claim(s: Record, p: int) -> None:
    push(s, ASK.QS_LOC, p)


@jit
def legal_claim(w: Record, s: Record, p: int, mask: Row) -> None:
    for i in range(w.n_near[s.base[p]]):
        loc = w.near[s.base[p], i]
        mask[A_LOC + loc] = claimable(s, loc)


@jit
def answer_claim(w: Record, s: Record, p: int, a: int) -> None:
    loc = a - A_LOC
    if s.face_down[loc] == 1:
        turn_up(w, s, loc)
    s.intact[loc] = 0
    put_markers(w, s, loc, p, 1)
    push(s, T.QUICK, p)
    kind = s.kind[loc]
    s.food[p] += w.food[kind]
    s.medicine[p] += w.medicine[kind]
    if w.food[kind] + w.medicine[kind] > 0:
        tell_stock(w, s, p)
    if w.draws[kind] >= 0:
        draw(w, s, p, w.draws[kind], 1, 0, 0)


@jit
def reinforce(w: Record, s: Record, p: int) -> None:
    """Add one random fighter at the Base."""
    draw(w, s, p, CHARACTER, 1, 0, 1)


@jit
def see_tile(kind: int, o: Features) -> None:
    o[O_DECISION + ASK_TILE] = kind + 1


ROWS: Final = (
    Task(T.TILES, tiles, words={"place": ORDER}, below=(T.PHASE_END,)),
    Task(T.FACTIONS, factions, words={"place": ORDER}, below=(T.PHASE_END,)),
    Task(T.BASES, bases, words={"place": Range(-1, "n_players", -1)}, below=(T.PHASE_END,)),
    Task(T.QUICK, reinforce, words={"p": WHO}, below=(T.SEATS,)),
    Decision(
        ASK.TILE_TYPE,
        words={"p": WHO},
        below=(T.TILES,),
        asked=CHOICE,
        offer=legal_tile,
        answer=answer_tile,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("which tile from your hand is laid (terrain_knowledge)", default="the lowest"),
        notation={"option": "tile {}"},
        menu=TYPES[:N_TILES],
    ),
    Decision(
        ASK.TILE_PLACE,
        words={"p": WHO, "kind": Range(0, N_TILES - 1)},
        below=(T.TILES,),
        asked=CHOICE,
        offer=legal_tile_place,
        answer=answer_tile_place,
        default=first_legal,
        see=see_tile,
        fits=anywhere,
        text=Text("where it is laid", default="the lowest"),
        notation={"loc": "at {}"},
    ),
    Decision(
        ASK.FACTION,
        words={"p": WHO},
        below=(T.FACTIONS,),
        asked=MAIN,
        offer=legal_faction,
        answer=answer_faction,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("which faction is played", default="the lowest"),
        notation={"option": "faction {}"},
        menu=FACTIONS,
    ),
    Decision(
        ASK.BASE,
        words={"p": WHO},
        below=(T.BASES,),
        asked=MAIN,
        offer=legal_base,
        answer=answer_base,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("which Base is taken", default="the lowest"),
        notation={"loc": "base {}"},
    ),
    Decision(
        ASK.QS_LOC,
        words={"p": WHO},
        below=(T.SEATS,),
        asked=MAIN,
        offer=legal_claim,
        answer=answer_claim,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("the claim next to the Base (quick_start)", default="the lowest"),
        notation={"loc": "claim {}"},
    ),
)
