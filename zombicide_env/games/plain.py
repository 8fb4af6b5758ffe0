"""Default scene of a game without pictures: its description, line by line."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..core.game import Game
from ..core.scene import Fact, Item, Panel, Rect, Scene, Text, shorten

__all__ = ["plain_scene"]

_WIDTH: Final = 560.0
_LINE: Final = 22.0
_SIZE: Final = 15.0
_GROUND: Final = "#2a2e35"
_INK: Final = "#f2efe6"
_QUIET: Final = "#a7adb8"
_COLOURS: Final = ("#c0392b", "#2e86c1", "#1d8a43", "#b7950b", "#7d3c98", "#16a085")


def plain_scene(game: Game, state: np.ndarray[Any, Any], decider: str = "") -> Scene:
    """Return facts and figures of the position; nothing is hidden, because the game declares no hidden information."""
    rows = [(name.replace("_", " "), _words(value)) for name, value in game.describe(state).items()]
    height = _LINE * (len(rows) + 1)
    items: list[Item] = [Rect(0, 0, _WIDTH, height, _GROUND)]
    for number, (name, value) in enumerate(rows, 1):
        items.append(Text(12, _LINE * number, name, _SIZE, _QUIET))
        items.append(Text(190, _LINE * number, shorten(value, _SIZE, _WIDTH - 202), _SIZE, _INK))
    outcome, active = game.outcome(state), game.active(state)
    return Scene(
        width=_WIDTH,
        height=height,
        items=tuple(items),
        title=game.id.replace("_", " ").title(),
        facts=(Fact("Round", str(int(state["round"][0]))), *(Fact(name, value) for name, value in rows)),
        banner=_banner(game, state) if outcome.over else "",
        banner_colour="#1d8a43",
        panels=tuple(
            Panel(name, str(seat + 1), _COLOURS[seat % len(_COLOURS)], active=agent == decider, gone=not active[seat], tag=agent)
            for seat, (agent, name) in enumerate(zip(game.agents, game.agent_names(state), strict=True))
        ),
    )


def _banner(game: Game, state: np.ndarray[Any, Any]) -> str:
    outcome = game.outcome(state)
    if game.type.n_sides == 1:
        return f"{outcome.name} {outcome.detail}".strip().upper()
    won = [name for name, one in zip(game.agent_names(state), game.winners(state)[0], strict=True) if one]
    return f"{', '.join(won)} won".upper() if won else outcome.name.upper()


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_words, value))
    return str(value)
