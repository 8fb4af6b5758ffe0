"""The game class of Hit Z Road (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.form import Form, plain_form
from ...core.game import FORFEIT, Outcome
from ...core.game_type import GameType
from ...core.odds import Odds
from ...core.options import by_keyword
from ...core.players import Heuristic
from ...core.scene import Scene
from ..base import CompiledGame
from ..explanations import Explanations
from ..written import Written
from .content import cards, explanations
from .numbers.actions import ACTIONS
from .numbers.events import CODEC, NAMED
from .numbers.layout import OUTCOMES, ROUNDS, P
from .numbers.observation import OBSERVATION
from .numbers.state import RECORDED, SCRATCH, STATE
from .options import Options
from .picture.scene import scene
from .picture.targets import targets
from .positions.write import script, write
from .rules.kernels import KERNELS
from .rules.status import BOUNDS, Status
from .words.chance import chance
from .words.describe import describe, player, scored
from .words.notation import legal_texts, parse, text_of
from .words.reasons import chances, impossible
from .words.summary import summary
from .world.build import build_world

Array = np.ndarray[Any, Any]


class HitZRoad(CompiledGame):
    """Hit Z Road with its options (``Options``) chosen."""

    id = "hit_z_road"
    rules_revision = 1
    action_codec = ACTIONS
    observation_codec = OBSERVATION
    state_dtype = STATE
    kernels = KERNELS
    scratch = SCRATCH
    event_codec = CODEC
    bounds = BOUNDS
    flags = Status
    recorded = RECORDED

    @by_keyword(Options)
    def __init__(self, options: Options) -> None:
        players = options.players
        # without a limit the options are those recorded before the option existed
        unsaid = () if options.shortened else ("max_rounds", "at_max_rounds")
        super().__init__(
            build_world(options),
            [player(p) for p in range(players)],  # HZ-19.R1
            {name: value for name, value in vars(options).items() if name not in unsaid},
            GameType.rivals(players, utility="general" if players > 1 else "common", players=(1, P)),
        )

    @classmethod
    def form(cls) -> Form:
        """Return the options that users choose."""
        return plain_form(cls, map_by="players", agents_by="players")

    @property
    def rows(self) -> Mapping[str, int]:
        """All rows of all tables, so that one policy plays with any number of players."""
        return self.observation_codec.entities

    def heuristic(self) -> Heuristic:
        """Return the rule-based player, compiled on first use."""
        from .players.greedy import GREEDY

        return GREEDY

    def describe(self, state: Array) -> dict[str, Any]:
        """Return the state as a nested dictionary of plain values."""
        return describe(self._world, state, self.mask(state))

    def written(self, state: Array) -> Sequence[Written]:
        """Return ways to write the position as a conformance vector.  Raises ValueError with the reason if none can."""
        return write(self._world, state, self.describe(state))

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """Return the keys of a vector for the results of chance: dice and cards."""
        return script(chance, alone=len(self._agents) == 1)

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Return players, routes with the contents of their cards, bids, the battle, the decision; equal for all agents (HZ-14)."""
        return summary(self._world, state, self.describe(state))

    def notation(self, state: Array, action: int) -> str:
        """Return the text of an action index, which is the same in every state."""
        return text_of(action)

    def parse(self, state: Array, text: str) -> int:
        """Return the legal action that ``text`` names.  Raises NotationError, which lists the legal alternatives."""
        return parse(text, self.mask(state))

    def legal_texts(self, state: Array) -> list[str]:
        """Return the notation of every legal action, in the order of the action space."""
        return legal_texts(self.mask(state))

    def chance(self, state: Array) -> list[str]:
        """Return the results of dice and cards in the last step, in order: ``dice kill dodge``, ``red horror``, ``card II-8``."""
        return chance(state)

    def name_of(self, entity: str, number: int) -> str:
        """Return players and cards by their ids, routes and places from 1, changes with their sign, the words of events."""
        if entity in NAMED:
            return NAMED[entity][number]
        if entity == "player":
            return self._agents[number]
        if entity == "card":
            return cards()[number - 1].id
        if entity in ("route", "place"):
            return str(number + 1)
        return f"{number:+d}" if entity == "change" else super().name_of(entity, number)

    def odds(self, state: Array, action: int) -> Odds | None:
        """Return the probabilities of shots, and of the melee that an action leads to."""
        if not state["fighting"][0]:
            return None
        trial = state.copy()
        trial["rng"] = 1  # any dice except the real ones
        return chances(self._world, state, self.tried(trial, action)[0])

    def impossible(self, state: Array) -> dict[str, str]:
        """Return why a player cannot bid, or in a battle cannot shoot, flee or throw a Molotov."""
        return impossible(self._world, state, self.mask(state))

    def explanations(self) -> Explanations:
        """Explanations of resources, tokens, events, rules of battle, dice, decisions and actions."""
        return explanations()

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Return tags of the scene's items that a legal action is about: ``route:2``, ``bid:4``, ``own:0:1``."""
        return targets(state, action)

    def winners(self, states: Array) -> Array:
        """Return the winners, bool [n, number of players]; several with the same score."""
        won: Array = states["winner"][:, : len(self._agents)] == 1
        return won

    def outcome(self, state: Array) -> Outcome:
        """Return the outcome; the detail of a won game names the winners (solo: the grade), of a lost one ``eliminated``.

        ``max_rounds`` precedes the winners of a shortened game.  The scores are the final ones (HZ-11.R4, HZ-13.6); a truncated
        or forfeited game has none.
        """
        s: Any = state[0]
        name = OUTCOMES[int(s["outcome"])]
        winners = " ".join(agent for agent, won in zip(self._agents, s["winner"], strict=False) if won)
        cut = "max_rounds" if s["round"] == self._options.get("max_rounds") else ""
        details = {
            "won": f"{cut} {f'grade_{grade}' if (grade := s['grade']) else winners}".strip(),
            "lost": "eliminated" if scored(s) else FORFEIT,
            "truncated": cut,
        }
        scores = tuple(s["score"][: len(self._agents)].tolist()) if scored(s) else ()
        return Outcome(name, details.get(name, ""), scores)

    def measures(self, states: Array) -> dict[str, Array]:
        """Return rounds, decisions, progress, players not eliminated."""
        return super().measures(states) | {"players": states["alive"][:, : len(self._agents)].sum(axis=1)}

    def nearness(self, states: Array) -> Array:
        """Return the share of the rounds that a player has survived, float64 [n, 1]."""
        return (states["round"] - 1)[:, None] / ROUNDS

    def scene(self, state: Array) -> Scene:
        """Return the drawing list of the table."""
        return scene(self._world, state)
