"""Commands that are killed at random moments, run into a full disk or see the clock set back: they finish with unchanged results.

    python -m tests.killed --times 20          # a line for each command and mishap

A command runs in a fork of a process that has imported everything.  The files it keeps next to its output must be enough to resume
and reach exactly the results of an undisturbed run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from zombicide_benchmarks.strength.play import StrengthConfig, measure
from zombicide_training.collect import provenance
from zombicide_training.evaluation.evaluate import EvaluateConfig, run
from zombicide_training.evaluation.league import LeagueConfig, play_league

OUTPUT: Final = "out.json"
HOUR: Final = 3600.0
#: Fields that depend on the machine and the moment.
_PASSING: Final = frozenset(("decisions_per_second", "seconds", "machine", "made"))
_GAMES: Final = {"game": "hit_z_road", "games": 64, "batch": 2}

COMMANDS: Final[dict[str, Callable[[Path], object]]] = {
    "evaluate": lambda out: run(EvaluateConfig(teams=["random+greedy", "greedy+random"], players=2, output=out, **_GAMES)),
    "league": lambda out: play_league(LeagueConfig(players=(2, 3), resamples=2, output=out, **_GAMES)),
    "strength": lambda out: measure(StrengthConfig("random", ("black_plague",), ("quests", "partners"), games=2, output=out)),
}


def results(out: Path) -> Any:
    """Results of a command, without fields that depend on the machine and the moment."""

    def lasting(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: lasting(each) for name, each in value.items() if name not in _PASSING}
        return [lasting(each) for each in value] if isinstance(value, list) else value

    return lasting(json.loads(out.read_text()))


def _nothing() -> None:
    pass


def forked(command: str, folder: Path, mishap: Callable[[], None] = _nothing) -> int:
    """Fork, call ``mishap`` in the child and run a command there. Return the child's process id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        mishap()
        COMMANDS[command](folder / OUTPUT)
        code = 0
    except (OSError, ValueError) as error:  # as the command line does: print a line, exit with 1
        if mishap is _nothing:  # else the error is the one under test
            sys.stderr.write(f"{command}: {error}\n")
    except BaseException:
        traceback.print_exc()
        code = 2
    os._exit(code)


def ended(child: int) -> int:
    """Exit code of a process; the negative signal number if it was killed."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def whole(command: str, folder: Path, mishap: Callable[[], None] = _nothing) -> Any:
    """Run a command to its end and return its results."""
    code = ended(forked(command, folder, mishap))
    assert code == 0, f"{command} ended with {code}"
    left = sorted(path.name for path in folder.iterdir() if path.suffix not in (".md", ".svg"))
    assert left == [OUTPUT], f"{command} left {left}"
    return results(folder / OUTPUT)


# ---- mishaps -------------------------------------------------------------------------------------------------------------


def kill(command: str, folder: Path, seconds: float, moment: float) -> bool:
    """Send SIGKILL after a share of the command's running time. Return False if it had finished before."""
    child = forked(command, folder)
    time.sleep(seconds * moment)
    os.kill(child, signal.SIGKILL)
    return ended(child) == -signal.SIGKILL


def fill(command: str, folder: Path, size: int, moment: float) -> bool:
    """Limit the size of every file to a share of the output's, as on a full disk. Return False if that was enough."""

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        most = max(1, int(size * moment))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return ended(forked(command, folder, limited)) == 1


def set_back() -> None:
    """Set the clock back by an hour, from the fourth time that it is read."""
    now, looks = time.time, iter(range(3))
    time.time = lambda: now() - (0.0 if next(looks, None) is not None else HOUR)


class Undisturbed(NamedTuple):
    """A run to which nothing has happened."""

    results: Any
    seconds: float
    size: int
    """Bytes of its output."""


def undisturbed(command: str) -> Undisturbed:
    """Run a command here, so that its forks compile and load nothing, then in a fork, and return the second run."""
    with tempfile.TemporaryDirectory() as place:
        here, folder = Path(place) / "here", Path(place) / "whole"
        here.mkdir()
        folder.mkdir()
        COMMANDS[command](here / OUTPUT)
        assert threading.active_count() == 1, "only a process of one thread can be forked safely"
        began = time.perf_counter()
        expected = whole(command, folder)
        return Undisturbed(expected, time.perf_counter() - began, (folder / OUTPUT).stat().st_size)


def trial(command: str, mishap: str, times: int, seed: int, usual: Undisturbed) -> tuple[int, int]:
    """Repeat a mishap at ``times`` random moments. Return how often it happened, and how often the results differed."""
    chance, happened, wrong = random.Random(f"{command} {mishap} {seed}"), 0, 0
    expected, seconds, size = usual
    with tempfile.TemporaryDirectory() as place:
        while happened < times:
            again = Path(place) / "again"
            again.mkdir()
            moment = chance.random()
            if mishap == "kill":
                happened += kill(command, again, seconds, moment)
                found = whole(command, again)
            elif mishap == "disk":
                happened += fill(command, again, size, moment)
                found = whole(command, again)
            else:
                kill(command, again, seconds, moment)
                for path in again.iterdir():  # date the files written so far in the future
                    os.utime(path, (time.time() + HOUR, time.time() + HOUR))
                found = whole(command, again, set_back)
                happened += 1
            wrong += found != expected
            shutil.rmtree(again)
    return happened, wrong


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=2, help="moments of each mishap of each command")
    parser.add_argument("--commands", nargs="+", default=list(COMMANDS), choices=COMMANDS)
    parser.add_argument("--mishaps", nargs="+", default=["kill", "disk", "clock"])
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    provenance.revision = lambda: "abc"  # uncommitted changes in the checkout must not matter
    bad = 0
    for command in given.commands:
        usual = undisturbed(command)
        for mishap in given.mishaps:
            happened, wrong = trial(command, mishap, given.times, given.seed, usual)
            bad += wrong
            sys.stdout.write(f"{command}: {happened} times {mishap}, results were others {wrong} times\n")
            sys.stdout.flush()
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
