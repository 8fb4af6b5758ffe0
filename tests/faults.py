"""Fault injection: every operation by which code changes files fails in turn, or is the last one of its process.

    report = faults.inject("tests.fault_scenarios", "Replay", tmp_path)
    assert not report.failures, report

A scenario (see ``Scenario``) is run once to count its operations: files opened for writing, writes, truncations, fsyncs, renames,
removals, folders created.  Then it is run again on a fresh copy for every operation and every mode:

    error   the operation fails: a full disk (half of a write is done), an input/output error
    memory  the operation fails for lack of memory
    kill    the process ends at the operation, with half of a write done; nothing runs afterwards, as with SIGKILL
    power   the same, and everything that fsync has not flushed to the disk is lost

Afterwards the scenario checks that the files on disk are intact, and runs again without faults.  Calls made by the
project's own code fail in turn as well (mode ``call``, MemoryError): an allocation can fail anywhere, not only next to a file operation.

``inject`` starts ``python -m tests.faults MODULE SCENARIO FOLDER``, since only a process of one thread can be forked safely.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import gc
import importlib
import io
import json
import os
import shutil
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
ENDING: Final = ("kill", "power")
MODES: Final = ("error", "memory", *ENDING)
END: Final = "end"  # the end of the block, after the last operation
KILLED: Final = 137
BROKEN: Final = 4
SECONDS: Final = 300.0  # a fork that takes longer hangs


class Scenario:
    """Operations on the files of a folder, and checks of what must be true of them afterwards.

    ``act`` is called several times in a row and must leave nothing behind but files, even if it fails; ``ready`` runs once and does what
    is expensive: imports, compilation, networks.

    Attributes:
        alone: ``act`` does leave state in its process, so each call gets a new process.
    """

    alone = False

    def ready(self) -> None:
        """Prepare what all forks share."""

    def before(self, folder: Path) -> None:
        """Create the files that exist before ``act``."""

    def act(self, folder: Path) -> None:
        """Run the operations that are to fail."""
        raise NotImplementedError

    def whole(self, folder: Path, mode: str) -> None:
        """Raise AssertionError if something is lost or half done.  ``mode`` is the kind of fault that ``act`` met."""
        raise NotImplementedError

    def after(self, folder: Path) -> None:
        """Raise AssertionError if ``act``, run to its end, has not had its whole effect."""
        raise NotImplementedError


@dataclass
class Report:
    """Result of ``inject``; ``operations``: kind -> count, ``failures``: one line each."""

    operations: dict[str, int] = field(default_factory=dict)
    calls: int = 0
    played: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "\n".join([f"{len(self.failures)} of {self.played} bad days had no good end:", *self.failures])


def inject(module: str, scenario: str, folder: Path, *, every: int = 1) -> Report:
    """Run a scenario with all faults, or with every ``every``-th fault, in a separate process."""
    environment = os.environ | {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, "-m", "tests.faults", module, scenario, str(folder), str(every)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr
    return Report(**json.loads(done.stdout.splitlines()[-1]))


# ---- the operations ------------------------------------------------------------------------------------------------------


class Faults:
    """Context manager that counts operations on files in ``folder`` and makes operation ``at`` fail.

    Attributes:
        done: kind and name of every operation so far.
    """

    def __init__(self, folder: Path, mode: str = "", at: int = -1) -> None:
        self.folder, self.mode, self.at = os.path.realpath(folder), mode, at
        self.done: list[str] = []
        self._files: dict[int, str] = {}  # descriptors within the folder
        self._settled: dict[tuple[int, int], tuple[int, int]] = {}  # device and inode -> our own descriptor, bytes on the disk

    def __enter__(self) -> Faults:
        self._undo = contextlib.ExitStack()
        self._open = io.open
        for target in (io, builtins):
            self._patch(target, "open", self._opened)
        for name in ("replace", "rename", "link", "symlink"):
            self._patch(os, name, self._on_paths(name, getattr(os, name), 1))
        for name in ("unlink", "remove", "mkdir", "rmdir", "truncate"):
            self._patch(os, name, self._on_paths(name, getattr(os, name), 0))
        self._patch(os, "open", self._os_open(os.open))
        for name in ("fsync", "fdatasync", "ftruncate", "posix_fallocate"):
            if hasattr(os, name):
                self._patch(os, name, self._on_descriptor(name, getattr(os, name)))
        self._patch(os, "write", self._os_write(os.write))
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and self.mode in ("", "kill", "power"):
            self.step(END, self.folder)
        self._undo.close()

    def _patch(self, target: Any, name: str, new: Any) -> None:
        self._undo.callback(setattr, target, name, getattr(target, name))
        setattr(target, name, new)

    # ---- faults
    def step(self, kind: str, path: str, half: Callable[[], None] = lambda: None) -> None:
        """Count an operation, and fail if it is the chosen one; ``half`` does a part of the operation."""
        number = len(self.done)
        self.done.append(f"{kind} {os.path.relpath(path, self.folder)}")
        if number != self.at:
            return
        if self.mode == "memory":
            raise MemoryError
        half()
        if self.mode == "error":
            number = errno.ENOSPC if kind in ("write", "open", "mkdir", "posix_fallocate") else errno.EIO
            raise OSError(number, os.strerror(number), path)
        if self.mode == "power":
            for descriptor, size in self._settled.values():
                _FTRUNCATE(descriptor, size)
        os._exit(KILLED)

    def inside(self, path: Any) -> str | None:
        """Return the path if it lies in the folder, else None."""
        if isinstance(path, int):
            return self._files.get(path)
        name = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - links are not to be followed
        return name if name.startswith(self.folder + os.sep) or name == self.folder else None

    # ---- what the disk keeps after a power failure
    def written(self, descriptor: int) -> None:
        """Note that a file is about to be changed: only its present contents may be on the disk."""
        self._remember(descriptor, new=False)

    def settled(self, descriptor: int) -> None:
        """Note that the whole contents of a file are on the disk."""
        self._remember(descriptor, new=True)

    def _remember(self, descriptor: int, new: bool) -> None:
        if self.mode != "power":
            return
        about = os.fstat(descriptor)
        key = about.st_dev, about.st_ino
        if key in self._settled and new:
            self._settled[key] = self._settled[key][0], about.st_size
        elif key not in self._settled and not new:
            self._settled[key] = os.dup(descriptor), about.st_size

    # ---- the operations
    def _opened(self, file: Any, mode: str = "r", buffering: int = -1, *rest: Any, **named: Any) -> Any:
        path = None if isinstance(file, int) or not set(mode) & set("wax+") else self.inside(file)
        if path is None:
            return self._open(file, mode, buffering, *rest, **named)
        self.step("open", path)
        raw = _File(self, path, mode)
        if buffering == 0:
            return raw
        buffered: Any = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        if "b" in mode:
            return buffered
        names = ("encoding", "errors", "newline")
        given = dict(zip(names, rest, strict=False)) | {name: named[name] for name in names if name in named}
        return io.TextIOWrapper(buffered, **given, line_buffering=buffering == 1)

    def _os_open(self, real: Any) -> Any:
        def opened(path: Any, flags: int, *rest: Any, **named: Any) -> int:
            name = self.inside(path) if "dir_fd" not in named else None
            if name is not None and flags & (os.O_CREAT | os.O_TRUNC):
                self.step("open", name)
            descriptor: int = real(path, flags, *rest, **named)
            if name is not None:
                self._files[descriptor] = name
            return descriptor

        return opened

    def _on_paths(self, kind: str, real: Any, which: int) -> Any:
        def operation(*paths: Any, **named: Any) -> Any:
            where = named.get("dir_fd")
            name = self.inside(paths[which]) if where is None else self._files.get(where, self.folder if _in(where, self.folder) else None)
            if name is not None:
                self.step(kind, name)
            return real(*paths, **named)

        return operation

    def _on_descriptor(self, kind: str, real: Any) -> Any:
        def operation(file: Any, *rest: Any) -> Any:
            descriptor = file if isinstance(file, int) else file.fileno()
            name = self._files.get(descriptor)
            if name is not None:
                self.step(kind, name)
            if kind not in ("fsync", "fdatasync"):
                return real(descriptor, *rest)
            if name is not None:
                self.settled(descriptor)
            return None  # no real flush is needed: the bytes on the disk are tracked here

        return operation

    def _os_write(self, real: Any) -> Any:
        def write(descriptor: int, data: Any) -> int:
            name = self._files.get(descriptor)
            if name is not None:
                self.written(descriptor)
                self.step("write", name, lambda: real(descriptor, bytes(data)[: len(data) // 2]))
            done: int = real(descriptor, data)
            return done

        return write


_FTRUNCATE: Final = os.ftruncate


def _in(descriptor: int, folder: str) -> bool:
    with contextlib.suppress(OSError):  # a closed descriptor is in no folder
        return os.path.realpath(f"/proc/self/fd/{descriptor}").startswith(folder)
    return False


class _File(io.FileIO):
    """A file whose writes are operations."""

    def __init__(self, faults: Faults, path: str, mode: str) -> None:
        super().__init__(path, "".join(c for c in mode if c in "rwax+"))
        self._faults, self._path = faults, path
        faults._files[self.fileno()] = path

    def write(self, data: Any) -> int:
        self._faults.written(self.fileno())
        self._faults.step("write", self._path, lambda: super(_File, self).write(bytes(data)[: len(data) // 2]))
        return super().write(data)

    def truncate(self, size: int | None = None) -> int:
        self._faults.written(self.fileno())
        self._faults.step("truncate", self._path)
        return super().truncate(size)

    def close(self) -> None:
        if not self.closed:
            self._faults._files.pop(self.fileno(), None)
        super().close()


class Calls:
    """Context manager that counts calls made by the project's own code and raises MemoryError at call ``at``."""

    def __init__(self, at: int = -1) -> None:
        self.at, self.count = at, 0

    def __enter__(self) -> Calls:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: Any, event: str, called: Any) -> None:
        if event == "call":
            frame = frame.f_back
        elif event != "c_call":
            return
        if frame is None or "/zombicide_" not in frame.f_code.co_filename:
            return
        self.count += 1
        if self.count - 1 == self.at:
            sys.setprofile(None)
            raise MemoryError


# ---- running ---------------------------------------------------------------------------------------------------------------


def play(scenario: Scenario, folder: Path, every: int) -> Report:
    """Run a scenario with all its faults."""
    scenario.ready()
    gc.collect()
    gc.freeze()  # so that no fork traverses the shared objects again
    before = folder / "before"
    before.mkdir()
    scenario.before(before)
    report = Report()
    work = folder / "work"
    counted, calls = _count(scenario, before, work)
    report.operations = dict(Counter(name.partition(" ")[0] for name in counted))
    report.calls = calls
    days: list[tuple[str, int, str]] = [(mode, n, name) for n, name in enumerate(counted) for mode in _modes(name)]
    share = max(1, calls // max(1, len(counted)))
    days += [("call", n, "call") for n in range(0, calls, share)]
    for mode, number, name in days[::every]:
        problem = _day(scenario, before, work, mode, number)
        report.played += 1
        if problem:
            report.failures.append(f"{mode} at operation {number} ({name}): {problem}")
    return report


def _modes(name: str) -> tuple[str, ...]:
    return ENDING if name.startswith(END) else MODES


def _count(scenario: Scenario, before: Path, work: Path) -> tuple[list[str], int]:
    """Return the operations of a run without faults, and its number of calls."""
    found = work.with_name("count.json")

    def count() -> None:
        _fresh(before, work)
        with Faults(work) as faults:
            scenario.act(work)
        scenario.after(work)
        calls = Calls()
        if not scenario.alone:
            _fresh(before, work)
            with calls:
                scenario.act(work)
        found.write_text(json.dumps([faults.done, calls.count]))

    code, said = _fork(count) if scenario.alone else _here(count)
    if code:
        raise AssertionError(f"the scenario fails on a good day: {said}")
    done, calls = json.loads(found.read_text())
    return done, calls


def _fresh(before: Path, work: Path) -> None:
    shutil.rmtree(work, ignore_errors=True)  # that of the previous case, if there was one
    shutil.copytree(before, work)


def _day(scenario: Scenario, before: Path, work: Path, mode: str, number: int) -> str:
    """Run one fault. Return what went wrong, "" for nothing.  Only faults that end a process need a fork."""
    _fresh(before, work)

    def bad() -> None:
        with Calls(number) if mode == "call" else Faults(work, mode, number):
            scenario.act(work)

    def survived() -> None:
        with contextlib.suppress(OSError, MemoryError):  # the injected fault itself: what it leaves behind is checked
            bad()

    def good() -> None:
        scenario.whole(work, mode)
        with Faults(work):
            scenario.act(work)
        scenario.after(work)

    ends = mode in ENDING
    code, said = _fork(bad if ends else survived) if ends or scenario.alone else _here(survived)
    if code != (KILLED if ends else 0):
        return f"ended with {code}: {said}"
    return (_fork(good) if scenario.alone else _here(good))[1]


def _here(act: Callable[[], None]) -> tuple[int, str]:
    try:
        act()
    except Exception:
        return BROKEN, traceback.format_exc()[-3000:]
    return 0, ""


def _fork(act: Callable[[], None]) -> tuple[int, str]:
    """Run ``act`` in a fork. Return its exit status, and the traceback of an error."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException:
            os.write(write, traceback.format_exc()[-3000:].encode())
            os._exit(BROKEN)
        os._exit(0)
    os.close(write)
    status = _wait(child)
    said = b"".join(iter(lambda: os.read(read, 65536), b"")).decode(errors="replace")
    os.close(read)
    return status, said


def _wait(child: int) -> int:
    last = time.monotonic() + SECONDS
    while time.monotonic() < last:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -9


def main(arguments: list[str]) -> None:
    module, name, folder, every = arguments
    scenario = getattr(importlib.import_module(module), name)()
    with _quiet():
        report = play(scenario, Path(folder), int(every))
    sys.stdout.write(json.dumps(asdict(report)) + "\n")


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Redirect stdout to stderr, so that what scenarios print does not mix with the report."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)


if __name__ == "__main__":
    main(sys.argv[1:])
