"""A pool of buffers: arrays that callers still hold are not written again, so results need no copies."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

P = TypeVar("P", bound=tuple[Any, ...])

_MOST: Final = 4  # pages that are kept to be written again


def pages(make: Callable[[], P]) -> Callable[[], P]:
    """A function that gives a page, to be written as a whole: it may hold anything.

    ``make`` makes one: a tuple that begins with two arrays.  A page is given again only when nobody holds one of them any more, nor a view
    or a tensor of it.
    """
    return _turn(make).__next__  # a generator goes on where it was: a step of one game feels the price of a search


def _turn(make: Callable[[], P]) -> Iterator[P]:
    kept: list[P] = []
    alone = 0  # references to the two arrays where nobody else knows them
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
