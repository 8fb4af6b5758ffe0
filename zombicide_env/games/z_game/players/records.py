"""Records of the rule-based player: its weights, and its view, which is empty because it reads the game directly."""

from __future__ import annotations

from typing import Final

import numpy as np

from zombicide_env.core.layout import record

#: Weights of the considerations, in points.
DEFAULTS: Final = {
    "build": 2.0,  # a new fortification (ZG-5.3)
    "street": 2.0,  # the Street held (ZG-5.4)
    "capture": 1.0,
    "leader": 1.5,
    "risk": 0.5,  # each member of a squad that may be driven out at night
    "defeat": 0.5,  # each member of a group that may lose by day
    "restless": 0.05,  # minimum gain of a move over staying
    "ride": 0.4,  # minimum gain of a vehicle over walking
    "hungry": 2.0,  # characters in excess of those that can be fed
}
WEIGHTS: Final = record([(name, "f8") for name in DEFAULTS])
VIEW: Final = np.dtype([("unused", "u1")])
