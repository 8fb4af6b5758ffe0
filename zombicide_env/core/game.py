"""Interface of a game: compiled kernels, codecs, and Python-side views of a state."""

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
"""Revision of the rules of data that does not name one."""

OUTCOMES = ("ongoing", "won", "lost", "truncated", "drawn")
"""Names of the values of the state field ``outcome`` and of ``Batch.dones``. Where two roles play against each other, the outcome is that
of the first; where all players have the same role, "won" says that there are winners. ``Game.winners`` returns them in every game.
"""

FORFEIT = "forfeit"
"""Outcome detail of a game that ended because an agent gave it up (``Game.forfeit``), where the rules name the cause of an end."""

Array = np.ndarray[Any, Any]

_SHOWN = 24  # maximum number of legal texts in an error


class IllegalAction(ValueError):
    """An action that the rules do not allow now; nothing has changed."""


class UnknownOption(TypeError, ValueError):
    """An unexpected keyword, for a game or an environment: ``owner``, ``name``, and the keywords that are ``known``."""

    owner: str = ""
    name: str = ""
    known: tuple[str, ...] = ()

    @classmethod
    def of(cls, owner: str, name: str, known: Iterable[str]) -> UnknownOption:
        """Return the error with its text, which ends with Python's own phrase: TorchRL looks for it, to retry without the keyword."""
        words, named = tuple(dict.fromkeys(known)), one_line(repr(name), 80)
        options = f"its options: {', '.join(words) or 'none'} (unexpected keyword argument {named})"
        error = cls(f"{owner} has no option {named}{suggest(name, words)}; {options}")
        error.owner, error.name, error.known = owner, name, words
        return error


class UnfitOption(TypeError, ValueError):
    """A value of a type that an option of a game does not accept, such as half a survivor."""


class NotationError(ValueError):
    """Text that names no legal action. ``alternatives`` are the legal texts, the most similar first."""

    alternatives: Sequence[str] = ()

    @classmethod
    def of(cls, text: str, legal: Iterable[str]) -> NotationError:
        """Return the error with its text, which names the nearest alternatives."""
        near = closest_first(text, legal)
        more = f", ... ({len(near)} in all)" if len(near) > _SHOWN else ""
        reason = f"legal now: {', '.join(near[:_SHOWN])}{more}" if near else "nobody decides now"
        error = cls(f"{text!r} is not a legal action; {reason}")
        error.alternatives = near
        return error


class Kernels(NamedTuple):
    """The compiled half of a game: ``@jit`` functions on a world record ``w``, followed by the scratch memory, and a state record ``s``.

    reset(w, s, seed)        start a game in ``s``, whose bytes are all zero; ``seed`` is 0 .. 2**63 - 1
    step(w, s, action)       apply a legal action and advance to the next decision or the end
    legal(w, s, mask)        write 0 or 1 into every element of ``mask`` (int8[N_ACTIONS]); all 0 when the game is over
    observe(w, s, agent, out)  write the raw features that ``agent`` sees into ``out`` (uint8[N_OBS]), which holds the frame
    decider(w, s)            the agent that decides now, -1 when the game is over
    resample(w, s, agent, number)  resample what is hidden from ``agent`` (decks, face-down cards, future dice): the result
                             depends on ``number`` and on what the agent knows, and on nothing else; None: the game has
                             no hidden information except future dice
    frame(w, out)            write the features that are the same in every observation of a world into ``out``, which is all
                             zero; None: there are none
    active(w, s, agent)      1 while the agent is in the game; an eliminated agent never decides again; None: all stay to the end
    status(w, s, work)       the broken invariants as a number, 0: none; every field and frame of ``s`` is within its range
                             (``state_validation.Bounds``), ``work`` is a copy of it that may be written to; None: only the ranges
                             are checked
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
    """Outcome of a game: ``name`` is one of OUTCOMES, ``detail`` says why (empty while the game is not over).

    ``scores`` are the final scores of the agents in their order; empty while the game is not over, and in games without scores.
    """

    name: str
    detail: str = ""
    scores: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.name != OUTCOMES[ONGOING]


@runtime_checkable
class Game(Protocol):
    """A game with fixed options. ``state`` is a structured array of shape (1,) with ``state_dtype``.

    Every state has the fields rng (u8), outcome (u1: index into OUTCOMES), round (i2), reward (f4[at least the
    number of agents]: of the last step) and steps (i4: actions applied).

    ``games.base.CompiledGame`` provides defaults for all optional members.
    """

    @property
    def id(self) -> str:
        """Name in the registry, ``black_plague``."""

    @property
    def version(self) -> int:
        """Version of its environments' ids."""

    @property
    def rules_revision(self) -> int:
        """Revision of its rules, from 1: raised when a ruling changes the results of the same actions; ids of environments do not change.

        Replays, saves, checkpoints and results record it; those without a revision are of the first.
        """

    @property
    def type(self) -> GameType:
        """Kind of game: sides, hidden information, rewards."""

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
        """Entity -> number of its rows used by this game, the first ones: a board may have fewer zones than the tables have rows."""

    @property
    def world(self) -> Array:
        """Constant data of a game: a structured array of shape (1,), read only."""

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The dtype of the record of one game."""

    @property
    def kernels(self) -> Kernels:
        """The compiled rules."""

    def heuristic(self) -> Heuristic | None:
        """The rule-based player of the game, None: there is none."""

    def wishing(self) -> Wishing | None:
        """Requests that agents may send to each other, None: not supported."""

    @property
    def scratch(self) -> np.dtype[Any]:
        """The working memory of the kernels, stored in ``w`` after the fields of the world (see ``core.scratch``)."""

    @property
    def recorded(self) -> Recorded:
        """The form in which replays store its states."""

    @property
    def options(self) -> Mapping[str, object]:
        """The options it was made from, JSON-compatible: ``make_game(game.id, **game.options)`` is the same game."""

    def active(self, state: Array) -> Array:
        """Return which agents are still in the game, bool [number of agents]: an eliminated agent never decides again."""

    def winners(self, states: Array) -> Array:
        """Return the winners of the games ``states`` [n]: bool [n, number of agents], equal for the agents of a side.

        All False before the end of a game, and where no agent has won.
        """

    def agent_names(self, state: Array) -> tuple[str, ...]:
        """Return the display names of the agents, in seat order: the names of their survivors."""

    def decider(self, state: Array) -> str:
        """Return the agent that decides, "" when the game is over."""

    def owners(self, state: Array) -> dict[int, str]:
        """Return legal action -> agent that may choose it, when a team chooses the next agent and each agent acts for itself.

        Return {} for every other decision, which belongs to the decider.
        """

    def describe(self, state: Array) -> dict[str, Any]:
        """Return the state as a dictionary of plain values."""

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Return what ``agent`` may know of the state, for readers without a board: goals, position, decision; without empty entries.

        If ``explain`` knows the name of the decision, it is under ``decision``.
        """

    def prompt(self, state: Array, agent: str, legal: bool = True) -> str:
        """Return the summary, the agent's decision, and every legal action in words; without ``legal`` only their first words."""

    def notation(self, state: Array, action: int) -> str:
        """Return the text of an action index in this state."""

    def parse(self, state: Array, text: str) -> int:
        """Return the legal action named by ``text``. Raises NotationError if there is none."""

    def legal_texts(self, state: Array) -> list[str]:
        """Return the notation of every legal action."""

    def status(self, state: Array) -> enum.Flag:
        """Return every broken invariant of the state; 0: it is valid."""

    @property
    def bounds(self) -> Bounds:
        """Value ranges of fields and of the words of the agenda."""

    def fault(self, state: Array) -> str:
        """Return the broken invariants in words; "" if the state is valid."""

    def outcome(self, state: Array) -> Outcome:
        """Return whether and how the game has ended."""

    def forfeit(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """Return the result when the agents ``seats`` [n] forfeit the games ``states`` [n], for example by an illegal action.

        Returns:
            How the games end, uint8 [n] (values of the field ``outcome``), and the rewards, float32 [n, number of agents].
        """

    def measures(self, states: Array) -> dict[str, Array]:
        """Return figures of the games ``states`` [n] in addition to the result: name -> array [n]."""

    def progress(self, states: Array) -> Array:
        """Return the progress of each agent towards winning, float64 [n, number of agents] from 0 to 1; 1 only for winners."""

    def potential(self, states: Array) -> Array:
        """Return the potential used in the shaped rewards of the games ``states`` [n], float32 [n]; 0 where rewards are not shaped."""

    def chance(self, state: Array) -> Sequence[str]:
        """Return the results of dice and cards in the last step, in order and in words."""

    @property
    def event_codec(self) -> EventCodec:
        """The kinds of events of the game."""

    def tell(self, state: Array, action: int) -> tuple[Event, ...]:
        """Return the events of a legal action, including hidden ones; the state does not change."""

    def events_for(self, events: Iterable[Event], agents: frozenset[str] | None) -> tuple[Event, ...]:
        """Return the events that these agents may know; None: all."""

    def brief(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return the events for a short log."""

    def event_tags(self, event: Event) -> tuple[str, ...]:
        """Return the tags of the scene's items to which an event refers."""

    def named(self, event: Event) -> dict[str, str]:
        """Return the numbers of an event as names in the game: ``{"who": "ann", "start": "3a", "to": "3b"}``."""

    def plain_event(self, event: Event) -> dict[str, Any]:
        """Return an event as plain values: ``kind``, ``values`` (its numbers by name, as the game calls them), ``text`` (a sentence)."""

    @property
    def sentences(self) -> Mapping[str, Mapping[str, str]]:
        """Kind of event -> language -> sentence, with the names of its numbers in braces; {} where the game has none."""

    def sentence(self, event: Event, language: str = "en") -> str:
        """Return an event in words."""

    def explanation(self, kind: str, name: str, language: str = "en") -> str:
        """Return the explanation of one thing, kind and name as in the game's file of explanations; "" if there is none.

        ``explanation("game", "primer")`` is a summary of the rules.
        """

    def glossary(self, language: str = "en") -> dict[str, dict[str, str]]:
        """Return all explanations: kind -> id -> text. In an id, braces are a placeholder for any word: ``starts_with:{item}``."""

    def explain(self, word: str, language: str = "en") -> str:
        """Return the explanations of cards, skills, tokens, decisions with this name, a line each; "" for an unknown word."""

    def scene(self, state: Array) -> Scene:
        """Return the scene for renderers, without information hidden from all players and with every hand open."""

    def scene_for(self, state: Array, agents: frozenset[str] | None) -> Scene:
        """Return the scene as these agents may see it; None: every hand is open."""

    def text_for(self, text: str, agent: str, agents: frozenset[str] | None, before: Array) -> str:
        """Return what ``agents`` may read (None: all) of a move of ``agent``: ``text`` is its notation, or the results of dice and cards.

        The result is "" if they may read nothing. ``before`` is the state in which the move was played.
        """

    def odds(self, state: Array, action: int) -> Odds | None:
        """Return the odds of a legal action that rolls dice at once or costs lives for certain, else None; hides future dice."""

    def impossible(self, state: Array) -> dict[str, str]:
        """Return verb -> reason, for usual actions that the decider cannot take now; ``explanation("reason", ...)`` has the words."""

    def briefing(self, language: str = "en") -> list[str]:
        """Return the briefing of players before the game, line by line: start zones, locked doors, special rules."""

    def unwinnable(self) -> str:
        """Return why a game with these options cannot be won, for example your own quest; "" if no reason is known."""

    def quest_file(self, state: Array) -> str:
        """Return a file of a game that begins at this position. Raises ValueError with the reason if this is impossible."""

    def written(self, state: Array) -> Sequence[Any]:
        """Return ways to write the position as a conformance vector (``games.written.Written``); ValueError where a vector cannot begin."""

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """Return the keys of a vector that script the ``chance`` of some steps. Raises ValueError if this is impossible."""

    def reference(self) -> Mapping[str, Any]:
        """Return the components of the game as plain data by id.

        ``survivors``: danger level -> skills; ``zombie_cards``: kind and effects; ``equipment``: the numbers on the cards.
        """

    def told(self, before: Array, after: Array, agent: str, agents: frozenset[str] | None) -> bool:
        """Return whether ``agents`` (None: all) may know that ``agent`` made the move between two states.

        Even the number of hidden moves is secret: cards laid face down one by one, for example.
        """

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Return the tags of the scene's items to which a legal action refers, the most important first."""

    def rearrangement(self, state: Array) -> Rearrangement | None:
        """Return the cards that the decider may rearrange freely now; None: the decision is not a rearrangement."""

    def rearranged(self, state: Array, wanted: Mapping[str, str]) -> list[int]:
        """Return the actions that move cards as wanted: tag of a card's place -> tag of another, "" to discard it. Raises ValueError."""


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
