"""Words: errors about names that do not exist, and ranges in names, the same everywhere."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

__all__ = ["closest_first", "spread", "suggest", "unknown"]

_RANGE = re.compile(r"(\d+)\.\.(\d+)")


def suggest(word: object, known: Iterable[str]) -> str:
    """``" (did you mean 'x'?)"``, or nothing if no known word is near."""
    close = difflib.get_close_matches(str(word), list(known), 1, 0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """Text of an error about a name that does not exist, with the nearest ones that do."""
    names = list(known)
    near = difflib.get_close_matches(str(name), names, 3, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(names)}"
    return f"there is no {what} {name!r}; {hint}"


def closest_first(text: str, known: Iterable[str]) -> list[str]:
    """All known texts, those that resemble ``text`` before the others."""
    texts = list(known)
    close = difflib.get_close_matches(text, texts, 5, 0.4)
    return [*close, *(other for other in texts if other not in close)]


def spread(text: str) -> list[str]:
    """A name with a range of numbers stands for several: ``"generated:seed=0..2"`` is seed 0, 1 and 2; other names stand for themselves.

    Raises:
        ValueError: the range is empty.
    """
    found = _RANGE.search(text)
    if found is None:
        return [text]
    first, last = int(found[1]), int(found[2])
    if last < first:
        raise ValueError(f"{text!r}: the range {found[0]} is empty; write the smaller number first")
    before, after = text[: found.start()], text[found.end() :]
    return [f"{before}{number}{rest}" for number in range(first, last + 1) for rest in spread(after)]
