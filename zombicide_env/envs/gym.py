"""Gymnasium: one agent commands the whole team, decision by decision."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt

from ..core.game import OUTCOMES, Outcome
from ..core.legality import Illegal
from .infos import Info
from .options import check_constant, check_one_side, check_reset_options, keywords, resolve_games
from .rendering import METADATA, Painter
from .single import ONGOING, TRUNCATED, WON, Single
from .spaces import ObservationDtype, OpeningDiscrete, check_dtype, observation_space
from .views import InWords

Observation = dict[str, npt.NDArray[Any]]
_GOES_ON: Final = OUTCOMES[ONGOING]
_ONGOING: Final = Outcome(_GOES_ON)


class TeamEnv(InWords, gymnasium.Env[Observation, int]):
    """A cooperative game played by one agent that decides for every survivor, their order included.

    Of several games, or a range of quests (``quest="generated:seed=0..63,tiles=2"``), one is drawn at each reset.

    Each step is one decision of one seat.  The observation is a dict of ``observation`` (features from the deciding seat:
    float32 in [0, 1], or uint8 with ``observation_dtype="uint8"``) and ``action_mask`` (int8, 1 = legal; at the end action 0 alone,
    which nobody plays: policies that mask need one).  ``info`` holds the same mask, ``seat`` (number of the deciding seat, -1 at the end),
    ``is_success`` and ``won`` (the game is won) and at the end ``outcome``, ``outcome_detail``, the figures of
    ``Game.measures`` (``rounds`` ...) and, in a game that has any, ``scores``.  The reward is the mean over the seats, the ones that
    are out included.  ``action_space.sample()`` draws a legal action.  With ``events=True`` infos also hold ``events``: what has happened
    since the last info, a dict for each event (``kind``, ``values`` by name, ``text``).  Code that reads an info before the end
    for a figure (``info["rounds"]``) gets that of the moment, see ``envs.infos``: ``TimeLimit`` ends games by itself.

    ``constant_infos=True`` is for storing infos or turning them into tensors: every info has the same keys, all numbers.  ``outcome`` is an
    index into ``core.game.OUTCOMES`` then, figures are those of the moment, and there are no ``outcome_detail``, ``scores`` and
    ``events``.

    ``reset(seed=...)`` plays the same game as the PettingZoo environment with that seed.  ``illegal`` says what becomes of an action
    that is not legal.  "raise" (default): IllegalAction, and nothing has changed.  "random": a random legal one is played, drawn by a
    generator of the environment's own that ``reset(seed=...)`` seeds with the game; the game's generator is not touched.  "lose": the
    game is lost with a reward of -1, shaped rewards settled as at any defeat (see ``Game.forfeit``).
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: Any = "black_plague",
        *,
        render_mode: str | None = None,
        observation_dtype: ObservationDtype = "float32",
        illegal: Illegal = "raise",
        events: bool = False,
        constant_infos: bool = False,
        **options: Any,
    ) -> None:
        check_constant(constant_infos, events)
        self._constant = constant_infos
        self.moment = 0  # steps and beginnings so far, see Info
        self._painter = Painter(render_mode)
        self.render_mode = render_mode
        games = resolve_games(game, options, keywords(type(self)))
        self._check_sides(games[0])
        self._one = Single(games, check_dtype(observation_dtype), illegal, events)
        # Gymnasium's Env asks for spaces of its type variables; which spaces these are is worth more to users.
        self.observation_space: gymnasium.spaces.Dict = observation_space(self.game, self._one.dtype)  # type: ignore[assignment]
        self._sampler = OpeningDiscrete(self.game.action_codec.size, self._legal)
        self.action_space: OpeningDiscrete = self._sampler  # type: ignore[assignment]  # as observation_space is

    # ---- what Gymnasium asks for -------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new game.  ``seed`` fixes it and those that follow; there are no ``options``."""
        check_reset_options(options)
        super().reset(seed=seed)
        self._one.reset(seed)
        self.moment += 1
        self._sampler.begin(seed)
        self._painter.begin(self._one)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action for the deciding seat; one that is not legal raises IllegalAction, or what ``illegal`` says becomes of it."""
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
        """Which actions are legal now, bool of shape (N_ACTIONS,): the name that sb3-contrib looks for."""
        return self._one.mask.astype(np.bool_)

    def render(self) -> Any:
        """The board as text ("ansi"), as an image ("rgb_array"), printed ("human"), or a list of all since the last call (``..._list``)."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() draws nothing without a render mode; make the environment with render_mode="ansi"')
            return None
        return self._painter.paint(self._one)

    # ---- what the games add ------------------------------------------------------------------------------

    def save(self) -> bytes:
        """The game at this moment, for ``load``, here or in the PettingZoo environment."""
        return self._one.save({})

    def load(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Continue a saved game; returns what ``reset`` returns.

        Raises SaveError, with this environment unchanged, if the save does not fit.
        """
        state, kept = self._one.check_save(data)
        self._one.put(state, kept)
        self.moment += 1
        self._painter.show(self._one)
        return self._seen()

    # ---- inside ------------------------------------------------------------------------------------------

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
        return {"observation": one.features(one.seat), "action_mask": mask}, info

    def _last_info(self, held: dict[str, Any]) -> dict[str, Any]:
        """The info at the end of a game, and with ``constant_infos`` any: ``held``, whether the game is won, its figures."""
        end = self._end()
        held["is_success"] = held["won"] = end.name != _GOES_ON and self._won()
        return held | ({"outcome": OUTCOMES.index(end.name), **self._one.measures()} if self._constant else self.figures())

    def figures(self) -> dict[str, Any]:
        """How the game stands, as its last info says: ``outcome``, ``outcome_detail``, ``Game.measures``, ``scores`` if there are any."""
        end = self._end()
        scores = {"scores": dict(zip(self.game.agents, end.scores, strict=True))} if end.scores else {}
        return {"outcome": end.name, "outcome_detail": end.detail, **self._one.measures(), **scores}

    def _end(self) -> Outcome:
        """How the game stands."""
        return _ONGOING if self._one.outcome == ONGOING else self.game.outcome(self._one.state)

    def _won(self) -> bool:
        return self._one.outcome == WON

    def _ignored(self) -> npt.NDArray[np.int8]:
        """The mask of a game that is over: one action, because policies that mask need one; nobody plays it."""
        mask = np.zeros(self.game.action_codec.size, np.int8)
        mask[0] = 1
        return mask

    def _heard(self, agents: frozenset[str] | None) -> list[dict[str, Any]]:
        """What has happened since the last info."""
        heard = self._one.heard(agents)
        self._one.story = []
        return heard

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._sampler.watch(self._legal)
