"""Answers to everything that is not an action of a survivor's turn (BP-25)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zombicide_env.games.zombicide.black_plague.edition import TOUGHNESS
from zombicide_env.games.zombicide.black_plague.numbers import actions as act
from zombicide_env.games.zombicide.black_plague.numbers import decisions as ASK
from zombicide_env.games.zombicide.black_plague.numbers import skills as SK
from zombicide_env.games.zombicide.black_plague.numbers.layout import (
    ABOMINATION,
    BODY,
    FATTY,
    ID_CHOICES,
    LEFT,
    NECROMANCER,
    RIGHT,
    RUNNER,
    SLOTS,
    WALKER,
    K,
    S,
    Z,
)
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILLS
from zombicide_env.games.zombicide.table.codes import FX_AAAHH, FX_ARMOUR, FX_BILE, FX_SHIELD, FX_TORCH

from .combat import KILL_VALUE
from .fire import Fire
from .gear import best_layout, fighter, in_hands, layout_value, settle
from .plan import Plan
from .trade import best_gift
from .view import View

#: Which skill to learn, best first; skills that are not named come last.
SKILL_ORDER: Final = (
    "free_combat_action",
    "plus_1_die_combat",
    "plus_1_to_roll_combat",
    "swordmaster",
    "plus_1_damage:melee",
    "free_melee_action",
    "free_ranged_action",
    "free_magic_action",
    "plus_1_die_melee",
    "plus_1_die_ranged",
    "plus_1_die_magic",
    "plus_1_to_roll_melee",
    "plus_1_to_roll_ranged",
    "plus_1_to_roll_magic",
    "roll6_die_combat",
    "slippery",
    "spellbook",
    "bloodlust_melee",
    "hit_and_run",
    "barbarian",
    "iron_rain",
    "point_blank",
)
#: Which kind a free hit should kill first, if it can.
HIT_ORDER: Final = (ABOMINATION, NECROMANCER, RUNNER, FATTY, WALKER)


class Decisions:
    """Answers one decision of one position; ``plan`` is asked for only where the way matters."""

    def __init__(self, view: View, plan: Callable[[], Plan]) -> None:
        self.view, self._plan = view, plan
        self.answers: dict[int, Callable[[list[int]], int]] = {
            ASK.STORE: self.store,
            ASK.ARRANGE: self.arrange,
            ASK.REPLACE: self.replace,
            ASK.REROLL: self.reroll,
            ASK.HIT: self.hit,
            ASK.MISS: self.miss,
            ASK.WOUND: self.wound,
            ASK.ARMOUR: self.armour,
            ASK.CANCEL: self.cancel,
            ASK.LEARN: self.learn,
            ASK.REMOVE: self.remove,
            ASK.PATH: self.path,
            ASK.EXIT: self.leave,
            ASK.SPEED: self.speed,
        }

    def answer(self, legal: list[int]) -> int:
        rule = self.answers.get(self.view.task[0])
        return rule(legal) if rule is not None else legal[0]

    # ---- cards ------------------------------------------------------------------------------------------------
    def store(self, legal: list[int]) -> int:
        """Put the card gained where it belongs; what it displaces moves first, junk is dropped."""
        view = self.view
        me = view.task[1]
        card = view.board.copy_card[int(view.s["gain_copy"])]
        if view.board.card_effect[card] == FX_AAAHH:
            return act.DESTINY if act.DESTINY in legal else act.DISCARD
        if act.MATCHING_SET in legal:
            return act.MATCHING_SET
        row = view.inv[me]
        layout = best_layout(view.board, fighter(view, me), [*row, card])
        want = settle(row, layout)
        if card in layout.junk:
            return act.DISCARD
        wanted = [slot for slot in range(SLOTS) if want[slot] == card and row[slot] != card]
        for slot in wanted:
            if act.KEEP + slot in legal:
                return act.KEEP + slot
        for slot in wanted:
            found = self._clear(slot, row, want, legal)
            if found is not None:
                return found
        kept_somewhere = [a for a in legal if act.KEEP <= a < act.KEEP + SLOTS]
        return kept_somewhere[-1] if kept_somewhere else act.DISCARD

    def _clear(self, slot: int, row: list[int], want: list[int], legal: list[int]) -> int | None:
        """Make room in ``slot``: move its card to an empty slot where it belongs, else drop it."""
        for goal in range(SLOTS):
            if want[goal] == row[slot] and row[goal] == 0:
                action = act.PUT + slot * SLOTS + goal
                if action in legal:
                    return action
        junk = [i for i in range(SLOTS) if row[i] and row[i] not in want]
        for i in (slot, *junk):
            if i in junk and act.DROP + i in legal:
                return act.DROP + i
        return None

    def arrange(self, legal: list[int]) -> int:
        """Bring the own cards into their best places, one exchange that helps after the other."""
        view = self.view
        me = view.task[1]
        row = view.inv[me]
        gift = self._gift(me, view.task[2], legal)
        if gift is not None:
            return gift
        fuel = self._fuel(me, legal)
        if fuel is not None:
            return fuel
        want = settle(row, best_layout(view.board, fighter(view, me), row))
        if layout_value(view, me) + 1e-6 >= _value_of(view, me, want):
            return act.DONE if act.DONE in legal else legal[0]
        for goal in (LEFT, RIGHT, BODY):
            if want[goal] and row[goal] != want[goal]:
                for source in range(SLOTS - 1, -1, -1):
                    if row[source] == want[goal] and want[source] != row[source]:
                        action = act.PUT + source * SLOTS + goal
                        if action in legal:
                            return action
        return act.DONE if act.DONE in legal else legal[0]

    def _gift(self, me: int, friend: int, legal: list[int]) -> int | None:
        """In a trade: the best gift, into an empty slot of the partner where it belongs, else into his backpack."""
        found = best_gift(self.view, me, friend) if friend >= 0 else None
        if found is None:
            return None
        row = self.view.inv[friend]
        card = self.view.inv[me][found.slot]
        want = settle(row, best_layout(self.view.board, fighter(self.view, friend), [*row, card]))
        slots = [t for t in range(SLOTS) if row[t] == 0 and act.GIVE + found.slot * SLOTS + t in legal]
        slots.sort(key=lambda t: want[t] != card)
        return act.GIVE + found.slot * SLOTS + slots[0] if slots else None

    def _fuel(self, me: int, legal: list[int]) -> int | None:
        """What Dragon Fire needs comes into the hands; a hand that holds it already is left alone."""
        effect, row = self.view.board.card_effect, self.view.inv[me]
        fire = Fire(self.view)
        if not fire.armed(me):
            return None
        for wanted in fire.wanted(me):
            source = next(slot for slot in range(SLOTS) if effect[row[slot]] == wanted)
            free = [hand for hand in (LEFT, RIGHT) if effect[row[hand]] not in (FX_BILE, FX_TORCH)]
            for hand in sorted(free, key=lambda hand: row[hand] != 0):
                if act.PUT + source * SLOTS + hand in legal:
                    return act.PUT + source * SLOTS + hand
        return act.DONE if act.DONE in legal else None

    # ---- dice ------------------------------------------------------------------------------------------------------
    def replace(self, legal: list[int]) -> int:
        """Take the larger number of dice (Barbarian, Iron rain, Mana rain)."""
        view = self.view
        zone = int(view.s["atk_zone"][view.task[2]])
        card = int(view.s["atk_card"])
        melee = int(view.s["atk_type"]) == 0
        printed = view.board.melee_dice[card] if melee else view.board.shot_dice[card]
        action = act.REPLACE if view.crowd[zone] > printed else act.PRINTED
        return action if action in legal else legal[0]

    def reroll(self, legal: list[int]) -> int:
        """Roll again if the average of a new roll is better than what lies on the table."""
        s, what = self.view.s, self.view.task[2]
        if what == 2:
            have, dice = int(s["roll_saved"]), int(s["roll_wounds"])
            better = have < dice * _chance(int(s["roll_need"]))
        elif what == 1:
            better = True  # asked only while the door is shut
        else:
            zones = [k for k in range(2) if int(s["atk_zone"][k]) >= 0]
            useful = [min(int(s["atk_hits"][k]), self._killable(k)) for k in zones]
            fresh = [min(int(s["atk_dice"][k]) * _chance(int(s["atk_accuracy"])), self._killable(k)) for k in zones]
            better = sum(fresh) > sum(useful)
        action = act.REROLL if better else act.ACCEPT
        return action if action in legal else legal[0]

    def _killable(self, k: int) -> int:
        s = self.view.s
        zombies = self.view.zombies[int(s["atk_zone"][k])]
        return sum(n for kind, n in enumerate(zombies) if int(s["atk_damage"]) >= TOUGHNESS[kind])

    def hit(self, legal: list[int]) -> int:
        """Kill what does most harm; with Reaper, two of the most harmful pair."""

        def worth(action: int) -> float:
            if act.REAP <= action < act.REAP + K:
                return 2 * KILL_VALUE[action - act.REAP]
            kind = action - act.HIT
            return 10 - HIT_ORDER.index(kind) if 0 <= kind < K else 0.0

        reaps = [a for a in legal if act.REAP <= a < act.REAP + K]
        if reaps and max(map(worth, reaps)) >= 2:
            return max(reaps, key=worth)
        return max(legal, key=worth)

    # ---- wounds --------------------------------------------------------------------------------------------------------
    def wound(self, legal: list[int]) -> int:
        """Spread wounds while everybody can live; when somebody has to die, let it be one survivor only (BP-15.6)."""
        view = self.view
        assigned = view.s["wnd"].tolist()
        kind = view.task[2]
        victims = [a - act.WOUND for a in legal if act.WOUND <= a < act.WOUND + S]
        for i in victims:
            if view.skills(i)[SK.IRONCLAD[kind]]:
                return act.WOUND + i
        waiting = 1 + sum(view.s["wnd_left"].tolist())
        room = {i: view.spare(i) - self._expected(assigned[i], i) for i in victims}
        hurt = 1.0 if kind == ABOMINATION else min(1 - self._saves(i) for i in victims)
        return act.WOUND + self._victim(victims, room, waiting * hurt)

    def miss(self, legal: list[int]) -> int:
        """Stray shots: as wounds of zombies, a hit counting for the damage of the weapon."""
        view = self.view
        damage = int(view.s["atk_damage"])
        hits = view.s["atk_ff"].tolist()
        victims = [a - act.MISS for a in legal if act.MISS <= a < act.MISS + S]
        room = {i: view.spare(i) - hits[i] * damage * (1 - self._saves(i)) for i in victims}
        return act.MISS + self._victim(victims, room, damage)

    def _victim(self, victims: list[int], room: dict[int, float], waiting: float) -> int:
        total = sum(max(0.0, _whole(r)) for r in room.values())
        if total >= waiting:
            return max(victims, key=lambda i: (room[i] + self._saves(i), -self.view.wounds[i], -i))
        # Somebody dies: the one who is lost already, else the one whom the team misses least.
        return min(victims, key=lambda i: (room[i] >= 0, self._worth(i) + room[i], i))

    def _expected(self, assigned: list[int], survivor: int) -> float:
        sure = assigned[ABOMINATION]
        return sure + (sum(assigned) - sure) * (1 - self._saves(survivor))

    def _saves(self, survivor: int) -> float:
        """Chance that armour or a shield prevents a wound."""
        view, board = self.view, self.view.board
        row = view.inv[survivor]
        hide = bool(view.skills(survivor)[SK.IRON_HIDE])
        worn = board.card_armour[row[BODY]] if board.card_effect[row[BODY]] == FX_ARMOUR else 0
        shield = next((board.card_armour[row[k]] for k in (LEFT, RIGHT, BODY) if row[k] and board.card_effect[row[k]] == FX_SHIELD), 0)
        body = _chance(worn - hide) if worn else (_chance(5) if hide else 0.0)
        if not shield:
            return body
        return max(1 - (1 - body) ** 2, _chance(shield))

    def _worth(self, survivor: int) -> float:
        return in_hands(self.view, survivor) + 0.3 * self.view.level[survivor] + 0.5 * self._saves(survivor)

    def armour(self, legal: list[int]) -> int:
        """Body armour or Iron hide with the shield's reroll, or the shield's own value: the better chance."""
        view, board = self.view, self.view.board
        row = view.inv[view.task[1]]
        shield = next((board.card_armour[row[k]] for k in (LEFT, RIGHT, BODY) if row[k] and board.card_effect[row[k]] == FX_SHIELD), 7)
        hide = 1 if view.skills(view.task[1])[SK.IRON_HIDE] else 0
        body = board.card_armour[row[BODY]] - hide
        chances = {act.ARMOUR: _twice(_chance(body)), act.ARMOUR + 1: _twice(_chance(5)), act.ARMOUR + 2: _chance(shield)}
        return max(legal, key=lambda a: chances.get(a, 0.0))

    def cancel(self, legal: list[int]) -> int:
        """Give cards for wounds only to stay alive, the least useful first."""
        view = self.view
        me = view.task[1]
        drops = [a for a in legal if act.DROP <= a < act.DROP + SLOTS]
        if view.wounds[me] + int(view.s["roll_sure"]) < 3 or not drops:
            return act.ACCEPT if act.ACCEPT in legal else legal[0]
        return max(drops)

    # ---- the rest -----------------------------------------------------------------------------------------------------------
    def learn(self, legal: list[int]) -> int:
        """The skill that stands highest in SKILL_ORDER."""
        w, me, level = self.view.board, self.view.task[1], self.view.task[2]
        row = w.learn_orange[me] if level == 2 else w.learn_red[me]

        def rank(action: int) -> int:
            column = row[action - act.LEARN] if 0 <= action - act.LEARN < ID_CHOICES else -1
            name = SKILLS[column] if column >= 0 else ""
            return SKILL_ORDER.index(name) if name in SKILL_ORDER else len(SKILL_ORDER)

        return min(legal, key=lambda a: (rank(a), a))

    def remove(self, legal: list[int]) -> int:
        """Close the spawn zone next to the team, an active one if possible (BP-17.7)."""
        view = self.view
        active = view.spawn_zones()

        def annoyance(action: int) -> float:
            zone = action - act.CHOOSE
            if not 0 <= zone < Z:
                return -100.0
            steps = view.board.steps(zone, view.doors)
            near = min((steps[view.zone[i]] for i in view.team), default=0)
            return (50 if zone in active else 0) - near

        return max(legal, key=annoyance)

    def path(self, legal: list[int]) -> int:
        """Send zombies where they meet fewest survivors; if alike, away from the team."""
        view = self.view

        def trouble(action: int) -> float:
            zone = action - act.CHOOSE
            if not 0 <= zone < view.board.n:
                return 0.0
            steps = view.board.steps(zone, view.doors)
            return 10 * len(view.here[zone]) - 0.1 * sum(min(steps[view.zone[i]], 20) for i in view.team)

        return min(legal, key=trouble)

    def leave(self, legal: list[int]) -> int:
        """Leave by the Exit."""
        return act.EXIT if act.EXIT in legal else legal[0]

    def speed(self, legal: list[int]) -> int:
        """The free move of the enchantment: to the zone nearest to the target that is free of zombies."""
        view, plan = self.view, self._plan()
        me = view.task[1]

        def way(action: int) -> float:
            zone = action - act.MOVE if act.MOVE <= action < act.MOVE + Z else view.zone[me]
            return plan.way(me, zone) + 2 * view.crowd[zone]

        return min(legal, key=way)


def _value_of(view: View, survivor: int, slots: list[int]) -> float:
    before = view.inv[survivor]
    view.inv[survivor] = slots
    value = layout_value(view, survivor)
    view.inv[survivor] = before
    return value


def _chance(need: int) -> float:
    return max(0.0, min(6, 7 - max(1, need)) / 6)


def _twice(chance: float) -> float:
    """Expected success with one optional reroll of a single die."""
    return 1 - (1 - chance) ** 2


def _whole(x: float) -> float:
    return float(int(x + 1e-9))
