"""White Death's own observation columns; ``edition_columns`` has their indices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock

from .layout import D, Z

BOARD_COLUMNS: Final = (
    *(Column(f"border_{n}", 4, "to that neighbour: 0 wall, 1 open, 2 passage, 3 ladder", 5) for n in range(D)),
    Column("flag", 1, "the Flag zone"),
)
ZONE_COLUMNS: Final = (
    Column("is_now", 4, "0 street, 1 room, 2 -, 3 ruin, 4 rampart; a Defiled zone is street", 5),
    Column("defiled", 1),
    Column("frozen", 1, "freeze token"),
    Column("guards", 12),
    Column("cauldrons", 4),
    Column("loose_ladders", 2),
    Column("artefacts", 8, "artefacts on the ground"),
    Column("beacon", 1, "the Beacon, or who carries it"),
    Column("defiler_token", 1),
    Column("linked", 1, "the spawn token that the Defiler moves"),
    Column("prepared", 12, "cards prepared for the tutorial"),
    *(Column(f"rope_{n}", 1, "a rope ladder on that border") for n in range(D)),
)
SURVIVOR_COLUMNS: Final = (
    Column("rope_ladders", 2),
    Column("beacon", 1, "carries the Beacon"),
    *(Column(f"token_{name}", 8, "quest tokens carried") for name in ("red", "blue", "green", "folio")),
    Column("laps", 4, "Ultra mode"),
    Column("blessed", 4, "the effect of a Blessing + 1", 5),
    Column("guard_action", 1, "has used the Guard Action"),
)
WEAPON_COLUMNS: Final = (Column("strike_range", 2, "melee range + 1"),)
GLOBAL_COLUMNS: Final = (
    Column("guards", 12, "Guards on the board"),
    Column("guards_escaped", 12),
    Column("guards_dead", 12),
    Column("artefact_deck", 8),
    *(Column(f"removed_{name}", 8, "objectives removed by Defile tokens") for name in ("red", "blue", "green")),
    Column("beacon_taken", 1),
    Column("defiled", Z, "Defile tokens on the board"),
)
DECISION_COLUMNS: Final = (
    Column("guards_act", 12, "Guards that act"),
    Column("guards_do", 6, "what the Guards do + 1", 7),
)
#: The names of two columns are swapped: renaming them would change the layout, whose hash identifies it in checkpoints.
COLUMN_NAMES: Final[Mapping[str, str]] = {"leap": "share", "share": "leap"}
BLOCKS: Final[tuple[ObservationBlock, ...]] = ()
