"""Black Plague: what the switches and the content files do not say.  No logic.

``SWITCHES`` is empty because the defaults of ``rules.SWITCHES`` are this edition's values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..rules import Value

TITLE: Final = "Black Plague"
SWITCHES: Final[Mapping[str, Value]] = {}

#: Miniatures in the box: Walkers, Fatties, Runners, Abominations, Necromancers (BP-1.2).
SUPPLY: Final = (35, 14, 14, 1, 1)

#: Tokens in the box (BP-1.5 to BP-1.8), for information and for checking maps: the engine does not run out of them (BP-1.R1).
TOKENS: Final[Mapping[str, int]] = {
    "neutral doors": 12,
    "blue doors": 1,
    "green doors": 1,
    "purple vault doors": 2,
    "yellow vault doors": 2,
    "vault zones": 2,
    "dragon bile": 4,
    "exit": 1,
    "first player": 1,
    "noise": 18,
    "extra action": 1,
    "rotten": 1,
    "blue objectives": 1,
    "green objectives": 1,
    "red objectives": 8,
    "blue spawn": 1,
    "green spawn": 1,
    "red spawn": 4,
    "necromancer spawn": 6,
}

#: Starting cards in dealing order (BP-2.3, BP-2.R1).
STARTING: Final = ("hammer", "mana_blast", "short_bow", "short_sword", "short_sword", "short_sword")

#: House: the card added for every survivor above six; the rulebook does not name one (BP-21.R3).
FURTHER_STARTING: Final = "short_sword"
