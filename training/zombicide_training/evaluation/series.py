"""Series of games: one team on many seeds, played in shares, and the results."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_agents.capacity import largest
from zombicide_agents.referee import Referee, check_seconds
from zombicide_env.core import files
from zombicide_env.core.agent_inputs import agent_seed
from zombicide_env.core.batch import MAX_SEED
from zombicide_env.core.batch_core import MOST_GAMES, MOST_THREADS
from zombicide_env.core.game import WON
from zombicide_env.core.numbers import whole
from zombicide_training.collect.boards import Team, seat_agents
from zombicide_training.collect.game_results import competitive, seat_of
from zombicide_training.collect.provenance import record
from zombicide_training.collect.workers import Here, Workers
from zombicide_training.evaluation.agent_counts import About, Counts, about_all, marks_of, named
from zombicide_training.evaluation.match import Played, play_games
from zombicide_training.evaluation.result_cache import ResultCache
from zombicide_training.evaluation.standing import Standing
from zombicide_training.evaluation.statistics import Interval, mean, wilson

__all__ = ["Evaluation", "Series", "play_all"]

#: Batches per share: more would leave workers idle; with fewer, most games would be over in a large part of the batches.
_BATCHES: Final = 4


@dataclass
class Evaluation:
    """Results of one team over a series of games.

    Attributes:
        label: name of the team, by default its specs.
        seats: spec of each seat; if the seats are rotated, in game 0.
        roles: role -> its seats, in games with roles; else empty.
        seeds, outcomes: int64 and uint8 (index into ``OUTCOMES``) per game; in a league consecutive games have the same seed.
        measures: name -> float64 per game.
        seconds, decisions: cost of the whole evaluation; seconds are summed over all workers.
        standing: results of every player, in games with several sides.
        record: provenance of the result; ``record["games"]`` alternate, one per episode.
        counts: agent -> counters of the agent and the runner, see ``zombicide_agents.Agent.counts``; agents without counters are omitted.
        about: agent -> properties that determine its ``marks``, besides its counters.
        move_seconds: time limit of a move; None: no limit.
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
    standing: Standing | None = None
    record: dict[str, Any] = field(default_factory=dict)
    roles: dict[str, tuple[int, ...]] = field(default_factory=dict)
    counts: dict[str, Counts] = field(default_factory=dict)
    about: dict[str, About] = field(default_factory=dict)
    move_seconds: float | None = None

    def __repr__(self) -> str:
        """Return a one-line summary with the win rates."""
        if self.standing is None:
            won = self.win_rate.percent()
        else:
            found = self.standing.by_role(self.roles) if self.roles else self.standing.by_agent(self.seats)
            won = ", ".join(f"{name} {results['win_share'].percent()}" for name, results in found.items())
        return f"<Evaluation of {self.label}, {len(self.outcomes)} games of {self.game}: won {won}>"

    @property
    def marks(self) -> dict[str, list[str]]:
        """Agent -> remarks on its result, for agents with remarks."""
        return marks_of(self.counts, self.about)

    @property
    def wins(self) -> NDArray[np.bool_]:
        """Whether each game was won, bool ``[games]``: by the team, by the first of several roles, or in a competition by anybody."""
        return self.outcomes == WON

    def won_by(self, role: str) -> NDArray[np.bool_]:
        """Return whether this role has won each game, bool ``[games]``."""
        assert self.standing is not None
        won: NDArray[np.bool_] = self.standing.share[:, self.roles[role][0]] > 0
        return won

    def players(self, role: str) -> list[str]:
        """Return the distinct specs of a role."""
        return list(dict.fromkeys(self.seats[seat] for seat in self.roles[role]))

    @property
    def win_rate(self) -> Interval:
        """Share of games won (see ``wins``), with its Wilson interval.  Of an agent in a competition: ``standing.by_agent(seats)``."""
        return wilson(int(self.wins.sum()), len(self.wins))

    def mean(self, measure: str) -> Interval:
        """Return the mean of a measure over the games."""
        return mean(self.measures[measure])

    def summary(self) -> dict[str, Any]:
        """Return plain values for JSON: rates and means with their intervals, and the outcome of every game."""
        return {
            "label": self.label,
            "game": self.game,
            "options": self.options,
            "seats": self.seats,
            "games": len(self.outcomes),
            "first_seed": int(self.seeds[0]),
            "games_per_seed": int((self.seeds == self.seeds[0]).sum()),
            "win_rate": self.win_rate._asdict(),
            **self._players(),
            **{name: self.mean(name)._asdict() for name in self.measures},
            **self.apart(),
            "move_seconds": self.move_seconds,
            "counts": self.counts,
            "marks": self.marks,
            "record": self.record,
            "decisions_per_second": round(self.decisions / max(self.seconds, 1e-9)),
            "outcomes": "".join("-WLTD"[o] for o in self.outcomes.tolist()),
        }

    def by_game(self) -> list[tuple[dict[str, Any], int, Interval]]:
        """Return for each of the alternating games the options in which it differs, its number of games and its win rate."""
        games = self.record.get("games", ())
        each = [(game["options"], self.wins[i :: len(games)]) for i, game in enumerate(games[: len(self.wins)])]
        return [(options, len(wins), wilson(int(wins.sum()), len(wins))) for options, wins in each]

    def apart(self) -> dict[str, Any]:
        """Return ``by_game`` as plain values for JSON; {} if there is only one game."""
        rows = self.by_game()
        if len(rows) < 2:
            return {}
        return {"by_game": [{**options, "games": n, "win_rate": won._asdict()} for options, n, won in rows]}

    def _players(self) -> dict[str, Any]:
        if self.standing is None:
            return {}
        if self.roles:
            found = {role: {"agents": self.players(role), **_plain(r)} for role, r in self.standing.by_role(self.roles).items()}
            return {"drawn": wilson(int(self.standing.drawn.sum()), len(self.outcomes))._asdict(), "by_role": found}
        plain = {name: _plain(results) for name, results in self.standing.by_agent(self.seats).items()}
        return {"fair_share": 1 / len(self.seats), "by_agent": plain, "by_seat": [_plain(r) for r in self.standing.by_seat()]}

    def save(self, path: str | Path) -> None:
        """Write ``summary`` as JSON."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        files.write(path, json.dumps(self.summary(), indent=2) + "\n")


def _plain(results: dict[str, Interval]) -> dict[str, Any]:
    return {name: interval._asdict() for name, interval in results.items()}


@dataclass(frozen=True)
class Series:
    """A series of games to be played, see ``evaluate``.

    Attributes:
        games: game objects, which alternate, one per episode.
        team, names: agent of each seat, and its name.
        seeds: int64, one per game.
        seats: ``[games, seats]``, seat of each member of the team.
        label, batch, threads, move_seconds: see ``evaluate``.
    """

    games: list[Any]
    team: list[Agent]
    names: list[str]
    seeds: NDArray[np.int64]
    seats: NDArray[np.int64]
    label: str
    batch: int
    threads: int
    move_seconds: float | None = None

    @classmethod
    def of(
        cls,
        game: Any | Sequence[Any],
        specs: Team,
        episodes: int,
        seed: int,
        *,
        label: str | None = None,
        rotate: bool | None = None,
        batch: int = 64,
        threads: int = 1,
        move_seconds: float | None = None,
        games_per_seed: int = 1,
    ) -> Self:
        """Create the series that ``evaluate`` plays; see there for arguments and errors.

        ``games_per_seed``: number of consecutive games with the same seed, so that with rotated seats all agents get the same cards.
        """
        episodes = whole("games", episodes, 1, MOST_GAMES)
        batch, threads = whole("batch", batch, 1, MOST_GAMES), whole("threads", threads, 1, MOST_THREADS)
        seed = whole("seed", seed, 0, MAX_SEED - episodes)
        games = list(game) if isinstance(game, Sequence) else [game]
        _check_roles(games)
        team, names = seat_agents(largest(games), specs)
        seats = seat_of(episodes, largest(games).type, competitive(games[0]) if rotate is None else rotate)
        shown = label or (names[0] if len(set(names)) == 1 else " ".join(names))
        check_seconds(move_seconds)
        seeds = seed + np.arange(episodes, dtype=np.int64) // games_per_seed
        return cls(games, team, names, seeds, seats, shown, batch, threads, move_seconds)

    def shares(self) -> list[range]:
        """Divide the games into shares."""
        games = len(self.seeds)
        size = _BATCHES * self.batch
        return [range(first, min(first + size, games)) for first in range(0, games, size)]

    def play(self, share: range, progress: Callable[[int, int], None] | None = None) -> tuple[Played, float]:
        """Play the games of a share; return the results and the duration in seconds."""
        began, first = time.perf_counter(), share.start
        turn = first % len(self.games)
        games, rows = [*self.games[turn:], *self.games[:turn]], slice(share.start, share.stop)
        size = {"batch": min(self.batch, len(share)), "threads": self.threads}
        with _networks_on(self.threads), contextlib.ExitStack() as stack:
            referees = {agent: stack.enter_context(Referee(agent, self.move_seconds)) for agent in dict.fromkeys(self.team)}
            for number, referee in enumerate(referees.values()):
                # Different seeds: an agent with the same random numbers could guess another one's moves.
                referee.reset(agent_seed(int(self.seeds[first]), number))
            played = play_games(games, referees, self.team, self.seeds[rows], self.seats[rows], **size, progress=progress)
        return played, time.perf_counter() - began

    def result(self, parts: Sequence[tuple[Played, float]]) -> Evaluation:
        """Combine the results of the shares, in order."""
        played = Played.together([part for part, _ in parts])
        kind = largest(self.games).type
        roles = kind.parts if kind.kind == "asymmetric" else {}
        cost = sum(seconds for _, seconds in parts), played.decisions
        found = played.outcomes, played.measures, *cost, played.standing
        by = record(self.games, int(self.seeds[0]))
        counts = named(self.names, self.team, played.counts)
        told = counts, about_all(self.names, self.team, played.reasons), self.move_seconds
        return Evaluation(self.label, self.games[0].id, _options(self.games), self.names, self.seeds, *found, by, roles, *told)


@contextlib.contextmanager
def _networks_on(threads: int) -> Iterator[None]:
    """Set the threads of torch within the block: with all cores, its default, threads wait for each other if anything else runs."""
    torch = sys.modules.get("torch")  # only loaded if an agent has a torch network
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def play_all(
    series: Sequence[Series],
    workers: Workers | None = None,
    progress: Callable[[str, int, int], None] | None = None,
    cache: ResultCache | None = None,
) -> list[Evaluation]:
    """Play all series, with their shares in parallel.

    Args:
        series: the series.
        workers: processes that play; default: this process.
        progress: called regularly with (label, games finished, games won).
        cache: completed shares, to which new ones are added.

    Raises:
        AgentError: an agent cannot play (``Agent.check``); raised before the first game.
    """
    if not isinstance(workers, Workers | None):
        raise TypeError(f"workers={workers!r}: pass zombicide_training.collect.workers.Processes(2), for two processes, or None")
    where = Here() if workers is None else workers
    parts: list[dict[int, tuple[Played, float]]] = [{} for _ in series]
    sizes = {(number, share.start): len(share) for number, one in enumerate(series) for share in one.shares()}
    for (number, first), played in cache.read(sizes).items() if cache else ():
        parts[number][first] = played
    shares = [(number, share) for number, one in enumerate(series) for share in one.shares() if share.start not in parts[number]]
    for agent in dict.fromkeys(agent for number in dict.fromkeys(number for number, _ in shares) for agent in series[number].team):
        agent.check()

    def told(number: int, finished: int = 0, won: int = 0) -> None:
        if progress is not None:
            done = [part.outcomes for part, _ in parts[number].values()]
            progress(series[number].label, finished + sum(map(len, done)), won + sum(int((o == WON).sum()) for o in done))

    order = list(series), told if isinstance(where, Here) else None  # other workers only report whole shares
    for i, played in where.do(_play_share, order, shares):
        number, share = shares[i]
        parts[number][share.start] = played
        if cache is not None:
            cache.add(number, share.start, *played)
        told(number)
    return [one.result([found[first] for first in sorted(found)]) for one, found in zip(series, parts, strict=True)]


def _play_share(order: tuple[list[Series], Callable[..., None] | None], share: tuple[int, range]) -> tuple[Played, float]:
    (series, told), (number, games) = order, share
    return series[number].play(games, None if told is None else (lambda finished, won: told(number, finished, won)))


def _options(games: Sequence[Any]) -> dict[str, Any]:
    """Return the options of the games; for options that differ, a list of the values of all games."""
    first = games[0].options
    return {name: first[name] if all(g.options[name] == first[name] for g in games) else [g.options[name] for g in games] for name in first}


def _check_roles(games: Sequence[Any]) -> None:
    """Raise ValueError if a role has other seats in one game than in another."""
    first = games[0]
    for game in games[1:]:
        if first.type.kind == "asymmetric" and dict(game.type.parts) != dict(first.type.parts):
            one, other = (f"{each.options.get('quest', each.id)} ({len(each.agents)} seats)" for each in (first, game))
            raise ValueError(f"the roles of {one} and {other} have different seats: evaluate them one by one")
