"""Cards: hands, decks and discard piles (section 7.1); drawing, with substitutes for missing cards (ZG-7.7, ZG-7.8)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.chance import note
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Task, Text, anywhere, nothing_more
from zombicide_env.core.decks import find
from zombicide_env.core.events import tell, tell_only
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import FLAG
from zombicide_env.core.records import Features, Record, Row
from zombicide_env.core.rng import rand_below

from ..numbers import decisions as ASK
from ..numbers import events as E
from ..numbers import tasks as T
from ..numbers.actions import A_CARD, A_DECK, A_PASS
from ..numbers.layout import (
    ANY_DECK,
    CAME,
    CHARACTER,
    COPIES,
    DRAWN,
    IN_BOX,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_PILE,
    LEADERS,
    MIXED,
    N_DECKS,
    NONE,
    TO_CARD,
    WHO,
    A,
    C,
    K,
    P,
)
from ..numbers.observation import CARD_ASKED, DECK_ASKED, N_CARD, N_DECK, O_CARDS, O_DECKS
from .board import deploy, take_off
from .knowledge import came_openly, came_unseen, left_openly
from .lowest import first_legal, lowest

#: Rank of each card by value, the lowest first: knife, bat, crowbar, axe, pistol, tools, literature, books,
#: bicycle, chopper, reagents, chainsaw, armour, shotgun, car, horse, grenade, then fighters by index.
VALUE: Final = (4, 13, 16, 0, 1, 3, 2, 14, 9, 11, 10, 5, 6, 7, 12, 15, 8)

# ---- hands and piles -----------------------------------------------------------------------------------------------


@jit
def gain(s: Record, p: int, card: int) -> None:
    """Add a card to a hand; the caller records who sees it (``knowledge``)."""
    s.hand[p, card] += 1
    s.n_hand[p] += 1
    if card >= A:
        s.zone[card - TO_CARD] = IN_HAND
        s.seat[card - TO_CARD] = p


@jit
def lose(s: Record, p: int, card: int) -> None:
    """Remove a card from a hand."""
    s.hand[p, card] -= 1
    s.n_hand[p] -= 1


@jit
def in_play(s: Record, faction: int) -> int:
    """1 if a player has the faction."""
    return 1 if find(s.faction, P, faction) >= 0 else 0


@jit
def discard(w: Record, s: Record, card: int) -> None:
    """Discard a card that is nowhere; with few_but_effective a fighter returns to its own pile (ZG-17.13)."""
    if card >= A:
        c = card - TO_CARD
        s.seat[c] = NONE
        if w.few == 1:
            s.zone[c] = IN_PILE if in_play(s, w.pile[c]) == 1 else IN_BOX
            return
        s.zone[c] = IN_DISCARD
    s.discard[card] += 1
    s.n_discard[w.deck_of[card]] += 1


@jit
def play(w: Record, s: Record, p: int, card: int) -> None:
    """Play or give up a card publicly (ZG-7.4)."""
    lose(s, p, card)
    left_openly(w, s, p, card)
    discard(w, s, card)


@jit
def dies(w: Record, s: Record, c: int) -> None:
    """Discard a dead fighter's card; a leader is gone permanently (ZG-7.5)."""
    tell(w, E.DEATH, s.seat[c], c, s.at[c])
    take_off(s, c)
    if c >= LEADERS:
        discard(w, s, c + TO_CARD)


@jit
def pile_size(w: Record, s: Record, p: int) -> int:
    """Number of fighters of the player's own pile (ZG-17.13)."""
    n = 0
    for c in range(LEADERS, C):
        n += s.zone[c] == IN_PILE and w.pile[c] == s.faction[p]
    return n


# ---- drawing --------------------------------------------------------------------------------------------------------


@jit
def reshuffle(w: Record, s: Record, d: int) -> None:
    """Turn the discard pile into the deck (ZG-7.7)."""
    n = 0
    for card in range(K):
        if w.deck_of[card] == d:
            for _ in range(s.discard[card]):
                s.deck[d, n] = card
                n += 1
            s.discard[card] = 0
            if card >= A and s.zone[card - TO_CARD] == IN_DISCARD:
                s.zone[card - TO_CARD] = IN_DECK
    s.n_deck[d] = n
    shuffle_deck(s, d)
    s.n_discard[d] = 0
    note(s, MIXED, d)
    tell(w, E.SHUFFLE, d)


@jit
def shuffle_deck(s: Record, d: int) -> None:
    for i in range(s.n_deck[d] - 1, 0, -1):
        j = rand_below(s, i + 1)
        card = s.deck[d, i]
        s.deck[d, i] = s.deck[d, j]
        s.deck[d, j] = card


@jit
def draw_top(w: Record, s: Record, d: int) -> int:
    """Draw the top card of a deck that has cards, in the deck or in its discard pile."""
    if s.n_deck[d] == 0:
        reshuffle(w, s, d)
    s.n_deck[d] -= 1
    card = s.deck[d, s.n_deck[d]]
    s.deck[d, s.n_deck[d]] = 0
    if s.n_deck[d] == 0 and s.n_discard[d] > 0:
        reshuffle(w, s, d)
    return card


@jit
def available(w: Record, s: Record, p: int, d: int) -> int:
    """1 if the player can draw from the deck (with few_but_effective the pile replaces the character deck)."""
    if d == CHARACTER and w.few == 1:
        return 1 if pile_size(w, s, p) > 0 else 0
    return 1 if s.n_deck[d] + s.n_discard[d] > 0 else 0


@jit
def draw(w: Record, s: Record, p: int, d: int, n: int, reward: int, to_base: int) -> None:
    """Draw one card of the deck, then ``n - 1`` others; ``reward``: for beaten zombies (ZG-17.11), ``to_base``: see ``receive``."""
    if n <= 0:
        return
    if n > 1:
        push(s, T.DRAW, p, d, n - 1, reward, to_base)
    if available(w, s, p, d) == 0:
        if substitutes(w, s, p, d, reward) > 0:
            push(s, ASK.SUBSTITUTE, p, d, reward, to_base)
    elif d == CHARACTER and w.few == 1:
        push(s, ASK.DRAW_FIGHTER, p, to_base)
    else:
        receive(w, s, p, d, to_base)


@jit
def receive(w: Record, s: Record, p: int, d: int, to_base: int) -> None:
    """Draw the top card, unseen by others (ZG-11.5); the fighter of a quick start goes to the Base (ZG-17.2)."""
    card = draw_top(w, s, d)
    note(s, DRAWN, p * 8 + d)
    note(s, CAME, card)
    if to_base == 1 and card >= A:
        deploy(s, card - TO_CARD, p, s.base[p])
        tell(w, E.DEPLOY, p, card - TO_CARD, s.base[p])
        return
    gain(s, p, card)
    came_unseen(w, s, p, d)
    tell_only(w, 1 << p, E.DREW_CARD, p, card)


@jit
def may_substitute(w: Record, s: Record, p: int, d: int, missing: int, reward: int) -> int:
    """1 if deck ``d`` may replace the deck ``missing`` (ZG-7.8, ZG-17.11)."""
    if d == missing or (d == CHARACTER and reward == 1 and w.survivors == 1):
        return 0
    return available(w, s, p, d)


@jit
def substitutes(w: Record, s: Record, p: int, missing: int, reward: int) -> int:
    n = 0
    for d in range(N_DECKS):
        n += may_substitute(w, s, p, d, missing, reward)
    return n


# ---- decisions ------------------------------------------------------------------------------------------------------


@jit
def legal_substitute(w: Record, s: Record, p: int, missing: int, reward: int, mask: Row) -> None:
    """Mark another deck, or nothing; draws for a won fight and an empty pile are mandatory (ZG-7.8, ZG-12.28, ZG-17.13)."""
    mask[A_PASS] = 0 if reward == 1 or (missing == CHARACTER and w.few == 1) else 1
    for d in range(N_DECKS):
        mask[A_DECK + d] = may_substitute(w, s, p, d, missing, reward)


@jit
def answer_substitute(w: Record, s: Record, p: int, to_base: int, a: int) -> None:
    if a != A_PASS:
        draw(w, s, p, a - A_DECK, 1, 0, to_base)


@jit
def legal_fighter(w: Record, s: Record, p: int, mask: Row) -> None:
    for c in range(LEADERS, C):
        mask[A_CARD + c + TO_CARD] = s.zone[c] == IN_PILE and w.pile[c] == s.faction[p]


@jit
def answer_fighter(w: Record, s: Record, p: int, to_base: int, a: int) -> None:
    """Take a fighter of the pile, which is face up: everybody sees which one (ZG-17.13)."""
    card = a - A_CARD
    if to_base == 1:
        deploy(s, card - TO_CARD, p, s.base[p])
        tell(w, E.DEPLOY, p, card - TO_CARD, s.base[p])
        return
    gain(s, p, card)
    came_openly(w, s, p, card)


# ---- defaults --------------------------------------------------------------------------------------------------------


@jit
def largest_deck(w: Record, s: Record, p: int) -> int:
    best = -1
    most = -1
    for d in range(N_DECKS):
        if w.allowed[A_DECK + d] == 1:
            n = s.n_deck[d] + s.n_discard[d]
            if d == CHARACTER and w.few == 1:
                n = pile_size(w, s, p)
            if n > most:
                best = d
                most = n
    return A_DECK + best


@jit
def default_card(w: Record) -> int:
    """Default: the card of lowest value, if neither PASS nor CONFIRM is legal."""
    return A_CARD + least_value(w) if lowest(w, A_PASS) >= A_CARD else lowest(w, A_PASS)


@jit
def least_value(w: Record) -> int:
    best = -1
    for card in range(K):
        if w.allowed[A_CARD + card] == 1 and (best < 0 or value(card) < value(best)):
            best = card
    return best


@jit
def value(card: int) -> int:
    return VALUE[card] if card < A else card


@jit
def see_missing(missing: int, o: Features) -> None:
    o[O_DECKS + missing * N_DECK + DECK_ASKED] = 1


@jit
def see_card(card: int, o: Features) -> None:
    o[O_CARDS + card * N_CARD + CARD_ASKED] = 1


ROWS: Final = (
    Task(T.DRAW, draw, words={"p": WHO, "d": ANY_DECK, "n": COPIES, "reward": FLAG, "to_base": FLAG}, below=(T.SEATS, T.DRAW)),
    Decision(
        ASK.SUBSTITUTE,
        words={"p": WHO, "missing": ANY_DECK, "reward": FLAG, "to_base": FLAG},
        below=(T.SEATS, T.QUICK, T.DRAW, T.REWARD, T.MEDICINE),
        asked=CHOICE,
        offer=legal_substitute,
        answer=answer_substitute,
        default=largest_deck,
        see=see_missing,
        fits=anywhere,
        text=Text("a deck for one that has no cards", default="the largest"),
        notation={"pass": "pass", "deck": "draw {}"},
    ),
    Decision(
        ASK.DRAW_FIGHTER,
        words={"p": WHO, "to_base": FLAG},
        below=(T.SEATS, T.QUICK, T.DRAW, T.REWARD, T.MEDICINE),
        asked=MAIN,
        offer=legal_fighter,
        answer=answer_fighter,
        default=first_legal,
        see=nothing_more,
        fits=anywhere,
        text=Text("a fighter from your own pile (few_but_effective)", default="the lowest"),
        notation={"card": "draw {}"},
    ),
)
