"""Core of a batch: memory of N games, compiled engine, threads, copies, and handling of forks."""

from __future__ import annotations

import copy
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, Self

import numpy as np

from . import engine, tasks
from .buffer_pool import pages
from .codec import OBSERVATION_DTYPES
from .events import Event, Notes
from .exclusive import exclusive, forked
from .game import Array, Game
from .jit import PYTHON_MODE
from .layout import copy_records
from .legality import ILLEGAL, Illegal
from .memory import exchange, table
from .numbers import whole, wholes
from .scratch import workplaces
from .seated_players import NOBODY, SeatedPlayers, player_arrays
from .state_validation import StateValidator
from .thread_pool import ThreadPool
from .words import unknown

AUTORESET: Final = {"same_step": tasks.SAME_STEP, "next_step": tasks.NEXT_STEP, "disabled": 0}
MOST_GAMES: Final = 2**24
MOST_THREADS: Final = 1024
_CHUNK: Final = 64  # fewest games per thread
_SHOWN: Final = frozenset((tasks.RESET, tasks.STEP, tasks.RANDOM, tasks.FILL, tasks.RESAMPLE))  # tasks that write observations
_CONNECTED: Final = frozenset(  # attributes that _connect creates again
    (
        "observations",
        "final_observations",
        "_worlds",
        "_flags",
        "_run",
        "_buffers",
        "_table",
        "_shared",
        "_crew",
        "_dismiss",
        "_validator",
        "_stages",
        "_sent",
        "_lost",
        "_mine",
        "_notes",
        "_heard",
        "_blank",
    )
)


def several(given: Any) -> list[Any]:
    """Return the elements of a sequence, or one object as a list: a text is one, because callers without a type checker pass ids."""
    return list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]


class BatchCore:
    """``n`` games in memory, and the engine that works on all or some of them. ``Batch`` adds the public operations.

    The arguments are those of ``Batch``.
    """

    def __init__(
        self,
        games: Game | Sequence[Game],
        n: int,
        threads: int,
        autoreset: str,
        observation_dtype: str,
        illegal: Illegal,
        record_events: bool,
    ) -> None:
        self.games: tuple[Game, ...] = tuple(several(games))
        if not self.games:
            raise ValueError("a batch needs at least one game")
        for game in self.games:
            if not hasattr(game, "kernels"):
                raise TypeError(f"{game!r} is not a game: pass make_game(...), or several games")
        if autoreset not in AUTORESET:
            raise ValueError(unknown("autoreset mode", autoreset, AUTORESET))
        if illegal not in ILLEGAL:
            raise ValueError(unknown("value of illegal", illegal, ILLEGAL))
        dtype = np.dtype(observation_dtype).name
        if dtype not in OBSERVATION_DTYPES:
            raise ValueError(unknown("observation_dtype", dtype, OBSERVATION_DTYPES))
        _check_alike(self.games)
        first = self.games[0]
        self.n: int = whole("n", n, 1, MOST_GAMES)
        self.n_agents: int = max(len(game.agents) for game in self.games)
        self.threads: int = whole("threads", threads, 1, MOST_THREADS)
        self.autoreset: str = autoreset
        self.illegal: Illegal = illegal
        self.record_events: bool = record_events
        self.observation_dtype: str = dtype
        self.action_codec = first.action_codec
        self.observation_codec = first.observation_codec
        self._paged = False
        self._allocate(first.state_dtype)

    # ---- memory ------------------------------------------------------------------------------------------

    def _allocate(self, state_dtype: np.dtype[Any]) -> None:
        n, n_obs, n_actions = self.n, self.observation_codec.size, self.action_codec.size
        scaled = self.observation_dtype == "float32"
        kept = n if self.autoreset == "same_step" else 0
        self.states: Array = np.zeros(n, state_dtype)
        self.world_of: Array = np.arange(n, dtype=np.int32) % np.int32(len(self.games))
        self.seeds: Array = np.zeros(n, np.int64)
        self.episodes: Array = np.zeros(n, np.int64)
        self._legal: Array = np.zeros((n, n_actions), np.int8)  # private copy that the engine trusts
        self.masks: Array = np.zeros((n, n_actions), np.int8)
        self.deciders: Array = np.zeros(n, np.int16)
        self.seats: Array = np.zeros(n, np.int16)
        self.raw_observations: Array = np.zeros((n, n_obs), np.uint8)
        self._scaled: Array = np.zeros((n, n_obs if scaled else 0), np.float32)
        self.active: Array = np.zeros((n, self.n_agents), np.uint8)
        self.rewards: Array = np.zeros((n, self.n_agents), np.float32)
        self.dones: Array = np.zeros(n, np.uint8)
        self.final_states: Array = np.zeros(kept, state_dtype)
        self._final_raw: Array = np.zeros((kept, n_obs), np.uint8)
        self._final_scaled: Array = np.zeros((kept, n_obs if scaled else 0), np.float32)
        self._chooser: Array = np.zeros(n, np.uint64)
        self._inputs: Array = np.zeros(n, np.int64)

    def _connect(self) -> None:
        """Create what cannot be copied or pickled: the compiled entry, its view of the buffers, the thread pool."""
        self.observations: Array = self._scaled if self.observation_dtype == "float32" else self.raw_observations
        self.final_observations: Array = self._final_scaled if self.observation_dtype == "float32" else self._final_raw
        self._worlds: Array = np.concatenate([game.world for game in self.games])
        places = workplaces(self._worlds, self.games[0].scratch, 1 if PYTHON_MODE else self._hands)
        scaled = self.observation_dtype == "float32"
        self._flags: int = AUTORESET[self.autoreset] | tasks.OBSERVE | tasks.HAND_OUT | (tasks.SCALE if scaled else 0)
        self._run = engine.bind(self.games[0].kernels, self.states.dtype, places.dtype)
        n_obs = self.observation_codec.size
        # final arrays that are not used are replaced by ordinary ones, because the engine needs rows that it can index
        kept = self.autoreset == "same_step"
        self._buffers: dict[str, Array] = {
            "states": self.states,
            "worlds": places,
            "world_of": self.world_of,
            "blank": np.zeros(1, self.states.dtype),
            "seeds": self.seeds,
            "episodes": self.episodes,
            "chooser": self._chooser,
            "inputs": self._inputs,
            "masks": self._legal,
            "deciders": self.deciders,
            "seats": self.seats,
            "actives": self.active,
            "frames": np.zeros((len(self.games), n_obs), np.uint8),
            "raw": self.raw_observations,
            "scaled": self._scaled,
            "scale": np.array(self.observation_codec.scale if scaled else (), np.float32),
            "rewards": self.rewards,
            "dones": self.dones,
            "final_states": self.final_states if kept else self.states,
            "final_raw": self._final_raw if kept else self.raw_observations,
            "final_scaled": self._final_scaled if kept else self._scaled,
            "orders": np.zeros(engine.order_words(self._hands), np.int64),
            **player_arrays(NOBODY, None, 1, self.action_codec.size),
            "handed": self.masks,
            "networks": np.zeros((1, 1), np.int64),
        }
        self._blank: Callable[[], tuple[Array, Array]] | None = None
        if self._paged:
            self._keep_pages()
        self._notes = Notes(places, self.record_events)
        self._heard: list[tuple[Event, ...]] = [()] * self.n
        self._shared = not PYTHON_MODE and min(self.threads, self.n // _CHUNK) >= 2
        self._table: Any = table([self._buffers[name] for name in tasks.BUFFERS])
        self._crew: ThreadPool | None = None
        self._dismiss: Callable[[], object] | None = None
        self._validator: StateValidator | None = None
        self._stages: list[SeatedPlayers] = []
        self._sent = self._lost = False
        self._mine = threading.Lock()  # held during a call that uses the buffers
        forked.add(self)
        self._call(tasks.FRAME, 0, 1, 0, self.n)

    def _after_fork(self) -> None:
        """Discard, in a forked child, the threads of the parent, their locks and their unfinished work."""
        if isinstance(self._dismiss, weakref.finalize):
            self._dismiss.detach()
        self._crew = self._dismiss = None
        self._buffers["orders"][:] = 0
        for stage in self._stages:
            stage.after_fork()
        self._mine = threading.Lock()
        self._lost = self._sent

    def _parts(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _CONNECTED}

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        return self._parts()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    @exclusive
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = object.__new__(type(self))
        memo[id(self)] = other
        other.__setstate__({k: copy_records(v) if isinstance(v, np.ndarray) else v for k, v in self._parts().items()})
        return other

    def copy(self) -> Self:
        """Return an independent batch in the same state (it shares the games, which never change)."""
        return copy.deepcopy(self)

    # ---- running the engine ------------------------------------------------------------------------------

    def _call(self, task: int, flags: int, count: int, lo: int, hi: int) -> int:
        return self._run(self._table, task, flags, count, lo, hi)

    def _do(self, task: int, count: int = 1, observe: bool = True) -> int:
        flags = self._flags if observe else self._flags & ~tasks.OBSERVE
        if task in _SHOWN:
            self._turn_page(observe)
        if self._shared:
            return self._checked(self._together().lead(task, flags, count, self.n))
        return self._checked(self._call(task, flags, count, 0, self.n))

    def _keep_pages(self) -> None:
        """Keep returned arrays unchanged: every later call that shows all games writes to other arrays.

        This has no effect for a batch that leaves finished games alone, or in plain Python.
        """
        self._paged = True
        self._blank = pages(partial(_page, self.observations.shape, self.observations.dtype, self.masks.shape))

    def _turn_page(self, observe: bool = True) -> None:
        """Switch to the next arrays, or without ``observe`` to the next masks only."""
        if self._blank is None:
            return
        page, self.masks = self._blank()
        exchange(self._table, tasks.HANDED, self.masks)
        if not observe:
            return
        scaled = self.observation_dtype == "float32"
        name, place = ("_scaled", tasks.SCALED) if scaled else ("raw_observations", tasks.RAW)
        setattr(self, name, page)
        self.observations = self._buffers[tasks.BUFFERS[place]] = page
        exchange(self._table, place, page)

    @property
    def _hands(self) -> int:
        """Number of threads that work together when several do."""
        return max(2, min(self.threads, self.n // _CHUNK))

    def _together(self) -> ThreadPool:
        if self._crew is None:
            self._crew = ThreadPool(self._run, self._table, self._buffers, self._hands)
            self._dismiss = weakref.finalize(self, self._crew.dismiss)
        return self._crew

    def _checked(self, result: int) -> int:
        """Return the engine's result. Raises ValueError if it stopped because a game has an invalid world."""
        if result != tasks.SOUND:
            self._check_worlds()
        return int(result)

    def _check_worlds(self) -> None:
        wholes("world_of", self.world_of, self.n, 0, len(self.games) - 1)

    @exclusive
    def status(self) -> Array:
        """Return the broken invariants of all games, int64 [n]: the numbers of their ``Game.status``, 0 where the state is valid."""
        self._check_worlds()
        return self._invalid(self.states, self.world_of)

    def _invalid(self, states: Array, world_of: Array) -> Array:
        if self._validator is None:
            first = self.games[0]
            self._validator = StateValidator(
                first.kernels, first.bounds, self.states.dtype, self._worlds, self.action_codec.size, first.scratch
            )
        return self._validator.look(states, world_of)[0]

    def _check_states(self, states: Array) -> None:
        """Raise ValueError for a state that is unsafe for the rules; ``states`` is one for all slots ([1]) or one each ([n])."""
        self._check_worlds()
        world_of = self.world_of if len(states) == self.n else np.unique(self.world_of)
        broken = np.flatnonzero(self._invalid(states if len(states) == self.n else np.repeat(states, len(world_of)), world_of))
        if len(broken):
            i = int(broken[0])
            at = i if len(states) == self.n else 0
            fault = self.games[world_of[i]].fault(states[at : at + 1])
            raise ValueError(f"state {at} is not one that the game can be in: {fault}")

    def close(self) -> None:
        """Stop the threads, after finishing a step in progress. The batch can still be used."""
        if self._dismiss is not None:
            self._dismiss()
            self._dismiss = None
        for stage in self._stages:
            stage.close()
        if not self._sent:  # otherwise ``recv`` still has to finish the chunks that they have not started
            self._crew = None

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        ids = ", ".join(sorted({game.id for game in self.games}))
        how = f"threads={self.threads}, autoreset={self.autoreset!r}, observation_dtype={self.observation_dtype!r}"
        return f"Batch({ids}, n={self.n}, {how})"


def _page(shape: tuple[int, ...], dtype: np.dtype[Any], masks: tuple[int, ...]) -> tuple[Array, Array]:
    return np.empty(shape, dtype), np.empty(masks, np.int8)


def _check_alike(games: Iterable[Game]) -> None:
    first, *others = games
    for game in others:
        same = (
            game.kernels == first.kernels
            and game.state_dtype == first.state_dtype
            and game.world.dtype == first.world.dtype
            and game.scratch == first.scratch
            and game.action_codec.layout_hash == first.action_codec.layout_hash
            and game.observation_codec.layout_hash == first.observation_codec.layout_hash
        )
        if not same:
            raise ValueError(f"{game.id} and {first.id} cannot share a batch: their kernels or layouts differ; make one batch for each")


__all__ = ["AUTORESET", "MOST_GAMES", "MOST_THREADS", "BatchCore", "several"]
