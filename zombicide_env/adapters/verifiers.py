"""Verifiers: a taskset with a game for each seed, and the environment that plays them with a model.

The texts of the game are the user's turns; an answer is read by ``games.model_answers.written_action``.  The reward is ``progress``, 0 to 1
and 1 only if the game is won; ``won``, ``turns``, ``wrong`` and ``replaced`` are metrics.

Commands of the library look for a module without a package.  Write one, ``zombicide_games.py``, and name it: ``vf-eval zombicide_games``.

    from zombicide_env.adapters.verifiers import ZombicideEnv, ZombicideTaskset

    __all__ = ["ZombicideEnv", "ZombicideTaskset"]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..modules import text_episode
from . import of_extra

with of_extra("verifiers"):
    import verifiers.v1 as vf
    from pydantic import Field

__all__ = ["GameData", "GameTask", "ZombicideConfig", "ZombicideEnv", "ZombicideEnvConfig", "ZombicideTaskset"]


class ZombicideConfig(vf.TasksetConfig):
    """Which games are played."""

    game: str = "black_plague"
    """Id of the game."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Of ``modules.text_episode`` (``legal``, ``opponents``, ``side``, ``patience``, ``longest``), and the game's own (``quest`` ...)."""
    seed: int = 0
    """Of the first game."""
    games: int = 1000
    """How many."""


class GameData(vf.TaskData):
    """One game."""

    game: str
    options: dict[str, Any]
    seed: int


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """One game; the environment scores it."""


class ZombicideTaskset(vf.Taskset[GameTask, ZombicideConfig]):
    """A game for each seed."""

    def load(self) -> Iterator[GameTask]:
        """Return the tasks; their prompts are the first positions."""
        given = self.config
        episode = text_episode(given.game, primer=False, **given.options)
        rules = episode.game.explanation("game", "primer")
        for seed in range(given.seed, given.seed + given.games):
            data = GameData(
                name=f"{given.game}#{seed}",
                system_prompt=rules or None,
                prompt=episode.reset(seed),
                game=given.game,
                options=given.options,
                seed=seed,
            )
            yield GameTask(data, given.task)


class ZombicideEnvConfig(vf.EnvConfig):
    """The players."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    """The model."""
    decisions: int = 200
    """Answers after which a game is cut off."""


class ZombicideEnv(vf.Env[ZombicideEnvConfig]):
    """Plays a game with the agent ``player``; any number of games run at the same time."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play one game, see ``vf.Env``."""
        data = task.data
        episode = text_episode(data.game, primer=False, **data.options)
        episode.reset(data.seed)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                text = episode.step(segment.last_reply)
                if episode.done or episode.turns >= self.config.decisions:
                    break
                segment = await interaction.turn(text)
        trace = interaction.trace
        trace.record_reward("progress", episode.progress, 1.0)
        figures = {"won": episode.outcome == "won", "turns": episode.turns, "wrong": episode.wrong, "replaced": episode.replaced}
        for name, value in figures.items():
            trace.record_metric(name, float(value))
