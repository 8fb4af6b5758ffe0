"""Set up a position: world and state from the text of a position (``read.py``).

Setup is not carried out (no dealing, no random objectives); keys that the text omits are empty or have the
default of the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import records
from zombicide_env.core.scratch import workplaces

from ....reading import FormatError
from ...table.codes import (
    CLOSED,
    COLOURS,
    GOAL_QUEST_ABOMINATION,
    GOAL_TAKEN_AT,
    LOCKED,
    NECRO,
    NONE,
    RED,
    RULE_ACTIVATE_SPAWN,
    TOKEN_COLOURS,
)
from ...table.survivors import YELLOW
from ..edition import KINDS
from ..numbers.facts import level_of, may_lie
from ..numbers.layout import ABOMINATION, BILES, MAX_WOUNDS, MOST_MINIATURES, NECROMANCER, NECROS, SLOTS, TOKENS
from ..numbers.state import SCRATCH
from ..words.names import Names
from ..world.box import box, quest
from ..world.build import (
    add_skill,
    fill_board,
    fill_quest,
    foreign_zone_ids,
)
from .builder import Builder, Placed, count_copies, fill, fill_supply, fill_zombie_decks, seat_team
from .read import read_position
from .run import begin, shuffle_decks
from .stock import Stock
from .text import Cards
from .texts import PositionText, SurvivorText

__all__ = ["Placed", "position"]

_NUMBERED: Final = 36  # cards that bring zombies (BP-24.3)
_STARTS: Final = 2  # cards of `starts_with` skills that the world stores per survivor


@cache
def _cards() -> Cards:
    """Return what the reader of positions needs about the edition's cards."""
    return Cards(
        items={card.id: number for number, card in enumerate(box().cards, 1)},
        place={card.id: card.place for card in box().cards},
        reloads=frozenset(card.id for card in box().cards if card.reload),
        numbered=_NUMBERED,
        body_card={sheet.id: sheet.body_slot_item for sheet in box().survivors if sheet.body_slot_item},
    )


def position(document: Mapping[str, Any]) -> Placed:
    """Return the position of a plain document (a conformance vector).  Raises ``FormatError`` for a malformed one.

    The game is at its first decision: the turn of the survivor of ``turn``.
    """
    text = read_position(document, _cards())
    zones = text.board.board.zones
    names = Names(
        zones=zones,
        survivors=tuple(survivor.name for survivor in text.survivors),
        players=tuple(player for player, _ in text.players),
        cards=("", *box().card_ids),
        further_starts=tuple((number, card) for number, survivor in enumerate(text.survivors) for card in _starts(survivor)[_STARTS:]),
    )
    return _Builder(text, names).build()


def _starts(survivor: SurvivorText) -> list[str]:
    """Return the cards of the survivor's ``starts_with`` skills."""
    return [item for family, _, item in (skill.partition(":") for skill in survivor.skills) if family == "starts_with"]


class _Builder(Builder):
    """Fills the two records from the text."""

    def __init__(self, text: PositionText, names: Names) -> None:
        super().__init__(names)
        self.text = text
        self.quest = None if text.quest is None else quest(text.quest)
        self.stock = Stock(self.world)

    def build(self) -> Placed:
        self._board()
        self._team()
        self._quest()
        self._survivors()
        self._zombies()
        self._tokens()
        self._vaults()
        self._objectives()
        shuffle_decks(records(self.state), self._equipment(), self._zombie_cards())
        self._script()
        turn = self.names.survivor_index[self.text.turn] if self.text.turn else NONE
        actions = self.text.survivors[turn].actions if turn >= 0 else None
        world = workplaces(self.world, SCRATCH)
        begin(records(world), records(self.state), turn, NONE if actions is None else actions)
        return Placed(world, self.state, self.names)

    # ---- world

    def _board(self) -> None:
        fill_board(self.world, self.text.board.board)
        for label in self.text.board.exit:
            self.w["exit_zone"][self.zone(label)] = 1
        text = self.text
        self.w["automatic"], self.w["strict_all_survivors"], self.w["cabal"] = text.automatic, text.strict_all_survivors, text.cabal

    def _team(self) -> None:
        sheets = seat_team(self.world, self.names.survivors, [own for _, own in self.text.players])
        self.w["token_limit"] += (max(0, len(sheets) - 6) + 1) // 2  # BP-21.R1
        for number, survivor in enumerate(self.text.survivors):
            if level_of(survivor.xp) > 0:
                add_skill(self.world, number, YELLOW)
            for skill in survivor.skills:
                if not skill.startswith("starts_with:"):
                    add_skill(self.world, number, skill)

    def _quest(self) -> None:
        found = self.quest
        if found is None:
            return
        marks = {mark: self.zone(label) for mark, label in self.text.board.marks.items()}
        vaults = {vault.colour: self.zone(vault.zone) for vault in self.text.board.vaults}
        fill_quest(self.world, found, foreign_zone_ids(found, marks, vaults))

    # ---- survivors

    def _survivors(self) -> None:
        s = self.s
        n = len(self.text.survivors)
        s["zone"][:] = NONE
        s["skill"][:n] = self.w["skill_start"][:n]
        turn = self.text.turn
        acted = turn is not None
        for number, survivor in enumerate(self.text.survivors):
            acted = acted and survivor.name != turn
            level = level_of(survivor.xp)
            s["alive"][number] = survivor.alive
            s["xp"][number] = survivor.xp
            s["level"][number] = level
            s["level_reached"] = max(int(s["level_reached"]), level)
            s["wounds"][number] = survivor.wounds if survivor.alive else MAX_WOUNDS
            s["acted"][number] = acted
            if survivor.zone is not None:
                s["zone"][number] = self.zone(survivor.zone)
            if survivor.alive:
                self._equip(number, survivor)
            s["rotten"][number] = survivor.rotten and survivor.zone is not None
            s["died"] |= not survivor.alive

    def _equip(self, number: int, survivor: SurvivorText) -> None:
        self.equip(number, survivor.inventory, survivor.unloaded)
        for skill in survivor.skills:
            family, _, item = skill.partition(":")
            if family == "starts_with":
                self._start_with(number, survivor, item)

    def _start_with(self, number: int, survivor: SurvivorText, item: str) -> None:
        """Put the card of "Starts with" into the first empty legal slot."""
        place = _cards().place[item]
        for column in range(self.w["starts_with"].shape[1]):
            if not self.w["starts_with"][number, column]:
                self.w["starts_with"][number, column] = self.card(item)
                break
        for slot in range(SLOTS):
            if not self.s["inv"][number, slot] and may_lie(place, slot, int(self.w["body_card"][number] == self.card(item))):
                self.s["inv"][number, slot] = self.copy(item)
                return
        raise FormatError(("survivors", survivor.name, "skills"), f"no empty slot for the {item} of 'starts_with'")

    # ---- board pieces

    def _zombies(self) -> None:
        s, w = self.s, self.w
        self.put_zombies(self.text.zombies)
        if len(self.text.necromancers) > NECROS:
            raise FormatError(("necromancers",), f"at most {NECROS} Necromancers, not {len(self.text.necromancers)}")
        s["necro_zone"][:] = NONE
        for number, necromancer in enumerate(self.text.necromancers):
            zone = self.zone(necromancer.zone)
            s["necro_zone"][number], s["necro_entry"][number] = zone, self.zone(necromancer.entry)
            s["necro_id"][number], s["necro_token"][number] = number, NONE
            s["zombies"][zone, NECROMANCER] += 1
        s["act_to"][:] = NONE
        s["n_necros"] = s["next_necro"] = len(self.text.necromancers)
        fill_supply(w, s, self.text.supply)
        if (w["supply"] > MOST_MINIATURES).any():
            raise FormatError(("supply",), f"at most {MOST_MINIATURES} miniatures of a kind, on the board and in the supply")
        where = np.flatnonzero(s["zombies"][:, ABOMINATION])
        wanted = self.quest is not None and any(goal.kind == GOAL_QUEST_ABOMINATION for goal in self.quest.goals)
        s["quest_abomination"] = where[0] if wanted and len(where) else NONE  # BP-23.Q10.R1
        s["killed"][:] = [self.text.killed.get(name, 0) for name in KINDS]

    def _tokens(self) -> None:
        s, text = self.s, self.text
        if len(text.board.spawn) + len(text.necromancers) > TOKENS:
            raise FormatError(("board", "spawn"), f"at most {TOKENS} spawn tokens, not {len(text.board.spawn)}")
        s["spawn_first"] = self.zone(text.board.spawn[0].zone) if text.board.spawn else NONE
        # Quests in which taking a colour activates its spawn tokens, applied to colours already taken (BP-23.Q0.8, BP-23.Q2.5)
        woken = self.quest is not None and any(rule.kind == RULE_ACTIVATE_SPAWN for rule in self.quest.rules)
        for number, token in enumerate(text.board.spawn):
            inactive = token.colour in ("blue", "green") and not (woken and token.colour in text.taken)
            s["token_zone"][number] = self.zone(token.zone)
            s["token_colour"][number] = TOKEN_COLOURS.index(token.colour)
            s["token_active"][number] = not inactive
            s["token_id"][number] = number
        s["n_tokens"] = s["next_token"] = len(text.board.spawn)
        free = [t for t, token in enumerate(text.board.spawn) if TOKEN_COLOURS.index(token.colour) == NECRO]
        for number, necromancer in enumerate(text.necromancers):
            own = next((t for t in free if text.board.spawn[t].zone == necromancer.entry), None)
            if own is not None:
                free.remove(own)
                s["necro_token"][number] = own
        for label, n in text.noise.items():
            s["noise"][self.zone(label)] = n
        if len(text.biles) > BILES:
            raise FormatError(("tokens",), f"at most {BILES} Dragon Bile tokens, not {len(text.biles)}")
        s["bile_zone"][:] = NONE
        s["bile_zone"][: len(text.biles)] = [self.zone(label) for label in text.biles]
        s["n_bile"] = len(text.biles)

    def _vaults(self) -> None:
        for number, vault in enumerate(self.text.board.vaults):
            copies = [self.copy(item) for item in (*vault.cards, *vault.face_down)]
            self.s["vault_cards"][number, : len(copies)] = copies
            self.s["vault_face_down"][number, len(vault.cards) : len(copies)] = 1

    def _objectives(self) -> None:
        s, w, text = self.s, self.w, self.text
        for label, colour in text.board.objectives.items():
            s["objective"][self.zone(label)] = COLOURS.index(colour)
            w["objective"][self.zone(label)] = COLOURS.index(colour)
        for colour in text.taken:
            s["taken"][COLOURS.index(colour)] += 1
        s["artefacts"] = text.artefacts
        for item in text.vault_cards_taken:
            s["vault_taken"][self.card(item)] += 1
        for goal in w["goal"][: w["n_goals"]]:
            if goal[1] == GOAL_TAKEN_AT and text.book:
                goal[2] = max(0, int(goal[2]))  # the zone is no longer marked (BP-23.Q2.R1)
                s["taken_at"][goal[2]] = 1
        n = w["n_doors"]
        s["door"][:n] = w["door_start"][:n]
        keys = {COLOURS.index(colour) for colour in text.taken} - {RED}
        if not text.board.objectives:
            keys.add(RED)  # BP-23.Q10.6: no objective is left
        for door in range(n):
            if w["door_key"][door] in keys and s["door"][door] == LOCKED:
                s["door"][door] = CLOSED

    # ---- decks

    def _equipment(self) -> int:
        """Fill deck, discard pile and artefacts set aside; returns the number of scripted cards on top of the deck."""
        s, text = self.s, self.text
        pile = [self.copy(item) for item in text.equipment_discard]
        script = [self.copy(item) for item in text.equipment_cards]
        fill(s, "discard", pile)
        artefacts = {int(copy) for copy in self.w["artefacts"][: self.w["n_artefacts"]]}
        left = sorted(copy for copies in self.stock.copies.values() for copy in copies)
        aside = [copy for copy in left if copy in artefacts]
        s["aside"][: len(aside)] = aside
        deck = [] if text.equipment_exact else [copy for copy in left if copy not in artefacts]
        deck += script[::-1]  # the top is the last
        fill(s, "deck", deck)
        copies = {int(copy) for name in ("deck", "discard", "inv", "vault_cards") for copy in s[name].flat if copy}
        count_copies(self.w, sorted(copies - artefacts))
        return len(script)

    def _zombie_cards(self) -> int:
        """Fill zombie deck and discard pile; returns the number of scripted cards on top of the deck."""
        s, text = self.s, self.text
        if self.quest is not None and self.quest.removed_necromancers:
            self.stock.remove_necromancers()
        pile = [self.stock.zombie_card(card) for card in text.zombie_discard]
        script = [self.stock.zombie_card(card) for card in text.zombie_cards]
        deck = [] if text.zombie_exact else list(self.stock.zombies)
        deck += script[::-1]
        if len(pile) + len(deck) > len(s["zdeck"]):
            raise FormatError(("decks", "zombie", "discard"), f"at most {len(s['zdeck'])} zombie cards in deck and discard pile")
        fill_zombie_decks(self.w, s, deck, pile)
        return len(script)

    # ---- the script

    def _script(self) -> None:
        s = self.s
        dice = self.text.dice
        s["tape"][: len(dice)] = dice
        s["tape_n"] = len(dice)
        s["scripted"] = s["round"] = 1
        s["current"] = s["loud_zone"] = s["loud_by"] = s["fire_zone"] = s["act_taunter"] = NONE
        s["go"] = NONE
