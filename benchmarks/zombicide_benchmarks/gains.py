"""What training with the default options gains: ``zombicide train`` and nothing else, beside the rule-based players.

    python -m zombicide_benchmarks.gains --minutes 20
    python -m zombicide_benchmarks.gains --only big_game_hunting the_commandry

Each row is one run with the game or quest given and no other option, and then games on seeds that the run has not seen, the same for the
trained policy and for everybody beside it.  A row that the results have already is not measured again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from zombicide_agents.greedy import rule_based
from zombicide_benchmarks.machine import machine
from zombicide_env.core import files
from zombicide_training.config import TrainConfig
from zombicide_training.evaluate import Evaluation, compare, evaluate
from zombicide_training.record import record
from zombicide_training.trainer import Trainer, train

__all__ = ["ROWS", "Row", "main", "measured", "page"]

RESULTS: Final = Path(__file__).parents[1] / "results"
PLACE: Final = RESULTS / "gains.json"
PAGE: Final = RESULTS / "gains.md"
SEED: Final = 2_000_000_000
_DIFFERENCE: Final = "difference"


@dataclass(frozen=True)
class Row:
    """A run: the game and its quest, nothing else."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def config(self, out: Path, minutes: float) -> TrainConfig:
        """The configuration of the run."""
        return TrainConfig(out=out, minutes=minutes, final_games=0, progress=False, **self.options)


def _quest(name: str, game: str = "black_plague") -> Row:
    return Row(name, {"quest": (name,), "game": game})


#: What is trained: quests of Black Plague, generated boards, a quest of White Death, and tutorials.
ROWS: Final[tuple[Row, ...]] = (
    _quest("big_game_hunting"),
    _quest("the_commandry"),
    _quest("generated:seed=7,tiles=2"),
    _quest("generated:seed=7,tiles=4"),
    _quest("empress_of_thorns", "white_death"),
    _quest("danse_macabre"),
    _quest("preparing_for_battle", "white_death"),
)


def measured(row: Row, folder: Path, minutes: float, games: int) -> dict[str, Any]:
    """Train and play: ``policy``, ``base`` (the policy before its network learned) and the rule-based players, with paired differences."""
    out = folder / row.name.replace(":", "_").replace(",", "_").replace("=", "_")
    shutil.rmtree(out, ignore_errors=True)
    config = row.config(out, minutes)
    result = train(config)
    plain = Trainer(row.config(out, minutes)).plain_games
    specs = {"policy": f"checkpoint:{result.policy}", "base": f"checkpoint:{out / 'base'}"}
    specs |= {spec: spec for spec in sorted(set(rule_based(plain[0])))}
    found = {name: evaluate(plain, spec, games, SEED) for name, spec in specs.items()}
    rows = {name: _row(evaluation, found["policy"]) for name, evaluation in found.items()}
    trained = {"decisions": result.progress.steps, "seconds": round(result.progress.seconds, 1), "base": result.progress.base}
    trained |= {"most_steps": config.steps, "most_generations": config.base_generations}
    return {"row": row.name, "minutes": minutes, "games": games, "trained": trained, "agents": rows, "record": record(plain, SEED)}


def _row(evaluation: Evaluation, policy: Evaluation) -> dict[str, Any]:
    won = {"won": [round(end, 4) for end in evaluation.win_rate]}
    if evaluation is policy:
        return won
    return won | {_DIFFERENCE: [round(end, 4) for end in compare(policy, evaluation).difference]}


def page(results: Mapping[str, Any]) -> str:
    """The results as a Markdown page."""
    rows = results["rows"]
    lines = [
        "# What training gains",
        "",
        "`zombicide train` with a quest and nothing else, measured by `python -m zombicide_benchmarks.gains`. Every player meets the same",
        "games, which the run has not seen; differences are paired, with 95 % intervals. The base is the policy before its network has",
        "learned: the rule-based player with fitted weights.",
        "",
        "| quest | minutes | games | trained policy | base | rule-based players | policy against the best of them |",
        "| --- | ---: | ---: | ---: | ---: | --- | ---: |",
    ]
    for row in rows:
        agents = row["agents"]
        others = {name: found for name, found in agents.items() if name not in ("policy", "base")}
        best = max(others, key=lambda name: others[name]["won"][0])
        shown = ", ".join(f"`{name}` {_percent(found['won'][0])}" for name, found in others.items())
        low, high = (_points(end) for end in others[best][_DIFFERENCE][1:])
        gain = f"{_points(others[best][_DIFFERENCE][0])} ({low} to {high})"
        minutes = f"{row['trained']['seconds'] / 60:.1f} of {row['minutes']:g}"
        cells = [f"`{row['row']}`", minutes, str(row["games"]), _percent(agents["policy"]["won"][0])]
        lines.append(f"| {' | '.join([*cells, _percent(agents['base']['won'][0]), shown, gain])} |")
    about = results["machine"]
    lines += ["", *(_limits(row) for row in rows)]
    return "\n".join([*lines, "", f"Measured on {about['processor']}, {about['cores']} cores, {about['date']}.", ""])


def _limits(row: Mapping[str, Any]) -> str:
    """What the run was limited to besides its minutes; defaults may have changed since."""
    trained = row["trained"]
    options = f"--steps {trained['most_steps']} --base-generations {trained['most_generations']}"
    return f"`{row['row']}`: `{options}`, the defaults when it was measured."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}"


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20, help="of each run (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1000, help="of each player afterwards (default: %(default)s)")
    parser.add_argument("--only", nargs="*", metavar="ROW", choices=[row.name for row in ROWS], help="rows to measure; default: all")
    parser.add_argument("--runs", type=Path, default=Path("runs/gains"), help="folder of the runs (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="results as JSON, and beside them a page (default: %(default)s)")
    options = parser.parse_args(argv)
    rows: list[dict[str, Any]] = json.loads(options.output.read_text())["rows"] if options.output.exists() else []
    for row in ROWS:
        if options.only and row.name not in options.only:
            continue
        if any(known["row"] == row.name and known["minutes"] >= options.minutes for known in rows):
            continue
        found = measured(row, options.runs, options.minutes, options.games)
        rows = [known for known in rows if known["row"] != row.name] + [found]
        results = {"machine": machine("torch"), "rows": rows}
        files.write(options.output, json.dumps(results, separators=(",", ":")).replace('{"row"', '\n{"row"') + "\n")
        files.write(options.output.with_suffix(".md"), page(results))
        sys.stdout.write(f"{row.name}: {json.dumps(found['agents'])}\n")


if __name__ == "__main__":
    main()
