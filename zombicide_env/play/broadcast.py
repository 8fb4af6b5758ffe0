"""Pictures for the browsers in a room, made once for all viewers with the same view, and sent as differences.

A message contains the parts of the picture that differ from the last one sent to the browser. The drawing of the board is sent as a
patch: a list of ``[line, count]`` (``count`` lines of the previous drawing, starting at ``line``) and texts (new lines).
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from typing import Any, Final, TypeVar

import numpy as np

from . import views
from .session import Session

__all__ = ["Board", "Gallery", "Picture", "nothing_new", "packed", "patch"]

_BOARDS: Final = 6
_PICTURES: Final = 16
_MESSAGES: Final = 16

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Board:
    """The board at a moment: its parts as JSON, and the lines of the drawing."""

    parts: dict[str, str]
    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Picture:
    """A room as some of its browsers see it: a number, the parts as JSON, the board."""

    number: int
    parts: dict[str, str]
    board: Board


class Gallery:
    """The newest pictures of a session. Not thread-safe: callers must hold the room's lock."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._boards: OrderedDict[Hashable, Board] = OrderedDict()
        self._pictures: OrderedDict[Hashable, Picture] = OrderedDict()
        self._messages: OrderedDict[Hashable, str] = OrderedDict()
        self._logs: dict[views.Seats, list[str]] = {}
        self._accounts: dict[views.Seats, views.Account] = {}
        self._made = 0

    def forget(self, moves: int) -> None:
        """Discard pictures after moves beyond the first ``moves`` have been taken back."""
        self._boards.clear()
        self._pictures.clear()
        for seats, account in self._accounts.items():
            account.forget(moves)
            del self._logs.get(seats, [])[account.total :]

    def account(self, seats: views.Seats) -> views.Account:
        """Return the course of the game as these seats may know it."""
        if seats not in self._accounts:
            self._accounts[seats] = views.Account(self._session, seats)
        return self._accounts[seats]

    def find(self, key: Hashable) -> Picture | None:
        """Return the picture of a key, if it exists."""
        return self._pictures.get(key)

    def paint(self, key: Hashable, at: int, seats: views.Seats, parts: dict[str, Any]) -> Picture:
        """Make the picture of a key: position, seats that may see it, and the texts next to the board."""
        self._made += 1
        position = self.account(seats).position(at)
        board = _kept(self._boards, (position, seats), _BOARDS, lambda: _board(self._session, position, seats))
        told = {name: packed(value) for name, value in parts.items()}
        self._log(seats)
        return _kept(self._pictures, key, _PICTURES, lambda: Picture(self._made, told, board))

    def moments(self, seats: views.Seats, first: int, last: int) -> str:
        """Return the positions from ``first`` to ``last`` as JSON, for a browser that steps through them.

        Each has ``at``, the ``steps`` that led there and the ``board``: the first as a whole, others as the difference from the one before.
        """
        account, told, before = self.account(seats), [], None
        for at in range(first, last + 1):
            position = account.position(at)
            board = _kept(self._boards, (position, seats), _BOARDS, partial(_board, self._session, position, seats))
            told.append(f'{{"at":{at},"steps":{packed(account.steps(at))},{_shown(before, board)}}}')
            before = board
        return f"[{','.join(told)}]"

    def message(self, before: Picture | None, now: Picture, seats: views.Seats, start: int) -> str:
        """Return the message for a browser that was sent ``before`` and the log up to move ``start``."""
        key = (before and before.number, now.number, start)
        return _kept(self._messages, key, _MESSAGES, lambda: _difference(before, now, start, self._log(seats)[start:]))

    def _log(self, seats: views.Seats) -> list[str]:
        """Return the moves as JSON."""
        log = self._logs.setdefault(seats, [])
        log += [packed(row) for row in self.account(seats).log(len(log))]
        return log


def packed(value: Any) -> str:
    """Return compact JSON; parts of scenes are plain objects."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=_plain)


def patch(before: Sequence[str], now: Sequence[str]) -> list[Any]:
    """Return new lines as a patch of the old ones: ``[first, count]`` for existing lines, a text (possibly several lines) for new ones."""
    where = {line: at for at, line in enumerate(before)}
    steps: list[Any] = []
    fresh: list[str] = []
    for line in now:
        run = steps[-1] if steps and not fresh else None
        if run is not None and sum(run) < len(before) and before[sum(run)] == line:
            run[1] += 1
            continue
        at = where.get(line)
        if at is None:
            fresh.append(line)
            continue
        if fresh:
            steps.append("\n".join(fresh))
            fresh = []
        steps.append([at, 1])
    return [*steps, "\n".join(fresh)] if fresh else steps


def _board(session: Session, at: int, seats: views.Seats) -> Board:
    shown = views.board(session.game, session.state_at(at), seats)
    lines = tuple(shown.pop("svg").split("\n"))
    return Board({name: packed(value) for name, value in shown.items()}, lines)


def nothing_new(start: int) -> str:
    """Return the message for a browser that asks, has ``start`` moves and is up to date."""
    return f'{{"type":"view","from":{start},"log":[]}}'


def _difference(before: Picture | None, now: Picture, start: int, log: Sequence[str]) -> str:
    told = ['"type":"view"', f'"from":{start}', f'"log":[{",".join(log)}]']
    told += _changed(None if before is None else before.parts, now.parts)
    if before is None:
        told.append(_shown(None, now.board))
    elif before.board is not now.board and (before.board.parts, before.board.lines) != (now.board.parts, now.board.lines):
        told.append(_shown(before.board, now.board))
    return f"{{{','.join(told)}}}"


def _shown(before: Board | None, now: Board) -> str:
    """Return the board as a member of an object: as a whole, or by its difference from another one."""
    if before is None:
        return _object("board", [*_changed(None, now.parts), f'"svg":{packed(_text(now))}'])
    return _object("board", [*_changed(before.parts, now.parts), _drawing(before, now)])


def _changed(before: dict[str, str] | None, now: dict[str, str]) -> list[str]:
    return [f'"{name}":{text}' for name, text in now.items() if before is None or before.get(name) != text]


def _object(name: str, members: Sequence[str]) -> str:
    return f'"{name}":{{{",".join(members)}}}'


def _drawing(before: Board, now: Board) -> str:
    return f'"patch":{packed(patch(before.lines, now.lines))}'


def _text(board: Board) -> str:
    return "\n".join(board.lines)


def _kept(cache: OrderedDict[Hashable, T], key: Hashable, most: int, make: Callable[[], T]) -> T:
    found = cache.get(key)
    if found is None:
        found = cache[key] = make()
        if len(cache) > most:
            cache.popitem(last=False)
    return found


def _plain(value: Any) -> Any:
    """Convert dataclasses in scenes, and NumPy numbers, to plain values."""
    if is_dataclass(value):
        return {name: getattr(value, name) for name in _names(value.__class__)}
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} cannot be sent")


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields(kind))
