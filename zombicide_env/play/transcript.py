"""A finished game as a text that a person can read: who sat where, every move in notation, how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from .session import Session

__all__ = ["transcript", "write_transcript"]


def transcript(session: Session) -> Iterator[str]:
    """The lines of the transcript: a header of ``key: value``, the moves round by round, the outcome."""
    game = session.game
    yield f"game: {game.id}-v{game.version}"
    yield f"options: {json.dumps(dict(game.options), sort_keys=True)}"
    yield f"seed: {session.seed}"
    for agent in game.agents:
        yield f"{agent}: {session.player_of(agent).name}"
    now = None
    for move in session.moves:
        if move.round != now:
            now = move.round
            yield ""
            yield f"# round {now}"
        yield f"{move.agent}: {move.text}"
    outcome = session.outcome
    yield ""
    yield f"outcome: {outcome.name}" + (f" ({outcome.detail})" if outcome.detail else "")


def write_transcript(session: Session, path: Path) -> None:
    """Write the transcript, making the folder if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(transcript(session)) + "\n", encoding="utf-8")
