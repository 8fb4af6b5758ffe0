"""The scene of a game: the city and its pieces, the phase, the current fight and offer, and every player's sheet.

A scene for some seats shows what these may know (ZG-19.1): other hands as numbers, face-down cards not at all.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from zombicide_env.core.scene import Fact, Goal, Panel, Scene, Slot
from zombicide_env.core.words import counted

from ..numbers.layout import ACCEPTED, CARDS, COUNTERED, DECKS, PHASE_TITLES, PHASES, WISH_DECK, K
from ..words.describe import describe
from ..words.notation import called
from .board import BOARD_HEIGHT, BOARD_WIDTH, LEGEND, board, colour_of, letters_of, named
from .texts import grid

__all__ = ["scene"]

Array = np.ndarray[Any, Any]
Seats = frozenset[int] | None


def scene(world: Array, state: Array, seats: Seats) -> Scene:
    """Return the drawing list of a position for the holders of ``seats``; None: every hand is open.  Nothing is changed."""
    about, target, last = seen(world, state, seats), int(world[0]["target"]), int(world[0]["max_turns"])
    return Scene(
        width=BOARD_WIDTH,
        height=BOARD_HEIGHT,
        items=board(world[0], about),
        title="Z-Game",
        facts=_facts(state, about, last),
        # ZG-5.10, ZG-5.13; a picture for all cannot say whose goal is reached
        goals=(Goal(f"have the most victory points when somebody has {target}, at the latest after turn {last}"),),
        banner="WINNER: " + ", ".join(map(named, about["winners"])) if about["winners"] else "",
        banner_colour="#1d8a43",
        panels=tuple(_panel(state, name, entry, seats, about) for name, entry in about["players"].items()),
        legend=LEGEND,
        grid=grid(world[0], about),
    )


def seen(world: Array, state: Array, seats: Seats) -> dict[str, Any]:
    """Return the description without what the seats cannot know: face-down cards of a fight, types of hidden tiles."""
    about, s = describe(world, state), state[0]
    fight = about["fight"]
    if seats is not None and fight and fight["kind"] == "people":
        for side, p in enumerate(s["f_side"].tolist()):
            if p not in seats:
                fight["strength"][called(state, p)] -= int(s["f_bonus"][side])
    for loc, place in about["locations"].items():
        if place["face_down"] and not any(s["looked"][loc] >> seat & 1 for seat in seats or ()):
            place["type"] = None
    return about


# ---- next to the board -------------------------------------------------------------------------------------------------


def _facts(state: Array, about: dict[str, Any], last: int) -> tuple[Fact, ...]:
    facts = [Fact("Turn", f"{about['turn']} of {last}"), Fact("Phase", PHASE_TITLES[PHASES.index(about["phase"])])]
    if about["node"]:
        facts.append(Fact("To act", about["to_act"]))
    facts.append(Fact("Order", ", ".join(_order(state, about))))
    if about["fight"]:
        facts.append(Fact("Fight", _fight(about["fight"])))
    return (*facts, *_offer(state))


def _order(state: Array, about: dict[str, Any]) -> list[str]:
    """Return the players in the order of play of this turn, without eliminated ones."""
    names = list(about["players"])
    first = int(state[0]["first"])
    return [name for name in [*names[first:], *names[:first]] if not about["players"][name]["eliminated"]]


def _fight(fight: dict[str, Any]) -> str:
    sides = ", ".join(f"{name} {strength}" for name, strength in fight["strength"].items())
    if fight["kind"] == "people":
        return f"{fight['at']}: {sides}"
    against = "?" if fight["against"] is None else str(fight["against"])
    dice = f" ({' '.join(map(str, fight['dice']))})" if fight["dice"] else ""
    return f"{fight['at']}: {sides}, zombies {against}{dice}"


def _offer(state: Array) -> tuple[Fact, ...]:
    """Return the current offer and the replies to it (ZG-11.15)."""
    s = state[0]
    if PHASES[s["phase"]] != "m3b_business" or s["offer"][0] < 0:
        return ()
    wanted = [wish for wish in s["wish"].tolist() if wish >= 0]
    wishes = ", ".join(named(CARDS[wish]) if wish < WISH_DECK else f"any {DECKS[wish - WISH_DECK]}" for wish in wanted)
    facts = [Fact("Offer", f"{_named(s['offer'])} for {wishes or '?'}")]
    for p in range(len(s["reply"])):
        if s["reply"][p] in (ACCEPTED, COUNTERED):
            facts.append(Fact(called(state, p), _named(s["bid"][p]) or "..."))
    return tuple(facts)


def _named(cards: Any) -> str:
    return ", ".join(named(CARDS[card]) for card in cards.tolist() if card >= 0)


# ---- the players' sheets ------------------------------------------------------------------------------------------------


def _panel(state: Array, name: str, entry: dict[str, Any], seats: Seats, about: dict[str, Any]) -> Panel:
    p = entry["seat"]
    own = seats is None or p in seats
    figures = [who for who, text in about["characters"].items() if text["player"] == name and text["at"] is not None]
    lying = sum(about["characters"][who]["exhausted"] for who in figures)
    return Panel(
        title=name,
        mark=letters_of(name, about),
        colour=colour_of(name, about),
        badges=(Fact("vp", f"{entry['vp']} VP"),),
        rows=(
            Fact("Food", str(entry["food"])),
            Fact("Cure", str(entry["medicine"]) + (f" + {entry['brewed']}" if entry["brewed"] else "")),
            Fact("Squads", f"{len(figures)}" + (f", exhausted {lying}" if lying else "")),
            Fact("Hand", _hand(state, entry, own)),
            *_known(state, p, seats, own),
        ),
        active=about["to_act"] == name,
        gone=entry["eliminated"],
        tag=f"player:{p}",
        slots=tuple(_slots(entry)) if own and seats is not None else (),
    )


def _hand(state: Array, entry: dict[str, Any], own: bool) -> str:
    """Return a visible hand card by card; of another its size, including cards laid down in a people fight (ZG-10.12)."""
    if own:
        counts = Counter(entry["hand"])
        return ", ".join(named(card) if n == 1 else f"{named(card)} x{n}" for card, n in counts.items()) or "empty"
    return counted(entry["hand_size"] + int(state["commit"][0][state["f_side"][0] == entry["seat"]].sum()), "card")


def _known(state: Array, p: int, seats: Seats, own: bool) -> tuple[Fact, ...]:
    """Return the cards that a single seat knows to be in another's hand."""
    if own or seats is None or len(seats) != 1:
        return ()
    (seat,) = seats
    known = [CARDS[card] for card in range(K) for _ in range(int(state[0]["known"][seat, p, card]))]
    return (Fact("Known", ", ".join(map(named, known))),) if known else ()


def _slots(entry: dict[str, Any]) -> list[Slot]:
    """Return the cards of the own hand as clickable slots."""
    counts = Counter(entry["hand"])
    return [Slot(str(n) if n > 1 else "", named(card), tag=f"card:{CARDS.index(card)}") for card, n in counts.items()]
