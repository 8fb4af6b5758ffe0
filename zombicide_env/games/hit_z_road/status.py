"""Invariants of a state (HZ-19): ``status`` names every one that is broken."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from .layout import (
    FACES,
    IN_BOX,
    IN_DECK,
    MAX_BID,
    MAX_GROUP,
    N_CATEGORIES,
    N_RESULTS,
    NONE,
    ON_ROUTE,
    ONGOING,
    OUTCOMES,
    PLACES,
    ROLLS,
    ROUNDS,
    STACK,
    STEPS,
    WITH_PLAYER,
    R,
)
from .tasks import D_FANATIC, D_ROUTE, FIRST_DECISION, T_ROUND_END

Array = np.ndarray[Any, Any]


class Status(enum.Flag):
    """What is wrong with a state; ``Status(0)``: it is sound."""

    CARDS = enum.auto()  # a card is in two places, or not where it is said to be
    DECK = enum.auto()  # its size or its levels do not fit the round (HZ-2.8, HZ-3.R2)
    GROUPS = enum.auto()  # survivors outside 0 .. 7, or a living player without (HZ-1.R1, HZ-10.1)
    RESOURCES = enum.auto()  # a negative number
    ELIMINATED = enum.auto()  # an eliminated player owns something, or has a place in the turn order (HZ-10.R4)
    ORDER = enum.auto()  # the turn order is not the active players (HZ-2.R3)
    BIDS = enum.auto()  # two markers on a value, or a wrong highest bid (HZ-5.5, HZ-5.6)
    ROUTES = enum.auto()  # a route with two takers, a player with two routes (HZ-6.1)
    BATTLE = enum.auto()  # a battle without card, or numbers outside their values
    ROLL = enum.auto()  # a result that the die does not have (HZ-8.R3)
    AGENDA = enum.auto()  # no decision although the game goes on, or one for somebody who is out
    END = enum.auto()  # winners or scores of a game that goes on, or none of one that is won
    RANGE = enum.auto()  # an enumeration outside its values


def status(world: Array, state: Array) -> Status:
    """Every broken invariant of ``state`` (shape (1,)) in ``world`` (shape (1,))."""
    w: Any = world[0]
    s: Any = state[0]
    n = int(w["n_players"])
    checks = {
        Status.CARDS: _cards_kept(w, s),
        Status.DECK: _deck_fits(w, s),
        Status.GROUPS: bool((s["group"][:n] <= MAX_GROUP).all() and ((s["group"][:n] > 0) == (s["alive"][:n] == 1)).all()),
        Status.RESOURCES: bool((s["own"] >= 0).all() and (s["bonus"] >= 0).all()),
        Status.ELIMINATED: _nothing_left(w, s),
        Status.ORDER: _order_fits(w, s),
        Status.BIDS: _bids_fit(s),
        Status.ROUTES: _routes_fit(w, s),
        Status.BATTLE: _battle_fits(w, s),
        Status.ROLL: _roll_fits(w, s),
        Status.AGENDA: _agenda_rests(w, s),
        Status.END: _end_fits(w, s),
        Status.RANGE: s["outcome"] < len(OUTCOMES) and 1 <= s["round"] <= ROUNDS and s["step"] < len(STEPS) and s["roll_kind"] < len(ROLLS),
    }
    broken = Status(0)
    for flag, sound in checks.items():
        if not sound:
            broken |= flag
    return broken


def _cards_kept(w: Any, s: Any) -> bool:
    """Every card is in one place; nothing of it is a card that this number of players does not use (HZ-12.1)."""
    n, where = int(w["n_cards"]), s["where"]
    deck = s["deck"][: s["deck_n"]].tolist()
    laid = [int(c) for c in s["route"].ravel() if c]
    if len({*deck, *laid}) != len(deck) + len(laid) or s["deck"][s["deck_n"] :].any() or s["pile"].any():
        return False
    used = where[w["in_play"] == 1]
    return bool(
        sorted(np.flatnonzero(where == IN_DECK).tolist()) == sorted(deck)
        and {int(c) for c in np.flatnonzero(where == ON_ROUTE)} <= set(laid)
        and (where[: n + 1][w["in_play"][: n + 1] == 0] == IN_BOX).all()
        and (used < WITH_PLAYER + w["n_players"]).all()
        and not s["seen"][deck].any()
    )


def _deck_fits(w: Any, s: Any) -> bool:
    """The next card on top; the levels in ascending order from the top (HZ-2.7)."""
    levels = w["level"][s["deck"][: s["deck_n"]]].astype(int)
    left = PLACES * int(w["n_routes"]) * (ROUNDS - int(s["round"]))
    return bool((np.diff(levels) <= 0).all()) and (bool(s["outcome"]) or int(s["deck_n"]) == left)


def _nothing_left(w: Any, s: Any) -> bool:
    for p in range(int(w["n_players"])):
        if s["alive"][p]:
            continue
        owned = [s["own"][p].any(), s["tokens"][p].any(), s["bonus"][p], s["liquidator"][p], s["bid"][p], s["score"][p], s["winner"][p]]
        if any(owned) or (s["where"] == WITH_PLAYER + p).any() or p in s["order"][: s["n_order"]].tolist():
            return False
    return True


def _order_fits(w: Any, s: Any) -> bool:
    n = int(s["n_order"])
    active = np.flatnonzero(s["alive"][: w["n_players"]]).tolist()
    return sorted(s["order"][:n].tolist()) == active and bool((s["order"][n:] == NONE).all())


def _bids_fit(s: Any) -> bool:
    bids = [int(b) for b in s["bid"] if b]
    return (
        len(bids) == len(set(bids))
        and max(bids, default=0) == int(s["high"]) <= MAX_BID
        and (s["leader"] == NONE if not bids else int(s["bid"][s["leader"]]) == int(s["high"]))
    )


def _routes_fit(w: Any, s: Any) -> bool:
    takers = [int(p) for p in s["taken"] if p >= 0]
    rows = int(w["n_routes"])
    return (
        len(takers) == len(set(takers))
        and all(s["went"][p] for p in takers)
        and not s["route"][rows:].any()
        and bool((s["taken"][rows:] == NONE).all())
        and (s["row"] == NONE or s["turn"] != NONE)
        and (s["row"] == NONE or (s["row"] < R and s["taken"][s["row"]] == s["turn"]))
    )


def _battle_fits(w: Any, s: Any) -> bool:
    numbers = ("zombies", "melee_round", "wounds", "strikes", "step")
    if not s["fighting"]:
        return not any(s[name] for name in numbers)
    if s["place"] == NONE or s["turn"] == NONE or s["row"] == NONE:
        return False
    card = s["route"][s["row"], s["place"]]
    return bool(w["zombies"][card] > 0 and s["zombies"] >= 0 and s["wounds"] <= MAX_GROUP and s["strikes"] <= MAX_GROUP)


def _roll_fits(w: Any, s: Any) -> bool:
    for colour, counts in enumerate(s["roll"]):
        faces = set(w["face"][colour][:FACES].tolist())
        if any(counts[result] < 0 or (counts[result] and result not in faces) for result in range(N_RESULTS)):
            return False
    return True


def _agenda_rests(w: Any, s: Any) -> bool:
    depth = int(s["depth"])
    if not 0 <= depth < STACK:
        return False
    if s["outcome"] != ONGOING:
        return True
    if depth < 2 or s["stack"][0, 0] != T_ROUND_END:
        return False
    task, who = (int(word) for word in s["stack"][depth - 1, :2])
    if not FIRST_DECISION <= task <= D_FANATIC or not 0 <= who < w["n_players"] or not s["alive"][who]:
        return False
    return task < D_ROUTE or who == int(s["turn"])


def _end_fits(w: Any, s: Any) -> bool:
    if s["outcome"] == ONGOING:
        return not (s["winner"].any() or s["score"].any() or s["grade"] or s["bonus_cards_dealt"] or (s["bonus_card"] >= 0).any())
    if OUTCOMES[s["outcome"]] == "won":
        return bool(s["winner"].any()) and len(s["bonus_card"]) == N_CATEGORIES and bool(w["solo"]) == bool(s["grade"])
    return not s["winner"].any() and not s["score"].any()
