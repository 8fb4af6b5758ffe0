"""Estimators of the candidates of a position: agents, searches and values.

Agents give their scores (``Agent.scores``), a search the values of its candidates.  A value is averaged over the positions that candidates
lead to, after a number of further decisions of the pinned player, in worlds that all candidates share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents import AgentError
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.compiled import CompiledAgent
from zombicide_agents.faults import named
from zombicide_agents.search import Search
from zombicide_agents.value import Value as Chances
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING

from .measure import LANES
from .positions import Position
from .tables import Table

__all__ = ["PROMISE", "VALUE", "Estimate", "judged", "valued"]

#: The pinned player's own value of a position.
PROMISE: Final = "promise"
#: Prefix of the path of a value made by ``zombicide train --recipe value``.
VALUE: Final = "value:"

#: Environments of a batch, the seat that values them -> float64 [n].
Value = Callable[[Batch, int], NDArray[np.float64]]


@dataclass(frozen=True)
class Estimate:
    """Estimate of one position: float64 ``[candidates]``, NaN without an estimate; ``position``: value of the position itself, or NaN."""

    candidates: NDArray[np.float64]
    position: float


def judged(table: Table, spec: str, positions: Sequence[Position], states: NDArray[Any]) -> Iterator[Estimate]:
    """Yield an agent's estimates of the candidates.

    Raises:
        AgentError: the spec is unknown, or the agent has failed.
    """
    game = table.game
    agent = agents.make(spec, game)
    agent.reset(0)
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    for i, position in enumerate(positions):
        batch.put(states[i : i + 1], trusted=True)
        asked = batch.raw_observations[0], batch.masks[0], game, batch.states
        if isinstance(agent, Search):
            thoughts = agent.thoughts(*asked)
            known = {thought.action: thought.value for thought in thoughts}
        else:
            with named(agent):
                scored = agent.scores(*asked)
            known = {int(action): float(score) for action, score in zip(*scored, strict=True)}
        value = agent.explain(*asked).value if isinstance(agent, CompiledAgent | PolicyAgent) else np.nan
        yield Estimate(np.array([known.get(action, np.nan) for action in position.candidates]), value)
    batch.close()


def valued(
    table: Table, name: str, positions: Sequence[Position], states: NDArray[Any], *, horizon: int, worlds: int, threads: int = 1
) -> Iterator[Estimate]:
    """Yield a value's estimates of the candidates: ``promise``, or the value of a checkpoint.

    Args:
        table: the game.
        positions: positions of the table.
        states: states of the positions, see ``replay``.
        name: ``promise``, ``value:PATH``, or the spec of an agent with a network.
        horizon: decisions of the pinned player between the candidate and the valuation.
        worlds: number of worlds of the mean.
        threads: number of threads.

    Raises:
        AgentError: the spec names no agent that values positions.
    """
    player, value = table.compiled(), _value(table, name)
    batch, lines = (Batch(table.game, LANES, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8") for _ in range(2))
    for i, position in enumerate(positions):
        actions, number = np.array(position.candidates), len(position.candidates)
        batch.seed_actions(position.seed + 1)  # worlds other than those in which the gaps were measured
        lanes, sums, met = np.arange(LANES), np.zeros(number), 0
        here = np.nan
        while met < worlds:
            use = min(LANES // number, worlds - met)
            batch.put(states[i : i + 1], trusted=True)
            batch.resample()
            if not met:
                here = float(value(batch, position.seat)[0])
            lines.put(batch.states[np.minimum(lanes // number, use - 1)], trusted=True)
            lines.step(actions[lanes % number])
            if horizon and (lines.deciders >= 0).any():
                lines.play(player, limit=horizon)
            sums += value(lines, position.seat)[: use * number].reshape(use, number).sum(axis=0)
            met += use
        yield Estimate(sums / worlds, here)
    batch.close()
    lines.close()


def _settled(table: Table, lines: Batch, seat: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values of lines, replaced by the result (1 or -1) where the game is over."""
    over = lines.states["outcome"] != ONGOING
    won = table.game.winners(lines.states)[:, seat]
    settled: NDArray[np.float64] = np.where(over, np.where(won, 1.0, -1.0), values)
    return settled


def _value(table: Table, name: str) -> Value:
    game = table.game
    if name == PROMISE:
        player = table.compiled()
        if player.heuristic is None or player.heuristic.promise is None:
            raise AgentError(f"{table.player} values no positions of {game.id}; name a checkpoint")
        return lambda batch, seat: _settled(table, batch, seat, batch.promise(player) * (1 if game.type.sides[seat] == 0 else -1))
    if name.startswith(VALUE):
        return Chances(game, name.removeprefix(VALUE)).chances
    network = _network(name, game)
    together = game.type.n_sides == 1

    def value(batch: Batch, seat: int) -> NDArray[np.float64]:
        found = network(batch.raw_observations if together else batch.observe(seat))
        return _settled(table, batch, seat, np.add(found, game.potential(batch.states)) if together else found)

    return value


def _network(name: str, game: Any) -> Callable[[NDArray[np.uint8]], NDArray[np.float64]]:
    """Return the value function of an agent's network: observations, uint8 ``[n, N_OBS]`` -> float64 ``[n]``."""
    agent = agents.make(name, game)
    if isinstance(agent, CompiledAgent):
        compiled = agent.network
        return lambda raw: np.asarray(compiled.evaluate(raw, np.zeros((len(raw), game.action_codec.size), np.int8))[1])
    if not isinstance(agent, PolicyAgent):
        raise AgentError(f"{name} values no positions: name {PROMISE}, {VALUE}PATH or a checkpoint")
    network = agent.network

    def expected(raw: NDArray[np.uint8]) -> NDArray[np.float64]:
        with torch.inference_mode():
            found: NDArray[np.float64] = network(torch.from_numpy(raw.copy()))[1].numpy().astype(np.float64)
        return found

    return expected
