"""Play whole games in parallel, with any mixture of agents in the seats, and collect their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_agents.faults import KINDS, Fault
from zombicide_agents.referee import Referee
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.core.measures import measures as measures_of
from zombicide_env.core.players import Player
from zombicide_training.collect.game_results import NOBODY, competitive, final_results
from zombicide_training.evaluation.agent_counts import FORFEITS, Counts, counted, summed
from zombicide_training.evaluation.histories import Histories
from zombicide_training.evaluation.standing import Standing

__all__ = ["Played", "play_games"]

#: Replaces the action of an agent at fault: it is not a legal action, so that the batch ends the game (``Game.forfeit``).
FORFEIT: Final = -1


@dataclass(frozen=True)
class Played:
    """Results of ``play_games``, see ``zombicide_training.evaluation.series.Evaluation``.

    ``counts`` and ``reasons`` (of the first forfeit, "" without any) have one entry per distinct agent, in seat order.
    """

    outcomes: NDArray[np.uint8]
    measures: dict[str, NDArray[np.float64]]
    decisions: int
    standing: Standing | None
    counts: list[Counts] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    @classmethod
    def together(cls, parts: Sequence[Played]) -> Played:
        """Concatenate the parts of a series."""
        outcomes = np.concatenate([part.outcomes for part in parts])
        measures = {name: np.concatenate([part.measures[name] for part in parts]) for name in parts[0].measures}
        standings = [part.standing for part in parts if part.standing is not None]
        standing = Standing(*(np.concatenate([getattr(s, f.name) for s in standings]) for f in fields(Standing))) if standings else None
        counts = [summed(each) for each in zip(*(part.counts for part in parts), strict=True)]
        reasons = [next(filter(None, each), "") for each in zip(*(part.reasons for part in parts), strict=True)]
        return cls(outcomes, measures, sum(part.decisions for part in parts), standing, counts, reasons)


def play_games(
    games: Sequence[Any],
    referees: Mapping[Agent, Referee],
    team: Sequence[Agent],
    seeds: NDArray[np.int64],
    seats: NDArray[np.int64],
    *,
    batch: int = 64,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Played:
    """Play one game per seed; episode e plays ``games[e % len(games)]``, and ``seats[e, i]`` is the seat of ``team[i]`` in it.

    An agent at fault (``referees`` has a referee for each agent) forfeits its game: the game ends, its side is last, and the others share
    the win.
    """
    episodes, game, contest = len(seeds), games[0], competitive(games[0])
    tables = Batch(games, batch, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8", illegal="lose")
    runner, before = _Runner(tables, referees, team, seats), counted(team)
    outcomes = np.zeros(episodes, np.uint8)
    measures: dict[str, NDArray[np.float64]] = {}
    share, score, place = np.zeros(seats.shape), np.zeros(seats.shape), np.zeros(seats.shape, np.int64)
    episode = np.arange(batch)
    started = np.zeros(batch, np.int64)
    started[:] = seeds[:batch]
    tables.reset(started)
    tables.seed_actions(started)
    following, finished, decisions = batch, 0, 0
    running = np.ones(batch, bool)
    while running.any():
        decisions += runner.step(running, episode)
        over = running & (tables.dones != 0)
        if not over.any():
            continue
        done = np.flatnonzero(over)
        outcomes[episode[done]] = tables.dones[done]
        for name, values in measures_of(games, tables.world_of[done], tables.states[done]).items():
            measures.setdefault(name, np.zeros(episodes))[episode[done]] = values
        if contest:
            ended = episode[done]
            share[ended], score[ended], place[ended] = final_results(game, tables.states[done], runner.gave_up[done])
        finished += len(done)
        fresh = done[: episodes - following]
        running[done] = False
        if len(fresh):
            episode[fresh] = following + np.arange(len(fresh))
            started[fresh] = seeds[episode[fresh]]
            which = np.zeros(batch, bool)
            which[fresh] = True
            tables.world_of[fresh] = episode[fresh] % len(games)
            tables.reset(started, which)
            tables.seed_actions(started, which)
            runner.gave_up[fresh] = NOBODY
            running[fresh] = True
            following += len(fresh)
        if progress is not None:
            progress(finished, int((outcomes == WON).sum()))
    tables.close()
    standing = Standing.of(seats, share, score, place) if contest else None
    counts = [own | faults for own, faults in zip(counted(team, before), runner.forfeits, strict=True)]
    return Played(outcomes, measures, decisions, standing, counts, [referees[agent].first for agent in runner.players])


class _Runner:
    """Lets compiled players play until another agent is to move, then calls each agent with all its games at once."""

    def __init__(self, tables: Batch, referees: Mapping[Agent, Referee], team: Sequence[Agent], seats: NDArray[np.int64]) -> None:
        self.tables, self.referees = tables, referees
        self.players = list(dict.fromkeys(team))
        self.gave_up = np.full(tables.n, NOBODY)  # seat that has forfeited the game
        player_of = np.array([self.players.index(agent) for agent in team])
        self.player_at = np.zeros(seats.shape, np.int64)  # [games, seats]
        np.put_along_axis(self.player_at, seats, np.broadcast_to(player_of, seats.shape), axis=1)
        compiled = [agent.player(tables.games[0]) for agent in self.players]
        #: Players of a second heuristic are not run compiled: their agents are called instead.
        self.compiled = [player if player is None or player.heuristic in (None, self._heuristic(compiled)) else None for player in compiled]
        self.histories = Histories(tables) if any(agent.reads_history for agent in self.players) else None
        if self.histories is not None:  # the moves of compiled players are not recorded
            self.compiled = [None] * len(compiled)
        self.looked_at = any(agent.reads_observation for agent, player in zip(self.players, self.compiled, strict=True) if player is None)

    @property
    def forfeits(self) -> list[Counts]:
        """Number of forfeited games of each player, also by kind of fault; {} for players without forfeits."""
        faults = [dict(self.referees[agent].faults) for agent in self.players]
        return [
            {FORFEITS: sum(kinds.values()), **{kind: kinds[kind] for kind in KINDS if kind in kinds}} if kinds else {} for kinds in faults
        ]

    @staticmethod
    def _heuristic(players: Sequence[Player | None]) -> Any:
        return next((player.heuristic for player in players if player is not None and player.heuristic is not None), None)

    def step(self, running: NDArray[np.bool_], episode: NDArray[np.int64]) -> int:
        """Play the next decisions of all running games, and return their number."""
        tables, played = self.tables, 0
        if any(self.compiled):
            played = int(tables.play(self.compiled, self.player_at[episode], observe=self.looked_at).sum())
            running = running & (tables.dones == 0)
            if all(self.compiled) or not running.any():
                return played
        return played + self._ask(running, episode)

    def _ask(self, running: NDArray[np.bool_], episode: NDArray[np.int64]) -> int:
        tables = self.tables
        actions = np.zeros(tables.n, np.int64)
        player = np.where(running, self.player_at[episode, tables.deciders], -1)
        for k, agent in enumerate(self.players):
            rows = np.flatnonzero(player == k)
            if len(rows):
                asked = replace(inputs(agent, tables, rows), histories=self._told(agent, rows, episode))
                actions[rows] = [FORFEIT if isinstance(answer, Fault) else answer for answer in self.referees[agent].ask(asked)]
        lost = actions == FORFEIT
        self.gave_up[lost] = tables.deciders[lost]
        if self.histories is not None:
            self.histories.add(actions, np.flatnonzero(running & ~lost), episode)
        tables.step(actions)
        return int(running.sum())

    def _told(self, agent: Agent, rows: NDArray[np.intp], episode: NDArray[np.int64]) -> list[list[str]] | None:
        """Return the histories for an agent, or None if it does not read them."""
        return self.histories.told(rows, episode) if agent.reads_history and self.histories is not None else None
