"""Journal of results, appended line by line with checksums, from which a stopped command resumes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from zombicide_env.core import files
from zombicide_env.core.compile_progress import say

__all__ = ["Journal"]

_SUM: Final = "sum"


class Journal:
    """A file of JSON objects, one per line; the first one describes what the others are results of.

    Only the process that has locked the output of its command (``files.claimed``) may open it.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[dict[str, Any] | None, list[dict[str, Any] | None]]:
        """Return the header and the lines after it; None for those that are damaged or missing."""
        lines = self.path.read_bytes().splitlines() if self.path.exists() else []
        head, *others = lines or [b""]
        return _object(head), [_checked(line) for line in others]

    def rewrite(self, head: Mapping[str, Any], lines: Iterable[Mapping[str, Any]] = ()) -> None:
        """Replace the contents of the file by the header and these lines."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        files.write(self.path, "".join(f"{line}\n" for line in [json.dumps(head), *map(_summed, lines)]))

    def append(self, line: Mapping[str, Any]) -> None:
        """Append a line: all of it or, if OSError is raised, nothing."""
        with self.path.open("ab", buffering=0) as out:
            files.append(out, f"{_summed(line)}\n".encode())

    def damaged(self, number: int, so: str) -> None:
        """Report that line ``number`` (1 is the header) is damaged; ``so`` says what is done about it."""
        say(f"line {number} of {self.path} is damaged: {so}")


def _summed(line: Mapping[str, Any]) -> str:
    return json.dumps({**line, _SUM: _sum(line)})


def _sum(line: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(line).encode()).hexdigest()[:16]


def _checked(line: bytes) -> dict[str, Any] | None:
    found = _object(line)
    if found is None or found.pop(_SUM, None) != _sum(found):
        return None
    return found


def _object(line: bytes) -> dict[str, Any] | None:
    """Parse a line as a JSON object; return None if it is not one."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
