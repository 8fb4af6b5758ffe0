"""Events that a step records (``core.events``): every kind of event, with its numbers and what each of them names.

Modules import this one as ``E``: ``tell(w, E.NOISE, i, zone)``.  ``NAMED`` has the words of the small enumerations; the game names zones,
survivors, cards and the like.  An edition declares additional kinds in ``edition_events``, with the same ``CODEC.kind``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.events import EventCodec

from ...table.codes import COLOURS, COMBAT_TYPES, DEFEATS, LEVELS, OUTCOMES, PHASES, TOKEN_COLOURS
from ..edition import KINDS, SLOT_NAMES
from .skills import SKILLS

CODEC: Final = EventCodec()
_kind: Final = CODEC.kind

# ---- the course of the game
ROUND: Final = _kind("round", n="number")
PHASE: Final = _kind("phase", phase="phase")
FIRST_PLAYER: Final = _kind("first_player", player="player")
TURN: Final = _kind("turn", who="survivor")
EXTRA_TURN: Final = _kind("extra_turn", who="survivor")
TURN_OVER: Final = _kind("turn_over", detail=True, who="survivor")
END: Final = _kind("end", outcome="outcome", cause="defeat")

# ---- survivors on the board
MOVE: Final = _kind("move", who="survivor", start="zone", to="zone")
LEAVE: Final = _kind("leave", who="survivor", start="zone")
NOISE: Final = _kind("noise", who="survivor", zone="zone")
SILENCE: Final = _kind("silence", detail=True, zone="zone", n="number")  # Noise tokens removed
LOUD: Final = _kind("loud", who="survivor", zone="zone")
UNNOTICED: Final = _kind("unnoticed", who="survivor", cover="cover")
NOTICED: Final = _kind("noticed", who="survivor", cover="cover")
EXPERIENCE: Final = _kind("experience", who="survivor", n="number", total="number")
LEVEL: Final = _kind("level", who="survivor", level="level")
SKILL: Final = _kind("skill", who="survivor", skill="skill")
DAMAGE_WITH: Final = _kind("damage_with", who="survivor", card="card")
USE: Final = _kind("use", who="survivor", skill="skill", zone="zone")
HELP: Final = _kind("help", who="survivor", whom="survivor")  # Born leader

# ---- fights
ATTACK: Final = _kind("attack", who="survivor", combat="combat", card="card", weapons="number", zone="zone")
DIE: Final = _kind("die", detail=True, who="survivor", roll="roll", face="number", bonus="number", need="number", success="flag")
REROLL: Final = _kind("reroll", who="survivor", roll="roll")
HITS_LOST: Final = _kind("hits_lost", who="survivor", zone="zone", n="number")
KILL: Final = _kind("kill", who="survivor", zone="zone", zombie="zombie", n="number")
FRIENDLY_FIRE: Final = _kind("friendly_fire", who="survivor", whom="survivor", n="number")
ASSAULT: Final = _kind("assault", zone="zone", zombie="zombie", n="number", whom="survivor")
IGNORE: Final = _kind("ignore", who="survivor", skill="skill", n="number")  # wounds that a skill prevents
PREVENT: Final = _kind("prevent", who="survivor", n="number")
WOUND: Final = _kind("wound", who="survivor", n="number", wounds="number")  # by zombies
WOUND_BY: Final = _kind("wound_by", who="survivor", n="number", wounds="number", by="survivor")  # by friendly fire
HEAL: Final = _kind("heal", who="survivor", n="number", wounds="number")
DEATH: Final = _kind("death", who="survivor", zone="zone")

# ---- cards
SEARCH: Final = _kind("search", detail=True, who="survivor", zone="zone")
DRAW: Final = _kind("draw", who="survivor", card="card", source="source")
TRAP: Final = _kind("trap", who="survivor", card="card")
KEEP: Final = _kind("keep", who="survivor", card="card", slot="slot")
DISCARD: Final = _kind("discard", who="survivor", card="card")  # a card just drawn
DROP: Final = _kind("drop", who="survivor", card="card", slot="slot")  # one of the survivor's cards
EXCHANGE: Final = _kind("exchange", who="survivor", slot="slot", card="card", whom="survivor", other_slot="slot", other="card")
UNLOAD: Final = _kind("unload", detail=True, who="survivor", card="card")
RELOAD: Final = _kind("reload", detail=True, who="survivor", card="card")
SHUFFLE: Final = _kind("shuffle", deck="deck")
CAST: Final = _kind("cast", who="survivor", card="card", zone="zone")
EAT: Final = _kind("eat", who="survivor", card="card")

# ---- doors, tokens, fire
OPEN: Final = _kind("open", who="survivor", door="door")
CLOSE: Final = _kind("close", who="survivor", door="door")
UNLOCK: Final = _kind("unlock", door="door")
BUILDING: Final = _kind("building", detail=True, zone="zone")  # a closed building is entered for the first time
OBJECTIVE: Final = _kind("objective", who="survivor", zone="zone", colour="colour", hidden="flag")
TOKEN: Final = _kind("token", zone="zone", colour="colour")
TOKEN_GONE: Final = _kind("token_gone", zone="zone", colour="colour")
TOKEN_PLAIN: Final = _kind("token_plain", detail=True, zone="zone")  # a Necromancer's token becomes an ordinary one
TOKEN_WAKES: Final = _kind("token_wakes", zone="zone", colour="colour")
BILE: Final = _kind("bile", zone="zone")
BILE_GONE: Final = _kind("bile_gone", detail=True, zone="zone", n="number")
FIRE: Final = _kind("fire", who="survivor", zone="zone")

# ---- zombies
ZOMBIE_CARD: Final = _kind("zombie_card", detail=True, card="zombie_card", zone="zone", level="level")
SPAWN: Final = _kind("spawn", zone="zone", zombie="zombie", n="number", card="zombie_card")
SHORTAGE: Final = _kind("shortage", zombie="zombie", n="number")
ACTIVATION: Final = _kind("activation", detail=True, zombies="zombies", zone="zone")
LURE: Final = _kind("lure", detail=True, zone="zone", why="why", to="zone", noise="number")
GO: Final = _kind("go", zombie="zombie", n="number", start="zone", to="zone")  # departure; the groups arrive together
SPLIT: Final = _kind("split", zombie="zombie", n="number", zone="zone")  # miniatures added so that a group can split
DEPART: Final = _kind("depart", detail=True, zombie="zombie", n="number", zone="zone")
ARRIVE: Final = _kind("arrive", detail=True, zombie="zombie", n="number", zone="zone")
PUSH: Final = _kind("push", zombie="zombie", n="number", start="zone", to="zone")
APPEAR: Final = _kind("appear", zone="zone")  # a Necromancer
ESCAPE: Final = _kind("escape", zone="zone")

# ---- words of small enumerations
ROTTEN, INVISIBLE = range(2)
BY_SIGHT, BY_NOISE, BY_TAUNT, TO_ESCAPE = range(4)
FROM_DECK, FROM_VAULT, FROM_BOX, BY_SET = range(4)
ATTACK_ROLL, DOOR_ROLL, ARMOUR_ROLL = range(3)  # codes of rolls that may be rerolled, as in ``decisions``

NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    "colour": (*COLOURS, TOKEN_COLOURS[-1]),
    "combat": COMBAT_TYPES,
    "cover": ("rotten", "invisibility"),
    "deck": ("equipment_deck", "zombie_deck"),
    "defeat": DEFEATS,
    "level": LEVELS,
    "outcome": OUTCOMES,
    "phase": PHASES,
    "roll": ("attack", "door", "armour"),
    "skill": SKILLS,
    "slot": SLOT_NAMES,
    "source": ("deck", "vault", "box", "matching_set"),
    "why": ("sight", "noise", "taunt", "escape"),
    "zombie": KINDS,
}
