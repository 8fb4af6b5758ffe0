"""Set up a position: world and state from the text of a position (``texts``).

Setup is not carried out, unless the vector asks for it; keys that the text omits are empty or have the default of the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import entry, records
from zombicide_env.core.scratch import workplaces

from ....reading import FormatError
from ...table.board import quest_board
from ...table.codes import COLOURS, GOAL_TAKEN, NECRO, NONE, RED, RULE_ESCAPE, RULE_RESTORE
from ...table.survivors import YELLOW, SurvivorSheet, TeamError
from ..edition import KINDS
from ..numbers.facts import level_of
from ..numbers.layout import COPIES, NECROMANCER
from ..numbers.state import SCRATCH, STATE
from ..numbers.tokens import DEFILER_TOKEN, KEEPSAKES
from ..options import Options
from ..rules.passability import renew_ways
from ..words.describe import KEPT
from ..words.names import Names
from ..world import features
from ..world.box import box, quest
from ..world.build import add_skill, build_world, fill_board, fill_quest
from ..world.team import team
from .builder import Builder, Placed, count_copies, fill, fill_supply, fill_zombie_decks, seat_team
from .read import read_position, read_setup
from .run import begin, reset, shuffle_decks
from .siege_stock import SiegeStock
from .survivors import read_automatic
from .text import Cards
from .texts import SetupText, SurvivorText, WhiteDeathText

__all__ = ["Placed", "position"]

_DEFILER: Final = KINDS.index("defiler")


@cache
def _cards() -> Cards:
    """Return what the reader of positions needs about the edition's cards."""
    return Cards(
        items={card.id: number for number, card in enumerate(box().cards, 1)},
        place={card.id: card.place for card in box().cards},
        reloads=frozenset(card.id for card in box().cards if card.reload),
        numbered=len(box().zombie_cards),
        body_card={sheet.id: sheet.body_slot_item for sheet in box().survivors if sheet.body_slot_item},
        artefacts=tuple(card.id for card in box().cards if card.artefact),
    )


def position(document: Mapping[str, Any]) -> Placed:
    """Return the position of a plain document (a conformance vector).  Raises ``FormatError`` for a malformed one.

    The game is at its first decision: the turn of the survivor of ``turn``.
    """
    setup = read_setup(document)
    if setup is not None:
        return _set_up(setup, read_automatic(document))
    text = read_position(document, _cards())
    names = Names(
        zones=text.ground.board.zones,
        survivors=tuple(survivor.name for survivor in text.survivors),
        players=tuple(player for player, _ in text.players),
        cards=("", *box().card_ids),
    )
    return _Builder(text, names).build()


def _set_up(text: SetupText, automatic: int) -> Placed:
    """Return the quest after its real setup, seed 0."""
    found = quest(text.quest)
    sheets = [_sheet_of(name) for name in text.survivors]
    world = workplaces(build_world(found, sheets, Options(allow_small_team=True)), SCRATCH)
    world["automatic"] = automatic
    state = np.zeros(1, STATE)
    reset(records(world), records(state))
    names = Names(quest_board(found).zones, text.survivors, ("player_0",), ("", *box().card_ids))
    return Placed(world, state, names)


def _sheet_of(name: str) -> SurvivorSheet:
    """Return the sheet of the name; as in positions, unknown names have a sheet without skills."""
    try:
        return team([name])[0]
    except TeamError:
        return SurvivorSheet(id=name, name=name)


@partial(entry, label="positions")
def _renew(worlds: Any, states: Any) -> None:
    renew_ways(worlds[0], states[0])


class _Builder(Builder):
    """Fills the two records from the text."""

    def __init__(self, text: WhiteDeathText, names: Names) -> None:
        super().__init__(names)
        self.text = text
        features.mark_copies(self.w)
        self.stock = SiegeStock(self.world)

    def build(self) -> Placed:
        self._blank()
        self._board()
        self._team()
        self._quest()
        self._survivors()
        self._zombies()
        self._pieces()
        self._tokens()
        self._cards()
        shuffle_decks(records(self.state), self._equipment(), self._zombie_cards())
        turn = self.names.survivor_index[self.text.turn] if self.text.turn else NONE
        world = workplaces(self.world, SCRATCH)
        _renew(records(world), records(self.state))
        begin(records(world), records(self.state), turn, NONE)
        return Placed(world, self.state, self.names)

    def _blank(self) -> None:
        """Set every "none", and the script of dice."""
        s = self.s
        for name in ("zone", "bile_zone", "necro_zone", "act_to", "ground_zone", "pile_zone", "go_to"):
            s[name][...] = NONE
        for name in ("spawn_first", "quest_abomination", "linked", "defiler_zone", "beacon_zone", "beacon_by", "card_token", "prey"):
            s[name] = NONE
        for name in ("current", "loud_zone", "loud_by", "fire_zone", "act_taunter", "go", "hurt_zone", "wnd_zone", "roll_by", "atk_by"):
            s[name] = NONE
        dice = self.text.dice
        s["tape"][: len(dice)] = dice
        s["tape_n"], s["scripted"], s["round"] = len(dice), 1, 1

    # ---- world

    def _board(self) -> None:
        ground = self.text.ground
        fill_board(self.world, ground.board)
        self.w["automatic"] = self.text.automatic
        if ground.flag is not None:
            self.w["flag_zone"] = self.zone(ground.flag)
        if ground.spawn and ground.spawn[0][0] == 0:
            self.w["first_spawn_zone"] = self.zone(ground.spawn[0][1])
        for mode, on in self.text.modes.items():
            self.w["fest" if mode == "abomination_fest" else mode] = on
        self.w["abomination_deck"], self.w["necromancer_deck"] = self.text.abomination_deck, self.text.necromancer_deck
        self.s["abominations_left"], self.s["necromancers_left"] = self.text.abomination_deck, self.text.necromancer_deck

    def _team(self) -> None:
        survivors = self.text.survivors
        sheets = seat_team(self.world, self.names.survivors, [own for _, own in self.text.players])
        self.w["extra_cards"] = max(0, len(survivors) - 6 + 1) // 2
        for number, survivor in enumerate(survivors):
            if survivor.xp >= 7 or survivor.laps:
                add_skill(self.world, number, YELLOW)
            for skill in survivor.skills:
                if not skill.startswith("starts_with:"):
                    add_skill(self.world, number, skill)
            self._mark_learned(number, survivor, sheets[number])
        self.w["brothers"] = any(skill.startswith("brother_in_arms") for survivor in survivors for skill in survivor.skills)
        self.s["brothers"] = self.w["brothers"]

    def _mark_learned(self, number: int, survivor: SurvivorText, sheet: SurvivorSheet) -> None:
        """Mark choices of Orange and Red that the vector gives as skills as taken."""
        left = list(survivor.skills)
        for level, choices in enumerate((sheet.orange, sheet.red)):
            for place, skill in enumerate(choices):
                if skill in left:
                    left.remove(skill)
                    self.s["learned"][number, level] |= 1 << place

    def _quest(self) -> None:
        if self.text.quest is None:
            return
        found = quest(self.text.quest)
        ground = self.text.ground
        zones = {}
        if found.exit and ground.exit:
            zones[found.exit[0]] = self.zone(ground.exit[0])
        if found.flag and ground.flag is not None:
            zones[found.flag] = self.zone(ground.flag)
        fill_quest(self.world, found, zones)
        if any(rule.kind == RULE_ESCAPE for rule in found.rules):
            for label in ground.exit:
                self.w["exit_zone"][self.zone(label)] = 1

    # ---- survivors

    def _survivors(self) -> None:
        s = self.s
        n = len(self.text.survivors)
        s["skill"][:n] = self.w["skill_start"][:n]
        acted = self.text.turn is not None
        for number, survivor in enumerate(self.text.survivors):
            acted = acted and survivor.name != self.text.turn
            s["alive"][number], s["acted"][number] = 1, acted
            s["xp"][number], s["level"][number] = survivor.xp, level_of(survivor.xp)
            s["level_reached"] = max(int(s["level_reached"]), 3 if survivor.laps else level_of(survivor.xp))
            s["wounds"][number], s["laps"][number], s["ladders"][number] = survivor.wounds, survivor.laps, survivor.rope_ladders
            s["first_actions"][number] = NONE if survivor.actions is None else survivor.actions
            if survivor.zone is not None:
                s["zone"][number] = self.zone(survivor.zone)
            if len(survivor.tokens) > KEEPSAKES:
                raise FormatError(("survivors", survivor.name, "tokens"), f"at most {KEEPSAKES} tokens")
            s["keepsakes"][number, : len(survivor.tokens)] = [KEPT.index(token) + 1 for token in survivor.tokens]
            if survivor.beacon:
                s["beacon_by"], s["beacon_taken"] = number, 1
            self.equip(number, survivor.inventory, survivor.unloaded)

    # ---- board pieces

    def _zombies(self) -> None:
        s, w = self.s, self.w
        self.put_zombies(self.text.zombies)
        s["guests"][NECROMANCER] = fill_supply(w, s, self.text.supply)[NECROMANCER]
        w["supply"][NECROMANCER] = 0
        where = np.flatnonzero(s["zombies"][:, _DEFILER])
        if len(where):
            s["defiler_zone"], s["linked"] = where[0], self.text.ground.linked

    def _pieces(self) -> None:
        s, text, ground = self.s, self.text, self.text.ground
        for label, n in text.noise.items():
            s["noise"][self.zone(label)] = n
        for name, pieces in (("guards", text.guards), ("cauldrons", text.cauldrons), ("loose", text.loose_ladders)):
            for label, n in pieces.items():
                s[name][self.zone(label)] = n
        s["guards_escaped"] = text.guards_escaped
        s["guards_all"] = min(200, int(s["guards"].sum()) + text.guards_escaped)
        for label in text.freeze:
            if not s["crowd"][self.zone(label)]:
                raise FormatError(("freeze",), f"no zombies stand in {label}")
            s["frozen"][self.zone(label)] = 1
        for label in ground.defiled:
            s["defiled"][self.zone(label)] = 1
        for pair in ground.rope_ladders:
            a, b = (self.zone(label) for label in pair)
            for z, t in ((a, b), (b, a)):
                s["rope"][z, self.w["neighbour"][z, : self.w["degree"][z]].tolist().index(t)] = 1
        if ground.beacon is not None:
            s["beacon_zone"] = self.zone(ground.beacon)
        s["artefacts"] = text.artefacts_taken
        for colour, n in text.removed.items():
            s["removed"][COLOURS.index(colour)] = n
        listed = [*ground.objectives.values(), *(token for survivor in text.survivors for token in survivor.tokens)]
        s["reds"] = listed.count("red")
        self._restore_folio()
        for label, colour in ground.objectives.items():
            s["objective"][self.zone(label)] = self.w["objective"][self.zone(label)] = COLOURS.index(colour)
            s["hidden"][self.zone(label)] = 0
        for goal in self.w["goal"][: self.w["n_goals"]]:
            if goal[1] == GOAL_TAKEN and COLOURS[goal[2]] not in ground.objectives.values():
                s["taken"][goal[2]] = 1  # a colour that is not listed counts as taken

    def _restore_folio(self) -> None:
        """Give survivors who hold every fragment of the position a folio (WD-25.43)."""
        s, w = self.s, self.w
        red, folio = KEPT.index("red") + 1, KEPT.index("folio") + 1
        if not any(rule[0] == RULE_RESTORE for rule in w["rule"][: w["n_rules"]]) or s["removed"][RED]:
            return
        for tokens in s["keepsakes"]:
            others = tokens[(tokens != red) & (tokens != 0)]
            if s["reds"] and (tokens == red).sum() == s["reds"]:
                tokens[:] = [*others, folio, *[0] * (KEEPSAKES - len(others) - 1)]

    def _tokens(self) -> None:
        s = self.s
        tokens = [(number, self.zone(label)) for number, label in self.text.ground.spawn]
        if s["defiler_zone"] >= 0:
            tokens.append((DEFILER_TOKEN, int(s["defiler_zone"])))
        for place, (number, zone) in enumerate(tokens):
            s["token_zone"][place], s["token_id"][place] = zone, number
            s["token_colour"][place] = NECRO if number == DEFILER_TOKEN else RED
            s["token_active"][place] = 1
        s["n_tokens"] = len(tokens)
        s["next_token"] = DEFILER_TOKEN + 1

    # ---- decks

    def _cards(self) -> None:
        s, text = self.s, self.text
        lying = [(self.zone(label), item) for label, pile in text.artefacts.items() for item in pile]
        if len(lying) > len(s["ground_copy"]):
            raise FormatError(("artefacts",), f"at most {len(s['ground_copy'])} artefacts on the ground")
        for place, (zone, item) in enumerate(lying):
            s["ground_zone"][place], s["ground_copy"][place] = zone, self.copy(item)
        for place, (label, pile) in enumerate(text.prepared.items()):
            s["pile_zone"][place], s["pile_n"][place] = self.zone(label), len(pile)
            s["pile"][place, : len(pile)] = [self.copy(item) for item in reversed(pile)]

    def _equipment(self) -> int:
        """Fill deck, discard pile and artefact deck; returns the number of scripted cards on top of the equipment deck."""
        s, text = self.s, self.text
        pile = [self.copy(item) for item in text.equipment_discard]
        script = [self.copy(item) for item in text.equipment_cards]
        next_artefacts = [self.copy(item) for item in text.artefact_cards]
        fill(s, "discard", pile)
        artefacts = {int(copy) for copy in self.w["artefacts"][: self.w["n_artefacts"]]}
        left = sorted(copy for copies in self.stock.copies.values() for copy in copies)
        aside = [] if text.exact["artefact"] else [copy for copy in left if copy in artefacts]
        aside += next_artefacts[::-1]
        if len(aside) > len(s["aside"]):
            raise FormatError(("artefact_cards",), f"at most {len(s['aside'])} cards in the artefact deck")
        s["aside"][: len(aside)] = aside
        deck = [] if text.exact["equipment"] else [copy for copy in left if copy not in artefacts]
        deck += script[::-1]  # the top is the last
        fill(s, "deck", deck)
        names = ("deck", "discard", "inv", "ground_copy", "pile", "aside")
        copies = sorted({int(copy) for name in names for copy in s[name].flat if copy})
        if len(copies) >= COPIES:
            raise FormatError((), f"at most {COPIES - 1} cards")
        count_copies(self.w, copies)  # WD-29.3
        self.w["n_artefacts"] = 0  # they are among the copies
        return len(script)

    def _zombie_cards(self) -> int:
        """Fill zombie deck and discard pile; returns the number of scripted cards on top of the deck."""
        s, text = self.s, self.text
        pile = [self.stock.zombie_card(card) for card in text.zombie_discard]
        script = [self.stock.zombie_card(card) for card in text.zombie_cards]
        deck = [] if text.exact["zombie"] else list(self.stock.zombies)
        deck += script[::-1]
        if len(pile) + len(deck) > s["zdeck"].shape[0]:
            raise FormatError(("zombie_cards",), f"at most {s['zdeck'].shape[0]} zombie cards in deck and discard pile")
        fill_zombie_decks(self.w, s, deck, pile)
        return len(script)
