"""Evaluation of agents: whole games in parallel, with any mixture of agents in the seats, and the same seeds for all teams."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_env.core.seating import deal
from zombicide_env.core.words import unknown
from zombicide_training.collect.boards import Boards, Team, split_team, usual_teams
from zombicide_training.collect.workers import Workers
from zombicide_training.evaluation import result_cache
from zombicide_training.evaluation.agent_counts import MARK, Counts, cells, columns, marked, notes, summed
from zombicide_training.evaluation.series import Evaluation, Series, play_all
from zombicide_training.evaluation.statistics import Interval, paired_difference

__all__ = ["EvaluateConfig", "Evaluation", "compare", "evaluate", "run", "table"]


def evaluate(
    game: Any | str | Sequence[Any],
    specs: Team,
    games: int = 100,
    seed: int = 0,
    *,
    label: str | None = None,
    rotate: bool | None = None,
    batch: int = 64,
    threads: int = 1,
    move_seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    workers: Workers | None = None,
) -> Evaluation:
    """Play ``games`` games with seeds ``seed``, ``seed + 1``, ... and return the results.

    An agent that raises an error, returns no legal action or takes too long forfeits the game: the others share the win, the agent's
    ``counts`` include the number of forfeits, and the remaining games are played.

    Args:
        game: the game (``zombicide_env.make_game``) or its id, or several games with the same layouts and seats: episode i plays
            ``game[i % len(game)]``.
        specs: one agent for all seats, or one per seat: specs or Agent objects.  Equal specs share one agent.  In games with roles also
            a list per role, whose agents are distributed over the seats of the role.
        games: number of games.
        seed: seed of the first game; agents are seeded from it too.
        label: name in tables.
        rotate: rotate seats within each role after each game; default: in games with several sides.
        batch: games played in parallel.
        threads: number of threads of the batch and of networks.
        move_seconds: time limit of a move; agents then run in subprocesses; None: no limit.
        progress: called regularly with (games finished, games won).
        workers: processes that play, ``zombicide_training.collect.workers.Processes(2)``; default: this process.  Does not affect results.

    Raises:
        AgentError: a spec is unknown, or an agent does not fit the game.
        ValueError: there are no games, a number is out of range, or the number of specs is neither 1 nor that of the seats.
        TypeError: a number is not an integer, or ``workers`` are none.
    """
    how: dict[str, Any] = {"label": label, "rotate": rotate, "batch": batch, "threads": threads, "move_seconds": move_seconds}
    series = Series.of(make_game(game) if isinstance(game, str) else game, specs, games, seed, **how)
    report = None if progress is None else (lambda _, done, won: progress(done, won))
    return play_all([series], workers, report)[0]


# ---- comparison and tables ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Paired comparison of two teams on the same seeds: difference of win rates, and the games won by only one of them."""

    difference: Interval
    only_first: int
    only_second: int

    def __str__(self) -> str:
        d = self.difference
        return (
            f"{100 * d.value:+.1f} points ({100 * d.low:+.1f} to {100 * d.high:+.1f}); "
            f"won by the first alone {self.only_first}, by the second alone {self.only_second}"
        )


def compare(first: Evaluation, second: Evaluation, role: str = "") -> Comparison:
    """Compare two evaluations game by game; in games with roles, by the wins of ``role`` in each.

    Raises:
        ValueError: the evaluations have different seeds or games, the role does not exist, or the game is a competition, in which ``wins``
            are those of anybody.
    """
    if first.game != second.game:
        raise ValueError(f"evaluations of {first.game} and {second.game} cannot be compared: play the same game")
    if first.standing is not None and not first.roles:
        raise ValueError(
            f"{first.game} is a competition, and each evaluation compares its own agents: see standing.by_agent(seats), or play a league"
        )
    if role and role not in first.roles:
        raise ValueError(unknown("role", role, first.roles))
    if not np.array_equal(first.seeds, second.seeds):
        raise ValueError("only evaluations over the same seeds can be compared game by game")
    a, b = (first.won_by(role), second.won_by(role)) if role else (first.wins, second.wins)
    return Comparison(paired_difference(a, b), int((a & ~b).sum()), int((b & ~a).sum()))


def table(evaluations: Sequence[Evaluation]) -> str:
    """Return the evaluations as a text table: wins with intervals, means of the measures, speed; a row per team, or per agent or role.

    Counters of agents that are not 0 everywhere have columns; marked agents have a line below the table.

    Raises:
        ValueError: the evaluations are of different games, which have different columns.
    """
    if not evaluations:
        return ""
    if len(games := list(dict.fromkeys(e.game for e in evaluations))) > 1:
        raise ValueError(f"evaluations of {' and '.join(games)} have no common table: make one for each game")
    contest = evaluations[0].standing is not None
    rows_of = _role_rows if evaluations[0].roles else _contest_rows if contest else _team_rows
    head, rows = _with_counts(*rows_of(evaluations))
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    words = 3 if evaluations[0].roles else 2 if contest else 1
    lines = [
        "  ".join(c.ljust(w) if i < words else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        for row in (head, *rows)
    ]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join([*lines, *notes(e.marks for e in evaluations)])


#: The header of a table, and its rows, each with its counters.
_Rows = tuple[list[str], list[tuple[list[str], Counts]]]


def _with_counts(head: list[str], rows: list[tuple[list[str], Counts]]) -> tuple[list[str], list[list[str]]]:
    """Insert a column per counter before the last column, the speed."""
    wanted = columns(counts for _, counts in rows)
    return [*head[:-1], *wanted, head[-1]], [[*row[:-1], *cells(counts, wanted), row[-1]] for row, counts in rows]


def _team_rows(evaluations: Sequence[Evaluation]) -> _Rows:
    names = [name for name in evaluations[0].measures if name != "decisions"]
    rows: list[tuple[list[str], Counts]] = []
    for e in evaluations:
        means = [e.mean(name).plain() for name in names]
        label = e.label + MARK if e.marks else e.label
        rows.append(([label, str(len(e.outcomes)), e.win_rate.percent(), *means, _speed(e)], summed(e.counts.values())))
        parts = e.by_game()
        for options, episodes, won in parts if len(parts) > 1 else ():
            rows.append((["  " + " ".join(map(str, options.values())), str(episodes), won.percent(), *[""] * (len(names) + 1)], {}))
    return ["team", "games", "won (95 %)", *names, "decisions/s"], rows


def _contest_rows(evaluations: Sequence[Evaluation]) -> _Rows:
    """Return a row per agent of each table; if one agent plays all seats, a row per seat."""
    rows: list[tuple[list[str], Counts]] = []
    for e in evaluations:
        assert e.standing is not None
        alone = len(set(e.seats)) == 1
        found = {f"seat {i + 1}": r for i, r in enumerate(e.standing.by_seat())} if alone else e.standing.by_agent(e.seats)
        for name, r in found.items():
            share = f"{100 * (1 if alone else e.seats.count(name)) / len(e.seats):.1f} %"
            per_seat = f"{100 / len(e.seats):.1f} %"
            means = [r["win_share"].percent(), per_seat, r["shared_wins"].percent(), r["score"].plain(), r["place"].plain(2)]
            row = [e.label, marked(name, e.marks), str(len(e.outcomes)), share, *means, _speed(e)]
            rows.append((row, e.counts.get(name, {})))
        if alone:  # the counters are not known by seat
            rows[-len(found)] = [marked(e.label, e.marks), *rows[-len(found)][0][1:]], e.counts.get(e.seats[0], {})
    head = ["table", "agent", "games", "seats", "won per seat (95 %)", "fair", "shared wins", "score", "place", "decisions/s"]
    return head, rows


def _role_rows(evaluations: Sequence[Evaluation]) -> _Rows:
    """Return a row per role of each table."""
    names = [name for name in evaluations[0].measures if name != "decisions"]
    rows: list[tuple[list[str], Counts]] = []
    for e in evaluations:
        assert e.standing is not None
        drawn = f"{100 * e.standing.drawn.mean():.1f} %"
        means = [e.mean(name).plain() for name in names]
        for role, r in e.standing.by_role(e.roles).items():
            players = e.players(role)
            shown = "+".join(marked(name, e.marks) for name in players)
            row = [e.label, role, shown, str(len(e.outcomes)), r["win_share"].percent(), drawn, *means, _speed(e)]
            rows.append((row, summed(e.counts.get(name, {}) for name in players)))
    return ["table", "side", "agents", "games", "won (95 %)", "drawn", *names, "decisions/s"], rows


def _speed(e: Evaluation) -> str:
    return f"{e.decisions / max(e.seconds, 1e-9):,.0f}"


# ---- command ---------------------------------------------------------------------------------------------------


@dataclass
class EvaluateConfig(Boards):
    """Play teams against the game, or agents against each other, and report how often they win."""

    teams: list[str] = field(default_factory=list)
    """teams to compare; default: greedy and random. Join the specs of a team with '+'; they are assigned to the seats in turn: greedy plays
    all seats, checkpoint:runs/x+greedy+greedy+random the seats 1 and 5, 2 and 6, 3, 4 of six; a '+' in the path of an existing file is
    part of the path. In a competitive game a team is a table (default: greedy+random), and seats are rotated after each game. In games
    with roles 'vs' separates the two roles: 'greedy+random vs search'"""
    games: int = 200
    """games per team"""
    seed: int = 0
    """seed of the first game"""
    batch: int = 64
    """games in parallel"""
    threads: int = 1
    """threads of the batch and of networks; --workers uses more processes"""
    move_seconds: float | None = None
    """time limit of a move in seconds; an agent that takes longer forfeits the game. Each agent then runs in its own process. Default: no
    limit"""
    output: Path | None = None
    """JSON file for the results of every team; games played so far are in OUTPUT.part, from which the same command continues"""


def run(config: EvaluateConfig, progress: Callable[[str, int, int], None] | None = None) -> list[Evaluation]:
    """Evaluate every team of the configuration on the same seeds."""
    games = config.make_games()
    teams = config.teams or usual_teams(games[0])
    tables = {team: deal(games[0].type, split_team(team), "agents") for team in teams}
    how: dict[str, Any] = {"batch": config.batch, "threads": config.threads, "move_seconds": config.move_seconds}
    # Errors are raised before the first game, not after the games of earlier teams.
    series = [Series.of(games, seats, config.games, config.seed, label=team, **how) for team, seats in tables.items()]
    if config.output is None:
        return _play(config, games, series, progress)
    files.replaceable(config.output, "results of `zombicide evaluate`", files.json_of("label", "outcomes"))
    with files.claimed(config.output):
        results = _play(config, games, series, progress)
        files.write(config.output, json.dumps([e.summary() for e in results], indent=2) + "\n")
        result_cache.done(config.output)
    return results


def _play(
    config: EvaluateConfig, games: list[Any], series: list[Series], progress: Callable[[str, int, int], None] | None
) -> list[Evaluation]:
    specs = dict.fromkeys(name for one in series for name in one.names)
    with config.open() as workers:
        return play_all(series, workers, progress, result_cache.cache_beside(config.output, config, games, specs))
