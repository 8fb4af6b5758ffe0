"""Commands as processes: closed pipes and streams, full disks, Ctrl+C at any moment; never a traceback."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE
from zombicide_env import cli, console
from zombicide_env.games.zombicide.black_plague.world.box import box
from zombicide_env.games.zombicide.black_plague.world.generate import generate
from zombicide_env.games.zombicide.table.generate import parse_spec

GOLDEN = "tests/games/zombicide/black_plague/golden/00_danse_macabre-won.replay"
#: Every command with a short workload.
SHORT = {
    "play": ["--seats", "random", "--seed", "1", "--max-rounds", "2"],
    "serve": ["--help"],
    "record": ["--help"],
    "train": ["--help"],
    "plot": ["--help"],
    "evaluate": ["--teams", "random", "--games", "1", "--max-rounds", "2"],
    "league": ["--help"],
    "tune": ["--help"],
    "dataset": ["--help"],
    "analyze": ["--help"],
    "replay": [GOLDEN],
    "quests": [],
    "conformance": ["tests/conformance/black_plague/notation.yaml"],
    "benchmark": ["--help"],
    "docs": ["--help"],
    "warm": ["hit_z_road"],
}
#: Every command with a workload longer than the test; {out} is a separate folder, {quest} a quest file.
LONG = {
    "play": ["--seats", "search:simulations=3000"],
    "serve": ["--no-open", "--port", "{port}", "--games", "{out}"],
    "record": [GOLDEN, "--out", "{out}.gif"],
    "train": ["--out", "{out}", "--warm-start", "greedy"],
    "plot": ["--help"],
    "evaluate": ["--games", "100000", "--threads", "2"],
    "league": ["--games", "100000"],
    "tune": ["--output", "{out}.json"],
    "dataset": ["--out", "{out}", "--games", "100000"],
    "analyze": ["survival", "--out", "{out}", "--games", "100000"],
    "replay": [GOLDEN] * 500,
    "quests": ["check", *["{quest}"] * 2000],
    "conformance": ["tests/conformance"] * 20,
    "benchmark": ["--quick", "--only", "startup", "--output", "{out}"],
    "docs": ["--check"],
    "warm": [],
}
NEEDS = {
    "record": "PIL",
    "train": "sb3_contrib",
    "plot": "sb3_contrib",
    "evaluate": "torch",
    "league": "openskill",
    "dataset": "pyarrow",
    "analyze": "matplotlib",
    "serve": "uvicorn",
}
#: Reports when the command line has been imported: from then on it handles interrupts.  It then lets others go first, so that the
#: commands that work already do not slow the start of the next.
STARTED = "import sys, os; from zombicide_env.cli import main; os.write({ready}, b'!'); os.nice(10); sys.exit(main())"


def usable(commands: dict[str, list[str]]) -> dict[str, list[str]]:
    """Commands whose extras are installed."""
    import importlib.util

    return {name: words for name, words in commands.items() if name not in NEEDS or importlib.util.find_spec(NEEDS[name])}


def clean(environment: dict[str, str]) -> dict[str, str]:
    """Remove the variables that unbuffer output, so that it is buffered as it is for users."""
    return {name: value for name, value in environment.items() if name not in ("PYTHONUNBUFFERED", "ZOMBICIDE_DEBUG")}


def start(words: list[str], root: Path, environment: dict[str, str], **streams: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "zombicide_env", *words]
    return subprocess.Popen(
        command, cwd=root, env=clean(environment), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **streams
    )


def told(process: subprocess.Popen[str]) -> str:
    """Return what a process wrote to stderr, without the note that it compiles, which appears once per machine."""
    return "".join(line for line in process.communicate()[1].splitlines(True) if not line.startswith("zombicide_env: "))


def test_both_tables_have_every_command() -> None:
    assert set(SHORT) == set(LONG) == set(cli.COMMANDS)


@pytest.mark.slow
@pytest.mark.long
def test_a_closed_pipe_ends_every_command_quietly(root: Path, plain_environment: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    running = {name: start([name, *words], root, plain_environment, stdout=write) for name, words in usable(SHORT).items()}
    running["--help"] = start(["--help"], root, plain_environment, stdout=write)
    os.close(write)
    said = {name: (told(process), process.returncode) for name, process in running.items()}
    assert said == dict.fromkeys(said, ("", 0))


@pytest.mark.slow
def test_a_closed_pipe_is_not_an_error(root: Path, plain_environment: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    process = start(["quests"], root, plain_environment, stdout=write)
    os.close(write)
    assert (process.communicate()[1], process.returncode) == ("", 0)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_output_that_cannot_be_written_is_an_error_in_a_line(root: Path, plain_environment: dict[str, str]) -> None:
    with Path("/dev/full").open("w") as full:
        process = start(["quests"], root, plain_environment, stdout=full)
    assert process.communicate()[1] == "zombicide quests: No space left on device\n"
    assert process.returncode == 1


@pytest.mark.slow
def test_characters_that_the_output_cannot_show_are_question_marks(root: Path, plain_environment: dict[str, str]) -> None:
    command = ["play", "--seats", "random", "--max-rounds", "1", "--seed", "1"]
    process = start(command, root, plain_environment | {"PYTHONIOENCODING": "ascii"}, stdout=subprocess.PIPE)
    board, said = process.communicate()
    assert (said, process.returncode) == ("", 0)
    assert "????" in board and "lost (max_rounds) in round 1" in board


@pytest.mark.slow
def test_closed_streams_do_no_harm(root: Path, plain_environment: dict[str, str]) -> None:
    command = f"{shlex.quote(sys.executable)} -m zombicide_env play --seats random --max-rounds 1 --seed 1 <&- >&-"
    done = subprocess.run(["bash", "-c", command], cwd=root, env=clean(plain_environment), stderr=subprocess.PIPE, text=True)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.slow
@pytest.mark.long
def test_every_command_is_interrupted_quietly(root: Path, tmp_path: Path, port: int, plain_environment: dict[str, str]) -> None:
    """The terminal interrupts the whole process group, children included."""
    (tmp_path / "quest.yaml").write_text(generate(parse_spec("generated:seed=3,tiles=2"), box().tiles))
    environment = clean(plain_environment) | {"ZOMBICIDE_CACHE_DIR": str(tmp_path / "cache")}
    running = {}
    for name, words in usable(LONG).items():
        read, write = os.pipe()
        given = [word.format(out=tmp_path / name, port=port, quest=tmp_path / "quest.yaml") for word in words]
        command = [sys.executable, "-c", STARTED.format(ready=write), name, *given]
        cold = environment if name == "warm" else clean(plain_environment)
        running[name] = subprocess.Popen(
            command,
            cwd=root,
            env=cold,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            pass_fds=(write,),
            start_new_session=True,
        )
        os.close(write)
        assert os.read(read, 1) == b"!"
        os.close(read)
    time.sleep(2)  # any moment will do: the assertions must hold at all of them
    for process in running.values():
        os.killpg(process.pid, signal.SIGINT)
    for name, process in running.items():
        error = process.communicate(timeout=120)[1]  # the command and the others may have to clean up
        assert "Traceback" not in error, f"{name}: {error}"
        assert "Exception ignored" not in error, f"{name}: {error}"
        # a command that had finished, or had left the rest to Python, ends normally
        assert process.returncode in (console.STOPPED, -signal.SIGINT, 0), f"{name}: {process.returncode}: {error}"
        if process.returncode == console.STOPPED:
            assert f"zombicide {name}: stopped" in error


def test_benchmarks_that_are_called_as_modules_are_guarded(root: Path) -> None:
    modules = [path.read_text(encoding="utf-8") for path in (root / "benchmarks" / "zombicide_benchmarks").rglob("*.py")]
    called = [end for text in modules if (end := text.partition('if __name__ == "__main__":\n')[2])]
    guarded = [end for end in called if end.startswith("    run_command(")]
    internal = [end for end in called if end.startswith("    sys.exit(main(")]  # processes that a benchmark starts
    assert len(guarded) > 15 and len(internal) == 2 and len(guarded) + len(internal) == len(called)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (
            ["ladder", "--rungs", "exit", "--learners", "own", "--curricula", "--rate-games", "50"],
            console.STOPPED,
            "python -m zombicide_benchmarks.ladder: stopped",
        ),
        (["objective", "--quests", "nosuch", "--variants", "default"], console.FAILED, "no quest 'nosuch'"),
    ],
)
def test_benchmarks_end_in_a_line(
    words: list[str], status: int, said: str, root: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    command = [sys.executable, "-m", f"zombicide_benchmarks.{words[0]}", *words[1:], "--output", str(tmp_path / "results.json")]
    with subprocess.Popen(command, cwd=root, env=plain_environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        if status == console.STOPPED:
            assert "random" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
        error = process.communicate(timeout=120)[1]
    assert process.returncode == status and said in error and "Traceback" not in error


def test_an_interrupt_in_a_finaliser_is_not_lost(plain_environment: dict[str, str]) -> None:
    program = """
import signal, sys, time
from zombicide_env.console import guarded

class Finalised:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

def act():
    Finalised()
    time.sleep(60)
    return 0

sys.exit(guarded("nap", act))
"""
    done = subprocess.run([sys.executable, "-c", program], env=plain_environment, capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stderr) == (console.STOPPED, "\nzombicide nap: stopped\n")


@pytest.mark.parametrize("then", ["time.sleep(60)", "return 1"])  # it goes on, or fails because its processes were interrupted
def test_an_interrupt_during_an_import_is_not_lost(then: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    (tmp_path / "deaf.py").write_text("import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\nexcept BaseException:\n    pass\n")
    program = """
import sys, time
from zombicide_env.console import guarded

def act():
    import deaf
    {then}
    return 0

sys.exit(guarded("nap", act))
""".replace("{then}", then)
    environment = plain_environment | {"PYTHONPATH": os.pathsep.join((str(tmp_path), plain_environment["PYTHONPATH"]))}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stderr) == (console.STOPPED, "\nzombicide nap: stopped\n")


@pytest.mark.parametrize("start", [["-m", "zombicide_env"], ["-m", "zombicide_env.cli"], ["{folder}/zombicide"]])
def test_before_a_command_begins_ctrl_c_ends_it_and_nothing_is_said(
    start: list[str], root: Path, tmp_path: Path, plain_environment: dict[str, str]
) -> None:
    """A stub of gymnasium, the first import of the package, sleeps until it is interrupted."""
    (tmp_path / "gymnasium.py").write_text("import sys, time\nprint('!', flush=True)\ntime.sleep(60)")
    (tmp_path / "zombicide").write_text("import sys\nfrom zombicide_env.cli import main\nsys.exit(main())")
    environment = plain_environment | {"PYTHONPATH": os.pathsep.join((str(tmp_path), plain_environment["PYTHONPATH"]))}
    command = [sys.executable, *(word.format(folder=tmp_path) for word in start), "quests"]
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "!\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == -signal.SIGINT


def test_in_programs_of_others_ctrl_c_is_theirs(root: Path, plain_environment: dict[str, str]) -> None:
    program = "import signal, zombicide_env; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    subprocess.run([sys.executable, "-c", program], cwd=root, env=plain_environment, check=True)


def test_an_interrupted_import_is_an_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def library(_arguments: list[str]) -> int:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("Error calling __set_name__") from None
        return 0

    monkeypatch.setitem(cli.COMMANDS, "warm", cli.Command("", library))
    assert cli.main(["warm"]) == console.STOPPED
    assert capsys.readouterr().err == "\nzombicide warm: stopped\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_terminated_command_says_how_to_continue(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """SIGTERM from `kill`, a scheduler or a container is handled like Ctrl+C, with its own exit code."""

    def works(_arguments: list[str]) -> int:
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt:
            raise KeyboardInterrupt("go on with: the same") from None
        return 0

    monkeypatch.setitem(cli.COMMANDS, "warm", cli.Command("", works))
    assert cli.main(["warm"]) == console.ENDED == 143
    assert capsys.readouterr().err == "\nzombicide warm: stopped; go on with: the same\n"
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_defect_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_arguments: list[str]) -> int:
        raise RuntimeError("a defect")

    monkeypatch.setitem(cli.COMMANDS, "warm", cli.Command("", broken))
    with pytest.raises(RuntimeError, match="a defect"):
        cli.main(["warm"])


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (MemoryError(), "out of memory"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError(13, "Permission denied", "/nope"), "/nope: Permission denied"),
    ],
)
def test_errors_of_the_machine_are_a_line(
    error: Exception, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_arguments: list[str]) -> int:
        raise error

    monkeypatch.delenv("ZOMBICIDE_DEBUG", raising=False)
    monkeypatch.setitem(cli.COMMANDS, "warm", cli.Command("", fails))
    assert cli.main(["warm"]) == 1
    assert capsys.readouterr().err == f"zombicide warm: {line}\n"


@pytest.mark.parametrize("host", ["999.1.1.1", "a..b", "192.0.2.1"])
def test_an_address_that_cannot_be_bound_is_named(host: str, port: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn", reason=SERVE)
    assert cli.main(["serve", "--no-open", "--host", host, "--port", str(port), "--games", str(tmp_path)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"zombicide serve: nobody can listen at {host} port ")
    assert error.count("\n") == 1


def test_a_port_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn", reason=SERVE)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--no-open", "--port", str(port), "--games", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert f"port {port} (Address already in use)" in captured.err
    assert "serving on" not in captured.out
