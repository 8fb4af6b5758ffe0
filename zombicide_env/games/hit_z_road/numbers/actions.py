"""The action space of Hit Z Road (Discrete, one layout for every number of players)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock, ActionCodec

from .layout import MAX_BID, N_RESOURCES, SHOTS, R

ACTIONS: Final = ActionCodec(
    "hit_z_road",
    [
        ActionBlock("pass", (), "pass", "no bid (HZ-D-1)"),
        ActionBlock("bid", (("value - 1", MAX_BID),), "bid <1..10>", "put the marker on the value (HZ-D-1)"),
        ActionBlock("pay", (("resource", N_RESOURCES),), "pay <resource>", "pay one unit (HZ-D-2, HZ-D-4, HZ-D-11, HZ-D-12)"),
        ActionBlock("route", (("route - 1", R),), "route <1..4>", "choose the route (HZ-D-3)", ("route",)),
        ActionBlock("take", (("resource", N_RESOURCES),), "take <resource>", "one unit of the bonus of the solo route 1 (HZ-D-5)"),
        ActionBlock("shoot", (("ammo", SHOTS),), "shoot <ammo>", "ranged attack, 0: none (HZ-D-7)"),
        ActionBlock("molotov", (), "molotov", "throw the Molotov (HZ-D-6)"),
        ActionBlock("keep", (), "keep", "keep the Molotov (HZ-D-6)"),
        ActionBlock("flee", (), "flee", "discard 2 gas and leave the card (HZ-D-8)"),
        ActionBlock("fight", (), "fight", "begin the melee (HZ-D-8)"),
        ActionBlock("save", (), "save", "discard 1 adrenaline for a wound (HZ-D-9)"),
        ActionBlock("sacrifice", (), "sacrifice", "lose a survivor (HZ-D-9, HZ-D-12)"),
        ActionBlock("strike", (), "strike", "discard 1 adrenaline to kill a zombie (HZ-D-10)"),
        ActionBlock("hold", (), "hold", "no more adrenaline kills in this roll (HZ-D-10)"),
        ActionBlock("give", (), "give", "give the fanatic 3 ammo (HZ-D-13)"),
        ActionBlock("refuse", (), "refuse", "let the fanatic go (HZ-D-13)"),
    ],
)

N_ACTIONS: Final = ACTIONS.size
A_PASS: Final = ACTIONS.start["pass"]
A_BID: Final = ACTIONS.start["bid"]  # + value - 1
A_PAY: Final = ACTIONS.start["pay"]  # + resource
A_ROUTE: Final = ACTIONS.start["route"]  # + route
A_TAKE: Final = ACTIONS.start["take"]  # + resource
A_SHOOT: Final = ACTIONS.start["shoot"]  # + ammo
A_MOLOTOV: Final = ACTIONS.start["molotov"]
A_KEEP: Final = ACTIONS.start["keep"]
A_FLEE: Final = ACTIONS.start["flee"]
A_FIGHT: Final = ACTIONS.start["fight"]
A_SAVE: Final = ACTIONS.start["save"]
A_SACRIFICE: Final = ACTIONS.start["sacrifice"]
A_STRIKE: Final = ACTIONS.start["strike"]
A_HOLD: Final = ACTIONS.start["hold"]
A_GIVE: Final = ACTIONS.start["give"]
A_REFUSE: Final = ACTIONS.start["refuse"]
