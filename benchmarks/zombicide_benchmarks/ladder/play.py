"""Win rates of players that do not learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_env.core.batch import Batch
from zombicide_env.ladder import FIRST_SEED, Rung, won
from zombicide_training.evaluation.statistics import Interval, wilson

__all__ = ["Array", "random_play", "rule_based_play"]

Array = NDArray[Any]


def random_play(rung: Rung, games: int) -> Interval:
    """Return the wins of uniformly random legal actions on test boards."""
    random = np.random.default_rng(FIRST_SEED)

    def choose(_: Array, masks: Array) -> Array:
        drawn: Array = (random.random(masks.shape) * masks).argmax(axis=1)
        return drawn

    return wilson(int(won(rung.name, choose, games).sum()), games)


def rule_based_play(rung: Rung, games: int) -> Interval:
    """Return the wins of the rule-based player ``greedy`` on test boards; its seat rotates in games with several sides."""
    boards = rung.games("test")
    game: Any = boards[0]
    batch = Batch(boards, games, seed=FIRST_SEED, autoreset="disabled", observation_dtype="uint8")
    others = [agents.make(spec, game).player(game) for spec in rung.opponents]
    own = np.arange(games) % len(game.agents) if others else np.zeros(games, np.int64)
    cast = np.zeros((games, batch.n_agents), np.int64)
    if others:
        cast[:] = 1 + (np.arange(batch.n_agents) - own[:, None] - 1) % batch.n_agents % len(others)
        cast[np.arange(games), own] = 0
    batch.play([agents.make("greedy", game).player(game), *others], cast, observe=False)
    wins = game.winners(batch.states)[np.arange(games), own]
    batch.close()
    return wilson(int(wins.sum()), games)
