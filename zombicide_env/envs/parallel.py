"""PettingZoo's parallel API: every agent acts at every step; agents that are not to move have a single no-op action."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from pettingzoo import ParallelEnv

from ..core.legality import Illegal
from .global_state import GlobalState
from .options import API_TEST, check_reset_options, keywords, resolve_games
from .rendering import METADATA, Painter, RenderMode
from .single import ONGOING, TRUNCATED, IllegalAction, Single
from .spaces import LegalDiscrete, Masks, ObservationDtype, check_dtype, observation_space
from .views import Seated

__all__ = ["WAIT", "ParallelGame"]

WAIT: Final = "wait"
"""Notation of the no-op action of agents that are not to move."""

Observation = dict[str, npt.NDArray[Any]]
Infos = dict[str, dict[str, Any]]


class ParallelGame(Seated, ParallelEnv[str, Observation, int]):
    """One game (or its id with ``options``) as a PettingZoo ``ParallelEnv``: ``step`` takes an action of every agent.

    The action space has one action more than the game, ``wait_action`` (index N_ACTIONS). It is the only legal action of agents that are
    not to move and is never legal for the agent that is. Observations are dicts of ``observation`` (the agent's own view: float32 in
    [0, 1], or uint8 with ``observation_dtype="uint8"``) and ``action_mask`` (int8, shape (N_ACTIONS + 1,), 1 = legal); ``infos`` hold the
    same mask, and at the end ``outcome``, ``outcome_detail``, the figures of ``Game.measures`` and ``scores`` where the game has them.

    Exactly one agent decides at a time, so one step is one decision, as in the AEC environment: the same seed and the same
    decisions give the same game. All agents stay until the game ends and are rewarded together; eliminated agents wait.

    Waiting agents may be left out of ``actions``; the deciding agent may not. ``illegal`` defines the effect of an illegal action of
    the deciding agent, as in ``RawEnv``: "raise" (default), "random" or "lose". With "raise" it is also an error if a waiting agent
    acts; otherwise its action counts as waiting. With ``events=True`` infos also hold ``events``: those of the last step, restricted to
    what the agent may know, as in ``RawEnv``.
    """

    metadata: dict[str, Any] = {"render_modes": METADATA["render_modes"], "name": "game_v0", "render_fps": 2}
    possible_agents: list[str]
    agents: list[str]

    def __init__(
        self,
        game: Any,
        *,
        render_mode: RenderMode | None = None,
        observation_dtype: ObservationDtype = "float32",
        illegal: Illegal = "raise",
        events: bool = False,
        **options: Any,
    ) -> None:
        games = resolve_games(game, options, keywords(type(self)))
        game = games[0]
        self.metadata = type(self).metadata | {"name": f"{game.id}_v{game.version}"}
        self._painter = Painter(render_mode)
        self._one = Single(games, check_dtype(observation_dtype), illegal, events)
        self.possible_agents = list(game.agents)
        self.agents = []
        self.wait_action = game.action_codec.size
        self._seat = {agent: seat for seat, agent in enumerate(game.agents)}
        self._observation_spaces = {agent: observation_space(game, self._one.dtype, waits=True) for agent in game.agents}
        self._action_spaces = {agent: LegalDiscrete(self.wait_action + 1, self._legal_to(seat)) for agent, seat in self._seat.items()}
        self._state = GlobalState(game, self._one.dtype)
        self.state_space = self._state.space

    # ---- PettingZoo's API --------------------------------------------------------------------------------

    @property
    def decider(self) -> str:
        """The agent that decides; "" when the game is over."""
        return self.possible_agents[self._one.decider] if self._one.decider >= 0 else ""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Observation], Infos]:
        """Start a new game. ``seed`` determines it and the games that follow; without a seed the next game of the series is played.

        ``options`` must be empty: the game's options are given when the environment is created.
        """
        check_reset_options(options, API_TEST)
        self._one.reset(seed)
        self.agents = self.possible_agents[:]
        self._painter.begin(self._one)
        return self._seen()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Play the action of the deciding agent.

        Raises:
            IllegalAction: an action is illegal, with ``illegal="raise"``; the game is unchanged.
            TypeError: ``actions`` is not a mapping.
            KeyError: the action of the deciding agent is missing, or an agent does not exist.
            RuntimeError: the game is over or has not begun.
        """
        one = self._one
        if not self.agents:
            raise RuntimeError("there is nobody to step: the game is over or has not begun; call reset()")
        one.step(self._decision(actions), strict=False)
        if self._painter.live:
            self._painter.show(one)
        agents, over = self.agents, one.outcome not in (ONGOING, TRUNCATED)
        rewards = dict(zip(agents, one.rewards.tolist() if one.paid else [0.0] * len(agents), strict=False))
        observations, infos = self._seen()
        if one.outcome != ONGOING:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, one.outcome == TRUNCATED), infos

    # ---- additions of this package -----------------------------------------------------------------------

    def notation(self, action: int) -> str:
        """Return the legal action in the game's notation, e.g. ``move e``; ``wait`` for agents that are not to move."""
        return WAIT if action == self.wait_action else self._one.notation(action)

    def parse(self, text: str) -> int:
        """Return the legal action written in notation. Raises ValueError, which lists the legal actions, if there is none."""
        return self.wait_action if text == WAIT else self._one.parse(text)

    def save(self) -> bytes:
        """Return the current state as bytes for ``load``, here or in the other environments."""
        return self._one.save({})

    def load(self, data: bytes) -> tuple[dict[str, Observation], Infos]:
        """Restore a saved game and return what ``reset`` returns. Raises SaveError, with nothing changed, if the save does not match."""
        self._one.put(*self._one.check_save(data))
        self.agents = self.possible_agents[:] if self._one.outcome == ONGOING else []
        self._painter.show(self._one)
        return self._seen()

    # ---- private -----------------------------------------------------------------------------------------

    def _decision(self, actions: Mapping[str, int]) -> Any:
        """Return the action of the deciding agent after checking those of the others."""
        one, decider = self._one, self.decider
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions are {type(actions).__name__}; step() takes a dict with an action of every agent")
        if decider not in actions:
            raise KeyError(f"{decider} decides now, and it has no action; step() takes a dict with an action of every agent")
        for agent in actions:
            if agent not in self._seat:
                raise KeyError(f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}")
            if one.illegal == "raise" and agent != decider and not self._waits(actions[agent]):
                raise IllegalAction(
                    f"{agent} is not asked now, {decider} is: the only action of {agent} is to wait ({self.wait_action}), "
                    f"not {actions[agent]!r}; nothing has changed"
                )
        return actions[decider]

    def _waits(self, action: Any) -> bool:
        """Whether this is the number of the action to wait; other kinds of values are not."""
        try:
            return operator.index(action) == self.wait_action
        except TypeError:
            return False

    def _seen(self) -> tuple[dict[str, Observation], Infos]:
        """Return observations and infos of all agents."""
        one, n = self._one, self.wait_action
        masks = np.zeros((len(self.possible_agents), n + 1), np.int8)
        masks[:, n] = 1
        if one.decider >= 0:
            masks[one.decider, :n], masks[one.decider, n] = one.mask, 0
        mask, ending = dict(zip(self.possible_agents, masks, strict=True)), one.ending()
        observations = {agent: {"observation": one.features(seat), "action_mask": mask[agent]} for agent, seat in self._seat.items()}
        infos: Infos = {agent: {"action_mask": mask[agent], **ending} for agent in mask}
        if one.record_events:
            for agent, info in infos.items():
                info["events"] = one.heard(frozenset((agent,)))
            one.story = []
        return observations, infos

    def _legal_to(self, seat: int) -> Masks:
        return partial(_mask_of, self._one, seat)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for agent, space in self._action_spaces.items():
            space.watch(self._legal_to(self._seat[agent]))


def _mask_of(one: Single, seat: int) -> npt.NDArray[np.int8]:
    """Return the mask of a seat, waiting included: int8 (N_ACTIONS + 1,)."""
    legal = one.legal_to(seat)
    if legal is None or not legal.any():
        alone = np.zeros(one.mask.size + 1, np.int8)
        alone[-1] = 1
        return alone
    return np.append(legal, np.int8(0))
