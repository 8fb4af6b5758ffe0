"""Count the tokens used by a model, in one file shared by all tables, processes, rooms and runs."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from zombicide_env.core import files

from ..base import AgentError

__all__ = ["FOLDER", "Budget"]

FOLDER: Final = "ZOMBICIDE_STATE_DIR"
"""Environment variable with the folder of the counts."""

_WAIT: Final = 10.0  # seconds to wait for the lock, which is held for one read and one write
_MOST: Final = 4096  # maximum size of a count file, in bytes


class Budget:
    """Token budget (prompts and replies), and the count of used tokens.

    The count persists: an interrupted run continues it when resumed, and so does a new run with the same model at the same address.
    To start a new count, remove the file.

    Args:
        most: maximum number of tokens.
        model: name of the model.
        address: address of its server.
    """

    def __init__(self, most: int, model: str, address: str) -> None:
        self.most = most
        self._about = {"model": model, "address": address}
        key = hashlib.sha256(json.dumps(self._about, sort_keys=True).encode()).hexdigest()[:16]
        self.path = _folder() / "tokens" / f"{key}.json"

    @property
    def spent(self) -> int:
        """Tokens used so far, by all processes."""
        return self.add(0)

    def add(self, tokens: int) -> int:
        """Add ``tokens`` to the count and return the new count.

        Raises:
            AgentError: the file cannot be written, or is not a count.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch()
            with self.path.open("r+b", buffering=0) as file, _locked(file):
                used = self._read(file.read(_MOST)) + tokens
                if tokens:  # in place, because a count that was emptied first is lost if the process is killed or the disk is full
                    file.seek(0)
                    file.write(json.dumps(self._about | {"tokens": used}).encode() + b"\n")
                    file.truncate()
        except OSError as error:
            raise AgentError(f"llm: the tokens used cannot be counted in {self.path}: {error.strerror or error}") from error
        return used

    def _read(self, data: bytes) -> int:
        try:
            return int(json.loads(data)["tokens"]) if data else 0
        except (ValueError, KeyError, TypeError) as error:
            raise AgentError(f"llm: {self.path} is not a count of tokens; remove it to begin a new one") from error

    def over(self) -> str:
        """Return a message if the budget is spent, else ""."""
        used = self.spent
        if used < self.most:
            return ""
        return f"the budget of {self.most:,} tokens is spent ({used:,} used, see {self.path}): raise budget=, or remove the file"


@contextlib.contextmanager
def _locked(file: IO[bytes]) -> Iterator[None]:
    """Lock an open file for this process and thread."""
    end = time.monotonic() + _WAIT
    while not files.try_lock(file):
        if time.monotonic() > end:
            raise TimeoutError(f"another process has held it for {_WAIT:g} seconds")
        time.sleep(0.002)
    try:
        yield
    finally:
        files.unlock(file)


def _folder() -> Path:
    """Return the folder for persistent application state (not a cache) on this platform."""
    if named := os.environ.get(FOLDER):
        return Path(named).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "zombicide_env"
