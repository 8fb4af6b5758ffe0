"""The whole state as objects: read from a position document, described as ``describe()`` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.games.zombicide.oracle.asking import HANDS, SLOTS, Play, Undefined
from tests.games.zombicide.oracle.board import Board
from tests.games.zombicide.oracle.carrying import cards_of
from tests.games.zombicide.oracle.pieces import Miniature, Person, Pieces

KINDS = ("walker", "fatty", "runner", "abomination", "necromancer")
BOX = {"walker": 35, "fatty": 14, "runner": 14, "abomination": 1, "necromancer": 1}  # BP-1.2
BLUE_SKILLS = {"nelly": "free_move_action", "clovis": "plus_1_die_melee"}  # ID cards used here


@dataclass(eq=False)
class Token:
    """One spawn token."""

    zone: str
    colour: str
    active: bool


@dataclass(eq=False)
class Zombie(Miniature):
    """One zombie; the fields apply to Necromancers."""

    entry: str | None = None
    token: Token | None = None


@dataclass(eq=False)
class Survivor(Person):
    """One survivor, with temporary effects."""

    rotten: bool = False
    invisible: bool = False
    tough_used: bool = False

    def has(self, skill: str) -> int:
        """How often the survivor has the skill."""
        return self.skills.count(skill)

    def in_hand(self, name: str) -> int:
        """How many such cards the survivor has in hand; a hand card in the body slot counts as in hand (BP-9.4)."""
        return sum(card.name == name for slot, card in self.slots.items() if slot in HANDS)


@dataclass(eq=False)
class Table(Pieces[Survivor, Zombie]):
    """A position: the board and all components on it."""

    board: Board
    tokens: list[Token]
    first_spawn: str | None
    limit: int
    deck: list[Any]
    deck_discard: list[Any]
    cabal: bool
    turn: str | None
    phase: str = "players"
    loud: tuple[str, Survivor] | None = None  # zone, and who is loud there
    players: list[list[str]] = field(default_factory=list)  # names of each player's survivors, in ring order
    first_player: int = 0
    link: Callable[[], Play[None]] | None = None  # additional turns by Zombie link, if they are played
    discards: Counter[str] = field(default_factory=Counter)

    # ---- reading

    @classmethod
    def read(cls, text: Mapping[str, Any]) -> Table:
        """Read the table of a position document; only the keys that the oracle's positions use."""
        board = Board.read(text["board"])
        tokens = [token_of(entry) for entry in text["board"].get("spawn", [])]
        zombies = [
            Zombie(kind, zone)
            for zone in board.zones
            for kind in KINDS[:4]
            for _ in range(text.get("zombies", {}).get(zone, {}).get(kind, 0))
        ]
        own = [token for token in tokens if token.colour == "necromancer"]
        for entry in text.get("necromancers", []):
            mine = next((token for token in own if token.zone == entry["entry"]), None)
            if mine is not None:
                own.remove(mine)
            zombies.append(Zombie("necromancer", entry["zone"], entry["entry"], mine))
        on_board = Counter(zombie.kind for zombie in zombies)
        supply = Counter({kind: max(0, BOX[kind] - on_board[kind]) for kind in KINDS})
        for kind, number in text.get("supply", {}).items():
            supply[kind] = number
        survivors = [_survivor(name, entry) for name, entry in text["survivors"].items()]
        return cls(
            board=board,
            survivors=survivors,
            zombies=zombies,
            supply=supply,
            noise=Counter(text.get("noise", {})),
            tokens=tokens,
            first_spawn=tokens[0].zone if tokens else None,
            limit=6 + (max(0, len(survivors) - 6) + 1) // 2,  # BP-21.R1
            deck=list(text.get("zombie_cards", [])),
            deck_discard=list(text.get("decks", {}).get("zombie", {}).get("discard", [])),
            dice=list(text.get("dice", [])),
            cabal=text.get("cabal", False),
            automatic=text.get("automatic", False),
            turn=text.get("turn") or (survivors[0].name if survivors else None),
            players=[list(names) for names in text.get("players", {"player_0": [one.name for one in survivors]}).values()],
        )

    # ---- queries

    def speaker(self) -> str:
        """Decider of decisions that belong to no survivor: the first survivor in play of the first player, or of the next in the ring."""
        for names in self.players[self.first_player :] + self.players[: self.first_player]:
            for one in self.in_play():
                if one.name in names:
                    return one.name
        raise Undefined

    def ignored(self, survivor: Survivor) -> bool:
        """Whether zombies ignore the survivor (BP-22.33, BP-24.6)."""
        return survivor.rotten or survivor.invisible

    def loudness(self, zone: str) -> float:
        """noise(zone) of BP-7.R1, Loud! included (BP-22.71)."""
        if self.loud is not None and self.loud[0] == zone and self.loud[1].alive:
            return float("inf")
        return self.noise[zone] + sum(not self.ignored(survivor) for survivor in self.in_zone(zone))

    # ---- changes

    def remove(self, zombie: Zombie) -> None:
        """Back into the supply (BP-1.R2)."""
        self.zombies.remove(zombie)
        self.supply[zombie.kind] += 1

    def drop(self, survivor: Survivor, slot: str) -> None:
        card = survivor.slots.pop(slot)
        card.loaded = True
        self.discards[card.name] += 1

    def kill(self, survivor: Survivor) -> None:
        """BP-13.24, BP-9.10."""
        survivor.alive, survivor.zone, survivor.wounds, survivor.actions = False, None, 3, 0
        survivor.rotten = survivor.invisible = False
        for slot in list(survivor.slots):
            self.drop(survivor, slot)

    def test_end(self) -> None:
        """Defeat when nobody is alive (BP-3.7, BP-3.R3)."""
        if not any(survivor.alive for survivor in self.survivors):
            self.lose("no_survivors")

    # ---- description

    def census(self) -> dict[str, dict[str, int]]:
        return {zone: {kind: n for kind in KINDS if (n := len(self.zombies_in(zone, kind)))} for zone in self.board.zones}

    def told(self) -> dict[str, Any]:
        """The part of ``describe()`` that the oracle computes."""
        told = {
            "danger": self.danger(),
            "outcome": self.outcome,
            "defeat": self.defeat,
            "zombies": self.census(),
            "noise": {zone: self.noise[zone] for zone in self.board.zones},
            "spawn": {zone: dict(Counter(token.colour for token in self.tokens if token.zone == zone)) for zone in self.board.zones},
            "spawn_order": [token.zone for token in self.tokens if token.active],
            "supply": {kind: self.supply[kind] for kind in KINDS},
            "zombie_discards": len(self.deck_discard),
            "equipment_discards": {card: n for card, n in sorted(self.discards.items()) if n},
            "rolled": self.rolled,
        }
        if self.outcome != "ongoing":
            return {key: told[key] for key in ("outcome", "defeat")}
        return told | {survivor.name: self._tell(survivor) for survivor in self.survivors}

    def found(self, position: Any) -> dict[str, Any]:
        """The same entries of the engine's position."""
        told = position.describe()
        keys = ("danger", "outcome", "defeat", "zombies", "noise", "spawn", "spawn_order")
        found = {key: told[key] for key in keys}
        found["supply"] = {kind: told["supply"][kind] for kind in KINDS}
        found["zombie_discards"] = told["discards"]["zombie"]
        found["equipment_discards"] = dict(sorted(told["discards"]["equipment"].items()))
        found["rolled"] = int(position.state["tape_pos"][0])
        for name, one in told["survivors"].items():
            found[name] = {key: one[key] for key in ("zone", "alive", "wounds", "xp", "rotten", "pack", "actions")}
            found[name]["hands"] = [one["left"], one["right"], one["body"]]
            found[name]["unloaded"] = sorted(one["unloaded"])
        return found

    def _tell(self, survivor: Survivor) -> dict[str, Any]:
        slots = survivor.slots
        return {
            "zone": survivor.zone,
            "alive": survivor.alive,
            "wounds": survivor.wounds,
            "xp": survivor.xp,
            "rotten": survivor.rotten or survivor.invisible,
            "hands": [slots[slot].name if slot in slots else None for slot in HANDS],
            "pack": [slots[slot].name for slot in SLOTS[3:] if slot in slots],
            "unloaded": sorted(slot for slot, card in slots.items() if not card.loaded),
        } | ({"actions": survivor.actions} if self.phase == "players" and survivor.name == self.turn and survivor.alive else {})


def token_of(entry: str) -> Token:
    zone, _, colour = entry.partition(":")
    return Token(zone, colour or "red", colour not in ("blue", "green"))


def _survivor(name: str, entry: Mapping[str, Any]) -> Survivor:
    xp = entry.get("xp", 0)
    skills = [*entry.get("skills", []), *(["plus_1_action"] if xp >= 7 else [])]
    skills += [BLUE_SKILLS[name]] if name in BLUE_SKILLS else []
    alive = entry.get("alive", True)
    return Survivor(
        name=name,
        zone=entry.get("zone"),
        alive=alive,
        wounds=entry.get("wounds", 0) if alive else 3,
        xp=xp,
        actions=entry.get("actions", 3 + skills.count("plus_1_action")) if alive and entry.get("zone") else 0,
        skills=skills,
        slots=cards_of(entry),
        rotten=entry.get("rotten", False),
    )
