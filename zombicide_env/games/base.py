"""Base class of all games: options that recreate the game, a read-only world, queries through a batch of one.

A game provides its rules as class attributes and overrides what it wants to describe itself: every method below about words and
pictures has a default that works for any game.
"""

from __future__ import annotations

import enum
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any, ClassVar, Final, Literal

import numpy as np

from ..core.batch import Batch
from ..core.codec import ActionCodec, ObservationCodec
from ..core.events import MORE, Event, EventCodec
from ..core.form import Form, plain_form
from ..core.game import FIRST_REVISION, LOST, OUTCOMES, WON, Kernels, NotationError, Outcome
from ..core.game_type import GameType
from ..core.layout import PAD, Bounds
from ..core.odds import Odds
from ..core.options import as_made
from ..core.players import Heuristic
from ..core.recorded import Recorded
from ..core.scene import Rearrangement, Scene
from ..core.scratch import NO_SCRATCH
from ..core.state_validation import StateValidator
from ..core.wishes import Wishing
from ..core.words import unknown
from .explanations import NONE, Explanations
from .plain import plain_scene
from .prompts import compact, prompt
from .written import Written

Array = np.ndarray[Any, Any]

Decisions = Literal["full", "actions"]
DECISIONS_ON_PAGE: Final = "full: every decision is asked; actions: only the main ones, the rest takes the documented defaults"
MOST_ROUNDS: Final = 9999  # upper limit of an option ``max_rounds``
MOST_PROGRESS = 0.99
"""Highest progress of a game that is not won, however many of its goals are reached."""


class Fault(enum.Flag):
    """Errors in a state of a game that has no invariants of its own."""

    RANGE = enum.auto()  # a field outside its range
    STUCK = enum.auto()  # the game is not over, but has no legal action


class CompiledGame:
    """Base implementation of the ``Game`` protocol, which documents the members that have no docstring here.

    A game is immutable and its methods are thread-safe.

    Args:
        world: constants of the game, a structured array of shape (1,).
        agents: names of the agents in seat order.
        options: the arguments of the game's constructor as JSON values.
        type: type of the game.
    """

    id: ClassVar[str]
    version: ClassVar[int] = 0
    rules_revision: ClassVar[int] = FIRST_REVISION
    action_codec: ClassVar[ActionCodec]
    observation_codec: ClassVar[ObservationCodec]
    state_dtype: ClassVar[np.dtype[Any]]
    kernels: ClassVar[Kernels]
    scratch: ClassVar[np.dtype[Any]] = NO_SCRATCH
    event_codec: ClassVar[EventCodec] = EventCodec()
    bounds: ClassVar[Bounds] = Bounds({})
    flags: ClassVar[type[enum.Flag]] = Fault

    def _repr_html_(self) -> str:
        """Return the options as an HTML table for notebooks."""
        return "".join(
            (
                f"<table><caption>{escape(self.id)}: {len(self.agents)} agents</caption>",
                *(f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in self.options.items()),
                "</table>",
            )
        )

    def __init__(self, world: Array, agents: Sequence[str], options: Mapping[str, object], type: GameType) -> None:  # noqa: A002 - the attribute's name
        if len(agents) != len(type.sides):
            raise ValueError(f"{self.id}: {len(agents)} agents, but the type of the game gives sides to {len(type.sides)}")
        world.setflags(write=False)
        self._world = world
        self._agents = tuple(agents)
        self._options = dict(options)
        self._type = type
        self._own = threading.local()  # working memory of each thread
        self._soundness: StateValidator | None = None

    __repr__ = as_made

    # ---- construction --------------------------------------------------------------------------------------------

    @property
    def type(self) -> GameType:
        """Type of the game: sides, hidden information, payoffs."""
        return self._type

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents in seat order."""
        return self._agents

    @property
    def rows(self) -> Mapping[str, int]:
        """Entity -> rows in use: the world field ``n_<entity>s`` if there is one, else the size of the table."""
        names = self._world.dtype.names or ()
        counted = {entity: f"n_{entity}s" for entity in self.observation_codec.entities}
        sizes = self.observation_codec.entities
        return {entity: int(self._world[field][0]) if field in names else sizes[entity] for entity, field in counted.items()}

    @property
    def world(self) -> Array:
        """World record, shape (1,), read-only."""
        return self._world

    @cached_property
    def recorded(self) -> Recorded:
        """Form in which replays store states; by default the state record."""
        return Recorded(self.state_dtype)

    @property
    def options(self) -> Mapping[str, object]:
        """The options as JSON values."""
        return self._options

    @classmethod
    def form(cls) -> Form:
        """Return the options that users choose, for pages and commands; by default the switches and numbers among the arguments."""
        return plain_form(cls)

    @classmethod
    def with_files(cls, options: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
        """Return the options with every file path replaced by ``where(path)``; by default no option is a path."""
        return dict(options)

    def wishing(self) -> Wishing | None:
        """Return None: by default agents cannot send each other wishes."""
        return None

    def heuristic(self) -> Heuristic | None:
        """Return the rule-based player of the game; None by default."""
        return None

    # ---- queries of a state --------------------------------------------------------------------------------------

    def active(self, state: Array) -> Array:
        """Return which agents are still in the game, bool [number of agents]; an eliminated agent never decides again."""
        return self._looked_at(state).active[0].astype(np.bool_)

    def mask(self, state: Array) -> Array:
        """Return the legal actions, int8 [N_ACTIONS], 1 = legal."""
        return self._looked_at(state).masks[0].copy()

    def decider(self, state: Array) -> str:
        """Return the agent to move, "" when the game is over."""
        seat = int(self._looked_at(state).deciders[0])
        return self._agents[seat] if seat >= 0 else ""

    def owners(self, state: Array) -> dict[int, str]:
        """Return action -> the agent that a legal action belongs to, where a team decides together; empty by default."""
        return {}

    def winners(self, states: Array) -> Array:
        """Return the winners, bool [n, number of agents].

        By default the first side wins a game with outcome "won", all other sides win one with outcome "lost".
        """
        if self._type.kind == "competitive":
            raise NotImplementedError(f"{self.id}: the players of the game are alike, so that it has to say who has won: winners(states)")
        first = np.array(self._type.sides) == 0
        return (states["outcome"] == WON)[:, None] & first | (states["outcome"] == LOST)[:, None] & ~first

    def outcome(self, state: Array) -> Outcome:
        """Return whether and how the game has ended; in a game with several sides the detail names the winning ones."""
        won = self.winners(state)[0]
        sides = [name for side, name in enumerate(self._type.side_names) if won[self._type.seats[side][0]]]
        return Outcome(OUTCOMES[int(state["outcome"][0])], " ".join(sides) if self._type.n_sides > 1 else "")

    def forfeit(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """Return outcomes and rewards of a forfeit: the side that gives up loses and is paid -1, all others 0."""
        sides = np.array(self._type.sides)
        own = sides[seats]
        ends = np.where(own > 0, WON, LOST) if self._type.kind == "asymmetric" else np.full(len(own), LOST)
        return ends.astype(np.uint8), np.where(sides == own[:, None], -1.0, 0.0).astype(np.float32)

    def measures(self, states: Array) -> dict[str, Array]:
        """Return rounds begun, decisions taken, and the highest ``progress`` of the agents (of the first agent in asymmetric games)."""
        progress = self.progress(states)
        first = self._type.seats[0] if self._type.kind == "asymmetric" else slice(None)
        return {"rounds": states["round"].copy(), "decisions": states["steps"].copy(), "progress": progress[:, first].max(axis=1)}

    def progress(self, states: Array) -> Array:
        """Return how close each agent is to winning, float64 [n, number of agents] in [0, 1]; 1 only for winners."""
        near = np.broadcast_to(np.clip(self.nearness(states), 0.0, MOST_PROGRESS), (len(states), len(self._agents)))
        ended = np.isin(states["outcome"], (WON, LOST))[:, None]  # the leader of a truncated game has not won
        return np.where(self.winners(states) & ended, 1.0, near)

    def nearness(self, states: Array) -> Array:
        """Return the ``progress`` of agents that have not won, float [n, number of agents] or [n, 1]; 0 by default."""
        return np.zeros((len(states), 1))

    def potential(self, states: Array) -> Array:
        """Return the potential whose change the rewards include, float32 [n]; 0 by default, so that rewards are the result of the game."""
        return np.zeros(len(states), np.float32)

    def status(self, state: Array) -> enum.Flag:
        """Return every broken invariant as one of ``flags``; 0 for a valid state."""
        return self.flags(int(self._checks().look(state)[0][0]))

    def fault(self, state: Array) -> str:
        """Return the broken invariants in words: a field outside its range, or the names of ``status``; "" for a valid state."""
        return self._checks().fault(state) or ", ".join(str(flag.name) for flag in self.status(state))

    # ---- words -------------------------------------------------------------------------------------------------

    def agent_names(self, state: Array) -> tuple[str, ...]:
        """Return the display names of the agents."""
        return self._agents

    def describe(self, state: Array) -> dict[str, Any]:
        """Return the game's own fields of the state as plain values."""
        left_out = ("rng", "outcome", "steps", "reward")
        return {name: state[name][0].tolist() for name in state.dtype.names or () if name not in left_out and not name.startswith(PAD)}

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Return ``describe`` without empty entries.  A game with hidden information has to override it with what the agent may know."""
        if self._type.hidden == "seats":
            raise NotImplementedError(f"{self.id}: agents have secrets, so that the game has to say what one knows: summary(state, agent)")
        return dict(compact(self.describe(state)))

    def prompt(self, state: Array, agent: str, legal: bool = True) -> str:
        """Return the position, the decision and all legal actions as text; without ``legal`` only the first words of the actions."""
        return prompt(self, state, agent, legal)

    def notation(self, state: Array, action: int) -> str:
        """Return the text of an action: its name and its arguments, ``bid 4``."""
        block, args = self.action_codec.decode(action)
        return " ".join([block.name, *map(str, args)])

    def legal_texts(self, state: Array) -> list[str]:
        """Return the notation of every legal action, in the order of the action space."""
        return [self.notation(state, action) for action in np.flatnonzero(self.mask(state)).tolist()]

    def parse(self, state: Array, text: str) -> int:
        """Return the legal action that ``text`` names.  Raises NotationError, which lists the legal alternatives."""
        texts = {self.notation(state, action): action for action in np.flatnonzero(self.mask(state)).tolist()}
        if text in texts:
            return int(texts[text])
        raise NotationError.of(text, texts)

    def chance(self, state: Array) -> Sequence[str]:
        """Return the results of dice and cards in the last step; empty by default."""
        return ()

    def tell(self, state: Array, action: int) -> tuple[Event, ...]:
        """Return the events that a legal action causes; () in a game without events."""
        return self.tried(state, action)[0]

    def tried(self, state: Array, action: int) -> tuple[tuple[Event, ...], Array]:
        """Apply a legal action to a copy of the state.

        Returns its events and the next state, shape (1,), which is valid until the next call.
        """
        batch: Batch | None = getattr(self._own, "teller", None)
        if batch is None:
            batch = self._own.teller = Batch(self, 1, seed=0, autoreset="disabled", observation_dtype="uint8", record_events=True)
        batch.put(state, trusted=True)
        batch.step(np.array([action]))
        return batch.events(), batch.states

    def odds(self, state: Array, action: int) -> Odds | None:
        """Return the probabilities of an action that rolls dice; None by default."""
        return None

    def impossible(self, state: Array) -> dict[str, str]:
        """Return why some actions are not legal now; empty by default."""
        return {}

    def briefing(self, language: str = "en") -> list[str]:
        """Return the briefing of players before the game; empty by default."""
        return []

    def unwinnable(self) -> str:
        """Return why this game cannot be won; "" by default."""
        return ""

    def quest_file(self, state: Array) -> str:
        """Return a quest file that begins with this position.  Raises ValueError by default: the game has no quests."""
        raise ValueError(f"{self.id} has no quests")

    def written(self, state: Array) -> Sequence[Written]:
        """Return ways to write the position as a conformance vector.  Raises ValueError by default."""
        raise ValueError(f"positions of {self.id} cannot be written as a vector")

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """Return the keys of a vector that script ``chance``; none by default."""
        return {}

    def reference(self) -> Mapping[str, Any]:
        """Return the contents of the box as plain data; empty by default."""
        return {}

    def events_for(self, events: Iterable[Event], agents: frozenset[str] | None) -> tuple[Event, ...]:
        """Return the events that these agents may know of; None: all."""
        if agents is None:
            return tuple(events)
        seats = sum(1 << seat for seat, agent in enumerate(self._agents) if agent in agents)
        return tuple(event for event in events if event.seats & seats)

    def brief(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return the events that a short log reports."""
        return tuple(event for event in events if not self.event_codec.is_detail(event))

    def event_tags(self, event: Event) -> tuple[str, ...]:
        """Return the tags of the scene's items that an event is about: the entities that its numbers name, ``zone:3``."""
        if event.kind == MORE:
            return ()
        known = self.observation_codec.entities
        columns = self.event_codec[event.kind].columns
        return tuple(f"{entity}:{event.values[name]}" for name, entity in columns.items() if entity in known and event.values[name] >= 0)

    def name_of(self, entity: str, number: int) -> str:
        """Return the name of a number of an event, "" for none.  By default numbers and agents have names."""
        return self._agents[number] if entity == "agent" else str(number)

    @property
    def sentences(self) -> Mapping[str, Mapping[str, str]]:
        """Return kind of event -> language -> sentence, with the names of its numbers in braces; from the explanations."""
        return self.explanations().sentences

    def sentence(self, event: Event, language: str = "en") -> str:
        """Return an event in words: the sentence of its kind, filled in; of nothing nothing is said."""
        said = self.sentences.get(event.kind, {}).get(language, "")
        names = {column: "" if name == "none" else name.replace("_", " ") for column, name in self.named(event).items()}
        return " ".join(
            (said.format(**names).replace(" ()", "") if said else " ".join([event.kind, *names.values()])).split()
        ).removesuffix(":")

    def plain_event(self, event: Event) -> dict[str, Any]:
        """Return an event as plain values: ``kind``, ``values`` (name -> value as the game names it), ``text`` (a sentence)."""
        return {"kind": event.kind, "values": self.named(event), "text": self.sentence(event)}

    def named(self, event: Event) -> dict[str, str]:
        """Return the numbers of an event as the game names them."""
        if event.kind == MORE:
            return {name: str(number) for name, number in event.values.items()}
        columns = self.event_codec[event.kind].columns
        return {name: self.name_of(entity, event.values[name]) for name, entity in columns.items()}

    def text_for(self, text: str, agent: str, agents: frozenset[str] | None, before: Array) -> str:
        """Return what ``agents`` may read of a move; moves are public by default."""
        return text

    def told(self, before: Array, after: Array, agent: str, agents: frozenset[str] | None) -> bool:
        """Return whether ``agents`` may know that a move was made; True by default."""
        return True

    def explain(self, word: str, language: str = "en") -> str:
        """Return what cards, skills, tokens, decisions of this name are, one line each: ``hammer (card): ...``; "" for an unknown word."""
        found = self.explanations().find(word)
        return "\n".join(f"{name} ({kind}): {self.explanation(kind, name, language)}" for kind, name in found)

    def glossary(self, language: str = "en") -> dict[str, dict[str, str]]:
        """Return all explanations, with the numbers of cards."""
        known = self.explanations()
        told = {kind: {name: self.explanation(kind, name, language) for name in names} for kind, names in known.texts.items()}
        for kind, patterns in known.open_ids.items():
            told.setdefault(kind, {}).update({pattern: texts[language] for pattern, texts in patterns.items()})
        return told

    def explanation(self, kind: str, name: str, language: str = "en") -> str:
        """Return the explanation of one thing, with its numbers if it has any; "" if there is none."""
        return self.explanations().of(kind, name).get(language, "")

    def explanations(self) -> Explanations:
        """The explanations of the game; none by default."""
        return NONE

    # ---- pictures ----------------------------------------------------------------------------------------------

    def scene(self, state: Array) -> Scene:
        """Return the position as a list of drawing facts."""
        return plain_scene(self, state, self.decider(state))

    def scene_for(self, state: Array, agents: frozenset[str] | None) -> Scene:
        """Return the scene that these agents may see; by default nothing is hidden."""
        return self.scene(state)

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Return the tags of what an action is about: the entities that its arguments name, ``zone:3``."""
        block, args = self.action_codec.decode(action)
        known = self.observation_codec.entities
        return tuple(f"{entity}:{arg}" for entity, arg in zip(block.entities, args, strict=True) if entity in known)

    def rearrangement(self, state: Array) -> Rearrangement | None:
        """Return the cards that may be rearranged freely now; by default there is no such decision."""
        return None

    def rearranged(self, state: Array, wanted: Mapping[str, str]) -> list[int]:
        """Return the actions that move cards from place to place, by their tags.  Raises ValueError by default: no such decision."""
        raise ValueError(f"no cards are rearranged in {self.id}")

    # ---- internals -----------------------------------------------------------------------------------------------

    def _checks(self) -> StateValidator:
        if self._soundness is None:
            known = (self.state_dtype, self._world, self.action_codec.size, self.scratch)
            self._soundness = StateValidator(self.kernels, self.bounds, *known)
        return self._soundness

    def _looked_at(self, state: Array) -> Batch:
        batch: Batch | None = getattr(self._own, "batch", None)
        if batch is None:
            batch = self._own.batch = Batch(self, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
        batch.put(state, trusted=True)
        return batch

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (self.__class__, self._options, self.recorded.world(self.world))


def _remake(kind: Any, options: dict[str, Any], world: str) -> Any:
    """Recreate a pickled game: only its options are pickled, the world is built from them.

    Raises:
        ValueError: a file that an option names has changed: states of the pickled game would be read on another board.
    """
    game = kind(**options)
    if game.recorded.world(game.world) != world:
        raise ValueError(f"{game!r} was pickled with other files (board, cards or team): put them back, or make the game again")
    return game


def check_choice(what: str, value: object, known: Sequence[str]) -> None:
    """Raise ValueError if the value of an option is unknown."""
    if value not in known:
        raise ValueError(unknown(f"value of {what}", value, known))


__all__ = ["DECISIONS_ON_PAGE", "MOST_ROUNDS", "CompiledGame", "Decisions", "Fault", "check_choice"]
