"""What one survivor's attacks promise: where he stands, and from zones to which he may go."""

from __future__ import annotations

from typing import Final

from zombicide_env.games.zombicide.black_plague.numbers.layout import PACK

from .combat import Attack, best_melee, best_shot, expected
from .view import View

#: Share of the kills that counts when they take one more step.
_FURTHER: Final = 0.9


class Prospect:
    """Expected kills of one survivor, by zone."""

    def __init__(self, view: View, survivor: int) -> None:
        self.view = view
        self.melee, self.shot = best_melee(view, survivor), best_shot(view, survivor)
        board = view.board
        hands = view.inv[survivor][:PACK]
        self.nearest = min((board.shot_min[c] for c in hands if c and board.shot_dice[c]), default=0)
        self._rates: dict[tuple[int, bool], float] = {}
        self._shots: dict[int, dict[int, float]] = {}

    def rate(self, zone: int, alone: bool) -> float:
        """Kills of one attack on the zombies of a zone in which he stands, without harm to friends."""
        key = (zone, alone)
        found = self._rates.get(key)
        if found is None:
            found = 0.0
            for attack in (self.melee, self.shot):
                if attack is not None and self.view.crowd[zone] and (alone or attack.spares_friends):
                    found = max(found, expected(attack, self.view.zombies[zone]).kills)
            self._rates[key] = found
        return found

    def shots(self, zone: int) -> dict[int, float]:
        """Zones that he may shoot at from a zone, where no friend stands -> kills of one shot."""
        found = self._shots.get(zone)
        if found is None:
            found = self._shots[zone] = self._aims(zone, self.shot) if self.shot is not None else {}
        return found

    def _aims(self, zone: int, shot: Attack) -> dict[int, float]:
        view = self.view
        near = max(1, self.nearest)
        aims = (t for t, steps in view.sees(zone).items() if near <= steps <= shot.reach and view.crowd[t] and not view.here[t])
        return {t: expected(shot, view.zombies[t]).kills for t in aims}

    def kills(self, zone: int, fights: float) -> float:
        """Kills that so many attacks promise from a zone, or one less from a zone next to it."""
        best = self._from(zone, fights)
        if fights > 1 and not self.view.crowd[zone]:
            best = max(best, _FURTHER * max((self._from(t, fights - 1) for t in self.view.open_links(zone)), default=0.0))
        return best

    def _from(self, zone: int, fights: float) -> float:
        crowd = self.view.crowd
        best = min(fights * self.rate(zone, not self.view.here[zone]), crowd[zone])
        for target, kills in self.shots(zone).items():
            best = max(best, min(fights * kills, crowd[target]))
        return best
