"""Make the golden games: for every possible end, the first game of a series that reaches it.

    python -m tests.games.hit_z_road.golden.make

Run it again only when the rules change on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.replay import SUFFIX, Recorder

FOLDER: Final = Path(__file__).parent
SERIES: Final = 4000


def came_through(s: Any) -> int:
    return int(s["alive"].sum())


def tied(s: Any) -> bool:
    """Whether the best score belongs to two surviving players or more."""
    scores = s["score"][s["alive"] == 1]
    return len(scores) > 1 and bool((scores == scores.max()).sum() > 1)


#: End -> number of players, and a condition on the last state.
ENDS: Final[dict[str, tuple[int, Callable[[Any], bool]]]] = {
    "solo_first_grade": (1, lambda s: s["grade"] == 1),
    "solo_high_grade": (1, lambda s: s["grade"] >= 4),
    "solo_lost": (1, lambda s: s["outcome"] == 2),
    "points": (4, lambda s: came_through(s) == 4 and not tied(s)),
    "tie_by_survivors": (2, lambda s: tied(s) and s["winner"].sum() == 1),
    "shared_victory": (3, lambda s: s["winner"].sum() > 1),
    "lone_survivor": (3, lambda s: came_through(s) == 1 and s["outcome"] == 1),
    "nobody": (4, lambda s: s["outcome"] == 2),
}


def play(end: str, seed: int, spec: str) -> Recorder:
    game = make_game("hit_z_road", players=ENDS[end][0])
    agent = agents.make(spec, game)
    agent.reset(seed)
    recorder = Recorder(game, seed=seed, players=[spec])
    while not recorder.over:
        recorder.record(agent.act(recorder.observation, recorder.mask, game, recorder.state))
    return recorder


def make(end: str) -> Path:
    """Write the golden game of an end: greedy players look for it, or random ones if only careless play reaches it."""
    spec = "random" if end in ("nobody", "solo_lost") else "greedy"
    for seed in range(SERIES):
        recorder = play(end, seed, spec)
        if ENDS[end][1](recorder.state[0]):
            path = FOLDER / f"{end}{SUFFIX}"
            recorder.write(path)
            return path
    raise RuntimeError(f"none of {SERIES} games ends with {end}")


def main() -> None:
    np.seterr(all="raise")
    for end in ENDS:
        make(end)


if __name__ == "__main__":
    main()
