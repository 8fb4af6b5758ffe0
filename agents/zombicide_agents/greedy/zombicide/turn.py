"""The score of every action of a survivor's turn.

A position is valued by the harm that the next activation of the zombies may do, by the way that is left to the
survivor's target and by his distance from the team; an action is valued by the position that it leads to and by
what it brings at once (kills, cards, objectives, open doors).  1.0 is about one wound spared or one Walker killed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zombicide_env.games.zombicide.black_plague.edition import ZONE_SKILLS
from zombicide_env.games.zombicide.black_plague.numbers import actions as act
from zombicide_env.games.zombicide.black_plague.numbers import skills as SK
from zombicide_env.games.zombicide.black_plague.numbers.budget import F_COMBAT, F_MAGIC, F_MELEE, F_MOVE, F_RANGED
from zombicide_env.games.zombicide.black_plague.numbers.layout import NECROMANCER, SLOTS, D, S, Z
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILL_INDEX
from zombicide_env.games.zombicide.table.codes import MELEE, RANGED

from .board import LOCK_COST
from .combat import KILL_VALUE, Attack, attack_with, expected, friendly_fire
from .gear import best_layout, fighter, in_hands, layout_value
from .plan import NEXT_LEVEL, OBJECTIVE_XP, Plan
from .prospect import Prospect
from .threat import Threat
from .trade import best_gift
from .view import View
from .weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Turn", "order_of_turns", "urgencies"]


#: Share of the kills of a sally that counts when somebody sets out for it.
SALLY: Final = 0.5
#: Steps from the team that being alone is worth.
ALONE: Final = 1.5

#: How much each further room of a building counts: what wakes in it comes later.
SPREAD: Final = 0.1
#: Steps that who has yet to act may still catch up.
STRIDE: Final = 2
#: Steps from which somebody else comes to take an objective, and what waiting for him is worth.
HANDOVER: Final = 2
WAIT: Final = 5.0
#: Zombies that one room may be expected to bring when it is opened, by danger level (wounds of an activation).
_PER_ROOM: Final = (1.2, 2.4, 3.4, 4.4)


class Turn:
    """Scores the actions of one survivor in one position."""

    def __init__(self, view: View, plan: Plan, survivor: int, weights: Weights = WEIGHTS) -> None:
        self.view, self.plan, self.me, self.weights = view, plan, survivor, weights
        self.zone = view.zone[survivor]
        self.actions = view.actions[survivor]
        self.free: list[int] = view.s["free"].tolist()
        self.fights = self.actions + self.free[F_MELEE] + self.free[F_COMBAT]
        self.steps = view.board.steps(self.zone, view.doors)
        self.mates = [i for i in view.team if i != survivor]
        self.prospect = Prospect(view, survivor)
        self.threat = Threat(view, weights.wound, weights.death)
        self.fire = plan.fire
        self.drive = 1.0 + 0.5 * (survivor in plan.hunters) + bool(plan.hunters.get(survivor))
        self._base = 0.0
        self._base = self.value(self.zone, 0)  # scores are relative to ending the turn here and now
        self.blocks: list[tuple[int, int, Callable[[int], float]]] = [
            (act.MOVE, Z, self.move),
            (act.ATTACK, 3 * Z, self.shoot),
            (act.USE_ZONE, 3 * Z, self.zone_skill),
            (act.REPULSE, Z, self.repulse),
            (act.OPEN, 4 * D, self.open_door),
            (act.BILE, D + 1, self.bile),
            (act.TORCH, D + 1, self.torch),
            (act.END, 1, self.end),
            (act.SEARCH, 1, self.search),
            (act.RELOAD, 1, self.reload),
            (act.TAKE, 1, self.take),
            (act.TAKE_ARTEFACT, 17, self.artefact),
            (act.REORGANISE, 1, self.reorganise),
            (act.TRADE, S, self.trade),
            (act.CONSUME, SLOTS, self.consume),
            (act.MELEE, 3, self.melee),
            (act.HEAL, act.HIDE - act.HEAL, self.heal),
            (act.HIDE, act.SPEED - act.HIDE, self.hide),
            (act.SPEED, act.READY - act.SPEED, self.speed),
            (act.BORN_LEADER, act.KEEP - act.BORN_LEADER, self.lead),
            (act.STAY, 1, self.end),
            (act.DONE, 1, self.end),
        ]

    def best(self, legal: list[int]) -> int:
        """The legal action with the highest score, the first of equals."""
        return max(legal, key=self.score)

    def score(self, action: int) -> float:
        for start, size, rule in self.blocks:
            if start <= action < start + size:
                return rule(action - start)
        return -5.0  # nothing that these rules know a use for: noise, Taunt, Shove ...

    # ---- the value of a position ---------------------------------------------------------------------------------
    def value(self, zone: int, fights: float) -> float:
        """The position with this survivor in ``zone`` and that many attacks left to him, against ending the turn now."""
        w = self.weights
        score = -w.progress * self.drive * self.plan.way(self.me, zone) - w.cohesion * self._distance_to_team(zone)
        if zone in self.fire.hot:
            score -= 3.0
        score -= w.fear * self.plan.threat_of(zone)
        score -= self._harm(zone, [*[i for i in self.view.here[zone] if i != self.me], self.me], fights)
        if zone != self.zone:
            left = [i for i in self.view.here[self.zone] if i != self.me]
            score -= self._concern(self.zone, left)
            # Who joins others shares their danger, but his attacks help them.
            score += self._concern(zone, self.view.here[zone])
        return score - self._base

    def _concern(self, zone: int, group: list[int]) -> float:
        """Harm to a group without this survivor; those who still have their turn can help themselves."""
        if not group:
            return 0.0
        stuck = sum(self.view.acted[i] for i in group) / len(group)
        return self._harm(zone, group, 0.0) * (0.3 + 0.7 * stuck)

    def _distance_to_team(self, zone: int) -> float:
        if not self.mates or self.plan.leaving:
            return 0.0
        steps = self.view.board.steps(zone, self.view.doors)
        ways = [max(0, steps[self.view.zone[i]] - (0 if self.view.acted[i] else STRIDE)) for i in self.mates]
        return sum(min(way, 6) for way in ways) / len(ways) + ALONE * (min(ways) > 1)

    def _harm(self, zone: int, group: list[int], fights: float) -> float:
        """What the zombies that can reach ``zone`` may do to the group, after its own attacks."""
        return self.threat.harm(zone, group, self.me, fights)

    # ---- ending and waiting -----------------------------------------------------------------------------------------
    def end(self, _: int) -> float:
        return self.value(self.zone, 0)

    def reload(self, _: int) -> float:
        return self.value(self.zone, self.fights - 1) - 0.1

    def search(self, _: int) -> float:
        need = min(1.0, max(0.12, (1.9 - in_hands(self.view, self.me)) / 1.6))
        if self.plan.searching or self.plan.arming:
            need = max(need, 0.8)
        urgent = 0.5 if self.plan.leaving else 1.0
        return self.value(self.zone, self.fights - 1) + self.weights.search * need * urgent - self.weights.effort

    def take(self, _: int) -> float:
        """Left to somebody close by if his experience does not raise the danger level."""
        worth = self.value(self.zone, self.fights - 1) + self.weights.objective
        if self.plan.hunting or not self.plan.raises(self.me, OBJECTIVE_XP):
            return worth
        others = [i for i in self.mates if self.steps[self.view.zone[i]] <= HANDOVER and not self.plan.raises(i, OBJECTIVE_XP)]
        return worth - WAIT if others else worth

    def artefact(self, _: int) -> float:
        return self.value(self.zone, self.fights - 1) + self.weights.objective

    def reorganise(self, _: int) -> float:
        if self.fire.armed(self.me):
            if not self.fire.wanted(self.me):
                return -9.0
            burning = self.fire.target(self.me)
            return self.value(self.zone, self.fights - 1) + (0.5 * self.fire.prey(burning) if burning >= 0 else 1.0)
        row = self.view.inv[self.me]
        who = fighter(self.view, self.me)
        gain = best_layout(self.view.board, who, row).value - layout_value(self.view, self.me)
        return self.value(self.zone, self.fights - 1) + (1.2 * gain if gain > 0.25 else -9.0)

    def trade(self, friend: int) -> float:
        """Give a card to somebody who makes more of it."""
        gift = best_gift(self.view, self.me, friend)
        if gift is None:
            return -5.0
        return self.value(self.zone, self.fights - 1) + 0.9 * gift.gain - self.weights.effort

    def consume(self, _: int) -> float:
        """Experience: good where it is the goal, else it only raises the danger level."""
        return self.value(self.zone, self.fights) + (0.2 if self.plan.hunting else -0.5)

    # ---- fighting -------------------------------------------------------------------------------------------------
    def melee(self, slot: int) -> float:
        attack = attack_with(self.view, self.me, slot, MELEE)
        return self._attack(attack, self.zone) if attack else -5.0

    def shoot(self, offset: int) -> float:
        slot, zone = divmod(offset, Z)
        attack = attack_with(self.view, self.me, slot, RANGED)
        return self._attack(attack, zone) if attack else -5.0

    def _attack(self, attack: Attack, zone: int) -> float:
        view, w = self.view, self.weights
        result = expected(attack, view.zombies[zone])
        if result.kills <= 0:
            return self.value(self.zone, 0) - 1.0
        fights = self.fights - (0 if self._pays_free(attack.kind) else 1)
        score = self.value(self.zone, fights) + w.kill * result.value * self._nearness(zone)
        others = [i for i in view.here[zone] if i != self.me]
        if zone == self.zone:
            # The attacks left were counted with the better weapon; a worse one wastes the difference.
            score -= w.wound * max(0.0, self.prospect.rate(zone, not others) - result.kills)
        elif others:
            score += w.wound * result.value
        if view.zombies[zone][NECROMANCER]:
            score += self._necromancer(attack, zone, result.value)
        score -= friendly_fire(view, self.me, attack, zone, result)
        return score - self._level_penalty(result.kills) - w.effort

    def _necromancer(self, attack: Attack, zone: int, value: float) -> float:
        """What it is worth that the attack may kill a Necromancer: a spawn token less, the game at the limit (BP-17.7)."""
        without = list(self.view.zombies[zone])
        without[NECROMANCER] = 0
        chance = (value - expected(attack, without).value) / KILL_VALUE[NECROMANCER]
        spare = self.view.board.token_limit - int(self.view.s["n_tokens"])
        return chance * (12.0 if spare <= 0 else 4.0 if spare == 1 else 2.0)

    def _pays_free(self, kind: int) -> bool:
        return bool(self.free[F_COMBAT] or self.free[(F_MELEE, F_RANGED, F_MAGIC)[kind]] or self.view.s["pending_attack"] & (1 << kind))

    def _nearness(self, zone: int) -> float:
        """Zombies far from everybody may never matter."""
        steps = self.view.board.steps(zone, self.view.doors)
        nearest = min(steps[self.view.zone[i]] for i in self.view.team)
        return (1.0, 1.0, 0.75, 0.5)[nearest] if nearest < 4 else 0.4

    def _level_penalty(self, gained: float) -> float:
        """Experience that brings the team to the next danger level while the others lag behind makes every card worse (BP-8.6)."""
        view = self.view
        if self.plan.hunting or gained <= 0:
            return 0.0
        if not self.plan.raises(self.me, max(1.0, gained)):
            return 0.0
        limit = NEXT_LEVEL[view.danger_level]
        lag = sum(1 - min(1.0, view.xp[i] / limit) for i in self.mates) / max(1, len(self.mates))
        return self.weights.level * lag

    # ---- moving -----------------------------------------------------------------------------------------------------
    def move(self, zone: int) -> float:
        free = self.free[F_MOVE]
        cost = 1 if self.view.skills(self.me)[SK.SLIPPERY] else 1 + self.view.crowd[self.zone]
        fights = self.fights - max(0, cost - free)
        return self._arrive(zone, max(0, fights))

    def _arrive(self, zone: int, fights: float) -> float:
        score = self.value(zone, fights) - self.weights.effort
        if fights <= 0:
            return score
        if zone in self.plan.wanted and self.plan.target[self.me] == zone:
            score += 0.3
        return score + SALLY * self.weights.kill * self.prospect.kills(zone, fights)

    def zone_skill(self, offset: int) -> float:
        number, zone = divmod(offset, Z)
        name = self._zone_skills()[number]
        if name.startswith("bloodlust"):
            rate = self.prospect.rate(zone, not self.view.here[zone])
            return self._arrive(zone, self.fights - 1 - self.view.crowd[self.zone] + 1) + self.weights.kill * rate
        if name in ("charge", "jump", "sprint"):
            return self._arrive(zone, self.fights - (0 if name == "charge" else 1))
        return -5.0

    def _zone_skills(self) -> list[str]:
        skills = self.view.skills(self.me)
        held = [name for name in ZONE_SKILLS if skills[SKILL_INDEX[name]]]
        return [*held, "", "", ""]

    # ---- doors ------------------------------------------------------------------------------------------------------
    def open_door(self, offset: int) -> float:
        means, n = divmod(offset, D)
        beyond, _ = self.view.board.links[self.zone][n]
        chance = 1.0 if means == 3 else self._door_chance(means)
        gain = self._interest(beyond)
        if gain <= 0:
            return -2.0
        risk = self._room_risk(beyond)
        score = self.value(self.zone, self.fights - 1) + chance * (self.weights.door * gain - risk)
        return score - 0.2 * (1 - chance) - self.weights.effort

    def _door_chance(self, slot: int) -> float:
        card = self.view.inv[self.me][slot]
        need = self.view.board.card_opens[card]
        if need <= 1:
            return 1.0
        return float(1 - ((need - 1) / 6) ** max(1, self.view.board.card_door_dice[card]))

    def _interest(self, beyond: int) -> float:
        """How much nearer the way through the door brings the team, its own survivor first."""
        gain = 0.0
        for i in self.view.team:
            target = self.plan.target[i]
            if target < 0:
                continue
            field = self.plan.field(target)
            if field[beyond] < field[self.zone] and field[self.view.zone[i]] // LOCK_COST >= field[beyond] // LOCK_COST:
                # Others profit only if this door is on their way.
                on_way = field[self.view.zone[i]] - field[self.zone] == self.steps[self.view.zone[i]]
                gain += 1.0 if i == self.me else 0.25 if on_way else 0.0
        return gain

    def _room_risk(self, beyond: int) -> float:
        """Zombies behind the door against what the team can still do about them in this round."""
        view = self.view
        rooms = view.board.rooms_behind(beyond, view.revealed())
        if not rooms:
            if view.crowd[beyond]:
                return 0.2 * max(0.0, view.crowd[beyond] - self._strength(1))
            return 0.0
        wounds = (1 + SPREAD * (rooms - 1)) * _PER_ROOM[view.danger_level] + view.crowd[beyond]
        room = sum(max(0, view.spare(i)) for i in view.here[self.zone])
        return self.weights.wound * max(0.0, wounds - self._strength(2) - 0.3 * room)

    def _strength(self, reach: int) -> float:
        """Kills that survivors close by can still make in this round."""
        view = self.view
        strength: float = 0.5 * max(0, self.fights - 1)
        for i in self.mates:
            if not view.acted[i] and self.steps[view.zone[i]] <= reach and view.zone[i] >= 0:
                strength += 0.5 * (3 - min(2, self.steps[view.zone[i]]))
        return strength

    # ---- cards and skills ---------------------------------------------------------------------------------------------
    def heal(self, friend: int) -> float:
        wounds = self.view.wounds[friend]
        return self.value(self.zone, self.fights - 1) + (0.5 + 0.5 * wounds if wounds else -1.0)

    def hide(self, friend: int) -> float:
        zone = self.view.zone[friend]
        harm = self._harm(zone, [friend], 0.0)
        return self.value(self.zone, self.fights - 1) + (0.8 * harm if harm > 1.5 else -1.0)

    def speed(self, friend: int) -> float:
        return self.value(self.zone, self.fights - 1) + (0.3 if self.plan.way(friend) >= 2 else -1.0)

    def repulse(self, zone: int) -> float:
        group = self.view.here[zone]
        if not group:
            return -1.0
        return self.value(self.zone, self.fights - 1) + 0.7 * self._harm(zone, group, 0.0) - 0.5

    def lead(self, friend: int) -> float:
        """A free gift: to somebody who has yet to act, the strongest first."""
        return self.value(self.zone, self.fights) + 0.5 + 0.1 * in_hands(self.view, friend) - (0.4 if self.view.acted[friend] else 0.0)

    def bile(self, n: int) -> float:
        """Worth it where many zombies, or one that nothing else kills, stand without survivors, and a Torch follows."""
        zone = self._thrown_at(n)
        if zone in self.fire.soaked or zone != self.fire.target(self.me):
            return -5.0
        return self.value(self.zone, self.fights - 1) + 0.5 * self.fire.prey(zone)

    def torch(self, n: int) -> float:
        zone = self._thrown_at(n)
        worth = self.fire.worth(zone)
        if self.view.here[zone]:
            return -20.0
        return self.value(self.zone, self.fights - 1) + (0.8 * worth if worth >= 3 else -2.0)

    def _thrown_at(self, n: int) -> int:
        return self.zone if n == D else self.view.board.links[self.zone][n][0]


def urgencies(view: View, plan: Plan, options: list[int]) -> list[float]:
    """How soon each survivor should act: those with zombies at them or an errand at hand, then from the front of the team to its rear."""

    def urgency(i: int) -> float:
        zone = view.zone[i]
        score = -0.3 * plan.way(i)
        if view.crowd[zone]:
            score += 1.0 + 0.5 * in_hands(view, i)
        if plan.target[i] in plan.wanted:
            score += 1.5
        if i in plan.fire.torch and plan.fire.hot:
            # The Torch comes when everybody has left.
            score += -9.0 if any(view.here[z] != [i] and view.here[z] for z in plan.fire.hot) else 6.0
        elif i in plan.fire.bile and plan.fire.target(i) >= 0:
            score += 3.0
        return score

    return [urgency(i) for i in options]


def order_of_turns(view: View, plan: Plan, options: list[int]) -> int:
    """Whose turn comes next: the most urgent, the first of equals."""
    found = urgencies(view, plan, options)
    return options[found.index(max(found))]
