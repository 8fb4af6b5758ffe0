"""Rules that the golden games of White Death show, by the words of their lines."""

from __future__ import annotations

from typing import Final

from tests.games.golden import Shown

SHOWN: Final = Shown(
    words={
        "activate": "WD-3.2",
        "cast": "WD-12.11 WD-15.7",
        "consume": "WD-12.24",
        "discard": "WD-12.5",
        "done": "WD-9.8",
        "dragonfire": "WD-12.21",
        "drop": "WD-9.2",
        "end": "WD-12.19 WD-17.1",
        "exit": "WD-25.84",
        "give": "WD-9.8",
        "guards": "WD-13.5 WD-13.6",
        "hit": "WD-15.12",
        "keep": "WD-12.4",
        "ladder": "WD-4.14 WD-4.13",
        "learn": "WD-8.4",
        "melee": "WD-15.13 WD-15.7",
        "miss": "WD-15.14",
        "move": "WD-4.9 WD-3.3",
        "noise": "WD-12.18",
        "number": "WD-13.5",
        "order": "WD-13.5",
        "path": "WD-17.10 WD-17.11",
        "place": "WD-18.15",
        "printed": "WD-24.18",
        "put": "WD-9.8",
        "quest": "WD-25.44 WD-25.103",
        "receive": "WD-9.8",
        "reload": "WD-12.20",
        "reorganise": "WD-9.8",
        "replace": "WD-24.18",
        "search": "WD-12.4",
        "shoot": "WD-12.10 WD-15.7",
        "stay": "WD-25.9",
        "take": "WD-12.15 WD-12.16",
        "target": "WD-17.5 WD-17.8",
        "tip": "WD-14.6",
        "trade": "WD-9.8",
        "use": "WD-24.51",
        "where": "WD-13.7 WD-13.9",
        "wound": "WD-17.3 WD-13.14",
    },
    chance={
        "artefact": "WD-25.7",
        "dice": "WD-15.6",
        "equipment": "WD-12.4",
        "objective": "WD-25.5",
        "shuffle": "WD-18.3",
        "zombies": "WD-18.2",
    },
    end="WD-3.7 WD-3.8 WD-3.10 WD-3.12",
    setup="WD-2.1",
)
