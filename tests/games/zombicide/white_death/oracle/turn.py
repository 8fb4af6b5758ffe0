"""A survivor's turn: its legal actions, and their cost (WD-12, WD-13, WD-14, WD-24).  ``actions.py`` carries them out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product

from tests.games.zombicide.oracle.asking import Card
from tests.games.zombicide.oracle.carrying import exchanges
from tests.games.zombicide.white_death.oracle.cards import at_hand, gifts, passes
from tests.games.zombicide.white_death.oracle.ends import BANISHABLE
from tests.games.zombicide.white_death.oracle.fight import IMPROVISED, Attack, attack_texts, reaches
from tests.games.zombicide.white_death.oracle.moves import reach, span
from tests.games.zombicide.white_death.oracle.sheets import EFFECTS, FOOD, GUARDS
from tests.games.zombicide.white_death.oracle.table import Survivor, Table

BLOODLUST = {
    "bloodlust_melee": ("melee",),
    "bloodlust_ranged": ("ranged",),
    "bloodlust_magic": ("magic",),
    "bloodlust_combat": ("melee", "ranged", "magic"),
}
PURSES = {  # skills whose free action pays for a kind of action, in the order in which they are spent
    "melee": ("free_melee_action", "free_combat_action"),
    "ranged": ("free_ranged_action", "free_combat_action"),
    "magic": ("free_magic_action", "spellcaster", "free_combat_action"),
    "enchantment": ("free_enchantment_action", "spellcaster"),
    "search": ("free_search_action",),
    "guard": ("free_guard_action",),
    "move": ("defiled_walker", "free_move_action"),
}
MODES = {"melee": "melee", "shoot": "ranged", "cast": "magic", "dragonfire": "ranged"}


@dataclass(eq=False)
class Turn:
    """State of a survivor's turn: spent free actions, pending skills, attacks made."""

    table: Table
    by: Survivor
    spent: Counter[str] = field(default_factory=Counter)  # free actions
    attack: tuple[str, ...] = ()  # pending after Bloodlust
    run: bool = False  # pending after Hit & Run
    chain: list[str] = field(default_factory=list)  # types of the attacks made in a row (WD-24.74)
    cast: list[Card] = field(default_factory=list)  # enchantments of this turn

    # ---- paying

    def free(self, purse: str) -> int:
        """Free actions left of a skill."""
        if purse == "defiled_walker" and self.here not in self.table.board.defiled:
            return 0
        return self.table.has(self.by, purse) - self.spent[purse]

    def purse(self, kind: str, *, dual: bool = False) -> str | None:
        purses = (*PURSES.get(kind, ()), *(["dual_expert"] if dual else []))
        return next((purse for purse in purses if self.free(purse) > 0), None)

    def affords(self, kind: str, *, dual: bool = False) -> bool:
        return kind in self.attack or self.by.actions > 0 or self.purse(kind, dual=dual) is not None

    def pay(self, kind: str, cost: int = 1, *, dual: bool = False) -> None:
        """Pending free actions first, then those of skills, then ordinary ones; ``dual``: with weapons of that symbol (WD-24.75)."""
        if kind in self.attack:
            self.attack = ()
            return
        for _ in range(cost):
            purse = self.purse(kind, dual=dual)
            if purse is None:
                self.by.actions -= 1
            else:
                self.spent[purse] += 1

    # ---- queries

    @property
    def here(self) -> str:
        return self.by.here

    def surcharge(self) -> int:
        return 0 if self.table.has(self.by, "slippery") else self.table.crowd(self.here)

    def may_move(self) -> bool:
        purses = sum(max(0, self.free(purse)) for purse in PURSES["move"])
        return self.run or self.by.actions + purses >= 1 + self.surcharge()

    def near(self, *ranges: int) -> list[str]:
        return [zone for zone in self.table.board.zones if self.table.sees(self.by, zone) in ranges]

    def unused(self, skill: str) -> bool:
        return bool(self.table.has(self.by, skill)) and skill not in self.by.used

    def searchable(self) -> bool:
        """WD-12.3, WD-24.32, WD-24.33, WD-24.41."""
        kind, by = self.table.board.kind(self.here), self.by
        explorer = {"ruin": "ruin_explorer", "defiled": "defiled_explorer"}.get(kind)
        allowed = kind == "indoor" or self.table.has(by, "scavenger") or (explorer is not None and self.table.has(by, explorer))
        fresh = not by.searched or self.table.has(by, "multiple_search")
        return bool(allowed and fresh and not self.table.crowd(self.here))

    def spell(self, name: str) -> Card | None:
        """The copy that would be cast: in hand, the Blessing anywhere, each once per turn (WD-12.14, WD-24.34)."""
        slots = self.by.hand_cards()
        if name == "baba_yagas_blessing" or self.table.has(self.by, "spellbook"):
            slots = self.by.sorted()
        return next((card for _, card in slots if card.name == name and card not in self.cast), None)

    # ---- legal actions

    def texts(self) -> set[str]:
        """Every text of this turn."""
        table, by = self.table, self.by
        found = {"end", *(f"drop {slot}" for slot in by.slots)}
        found |= {f"consume {card.name}" for card in by.slots.values() if card.name in FOOD}
        attacks = [(text, Attack(table, by, text)) for text in attack_texts(table, by)]
        found |= {text for text, attack in attacks if self.affords(attack.mode, dual=attack.dual)}
        if self.may_move():
            found |= {f"move {zone}" for zone in reach(table, by, span(table, by))}
        if self.searchable() and self.affords("search"):
            found.add("search")
        if by.holds("torch") and by.holds("dragon_bile") and self.affords("ranged"):
            found |= {f"dragonfire {zone}" for zone in self.near(1)}
        if any(not card.loaded for _, card in by.hand_cards()) and (by.actions or table.has(by, "free_reload")):
            found.add("reload")
        found |= self._enchantments() | self._guards() | self._skills()
        if by.actions:
            found |= self._plain()
        if by.actions >= 3:
            found |= self._cauldron()
        return found

    def _enchantments(self) -> set[str]:
        if not self.affords("enchantment"):
            return set()
        table = self.table
        targets = [one.name for one in table.in_play() if table.sees(self.by, one.here) is not None]
        if table.has(self.by, "double_casting"):
            targets += [f"{a}+{b}" for number, a in enumerate(targets) for b in targets[number + 1 :]]
        found = {f"enchant {target} healing" for target in targets if self.spell("healing")}
        if self.spell("baba_yagas_blessing"):
            found |= {f"enchant {target} baba_yagas_blessing {effect}" for target in targets for effect in EFFECTS}
        return found

    def _cauldron(self) -> set[str]:
        """WD-14."""
        table, board = self.table, self.table.board
        if not table.cauldrons[self.here]:
            return set()
        seen = [zone for zone in board.touching(self.here) if table.sees(self.by, zone) is not None]
        found = {f"cauldron {zone}" for zone in seen if board.carries(self.here, zone)}
        if board.on_wall(self.here):
            found |= {f"tip {zone}" for zone in seen if not board.on_wall(zone)}
        return found

    def _plain(self) -> set[str]:
        """Actions that only an ordinary action pays for."""
        table, board, by = self.table, self.table.board, self.by
        others = [one for one in table.in_zone(self.here) if one is not by]
        found = {"noise", *exchanges(table, by, others, passes, at_hand)}
        found |= {f"trade {one.name}" for one in others if gifts(by) or gifts(one)}
        if table.artefacts.get(self.here):
            found.add("take artefact")
        if table.has(by, "artefact_collector"):
            climber = bool(table.has(by, "climber"))
            ways = [zone for zone in self.near(1) if board.walks(self.here, zone, climber=climber)]
            found |= {f"take artefact {zone}" for zone in ways if table.artefacts.get(zone)}
        if table.loose[self.here]:
            found.add("ladder take")
        found |= {f"ladder take {zone}" for zone in board.touching(self.here) if frozenset((self.here, zone)) in board.ropes}
        if by.ropes:
            free = [zone for zone in board.touching(self.here) if frozenset((self.here, zone)) not in board.ropes]
            found |= {f"ladder place {zone}" for zone in free if board.border(self.here, zone) == "level"}
        if table.has(by, "transmutation"):
            found |= {f"use transmutation {slot}" for slot in by.slots}
        return found | self._quest()

    def _quest(self) -> set[str]:
        table, here = self.table, self.here
        found = set()
        colour = table.objectives.get(here)
        if colour is not None and not table.prepared.get(here) and not (table.quest == "4" and colour == "red"):
            found.add("take")
        if table.prepared.get(here) and not table.crowd(here):
            found.add("take card")
        if table.quest == "1" and here == table.flag and "dragon_bile" in [*table.deck, *+table.discards]:
            found.add("take dragon_bile")
        if table.quest == "5" and table.beacon == here:
            found.add("take beacon")
        close = [here, *table.board.touching(here)]
        tokens = [token for token in BANISHABLE if table.spawn.get(token) in close]
        if table.quest == "2" and any(token != "red" for token in self.by.tokens):
            found |= {f"quest banish {token}" for token in tokens}
        if table.quest == "8" and "red" in self.by.tokens:
            found |= {f"quest cleanse {token}" for token in tokens if table.spawn[token] != table.flag}
        return found

    # ---- Guards (WD-13)

    def _guards(self) -> set[str]:
        if self.by.ordered or not self.affords("guard"):
            return set()
        return {text for zone, number in self.table.guards.items() if number for text in self._orders(zone, number)}

    def _orders(self, zone: str, number: int) -> set[str]:
        table, board = self.table, self.table.board
        seen = {there: board.sight(zone, there) for there in board.zones}
        held = table.quest == "5" and table.beacon == zone
        orders = set()
        surcharge = 0 if self.by.own("guards_evade") else table.crowd(zone)
        purses = max(0, self.free("free_guard_action"))
        if self.by.actions + purses >= 1 + surcharge and not held:
            orders |= {f"move {there}" for there in board.touching(zone) if board.walks(zone, there)}
        if table.crowd(zone):
            orders.add("melee")
        most = GUARDS["ranged"].far + self.by.own("guards_plus_1_max_range")
        orders |= {f"shoot {there}" for there, far in seen.items() if far is not None and far <= most and table.crowd(there)}
        heavy = set()
        if table.cauldrons[zone]:
            touching = [there for there in board.touching(zone) if seen[there] is not None]
            if not held:
                heavy |= {f"cauldron {there}" for there in touching if board.carries(zone, there)}
            if board.on_wall(zone):
                heavy |= {f"tip {there}" for there in touching if not board.on_wall(there)}
        found = set()
        for some in range(1, number + 1):
            name = zone if some == number else f"{zone}:{some}"
            found |= {f"guards {name} {order}" for order in orders | (heavy if some >= 3 else set())}
        if self.by.own("guards_push") and table.crowd(zone):
            found |= {f"guards {zone} push {there}" for there, far in seen.items() if far == 1}
        return found

    # ---- skills

    def _skills(self) -> set[str]:
        table, board, by = self.table, self.table.board, self.by
        found = set()
        prey = [zone for zone in reach(table, by, 2) if table.crowd(zone)]
        if self.unused("charge") and by.actions >= self.surcharge():
            found |= {f"use charge {zone}" for zone in prey}
        for skill in BLOODLUST:
            if self.unused(skill) and by.actions >= 1 + self.surcharge():
                found |= {f"use {skill} {zone}" for zone in prey}
        if self.unused("sprint") and self.may_move():
            far = reach(table, by, 2 + span(table, by))
            found |= {f"use sprint {zone}" for zone, step in far.items() if step >= 2}
        if self.unused("jump") and by.actions >= 1 + table.crowd(self.here):  # movement skills do not help
            steps = board.distances(self.here, board.strides)
            found |= {f"use jump {zone}" for zone in board.zones if steps.get(zone) == 2 and table.sees(by, zone) is not None}
        if self.unused("taunt"):
            found |= {f"use taunt {zone}" for zone in board.zones if table.crowd(zone) and table.sees(by, zone) is not None}
        if self.unused("shove") and table.crowd(self.here):
            found |= {f"use shove {zone}" for zone in self.near(1)}
        if self.unused("lifesaver"):
            found |= self._rescues()
        if self.unused("improvised_weapon_melee"):
            zones = [zone for zone in board.zones if table.crowd(zone) and reaches(table, by, IMPROVISED["melee"], zone)]
            found |= {"use improvised_weapon_melee" + (f" {zone}" if zone != self.here else "") for zone in zones}
        if self.unused("improvised_weapon_ranged"):
            zones = [zone for zone in board.zones if table.crowd(zone) and reaches(table, by, IMPROVISED["ranged"], zone)]
            found |= {f"use improvised_weapon_ranged {zone}" for zone in zones}
        return found

    def _rescues(self) -> set[str]:
        """WD-24.61: any survivors and Guards of a zone with zombies."""
        table = self.table
        found = set()
        for zone in self.near(1):
            if not table.crowd(zone) or table.board.sight(zone, self.here) is None:
                continue
            names = [one.name for one in table.in_zone(zone)]
            for chosen in product((False, True), repeat=len(names)):
                who = [name for name, taken in zip(names, chosen, strict=True) if taken]
                for guards in range(table.guards[zone] + 1):
                    several = who + ([f"guards:{guards}"] if guards else [])
                    if several:
                        found.add(f"use lifesaver {zone} {'+'.join(several)}")
        return found

    def goes_on(self) -> bool:
        """WD-12.26."""
        if not self.by.in_play:
            return False
        return self.by.actions > 0 or any(text != "end" and not text.startswith("drop") for text in self.texts())
