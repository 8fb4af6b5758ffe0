"""What is public about one position, as plain Python lists (BP-1.R3).

The order of the decks, the colours of face-down objectives and the identity of face-down artefacts are never read.
"""

from __future__ import annotations

from typing import Any, Final

from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, RUNNER, SLOTS
from zombicide_env.games.zombicide.table.codes import OPEN

from .board import Board

UNKNOWN: Final = -1  # colour of an objective that lies face down


class View:
    """One position, seen by the whole team."""

    def __init__(self, board: Board, state: Any) -> None:
        s = state[0]
        n, team = board.n, board.survivors
        self.board = board
        self.s = s
        self.task: list[int] = s["stack"][int(s["depth"]) - 1].tolist()
        self.round: int = int(s["round"])
        self.current: int = int(s["current"])
        self.doors: bytes = s["door"].tobytes()
        self.zombies: list[list[int]] = s["zombies"][:n].tolist()
        self.crowd: list[int] = s["crowd"][:n].tolist()
        self.zone: list[int] = s["zone"][:team].tolist()
        self.wounds: list[int] = s["wounds"][:team].tolist()
        self.alive: list[int] = s["alive"][:team].tolist()
        self.acted: list[int] = s["acted"][:team].tolist()
        self.actions: list[int] = s["actions"][:team].tolist()
        self.xp: list[int] = s["xp"][:team].tolist()
        self.level: list[int] = s["level"][:team].tolist()
        self.copies: list[list[int]] = s["inv"][:team].tolist()
        cards = board.copy_card
        self.inv: list[list[int]] = [[cards[c] for c in row] for row in self.copies]
        self.team: list[int] = [i for i in range(team) if self.zone[i] >= 0]
        self.here: list[list[int]] = [[] for _ in range(n)]
        for i in self.team:
            self.here[self.zone[i]].append(i)
        self.danger_level: int = max((self.level[i] for i in self.team), default=0)
        self.fighters: dict[int, Any] = {}  # filled by ``gear.fighter``
        self._skills: dict[int, list[int]] = {}
        self._sight: dict[int, dict[int, int]] = {}

    # ---- read only when asked for -------------------------------------------------------------------------
    def skills(self, survivor: int) -> list[int]:
        """How often the survivor has each skill."""
        found = self._skills.get(survivor)
        if found is None:
            found = self._skills[survivor] = self.s["skill"][survivor].tolist()
        return found

    def objectives(self) -> dict[int, int]:
        """Zones with an objective token -> its colour, UNKNOWN while it lies face down."""
        n = self.board.n
        colours, hidden = self.s["objective"][:n].tolist(), self.s["hidden"][:n].tolist()
        return {z: UNKNOWN if hidden[z] else colour for z, colour in enumerate(colours) if colour}

    def vault_cards(self) -> dict[int, int]:
        """Vault zones -> number of cards that lie in them."""
        rows = self.s["vault_cards"].tolist()
        return {zone: sum(c > 0 for c in rows[v]) for v, zone in enumerate(self.board.vault_zones)}

    def spawn_zones(self) -> dict[int, int]:
        """Zones -> active spawn tokens in them."""
        count = int(self.s["n_tokens"])
        zones, active = self.s["token_zone"][:count].tolist(), self.s["token_active"][:count].tolist()
        found: dict[int, int] = {}
        for zone, on in zip(zones, active, strict=True):
            if on:
                found[zone] = found.get(zone, 0) + 1
        return found

    def revealed(self) -> list[int]:
        revealed: list[int] = self.s["revealed"].tolist()
        return revealed

    # ---- derived --------------------------------------------------------------------------------------------
    def sees(self, zone: int) -> dict[int, int]:
        """Zones in Line of Sight -> range (BP-5)."""
        found = self._sight.get(zone)
        if found is None:
            found = {zone: 0}
            for target, reach, a, b in self.board.rays[zone]:
                if target not in found and (a < 0 or self.doors[a] == OPEN) and (b < 0 or self.doors[b] == OPEN):
                    found[target] = reach
            self._sight[zone] = found
        return found

    def open_links(self, zone: int) -> list[int]:
        return [t for t, door in self.board.links[zone] if door < 0 or self.doors[door] == OPEN]

    def spare(self, survivor: int) -> int:
        """Wounds that the survivor may still take without dying."""
        return 2 - self.wounds[survivor]

    def attackers(self, zone: int) -> float:
        """Wounds that the zombies of the zone deal in the next activation if survivors stay there (BP-15.4, BP-15.18)."""
        return self.crowd[zone] + self.zombies[zone][RUNNER]

    def inbound(self, zone: int) -> float:
        """Wounds that Runners next door may add: they move in, then attack (BP-15.18)."""
        return sum(self.zombies[t][RUNNER] for t in self.open_links(zone) if not self.here[t])

    def toughest(self, zone: int) -> bool:
        return self.zombies[zone][ABOMINATION] > 0

    def free_slots(self, survivor: int) -> int:
        return SLOTS - sum(c > 0 for c in self.copies[survivor])
