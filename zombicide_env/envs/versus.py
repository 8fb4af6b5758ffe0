"""Gymnasium for competitive games: the learner has one seat, opponents of the caller's choice have the others."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from ..core.batch import fresh_seed
from ..core.game import LOST, ONGOING, OUTCOMES, TRUNCATED, IllegalAction
from .gym import Observation, TeamEnv
from .saves import SaveError
from .single import check_seed
from .spaces import ObservationDtype

ELIMINATED = "eliminated"


class Opponent(Protocol):
    """Whoever picks a legal action; every ``agents.Agent`` is one.

    ``reset(seed)`` is called if it is there, with the seeds of the environment.  An attribute ``reads_observation`` that is False says
    that the observation may be left out; ``act_batch(observations, masks, game, states)`` serves many games at once.
    """

    def act(
        self, observation: npt.NDArray[Any] | None, mask: npt.NDArray[Any], game: Any = None, state: npt.NDArray[Any] | None = None
    ) -> int:
        """The index of a legal action."""


Policy = Callable[[npt.NDArray[Any], npt.NDArray[Any]], int]
"""A function of observation and mask."""
Maker = Callable[[str, Any], Opponent]
"""Spec and game -> the opponent."""


class _Function:
    """A function in an opponent's place."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = getattr(policy, "__name__", type(policy).__name__)

    def act(self, observation: Any, mask: npt.NDArray[Any], game: Any = None, state: npt.NDArray[Any] | None = None) -> int:
        return int(self.policy(observation, mask))


class Opponents:
    """Who sits in the other seats.

    Args:
        game: the game.
        chosen: one for all other seats or a sequence with one for each, in turn round the table beginning after the learner: objects
            with ``act``, functions of observation and mask, or specs.  Equal specs share one opponent.
        maker: makes opponents of specs; None: specs cannot be had.

    Raises:
        ValueError: the number of opponents is not that of the other seats, or a spec without a maker.
        TypeError: something that cannot play.
    """

    def __init__(self, game: Any, chosen: Any, maker: Maker | None) -> None:
        self.game = game
        others = len(game.agents) - 1
        several = isinstance(chosen, Sequence) and not isinstance(chosen, str)
        given = list(chosen) if several else [chosen] * others
        if len(given) != others:
            raise ValueError(f"{len(given)} opponents for {others} other seats of {game.id}: give one for all of them, or {others}")
        made: dict[int | str, Opponent] = {}
        for one in given:
            key = one if isinstance(one, str) else id(one)
            if key not in made:
                made[key] = _opponent(one, game, maker)
        self.players = [made[one if isinstance(one, str) else id(one)] for one in given]
        self.different = list(dict.fromkeys(self.players))

    def seed(self, seed: int | Sequence[int]) -> None:
        """Seed their own choices."""
        numbers = np.random.SeedSequence(seed).generate_state(len(self.different), np.uint32).tolist()
        for player, number in zip(self.different, numbers, strict=True):
            if hasattr(player, "reset"):
                player.reset(number)

    def of(self, seat: int, learner: int) -> Opponent:
        """Who has the seat when the learner has his."""
        return self.players[(seat - learner) % len(self.game.agents) - 1]


def _opponent(one: Any, game: Any, maker: Maker | None) -> Opponent:
    if isinstance(one, str):
        if maker is None:
            raise ValueError(f"opponent {one!r} is a text: pass maker=agents.make, or the opponent itself")
        return maker(one, game)
    if hasattr(one, "act"):
        return cast("Opponent", one)
    if callable(one):
        return _Function(one)
    raise TypeError(
        f"opponent {one!r} cannot play: it has no act(observation, mask, game, state) and is no function of observation and mask"
    )


def name_of(opponent: Opponent) -> str:
    """How errors call an opponent."""
    return str(getattr(opponent, "name", type(opponent).__name__))


class VersusEnv(TeamEnv):
    """A competitive game in which the agent has one seat; a step goes on until he decides again, or his part in the game ends.

    The observation is a dict of ``observation`` (features from the learner's seat: float32 in [0, 1], or uint8 with
    ``observation_dtype="uint8"``) and ``action_mask`` (int8, 1 = legal, all 0 at the end).  ``info`` holds the same mask, ``seat`` (the
    learner's) and at the end ``outcome`` and ``outcome_detail``: those of the game, or "lost" and "eliminated" when it goes on without
    him.  The reward is the learner's own, summed over everybody's moves since his last one.

    Args:
        game: a game, or its id with ``options``.
        opponents: one for all other seats or one for each, beginning after the learner; see ``Opponents``.
        seat: the learner's seat, or "random": drawn anew for each game.
        maker: makes opponents of specs (``agents.make``).
        render_mode: "human", "ansi", "rgb_array" or None.
        observation_dtype: "float32" or "uint8", for opponents too.
        options: the game's own.

    ``reset(seed=...)`` fixes the games, the seats and the opponents' own choices, from now on.  A game in which the learner never comes
    to decide is skipped.  ``step`` raises IllegalAction, with the game unchanged, on an action that is not legal.

    Raises:
        ValueError: no such seat, a game for one player, or opponents that do not fit.
    """

    def __init__(
        self,
        game: Any = "hit_z_road",
        *,
        opponents: Any = "random",
        seat: int | str = 0,
        maker: Maker | None = None,
        render_mode: str | None = None,
        observation_dtype: ObservationDtype = "float32",
        **options: Any,
    ) -> None:
        super().__init__(game, render_mode=render_mode, observation_dtype=observation_dtype, **options)
        self._chosen_seat = check_seat(self.game, seat)
        self.opponents = Opponents(self.game, opponents, maker)
        self.seat = 0 if self._chosen_seat is None else self._chosen_seat
        self._seeded = False
        self._mask = np.zeros(self.game.action_codec.size, np.int8)  # the learner's
        self._sampler.watch(self._mask)

    # ---- what Gymnasium asks for -------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new game.  ``seed`` fixes it and those that follow; ``options`` is accepted for the interface."""
        if seed is None and not self._seeded:
            seed = fresh_seed()
        if seed is not None:
            seed = check_seed(seed)
            self.opponents.seed(seed)
        self._seeded = True
        super(TeamEnv, self).reset(seed=seed)
        begun = seed
        while True:
            self._one.reset(begun)
            if self._chosen_seat is None:
                self.seat = int(self.np_random.integers(len(self.game.agents)))
            self._wait()
            if self._mask.any():
                break
            begun = None
        self._sampler.begin(seed)
        self._painter.show(self._one)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a legal action and wait for the next decision; raises IllegalAction, with the game unchanged, on any other."""
        one = self._one
        if not self._mask.any():
            raise IllegalAction(f"action {action!r} cannot be played: the game is over for the learner or has not begun; call reset()")
        one.step(action)
        self._sampler.seeded = False
        reward = float(one.rewards[self.seat]) + self._wait()
        if self._painter.live:
            self._painter.show(one)
        observation, info = self._seen()
        truncated = one.outcome == TRUNCATED
        return observation, reward, not truncated and not self._mask.any(), truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, bool of shape (N_ACTIONS,): the name that sb3-contrib looks for."""
        return self._mask.astype(np.bool_)

    # ---- what the games add ------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The game at this moment, for ``load``, here or in the PettingZoo environment."""
        return self._one.save({"seat": self.seat})

    def load(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Continue a saved game; returns what ``reset`` returns.

        A save of the PettingZoo environment goes on with the learner in his present seat.  The opponents' own choices are seeded from
        the save: loading it again leads to the same game.  Raises SaveError, with this environment unchanged, if the save does not fit.
        """
        state, kept = self._one.check_save(data)
        seat = kept.get("seat", self.seat)
        if type(seat) is not int or not 0 <= seat < len(self.game.agents):
            raise SaveError(f"the save gives the learner seat {seat!r}, which {self.game.id} does not have; take another copy of the file")
        self.seat = seat
        self._seeded = True
        self.opponents.seed(zlib.crc32(state.tobytes()))
        self._one.put(state)
        self._wait()
        self._painter.show(self._one)
        return self._seen()

    # ---- inside ------------------------------------------------------------------------------------------

    def _wait(self) -> float:
        """Let the opponents move until the learner decides or is out; what he was paid meanwhile."""
        one, reward = self._one, 0.0
        while one.outcome == ONGOING and one.decider != self.seat and one.active[self.seat]:
            self._move(one.decider)
            reward += float(one.rewards[self.seat])
        self._mask[:] = one.mask if one.decider == self.seat else 0
        return reward

    def _move(self, seat: int) -> None:
        """One decision of an opponent."""
        one, opponent = self._one, self.opponents.of(seat, self.seat)
        seen = one.features(seat, True) if getattr(opponent, "reads_observation", True) else None
        action = opponent.act(seen, one.mask.copy(), one.game, one.state)
        try:
            one.step(action)
        except IllegalAction as error:
            raise RuntimeError(f"opponent {name_of(opponent)} in seat {seat} does not play by the rules: {error}") from error

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        mask = self._mask.copy()
        info: dict[str, Any] = {"action_mask": mask, "seat": self.seat, **self._one.ending()}
        if not mask.any() and "outcome" not in info:
            info |= {"outcome": OUTCOMES[LOST], "outcome_detail": ELIMINATED}
        return {"observation": self._one.features(self.seat, True), "action_mask": mask}, info

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._sampler.watch(self._mask)


def check_seat(game: Any, seat: int | str) -> int | None:
    """The learner's seat, None: drawn for each game; ValueError if there is no such seat, or no other one."""
    seats = len(game.agents)
    if seats < 2:
        raise ValueError(f"{game.id} with one player has no opponents; use more players, or the PettingZoo environment")
    if seat == "random":
        return None
    if type(seat) is not int or not 0 <= seat < seats:
        raise ValueError(f'seat={seat!r}: the learner sits in one of the seats 0 .. {seats - 1}, or "random"')
    return seat
