"""Events that a step records (``core.events``): every kind of event, with its numbers and what each of them names.

Kernels import this module as ``E``: ``tell(w, E.BID, p, n)``.  ``NAMED`` has the words of the enumerations.  Players have no private
information here: face-down cards have no events before they are turned up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.events import EventCodec

from .layout import CATEGORIES, DICE, OUTCOMES, RESOURCES, RESULTS, ROLLS, TOKENS

CODEC: Final = EventCodec()
_kind: Final = CODEC.kind

# ---- the round
ROUND: Final = _kind("round", n="number")
LAY: Final = _kind("lay", detail=True, route="route", place="place")  # a card is placed on a route
TURN_UP: Final = _kind("turn_up", card="card", route="route", place="place")
KEY: Final = _kind("key", detail=True, route="route", cost="number")
BID: Final = _kind("bid", who="player", n="number")
PASS: Final = _kind("pass", detail=True, who="player")
ORDER: Final = _kind("order", place="place", who="player")  # a new turn order, place by place
ROUTE: Final = _kind("route", who="player", route="route")
PLAY: Final = _kind("play", detail=True, who="player", card="card")
COLLECT: Final = _kind("collect", who="player", card="card")
BOX: Final = _kind("box", detail=True, card="card")  # a card is removed from the game
END: Final = _kind("end", outcome="outcome")

# ---- belongings of a player
RESOURCE: Final = _kind("resource", who="player", resource="resource", n="change", total="number")
SURVIVORS: Final = _kind("survivors", who="player", n="change", total="number")
TOKEN: Final = _kind("token", who="player", what="token", n="change", total="number")
POINTS: Final = _kind("points", who="player", n="change", total="number")  # from maps
LIQUIDATOR: Final = _kind("liquidator", who="player")
ELIMINATED: Final = _kind("eliminated", who="player")

# ---- battle
BATTLE: Final = _kind("battle", who="player", zombies="number")
SHOOT: Final = _kind("shoot", who="player", n="number")
FLEE: Final = _kind("flee", who="player")
MOLOTOV: Final = _kind("molotov", who="player")
MELEE: Final = _kind("melee", who="player", n="number")
DIE: Final = _kind("die", detail=True, roll="roll", colour="die", result="result")
ZOMBIES: Final = _kind("zombies", n="change", left="number")
SAVE: Final = _kind("save", who="player")
STRIKE: Final = _kind("strike", who="player")

# ---- the end
SCORE: Final = _kind("score", who="player", n="number")
BONUS_CARD: Final = _kind("bonus_card", who="player", category="category")
WINNER: Final = _kind("winner", who="player")

NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    "category": CATEGORIES,
    "die": DICE,
    "outcome": OUTCOMES,
    "resource": RESOURCES,
    "result": RESULTS,
    "roll": ROLLS,
    "token": TOKENS,
}
