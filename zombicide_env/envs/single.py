"""One game at a time: the code shared by the PettingZoo and Gymnasium environments, with as little Python per step as possible."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core import tasks
from ..core.agent_inputs import Inputs, observation_dtype, shown_as, states_for
from ..core.batch import MAX_SEED, Batch, fresh_seed
from ..core.buffer_pool import pages
from ..core.events import Event
from ..core.game import ONGOING, OUTCOMES, TRUNCATED, WON, Game, IllegalAction
from ..core.jit import PYTHON_MODE, direct
from ..core.legality import Illegal, refusal, settle
from ..core.memory import exchanged
from ..core.numbers import flag, whole
from ..core.options import plain
from . import saves
from .spaces import ObservationDtype

_CHOOSER = "random_actions"  # key in saves of the generator that replaces illegal actions
_BOARD = "board"  # key in saves that is added when reading: which of several games the save belongs to
_Page = tuple[npt.NDArray[Any], npt.NDArray[np.int8], Callable[[], int]]
"""An observation and a mask for the caller, and the call that writes them."""
_ONLY = np.zeros(1, np.intp)  # index of the only game in the batch


class Single:
    """A game being played, with the buffers that its kernels write to. With several games (boards), each reset samples one.

    Attributes:
        mask: int8 (N_ACTIONS,), 1 = legal for the deciding agent; all zero when the game is over. Read only.
        shown_mask: the mask for the caller: with ``copy`` a new array, else a view.
        decider: seat that decides, -1 when the game is over. ``seat`` is the same, but keeps its value when the game is over.
        outcome: ONGOING, WON, LOST, TRUNCATED or DRAWN.
        rewards: float32 (number of agents,) of the last step; ``paid``: whether any of them is nonzero.
        active: uint8 (number of agents,), 1: the agent is still in the game.
        changed: whether the last step ended the game or eliminated an agent.
        origin: seed of the samples that players get (``Batch.redrawn``) in a game that was ``put``, from its state alone; else None.
        story: with ``record_events`` the events of all steps since the list was last cleared.
        copy: whether ``features`` returns an independent array; else it may be a view of the buffer, which the next step overwrites.
    """

    def __init__(
        self,
        games: Game | Sequence[Game],
        dtype: ObservationDtype,
        illegal: Illegal = "raise",
        record_events: bool = False,
        copy: bool = True,
    ) -> None:
        flag("events", record_events)
        flag("copy", copy)
        self._games = tuple(games) if isinstance(games, Sequence) else (games,)
        self._draws = np.random.default_rng()
        self.copy = copy
        self.story: list[Event] = []
        self.dtype: ObservationDtype = dtype
        self._batch = Batch(self._games, 1, autoreset="disabled", observation_dtype=dtype, illegal=illegal, record_events=record_events)
        self._seeded = False
        self.origin: int | None = None
        self.outcome = ONGOING
        self.paid = self.changed = False
        self._connect()
        self.mask[:] = 0  # nothing is legal before the first reset
        self._show_mask()
        self.decider = -1

    def _connect(self) -> None:
        """Take direct views of the batch's buffers, which Python reads faster than arrays."""
        batch = self._batch
        self.state: npt.NDArray[Any] = batch.states
        self.mask: npt.NDArray[np.int8] = batch._legal[0]
        self.rewards: npt.NDArray[np.float32] = batch.rewards[0]
        self.active: npt.NDArray[np.uint8] = batch.active[0]
        self._seen: npt.NDArray[Any] = batch.observations[0]
        self._shown, self._mask_view = self._seen.view(), self.mask.view()
        self._shown.flags.writeable = self._mask_view.flags.writeable = False
        self._aside, self._view = self._looking_aside()
        self._page: npt.NDArray[Any] | None = None  # observation of the last step, until it is returned
        self._paid, self._active = memoryview(self.rewards.data), memoryview(self.active.data)  # faster to read than arrays
        self._nothing_paid = bytes(self.rewards.nbytes)
        self._were_active = self._active.tobytes()
        self.record_events = batch.record_events
        self._legal, self._input, self._decider, self._done, self._seat = (
            memoryview(array.data) for array in (self.mask, batch._inputs, batch.deciders, batch.dones, batch.seats)
        )
        # the kernel call itself: this class validates the action first, as Batch.step would
        self._step: Callable[[], int] = partial(direct(batch._run), batch._table, tasks.STEP, batch._flags | tasks.REPORT, 1, 0, 1)
        self._again: Callable[[], int] = partial(direct(batch._run), batch._table, tasks.RESET, batch._flags, 1, 0, 1)
        self._blank: Callable[[], _Page] | None = None
        if self.copy and not PYTHON_MODE:
            self._blank = pages(partial(_page, batch))
        self._show_mask()

    def _looking_aside(self) -> tuple[npt.NDArray[Any], Callable[[], int]]:
        """Return an observation buffer separate from the batch's, and the call that fills it from the seat set as input."""
        batch = self._batch
        raw, scaled = np.zeros_like(batch.raw_observations), np.zeros_like(batch.observations)
        shown = scaled if self.dtype == "float32" else raw
        table = exchanged(batch._table, {tasks.RAW: raw, tasks.SCALED: scaled})
        self._kept = (raw, scaled)  # keeps alive what the table refers to by address
        return shown[0], partial(direct(batch._run), table, tasks.VIEW, batch._flags, 1, 0, 1)

    # ---- the game ----------------------------------------------------------------------------------------

    def reset(self, seed: int | None) -> None:
        """Start the game of ``seed``. Without a seed, start the next game of the series (of a random seed, if there was none yet)."""
        if seed is not None:
            seed = check_seed(seed)
        elif not self._seeded:
            seed = fresh_seed()
        if len(self._games) > 1:
            if seed is not None:
                self._draws = np.random.default_rng(seed)
            self._batch.world_of[0] = self._draws.integers(len(self._games))
        if seed is not None or self.record_events:
            self._batch.reset(seed)
        else:
            self._input[0] = 1
            self._again()  # the same, ten times as fast
        self._seeded, self.origin = True, None
        self.story = []
        self._look()

    def step(self, action: Any, strict: bool = False) -> None:
        """Play an action. An illegal action raises IllegalAction (nothing has changed), is replaced or loses, see ``Batch.illegal``.

        Non-integer values always raise; so do illegal actions if ``strict``.
        """
        try:
            number = index(action)
            legal = number >= 0 and self._legal[number]
        except TypeError:
            legal, strict = 0, True
        except IndexError:
            legal = 0
        if legal:
            self._input[0] = number
        elif strict or self.decider < 0 or self.illegal == "raise":
            raise refusal(self.game, self.state, self.mask, self.decider, action)
        else:
            settle(self._batch, _ONLY)
        step = self._step
        if self._blank is not None:
            self._page, self.shown_mask, step = self._blank()
        if self.record_events:
            self.story += self._batch.tell(step)
            report = tasks.EVENTFUL
        else:
            report = step()
        if self._blank is None:
            self._show_mask()
        if report >= 0:
            self.decider = report
            self.paid = self.changed = False
            return
        self.decider = self._decider[0]
        self.outcome = self._done[0]
        self.paid = self._paid.tobytes() != self._nothing_paid
        active = self._active.tobytes()
        self.changed = self.outcome != ONGOING or active != self._were_active
        self._were_active = active

    def put(self, state: npt.NDArray[Any], kept: Mapping[str, Any] | None = None) -> int:
        """Continue from a copy of ``state``, a valid record of shape (1,), and the data saved with it (from ``check_save``).

        Return ``origin``.
        """
        self.state[:] = state
        self.origin = zlib.crc32(state.tobytes())
        self._batch.world_of[0] = (kept or {}).get(_BOARD, self._batch.world_of[0])
        self._batch._chooser[0] = (kept or {}).get(_CHOOSER, self._batch._chooser[0])
        self.story = []
        self._batch.rewards[:] = 0.0
        self._batch.dones[:] = state["outcome"]
        self._batch._do(tasks.FILL)
        self._look()
        return self.origin

    def _look(self) -> None:
        self._page = None
        self._show_mask()
        self.decider = self._decider[0]
        self.outcome = int(self.state["outcome"][0])
        self._were_active = self._active.tobytes()
        self.paid = self.changed = False

    def _show_mask(self) -> None:
        self.shown_mask = self.mask.copy() if self.copy else self._mask_view

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._games[int(self._batch.world_of[0])]

    def check_begun(self, what: str) -> None:
        """Raise RuntimeError before the first game: the batch has dealt one, which ``reset`` replaces."""
        if self.decider < 0 and self.outcome == ONGOING:
            raise RuntimeError(f"there is no game to {what}: call reset()")

    # ---- views of the game -------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The deciding seat, or the last one that decided when the game is over."""
        return int(self._seat[0])

    def features(self, seat: int) -> npt.NDArray[Any]:
        """Return the observation of ``seat``: a new array, or without ``copy`` a read-only view if the buffer shows that seat."""
        page = self._page
        if page is not None and seat == self.decider:
            self._page = None
            return page
        if self._blank is None and seat == self._seat[0]:
            return self._seen.copy() if self.copy else self._shown
        self._input[0] = seat
        self._view()
        seen: npt.NDArray[Any] = self._aside.copy()
        return seen

    def inputs(self, agent: Any) -> Inputs:
        """Return the inputs of an agent for the current decision, arrays with one row; see ``core.agent_inputs``."""
        seen: npt.NDArray[Any] | None = None
        if getattr(agent, "reads_observation", True):
            dtype = observation_dtype(agent, self.dtype)
            if dtype == "uint8" and self.dtype == "float32":  # both dtypes are written
                seen = self._batch.raw_observations.copy()
            else:
                shown = self.features(self.decider)[None]
                seen = shown if dtype == self.dtype else shown_as(dtype, shown, self.game.observation_codec)
        return Inputs(seen, self.mask[None].copy(), self.game, states_for(agent, self._batch, _ONLY, self.origin))

    def ask(self, player: Any) -> Any:
        """Return the answer of a player to the current decision, unchecked."""
        given = self.inputs(player)
        seen = None if given.observations is None else given.observations[0]
        return player.act(seen, given.masks[0], given.game, given.states)

    def redrawn(self) -> npt.NDArray[Any]:
        """Return a copy of the state, shape (1,), with hidden information of the decider and future dice resampled."""
        return self._batch.redrawn(_ONLY, origin=self.origin)

    @property
    def played(self) -> int:
        """Action played in the last step, the given one or its replacement. Valid until ``features`` is called."""
        return int(self._input[0])

    @property
    def illegal(self) -> Illegal:
        """Effect of illegal actions."""
        return self._batch.illegal

    def heard(self, agents: frozenset[str] | None) -> list[dict[str, Any]]:
        """Return the events of the story that these agents may know (None: all), in the format of ``Game.plain_event``."""
        return [self.game.plain_event(event) for event in self.game.events_for(self.story, agents)]

    def legal_to(self, seat: int) -> npt.NDArray[np.int8] | None:
        """Return the mask if the seat decides."""
        return self.mask if seat == self.decider else None

    def notation(self, action: int) -> str:
        """Return the notation of an action in this state."""
        return self.game.notation(self.state, int(action))

    def parse(self, text: str) -> int:
        """Return the legal action with this notation."""
        return self.game.parse(self.state, text)

    def describe(self, compact: bool) -> dict[str, Any]:
        """Return the state as plain values, or what the deciding agent may know of it."""
        return self.game.summary(self.state, self.game.agents[self.seat]) if compact else self.game.describe(self.state)

    def prompt(self) -> str:
        """Return a text with everything that the deciding agent needs for its decision."""
        return self.game.prompt(self.state, self.game.agents[self.seat])

    def legal_texts(self) -> list[str]:
        """Return the notation of every legal action."""
        return self.game.legal_texts(self.state)

    def status(self) -> Any:
        """Return the flags of broken invariants."""
        return self.game.status(self.state)

    def scene(self) -> Any:
        """Return the scene for the renderers."""
        return self.game.scene(self.state)

    def ending(self) -> dict[str, Any]:
        """Return the info of a finished game: ``outcome``, ``outcome_detail``, the game's measures, and its ``scores`` if it has any."""
        if self.outcome == ONGOING:
            return {}
        outcome = self.game.outcome(self.state)
        scores = {"scores": dict(zip(self.game.agents, outcome.scores, strict=True))} if outcome.scores else {}
        return {"outcome": outcome.name, "outcome_detail": outcome.detail, **self.measures(), **scores}

    def measures(self) -> dict[str, Any]:
        """Return the figures of ``Game.measures`` as Python numbers."""
        return {name: values[0].item() for name, values in self.game.measures(self.state).items()}

    # ---- saving and copying ------------------------------------------------------------------------------

    def save(self, env: dict[str, Any]) -> bytes:
        """Return the current state as a save, with the environment's own part. Raises RuntimeError before the first game."""
        self.check_begun("save")
        if self.illegal == "random":
            env = env | {_CHOOSER: int(self._batch._chooser[0])}
        return saves.pack(self.game, self.state, env)

    def check_save(self, data: bytes) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Return the state of a save and the environment's own part. Raises SaveError, with nothing changed, if it does not match."""
        made = saves.header_of(data).get("options")
        board = next((i for i, game in enumerate(self._games) if plain(game.options) == made), int(self._batch.world_of[0]))
        state, kept = saves.unpack(self._games[board], data)
        kept = {**kept, _BOARD: board}
        if type(kept.get(_CHOOSER, 0)) is not int or not 0 <= kept.get(_CHOOSER, 0) < 2**64:
            raise saves.SaveError("the generator of random actions in the save is damaged; take another copy of the file")
        return state, kept

    def __getstate__(self) -> dict[str, Any]:
        kept = ("_games", "_draws", "dtype", "copy", "_batch", "_seeded", "origin", "decider", "outcome", "paid", "changed", "story")
        return {name: self.__dict__[name] for name in kept if name in self.__dict__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._connect()

    def __deepcopy__(self, memo: dict[int, Any]) -> Single:
        other = object.__new__(type(self))
        memo[id(self)] = other
        own = {"_batch": self._batch.copy(), "_draws": deepcopy(self._draws), "story": self.story.copy()}
        other.__setstate__(self.__getstate__() | own)
        return other


def _page(batch: Batch) -> _Page:
    seen, shown = np.empty_like(batch.observations[0]), np.empty_like(batch.masks[0])  # not rows: a view keeps alive what it shows
    place = tasks.SCALED if batch.observation_dtype == "float32" else tasks.RAW
    rows = exchanged(batch._table, {place: seen[None], tasks.HANDED: shown[None]})
    return seen, shown, partial(direct(batch._run), rows, tasks.STEP, batch._flags | tasks.REPORT, 1, 0, 1)


def check_seed(seed: Any) -> int:
    """Return the seed as an int. Raises TypeError or ValueError if it is not an integer in 0 .. 2**63 - 1."""
    return whole("seed", seed, 0, MAX_SEED)


__all__ = ["ONGOING", "OUTCOMES", "TRUNCATED", "WON", "IllegalAction", "Single", "check_seed"]
