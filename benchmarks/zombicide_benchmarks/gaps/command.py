"""``zombicide benchmark gaps``: measure the test set, score agents and values on it, compute lower bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from zombicide_agents import AgentError, look_up
from zombicide_benchmarks.machine import machine
from zombicide_benchmarks.results import stored, write
from zombicide_training.evaluation.statistics import Interval, together, wilson

from .clairvoyant import probe
from .estimators import Estimate, judged, valued
from .measure import SEED, measure
from .positions import Position, read, replay
from .score import rare, score
from .tables import FOLDER, Table, tables

__all__ = ["PARTS", "Clairvoyant", "Measure", "ScoreAll"]

Say = Callable[[str], None]
RESULTS: Final = FOLDER.parent / "results"


@dataclass
class Measure:
    """Add positions to the stored test set until it is complete. After a stop the same command resumes."""

    table: tuple[str, ...] = ()
    """only these tables, such as black_plague/famine, or all tables of a game, such as z_game; default: all"""
    positions: int | None = None
    """positions per table; default: those of the full set, 200 for a quest and 50 for a table of competing players"""
    games: int = 1000
    """worlds in which each candidate of a position is played to the end"""
    threads: int = 1
    """number of threads; results do not depend on them"""
    lot: int = 10
    """positions to add to a table before the next table"""
    folder: Path = FOLDER
    """folder of the set"""

    def run(self, say: Say) -> None:
        """Measure."""
        chosen, done = tables(self.table), 0
        while True:
            added = 0
            for table in chosen:
                wanted = table.positions if self.positions is None else self.positions
                aim = min(wanted, (len(read(self.folder, table)) // self.lot + 1) * self.lot)
                added += measure(table, self.folder, games=self.games, positions=aim, threads=self.threads, report=say)
            done += added
            if not added:
                say(f"{done} positions added; the set in {self.folder} has all that were asked for")
                return


@dataclass
class ScoreAll:
    """Score agents (their scores of the candidates) and values (of the resulting positions) on the stored test set."""

    agents: tuple[str, ...] = ()
    """specs, such as greedy, checkpoint:survivors, search:simulations=100"""
    values: tuple[str, ...] = ()
    """values of positions: promise, value:PATH (made by zombicide train --recipe value), or the spec of a checkpoint"""
    horizon: tuple[int, ...] = (0, 100)
    """decisions of the pinned player between a candidate and its valuation"""
    worlds: int = 100
    """worlds over which a value is averaged"""
    table: tuple[str, ...] = ()
    """only these, or all tables of a game"""
    threads: int = 1
    """number of threads"""
    folder: Path = FOLDER
    """folder of the set"""
    output: Path = RESULTS / "gaps.json"
    """JSON file for the results"""

    def run(self, say: Say) -> None:
        """Score.

        Raises:
            ValueError: an agent is unknown, or a number is out of range.
        """
        for spec in self.agents:
            look_up(spec)
        if self.worlds < 1 or min(self.horizon, default=0) < 0:
            horizon = " ".join(map(str, self.horizon))
            raise ValueError(f"--worlds {self.worlds} --horizon {horizon}: at least 1 world, and no negative horizon")
        rows = []
        for table, positions in self._stored():
            states = replay(table, positions)
            for name, estimates in self._estimates(table, positions, states):
                try:
                    found = score(positions, list(estimates), "progress" if rare(positions) else "won")
                except AgentError as error:
                    say(f"{table.name}: {name}: {error}")
                    continue
                rows.append({"table": table.name, "estimator": name, **found.row()})
                say(_line(rows[-1]))
        overall = list(_overall(rows))
        for row in overall:
            say(_line(row))
        document = {"machine": machine(), "worlds": self.worlds, "rows": [*overall, *rows]}
        write(self.output, document, row="table")

    def _stored(self) -> Iterator[tuple[Table, list[Position]]]:
        for table in tables(self.table):
            positions = read(self.folder, table)
            if positions:
                yield table, positions

    def _estimates(self, table: Table, positions: Sequence[Position], states: Any) -> Iterator[tuple[str, Iterator[Estimate]]]:
        for spec in self.agents:
            yield spec, judged(table, spec, positions, states)
        for name in self.values:
            for horizon in self.horizon:
                found = valued(table, name, positions, states, horizon=horizon, worlds=self.worlds, threads=self.threads)
                yield f"{name} after {horizon}", found


def _overall(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return for each estimator and game the mean over the quests whose outcome is victory."""
    keys = dict.fromkeys((row["table"].partition("/")[0], row["estimator"]) for row in rows)
    for game, estimator in keys:
        own = [r for r in rows if (r["table"].partition("/")[0], r["estimator"]) == (game, estimator) and r["outcome"] == "won"]
        if not own:
            continue
        means = {
            name: float(np.mean(known)) if (known := [row[name] for row in own if row[name] is not None]) else None
            for name in ("correlation", "ceiling", "auc", "explained")
        }
        summed = {name: sum(row[name] for row in own) for name in ("positions", "gaps")}
        middles = {name: [round(value, 5) for value in together([Interval(*row[name]) for row in own])] for name in ("gain", "regret")}
        rounded = {name: None if value is None else round(value, 4) for name, value in means.items()}
        yield {"table": f"{game}, mean of {len(own)}", "estimator": estimator, **summed, **rounded, "outcome": "won", **middles}


def _line(row: dict[str, Any]) -> str:
    shown = {name: "-" if row[name] is None else f"{row[name]:.2f}" for name in ("correlation", "ceiling", "auc")}
    gain, regret = (f"{100 * row[name][0]:+.2f} ({100 * row[name][1]:+.2f} to {100 * row[name][2]:+.2f})" for name in ("gain", "regret"))
    return (
        f"{row['table']:36s} {row['estimator']:32s} correlation {shown['correlation']} of {shown['ceiling']}, "
        f"gain {gain}, regret {regret} points, AUC {shown['auc']} ({row['positions']} positions, {row['outcome']})"
    )


@dataclass
class Clairvoyant:
    """Play games with knowledge of the dice and cards to come, a lower bound on what is possible."""

    table: tuple[str, ...] = ("black_plague",)
    """tables to play, such as black_plague/famine, or all tables of a game"""
    games: int = 20
    """games per table"""
    simulations: int = 700
    """lines tried in each turn"""
    threads: int = 1
    """number of threads"""
    output: Path = RESULTS / "clairvoyant.json"
    """JSON file for the results; tables that are already in it are not played again"""

    def run(self, say: Say) -> None:
        """Probe. Raises ValueError if no games are asked for."""
        if self.games < 1:
            raise ValueError(f"--games {self.games}: at least 1")
        rows: list[dict[str, Any]] = stored(self.output, {"rows": []})["rows"]
        for table in tables(self.table):
            known = next((row for row in rows if row["table"] == table.name and row["simulations"] == self.simulations), None)
            if known is not None and known["games"] >= self.games:
                continue
            found = [probe(table, SEED - 1 - number, self.simulations, self.threads) for number in range(self.games)]
            won = wilson(sum(one.won for one in found), len(found))
            progress = round(float(np.mean([one.progress for one in found])), 3)
            row = {"table": table.name, "games": self.games, "simulations": self.simulations, "progress": progress}
            rows = [other for other in rows if other is not known] + [row | {"won": [round(value, 4) for value in won]}]
            say(f"{table.name}: {won.percent()} of {self.games} games, {sum(one.lines for one in found)} lines")
            write(self.output, {"machine": machine(), "rows": rows}, row="table")


#: Subcommands of ``zombicide benchmark gaps``.
PARTS: Final[dict[str, type[Measure] | type[ScoreAll] | type[Clairvoyant]]] = {
    "measure": Measure,
    "score": ScoreAll,
    "clairvoyant": Clairvoyant,
}
