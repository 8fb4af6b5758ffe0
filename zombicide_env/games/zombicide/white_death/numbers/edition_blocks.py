"""Action blocks of White Death; ``edition_actions`` has their first actions."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock

from ..edition import SLOT_NAMES
from .guards import GUARDS, ORDERS
from .layout import SLOTS, D, S, Z
from .skills import SKILLS
from .spells import TWICE
from .tokens import GIFTS

#: Blocks that continue an earlier block, see ``actions``.
CONTINUED: Final = ("strike_",)

_SLOTS: Final = {"slot": SLOT_NAMES}
ZONE_ACTIONS: Final = (
    ActionBlock("order", (("zone", Z),), "guards <zone> ...", "Guard Action with the Guards of the zone; `order_what` follows"),
    ActionBlock("improvised_ranged", (("zone", Z),), "use improvised_weapon_ranged <zone>", "Improvised Weapon: Ranged"),
)
NEIGHBOUR_ACTIONS: Final = (
    *(
        ActionBlock(f"strike_{hand}", (("neighbour", D),), "melee <zone> <item>", f"Melee action at distance 1 with the {hand} slot")
        for hand in ("left", "right", "body")
    ),
    ActionBlock("dragon_fire", (("neighbour", D + 1),), "dragonfire <zone>", "Dragon Fire; the last index is the survivor's zone"),
    ActionBlock("ladder_take", (("neighbour", D),), "ladder take <zone>", "take the rope ladder of that border"),
    ActionBlock("ladder_place", (("neighbour", D),), "ladder place <zone>", "put a rope ladder on that border"),
    ActionBlock("cauldron", (("neighbour", D),), "cauldron <zone>", "move there with a cauldron"),
    ActionBlock("tip", (("neighbour", D),), "tip <zone>", "tip a cauldron onto the zone"),
    ActionBlock("collect", (("neighbour", D),), "take artefact <zone>", "Artefact Collector"),
    ActionBlock("improvised_reach", (("neighbour", D),), "use improvised_weapon_melee <zone>", "Improvised Weapon: Melee, with Reach"),
    ActionBlock("empress", (("neighbour", D),), "use empress <zone>", "the Empress moves"),
)
ACTIONS: Final = (
    ActionBlock("improvised_melee", (), "use improvised_weapon_melee", "Improvised Weapon: Melee"),
    ActionBlock("bless", (("effect", 4), ("survivor", S)), "enchant <survivor> baba_yagas_blessing <effect>", "cast the Blessing"),
    ActionBlock("leap", (("survivor", S),), "enchant <survivor> jump_spell", "cast Jump"),
    ActionBlock("dash", (("survivor", S),), "enchant <survivor> sprint_spell", "cast Sprint"),
    ActionBlock("twice", (("spell", len(TWICE)),), "twice <item> [<effect>]", "Double Casting; `spell` names both targets"),
    ActionBlock("ladder_pick", (), "ladder take", "take a rope ladder that lies in the zone"),
    ActionBlock("pick_up", (), "take artefact", "take an artefact that lies in the zone"),
    ActionBlock("quest_take", (), "take card|dragon_bile|beacon", "what the quest has in this zone"),
    ActionBlock("quest_token", (("token", 4),), "quest banish|cleanse <token>", "the quest's action on a spawn token"),
    ActionBlock("transmute", (("slot", SLOTS),), "use transmutation <slot>", "Transmutation", values=_SLOTS),
    ActionBlock("safe_search", (), "use safe_search", "Safe Search"),
    ActionBlock("miss_guard", (), "miss guard", "the miss hits a Guard"),
    ActionBlock("wound_guard", (), "wound guard", "the zombie attacks a Guard"),
    ActionBlock("wound_empress", (), "wound empress", "the zombie attacks the Empress"),
    ActionBlock("exit_with", (("number", GUARDS + 1),), "exit <n>", "leave with this many Guards"),
    ActionBlock("rescue_guards", (("number", GUARDS + 1),), "guards:<n>", "Lifesaver moves this many Guards"),
    ActionBlock("give_gift", (("gift", len(GIFTS)),), "give ladder|beacon|token <colour>", "hand something over"),
    ActionBlock("receive_gift", (("gift", len(GIFTS)),), "receive ladder|beacon|token <colour>", "take something over"),
    ActionBlock("order_what", (("order", len(ORDERS)),), "<order>", "what the Guards do"),
    ActionBlock("order_number", (("number", GUARDS),), "<n>", "how many Guards"),
    ActionBlock("master", (("skill", len(SKILLS)),), "learn <skill>", "Ultra mode: any skill"),
)
