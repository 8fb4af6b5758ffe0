"""Check which files may be executed: those that only this user or root can have written.

As with SSH keys, the owner and the mode are checked for the file, its folder and every folder above it.
"""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = 0
_OVERFLOW: Final = Path("/proc/sys/kernel/overflowuid")


def doubt(folder: Path) -> str:
    """Return why other users may have put files into a folder, as the end of a sentence about it; "": they cannot.

    For a folder that does not exist, those above it are checked.
    """
    if not hasattr(os, "getuid"):
        return ""
    place = Path(os.path.realpath(folder))
    if about := _stat(place):
        reason = doubt_of(about)
        if reason:
            return reason
    for above in place.parents:
        about = _stat(above)
        reason = "" if about is None or about.st_mode & stat.S_ISVTX else _open_to_others(about)
        if about is not None and about.st_uid not in (ROOT, os.getuid(), _overflow()):
            reason = f"belongs to user {about.st_uid}"
        if reason:
            return f"lies in {above}, which {reason}"
    return ""


def doubt_of(about: os.stat_result) -> str:
    """Return why another user may have written a file or the files of a folder, by its owner and mode; "": impossible."""
    if not hasattr(os, "getuid"):
        return ""
    return f"belongs to user {about.st_uid}" if about.st_uid not in (ROOT, os.getuid()) else _open_to_others(about)


def _open_to_others(about: os.stat_result) -> str:
    if about.st_mode & stat.S_IWOTH:
        return "can be written by anybody"
    private = about.st_gid == about.st_uid  # the group that many systems create for each user
    return "can be written by its group" if about.st_mode & stat.S_IWGRP and not private else ""


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


@cache
def _overflow() -> int:
    """Return the owner id of files of users unknown to a container, including the machine's root."""
    try:
        return int(_OVERFLOW.read_text())
    except (OSError, ValueError):
        return ROOT


__all__ = ["doubt", "doubt_of"]
