"""Gymnasium vector environment: many games at once as a native ``VectorEnv`` over the compiled batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core.batch import MOST_STEPS, Batch
from ..core.batch_core import MOST_GAMES
from ..core.events import Event
from ..core.game import ONGOING, OUTCOMES, TRUNCATED, WON, Outcome
from ..core.jit import PYTHON_MODE
from ..core.legality import Illegal
from ..core.measures import measures
from ..core.numbers import flag, whole
from .options import TIME_LIMIT, check_constant, check_one_side, check_places, check_reset_options, keywords, resolve_games
from .rendering import BATCH_METADATA, BATCH_RENDER_MODES, BatchRenderMode, Painter
from .spaces import LegalMultiDiscrete, ObservationDtype, check_dtype, observation_space

_GOES_ON: Final = (OUTCOMES[ONGOING], OUTCOMES[TRUNCATED])  # not over by the rules
Observations = dict[str, npt.NDArray[Any]]
RESET_MASK: Final = "reset_mask"  # an option of ``reset``
_SAID: Final = {"outcome": "name", "outcome_detail": "detail"}  # key in infos: attribute of an outcome
_NO_ENDS: Final[tuple[npt.NDArray[np.intp], dict[str, npt.NDArray[Any]]]] = (np.zeros(0, np.intp), {})
_MODES: Final = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """Return the autoreset mode of a name ("same_step", "next_step", "disabled", or Gymnasium's "SameStep" ...), else raise ValueError."""
    for member, name in _MODES.items():
        if mode in (member, name, member.value):
            return member
    raise ValueError(f"autoreset_mode={mode!r} is unknown; choose one of {', '.join(_MODES.values())}")


class TeamVectorEnv(VectorEnv[Observations, npt.NDArray[Any], npt.NDArray[Any]]):
    """``num_envs`` copies of one cooperative game, each played by one agent for the whole team (see ``TeamEnv``).

    ``game`` may also be several games with the same layouts and agents, distributed evenly over the sub-environments, and so may a range
    of generated quests (``quest="generated:seed=0..63,tiles=2"``).

    Observations are a dict of ``observation`` (num_envs, N_OBS) and ``action_mask`` (num_envs, N_ACTIONS) int8, both for the
    deciding seats; rewards are means over the seats. ``infos`` hold ``action_mask`` (the same array) and ``seat`` (-1: over).

    Every mask allows at least one action, so that a policy can mask its logits. A game truncated by ``max_episode_steps``
    keeps the mask of its last state; a game that ended by the rules allows action 0, which is ignored.

    ``autoreset_mode``: "same_step" (default) puts the last observation of a finished game in ``infos["final_obs"]`` (an object
    array with a dict per finished game, None elsewhere, with its mask ``_final_obs``) and returns the first observation of the
    next game; "next_step" returns the last observation and ignores the action of the following step, which resets;
    "disabled" leaves finished games alone until ``reset(options={"reset_mask": ...})``. In every mode
    ``infos["final_info"]`` of a step in which games ended holds what the last info of a single game does: ``action_mask``, ``seat``
    (-1 where a game ended by the rules), ``outcome`` and ``outcome_detail`` (object arrays), ``is_success`` and ``won`` (whether the game
    is won), the figures of ``Game.measures`` (``rounds`` ...) and, in games that have them, ``scores`` (agent -> array), with masks for
    them. With ``constant_infos=True`` infos have the same keys at every step, all numeric, as in ``TeamEnv``: there is no
    ``final_info`` then, and where the next game begins at once (``same_step``) ``outcome`` and the figures are those of the game that has
    just ended.

    ``illegal`` defines the effect of illegal actions, as in ``TeamEnv``: "raise" (then no game changes), "random" or "lose".
    ``max_episode_steps`` truncates a game after that number of steps of its agent, as ``gymnasium.wrappers.TimeLimit`` does (None or -1:
    never); the detail of the outcome is "max_episode_steps". ``action_space.sample()`` draws legal actions.

    With ``events=True`` infos also hold ``events``, as in ``TeamEnv``: for each game a list of the events since the last info (in the mode
    "same_step" one list covers the end of a game and the beginning of the next). It costs a Python call per game; without it nothing.

    Returned arrays stay unchanged as long as a reference (also a view, or a tensor of them) exists; arrays without references may be
    reused. With ``copy=False`` observations, masks and seats are views of the batch's buffers, which the next
    ``step`` or ``reset`` overwrites. ``threads`` does not change any result. The render modes are "ansi" and "rgb_array".
    """

    _batch_resets: ClassVar[bool] = True  # the batch applies the autoreset mode by itself

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "black_plague",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int = 1,
        observation_dtype: ObservationDtype = "float32",
        copy: bool = True,
        render_mode: BatchRenderMode | None = None,
        illegal: Illegal = "raise",
        max_episode_steps: int | None = None,
        events: bool = False,
        constant_infos: bool = False,
        **options: Any,
    ) -> None:
        check_constant(constant_infos, events)
        self.constant_infos = constant_infos
        self._painter = Painter(render_mode, BATCH_RENDER_MODES)
        self.render_mode = render_mode
        self.autoreset_mode = autoreset(autoreset_mode)
        self.metadata = {**BATCH_METADATA, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs = whole("num_envs", num_envs, 1, MOST_GAMES)
        games = resolve_games(game, options, keywords(type(self)))
        check_places(games, num_envs)
        self.game = games[0]
        self._check_sides(self.game)
        dtype = check_dtype(observation_dtype)
        self.single_observation_space = observation_space(self.game, dtype)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.action_codec.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._sampler = LegalMultiDiscrete(self.game.action_codec.size, num_envs, self._legal)
        self.action_space = self._sampler
        resets = _MODES[self.autoreset_mode if self._batch_resets else AutoresetMode.DISABLED]
        self.batch = Batch(
            games, num_envs, threads=threads, autoreset=resets, observation_dtype=dtype, illegal=illegal, record_events=events
        )
        self._copy = flag("copy", copy)
        self._pages = copy and resets != "disabled" and not PYTHON_MODE
        if self._pages:
            self.batch._keep_pages()
        self._stories: list[list[Event]] = [[] for _ in range(num_envs)]  # per game, events since the last infos
        self._ended = np.zeros(num_envs, np.bool_)
        self._most_steps = None if max_episode_steps in (None, -1) else whole("max_episode_steps", max_episode_steps, 1, MOST_STEPS)
        self._lengths = np.zeros(num_envs, np.int64)  # steps of each game so far
        self._nowhere = np.zeros(num_envs, np.bool_)
        self._cut: dict[int, tuple[npt.NDArray[np.int8], int]] = {}  # games truncated in this step -> their legal actions and deciding seat
        self._ends = _NO_ENDS  # with constant_infos: games ended in this step, and their figures
        self._ready = False  # whether every game waits for the agent: not before the first reset

    # ---- Gymnasium's API ---------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int] | npt.NDArray[Any] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start new games, all or those of ``options["reset_mask"]`` (bool, shape (num_envs,)).

        With an integer ``seed`` game i is the one that ``TeamEnv`` plays with seed ``seed + i``; a sequence gives one seed per
        game. Without a seed each game continues its own series.
        """
        which = check_reset_options(options, (RESET_MASK,)).get(RESET_MASK)
        if which is not None:
            check_reset_mask(which, self.num_envs)
            self._check_ready("options['reset_mask'] cannot be used")
        self.batch.reset(seed, which)
        self._ready = True
        self._keep_seed(seed)
        self._ended[:] = self.batch.dones != ONGOING
        self._lengths[which if which is not None else slice(None)] = 0
        for story in self._stories:
            story.clear()
        observations, infos = self._seen()
        self._add_figures(infos)
        return observations, infos

    def step(self, actions: npt.NDArray[Any]) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play one action in every game. If one is illegal, raises IllegalAction with no game changed, or see ``illegal``.

        The actions of finished games (``next_step`` and ``disabled``) are ignored. Before the first ``reset``: RuntimeError.
        """
        self._check_ready("no action can be played")
        batch = self.batch
        batch.step(actions)
        if batch.record_events:
            for i, story in enumerate(self._stories):
                story += batch.events(i)
        late = self._late(self._nowhere if self.autoreset_mode is AutoresetMode.SAME_STEP else self._ended)
        self._keep_legal(late & (batch.dones == ONGOING))
        if late.any():
            batch.truncate(late)
        dones = batch.dones
        over = dones != ONGOING
        observations, infos = self._seen()
        new = over & ~self._ended if self.autoreset_mode is AutoresetMode.DISABLED else over
        if new.any():
            self._add_ends(infos, new, late)
        self._add_figures(infos)
        self._ended = over
        self._lengths[over] = 0
        truncations = (dones == TRUNCATED) | late
        return observations, batch.rewards.mean(axis=1), over & (dones != TRUNCATED), truncations, infos

    def render(self) -> tuple[Any, ...] | None:
        """Render every game as an image or text; None without a render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() draws nothing without a render mode; make the environment with render_mode="ansi"')
            return None
        return tuple(self._painter.draw(self._game(i).scene(self.batch.states[i : i + 1])) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Stop the threads."""
        self.batch.close()

    # ---- additions of this package -----------------------------------------------------------------------

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the masks of the last observations: bool of shape (num_envs, N_ACTIONS)."""
        masks = self._legal().copy()
        self._allow_one(masks, np.asarray(~masks.any(axis=1)))
        return masks.astype(np.bool_)

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for every game, sampled by compiled code (0 where a game is over)."""
        chosen = self.batch.random_actions()
        return np.where(chosen < 0, 0, chosen)

    # ---- private -----------------------------------------------------------------------------------------

    def _game(self, i: int) -> Any:
        return self.batch.games[self.batch.world_of[i]]

    def _keep_seed(self, seed: int | Sequence[int] | npt.NDArray[Any] | None) -> None:
        """Set ``np_random_seed``: the given seed, a tuple if there is one per game."""
        if seed is None:
            return
        numbers = [int(number) for number in np.atleast_1d(np.asarray(seed)).tolist()]
        self._np_random = np.random.default_rng(numbers)
        self._np_random_seed = numbers[0] if np.ndim(seed) == 0 else tuple(numbers)  # type: ignore[assignment]  # as SyncVectorEnv tells it

    def _check_sides(self, game: Any) -> None:
        check_one_side(game)

    def _check_ready(self, what: str) -> None:
        """Raise RuntimeError before the first reset: nobody has chosen the seeds of the games."""
        if not self._ready:
            raise RuntimeError(f"{what}: the games have not begun; call reset() for all of them")

    def _legal(self) -> npt.NDArray[np.int8]:
        return self.batch.masks

    def _late(self, idle: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Count a step of every game that was not over before, and return which games have reached ``max_episode_steps``."""
        if self._most_steps is None:
            return self._nowhere
        self._lengths[~idle] += 1
        return (self._lengths >= self._most_steps) & ~idle

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        batch = self.batch
        features, masks, seats = batch.observations, batch.masks, batch.deciders
        if self._copy:
            features, masks = (features, masks) if self._pages else (features.copy(), masks.copy())
            seats = seats.copy()
        over = batch.deciders < 0
        if over.any():
            self._allow_one(masks, over)
        return {"observation": features, "action_mask": masks}, {"action_mask": masks, "seat": seats, **self._heard()}

    def _keep_legal(self, late: npt.NDArray[np.bool_]) -> None:
        """Store the legal actions and the deciding seat of games that are being truncated."""
        batch = self.batch
        self._cut = {i: (batch.masks[i].copy(), int(batch.deciders[i])) for i in np.flatnonzero(late).tolist()}

    def _allow_one(self, masks: npt.NDArray[np.int8], over: npt.NDArray[np.bool_]) -> None:
        """Write the masks of finished games: one action, or the last legal actions where a game has just been truncated."""
        masks[over] = 0
        masks[over, 0] = 1
        for i, (legal, _) in self._cut.items():
            if over[i]:
                masks[i] = legal

    def _heard(self) -> dict[str, Any]:
        """Return the events since the last infos."""
        if not self.batch.record_events:
            return {}
        heard = np.empty(self.num_envs, object)
        for i, story in enumerate(self._stories):
            heard[i] = [self._game(i).plain_event(event) for event in story]
            story.clear()
        return {"events": heard, "_events": np.ones(self.num_envs, np.bool_)}

    def _add_ends(self, infos: dict[str, Any], new: npt.NDArray[np.bool_], late: npt.NDArray[np.bool_]) -> None:
        """Add what Gymnasium's own vector environments report about ended games; only these games cost Python time."""
        ended = np.flatnonzero(new)
        states, seen = self._last()
        masks = np.zeros_like(self.batch.masks)
        self._allow_one(masks, new)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            finals = [{"observation": seen[i].copy(), "action_mask": masks[i].copy()} for i in ended.tolist()]
            infos["final_obs"], infos["_final_obs"] = _spread(finals, new, object), new.copy()
        outcomes = [self._outcome(i, states[i : i + 1], bool(late[i])) for i in ended.tolist()]
        won = self._won(states, ended)
        figures = {"is_success": won, "won": won, **measures(self.batch.games, self.batch.world_of[ended], states[ended])}
        if self.constant_infos:
            self._ends = ended, {"outcome": np.array([OUTCOMES.index(one.name) for one in outcomes]), **figures}
            return
        final = {"action_mask": masks, "seat": self._last_seats(ended)}
        final |= {name: _spread([getattr(one, key) for one in outcomes], new, object) for name, key in _SAID.items()}
        final |= {name: _spread(values, new, values.dtype) for name, values in figures.items()}
        infos["final_info"] = _with_masks(final, new)
        if any(one.scores for one in outcomes):
            scored = new.copy()
            scored[ended] = [bool(one.scores) for one in outcomes]
            rows = np.array([one.scores for one in outcomes if one.scores])
            scores = {agent: _spread(rows[:, seat], scored, rows.dtype) for seat, agent in enumerate(self.game.agents)}
            infos["final_info"] |= {"scores": _with_masks(scores, scored), "_scores": scored}
        infos["_final_info"] = new.copy()

    def _add_figures(self, infos: dict[str, Any]) -> None:
        """With ``constant_infos``: add the figures of all games, those of the end for games that have just ended."""
        if not self.constant_infos:
            return
        states = self.batch.states
        won = self._won(states, np.arange(self.num_envs))
        own = measures(self.batch.games, self.batch.world_of, states)
        figures = {"outcome": states["outcome"].astype(np.int64), "is_success": won, "won": won.copy(), **own}
        ended, ends = self._ends
        for name, values in ends.items():
            figures[name][ended] = values
        self._ends = _NO_ENDS
        infos |= figures

    def _won(self, states: npt.NDArray[Any], rows: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        """Return which of the games ``rows`` are won."""
        won: npt.NDArray[np.bool_] = states["outcome"][rows] == WON
        return won

    def _last_seats(self, ended: npt.NDArray[np.intp]) -> npt.NDArray[np.int16]:
        """Return the deciding seats in the last observations of games that have just ended, -1 where none decides; 0 for other games."""
        seats = np.zeros(self.num_envs, np.int16)
        seats[ended] = -1
        for i, (_, seat) in self._cut.items():
            seats[i] = seat
        return seats

    def _last(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return states and observations at the end of the games that have just ended."""
        batch = self.batch
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        return (batch.final_states, batch.final_observations) if same_step else (batch.states, batch.observations)

    def _outcome(self, i: int, state: npt.NDArray[Any], late: bool) -> Outcome:
        """Return the outcome of game ``i``, which has just ended; ``late``: by the step limit."""
        outcome: Outcome = self._game(i).outcome(state)
        return Outcome(OUTCOMES[TRUNCATED], TIME_LIMIT) if late and outcome.name in _GOES_ON else outcome

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._sampler.watch(self._legal)


def _spread(values: Any, rows: npt.NDArray[np.bool_], dtype: Any) -> npt.NDArray[Any]:
    """Return an array over all games with ``values`` at ``rows``; None or 0 elsewhere."""
    made = np.full(len(rows), None, object) if dtype is object else np.zeros(len(rows), dtype)
    made[rows] = values
    return made


def _with_masks(values: dict[str, Any], rows: npt.NDArray[np.bool_]) -> dict[str, Any]:
    return {key: value for name, array in values.items() for key, value in ((name, array), (f"_{name}", rows.copy()))}


def check_reset_mask(which: Any, num_envs: int) -> None:
    """Raise TypeError or ValueError if ``which`` is not a bool array of shape (num_envs,) with a True in it."""
    if not isinstance(which, np.ndarray) or which.dtype != np.bool_:
        raise TypeError(f"options['reset_mask'] must be a NumPy array of bool, not {getattr(which, 'dtype', type(which).__name__)}")
    if which.shape != (num_envs,):
        raise ValueError(f"options['reset_mask'] has shape {which.shape}, not ({num_envs},)")
    if not which.any():
        raise ValueError("options['reset_mask'] names no game: at least one element must be True")
