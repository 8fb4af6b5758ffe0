"""Texts of the actions that only the edition has.  Here there are none."""

from __future__ import annotations

from typing import Any, Final

from .names import Names

NOT_YET: Final[tuple[str, ...]] = ()  # what other editions have and this one lacks, for its page


def own_text(w: Any, s: Any, names: Names, name: str, args: tuple[int, ...], code: int, actor: int) -> str | None:
    """The text of an action of the block ``name``; None if it is the family's.

    ``code``, ``actor``: the decision on top of the agenda, and who decides.
    """
    return None
