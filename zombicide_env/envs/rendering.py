"""Drawing for environments: a render mode and the painters behind it, imported when the first picture is asked for."""

from __future__ import annotations

import sys
from typing import Any, Final

from ..core.words import suggest

BATCH_RENDER_MODES: Final = ("ansi", "rgb_array")
LISTS: Final = "_list"
RENDER_MODES: Final = ("human", *BATCH_RENDER_MODES, *(mode + LISTS for mode in BATCH_RENDER_MODES))
METADATA: Final = {"render_modes": list(RENDER_MODES), "render_fps": 2}
BATCH_METADATA: Final = {"render_modes": list(BATCH_RENDER_MODES), "render_fps": 2}


class Painter:
    """Paints the game of an environment in one mode.

    ``human`` prints the text board after every step.  In ``ansi_list`` and ``rgb_array_list`` the pictures of all moments of a game are
    kept until somebody asks for them: a film.

    Attributes:
        live: pictures are to be shown (``show``) after every step.
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
        """The picture of a scene: an image of shape (height, width, 3) in the ``rgb_array`` modes, else text."""
        from ..render import ansi, rgb_array

        if self.mode in ("rgb_array", "rgb_array_list"):
            return rgb_array(scene)
        return ansi(scene, color=self.mode == "human" and sys.stdout.isatty())

    def paint(self, one: Any) -> Any:
        """The picture of the moment; all pictures since the last call or the beginning of the game; None in human mode, which prints it."""
        if not self.live:
            return self.draw(one.scene())
        self.show(one)
        if not self._keeps:
            return None
        film, self._film = self._film, []
        return film

    def begin(self, one: Any) -> None:
        """A game begins; pictures of the one before that nobody has asked for are gone."""
        self._film = []
        self._shown = None
        self.show(one)

    def show(self, one: Any) -> None:
        """Where it is ``live``: print or keep the picture, once for every moment of the game."""
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
