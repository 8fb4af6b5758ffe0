"""Drawing for environments: a render mode and the painters behind it, imported when the first picture is asked for."""

from __future__ import annotations

import sys
from typing import Any, Final

from ..core.words import suggest

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
BATCH_RENDER_MODES: Final = RENDER_MODES[1:]


class Painter:
    """Paints the game of an environment in one mode; ``human`` prints the text board after every step."""

    def __init__(self, mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> None:
        if mode is not None and mode not in modes:
            raise ValueError(f"render_mode={mode!r} is unknown{suggest(mode, modes)}; choose one of {', '.join(modes)} or None")
        self.mode = mode
        self.live = mode == "human"
        self._shown: bytes | None = None

    def draw(self, scene: Any) -> Any:
        """The picture of a scene: an image of shape (height, width, 3) in ``rgb_array`` mode, else text."""
        from ..render import ansi, rgb_array

        if self.mode == "rgb_array":
            return rgb_array(scene)
        return ansi(scene, colour=self.live and sys.stdout.isatty())

    def paint(self, one: Any) -> Any:
        """The picture of the moment in the painter's mode (None in human mode, which prints it)."""
        if not self.live:
            return self.draw(one.scene())
        self.show(one)
        return None

    def show(self, one: Any) -> None:
        """In human mode: print the board, once for every moment of the game."""
        if not self.live:
            return
        moment = one.state.tobytes()
        if moment != self._shown:
            sys.stdout.write(self.draw(one.scene()) + "\n")
            sys.stdout.flush()
            self._shown = moment
