"""Rearranging in a user interface: cards are moved freely, and the resulting arrangement is converted to legal steps.

In the game a placed card stays where it is for the rest of a rearrangement (BP-11.R11).  ``steps_to`` finds an order of
steps that puts every card into its final place directly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from zombicide_env.core.layout import copy_records
from zombicide_env.core.scene import Rearrangement

from ..edition import WOUND_COSTS_SLOT
from ..numbers.actions import ACTIONS
from ..numbers.facts import may_lie
from ..numbers.layout import PACK, SLOTS
from ..rules.table import TABLE
from .notation import decision

__all__ = ["rearrangement", "steps_to"]

Array = np.ndarray[Any, Any]

#: Blocks whose actions move a card.
_BLOCKS: Final = ("put", "give", "receive", "drop")
#: Maximum number of positions searched for an arrangement.
_TRIED: Final = 400


def _owners(state: Array) -> list[int]:
    """Return whose cards are rearranged: the survivor who decides, then the partner of a trade."""
    code, actor = decision(state)
    places = TABLE.places.get(code, {})
    if "placed" not in places:
        return []
    partner = int(state[0]["stack"][state[0]["depth"] - 1][places["partner"]]) if "partner" in places else -1
    return [actor, *([partner] if partner >= 0 else [])]


def rearrangement(game: Any, state: Array) -> Rearrangement | None:
    """Return the possible moves of the current rearrangement; None in other decisions and in automatic mode."""
    owners = _owners(state)
    w, s = game.world[0], state[0]
    if not owners or w["automatic"]:
        return None
    cards = {(i, slot): int(w["copy_card"][s["inv"][i, slot]]) for i in owners for slot in range(SLOTS) if s["inv"][i, slot]}
    filled = {f"slot:{i}:{slot}" for i, slot in cards}
    moves = tuple(_moves(game, state))
    open_now = filled | {goal for _, _, goal in moves}  # skills unlock some places of the backpack
    fits = {
        f"slot:{i}:{slot}": tuple(
            f"slot:{j}:{place}"
            for j in owners
            for place in range(SLOTS)
            if may_lie(int(w["card_place"][card]), place, int(card == w["body_card"][j]))
            and (place < PACK or f"slot:{j}:{place}" in open_now)
        )
        for (i, slot), card in cards.items()
    }
    limits = {str(i): SLOTS - int(s["wounds"][i]) if WOUND_COSTS_SLOT else SLOTS for i in owners}
    return Rearrangement(fits, limits, str(owners[0]), tuple(action for action, _, _ in moves))


def steps_to(game: Any, state: Array, wanted: Mapping[str, str]) -> list[int]:
    """Return actions that move cards to the wanted places, one step for each.

    Args:
        game: the game, for masks, tags and trial steps.
        state: the position, shape (1,).
        wanted: tag of a card's place -> tag of its new place, "" to discard it; all other cards stay.

    Raises:
        ValueError: no order of single steps leads there.
    """
    moves = {place: goal for place, goal in wanted.items() if place != goal}
    found = _search(game, state, _without_twins(game.world, state, moves), set())
    if found is None:
        raise ValueError("no order of single steps leads to these places of the cards: move fewer at once")
    return found


def _without_twins(world: Array, state: Array, moves: Mapping[str, str]) -> dict[str, str]:
    """Return the moves without those that put a card in the place of an indistinguishable one: that one stays."""
    left = dict(moves)
    while pair := next(((place, goal) for place, goal in left.items() if goal in left and _alike(world, state, place, goal)), None):
        place, goal = pair
        left[place] = left.pop(goal)
        if left[place] == place:
            del left[place]
    return left


def _alike(world: Array, state: Array, place: str, other: str) -> bool:
    w, s = world[0], state[0]
    c, d = _copy(state, place), _copy(state, other)
    same = w["copy_card"][c] == w["copy_card"][d] and s["unloaded"][c] == s["unloaded"][d]
    return bool(same and (s["spent"][c] == s["turn_id"]) == (s["spent"][d] == s["turn_id"]))


def _search(game: Any, state: Array, moves: Mapping[str, str], seen: set[frozenset[tuple[str, str]]]) -> list[int] | None:
    """Search an order of the remaining moves; ``moves``: place of a card -> wanted place; ``seen``: sets of moves already tried."""
    if not moves:
        return []
    key = frozenset(moves.items())
    if key in seen or len(seen) >= _TRIED:
        return None
    seen.add(key)
    for action, source, goal in _steps(game, state, moves):
        left = {place: there for place, there in moves.items() if place != source}
        if goal in left:  # the card there was displaced to the freed place, possibly the wanted one
            pushed = left.pop(goal)
            left |= {source: pushed} if pushed != source else {}
        elif goal and _copy(state, goal):
            continue  # it would displace a card that has to stay
        rest = _search(game, copy_records(game.tried(state, action)[1]), left, seen)
        if rest is not None:
            return [action, *rest]
    return None


def _steps(game: Any, state: Array, moves: Mapping[str, str]) -> list[tuple[int, str, str]]:
    """Return legal actions that move one card to its wanted place, with both places; discards come first, since they make room."""
    return sorted((step for step in _moves(game, state) if moves.get(step[1]) == step[2]), key=lambda step: step[2] != "")


def _moves(game: Any, state: Array) -> Iterator[tuple[int, str, str]]:
    """Yield legal actions that move a card, with source and destination, "" for the discard pile."""
    for action in np.flatnonzero(game.mask(state)).tolist():
        if ACTIONS.decode(action)[0].name in _BLOCKS:
            source, *to = (tag for tag in game.targets(state, action) if tag.startswith("slot:"))
            yield action, source, to[0] if to else ""


def _copy(state: Array, place: str) -> int:
    """Return the copy in a place, 0: none."""
    _, survivor, slot = place.split(":")
    return int(state[0]["inv"][int(survivor), int(slot)])
