"""Games on a rung: how many of them somebody wins, through the environments that everybody uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_env.core.batch import Batch
from zombicide_env.ladder import Rung
from zombicide_training.statistics import Interval, wilson

__all__ = ["SEED", "Choose", "random_play", "rule_based_play", "wins"]

#: Of the first game; learners have other seeds.
SEED: Final = 5_000_000_000

Array = NDArray[Any]
Choose = Callable[[Array, Array], Array]
"""Observations and masks of some games -> an action for each."""


def wins(rung: Rung, choose: Choose, games: int, *, split: str = "test", observation_dtype: str = "float32") -> Interval:
    """The share of games that a policy wins, the same games for everybody.

    Args:
        rung: what is played.
        choose: the policy, asked for the games that go on.
        games: how many, each to its end.
        split: boards to learn on, or others.
        observation_dtype: float32 (0 to 1) or uint8 (raw).
    """
    envs: Any = gymnasium.make_vec(
        rung.gymnasium_id, num_envs=games, split=split, autoreset_mode="disabled", observation_dtype=observation_dtype
    )
    seen, _ = envs.reset(seed=SEED)
    over, won = np.zeros(games, bool), np.zeros(games, bool)
    actions = np.zeros(games, np.int64)
    while not over.all():
        going = np.flatnonzero(~over)
        actions[going] = choose(seen["observation"][going], seen["action_mask"][going])
        seen, _, terminated, truncated, infos = envs.step(actions)
        new = (terminated | truncated) & ~over
        if new.any():
            won[new] = infos["final_info"]["is_success"][new]
            over |= new
    envs.close()
    return wilson(int(won.sum()), games)


def random_play(rung: Rung, games: int, split: str = "test") -> Interval:
    """What uniformly random legal actions win."""
    random = np.random.default_rng(SEED)

    def choose(_: Array, masks: Array) -> Array:
        drawn: Array = (random.random(masks.shape) * masks).argmax(axis=1)
        return drawn

    return wins(rung, choose, games, split=split)


def rule_based_play(rung: Rung, games: int, split: str = "test") -> Interval:
    """What the rule-based player ``greedy`` wins; the learner's seat goes round where there are several."""
    boards = rung.games(split)
    game: Any = boards[0]
    batch = Batch(boards, games, seed=SEED, autoreset="disabled", observation_dtype="uint8")
    others = [agents.make(spec, game).player(game) for spec in rung.opponents]
    own = np.arange(games) % len(game.agents) if others else np.zeros(games, np.int64)
    cast = np.zeros((games, batch.n_agents), np.int64)
    if others:
        cast[:] = 1 + (np.arange(batch.n_agents) - own[:, None] - 1) % batch.n_agents % len(others)
        cast[np.arange(games), own] = 0
    batch.play([agents.make("greedy", game).player(game), *others], cast, observe=False)
    won = game.winners(batch.states)[np.arange(games), own]
    batch.close()
    return wilson(int(won.sum()), games)
