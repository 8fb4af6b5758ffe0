"""The action space of the Zombicide family, declared once (Discrete, one layout for every quest and edition).

Blocks indexed by ``zone`` come first and form a contiguous [column, zone] table.  ``neighbour`` is the position of a
zone in ``WORLD.neighbour`` of the actor's zone; neighbour ``D`` stands for the actor's own zone.  ``slot`` is an
inventory slot.  An attack names a slot: it is made with the card in that slot; where a card of the same name
lies in an earlier usable slot, the action uses both of them (BP-13.6), the single one being named by the earlier.

The ID cards of a roster give a survivor at most ``ZONE_USES`` skills that name a zone.  Who holds more (a position may say so)
names a further one in his turn by ``choose`` and its number, and then the zone as the answer of ``target``.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock, ActionCodec

from .layout import ID_CHOICES, SLOTS, VAULT_CARDS, ZONE_USES, D, K, S, Z

_HANDS = ("left", "right", "body")
_PACK = 5

ACTIONS: Final = ActionCodec(
    "zombicide",
    [
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
        ActionBlock("bile", (("neighbour", D + 1),), "bile <zone>", "throw Dragon Bile"),
        ActionBlock("torch", (("neighbour", D + 1),), "torch <zone>", "throw a Torch"),
        # ---- the survivor's own
        ActionBlock("end", (), "end", "Do nothing: the turn ends"),
        ActionBlock("search", (), "search", "Search"),
        ActionBlock("noise", (), "noise", "Make noise"),
        ActionBlock("reload", (), "reload", "Reload"),
        ActionBlock("take", (), "take", "take the objective of the zone"),
        ActionBlock("take_artefact", (), "take artefact", "take a face-down artefact of the vault"),
        ActionBlock("take_card", (("place", VAULT_CARDS),), "take <item>", "take that card of the vault"),
        ActionBlock("reorganise", (), "reorganise", "rearrange the own inventory"),
        ActionBlock("trade", (("survivor", S),), "trade <survivor>", "trade with the survivor"),
        ActionBlock("drop", (("slot", SLOTS),), "drop <slot>", "discard the card"),
        ActionBlock("consume", (("slot", SLOTS),), "consume <item>", "eat the food"),
        ActionBlock("melee", (("slot", 3),), "melee <item>[+<item>]", "Melee action"),
        ActionBlock("heal", (("survivor", S),), "enchant <survivor> healing", "cast Healing"),
        ActionBlock("hide", (("survivor", S),), "enchant <survivor> invisibility", "cast Invisibility"),
        ActionBlock("speed", (("survivor", S),), "enchant <survivor> speed", "cast Speed"),
        ActionBlock("ready", (("slot", _PACK),), "ready <slot>", "Spellbook: cast from that backpack slot; `target` follows"),
        ActionBlock("trick", (("slot", SLOTS),), "trick <item>", "Trick shot with that pair; `target` follows twice"),
        ActionBlock("loud", (), "use loud", "Loud!"),
        ActionBlock("born_leader", (("survivor", S),), "use born_leader <survivor>", "Born leader"),
        # ---- cards
        ActionBlock("keep", (("slot", SLOTS),), "keep <slot>", "store the card just gained"),
        ActionBlock("discard", (), "discard", "discard the card just gained"),
        ActionBlock("destiny", (), "use destiny", "Destiny"),
        ActionBlock("matching_set", (), "use matching_set", "Matching set!"),
        ActionBlock("put", (("slot", SLOTS), ("slot", SLOTS)), "put <slot> <slot>", "move or exchange own cards"),
        ActionBlock("give", (("slot", SLOTS), ("slot", SLOTS)), "give <slot> <slot>", "own card to the partner's slot"),
        ActionBlock("receive", (("slot", SLOTS), ("slot", SLOTS)), "receive <slot> <slot>", "partner's card to the own slot"),
        ActionBlock("done", (), "done", "the rearrangement, or the list of survivors, is complete"),
        # ---- decisions
        ActionBlock("activate", (("survivor", S),), "activate <survivor>", "whose turn comes next"),
        ActionBlock("hit", (("kind", K),), "hit <kind>", "the hit kills a zombie of the kind"),
        ActionBlock("reap", (("kind", K),), "reap <kind>", "the hit kills two (Reaper)"),
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
    ],
)

N_ACTIONS: Final = ACTIONS.size
A_MOVE: Final = ACTIONS.start["move"]
A_ATTACK: Final = ACTIONS.start["attack_left"]  # + slot * Z + zone
A_USE_ZONE: Final = ACTIONS.start["use_zone_1"]  # + number * Z + zone
A_REPULSE: Final = ACTIONS.start["repulse"]
A_CHOOSE: Final = ACTIONS.start["choose"]  # + zone; in a turn + number of a zone skill
A_OPEN: Final = ACTIONS.start["open_left"]  # + means * D + neighbour
A_CLOSE: Final = ACTIONS.start["close"]
A_SHOVE: Final = ACTIONS.start["shove"]
A_LIFESAVER: Final = ACTIONS.start["lifesaver"]
A_BILE: Final = ACTIONS.start["bile"]
A_TORCH: Final = ACTIONS.start["torch"]
A_END: Final = ACTIONS.start["end"]
A_SEARCH: Final = ACTIONS.start["search"]
A_NOISE: Final = ACTIONS.start["noise"]
A_RELOAD: Final = ACTIONS.start["reload"]
A_TAKE: Final = ACTIONS.start["take"]
A_TAKE_ARTEFACT: Final = ACTIONS.start["take_artefact"]
A_TAKE_CARD: Final = ACTIONS.start["take_card"]
A_REORGANISE: Final = ACTIONS.start["reorganise"]
A_TRADE: Final = ACTIONS.start["trade"]
A_DROP: Final = ACTIONS.start["drop"]
A_CONSUME: Final = ACTIONS.start["consume"]
A_MELEE: Final = ACTIONS.start["melee"]
A_HEAL: Final = ACTIONS.start["heal"]
A_HIDE: Final = ACTIONS.start["hide"]
A_SPEED: Final = ACTIONS.start["speed"]
A_READY: Final = ACTIONS.start["ready"]  # + slot - PACK
A_TRICK: Final = ACTIONS.start["trick"]
A_LOUD: Final = ACTIONS.start["loud"]
A_BORN_LEADER: Final = ACTIONS.start["born_leader"]
A_KEEP: Final = ACTIONS.start["keep"]
A_DISCARD: Final = ACTIONS.start["discard"]
A_DESTINY: Final = ACTIONS.start["destiny"]
A_MATCHING_SET: Final = ACTIONS.start["matching_set"]
A_PUT: Final = ACTIONS.start["put"]  # + from * SLOTS + to
A_GIVE: Final = ACTIONS.start["give"]
A_RECEIVE: Final = ACTIONS.start["receive"]
A_DONE: Final = ACTIONS.start["done"]
A_ACTIVATE: Final = ACTIONS.start["activate"]
A_HIT: Final = ACTIONS.start["hit"]
A_REAP: Final = ACTIONS.start["reap"]
A_MISS: Final = ACTIONS.start["miss"]
A_WOUND: Final = ACTIONS.start["wound"]
A_RESCUE: Final = ACTIONS.start["rescue"]
A_REROLL: Final = ACTIONS.start["reroll"]
A_ACCEPT: Final = ACTIONS.start["accept"]
A_REPLACE: Final = ACTIONS.start["replace"]
A_PRINTED: Final = ACTIONS.start["printed"]
A_ARMOUR: Final = ACTIONS.start["armour_body"]  # + 0 body armour, 1 Iron hide, 2 Shield
A_LEARN: Final = ACTIONS.start["learn"]
A_EXIT: Final = ACTIONS.start["exit"]
A_STAY: Final = ACTIONS.start["stay"]
