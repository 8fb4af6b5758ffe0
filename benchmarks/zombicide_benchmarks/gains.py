"""Gain of training with default options: ``zombicide train`` without further options, compared with the rule-based players.

    python -m zombicide_benchmarks.gains --minutes 20
    python -m zombicide_benchmarks.gains --only big_game_hunting the_commandry

Each row is one run with the given game or quest (and role in asymmetric games) and no other option, followed by games on seeds that the
run has not seen, the same for the trained policy and for the players that it is compared with.  In competitive games each of them has one
seat, or the seats of the role, and `greedy` has the others.  Rows that are already in the results are not measured again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from zombicide_agents.greedy import rule_based
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import emptied, folder_of, points, stored, write
from zombicide_env import make_game
from zombicide_training import evaluate
from zombicide_training.collect.game_results import competitive
from zombicide_training.collect.provenance import record
from zombicide_training.evaluation.statistics import paired_difference, wilson
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.recipes import BY_GAME, SELF_PLAY
from zombicide_training.run.selfplay import train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig
from zombicide_training.run.trainer import train

from .commands import count, duration, run_command

__all__ = ["OWN_QUEST", "ROWS", "Row", "Table", "main", "measured", "page", "tables"]

PLACE: Final = Path(__file__).parents[1] / "results" / "gains.json"
SEED: Final = 2_000_000_000
_DIFFERENCE: Final = "difference"
#: Agent in the other seats of competitive games.
RIVAL: Final = "greedy"


@dataclass(frozen=True)
class Row:
    """A run: the game, its quest, and the role to learn in asymmetric games; no other options.

    Attributes:
        name: name in commands and results.
        quest: None: the game has none.
        role: the role that learns, "": all.
    """

    name: str
    game: str = "black_plague"
    quest: str | None = None
    role: str = ""

    def config(self, out: Path, minutes: float) -> TrainConfig | SelfPlayConfig:
        """Return the configuration of the run."""
        options: dict[str, Any] = {"game": self.game, "out": out, "minutes": minutes, "final_games": 0, "progress": False}
        if not competitive(self.plain()):
            return TrainConfig(quest=(str(self.quest),), **options)
        quest = (f"quest={self.quest}",) if self.quest else ()
        usual: Any = BY_GAME.get(self.game, SELF_PLAY).options()
        return cast("SelfPlayConfig", usual(role=self.role, option=quest, **options))

    def plain(self, **options: Any) -> Any:
        """Return the game with its usual options."""
        return make_game(self.game, **({"quest": self.quest} if self.quest else {}), **options)


def _quest(name: str, game: str = "black_plague") -> Row:
    return Row(name, game, name)


ROOT: Final = Path(__file__).parents[2]
#: A user's quest, without shipped weights, checkpoints or tuning.
OWN_QUEST: Final = ROOT / "tests" / "toys" / "warehouse.yaml"
#: Runs: quests of Black Plague, generated boards, a user's quest, one of White Death, tutorials, roles, and competitive games.
ROWS: Final[tuple[Row, ...]] = (
    _quest("big_game_hunting"),
    _quest("the_commandry"),
    _quest("generated:seed=7,tiles=2"),
    _quest("generated:seed=6,tiles=4,difficulty=2"),
    Row("own_quest", quest=str(OWN_QUEST)),
    _quest("empress_of_thorns", "white_death"),
    Row("zombie_police_master", "apocalypse", "zombie_police", "zombie_master"),
    Row("zombie_police_team", "apocalypse", "zombie_police", "survivors"),
    _quest("danse_macabre"),
    _quest("preparing_for_battle", "white_death"),
    Row("hit_z_road", "hit_z_road"),
    Row("z_game", "z_game"),
)


@dataclass(frozen=True)
class Table:
    """Games after the run, and the agents in the seats that are not the candidate's."""

    name: str
    games: Sequence[Any]
    role: str = ""

    def wins(self, spec: str, games: int) -> NDArray[np.float64]:
        """Return the candidate's share of the win in each game, 1/k of a win shared by k."""
        first = self.games[0]
        if not competitive(first):
            return evaluate(self.games, spec, games, SEED).wins.astype(np.float64)
        if self.role:
            sides = [[spec if part == self.role else RIVAL] for part in first.type.parts]
            return evaluate(first, sides, games, SEED).won_by(self.role).astype(np.float64)
        found = evaluate(first, [spec, *[RIVAL] * (len(first.agents) - 1)], games, SEED)
        assert found.standing is not None
        shares: NDArray[np.float64] = found.standing.share[:, 0]
        return shares


def tables(row: Row, config: TrainConfig | SelfPlayConfig) -> list[Table]:
    """Return the tables of a row: one, or one for each number of players."""
    if isinstance(config, TrainConfig):
        return [Table(row.name, [make_game(row.game, **options[0]) for options in config.plain_options()])]
    if row.role:
        return [Table(row.name, [row.plain()], row.role)]
    return [Table(f"{row.name}, {players} players", [row.plain(players=players)]) for players in config.players]


def measured(row: Row, folder: Path, minutes: float, games: int) -> list[dict[str, Any]]:
    """Train, then evaluate."""
    config = row.config(emptied(folder_of(folder, row.name)), minutes)
    result = train(config) if isinstance(config, TrainConfig) else train_selfplay(config)
    trained = {"decisions": result.progress.steps, "seconds": round(result.progress.seconds, 1), "base": result.progress.base}
    trained |= {"most_steps": config.steps, "most_generations": config.base_generations, "exploration": config.exploration}
    return compared(row, config, trained, minutes, games)


def compared(
    row: Row, config: TrainConfig | SelfPlayConfig, trained: Mapping[str, Any], minutes: float, games: int
) -> list[dict[str, Any]]:
    """Evaluate for each table the policy of the run, its base (before its network was trained) and the rule-based players, in pairs."""
    base = {"base": f"checkpoint:{config.out / 'base'}"} if (config.out / "base").is_dir() else {}
    rows = []
    for table in tables(row, config):
        specs = {"policy": f"checkpoint:{config.out / 'final'}", **base}
        specs |= {spec: spec for spec in sorted(set(rule_based(table.games[0])))}
        found = {name: table.wins(spec, games) for name, spec in specs.items()}
        players = {name: _row(won, found["policy"]) for name, won in found.items()}
        about = {"row": table.name, "of": row.name, "minutes": minutes, "games": games}
        rows.append({**about, "trained": trained, "agents": players, "record": _recorded(table.games)})
    return rows


def _recorded(games: Sequence[Any]) -> Any:
    """Return a record of the games, with paths relative to the checkout."""
    return json.loads(json.dumps(record(games, SEED)).replace(f"{ROOT}/", ""))


def _row(won: NDArray[np.float64], policy: NDArray[np.float64]) -> dict[str, Any]:
    rate = {"won": [round(end, 4) for end in wilson(float(won.sum()), len(won))]}
    if won is policy:
        return rate
    return rate | {_DIFFERENCE: [round(end, 4) for end in paired_difference(policy, won)]}


def page(results: Mapping[str, Any]) -> str:
    """Return the results as a Markdown page."""
    rows = results["rows"]
    lines = [
        "# What training gains",
        "",
        "`zombicide train` with a game or quest and nothing else, measured by `python -m zombicide_benchmarks.gains`. Every player",
        "meets the same games, which the run has not seen; differences are paired, with 95 % intervals. The base is the policy before",
        "its network has learned: the rule-based player with fitted weights. In games of competition the player has one seat, or those",
        "of the role, and `greedy` the others.",
        "",
        "| what is learned | minutes | games | `greedy` | strongest rule-based player | base | trained policy | against the strongest |",
        "| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |",
    ]
    for row in rows:
        agents = row["agents"]
        others = {name: found for name, found in agents.items() if name not in ("policy", "base")}
        best = max(others, key=lambda name: others[name]["won"][0])
        gain = points(others[best][_DIFFERENCE])
        minutes = f"{row['trained']['seconds'] / 60:.1f} of {row['minutes']:g}"
        strongest = f"`{best}` {_percent(others[best]['won'][0])}"
        base = _percent(agents["base"]["won"][0]) if "base" in agents else "none"
        cells = [f"`{row['row']}`", minutes, str(row["games"]), _percent(others["greedy"]["won"][0]), strongest, base]
        lines.append(f"| {' | '.join([*cells, _percent(agents['policy']['won'][0]), gain])} |")
    about = results["machine"]
    lines += ["", "Limits besides the minutes, the defaults when a row was measured:", "", *_limits(rows)]
    return "\n".join([*lines, "", f"Measured on {about['processor']}, {about['cores']} cores, {about['date']}.", ""])


def _limits(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the limits of runs besides their minutes, one line each; defaults may have changed since."""
    limited: dict[str, list[str]] = {}
    for row in rows:
        steps, generations = row["trained"]["most_steps"], row["trained"]["most_generations"]
        options = ("" if steps is None else f"--steps {steps} ") + f"--base-generations {generations}"
        limited.setdefault(options, []).append(f"`{row['row']}`")
    lines = [f"- `{options}`: {', '.join(names)}" for options, names in limited.items()]
    former = [f"`{row['row']}`" for row in rows if "exploration" not in row["trained"] and row["trained"].get("base")]
    if former:
        ties = "[ties](training_several.md#exploration-and-ties) counted apart"
        lines += [f"- a target entropy of 0.15 nats, in which {ties}, the default of then: {', '.join(former)}"]
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=duration, default=20, help="of each run (default: %(default)s)")
    parser.add_argument("--games", type=count, default=1000, help="of each player afterwards (default: %(default)s)")
    parser.add_argument("--only", nargs="*", metavar="ROW", choices=[row.name for row in ROWS], help="rows to measure; default: all")
    parser.add_argument("--runs", type=Path, default=Path("runs/gains"), help="folder of the runs (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="results as JSON, and a page next to them (default: %(default)s)")
    again = "train nothing: play the games of rows again whose runs are there, with the rule-based players of today"
    parser.add_argument("--again", action="store_true", help=again)
    options = parser.parse_args(argv)
    rows: list[dict[str, Any]] = stored(options.output, {"rows": []})["rows"]
    for row in ROWS:
        if options.only and row.name not in options.only:
            continue
        known = [one for one in rows if one["of"] == row.name]
        if options.again:
            out = folder_of(options.runs, row.name)
            if not known or not (out / "final").is_dir():
                sys.stdout.write(f"{row.name}: not played again, there is no finished run in {out}\n")
                continue
            minutes = known[0]["minutes"]
            found = compared(row, row.config(out, minutes), known[0]["trained"], minutes, options.games)
        elif any(one["minutes"] >= options.minutes for one in known):
            continue
        else:
            found = measured(row, options.runs, options.minutes, options.games)
        rows = [one for one in rows if one["of"] != row.name] + found
        results = {"machine": machine("torch"), "rows": rows}
        write(options.output, results, page(results), "row")
        for one in found:
            sys.stdout.write(f"{one['row']}: {json.dumps(one['agents'])}\n")


if __name__ == "__main__":
    run_command(main)
