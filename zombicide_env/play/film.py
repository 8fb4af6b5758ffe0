"""``zombicide record``: a recorded game as a film, drawn from the same scenes as every other picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ..render.raster import rgb_array
from ..replay.format import Replay, read
from ..replay.player import game_of, play_through
from ..replay.table import Table

__all__ = ["Film", "main"]


@dataclass
class Film:
    """Make a film of a recorded game."""

    replay: Path
    """The recorded game, as `zombicide play --record` or the page has written it."""
    out: Path = Path("game.gif")
    """The film, a GIF."""
    seconds: float = 0.5
    """How long each move is shown."""
    scale: float = 0.6
    """Size of the pictures: 1 is that of `zombicide play --picture`."""
    panels: bool = True
    """Show the team beside the board."""
    start: int = 0
    """Number of the move after which the film begins."""
    end: int | None = None
    """Number of the last move; default: all."""


def main(options: Film) -> str:
    """Write the film; what has been written, in a line.

    Raises:
        ReplayError: the recorded game cannot be played here.
        ValueError: the options fit no part of it.
        ImportError: Pillow is missing.
    """
    from PIL import Image

    replay = read(options.replay, partial=True)
    last = len(replay.entries) if options.end is None else options.end
    if not 0 <= options.start <= last <= len(replay.entries):
        raise ValueError(f"start {options.start}, end {last}: the game has {len(replay.entries)} moves")
    if options.seconds < 0.02:
        raise ValueError(f"seconds={options.seconds}: viewers show a picture for 0.02 seconds at least")
    # Flat drawings: 64 colours are enough, and dithering would make every picture differ everywhere from the one before.
    pictures = [Image.fromarray(frame).quantize(64, dither=Image.Dither.NONE) for frame in _frames(replay, options, last)]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    times = [round(1000 * options.seconds)] * (len(pictures) - 1) + [max(2000, round(1000 * options.seconds))]
    pictures[0].save(options.out, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return f"{options.out}: {len(pictures)} pictures, {options.out.stat().st_size / 1e6:.1f} MB"


def _frames(replay: Replay, options: Film, last: int) -> Iterator[Any]:
    game = game_of(replay)
    size: tuple[int, int] | None = None
    played = ((entry.number, state) for entry, state in play_through(replay, game, last))
    for number, state in chain([(0, Table(game, replay.header.seed).state)], played):
        if number >= options.start:
            frame = rgb_array(game.scene(state), options.panels, options.scale)
            size = size or (frame.shape[0], frame.shape[1])
            yield _fitted(frame, *size)


def _fitted(frame: Any, height: int, width: int) -> Any:
    """The picture in the size of the first one: panels grow and shrink with what they tell."""
    fitted = np.full((height, width, 3), frame[0, 0], np.uint8)
    shown = frame[:height, :width]
    fitted[: shown.shape[0], : shown.shape[1]] = shown
    return fitted
