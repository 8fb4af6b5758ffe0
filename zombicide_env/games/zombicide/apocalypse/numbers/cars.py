"""Cars, and the ways in which survivors leave a mission by its Exit, on foot or by car."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range

CAR_KINDS: Final = ("none", "police_car", "pimpmobile")
POLICE_CAR: Final = 1
PIMPMOBILE: Final = 2
CARS: Final = 6
CAR: Final = Range(0, CARS - 1)
SEATS: Final = 4
SEAT_NAMES: Final = ("driver", "p1", "p2", "p3")
SPEED: Final = 2  # AP-16.R1
LOAD: Final = 12  # supply cards stowed under a car

# ---- how survivors leave
EXITS: Final = ("none", "foot", "car", "choice")
(NO_EXIT, BY_FOOT, BY_CAR, BY_CHOICE) = range(len(EXITS))
