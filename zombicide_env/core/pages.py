"""Arrays that are written in turn, so that what has been handed out stays as it is without a copy."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

_MOST: Final = 4  # arrays that are kept to be written again
_alone: Final = [np.empty(0)]
_ALONE: Final = sys.getrefcount(_alone[0])  # references to an array that only a list knows


class Pages:
    """Arrays of one shape; each is written again only when nobody holds it any more, nor a view or a tensor of it."""

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self._shape, self._dtype = shape, dtype
        self._pages: list[Array] = []

    def blank(self) -> Array:
        """An array to be written as a whole: it may hold anything."""
        pages = self._pages
        for k in range(len(pages)):
            if sys.getrefcount(pages[k]) == _ALONE:
                pages.append(pages.pop(k))
                return pages[-1]
        if len(pages) == _MOST:
            del pages[0]
        pages.append(np.empty(self._shape, self._dtype))
        return pages[-1]

    def __reduce__(self) -> tuple[Any, ...]:
        return Pages, (self._shape, self._dtype)


__all__ = ["Pages"]
