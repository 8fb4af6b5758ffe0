"""Layout of the observation of Z-Game: exactly what section 19 allows a seat to see, as one uint8 vector.

Players are numbered relative to the observer, so that one policy plays every seat: 1 is the observer, 2 the next seat and so on, wherever
a column names a player.  Locations, characters, players, cards and decks are tables with a row for each.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import Column, ObservationBlock, ObservationCodec

from ..world.build import MODES
from .decisions import NAMES
from .layout import (
    DECKS,
    EFFECTS,
    FACTIONS,
    FIGHTS,
    JOBS,
    N_DECKS,
    N_TILES,
    NEAR,
    PENDING_KINDS,
    PHASES,
    PROJECTS,
    REPLIES,
    TYPES,
    WORKS,
    C,
    K,
    L,
    P,
)

_PLAYER = P + 1  # classes of a column that names a player, 0: none
_PLACE = L + 1  # classes of a column that names a location, 0: none
_MANY = 60
_OTHERS = ("next", "second", "third")  # seats after the observer's
SEATS: Final = ("own", *_OTHERS)

_LOCATIONS = (
    Column("present", 1, "belongs to the layout"),
    Column("ring", 3, "steps from the Street"),
    Column("q", 12, "axial coordinate + 6"),
    Column("r", 12, "axial coordinate + 6"),
    *(Column(f"neighbour_{i}", L, "location + 1", _PLACE, "location") for i in range(NEAR)),
    Column("type", len(TYPES), "type + 1, 0: not known, or a free place", len(TYPES) + 1),
    Column("face_down", 1),
    Column("owner", P, "of the intact markers", _PLAYER, "player"),
    Column("neutral", 1, "a neutral fortification"),
    Column("intact", 2),
    Column("ruined", 2),
    Column("pending", 2, "markers of a project"),
    Column("pending_owner", P, "", _PLAYER, "player"),
    Column("pending_kind", len(PENDING_KINDS), "kind + 1", len(PENDING_KINDS) + 1),
    Column("horde", 1),
    Column("attacked", 2, "dice of tonight's attack"),
    Column("fought", 1, "tonight's attack is over"),
    Column("control", P, "to whom it is friendly", _PLAYER, "player"),
    Column("dawn", P, "to whom it was friendly at the start of the Day", _PLAYER, "player"),
    *(Column(f"people_{seat}", C, "characters") for seat in SEATS),
    *(Column(f"due_{seat}", 1, "owes a zombie fight") for seat in SEATS),
    *(Column(f"rank_{seat}", P, "place in the order of arrival") for seat in SEATS),
    Column("base", P, "player whose Base it is", _PLAYER, "player"),
    Column("start", 1, "where the moving group stood"),
    Column("reached", 1, "where the path of the moving group ends"),
    Column("fight", 1, "the fight in progress is here"),
    Column("work", 1, "the work in hand is done here"),
    Column("target", 1, "of the sabotage in hand"),
    Column("flight", 1, "the squad that retreats comes from here"),
)
_CHARACTERS = (
    Column("leader", 1),
    Column("fight", 2),
    Column("engineering", 2),
    Column("science", 2),
    Column("pile", len(FACTIONS) - 1, "faction of its pile", len(FACTIONS)),
    Column("zone", 5, "box, board, hand, not known (deck or a hand), discard, pile", 6, seat="own"),
    Column("player", P, "who controls it, or is known to hold its card", _PLAYER, "player", seat="own"),
    Column("at", L, "location + 1", _PLACE, "location"),
    Column("exhausted", 1),
    Column("moved", 1),
    Column("origin", L, "location + 1", _PLACE, "location"),
    Column("job", len(JOBS) - 1, "", len(JOBS)),
    Column("retreats", 3, "today"),
    Column("picked", 1, "for the group or the work in hand"),
    Column("fate", 2, "in the retreat in progress: none, flees, victim", 3),
    Column("asked", 1, "the question is about it"),
)
_SEATS = (
    Column("present", 1, "belongs to the game"),
    Column("seat", P - 1, "as actions count seats", P),
    Column("faction", len(FACTIONS), "faction + 1, 0: not chosen yet", len(FACTIONS) + 1),
    Column("decides", 1, "is asked"),
    Column("order", P - 1, "place in the order of play of this turn"),
    Column("eliminated", 1),
    Column("passed", 1, "has passed in the Movement phase"),
    Column("vp", _MANY, "victory points"),
    Column("food", _MANY),
    Column("medicine", _MANY),
    Column("brewed", C),
    Column("hand", _MANY, "cards in hand, those laid down in a people fight included"),
    Column("scheme", P, "cards offered to this player in Scheming"),
    Column("tiles", 7, "tiles not yet laid"),
    Column("leaders_killed", P, "today"),
    Column("captures", L, "today"),
    Column("erected", L, "tonight"),
    Column("held_street", 1, "tonight"),
    Column("reply", len(REPLIES) - 1, "to the offer on the table", len(REPLIES)),
    Column("side", 2, "in the fight in progress: none, alone or defender, attacker", 3),
)
_CARDS = (
    Column("deck", N_DECKS - 1, "", N_DECKS),
    Column("copies", 20, "in the game"),
    Column("fight", 9),
    Column("engineering", 1),
    Column("science", 1),
    Column("capacity", 9),
    Column("own", 32, "in the observer's hand", seat="own"),
    *(Column(f"known_{seat}", 32, "known to be in that hand", seat="own") for seat in _OTHERS),
    Column("loose", 32, "known to be in one of several hands", seat="own"),
    Column("discarded", 32),
    Column("committed", 32, "laid down by the observer in the people fight in progress", seat="own"),
    Column("given", P, "laid face down before others by the observer in Scheming", seat="own"),
    Column("offered", 2),
    Column("wished", 2),
    *(Column(f"bid_{seat}", 2, "for the offer on the table") for seat in SEATS),
    Column("asked", 1, "the question is about it, or the group rides it"),
)
_DECKS = (
    Column("size", 40),
    Column("discarded", 40),
    Column("wished", 2, "any card of it"),
    Column("asked", 1, "a card of it has to be replaced"),
)
_DECISION = (
    Column("node", len(NAMES), "node + 1, 0: nobody is asked", len(NAMES) + 1),
    Column("mine", 1, "the observer is asked", seat="view"),
    Column("phase", len(PHASES) - 1, "", len(PHASES)),
    Column("turn", _MANY),
    Column("picks", C, "that are left, or gears that are needed"),
    Column("steps", 3, "of the path of the moving group"),
    Column("cancelled", 1, "the movement cannot be cancelled again"),
    Column("work", len(WORKS) - 1, "", len(WORKS)),
    Column("project", len(PROJECTS), "project + 1", len(PROJECTS) + 1),
    Column("effect", len(EFFECTS), "effect + 1", len(EFFECTS) + 1),
    Column("tile", N_TILES, "type + 1 of the tile that is laid", N_TILES + 1),
    Column("gears", 40),
    Column("flasks", 40),
    Column("fight", len(FIGHTS) - 1, "", len(FIGHTS)),
    Column("strength", _MANY, "of the fighting player or the defender, without cards that the observer cannot see", seat="own"),
    Column("attacking", _MANY, "of the attacker, likewise", seat="own"),
    Column("against", 40, "strength of the zombies"),
    Column("reward", 18, "of the zombie card"),
    Column("die_1", 6, "of the night attack"),
    Column("die_2", 6, "of the night attack"),
)
_OPTIONS = (
    Column("players", P),
    Column("target", 20, "victory points that end the game"),
    Column("max_turns", _MANY),
    Column("scheming", 1),
    Column("business", 1),
    Column("leader_speed", 2),
    Column("by_rounds", 1, "zombie fights by rounds"),
    Column("sabotage_combo", 1),
    *(Column(mode, 1) for mode in MODES),
)

OBSERVATION: Final = ObservationCodec(
    "z_game",
    [
        ObservationBlock("locations", (L, len(_LOCATIONS)), doc="locations of the layout", columns=_LOCATIONS, rows="location"),
        ObservationBlock(
            "characters",
            (C, len(_CHARACTERS)),
            doc="characters by index (ZG-8.7)",
            columns=_CHARACTERS,
            rows="character",
        ),
        ObservationBlock("seats", (P, len(_SEATS)), doc="players, the observer first, then in seat order", columns=_SEATS, rows="player"),
        ObservationBlock("cards", (K, len(_CARDS)), doc="cards by index (ZG-7.21, ZG-7.23)", columns=_CARDS, rows="card"),
        ObservationBlock("decks", (N_DECKS, len(_DECKS)), doc=f"decks: {', '.join(DECKS)}", columns=_DECKS, rows="deck"),
        ObservationBlock("tiles", (N_TILES,), high=7, doc=f"own tiles not yet laid: {', '.join(TYPES[:N_TILES])}", seat="own"),
        ObservationBlock("decision", (len(_DECISION),), doc="what is asked", columns=_DECISION),
        ObservationBlock("options", (len(_OPTIONS),), doc="the options of the game", columns=_OPTIONS),
    ],
)
N_OBS: Final = OBSERVATION.size
MANY: Final = _MANY
O_LOCATIONS: Final = OBSERVATION.start["locations"]
O_CHARACTERS: Final = OBSERVATION.start["characters"]
O_SEATS: Final = OBSERVATION.start["seats"]
O_CARDS: Final = OBSERVATION.start["cards"]
O_DECKS: Final = OBSERVATION.start["decks"]
O_TILES: Final = OBSERVATION.start["tiles"]
O_DECISION: Final = OBSERVATION.start["decision"]
O_OPTIONS: Final = OBSERVATION.start["options"]

# ---- columns by name, for the kernels --------------------------------------------------------------------------------
(
    LOC_PRESENT, LOC_RING, LOC_Q, LOC_R, LOC_NEIGHBOUR, _, _, _, _, _, LOC_TYPE, LOC_FACE_DOWN, LOC_OWNER, LOC_NEUTRAL,
    LOC_INTACT, LOC_RUINED, LOC_PENDING, LOC_PENDING_OWNER, LOC_PENDING_KIND, LOC_HORDE, LOC_ATTACKED, LOC_FOUGHT, LOC_CONTROL, LOC_DAWN,
    LOC_PEOPLE_OWN, _, _, _, LOC_DUE_OWN, _, _, _, LOC_RANK_OWN, _, _, _,
    LOC_BASE, LOC_START, LOC_REACHED, LOC_FIGHT, LOC_WORK, LOC_TARGET, LOC_FLIGHT,
) = range(len(_LOCATIONS))  # fmt: skip
(
    CHAR_LEADER, CHAR_FIGHT, CHAR_ENGINEERING, CHAR_SCIENCE, CHAR_PILE, CHAR_ZONE, CHAR_PLAYER, CHAR_AT, CHAR_EXHAUSTED, CHAR_MOVED,
    CHAR_ORIGIN, CHAR_JOB, CHAR_RETREATS, CHAR_PICKED, CHAR_FATE, CHAR_ASKED,
) = range(len(_CHARACTERS))  # fmt: skip
(
    SEAT_PRESENT, SEAT_SEAT, SEAT_FACTION, SEAT_DECIDES, SEAT_ORDER, SEAT_ELIMINATED, SEAT_PASSED, SEAT_VP,
    SEAT_FOOD, SEAT_MEDICINE, SEAT_BREWED, SEAT_HAND, SEAT_SCHEME, SEAT_TILES, SEAT_LEADERS_KILLED,
    SEAT_CAPTURES, SEAT_ERECTED, SEAT_HELD_STREET, SEAT_REPLY, SEAT_SIDE,
) = range(len(_SEATS))  # fmt: skip
(
    CARD_DECK, CARD_COPIES, CARD_FIGHT, CARD_ENGINEERING, CARD_SCIENCE, CARD_CAPACITY, CARD_OWN, CARD_KNOWN_NEXT, _, _, CARD_LOOSE,
    CARD_DISCARDED, CARD_COMMITTED, CARD_GIVEN, CARD_OFFERED, CARD_WISHED, CARD_BID_OWN, _, _, _, CARD_ASKED,
) = range(len(_CARDS))  # fmt: skip
DECK_SIZE, DECK_DISCARDED, DECK_WISHED, DECK_ASKED = range(len(_DECKS))
(
    ASK_NODE, ASK_MINE, ASK_PHASE, ASK_TURN, ASK_PICKS, ASK_STEPS, ASK_CANCELLED, ASK_WORK, ASK_PROJECT, ASK_EFFECT, ASK_TILE,
    ASK_GEARS, ASK_FLASKS, ASK_FIGHT, ASK_STRENGTH, ASK_ATTACKING, ASK_AGAINST, ASK_REWARD, ASK_DIE_1, ASK_DIE_2,
) = range(len(_DECISION))  # fmt: skip
N_LOC: Final = len(_LOCATIONS)
N_CHAR: Final = len(_CHARACTERS)
N_SEAT: Final = len(_SEATS)
N_CARD: Final = len(_CARDS)
N_DECK: Final = len(_DECKS)
