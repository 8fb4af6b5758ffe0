"""The table of a game: one row for each task and each decision on its agenda, and the dispatchers generated from it.

A chapter of the rules ends with the rows of its tasks and decisions. The game's table combines them, and an edition's adds its own.
The table provides the compiled dispatchers, the ranges for state validation, the pages, the notation and the observation.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from .agenda import pop
from .chains import Kernel, chain
from .game import ONGOING
from .jit import jit
from .layout import Range
from .records import Record

CHOICE: Final = 0
MAIN: Final = 1
ALWAYS: Final = 2
NEVER: Final = 3
VOID: Final = 4
"""When a decision is put to its agent. In automatic mode ``CHOICE`` takes the default, ``MAIN`` is still asked. Decisions with a single
answer are played by the engine, except ``ALWAYS``. ``NEVER``: takes the default. ``VOID``: nothing is left to decide, the
frame is popped.
"""

Words = Mapping[str, Range]


@jit
def nothing_more() -> None:
    """For ``see``: the decision has no observations besides its code and decider."""


@jit
def anywhere() -> int:
    """For ``fits``: the decision is possible in any position."""
    return 1


@dataclass(frozen=True)
class Task:
    """Work on the agenda.

    Args:
        code: the first word of its frame.
        do: performs it; its frame has been popped.
        words: names of the other words of the frame, in their order, and their ranges.
        below: codes of frames that may be directly below it at a decision.
    """

    code: int
    do: Kernel
    _: KW_ONLY
    words: Words = field(default_factory=dict)
    below: Sequence[int] = ()


class Text(NamedTuple):
    """Texts about a decision for the reference page: when it occurs, the meaning of the answer (if not in the notation), the default."""

    when: str
    says: str = ""
    default: str = ""


@dataclass(frozen=True)
class Decision:
    """A decision on the agenda. The parameters of a kernel name what it needs: the arguments below, and words of the frame.

    Args:
        code: the first word of its frame.
        words: names of the other words, in their order, and their ranges; the first is the seat that decides.
        below: codes of frames that may be directly below it; (): any.
        asked: ``CHOICE``, ``MAIN`` or ``ALWAYS``; or a kernel that returns which of these it is now, ``NEVER`` or ``VOID``, ``(w, s)``.
        offer: writes the legal answers, ``(w, s, mask)``; or a fixed set of actions.
        answer: carries out the answer ``a``, ``(w, s, a)``; the frame has been popped, unless it ``stays``.
        default: the answer if no agent is asked, ``(w, s)``; or a fixed action.
        see: writes further observations of it, in addition to its code and decider, ``(w, s, v, o)``.
        fits: 1 if the decision is possible in the position, ``(w, s)``.
        text: for the reference page.
        notation: the texts of its answers by the block of the action, where they differ from those of the blocks.
        phase: the part of a round in which it occurs.
        menu: names of the choices in the block ``option``.
        secret: only the deciding player may see the answer.
        stays: the frame stays until ``answer`` pops it.
        waits: it may be below other decisions.
    """

    code: int
    _: KW_ONLY
    words: Words
    below: Sequence[int] = ()
    asked: int | Kernel
    offer: Kernel | tuple[int, ...]
    answer: Kernel
    default: Kernel | int
    see: Kernel
    fits: Kernel
    text: Text
    notation: Mapping[str, str] = field(default_factory=dict)
    phase: str = ""
    menu: Sequence[str] = ()
    secret: bool = False
    stays: bool = False
    waits: bool = False


class Parts(NamedTuple):
    """The dispatchers of a table: each must be a constant of this name in the module that requested it."""

    work: Any  # (w, s): pop the top task and perform it
    apply: Any  # (w, s, a): carry out the answer ``a`` of the top decision
    offer: Any  # (w, s, mask): write the legal answers
    default: Any  # (w, s): the answer if no agent is asked
    see: Any  # (w, s, v, o): observations of the top decision in addition to its code and decider
    fits: Any  # (w, s): 1 if the decision is possible in the position
    asked: Any  # (w, s): CHOICE, MAIN, ALWAYS, NEVER or VOID


# ---- a template: ``Table.advance`` replaces these names by the kernels of a game


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; a table gives it the kernels of its game")


work = apply = default = asked = only = take_off = _unbound
FIRST = 0


def advance(w: Record, s: Record) -> None:
    """Process the agenda until an agent has to decide or the game is over."""
    while s.outcome == ONGOING and s.depth > 0:
        if s.stack[s.depth - 1, 0] < FIRST:
            work(w, s)
            continue
        how = asked(w, s)
        if how == VOID:
            take_off(s)
            continue
        a = only(w, s)
        if how == NEVER or (how == CHOICE and a < 0 and w.automatic > 0):
            a = default(w, s)
        if a < 0 or how == ALWAYS:
            return
        apply(w, s, a)


@jit
def several(w: Record, s: Record) -> int:
    """Return the only answer of the top decision, -1: there are several. For games that never push decisions with a single answer."""
    return -1


class Table:
    """The tasks and decisions of a game.

    Args:
        first: the lowest code of a decision.
        rows: tasks and decisions of all chapters.
        take_off: pops the top frame off the agenda, ``(s)``.
        mark: offers an action where a row lists its answers, ``(s, a)``; None: they are written into the mask.
        seen: the arguments of ``see``.

    Raises:
        ValueError: two rows have the same code, or a row's code belongs to the other kind.
    """

    def __init__(
        self, first: int, *rows: Task | Decision, take_off: Kernel = pop, mark: Kernel | None = None, seen: str = "w s v o"
    ) -> None:
        self.first, self.take_off, self.mark, self.seen = first, take_off, mark, seen
        self.rows: dict[int, Task | Decision] = {}
        for row in rows:
            if row.code in self.rows:
                raise ValueError(f"two rows have the code {row.code}; each task and each decision has its own")
            if isinstance(row, Decision) != (row.code >= first):
                raise ValueError(f"{row.code} is the code of a {type(row).__name__}; codes of decisions begin with {first}")
            self.rows[row.code] = row
        self.rows = dict(sorted(self.rows.items()))

    @cached_property
    def decisions(self) -> Mapping[int, Decision]:
        """The decisions by code, in order."""
        return {code: row for code, row in self.rows.items() if isinstance(row, Decision)}

    @cached_property
    def tasks(self) -> Mapping[int, Task]:
        """The tasks by code, in order."""
        return {code: row for code, row in self.rows.items() if isinstance(row, Task)}

    @property
    def words(self) -> Mapping[int, tuple[Range, ...]]:
        """Code -> ranges of the words of its frame (see ``layout.Bounds``)."""
        return {code: tuple(row.words.values()) for code, row in self.rows.items()}

    @cached_property
    def places(self) -> Mapping[int, Mapping[str, int]]:
        """Code -> name of a word of its frame -> position."""
        return {code: {word: k for k, word in enumerate(row.words, 1)} for code, row in self.rows.items()}

    @property
    def lies_on(self) -> np.ndarray[Any, Any]:
        """Which frames may be directly above which, uint8 [codes, codes]: 1 if the frame of the row may be above that of the column."""
        n = max(self.rows) + 1
        made = np.zeros((n, n), np.uint8)
        for code, row in self.rows.items():
            made[code, list(row.below)] = 1
        return made

    def flags(self, wanted: Callable[[Task | Decision], bool]) -> np.ndarray[Any, Any]:
        """Return 1 for the codes of rows that satisfy ``wanted``, uint8 [codes]."""
        made = np.zeros(max(self.rows) + 1, np.uint8)
        made[[code for code, row in self.rows.items() if wanted(row)]] = 1
        return made

    def parts(self, module: str) -> Parts:
        """Return the dispatchers, as constants of a module."""
        asks = self.decisions

        def made(name: str, arguments: str, **more: Any) -> Any:
            arms = {code: getattr(row, name) for code, row in asks.items()}
            return chain(module, name, arguments.split(), arms, words=self.places, **more)

        return Parts(
            work=chain(module, "work", ("w", "s"), {c: t.do for c, t in self.tasks.items()}, words=self.places, take_off=self.take_off),
            apply=chain(
                module,
                "apply",
                ("w", "s", "a"),
                {code: row.answer for code, row in asks.items()},
                words=self.places,
                take_off=self.take_off,
                stays=[code for code, row in asks.items() if row.stays],
            ),
            offer=made("offer", "w s mask", mark=self.mark),
            default=made("default", "w s", result="int", otherwise=-1),
            see=made("see", self.seen),
            fits=made("fits", "w s", result="int"),
            asked=made("asked", "w s", result="int"),
        )

    def advance(self, module: str, parts: Parts, only: Kernel = several) -> Any:
        """Return the kernel ``advance(w, s)`` of a module; ``only(w, s)`` is the single answer of a decision, -1: it has several."""
        scope = globals() | parts._asdict() | {"only": only, "take_off": self.take_off, "FIRST": self.first}
        made = types.FunctionType(advance.__code__, scope, advance.__name__)
        made.__module__, made.__annotations__ = module, advance.__annotations__
        return jit(made)

    def __iter__(self) -> Iterator[Task | Decision]:
        return iter(self.rows.values())


__all__ = ["ALWAYS", "CHOICE", "MAIN", "NEVER", "VOID", "Decision", "Parts", "Table", "Task", "Text", "anywhere", "nothing_more", "several"]
