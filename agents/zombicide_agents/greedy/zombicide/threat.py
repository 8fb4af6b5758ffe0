"""What the zombies may do to survivors in a zone: at once, and after they have closed in.

A survivor whose zone holds no zombie when the zombies activate is safe from all but Runners next door (BP-15.2): whoever
arrives has used up his action.  So two things count: what is left in the zone when the team has done its attacks, and
whether the group can still fight its way out of what arrives (leaving costs an action for every zombie, BP-6.3).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, FATTY, NECROMANCER, RUNNER, WALKER
from zombicide_env.games.zombicide.table.codes import MELEE

from .combat import Attack, best_melee, best_shot
from .view import View

#: Share of the next round's harm that counts today: the dice and the team may still turn it.
_LATER: Final = 0.5


class Blow(NamedTuple):
    """Kills of one action at range 0: of those that damage 1 kills, of Fatties, of Abominations."""

    soft: float
    hard: float
    great: float


class Horde(NamedTuple):
    """Zombies by what kills them; Runners are among the soft ones."""

    soft: float
    runners: float
    hard: float
    great: float

    @property
    def number(self) -> float:
        return self.soft + self.hard + self.great

    @property
    def wounds(self) -> float:
        """Of one activation; Runners attack twice (BP-15.18)."""
        return self.soft + self.runners + self.hard + self.great


class Threat:
    """Expected wounds of one position, by zone and group."""

    def __init__(self, view: View, wound: float, death: float) -> None:
        self.view, self.wound, self.death = view, wound, death
        self._blows: dict[tuple[int, bool], Blow] = {}
        self._arriving: dict[int, tuple[float, float, float, float]] = {}

    # ---- the team's arms -----------------------------------------------------------------------------------
    def blow(self, survivor: int, alone: bool) -> Blow:
        """The survivor's best attack at range 0; shots only where they hurt no friend."""
        key = (survivor, alone)
        found = self._blows.get(key)
        if found is None:
            soft = hard = great = 0.0
            for attack in (best_melee(self.view, survivor), best_shot(self.view, survivor)):
                if attack is not None and _usable(attack, alone):
                    hits = attack.dice * attack.chance
                    soft = max(soft, hits)
                    hard = max(hard, hits if attack.damage > 1 else 0.0)
                    great = max(great, hits if attack.damage > 2 else 0.0)
            found = self._blows[key] = Blow(soft, hard, great)
        return found

    # ---- the zombies -----------------------------------------------------------------------------------------
    def arriving(self, zone: int) -> tuple[float, float, float, float]:
        """Soft zombies, Runners among them, Fatties and Abominations next door that may walk in."""
        found = self._arriving.get(zone)
        if found is None:
            view = self.view
            soft = runners = hard = great = 0.0
            for t in view.open_links(zone):
                if view.crowd[t] and not view.here[t]:
                    row = view.zombies[t]
                    soft += row[WALKER] + row[RUNNER]
                    runners += row[RUNNER]
                    hard += row[FATTY]
                    great += row[ABOMINATION]
            found = self._arriving[zone] = (soft, runners, hard, great)
        return found

    def left(self, zone: int, blows: list[tuple[Blow, float]]) -> Horde:
        """The zombies of the zone after these attacks (blow, number of them)."""
        row = self.view.zombies[zone]
        soft = float(row[WALKER] + row[RUNNER] + row[NECROMANCER])
        return fought(Horde(soft, float(row[RUNNER]), float(row[FATTY]), float(row[ABOMINATION])), blows)

    # ---- harm --------------------------------------------------------------------------------------------------
    def harm(self, zone: int, group: list[int], me: int, fights: float) -> float:
        """Expected harm to the group if it ends the round in the zone, ``me`` having that many attacks left."""
        view = self.view
        arriving = self.arriving(zone)
        if not view.crowd[zone] and not arriving[0] and not arriving[2] and not arriving[3]:
            return 0.0
        alone = len(group) == 1
        left = Horde(0.0, 0.0, 0.0, 0.0)
        if view.crowd[zone]:
            blows = [(self.blow(i, alone), 0.7 * self.actions(i)) for i in group if i != me and not view.acted[i]]
            if fights > 0 and me in group:
                blows.append((self.blow(me, alone), fights))
            left = self.left(zone, blows)
        now = self.cost(left.wounds + 0.8 * arriving[1], group)
        soft, runners, hard, great = left.soft + arriving[0], left.runners + arriving[1], left.hard + arriving[2], left.great + arriving[3]
        crowd = Horde(soft, runners, hard, great)
        rest = fought(crowd, [(self.blow(i, alone), self.actions(i)) for i in group])
        # With few zombies the group walks out instead.
        ways_out = max(self.actions(i) for i in group) - 1
        stuck = 1.0 if rest.number >= ways_out else 0.3
        return now + _LATER * stuck * self.cost(rest.wounds, group)

    def cost(self, wounds: float, group: list[int]) -> float:
        """Wounds in the currency of the scores: the more so for the wounded, most where somebody has to die."""
        if wounds <= 0:
            return 0.0
        view = self.view
        room = sum(max(0, view.spare(i)) for i in group)
        over = max(0.0, wounds - room)
        fragile = sum(view.wounds[i] for i in group) / len(group)
        return self.wound * min(wounds, room) * (1 + 0.3 * fragile) + self.death * min(len(group), 0.7 * over)

    def actions(self, survivor: int) -> int:
        return 3 + (self.view.level[survivor] > 0)


def fought(horde: Horde, blows: list[tuple[Blow, float]]) -> Horde:
    """What is left of the horde: those who can kill the tougher ones see to them first."""
    soft, runners, hard, great = horde
    spare = 0.0
    for blow, number in blows:
        power = number
        if great > 0 and blow.great > 0:
            dead = min(great, power * blow.great)
            great -= dead
            power -= dead / blow.great
        if hard > 0 and blow.hard > 0:
            dead = min(hard, power * blow.hard)
            hard -= dead
            power -= dead / blow.hard
        spare += power * blow.soft
    dead = min(soft, spare)
    return Horde(soft - dead, max(0.0, runners - dead), hard, great)


def _usable(attack: Attack, alone: bool) -> bool:
    return attack.kind == MELEE or alone or attack.spares_friends
