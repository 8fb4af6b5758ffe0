"""Digests of games played with fixed seeds: ``python -m tests.digests`` prints them; they are equal in every process and Python version.

Requires only NumPy, Numba, Gymnasium, PettingZoo and PyYAML; with ``NUMBA_DISABLE_JIT=1`` nothing is compiled.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from zombicide_agents import RandomAgent
from zombicide_env import GAMES, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.envs.aec import RawEnv
from zombicide_env.replay import Recorder


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:16]


def of_batch(game: Any, steps: int) -> str:
    """Digest states, observations, masks and rewards of random play, followed by play of the game's own heuristic."""
    batch = Batch(game, 2, seed=11)
    batch.seed_actions(7)
    seen = []
    for _ in range(steps):
        batch.step_random()
        seen += [batch.states.tobytes(), batch.observations.tobytes(), batch.masks.tobytes(), batch.rewards.tobytes()]
    batch.resample()
    heuristic = game.heuristic()
    if heuristic is not None:
        batch.play(player_of_heuristic(heuristic), limit=steps)
    return digest(*seen, batch.states.tobytes(), repr(game.describe(batch.states[:1])).encode())


def of_env(game: Any, steps: int) -> str:
    """Digest saves and observations of an environment, and the replay of a game, without the package version."""
    env, record, agent = RawEnv(game), Recorder(game, 3, ["random"]), RandomAgent(game, seed=5)
    env.reset(seed=3)
    seen = []
    for _ in range(steps):
        observation = env.observe(env.agent_selection)
        action = agent.act(observation["observation"], observation["action_mask"])
        seen += [observation["observation"].tobytes(), observation["action_mask"].tobytes()]
        env.step(action)
        record.record(action)
        if env.terminations[env.agent_selection]:
            break
    entries = "\n".join(repr(entry) for entry in record.entries)
    return digest(*seen, env.save(), entries.encode())


def main() -> None:
    """Print the digests as JSON."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    games = {name: make_game(name) for name in GAMES}
    json.dump({name: [of_batch(game, steps), of_env(game, steps)] for name, game in games.items()}, sys.stdout)


if __name__ == "__main__":
    main()
