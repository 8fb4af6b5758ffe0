"""Performance regression test: compares two versions by the ratios of paired time slices.

Both versions run in separate processes and are measured alternately, A B B A A B ..., each slice with the same number of
steps.  The ratio of a pair counts: a temporary slowdown of the machine affects both halves.  Slices are measured in
CPU seconds of one thread, so that waiting for a core is not counted.  Counting instructions would be exact where
processors and virtual machines expose their counters, which many do not, and under an emulator compiled vector code is
different code; ratios work everywhere.  The workers are restarted several times, because the memory layout of a process
affects its speed by a few percent for its whole life.

A workload is slower if the whole confidence interval of the median ratio is above the tolerance: no distribution is
assumed, the interval consists of order statistics.  With several workloads, the probability of a false alarm is at most
(1 - confidence) / 2 times their number per look.
"""

from __future__ import annotations

import io
import json
import math
import os
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from .child import Child, ChildError
from .timing import TOLERANCE

ROOT: Final = Path(__file__).parents[2]
HOME: Final = Path(__file__).parents[1]
WORKER: Final = f"{__package__}.gate_worker"
CONFIDENCE: Final = 0.99
PAIRS: Final = 8  # of each workload, with one start of the workers
STARTS: Final = (2, 4)  # starts of the workers: always, and at most while a workload is unclear
SLICE: Final = 0.15  # seconds
SLOWER, FASTER, SAME, UNCLEAR = "slower", "faster", "no slower", "unclear"


class Side(Protocol):
    """A side of the comparison, which answers ``run NAME N`` (see ``gate_worker.py``)."""

    hello: dict[str, Any]

    def ask(self, line: str) -> dict[str, Any]:
        """Send a line and return the answer."""


@dataclass(frozen=True)
class Result:
    """One workload: time of the new version divided by the time of the base (1.1: ten percent slower), with its interval."""

    workload: str
    ratio: float
    low: float
    high: float
    pairs: int
    verdict: str

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


# ---- arithmetic ------------------------------------------------------------------------------------------------------


def interval(ratios: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the confidence interval of the median from order statistics; (0, infinity) if there are too few values.

    The k-th lowest and k-th highest of n values enclose the median with a probability of 1 - 2 P(X < k), X binomial (n, 1/2).
    """
    ordered, n = sorted(ratios), len(ratios)
    below, k = 0.0, 0
    while k < n // 2:
        below += math.comb(n, k) / 2**n
        if 2 * below > 1 - confidence:
            break
        k += 1
    return (ordered[k - 1], ordered[n - k]) if k else (0.0, math.inf)


def verdict(low: float, high: float, tolerance: float = TOLERANCE) -> str:
    """Return the verdict on an interval of ratios (new time / old time)."""
    if low > 1 + tolerance:
        return SLOWER
    if high < 1:
        return FASTER
    return SAME if high <= 1 + tolerance else UNCLEAR


def result(workload: str, ratios: Sequence[float], tolerance: float = TOLERANCE, confidence: float = CONFIDENCE) -> Result:
    """Return the verdict on one workload."""
    low, high = interval(ratios, confidence)
    return Result(workload, statistics.median(ratios), low, high, len(ratios), verdict(low, high, tolerance))


def exit_code(results: Sequence[Result]) -> int:
    """Return 1 if something is slower, else 0: unclear results pass, and are reported."""
    return int(any(one.verdict == SLOWER for one in results))


# ---- measuring -------------------------------------------------------------------------------------------------------


def cost(side: Side, workload: str, count: int) -> float:
    """Return CPU seconds per step."""
    answer = side.ask(f"run {workload} {count}")
    return float(answer["processor"]) / float(answer["steps"])


def size(side: Side, workload: str, seconds: float) -> int:
    """Return the number of steps that takes about ``seconds``."""
    count = 64
    while True:
        answer = side.ask(f"run {workload} {count}")
        if answer["processor"] >= seconds / 4:
            return max(1, round(float(answer["steps"]) * seconds / float(answer["processor"])))
        count *= 4


def pairs(base: Side, new: Side, workload: str, count: int, number: int) -> list[float]:
    """Return ``number`` ratios; the order within a pair alternates, so that a drift of the machine has no effect."""
    ratios = []
    for i in range(number):
        if i % 2 == 0:
            old, now = cost(base, workload, count), cost(new, workload, count)
        else:
            now, old = cost(new, workload, count), cost(base, workload, count)
        ratios.append(now / old)
    return ratios


def compare(
    start: Callable[[], tuple[Side, Side]],
    *,
    tolerance: float = TOLERANCE,
    confidence: float = CONFIDENCE,
    starts: tuple[int, int] = STARTS,
    number: int = PAIRS,
    seconds: float = SLICE,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Result]:
    """Measure every workload that both sides (base, new) have, with fresh workers each time ``start`` is called."""
    ratios: dict[str, list[float]] = {}
    sizes: dict[str, int] = {}
    for round_number in range(starts[1]):
        base, new = start()
        shared = [name for name in base.hello["workloads"] if name in new.hello["workloads"]]
        results = {name: result(name, found, tolerance, confidence) for name, found in ratios.items()}
        wanted = [name for name in shared if round_number < starts[0] or results[name].verdict == UNCLEAR]
        for name in wanted:
            sizes.setdefault(name, size(base, name, seconds))
            ratios.setdefault(name, []).extend(pairs(base, new, name, sizes[name], number))
            now = result(name, ratios[name], tolerance, confidence)
            tell(f"{name}: {now.ratio:.3f} after {now.pairs} pairs")
        if round_number + 1 >= starts[0] and not any(result(n, r, tolerance, confidence).verdict == UNCLEAR for n, r in ratios.items()):
            break
    return [result(name, found, tolerance, confidence) for name, found in ratios.items()]


# ---- versions --------------------------------------------------------------------------------------------------------


def checkout(name: str, folder: Path, root: Path = ROOT) -> Path:
    """Return the root of a version: a folder that is a checkout, or a revision of the repository, unpacked into ``folder``.

    Raises:
        ValueError: it is neither.
    """
    path = Path(os.path.expanduser(name))  # noqa: PTH111 - the one of pathlib raises
    if path.is_dir():
        if not (path / "zombicide_env" / "__init__.py").exists():
            raise ValueError(f"{name} is a folder without zombicide_env/: name a checkout, or a git revision")
        return path.resolve()
    try:
        packed = subprocess.run(
            ["git", "-C", str(root), "archive", "--format=tar", f"{name}^{{commit}}", "zombicide_env"],  # noqa: S607 - the user's git
            capture_output=True,
            check=True,
        ).stdout
    except FileNotFoundError:
        raise ValueError(f"{name} is not a folder, and git is not installed to look for such a revision") from None
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode(errors="replace").strip().splitlines()
        raise ValueError(f"{name} is neither a folder nor a revision of {root}: {reason[-1] if reason else 'git failed'}") from None
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        safe: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # since Python 3.11.4
        archive.extractall(folder, **safe)  # noqa: S202 - made by git here
    return folder


def worker(root: Path, game: str, options: Mapping[str, Any]) -> Child:
    """Return a process that runs the package of ``root``.

    Raises:
        ValueError: it fails, or runs another package.
    """
    command = [sys.executable, "-m", WORKER, game, json.dumps(dict(options))]
    try:
        child = Child(command, patience=1800.0, cwd=root, environment={"PYTHONPATH": os.pathsep.join((str(root), str(HOME)))})
    except ChildError as error:
        raise ValueError(f"the version in {root} cannot be measured: {error}") from None
    if Path(child.hello["package"]) != (root / "zombicide_env").resolve():
        child.close()
        raise ValueError(f"Python takes zombicide_env from {child.hello['package']}, not from {root}; use an environment without it")
    return child


def run(
    base: Path, new: Path, game: str, options: Mapping[str, Any], tell: Callable[[str], None], *, tolerance: float = TOLERANCE
) -> list[Result]:
    """Compare the versions in two folders."""
    with ExitStack() as stack:

        def start() -> tuple[Child, Child]:
            stack.close()  # the workers of the previous round
            return stack.enter_context(worker(base, game, options)), stack.enter_context(worker(new, game, options))

        return compare(start, tolerance=tolerance, tell=tell)


def lines(results: Sequence[Result], tolerance: float = TOLERANCE, confidence: float = CONFIDENCE) -> list[str]:
    """Return the results as text."""
    width = max((len(one.workload) for one in results), default=0)
    head = f"new time by old time, {confidence:.0%} interval, slower means more than {1 + tolerance:.2f}"
    table = [
        f"{one.workload:<{width}}  {one.ratio:.3f} ({one.low:.3f} to {one.high:.3f})  {one.pairs} pairs  {one.verdict}" for one in results
    ]
    return [head, *table]
