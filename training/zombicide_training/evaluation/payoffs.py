"""Leagues of a game with roles: every line-up of one agent per role, and the resulting payoffs and ratings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import zombicide_agents as agents
from zombicide_env.core.seating import VS
from zombicide_training.evaluation.agent_counts import marked, marks_together, shown, tallied
from zombicide_training.evaluation.ratings import Result, ratings
from zombicide_training.evaluation.result_cache import cache_beside
from zombicide_training.evaluation.series import Evaluation, Series, play_all
from zombicide_training.evaluation.statistics import Interval

if TYPE_CHECKING:
    from zombicide_training.evaluation.league import LeagueConfig

__all__ = ["Entrant", "Payoffs", "play_payoffs"]

#: (role, spec).  The same spec in another role is another entrant.
Entrant = tuple[str, str]


@dataclass
class Payoffs:
    """Result of a league with roles.

    Attributes:
        agents: role -> specs.
        tables: results of every line-up, one spec per role, see Evaluation.
        ratings: entrant -> openskill rating (Plackett-Luce, initially 25) with its 95 % bootstrap interval.  Ratings can only be compared
            within a role, because they include the advantage of the role.
    """

    game: str
    agents: dict[str, tuple[str, ...]]
    tables: list[Evaluation]
    ratings: dict[Entrant, Interval] = field(default_factory=dict)

    def entrants(self) -> list[Entrant]:
        """Return all entrants, role by role."""
        return [(role, spec) for role, specs in self.agents.items() for spec in specs]

    def won(self, table: Evaluation, role: str) -> Interval:
        """Return the share of a table's games that the role has won."""
        assert table.standing is not None
        return table.standing.by_role(table.roles)[role]["win_share"]

    def results(self) -> Iterator[Result]:
        """Yield all games, table by table: entrants (indices into ``entrants``, one per role) and their places."""
        number = {entrant: i for i, entrant in enumerate(self.entrants())}
        for table in self.tables:
            assert table.standing is not None
            seats = [table.roles[role][0] for role in self.agents]
            who = tuple(number[role, table.seats[seat]] for role, seat in zip(self.agents, seats, strict=True))
            for places in table.standing.place[:, seats].tolist():
                yield who, tuple(places)

    def summary(self) -> dict[str, Any]:
        """Return the results as plain values for JSON."""
        return {
            "game": self.game,
            "agents": {role: list(specs) for role, specs in self.agents.items()},
            "games": sum(len(table.outcomes) for table in self.tables),
            "ratings": [{"role": role, "agent": spec, **rating._asdict()} for (role, spec), rating in self.ratings.items()],
            "counts": tallied(self.tables),
            "marks": marks_together(self.tables),
            "tables": [table.summary() for table in self.tables],
        }

    def shown(self) -> list[Any]:
        """Return rich tables: ratings by role, and the payoff matrix, with the first role in rows and the second in columns."""
        from rich.table import Table

        rated = Table("side", "agent", title=f"{self.game}: ratings, to be compared within a side")
        rated.add_column("openskill (95 %)", justify="right")
        order = sorted(self.entrants(), key=lambda one: (list(self.agents).index(one[0]), -self.ratings[one].value))
        marks = marks_together(self.tables)
        for role, spec in order:
            r = self.ratings[role, spec]
            rated.add_row(role, marked(spec, marks), f"{r.value:.1f} ({r.low:.1f} to {r.high:.1f})")
        first, *others = self.agents
        columns = list(itertools.product(*(self.agents[role] for role in others)))
        won = Table(first, title=f"games won by {first} (95 %) against {' and '.join(others)}")
        for column in columns:
            won.add_column(", ".join(marked(spec, marks) for spec in column), justify="right")
        found = {tuple(table.seats[seats[0]] for seats in table.roles.values()): self.won(table, first).percent() for table in self.tables}
        for spec in self.agents[first]:
            won.add_row(marked(spec, marks), *(found[spec, *column] for column in columns))
        return [rated, won, *shown(self.tables)]


def play_payoffs(
    game: Any, entered: Sequence[Sequence[str]], config: LeagueConfig, progress: Callable[[str, int, int], None] | None = None
) -> Payoffs:
    """Play every line-up on the same seeds and rate all entrants; ``entered``: the specs of each role.

    Raises:
        ValueError: a role has no agents.
        AgentError: a spec is unknown, or its agent does not fit the game.
    """
    roles = list(game.type.parts)
    listed = list(entered) * len(roles) if len(entered) == 1 else list(entered)
    if len(listed) != len(roles) or not all(listed):
        raise ValueError(f"name the agents of each side: {f' {VS} '.join(f'AGENTS OF {role.upper()}' for role in roles)}")
    named = {role: tuple(dict.fromkeys(specs)) for role, specs in zip(roles, listed, strict=True)}
    made = {spec: agents.make(spec, game) for spec in dict.fromkeys(itertools.chain.from_iterable(named.values()))}
    payoffs = Payoffs(config.game, named, [])
    line_ups = list(itertools.product(*named.values()))
    teams = [[[made[spec]] for spec in line_up] for line_up in line_ups]
    spec_of = {agent: spec for spec, agent in made.items()}
    series = []
    for team, line_up in zip(teams, line_ups, strict=True):
        how: dict[str, Any] = {"label": f" {VS} ".join(line_up), "batch": config.batch, "move_seconds": config.move_seconds}
        one = Series.of(game, team, config.games, config.seed, **how)
        series.append(replace(one, names=[spec_of[agent] for agent in one.team]))
    report = None if progress is None else (lambda label, done, _: progress(label, done, config.games))
    with config.open() as workers:
        payoffs.tables = play_all(series, workers, report, cache_beside(config.output, config, [game], made))
    payoffs.ratings = ratings(payoffs.entrants(), list(payoffs.results()), config.resamples, config.seed)
    return payoffs
