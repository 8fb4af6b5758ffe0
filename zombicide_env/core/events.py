"""Events of a step: the list that kernels write next to the state, and the meaning of its rows.

A game whose scratch has the fields ``EVENTS`` can emit events: kernels call ``tell(w, E.MOVE, i, here, there)`` where something happens.
In a batch that records events (``Batch(..., record_events=True)``) each call adds a row; everywhere else it costs one branch. The state
never depends on it. Kinds of events are declared once per game in an ``EventCodec``, whose numbers kernels pass to ``tell``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from .jit import jit
from .records import Record
from .words import unknown

__all__ = ["EVENTS", "EVERYBODY", "MORE", "ROWS", "Event", "EventCodec", "EventKind", "Notes", "tell", "tell_only"]

ROWS: Final = 1024  # capacity of the list of one step; further events are only counted
COLUMNS: Final = 6  # maximum number of values of an event
_MOST: Final = 2**31 - 2
EVERYBODY: Final = -1  # instead of the seats that may know of an event, as bits
EVENTS: Final = (
    ("telling", "u1"),  # 1: events are recorded
    ("n_events", "i4"),  # number of events in the step, including those that did not fit
    ("events", "i2", (ROWS, 2 + COLUMNS)),  # kind, seats that may know of it, values
)
"""Fields of the scratch of a game that emits events."""

MORE: Final = "more"
"""Kind of the last event of a list that overflowed: its ``n`` is the number of missing events."""


# ---- kernels ---------------------------------------------------------------------------------------------------


@jit
def tell(w: Record, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0) -> None:
    """Emit an event that all agents may know."""
    if w.telling != 0:
        _write(w, kind, -1, a, b, c, d, e, f)


@jit
def tell_only(w: Record, seats: int, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0) -> None:
    """Emit an event that only the seats ``seats`` (as bits) may know."""
    if w.telling != 0:
        _write(w, kind, seats, a, b, c, d, e, f)


@jit
def _write(w: Record, kind: int, seats: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    n = w.n_events
    w.n_events = min(n, _MOST) + 1
    if n >= 0 and n < w.events.shape[0]:  # scratch is uninitialized until events are recorded
        w.events[n, 0] = kind
        w.events[n, 1] = seats
        w.events[n, 2] = a
        w.events[n, 3] = b
        w.events[n, 4] = c
        w.events[n, 5] = d
        w.events[n, 6] = e
        w.events[n, 7] = f


# ---- meaning of rows -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EventKind:
    """A kind of event: the names of its values, and what each of them counts or names (``zone``, ``survivor``, ``number``).

    ``detail``: a short log leaves it out, because another event of the step has the same information.
    """

    name: str
    columns: Mapping[str, str]
    detail: bool = False


class Event(NamedTuple):
    """An event: ``kind`` is its name, ``values`` its values by name, ``seats`` the seats that may know of it (as bits)."""

    kind: str
    values: Mapping[str, int]
    seats: int = EVERYBODY


class EventCodec:
    """The kinds of events of a game, numbered from 1 in the order of declaration."""

    def __init__(self) -> None:
        self._kinds: list[EventKind] = []
        self._by_name: dict[str, EventKind] = {}

    def kind(self, name: str, /, *, detail: bool = False, **columns: str) -> int:
        """Declare a kind and return its number. ``columns``: name of each value -> what it names, ``number`` for counts."""
        if len(columns) > COLUMNS:
            raise ValueError(f"event {name!r} has {len(columns)} numbers; {COLUMNS} are the most")
        if name == MORE or name in self._by_name:
            raise ValueError(f"the event {name!r} is declared twice")
        self._by_name[name] = EventKind(name, columns, detail)
        self._kinds.append(self._by_name[name])
        return len(self._kinds)

    @property
    def kinds(self) -> tuple[EventKind, ...]:
        """All kinds in order."""
        return tuple(self._kinds)

    def __getitem__(self, name: str) -> EventKind:
        found = self._by_name.get(name)
        if found is None:
            raise KeyError(unknown("event", name, self._by_name))
        return found

    def __len__(self) -> int:
        return len(self._kinds)

    def is_detail(self, event: Event) -> bool:
        """Whether a short log leaves the event out."""
        return event.kind != MORE and self[event.kind].detail

    def decode(self, rows: np.ndarray[Any, Any], n: int) -> tuple[Event, ...]:
        """Return the events of a list with ``n`` rows written to it; if it overflowed, the last one counts the missing events."""
        told = [self._event(row) for row in rows[: min(n, len(rows))].tolist()]
        if n > len(rows):
            told[-1] = Event(MORE, {"n": n - len(rows) + 1})
        return tuple(told)

    def _event(self, row: list[int]) -> Event:
        code, seats, *numbers = row
        kind = self._kinds[code - 1]
        return Event(kind.name, dict(zip(kind.columns, numbers, strict=False)), seats)


class Notes:
    """The list of events that kernels write while a game of a batch is stepped, in the scratch of its world, if events are recorded.

    Args:
        places: the workplaces of the batch, those of the first thread first.
        record_events: whether the batch records events.
    """

    def __init__(self, places: np.ndarray[Any, Any], record_events: bool) -> None:
        self._places = places if record_events and "telling" in (places.dtype.names or ()) else None
        if self._places is not None:
            self._places["telling"] = 1

    def clear(self) -> None:
        """Start a new list."""
        if self._places is not None:
            self._places["n_events"] = 0

    def read(self, codec: EventCodec, world: int) -> tuple[Event, ...]:
        """Return the events of the last step of a game with that world."""
        if self._places is None:
            return ()
        return codec.decode(self._places["events"][world], int(self._places["n_events"][world]))
