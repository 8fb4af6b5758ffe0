"""Hit Z Road as the rest of the package sees it (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.batch import Batch
from ...core.codec import ActionCodec, ObservationCodec
from ...core.game import Kernels, Outcome
from ...core.jit import entry, records
from ...core.scene import Scene
from ...core.words import unknown
from .actions import ACTIONS
from .chance import chance
from .describe import describe, player
from .hidden import resample
from .kernels import KERNELS
from .layout import OUTCOMES, REWARDS, P
from .news import news
from .notation import legal_texts, parse, text_of
from .observation import OBSERVATION
from .scene import scene
from .state import STATE
from .status import Status, status
from .targets import targets
from .world import build_world

Array = np.ndarray[Any, Any]

DECISIONS = ("full", "actions")


class HitZRoad:
    """Hit Z Road with its options chosen.

    Args:
        players: 1 (solo mode) to 4.
        decisions: ``full`` asks every decision of HZ-14; ``actions`` asks bids, routes, shots and flights, the rest takes
            the documented defaults.
        reward: ``win`` pays 1 to the winner, 1/k to each of k winners, 0 to the others (HZ-11.R3); ``zero_sum`` pays 2/k - 1 to
            the winners and -1 to the others; ``score`` pays the final score less the best of the other scores, divided by 22 and
            cut to -1 .. 1.  In the last two an eliminated player gets his -1 at once.  Solo mode always pays
            score / 22, at most 1, and 0 for a lost game (HZ-13.R5).

    Raises:
        ValueError: an option has a value that it cannot have.
    """

    id = "hit_z_road"
    version = 0

    def __init__(self, players: int = 4, decisions: str = "full", reward: str = "win") -> None:
        if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= P:
            raise ValueError(f"players={players!r}: 1 to {P} can play")
        for what, value, known in (("decisions", decisions, DECISIONS), ("reward", reward, REWARDS)):
            if value not in known:
                raise ValueError(unknown(f"value of {what}", value, known))
        self._world = build_world(players, automatic=decisions == "actions", reward=reward)
        self._world.setflags(write=False)
        self._agents = tuple(player(p) for p in range(players))
        self._options: dict[str, object] = {"players": players, "decisions": decisions, "reward": reward}
        self._probe: Batch | None = None

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def agents(self) -> tuple[str, ...]:
        """``player_0`` ..., in seat order (HZ-19.R1)."""
        return self._agents

    @property
    def action_codec(self) -> ActionCodec:
        """One action space for every number of players."""
        return ACTIONS

    @property
    def observation_codec(self) -> ObservationCodec:
        """One observation vector for every number of players."""
        return OBSERVATION

    @property
    def world(self) -> Array:
        """The WORLD record, shape (1,), read-only."""
        return self._world

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The STATE record."""
        return STATE

    @property
    def kernels(self) -> Kernels:
        """The compiled rules."""
        return KERNELS

    @property
    def options(self) -> Mapping[str, object]:
        """The options, as JSON knows them."""
        return self._options

    # ---- views of a state -------------------------------------------------------------------------------------------

    def active(self, state: Array) -> Array:
        """bool[n_agents]: players who are not eliminated."""
        alive: Array = state["alive"][0, : len(self._agents)] == 1
        return alive

    def mask(self, state: Array) -> Array:
        """int8[N_ACTIONS]: legal actions of the state, 1 = legal."""
        if self._probe is None:
            self._probe = Batch(self, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
        self._probe.states[0] = state[0]
        self._probe.refresh()
        return self._probe.masks[0].copy()

    def resample(self, state: Array, seed: int) -> Array:
        """A copy of the state that no player can tell from it: deck, removed and face-down cards, dice to come are dealt anew."""
        other = state.copy()
        _resample(records(self._world), records(other), seed)
        return other

    def describe(self, state: Array) -> dict[str, Any]:
        """The state as a nested dictionary of plain values."""
        return describe(self._world, state, self.mask(state))

    def notation(self, state: Array, action: int) -> str:
        """Text of an action index; it is the same in every state."""
        return text_of(action)

    def parse(self, state: Array, text: str) -> int:
        """The legal action that ``text`` names; NotationError lists the legal alternatives."""
        return parse(text, self.mask(state))

    def legal_texts(self, state: Array) -> list[str]:
        """Notation of every legal action, in the order of the action space."""
        return legal_texts(self.mask(state))

    def chance(self, state: Array) -> list[str]:
        """What dice and cards gave in the last step, in order: ``dice kill dodge``, ``red horror``, ``card II-8``."""
        return chance(state)

    def news(self, before: Array, after: Array) -> tuple[str, ...]:
        """What has changed between two states, in short sentences: ``Player 1: +2 ammo``, ``zombies left: 3``."""
        return news(self._world, before, after)

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Tags of the scene's items that a legal action is about: ``route:2``, ``bid:4``, ``own:0:1``."""
        return targets(state, action)

    def status(self, state: Array) -> Status:
        """Every broken invariant; ``Status(0)``: the state is sound."""
        return status(self._world, state)

    def outcome(self, state: Array) -> Outcome:
        """How the game stands; the detail of a won game names the winners (solo: the grade), of a lost one ``eliminated``.

        The scores of a game that is over are the final ones (HZ-11.R4, HZ-13.6).
        """
        s: Any = state[0]
        name = OUTCOMES[int(s["outcome"])]
        winners = " ".join(agent for agent, won in zip(self._agents, s["winner"], strict=False) if won)
        detail = {"won": f"grade_{s['grade']}" if s["grade"] else winners, "lost": "eliminated"}.get(name, "")
        scores = tuple(s["score"][: len(self._agents)].tolist()) if name in ("won", "lost") else ()
        return Outcome(name, detail, scores)

    def scene(self, state: Array) -> Scene:
        """The drawing list of the table."""
        return scene(self._world, state)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (dict(self._options),)


def _remake(options: dict[str, Any]) -> HitZRoad:
    """Pickling keeps the options only: the world is made from them."""
    return HitZRoad(**options)


@entry
def _resample(worlds: Any, states: Any, number: int) -> None:
    resample(worlds[0], states[0], 0, number)
