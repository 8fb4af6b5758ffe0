"""Gifts between survivors of one zone: a spare weapon, armour or shield goes to who makes more of it (BP-11.9)."""

from __future__ import annotations

from typing import Final, NamedTuple

from zombicide_env.games.zombicide.black_plague.numbers.layout import SLOTS
from zombicide_env.games.zombicide.table.codes import FX_ARMOUR, FX_SHIELD

from .board import Board
from .gear import best_layout, fighter
from .view import View

#: What a gift has to bring to be worth an action.
GAIN: Final = 0.35


class Gift(NamedTuple):
    """A card that should change hands."""

    gain: float
    slot: int


def best_gift(view: View, giver: int, friend: int) -> Gift | None:
    """The card of the giver that the friend makes most of, None if no gift is worth the action."""
    board = view.board
    mine, theirs = view.inv[giver], view.inv[friend]
    if all(theirs):
        return None
    who, other = fighter(view, giver), fighter(view, friend)
    mine_now, theirs_now = best_layout(board, who, mine).value, best_layout(board, other, theirs).value
    best: Gift | None = None
    armed = sum(_fights(board, card) for card in mine) > 1
    for slot in range(SLOTS):
        card = mine[slot]
        useful = (armed and _fights(board, card)) or board.card_effect[card] in (FX_ARMOUR, FX_SHIELD)
        if not card or not useful:
            continue
        loss = mine_now - best_layout(board, who, [*mine[:slot], *mine[slot + 1 :]]).value
        gain = best_layout(board, other, [*theirs, card]).value - theirs_now - loss
        if gain > GAIN and (best is None or gain > best.gain):
            best = Gift(gain, slot)
    return best


def _fights(board: Board, card: int) -> bool:
    return bool(board.melee_dice[card] or board.shot_dice[card])
