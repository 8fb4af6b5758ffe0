"""Crash-safe file writes: a temporary file in the same folder, flushed to the disk and renamed atomically.

Saves, replays, checkpoints and results are written through ``write`` or ``making``: a full disk, a killed process or a power cut
leaves the old file or the new one, never half of one. The compile cache renames its files too, but flushes only some of them
(``cache``). Files from outside are read by ``read``, which enforces a size limit.
"""

from __future__ import annotations

import errno
import glob
import json
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import IO, Any, Final

MADE: Final = ".tmp"
"""Suffix of a file that is being written; leftovers of killed processes may be deleted."""

#: Errors of file systems that cannot flush folders, and of folders that may be written to but not opened, on Windows all.
_NO_FOLDERS: Final = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES))
_FLUSHED: Final = os.O_RDWR if os.name == "nt" else os.O_RDONLY  # Windows flushes only what is open for writing

_BEGINNING: Final = 40  # length of the part of a name that identifies its temporary file
_PIECE: Final = 1 << 20
_REPLACED: Final = 1 << 28  # maximum size of a file that a command replaces
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8", b"GIF8", b"RIFF", b"II*\0", b"MM\0*", b"%PDF", b"%!PS", b"<?xml", b"<svg")

CLAIM: Final = ".lock"
"""Name of the file that locks a folder for one process; suffix of the hidden one next to an output."""


class Taken(ValueError):
    """Another process has locked a folder or an output."""


class TooLarge(ValueError):
    """A file is larger than the limit for its kind."""


@contextmanager
def making(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path in the folder of ``path``, renamed to ``path`` at the end of the block.

    Links are followed; pipes and devices are written to directly.

    Raises:
        OSError: the file could not be written; the error names it. After this and any error of the block, the old file is intact.
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
        if isinstance(error, OSError) and error.filename in (None, os.fspath(made)):  # errors of a write name no file
            error.filename = os.fspath(path)
        raise
    settle(target.parent)


def write(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a whole file, as ``making`` does; text is encoded as UTF-8."""
    with making(path) as made:
        made.write_bytes(data.encode() if isinstance(data, str) else data)


def replaceable(path: str | os.PathLike[str], kind: str, fits: Callable[[bytes], bool]) -> None:
    """Raise ValueError if a command must not replace the file at ``path``: only files of the kind that the command writes are replaced.

    A new path, an empty file, a pipe and a device pass.

    Args:
        path: output of the command.
        kind: what the command writes, for the message.
        fits: whether some content is of this kind.
    """
    target = Path(path)
    with suppress(FileNotFoundError):  # a new file
        if stat.S_ISREG(target.stat().st_mode):
            try:
                data = read(target, _REPLACED)
            except TooLarge:
                data = b"?"
            if data and not fits(data):
                raise ValueError(f"{os.fspath(path)} exists and is not {kind}: name another file, or remove this one")


def is_picture(data: bytes) -> bool:
    """Return whether the content of a file begins like that of a picture, a film or a chart."""
    return data.startswith(_PICTURES) or data[4:8] == b"ftyp"


def json_of(*keys: str) -> Callable[[bytes], bool]:
    """Return a check whether the content of a file is a JSON object with all of these keys, or a list of such objects."""

    def fits(data: bytes) -> bool:
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            return False
        return all(isinstance(one, dict) and one.keys() >= set(keys) for one in (found if isinstance(found, list) else [found]))

    return fits


def append(file: FileIO, data: bytes) -> None:
    """Append to a file that was opened unbuffered for appending: all of the data, or nothing.

    Raises:
        OSError: it could not be written; the error names the file. After this and any other error (Ctrl+C), a partial write has been
            truncated.
    """
    before = os.fstat(file.fileno()).st_size
    left = memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except BaseException as error:
        with suppress(OSError):  # the first error is the one to report
            os.ftruncate(file.fileno(), before)
        if isinstance(error, OSError):
            error.filename = str(file.name)
        raise


def make_own(folder: Path) -> None:
    """Create a folder and its missing parents, writable only for this user."""
    if folder.is_dir():
        return
    if folder != folder.parent:
        make_own(folder.parent)
    folder.mkdir(0o755, exist_ok=True)


def settle(what: IO[Any] | str | os.PathLike[str]) -> None:
    """Flush an open file, or the file or folder at a path, to the disk.

    A folder stores names: it has to be flushed after a file in it is created, moved or removed.
    """
    if not isinstance(what, str | os.PathLike):
        what.flush()
        os.fsync(what.fileno())
        return
    folder = Path(what).is_dir()
    try:
        handle = os.open(what, _FLUSHED)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if not folder or error.errno not in _NO_FOLDERS:
            raise


def read(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the content of a file of at most ``most`` bytes.

    Raises:
        TooLarge: it is larger; no more than the limit has been read.
        OSError: it cannot be read.
    """
    data = bytearray()
    with Path(path).open("rb") as file:
        while piece := file.read(min(_PIECE, most + 1 - len(data))):  # Python allocates memory for the full requested size
            data += piece
    if len(data) > most:
        raise TooLarge(f"{os.fspath(path)} has more than {most:,} bytes, the most for a file of its kind")
    return bytes(data)


def claim(folder: str | os.PathLike[str]) -> IO[bytes]:
    """Lock a folder for this process, until the returned file is closed or the process ends in any way.

    Raises:
        Taken: another process has locked it.
        OSError: the folder is not writable.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    return _locked(Path(folder) / CLAIM, f"{os.fspath(folder)} is being written to", "name another folder")


@contextmanager
def claimed(output: str | os.PathLike[str]) -> Iterator[None]:
    """Lock an output file, and the files next to it, for this process within the block; its folder is created.

    The lock is on a hidden file next to the output and is released by the operating system when the process ends in any way. Pipes and
    devices can be shared.

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
            with suppress(OSError):  # a leftover lock file has no effect without its lock
                Path(handle.name).unlink()  # while it is locked: a process that has opened it meanwhile notices, and opens a new one
            handle.close()


def _shareable(path: Path) -> bool:
    """Whether this is a pipe, a device or another non-regular file. One stat call, because the file may change between two."""
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
    """Remove temporary files that killed processes have left of an output and of the files next to it."""
    if len(target.name) > _BEGINNING - len(".part"):
        return  # other outputs may begin with the same letters
    for left in target.parent.glob(f".{glob.escape(target.name)}*.????????{MADE}"):
        left.unlink(missing_ok=True)


def _try_out(target: Path) -> None:
    """Raise OSError for an output that cannot be written, before time is spent on computing it."""
    new = not target.exists()
    target.open("ab").close()
    if new:
        target.unlink()


def _locked(path: Path, taken: str, remedy: str) -> IO[bytes]:
    """Return the file, locked for this process and holding its id. Raises Taken if another process has locked it."""
    handle = path.open("a+b")
    try:
        if try_lock(handle):
            with suppress(OSError):  # on a full disk the lock works without the number
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
        """Lock an open file for this process without waiting; also return True where files cannot be locked."""
        try:
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def unlock(handle: IO[bytes]) -> None:
        """Release the lock of the file."""
        handle.seek(0)
        msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(handle: IO[bytes]) -> bool:
        """Lock an open file for this process without waiting; also return True where files cannot be locked."""
        try:
            fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)  # other errors: locking is not supported
        return True

    def unlock(handle: IO[bytes]) -> None:
        """Release the lock of the file."""
        fcntl.flock(handle.fileno(), fcntl.LOCK_UN)


__all__ = [
    "MADE",
    "Taken",
    "TooLarge",
    "append",
    "claim",
    "claimed",
    "is_picture",
    "json_of",
    "make_own",
    "making",
    "read",
    "replaceable",
    "settle",
    "try_lock",
    "unlock",
    "write",
]
