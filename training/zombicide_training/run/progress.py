"""Progress display of a run: a bar on a terminal, or occasional lines for logs."""

from __future__ import annotations

import math
import sys
import time
from functools import cached_property
from typing import Any, Final

from tqdm import tqdm

__all__ = ["Bar", "Lines", "display"]

#: Seconds between lines of a run without a bar.
LINE_SECONDS: Final = 30.0


class Bar:
    """A progress bar on standard error, created at the first phase, so that a run that cannot begin shows none."""

    @cached_property
    def _bar(self) -> tqdm[Any]:
        return tqdm(smoothing=0.1, dynamic_ncols=True, delay=1e-9)

    def begin(self, what: str, total: float, done: int = 0, unit: str = "decisions") -> None:
        """Begin a phase of ``total`` units (math.inf: no limit), of which ``done`` are already done."""
        self._bar.unit = f" {unit}"
        self._bar.reset(total=total)
        self._bar.set_description(what)
        self._bar.update(done)

    def reach(self, done: int) -> None:
        """Set the number of completed units of the phase."""
        self._bar.update(done - self._bar.n)

    def note(self, text: str) -> None:
        """Show the current state of the policy."""
        self._bar.set_postfix_str(text)

    def say(self, text: str) -> None:
        """Print a message above the bar."""
        tqdm.write(f"zombicide train: {text}", file=sys.stderr)

    def close(self) -> None:
        """Close the bar."""
        if "_bar" in self.__dict__:
            self._bar.close()


class Lines:
    """Lines on standard error: at the beginning of a phase, after an evaluation, and every half minute."""

    def __init__(self) -> None:
        self._what, self._unit, self._of, self._done = "", "decisions", "", 0
        self._began = self._last = time.perf_counter()
        self._first = 0

    def begin(self, what: str, total: float, done: int = 0, unit: str = "decisions") -> None:
        """See Bar."""
        self._what, self._unit, self._done, self._first = what, unit, done, done
        self._of = "" if total == math.inf else f" of {total:,}"
        self._began = self._last = time.perf_counter()
        self._print(f"{what}: {done:,}{self._of} {unit}")

    def reach(self, done: int) -> None:
        """See Bar."""
        self._done = done
        now = time.perf_counter()
        if now - self._last >= LINE_SECONDS:
            self._last = now
            rate = (done - self._first) / max(1e-9, now - self._began)
            self._print(f"{self._what}: {done:,}{self._of} {self._unit}, {rate:{',.0f' if rate >= 100 else '.3g'}} a second")

    def note(self, text: str) -> None:
        """See Bar."""
        self._print(f"{self._what}: {self._done:,}{self._of} {self._unit}; {text}")

    def say(self, text: str) -> None:
        """See Bar."""
        self._print(f"zombicide train: {text}")

    def close(self) -> None:
        """See Bar."""

    def _print(self, text: str) -> None:
        if sys.stderr is not None:
            sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")
            sys.stderr.flush()


def display(bar: bool) -> Bar | Lines:
    """Return a bar if it is wanted and standard error is a terminal; otherwise lines, which remain readable in a log file."""
    return Bar() if bar and sys.stderr is not None and sys.stderr.isatty() else Lines()
