"""Gymnasium environment in which one agent controls the whole team, one decision per step."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt

from ..core.game import OUTCOMES, Outcome
from ..core.legality import Illegal
from .infos import Info
from .options import check_constant, check_one_side, check_reset_options, keywords, resolve_games
from .rendering import METADATA, Painter, RenderMode
from .single import ONGOING, TRUNCATED, WON, Single
from .spaces import ObservationDtype, OpeningDiscrete, check_dtype, observation_space
from .views import InWords

Observation = dict[str, npt.NDArray[Any]]
_GOES_ON: Final = OUTCOMES[ONGOING]
_ONGOING: Final = Outcome(_GOES_ON)


class TeamEnv(InWords, gymnasium.Env[Observation, int]):
    """A cooperative game played by a single agent that makes every decision of every survivor, including their order.

    With several games, or a range of quests (``quest="generated:seed=0..63,tiles=2"``), each reset samples one of them.

    Each step is one decision of one seat. The observation is a dict of ``observation`` (features from the deciding seat:
    float32 in [0, 1], or uint8 with ``observation_dtype="uint8"``) and ``action_mask`` (int8, 1 = legal). When the game is over the mask
    allows action 0 alone, because policies with masked logits need a legal action; it is never played. ``info`` holds the same mask,
    ``seat`` (number of the deciding seat, -1 at the end), ``is_success`` and ``won`` (whether the game is won), and at the end ``outcome``,
    ``outcome_detail``, the figures of ``Game.measures`` (``rounds`` ...) and, in games that have them, ``scores``. The reward is the mean
    over all seats, including eliminated ones. ``action_space.sample()`` draws a legal action. With ``events=True`` infos also hold
    ``events``: the events since the last info, a dict per event (``kind``, ``values`` by name, ``text``). Reading a figure from an info
    before the end (``info["rounds"]``) returns its current value, because ``TimeLimit`` truncates games without notice; see ``envs.infos``.

    ``constant_infos=True`` is meant for storing infos or converting them to tensors: every info has the same keys, all with numeric
    values. ``outcome`` is then an index into ``core.game.OUTCOMES``, figures are current values, and ``outcome_detail``, ``scores`` and
    ``events`` are left out.

    ``reset(seed=...)`` plays the same game as the PettingZoo environment with that seed. ``illegal`` defines the effect of an illegal
    action. "raise" (default): raise IllegalAction and change nothing. "random": play a random legal action instead, drawn from a generator
    of the environment that ``reset(seed=...)`` seeds too; the game's own generator is not advanced. "lose": the game is lost with a reward
    of -1, with shaped rewards settled as in any defeat (see ``Game.forfeit``).
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: Any = "black_plague",
        *,
        render_mode: RenderMode | None = None,
        observation_dtype: ObservationDtype = "float32",
        illegal: Illegal = "raise",
        events: bool = False,
        constant_infos: bool = False,
        **options: Any,
    ) -> None:
        check_constant(constant_infos, events)
        self._constant = constant_infos
        self.moment = 0  # number of steps and resets so far, see Info
        self._painter = Painter(render_mode)
        self.render_mode = render_mode
        games = resolve_games(game, options, keywords(type(self)))
        self._check_sides(games[0])
        self._one = Single(games, check_dtype(observation_dtype), illegal, events)
        # Gymnasium's Env declares spaces of its type variables; the concrete types are more useful.
        self.observation_space: gymnasium.spaces.Dict = observation_space(self.game, self._one.dtype)  # type: ignore[assignment]
        self._sampler = OpeningDiscrete(self.game.action_codec.size, self._legal)
        self.action_space: OpeningDiscrete = self._sampler  # type: ignore[assignment]  # as observation_space is

    # ---- Gymnasium's API ---------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new game. ``seed`` determines it and the games that follow. ``options`` must be empty."""
        check_reset_options(options)
        super().reset(seed=seed)
        self._one.reset(seed)
        self.moment += 1
        self._sampler.begin(seed)
        self._painter.begin(self._one)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action for the deciding seat. Raises IllegalAction if it is illegal, unless ``illegal`` says otherwise."""
        one = self._one
        one.step(action)
        self.moment += 1
        self._sampler.seeded = False
        reward = float(one.rewards.mean()) if one.paid else 0.0
        if self._painter.live:
            self._painter.show(one)
        observation, info = self._seen()
        outcome = one.outcome
        return observation, reward, outcome not in (ONGOING, TRUNCATED), outcome == TRUNCATED, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal now, bool of shape (N_ACTIONS,). The name is the one that sb3-contrib expects."""
        return self._one.mask.astype(np.bool_)

    def render(self) -> Any:
        """Render the board: text ("ansi"), image ("rgb_array"), printed ("human"), or all frames since the last call (``..._list``).

        Raises RuntimeError before the first ``reset``.
        """
        if self.render_mode is None:
            gymnasium.logger.warn('render() draws nothing without a render mode; make the environment with render_mode="ansi"')
            return None
        self._one.check_begun("render")
        return self._painter.paint(self._one)

    # ---- additions of this package -----------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the current state as bytes for ``load``, here or in the PettingZoo environment."""
        return self._one.save({})

    def load(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Restore a saved game and return what ``reset`` returns.

        Raises SaveError, with this environment unchanged, if the save does not match.
        """
        self._one.put(*self._one.check_save(data))
        self.moment += 1
        self._painter.show(self._one)
        return self._seen()

    # ---- private -----------------------------------------------------------------------------------------

    def _legal(self) -> npt.NDArray[np.int8]:
        return self._one.mask

    def _check_sides(self, game: Any) -> None:
        check_one_side(game)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        one = self._one
        over = one.outcome != ONGOING
        mask = self._ignored() if over else one.shown_mask
        info: Any = Info(action_mask=mask, seat=one.decider, is_success=False, won=False)
        info.source, info.moment = self, self.moment
        if one.record_events:
            info["events"] = self._heard(None)
        if over or self._constant:
            info = self._last_info(dict(info))
        return {"observation": one.features(self._viewer()), "action_mask": mask}, info

    def _viewer(self) -> int:
        """Return the seat whose features are shown: the one that decides, at the end the one that decided last."""
        return self._one.seat

    def _last_info(self, held: dict[str, Any]) -> dict[str, Any]:
        """Add ``won`` and the figures of the game to ``held``: the info at the end of a game, or any info with ``constant_infos``."""
        end = self._end()
        held["is_success"] = held["won"] = end.name != _GOES_ON and self._won()
        return held | ({"outcome": OUTCOMES.index(end.name), **self._one.measures()} if self._constant else self.figures())

    def figures(self) -> dict[str, Any]:
        """Return the current figures: ``outcome``, ``outcome_detail``, ``Game.measures``, and ``scores`` if the game has them."""
        end = self._end()
        scores = {"scores": dict(zip(self.game.agents, end.scores, strict=True))} if end.scores else {}
        return {"outcome": end.name, "outcome_detail": end.detail, **self._one.measures(), **scores}

    def _end(self) -> Outcome:
        """Return the outcome so far."""
        return _ONGOING if self._one.outcome == ONGOING else self.game.outcome(self._one.state)

    def _won(self) -> bool:
        return self._one.outcome == WON

    def _ignored(self) -> npt.NDArray[np.int8]:
        """Return the mask of a finished game. It allows one action, which is never played, because policies with masked logits need one."""
        mask = np.zeros(self.game.action_codec.size, np.int8)
        mask[0] = 1
        return mask

    def _heard(self, agents: frozenset[str] | None) -> list[dict[str, Any]]:
        """Return the events since the last info."""
        heard = self._one.heard(agents)
        self._one.story = []
        return heard

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._sampler.watch(self._legal)
