"""Events that a step records (``core.events``): every kind of event, with its numbers and what each of them names.

Kernels write ``tell(w, E.VP, p, n, total)``; events that only some seats may know (ZG-19.1) use ``tell_only``.  ``NAMED`` has the
words of the enumerations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.events import EventCodec

from .layout import CARDS, CHARACTERS, DECKS, ENDS, OUTCOMES, PHASE_TITLES, PROJECTS, REPLIES, TYPES

CODEC: Final = EventCodec()
_kind: Final = CODEC.kind

# ---- the course of the game
TURN: Final = _kind("turn", n="number", first="player")
PHASE: Final = _kind("phase", phase="phase")
VP: Final = _kind("vp", who="player", n="number", total="number")
ELIMINATED: Final = _kind("eliminated", who="player")
END: Final = _kind("end", outcome="outcome", cause="end")
WINNER: Final = _kind("winner", who="player")

# ---- the board
MOVE: Final = _kind("move", who="player", character="character", start="location", to="location")
DEPLOY: Final = _kind("deploy", who="player", character="character", location="location")
DEATH: Final = _kind("death", who="player", character="character", location="location")
ENSLAVED: Final = _kind("enslaved", who="player", character="character", location="location")  # entered by that character
MARKERS: Final = _kind("markers", location="location", owner="owner", intact="number", ruined="number")  # new values
TILE: Final = _kind("tile", location="location", tile="tile")  # turned up

# ---- cards
DREW: Final = _kind("drew", who="player", deck="deck")
DREW_CARD: Final = _kind("drew_card", who="player", card="card")  # private to the player
RECEIVED: Final = _kind("received", who="player", card="card")  # public
GAVE_UP: Final = _kind("gave_up", who="player", card="card")  # played, traded or discarded; public
SHOWED: Final = _kind("showed", who="player", card="card", n="number")
COMMITTED: Final = _kind("committed", who="player", card="card")  # face down in a fight; private
LAID: Final = _kind("laid", who="player")  # face down before another player
LAID_CARD: Final = _kind("laid_card", who="player", card="card")  # private to the player
TOOK_UP: Final = _kind("took_up", who="player", giver="player")
TOOK_UP_CARD: Final = _kind("took_up_card", who="player", giver="player", card="card")  # private to the two players
STOLE: Final = _kind("stole", who="player", victim="player")
STOLE_CARD: Final = _kind("stole_card", who="player", victim="player", card="card")  # private to the two players
SHUFFLE: Final = _kind("shuffle", deck="deck")

# ---- trade, food, medicine, works
WISHED: Final = _kind("wished", who="player", card="card")  # the card in return for those offered
WISHED_DECK: Final = _kind("wished_deck", who="player", deck="deck")  # any card of the deck
REPLIED: Final = _kind("replied", who="player", asker="player", reply="reply")
DEAL: Final = _kind("deal", who="player", partner="player")
STOCK: Final = _kind("stock", who="player", food="number", medicine="number")  # new values
BREWED: Final = _kind("brewed", who="player", n="number", total="number")
PROJECT: Final = _kind("project", who="player", project="project", location="location")  # begun

# ---- fights and dice
ZOMBIES: Final = _kind("zombies", location="location", strength="number", reward="number")
CLASH: Final = _kind("clash", location="location", defender="player", attacker="player", difference="difference")
FOUGHT: Final = _kind("fought", who="player", location="location", strength="number", against="number")
CAPTURE: Final = _kind("capture", who="player", location="location")
DIE: Final = _kind("die", face="number", need="number")  # need 0: the face is a result by itself

NAMED: Final[Mapping[str, tuple[str, ...]]] = {
    "card": CARDS,
    "character": CHARACTERS,
    "deck": DECKS,
    "end": ENDS,
    "outcome": OUTCOMES,
    "phase": PHASE_TITLES,
    "project": PROJECTS,
    "reply": REPLIES,
    "tile": TYPES,
}
