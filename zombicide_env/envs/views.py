"""What all environments of one game have in common to say and to show."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..core.layout import copy_records
from .global_state import GlobalState
from .rendering import Painter
from .single import Single
from .spaces import LegalDiscrete


class InWords:
    """What an environment of one game adds to the interface that it keeps: the game, its record, and both in words."""

    _one: Single

    @property
    def game(self) -> Any:
        """The game: rules, codecs, notation (shared, never changed by playing)."""
        return self._one.game

    @property
    def record(self) -> npt.NDArray[Any]:
        """A copy of the state record, a structured array of shape (1,); what is written to it changes no game."""
        return copy_records(self._one.state)

    def notation(self, action: int) -> str:
        """The legal action in the game's notation, e.g. ``move e``."""
        return self._one.notation(action)

    def parse(self, text: str) -> int:
        """The legal action written in notation; ValueError naming what is legal if there is none."""
        return self._one.parse(text)

    def legal_texts(self) -> list[str]:
        """Every legal action in the game's notation, in the order of the action space."""
        return self._one.legal_texts()

    def describe(self, compact: bool = False) -> dict[str, Any]:
        """The state of the game in words and numbers; ``compact``: what the deciding agent may know, without what says nothing."""
        return self._one.describe(compact)

    def prompt(self) -> str:
        """What the deciding agent has to know to decide, its legal actions included, as text for a language model or a person."""
        return self._one.prompt()

    def _repr_html_(self) -> str:
        """The board, for notebooks."""
        from ..render.notebook import picture

        return picture(self.game.scene(self._one.state))

    def status(self) -> Any:
        """Flags of broken invariants; 0 for a sound state."""
        return self._one.status()


class Seated(InWords):
    """The same for PettingZoo's two views, in which every seat of the game is an agent."""

    _painter: Painter
    _state: GlobalState
    _observation_spaces: dict[str, spaces.Dict]
    _action_spaces: dict[str, LegalDiscrete]

    @property
    def render_mode(self) -> str | None:
        """How ``render`` draws: "human", "ansi", "rgb_array", "ansi_list", "rgb_array_list" or None."""
        return self._painter.mode

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation space of the agent, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The action space of the agent, always the same object; without a mask it samples what is legal for the agent now."""
        return self._action_spaces[agent]

    def state(self) -> npt.NDArray[Any]:
        """The whole position for a central critic, one vector of ``state_space`` (see ``GlobalState``)."""
        return self._state.of(self._one)

    def render(self) -> str | npt.NDArray[np.uint8] | list[Any] | None:
        """The board as text ("ansi"), as an image of shape (height, width, 3) ("rgb_array") or printed ("human").

        "ansi_list" and "rgb_array_list": one of every moment since the last call, or since the game has begun.
        """
        if self._painter.mode is None:
            warnings.warn('render() draws nothing without a render mode; make the environment with render_mode="ansi"', stacklevel=2)
            return None
        picture: str | npt.NDArray[np.uint8] | list[Any] | None = self._painter.paint(self._one)
        return picture

    def close(self) -> None:
        """Nothing to release."""
