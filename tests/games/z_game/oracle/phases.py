"""The sequence of phases (section 10)."""

from __future__ import annotations

from typing import Any

from tests.games.z_game.oracle.description import Seen
from tests.games.z_game.oracle.night import Night
from tests.games.z_game.oracle.pieces import Over, Play

#: Phase by the method that plays it.
PHASE_IDS = {
    "m1": "m1_recount", "m2": "m2_draw", "m3a": "m3a_scheming", "m3b": "m3b_business", "m3c": "m3c_foreign_trade",
    "m4": "m4_placement", "m5": "m5_feeding", "m6": "m6_discard", "d1": "d1_movement", "d2": "d2_zombie_fights",
    "d3": "d3_people_fights", "d4": "d4_day_scoring", "e1": "e1_construction", "e2": "e2_sabotage", "e3": "e3_medicine",
    "e4": "e4_flareup", "n1": "n1_night_attack", "n2": "n2_infection", "n3": "n3_labour", "n4": "n4_night_scoring",
}  # fmt: skip


class Oracle(Night, Seen):
    """A game of ``n`` players; ``chance`` holds the results of dice and decks, in order, ``hidden`` the face-down setup."""

    def play(self) -> Play:
        try:
            yield from self.setup()
            while True:
                if self.turn > 1:
                    for phase in (self.m1, self.m2, self.m3a, self.m3b, self.m3c, self.m4, self.m5, self.m6):
                        yield from self.run(phase)
                for phase in (self.d1, self.d2, self.d3, self.d4, self.e1, self.e2, self.e3, self.e4, self.n1, self.n2, self.n3, self.n4):
                    yield from self.run(phase)
                    self.eliminations()
                self.turn += 1
                for place in self.board:
                    place.horde = place.fought = place.searched = False
                    place.attacked = 0
                for person in self.people.values():
                    person.exhausted = person.moved = False
                    person.origin, person.job, person.retreats = None, "none", 0
                for player in self.players:
                    player.leaders_killed = player.captures = player.erected = 0
                    player.street = False
        except Over:
            pass  # the game has ended within a phase

    def run(self, phase: Any) -> Play:
        self.phase = PHASE_IDS[phase.__name__]
        yield from phase()
