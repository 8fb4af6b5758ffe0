"""How many tokens a model has used, counted in one file for every table, process, room and run that asks it."""

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
"""Environment variable: the folder of the counts."""

_WAIT: Final = 10.0  # seconds for the lock: it is held for the time of one read and one write
_MOST: Final = 4096  # bytes of a count


class Budget:
    """Tokens that may be used, asked and answered, and the count of those that have been.

    The count outlives the process: a run that was interrupted goes on with it, and a new run with the same model at the same address
    does too.  To start a new count, remove the file.

    Args:
        most: tokens that may be used.
        model: name of the model.
        address: of its server.
    """

    def __init__(self, most: int, model: str, address: str) -> None:
        self.most = most
        self._about = {"model": model, "address": address}
        key = hashlib.sha256(json.dumps(self._about, sort_keys=True).encode()).hexdigest()[:16]
        self.path = _folder() / "tokens" / f"{key}.json"

    @property
    def spent(self) -> int:
        """Tokens that have been used so far, by anybody."""
        return self.add(0)

    def add(self, tokens: int) -> int:
        """Count ``tokens`` more; the new count.

        Raises:
            AgentError: the file cannot be written, or is not a count.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as file, _locked(file):
                file.seek(0)
                used = self._read(file.read(_MOST)) + tokens
                if tokens:
                    data = json.dumps(self._about | {"tokens": used}).encode() + b"\n"
                    file.truncate(0)
                    file.write(data)
                    file.flush()
        except OSError as error:
            raise AgentError(f"llm: the tokens used cannot be counted in {self.path}: {error.strerror or error}") from error
        return used

    def _read(self, data: bytes) -> int:
        try:
            return int(json.loads(data)["tokens"]) if data else 0
        except (ValueError, KeyError, TypeError) as error:
            raise AgentError(f"llm: {self.path} is not a count of tokens; remove it to begin a new one") from error

    def over(self) -> str:
        """Why the model may be asked no more, "" while it may."""
        used = self.spent
        if used < self.most:
            return ""
        return f"the budget of {self.most:,} tokens is spent ({used:,} used, see {self.path}): raise budget=, or remove the file"


@contextlib.contextmanager
def _locked(file: IO[bytes]) -> Iterator[None]:
    """Have an open file for this process and thread alone."""
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
    """Where programs keep what should outlive them and is no cache."""
    if named := os.environ.get(FOLDER):
        return Path(named).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "zombicide_env"
