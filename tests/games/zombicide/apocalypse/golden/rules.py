"""Rules that the golden games of Apocalypse show, by the words of their lines."""

from __future__ import annotations

from typing import Final

from tests.games.golden import Shown

SHOWN: Final = Shown(
    words={
        "accept": "AP-8.R4 AP-15.R6",
        "activate": "AP-3.2 AP-11.1",
        "board": "AP-16.R2",
        "discard": "AP-12.R6 AP-21.R3",
        "done": "AP-12.R6 AP-21.R11",
        "drive": "AP-16.R3 AP-16.R4 AP-26.M6",
        "drop": "AP-9.4 AP-12.R6",
        "end": "AP-11.3 AP-18.1 AP-20.1 AP-22.R1",
        "exit": "AP-26.R11 AP-26.M9",
        "give": "AP-11.R1",
        "hit": "AP-14.R8 AP-14.R2",
        "keep": "AP-12.R6 AP-9.R1",
        "learn": "AP-8.R1 AP-8.R5",
        "lose": "AP-15.R2 AP-15.R6",
        "melee": "AP-14.1 AP-14.R1 AP-10.R5",
        "move": "AP-6.1 AP-6.2 AP-6.R3",
        "open": "AP-13.R1 AP-13.2 AP-7.1",
        "order": "AP-13.R3",
        "pass": "AP-21.2",
        "path": "AP-18.R4 AP-18.R5 AP-18.R7",
        "play": "AP-21.R4 AP-21.R7",
        "push": "AP-21.R11",
        "put": "AP-9.R1 AP-12.R6",
        "reload": "AP-14.R6",
        "reorganise": "AP-11.R1",
        "reroll": "AP-8.R4 AP-16.R11",
        "search": "AP-12.1 AP-12.R6 AP-16.R8",
        "shoot": "AP-14.1 AP-14.R2 AP-14.R5",
        "start": "AP-16.2",
        "stow": "AP-26.M6",
        "take": "AP-11.2 AP-26.R1 AP-26.M7",
        "trade": "AP-11.R1",
        "use": "AP-8.R4",
        "wound": "AP-15.R3 AP-15.R7",
    },
    chance={
        "dice": "AP-14.R1 AP-16.2 AP-16.R4",
        "equipment": "AP-12.1 AP-12.4 AP-16.R8",
        "shuffle": "AP-12.3 AP-20.R1",
        "zombies": "AP-20.1 AP-20.R4 AP-13.2",
    },
    end="AP-3.R1 AP-3.R2 AP-26.R1",
    setup="AP-2.R9 AP-2.R2",
)
