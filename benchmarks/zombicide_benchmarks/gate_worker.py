"""One side of a comparison: run the package of ``PYTHONPATH`` and answer lines, see ``gate.py``.

``python -m zombicide_benchmarks.gate_worker GAME OPTIONS`` first says ``{"package": folder, "workloads": [...]}``.  ``run NAME N`` runs
about N steps of a workload and answers ``{"steps": ..., "processor": seconds}``.  It uses only features of all versions of the
package; workloads that a version does not support are left out.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .loops import aec_loop, batch_loop, gym_loop, rollout_loop
from .timing import Work


def batch(game: Any) -> Work:
    """Return work on 256 games, uint8."""
    from zombicide_env.core.batch import Batch

    return batch_loop(Batch(game, 256, seed=0, observation_dtype="uint8"))


def random_play(game: Any, observe: bool = True) -> Work:
    """Return work on 256 games, float32."""
    from zombicide_env.core.batch import Batch

    return rollout_loop(Batch(game, 256, seed=0, observation_dtype="float32"), observe)


def raw_env(game: Any) -> Work:
    """Return PettingZoo's loop."""
    from zombicide_env.envs.aec import RawEnv

    return aec_loop(RawEnv(game))


def gym(game: Any) -> Work:
    """Return Gymnasium's loop."""
    from zombicide_env.envs.gym import TeamEnv

    return gym_loop(TeamEnv(game))


WORKLOADS: dict[str, Callable[[Any], Work]] = {
    "batch": batch,
    "random play": random_play,
    "random play, no observation": lambda game: random_play(game, observe=False),
    "raw_env": raw_env,
    "gymnasium": gym,
}


def say(message: dict[str, Any]) -> None:
    """Write one line of JSON."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def prepare(game: Any) -> dict[str, Work]:
    """Return every workload that this version supports, tried once."""
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
