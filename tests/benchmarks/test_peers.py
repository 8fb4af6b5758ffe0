"""Other libraries are measured alternately with ours; one that is missing or fails costs a line, not the run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from tests.envs.toy import Toy
from zombicide_benchmarks import peer_loops, peers
from zombicide_benchmarks.child import Child, ChildError

ECHO = """
import sys, json
print(json.dumps({"version": "1"}), flush=True)
for line in sys.stdin:
    print(json.dumps({"heard": line.strip()}), flush=True)
"""
PEER = peers.Peer("pettingzoo", "x", "Fake", "a fake loop")


class Fake:
    """Child process that answers from a list."""

    def __init__(self, hello: dict[str, Any], rates: Sequence[float] = ()) -> None:
        self.hello, self.rates, self.asked = hello, list(rates), 0

    def ask(self, _line: str) -> dict[str, Any]:
        self.asked += 1
        return {"steps": self.rates.pop(0) if len(self.rates) > 1 else self.rates[0], "seconds": 1.0}

    def __enter__(self) -> Fake:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_a_child_answers_lines() -> None:
    with Child([sys.executable, "-c", ECHO]) as child:
        assert child.hello == {"version": "1"}
        assert child.ask("run 1") == {"heard": "run 1"}


@pytest.mark.parametrize(
    ("program", "words"),
    [("raise SystemExit('went wrong')", "went wrong"), ("print('no json')", "no json"), ("print([1])", r"\[1\]"), ("", "exit status 0")],
)
def test_a_child_that_fails_says_why(program: str, words: str) -> None:
    with pytest.raises(ChildError, match=words):
        Child([sys.executable, "-c", program])


def test_a_child_that_hangs_is_given_up() -> None:
    with pytest.raises(ChildError):
        Child([sys.executable, "-c", "import time; time.sleep(60)"], patience=0.3)


def test_a_child_whose_start_is_interrupted_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []

    def interrupted(child: Child) -> None:
        started.append(child._process)
        raise KeyboardInterrupt

    monkeypatch.setattr(Child, "_answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Child([sys.executable, "-c", "import time; time.sleep(60)"])
    assert started[0].poll() is not None


def test_ratios_are_those_of_pairs() -> None:
    # a machine that is twice as slow in the second round does not change a ratio
    found = peers.ratio_of([100.0, 50.0, 100.0], [1000.0, 500.0, 1100.0])
    assert (found.ratio, found.low, found.high) == (10.0, 10.0, 11.0)
    assert found.ours_per_second == 1000.0


def test_slices_of_both_libraries_alternate(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("zombicide_benchmarks.timing.time.perf_counter", lambda: clock[0])
    child = Fake({"version": "2.0"}, [50.0])

    def work(n: int) -> int:
        clock[0] += 1.0
        return n

    loops = {"raw_env": work, "batch": work}
    row = peers.compare(PEER, loops, {"raw_env": 100, "batch": 1000}, child, seconds=1.0, repeats=3)
    assert child.asked == 4  # one run finds the size, three count
    assert row.per_second == 50.0 and row.version == "2.0"
    assert row.ours["raw_env"].ratio == pytest.approx(2.0) and row.ours["batch"].ratio == pytest.approx(20.0)


def test_what_is_missing_is_skipped_once_with_a_line() -> None:
    asked: list[str] = []

    def start(command: Sequence[str]) -> Any:
        asked.append(command[-1])
        return Fake({"missing": "no such thing"})

    chosen = [peer for peer in peers.PEERS if peer.library in ("OpenSpiel", "RLCard")]
    found = list(peers.measure(Toy(), seconds=0.01, repeats=1, peers=chosen, start=start))
    assert len(found) == len(asked) == 2
    assert all(isinstance(line, str) and "not installed (no such thing)" in line for line in found)


def test_a_peer_that_breaks_is_skipped_and_the_next_is_measured() -> None:
    def start(command: Sequence[str]) -> Any:
        if command[-1].startswith("rlcard"):
            raise ChildError("Segmentation fault")
        return Fake({"version": "1"}, [50.0])

    chosen = [peers.Peer("rlcard", "uno", "RLCard", "Uno"), PEER]
    broken, measured = peers.measure(Toy(), seconds=0.01, repeats=1, peers=chosen, start=start)
    assert broken == "skipped: RLCard, Uno: Segmentation fault"
    assert isinstance(measured, peers.Row) and measured.ours["batch"].ratio > 0


def test_every_peer_has_a_loop_and_every_loop_a_peer() -> None:
    assert {peer.loop for peer in peers.PEERS} == set(peer_loops.LOOPS)
    assert len({peer.name for peer in peers.PEERS}) == len(peers.PEERS)


def test_a_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(peer_loops.LOOPS, "none", ("there-is-no-such-distribution", lambda _: lambda n: n))
    assert peer_loops.main("none:x") == 0
    assert '"missing"' in capsys.readouterr().out


def test_slices_grow_to_the_time_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(peer_loops.time, "perf_counter", lambda: clock[0])

    def work(n: int) -> int:
        clock[0] += 0.01 * n
        return n

    found = peer_loops.run(work, 1.0, 20)
    assert (found["steps"], found["seconds"], found["next"]) == (20, pytest.approx(0.2), 100)
