"""Set up a position: world and state from a plain document (conformance-apocalypse)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import records
from zombicide_env.core.scratch import workplaces

from ....reading import FormatError, a_flag, a_list, a_mapping, a_name, a_number, a_word, an_entry, by_name, known_keys
from ...table.board import LINKS, BoardError, grid_board, quest_board
from ...table.codes import BLUE, GREEN, NONE, RULE_ACTIVATE_SPAWN, STREET, TRAP_CARD
from ...table.quest_types import Quest
from ...table.survivors import YELLOW
from ..edition import SLOT_NAMES
from ..numbers.cards import PACK_NAMES
from ..numbers.cars import CAR_KINDS, CARS, NO_EXIT, SEAT_NAMES
from ..numbers.facts import level_of
from ..numbers.layout import MAX_WOUNDS, PACK, SLOTS, S
from ..numbers.mini_missions import MINI_MISSIONS, TASKS
from ..numbers.skills import SKILL_INDEX
from ..numbers.state import SCRATCH, STATE
from ..words.describe import KEYS
from ..words.names import Names
from ..world.box import box, quest
from ..world.build import add_skill, fill_board, fill_quest, fill_setup, new_world, zone_ids
from ..world.extra import choose_packs, fill_extra
from ..world.mission import add_car, car_names, lay_manholes, lay_rules
from .builder import Placed, seat_team
from .decks import put_equipment, put_master, put_zombie_cards
from .pieces import put_cars, put_pieces, take_away
from .run import begin, shuffle_decks
from .started import WITH_SETUP, script_dice, started
from .stock import Stock
from .survivors import read_automatic, read_players, read_turn
from .switches import set_switches

__all__ = ["Placed", "position"]

State = np.ndarray[Any, Any]

_VECTOR: Final = ("id", "rules", "title", "game", "play", "expect")
_KEYS: Final = (
    *("automatic", "board", "bombs", "cars", "decks", "dice", "drive", "equipment_cards", "fire_timers", "first_player", "noise", "packs"),
    *("piles", "pimp_cards", "players", "quest", "recruits", "round", "setup", "strict_all_survivors", "supply", "survivors", "switches"),
    *("tokens", "turn", "zm", "zombie_cards", "zombies"),
)
_BOARD: Final = ("cells", "links", "spawn", "exit", "objectives", "manholes", "marks", "quest")
_MARKS: Final = ("no_search", "bunker", "permanent_noise", "zombie_exits")
_SURVIVOR: Final = (
    *("zone", "alive", "left", "right", "pack", "xp", "wounds", "skills", "actions", "searched", "unloaded", "minimissions"),
)
#: Skills of spells and armour, which have no effect here (AP-0, AP-15.R4).
_WITHOUT_USE: Final = (
    *("free_magic_action", "free_enchantment_action", "plus_1_to_roll_magic", "plus_1_die_magic", "roll6_die_magic", "mana_rain"),
    *("bloodlust_magic", "reaper_magic", "frenzy_magic", "spellcaster", "spellbook", "iron_hide"),
)


def position(document: Mapping[str, Any]) -> Placed:
    """Return the position of a plain document (a conformance vector).  Raises ``FormatError`` for a malformed one."""
    known_keys(document, (*_VECTOR, *_KEYS), ())
    if "setup" in document:
        known_keys(document, (*_VECTOR, *WITH_SETUP), ())
        return Placed(*started(document))
    return Builder(document).build()


class Builder:
    """Fills the two records from the keys of the document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.doc = document
        self.board_doc = a_mapping(document.get("board", {}), ("board",))
        known_keys(self.board_doc, _BOARD, ("board",))
        self.world = new_world()
        fill_extra(self.world)
        self.w = self.world[0]
        packs = a_list(document.get("packs", list(PACK_NAMES)), ("packs",))
        choose_packs(self.world, [a_word(pack, ("packs",), PACK_NAMES, "pack") for pack in packs])
        self.number = self._mission_number()
        self.mission: Quest | None = quest(self.number) if "quest" in self.board_doc and self.number is not None else None
        self.state = np.zeros(1, STATE)
        self.s = self.state[0]

    def _mission_number(self) -> int | None:
        """Return the mission whose rules apply; the board of a mission implies its own."""
        rules, board = ("quest",), ("board", "quest")
        numbers = [a_number(doc["quest"], path, 0, 10) for doc, path in ((self.doc, rules), (self.board_doc, board)) if "quest" in doc]
        if len(set(numbers)) > 1:
            raise FormatError(rules, f"the board is that of mission {numbers[1]}, whose rules it brings")
        return numbers[0] if numbers else None

    # ---- the whole position

    def build(self) -> Placed:
        self._board()
        self._survivor_names()
        self._special()
        self.names = Names(
            zones=self.zones,
            survivors=self.roster,
            players=tuple(self.players),
            cards=("", *box().card_ids),
            others=("zombie_master",),
            cars=self._car_names(),
        )
        self.stock = Stock(self.world)
        self._team()
        self._defaults()
        self._survivors()
        put_cars(self)
        take_away(self)
        put_pieces(self)
        put_master(self)
        shuffle_decks(records(self.state), put_equipment(self), put_zombie_cards(self))
        script_dice(self.s, self.doc)
        turn, actions = self._turn()
        world = workplaces(self.world, SCRATCH)
        begin(records(world), records(self.state), turn, actions)
        return Placed(world, self.state, self.names)

    def zone(self, label: Any, path: tuple[str | int, ...] = ()) -> int:
        return self.zones.index(a_word(label, path, self.zones, "zone"))

    def card(self, item: Any, path: tuple[str | int, ...] = ()) -> int:
        return box().card_ids.index(a_word(item, path, box().card_ids, "card")) + 1

    def copy(self, item: Any, path: tuple[str | int, ...] = ()) -> int:
        return self.stock.copy(self.card(item, path))

    def who(self, name: Any, path: tuple[str | int, ...]) -> int:
        return self.roster.index(a_word(name, path, self.roster, "survivor"))

    # ---- board

    def _board(self) -> None:
        if self.mission is not None:
            self.board = quest_board(self.mission)
        else:
            links = a_mapping(self.board_doc.get("links", {}), ("board", "links"))
            for key, kind in links.items():
                a_word(kind, ("board", "links", key), LINKS, "link")
            try:
                self.board = grid_board(str(self.board_doc.get("cells", "")), links)
            except BoardError as error:
                raise FormatError(("board",), str(error)) from error
        self.zones = self.board.zones
        fill_board(self.world, self.board)

    def _special(self) -> None:
        """Fill in the rules of the mission, pieces of its own board, roles of zones."""
        w, doc = self.w, self.board_doc
        if self.mission is not None:
            fill_quest(self.world, self.mission, zone_ids(self.board, self.mission))
            fill_setup(self.world, self.mission, self.board)
        elif self.number is not None:
            found = quest(self.number)
            fill_quest(self.world, found, dict(zip(("A01",), self._bunker(), strict=False)))
            lay_rules(self.world, found.special)
            self._wake_by_colour()
            if not found.exit:  # the Exit of such a mission is closed, whatever the board (AP-26c)
                w["exit_by"] = NO_EXIT
        if "drive" in self.doc:
            w["driving"] = a_flag(self.doc["drive"], ("drive",))
        set_switches(self.world, a_mapping(self.doc.get("switches", {}), ("switches",)))
        self._marks(a_mapping(doc.get("marks", {}), ("board", "marks")))
        for label in a_list(doc.get("exit", []), ("board", "exit")):
            w["exit_zone"][self.zone(label, ("board", "exit"))] = 1
        holes = a_mapping(doc.get("manholes", {}), ("board", "manholes"))
        if holes:
            tiles = {hole: a_list(tile, ("board", "manholes", hole)) for hole, tile in holes.items()}
            lay_manholes(self.world, [(self.zone(hole), [self.zone(label) for label in tile]) for hole, tile in tiles.items()])
        w["automatic"] = read_automatic(self.doc)
        w["strict_all_survivors"] = a_flag(self.doc.get("strict_all_survivors", False), ("strict_all_survivors",))
        w["enough"] = min(6, 3 + len(self.players))

    def _bunker(self) -> list[int]:
        """Return the zone that represents the bunker of mission 8, if one is named."""
        path = ("board", "marks", "bunker")
        zones = [self.zone(label, path) for label in a_list(a_mapping(self.board_doc.get("marks", {}), path[:2]).get("bunker", []), path)]
        if len(zones) > 1:
            raise FormatError(path, f"there is one bunker, not {len(zones)} (AP-26.M8)")
        return zones

    def _wake_by_colour(self) -> None:
        """On a custom board let every coloured spawn zone wait for its colour's objective, not only in the mission with the rule."""
        w = self.w
        known = {int(rule[1]) for rule in w["rule"][: w["n_rules"]] if rule[0] == RULE_ACTIVATE_SPAWN}
        for colour in {BLUE, GREEN} - known:
            w["rule"][w["n_rules"]] = RULE_ACTIVATE_SPAWN, colour, 0, 0
            w["n_rules"] += 1

    def _marks(self, marks: Mapping[str, Any]) -> None:
        known_keys(marks, _MARKS, ("board", "marks"))
        self._bunker()
        for key, field in (("no_search", "no_search"), ("zombie_exits", "way_out")):
            for label in a_list(marks.get(key, []), ("board", "marks", key)):
                self.w[field][self.zone(label)] = 1
        for label, n in a_mapping(marks.get("permanent_noise", {}), ("board", "marks", "permanent_noise")).items():
            self.w["steady_noise"][self.zone(label)] = a_number(n, ("board", "marks", "permanent_noise", label), 0, 99)

    # ---- team

    def _survivor_names(self) -> None:
        self.entries = {
            name: {} if entry is None else an_entry(entry, _SURVIVOR, ("survivors", name))
            for name, entry in by_name(self.doc.get("survivors", {}), ("survivors",)).items()
        }
        names = list(self.entries)
        for name in names:
            a_name(name, (*self.zones, *KEYS, "zombie_master"), ("survivors", name), "survivor")
        if not names:
            raise FormatError(("survivors",), "there must be at least one survivor")
        known = [sheet.id for sheet in box().survivors]
        special = quest(self.number).special if self.number is not None else {}
        recruits = [a_word(name, ("recruits",), known, "survivor") for name in a_list(self.doc.get("recruits", []), ("recruits",))]
        if special.get("recruits"):
            recruits += [name for name in known if name not in recruits]
        recruits = [name for name in recruits if name not in names][: max(0, S - 1 - len(names))]
        if len(names) >= S:
            raise FormatError(("survivors",), f"at most {S - 1} survivors, not {len(names)}")
        self.present, self.roster = len(names), (*names, *recruits)
        self.players = dict(read_players(self.doc.get("players"), tuple(names)))

    def _team(self) -> None:
        seat_team(self.world, self.roster, self.players.values())
        for number, name in enumerate(self.roster[: self.present]):
            entry = self.entries[name]
            if level_of(a_number(entry.get("xp", 0), ("survivors", name, "xp"))) > 0:
                add_skill(self.world, number, YELLOW)
            for skill in a_list(entry.get("skills", []), ("survivors", name, "skills")):
                family, _, item = str(skill).partition(":")
                if family in ("starts_with", "plus_1_damage_with") and item:
                    self.card(item, ("survivors", name, "skills"))
                else:
                    a_word(skill, ("survivors", name, "skills"), (*SKILL_INDEX, *_WITHOUT_USE), "skill")
                if family != "starts_with" and skill not in _WITHOUT_USE:
                    add_skill(self.world, number, skill)
        first = self.doc.get("first_player")
        if first is not None:
            self.w["first_player"] = list(self.players).index(a_word(first, ("first_player",), self.players, "player"))

    def _defaults(self) -> None:
        s, n = self.s, len(self.roster)
        for field in ("zone", "necro_zone", "act_to", "seat", "owner", "car_zone", "route", "bomb_zone", "bomb_by", "pack_to", "zm_target"):
            s[field][:] = NONE
        for field in (
            "current",
            "loud_zone",
            "loud_by",
            "fire_zone",
            "act_taunter",
            "go",
            "atk_car",
            "pack_now",
            "opener",
            "quest_abomination",
        ):
            s[field] = NONE
        s["quest_abomination"] = NONE
        s["skill"][:n] = self.w["skill_start"][:n]
        s["owner"][: self.present] = self.w["player_of"][: self.present]
        s["roster"][:n] = range(n)
        s["waiting"][self.present : n] = self.w["waiting"][self.present : n] = 1
        scripted = [self.roster.index(name) for name in self.doc.get("recruits", []) if name in self.roster[self.present :]]
        self.w["recruit_order"][: len(scripted)] = scripted
        s["round"] = a_number(self.doc.get("round", 1), ("round",), 1, 9999)
        s["first_player"] = self.w["first_player"]
        s["scripted"] = 1

    def _survivors(self) -> None:
        s = self.s
        for number, name in enumerate(self.roster[: self.present]):
            entry, path = self.entries[name], ("survivors", name)
            alive = a_flag(entry.get("alive", True), (*path, "alive"))
            s["alive"][number] = alive
            s["xp"][number] = entry.get("xp", 0)
            s["level"][number] = level_of(int(s["xp"][number]))
            if alive:
                s["level_reached"] = max(int(s["level_reached"]), int(s["level"][number]))
            s["wounds"][number] = a_number(entry.get("wounds", 0), (*path, "wounds"), 0, MAX_WOUNDS - 1) if alive else MAX_WOUNDS
            s["searched"][number] = a_flag(entry.get("searched", False), (*path, "searched"))
            s["died"] |= not alive
            if not alive:
                continue
            if entry.get("zone") is not None:
                s["zone"][number] = self.zone(entry["zone"], (*path, "zone"))
            elif "zone" not in entry and self.mission is not None and self.mission.start:
                s["zone"][number] = self.zone(self.mission.start[0])
            self._equip(number, name, entry, path)

    def _equip(self, number: int, name: str, entry: Mapping[str, Any], path: tuple[str, ...]) -> None:
        s = self.s
        for slot, key in enumerate(("left", "right")):
            if entry.get(key) is not None:
                s["inv"][number, slot] = self._carried(entry[key], (*path, key))
        pack = a_list(entry.get("pack", []), (*path, "pack"))
        if len(pack) > SLOTS - PACK:
            raise FormatError((*path, "pack"), f"a reserve holds {SLOTS - PACK} cards, not {len(pack)}")
        for place, item in enumerate(pack):
            s["inv"][number, PACK + place] = self._carried(item, (*path, "pack", str(place)))
        self._unload(number, entry, (*path, "unloaded"))
        for card in self.w["starts_with"][number].tolist():
            if card:
                free = [slot for slot in range(SLOTS) if not s["inv"][number, slot]]
                if not free:
                    raise FormatError(path, "no empty slot for the card of 'starts_with'")
                s["inv"][number, free[0]] = self.stock.copy(card)
        limit = SLOTS - int(s["wounds"][number])
        if np.count_nonzero(s["inv"][number]) > limit:
            raise FormatError(path, f"{name} carries at most {limit} cards, 5 minus wounds (AP-9.R2)")
        for mini, done in a_mapping(entry.get("minimissions", {}), (*path, "minimissions")).items():
            m = MINI_MISSIONS.index(a_word(mini, (*path, "minimissions"), MINI_MISSIONS, "mini-mission"))
            s["mini"][number, m] = self.copy(mini)
            for task in a_list(done, (*path, "minimissions", mini)):
                s["mini_done"][number, m] |= 1 << TASKS[mini].index(a_word(task, (*path, "minimissions", mini), TASKS[mini], "task"))

    def _carried(self, item: Any, path: tuple[str | int, ...]) -> int:
        """Return a copy of a carried card; events and mini-missions are never carried (AP-12.4, AP-12.5)."""
        copy = self.copy(item, path)
        if self.w["card_place"][self.w["copy_card"][copy]] == TRAP_CARD:
            raise FormatError(path, f"{item} is never kept")
        return copy

    def _unload(self, number: int, entry: Mapping[str, Any], path: tuple[str, ...]) -> None:
        for slot in a_list(entry.get("unloaded", []), path):
            copy = self.s["inv"][number, SLOT_NAMES.index(a_word(slot, path, SLOT_NAMES, "slot"))]
            if not self.w["card_reload"][self.w["copy_card"][copy]]:
                raise FormatError(path, f"the slot {slot} holds no weapon that is reloaded")
            self.s["unloaded"][copy] = 1

    # ---- pieces

    def _car_names(self) -> tuple[str, ...]:
        if "cars" not in self.doc:
            return car_names(self.world)
        cars = a_mapping(self.doc["cars"], ("cars",))
        if len(cars) > CARS:
            raise FormatError(("cars",), f"at most {CARS} cars, not {len(cars)}")
        self.w["n_cars"] = 0
        self.w["car_zone"][:] = NONE
        for name, entry in cars.items():
            a_name(name, (*self.zones, *self.roster), ("cars", name), "car")
            an_entry(entry, ("kind", "zone", "started", "searched", *SEAT_NAMES, "supplies"), ("cars", name))
            kind = a_word(entry.get("kind"), ("cars", name, "kind"), CAR_KINDS[1:], "kind")
            zone = self.zone(entry.get("zone"), ("cars", name, "zone"))
            if self.w["zone_kind"][zone] != STREET:
                raise FormatError(("cars", name, "zone"), f"{self.zones[zone]} is a room; a car stands in the street")
            add_car(self.world, kind, zone)
        return tuple(cars)

    def _turn(self) -> tuple[int, int]:
        """Set whose part of the round it is; return who begins and the number of actions."""
        s = self.s
        names = self.roster[: self.present]
        name = read_turn(self.doc, {name: "" if s["alive"][i] and s["zone"][i] >= 0 else None for i, name in enumerate(names)})
        for other, entry in self.entries.items():
            if entry.get("actions") is not None and other != name:
                raise FormatError(("survivors", other, "actions"), f"only the survivor of 'turn' ({name}) has actions left to give")
        if name is None:
            return NONE, NONE
        turn = names.index(name)
        s["acted"][:turn] = 1
        s["go"] = s["owner"][turn]
        first, n = int(s["first_player"]), len(self.players)
        for step in range((int(s["go"]) - first) % n):  # players seated earlier have had their part of the round
            s["acted"][: self.present] |= s["owner"][: self.present] == (first + step) % n
        actions = self.entries[name].get("actions")
        return turn, NONE if actions is None else a_number(actions, ("survivors", name, "actions"), 0, 100)
