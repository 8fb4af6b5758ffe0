"""Firefox without a driver: it speaks WebDriver BiDi itself, of which the tests need a few commands."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

from tests.play.pages import WAIT

__all__ = ["Firefox", "firefox"]

_START: Final = 120.0


class Firefox:
    """One window; ``errors`` are those of its scripts."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.errors: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self._context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **values: Any) -> Any:
        """Send a command and return the browser's answer; RuntimeError if it refuses."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": values}))
        while True:
            told = json.loads(self._socket.recv(timeout=_START))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            if told.get("id") == number:
                if told["type"] == "error":
                    raise RuntimeError(f"{method}: {told['message']}")
                return told["result"]

    def go(self, url: str) -> None:
        """Open an address."""
        self.call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def size(self, width: int, height: int) -> None:
        """Set the size of the window."""
        self.call("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def do(self, script: str) -> Any:
        """Evaluate an expression and return its value if that is a primitive; RuntimeError if it raises."""
        target = {"context": self._context}
        found = self.call("script.evaluate", expression=script, target=target, awaitPromise=True)
        if found["type"] == "exception":
            raise RuntimeError(f"{script}: {found['exceptionDetails']['text']}")
        return found["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait for a condition."""
        end = time.monotonic() + 2 * WAIT / 1000
        while not self.do(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.1)


@contextlib.contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """A running Firefox with a fresh profile."""
    profile.mkdir()
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"]
    told = profile / "stderr"
    with told.open("w") as errors, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors) as process:
        try:
            with connect(f"{_address(told)}/session", max_size=2**26, open_timeout=_START) as socket:
                yield Firefox(socket)
        finally:
            process.kill()


def _address(told: Path) -> str:
    """Wait for the address that the browser listens at, which it prints, and return it."""
    end = time.monotonic() + _START
    while (found := re.search(r"BiDi listening on (ws://\S+)", told.read_text())) is None:
        if time.monotonic() > end:
            raise TimeoutError(told.read_text())
        time.sleep(0.1)
    return found[1]
