"""Moves of a game as steps of a vector: a Guard Action and a spell cast twice are one text (inverse: ``words.edition_texts.expand``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["joined"]

_FOLLOW: Final = ("order", "number", "where", "upon")  # first words of parts that are not the first


def joined(texts: Sequence[str]) -> Sequence[str]:
    """Return the vector's texts for these moves of a game.

    Raises:
        ValueError: the last move is incomplete.
    """
    groups: list[list[str]] = []
    for text in texts:
        if groups and text.partition(" ")[0] in _FOLLOW:
            groups[-1].append(text)
        else:
            groups.append([text])
    return [_whole(group) for group in groups]


def _whole(parts: list[str]) -> str:
    verb, _, first = parts[0].partition(" ")
    said = [part.partition(" ")[2] for part in parts[1:]]
    if verb == "twice" and len(said) == 2:
        return f"enchant {'+'.join(said)} {first}"
    if verb == "guards" and len(said) >= 2 and len(said) == 2 + (said[0] != "melee"):
        order, number, *where = said
        return " ".join(["guards", first if number == "all" else f"{first}:{number}", order, *where])
    if verb in ("twice", "guards"):
        raise ValueError("a vector says a Guard Action, and a spell cast twice, in one text: take the position before it or after it")
    return parts[0]
