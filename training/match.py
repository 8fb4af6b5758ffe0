"""Whole games, many at once, any mixture of agents in the seats, and what there is to see at their end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from agents import Agent
from training.seats import Standing, competitive, final_results
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON

__all__ = ["MEASURES", "Played", "play_games"]

#: What is measured at the end of a game, besides its outcome, where the state has the field.
MEASURES: Final[dict[str, Callable[[Any, Any], NDArray[Any]]]] = {
    "rounds": lambda states, _: states["round"],
    "deaths": lambda states, n: n - states["alive"][:, :n].sum(axis=1),
    "objectives": lambda states, _: states["taken"].sum(axis=1),
    "experience": lambda states, n: states["xp"][:, :n].max(axis=1),
    "decisions": lambda states, _: states["steps"],
}
_NEEDS: Final = {"rounds": "round", "deaths": "alive", "objectives": "taken", "experience": "xp", "decisions": "steps"}


@dataclass(frozen=True)
class Played:
    """What ``play_games`` has seen, see ``training.evaluate.Evaluation``."""

    outcomes: NDArray[np.uint8]
    measures: dict[str, NDArray[np.float64]]
    decisions: int
    standing: Standing | None


def play_games(
    game: Any,
    team: Sequence[Agent],
    seeds: NDArray[np.int64],
    seats: NDArray[np.int64],
    *,
    batch: int = 64,
    threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Played:
    """Play one game per seed; ``seats[e, i]`` is the seat of ``team[i]`` in game e."""
    episodes, contest = len(seeds), competitive(game)
    games = Batch(game, batch, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
    runner = _Runner(game, games, team, seats)
    names = [name for name, need in _NEEDS.items() if need in (game.state_dtype.names or ())]
    outcomes = np.zeros(episodes, np.uint8)
    measures = {name: np.zeros(episodes) for name in names}
    share, score, place = np.zeros(seats.shape), np.zeros(seats.shape), np.zeros(seats.shape, np.int64)
    episode = np.arange(batch)
    started = np.zeros(batch, np.int64)
    started[:] = seeds[:batch]
    games.reset(started)
    following, finished, decisions = batch, 0, 0
    running = np.ones(batch, bool)
    while running.any():
        decisions += runner.step(running, episode)
        over = running & (games.dones != 0)
        if not over.any():
            continue
        done = np.flatnonzero(over)
        outcomes[episode[done]] = games.dones[done]
        for name in names:
            measures[name][episode[done]] = MEASURES[name](games.states[done], len(game.agents))
        if contest:
            ended = episode[done]
            share[ended], score[ended], place[ended] = final_results(game, games.states[done])
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
    return Played(outcomes, measures, decisions, Standing.of(seats, share, score, place) if contest else None)


class _Runner:
    """Asks each seat's agent for the decisions of its seat, all games of an agent at once."""

    def __init__(self, game: Any, games: Batch, team: Sequence[Agent], seats: NDArray[np.int64]) -> None:
        self.game, self.games = game, games
        self.players = list(dict.fromkeys(team))
        player_of = np.array([self.players.index(agent) for agent in team])
        self.player_at = np.zeros(seats.shape, np.int64)  # [games, seats]
        np.put_along_axis(self.player_at, seats, np.broadcast_to(player_of, seats.shape), axis=1)

    def step(self, running: NDArray[np.bool_], episode: NDArray[np.int64]) -> int:
        games = self.games
        actions = np.zeros(games.n, np.int64)
        player = np.where(running, self.player_at[episode, games.deciders], -1)
        for k, agent in enumerate(self.players):
            rows = np.flatnonzero(player == k)
            if len(rows):
                seen = games.observations[rows] if agent.reads_observation else None
                states = games.states[rows] if agent.reads_state else None
                actions[rows] = agent.act_batch(seen, games.masks[rows], self.game, states)
        games.step(actions)
        return int(running.sum())
