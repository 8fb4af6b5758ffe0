"""Text, rendering and state access shared by all environments of one game."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..core.answers import chosen, refuse_other
from ..core.layout import copy_records
from .global_state import GlobalState
from .rendering import Painter
from .single import Single
from .spaces import LegalDiscrete

if TYPE_CHECKING:
    from .players import Player


class InWords:
    """Additions to the API of an environment of one game: the game, its state record, and text in both directions."""

    _one: Single

    @property
    def game(self) -> Any:
        """The game: rules, codecs, notation (shared, never changed by playing)."""
        return self._one.game

    @property
    def record(self) -> npt.NDArray[Any]:
        """A copy of the state record, a structured array of shape (1,); writing to it does not change the game."""
        return copy_records(self._one.state)

    def ask(self, player: Player) -> int:
        """Return the action that a player takes in the place of the deciding agent; the game does not change.

        Args:
            player: an object with ``act``, for example ``agents.make("checkpoint:survivors", env.unwrapped.game)``. It gets the inputs
                that it declares (``core.agent_inputs``): a state without hidden information of others, whatever ``observation_dtype`` is.

        Raises:
            RuntimeError: the game is over or has not begun.
            IllegalAction: the answer is not the index of an action.
            TypeError: this is not a player, but the class or the spec of one.
        """
        refuse_other(player)
        if self._one.decider < 0:
            raise RuntimeError("there is nobody to play for: the game is over or has not begun; call reset()")
        return chosen(self._one.ask(player), getattr(player, "name", type(player).__name__))

    def notation(self, action: int) -> str:
        """Return the legal action in the game's notation, e.g. ``move e``."""
        return self._one.notation(action)

    def parse(self, text: str) -> int:
        """Return the legal action written in notation. Raises ValueError, which lists the legal actions, if there is none."""
        return self._one.parse(text)

    def legal_texts(self) -> list[str]:
        """Return all legal actions in the game's notation, in the order of the action space."""
        return self._one.legal_texts()

    def describe(self, compact: bool = False) -> dict[str, Any]:
        """Return the state as words and numbers; ``compact``: only what the deciding agent may know, without empty entries."""
        return self._one.describe(compact)

    def prompt(self) -> str:
        """Return the position, the decision and the legal actions of the deciding agent as text for a language model or a person."""
        return self._one.prompt()

    def _repr_html_(self) -> str:
        """Return the board as HTML for notebooks."""
        from ..render.notebook import picture

        return picture(self.game.scene(self._one.state))

    def status(self) -> Any:
        """Return the flags of broken invariants; 0 for a valid state."""
        return self._one.status()


class Seated(InWords):
    """The same for PettingZoo's two APIs, in which every seat of the game is an agent."""

    _painter: Painter
    _state: GlobalState
    _observation_spaces: dict[str, spaces.Dict]
    _action_spaces: dict[str, LegalDiscrete]

    @property
    def render_mode(self) -> str | None:
        """Render mode: "human", "ansi", "rgb_array", "ansi_list", "rgb_array_list" or None."""
        return self._painter.mode

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of the agent, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """Return the action space of the agent, always the same object; without a mask it samples from the agent's legal actions."""
        return self._action_spaces[agent]

    def state(self) -> npt.NDArray[Any]:
        """Return the whole position for a central critic, one vector of ``state_space`` (see ``GlobalState``).

        Raises RuntimeError before the first ``reset``, as ``render`` does.
        """
        self._one.check_begun("observe")
        return self._state.of(self._one)

    def render(self) -> str | npt.NDArray[np.uint8] | list[Any] | None:
        """Render the board as text ("ansi"), as an image of shape (height, width, 3) ("rgb_array") or printed ("human").

        "ansi_list" and "rgb_array_list": all frames since the last call, or since the game began.
        """
        if self._painter.mode is None:
            warnings.warn('render() draws nothing without a render mode; make the environment with render_mode="ansi"', stacklevel=2)
            return None
        self._one.check_begun("render")
        picture: str | npt.NDArray[np.uint8] | list[Any] | None = self._painter.paint(self._one)
        return picture

    def close(self) -> None:
        """Nothing to release."""
