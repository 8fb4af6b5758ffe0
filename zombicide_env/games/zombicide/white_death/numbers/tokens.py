"""Tokens: spawn tokens, cards prepared at objectives, things that survivors carry and trade."""

from __future__ import annotations

from typing import Final

FREE_TOKENS: Final = 5  # spawn_1 .. spawn_4, spawn_defiler
DEFILER_TOKEN: Final = 4  # its id; the numbered ones have 0 .. 3

# ---- prepared cards
PILES: Final = 2  # zones with prepared cards
PILE: Final = 24  # cards of one of them

# ---- what survivors carry
KEEPSAKES: Final = 12  # quest tokens of one survivor
FOLIO: Final = 4  # colour of the restored one; red, blue, green as in ``codes``
LADDER_GIFT: Final = 0  # tradable things other than cards: rope ladder, Beacon, tokens by colour
BEACON_GIFT: Final = 1
TOKEN_GIFT: Final = 1  # + colour
GIFTS: Final = ("ladder", "beacon", "token red", "token blue", "token green", "token folio")
