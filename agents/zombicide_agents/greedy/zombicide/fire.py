"""Dragon Fire: who holds what it needs, and what is worth burning (BP-14)."""

from __future__ import annotations

from typing import Final

from zombicide_env.games.zombicide.black_plague.numbers import decisions as ASK
from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, LEFT, RIGHT
from zombicide_env.games.zombicide.table.codes import FX_BILE, FX_TORCH

from .view import View

#: What a burnt zombie of each kind is worth, a Walker being 1.
_BURNT: Final = (0.7, 1.6, 1.2, 7.0, 3.0)
#: What has to stand in a zone before Dragon Bile is spent on it.
ENOUGH: Final = 6.0
#: What is worth a Torch where the bile lies already.
_REST: Final = 3.0
#: An Abomination as near as that makes the team take fuel into its hands.
_NEAR: Final = 3


class Fire:
    """Dragon Bile, Torches and what they should meet, in one position."""

    def __init__(self, view: View) -> None:
        self.view = view
        effect = view.board.card_effect
        self.bile = [i for i in view.team if any(effect[c] == FX_BILE for c in view.inv[i])]
        self.torch = [i for i in view.team if any(effect[c] == FX_TORCH for c in view.inv[i])]
        self.soaked: list[int] = view.s["bile_zone"][: int(view.s["n_bile"])].tolist()
        self.ready = bool(self.torch) and bool(self.bile or self.soaked)
        self.beasts = [z for z in range(view.board.n) if view.zombies[z][ABOMINATION]] if self.ready else []
        #: Zones that are about to burn: everybody should leave them.
        self.hot = {z for z in self.soaked if self.prey(z) >= ENOUGH and any(not view.acted[i] for i in self.torch)}

    def prey(self, zone: int) -> float:
        """What a Dragon Fire in the zone would kill."""
        return sum(n * value for n, value in zip(self.view.zombies[zone], _BURNT, strict=True))

    def worth(self, zone: int) -> float:
        """The same, nothing where survivors stand (BP-14.3)."""
        return 0.0 if self.view.here[zone] else self.prey(zone)

    def target(self, survivor: int) -> int:
        """The zone that the survivor should help to burn from where he stands, -1: none."""
        if not self.ready:
            return -1
        best, found = 0.0, -1
        for z, steps in self.view.sees(self.view.zone[survivor]).items():  # own zone and next door (BP-14.R1)
            if steps > 1 or not self.view.crowd[z]:
                continue
            prey = self.prey(z)
            enough = prey >= ENOUGH or (z in self.soaked and prey >= _REST)
            if enough and prey > best and self._can_finish(survivor, z):
                best, found = prey, z
        return found

    def _can_finish(self, survivor: int, zone: int) -> bool:
        """His actions suffice for his part, a Torch follows in this round, and who stands in the zone can still leave it."""
        view, left = self.view, self.view.actions[survivor]
        away = [i for i in view.here[zone] if i != survivor]
        inside = view.zone[survivor] == zone
        if zone in self.soaked:
            return survivor in self.torch and not away and not inside and self._cost(survivor, [FX_TORCH]) <= left
        if survivor not in self.bile or any(view.acted[i] for i in away):
            return False
        leave = 1 + view.crowd[zone] if inside else 0
        if survivor in self.torch and not away and leave + self._cost(survivor, [FX_BILE, FX_TORCH]) <= left:
            return True
        return leave + self._cost(survivor, [FX_BILE]) <= left and any(self._may_light(i, zone) for i in self.torch if i != survivor)

    def _may_light(self, survivor: int, zone: int) -> bool:
        """Can somebody who is still to act reach a zone next door and throw his Torch?"""
        view = self.view
        if view.acted[survivor]:
            return False
        steps = view.board.steps(zone, view.doors)[view.zone[survivor]]
        way = 1 + view.crowd[zone] if steps == 0 else (steps - 1) * (1 + view.crowd[view.zone[survivor]])
        return way + self._cost(survivor, [FX_TORCH]) <= 3 + (view.level[survivor] > 0)

    def _cost(self, survivor: int, parts: list[int]) -> int:
        """Actions for these throws, and one to bring the cards into the hands."""
        held = self._held(survivor)
        # While cards are being moved, the action for it is paid already.
        moving = self.view.task[0] == ASK.TURN and any(e not in held for e in parts)
        return len(parts) + moving

    def _held(self, survivor: int) -> list[int]:
        effect, row = self.view.board.card_effect, self.view.inv[survivor]
        return [effect[row[slot]] for slot in (LEFT, RIGHT)]

    def armed(self, survivor: int) -> list[int]:
        """Effects of the cards that the survivor should hold in his hands now, for a fire at hand or an Abomination close by."""
        view, effect = self.view, self.view.board.card_effect
        own = {effect[c] for c in view.inv[survivor] if c}
        zone = self.target(survivor)
        if zone >= 0:
            return [e for e in ([FX_TORCH] if zone in self.soaked else [FX_BILE, FX_TORCH]) if e in own]
        steps = view.board.steps(view.zone[survivor], view.doors)
        if not any(steps[z] <= _NEAR for z in self.beasts):
            return []
        # One of each is enough, with whom comes first.
        found = [FX_BILE] if self.bile and not self.soaked and survivor == self.bile[0] else []
        return found + ([FX_TORCH] if survivor == self.torch[-1] else [])

    def wanted(self, survivor: int) -> list[int]:
        """Those of them that are not in his hands yet."""
        held = self._held(survivor)
        return [e for e in self.armed(survivor) if e not in held]
