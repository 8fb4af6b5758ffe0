"""The records of the game: WORLD, the constants of a game, STATE, its current state, and SCRATCH, working memory.

``w`` is one WORLD record (board, cards, characters, options: shared by all games of a batch) followed by SCRATCH, ``s`` one STATE record.
All are plain structured dtypes: copying a record copies the game, its bytes are the save file.  Seats, locations, characters, cards and
decks are numbered from 0 in the order of ``layout``; -1 means "none".  A card below ``A`` is a type of action card, of which there may be
several; the others are fighters, each of whom is one.  Sizes are in ``layout``.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.events import EVENTS
from zombicide_env.core.layout import ANY, FLAG, Range, ranges, record

from .actions import N_ACTIONS
from .layout import (
    CARD,
    CHANCE,
    COPIES,
    COUNT,
    COUNTERED,
    DECK,
    EFFECTS,
    ENDS,
    FACTIONS,
    FIGHTS,
    FRAME,
    JOBS,
    KIT,
    MARKERS,
    N_DECKS,
    N_PHASES,
    N_TILES,
    N_ZOMBIES,
    NEAR,
    NEUTRAL,
    NO_TYPE,
    NONE,
    OFFERED,
    OUTCOMES,
    PLACE,
    PLAYER,
    POOL,
    PROJECTS,
    REPAIR,
    RESERVE,
    SCHEMED,
    STACK,
    STAYS,
    TAPE,
    VICTIM,
    VIEWERS,
    WISH_DECK,
    WORKS,
    ZONES,
    A,
    C,
    K,
    L,
    P,
)

WORLD: Final = record(
    [
        # ---- options
        ("n_players", "i2"),
        ("target", "i2"),
        ("max_turns", "i2"),
        ("first_player", "i2"),  # fixed in the options, -1: drawn (ZG-4.5)
        ("scheming", "u1"),
        ("business", "u1"),
        ("leader_speed", "u1"),
        ("by_rounds", "u1"),  # zombie fights (ZG-12.21)
        ("sabotage_combo", "u1"),
        ("quick_start", "u1"),
        ("fog", "u1"),
        ("terrain", "u1"),
        ("herd", "u1"),
        ("pharmacy", "u1"),
        ("survivors", "u1"),
        ("few", "u1"),
        ("auto_skip", "u1"),
        ("automatic", "u1"),  # minor decisions take their defaults
        ("reward_by", "u1"),  # layout.REWARDS
        # ---- board
        ("n_locations", "i2"),
        ("tile", "u1", (L,)),  # type of each place in the layout
        ("ring", "u1", (L,)),
        ("q", "i1", (L,)),
        ("r", "i1", (L,)),
        ("n_near", "u1", (L,)),
        ("near", "i1", (L, NEAR)),  # neighbours in ascending order
        ("dist", "u1", (L, L)),
        ("food", "u1", (8,)),  # income by type (ZG-3.9)
        ("medicine", "u1", (8,)),
        ("draws", "i1", (8,)),  # deck
        ("neutral", "u1", (8,)),  # starts with a neutral marker
        # ---- cards
        ("deck_of", "u1", (K,)),
        ("copies", "u1", (A,)),
        ("fight", "u1", (K,)),
        ("engineering", "u1", (K,)),
        ("science", "u1", (K,)),
        ("capacity", "u1", (K,)),
        ("zombie_strength", "u1", (N_ZOMBIES,)),
        ("zombie_reward", "u1", (N_ZOMBIES,)),
        # ---- characters
        ("char_fight", "u1", (C,)),
        ("char_engineering", "u1", (C,)),
        ("char_science", "u1", (C,)),
        ("pile", "u1", (C,)),  # faction of its pile; of a leader: its own faction
        ("starter", "u1", (P,)),  # by faction
        ("kit", "u1", (P, KIT)),
        ("kit_melee", "u1", (P,)),
    ]
)

_STATE: Final = [
    # ---- chance
    ("rng", "u8", ANY),
    ("tape", "i1", (TAPE,), Range(0, 6)),  # scripted dice
    ("tape_n", "i2", Range(0, TAPE)),
    ("tape_pos", "i2", Range(0, TAPE)),
    ("zombie_tape", "u1", (TAPE,), ANY),  # scripted zombie cards: strength * 16 + reward
    ("zombie_n", "i2", Range(0, TAPE)),
    ("zombie_pos", "i2", Range(0, TAPE)),
    ("scripted", "u1", FLAG),  # a die or zombie card beyond the tapes sets tape_short
    ("tape_short", "u1", FLAG),
    ("chance_n", "i2", COUNT),
    ("chance", "i2", (CHANCE,), ANY),  # results of dice and decks in the last step
    # ---- course of the game
    ("round", "i2", Range(1, "max_turns", 1)),  # the day, from 1
    ("phase", "u1", Range(0, N_PHASES - 1)),
    ("outcome", "u1", Range(0, len(OUTCOMES) - 1)),
    ("end", "u1", Range(0, len(ENDS) - 1)),  # layout.ENDS
    ("steps", "i4", Range(0, 2**30 - 1)),  # actions applied
    ("reward", "f4", (P,), ANY),  # of the last step, per player
    ("winner", "u1", (P,), FLAG),
    ("first", "i1", Range(0, "n_players", -1)),  # first player
    ("stop", "i2", COUNT),  # round * 32 + phase after which the game pauses, 0: none (positions)
    # ---- agenda
    ("depth", "i2", Range(0, STACK)),
    ("stack", "i2", (STACK, FRAME), ANY),
    # ---- locations
    ("kind", "u1", (L,), Range(0, NO_TYPE)),  # type
    ("face_down", "u1", (L,), FLAG),
    ("looked", "u1", (L,), Range(0, 2**P - 1)),  # bit s: seat s has looked at the hidden tile
    ("owner", "i1", (L,), Range(NONE, NEUTRAL)),
    ("intact", "u1", (L,), MARKERS),
    ("ruined", "u1", (L,), MARKERS),
    ("pending", "u1", (L,), MARKERS),
    ("pending_owner", "i1", (L,), PLAYER),
    ("pending_kind", "i1", (L,), Range(NONE, REPAIR)),
    ("horde", "u1", (L,), FLAG),
    ("attacked", "u1", (L,), Range(0, 2)),  # dice of this turn's night attack
    ("fought", "u1", (L,), FLAG),  # the night attack is over there
    ("dawn", "i1", (L,), PLAYER),  # who controlled it at the start of the Day (ZG-17.10)
    ("searched", "u1", (L,), FLAG),  # medicine has been found there in this turn
    ("people", "u1", (L, P), Range(0, C)),  # characters of each player
    ("squad", "i1", (L, P), PLAYER),  # seats in order of arrival
    ("n_squads", "u1", (L,), Range(0, P)),
    ("due", "u1", (L, P), FLAG),  # the squad owes a zombie fight
    # ---- characters
    ("zone", "u1", (C,), Range(0, len(ZONES) - 1)),
    ("seat", "i1", (C,), PLAYER),  # player who controls it on the board, or holds its card
    ("at", "i1", (C,), PLACE),
    ("exhausted", "u1", (C,), FLAG),
    ("moved", "u1", (C,), FLAG),
    ("origin", "i1", (C,), PLACE),
    ("job", "u1", (C,), Range(0, len(JOBS) - 1)),
    ("retreats", "u1", (C,), ANY),
    ("picked", "u1", (C,), FLAG),  # for the current group or work
    ("fate", "u1", (C,), Range(STAYS, VICTIM)),  # in a retreat: layout.STAYS ...
    # ---- players
    ("faction", "i1", (P,), Range(NONE, len(FACTIONS) - 1)),  # -1: not chosen yet
    ("base", "i1", (P,), PLACE),
    ("food", "u1", (P,), ANY),
    ("medicine", "u1", (P,), ANY),
    ("brewed", "u1", (P,), ANY),
    ("vp", "i2", (P,), COUNT),
    ("leaders_killed", "u1", (P,), ANY),  # in this turn
    ("captures", "u1", (P,), ANY),
    ("erected", "u1", (P,), ANY),  # fortifications of this night (ZG-5.3)
    ("held_street", "u1", (P,), FLAG),  # beat the zombies there this night (ZG-5.4)
    ("eliminated", "u1", (P,), FLAG),
    ("passed", "u1", (P,), FLAG),  # in the Movement phase
    ("tiles", "u1", (P, N_TILES), Range(0, L)),  # dealt, by type (ZG-17.7)
    ("reserve", "u1", (RESERVE,), Range(0, N_TILES - 1)),  # tiles for the last free places
    ("n_reserve", "u1", Range(0, RESERVE)),
    # ---- cards
    ("hand", "u1", (P, K), COPIES),
    ("n_hand", "u1", (P,), Range(0, POOL)),
    ("deck", "u1", (N_DECKS, DECK), CARD),  # the top is the last
    ("n_deck", "u1", (N_DECKS,), COPIES),
    ("discard", "u1", (K,), COPIES),
    ("n_discard", "u1", (N_DECKS,), COPIES),
    ("pile", "u1", (POOL,), CARD),  # what is being shuffled, else empty
    # ---- trade
    ("laid", "i1", Range(NONE, K - 1)),  # card that a schemer has laid down but not yet addressed
    ("laid_by", "i1", PLAYER),
    ("scheme", "u1", (P, SCHEMED), CARD),  # face-down cards before a player
    ("scheme_from", "i1", (P, SCHEMED), PLAYER),  # who gave each of them
    ("n_scheme", "u1", (P,), Range(0, SCHEMED)),
    ("offer", "i1", (OFFERED,), Range(NONE, K - 1)),
    ("wish", "i1", (OFFERED,), Range(NONE, WISH_DECK + N_DECKS - 1)),  # card, or WISH_DECK + deck
    ("reply", "u1", (P,), Range(0, COUNTERED)),
    ("bid", "i1", (P, OFFERED), Range(NONE, K - 1)),  # cards that a responder gives
    # ---- pending choices
    ("last", "i1", Range(NONE, C - 1)),  # character picked last (ZG-10.11)
    ("quota", "i2", Range(0, C)),  # picks left
    ("mv_from", "i1", PLACE),
    ("mv_at", "i1", PLACE),
    ("mv_steps", "u1", Range(0, 3)),
    ("mv_ride", "i1", Range(NONE, A - 1)),
    ("mv_cancelled", "u1", FLAG),
    ("work", "u1", Range(0, len(WORKS) - 1)),  # layout.WORKS
    ("work_at", "i1", PLACE),
    ("project", "i1", Range(NONE, len(PROJECTS) - 1)),
    ("effect", "i1", Range(NONE, len(EFFECTS) - 1)),
    ("target", "i1", (2,), PLACE),
    ("gears", "u1", ANY),
    ("flasks", "u1", ANY),
    # ---- the fight in progress
    ("f_kind", "u1", Range(0, len(FIGHTS) - 1)),
    ("f_at", "i1", PLACE),
    ("f_side", "i1", (2,), PLAYER),  # the fighting player, or defender and attacker
    ("f_bonus", "u1", (2,), ANY),  # of the cards played so far
    ("f_weapons", "u1", (2,), Range(0, C)),
    ("f_guns", "u1", (2,), Range(0, C)),
    ("f_ride", "u1", (2,), FLAG),
    ("commit", "u1", (2, A), COPIES),  # cards played face down
    ("f_against", "u1", ANY),
    ("f_reward", "u1", Range(0, 18)),
    ("f_dice", "u1", (2,), Range(0, 6)),
    # ---- the retreat in progress
    ("rt_seat", "i1", PLAYER),
    ("rt_from", "i1", PLACE),
    ("rt_winner", "i1", PLAYER),
    # ---- what each viewer knows of the hands of the others (``knowledge``)
    ("known", "u1", (VIEWERS, VIEWERS, K), COPIES),  # cards known to be there
    ("unknown", "u1", (VIEWERS, VIEWERS, N_DECKS), COPIES),  # cards of which only the deck is known
    ("loose", "u1", (VIEWERS, P), Range(0, POOL)),  # places in a hand for cards known to be in one of several hands
]
STATE: Final = record(_STATE)
RANGES: Final = ranges(_STATE)

#: Working memory, which follows the world (see ``core.scratch``).
SCRATCH: Final = record([("allowed", "i1", (N_ACTIONS,)), *EVENTS])  # mask of the decision on top
