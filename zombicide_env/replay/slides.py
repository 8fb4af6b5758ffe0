"""A replay for notebooks: a picture for each round, and a slider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.scene import Scene
from ..render.notebook import slides
from .player import Player

if TYPE_CHECKING:
    from .reading import Replay

__all__ = ["slides_of"]


def slides_of(replay: Replay) -> str:
    """Return HTML with the board at the start of each round and after the last decision.

    Raises:
        ReplayError: the replay does not match its game.
    """
    player = Player(replay, None)
    scenes: list[Scene] = []
    captions: list[str] = []
    shown = None
    for entry in replay.entries:
        if entry.round != shown:
            shown = entry.round
            scenes.append(player.game.scene(player.table.state))
            captions.append(f"round {entry.round}, before decision {entry.number}")
        player.play(entry)
    scenes.append(player.game.scene(player.table.state))
    captions.append(f"{player.game.outcome(player.table.state).name}, after {len(replay.entries)} decisions")
    return slides(scenes, captions)
