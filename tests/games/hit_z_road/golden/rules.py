"""Rules that the golden games of Hit Z Road show, by the words of their lines."""

from __future__ import annotations

from typing import Final

from tests.games.golden import Shown

SHOWN: Final = Shown(
    words={
        "bid": "HZ-5.3 HZ-5.5 HZ-5.R1 HZ-5.9",
        "fight": "HZ-7.4 HZ-7.5 HZ-7.R2",
        "flee": "HZ-7.4 HZ-7.R2 HZ-8.2",
        "hold": "HZ-7.2 HZ-7.R1",
        "keep": "HZ-17.22 HZ-17.23",
        "molotov": "HZ-9.3 HZ-9.R3 HZ-9.R4",
        "pass": "HZ-5.2 HZ-5.4 HZ-5.7",
        "pay": "HZ-5.8 HZ-5.R5 HZ-6.R4",
        "route": "HZ-6.1 HZ-6.2 HZ-6.R1 HZ-6.R3",
        "sacrifice": "HZ-7.7 HZ-D-9",
        "save": "HZ-7.7 HZ-D-9",
        "shoot": "HZ-7.2 HZ-7.3 HZ-7.R7",
        "strike": "HZ-7.7 HZ-D-10",
        "take": "HZ-13.2 HZ-13.3 HZ-D-5",
    },
    chance={
        "card": "HZ-4.R1 HZ-0.R2",
        "dice": "HZ-7.R4 HZ-7.7 HZ-17.1",
        "red": "HZ-8.3 HZ-8.R1 HZ-17.2",
    },
    end="HZ-11.1 HZ-11.2 HZ-11.5 HZ-3.R1",
    setup="HZ-2.R2 HZ-0.R2",
)
