"""Latency of the page as a user experiences it: ``python -m tests.play.latency [FILE]``, on an otherwise idle machine.

A browser opens the page of a freshly started server, starts the first room, then others, and plays: a click is timed until the picture
has changed.  The size of the first view is measured as transferred, and pictures are drawn as arrays.  Requires Chromium, playwright and
the extras ``serve`` and ``render``; the table is written to ``benchmarks/results/page.md``.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from tests.play.conftest import browser
from tests.play.wire import Server
from zombicide_benchmarks.machine import described, machine
from zombicide_env import make_game
from zombicide_env.play import Session
from zombicide_env.render import rgb_array

__all__ = ["main"]

FILE: Final = Path(__file__).parents[2] / "benchmarks" / "results" / "page.md"
ROOMS: Final = 10
CLICKS: Final = 200
PICTURES: Final = 100
AIMS: Final = {"the first room": 1000, "other rooms": 1000, "a click": 100}  # milliseconds, for 95 of 100
HEAVY: Final = 200  # target size of the first view, in kilobytes
#: Bytes of everything that the first view has fetched, compressed as transferred.
_WEIGHED: Final = """['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.encodedBodySize, 0)"""
#: Milliseconds from a click on the element until the condition holds and the browser has painted.
_TIMED: Final = """([selector, condition]) => new Promise((done) => {
  const start = performance.now();
  const was = document.querySelector('#where')?.textContent;
  const look = () => {
    const there = condition === 'room' ? document.querySelector('#board svg') : document.querySelector('#where').textContent !== was;
    if (there) requestAnimationFrame(() => done(performance.now() - start)); else setTimeout(look, 1);
  };
  document.querySelector(selector).click();
  look();
})"""


def main(file: Path) -> None:
    """Measure, and write the table."""
    times: dict[str, list[float]] = {name: [] for name in AIMS}
    with tempfile.TemporaryDirectory() as games, browser() as chromium:
        server = Server(Path(games))
        try:
            page = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce").new_page()
            page.set_default_timeout(180_000)  # games that need it are compiled before the first room
            weight = _weight(page, server)
            for number in range(ROOMS):
                times["the first room" if number == 0 else "other rooms"].append(_room(page, server))
                times["a click"] += _clicks(page, CLICKS // ROOMS)
        finally:
            server.stop()
    rows = [
        f"| {name} | {len(all_)} | {np.median(all_):.0f} | {np.percentile(all_, 95):.0f} | {max(all_):.0f} | {AIMS[name]} |"
        for name, all_ in times.items()
    ]
    head = ["# The page in a browser", "", "`python -m tests.play.latency`: Chromium and server on one machine.", ""]
    table = ["| milliseconds | count | median | 95 % | most | aim |", "| --- | ---: | ---: | ---: | ---: | ---: |", *rows]
    weighed = f"The first view: {weight / 1000:.0f} kB, compressed; the aim is {HEAVY}."
    drawn = f"Pictures as arrays (`rgb_array`; danse_macabre with its team, each after a move): {_pictures():.0f} per second."
    text = "\n".join([*head, *table, "", weighed, "", drawn, "", *described(machine("fastapi", "uvicorn", "playwright")), ""])
    file.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


def _weight(page: Any, server: Server) -> int:
    """Transferred bytes of the first view."""
    page.goto(server.url)
    page.wait_for_selector("#map svg")
    page.wait_for_load_state("networkidle")
    return int(page.evaluate(_WEIGHED))


def _pictures() -> float:
    """Number of pictures drawn per second."""
    game = make_game("black_plague", quest="danse_macabre")
    session, spent = Session(game, [agents.make("greedy", game)], seed=1), 0.0
    for _ in range(PICTURES):
        session.step()
        scene = game.scene(session.state)
        start = time.perf_counter()
        rgb_array(scene)
        spent += time.perf_counter() - start
    return PICTURES / spent


def _room(page: Any, server: Server) -> float:
    page.goto(server.url)
    page.reload()
    page.wait_for_selector("#map svg")
    page.click("[data-preset=alone]")
    time.sleep(0.5)
    return float(page.evaluate(_TIMED, ["#start", "room"]))


def _clicks(page: Any, n: int) -> list[float]:
    found = []
    for _ in range(n):
        page.wait_for_selector("#turn.mine .act")
        found.append(float(page.evaluate(_TIMED, ["#turn .act", "click"])))
        time.sleep(0.05)
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FILE)
