"""Text helpers shared everywhere: errors about unknown names, ranges in names, entries of a log."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

__all__ = [
    "LANGUAGES",
    "MOST_LISTED",
    "OneLineError",
    "closest_first",
    "counted",
    "differing",
    "log_entry",
    "one_line",
    "real_number",
    "spread",
    "suggest",
    "unknown",
    "whole_number",
]

_RANGE = re.compile(r"(\d+)\.\.(\d+)", re.ASCII)
_NUMBER = re.compile(r"-?\d+", re.ASCII)
_REAL = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|-?inf|nan", re.ASCII | re.IGNORECASE)

LANGUAGES: Final = ("en", "ru")
"""Languages of games and their explanations, the default first."""

_SIMILAR: Final = 0.55
"""Least similarity of a suggestion (0 to 1): at one half ``foo`` was taken for ``doors``."""

MOST_LISTED: Final = 32
"""Maximum number of known words that an error lists if none is similar."""

MOST_NAMES: Final = 10_000
"""Maximum number of names in one range."""

_ENTRY: Final = 120
"""Most characters of a log entry on one line."""


def suggest(word: object, known: Iterable[str]) -> str:
    """Return ``" (did you mean 'x'?)"``, or "" if no known word is similar."""
    close = difflib.get_close_matches(str(word), list(known), 1, _SIMILAR)
    return f" (did you mean {close[0]!r}?)" if close else ""


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """Return the text of an error about an unknown name, with the most similar known ones."""
    names = list(known)
    near = difflib.get_close_matches(str(name), names, 3, _SIMILAR)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(names)}"
    return f"there is no {what} {one_line(repr(name), 80)}; {hint}"


def one_line(text: object, most: int = 1000) -> str:
    """Return a text on one line: white space collapsed, unprintable characters escaped, the middle of a long text left out.

    Every error that quotes external input goes through this: escape sequences would control the terminal that shows it.
    """
    line = " ".join(str(text).split())
    if len(line) > most:
        line = f"{line[: most // 2]} ... {line[-most // 2 :]}"
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in line)


class OneLineError(ValueError):
    """An error whose message quotes external input, passed through ``one_line``."""

    def __init__(self, reason: str) -> None:
        super().__init__(one_line(reason))


def log_entry(mover: str, move: str, chance: str, effects: Sequence[str]) -> str:
    """Return one move of a printed log: its effects follow it if all of them fit on its line, otherwise each has a line below."""
    head = f"{mover}  {move}" + (f"  [{chance}]" if chance else "")
    line = f"{head}  -> {'; '.join(effects)}" if effects else head
    if len(line) <= _ENTRY:
        return line
    return "\n".join([head, *(f"{' ' * len(mover)}    {effect}" for effect in effects)])


def counted(n: int, noun: str) -> str:
    """Return a number with its noun: ``1 point``, ``2 points``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return the number in a text of plain digits; None: it is not an integer from ``low`` to ``high``."""
    if not _NUMBER.fullmatch(text):
        return None
    digits = text.lstrip("-0")
    if len(digits) > max(len(str(abs(low))), len(str(abs(high)))):  # Python refuses to parse numbers of some thousand digits
        return None
    number = int(digits or "0") * (-1 if text.startswith("-") else 1)
    return number if low <= number <= high else None


def real_number(text: str) -> float | None:
    """Return the number in a text with an optional point and decimal exponent; None: it is in another format, or not a number."""
    return float(text) if _REAL.fullmatch(text) else None


def differing(made: Mapping[str, object], here: Mapping[str, object]) -> str:
    """Return ``quest='famine' (here 'dead_trail'), record.seed=4 (here 6)``: the entries that differ, by name; "" if none do."""
    return one_line(", ".join(_differences("", made, here)))


def _differences(name: str, made: object, here: object) -> Iterator[str]:
    if isinstance(made, Mapping) and isinstance(here, Mapping):
        for key in sorted(made.keys() | here.keys()):
            yield from _differences(f"{name}.{key}" if name else str(key), made.get(key), here.get(key))
    elif made != here:
        yield f"{name}={made!r} (here {here!r})"


def closest_first(text: str, known: Iterable[str]) -> list[str]:
    """Return all known texts, those similar to ``text`` first."""
    texts = list(known)
    close = difflib.get_close_matches(text, texts, 5, 0.4)
    return [*close, *(other for other in texts if other not in close)]


def spread(text: str) -> list[str]:
    """Expand names with a range of numbers: ``"generated:seed=0..2"`` is seed 0, 1 and 2; other names are unchanged.

    Raises:
        ValueError: a range is empty, or there are more than MOST_NAMES names.
    """
    names = [""]
    end = 0
    for found in _RANGE.finditer(text):
        first, last = (whole_number(number, 0, 2**63 - 1) for number in found.groups())
        if first is None or last is None:
            raise ValueError(f"{one_line(text, 80)!r}: a number of the range is beyond 2**63 - 1; write smaller ones")
        if last < first:
            raise ValueError(f"{one_line(text, 80)!r}: the range {found[0]} is empty; write the smaller number first")
        if (last - first + 1) * len(names) > MOST_NAMES:
            raise ValueError(f"{one_line(text, 80)!r} gives more than {MOST_NAMES:,} names; write a smaller range")
        names = [f"{name}{text[end : found.start()]}{number}" for name in names for number in range(first, last + 1)]
        end = found.end()
    return [f"{name}{text[end:]}" for name in names]
