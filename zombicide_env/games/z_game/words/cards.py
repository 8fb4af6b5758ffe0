"""Numbers of the cards, for user interfaces that draw them."""

from __future__ import annotations

from typing import Any

from ..numbers.layout import CARDS, DECKS, TO_CARD, A

__all__ = ["numbers"]

_OF_CARD = {"strength": "fight", "gears": "engineering", "flasks": "science"}


def numbers(w: Any) -> dict[str, dict[str, Any]]:
    """Return card -> ``deck``, and its non-zero values: ``strength``, ``gears``, ``flasks``, ``capacity`` (people that it carries).

    ``w`` is one WORLD record.
    """
    found = {}
    for card, name in enumerate(CARDS):
        fighter = card - TO_CARD if card >= A else -1
        counted = {word: int(w[f"char_{field}"][fighter] if fighter >= 0 else w[field][card]) for word, field in _OF_CARD.items()}
        counted["capacity"] = 0 if fighter >= 0 else int(w["capacity"][card])
        found[name] = {"deck": DECKS[int(w["deck_of"][card])], **{word: n for word, n in counted.items() if n}}
    return found
