"""Make the golden games: for every number of players, mode and end the recorded one, if its actions still lead to that end,
else the first game of a series that shows it.

    python -m tests.games.z_game.golden.make [NAME ...]

Run it again only when the rules change on purpose.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from tests.games.golden import renewed
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.numbers.layout import ALL_ELIMINATED, AT_CAP, AT_TARGET
from zombicide_env.replay import SUFFIX, Recorder

FOLDER: Final = Path(__file__).parent
SERIES: Final = 400
MANY: Final = 512
RECKLESS: Final = 60


@dataclass(frozen=True)
class Wanted:
    """A golden game: its options, its players, its end, and first words of moves that it must contain."""

    options: dict[str, Any]
    players: tuple[str, ...]
    end: Callable[[Any], bool]
    moves: tuple[str, ...] = field(default=())


def at_target(s: Any) -> bool:
    return bool(s["end"] == AT_TARGET)


def at_cap(s: Any) -> bool:
    return bool(s["end"] == AT_CAP and s["winner"].sum() == 1)


def shared(s: Any) -> bool:
    return bool(s["end"] == AT_CAP and s["winner"].sum() > 1)


def nobody_left(s: Any) -> bool:
    return bool(s["end"] == ALL_ELIMINATED)


def any_end(s: Any) -> bool:
    return bool(s["outcome"] > 0)


_SHORT: Final[dict[str, Any]] = {"target": "blitz", "max_turns": 5}
GAMES: Final[dict[str, Wanted]] = {
    "two_target": Wanted({"players": 2, "target": "blitz", "trade": "off"}, ("greedy",), at_target),
    "three_target": Wanted({"players": 3, "target": "blitz", "trade": "off"}, ("greedy",), at_target, ("victim",)),
    "four_target": Wanted({"players": 4, "target": "blitz", "trade": "off"}, ("greedy",), at_target),
    "two_cap": Wanted({"players": 2, **_SHORT}, ("random",), at_cap, ("scheme", "deal")),
    "three_cap": Wanted({"players": 3, **_SHORT, "trade": "business"}, ("greedy", "random"), at_cap, ("offer",)),
    "four_cap": Wanted({"players": 4, **_SHORT, "trade": "scheming"}, ("greedy", "random"), at_cap, ("give",)),
    "shared_victory": Wanted({"players": 2, "target": "blitz", "max_turns": 1}, ("random",), shared),
    "all_eliminated": Wanted({"players": 2, "max_turns": RECKLESS, "trade": "off"}, ("random",), nobody_left),
    "quick_start": Wanted({"players": 2, **_SHORT, "quick_start": True, "trade": "off"}, ("greedy",), any_end, ("claim",)),
    "fog_of_war": Wanted({"players": 3, **_SHORT, "fog_of_war": True, "trade": "off"}, ("greedy", "random"), any_end, ("swap",)),
    "terrain_knowledge": Wanted({"players": 4, **_SHORT, "terrain_knowledge": True, "trade": "off"}, ("greedy",), any_end, ("tile",)),
    "herd_instinct": Wanted({"players": 2, **_SHORT, "herd_instinct": True, "trade": "off"}, ("greedy",), any_end),
    "pharmacy_business": Wanted(
        {"players": 3, **_SHORT, "pharmacy_business": True, "trade": "off"}, ("greedy", "random"), any_end, ("do",)
    ),
    "survivor_search": Wanted({"players": 4, **_SHORT, "survivor_search": True, "trade": "off"}, ("greedy", "random"), any_end, ("do",)),
    "few_but_effective": Wanted({"players": 2, **_SHORT, "few_but_effective": True, "trade": "off"}, ("greedy", "random"), any_end),
}


def play(wanted: Wanted, seed: int) -> tuple[Recorder, set[str]]:
    """Play a game, and collect the first words of its moves."""
    game = make_game("z_game", **wanted.options)
    seated = [agents.make(spec, game) for spec in wanted.players]
    for number, agent in enumerate(seated):
        agent.reset(seed + number)
    seats = [agent.name for agent in seated]
    recorder, words = Recorder(game, seed=seed, players=[seats[p % len(seats)] for p in range(len(game.agents))]), set[str]()
    while not recorder.over:
        agent = seated[game.agents.index(game.decider(recorder.state)) % len(seated)]
        action = agent.act(recorder.observation, recorder.mask, game, recorder.state)
        words.add(game.notation(recorder.state, action).split()[0])
        recorder.record(action)
    return recorder, words


def rare(wanted: Wanted) -> Recorder:
    """Record a random game with an end that occurs once in many thousands: many games are played in a batch to find it."""
    game = make_game("z_game", **wanted.options)
    for start in range(0, 10**6, MANY):
        rng = np.random.default_rng(start)
        batch = Batch(game, MANY, seed=np.arange(start, start + MANY), autoreset="disabled", observation_dtype="uint8")
        played: list[Any] = []
        while not batch.dones.all():
            actions = (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)
            played.append(np.where(batch.dones != 0, -1, actions))
            batch.step(actions)
        for i in np.flatnonzero([wanted.end(state) for state in batch.states]):
            recorder = Recorder(game, seed=start + int(i), players=["random"] * len(game.agents))
            for actions in played:
                if actions[i] >= 0:
                    recorder.record(int(actions[i]))
            return recorder
    raise RuntimeError("no such game was found")


def make(name: str) -> Path:
    wanted, path = GAMES[name], FOLDER / f"{name}{SUFFIX}"
    again = renewed(path, make_game("z_game", **wanted.options))
    if again is not None and wanted.end(again.state[0]) and {entry.text.split()[0] for entry in again.entries} >= set(wanted.moves):
        again.write(path)
        return path
    if wanted.end is nobody_left:
        rare(wanted).write(path)
        return path
    for seed in range(SERIES):
        recorder, words = play(wanted, seed)
        if wanted.end(recorder.state[0]) and words >= set(wanted.moves):
            recorder.write(path)
            return path
    raise RuntimeError(f"none of {SERIES} games is a {name}")


def main() -> None:
    np.seterr(all="raise")
    for name in sys.argv[1:] or GAMES:
        make(name)


if __name__ == "__main__":
    main()
