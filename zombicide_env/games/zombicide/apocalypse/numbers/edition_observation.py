"""Apocalypse's own columns and blocks of the observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock

from .cars import CARS, LOAD, SEATS
from .fuel import BOMBS_SEEN
from .layout import Z
from .master import MASTER_CARDS, N_MASTER
from .mini_missions import MINI_MISSIONS, TASKS

BOARD_COLUMNS: Final[tuple[Column, ...]] = (
    Column("steady_noise", 20, "permanent Noise"),
    Column("way_out", 1, "zombies leave the board here"),
    Column("manhole", Z, "zone of the manhole of its tile + 1", Z + 1, "zone"),
)
ZONE_COLUMNS: Final[tuple[Column, ...]] = (
    Column("gasoline", 1, "spilled gasoline"),
    Column("fire", 3, "End Phases until the fire is out, 0: none"),
    Column("bombs", BOMBS_SEEN, "Time Bombs"),
    Column("echo", 9, "noise of Echo"),
    Column("puppets", 1, "Puppet Pack lies here"),
    Column("route", 1, "the stack in question may go there"),
)
SURVIVOR_COLUMNS: Final[tuple[Column, ...]] = (
    Column("waiting", 1, "may still be recruited"),
    Column("car", CARS, "car + 1, 0: on foot", CARS + 1),
    Column("seat", SEATS, "seat + 1, 0: on foot", SEATS + 1),
    Column("cramp", 1, "has one action fewer in the next turn"),
    *(Column(f"{name}_{task}", 1, "task of the mini-mission is open") for name in MINI_MISSIONS for task in TASKS[name]),
)
WEAPON_COLUMNS: Final[tuple[Column, ...]] = ()
GLOBAL_COLUMNS: Final[tuple[Column, ...]] = (
    Column("master_hand", 4, "cards in the Zombie Master's hand"),
    *(Column(f"lies_{card}", 2, "copies in the Zombie Master's discard pile") for card in MASTER_CARDS),
    *(Column(f"active_{card}", 2, "in force") for card in MASTER_CARDS),
    Column("escaped", 9, "zombies that have left the board"),
    Column("supplies_out", 12, "supply cards that have left with cars"),
    Column("neutralised", 4, "spawn zones neutralised"),
)
DECISION_COLUMNS: Final[tuple[Column, ...]] = (Column("left", 40, "zombies of the stack that have no way yet"),)
COLUMN_NAMES: Final[Mapping[str, str]] = {}
CAR_COLUMNS: Final = (
    Column("kind", 2, "0 none, 1 police car, 2 pimpmobile", 3),
    Column("zone", Z, "zone + 1, 0: gone", Z + 1, "zone"),
    Column("started", 1),
    Column("searched", 1),
    Column("supplies", LOAD, "supply cards under it"),
)
BLOCKS: Final[tuple[ObservationBlock, ...]] = (
    ObservationBlock("cars", (CARS, len(CAR_COLUMNS)), doc="the cars of the mission", columns=CAR_COLUMNS, rows="car"),
    ObservationBlock("hand", (N_MASTER,), high=4, names=MASTER_CARDS, doc="the Zombie Master's hand; nothing in the survivors' view"),
)
