"""Layout of the observation of Hit Z Road: all public information, relative to a seat, as one uint8 vector.

Players have no secrets from each other; hidden are the order of the deck, the cards removed at setup and the face-down cards of
the solo game (HZ-14).  Rows of players begin with the observer and continue in seat order, so that one policy plays every seat.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock, ObservationCodec

from .decisions import NAMES
from .layout import (
    CARDS,
    DECK,
    EVENTS,
    LEVELS,
    MAX_BID,
    MAX_GROUP,
    N_CARDS,
    PLACES,
    RESOURCES,
    RESULTS,
    ROLLS,
    ROUNDS,
    RULES,
    STEPS,
    TOKENS,
    P,
    R,
)

_MOST = 60  # maximum of resources of a type and points that is distinguished

_PLAYERS = (
    Column("present", 1, "belongs to the game"),
    Column("alive", 1),
    Column("decides", 1, "is asked"),
    Column("in_turn", 1, "is playing a route"),
    Column("went", 1, "has chosen a route in this round"),
    Column("order", P, "number of the turn order card, 0: eliminated"),
    Column("survivors", MAX_GROUP, "leader included"),
    *(Column(resource, _MOST) for resource in RESOURCES),
    *(Column(token, 9) for token in TOKENS),
    Column("liquidator", 1),
    Column("points", _MOST, "victory points on collected cards and from maps"),
    Column("cards", ROUNDS * PLACES, "cards collected"),
    Column("bid", MAX_BID, "value of the bid marker"),
    Column("leader", 1, "has the highest bid"),
)

_PLACE = (
    Column("present", 1, "a card was laid out here in this round"),
    Column("face_up", 1),
    Column("here", 1, "is being played"),
    Column("done", 1, "has been played, or its battle has been lost"),
    Column("card", CARDS - 1, "number of the card, 0: hidden", CARDS),
    Column("level", LEVELS),
    *(Column(resource, 4, "scavenged") for resource in RESOURCES),
    Column("event", len(EVENTS) - 1, "black text", len(EVENTS)),
    Column("token", len(TOKENS), "token of the event + 1", len(TOKENS) + 1),
    Column("rule", len(RULES) - 1, "red text", len(RULES)),
    Column("zombies", 8),
    Column("horde", 3, "printed strength"),
    Column("points", 2),
)

_ROUTE = (
    Column("present", 1),
    Column("free", 1, "nobody has taken it"),
    Column("owner", P, "1: the observer, 2: the next seat ...; 0: nobody", P + 1, "player"),
    Column("cost", 4, "key token, or the price of the solo route 3"),
    Column("affordable", 1, "for the observer", seat="view"),
)

_BATTLE = (
    Column("going_on", 1),
    Column("zombies", 120, "alive"),
    Column("horde", 3, "red dice at most, School Bus and Liquidator counted"),
    Column("rule", len(RULES) - 1, "red text", len(RULES)),
    *(Column(f"at_{step}", 1) for step in STEPS),
    Column("melee_round", 200, "melee rolls made"),
    Column("wounds", 7, "`wounded` dice not yet decided"),
    Column("strikes", 7, "`adrenaline` and `double` dice not yet used"),
)

_ROLL = (
    Column("kind", len(ROLLS) - 1, "the latest roll: none, ranged, melee, event", len(ROLLS)),
    *(Column(f"black_{result}", 120) for result in RESULTS),
    *(Column(f"red_{result}", 3) for result in RESULTS),
)

_DECISION = (
    *(Column(name, 1, "the decision asked") for name in NAMES),
    Column("mine", 1, "the observer is asked", seat="view"),
    Column("due", MAX_BID, "units still open"),
)

_GLOBAL = (
    Column("round", ROUNDS),
    Column("players", P),
    Column("active", P, "players not eliminated"),
    Column("routes", R),
    Column("high", MAX_BID, "highest bid"),
    Column("passes", P, "passes since then"),
    Column("deck", DECK, "cards in the deck"),
    *(Column(f"deck_{level + 1}", 24, f"of them level {level + 1}") for level in range(LEVELS)),
)

OBSERVATION: Final = ObservationCodec(
    "hit_z_road",
    [
        ObservationBlock(
            "players", (P, len(_PLAYERS)), doc="players, the observer first, then in seat order", columns=_PLAYERS, rows="player"
        ),
        ObservationBlock("cards", (R * PLACES, len(_PLACE)), doc="cards of the round: route 1 left, right, route 2 ...", columns=_PLACE),
        ObservationBlock("routes", (R, len(_ROUTE)), doc="routes of the round", columns=_ROUTE, rows="route"),
        ObservationBlock("seen", (N_CARDS,), high=1, doc="cards that have been turned up in this game, in the order of the card file"),
        ObservationBlock("decision", (len(_DECISION),), doc="what is asked", columns=_DECISION),
        ObservationBlock("battle", (len(_BATTLE),), doc="the battle", columns=_BATTLE),
        ObservationBlock("roll", (len(_ROLL),), doc="dice of the latest roll by result", columns=_ROLL),
        ObservationBlock("global", (len(_GLOBAL),), doc="the game as a whole", columns=_GLOBAL),
    ],
)
N_OBS: Final = OBSERVATION.size
MOST: Final = _MOST
N_PLAYER: Final = len(_PLAYERS)
N_PLACE: Final = len(_PLACE)
N_ROUTE: Final = len(_ROUTE)
O_PLAYERS: Final = OBSERVATION.start["players"]
O_CARDS: Final = OBSERVATION.start["cards"]
O_ROUTES: Final = OBSERVATION.start["routes"]
O_SEEN: Final = OBSERVATION.start["seen"]
O_DECISION: Final = OBSERVATION.start["decision"]
DUE: Final = O_DECISION + len(_DECISION) - 1
O_BATTLE: Final = OBSERVATION.start["battle"]
O_ROLL: Final = OBSERVATION.start["roll"]
O_GLOBAL: Final = OBSERVATION.start["global"]
