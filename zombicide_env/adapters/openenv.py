"""OpenEnv: a server whose sessions each play games of their own, for trainers and models that read and write text.

    uvicorn --factory zombicide_env.adapters.openenv:app                          # Black Plague
    ZOMBICIDE_OPENENV='{"game": "hit_z_road", "players": 3, "opponents": "greedy"}' uvicorn --factory zombicide_env.adapters.openenv:app

An action is ``{"text": "Action: move e"}``.  Clients: ``openenv.GenericEnvClient(base_url="http://127.0.0.1:8000")``.
"""

from __future__ import annotations

import json
import os
from typing import Any, Final
from uuid import uuid4

from ..core.words import OneLineError, one_line
from ..modules import text_episode
from . import of_extra

with of_extra("openenv"):
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field

__all__ = ["GameState", "TextAction", "TextEnvironment", "TextObservation", "app"]

SETTINGS: Final = "ZOMBICIDE_OPENENV"
"""Environment variable with the arguments of ``app`` as JSON, where a server calls it without any."""
SESSIONS: Final = 64


class TextAction(Action):
    """An answer of the model."""

    text: str = Field(description="the answer; its last line reads Action: <a legal action>")


class TextObservation(Observation):
    """What the model reads; ``reward`` is that of its last answer."""

    text: str = Field(description="what has happened, the position, the legal actions; after the end how the game has ended")
    legal: list[str] = Field(default_factory=list, description="the legal actions, for structured choice")
    progress: float = Field(description="how far the game has come, 0 to 1; 1 only if it is won")


class GameState(State):
    """Where the game stands."""

    outcome: str = "ongoing"
    progress: float = 0.0
    wrong: int = 0
    replaced: int = 0


class TextEnvironment(Environment[TextAction, TextObservation, GameState]):
    """A game in text: one reader decides for all survivors, or for one side against opponents.

    Args:
        game: a game, or its id with ``options``.
        options: of ``modules.text_episode``: ``legal``, ``patience``, ``longest``, ``opponents``, ``side``, and the game's own.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: Any = "black_plague", **options: Any) -> None:
        super().__init__()
        self._episode = text_episode(game, **options)
        self._id = ""

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> TextObservation:
        """Start the game of ``seed``."""
        self._id = episode_id or uuid4().hex
        return self._observation(self._episode.reset(seed))

    def step(self, action: TextAction, timeout_s: float | None = None, **_: Any) -> TextObservation:
        """Play what an answer says."""
        return self._observation(self._episode.step(action.text))

    @property
    def state(self) -> GameState:
        """Where the game stands."""
        one = self._episode
        progress = one.progress if self._id else 0.0
        figures = {"outcome": one.outcome if self._id else "ongoing", "progress": progress, "wrong": one.wrong, "replaced": one.replaced}
        return GameState(episode_id=self._id or None, step_count=one.turns, **figures)

    def get_metadata(self) -> EnvironmentMetadata:
        """Return name and description."""
        game = self._episode.game
        return EnvironmentMetadata(name=game.id, description=game.explanation("game", "primer"), version=str(game.version))

    def _observation(self, text: str) -> TextObservation:
        one = self._episode
        return TextObservation(text=text, legal=one.legal_texts, progress=one.progress, done=one.done, reward=one.reward)


def app(game: Any = None, *, sessions: int = SESSIONS, **options: Any) -> Any:
    """Return the server as a FastAPI application.

    Args:
        game: a game, or its id with ``options``; None: what the environment variable ZOMBICIDE_OPENENV says, or else Black Plague.
        sessions: games at the same time.
        options: see ``TextEnvironment``.

    Raises:
        ValueError: the environment variable is not a JSON object, or a value does not fit the game.
    """
    if game is None:
        given = {"game": "black_plague", **_settings(), **options}
        game, sessions, options = given.pop("game"), given.pop("sessions", sessions), given
    TextEnvironment(game, **options)  # what is wrong is said before the first request

    def environment() -> TextEnvironment:
        return TextEnvironment(game, **options)

    return create_app(environment, TextAction, TextObservation, env_name="zombicide", max_concurrent_envs=sessions)


def _settings() -> dict[str, Any]:
    """Return the arguments in the environment variable."""
    text = os.environ.get(SETTINGS) or "{}"
    try:
        found = json.loads(text)
        reason = "" if isinstance(found, dict) else f"{type(found).__name__} in place of an object"
    except json.JSONDecodeError as error:
        reason = str(error)
    if reason:
        remedy = """write it as '{"game": "hit_z_road", "players": 3}', or unset the variable for Black Plague"""
        raise OneLineError(f"{SETTINGS}={one_line(text, 80)} is not a JSON object ({reason}); {remedy}")
    return found
