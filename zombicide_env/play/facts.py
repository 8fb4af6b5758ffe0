"""What is known of a room besides the course of its game: its seating, and how it is played."""

from __future__ import annotations

from typing import Any

__all__ = ["Facts", "fresh_facts", "is_open"]

#: Who sits where: ``host`` and ``seats`` (agent -> hash of who sits there, "" for nobody; people only), ``sandbox``, ``pace``, ``record``
#: (a replay that is watched: nobody plays), ``names`` and ``passes`` of people (see ``people``), ``rematch`` (the room of the next game),
#: ``of`` (the room from whose game this one has parted) and ``at`` (after how many of its moves), ``seeded`` (who started the game chose
#: its seed), ``gathering`` (nobody moves before all seats of people are taken), ``rated`` (who -> spec of a teammate -> 1 to
#: 5).  No room has an empty id.
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
    """The facts of a new room."""
    more: dict[str, Any] = {
        "names": {},
        "passes": {},
        "rated": {},
        "rematch": "",
        "of": of,
        "at": at,
        "seeded": seeded,
        "gathering": gathering,
    }
    return {"host": host, "seats": seats, "sandbox": sandbox, "pace": pace, "record": record, **more}


def is_open(facts: Facts) -> bool:
    """Whether the seed of a game that goes on gives nothing away: no person plays it in earnest."""
    return bool(facts["record"] or facts["sandbox"]) or not facts["seats"]
