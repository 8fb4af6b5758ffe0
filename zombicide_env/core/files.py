"""Crash-safe file writes: a temporary file in the same folder, flushed to the disk and renamed in one step.

Whatever is kept (saves, replays, checkpoints, the cache, results) goes through ``write`` or ``making``: a full disk, a killed
process or a power cut leaves the old file or the new one, never half of one.  Whatever comes from outside is taken in by ``read``,
which stops at a limit.
"""

from __future__ import annotations

import errno
import glob
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import IO, Any, Final

MADE: Final = ".tmp"
"""Ending of a file that is being written; one that is left over belongs to a process that was killed and may go."""

_NO_FOLDERS: Final = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EBADF))  # file systems that do not bring folders to the disk


_BEGINNING: Final = 40  # letters of a name by which the file that is being written is known
_PIECE: Final = 1 << 20

CLAIM: Final = ".lock"
"""Name of the file in a folder by which a process has it for itself; ending of the hidden one beside an output."""


class Taken(ValueError):
    """Another process has claimed a folder or an output."""


class TooLarge(ValueError):
    """A file is larger than its kind may be."""


@contextmanager
def making(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A temporary path in the folder of ``path``, renamed to ``path`` at the end of the block.

    A link is followed; a pipe or device is written to as it is.

    Raises:
        OSError: it could not be written; it names the file.  After this and any error of the block, what was there before is still there.
    """
    target = Path(os.path.realpath(path))
    if _shareable(target):
        yield target
        return
    made = target.with_name(f".{target.name[:_BEGINNING]}.{secrets.token_hex(4)}{MADE}")
    try:
        yield made
        settle(made)
        os.replace(made, target)  # noqa: PTH105 - the one that is atomic, by its name
    except BaseException as error:
        made.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, os.fspath(made)):  # a write names no file
            error.filename = os.fspath(path)
        raise
    settle(target.parent)


def write(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Put a whole file in its place, as ``making`` does; text becomes UTF-8."""
    with making(path) as made:
        made.write_bytes(data.encode() if isinstance(data, str) else data)


def append(file: FileIO, data: bytes) -> None:
    """Put something at the end of a file that was opened unbuffered for appending: all of it, or nothing.

    Raises:
        OSError: it could not be written, it names the file; what there was room for has been taken off again.
    """
    before = os.fstat(file.fileno()).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        with suppress(OSError):  # the first error is the one to report
            os.ftruncate(file.fileno(), before)
        error.filename = str(file.name)
        raise


def make_own(folder: Path) -> None:
    """Make a folder, and those above it that are missing, to which nobody but this user can write."""
    if folder.is_dir():
        return
    if folder != folder.parent:
        make_own(folder.parent)
    folder.mkdir(0o755, exist_ok=True)


def settle(what: IO[Any] | str | os.PathLike[str]) -> None:
    """Wait until an open file, or the file or folder of that path, has reached the disk.

    A folder is what remembers names: it is settled after a file in it was made, moved or removed.
    """
    if not isinstance(what, str | os.PathLike):
        what.flush()
        os.fsync(what.fileno())
        return
    folder = Path(what).is_dir()
    handle = os.open(what, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if not folder or error.errno not in _NO_FOLDERS:
            raise
    finally:
        os.close(handle)


def read(path: str | os.PathLike[str], most: int) -> bytes:
    """The content of a file of at most ``most`` bytes.

    Raises:
        TooLarge: it has more; no more than the limit has been read.
        OSError: it cannot be read.
    """
    data = bytearray()
    with Path(path).open("rb") as file:
        while piece := file.read(min(_PIECE, most + 1 - len(data))):  # Python makes room for all that it is asked to read
            data += piece
    if len(data) > most:
        raise TooLarge(f"{os.fspath(path)} has more than {most:,} bytes, the most for a file of its kind")
    return bytes(data)


def claim(folder: str | os.PathLike[str]) -> IO[bytes]:
    """Have a folder for this process alone, until the file that is returned is closed or the process ends, however it ends.

    Raises:
        Taken: another process has it.
        OSError: nothing can be written there.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    return _locked(Path(folder) / CLAIM, f"{os.fspath(folder)} is being written to", "name another folder")


@contextmanager
def claimed(output: str | os.PathLike[str]) -> Iterator[None]:
    """Claim an output file, and the files kept with it, for this process within the block; its folder is created.

    The claim is a lock on a hidden file next to the output, which the system releases when the process ends, however it ends.  A pipe or a
    device can be shared.

    Raises:
        Taken: another process writes this output.
        ValueError: the output cannot be written.
    """
    target, handle = Path(os.path.realpath(output)), None
    try:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if not _shareable(target):
                handle = _claim_beside(target, output)
                _sweep(target)
            _try_out(target)
        except OSError as error:
            raise ValueError(f"output {os.fspath(output)} cannot be written ({error.strerror or error}); name another file") from error
        yield
    finally:
        if handle is not None:
            with suppress(OSError):  # a claim that is left behind holds nothing without its lock
                Path(handle.name).unlink()  # while it is locked: whoever has opened it meanwhile notices, and opens a new one
            handle.close()


def _shareable(path: Path) -> bool:
    """Is this a pipe, a device or anything else that is no file?  One look: between two, others make the file or remove it."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False


def _claim_beside(target: Path, output: str | os.PathLike[str]) -> IO[bytes]:
    lock = target.with_name(f".{target.name[:200]}{CLAIM}")
    while True:
        handle = _locked(lock, f"{os.fspath(output)} is being written", "name another output")
        with suppress(FileNotFoundError):  # removed by its last holder, as below
            if os.path.samestat(os.fstat(handle.fileno()), lock.stat()):
                return handle
        handle.close()  # its last holder has just removed it


def _sweep(target: Path) -> None:
    """Remove what processes that were killed have left of an output, and of what is kept beside it under its name."""
    if len(target.name) > _BEGINNING - len(".part"):
        return  # other outputs may begin with the same letters
    for left in target.parent.glob(f".{glob.escape(target.name)}*.????????{MADE}"):
        left.unlink(missing_ok=True)


def _try_out(target: Path) -> None:
    """OSError for a file that cannot be written, before time is spent on what it is for."""
    new = not target.exists()
    target.open("ab").close()
    if new:
        target.unlink()


def _locked(path: Path, taken: str, remedy: str) -> IO[bytes]:
    """The file, locked for this process and holding its id; Taken if another process has it."""
    handle = path.open("a+b")
    try:
        if try_lock(handle):
            with suppress(OSError):  # a full disk holds the claim, if not the number
                handle.truncate(0)
                handle.write(f"{os.getpid()}\n".encode())
                handle.flush()
            return handle
        handle.seek(0)
        holder = handle.read(20).decode(errors="replace").strip()
    except BaseException:
        handle.close()
        raise
    handle.close()
    who = f" ({holder})" if holder else ""
    raise Taken(f"{taken} by another process{who}: wait for its end, or {remedy}")


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: IO[bytes]) -> bool:
        """Lock an open file for this process alone, at once or not at all; True also where files cannot be locked."""
        try:
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def unlock(handle: IO[bytes]) -> None:
        """Let others lock the file."""
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(handle: IO[bytes]) -> bool:
        """Lock an open file for this process alone, at once or not at all; True also where files cannot be locked."""
        try:
            fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)  # other errors: no locks here
        return True

    def unlock(handle: IO[bytes]) -> None:
        """Let others lock the file."""
        fcntl.flock(handle.fileno(), fcntl.LOCK_UN)


__all__ = ["MADE", "Taken", "TooLarge", "append", "claim", "claimed", "make_own", "making", "read", "settle", "try_lock", "unlock", "write"]
