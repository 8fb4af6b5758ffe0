"""Record one game, decision by decision, as rows of the tables of a dataset."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from zombicide_agents import Agent
from zombicide_agents.faults import named, sure_actions
from zombicide_env.core.agent_inputs import agent_seed, inputs
from zombicide_env.core.batch import Batch
from zombicide_env.core.events import EVERYBODY
from zombicide_env.core.measures import measures as measures_of
from zombicide_env.replay import Replay
from zombicide_env.replay.player import Player

__all__ = ["Rows", "play", "replayed"]

#: Table -> its rows, each with a value for every column.
Rows = dict[str, list[tuple[Any, ...]]]


def play(number: int, team: str, game: Any, specs: Sequence[str], agents: dict[str, Agent], seed: int) -> Rows:
    """Play a game with agents and return its rows.

    Args:
        number: number of the game in the dataset.
        team: name of the team.
        game: the game.
        specs: the spec of each seat.
        agents: spec -> agent.
        seed: seed of the game; agents are seeded from it too.

    Raises:
        AgentError: an agent has failed.
        IllegalAction: an agent returned an illegal action.
    """
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8", record_events=True)
    for k, spec in enumerate(dict.fromkeys(specs)):
        with named(agents[spec]):
            agents[spec].reset(agent_seed(seed, k))

    def act() -> int:
        agent = agents[specs[int(batch.deciders[0])]]
        [action] = sure_actions(agent, inputs(agent, batch, [0]), batch.masks, game.action_codec)
        batch.step(np.array([action]))
        return int(action)

    return _rows(number, team, game, specs, seed, batch, act)


def replayed(number: int, replay: Replay, game: Any = None) -> Rows:
    """Play a recorded game, check it line by line against its record, and return its rows.

    Raises:
        ReplayError: the game differs from the record.
    """
    player = Player(replay, game)
    names = [name for _, name in replay.header.agents.values()]
    entries = iter(replay.entries)

    def act() -> int | None:
        entry = next(entries, None)
        return None if entry is None else player.play(entry)

    return _rows(number, replay.path, player.game, names, replay.header.seed, player.table.batch, act)


def _rows(number: int, team: str, game: Any, players: Sequence[str], seed: int, batch: Batch, act: Callable[[], int | None]) -> Rows:
    """Return the rows of a game at its start; ``act`` plays a decision and returns the action, None if there are no more."""
    sides, decided = game.type.sides, []
    events: list[tuple[Any, ...]] = []
    paid: list[np.ndarray[Any, Any]] = []
    while (seat := int(batch.deciders[0])) >= 0:
        state = batch.states.copy()
        seen, legal = batch.raw_observations[0].copy(), np.flatnonzero(batch.masks[0])
        action = act()
        if action is None:
            break
        text = game.notation(state, action)
        decided.append((int(state["round"][0]), seat, sides[seat], players[seat], action, text, legal, seen))
        paid.append(np.array([batch.rewards[0, list(seats)].mean() for seats in game.type.seats], np.float32))
        for i, event in enumerate(batch.events()):
            plain = game.plain_event(event)
            values = json.dumps(plain["values"], sort_keys=True, default=str)
            events.append((number, len(decided) - 1, i, event.kind, values, plain["text"], event.seats == EVERYBODY))
    return {
        "games": [_game(number, team, game, players, seed, batch, len(decided))],
        "decisions": _decisions(number, decided, np.array(paid, np.float64).reshape(len(decided), -1)),
        "events": events,
    }


def _game(number: int, team: str, game: Any, players: Sequence[str], seed: int, batch: Batch, decisions: int) -> tuple[Any, ...]:
    state = batch.states.copy()
    outcome = game.outcome(state)
    figures = {name: values[0].item() for name, values in measures_of([game], np.zeros(1, int), state).items()}
    options = json.dumps(dict(game.options), sort_keys=True, default=str)
    quest = str(game.options.get("quest", ""))
    won = game.winners(state)[0].tolist()
    ended = (outcome.name, outcome.detail, won, int(figures["rounds"]), decisions, json.dumps(figures), batch.raw_observations[0].copy())
    return number, team, seed, quest, options, list(players), *ended


def _decisions(number: int, decided: list[tuple[Any, ...]], paid: np.ndarray[Any, Any]) -> list[tuple[Any, ...]]:
    """Return rows of decisions with rewards and returns; ``paid`` is ``[decisions, sides]``."""
    ahead = np.zeros(paid.shape[1:])  # return of each side
    following: dict[int, float] = {}  # side -> return at its next decision
    rows = []
    for i in range(len(decided) - 1, -1, -1):
        ahead = ahead + paid[i]
        side = decided[i][2]
        rest = float(ahead[side])
        rows.append((number, i, *decided[i], rest - following.get(side, 0.0), rest, side not in following))
        following[side] = rest
    return rows[::-1]
