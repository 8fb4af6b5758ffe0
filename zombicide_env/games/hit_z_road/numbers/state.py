"""The two records of the game: WORLD, the constants of a game, and STATE, its current state.

``w`` is one WORLD record (cards, dice, options: shared by all games of a batch), ``s`` one STATE record.  Both are plain
structured dtypes: copying a record copies the game, its bytes are the save file.  Players, routes and places of a route are
numbered from 0, cards from 1 in the order of the card file; card 0 and player -1 mean "none".  Sizes and ranges are in ``layout``; a save
with a value outside its range is rejected.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.events import EVENTS
from zombicide_env.core.layout import ANY, FLAG, Range, ranges, record
from zombicide_env.core.recorded import Recorded

from .layout import (
    CARD,
    CARDS,
    CHANCE,
    COUNT,
    DECK,
    DICE,
    FACES,
    FRAME,
    GRADES,
    IN_BOX,
    KEY_HIGH,
    LEVEL_CARDS,
    LEVELS,
    MAX_BID,
    MAX_GROUP,
    MOST_MELEE,
    N_CATEGORIES,
    N_RESOURCES,
    N_RESULTS,
    N_TOKENS,
    OUTCOMES,
    PLACES,
    PLAYER,
    ROLLS,
    ROUNDS,
    STACK,
    STEPS,
    TAPE,
    WITH_PLAYER,
    P,
    R,
)

_WORLD: Final = [
    # ---- options
    ("n_players", "i2"),
    ("n_routes", "i2"),  # HZ-4.1, HZ-4.2
    ("solo", "u1"),  # section 13
    ("automatic", "u1"),  # only bid, route, shoot and flee are asked
    ("reward_by", "u1"),  # layout.REWARDS
    # ---- dice
    ("face", "u1", (len(DICE), FACES)),  # result of each face
    ("max_rounds", "i1"),  # limit of rounds, 0: none; positive: the game is truncated there, negative: it is scored; see RECORDED
    # ---- cards, by number
    ("n_cards", "i2"),
    ("level", "u1", (CARDS,)),  # 1 .. 3
    ("in_play", "u1", (CARDS,)),  # takes part with this number of players (HZ-2.5)
    ("gives", "u1", (CARDS, N_RESOURCES)),
    ("event", "u1", (CARDS,)),
    ("token", "u1", (CARDS,)),  # token that the event gives
    ("rule", "u1", (CARDS,)),
    ("zombies", "u1", (CARDS,)),
    ("horde", "u1", (CARDS,)),
    ("points", "u1", (CARDS,)),
    ("n_level", "i2", (LEVELS + 1,)),  # cards of each level in the deck at the start
]
WORLD: Final = record(_WORLD)

_STATE: Final = [
    # ---- chance
    ("rng", "u8", ANY),
    ("tape", "i1", (TAPE,), Range(0, N_RESULTS - 1)),  # results
    ("tape_n", "i2", Range(0, TAPE)),
    ("tape_pos", "i2", Range(0, TAPE)),
    ("scripted", "u1", FLAG),  # a die beyond the tape sets tape_short
    ("tape_short", "u1", FLAG),
    ("tape_wrong", "u1", FLAG),  # a scripted result that the die does not have
    ("chance_n", "i2", COUNT),
    ("chance", "i2", (CHANCE,), ANY),  # results of dice and cards in the last step
    # ---- course of the game
    ("round", "i2", Range(1, ROUNDS)),  # 1 .. 8
    ("outcome", "u1", Range(0, len(OUTCOMES) - 1)),
    ("steps", "i4", Range(0, 2**30 - 1)),  # actions applied
    ("reward", "f4", (P,), ANY),  # of the last step, per player
    ("n_cards_done", "i2", COUNT),  # cards and routes finished since the start
    ("n_routes_done", "i2", COUNT),
    # ---- agenda
    ("depth", "i2", Range(0, STACK)),
    ("stack", "i2", (STACK, FRAME), ANY),
    # ---- auction
    ("n_order", "i2", Range(0, "n_players")),
    ("order", "i1", (P,), PLAYER),  # active players in turn order
    ("bid", "u1", (P,), Range(0, MAX_BID)),
    ("high", "u1", Range(0, MAX_BID)),
    ("leader", "i1", PLAYER),
    ("passes", "u1", ANY),
    ("cur", "u1", Range(0, "n_players", -1)),  # index in the order of the player whose turn of the auction it is
    # ---- routes of the round
    ("route", "u1", (R, PLACES), CARD),  # cards
    ("face_up", "u1", (R, PLACES), FLAG),
    ("taken", "i1", (R,), PLAYER),  # by which player, -1: none
    ("key", "u1", (R,), Range(0, KEY_HIGH)),  # cost of the key token, 0: none
    ("went", "u1", (P,), FLAG),  # has chosen a route in this round
    ("turn", "i1", PLAYER),  # whose turn of the Route phase it is, -1: nobody's
    ("row", "i1", Range(-1, "n_routes", -1)),  # the route of that player, -1: not chosen
    ("place", "i1", Range(-1, PLACES - 1)),  # index of the card being played, -1: none
    ("fled", "u1", FLAG),  # the card being played goes to the box
    # ---- cards
    ("deck", "u1", (DECK,), CARD),  # the top is the last
    ("deck_n", "i2", Range(0, DECK)),
    ("pile", "u1", (LEVEL_CARDS,), CARD),  # a level while it is shuffled, else empty
    ("where", "u1", (CARDS,), Range(IN_BOX, "n_players", WITH_PLAYER - 1)),  # layout.IN_BOX ...
    ("seen", "u1", (CARDS,), FLAG),  # has been turned up: its place is public
    # ---- players
    ("alive", "u1", (P,), FLAG),
    ("group", "u1", (P,), Range(0, MAX_GROUP)),  # survivors, leader included
    ("own", "i2", (P, N_RESOURCES), COUNT),
    ("tokens", "u1", (P, N_TOKENS), ANY),
    ("bonus", "i2", (P,), COUNT),  # points from maps
    ("liquidator", "u1", (P,), FLAG),
    # ---- battle
    ("fighting", "u1", FLAG),
    ("zombies", "i2", COUNT),
    ("step", "u1", Range(0, len(STEPS) - 1)),
    ("melee_round", "i2", Range(0, MOST_MELEE)),  # melee rolls made
    ("wounds", "u1", Range(0, MAX_GROUP)),  # `wounded` dice of the roll not yet decided
    ("strikes", "u1", Range(0, MAX_GROUP)),  # `adrenaline` and `double` dice of the roll not yet used
    # ---- the latest roll
    ("roll_kind", "u1", Range(0, len(ROLLS) - 1)),
    ("roll", "i2", (len(DICE), N_RESULTS), COUNT),  # dice by colour and result
    # ---- end
    ("score", "i2", (P,), ANY),
    ("winner", "u1", (P,), FLAG),
    ("bonus_card", "i1", (N_CATEGORIES,), PLAYER),  # owner, -1: nobody
    ("bonus_cards_dealt", "u1", FLAG),  # two or more players survived
    ("grade", "u1", Range(0, GRADES)),  # 1 .. 6, 0: none
]
STATE: Final = record(_STATE)
SCRATCH: Final = record(list(EVENTS))
RANGES: Final = ranges(_STATE)
#: Replays of 0.1.0 have the option `max_rounds` under the name of the padding that it replaced.
RECORDED: Final = Recorded(STATE, world=record([("pad0", "u1", (1,)) if field[0] == "max_rounds" else field for field in _WORLD]))
