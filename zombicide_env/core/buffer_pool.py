"""A pool of buffers: arrays that callers still reference are not overwritten, so results need no copies."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

P = TypeVar("P", bound=tuple[Any, ...])

_MOST: Final = 4  # maximum number of buffers kept for reuse


def pages(make: Callable[[], P]) -> Callable[[], P]:
    """Return a function that returns a buffer with arbitrary content, to be overwritten entirely.

    ``make`` allocates one: a tuple that begins with two arrays. A buffer is reused only when there are no other references to it,
    to a view or to a tensor of it.
    """
    return _turn(make).__next__  # a resumed generator is cheapest: the cost of a search is noticeable in a step of one game


def _turn(make: Callable[[], P]) -> Iterator[P]:
    kept: list[P] = []
    alone = 0  # references to the two arrays when callers hold none
    while True:
        found = False
        for page in kept:
            if sys.getrefcount(page[0]) + sys.getrefcount(page[1]) == alone:
                found = True
                yield page
        if not found:
            page = make()
            alone = sys.getrefcount(page[0]) + sys.getrefcount(page[1])
            kept = [*kept[1 - _MOST :], page]


__all__ = ["pages"]
