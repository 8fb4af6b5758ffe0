"""What the planner is told about a quest beside what the rules-based player knows: food to keep, something to burn."""

from __future__ import annotations

from zombicide_agents.greedy.zombicide.board import Board
from zombicide_agents.greedy.zombicide.plan import Plan
from zombicide_agents.greedy.zombicide.view import View
from zombicide_env.games.zombicide.black_plague.numbers import actions as act
from zombicide_env.games.zombicide.black_plague.numbers import decisions as ASK
from zombicide_env.games.zombicide.black_plague.numbers import layout as lay

from .search import Position
from .values import value


class Aim:
    """Nothing special: the general value, the player's own decisions."""

    bold = 1.0

    def force(self, view: View, legal: list[int]) -> int | None:
        """An answer that is not left to the player, None: it is."""
        return None

    def steer(self, plan: Plan) -> None:
        """Change where the survivors head for."""

    def value(self, position: Position) -> float:
        return value(position, self.bold)


class Feed(Aim):
    """All survivors and the food that a quest asks for, together in a vault (BP-23.Q4.2)."""

    def __init__(self, board: Board) -> None:
        self.need = {a: need for _, kind, a, need in board.goals if kind == lay.GOAL_TEAM_HOLDS}
        self.vault = next(a for _, kind, a, _ in board.goals if kind == lay.GOAL_ALL_IN)

    def missing(self, view: View) -> int:
        held = [c for row in view.inv for c in row]
        return sum(max(0, n - held.count(card)) for card, n in self.need.items())

    def force(self, view: View, legal: list[int]) -> int | None:
        if view.task[0] == ASK.STORE and view.board.copy_card[int(view.s["gain_copy"])] in self.need:
            keep = [a for a in legal if act.KEEP + lay.PACK <= a < act.KEEP + lay.SLOTS]
            row = view.inv[view.task[1]]
            loose = [a for a in keep if row[a - act.KEEP] not in self.need]
            return min(loose or keep, key=lambda a: row[a - act.KEEP] != 0, default=None)
        if view.task[0] == ASK.TURN:
            me = view.task[1]
            arrived = view.zone[me] == self.vault and self.missing(view) == 0 and view.crowd[self.vault] == 0
            if arrived:
                return act.END
        return None

    def steer(self, plan: Plan) -> None:
        view = plan.view
        if self.missing(view) == 0:
            door_known = plan.field(self.vault)
            open_way = any(door_known[view.zone[i]] < 1000 for i in view.team)
            places = [self.vault] if open_way else list(plan.objectives) or [self.vault]
            for i in view.team:
                plan.target[i] = min(places, key=lambda z: plan.field(z)[view.zone[i]])
            plan.searching = False
        else:
            plan.searching = True
            todo = list(plan.objectives) if view.s["taken"][lay.BLUE] == 0 else []
            for z in todo:
                i = min(view.team, key=lambda j: plan.field(z)[view.zone[j]], default=-1)
                if i >= 0 and plan.field(z)[view.zone[i]] <= 4:
                    plan.target[i] = z
                    plan.wanted.add(z)

    def value(self, position: Position) -> float:
        view, s = position.view, position.s
        missing = self.missing(view)
        total = value(position, self.bold) - 60.0 * missing + 100.0 * int(s["taken"][lay.BLUE]) - 15.0 * int(s["taken"][lay.RED])
        field = position.plan.field(self.vault)
        weight = 6.0 if missing == 0 else 0.8
        total -= weight * sum(min(14, field[view.zone[i]] % 1000) for i in view.team)
        deck = int(s["deck_n"])
        return total - 1.5 * deck


class Burn(Aim):
    """Dragon Fire where it is wanted: on the Abomination that has to die, or in the hell hole (BP-14, BP-23.Q9)."""

    def __init__(self, board: Board) -> None:
        self.hole = next((a for _, kind, a, _ in board.goals if kind == lay.GOAL_FIRE_IN), -1)
        self.seals = any(goal[1] == lay.GOAL_QUEST_ABOMINATION for goal in board.goals)
        effects = board.card_effect
        self.bile = [c for c, effect in enumerate(effects) if effect == lay.FX_BILE]
        self.torch = [c for c, effect in enumerate(effects) if effect == lay.FX_TORCH]

    def prey(self, view: View) -> list[int]:
        """Zones that should burn now."""
        if self.hole >= 0:
            return [self.hole] if self.outside(view) == 0 else []
        for _, kind, a, need in view.board.goals:
            if kind == lay.GOAL_QUEST_ABOMINATION:
                return [int(view.s["quest_abomination"])] if view.s["quest_abomination"] >= 0 else []
            if kind == lay.GOAL_KILLED and a == lay.ABOMINATION and view.s["killed"][a] < max(1, need):
                return [z for z in range(view.board.n) if view.zombies[z][a]]
        return []

    def outside(self, view: View) -> int:
        """Spawn tokens that are not in the hell hole."""
        n = int(view.s["n_tokens"])
        return sum(z != self.hole for z in view.s["token_zone"][:n].tolist())

    def holders(self, view: View, cards: list[int]) -> list[int]:
        return [i for i in view.team if any(c in cards for c in view.inv[i])]

    def soaked(self, view: View) -> list[int]:
        """Zones with a Dragon Bile token."""
        return view.s["bile_zone"][: int(view.s["n_bile"])].tolist()

    def force(self, view: View, legal: list[int]) -> int | None:
        task, me = view.task[0], view.task[1]
        if task == ASK.REMOVE and self.hole >= 0:
            other = [a for a in legal if a - act.CHOOSE != self.hole]
            return other[0] if other else None
        fuel = self.bile + self.torch
        if task == ASK.STORE and view.board.copy_card[int(view.s["gain_copy"])] in fuel:
            row = view.inv[me]
            keep = [a for a in legal if act.KEEP <= a < act.KEEP + lay.SLOTS]
            empty = [a for a in keep if row[a - act.KEEP] == 0]
            loose = [a for a in keep if a - act.KEEP >= lay.PACK and row[a - act.KEEP] not in fuel]
            return empty[-1] if empty else loose[0] if loose else None
        prey = self.prey(view)
        if not prey or me < 0:
            return None
        near = any(view.sees(view.zone[me]).get(z, 9) <= 1 for z in prey) if view.zone[me] >= 0 else False
        if task == ASK.TURN and near:
            return self._throw(view, legal, me, prey)
        if task == ASK.ARRANGE and near and view.task[2] < 0:
            wanted = self._wanted(view, prey)
            row = view.inv[me]
            for slot in range(lay.PACK, lay.SLOTS):
                if row[slot] in wanted and not any(row[h] in wanted for h in (0, 1)):
                    put = [act.ACTIONS.encode("put", slot, h) for h in (0, 1)]
                    found = [a for a in put if a in legal]
                    if found:
                        return min(found, key=lambda a: row[put.index(a)] != 0)
            return act.DONE if act.DONE in legal else None
        return None

    def _wanted(self, view: View, prey: list[int]) -> list[int]:
        return self.torch if set(prey) & set(self.soaked(view)) else self.bile

    def _throw(self, view: View, legal: list[int], me: int, prey: list[int]) -> int | None:
        zone, soaked = view.zone[me], self.soaked(view)
        links = [t for t, _ in view.board.links[zone]]
        for z in prey:
            n = lay.D if z == zone else links.index(z) if z in links else -1
            if n < 0:
                continue
            if z in soaked and act.TORCH + n in legal and (self.hole >= 0 or z != zone):
                return act.TORCH + n
            if z not in soaked and act.BILE + n in legal and self.holders(view, self.torch):
                return act.BILE + n
        wanted = self._wanted(view, prey)
        row = view.inv[me]
        if any(c in wanted for c in row[lay.PACK :]) and not any(c in wanted for c in row[:2]) and act.REORGANISE in legal:
            return act.REORGANISE
        return None

    def steer(self, plan: Plan) -> None:
        view = plan.view
        prey, soaked = self.prey(view), self.soaked(view)
        if self.hole >= 0:
            victims = [z for z in range(view.board.n) if view.zombies[z][lay.NECROMANCER]]
            for i in view.team:
                places = victims or ([self.hole] if prey else list(plan.objectives) or [self.hole])
                plan.target[i] = min(places, key=lambda z: plan.field(z)[view.zone[i]])
            plan.wanted = set(plan.objectives)
            plan.searching = not self.holders(view, self.torch)
            return
        if self.seals and plan.objectives:
            for i in view.team:
                plan.target[i] = min(plan.objectives, key=lambda z: plan.field(z)[view.zone[i]])
            plan.wanted = set(plan.objectives)
            return
        if self.seals and not self.holders(view, self.bile) and not soaked:
            places = [z for z, cards in plan.vaults.items() if cards]
            for i in view.team:
                plan.target[i] = min(places or prey, key=lambda z: plan.field(z)[view.zone[i]], default=-1)
            plan.wanted = set(places)
            return
        if prey and (self.holders(view, self.bile) or set(prey) & set(self.soaked(view))) and self.holders(view, self.torch):
            for i in {*self.holders(view, self.bile), *self.holders(view, self.torch)}:
                plan.target[i] = min(prey, key=lambda z: plan.field(z)[view.zone[i]])

    def value(self, position: Position) -> float:
        view, s = position.view, position.s
        total = value(position, self.bold)
        prey = self.prey(view)
        soaked = self.soaked(view)
        if self.seals:
            total += self.bold * 60.0 * int(s["taken"].sum())
        if self.hole >= 0 or prey:
            total += 30.0 * min(2, len(self.holders(view, self.torch))) + 25.0 * min(1, len(self.holders(view, self.bile)) + len(soaked))
        if self.hole >= 0:
            total -= 90.0 * self.outside(view)
            plan = position.plan
            total += 10.0 * int(s["taken"].sum() > 0)
            total -= 1.0 * sum(min(8, plan.field(self.hole)[view.zone[i]]) for i in view.team)
        if prey:
            plan = position.plan
            who = {*self.holders(view, self.torch), *self.holders(view, self.bile)}
            total -= 4.0 * min((min(12, min(plan.field(z)[view.zone[i]] % 1000 for z in prey)) for i in who), default=12)
            total += 70.0 * bool(set(prey) & set(soaked)) * bool(self.holders(view, self.torch))
        return total


def aim_of(board: Board) -> Aim:
    """The aim that fits the quest's victory conditions."""
    kinds = {goal[1] for goal in board.goals}
    if lay.GOAL_TEAM_HOLDS in kinds:
        return Feed(board)
    burning = any(goal[1] == lay.GOAL_KILLED and goal[2] == lay.ABOMINATION for goal in board.goals)
    if burning or kinds & {lay.GOAL_FIRE_IN, lay.GOAL_QUEST_ABOMINATION}:
        return Burn(board)
    return Aim()
