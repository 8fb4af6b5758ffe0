"""A subprocess that answers each line of JSON with a line of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


class ChildError(RuntimeError):
    """The process ended, hung or wrote something that is not JSON; the message has the last line of its stderr."""


class Child:
    """``command`` as a subprocess; its first line, ``hello``, is read at the start.

    Args:
        command: program and arguments.
        patience: timeout in seconds for an answer; the process is killed afterwards.
        cwd, environment: working directory, and variables added to the environment.
    """

    def __init__(
        self, command: Sequence[str], *, patience: float = 120.0, cwd: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by close()
        self._patience = patience
        self._process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            cwd=cwd,
            env={**os.environ, **(environment or {})},
        )
        try:
            self.hello = self._answer()
        except BaseException:  # also Ctrl+C: the process would outlive its caller
            self.close()
            raise

    def ask(self, line: str) -> dict[str, Any]:
        """Send a line and return the answer."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            raise ChildError(self._last_words()) from None
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        watchdog = threading.Timer(self._patience, self._process.kill)
        watchdog.start()
        try:
            assert self._process.stdout is not None
            text = self._process.stdout.readline()
        finally:
            watchdog.cancel()
        try:
            answer = json.loads(text)
        except ValueError:
            raise ChildError(self._last_words() if not text.strip() else f"it said {text.strip()[:200]!r}") from None
        if not isinstance(answer, dict):
            raise ChildError(f"it said {text.strip()[:200]!r}")
        return answer

    def _last_words(self) -> str:
        self._process.kill()
        code = self._process.wait()
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().splitlines() if line.strip()]
        return lines[-1] if lines else f"it ended without a word, exit status {code}"

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._errors.close()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
