"""Commands that are killed at random moments, run into a full disk or see the clock go back: they end as if nothing had happened.

    python -m tests.killed --times 20          # a line for each command and mishap

A command runs in a fork of a process that has loaded everything.  What it keeps beside its output has to be enough to go on, to the
very results of a run that nothing has happened to.
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
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zombicide_benchmarks.strength.play import StrengthConfig, measure
from zombicide_training.collect import provenance
from zombicide_training.evaluation.evaluate import EvaluateConfig, run
from zombicide_training.evaluation.league import LeagueConfig, play_league

OUTPUT: Final = "out.json"
HOUR: Final = 3600.0
#: What depends on the machine and the moment.
_PASSING: Final = frozenset(("decisions_per_second", "seconds", "machine", "made"))
_GAMES: Final = {"game": "hit_z_road", "games": 64, "batch": 2}

COMMANDS: Final[dict[str, Callable[[Path], object]]] = {
    "evaluate": lambda out: run(EvaluateConfig(teams=["random+greedy", "greedy+random"], players=2, output=out, **_GAMES)),
    "league": lambda out: play_league(LeagueConfig(players=(2, 3), resamples=2, output=out, **_GAMES)),
    "strength": lambda out: measure(StrengthConfig("random", ("black_plague",), ("quests", "partners"), games=2, output=out)),
}


def results(out: Path) -> Any:
    """What a command has found."""

    def lasting(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: lasting(each) for name, each in value.items() if name not in _PASSING}
        return [lasting(each) for each in value] if isinstance(value, list) else value

    return lasting(json.loads(out.read_text()))


def _nothing() -> None:
    pass


def forked(command: str, folder: Path, mishap: Callable[[], None] = _nothing) -> int:
    """Begin a command in a process of its own, to which something is done first; its id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        mishap()
        COMMANDS[command](folder / OUTPUT)
        code = 0
    except (OSError, ValueError) as error:  # as the command line ends: a line, and 1
        if mishap is _nothing:  # else it is what is tried
            sys.stderr.write(f"{command}: {error}\n")
    except BaseException:
        traceback.print_exc()
        code = 2
    os._exit(code)


def ended(child: int) -> int:
    """The exit code of a process, of one that was killed the negative number of the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def whole(command: str, folder: Path, mishap: Callable[[], None] = _nothing) -> Any:
    """The results of a command that runs to its end."""
    code = ended(forked(command, folder, mishap))
    assert code == 0, f"{command} ended with {code}"
    left = sorted(path.name for path in folder.iterdir() if path.suffix not in (".md", ".svg"))
    assert left == [OUTPUT], f"{command} left {left}"
    return results(folder / OUTPUT)


# ---- mishaps -------------------------------------------------------------------------------------------------------------


def kill(command: str, folder: Path, seconds: float, moment: float) -> bool:
    """SIGKILL after a share of the time that the command takes; False: it had ended before."""
    child = forked(command, folder)
    time.sleep(seconds * moment)
    os.kill(child, signal.SIGKILL)
    return ended(child) == -signal.SIGKILL


def fill(command: str, folder: Path, size: int, moment: float) -> bool:
    """No file may become larger than a share of the output, as on a disk that has no more room; False: there was room enough."""

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        most = max(1, int(size * moment))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return ended(forked(command, folder, limited)) == 1


def set_back() -> None:
    """From the third look on the clock is an hour late."""
    now, looks = time.time, iter(range(3))
    time.time = lambda: now() - (0.0 if next(looks, None) is not None else HOUR)


def trial(command: str, mishap: str, times: int, seed: int) -> tuple[int, int]:
    """Have something happen to a command at so many random moments; how often it did, and after how often the results were others."""
    chance, happened, wrong = random.Random(f"{command} {mishap} {seed}"), 0, 0
    with tempfile.TemporaryDirectory() as place:
        for name in ("compiled", "whole"):
            folder = Path(place) / name
            folder.mkdir()
            began = time.perf_counter()
            expected = whole(command, folder)
        seconds, size = time.perf_counter() - began, (folder / OUTPUT).stat().st_size
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
                for path in again.iterdir():  # what was written is of a time that is still to come
                    os.utime(path, (time.time() + HOUR, time.time() + HOUR))
                found = whole(command, again, set_back)
                happened += 1
            wrong += found != expected
            shutil.rmtree(again)
    return happened, wrong


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=2, help="moments of each mishap of each command")
    parser.add_argument("--commands", nargs="+", default=list(COMMANDS), choices=COMMANDS)
    parser.add_argument("--mishaps", nargs="+", default=["kill", "disk", "clock"])
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    provenance.revision = lambda: "abc"  # whatever has been changed in the checkout
    bad = 0
    for command in given.commands:
        for mishap in given.mishaps:
            happened, wrong = trial(command, mishap, given.times, given.seed)
            bad += wrong
            sys.stdout.write(f"{command}: {happened} times {mishap}, results were others {wrong} times\n")
            sys.stdout.flush()
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
