"""Rendering of environments: a render mode and its renderers, imported when the first frame is requested."""

from __future__ import annotations

import sys
from typing import Any, Final, Literal, get_args

from ..core.words import suggest

BatchRenderMode = Literal["ansi", "rgb_array"]
RenderMode = Literal["human", "ansi", "rgb_array", "ansi_list", "rgb_array_list"]
BATCH_RENDER_MODES: Final[tuple[str, ...]] = get_args(BatchRenderMode)
RENDER_MODES: Final[tuple[str, ...]] = get_args(RenderMode)
LISTS: Final = "_list"
METADATA: Final = {"render_modes": list(RENDER_MODES), "render_fps": 2}
BATCH_METADATA: Final = {"render_modes": list(BATCH_RENDER_MODES), "render_fps": 2}


class Painter:
    """Renders the game of an environment in one mode.

    ``human`` prints the text board after every step. In ``ansi_list`` and ``rgb_array_list`` the frames of a game are
    collected until they are requested.

    Attributes:
        live: whether every step has to be rendered (``show``).
    """

    def __init__(self, mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> None:
        if mode is not None and mode not in modes:
            raise ValueError(f"render_mode={mode!r} is unknown{suggest(mode, modes)}; choose one of {', '.join(modes)} or None")
        self.mode = mode
        self._keeps = mode is not None and mode.endswith(LISTS)
        self.live = self._keeps or mode == "human"
        self._shown: bytes | None = None
        self._film: list[Any] = []

    def draw(self, scene: Any) -> Any:
        """Render a scene: an image of shape (height, width, 3) in the ``rgb_array`` modes, else text."""
        from ..render import ansi, rgb_array

        if self.mode in ("rgb_array", "rgb_array_list"):
            return rgb_array(scene)
        return ansi(scene, color=self.mode == "human" and sys.stdout.isatty())

    def paint(self, one: Any) -> Any:
        """Return the current frame, or in list modes all frames since the last call or reset; in human mode print it and return None."""
        if not self.live:
            return self.draw(one.scene())
        self.show(one)
        if not self._keeps:
            return None
        film, self._film = self._film, []
        return film

    def begin(self, one: Any) -> None:
        """Start a new game; frames of the previous one that were not requested are dropped."""
        self._film = []
        self._shown = None
        self.show(one)

    def show(self, one: Any) -> None:
        """If ``live``: print or store the frame, once for every step of the game."""
        if not self.live:
            return
        moment = one.state.tobytes()
        if moment == self._shown:
            return
        picture = self.draw(one.scene())
        if self._keeps:
            self._film.append(picture)
        else:
            sys.stdout.write(picture + "\n")
            sys.stdout.flush()
        self._shown = moment
