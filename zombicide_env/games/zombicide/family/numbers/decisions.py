"""Decisions on the agenda (BP-25): what waits for the answer of a survivor.

A frame is a code and the words that ``FRAMES`` names; the first one is always the survivor who decides.  Rooms read this module as
``ASK``: ``push(s, ASK.WOUND, i, kind)``, and a word of the frame ``t`` as ``s.stack[t, ASK.WOUND_KIND]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zombicide_env.core.layout import FLAG, Range, place

from . import own
from .layout import (
    COPY,
    COUNT,
    KIND,
    NECROS,
    NEXT_SURVIVOR,
    POOL_PLACE,
    SLOT_SET,
    SLOTS,
    SURVIVOR,
    TEAM,
    TOKEN_ID,
    WHERE,
    WHO,
    ZONE,
    D,
    K,
)

FIRST: Final = 64
TURN: Final = 64
ACTIVATE: Final = 65
STORE: Final = 66
ARRANGE: Final = 67
ORDER: Final = 68
REPLACE: Final = 69
REROLL: Final = 70
HIT: Final = 71
MISS: Final = 72
WOUND: Final = 73
ARMOUR: Final = 74
CANCEL: Final = 75
LEARN: Final = 76
REMOVE: Final = 77
PATH: Final = 78
EXIT: Final = 79
SPEED: Final = 80
TARGET: Final = 81
RESCUE: Final = 82
GIFT: Final = 83

#: In the order of the codes: name, when it is asked, what the answer says, the default of automatic mode.
TABLE: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("turn", "a survivor's turn", "next action, free action, free use of a card or skill, or the end of the turn", "always asked"),
    ("activate", "Players' Phase", "which survivor acts next", "roster order"),
    ("store", "a card was gained", "where it goes, or discard it", "a free legal slot: hands, body, backpack; if full, discard"),
    (
        "arrange",
        "a reorganisation, a trade, or room for a card",
        "move, give and receive cards until done",
        "one that costs an action: the best cards come to hand; else no exchange",
    ),
    ("order", "a closed building was opened", "which room spawns next", "nearest first, then zone order"),
    ("replace", "before a roll", "roll as many dice as there are zombies (Barbarian, Iron rain, Mana rain)", "if that is more"),
    ("reroll", "after a roll", "use a reroll or accept", "reroll if less than half of the dice are good"),
    (
        "hit",
        "each hit with a choice",
        "which kind of zombie it hits",
        "Abomination, Necromancer, Runner, Fatty, Walker: the first that dies",
    ),
    ("miss", "friendly fire", "which survivor a miss hits", "the one with the fewest wounds, then roster order"),
    ("wound", "a zombie attacks", "which survivor it wounds", "the one with the fewest wounds, then roster order"),
    ("armour", "about to be wounded", "which armour to roll for", "the best expected prevention"),
    (
        "cancel",
        "about to be wounded",
        "which cards to lose against wounds (Is that all you've got?)",
        "enough to stay alive, backpack first",
    ),
    ("learn", "Orange or Red is reached", "one of the skills of the level", "the first listed"),
    (
        "remove",
        "a Necromancer was killed, or a fifth Dragon Bile token is placed",
        "which token goes",
        "the nearest active one; the oldest",
    ),
    ("path", "zombies have several shortest ways and cannot split evenly", "where they go", "lowest zone"),
    ("exit", "end of a turn in the Exit zone", "leave or stay", "leave"),
    ("speed", "an enchantment of Speed", "where the survivor runs to", "not used"),
    ("target", "an attack with several possible targets, or from a spellbook", "the zone", "the nearest, then zone order"),
    ("rescue", "Lifesaver", "which survivors come along; another player's is asked first whether it does", "all"),
    ("gift", "an objective gives a card", "who takes it", "the taker if there is room, else the first who has"),
    *own.DECISION_TEXTS,
)
NAMES: Final = tuple(row[0] for row in TABLE)

# ---- what a word says
ATTACK_ROLL: Final = 0  # REROLL, what
DOOR_ROLL: Final = 1
ARMOUR_ROLL: Final = 2
SPAWN_TOKEN: Final = 0  # REMOVE, what; about: the id of the dead Necromancer's token
BILE_TOKEN: Final = 1  # about: the zone of the new one
SPELL: Final = 0  # TARGET, aim: the spell in the slot
TRICK_SHOT: Final = 1  # two zones for the pair in the slot; first: the one chosen already, -1 none
ZONE_SKILL: Final = 2  # slot: the number of the survivor's zone skill
PUSHED: Final = -1  # PATH, kind: whatever stands in the zone, by Repulse

#: The words of every frame and what they may hold.
FRAMES: Final[Mapping[int, Mapping[str, Range]]] = {
    TURN: {"who": WHO},
    ACTIVATE: {"who": WHO, "team": TEAM, "link": FLAG},
    STORE: {"who": WHO, "placed": SLOT_SET},
    ARRANGE: {"who": WHO, "partner": SURVIVOR, "always": FLAG, "placed": SLOT_SET, "theirs": SLOT_SET, "gifts": COUNT},
    ORDER: {"who": WHO, "start": POOL_PLACE, "rooms": POOL_PLACE, "chosen": POOL_PLACE},
    REPLACE: {"who": WHO, "target": FLAG},
    REROLL: {"who": WHO, "what": Range(0, ARMOUR_ROLL)},
    HIT: {"who": WHO, "target": FLAG},
    MISS: {"who": WHO, "target": FLAG, "left": COUNT},
    WOUND: {"who": WHO, "kind": KIND},
    ARMOUR: {"who": WHO},
    CANCEL: {"who": WHO},
    LEARN: {"who": WHO, "level": Range(2, 3)},
    REMOVE: {"who": WHO, "what": FLAG, "about": TOKEN_ID},
    PATH: {
        "who": WHO,
        "zone": WHERE,
        "kind": Range(-1, K - 1),
        "picks": COUNT,
        "chosen": Range(0, (1 << D) - 1),
        "necromancer": Range(0, NECROS - 1),
    },
    EXIT: {"who": WHO},
    SPEED: {"who": WHO},
    TARGET: {"who": WHO, "slot": Range(0, SLOTS - 1), "first": ZONE, "aim": Range(0, ZONE_SKILL)},
    RESCUE: {"who": WHO, "zone": WHERE, "next": NEXT_SURVIVOR, "stay": TEAM, "rescuer": SURVIVOR},  # -1: who decides rescues
    GIFT: {"who": WHO, "copy": COPY},
    **own.DECISIONS,
}


# ---- places of the words
WHO_DECIDES: Final = 1
ACTIVATE_TEAM: Final = place(FRAMES, ACTIVATE, "team")
ACTIVATE_LINK: Final = place(FRAMES, ACTIVATE, "link")
STORE_PLACED: Final = place(FRAMES, STORE, "placed")
ARRANGE_PARTNER: Final = place(FRAMES, ARRANGE, "partner")
ARRANGE_ALWAYS: Final = place(FRAMES, ARRANGE, "always")
ARRANGE_PLACED: Final = place(FRAMES, ARRANGE, "placed")  # slots whose cards stay (BP-11.R11), as bits
ARRANGE_THEIRS: Final = place(FRAMES, ARRANGE, "theirs")  # the same of the partner
ARRANGE_GIFTS: Final = place(FRAMES, ARRANGE, "gifts")  # things beside cards that have been given, and received, as bits
ORDER_START: Final = place(FRAMES, ORDER, "start")
ORDER_ROOMS: Final = place(FRAMES, ORDER, "rooms")
ORDER_CHOSEN: Final = place(FRAMES, ORDER, "chosen")
REPLACE_TARGET: Final = place(FRAMES, REPLACE, "target")
REROLL_WHAT: Final = place(FRAMES, REROLL, "what")
HIT_TARGET: Final = place(FRAMES, HIT, "target")
MISS_TARGET: Final = place(FRAMES, MISS, "target")
MISS_LEFT: Final = place(FRAMES, MISS, "left")
WOUND_KIND: Final = place(FRAMES, WOUND, "kind")
LEARN_LEVEL: Final = place(FRAMES, LEARN, "level")
REMOVE_WHAT: Final = place(FRAMES, REMOVE, "what")
REMOVE_ABOUT: Final = place(FRAMES, REMOVE, "about")
PATH_ZONE: Final = place(FRAMES, PATH, "zone")
PATH_KIND: Final = place(FRAMES, PATH, "kind")
PATH_PICKS: Final = place(FRAMES, PATH, "picks")
PATH_CHOSEN: Final = place(FRAMES, PATH, "chosen")
PATH_NECROMANCER: Final = place(FRAMES, PATH, "necromancer")
TARGET_SLOT: Final = place(FRAMES, TARGET, "slot")
TARGET_FIRST: Final = place(FRAMES, TARGET, "first")
TARGET_AIM: Final = place(FRAMES, TARGET, "aim")
RESCUE_ZONE: Final = place(FRAMES, RESCUE, "zone")
RESCUE_NEXT: Final = place(FRAMES, RESCUE, "next")
RESCUE_STAY: Final = place(FRAMES, RESCUE, "stay")  # who has refused, as bits
RESCUE_BY: Final = place(FRAMES, RESCUE, "rescuer")  # who decides is asked whether he comes along
GIFT_COPY: Final = place(FRAMES, GIFT, "copy")
