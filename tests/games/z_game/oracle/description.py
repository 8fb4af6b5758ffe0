"""The description of the game, as ``describe()`` returns it."""

from __future__ import annotations

from typing import Any

from tests.games.z_game.oracle.pieces import Ask, Person, Player
from tests.games.z_game.oracle.table import Table
from tests.games.z_game.oracle.tables import FIGHTING, ZOMBIES


class Seen(Table):
    """The whole state as plain values."""

    def describe(self, ask: Ask | None) -> dict[str, Any]:
        factions = [player.faction for player in self.players if player.faction]
        piles = {f: [c.name for c in self.people.values() if c.zone == "pile" and c.pile == f] for f in factions}
        day = self.phase.startswith("d")
        return {
            "game": "z_game",
            "turn": self.turn,
            "phase": self.phase,
            "node": ask.node if ask else None,
            "to_act": self.called(ask.player) if ask else None,
            "first_player": self.called(self.first),
            "outcome": "over" if self.end else "ongoing",
            "end": self.end,
            "winners": [self.called(p) for p in self.winners],
            "fight": self.described_fight(ask.node) if ask and ask.node in FIGHTING else None,
            "squads": {loc: [self.called(p) + "*" * due for p, due in squads] for loc, squads in sorted(self.squads.items())}
            if day
            else {},
            "locations": {loc: self.described_place(loc) for loc in range(len(self.board))},
            "characters": {name: self.described_person(person) for name, person in self.people.items()},
            "players": {self.called(player.seat): self.described_player(player) for player in self.players},
            "decks": {deck: self.listed(cards.elements()) for deck, cards in self.decks.items()},
            "discards": {deck: self.listed(cards.elements()) for deck, cards in self.discards.items()},
            "deck_sizes": {deck: cards.total() for deck, cards in self.decks.items()} | {"zombie": sum(ZOMBIES.values())},
            "zombie_deck": ZOMBIES,
            "piles": piles if "few_but_effective" in self.on else None,
        }

    def described_fight(self, node: str) -> dict[str, Any]:
        fight = self.fight
        assert fight is not None
        people = fight.kind == "people"
        return {
            "kind": fight.kind,
            "at": fight.at,
            "player": None if people else self.called(fight.sides[0]),
            "defender": self.called(fight.sides[0]) if people else None,
            "attacker": self.called(fight.sides[1]) if people else None,
            "strength": {self.called(p): self.strength(side) for side, p in enumerate(fight.sides)},
            "against": fight.against,
            "reward": fight.reward,
            "dice": fight.dice,
        }

    def described_place(self, loc: int) -> dict[str, Any]:
        place = self.board[loc]
        keys = ("type", "intact", "ruined", "pending", "pending_kind", "horde", "face_down", "attacked")
        return {key: getattr(place, key) for key in keys} | {
            "neighbours": place.near,
            "owner": self.name(place.owner),
            "pending_owner": self.name(place.pending_owner),
            "controller": self.name(self.controller(loc)),
        }

    def described_person(self, person: Person) -> dict[str, Any]:
        keys = ("zone", "at", "exhausted", "moved", "origin", "job")
        found = {key: getattr(person, key) for key in keys}
        return found | {"player": self.name(person.player), "retreats_today": person.retreats}

    def described_player(self, player: Player) -> dict[str, Any]:
        keys = ("seat", "faction", "base", "food", "medicine", "vp", "brewed", "leaders_killed", "captures", "eliminated")
        return {key: getattr(player, key) for key in keys} | {
            "hand": self.listed(player.hand.elements()),
            "hand_size": player.hand.total(),
            "scheme": self.listed(player.scheme),
        }
