"""Gymnasium environment for competitive games: the agent controls one side, the given opponents control the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.answers import AgentQuit, chosen, failure
from ..core.batch import fresh_seed
from ..core.game import LOST, ONGOING, OUTCOMES, TRUNCATED, IllegalAction, Outcome
from .gym import Observation, TeamEnv
from .infos import Info
from .options import check_reset_options
from .players import Maker, Others, each_seat, name_of
from .saves import SaveError
from .single import check_seed

ELIMINATED = "eliminated"


class VersusEnv(TeamEnv):
    """A game in which the agent controls one side: a seat, or a whole team.

    A step lasts until the agent decides again, or until its part in the game ends.

    The observation is a dict of ``observation`` (features from the deciding seat: float32 in [0, 1], or uint8 with
    ``observation_dtype="uint8"``) and ``action_mask`` (int8, 1 = legal, all 0 at the end). ``info`` holds the same mask, ``side`` (the
    learner's), ``seat`` (the learner's deciding seat, at the end the one that decided last) and at the end ``outcome`` and
    ``outcome_detail`` (those of the game, or "lost" and "eliminated" when it continues without the learner), ``won`` (whether the
    learner has won), the figures of ``Game.measures`` (``rounds`` ...) and, when the whole game is over, its ``scores`` if it has any. The
    reward is the mean over the seats of the learner's side, summed over all moves since its last one.

    Args:
        game: a game, or its id with ``options``.
        opponents: one for all other seats or one for each, beginning after the learner; see ``opponents_of``.
        side: the learner's side by number or name (in games without teams: its seat), or "random": sampled for each game.
        maker: makes opponents from specs (``agents.make``).
        options: options of ``TeamEnv`` and of the game. ``observation_dtype`` is also for opponents that declare no dtype; ``illegal`` is
            about the learner's actions; with ``events=True`` infos include the moves of the opponents, as far as the learner's side may
            know them.

    ``reset(seed=...)`` seeds this and all later games, the sampled sides and the opponents. Games in which the learner never decides
    are skipped. If an opponent fails, the step raises RuntimeError, which names the opponent, and the game has to be reset.

    Raises:
        ValueError: unknown side, a game with a single side, or opponents that do not fit.
    """

    def __init__(
        self,
        game: Any = "hit_z_road",
        *,
        opponents: Any = "random",
        side: int | str = 0,
        maker: Maker | None = None,
        **options: Any,
    ) -> None:
        super().__init__(game, **options)
        self._chosen_side = check_side(self.game, side)
        self.opponents = opponents_of(self.game, opponents, sides_of(self.game, self._chosen_side), maker)
        self._take_side(self._chosen_side or 0)
        self._seeded = False
        self._mask = np.zeros(self.game.action_codec.size, np.int8)  # the learner's mask

    # ---- Gymnasium's API ---------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new game. ``seed`` determines it and the games that follow. ``options`` must be empty."""
        check_reset_options(options)
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
            if self._chosen_side is None:
                self._take_side(int(self.np_random.integers(self.game.type.n_sides)))
            self._wait()
            if self._mask.any():
                break
            begun = None
        self.moment += 1
        self._sampler.begin(seed)
        self._painter.begin(self._one)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and advance to the learner's next decision. Raises IllegalAction if it is illegal, or see ``illegal``."""
        one = self._one
        if not self._mask.any():
            raise IllegalAction(
                f"action {action!r} cannot be played: the learner's game is over or has not begun, or an opponent has failed; call reset()"
            )
        one.step(action)
        self.moment += 1
        self._sampler.seeded = False
        reward = self._paid() + self._wait()
        if self._painter.live:
            self._painter.show(one)
        observation, info = self._seen()
        truncated = one.outcome == TRUNCATED
        return observation, reward, not truncated and not self._mask.any(), truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, bool of shape (N_ACTIONS,). The name is the one that sb3-contrib expects."""
        return self._mask.astype(np.bool_)

    # ---- additions of this package -----------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the current state as bytes for ``load``, here or in the PettingZoo environment."""
        return self._one.save({"side": self.side})

    def load(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Restore a saved game and return what ``reset`` returns.

        A save of the PettingZoo environment continues with the learner on its present side. The opponents are seeded from
        the save, so loading it again leads to the same game. Raises SaveError, with this environment unchanged, if the save does not match.
        """
        state, kept = self._one.check_save(data)
        side = kept.get("side", self.side)
        if type(side) is not int or side not in sides_of(self.game, self._chosen_side):
            raise SaveError(f"the save gives the learner side {side!r}, which is not one of this environment's; make it with side={side!r}")
        self._take_side(side)
        self._seeded = True
        self.opponents.seed(self._one.put(state, kept))
        self.moment += 1
        self._wait()
        self._painter.show(self._one)
        return self._seen()

    # ---- private -----------------------------------------------------------------------------------------

    def _check_sides(self, game: Any) -> None:
        check_opposition(game)

    def _take_side(self, side: int) -> None:
        self.side = side
        self._own: tuple[int, ...] = self.game.type.seats[side]
        self.seat = self._own[0]

    def _paid(self) -> float:
        """Return the reward of the learner's side in the last step."""
        rewards = self._one.rewards
        return sum(float(rewards[seat]) for seat in self._own) / len(self._own)

    def _wait(self) -> float:
        """Step the opponents until the learner decides or is eliminated, and return the learner's reward."""
        one, reward = self._one, 0.0
        self._mask[:] = 0  # if an opponent fails, the learner must not decide in its place
        while one.outcome == ONGOING and one.decider not in self._own and any(one.active[seat] for seat in self._own):
            self._move(one.decider)
            reward += self._paid()
        if one.decider in self._own:
            self.seat = one.decider
            self._mask[:] = one.mask
        return reward

    def _move(self, seat: int) -> None:
        """Play one decision of an opponent."""
        one, opponent = self._one, self.opponents.of(seat, self.side)
        try:
            one.step(chosen(one.ask(opponent), "it"), strict=True)
        except AgentQuit:
            raise
        except (Exception, SystemExit) as error:
            raise failure(f"opponent {name_of(opponent)} in seat {seat}", error) from error

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        over = not self._mask.any()
        mask = self._ignored() if over else self._mask.copy()
        info: Any = Info(action_mask=mask, side=self.side, seat=self.seat, is_success=False, won=False)
        info.source, info.moment = self, self.moment
        if self._one.record_events:
            info["events"] = self._heard(frozenset(self.game.agents[seat] for seat in self._own))
        if over or self._constant:
            info = self._last_info(dict(info))
        return {"observation": self._one.features(self.seat), "action_mask": mask}, info

    def _end(self) -> Outcome:
        out = self._one.outcome == ONGOING and not self._mask.any()
        return Outcome(OUTCOMES[LOST], ELIMINATED) if out else super()._end()

    def _won(self) -> bool:
        return bool(self.game.winners(self._one.state)[0, self.seat])

    def _legal(self) -> npt.NDArray[np.int8]:
        return self._mask


def check_opposition(game: Any) -> None:
    """Raise ValueError if all agents are on one side."""
    if game.type.n_sides < 2:
        raise ValueError(f"{game.id} with these options has one side and no opponents; one agent may command it: TeamEnv, TeamVectorEnv")


def check_side(game: Any, side: int | str) -> int | None:
    """Return the learner's side, None if it is sampled for each game. Raises ValueError if the side does not exist."""
    return None if side == "random" else int(game.type.side(side))


def sides_of(game: Any, chosen: int | None) -> Sequence[int]:
    """Return the sides that the learner may have."""
    return range(game.type.n_sides) if chosen is None else (chosen,)


def opponents_of(game: Any, given: Any, sides: Sequence[int], maker: Maker | None) -> Others:
    """Return the opponents of an agent that may have any of ``sides``.

    Args:
        game: the game.
        given: one for all other seats, or a sequence with one per seat, in turn order beginning after the learner. Where roles differ, also
            a mapping from the names of sides to one for all seats of the side or one for each.
        sides: sides that the learner may have.
        maker: see ``Others``.

    Raises:
        ValueError: the number of opponents does not match the number of other seats, or see ``Others``.
    """
    kind = game.type
    if isinstance(given, Mapping):
        given = {kind.side(name): one for name, one in given.items()}
    return Others(game, "opponent", [_seated(game, given, side) if side in sides else {} for side in range(kind.n_sides)], maker)


def _seated(game: Any, chosen: Any, side: int) -> dict[int, Any]:
    """Return seat -> chosen opponent for a learner on ``side``, in turn order beginning after the learner."""
    kind = game.type
    last, seats = kind.seats[side][-1], len(kind.sides)
    others = [seat for seat in ((last + 1 + k) % seats for k in range(seats)) if kind.sides[seat] != side]
    if isinstance(chosen, dict):
        dealt: dict[int, Any] = {}
        for other in dict.fromkeys(kind.sides[seat] for seat in others):
            if other not in chosen:
                raise ValueError(f"nobody has been chosen to play {kind.side_names[other]} of {game.id}; name opponents for it too")
            dealt |= each_seat(chosen[other], kind.seats[other], "opponent", f"{kind.side_names[other]} of {game.id}")
        return dealt
    return each_seat(chosen, others, "opponent", f"the others in {game.id}")
