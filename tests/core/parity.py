"""Play games of the toy and print a digest of all results (the tests run it in both modes)."""

from __future__ import annotations

import hashlib
import json
import sys

from tests.core.toy import Race
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import PYTHON_MODE


def main() -> None:
    result: dict[str, object] = {"python_mode": PYTHON_MODE}
    episodes = 0
    for autoreset in ("same_step", "next_step", "disabled"):
        batch = Batch([Race(), Race(goal=9, max_rounds=4)], 7, seed=5, autoreset=autoreset)
        digest = hashlib.sha256()
        for _ in range(60):
            batch.step(batch.random_actions())
            for array in (batch.states, batch.masks, batch.observations, batch.rewards, batch.dones, batch.deciders):
                digest.update(array.tobytes())
            digest.update(batch.final_observations.tobytes() + batch.final_states.tobytes())
        batch.step_random(10)
        digest.update(batch.states.tobytes() + batch.observe(1).tobytes())
        result[autoreset] = digest.hexdigest()
        episodes += int(batch.episodes.sum())
    result["episodes"] = episodes
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
