"""The two records of the game: WORLD, what never changes in a game, and STATE, what a game is at a moment.

``w`` is one WORLD record (cards, dice, options: shared by all games of a batch), ``s`` one STATE record.  Both are plain
structured dtypes: copying a record copies the game, its bytes are the save file.  Players, routes and places of a route are
numbered from 0, cards from 1 in the order of the card file; card 0 and player -1 mean "none".  Sizes are in ``layout``.
"""

from __future__ import annotations

from typing import Final

from ...core.layout import record
from .layout import (
    CARDS,
    CHANCE,
    DECK,
    DICE,
    FACES,
    FRAME,
    LEVEL_CARDS,
    LEVELS,
    N_CATEGORIES,
    N_RESOURCES,
    N_RESULTS,
    N_TOKENS,
    PLACES,
    STACK,
    TAPE,
    P,
    R,
)

WORLD: Final = record(
    [
        # ---- options
        ("n_players", "i2"),
        ("n_routes", "i2"),  # HZ-4.1, HZ-4.2
        ("solo", "u1"),  # section 13
        ("automatic", "u1"),  # only bid, route, shoot and flee are asked
        ("reward_by", "u1"),  # layout.REWARDS
        # ---- dice
        ("face", "u1", (len(DICE), FACES)),  # result of each face
        # ---- an option again: in the first gap, under the gap's name, so that the layout which recorded games know is as it was
        ("pad0", "u1", (1,)),  # `max_rounds`: rounds after which the game is cut off, 0: none
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
)

STATE: Final = record(
    [
        # ---- chance
        ("rng", "u8"),
        ("tape", "i1", (TAPE,)),  # results
        ("tape_n", "i2"),
        ("tape_pos", "i2"),
        ("scripted", "u1"),  # a die beyond the tape sets tape_short
        ("tape_short", "u1"),
        ("tape_wrong", "u1"),  # a scripted result that the die rolled does not have
        ("chance_n", "i2"),
        ("chance", "i2", (CHANCE,)),  # what dice and cards gave in the last step
        # ---- course of the game
        ("round", "i2"),  # 1 .. 8
        ("outcome", "u1"),
        ("steps", "i4"),  # actions applied
        ("reward", "f4", (P,)),  # of the last step, per player
        ("n_cards_done", "i2"),  # cards finished and routes finished since the start
        ("n_routes_done", "i2"),
        # ---- agenda
        ("depth", "i2"),
        ("stack", "i2", (STACK, FRAME)),
        # ---- auction
        ("n_order", "i2"),
        ("order", "i1", (P,)),  # active players in turn order
        ("bid", "u1", (P,)),
        ("high", "u1"),
        ("leader", "i1"),
        ("passes", "u1"),
        ("cur", "u1"),  # place in the order of the player whose turn of the auction it is
        # ---- routes of the round
        ("route", "u1", (R, PLACES)),  # cards
        ("face_up", "u1", (R, PLACES)),
        ("taken", "i1", (R,)),  # by which player, -1: nobody
        ("key", "u1", (R,)),  # cost of the key token, 0: none
        ("went", "u1", (P,)),  # has chosen his route in this round
        ("turn", "i1"),  # whose turn of the Route phase it is, -1: nobody's
        ("row", "i1"),  # his route, -1: not chosen
        ("place", "i1"),  # place of the card being played, -1: none
        ("fled", "u1"),  # the card being played goes to the box
        # ---- cards
        ("deck", "u1", (DECK,)),  # the top is the last
        ("deck_n", "i2"),
        ("pile", "u1", (LEVEL_CARDS,)),  # a level while it is shuffled, else empty
        ("where", "u1", (CARDS,)),  # layout.IN_BOX ...
        ("seen", "u1", (CARDS,)),  # has been turned up: everybody knows where it is
        # ---- players
        ("alive", "u1", (P,)),
        ("group", "u1", (P,)),  # survivors, leader included
        ("own", "i2", (P, N_RESOURCES)),
        ("tokens", "u1", (P, N_TOKENS)),
        ("bonus", "i2", (P,)),  # points from maps
        ("liquidator", "u1", (P,)),
        # ---- battle
        ("fighting", "u1"),
        ("zombies", "i2"),
        ("step", "u1"),
        ("melee_round", "i2"),  # melee rolls made
        ("wounds", "u1"),  # `wounded` dice of the roll not yet decided
        ("strikes", "u1"),  # `adrenaline` and `double` dice of the roll not yet used
        # ---- the latest roll
        ("roll_kind", "u1"),
        ("roll", "i2", (len(DICE), N_RESULTS)),  # dice by colour and result
        # ---- end
        ("score", "i2", (P,)),
        ("winner", "u1", (P,)),
        ("bonus_card", "i1", (N_CATEGORIES,)),  # owner, -1: nobody
        ("bonus_cards_dealt", "u1"),  # two or more players came through
        ("grade", "u1"),  # 1 .. 6, 0: none
    ]
)
