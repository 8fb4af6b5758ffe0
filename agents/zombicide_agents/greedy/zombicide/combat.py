"""What an attack may be expected to do: dice, kills by priority, misses that hit friends (BP-13)."""

from __future__ import annotations

import functools
import math
from typing import Final, NamedTuple

from zombicide_env.games.zombicide.black_plague.edition import TOUGHNESS
from zombicide_env.games.zombicide.black_plague.numbers import skills as SK
from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, FATTY, LEFT, NECROMANCER, RIGHT, RUNNER, WALKER
from zombicide_env.games.zombicide.table.codes import ANY_COMBAT, FX_DAGGER, MELEE, RANGED

from .board import Board
from .view import View

#: How much a dead zombie of each kind is worth, a Walker being 1.
KILL_VALUE: Final = (1.0, 1.2, 1.9, 5.0, 2.5)
#: Priorities of ranged and magic hits (BP-13.15), the better target first where the shooter chooses.
PRIORITY: Final = ((WALKER,), (ABOMINATION, FATTY), (RUNNER,), (NECROMANCER,))
#: Order in which melee hits are dealt.
MELEE_ORDER: Final = (ABOMINATION, NECROMANCER, RUNNER, FATTY, WALKER)


class Attack(NamedTuple):
    """An attack before the dice roll."""

    kind: int  # MELEE, RANGED, MAGIC
    dice: int
    chance: float  # of a hit, per die
    damage: int
    reach: int
    spares_friends: bool


class Expected(NamedTuple):
    """What the dice will bring on average."""

    value: float  # kills by KILL_VALUE
    kills: float
    misses: float


def attack_with(view: View, survivor: int, slot: int, kind: int) -> Attack | None:
    """The attack made by naming ``slot``: alone, or with its twin in an earlier hand (BP-13.6); None if the card cannot."""
    board, hand = view.board, view.inv[survivor]
    card = hand[slot]
    if not card:
        return None
    if kind == MELEE:
        dice, accuracy, damage, reach = board.melee_dice[card], board.melee_accuracy[card], board.melee_damage[card], 0
    else:
        dice, accuracy, damage, reach = board.shot_dice[card], board.shot_accuracy[card], board.shot_damage[card], board.shot_max[card]
        kind = board.shot[card]
    if not dice:
        return None
    skills = view.skills(survivor)
    paired = (slot > LEFT and hand[LEFT] == card) or (slot > RIGHT and hand[RIGHT] == card)
    dual = board.card_dual[card] or skills[SK.AMBIDEXTROUS] or (kind == MELEE and skills[SK.SWORDMASTER])
    cards = 2 if paired and dual else 1
    bonus = skills[SK.DIE[kind]] + skills[SK.DIE[ANY_COMBAT]]
    if kind == MELEE:
        bonus += _daggers_beside(board, hand, slot)
        damage += skills[SK.DAMAGE[MELEE]]
        if skills[SK.SUPER_STRENGTH]:
            damage = max(damage, 3)
    else:
        damage += skills[SK.DAMAGE[kind]]
    need = accuracy - skills[SK.TO_ROLL[kind]] - skills[SK.TO_ROLL[ANY_COMBAT]]
    chance = min(1.0, (7 - max(1, need)) / 6)
    spares = kind == MELEE or bool(skills[SK.MARKSMAN])
    return Attack(kind, cards * (dice + bonus), chance, damage, reach, spares)


def _daggers_beside(board: Board, hand: list[int], slot: int) -> int:
    others = [hand[i] for i in (LEFT, RIGHT) if i != slot and hand[i]]
    return 1 if any(board.card_effect[c] == FX_DAGGER for c in others) else 0


def expected(attack: Attack, zombies: list[int]) -> Expected:
    """Average result of the attack on these zombies (numbers by kind)."""
    return _expected(attack.kind == MELEE, attack.dice, attack.chance, attack.damage, tuple(zombies))


@functools.lru_cache(maxsize=65_536)
def _expected(melee: bool, dice: int, chance: float, damage: int, zombies: tuple[int, ...]) -> Expected:
    worth = _melee_kills(zombies, damage) if melee else _shot_kills(zombies, damage)
    value = kills = 0.0
    for hits in range(1, dice + 1):
        probability = math.comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)
        dead = worth[:hits]
        value += probability * sum(dead)
        kills += probability * len(dead)
    return Expected(value, kills, dice * (1 - chance))


def _melee_kills(zombies: tuple[int, ...], damage: int) -> list[float]:
    """Values of the zombies in the order in which hits kill them; the list ends where hits are lost."""
    return [KILL_VALUE[k] for k in MELEE_ORDER if damage >= TOUGHNESS[k] for _ in range(zombies[k])]


def _shot_kills(zombies: tuple[int, ...], damage: int) -> list[float]:
    dead: list[float] = []
    for priority in PRIORITY:
        for kind in priority:
            if damage >= TOUGHNESS[kind]:
                dead += [KILL_VALUE[kind]] * zombies[kind]
        # BP-13.16: a target of this priority that cannot die swallows the rest.
        if any(zombies[kind] and damage < TOUGHNESS[kind] for kind in priority):
            break
    return dead


def best_melee(view: View, survivor: int) -> Attack | None:
    """The survivor's melee attack with the most expected hits."""
    return _best([attack_with(view, survivor, slot, MELEE) for slot in range(3)])


def best_shot(view: View, survivor: int) -> Attack | None:
    """The survivor's ranged or magic attack with the most expected hits."""
    return _best([attack_with(view, survivor, slot, RANGED) for slot in range(3)])


def _best(attacks: list[Attack | None]) -> Attack | None:
    return max((a for a in attacks if a is not None), key=lambda a: a.dice * a.chance * (1 + 0.3 * (a.damage > 1)), default=None)


def friendly_fire(view: View, survivor: int, attack: Attack, zone: int, result: Expected) -> float:
    """What the misses may cost the survivors in the target zone: 1 per expected wound, more where it may kill (BP-13.21)."""
    if attack.spares_friends or (zone == view.zone[survivor] and view.skills(survivor)[SK.POINT_BLANK]):
        return 0.0
    friends = [i for i in view.here[zone] if i != survivor]
    if not friends or result.misses <= 0:
        return 0.0
    room = sum(max(0, view.spare(i)) // attack.damage for i in friends)
    return result.misses * attack.damage * (1.5 if attack.dice <= room else 6.0)
