"""Files that a bad day does not spoil: written beside their place, brought to the disk, moved there in one step.

Whatever is kept (saves, replays, checkpoints, the cache, results) goes through ``write`` or ``making``: a full disk, a killed
process or a power cut leaves the old file or the new one, never half of one.  Whatever comes from outside is taken in by ``read``,
which stops at a limit.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

MADE: Final = ".tmp"
"""Ending of a file that is being written; one that is left over belongs to a process that was killed and may go."""

_NO_FOLDERS: Final = frozenset((errno.EINVAL, errno.ENOTSUP, errno.EBADF))  # file systems that do not bring folders to the disk


class TooLarge(ValueError):
    """A file is larger than its kind may be."""


@contextmanager
def making(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The path of a file to be written beside ``path``, which it becomes at the end of the block.

    A link is followed; a pipe or device is written to as it is.

    Raises:
        OSError: it could not be written.  After this and any error of the block, what was there before is still there.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        yield target
        return
    made = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}{MADE}")
    try:
        yield made
        settle(made)
        os.replace(made, target)  # noqa: PTH105 - the one that is atomic, by its name
    except BaseException:
        made.unlink(missing_ok=True)
        raise
    settle(target.parent)


def write(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Put a whole file in its place, as ``making`` does; text becomes UTF-8."""
    with making(path) as made:
        made.write_bytes(data.encode() if isinstance(data, str) else data)


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
    with Path(path).open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(f"{os.fspath(path)} has more than {most:,} bytes, the most for a file of its kind")
    return data


__all__ = ["MADE", "TooLarge", "making", "read", "settle", "write"]
