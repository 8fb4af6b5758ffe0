"""``zombicide record``: a recorded game as a film (GIF, WebP, MP4), drawn from the same scenes as every other picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..core import files
from ..core.game import Game
from ..core.scene import Scene, text_width, wrap
from ..core.words import counted
from ..render.raster import rgb_array
from ..replay.player import Step, game_of, steps
from ..replay.reading import Replay, read
from ..replay.table import Table

__all__ = ["Film", "main", "short"]

Picture = NDArray[np.uint8]
_SECONDS: Final = (0.02, 600.0)  # the shortest and longest times for which viewers can show a picture
_SCALES: Final = (0.05, 4.0)  # the smallest and largest pictures that encoders and the memory can take
_LAST: Final = 2.0  # minimum seconds for which the last picture is shown
_CAPTION: Final = 120  # minimum width of a caption in pixels
_CAPTIONS: Final = "#26323b"  # background color of captions


@dataclass
class Film:
    """Make a film of a recorded game."""

    replay: Path
    """the recorded game, written by `zombicide play --record` or by the page; `zombicide record FILE` works too"""
    out: Path = Path("game.gif")
    """the film: a GIF, a WebP (smaller), or an MP4 (needs the extra `film`)"""
    seconds: float = 0.5
    """seconds per picture"""
    scale: float = 0.6
    """size of the pictures: 1 is that of `zombicide play --picture`"""
    panels: bool = True
    """show the team next to the board"""
    start: int = 0
    """number of the move after which the film begins"""
    end: int | None = None
    """number of the last move; default: all"""
    pictures: int | None = None
    """maximum number of pictures: moves are left out evenly; default: one picture per move"""


def main(options: Film) -> str:
    """Write the film and return a one-line summary: path, number of pictures, size.

    Raises:
        ReplayError: the replay cannot be played by this version.
        ValueError: ``start`` and ``end`` name no part of the game, a number is out of range, the suffix of ``out`` is not supported, or
            another file would be lost.
        ImportError: Pillow is missing, or PyAV for an MP4.
    """
    kinds = {".gif": _gif, ".webp": _webp, ".mp4": _mp4}
    if options.out.suffix.lower() not in kinds:
        raise ValueError(f"{options.out}: expected a file name that ends in {', '.join(kinds)}")
    files.replaceable(options.out, "a film", files.is_picture)
    replay = read(options.replay, partial=True)
    last = len(replay.entries) if options.end is None else options.end
    if not 0 <= options.start <= last <= len(replay.entries):
        raise ValueError(f"start {options.start}, end {last}: the game has {len(replay.entries)} moves")
    for name, value, (least, most) in (("seconds", options.seconds, _SECONDS), ("scale", options.scale, _SCALES)):
        if not least <= value <= most:  # nor is NaN in the range
            raise ValueError(f"{name}={value}: expected a number from {least} to {most}")
    if options.pictures is not None and options.pictures < 1:
        raise ValueError(f"pictures={options.pictures}: expected at least 1")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with files.making(options.out) as made:
        number = kinds[options.out.suffix.lower()](_pictures(replay, options, last), made, options.seconds)
    return f"{options.out}: {counted(number, 'picture')}, {options.out.stat().st_size / 1e6:.1f} MB"


def short(replay: Replay, most: int = 120, scale: float = 0.5) -> bytes:
    """Return a GIF of a whole game in at most ``most`` pictures, without the team's panels; moves are left out evenly.

    Raises:
        ImportError: Pillow is missing.
    """
    made = BytesIO()
    options = Film(Path(), scale=scale, panels=False, pictures=most)
    _gif(_pictures(replay, options, len(replay.entries)), made, 0.4)
    return made.getvalue()


def _gif(pictures: Iterator[Picture], out: Path | BytesIO, seconds: float) -> int:
    from PIL import Image

    # Octrees keep the colors of small flat areas; dithering would make every picture differ everywhere from the one before.
    tree, plain = Image.Quantize.FASTOCTREE, Image.Dither.NONE
    images = [Image.fromarray(picture).quantize(255, method=tree, dither=plain) for picture in pictures]
    times = [round(1000 * seconds)] * (len(images) - 1) + [round(1000 * max(_LAST, seconds))]
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0)
    return len(images)


def _webp(pictures: Iterator[Picture], out: Path, seconds: float) -> int:
    from PIL import Image

    images = [Image.fromarray(picture & 0xFC) for picture in pictures]
    times = [round(1000 * seconds)] * (len(images) - 1) + [round(1000 * max(_LAST, seconds))]
    # Pictures differ from their predecessors in few pixels: lossless ones compress better than lossy ones, which differ everywhere. The two
    # lowest bits of each channel, which are invisible, are dropped: the file is a sixth smaller.
    images[0].save(out, "WEBP", save_all=True, append_images=images[1:], duration=times, loop=0, lossless=True, quality=60, method=4)
    return len(images)


def _mp4(pictures: Iterator[Picture], out: Path, seconds: float) -> int:
    import av

    number = 0
    with av.open(str(out), "w", format="mp4") as film:
        rate = Fraction(1 / seconds).limit_denominator(1000)
        stream: Any = film.add_stream("libx264", rate=rate, options={"crf": "20", "tune": "animation"})
        for picture, last in _marked(pictures):
            if number == 0:  # H.264 requires even sizes
                stream.height, stream.width, stream.pix_fmt = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2, "yuv420p"
            number += 1
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture[: stream.height, : stream.width]), format="rgb24")
            for again in repeat(frame, max(1, round(_LAST / seconds)) if last else 1):
                again.pts = None
                film.mux(stream.encode(again))
        film.mux(stream.encode())
    return number


def _marked(pictures: Iterator[Picture]) -> Iterator[tuple[Picture, bool]]:
    """Yield each picture, and whether it is the last one."""
    held = next(pictures)
    for picture in pictures:
        yield held, False
        held = picture
    yield held, True


def _pictures(replay: Replay, options: Film, last: int) -> Iterator[Picture]:
    """Yield the pictures after every move, or after every so many, counted from the last one; a single picture is that of the end."""
    game, moves = game_of(replay), last - options.start
    most = moves + 1 if options.pictures is None else options.pictures
    stride = -(-moves // (most - 1)) if most > 1 and moves else moves + 1
    start = game.scene(Table(game, replay.header.seed, replay.header.redrawn).state)
    wanted = (step for step in steps(replay, game, last) if (last - step.entry.number) % stride == 0)
    played = ((step.entry.number, _captioned(game, step)) for step in wanted)
    for number, scene in chain([(0, start)] if most > 1 or not moves else [], played):
        if number >= options.start:
            yield rgb_array(scene, options.panels, options.scale)


def _captioned(game: Game, step: Step) -> Scene:
    """Return the scene after a move, with the effects of the move next to the title."""
    scene = game.scene(step.state)
    came = "; ".join(map(game.sentence, game.brief(step.events)))
    room = scene.width - text_width(scene.title, 24, bold=True) - 80
    if scene.banner or not came or room < _CAPTION:
        return scene
    return replace(scene, banner=wrap(came, 20, room, 1, bold=True)[0], banner_colour=_CAPTIONS)
