"""The game class of Z-Game (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ...core.events import Event
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
from .content import explanations
from .content import house as house_tables
from .numbers.actions import ACTIONS
from .numbers.events import CODEC, NAMED
from .numbers.layout import CHARACTERS, ENDS, LEADERS, NEUTRAL, OUTCOMES, SKILLS, P
from .numbers.observation import OBSERVATION
from .numbers.state import SCRATCH, STATE
from .options import Options
from .picture.scene import scene
from .positions.write import script, write
from .rules.kernels import KERNELS
from .rules.status import BOUNDS, Status
from .words.cards import numbers
from .words.chance import chance
from .words.describe import describe, describe_for, summary
from .words.notation import called, commits, legal_texts, open_text, parse, text_of
from .words.reasons import chances, impossible, losses
from .world.build import build_world

Array = np.ndarray[Any, Any]


class ZGame(CompiledGame):
    """Z-Game with its options (``Options``) chosen."""

    id = "z_game"
    rules_revision = 2
    action_codec = ACTIONS
    observation_codec = OBSERVATION
    state_dtype = STATE
    kernels = KERNELS
    bounds = BOUNDS
    flags = Status
    scratch = SCRATCH
    event_codec = CODEC

    @by_keyword(Options)
    def __init__(self, options: Options) -> None:
        players, zero_sum = options.players, options.reward in ("zero_sum", "shaped")
        super().__init__(
            build_world(options, house_tables(options.house)),
            [f"player_{p}" for p in range(players)],  # ZG-10.13
            vars(options),
            GameType.rivals(players, hidden="seats", utility="zero_sum" if zero_sum else "general", players=(2, P)),
        )

    @classmethod
    def form(cls) -> Form:
        """Return the options that users choose."""
        return plain_form(cls, map_by="players", agents_by="players")

    @classmethod
    def with_files(cls, options: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
        """Return the options with resolved files: custom house tables are a file."""
        house = options.get("house")
        return dict(options) | ({"house": where(house)} if isinstance(house, str) else {})

    def heuristic(self) -> Heuristic:
        """Return the rule-based player, compiled on first use."""
        from .players.greedy import GREEDY

        return GREEDY

    def describe(self, state: Array) -> dict[str, Any]:
        """Return the complete state as a nested dictionary of plain values, including hidden information."""
        return describe(self._world, state)

    def describe_for(self, state: Array, seat: int) -> dict[str, Any]:
        """Return ``describe`` limited to what a seat may know (ZG-19.1)."""
        return describe_for(self._world, state, seat)

    def written(self, state: Array) -> Sequence[Written]:
        """Return ways to write the position as a conformance vector.  Raises ValueError with the reason if none can."""
        return write(self._world, state, self.describe(state), self._options)

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """Return the keys of a vector for the results of chance: dice and cards."""
        return script(chance)

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Return what the agent may know (ZG-19.1), without empty entries; ``decision`` is the node."""
        return summary(self._world, self.describe_for(state, self._agents.index(agent)))

    def notation(self, state: Array, action: int) -> str:
        """Return the text of an action index at the node of the state."""
        return text_of(state, action)

    def parse(self, state: Array, text: str) -> int:
        """Return the legal action that ``text`` names.  Raises NotationError, which lists the legal alternatives."""
        return parse(state, text, self.mask(state))

    def legal_texts(self, state: Array) -> list[str]:
        """Return the notation of every legal action, in the order of the action space."""
        return legal_texts(state, self.mask(state))

    def chance(self, state: Array) -> list[str]:
        """Return the results of chance in the last step, in order: ``dice 4 2``, ``zombies 4/2``, ``draw bees firearm``."""
        return chance(state)

    def name_of(self, entity: str, number: int) -> str:
        """Return players by their ids, locations by their numbers, the words of events; "" for none."""
        if entity in ("player", "owner"):
            return self._agents[number] if 0 <= number < len(self._agents) else "neutral" if number == NEUTRAL else ""
        if entity in NAMED:
            return NAMED[entity][number]
        return f"{number:+d}" if entity == "difference" else super().name_of(entity, number)

    def brief(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return the events of a short log; dice without a needed number are shown with the move."""
        return tuple(event for event in super().brief(events) if event.kind != "die" or event.values["need"])

    @property
    def sentences(self) -> Mapping[str, Mapping[str, str]]:
        """Return kind of event -> language -> sentence."""
        return explanations().sentences

    def agent_names(self, state: Array) -> tuple[str, ...]:
        """Return the factions; before they are chosen, the seats."""
        return tuple(called(state, p) for p in range(len(self._agents)))

    def winners(self, states: Array) -> Array:
        """Return the winners, bool [n, number of players]; several after an unbreakable tie (ZG-5.12)."""
        won: Array = states["winner"][:, : len(self._agents)] == 1
        return won

    def outcome(self, state: Array) -> Outcome:
        """Return the outcome; the detail says why the game ended and who has won: ``target player_1``.  Scores are victory points."""
        s: Any = state[0]
        if not s["outcome"]:
            return Outcome(OUTCOMES[0])
        if not s["end"]:
            return Outcome(OUTCOMES[s["outcome"]], FORFEIT)
        winners = " ".join(agent for agent, won in zip(self._agents, s["winner"], strict=False) if won)
        return Outcome(OUTCOMES[s["outcome"]], f"{ENDS[s['end']]} {winners}", tuple(s["vp"][: len(self._agents)].tolist()))

    def text_for(self, text: str, agent: str, agents: frozenset[str] | None, before: Array) -> str:
        """Return the text of a move; for a card that another player lays face down only that one was laid."""
        return text if agents is None or agent in agents else open_text(before, text)

    def odds(self, state: Array, action: int) -> Odds | None:
        """Return the probabilities of a fight with zombies; for a retreat or a meal the characters that die of it (``harm``)."""
        if self.notation(state, action).partition(" ")[0] in ("eat", "retreat"):
            return losses(self.tried(state, action)[0])
        return chances(self._world, state, action)

    def impossible(self, state: Array) -> dict[str, str]:
        """Return why a player cannot move, ride, build or use a card."""
        return impossible(self._world, state, self.mask(state))

    def explanations(self) -> Explanations:
        """Explanations of cards, characters (by best skill), factions, places, tokens, works, phases, modes, decisions and actions."""
        return self._explanations

    @cached_property
    def _explanations(self) -> Explanations:
        texts = explanations().texts
        fighters = {CHARACTERS[c]: texts["character"][self._specialty(c)] for c in range(len(CHARACTERS))}
        return replace(explanations(), texts={**texts, "character": {**texts["character"], **fighters}})

    def _specialty(self, c: int) -> str:
        return "leader" if c < LEADERS else max(("fight", *SKILLS), key=lambda name: int(self.world[0][f"char_{name}"][c]))

    def told(self, before: Array, after: Array, agent: str, agents: frozenset[str] | None) -> bool:
        """Return whether ``agents`` see a move: not the cards that others lay in a people fight, whose number is hidden (ZG-19.1)."""
        return agents is None or agent in agents or not (commits(before) and commits(after))

    def scene(self, state: Array) -> Scene:
        """Return the drawing list of the table, with every hand open."""
        return scene(self._world, state, None)

    def scene_for(self, state: Array, agents: frozenset[str] | None) -> Scene:
        """Return the drawing list as these players see it."""
        return scene(self._world, state, None if agents is None else frozenset(map(self._agents.index, agents)))

    def reference(self) -> Mapping[str, Any]:
        """Return the values of cards and characters: ``cards`` (id -> deck, strength, capacity, gears, flasks; 0 left out)."""
        return {"cards": numbers(self._world[0])}

    def measures(self, states: Array) -> dict[str, Array]:
        """Return turns, decisions, progress, players not eliminated, the most victory points."""
        n = len(self._agents)
        return super().measures(states) | {
            "players": (states["eliminated"][:, :n] == 0).sum(axis=1),
            "points": states["vp"][:, :n].max(axis=1),
        }

    def nearness(self, states: Array) -> Array:
        """Return the victory points of each player as a share of those that end the game, float64 [n, players]."""
        return states["vp"][:, : len(self._agents)] / max(1, int(self._world["target"][0]))
