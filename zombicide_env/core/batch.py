"""Batched simulation: N games in one structured array. Every environment, trainer and benchmark is built on it.

Each game has its own generator and its own series of seeds, so that game i with seed x is the same game alone, in
any slot of any batch and with any number of threads.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numpy.typing import ArrayLike

from . import tasks
from .events import Event
from .exclusive import BUSY, exclusive
from .game import OUTCOMES, TRUNCATED, Array, Game, IllegalAction
from .jit import PYTHON_MODE
from .legality import Illegal, refusal, runs, settle, wrong_rows
from .memory import exchanged
from .numbers import whole, wholes
from .player_batch import MOST_STEPS, PlayerBatch

MAX_SEED: Final = 2**63 - 1
_LOST: Final = (
    "the process was forked while a step was under way: its result is in the parent only; reset() this batch or put() states into it"
)


def fresh_seed() -> int:
    """Return a seed from the operating system's entropy, 0 .. 2**63 - 1."""
    return secrets.randbits(63)


class Batch(PlayerBatch):
    """``n`` games that are stepped together by one compiled call.

    Use a batch from one thread at a time: a call during another call on the same batch raises RuntimeError and has no effect, and so does
    every call except ``recv`` after a ``send``. Batches in different threads may share their games. A forked child continues with
    threads of its own.

    Args:
        games: a game, or several with the same kernels and layouts (other quests, other teams); game i of the
            batch plays ``games[i % len(games)]``, or ``games[world_of[i]]``.
        n: number of games, at least 1.
        seed: see ``reset``; None takes a random seed. The constructor resets.
        threads: number of chunks that are stepped in parallel; never changes a result, is faster from a few hundred games.
        autoreset: "same_step" (a game that ends is reset at once; its end is kept in ``final_...``), "next_step" (the
            next step resets it and ignores its action) or "disabled" (it stays over, its mask is all zero).
        observation_dtype: "float32" (scaled to [0, 1]) or "uint8" (raw).
        illegal: effect of an illegal action: "raise" an error and change no game; "random": play a random legal action instead,
            drawn from the generator of ``random_actions`` (which the seed of ``reset`` then seeds too), never from the game's own;
            "lose": the game ends, see ``Game.forfeit``.
        record_events: ``events`` lists the effects of a step (and the beginning of the next game, where the step resets it). Games
            are then stepped sequentially in the caller's thread.

    The buffers below are allocated once and overwritten by each call; copy what you keep. They never move, so
    ``torch.from_numpy(batch.observations)`` sees every later step without a copy. The fastest loop is one ``step`` per call on a few
    hundred games with ``observation_dtype="uint8"``; with ``send`` and ``recv`` the games are stepped while the caller computes.

    Attributes:
        states: structured array [n]. After writing to it call ``refresh``.
        observations: [n, N_OBS] of ``observation_dtype``, from the deciding seat (for a finished game: the seat that acted
            last). ``raw_observations`` is the same as uint8.
        masks: int8 [n, N_ACTIONS], 1 = legal. A copy of what ``step`` compares actions with: writing to it makes nothing legal.
        deciders: int16 [n], agent that decides, -1: the game is over.
        seats: int16 [n], agent whose view ``observations`` shows.
        active: uint8 [n, n_agents], 1: the agent is still in the game.
        rewards: float32 [n, n_agents] of the last step; 0 for seats that a game does not have.
        dones: uint8 [n], how the game ended in the last step: index into ``OUTCOMES``, 0: it is not over.
        episodes: int64 [n], number of games started.
        final_observations, final_states: like ``observations`` and ``states``, at the end of the last game that ended
            ("same_step" only, else empty); row i is updated when ``dones[i]`` is not 0.
    """

    def __init__(
        self,
        games: Game | Sequence[Game],
        n: int,
        *,
        seed: int | ArrayLike | None = None,
        threads: int = 1,
        autoreset: str = "same_step",
        observation_dtype: str = "float32",
        world_of: ArrayLike | None = None,
        illegal: Illegal = "raise",
        record_events: bool = False,
    ) -> None:
        super().__init__(games, n, threads, autoreset, observation_dtype, illegal, record_events)
        if world_of is not None:
            self.world_of[:] = wholes("world_of", world_of, self.n, 0, len(self.games) - 1)
        self._connect()
        self.seed_actions(0)
        self.reset(fresh_seed() if seed is None else seed)

    # ---- public API --------------------------------------------------------------------------------------

    @exclusive
    def reset(self, seed: int | ArrayLike | None = None, which: ArrayLike | None = None) -> None:
        """Start new games, in all slots or where ``which`` (bool [n]) is true.

        Args:
            seed: an integer x gives game i the seed x + i, a sequence [n] gives each game its own. A seed determines the next and all
                later games of the slot. None continues the series of each slot.
            which: the slots to reset, None: all.

        Raises:
            TypeError: ``which`` is not of bool, or a seed is not an integer.
            ValueError: a seed is not in 0 .. 2**63 - 1, or a length is not n.
        """
        chosen = np.ones(self.n, bool) if which is None else self._marked(which)
        if seed is not None:
            self.seeds[chosen] = self._series(seed)[chosen]
            self.episodes[chosen] = 0
            if self.illegal == "random":
                self._chooser[chosen] = _choosers((seed, 0) for seed in self.seeds[chosen].tolist())
        self._inputs[:] = chosen
        self._check_worlds()
        self._do(tasks.RESET)
        self._notes.clear()
        for i in np.flatnonzero(chosen) if self._one_by_one else ():
            self._heard[i] = ()
        if self._paged and not chosen.all():
            self._call(tasks.FILL, self._flags, 1, 0, self.n)

    def _marked(self, which: ArrayLike) -> Array:
        """Return a flag for each game, bool [n]. Raises ValueError for another shape, TypeError for another dtype."""
        marked: Array = np.asarray(which)
        if marked.shape != (self.n,):
            raise ValueError(f"which has shape {marked.shape}, not ({self.n},): one bool for each game")
        if marked.dtype != np.bool_:  # indices would count as True
            raise TypeError(f"which has dtype {marked.dtype}: one bool for each game is needed, such as batch.dones != 0")
        return marked

    def _places(self, rows: ArrayLike) -> Array:
        """Return indices of games as int64 [k]. Raises TypeError or ValueError for others: compiled code does not check them."""
        places: Array = np.asarray(rows)
        if places.size and places.dtype.kind not in "iu":
            raise TypeError(f"rows have dtype {places.dtype}: indices of games are integers, such as np.flatnonzero(mask)")
        return wholes("rows", places, places.size, 0, self.n - 1)

    def _series(self, seed: int | ArrayLike) -> Array:
        if np.ndim(seed) == 0:
            first = whole("seed", seed, 0, MAX_SEED)
            return np.array([(first + i) & MAX_SEED for i in range(self.n)], np.int64)
        return wholes("seed", seed, self.n, 0, MAX_SEED)

    @exclusive
    def step(self, actions: ArrayLike) -> None:
        """Apply one action in each game and advance to its next decision; the results are in the buffers.

        The actions of finished games are ignored.

        Raises:
            IllegalAction: an action is illegal and ``illegal`` is "raise"; the error names the first such game, and no game has changed.
        """
        self._take(actions)
        self._judge()
        self._advance()

    @exclusive
    def step_some(self, rows: ArrayLike, actions: ArrayLike) -> None:
        """Like ``step``, for the games ``rows`` only; other games and their rows in the buffers do not change.

        Args:
            rows: indices of games, ascending, [k].
            actions: one for each of them, [k].

        Raises:
            IllegalAction: see ``step``.
            TypeError: rows or actions are not integers.
            ValueError: a row is not the index of a game, rows are not ascending, or there is another number of actions.
        """
        rows, actions = self._places(rows), np.asarray(actions)
        if actions.shape != rows.shape:
            raise ValueError(f"actions have shape {actions.shape}, not {rows.shape}: one action index for each of the rows")
        if len(rows) and actions.dtype.kind not in "iu":
            raise TypeError(f"actions have dtype {actions.dtype}: action indices are integers")
        if (rows[1:] <= rows[:-1]).any():
            raise ValueError("rows are not ascending: name each game once, in order")
        self._inputs[rows] = actions
        wrong = np.intersect1d(wrong_rows(self), rows)
        if len(wrong) and self.illegal == "raise":
            raise self._refusal(int(wrong[0]))
        if len(wrong):
            settle(self, wrong)
        if self._one_by_one:
            self._tell_each(rows.tolist())
            return
        self._notes.clear()
        for lo, hi in runs(rows):
            self._checked(self._call(tasks.STEP, self._flags, 1, lo, hi))

    def _advance(self) -> None:
        """Apply the inputs."""
        if self._one_by_one:
            self._turn_page()
            self._tell_each(range(self.n))
        else:
            self._notes.clear()
            self._do(tasks.STEP)

    @property
    def _one_by_one(self) -> bool:
        return self.record_events and self.n > 1

    def _tell_each(self, rows: Iterable[int]) -> None:
        """Apply the inputs of these games and keep the events of each step."""
        for i in rows:
            self._notes.clear()
            self._checked(self._call(tasks.STEP, self._flags, 1, i, i + 1))
            self._heard[i] = self._notes.read(self.games[self.world_of[i]].event_codec, int(self.world_of[i]))

    def _take(self, actions: ArrayLike) -> None:
        array = np.asarray(actions)
        if array.shape != (self.n,):
            raise ValueError(f"actions have shape {array.shape}, not ({self.n},): one action index for each game")
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions have dtype {array.dtype}: action indices are integers")
        self._inputs[:] = array

    def _judge(self) -> None:
        """Handle illegal inputs according to ``illegal``."""
        i = self._do(tasks.CHECK)
        if i != tasks.SOUND and self.illegal == "raise":
            raise self._refusal(i)
        if i != tasks.SOUND:
            settle(self, wrong_rows(self))

    def _refusal(self, i: int) -> IllegalAction:
        error = refusal(self.games[self.world_of[i]], self.states[i : i + 1], self._legal[i], int(self.deciders[i]), int(self._inputs[i]))
        return IllegalAction(f"game {i}: {error}")

    @exclusive
    def truncate(self, which: ArrayLike) -> None:
        """Truncate games where ``which`` (bool [n]) is true and the last step has not ended them, as if that step had truncated them.

        The rewards and observations of the step are kept: the last observation belongs to a game that could continue. With
        ``autoreset="same_step"`` the next games begin at once.
        """
        self._check_worlds()
        rows = np.flatnonzero(self._marked(which) & (self.dones == 0) & (self.states["outcome"] == 0))
        paid = self.rewards[rows]
        self.states["outcome"][rows] = TRUNCATED
        for lo, hi in runs(rows):
            self._call(tasks.FILL, self._flags & ~tasks.OBSERVE, 1, lo, hi)
        if self.autoreset == "same_step":
            self.final_states[rows] = self.states[rows]
            self._final_raw[rows] = self.raw_observations[rows]
            self._final_scaled[rows] = self._scaled[rows]
            self._inputs[rows] = 1
            for lo, hi in runs(rows):
                self._call(tasks.RESET, self._flags, 1, lo, hi)
            self.rewards[rows] = paid
        self.dones[rows] = TRUNCATED

    @exclusive
    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for each game, int64 [n] (-1: the game is over); see ``seed_actions``."""
        self._do(tasks.CHOOSE)
        return self._inputs.copy()

    @exclusive
    def seed_actions(self, seed: int | ArrayLike, which: ArrayLike | None = None) -> None:
        """Seed the generators of ``random_actions``, ``step_random`` and ``play``, which are separate from those of the games.

        An integer seeds all slots, each differently; a sequence [n] gives each slot its own seed, independent of its index.
        With ``which`` (bool [n]) only these slots are seeded.
        """
        rows = np.arange(self.n) if which is None else np.flatnonzero(self._marked(which))
        if np.ndim(seed) == 0:
            first = whole("seed", seed, 0, MAX_SEED)
            self._chooser[rows] = _choosers((first, i) for i in rows.tolist())
        else:
            self._chooser[rows] = _choosers((own, 0) for own in wholes("seed", seed, self.n, 0, MAX_SEED)[rows].tolist())

    @exclusive
    def step_random(self, count: int = 1, *, observe: bool = True) -> None:
        """Apply ``count`` random legal actions in each game in one compiled call; ``observe=False`` skips the observations."""
        stuck = self._do(tasks.RANDOM, whole("count", count, 1, MOST_STEPS), observe)
        if stuck != tasks.SOUND:
            name = self.games[self.world_of[stuck]].id
            raise RuntimeError(f"game {stuck} is not over but has no legal action: a defect of {name}; please report it")

    # ---- search ------------------------------------------------------------------------------------------

    @exclusive
    def put(self, states: Array, *, trusted: bool = False) -> None:
        """Copy states into the slots: one for all ([1]) or one each ([n]), and update the buffers.

        ``rewards`` are then 0, and ``dones`` how the games have ended, 0 for those that are not over.

        Args:
            states: states of the games in the slots.
            trusted: skip validation, for states that come unchanged from a batch; validation takes about 20 microseconds per state.

        Raises:
            ValueError: wrong shape or dtype, or a state that is impossible in its game; nothing has changed.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.states.dtype or states.shape not in ((1,), (self.n,)):
            raise ValueError(self._unlike(states))
        if not trusted:
            self._check_states(states)
        whole_records = np.dtype((np.void, states.dtype.itemsize))  # NumPy copies fields one by one, which takes five times as long
        self.states.view(whole_records)[:] = states.view(whole_records)
        self.rewards[:] = 0.0
        self.dones[:] = self.states["outcome"]
        self._do(tasks.FILL)

    def _unlike(self, states: Any) -> str:
        """Return the text of the error about an array that does not hold states of the slots."""
        found = type(states).__name__
        if isinstance(states, np.ndarray):
            of = "records of another game or version" if states.dtype.names else f"{states.dtype} values"
            found = f"an array of {'such records' if states.dtype == self.states.dtype else of}, of shape {states.shape}"
        return f"states must be an array of {self.games[0].id}'s records (`Batch.states`) of shape (1,) or ({self.n},), not {found}"

    @exclusive
    def resample(self, agents: int | ArrayLike | None = None) -> None:
        """Resample, in every game, the information hidden from the seats ``agents`` (None: from the deciding seat).

        Decks, face-down cards and future dice change; everything that the seat knows stays. The random numbers come from
        the generators of ``random_actions``, so that sampling possible states does not advance the generator of any game.
        """
        self._take_seats(agents)
        self._do(tasks.RESAMPLE)

    @exclusive
    def redrawn(self, rows: ArrayLike | None = None, *, origin: int | None = None) -> Array:
        """Return copies of states in which everything hidden from the deciding seat is resampled, future dice included.

        The samples depend on the game (its seed and its number in the series of its slot), the number of the decision and the seat,
        through a one-way function that does not reveal the seed. They do not depend on the batch or on earlier calls, and the games do not
        change.

        Args:
            rows: indices of the games, [k]; None: all.
            origin: 0 .. 2**63 - 1, used as the seed if the games were ``put`` here.

        Returns:
            structured array [k]

        Raises:
            TypeError, ValueError: ``rows`` are not indices of games, one of them is over, or ``origin`` is out of its range.
        """
        places = np.arange(self.n) if rows is None else self._places(rows)
        over = places[self.deciders[places] < 0]
        if len(over):
            raise ValueError(f"game {over[0]} is over: nobody decides, so nothing is hidden; use its state as it is")
        whole_records = np.dtype((np.void, self.states.dtype.itemsize))  # NumPy copies fields one by one, which takes five times as long
        copies, seats = self.states.view(whole_records)[places].view(self.states.dtype), self.deciders[places]
        keys = np.fromiter(map(_key, *self._origins(places, origin), copies["steps"].tolist(), seats.tolist()), np.uint64, len(places))
        own = {name: self._buffers[name][places] for name in ("world_of", "masks", "deciders", "seats", "actives", "rewards")}
        own |= {"states": copies, "chooser": keys, "inputs": seats.astype(np.int64)}
        here = exchanged(self._table, {tasks.BUFFERS.index(name): array for name, array in own.items()})
        self._checked(self._run(here, tasks.RESAMPLE, 0, 1, 0, len(places)))
        return copies

    def _origins(self, places: Array, origin: int | None) -> tuple[list[int], list[int]]:
        """Return the seed and the number in its series of each game."""
        if origin is None:
            return self.seeds[places].tolist(), self.episodes[places].tolist()
        return [whole("origin", origin, 0, MAX_SEED)] * len(places), [1] * len(places)

    def _take_seats(self, agents: int | ArrayLike | None) -> None:
        """Write the seats to the inputs of the engine. Raises TypeError or ValueError if a game does not have the seat."""
        if agents is None:
            self._inputs[:] = self.seats
            return
        most = self.n_agents - 1
        seats = whole("agents", agents, 0, most) if np.ndim(agents) == 0 else wholes("agents", agents, self.n, 0, most)
        if len(self.games) > 1:
            self._check_worlds()
            limits = np.array([len(game.agents) for game in self.games])[self.world_of]
            if not np.all(seats < limits):
                k = int(np.argmax(seats >= limits))
                raise ValueError(
                    f"agents: {np.broadcast_to(seats, limits.shape)[k]} is not a seat of game {k}, which has 0 .. {limits[k] - 1}"
                )
        self._inputs[:] = seats

    def rollout(self, limit: int = 1_000_000) -> Array:
        """Play every game to its end with random legal actions, without observations; ``dones`` says how they ended.

        Args:
            limit: maximum number of actions in one game.

        Returns:
            float32 [n, n_agents]: the rewards of each game's last step (with sparse rewards: its result), also of games that were over
            before.

        Raises:
            ValueError: the batch resets games by itself (``autoreset`` must be "disabled").
        """
        if self.autoreset != "disabled":
            raise ValueError(f"autoreset={self.autoreset!r}: a rollout keeps games that are over, make the batch with autoreset='disabled'")
        self.step_random(limit, observe=False)
        paid: Array = self.states["reward"][:, : self.n_agents].copy()  # ``rewards`` are 0 where a game was over before
        return paid

    @exclusive
    def refresh(self) -> None:
        """Update masks, deciders and observations after writing to ``states`` or ``world_of``.

        Raises:
            ValueError: ``world_of`` holds a value that is not an index of ``games``, or ``states`` holds a state that no game can be in.
        """
        self._check_states(self.states)
        self._do(tasks.FILL)

    @exclusive
    def observe(self, agents: int | ArrayLike | None = None, out: Array | None = None) -> Array:
        """Return observations from the seats ``agents`` (one for all games, or [n]); None: the buffer ``observations``.

        The result is ``out`` ([n, N_OBS] of ``observation_dtype``, C-contiguous) or a new array; the buffers do not change.
        """
        if agents is None and out is None:
            return self.observations
        self._take_seats(agents)
        shape, scaled = self.observations.shape, self.observation_dtype == "float32"
        result = np.empty(shape, self.observation_dtype) if out is None else out
        fits = isinstance(result, np.ndarray) and result.shape == shape and result.dtype == self.observations.dtype
        if not fits or not result.flags.c_contiguous or not result.flags.writeable:
            raise ValueError(f"out must be a C-contiguous array of shape {shape} and dtype {self.observation_dtype} that may be written to")
        raw = np.empty(shape, np.uint8) if scaled else result
        here = exchanged(self._table, {tasks.RAW: raw, tasks.SCALED: result if scaled else self._scaled})
        self._checked(self._run(here, tasks.VIEW, self._flags, 1, 0, self.n))
        return result

    @exclusive
    def outcomes(self) -> list[str]:
        """Return the names of ``dones``: "ongoing", "won", "lost", "truncated" or "drawn"."""
        return [OUTCOMES[done] for done in self.dones.tolist()]

    def tell(self, step: Callable[[], object]) -> tuple[Event, ...]:
        """Return the events of ``step()``, a call that steps the only game of the batch."""
        self._forget()
        step()
        return self.events()

    @exclusive
    def _forget(self) -> None:
        """Forget the events so far."""
        self._notes.clear()

    @exclusive
    def events(self, i: int = 0) -> tuple[Event, ...]:
        """Return the events of the last ``step`` in game ``i``, in order; empty without ``record_events``, or if the game emits none."""
        if self._one_by_one:
            return self._heard[i]
        return self._notes.read(self.games[self.world_of[0]].event_codec, int(self.world_of[0]))

    # ---- stepping in the background ----------------------------------------------------------------------

    @exclusive
    def send(self, actions: ArrayLike) -> None:
        """Start a step in another thread; leave the buffers alone until ``recv``. Illegal actions raise here."""
        self._take(actions)
        self._judge()
        if not (PYTHON_MODE or self._one_by_one):  # otherwise ``recv`` performs the step
            self._turn_page()
            self._notes.clear()
            self._together().post(tasks.STEP, self._flags, 1, self.n)
        self._sent = True

    def recv(self) -> None:
        """Take part in the step started by ``send``, and wait for its end."""
        if not self._mine.acquire(False):
            raise RuntimeError(BUSY)
        try:
            if not self._sent:
                raise RuntimeError("no step is under way: call send() first")
            if self._lost:
                self._sent = self._lost = False
                raise RuntimeError(_LOST)
            try:
                if PYTHON_MODE or self._one_by_one:
                    self._advance()
                else:
                    self._checked(self._together().join())
            except Exception:
                self._sent = False
                raise
            self._sent = False
            if self._dismiss is None:  # closed in the meantime
                self._crew = None
        finally:
            self._mine.release()


def _key(seed: int, episode: int, decision: int, seat: int) -> int:
    """Return the seed of the random numbers of ``redrawn``. The hash is one-way: its users must not be able to find the game's seed."""
    hashed = hashlib.blake2b(struct.pack("<4q", seed, episode, decision, seat), digest_size=8, person=b"redrawn")
    return int.from_bytes(hashed.digest(), "little")


def _choosers(seeds: Iterable[tuple[int, int]]) -> list[int]:
    """Return the initial states of the generators of random actions."""
    return [int.from_bytes(np.random.SeedSequence(seed).generate_state(2).tobytes(), "little") for seed in seeds]


__all__ = ["MAX_SEED", "MOST_STEPS", "Batch", "fresh_seed"]
