"""The action space of the Zombicide family, declared once (Discrete, one layout for every quest and edition).

Blocks indexed by ``zone`` come first and form a contiguous [column, zone] table.  ``neighbour`` is the position of a
zone in ``WORLD.neighbour`` of the actor's zone; neighbour ``D`` stands for the actor's own zone.  ``slot`` is an
inventory slot.  An attack names a slot: it is made with the card in that slot; where a card of the same name
lies in an earlier usable slot, the action uses both of them (BP-13.6), the single one being named by the earlier.

The ID cards of a roster give a survivor at most ``ZONE_USES`` skills that name a zone.  A survivor with more (possible in a custom
position) uses a further one by ``choose`` and its number, and then names the zone as the answer of ``target``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from zombicide_env.core.codec import ActionBlock, ActionCodec

from ..edition import KINDS, SLOT_NAMES, WITHOUT
from . import edition_blocks as own
from .layout import ID_CHOICES, PACK, SLOTS, VAULT_CARDS, ZONE_USES, D, K, S, Z

_HANDS = ("left", "right", "body")
_PACK = SLOTS - PACK

#: Names of arguments, which modules of editions look up.
_SLOTS: Final = {"slot": SLOT_NAMES}
_KINDS: Final = {"kind": KINDS}
_BESIDE: Final = {"neighbour": (*map(str, range(D)), "here")}

_FAMILY: Final = (
    # ---- the [column, zone] table
    ActionBlock("move", (("zone", Z),), "move <zone>", "Move (or Speed's move) that ends in the zone"),
    *(
        ActionBlock(f"attack_{hand}", (("zone", Z),), "shoot|cast <zone> <item>", f"Ranged or Magic action with the {hand} slot")
        for hand in _HANDS
    ),
    *(
        ActionBlock(f"use_zone_{n + 1}", (("zone", Z),), "use <skill> <zone>", f"the survivor's zone skill number {n + 1}")
        for n in range(ZONE_USES)
    ),
    ActionBlock("repulse", (("zone", Z),), "enchant <zone> repulse", "cast Repulse on the zone"),
    ActionBlock("choose", (("zone", Z),), "order|remove|path|target <zone>", "answer that names a zone; in a turn zone skill 4 to 8"),
    *own.ZONE_ACTIONS,
    # ---- neighbours
    *(
        ActionBlock(f"open_{means}", (("neighbour", D),), "open <zone> [<means>]", f"open the door there with {text}")
        for means, text in (
            ("left", "the left-hand weapon"),
            ("right", "the right-hand weapon"),
            ("body", "the weapon in the body slot"),
            ("break_in", "Break-in"),
        )
    ),
    ActionBlock("close", (("neighbour", D),), "close <zone>", "Lock it down"),
    ActionBlock("shove", (("neighbour", D),), "use shove <zone>", "Shove"),
    ActionBlock("lifesaver", (("neighbour", D),), "use lifesaver <zone>", "Lifesaver; `rescue` names the survivors"),
    ActionBlock("bile", (("neighbour", D + 1),), "bile <zone>", "throw Dragon Bile", values=_BESIDE),
    ActionBlock("torch", (("neighbour", D + 1),), "torch <zone>", "throw a Torch", values=_BESIDE),
    *own.NEIGHBOUR_ACTIONS,
    # ---- the acting survivor
    ActionBlock("end", (), "end", "Do nothing: the turn ends"),
    ActionBlock("search", (), "search", "Search"),
    ActionBlock("noise", (), "noise", "Make noise"),
    ActionBlock("reload", (), "reload", "Reload"),
    ActionBlock("take", (), "take", "take the objective of the zone"),
    ActionBlock("take_artefact", (), "take artefact", "take a face-down artefact of the vault"),
    ActionBlock("take_card", (("place", VAULT_CARDS),), "take <item>", "take that card of the vault"),
    ActionBlock("reorganise", (), "reorganise", "rearrange your own cards"),
    ActionBlock("trade", (("survivor", S),), "trade <survivor>", "trade with the survivor"),
    ActionBlock("drop", (("slot", SLOTS),), "drop <slot>", "discard the card", values=_SLOTS),
    ActionBlock("consume", (("slot", SLOTS),), "consume <item>", "eat the food", values=_SLOTS),
    ActionBlock("melee", (("slot", 3),), "melee <item>[+<item>]", "Melee action"),
    ActionBlock("heal", (("survivor", S),), "enchant <survivor> healing", "cast Healing"),
    ActionBlock("hide", (("survivor", S),), "enchant <survivor> invisibility", "cast Invisibility"),
    ActionBlock("speed", (("survivor", S),), "enchant <survivor> speed", "cast Speed"),
    ActionBlock(
        "ready",
        (("slot", _PACK),),
        "ready <slot>",
        "Spellbook: cast from that backpack slot; `target` follows",
        values={"slot": SLOT_NAMES[PACK:]},
    ),
    ActionBlock("trick", (("slot", SLOTS),), "trick <item>", "Trick shot with that pair; `target` follows twice", values=_SLOTS),
    ActionBlock("loud", (), "use loud", "Loud!"),
    ActionBlock("born_leader", (("survivor", S),), "use born_leader <survivor>", "Born leader"),
    # ---- cards
    ActionBlock("keep", (("slot", SLOTS),), "keep <slot>", "store the card just gained", values=_SLOTS),
    ActionBlock("discard", (), "discard", "discard the card just gained"),
    ActionBlock("destiny", (), "use destiny", "Destiny"),
    ActionBlock("matching_set", (), "use matching_set", "Matching set!"),
    ActionBlock("put", (("slot", SLOTS), ("slot", SLOTS)), "put <slot> <slot>", "move or exchange your cards", values=_SLOTS),
    ActionBlock(
        "give",
        (("slot", SLOTS), ("slot", SLOTS)),
        "give <slot> <slot>",
        "your card to the partner's slot",
        ("card", "partner.card"),
        _SLOTS,
    ),
    ActionBlock(
        "receive",
        (("slot", SLOTS), ("slot", SLOTS)),
        "receive <slot> <slot>",
        "partner's card to your slot",
        ("partner.card", "card"),
        _SLOTS,
    ),
    ActionBlock("done", (), "done", "the rearrangement, or the list of survivors, is complete"),
    # ---- decisions
    ActionBlock("activate", (("survivor", S),), "activate <survivor>", "whose turn comes next"),
    ActionBlock("hit", (("kind", K),), "hit <kind>", "the hit kills a zombie of the kind", values=_KINDS),
    ActionBlock("reap", (("kind", K),), "reap <kind>", "the hit kills two (Reaper)", values=_KINDS),
    ActionBlock("miss", (("survivor", S),), "miss <survivor>", "the miss hits the survivor"),
    ActionBlock("wound", (("survivor", S),), "wound <survivor>", "the zombie wounds the survivor"),
    ActionBlock("rescue", (("survivor", S),), "rescue <survivor>", "Lifesaver moves the survivor"),
    ActionBlock("reroll", (), "reroll", "roll all dice again"),
    ActionBlock("accept", (), "accept", "keep the result, or take the rest of the wounds"),
    ActionBlock("replace", (), "replace", "as many dice as zombies"),
    ActionBlock("printed", (), "printed", "the printed number of dice"),
    ActionBlock("armour_body", (), "armour <item>", "roll for the body armour"),
    ActionBlock("armour_hide", (), "armour iron_hide", "roll for Iron hide"),
    ActionBlock("armour_shield", (), "armour shield", "roll at the Shield's value"),
    ActionBlock("learn", (("choice", ID_CHOICES),), "learn <skill>", "the skill gained"),
    ActionBlock("exit", (), "exit", "leave by the Exit"),
    ActionBlock("stay", (), "stay", "stay on the board"),
    *own.ACTIONS,
)

#: Entities among the columns of observations that an argument names, where it is not the row of a table.
_NAMED: Final = {"neighbour": "zone.neighbour", "slot": "card"}


def _pointing(block: ActionBlock) -> ActionBlock:
    """Return the block with ``entities`` by ``_NAMED``, unless it has its own."""
    return replace(block, entities=tuple(_NAMED.get(name, name) for name in block.entities))


ACTIONS: Final = ActionCodec("zombicide", [_pointing(block) for block in _FAMILY if block.name not in WITHOUT])

N_ACTIONS: Final = ACTIONS.size
#: Blocks that continue an earlier block: together they form one block of actions with one more argument.
_CONTINUED: Final = ("attack_", "use_zone_", "open_", "armour_", *own.CONTINUED)


def _start(block: str) -> int:
    """Return the first action of a block, -1 if the edition does not have it."""
    return ACTIONS.start.get(block, -1)


def _blocks() -> npt.NDArray[np.int64]:
    """Return the first action of its block for every action."""
    first: dict[str, int] = {}
    of = np.zeros(N_ACTIONS, np.int64)
    for block in ACTIONS.blocks:
        name = next((family for family in _CONTINUED if block.name.startswith(family)), block.name)
        start = ACTIONS.start[block.name]
        of[start : start + block.size] = first.setdefault(name, start)
    return of


#: Action -> first action of its block: ``a - BLOCK_OF[a]`` are the arguments of the action ``a``.
BLOCK_OF: Final = _blocks()

# ---- the blocks; modules import this one as ``A``: ``m[A.MOVE + zone] = 1`` --------------------------------------
MOVE: Final = _start("move")
ATTACK: Final = _start("attack_left")  # + slot * Z + zone
USE_ZONE: Final = _start("use_zone_1")  # + number * Z + zone
REPULSE: Final = _start("repulse")
CHOOSE: Final = _start("choose")  # + zone; in a turn + number of a zone skill
OPEN: Final = _start("open_left")  # + means * D + neighbour
CLOSE: Final = _start("close")
SHOVE: Final = _start("shove")
LIFESAVER: Final = _start("lifesaver")
BILE: Final = _start("bile")
TORCH: Final = _start("torch")
END: Final = _start("end")
SEARCH: Final = _start("search")
NOISE: Final = _start("noise")
RELOAD: Final = _start("reload")
TAKE: Final = _start("take")
TAKE_ARTEFACT: Final = _start("take_artefact")
TAKE_CARD: Final = _start("take_card")
REORGANISE: Final = _start("reorganise")
TRADE: Final = _start("trade")
DROP: Final = _start("drop")
CONSUME: Final = _start("consume")
MELEE: Final = _start("melee")
HEAL: Final = _start("heal")
HIDE: Final = _start("hide")
SPEED: Final = _start("speed")
READY: Final = _start("ready")  # + slot - PACK
TRICK: Final = _start("trick")
LOUD: Final = _start("loud")
BORN_LEADER: Final = _start("born_leader")
KEEP: Final = _start("keep")
DISCARD: Final = _start("discard")
DESTINY: Final = _start("destiny")
MATCHING_SET: Final = _start("matching_set")
PUT: Final = _start("put")  # + from * SLOTS + to
GIVE: Final = _start("give")
RECEIVE: Final = _start("receive")
DONE: Final = _start("done")
ACTIVATE: Final = _start("activate")
HIT: Final = _start("hit")
REAP: Final = _start("reap")
MISS: Final = _start("miss")
WOUND: Final = _start("wound")
RESCUE: Final = _start("rescue")
REROLL: Final = _start("reroll")
ACCEPT: Final = _start("accept")
REPLACE: Final = _start("replace")
PRINTED: Final = _start("printed")
ARMOUR: Final = _start("armour_body")  # + 0 body armour, 1 Iron hide, 2 Shield
LEARN: Final = _start("learn")
EXIT: Final = _start("exit")
STAY: Final = _start("stay")
MISS_GUARD: Final = _start("miss_guard")
WOUND_GUARD: Final = _start("wound_guard")
