"""The table of a game: what lies on its agenda, each task and each decision a row with all its parts; and the course that it makes.

A chapter of the rules ends with the rows of what it does and asks.  The game's table puts them together, and an edition's adds its own.
From the table come the compiled dispatchers, the ranges that the check of states reads, the pages, the notation and the observation.
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
"""When a decision is asked.  In automatic mode the default answers a ``CHOICE``; a ``MAIN`` decision is asked then too.  One with a single
answer is played by the engine, but ``ALWAYS`` asks that as well.  ``NEVER``: the default answers.  ``VOID``: nothing is left to decide, the
frame is taken off."""

Words = Mapping[str, Range]


@jit
def nothing_more() -> None:
    """For ``see``: nothing is observed of the decision besides its code and decider."""


@jit
def anywhere() -> int:
    """For ``fits``: the decision may be asked in any position."""
    return 1


@dataclass(frozen=True)
class Task:
    """Work on the agenda.

    Args:
        code: the first word of its frame.
        do: does it; its frame has been taken off.
        words: names of the other words of the frame, in their order, and what they may hold.
        below: codes that may lie right below it while somebody decides.
    """

    code: int
    do: Kernel
    _: KW_ONLY
    words: Words = field(default_factory=dict)
    below: Sequence[int] = ()


class Text(NamedTuple):
    """A decision in the words of the reference page: when it is asked, what the answer says (where the notation does not), the default."""

    when: str
    says: str = ""
    default: str = ""


@dataclass(frozen=True)
class Decision:
    """A question on the agenda.  A kernel names as parameters what it needs: the arguments below, and words of the frame.

    Args:
        code: the first word of its frame.
        words: names of the other words, in their order, and what they may hold; the first is the seat that decides.
        below: codes that may lie right below it; (): any.
        asked: ``CHOICE``, ``MAIN`` or ``ALWAYS``; or a kernel that says which of these it is now, ``NEVER`` or ``VOID``, ``(w, s)``.
        offer: writes the legal answers, ``(w, s, mask)``; or the actions that are always the answers.
        answer: carries out the answer ``a``, ``(w, s, a)``; the frame has been taken off, unless it ``stays``.
        default: the answer where nobody is asked, ``(w, s)``; or the action that always is.
        see: writes further observations of it, in addition to its code and decider, ``(w, s, v, o)``.
        fits: 1 if the position is one in which it can be asked, ``(w, s)``.
        text: for the reference page.
        notation: the texts of its answers by the block of the action, where they are not those of the blocks.
        phase: in which part of a round it is asked.
        menu: names of what the block ``option`` offers.
        secret: only the player may see what is answered.
        stays: the frame stays until ``answer`` takes it off.
        waits: it may lie below other decisions.
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
    """The dispatchers of a table: each is to be a constant of this name in the module that asked for it."""

    work: Any  # (w, s): take the task on top off the agenda and do it
    apply: Any  # (w, s, a): carry out the answer ``a`` of the decision on top
    offer: Any  # (w, s, mask): write what may be answered
    default: Any  # (w, s): the answer where nobody is asked
    see: Any  # (w, s, v, o): what is observed of the decision on top in addition to its code and decider
    fits: Any  # (w, s): 1 if the position is one in which it can be asked
    asked: Any  # (w, s): CHOICE, MAIN, ALWAYS, NEVER or VOID


# ---- a template: ``Table.advance`` puts the kernels of a game in the places of these


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; a table gives it the kernels of its game")


work = apply = default = asked = only = take_off = _unbound
FIRST = 0


def advance(w: Record, s: Record) -> None:
    """Work the agenda off until somebody has to decide or the game is over."""
    while s.outcome == ONGOING and s.depth > 0:
        if s.stack[s.depth - 1, 0] < FIRST:
            work(w, s)
            continue
        how = asked(w, s)
        if how == VOID:
            take_off(s)
            continue
        a = only(w, s)
        if how == NEVER or (how == CHOICE and a < 0 and w.automatic == 1):
            a = default(w, s)
        if a < 0 or how == ALWAYS:
            return
        apply(w, s, a)


@jit
def several(w: Record, s: Record) -> int:
    """The only answer of the decision on top, -1: there are several.  For games whose rules push no decision with one answer."""
    return -1


class Table:
    """What lies on the agenda of a game.

    Args:
        first: the lowest code of a decision.
        rows: tasks and decisions of all chapters.
        take_off: takes the frame on top off the agenda, ``(s)``.
        mark: offers an action where a row lists its answers, ``(s, a)``; None: they are written into the mask.
        seen: the arguments of ``see``.

    Raises:
        ValueError: two rows have one code, or a row's code belongs to the other kind.
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
        """The decisions by their codes, in their order."""
        return {code: row for code, row in self.rows.items() if isinstance(row, Decision)}

    @cached_property
    def tasks(self) -> Mapping[int, Task]:
        """The tasks by their codes, in their order."""
        return {code: row for code, row in self.rows.items() if isinstance(row, Task)}

    @property
    def words(self) -> Mapping[int, tuple[Range, ...]]:
        """What the words of a frame may hold, by its code (see ``layout.Bounds``)."""
        return {code: tuple(row.words.values()) for code, row in self.rows.items()}

    @cached_property
    def places(self) -> Mapping[int, Mapping[str, int]]:
        """Places of the words of a frame by their names, by its code."""
        return {code: {word: k for k, word in enumerate(row.words, 1)} for code, row in self.rows.items()}

    @property
    def lies_on(self) -> np.ndarray[Any, Any]:
        """1 where the frame of a row may lie right above that of a column, uint8 [codes, codes]."""
        n = max(self.rows) + 1
        made = np.zeros((n, n), np.uint8)
        for code, row in self.rows.items():
            made[code, list(row.below)] = 1
        return made

    def flags(self, wanted: Callable[[Task | Decision], bool]) -> np.ndarray[Any, Any]:
        """1 for the codes of the rows of which it holds, uint8 [codes]."""
        made = np.zeros(max(self.rows) + 1, np.uint8)
        made[[code for code, row in self.rows.items() if wanted(row)]] = 1
        return made

    def parts(self, module: str) -> Parts:
        """The dispatchers, as constants of a module."""
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
        """The kernel ``advance(w, s)`` of a module; ``only(w, s)`` is the answer of a decision that has one only, -1: it has several."""
        scope = globals() | parts._asdict() | {"only": only, "take_off": self.take_off, "FIRST": self.first}
        made = types.FunctionType(advance.__code__, scope, advance.__name__)
        made.__module__, made.__annotations__ = module, advance.__annotations__
        return jit(made)

    def __iter__(self) -> Iterator[Task | Decision]:
        return iter(self.rows.values())


__all__ = ["ALWAYS", "CHOICE", "MAIN", "NEVER", "VOID", "Decision", "Parts", "Table", "Task", "Text", "anywhere", "nothing_more", "several"]
