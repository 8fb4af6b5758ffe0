"""Positions for the tests: documents with their omitted keys filled in."""

from __future__ import annotations

from typing import Any

from zombicide_env.conformance.z_game import ZGamePosition, position


def at(phase: str, *answers: str, **document: Any) -> ZGamePosition:
    """Return the position at the start of a phase, after these answers."""
    found = position({"id": "P-1", "rules": ["ZG-0.3"], "title": "a position", "game": "z_game", "phase": phase, "expect": {}, **document})
    for answer in answers:
        found.play(answer)
    return found
