"""The text of a position as plain data: labels for zones, ids for cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

__all__ = ["Cards", "ZombieCardText"]


@dataclass(frozen=True)
class Cards:
    """What the reader needs about an edition's cards."""

    items: Mapping[str, int]  # id -> card type
    place: Mapping[str, int]  # id -> HAND_CARD, BODY_CARD, PACK_CARD, TRAP_CARD
    reloads: Collection[str]
    numbered: int  # zombie cards card_1 .. card_<numbered> that bring zombies
    body_card: Mapping[str, str]  # survivor -> item that the body slot takes
    artefacts: Collection[str] = ()


@dataclass(frozen=True)
class ZombieCardText:
    """``number``: the card of the deck; ``kind``: extra activation, double spawn, necromancer; else ``lines``."""

    number: int = 0
    kind: str = ""
    lines: tuple[tuple[int, ...], ...] = ()  # [level][kind of BOARD_KINDS]
