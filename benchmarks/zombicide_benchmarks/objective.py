"""Ablation of the objective of `zombicide train`: for each part one run without it, or with another value, all else equal.

    python -m zombicide_benchmarks.objective --quests the_evil_temple --minutes 20 --seeds 3

All minutes are reinforcement learning over the strongest rule-based player, whose weights are not fitted.  The policy after the last
update, not the best of several, plays the same games in every run; differences to the default are paired.  A run that is already in the
results, with at least as many minutes, is not repeated; runs with another default of the target entropy are dropped.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from zombicide_agents import checkpoint_folder
from zombicide_benchmarks.gains import Row, tables
from zombicide_benchmarks.machine import described, machine
from zombicide_benchmarks.results import emptied, folder_of, points, stored, write
from zombicide_training.evaluation.statistics import paired_difference
from zombicide_training.run.config import TARGET_ENTROPY, TrainConfig
from zombicide_training.run.trainer import train

from .commands import count, duration, run_command, say

__all__ = ["DEFAULT", "VARIANTS", "main", "page"]

PLACE: Final = Path(__file__).parents[1] / "results" / "objective.json"
DEFAULT: Final = "default"
_NETWORK: Final = TrainConfig().network
#: Name -> options that differ from the default, and the part that they remove.
VARIANTS: Final[Mapping[str, tuple[Mapping[str, Any], str]]] = {
    DEFAULT: ({}, "nothing"),
    "lambda by decisions": ({"gae_by": "decision"}, "lambda of 0.95 a decision, not a round"),
    "lower lambda": ({"gae": 0.8}, "lambda of 0.8 a round, not 0.95"),
    "no discount": ({"discount": 1.0}, "a later defeat is as bad as an early one: discount of 1 a round, not 0.99"),
    "lowest lambda": ({"gae": 0.5}, "lambda of 0.5 a round, not 0.95"),
    "discount by decisions": ({"discount_by": "decision"}, "discount of 0.99 a decision, not a round"),
    "no target entropy": ({"exploration": 0.0}, "the factor of the base's scores stays as it is"),
    "more exploration": ({"exploration": 0.3}, "a target entropy of 0.3 nats"),
    "sparse reward": ({"reward": "sparse"}, "no potential on the way"),
    "steps of one length": ({"step_kl": 0.0}, "steps do not follow the divergence of the updates"),
    "longer steps": ({"step_kl": 0.03}, "updates of 0.009 to 0.03 nats, not 0.003 to 0.01"),
    "settling": ({"final_step_kl": 0.0001}, "steps become short toward the end"),
    "smaller batches": ({"batch": 256}, "minibatches of 256 decisions, not 1,024"),
    "one pass": ({"epochs": 1}, "one pass over the decisions of an update, not two"),
    "small network": ({"network": replace(_NETWORK, token=8, width=32)}, "32 features of a layer and 8 of a token, not 128 and 16"),
    "large network": ({"network": replace(_NETWORK, token=32, width=256)}, "256 features of a layer and 32 of a token, not 128 and 16"),
    "fitted base": ({"base_share": 0.5}, "half of the minutes for fitting the weights of the base"),
    "no reinforcement": ({"base_share": 1.0}, "the base alone, fitted all the time"),
}
#: Options of all runs: all time is spent on training, and no policy is selected by chance.
COMMON: Final[Mapping[str, Any]] = {"base_share": 0.0, "evaluate_minutes": 1e9, "runoff_games": 0, "patience": 0}


def config_of(quest: str, variant: str, out: Path, minutes: float, seed: int) -> TrainConfig:
    """Return the configuration of a run."""
    usual = Row(quest, quest=quest).config(out, minutes)
    assert isinstance(usual, TrainConfig)
    return replace(usual, seed=seed, **{**COMMON, **VARIANTS[variant][0]})


def measured(quest: str, variant: str, folder: Path, minutes: float, seed: int, games: int) -> dict[str, Any]:
    """Train and evaluate; the won games are stored, so that any two runs can be compared."""
    out = emptied(folder_of(folder, quest, variant, seed))
    config = config_of(quest, variant, out, minutes, seed)
    result = train(config)
    [table] = tables(Row(quest, quest=quest), config)
    last = (checkpoint_folder.steps(out / "checkpoints") or [result.policy])[-1]
    won = table.wins(f"checkpoint:{last}", games) > 0
    about = {"quest": quest, "variant": variant, "seed": seed, "minutes": minutes, "games": games, "exploration": TARGET_ENTROPY}
    return {**about, "decisions": result.progress.steps, "won": np.packbits(won).tobytes().hex()}


def _won(run: Mapping[str, Any]) -> Any:
    return np.unpackbits(np.frombuffer(bytes.fromhex(run["won"]), np.uint8))[: run["games"]].astype(bool)


def page(results: Mapping[str, Any]) -> str:
    """Return the results as a Markdown page."""
    runs = results["runs"]
    lines = [
        "# What each part of the objective is worth",
        "",
        "One run without each part, or with another value of it, measured by `python -m zombicide_benchmarks.objective`: minutes of",
        "reinforcement over the strongest rule-based player, whose weights are not fitted unless a row says so. The last policy",
        "of a run plays, not the best of several.",
        "Differences to the default with the same seeds and minutes are paired game by game, in points, with 95 % intervals, which do",
        "not count the luck of training: see what each seed wins.",
        "",
        "| quest | run | what differs | seeds | minutes | decisions, millions | games | won | by seed | against the default |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |",
    ]
    for quest in dict.fromkeys(run["quest"] for run in runs):
        of = {(run["variant"], run["seed"]): run for run in runs if run["quest"] == quest}
        for variant, (_, about) in VARIANTS.items():
            seeds = [seed for (name, seed) in of if name == variant and (DEFAULT, seed) in of]
            if not seeds:
                continue
            own, usual = (np.concatenate([_won(of[name, seed]) for seed in seeds]) for name in (variant, DEFAULT))
            gain = "" if variant == DEFAULT else points(paired_difference(own, usual))
            first = of[variant, seeds[0]]
            learned = np.mean([of[variant, seed]["decisions"] for seed in seeds]) / 1e6
            cells = [f"`{quest}`", variant, about, str(len(seeds)), f"{first['minutes']:g}", f"{learned:.1f}", str(first["games"])]
            by_seed = ", ".join(f"{100 * _won(of[variant, seed]).mean():.1f}" for seed in seeds)
            lines.append(f"| {' | '.join([*cells, f'{100 * own.mean():.1f} %', by_seed, gain])} |")
    if any("exploration" not in run for run in runs):
        ties = "[ties](training_several.md#exploration-and-ties) counted apart"
        lines += ["", f"Measured while the default was a target entropy of 0.15 nats, in which {ties}."]
    return "\n".join([*lines, "", *described(results["machine"]), ""])


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quests", nargs="+", default=["the_evil_temple"], help="of Black Plague (default: %(default)s)")
    parser.add_argument("--variants", nargs="+", choices=list(VARIANTS), default=list(VARIANTS), help="default: all")
    parser.add_argument("--minutes", type=duration, default=20, help="of each run (default: %(default)s)")
    parser.add_argument("--seeds", type=count, default=3, help="of each variant (default: %(default)s)")
    parser.add_argument("--games", type=count, default=1000, help="of each policy afterwards (default: %(default)s)")
    parser.add_argument("--runs", type=Path, default=Path("runs/objective"), help="folder of the runs (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="results as JSON, and a page next to them (default: %(default)s)")
    options = parser.parse_args(argv)
    runs: list[dict[str, Any]] = stored(options.output, {"runs": []})["runs"]
    runs = [run for run in runs if run.get("exploration") == TARGET_ENTROPY]  # the default with which variants are compared
    wanted = [(quest, name, seed) for seed in range(options.seeds) for quest in options.quests for name in options.variants]
    for quest, name, seed in wanted:
        known = [run for run in runs if (run["quest"], run["variant"], run["seed"]) == (quest, name, seed)]
        if any(run["minutes"] >= options.minutes and run["games"] >= options.games for run in known):
            continue
        found = measured(quest, name, options.runs, options.minutes, seed, options.games)
        runs = [run for run in runs if run not in known] + [found]
        results = {"machine": machine("torch"), "runs": runs}
        write(options.output, results, page(results), "quest")
        say(f"{quest}, {name}, seed {seed}: {100 * _won(found).mean():.1f} % won")


if __name__ == "__main__":
    run_command(main)
