"""Data about a room besides the course of its game: its seating and settings."""

from __future__ import annotations

from typing import Any

__all__ = ["Facts", "fresh_facts", "is_open"]

#: Seating and settings: ``host`` and ``seats`` (agent -> hash of the person's key, "" for a free seat; people only), ``sandbox``, ``pace``,
#: ``record`` (a replay that is only watched), ``names`` and ``passes`` of people (see ``people``), ``rematch`` (the room of the next game),
#: ``of`` (the room from whose game this one was branched) and ``at`` (after how many of its moves), ``seeded`` (the person who started the
#: game chose its seed), ``gathering`` (no moves before all seats of people are taken), ``rated`` (person -> spec of a teammate -> 1 to 5),
#: ``stands`` (the moves and the round at which the room was put away; a replay has no round after its last move).
#: No room has an empty id.
Facts = dict[str, Any]


def fresh_facts(
    host: str,
    seats: dict[str, str],
    *,
    sandbox: bool = False,
    pace: float = 0.6,
    record: bool = False,
    of: str = "",
    at: int = 0,
    seeded: bool = False,
    gathering: bool = False,
) -> Facts:
    """Return the facts of a new room."""
    more: dict[str, Any] = {
        "names": {},
        "passes": {},
        "rated": {},
        "rematch": "",
        "of": of,
        "at": at,
        "seeded": seeded,
        "gathering": gathering,
        "stands": [0, 1],
    }
    return {"host": host, "seats": seats, "sandbox": sandbox, "pace": pace, "record": record, **more}


def is_open(facts: Facts) -> bool:
    """Whether the seed of an unfinished game may be shown, because no person plays it in earnest."""
    return bool(facts["record"] or facts["sandbox"]) or not facts["seats"]
