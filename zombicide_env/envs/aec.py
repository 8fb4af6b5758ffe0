"""PettingZoo AEC API for any game of the suite, with action masks, saving, copying and action notation.

``RawEnv`` is the fast path: a step of the loop ``for agent in env.agent_iter(): ... env.last() ... env.step(a)`` costs one call
of a compiled kernel and a few microseconds of Python. ``wrap`` adds PettingZoo's usual checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env import AECIterable

from ..core.legality import Illegal
from .global_state import GlobalState
from .options import API_TEST, check_reset_options, check_word, keywords, resolve_games
from .rendering import METADATA, Painter, RenderMode
from .saves import SaveError
from .single import ONGOING, TRUNCATED, IllegalAction, Single
from .spaces import LegalDiscrete, Masks, ObservationDtype, check_dtype, observation_space
from .views import Seated

__all__ = ["IllegalAction", "RawEnv", "SaveError", "wrap"]

Observation = dict[str, npt.NDArray[Any]]
Leavers = Literal["stay", "leave"]
LEAVERS: Final = ("stay", "leave")
_MOST_REWARD: Final = 1e9  # largest reward of an agent in a save


class _Turns(AECIterable[str, Observation, int]):
    """Iterator returned by ``agent_iter``, as a generator: half the cost of PettingZoo's iterator."""

    def __iter__(self) -> Iterator[str]:
        env = self.env
        for _ in range(self.max_iter):
            if not env.agents:
                return
            yield env.agent_selection


class RawEnv(Seated, AECEnv[str, Observation, int]):
    """One game (or its id with ``options``) as a PettingZoo AEC environment, without wrappers.

    Agents are the seats of the game in order (``survivor_0`` ...). ``observe(agent)`` is a dict of ``observation`` (that
    seat's features: float32 in [0, 1], or uint8 with ``observation_dtype="uint8"``) and ``action_mask`` (int8, 1 = legal);
    ``infos[agent]["action_mask"]`` holds the same array. The mask is all ones for a terminated or truncated agent (its only
    step is ``None``) and all zeros for every other agent that is not to move. When the game ends, ``infos`` also hold ``outcome``,
    ``outcome_detail``, the figures of ``Game.measures`` (``rounds`` ...), and ``scores`` (agent -> final score) in games that have
    them.

    An agent may be eliminated before the game ends (a survivor is killed or leaves the board, a player drops out). With
    ``leavers="stay"`` (default) it stays in ``agents`` until the game ends: it is never selected, needs no step before then, and is
    terminated and rewarded together with all others, so that every library sums the returns that the game documents. With
    ``leavers="leave"`` it is terminated at once, selected for its ``step(None)`` and removed, as PettingZoo treats a death. A competing
    agent has received all its rewards by then; a member of a team misses the reward for the team's result.

    ``illegal`` defines the effect of an illegal action. "raise" (default): raise IllegalAction and change nothing.
    "random": play a random legal action instead, drawn from a generator of the environment that ``reset(seed)`` seeds with the game;
    the game's own generator is not advanced. "lose": the game is lost (see ``Game.forfeit``): every agent on the side of the mover gets
    -1, shaped rewards are settled as in any defeat, and the other sides get nothing. In this mode eliminated agents may step any action
    as well.

    With ``events=True`` infos also hold ``events``: the events since the agent's own last step began, restricted to what it may know, a
    dict per event (``kind``, ``values`` by name, ``text``).

    Observations and masks belong to the caller: they stay unchanged as long as a reference (also a view, or a tensor of them) exists.
    ``copy=False`` returns read-only views of the buffers instead, which the next ``step`` or ``reset`` overwrites. Together with
    ``observation_dtype="uint8"`` this is the fastest way to step one game; ``mask.view(bool).nonzero()[0]`` finds the legal actions
    several times as fast as the same on int8. For many games a ``core.batch.Batch`` is faster still.
    Copies made by ``copy.deepcopy`` and ``pickle`` continue the game from its current state.
    """

    metadata: dict[str, Any] = {"render_modes": METADATA["render_modes"], "name": "game_v0", "is_parallelizable": False, "render_fps": 2}
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    rewards: dict[str, float]
    infos: dict[str, dict[str, Any]]
    _cumulative_rewards: dict[str, float]
    _skip_agent_selection: str | None
    _kept: ClassVar[tuple[str, ...]] = ("agents", "terminations", "truncations", "rewards", "_cumulative_rewards")

    def __init__(
        self,
        game: Any,
        *,
        render_mode: RenderMode | None = None,
        observation_dtype: ObservationDtype = "float32",
        copy: bool = True,
        leavers: Leavers = "stay",
        illegal: Illegal = "raise",
        events: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        games = resolve_games(game, options, keywords(type(self)))
        game = games[0]
        check_word("leavers", leavers, LEAVERS)
        self._leavers = leavers
        self.metadata = type(self).metadata | {"name": f"{game.id}_v{game.version}"}
        self._painter = Painter(render_mode)
        self._copy = copy
        self._dtype = check_dtype(observation_dtype)
        self._one = Single(games, self._dtype, illegal, events, copy)
        self._heard: dict[str, list[dict[str, Any]]] = {}
        self.possible_agents = list(game.agents)
        self._seat = {agent: seat for seat, agent in enumerate(game.agents)}
        self._observation_spaces = {agent: observation_space(game, self._dtype) for agent in game.agents}
        self._action_spaces = {agent: LegalDiscrete(game.action_codec.size, self._legal_to(agent)) for agent in game.agents}
        self._state = GlobalState(game, self._dtype)
        self.state_space = self._state.space
        size = game.action_codec.size
        self._nothing, self._anything = np.zeros(size, np.int8), np.ones(size, np.int8)
        for array in (self._nothing, self._anything):
            array.flags.writeable = False
        self._clear()

    # ---- PettingZoo's API --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. ``seed`` determines it and the games that follow; without a seed the next game of the series is played.

        ``options`` must be empty: the game's options are given when the environment is created.
        """
        check_reset_options(options, API_TEST)
        self._one.reset(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self._skip_agent_selection = None
        self._paid = False
        self._heard = {}
        self.agent_selection = agents[0]
        self._sit_down()
        self._painter.begin(self._one)

    def step(self, action: int | None) -> None:
        """Play the action of ``agent_selection``: a legal action, or None for a terminated or truncated agent.

        Raises IllegalAction (a ValueError), with the game unchanged, if the action is not legal now.
        """
        agent = self.agent_selection
        try:
            over = self.terminations[agent] or self.truncations[agent]
        except KeyError:
            raise RuntimeError("there is nobody to step: the game is over or has not begun; call reset()") from None
        if over:
            self._bury(action)
            return
        one = self._one
        one.step(action)
        if one.record_events:
            self._hear(agent)
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self._clear_rewards()
            self._paid = False
        if one.paid:
            self._pay()
        if one.changed and (one.outcome != ONGOING or self._leavers != "stay"):
            self._end_of_somebody(agent)
            return
        infos, decider = self.infos, self.possible_agents[one.decider]
        if decider != agent:
            infos[agent] = {"action_mask": self._nothing}
            self.agent_selection = decider
        infos[decider] = {"action_mask": one.shown_mask}
        if one.record_events:
            self._tell()
        if self._painter.live:
            self._painter.show(one)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int]:
        """Yield the agent to move until the game is over, at most ``max_iter`` times."""
        return _Turns(self, max_iter)

    def observe(self, agent: str) -> Observation:
        """Return features and mask from the agent's seat, whether or not it is to move."""
        seat = self._seat.get(agent)
        if seat is None:
            raise KeyError(f"there is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}")
        # the mask follows the decider, also while an eliminated agent is selected for its last step
        known = agent in self.infos and (seat == self._one.decider or agent == self.agent_selection)
        mask = self.infos[agent]["action_mask"] if known else self._idle_mask(agent)
        return {"observation": self._one.features(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last step, termination, truncation and info of the agent to move.

        Raises RuntimeError if there is none, before ``reset`` and after the last step of all agents.
        """
        agent = self.agent_selection
        try:
            info = self.infos[agent]
        except KeyError:
            raise RuntimeError("there is nobody to ask: the game is over or has not begun; call reset()") from None
        seen: Observation | None = None
        if observe:
            seen = {"observation": self._one.features(self._seat[agent]), "action_mask": info["action_mask"]}
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], info

    # ---- additions of this package -----------------------------------------------------------------------

    def save(self) -> bytes:
        """Return the current state as bytes for ``load``. Raises RuntimeError before the first ``reset``."""
        return self._one.save(self._book())

    def load(self, data: bytes) -> None:
        """Restore a saved game. Raises SaveError, with this environment unchanged, if the save does not match."""
        self._restore(*self._one.check_save(data))

    # ---- private -----------------------------------------------------------------------------------------

    def _clear(self) -> None:
        self.agents = []
        self.terminations, self.truncations, self.infos = {}, {}, {}
        self.rewards, self._cumulative_rewards = {}, {}
        self._skip_agent_selection = None
        self._paid = False
        self.agent_selection = ""

    def _idle_mask(self, agent: str) -> npt.NDArray[np.int8]:
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = self._anything if over else self._nothing
        return mask.copy() if self._copy else mask

    def _sit_down(self) -> None:
        """Select the agent to move (eliminated agents first) and write all infos."""
        one = self._one
        if one.decider >= 0:
            self.agent_selection = self.possible_agents[one.decider]
            if self.agent_selection not in self.terminations or self.terminations[self.agent_selection]:
                raise RuntimeError(f"{self.agent_selection} is out and was asked to decide: a fault in the rules of {self.game.id}")
        self.infos = {agent: {"action_mask": self._idle_mask(agent)} for agent in self.agents}
        if one.decider >= 0:
            self.infos[self.agent_selection] = {"action_mask": one.shown_mask}
        if ending := one.ending():
            for info in self.infos.values():
                info.update(ending)
        if one.record_events:
            self._tell()

    def _hear(self, mover: str) -> None:
        """Append the events of the last step to the stories of all agents; the mover's earlier events are dropped."""
        one = self._one
        self._heard[mover] = []
        for agent in self.possible_agents:
            self._heard.setdefault(agent, []).extend(one.heard(frozenset((agent,))))
        one.story = []

    def _tell(self) -> None:
        for agent, info in self.infos.items():
            info["events"] = list(self._heard.get(agent, ()))

    def _pay(self) -> None:
        rewards = self._one.rewards.tolist()
        for agent in self.agents:
            reward = rewards[self._seat[agent]]
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
        self._paid = True

    def _end_of_somebody(self, agent: str) -> None:
        """Update terminations and infos after a step that ended the game or eliminated an agent."""
        one = self._one
        for name in self.agents:
            if one.outcome == TRUNCATED:
                self.truncations[name] = True
            elif one.outcome != ONGOING or not self._stays(self._seat[name]):
                self.terminations[name] = True
        self.agent_selection = agent
        self._sit_down()
        self._deads_step_first()
        if self._painter.live:
            self._painter.show(one)

    def _legal_to(self, agent: str) -> Masks:
        return partial(self._one.legal_to, self._seat[agent])

    def _stays(self, seat: int) -> bool:
        """Whether the agent belongs to ``agents`` while the game is not over."""
        return self._leavers == "stay" or bool(self._one.active[seat])

    def _bury(self, action: int | None) -> None:
        """Take the last step of an eliminated agent, for which no action can be illegal."""
        if action is not None and self._one.illegal == "raise":
            raise IllegalAction(f"{self.agent_selection} is out of the game: its only step is None, not {action!r}")
        self._was_dead_step(None)
        self._paid = False

    def _book(self) -> dict[str, Any]:
        """Return PettingZoo's bookkeeping as JSON-compatible values."""
        book: dict[str, Any] = {name: getattr(self, name) for name in self._kept}
        return book | {"selection": self.agent_selection, "skip": self._skip_agent_selection, "leavers": self._leavers}

    def _restore(self, state: npt.NDArray[Any], book: dict[str, Any]) -> None:
        """Restore a state and its bookkeeping; everything that can fail is done first."""
        own = "agents" in book
        if own:
            self._check_book(book, state)
        self._one.put(state, book)
        self._heard = {}
        if not own or book.get("leavers", "leave") != self._leavers:
            book = self._fresh_book(book)
        for name in self._kept:
            value = book[name]
            setattr(self, name, {agent: value[agent] for agent in book["agents"]} if isinstance(value, dict) else list(value))
        self._skip_agent_selection = book["skip"]
        self._paid = any(self.rewards.values())
        self._sit_down()
        self.agent_selection = book["selection"]
        if self._painter.live:
            self._painter.show(self._one)

    def _check_book(self, book: dict[str, Any], state: npt.NDArray[Any]) -> None:
        """Raise SaveError if the bookkeeping cannot belong to a game in this state."""
        agents, decider = book["agents"], self.game.decider(state)
        fits = isinstance(agents, list) and agents == [agent for agent in self.possible_agents if agent in agents]
        for name in self._kept[1:]:
            table: Any = book.get(name)
            kinds: tuple[type, ...] = (bool,) if name in ("terminations", "truncations") else (int, float)
            fits = fits and isinstance(table, dict) and table.keys() == set(agents)
            fits = fits and all(type(value) in kinds and abs(value) < _MOST_REWARD for value in table.values())
        if fits:
            out = [agent for agent in agents if book["terminations"][agent] or book["truncations"][agent]]
            fits = decider in agents and decider not in out if decider else out == agents
        fits = fits and book.get("selection") in (agents or self.possible_agents)
        after = agents if decider else self.possible_agents  # PettingZoo keeps the last agent there when the game is over
        if not fits or book.get("skip", "") not in (None, *after):
            raise SaveError("the list of agents in the save is damaged; take another copy of the file")

    def _fresh_book(self, saved: dict[str, Any]) -> dict[str, Any]:
        """Return bookkeeping for a state saved by another kind of environment or with other ``leavers``; unpaid rewards are kept."""
        one = self._one
        over = one.outcome != ONGOING
        agents = [agent for agent in self.possible_agents if over or self._stays(self._seat[agent])]
        rewards, owed = (saved["rewards"], saved["_cumulative_rewards"]) if "agents" in saved else ({}, {})
        return {
            "agents": agents,
            "terminations": dict.fromkeys(agents, over and one.outcome != TRUNCATED),
            "truncations": dict.fromkeys(agents, one.outcome == TRUNCATED),
            "rewards": {agent: rewards.get(agent, 0.0) for agent in agents},
            "_cumulative_rewards": {agent: owed.get(agent, 0.0) for agent in agents},
            "selection": agents[0] if over else self.possible_agents[one.decider],
            "skip": None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for agent, space in self._action_spaces.items():
            space.watch(self._legal_to(agent))
        for array in (self._nothing, self._anything):
            array.flags.writeable = False
        if not self._copy and self._one.decider >= 0 and self.agents:
            self.infos[self.possible_agents[self._one.decider]]["action_mask"] = self._one.shown_mask


def _after_reset(name: str) -> Any:
    """Return a property that reads the environment's attribute without the two lookups of ``__getattr__`` in PettingZoo's wrappers."""

    def get(wrapper: Any) -> Any:
        if not wrapper._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(wrapper.env, name)

    return property(get)


class Ordered(wrappers.OrderEnforcingWrapper[str, Observation, int]):
    """PettingZoo's checks of the order of calls, at a fifth of their cost.

    ``last`` and the agents' dicts are read directly from the environment.
    """

    agents = _after_reset("agents")
    agent_selection = _after_reset("agent_selection")
    terminations = _after_reset("terminations")
    truncations = _after_reset("truncations")
    rewards = _after_reset("rewards")
    infos = _after_reset("infos")

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """See ``RawEnv.last``."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def __str__(self) -> str:
        return str(self.env)


def wrap(raw: RawEnv) -> AECEnv[str, Observation, int]:
    """Wrap an environment in PettingZoo's checks of the order of calls; ``RawEnv`` checks actions by itself."""
    return Ordered(raw)
