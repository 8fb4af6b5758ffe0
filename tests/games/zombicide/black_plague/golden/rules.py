"""Rules that the golden games of Black Plague show, by the words of their lines."""

from __future__ import annotations

from typing import Final

from tests.games.golden import Shown

SHOWN: Final = Shown(
    words={
        "accept": "BP-13.R7 BP-22.82",
        "activate": "BP-3.2 BP-3.R6",
        "bile": "BP-14.1 BP-14.R1 BP-14.5",
        "cast": "BP-13.14 BP-13.R7 BP-13.15 BP-13.R8",
        "consume": "BP-9.7 BP-24.7",
        "discard": "BP-9.R2 BP-9.R3",
        "done": "BP-9.8 BP-11.R6 BP-11.R12",
        "drop": "BP-9.7 BP-9.R3",
        "enchant": "BP-11.11 BP-11.12 BP-7.R4",
        "end": "BP-11.14 BP-3.2 BP-15.1 BP-20.1",
        "exit": "BP-11.R9 BP-9.R6 BP-3.R2",
        "give": "BP-11.9 BP-11.R6",
        "hit": "BP-13.15 BP-13.R8 BP-13.R9",
        "keep": "BP-9.R2 BP-9.R1",
        "learn": "BP-8.3 BP-8.5 BP-8.R1",
        "melee": "BP-13.10 BP-13.R2 BP-13.R7 BP-13.R8",
        "miss": "BP-13.21 BP-13.R10 BP-13.R11",
        "move": "BP-6.2 BP-6.3 BP-6.R1 BP-6.R4",
        "noise": "BP-7.6 BP-7.2",
        "open": "BP-11.5 BP-11.R4 BP-12.1 BP-12.R1",
        "order": "BP-12.1 BP-12.R2",
        "path": "BP-15.14 BP-15.R10 BP-15.R11",
        "put": "BP-9.R1 BP-9.R2 BP-11.9",
        "reload": "BP-11.16 BP-13.30 BP-13.R22",
        "remove": "BP-17.7 BP-17.R7 BP-14.6",
        "reorganise": "BP-11.9 BP-9.8",
        "reroll": "BP-13.R7 BP-13.R6",
        "search": "BP-11.2 BP-11.3 BP-11.R8 BP-9.R2",
        "shoot": "BP-13.12 BP-13.R7 BP-13.15 BP-13.R8",
        "stay": "BP-11.R9",
        "take": "BP-11.13 BP-11.15 BP-8.2",
        "torch": "BP-14.2 BP-14.3 BP-14.R8",
        "trade": "BP-11.9 BP-11.R6",
        "use": "BP-22.82 BP-22.R2 BP-22.R6",
        "wound": "BP-15.6 BP-13.24 BP-15.R2",
    },
    chance={
        "artefact": "BP-19.7 BP-19.R2",
        "dice": "BP-0.R2 BP-13.R2 BP-13.R5",
        "equipment": "BP-11.2 BP-9.R2 BP-0.R2",
        "objective": "BP-11.13 BP-8.2",
        "shuffle": "BP-16.3 BP-11.4 BP-12.7",
        "zombies": "BP-16.1 BP-16.R5 BP-16.R6 BP-16.R9 BP-12.1",
    },
    end="BP-3.6 BP-3.7 BP-3.9 BP-3.R1",
    setup="BP-2.R5 BP-0.R2",
)
