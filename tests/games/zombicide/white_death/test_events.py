"""Events report exactly what has changed: figures and tokens moved by the events alone end where the state has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.games.zombicide.play import start
from tests.games.zombicide.white_death.play import game, wild
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.games.zombicide.table.codes import RAMPART
from zombicide_env.games.zombicide.white_death.edition import KINDS
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.events import CODEC
from zombicide_env.games.zombicide.white_death.numbers.movement import PASSAGE

HORDE = [KINDS.index(kind) for kind in ("walker", "fatty", "runner")]
STEPS = 150 if PYTHON_MODE else 500
FACTS = (
    "zone",
    "zombies",
    "guards",
    "guards_escaped",
    "guards_dead",
    "cauldrons",
    "defiled",
    "frozen",
    "noise",
    "objective",
    "burned",
    "wounds",
    "xp",
)


class Table:
    """Figures and tokens, initialized from a state and updated by events."""

    def __init__(self, w: Any, s: Any) -> None:
        self.w = w
        self.facts = {name: s[name].astype(int) for name in FACTS}

    def on_wall(self, zone: int) -> bool:
        return bool(self.w["zone_kind"][zone] == RAMPART and not self.facts["defiled"][zone])

    def walks(self, zombie: int, start: int, to: int) -> None:
        """WD-29.7: a horde climbs a rampart by a printed ladder or a passage only; a climb of a Siege is a different event."""
        if zombie in HORDE and self.on_wall(to) and not self.on_wall(start):
            border = self.w["neighbour"][start][: self.w["degree"][start]].tolist().index(to)
            assert self.w["ladder"][start, border] or self.w["border"][start, border] == PASSAGE

    def hear(self, kind: str, v: dict[str, int]) -> None:
        facts = self.facts
        if kind in ("go", "fall"):
            self.walks(v["zombie"], v["start"], v["to"])
        elif kind == "move":
            assert facts["zone"][v["who"]] == v["start"]
            facts["zone"][v["who"]] = v["to"]
        elif kind in ("leave", "death"):
            facts["zone"][v["who"]] = -1
            if kind == "death":
                facts["wounds"][v["who"]] = 3
        elif kind in ("spawn", "arrive"):
            facts["zombies"][v["zone"], v["zombie"]] += v["n"]
        elif kind in ("kill", "depart"):
            facts["zombies"][v["zone"], v["zombie"]] -= v["n"]
        elif kind in ("push", "climb"):
            facts["zombies"][v["start"], v["zombie"]] -= v["n"]
            facts["zombies"][v["to"], v["zombie"]] += v["n"]
        elif kind == "guards_go":
            facts["guards"][v["start"]] -= v["n"]
            facts["guards"][v["to"]] += v["n"]
        elif kind == "guards_die":
            facts["guards"][v["zone"]] -= v["n"]
            facts["guards_dead"] += v["n"]
        elif kind == "guards_leave":
            facts["guards"][v["start"]] -= v["n"]
            facts["guards_escaped"] += v["n"]
        elif kind in ("carry", "tip"):
            facts["cauldrons"][v["start"]] -= 1
            facts["cauldrons"][v["to"]] += kind == "carry"
        elif kind in ("defile", "cleanse"):
            assert facts["defiled"][v["zone"]] == (kind == "cleanse")
            facts["defiled"][v["zone"]] = kind == "defile"
        elif kind in ("freeze", "thaw"):
            assert facts["frozen"][v["zone"]] == (kind == "thaw")
            facts["frozen"][v["zone"]] = kind == "freeze"
        elif kind == "noise":
            facts["noise"][v["zone"]] += 1
        elif kind == "silence":
            facts["noise"][v["zone"]] -= v["n"]
        elif kind in ("objective", "objective_lost"):
            facts["objective"][v["zone"]] = 0
        elif kind == "burn":
            facts["burned"][v["zone"]] = 1
        elif kind in ("wound", "wound_by", "heal"):
            facts["wounds"][v["who"]] = v["wounds"]
        elif kind == "experience":
            facts["xp"][v["who"]] = v["total"]


def follow(of: WhiteDeath, seed: int) -> set[str]:
    """Play at random and compare after every step. Return the kinds of events that occurred."""
    batch = start(of, seed, record_events=True)
    told: set[str] = set()
    for _ in range(STEPS):
        if batch.dones[0]:
            break
        s = batch.states[0]
        table = Table(of.world[0], s)
        laps = s["laps"].copy()
        batch.step(batch.random_actions())
        for event in batch.events():
            told.add(event.kind)
            table.hear(event.kind, dict(event.values))
        after = batch.states[0]
        for name in FACTS:
            same = np.array_equal(table.facts[name], after[name])
            assert same or (name == "xp" and (laps != after["laps"]).any()), (name, list(batch.events()))
    return told


@pytest.mark.parametrize("quest", [1, 2, 4, 7, 9])
def test_the_table_follows_the_events(quest: int) -> None:
    told = follow(game(quest), 40 + quest)
    assert {"turn", "move", "zombie_card", "spawn"} <= told


def test_wild_games_tell_of_what_is_seldom() -> None:
    told: set[str] = set()
    for seed in range(2 if PYTHON_MODE else 12):
        told |= follow(wild(seed), seed)
    assert "draw" in told
    assert told <= {kind.name for kind in CODEC.kinds}
