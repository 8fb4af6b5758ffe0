"""White Death's own events.  Modules import this one as ``OE``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .events import CODEC

GUARDS_GO: Final = CODEC.kind("guards_go", n="number", start="zone", to="zone")
GUARDS_ATTACK: Final = CODEC.kind("guards_attack", who="survivor", n="number", combat="combat", start="zone", zone="zone")
GUARDS_DIE: Final = CODEC.kind("guards_die", n="number", zone="zone")
GUARDS_LEAVE: Final = CODEC.kind("guards_leave", n="number", start="zone")
CLIMBS: Final = CODEC.kind("climb", zombie="zombie", n="number", start="zone", to="zone")  # a Siege
FALLS: Final = CODEC.kind("fall", zombie="zombie", n="number", start="zone", to="zone")  # departure, as in ``go``
DEFILES: Final = CODEC.kind("defile", zone="zone")
CLEANSES: Final = CODEC.kind("cleanse", zone="zone")
ADVANCES: Final = CODEC.kind("advance", start="zone", to="zone")  # the token that the Defiler moves
SENT_AWAY: Final = CODEC.kind("send_away", who="survivor", start="zone", to="zone")  # a spawn token
LOST: Final = CODEC.kind("objective_lost", zone="zone", colour="colour")
FREEZES: Final = CODEC.kind("freeze", zone="zone")
THAWS: Final = CODEC.kind("thaw", zone="zone")
CARRIES: Final = CODEC.kind("carry", start="zone", to="zone")  # a cauldron
TIPS: Final = CODEC.kind("tip", start="zone", to="zone")
ROPE_SET: Final = CODEC.kind("rope_set", who="survivor", start="zone", to="zone")
ROPE_TAKEN: Final = CODEC.kind("rope_taken", who="survivor", start="zone", to="zone")
ROPE_FOUND: Final = CODEC.kind("rope_found", who="survivor", zone="zone")
BEACON_TAKEN: Final = CODEC.kind("beacon_taken", who="survivor", zone="zone")
EMPRESS_GOES: Final = CODEC.kind("empress_goes", start="zone", to="zone")
EMPRESS_HURT: Final = CODEC.kind("empress_hurt", zone="zone")
ARTEFACT_LEFT: Final = CODEC.kind("artefact_left", zone="zone")  # face down on the ground
BURNS: Final = CODEC.kind("burn", zone="zone")  # a room becomes a ruin

NAMED: Final[Mapping[str, tuple[str, ...]]] = {}
