"""The Zombie Master's panel: the hand, if visible, and public cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zombicide_env.core.scene import Fact, Panel, Slot
from zombicide_env.core.words import counted

from ...table.codes import NONE
from ..numbers.master import MASTER_CARDS, ZG2
from ..words.names import Names
from ..world.content import content_file
from ..world.rows import rows

_COLOUR: Final = "#5a1d78"
#: Names of the Zombie Master's cards, in order.
TITLES: Final = tuple(row["name"] for row in rows(content_file("zombie_master_cards.csv")))


def master_panel(s: Any, names: Names, seen: bool, active: bool) -> Panel:
    """Return the panel.  ``seen``: the cards are shown, else only their number (AP-21.R9); ``active``: the Zombie Master decides."""
    hand = [TITLES[c] for c, n in enumerate(s["zm_hand"].tolist()) for _ in range(n)]
    held = ", ".join(hand) if seen else counted(len(hand), "card")
    lasting = [_lasting(s, names, n) for n in range(int(s["zm_active_n"]))]
    pile = [TITLES[card - 1] for card in s["zm_pile"][: s["zm_pile_n"]].tolist()]
    lines = (("Hand", held if hand else "none"), ("In play", ", ".join(lasting)), ("Discarded", ", ".join(pile)))
    cards = [Slot(str(n) if n > 1 else "", TITLES[c], tag=f"master:{MASTER_CARDS[c]}") for c, n in enumerate(s["zm_hand"].tolist()) if n]
    return Panel(
        "Zombie Master",
        "ZM",
        _COLOUR,
        rows=tuple(Fact(label, text) for label, text in lines if text),
        active=active,
        tag="zombie_master",
        slots=tuple(cards) if seen else (),
    )


def card_of(block: str, args: Sequence[int]) -> tuple[str, ...]:
    """Return the tag of the card that an action plays or discards; none for other actions."""
    if block.startswith("play_"):
        return (f"master:{block.removeprefix('play_')}",)
    return (f"master:{MASTER_CARDS[args[0]]}",) if block == "discard_card" else ()


def _lasting(s: Any, names: Names, n: int) -> str:
    """Return the label of a card in effect, with its target."""
    card, target = int(s["zm_active"][n]) - 1, int(s["zm_target"][n])
    if target == NONE:
        return TITLES[card]
    on = names.survivors[target].replace("_", " ").title() if MASTER_CARDS[card] == MASTER_CARDS[ZG2] else names.zones[target]
    return f"{TITLES[card]} {on}"
