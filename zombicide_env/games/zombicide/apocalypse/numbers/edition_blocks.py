"""Action blocks of Apocalypse; ``edition_actions`` has their first actions."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock

from ..edition import KINDS, SLOT_NAMES
from .cars import CARS, SEAT_NAMES, SEATS
from .layout import CARDS, SLOTS, D, K, S, Z
from .master import MASTER_CARDS, N_MASTER
from .mini_missions import N_MINI
from .zombies import MOST

CONTINUED: Final = ("destroy_",)

_KINDS: Final = {"kind": KINDS}
_CARDS: Final = {"card": MASTER_CARDS}
_BESIDE: Final = {"neighbour": (*map(str, range(D)), "here")}
_SEATS: Final = {"seat": SEAT_NAMES}
ZONE_ACTIONS: Final[tuple[ActionBlock, ...]] = (
    ActionBlock("destroy_left", (("zone", Z),), "shoot <zone> <item>", "throw or fire the left-hand weapon that destroys a whole zone"),
    ActionBlock("destroy_right", (("zone", Z),), "shoot <zone> <item>", "throw or fire the right-hand weapon that destroys a whole zone"),
    ActionBlock("drive", (("zone", Z),), "drive <zone>", "Drive to the zone"),
    ActionBlock("play_zb3", (("zone", Z),), "play zb3 <zone>", "Late Arrival"),
    ActionBlock("play_zg1", (("zone", Z),), "play zg1 <zone>", "Echo"),
    ActionBlock("play_zg5", (("zone", Z),), "play zg5 <zone>", "Puppet Pack"),
    ActionBlock("play_zb1", (("zone", Z), ("kind", K)), "play zb1 <zone> <id>", "Jolt", values=_KINDS),
    ActionBlock("play_zb2", (("zone", Z), ("neighbour", D)), "play zb2 <zone> <zone>", "Shove"),
    ActionBlock("play_zb4", (("zone", Z), ("neighbour", D)), "play zb4 <zone> <zone>", "Battering"),
)
NEIGHBOUR_ACTIONS: Final[tuple[ActionBlock, ...]] = (
    ActionBlock("ignite", (("neighbour", D + 1),), "ignite <zone>", "light the gasoline there", values=_BESIDE),
    ActionBlock("path_some", (("neighbour", D), ("number", MOST)), "path <zone> <n>", "so many of the stack go there"),
)
ACTIONS: Final[tuple[ActionBlock, ...]] = (
    ActionBlock("search_car", (("car", CARS),), "search <car>", "Search the car"),
    ActionBlock("board", (("car", CARS), ("seat", SEATS)), "board <seat>", "get into the car", values=_SEATS),
    ActionBlock("seat", (("seat", SEATS),), "seat <seat>", "change the seat", values=_SEATS),
    ActionBlock("leave", (), "leave", "get out of the car"),
    ActionBlock("start", (), "start", "start the car"),
    ActionBlock("pour", (), "pour", "pour gasoline"),
    ActionBlock("place_bomb", (), "place_bomb", "set a Time Bomb"),
    ActionBlock("craft", (("product", 5),), "craft <product>", "combine equipment"),
    ActionBlock("stow", (("car", CARS), ("slot", SLOTS)), "stow <car> <slot>", "put supplies under it", values={"slot": SLOT_NAMES}),
    ActionBlock("unstow", (("car", CARS), ("goods", 3)), "unstow <car> <card>", "take supplies from under the car"),
    ActionBlock("medic", (("survivor", S),), "use medic <survivor>", "Medic: the survivor loses a wound"),
    ActionBlock("drop_mini", (("mission", N_MINI),), "drop <mini-mission>", "discard the mini-mission"),
    ActionBlock("mask", (), "mask", "the Goalie Mask prevents the wound"),
    ActionBlock("lose", (("slot", SLOTS),), "lose <slot>", "the card is lost", values={"slot": SLOT_NAMES}),
    ActionBlock("hit_survivor", (("survivor", S),), "hit <survivor>", "the hit wounds the survivor"),
    ActionBlock("reward", (("card", CARDS),), "reward <card>", "the card is looked for in the deck"),
    ActionBlock("recruit", (("survivor", S),), "recruit <player>", "the new survivor is that player's"),
    ActionBlock("push", (("kind", K),), "push <id>", "Shove moves a zombie of the id", values=_KINDS),
    ActionBlock("play_zb5", (("card", N_MASTER),), "play zb5 <card>", "Regurgitate", values=_CARDS),
    ActionBlock("play_zg2", (("survivor", S),), "play zg2 <survivor>", "Cramp"),
    ActionBlock("play_zg3", (), "play zg3", "Blackout"),
    ActionBlock("play_zg4", (), "play zg4", "Clutching Hands"),
    ActionBlock("pass", (), "pass", "end the Zombie Master's Phase"),
    ActionBlock("discard_card", (("card", N_MASTER),), "discard <card>", "a Zombie Master card leaves the hand", values=_CARDS),
)
