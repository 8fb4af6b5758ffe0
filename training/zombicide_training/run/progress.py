"""Progress display of a run: a bar on a terminal, occasional lines for logs, or messages alone."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from tqdm import tqdm

__all__ = ["Bar", "Lines", "Quiet", "display"]

#: Seconds between lines of a run without a bar.
LINE_SECONDS: Final = 30.0
#: Bar of a phase with a time limit; the units that are done are in its description.
TIMED: Final = "{desc} {percentage:3.0f}%|{bar}| [{elapsed}<{remaining}{postfix}]"
#: Returns the remaining share of a phase, 0 to 1.
Left = Callable[[], float]


class Bar:
    """A progress bar on standard error, created at the first phase, so that a run that cannot begin shows none."""

    def __init__(self) -> None:
        self._phase = ""
        self._left: Left | None = None

    @cached_property
    def _bar(self) -> tqdm[Any]:
        return tqdm(smoothing=0.1, dynamic_ncols=True, delay=1e-9)

    def begin(self, what: str, total: float, done: int = 0, unit: str = "decisions", left: Left | None = None) -> None:
        """Begin a phase.

        Args:
            what: name of the phase.
            total: number of units of the phase; math.inf: no limit.
            done: number of units that are already done.
            unit: name of the units.
            left: returns the remaining share of the phase, for a phase with a time limit; None: it follows from ``total``.
        """
        self._phase, self._left = f"{what}: {{:,}} {unit}", left
        self._bar.unit = f" {unit}"
        self._bar.bar_format = None if left is None else TIMED
        self._bar.set_description(what if left is None else self._phase.format(done), refresh=False)
        self._bar.reset(total=total if left is None else 1.0)
        self._bar.n = self._bar.last_print_n = self._bar.initial = self._reached(done)  # earlier sessions do not count for the rate
        self._bar.refresh()

    def reach(self, done: int) -> None:
        """Set the number of completed units of the phase."""
        if self._left is not None:
            self._bar.set_description(self._phase.format(done), refresh=False)
        self._bar.update(self._reached(done) - self._bar.n)

    def _reached(self, done: int) -> float:
        return done if self._left is None else 1 - self._left()

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
        self._left: Left | None = None
        self._began = self._last = time.perf_counter()
        self._first = 0

    def begin(self, what: str, total: float, done: int = 0, unit: str = "decisions", left: Left | None = None) -> None:
        """See Bar."""
        self._what, self._unit, self._done, self._first, self._left = what, unit, done, done, left
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
            share = "" if self._left is None else f", {100 * (1 - self._left()):.0f} % of the time"
            self._print(f"{self._what}: {done:,}{self._of} {self._unit}, {rate:{',.0f' if rate >= 100 else '.3g'}} per second{share}")

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


class Quiet(Lines):
    """Messages alone, for a run without a progress display."""

    def begin(self, what: str, total: float, done: int = 0, unit: str = "decisions", left: Left | None = None) -> None:
        """Show nothing."""

    def reach(self, done: int) -> None:
        """Show nothing."""

    def note(self, text: str) -> None:
        """Show nothing."""


def display(progress: bool) -> Bar | Lines:
    """Return a bar on a terminal, and lines in a log file; without ``progress`` only messages are shown."""
    if not progress:
        return Quiet()
    return Bar() if sys.stderr is not None and sys.stderr.isatty() else Lines()
