"""Whole games, many at once, any mixture of agents in the seats, and what there is to see at their end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zombicide_agents import Agent
from zombicide_env.core.answers import chosen_by_all
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.core.players import Player
from zombicide_training.counts import Counts, counted, summed
from zombicide_training.histories import Histories
from zombicide_training.seats import Standing, competitive, final_results

__all__ = ["Played", "play_games"]


@dataclass(frozen=True)
class Played:
    """What ``play_games`` has seen, see ``zombicide_training.series.Evaluation``; ``counts`` of the different agents in their order."""

    outcomes: NDArray[np.uint8]
    measures: dict[str, NDArray[np.float64]]
    decisions: int
    standing: Standing | None
    counts: list[Counts] = field(default_factory=list)

    @classmethod
    def together(cls, parts: Sequence[Played]) -> Played:
        """Parts of a series, in their order, as one."""
        outcomes = np.concatenate([part.outcomes for part in parts])
        measures = {name: np.concatenate([part.measures[name] for part in parts]) for name in parts[0].measures}
        standings = [part.standing for part in parts if part.standing is not None]
        standing = Standing(*(np.concatenate([getattr(s, f.name) for s in standings]) for f in fields(Standing))) if standings else None
        counts = [summed(each) for each in zip(*(part.counts for part in parts), strict=True)]
        return cls(outcomes, measures, sum(part.decisions for part in parts), standing, counts)


def play_games(
    games: Sequence[Any],
    team: Sequence[Agent],
    seeds: NDArray[np.int64],
    seats: NDArray[np.int64],
    *,
    batch: int = 64,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Played:
    """Play one game per seed, number e with ``games[e % len(games)]``; ``seats[e, i]`` is the seat of ``team[i]`` in it."""
    episodes, game, contest = len(seeds), games[0], competitive(games[0])
    tables = Batch(games, batch, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
    runner, before = _Runner(tables, team, seats), counted(team)
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
        for name, values in game.measures(tables.states[done]).items():
            measures.setdefault(name, np.zeros(episodes))[episode[done]] = values
        if contest:
            ended = episode[done]
            share[ended], score[ended], place[ended] = final_results(game, tables.states[done])
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
            running[fresh] = True
            following += len(fresh)
        if progress is not None:
            progress(finished, int((outcomes == WON).sum()))
    tables.close()
    standing = Standing.of(seats, share, score, place) if contest else None
    return Played(outcomes, measures, decisions, standing, counted(team, before))


class _Runner:
    """Has compiled players play until another agent decides, then asks each seat's agent, all games of an agent at once."""

    def __init__(self, tables: Batch, team: Sequence[Agent], seats: NDArray[np.int64]) -> None:
        self.tables = tables
        self.players = list(dict.fromkeys(team))
        player_of = np.array([self.players.index(agent) for agent in team])
        self.player_at = np.zeros(seats.shape, np.int64)  # [games, seats]
        np.put_along_axis(self.player_at, seats, np.broadcast_to(player_of, seats.shape), axis=1)
        compiled = [agent.player(tables.games[0]) for agent in self.players]
        #: Where all players are of several minds, the agents are asked instead.
        self.compiled = [player if player is None or player.mind in (None, self._mind(compiled)) else None for player in compiled]
        self.histories = Histories(tables) if any(agent.reads_history for agent in self.players) else None
        if self.histories is not None:  # compiled players say nothing of their moves
            self.compiled = [None] * len(compiled)
        self.looked_at = any(agent.reads_observation for agent, player in zip(self.players, self.compiled, strict=True) if player is None)

    @staticmethod
    def _mind(players: Sequence[Player | None]) -> Any:
        return next((player.mind for player in players if player is not None and player.mind is not None), None)

    def step(self, running: NDArray[np.bool_], episode: NDArray[np.int64]) -> int:
        """The next decisions of all games that are running; how many they were."""
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
                seen = tables.observations[rows] if agent.reads_observation else None
                states = tables.states[rows] if agent.reads_state else None
                several = agent.reads_state and len(tables.games) > 1
                of = [tables.games[world] for world in tables.world_of[rows]] if several else tables.games[0]
                masks, more = tables.masks[rows], self._told(agent, rows, episode)
                actions[rows] = chosen_by_all(agent.act_batch(seen, masks, of, states, **more), masks, tables.action_codec, agent.name)
        if self.histories is not None:
            self.histories.add(actions, np.flatnonzero(running), episode)
        tables.step(actions)
        return int(running.sum())

    def _told(self, agent: Agent, rows: NDArray[np.intp], episode: NDArray[np.int64]) -> dict[str, Any]:
        """Further arguments of an agent that reads what has happened."""
        return {"histories": self.histories.told(rows, episode)} if agent.reads_history and self.histories is not None else {}
