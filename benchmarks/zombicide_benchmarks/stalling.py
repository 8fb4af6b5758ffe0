"""Returns of policies that only rearrange cards, only wait or only run, next to random and rule-based play.

    python -m zombicide_benchmarks.stalling --games 200

Every game has a limit of rounds.  A policy takes a random action of its kinds if one is legal, else one that ends a turn, else any.
Returns are those of the first side with sparse rewards: as they are, as they would be if the limit truncated the game without a reward,
and with a discount per decision.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.codec import markdown
from zombicide_training.collect.provenance import record

from .commands import count, run_command, say

__all__ = ["POLICIES", "main", "play"]

PLACE: Final = Path(__file__).parents[1] / "results"
ROUNDS: Final = 20
MOST_DECISIONS: Final = 5_000
DISCOUNT: Final = 0.999
GAMES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("black_plague", {"quest": "big_game_hunting", "max_rounds": ROUNDS}),
    ("white_death", {"quest": "empress_of_thorns", "max_rounds": ROUNDS}),
    ("apocalypse", {"quest": "zombie_police", "max_rounds": ROUNDS}),
    ("hit_z_road", {"players": 3, "max_rounds": 4}),
    ("z_game", {"players": 3, "max_turns": ROUNDS}),
)
_STOP: Final = ("end", "pass", "done", "confirm", "stay", "keep")
#: Name -> action blocks that the policy takes.
POLICIES: Final[dict[str, tuple[str, ...]]] = {
    "only waits": (),
    "only rearranges": ("put", "give", "receive", "reorganise", "trade", "take", "stow", "unstow"),
    "only runs": ("move", "flee", "loc"),
}
REFERENCES: Final = ("random", "greedy")

Array = NDArray[Any]


def play(game: Any, policy: str, games: int, seed: int = 0) -> dict[str, Any]:
    """Play the policy as the first side against random play; returns means over ``games`` games, and how they have ended."""
    batch = Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(seed)
    own = list(game.type.seats[0])
    total = np.zeros(games, np.float64)
    faded = np.zeros(games, np.float64)
    chosen = _chooser(game, policy)
    rng = np.random.default_rng(seed)
    lengths = np.zeros(games, np.int64)
    for _ in range(MOST_DECISIONS):
        going = batch.deciders >= 0
        if not going.any():
            break
        mine = going & np.isin(batch.deciders, own)
        actions = np.where(going, batch.random_actions(), 0)
        if mine.any():
            actions[mine] = chosen(batch, rng)[mine]
        batch.step(actions)
        paid = batch.rewards[:, own].mean(axis=1) * going
        total += paid
        faded += paid * DISCOUNT**lengths
        lengths += going
    ends = [game.outcome(batch.states[i : i + 1]) for i in range(games)]
    out_of_time = np.array([one.detail == "max_rounds" for one in ends])
    return {
        "game": game.id,
        "policy": policy,
        "games": games,
        "rounds": round(float(game.measures(batch.states)["rounds"].mean()), 1),
        "decisions": round(float(lengths.mean()), 1),
        "out_of_time": round(float(out_of_time.mean()), 3),
        "not_over": round(float((batch.deciders >= 0).mean()), 3),
        "return": round(float(total.mean()), 3),
        "return_truncated": round(float(np.where(out_of_time, 0.0, total).mean()), 3),
        "return_discounted": round(float(faded.mean()), 3),
        "record": record([game], seed),
    }


def _chooser(game: Any, policy: str) -> Any:
    """Return a function from a batch and a generator to an action for each game."""
    if policy == "random":
        return lambda batch, rng: np.where(batch.deciders >= 0, batch.random_actions(), 0)
    if policy not in POLICIES:
        player = agents.make(policy, game).player(game)
        return lambda batch, rng: batch.think(player)
    rank = np.full(game.action_codec.size, 2.0)
    for block in game.action_codec.blocks:
        kind = 0.0 if block.name in POLICIES[policy] else 1.0 if block.name in _STOP else 2.0
        rank[game.action_codec.start[block.name] :][: block.size] = kind

    def choose(batch: Batch, rng: np.random.Generator) -> Array:
        order = np.where(batch.masks == 1, rank + rng.random(batch.masks.shape), np.inf)
        found: Array = order.argmin(axis=1)
        return found

    return choose


def text(rows: list[dict[str, Any]]) -> str:
    """Return the page of a result."""
    shown = [
        {
            "game": row["game"],
            "policy": row["policy"],
            "rounds": f"{row['rounds']:.1f}",
            "decisions": f"{row['decisions']:,.0f}",
            "out of time": f"{100 * row['out_of_time']:.0f} %",
            f"not over after {MOST_DECISIONS:,} decisions": f"{100 * row['not_over']:.0f} %",
            "return": f"{row['return']:+.2f}",
            "if the limit truncated": f"{row['return_truncated']:+.2f}",
            f"discounted by {DISCOUNT} a decision": f"{row['return_discounted']:+.2f}",
        }
        for row in rows
    ]
    return (
        "# What standing still earns\n\n"
        f"Written by `python -m zombicide_benchmarks.stalling`: {rows[0]['games']} games per line, the first side by the policy, others at "
        "random, every decision asked, sparse rewards. The limits of rounds are those of the records in the JSON file.\n\n"
        f"{markdown(shown)}\n"
    )


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=200, help="games of every line")
    parser.add_argument("--output", type=Path, default=PLACE, help="folder of stalling.json and stalling.md")
    options = parser.parse_args(argv)
    rows = []
    for name, choices in GAMES:
        game = make_game(name, **choices)
        for policy in (*POLICIES, *REFERENCES):
            if policy == "only rearranges" and "put" not in game.action_codec.start:
                continue  # this game has no cards to rearrange
            rows.append(play(game, policy, options.games))
            say(f"{name}, {policy}: {rows[-1]['return']:+.2f}")
    write(options.output / "stalling.json", rows, text(rows))


if __name__ == "__main__":
    run_command(main)
