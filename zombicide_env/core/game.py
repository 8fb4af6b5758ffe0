"""What a game gives to everybody else: compiled kernels, codecs, and Python-side views of a state."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from .codec import ActionCodec, ObservationCodec
from .events import Event, EventCodec
from .game_type import GameType
from .layout import Bounds
from .odds import Odds
from .players import Heuristic
from .recorded import Recorded
from .scene import Rearrangement, Scene
from .wishes import Wishing
from .words import closest_first, one_line, suggest

ONGOING, WON, LOST, TRUNCATED, DRAWN = range(5)
FIRST_REVISION = 1
"""Revision of the rules of whatever names none."""

OUTCOMES = ("ongoing", "won", "lost", "truncated", "drawn")
"""Names of the values of the state field ``outcome`` and of ``Batch.dones``.  Where two roles play against each other, the first has won or
lost; where players are alike, "won" says that there are winners.  ``Game.winners`` tells them in every game."""

FORFEIT = "forfeit"
"""Detail of a game that has ended because somebody gave it up (``Game.forfeit``), where the rules name the cause of an end."""

Array = np.ndarray[Any, Any]

_SHOWN = 24  # legal texts that an error names


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing has changed."""


class UnknownOption(TypeError, ValueError):
    """An unexpected keyword, for a game or an environment: ``owner``, ``name``, and the keywords that are ``known``."""

    owner: str = ""
    name: str = ""
    known: tuple[str, ...] = ()

    @classmethod
    def of(cls, owner: str, name: str, known: Iterable[str]) -> UnknownOption:
        """The error with its text, which ends in Python's own words: TorchRL looks for them, to try again without the keyword."""
        words, named = tuple(dict.fromkeys(known)), one_line(repr(name), 80)
        options = f"its options: {', '.join(words) or 'none'} (unexpected keyword argument {named})"
        error = cls(f"{owner} has no option {named}{suggest(name, words)}; {options}")
        error.owner, error.name, error.known = owner, name, words
        return error


class UnfitOption(TypeError, ValueError):
    """A value of a kind that an option of a game cannot have, such as half a survivor."""


class NotationError(ValueError):
    """Text that names no legal action: ``alternatives`` are the legal texts, those that resemble it first."""

    alternatives: Sequence[str] = ()

    @classmethod
    def of(cls, text: str, legal: Iterable[str]) -> NotationError:
        """The error with its text, which names the nearest alternatives."""
        near = closest_first(text, legal)
        more = f", ... ({len(near)} in all)" if len(near) > _SHOWN else ""
        reason = f"legal now: {', '.join(near[:_SHOWN])}{more}" if near else "nobody decides now"
        error = cls(f"{text!r} is not a legal action; {reason}")
        error.alternatives = near
        return error


class Kernels(NamedTuple):
    """The compiled half of a game: ``@jit`` functions on a world record ``w``, with the scratch behind it, and a state record ``s``.

    reset(w, s, seed)        start a game in ``s``, whose bytes are all zero; ``seed`` is 0 .. 2**63 - 1
    step(w, s, action)       apply a legal action and go on to the next decision or the end
    legal(w, s, mask)        write 0 or 1 into every element of ``mask`` (int8[N_ACTIONS]); all 0 when the game is over
    observe(w, s, agent, out)  write the raw features that ``agent`` sees into ``out`` (uint8[N_OBS]), which holds the frame
    decider(w, s)            the agent that decides now, -1 when the game is over
    resample(w, s, agent, number)  resample what is hidden from ``agent`` (decks, face-down cards, future dice): the result
                             depends on ``number`` and on what the agent knows, and on nothing else; None: the game has
                             nothing hidden but chance to come
    frame(w, out)            write the features that are the same in every observation of a world into ``out``, which is all
                             zero; None: there are none
    active(w, s, agent)      1 while the agent is in the game: one that is out never decides again; None: all stay to the end
    status(w, s, work)       the broken invariants as a number, 0: none; every field and frame of ``s`` is within its range
                             (``state_validation.Bounds``), ``work`` is a copy of it to be written to; None: nothing beyond the ranges
    """

    name: str
    reset: Callable[..., Any]
    step: Callable[..., Any]
    legal: Callable[..., Any]
    observe: Callable[..., Any]
    decider: Callable[..., Any]
    resample: Callable[..., Any] | None = None
    frame: Callable[..., Any] | None = None
    active: Callable[..., Any] | None = None
    status: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Outcome:
    """The state of affairs: ``name`` is one of OUTCOMES, ``detail`` says why (empty while the game goes on).

    ``scores`` are the final scores of the agents in their order; empty while the game goes on, and in games without scores.
    """

    name: str
    detail: str = ""
    scores: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.name != OUTCOMES[ONGOING]


@runtime_checkable
class Game(Protocol):
    """A game with its options chosen.  ``state`` is a structured array of shape (1,) with ``state_dtype``.

    Every state has the fields rng (u8), outcome (u1: index into OUTCOMES), round (i2), reward (f4[at least the
    number of agents]: of the last step) and steps (i4: actions applied).

    ``games.base.CompiledGame`` has a default for everything that a game may leave unsaid.
    """

    @property
    def id(self) -> str:
        """Name in the registry, ``black_plague``."""

    @property
    def version(self) -> int:
        """Version of its environments' ids."""

    @property
    def rules_revision(self) -> int:
        """Revision of its rules, from 1: raised when a ruling changes what the same actions lead to; ids of environments stay.

        Replays, saves, checkpoints and results name it; those that name none are of the first.
        """

    @property
    def type(self) -> GameType:
        """What kind of game it is: sides, what is hidden, how it pays."""

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents in seat order."""

    @property
    def action_codec(self) -> ActionCodec:
        """The action space."""

    @property
    def observation_codec(self) -> ObservationCodec:
        """The observation vector."""

    @property
    def rows(self) -> Mapping[str, int]:
        """Entity -> how many of its rows this game uses, from the first on: a board has fewer zones than tables have rows."""

    @property
    def world(self) -> Array:
        """What never changes in a game: a structured array of shape (1,), not to be written to."""

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The record of one game."""

    @property
    def kernels(self) -> Kernels:
        """The compiled rules."""

    def heuristic(self) -> Heuristic | None:
        """The rule-based player of the game, None: it has none."""

    def wishing(self) -> Wishing | None:
        """What agents may wish of each other, None: nothing."""

    @property
    def scratch(self) -> np.dtype[Any]:
        """The working memory of the kernels, in ``w`` with the fields of the world (see ``core.scratch``)."""

    @property
    def recorded(self) -> Recorded:
        """The form in which replays know its states."""

    @property
    def options(self) -> Mapping[str, object]:
        """The options that it was made from, as JSON knows them: ``make_game(game.id, **game.options)`` is the same game."""

    def active(self, state: Array) -> Array:
        """Agents still in the game, bool [number of agents]: an eliminated agent never decides again."""

    def winners(self, states: Array) -> Array:
        """Winners of the games ``states`` [n]: bool [n, number of agents], alike for the agents of a side.

        All False while a game goes on, and where nobody has won.
        """

    def agent_names(self, state: Array) -> tuple[str, ...]:
        """What people call the agents, in seat order: the names of the survivors that they play."""

    def decider(self, state: Array) -> str:
        """The agent that decides, "" when the game is over."""

    def owners(self, state: Array) -> dict[int, str]:
        """Legal action -> agent that may choose it, where a team decides whose turn comes next and each agent answers for itself.

        {} for every other decision: it is the affair of who decides.
        """

    def describe(self, state: Array) -> dict[str, Any]:
        """The state as a dictionary of plain values."""

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """What ``agent`` may know of the state, for readers who see no board: goals, position, decision; nothing that says nothing.

        Where a decision has a name that ``explain`` knows, it stands under ``decision``.
        """

    def prompt(self, state: Array, agent: str, legal: bool = True) -> str:
        """The summary as text, what is asked of the agent, and every legal action in words; without ``legal`` only their first words."""

    def notation(self, state: Array, action: int) -> str:
        """Text of an action index in this state."""

    def parse(self, state: Array, text: str) -> int:
        """The legal action that ``text`` names; NotationError if there is none."""

    def legal_texts(self, state: Array) -> list[str]:
        """Notation of every legal action."""

    def status(self, state: Array) -> enum.Flag:
        """Every broken invariant of the state; 0: it is sound."""

    @property
    def bounds(self) -> Bounds:
        """What fields and words of the agenda may hold."""

    def fault(self, state: Array) -> str:
        """The broken invariants in words; "" if the state is sound."""

    def outcome(self, state: Array) -> Outcome:
        """Whether and how the game has ended."""

    def forfeit(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """What it means that the agents ``seats`` [n] give the games ``states`` [n] up, as one does who may not play an illegal action.

        Returns:
            How the games end, uint8 [n] (values of the field ``outcome``), and what it pays, float32 [n, number of agents].
        """

    def measures(self, states: Array) -> dict[str, Array]:
        """Figures of the games ``states`` [n] in addition to the result: name -> array [n]."""

    def progress(self, states: Array) -> Array:
        """How near each agent is to winning, float64 [n, number of agents] from 0 to 1, and 1 only for those who have won."""

    def potential(self, states: Array) -> Array:
        """The potential whose change the rewards of the games ``states`` [n] hold, float32 [n]; 0 where none is added to the result."""

    def chance(self, state: Array) -> Sequence[str]:
        """What dice and cards gave in the last step, in order and in words."""

    @property
    def event_codec(self) -> EventCodec:
        """The kinds of events of the game."""

    def tell(self, state: Array, action: int) -> tuple[Event, ...]:
        """The events of a legal action, hidden ones included; the state does not change."""

    def events_for(self, events: Iterable[Event], agents: frozenset[str] | None) -> tuple[Event, ...]:
        """The events that these agents may know of; None: all."""

    def brief(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """The events that a short log speaks of."""

    def event_tags(self, event: Event) -> tuple[str, ...]:
        """Tags of the scene's items that an event is about."""

    def named(self, event: Event) -> dict[str, str]:
        """The numbers of an event as the game calls them: ``{"who": "ann", "start": "3a", "to": "3b"}``."""

    def plain_event(self, event: Event) -> dict[str, Any]:
        """An event as plain values: ``kind``, ``values`` (its numbers by name, as the game calls them), ``text`` (a sentence)."""

    @property
    def sentences(self) -> Mapping[str, Mapping[str, str]]:
        """Kind of event -> language -> sentence, with the names of its numbers in braces; {} where the game has none."""

    def sentence(self, event: Event, language: str = "en") -> str:
        """An event in words."""

    def explanation(self, kind: str, name: str, language: str = "en") -> str:
        """What one thing is: kind and name as the game's file of explanations has them; "" if nothing is said of it.

        ``explanation("game", "primer")`` are the rules in short.
        """

    def glossary(self, language: str = "en") -> dict[str, dict[str, str]]:
        """Every explanation: kind -> id -> text.  Where an id holds a place in braces, ``starts_with:{item}``, any word stands there."""

    def explain(self, word: str, language: str = "en") -> str:
        """What cards, skills, tokens, decisions of this name are, a line each; "" for a word that is not known."""

    def scene(self, state: Array) -> Scene:
        """What the painters draw, with everything that is hidden from anybody's eyes left out and every hand open."""

    def scene_for(self, state: Array, agents: frozenset[str] | None) -> Scene:
        """The scene as these agents may see it; None: every hand is open."""

    def text_for(self, text: str, agent: str, agents: frozenset[str] | None, before: Array) -> str:
        """What ``agents`` may read (None: all) of a move of ``agent``: ``text`` is its notation, or what chance gave, "" for nothing.

        ``before`` is the state in which it was played.
        """

    def odds(self, state: Array, action: int) -> Odds | None:
        """The chances of a legal action that rolls dice, None where none are rolled at once; nothing of the dice to come shows."""

    def impossible(self, state: Array) -> dict[str, str]:
        """Verb -> reason of what who decides cannot do now though it is usual; ``explanation("reason", ...)`` has the words."""

    def briefing(self, language: str = "en") -> list[str]:
        """The briefing of players before the game, line by line: where they start, what is locked, special rules."""

    def unwinnable(self) -> str:
        """Why the game of these options cannot be won, for example your own quest; "" if no reason is known."""

    def quest_file(self, state: Array) -> str:
        """A file of a game that begins at this position; ValueError with the reason if there can be none."""

    def written(self, state: Array) -> Sequence[Any]:
        """Ways to write the position as a conformance vector (``games.written.Written``), none where a vector cannot begin; ValueError."""

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """The keys of a vector that script the ``chance`` of some steps; ValueError if none can."""

    def reference(self) -> Mapping[str, Any]:
        """What lies in the box, as plain data by id.

        ``survivors``: danger level -> skills; ``zombie_cards``: their kind and what they bring; ``equipment``: the numbers on the cards.
        """

    def told(self, before: Array, after: Array, agent: str, agents: frozenset[str] | None) -> bool:
        """Whether ``agents`` (None: all) may know that ``agent`` made the move between two states.

        A hidden move must not even be counted: cards laid face down one by one, for example.
        """

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Tags of the scene's items that a legal action is about, the most important first."""

    def rearrangement(self, state: Array) -> Rearrangement | None:
        """The cards that who decides may move at will now; None: that is not what is asked."""

    def rearranged(self, state: Array, wanted: Mapping[str, str]) -> list[int]:
        """The actions that bring cards where they are wanted: tag of a card's place -> tag of another, "" to be discarded; ValueError."""


__all__ = [
    "DRAWN",
    "FORFEIT",
    "LOST",
    "ONGOING",
    "OUTCOMES",
    "TRUNCATED",
    "WON",
    "Game",
    "IllegalAction",
    "Kernels",
    "NotationError",
    "Outcome",
    "UnknownOption",
]
