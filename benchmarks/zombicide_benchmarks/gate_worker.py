"""One side of a comparison: runs the package that ``PYTHONPATH`` names and answers lines, see ``gate.py``.

``python gate_worker.py GAME OPTIONS`` first says ``{"package": folder, "workloads": [...]}``.  ``run NAME N`` does about N steps of a
workload and answers ``{"steps": ..., "processor": seconds}``.  It uses only what every version of the package has had; a
workload that a version cannot do is left out.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Work = Callable[[int], int]


def batch(game: Any) -> Work:
    """256 games, actions chosen by one call and applied by another, uint8."""
    from zombicide_env.core.batch import Batch

    games = Batch(game, 256, seed=0, observation_dtype="uint8")

    def work(steps: int) -> int:
        rounds = -(-steps // games.n)
        for _ in range(rounds):
            games.step(games.random_actions())
        return rounds * games.n

    return work


def random_play(game: Any, observe: bool = True) -> Work:
    """256 games, 64 random steps a call, float32."""
    from zombicide_env.core.batch import Batch

    games = Batch(game, 256, seed=0, observation_dtype="float32")

    def work(steps: int) -> int:
        rounds = -(-steps // (64 * games.n))
        for _ in range(rounds):
            games.step_random(64, observe=observe)
        return rounds * games.n * 64

    return work


def raw_env(game: Any) -> Work:
    """PettingZoo's loop."""
    from zombicide_env.envs.aec import RawEnv

    env: Any = RawEnv(game)
    env.reset(seed=0)

    def work(steps: int) -> int:
        done = 0
        while done < steps:
            if not env.agents:
                env.reset()
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[done * 7919 % len(legal)]))
                done += 1
                if done == steps:
                    break
        return done

    return work


def gym(game: Any) -> Work:
    """Gymnasium's loop."""
    from zombicide_env.envs.gym import TeamEnv

    env: Any = TeamEnv(game)
    now: list[Any] = [env.reset(seed=0)[0]]

    def work(steps: int) -> int:
        for count in range(steps):
            legal = now[0]["action_mask"].nonzero()[0]
            now[0], _reward, terminated, truncated, _info = env.step(int(legal[count * 7919 % len(legal)]))
            if terminated or truncated:
                now[0] = env.reset()[0]
        return steps

    return work


WORKLOADS: dict[str, Callable[[Any], Work]] = {
    "batch": batch,
    "random play": random_play,
    "random play, no observation": lambda game: random_play(game, observe=False),
    "raw_env": raw_env,
    "gymnasium": gym,
}


def say(message: dict[str, Any]) -> None:
    """One line of JSON."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def prepare(game: Any) -> dict[str, Work]:
    """Every workload that this version can do, tried once."""
    works: dict[str, Work] = {}
    for name, make in WORKLOADS.items():
        try:
            work = make(game)
            work(1)
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            sys.stderr.write(f"{name}: {error}\n")
            continue
        works[name] = work
    return works


def main(game_id: str, options: str) -> int:
    """Answer the lines on standard input."""
    import zombicide_env

    works = prepare(zombicide_env.make_game(game_id, **json.loads(options)))
    say({"package": str(Path(zombicide_env.__file__).resolve().parent), "workloads": list(works)})
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word != "run":
            break
        name, _, count = rest.rpartition(" ")
        start = time.process_time()
        done = works[name](int(count))
        say({"steps": done, "processor": time.process_time() - start})
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
