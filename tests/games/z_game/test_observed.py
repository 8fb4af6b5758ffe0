"""Observations of a seat: everything that is public, at the index that the codec names (ZG-19.1, ZG-19.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.games.z_game.at import at
from zombicide_env.core.jit import buffers, entry, records
from zombicide_env.games.z_game.numbers.decisions import NAMES
from zombicide_env.games.z_game.numbers.layout import CARDS, CHARACTERS, DECKS, FACTIONS, PHASES, TYPES
from zombicide_env.games.z_game.numbers.observation import N_OBS, OBSERVATION
from zombicide_env.games.z_game.rules.observe import frame, observe


@entry
def _observe(worlds: Any, states: Any, seat: int, out: Any) -> None:
    frame(worlds[0], out)
    observe(worlds[0], states[0], seat, out)


def seen(position: Any, seat: int) -> np.ndarray[Any, Any]:
    """Observation of a seat, uint8 [N_OBS]."""
    out = np.zeros(N_OBS, np.uint8)
    _observe(records(position.world), records(position.state), seat, buffers(out))
    return out


class Seen:
    """The observation by names: ``look("locations", "intact", 8)``."""

    def __init__(self, position: Any, seat: int) -> None:
        self._blocks = OBSERVATION.unflatten(seen(position, seat))

    def __call__(self, block: str, column: str, row: int | None = None) -> int:
        names = [column.name for column in next(one for one in OBSERVATION.blocks if one.name == block).columns]
        values = self._blocks[block]
        return int(values[names.index(column)] if row is None else values[row, names.index(column)])


FIGHT: dict[str, Any] = {
    "players": ["bees", "bikers", "party"],
    "first_player": "party",
    "turn": 5,
    "locations": {
        8: {"owner": "bees", "intact": 1, "ruined": 1},
        10: {"pending": 1, "pending_owner": "party", "pending_kind": "new"},
        4: {"horde": True},
    },
    "characters": {
        "bees": {"mari": 8, "hazel": {"at": 8, "exhausted": True}},
        "bikers": {"paul": {"at": 8, "origin": 9, "retreats_today": 1}, "otto": {"at": 8, "origin": 9}},
        "party": {"kif": 10},
    },
    "squads": {8: ["bees", "bikers"]},
    "hands": {"bees": ["knife", "pistol", "isida"], "bikers": ["car", "axe"], "party": ["horse"]},
    "tracks": {"bees": {"food": 4, "medicine": 2, "vp": 7}, "bikers": {"captures": 1}},
    "discards": {"melee": ["bat", "bat"]},
}


def test_the_board_as_each_seat_counts() -> None:
    """ZG-19.2: players from the observer's seat; locations, markers, characters, tracks."""
    position = at("d3_people_fights", **FIGHT)
    for seat, (bees, bikers, party) in enumerate([(1, 2, 3), (3, 1, 2), (2, 3, 1)]):
        look = Seen(position, seat)
        assert look("locations", "type", 8) == TYPES.index("shop") + 1
        assert (look("locations", "intact", 8), look("locations", "ruined", 8), look("locations", "owner", 8)) == (1, 1, bees)
        assert (look("locations", "pending", 10), look("locations", "pending_owner", 10)) == (1, party)
        assert look("locations", "horde", 4) == 1 and look("locations", "neutral", 1) == 1
        assert look("locations", "fight", 8) == 1
        mari, hazel, paul, isida = (CHARACTERS.index(name) for name in ("mari", "hazel", "paul", "isida"))
        assert (look("characters", "player", mari), look("characters", "at", mari)) == (bees, 9)
        assert look("characters", "exhausted", hazel) == 1
        assert (look("characters", "player", paul), look("characters", "origin", paul), look("characters", "retreats", paul)) == (
            bikers,
            10,
            1,
        )
        assert look("characters", "player", isida) == (1 if seat == 0 else 0)  # in the Bees' hand: the others do not know
        row = {"bees": bees - 1, "bikers": bikers - 1, "party": party - 1}
        assert [look("seats", name, row["bees"]) for name in ("vp", "food", "medicine", "hand")] == [7, 4, 2, 3]
        assert look("seats", "captures", row["bikers"]) == 1 and look("seats", "decides", row["bees"]) == 1
        assert look("seats", "faction", row["party"]) == FACTIONS.index("party") + 1
        assert look("decision", "node") == NAMES.index("PF_STANCE") + 1
        assert look("decision", "mine") == (seat == 0)
        assert (look("decision", "phase"), look("decision", "turn")) == (PHASES.index("d3_people_fights"), 5)
        assert look("cards", "discarded", CARDS.index("bat")) == 2
        assert look("cards", "own", CARDS.index("car")) == (seat == 1)
        assert look("decks", "size", DECKS.index("melee")) == 16 - 2 - 2


def test_committed_cards_are_seen_by_who_lays_them() -> None:
    """ZG-19.1, ZG-10.12."""
    position = at("d3_people_fights", "fight", "use pistol", **FIGHT)
    own, attacker = Seen(position, 0), Seen(position, 1)
    assert own("cards", "committed", CARDS.index("pistol")) == 1 and attacker("cards", "committed", CARDS.index("pistol")) == 0
    assert own("decision", "strength") == 5 and attacker("decision", "strength") == 4
    assert attacker("seats", "hand", 2) == own("seats", "hand", 0) + 0 == 3
    assert own("cards", "own", CARDS.index("pistol")) == 0


def test_a_tile_is_seen_by_who_has_scouted_it() -> None:
    """ZG-17.5, ZG-17.6, ZG-19.1."""
    position = at(
        "e2_sabotage",
        "from 8",
        "effect scout",
        "target 1",
        "target 9",
        players=["bees", "party"],
        config={"fog_of_war": True},
        face_down=[1, 9, 4],
        characters={"bees": {"baduma": 8}},
        dice=[4],
    )
    scout, other = Seen(position, 0), Seen(position, 1)
    assert scout("locations", "type", 1) == TYPES.index("house") + 1 and other("locations", "type", 1) == 0
    assert scout("locations", "type", 4) == 0 and scout("locations", "face_down", 4) == other("locations", "face_down", 1) == 1
