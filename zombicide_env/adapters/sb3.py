"""stable-baselines3: many games at once as a ``VecEnv`` over the compiled batch, with masks for sb3-contrib's MaskablePPO."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from ..core.batch import Batch, fresh_seed
from ..core.game import ONGOING, TRUNCATED, WON, Game
from ..core.legality import Illegal
from ..core.words import unknown
from ..envs.options import check_one_side, check_places, keywords, resolve_games
from ..envs.rendering import BATCH_RENDER_MODES, BatchRenderMode, Painter
from ..envs.shared_vector import SharedVectorEnv
from ..envs.spaces import ObservationDtype, check_dtype, feature_space
from . import of_extra

with of_extra("train"):
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

METHODS: Final = ("action_masks", "describe", "render", "status")
ATTRIBUTES: Final = ("game", "render_mode", "spec", *METHODS)


class GamesVecEnv(VecEnv):
    """What the vector environments for stable-baselines3 share: seeds, masks and calls by name for the games of a batch.

    Everything returned is a copy, because SB3 keeps the last observation while the environment steps.  The infos of unfinished games are
    empty dicts that are used again: do not write to them.
    """

    def __init__(self, batch: Batch, painter: Painter, dtype: ObservationDtype) -> None:
        self.batch, self.game, self._painter = batch, batch.games[0], painter
        self._started = False
        self._actions: npt.NDArray[Any] | None = None
        self._begin = time.perf_counter()
        self._returns = np.zeros(batch.n, np.float64)
        self._lengths = np.zeros(batch.n, np.int64)
        self._empty: list[dict[str, Any]] = [{} for _ in range(batch.n)]
        super().__init__(batch.n, feature_space(self.game, dtype), spaces.Discrete(self.game.action_codec.size))

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seeds of the next ``reset``: ``seed``, ``seed + 1`` ..., or fresh ones, not from NumPy's global generator."""
        first = fresh_seed() >> 1 if seed is None else int(seed)
        self._seeds = [first + i for i in range(self.num_envs)]
        return self._seeds

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keep the actions for ``step_wait``. Raises RuntimeError before the first ``reset``."""
        if not self._started:
            raise RuntimeError("no action can be played: the games have not begun; call reset()")
        self._actions = actions

    def close(self) -> None:
        """Stop the threads."""
        self.batch.close()

    def _taken(self) -> npt.NDArray[Any]:
        """Return the actions kept by ``step_async``."""
        if self._actions is None:
            raise RuntimeError("step_wait() without actions: call step_async() or step()")
        actions, self._actions = self._actions, None
        return actions

    def _count_anew(self) -> None:
        """Begin to count steps and returns, with games that have just begun."""
        self._started = True
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self._begin = time.perf_counter()

    def _episode(self, i: int) -> dict[str, Any]:
        """Return the entry ``episode`` of the info of a game that has ended, and begin to count the next one."""
        found = {
            "r": round(float(self._returns[i]), 6),
            "l": int(self._lengths[i]),
            "t": round(time.perf_counter() - self._begin, 6),
        }
        self._returns[i], self._lengths[i] = 0.0, 0
        return found

    # ---- masks and other calls by name -------------------------------------------------------------------

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now: bool of shape (num_envs, N_ACTIONS), in one copy."""
        return self.batch.masks.astype(np.bool_)

    def has_attr(self, attr_name: str) -> bool:
        """Return True for ``action_masks``, by which sb3-contrib recognizes masks, and the other attributes of a game."""
        return attr_name in ATTRIBUTES

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return the attribute for each of the games ``indices``."""
        chosen = list(self._get_indices(indices))
        if attr_name in METHODS:
            return [partial(self._method, attr_name, i) for i in chosen]
        if attr_name not in ATTRIBUTES:
            raise AttributeError(unknown("attribute of a game in this VecEnv", attr_name, ATTRIBUTES))
        if attr_name == "game":
            return [self._game(i) for i in chosen]
        return [self._painter.mode if attr_name == "render_mode" else None] * len(chosen)

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Raise AttributeError: games in a batch have no attributes to set."""
        raise AttributeError(f"{attr_name!r} cannot be set: the games of a batch take their options when it is made")

    def env_method(self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any) -> list[Any]:
        """Return the results of a method for each of the games ``indices``."""
        if method_args or method_kwargs:
            raise TypeError(f"{method_name} takes no arguments here")
        if method_name == "action_masks":
            masks = self.action_masks()
            return list(masks if indices is None else masks[list(self._get_indices(indices))])
        return [self._method(method_name, i) for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """Return False for each of the games ``indices``: none is wrapped in anything."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        """Return a picture of every game, with ``render_mode="rgb_array"``; else None for each."""
        if self._painter.mode != "rgb_array":
            return [None] * self.num_envs
        return [self._method("render", i) for i in range(self.num_envs)]

    def _game(self, i: int) -> Game:
        return self.batch.games[self.batch.world_of[i]]

    def _method(self, name: str, i: int) -> Any:
        state = self.batch.states[i : i + 1]
        if name == "action_masks":
            return self.action_masks()[i]
        if name == "describe":
            return self._game(i).describe(state)
        if name == "status":
            return self._game(i).status(state)
        if name == "render":
            return self._painter.draw(self._game(i).scene(state)) if self._painter.mode else None
        raise AttributeError(unknown("method of a game in this VecEnv", name, METHODS))


class ZombicideVecEnv(GamesVecEnv):
    """``num_envs`` games of one cooperative game, each played by one policy for the whole team.

    Several games with the same layouts (other quests or teams, or a range as in ``quest="generated:seed=0..63,tiles=2"``) are dealt
    evenly to the places.

    Each step is one decision of one seat.  Observations are the features from the deciding seats, shape
    (num_envs, N_OBS): raw uint8 by default (networks multiply by ``game.observation_codec.scale``), or float32 in
    [0, 1] with ``observation_dtype="float32"``.  Rewards are means over the seats.  ``action_masks()`` is the whole matrix of legal
    actions; ``env_method("action_masks")`` gives its rows, as sb3-contrib asks for them.

    A finished game is replaced within the step.  Its info then holds ``terminal_observation``, ``TimeLimit.truncated`` (True if
    the game was cut off, so that the value of the last observation counts), ``episode`` (r, l, t), ``is_success`` and ``won``
    (whether the game is won), ``outcome``, ``outcome_detail`` and the figures of ``Game.measures`` (``rounds`` ...).

    ``illegal="random"`` or ``"lose"`` let policies without masks play, see ``TeamEnv``.
    """

    def __init__(
        self,
        game: Any | Sequence[Any] = "black_plague",
        num_envs: int = 64,
        *,
        seed: int | None = None,
        threads: int = 1,
        observation_dtype: ObservationDtype = "uint8",
        render_mode: BatchRenderMode | None = None,
        illegal: Illegal = "raise",
        **options: Any,
    ) -> None:
        painter = Painter(render_mode, BATCH_RENDER_MODES)
        games = resolve_games(game, options, keywords(type(self)), alike=False)
        check_places(games, num_envs)
        for one in games:
            check_one_side(one)
        dtype = check_dtype(observation_dtype)
        batch = Batch(games, num_envs, seed=seed, threads=threads, autoreset="same_step", observation_dtype=dtype, illegal=illegal)
        self._seats = np.array([len(one.agents) for one in games], np.float32)
        super().__init__(batch, painter, dtype)

    # ---- what SB3 asks for -------------------------------------------------------------------------------

    def reset(self) -> npt.NDArray[Any]:
        """Start new games: with the seeds set by ``seed()``, else with the next ones of the sequence that ``seed`` began."""
        if self._seeds[0] is not None:
            self.batch.reset(np.array(self._seeds, np.int64))
        elif self._started:
            self.batch.reset()  # else: the batch has begun the first games itself
        self._count_anew()
        self.reset_infos = [{"seat": seat} for seat in self.batch.deciders.tolist()]
        return self.batch.observations.copy()

    def step_wait(self) -> VecEnvStepReturn:
        """Play the actions. If one is illegal, raises IllegalAction with no game changed, or see ``illegal``."""
        batch = self.batch
        batch.step(self._taken())
        self._played_on()
        rewards = batch.rewards.sum(axis=1) / self._seats[batch.world_of]  # a smaller team has columns without a seat
        self._returns += rewards
        self._lengths += 1
        dones = batch.dones != ONGOING
        infos = self._empty.copy()
        for i in np.flatnonzero(dones).tolist():
            infos[i] = self._end(i)
        return batch.observations.copy(), rewards, dones, infos

    def _played_on(self) -> None:
        """Play until the next decision of the policy; here every decision is its own."""

    def _end(self, i: int) -> dict[str, Any]:
        """Return the info of a game that has ended; its place already holds the next game."""
        batch, done = self.batch, int(self.batch.dones[i])
        game, state = self._game(i), batch.final_states[i : i + 1]
        outcome = game.outcome(state)
        info = {
            "terminal_observation": batch.final_observations[i].copy(),
            "TimeLimit.truncated": done == TRUNCATED,
            "is_success": done == WON,
            "won": done == WON,
            "outcome": outcome.name,
            "outcome_detail": outcome.detail,
            **{name: values[0].item() for name, values in game.measures(state).items()},
            "episode": self._episode(i),
        }
        self.reset_infos[i] = {"seat": int(batch.deciders[i])}
        return info


class SharedVecEnv(GamesVecEnv):
    """Games of a Gymnasium vector environment in which a policy has some of the seats, and teammates or opponents the others.

    Args:
        envs: ``gymnasium.make_vec(..., teammates=...)`` or ``(..., opponents=...)``, without wrappers, in the mode "same_step".

    Observations, masks and infos are those of ``ZombicideVecEnv``, from the seats of the policy, and rewards those of ``envs``.

    Raises:
        TypeError: ``envs`` is another kind of environment.
        ValueError: ``envs`` has another mode, or constant infos.
    """

    def __init__(self, envs: gymnasium.vector.VectorEnv[Any, Any, Any]) -> None:
        if not isinstance(envs, SharedVectorEnv):
            raise TypeError(f"{envs!r} has no other players: use gymnasium.make_vec with teammates= or opponents=, or ZombicideVecEnv")
        if envs.autoreset_mode is not AutoresetMode.SAME_STEP or envs.constant_infos:
            raise ValueError('the environment was made with other options: use autoreset_mode="same_step" and constant_infos=False')
        self.envs = envs
        super().__init__(envs.batch, Painter(envs.render_mode, BATCH_RENDER_MODES), check_dtype(envs.batch.observation_dtype))

    def reset(self) -> npt.NDArray[Any]:
        """See ``ZombicideVecEnv``."""
        seeds = None if self._seeds[0] is None else np.array(self._seeds, np.int64)
        observations, infos = self.envs.reset(seed=seeds)
        self._count_anew()
        self._note_seats(infos["seat"], range(self.num_envs))
        return observations["observation"]

    def step_wait(self) -> VecEnvStepReturn:
        """Play the actions, see ``ZombicideVecEnv``, and let the other players move."""
        observations, rewards, terminated, truncated, found = self.envs.step(self._taken())
        self._returns += rewards
        self._lengths += 1
        dones = terminated | truncated
        infos = self._empty.copy()
        ended = np.flatnonzero(dones).tolist()
        for i in ended:
            last, ends = found["final_obs"][i], found["final_info"]
            infos[i] = {
                "terminal_observation": last["observation"],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                **{name: _plain(values[i]) for name, values in ends.items() if name[0] != "_" and name not in ("action_mask", "scores")},
                "episode": self._episode(i),
            }
        self._note_seats(found["seat"], ended)
        return observations["observation"], rewards, dones, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """See ``ZombicideVecEnv``."""
        return self.envs.action_masks()

    def _note_seats(self, seats: npt.NDArray[Any], places: Iterable[int]) -> None:
        for i in places:
            self.reset_infos[i] = {"seat": int(seats[i])}


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
