"""How strong agents are: whole games, many at once, any mixture of agents in the seats, the same seeds for everybody."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import agents
from agents import Agent
from training.statistics import Interval, mean, paired_difference, wilson
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON

__all__ = ["EvaluateConfig", "Evaluation", "compare", "evaluate", "play_games", "run", "table"]

#: What is measured at the end of a game, besides its outcome, where the state has the field.
MEASURES: Final[dict[str, Callable[[Any, Any], NDArray[Any]]]] = {
    "rounds": lambda states, _: states["round"],
    "deaths": lambda states, n: n - states["alive"][:, :n].sum(axis=1),
    "objectives": lambda states, _: states["taken"].sum(axis=1),
    "experience": lambda states, n: states["xp"][:, :n].max(axis=1),
    "decisions": lambda states, _: states["steps"],
}
_NEEDS: Final = {"rounds": "round", "deaths": "alive", "objectives": "taken", "experience": "xp", "decisions": "steps"}


@dataclass
class Evaluation:
    """Results of one team over a series of games.

    Attributes:
        label: name of the team, by default its specs.
        seats: spec of each seat.
        seeds, outcomes: int64 and uint8 (index into ``OUTCOMES``) per game.
        measures: name -> float64 per game.
        seconds, decisions: cost of the whole evaluation.
    """

    label: str
    game: str
    options: dict[str, Any]
    seats: list[str]
    seeds: NDArray[np.int64]
    outcomes: NDArray[np.uint8]
    measures: dict[str, NDArray[np.float64]]
    seconds: float
    decisions: int

    @property
    def wins(self) -> NDArray[np.bool_]:
        """Per game: was it won?"""
        return self.outcomes == WON

    @property
    def win_rate(self) -> Interval:
        """Share of games won, with the Wilson interval."""
        return wilson(int(self.wins.sum()), len(self.wins))

    def mean(self, measure: str) -> Interval:
        """Mean of a measure over the games."""
        return mean(self.measures[measure])

    def summary(self) -> dict[str, Any]:
        """Plain values for JSON: rates and means with their intervals, and the outcome of every seed."""
        return {
            "label": self.label,
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "episodes": len(self.outcomes),
            "first_seed": int(self.seeds[0]),
            "win_rate": self.win_rate._asdict(),
            **{name: self.mean(name)._asdict() for name in self.measures},
            "decisions_per_second": round(self.decisions / max(self.seconds, 1e-9)),
            "outcomes": "".join("-WLT"[o] for o in self.outcomes.tolist()),
        }

    def save(self, path: str | Path) -> None:
        """Write ``summary`` as JSON."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(json.dumps(self.summary(), indent=2) + "\n", encoding="utf-8")


def evaluate(
    game: Any,
    specs: str | Agent | Sequence[str | Agent],
    episodes: int = 100,
    seed: int = 0,
    *,
    label: str | None = None,
    batch: int = 64,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Play ``episodes`` games with seeds ``seed``, ``seed + 1``, ... and count.

    Args:
        game: the game (``zombicide_env.make_game``).
        specs: one agent for all seats, or one for each seat: specs or Agent objects.  Equal specs share one agent.
        episodes: number of games.
        seed: of the first game; agents that choose at random are seeded with it too.
        label: name in tables.
        batch: games played at the same time.
        threads: of the batch.
        progress: called with (games finished, games won) now and then.

    Raises:
        AgentError: an unknown spec or an agent that does not fit the game.
        ValueError: no episodes, or the number of specs is neither 1 nor that of the seats.
    """
    if episodes < 1:
        raise ValueError(f"episodes={episodes}: at least one game is needed")
    team, names = seat_agents(game, specs)
    for agent in dict.fromkeys(team):
        agent.reset(seed)
    start = time.perf_counter()
    seeds = seed + np.arange(episodes, dtype=np.int64)
    outcomes, measures, decisions = play_games(game, team, seeds, batch=min(batch, episodes), threads=threads, progress=progress)
    shown = label or (names[0] if len(set(names)) == 1 else " ".join(names))
    return Evaluation(shown, game.id, dict(game.options), names, seeds, outcomes, measures, time.perf_counter() - start, decisions)


def seat_agents(game: Any, specs: str | Agent | Sequence[str | Agent]) -> tuple[list[Agent], list[str]]:
    """The agent of each seat, and its name; equal specs share one agent."""
    given = [specs] if isinstance(specs, str | Agent) else list(specs)
    seats = len(game.agents)
    if len(given) == 1:
        given = given * seats
    if len(given) != seats:
        raise ValueError(f"{len(given)} agents for {seats} seats of {game.id}: give one for all seats, or {seats}")
    made: dict[str, Agent] = {}
    team: list[Agent] = []
    for spec in given:
        if isinstance(spec, Agent):
            team.append(spec)
        else:
            if spec not in made:
                made[spec] = agents.make(spec, game)
            team.append(made[spec])
    return team, [spec if isinstance(spec, str) else spec.name for spec in given]


def play_games(
    game: Any,
    team: Sequence[Agent],
    seeds: NDArray[np.int64],
    *,
    batch: int = 64,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[NDArray[np.uint8], dict[str, NDArray[np.float64]], int]:
    """Play one game per seed; outcomes, measures, and the number of decisions."""
    episodes = len(seeds)
    games = Batch(game, batch, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
    runner = _Runner(game, games, team)
    names = [name for name, need in _NEEDS.items() if need in (game.state_dtype.names or ())]
    outcomes = np.zeros(episodes, np.uint8)
    measures = {name: np.zeros(episodes) for name in names}
    episode = np.arange(batch)
    started = np.zeros(batch, np.int64)
    started[:] = seeds[:batch]
    games.reset(started)
    following, finished, decisions = batch, 0, 0
    running = np.ones(batch, bool)
    while running.any():
        decisions += runner.step(running)
        over = running & (games.dones != 0)
        if not over.any():
            continue
        done = np.flatnonzero(over)
        outcomes[episode[done]] = games.dones[done]
        for name in names:
            measures[name][episode[done]] = MEASURES[name](games.states[done], len(game.agents))
        finished += len(done)
        fresh = done[: episodes - following]
        running[done] = False
        if len(fresh):
            episode[fresh] = following + np.arange(len(fresh))
            started[fresh] = seeds[episode[fresh]]
            which = np.zeros(batch, bool)
            which[fresh] = True
            games.reset(started, which)
            running[fresh] = True
            following += len(fresh)
        if progress is not None:
            progress(finished, int((outcomes == WON).sum()))
    games.close()
    return outcomes, measures, decisions


class _Runner:
    """Asks each seat's agent for the decisions of its seat, all games of an agent at once."""

    def __init__(self, game: Any, games: Batch, team: Sequence[Agent]) -> None:
        self.game, self.games = game, games
        self.players = list(dict.fromkeys(team))
        self.player_of = np.array([self.players.index(agent) for agent in team])

    def step(self, running: NDArray[np.bool_]) -> int:
        games = self.games
        actions = np.zeros(games.n, np.int64)
        player = np.where(running, self.player_of[games.deciders], -1)
        for k, agent in enumerate(self.players):
            rows = np.flatnonzero(player == k)
            if len(rows):
                seen = games.observations[rows] if agent.reads_observation else None
                states = games.states[rows] if agent.reads_state else None
                actions[rows] = agent.act_batch(seen, games.masks[rows], self.game, states)
        games.step(actions)
        return int(running.sum())


# ---- comparing and showing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Two teams on the same seeds: difference of their win rates, and the games that only one of them won."""

    difference: Interval
    only_first: int
    only_second: int

    def __str__(self) -> str:
        d = self.difference
        return (
            f"{100 * d.value:+.1f} points ({100 * d.low:+.1f} to {100 * d.high:+.1f}); "
            f"won by the first alone {self.only_first}, by the second alone {self.only_second}"
        )


def compare(first: Evaluation, second: Evaluation) -> Comparison:
    """The first team against the second, game by game.

    Raises:
        ValueError: they did not play the same seeds.
    """
    if not np.array_equal(first.seeds, second.seeds):
        raise ValueError("only evaluations over the same seeds can be compared game by game")
    a, b = first.wins, second.wins
    return Comparison(paired_difference(a, b), int((a & ~b).sum()), int((b & ~a).sum()))


def table(evaluations: Sequence[Evaluation]) -> str:
    """The evaluations as a text table: win rate with its interval, means of the measures, speed."""
    if not evaluations:
        return ""
    names = [name for name in evaluations[0].measures if name != "decisions"]
    rows = [["team", "games", "won (95 %)", *names, "decisions/s"]]
    for e in evaluations:
        cells = [e.mean(name).plain() for name in names]
        rows.append([e.label, str(len(e.outcomes)), e.win_rate.percent(), *cells, f"{e.decisions / max(e.seconds, 1e-9):,.0f}"])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))) for row in rows]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(lines)


# ---- command ---------------------------------------------------------------------------------------------------


@dataclass
class EvaluateConfig:
    """Play teams against the game and report how often they win."""

    teams: list[str] = field(default_factory=lambda: ["greedy", "random"])
    """teams to compare, specs joined with '+'; those of a team are dealt round the table: greedy plays all seats of a team,
    checkpoint:runs/x+greedy+greedy+random the seats 1 and 5, 2 and 6, 3, 4 of six"""
    game: str = "black_plague"
    """id of the game"""
    quest: str = "danse_macabre"
    """quest to play"""
    survivors: int = 6
    """number of survivors"""
    max_rounds: int | None = 60
    """games are cut off after that many rounds; a cut game is not won"""
    episodes: int = 200
    """games per team"""
    seed: int = 0
    """seed of the first game"""
    batch: int = 64
    """games played at the same time"""
    threads: int = 1
    """threads of the batch"""
    output: Path | None = None
    """write the results of every team here, as JSON"""


def split_team(text: str) -> list[str]:
    """``a+b+c`` -> the specs of the seats; a single spec stays one."""
    return [part.strip() for part in text.split("+") if part.strip()]


def fill_seats(specs: list[str], seats: int) -> list[str]:
    """One spec per seat, dealt round the table as in `zombicide play` (``checkpoint:x+greedy``: in turns).

    Raises:
        ValueError: there are more specs than seats, or none.
    """
    if not 1 <= len(specs) <= seats:
        raise ValueError(f"{len(specs)} agents for {seats} seats: give 1 to {seats}, they are dealt round the table")
    return [specs[seat % len(specs)] for seat in range(seats)]


def run(config: EvaluateConfig, progress: Callable[[str, int, int], None] | None = None) -> list[Evaluation]:
    """Evaluate every team of the configuration on the same seeds."""
    from zombicide_env import make_game

    game = make_game(config.game, quest=config.quest, survivors=config.survivors, max_rounds=config.max_rounds)
    results: list[Evaluation] = []
    for team in config.teams:
        seats = fill_seats(split_team(team), len(game.agents))
        report = None if progress is None else (lambda done, won, team=team: progress(team, done, won))
        result = evaluate(
            game, seats, config.episodes, config.seed, label=team, batch=config.batch, threads=config.threads, progress=report
        )
        results.append(result)
    if config.output is not None:
        config.output.parent.mkdir(parents=True, exist_ok=True)
        config.output.write_text(json.dumps([e.summary() for e in results], indent=2) + "\n", encoding="utf-8")
    return results
