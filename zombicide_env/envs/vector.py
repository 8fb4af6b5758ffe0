"""Gymnasium: many games at once as a native ``VectorEnv`` over the compiled batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core.batch import Batch
from ..core.game import ONGOING, TRUNCATED, Outcome
from .options import check_one_side, resolve_game
from .rendering import BATCH_RENDER_MODES, Painter
from .spaces import ObservationDtype, check_dtype, observation_space

Observations = dict[str, npt.NDArray[Any]]
_MODES: Final = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """The mode by its name ("same_step", "next_step", "disabled", or Gymnasium's "SameStep" ...); ValueError otherwise."""
    for member, name in _MODES.items():
        if mode in (member, name, member.value):
            return member
    raise ValueError(f"autoreset_mode={mode!r} is unknown; choose one of {', '.join(_MODES.values())}")


class TeamVectorEnv(VectorEnv[Observations, npt.NDArray[Any], npt.NDArray[Any]]):
    """``num_envs`` games of one cooperative game, each played by one agent for the whole team (see ``TeamEnv``).

    Observations are a dict of ``observation`` (num_envs, N_OBS) and ``action_mask`` (num_envs, N_ACTIONS) int8, both for the
    deciding seats; rewards are means over the seats.  ``infos`` hold ``action_mask`` (the same array) and ``seat`` (-1: over).

    ``autoreset_mode``: "same_step" (default) puts the last observation of a finished game in ``infos["final_obs"]`` (an object
    array with a dict per finished game, None elsewhere, beside its mask ``_final_obs``) and returns the first observation of the
    next game; "next_step" returns the last observation and ignores the action of the following step, which resets;
    "disabled" leaves finished games alone until ``reset(options={"reset_mask": ...})``.  In every mode
    ``infos["final_info"]`` of a step in which games ended holds ``outcome`` and ``outcome_detail`` (object arrays) and masks.

    Returned arrays are fresh copies.  With ``copy=False`` observations, masks and seats are views of the batch's buffers,
    which the next ``step`` or ``reset`` overwrites.  ``threads`` does not change any result.  The render modes are "ansi" and
    "rgb_array".
    """

    _batch_resets: ClassVar[bool] = True  # the batch follows the autoreset mode by itself

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "black_plague",
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int = 1,
        observation_dtype: ObservationDtype = "float32",
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._painter = Painter(render_mode, BATCH_RENDER_MODES)
        self.render_mode = render_mode
        self.autoreset_mode = autoreset(autoreset_mode)
        self.metadata = {"render_modes": list(BATCH_RENDER_MODES), "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.game = resolve_game(game, options)
        self._check_sides(self.game)
        dtype = check_dtype(observation_dtype)
        self.single_observation_space = observation_space(self.game, dtype)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.action_codec.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        resets = _MODES[self.autoreset_mode if self._batch_resets else AutoresetMode.DISABLED]
        self.batch = Batch(self.game, num_envs, threads=threads, autoreset=resets, observation_dtype=dtype)
        self._copy = copy
        self._ended = np.zeros(num_envs, np.bool_)

    # ---- what Gymnasium asks for -------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int] | npt.NDArray[Any] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start all games anew, or those of ``options["reset_mask"]`` (bool, shape (num_envs,)).

        With an integer ``seed`` game i is the one that ``TeamEnv`` plays with seed ``seed + i``; a sequence gives each game its
        own.  Without a seed each game plays the next one of its series.
        """
        which = (options or {}).get("reset_mask")
        if which is not None:
            check_reset_mask(which, self.num_envs)
        self.batch.reset(seed, which)
        self._ended[:] = self.batch.dones != ONGOING
        return self._seen()

    def step(self, actions: npt.NDArray[Any]) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play one action in every game; raises IllegalAction, with no game changed, if any of them is not legal.

        The actions of games that are over (``next_step`` and ``disabled``) are ignored.
        """
        batch = self.batch
        batch.step(actions)
        dones = batch.dones
        over = dones != ONGOING
        truncations = dones == TRUNCATED
        observations, infos = self._seen()
        new = over & ~self._ended if self.autoreset_mode is AutoresetMode.DISABLED else over
        if new.any():
            self._add_ends(infos, new)
        self._ended = over
        return observations, batch.rewards.mean(axis=1), over & ~truncations, truncations, infos

    def render(self) -> tuple[Any, ...] | None:
        """A picture or text of every game; None without a render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() draws nothing without a render mode; make the environment with render_mode="ansi"')
            return None
        return tuple(self._painter.draw(self.game.scene(self.batch.states[i : i + 1])) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Stop the threads."""
        self.batch.close()

    # ---- what the games add ------------------------------------------------------------------------------

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now: bool of shape (num_envs, N_ACTIONS)."""
        return self.batch.masks.astype(np.bool_)

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for every game, chosen by compiled code (0 where a game is over)."""
        chosen = self.batch.random_actions()
        return np.where(chosen < 0, 0, chosen)

    # ---- inside ------------------------------------------------------------------------------------------

    def _check_sides(self, game: Any) -> None:
        check_one_side(game)

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        batch = self.batch
        features, masks, seats = batch.observations, batch.masks, batch.deciders
        if self._copy:
            features, masks, seats = features.copy(), masks.copy(), seats.copy()
        return {"observation": features, "action_mask": masks}, {"action_mask": masks, "seat": seats}

    def _add_ends(self, infos: dict[str, Any], new: npt.NDArray[np.bool_]) -> None:
        """What Gymnasium's own vector environments say about games that ended: only these cost Python."""
        ended = np.flatnonzero(new).tolist()
        outcomes, details, finals = (np.full(self.num_envs, None, object) for _ in range(3))
        nothing = np.zeros(self.batch.action_codec.size, np.int8)
        for i in ended:
            outcome, seen = self._end(i)
            outcomes[i], details[i] = outcome.name, outcome.detail
            finals[i] = {"observation": seen.copy(), "action_mask": nothing.copy()}
        infos["final_info"] = {"outcome": outcomes, "_outcome": new.copy(), "outcome_detail": details, "_outcome_detail": new.copy()}
        infos["_final_info"] = new.copy()
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos["final_obs"], infos["_final_obs"] = finals, new.copy()

    def _end(self, i: int) -> tuple[Outcome, npt.NDArray[Any]]:
        """How game ``i`` has just ended, and its last observation."""
        batch = self.batch
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        states, seen = (batch.final_states, batch.final_observations) if same_step else (batch.states, batch.observations)
        return self.game.outcome(states[i : i + 1]), seen[i]


def check_reset_mask(which: Any, num_envs: int) -> None:
    """Raise TypeError or ValueError if ``which`` is not a bool array of shape (num_envs,) with a True in it."""
    if not isinstance(which, np.ndarray) or which.dtype != np.bool_:
        raise TypeError(f"options['reset_mask'] must be a NumPy array of bool, not {getattr(which, 'dtype', type(which).__name__)}")
    if which.shape != (num_envs,):
        raise ValueError(f"options['reset_mask'] has shape {which.shape}, not ({num_envs},)")
    if not which.any():
        raise ValueError("options['reset_mask'] names no game: at least one element must be True")
