"""Codes of the agenda: work that the engine does by itself, and decisions (nodes) that wait for an answer.

A frame is ``[task, a, b, ...]``.  In a decision ``a`` is the seat that decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.layout import FLAG, Range
from .layout import CARD, COPIES, N_DECKS, N_PHASES, N_TILES, PROJECTS, SPOT, WHO, A, C

# ---- work: the course of a turn --------------------------------------------------------------------------------
T_PHASE: Final = 1  # a: phase that begins
T_PHASE_END: Final = 2
T_SEATS: Final = 3  # a: place in the order of play of the next player of the phase
T_TILES: Final = 4  # a: place in the order
T_FACTIONS: Final = 5
T_BASES: Final = 6
T_QUICK: Final = 7  # a: seat, whose marker stands: income and fighter
T_DRAW: Final = 8  # a: seat, b: deck, c: cards, d: 1 a reward, e: 1 a fighter goes to the Base
T_SCHEMED: Final = 9
T_REPLIES: Final = 10  # a: who has made the offer, b: how many have been asked
T_FEED: Final = 11  # a: seat
T_DISCARD: Final = 12  # a: seat
T_MOVES: Final = 13  # a: place in the order
# ---- fights
T_ZOMBIE_FIGHTS: Final = 16  # a: seat
T_ZOMBIE_ROUND: Final = 17  # a: place in the order
T_REWARD: Final = 18  # a: seat, b: dice left
T_FIGHT_OVER: Final = 19  # a: location
T_PEOPLE_FIGHTS: Final = 20  # a: seat
T_CHAIN: Final = 21  # a: location
T_ARMOUR: Final = 22  # a: character from which on victims are asked for
T_DEATHS: Final = 23
T_FLIGHT: Final = 24
T_STAND: Final = 25  # a: location: the zombie fight of those who fled there
T_REVEAL: Final = 26
# ---- evening and night
T_BUILD: Final = 32  # a: seat
T_SABOTAGE: Final = 33
T_MEDICINE: Final = 34
T_NIGHT: Final = 35
T_LABOUR: Final = 36  # a: seat, b: location from which on projects are completed
FIRST_DECISION: Final = 64

# ---- decisions, in the order of ZG-20.1 ------------------------------------------------------------------------------
NODES: Final = (
    "TILE_TYPE", "TILE_PLACE", "FACTION", "BASE", "QS_LOC",
    "REDISTRIBUTE", "SUBSTITUTE", "DRAW_FIGHTER",
    "SCH_CARD", "SCH_SEAT", "SCH_GIVE", "BIZ_OFFER", "BIZ_ASK", "BIZ_REPLY", "BIZ_PAY", "BIZ_COUNTER", "BIZ_CHOOSE", "FT_CARD", "FT_DECK",
    "PLACE_CARD", "PLACE_LOC", "FEED_RAISE", "FEED_EAT", "FEED_TARGET", "DISCARD",
    "MV_CHAR", "MV_MORE", "MV_RIDE", "MV_STEP", "MV_CONFIRM",
    "ZF_PICK", "ZF_STANCE", "ZF_WEAPON", "LOOT_DECK",
    "PF_PICK", "PF_STANCE", "PF_WEAPON", "RT_VICTIM", "RT_ARMOUR", "RT_LOC",
    "BLD_KIND", "BLD_LOC", "WORK_CHAR", "WORK_CARD", "WORK_SKILL", "SAB_FROM", "SAB_KIND", "SAB_TARGET", "SCOUT_SWAP",
    "MED_KIND", "MED_LOC", "FLARE_RAISE", "NA_PICK", "NA_WEAPON", "NR_LOC", "DEGRADE",
)  # fmt: skip
(
    D_TILE_TYPE, D_TILE_PLACE, D_FACTION, D_BASE, D_QS_LOC,
    D_REDISTRIBUTE, D_SUBSTITUTE, D_DRAW_FIGHTER,
    D_SCH_CARD, D_SCH_SEAT, D_SCH_GIVE, D_BIZ_OFFER, D_BIZ_ASK, D_BIZ_REPLY, D_BIZ_PAY, D_BIZ_COUNTER, D_BIZ_CHOOSE, D_FT_CARD, D_FT_DECK,
    D_PLACE_CARD, D_PLACE_LOC, D_FEED_RAISE, D_FEED_EAT, D_FEED_TARGET, D_DISCARD,
    D_MV_CHAR, D_MV_MORE, D_MV_RIDE, D_MV_STEP, D_MV_CONFIRM,
    D_ZF_PICK, D_ZF_STANCE, D_ZF_WEAPON, D_LOOT_DECK,
    D_PF_PICK, D_PF_STANCE, D_PF_WEAPON, D_RT_VICTIM, D_RT_ARMOUR, D_RT_LOC,
    D_BLD_KIND, D_BLD_LOC, D_WORK_CHAR, D_WORK_CARD, D_WORK_SKILL, D_SAB_FROM, D_SAB_KIND, D_SAB_TARGET, D_SCOUT_SWAP,
    D_MED_KIND, D_MED_LOC, D_FLARE_RAISE, D_NA_PICK, D_NA_WEAPON, D_NR_LOC, D_DEGRADE,
) = range(FIRST_DECISION, FIRST_DECISION + 56)  # fmt: skip
N_NODES: Final = len(NODES)

# ---- what the words of a frame may hold; words that are not named here are 0 ------------------------------------------------
_ORDER: Final = Range(0, "n_players")
_FIGHTER: Final = Range(A, CARD.high)
_DECK: Final = Range(0, N_DECKS - 1)

WORDS: Final[Mapping[int, tuple[Range, ...]]] = {
    **dict.fromkeys((T_SCHEMED, T_DEATHS, T_FLIGHT, T_REVEAL), ()),
    **dict.fromkeys((T_PHASE, T_PHASE_END), (Range(0, N_PHASES - 1),)),
    **dict.fromkeys((T_SEATS, T_TILES, T_FACTIONS, T_MOVES, T_ZOMBIE_ROUND), (_ORDER,)),
    T_BASES: (Range(-1, "n_players", -1),),
    **dict.fromkeys((T_QUICK, T_FEED, T_DISCARD, T_ZOMBIE_FIGHTS, T_PEOPLE_FIGHTS, T_BUILD, T_SABOTAGE, T_MEDICINE, T_NIGHT), (WHO,)),
    T_DRAW: (WHO, _DECK, COPIES, FLAG, FLAG),
    T_REPLIES: (WHO, _ORDER),
    T_REWARD: (WHO, COPIES),
    **dict.fromkeys((T_FIGHT_OVER, T_CHAIN), (SPOT,)),
    T_ARMOUR: (Range(0, C),),
    T_STAND: (WHO, SPOT),
    T_LABOUR: (WHO, Range(0, "n_locations")),
    **dict.fromkeys(range(FIRST_DECISION, FIRST_DECISION + N_NODES), (WHO,)),
    D_TILE_PLACE: (WHO, Range(0, N_TILES - 1)),
    D_SUBSTITUTE: (WHO, _DECK, FLAG, FLAG),
    D_DRAW_FIGHTER: (WHO, FLAG),
    **dict.fromkeys((D_SCH_GIVE, D_BIZ_REPLY), (WHO, WHO)),
    **dict.fromkeys((D_FT_CARD, D_PF_WEAPON), (WHO, FLAG)),
    D_PLACE_LOC: (WHO, _FIGHTER),
    D_RT_ARMOUR: (WHO, Range(0, C - 1)),
    D_BLD_LOC: (WHO, Range(0, len(PROJECTS) - 1)),
    D_WORK_SKILL: (WHO, Range(0, A - 1)),
    D_DEGRADE: (WHO, SPOT),
}

_DRAWS: Final = (D_SUBSTITUTE, D_DRAW_FIGHTER)
#: What may lie below a frame while somebody decides; the lowest is always T_PHASE_END.
BELOW: Final[Mapping[int, tuple[int, ...]]] = {
    **dict.fromkeys((T_TILES, T_FACTIONS, T_BASES, T_MOVES, T_ZOMBIE_ROUND, T_SCHEMED), (T_PHASE_END,)),
    T_SEATS: (T_PHASE_END, T_SCHEMED),
    **dict.fromkeys((T_QUICK, T_REPLIES, T_FEED, T_DISCARD, T_ZOMBIE_FIGHTS, T_PEOPLE_FIGHTS), (T_SEATS,)),
    **dict.fromkeys((T_BUILD, T_SABOTAGE, T_MEDICINE, T_NIGHT, T_LABOUR), (T_SEATS,)),
    T_DRAW: (T_SEATS, T_DRAW),
    T_FIGHT_OVER: (T_SEATS, T_ZOMBIE_FIGHTS, T_ZOMBIE_ROUND, T_CHAIN, T_NIGHT),
    T_CHAIN: (T_PEOPLE_FIGHTS,),
    T_REWARD: (T_FIGHT_OVER,),
    T_FLIGHT: (T_FIGHT_OVER,),
    T_DEATHS: (T_FLIGHT,),
    T_ARMOUR: (T_DEATHS,),
    T_REVEAL: (T_FIGHT_OVER,),
    **dict.fromkeys((D_TILE_TYPE, D_TILE_PLACE), (T_TILES,)),
    D_FACTION: (T_FACTIONS,),
    D_BASE: (T_BASES,),
    **dict.fromkeys((D_QS_LOC, D_REDISTRIBUTE, D_SCH_CARD, D_SCH_SEAT, D_SCH_GIVE, D_BIZ_OFFER, D_BIZ_ASK, D_BIZ_CHOOSE), (T_SEATS,)),
    **dict.fromkeys((D_FT_CARD, D_FT_DECK, D_PLACE_CARD, D_PLACE_LOC, D_FLARE_RAISE), (T_SEATS,)),
    **dict.fromkeys(_DRAWS, (T_SEATS, T_QUICK, T_DRAW, T_REWARD, T_MEDICINE)),
    **dict.fromkeys((D_BIZ_REPLY, D_BIZ_PAY, D_BIZ_COUNTER), (T_REPLIES,)),
    **dict.fromkeys((D_FEED_RAISE, D_FEED_EAT, D_FEED_TARGET), (T_FEED,)),
    D_DISCARD: (T_DISCARD,),
    **dict.fromkeys((D_MV_CHAR, D_MV_MORE, D_MV_RIDE, D_MV_STEP, D_MV_CONFIRM), (T_MOVES,)),
    **dict.fromkeys((D_ZF_PICK, D_ZF_STANCE, D_ZF_WEAPON), (T_ZOMBIE_FIGHTS, T_ZOMBIE_ROUND)),
    D_LOOT_DECK: (T_REWARD,),
    D_PF_PICK: (T_PEOPLE_FIGHTS,),
    D_PF_STANCE: (T_FIGHT_OVER,),
    D_PF_WEAPON: (T_REVEAL, D_PF_WEAPON),
    **dict.fromkeys((D_RT_VICTIM, D_RT_ARMOUR), (T_ARMOUR,)),
    **dict.fromkeys((D_RT_LOC, D_NR_LOC), (T_FIGHT_OVER,)),
    **dict.fromkeys((D_BLD_KIND, D_BLD_LOC), (T_BUILD,)),
    **dict.fromkeys((D_WORK_CHAR, D_WORK_CARD), (T_BUILD, T_SABOTAGE, T_MEDICINE)),
    D_WORK_SKILL: (D_WORK_CARD,),
    **dict.fromkeys((D_SAB_FROM, D_SAB_KIND, D_SAB_TARGET, D_SCOUT_SWAP), (T_SABOTAGE,)),
    **dict.fromkeys((D_MED_KIND, D_MED_LOC), (T_MEDICINE,)),
    **dict.fromkeys((D_NA_PICK, D_NA_WEAPON), (T_NIGHT,)),
    D_DEGRADE: (T_BUILD, T_LABOUR),
}
