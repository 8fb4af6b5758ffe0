"""A log of bounded size, whatever is sent to the server: repetitions are counted, and messages are single lines."""

from __future__ import annotations

import logging
import time
from typing import Final

from ..core.words import one_line

__all__ = ["Brief", "handler"]

_MINUTE: Final = 60.0
_ALIKE: Final = 5  # records of one kind per minute
_ALL: Final = 60  # records of all kinds per minute
_LINE: Final = 400  # characters of a message


class Brief(logging.Filter):
    """Limits the records of each kind and of all kinds per minute; the next record reports how many were dropped."""

    def __init__(self) -> None:
        super().__init__()
        self._since = time.monotonic()
        self._seen: dict[tuple[str, int, object], int] = {}
        self._passed = self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """See logging.Filter."""
        now = time.monotonic()
        if now - self._since > _MINUTE:
            self._since, self._passed = now, 0
            self._seen.clear()
        kind = (record.name, record.lineno, record.exc_info[0] if record.exc_info else None)
        if self._passed >= _ALL or self._seen.get(kind, 0) >= _ALIKE:
            self._left_out += 1
            return False
        self._seen[kind] = self._seen.get(kind, 0) + 1
        self._passed += 1
        left_out = f" ({self._left_out} others were left out)" if self._left_out else ""
        record.msg, record.args = one_line(record.getMessage(), _LINE) + left_out, None
        self._left_out = 0
        return True


def handler() -> logging.Handler:
    """Return a handler that writes such a log to standard error."""
    made = logging.StreamHandler()
    made.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    made.addFilter(Brief())
    return made
