"""What cards are worth to a survivor and where they belong: hands, body, backpack (BP-9)."""

from __future__ import annotations

import functools
from typing import Final, NamedTuple

from zombicide_env.games.zombicide.black_plague.numbers import skills as SK
from zombicide_env.games.zombicide.black_plague.numbers.layout import BODY, LEFT, PACK, RIGHT, SLOTS
from zombicide_env.games.zombicide.table.codes import (
    BODY_CARD,
    FX_AAAHH,
    FX_ARMOUR,
    FX_ARROWS,
    FX_BILE,
    FX_BOLTS,
    FX_DAGGER,
    FX_FOOD,
    FX_HEALING,
    FX_INVISIBILITY,
    FX_REPULSE,
    FX_SHIELD,
    FX_SPEED,
    FX_TORCH,
    HAND_CARD,
)

from .board import Board
from .view import View

#: Worth of a card that is no weapon, in a hand.
_HELD: Final = {FX_HEALING: 0.45, FX_INVISIBILITY: 0.1, FX_REPULSE: 0.2, FX_SPEED: 0.25, FX_SHIELD: 0.55, FX_TORCH: 0.12, FX_BILE: 0.12}
#: Worth of a card in the backpack, beside a tenth of what it is worth in hand.
_CARRIED: Final = {FX_ARROWS: 0.12, FX_BOLTS: 0.12, FX_FOOD: 0.02, FX_BILE: 0.3, FX_TORCH: 0.3}
_DOOR: Final = 0.25  # worth of holding something that opens doors
_RESERVE: Final = 0.1
#: Worth of holding something that kills Fatties, beside its dice: without it they are never got rid of.
_STRONG: Final = 0.5


class Fighter(NamedTuple):
    """The skills that change what a weapon is worth."""

    dice: tuple[int, int, int]  # MELEE, RANGED, MAGIC
    roll: tuple[int, int, int]
    swordmaster: bool
    body_card: int


def fighter(view: View, survivor: int) -> Fighter:
    """What the survivor's skills make of weapons."""
    found = view.fighters.get(survivor)
    if found is None:
        found = view.fighters[survivor] = _fighter(view, survivor)
    return found


def _fighter(view: View, survivor: int) -> Fighter:
    k = view.skills(survivor)
    melee, ranged, magic, both = (k[column] for column in SK.DIE)
    melee_roll, ranged_roll, magic_roll, both_roll = (k[column] for column in SK.TO_ROLL)
    return Fighter(
        (melee + both, ranged + both, magic + both),
        (melee_roll + both_roll, ranged_roll + both_roll, magic_roll + both_roll),
        bool(k[SK.SWORDMASTER]),
        view.board.body_card[survivor],
    )


def weapon(board: Board, who: Fighter, card: int, copies: int = 1, daggers: int = 0) -> float:
    """Expected hits of one attack, weighted by damage and reach."""
    best = 0.0
    if board.melee_dice[card]:
        hits = _hits(copies * (board.melee_dice[card] + who.dice[0] + daggers), board.melee_accuracy[card], who.roll[0])
        best = hits * (1.45 if board.melee_damage[card] > 1 else 1.0)
    if board.shot_dice[card]:
        kind = board.shot[card]
        hits = _hits(copies * (board.shot_dice[card] + who.dice[kind]), board.shot_accuracy[card], who.roll[kind])
        reach = 0.85 + 0.1 * board.shot_max[card] - 0.25 * (board.shot_min[card] > 0)
        best = max(best, hits * reach * (1.35 if board.shot_damage[card] > 1 else 1.0))
    return best


def _hits(dice: int, accuracy: int, bonus: int) -> float:
    return dice * min(6, 7 - max(1, accuracy - bonus)) / 6


def hands(board: Board, who: Fighter, left: int, right: int) -> float:
    """Worth of what two hands hold: the better weapon, a share of the other, and what opens doors, heals or shields."""
    key = (who, left, right)
    found = board.hands.get(key)
    if found is None:
        found = board.hands[key] = _hands(board, who, left, right)
    return found


def _hands(board: Board, who: Fighter, left: int, right: int) -> float:
    worth = [0.0, 0.0]
    pair = (left, right)
    twins = left == right and left > 0 and bool(board.card_dual[left] or (who.swordmaster and board.melee_dice[left]))
    if twins:
        dagger = 1 if board.card_effect[left] == FX_DAGGER else 0
        worth[0] = weapon(board, who, left, 2, dagger)
    else:
        for i, card in enumerate(pair):
            if card:
                dagger = 1 if board.card_effect[pair[1 - i]] == FX_DAGGER and board.melee_dice[card] else 0
                worth[i] = weapon(board, who, card, 1, dagger)
    value = max(worth) + 0.35 * min(worth)
    value += sum(_HELD.get(board.card_effect[c], 0.0) for c in set(pair) if c)
    if any(c and board.card_opens[c] for c in pair):
        value += _DOOR
    if any(c and max(board.melee_damage[c], board.shot_damage[c]) > 1 for c in pair):
        value += _STRONG
    # One weapon for each purpose: something for the own zone, something that reaches further.
    if any(c and board.melee_dice[c] for c in pair) and any(c and board.shot_dice[c] for c in pair):
        value += 0.1
    return value


def body(board: Board, who: Fighter, card: int) -> float:
    """Worth of a card in the body slot."""
    if not card:
        return 0.0
    if board.card_effect[card] == FX_ARMOUR:
        return 0.25 * (7 - board.card_armour[card])
    if card == who.body_card:
        return 0.3 * weapon(board, who, card) + _HELD.get(board.card_effect[card], 0.0)
    return 0.0


def carried(board: Board, who: Fighter, card: int) -> float:
    """Worth of a card in the backpack."""
    effect = board.card_effect[card]
    return _CARRIED.get(effect, 0.0) + _RESERVE * (weapon(board, who, card) + _HELD.get(effect, 0.0) + body(board, who, card))


def in_hands(view: View, survivor: int) -> float:
    """Worth of what the survivor holds now."""
    row = view.inv[survivor]
    return hands(view.board, fighter(view, survivor), row[LEFT], row[RIGHT])


def layout_value(view: View, survivor: int) -> float:
    """Worth of the survivor's cards where they lie now."""
    row, who, board = view.inv[survivor], fighter(view, survivor), view.board
    return hands(board, who, row[LEFT], row[RIGHT]) + body(board, who, row[BODY]) + sum(carried(board, who, c) for c in row[PACK:] if c)


class Layout(NamedTuple):
    """Where each card of a survivor belongs."""

    slots: tuple[int, ...]  # card type by slot
    junk: tuple[int, ...]  # cards without a place
    value: float


def best_layout(board: Board, who: Fighter, cards: list[int]) -> Layout:
    """The best legal places for these cards (BP-9.R1)."""
    return _best_layout(_Key(board), who, tuple(sorted(c for c in cards if c)))


class _Key:
    """Lets a board be part of a cache key."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.board is self.board


@functools.lru_cache(maxsize=20_000)
def _best_layout(key: _Key, who: Fighter, cards: tuple[int, ...]) -> Layout:
    board = key.board
    hand = [c for c in cards if board.card_place[c] == HAND_CARD]
    wear = [c for c in cards if board.card_place[c] == BODY_CARD or c == who.body_card]
    best: tuple[float, tuple[int, int, int]] = (-1.0, (0, 0, 0))
    options = sorted(set(hand)) or [0]
    for worn in [0, *sorted(set(wear))]:
        for i, left in enumerate([0, *options]):
            for right in [0, *options][i:]:
                if _available(cards, (left, right, worn)):
                    value = hands(board, who, left, right) + body(board, who, worn)
                    if value > best[0] + 1e-9:
                        best = (value, (left, right, worn))
    value, used = best
    rest = list(cards)
    for card in used:
        if card:
            rest.remove(card)
    rest = [c for c in rest if board.card_effect[c] != FX_AAAHH]
    rest.sort(key=lambda c: -carried(board, who, c))
    packed, junk = rest[: SLOTS - PACK], rest[SLOTS - PACK :]
    value += sum(carried(board, who, c) for c in packed)
    slots = [*used, *packed, *[0] * (SLOTS - PACK - len(packed))]
    return Layout(tuple(slots), tuple(junk), value)


def _available(cards: tuple[int, ...], used: tuple[int, int, int]) -> bool:
    return all(not c or used.count(c) <= cards.count(c) for c in used)


def settle(now: list[int], layout: Layout) -> list[int]:
    """The layout's cards by slot, turned so that as little as possible moves: hands may be swapped, backpack order is free."""
    want = list(layout.slots)
    if want[LEFT] != want[RIGHT] and (now[LEFT] == want[RIGHT] or now[RIGHT] == want[LEFT]) and now[LEFT] != want[LEFT]:
        want[LEFT], want[RIGHT] = want[RIGHT], want[LEFT]
    packed = want[PACK:]
    kept = [0] * (SLOTS - PACK)
    for i in range(SLOTS - PACK):
        if now[PACK + i] and now[PACK + i] in packed:
            packed.remove(now[PACK + i])
            kept[i] = now[PACK + i]
    for card in packed:
        if card:
            kept[kept.index(0)] = card
    return [want[LEFT], want[RIGHT], want[BODY], *kept]
