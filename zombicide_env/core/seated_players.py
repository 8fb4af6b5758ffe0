"""The seats of compiled players in a batch, and the arrays that the engine needs for them."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from . import engine, tasks
from .jit import PYTHON_MODE
from .memory import table
from .nets.network import connected
from .numbers import wholes
from .player_engine import CALLER
from .players import ACTION_WEIGHTS, Heuristic, Player, check_game, heuristic_of
from .scratch import workplaces
from .thread_pool import ThreadPool
from .words import one_line

_GAMES: Final = 8  # fewest games per thread: players take many decisions in a call

Array = np.ndarray[Any, Any]
Seating = tuple[tuple[Player, ...], Array]
"""The players, and the index of the player of each seat: int16 [n, n_agents], CALLER: the caller."""


def seating(players: Sequence[Player | None], seats: ArrayLike | None, n: int, n_agents: int) -> Seating:
    """Validate players and seats; see ``Batch.play``.

    Raises:
        TypeError: something else is given in place of a compiled player.
        ValueError: the number of players or seats is wrong, or a seat names no player.
    """
    for k, player in enumerate(players):
        if not isinstance(player, Player | None):
            raise TypeError(f"players[{k}] is {one_line(repr(player), 80)}: a compiled player is needed, such as agent.player(game)")
    listed = tuple(dict.fromkeys(player for player in players if player is not None))
    places = [CALLER if player is None else listed.index(player) for player in players]
    if seats is None:
        if len(players) not in (1, n_agents):
            raise ValueError(f"{len(players)} players for {n_agents} seats: give one for all of them, or {n_agents}, or say who sits where")
        return listed, np.full((n, n_agents), places, np.int16)
    given = np.asarray(seats)
    if given.dtype.kind not in "iu" or given.shape not in ((n_agents,), (n, n_agents)):
        raise ValueError(f"seats are indices of players, of shape ({n_agents},) or ({n}, {n_agents}), not {given.dtype} {given.shape}")
    wholes("seats", given.reshape(-1), given.size, CALLER, len(players) - 1)
    of = np.array([*places, CALLER], np.int16)
    return listed, np.array(np.broadcast_to(of[given], (n, n_agents)), order="C")


def player_arrays(
    seated: Seating, heuristic: Heuristic | None, threads: int, n_actions: int, n_obs: int = 0, judged: int = 0, games: Sequence[Any] = ()
) -> dict[str, Array]:
    """Return the arrays of players, in the order of ``tasks.BUFFERS``."""
    players, cast = seated
    number = max(1, len(players))
    worlds = max(1, len(games))
    action_weights = np.zeros((number, n_actions if any(player.kind == ACTION_WEIGHTS for player in players) else 1))
    weights = np.zeros((number, worlds, 2), np.uint8 if heuristic is None else heuristic.weights)
    for k, player in enumerate(players):
        if player.kind == ACTION_WEIGHTS:
            if len(player.action_weights) != n_actions:
                own_size = len(player.action_weights)
                raise ValueError(f"player {player.name!r} weighs {own_size} actions, but the game has {n_actions}: make it for this game")
            action_weights[k] = player.action_weights
        if player.weights is not None:
            weights[k] = [player.weights_for(game) for game in games] or player.weights
    kinds = np.array([player.kind for player in players] or [0], np.int8)
    views = np.zeros(threads, np.uint8 if heuristic is None else heuristic.view)
    own: dict[str, Array] = {"cast": cast, "kinds": kinds, "action_weights": action_weights, "weights": weights.reshape(-1), "views": views}
    own["scores"] = np.zeros((judged, n_actions))
    own["tempers"] = np.array([(player.temperature, player.network.trust if player.network else 0.0) for player in players] or [(0.0, 0.0)])
    own["looks"] = np.zeros((threads, n_obs), np.uint8)
    own["listed"] = np.zeros((threads, n_actions), np.int64)
    own["thoughts"], own["opinions"] = np.zeros((threads, n_actions)), np.zeros((threads, n_actions))
    return own


NOBODY: Final[Seating] = ((), np.full((1, 1), CALLER, np.int16))


class SeatedPlayers:
    """The engine of a batch with seated players.

    Args:
        batch: provides buffers, kernels and threads.
        seated: the players and their seats.
    """

    def __init__(self, batch: Any, seated: Seating) -> None:
        self.seated = seated
        for player in seated[0]:
            check_game(player, batch.games[0])
        heuristic = heuristic_of(seated[0])
        self._threads = 1 if PYTHON_MODE else max(1, min(batch.threads, batch.n // _GAMES))
        own = player_arrays(seated, heuristic, self._threads, batch.action_codec.size, batch.observation_codec.size, batch.n, batch.games)
        networks = [player.network for player in seated[0]]
        own["networks"], self._kept = connected(
            networks, [(own["looks"][k], own["listed"][k], own["thoughts"][k]) for k in range(self._threads)]
        )
        own["orders"] = np.zeros(engine.order_words(self._threads), np.int64)
        own["worlds"] = workplaces(batch._worlds, batch.games[0].scratch, self._threads)
        self._run = engine.bind(batch.games[0].kernels, batch.states.dtype, own["worlds"].dtype, heuristic)
        self._buffers: dict[str, Array] = {**batch._buffers, **own}
        self._table = table([self._buffers[name] for name in tasks.BUFFERS])
        self._crew: ThreadPool | None = None
        self._dismiss: Callable[[], object] | None = None

    @property
    def scores(self) -> Array:
        """Scores written by JUDGE, float64 [n, N_ACTIONS]."""
        return self._buffers["scores"]

    def do(self, task: int, flags: int, count: int, n: int) -> int:
        """Run a task of players for the games 0 .. n - 1 and return the engine's result."""
        if self._threads < 2:
            return self._run(self._table, task, flags, count, 0, n)
        if self._crew is None:
            self._crew = ThreadPool(self._run, self._table, self._buffers, self._threads)
            self._dismiss = weakref.finalize(self, self._crew.dismiss)
        return self._crew.lead(task, flags, count, n)

    def close(self) -> None:
        """Stop the threads."""
        if self._dismiss is not None:
            self._dismiss()
        self._crew = self._dismiss = None

    def after_fork(self) -> None:
        """Discard the threads of the parent in a forked child."""
        if isinstance(self._dismiss, weakref.finalize):
            self._dismiss.detach()
        self._crew = self._dismiss = None
        self._buffers["orders"][:] = 0


__all__ = ["NOBODY", "SeatedPlayers", "Seating", "player_arrays", "seating"]
