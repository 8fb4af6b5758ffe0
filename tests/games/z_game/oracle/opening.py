"""Setup (section 4), quick start, fog of war, knowledge of the terrain (17.1 to 17.3)."""

from __future__ import annotations

from collections import Counter

from tests.games.z_game.oracle.pieces import Play
from tests.games.z_game.oracle.table import Table
from tests.games.z_game.oracle.tables import CARDS, FACTIONS, TILES, number


class Opening(Table):
    """Tiles, factions, Bases, starting kits, claims."""

    def setup(self) -> Play:
        if "terrain_knowledge" in self.on:
            self.phase = "s0_tiles"
            yield from self.lay_tiles()
        self.phase = "s1_factions"
        order = [(self.first + k) % self.n for k in range(self.n)]
        for p in order:
            free = [f for f in FACTIONS if not any(self.is_(q, f) for q in range(self.n))]
            answer = yield from self.ask(p, "FACTION", [f"faction {f}" for f in free])
            self.players[p].faction = answer.split()[1]
        self.phase = "s2_bases"
        for p in reversed(order):
            free = [loc for loc, place in enumerate(self.board) if place.type == "base" and not place.intact]
            answer = yield from self.ask(p, "BASE", [f"base {loc}" for loc in free])
            loc = int(answer.split()[1])
            self.players[p].base = loc
            self.board[loc].owner, self.board[loc].intact = p, 2
        factions = {player.faction for player in self.players}
        if "few_but_effective" in self.on:
            for person in self.people.values():
                if not person.leader and person.pile in factions:
                    person.zone = "pile"
        for p in order:
            row = FACTIONS[str(self.players[p].faction)]
            for name in (row["Leader"], row["Starting fighter"]):
                if "few_but_effective" not in self.on and not self.people[name].leader:
                    self.decks["character"] -= Counter([name])
                self.deploy(p, self.people[name], self.players[p].base)
            for card in row["Named cards"].split(", "):
                self.decks[CARDS[card]["deck"]] -= Counter([card])
                self.gain(p, card)
        for p in order:
            for _ in range(number(FACTIONS[str(self.players[p].faction)]["Random melee cards"])):
                yield from self.draw(p, "melee")
        if "quick_start" in self.on:
            self.phase = "s3_quick"
            for p in order:
                yield from self.claim(p)

    def lay_tiles(self) -> Play:
        k = 0
        while (free := [loc for loc, place in enumerate(self.board) if place.type is None]) and len(free) > len(self.reserve):
            p = (self.first + k) % self.n
            k += 1
            answer = yield from self.ask(p, "TILE_TYPE", [f"tile {kind}" for kind in TILES if self.tiles[p][kind]])
            kind = answer.split()[1]
            self.tiles[p][kind] -= 1
            circle = min(self.board[loc].ring for loc in free)
            answer = yield from self.ask(p, "TILE_PLACE", [f"at {loc}" for loc in free if self.board[loc].ring == circle])
            self.lay(int(answer.split()[1]), kind)
        for loc, kind in zip(free, self.reserve, strict=True):
            self.lay(loc, kind)

    def lay(self, loc: int, kind: str) -> None:
        self.board[loc].type = kind
        self.neutral_marker(self.board[loc])

    def turn_up(self, loc: int) -> None:
        if self.board[loc].face_down:
            assert self.take("tile") == loc
            self.board[loc].face_down = False
            self.neutral_marker(self.board[loc])

    def claim(self, p: int) -> Play:
        player = self.players[p]
        near = [
            loc
            for loc in self.board[player.base or 0].near
            if self.board[loc].type not in ("base", "street") and not isinstance(self.board[loc].owner, int)
        ]
        answer = yield from self.ask(p, "QS_LOC", [f"claim {loc}" for loc in near])
        loc = int(answer.split()[1])
        self.turn_up(loc)
        place = self.board[loc]
        place.owner, place.intact = p, 1
        if place.type == "shop":
            player.food += 2
        elif place.type == "pharmacy":
            player.medicine += 2
        else:
            yield from self.draw(p, {"house": "character", "police": "firearm", "fire": "melee", "parking": "transport"}[str(place.type)])
        yield from self.draw(p, "character", to_base=True)
