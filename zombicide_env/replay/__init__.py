"""Recorded games: one text file per game, which can be read, checked, shown, continued and watched.

    recorder = Recorder(game, seed=7, players=["greedy"])
    while not recorder.over:
        recorder.record(choose(recorder.state))
    recorder.write("game.replay")

    verify(read("game.replay"))

``format`` describes the file format. Reading a file returns the game that was played or raises a ``ReplayError`` that names
the line with the error.
"""

from __future__ import annotations

from .format import SUFFIX, CutOffError, Entry, Header, ReplayError
from .player import play_through, resume, verify
from .reading import Replay, read
from .recorder import Recorder
from .show import main

__all__ = [
    "SUFFIX",
    "CutOffError",
    "Entry",
    "Header",
    "Recorder",
    "Replay",
    "ReplayError",
    "main",
    "play_through",
    "read",
    "resume",
    "verify",
]
