"""What Apocalypse adds to the family's declarations: cars, fuel, mini-missions, the Zombie Master and his cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zombicide_env.core.codec import ActionBlock, Column, ObservationBlock
from zombicide_env.core.layout import ANY, FLAG, Range

from ..edition import KINDS, SLOT_NAMES
from .events import CODEC
from .figures import BOMBS, BOMBS_SEEN, CARS, LOAD, MASTER_CARDS, MINI_MISSIONS, PACKS, SEATS, SPEED, TALLIES, TASKS
from .layout import CARDS, COPY, COUNT, KIND, MINIATURES, SLOTS, SURVIVOR, ZONE, D, K, S, Z
from .skills import SKILL_INDEX

SEAT_NAMES: Final = ("driver", "p1", "p2", "p3")
MOST: Final = 48  # zombies of one stack that an answer can name; a larger number is sent off in parts
N_MASTER: Final = len(MASTER_CARDS)
N_MINI: Final = len(MINI_MISSIONS)
LYING: Final = 16  # Zombie Master cards in his discard pile, or in force
CAR: Final = Range(0, CARS - 1)
STACKS: Final = Range(0, PACKS)
MEDIC_SKILL: Final = SKILL_INDEX["medic"]
ONCE_SKILL: Final = SKILL_INDEX["one_reroll_per_turn"]
U_MEDIC: Final = 8  # skills used once a turn, after the family's
U_ONCE: Final = 9

# ---- events: what the Zombie Master does with his cards -----------------------------------------------------------------
MASTER_DRAWS: Final = CODEC.kind("master_draws", zone="zone", n="number")  # cards in his hand now
MASTER_SEES: Final = CODEC.kind("master_sees", card="master_card")  # for him alone
MASTER_DISCARDS: Final = CODEC.kind("master_discards", card="master_card")
MASTER_PLAYS: Final = CODEC.kind(
    "master_plays", card="master_card", zone="zone", to="zone", whom="survivor", zombie="zombie", other="master_card"
)
MASTER_CARD_ENDS: Final = CODEC.kind("master_card_ends", card="master_card")
BATTER: Final = CODEC.kind("batter", door="door")
NAMED: Final[Mapping[str, tuple[str, ...]]] = {"master_card": MASTER_CARDS}

# ---- actions ---------------------------------------------------------------------------------------------------------
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

CONTINUED: Final = ("destroy_",)

# ---- observation -----------------------------------------------------------------------------------------------------
BOARD_COLUMNS: Final[tuple[Column, ...]] = (
    Column("steady_noise", 20, "permanent Noise"),
    Column("way_out", 1, "zombies leave the board here"),
    Column("manhole", Z, "zone of the manhole of its tile + 1", Z + 1, "zone"),
)
ZONE_COLUMNS: Final[tuple[Column, ...]] = (
    Column("gasoline", 1, "spilled gasoline"),
    Column("fire", 3, "End Phases until the fire is out, 0: none"),
    Column("bombs", BOMBS_SEEN, "Time Bombs"),
    Column("echo", 9, "noise of Echo"),
    Column("puppets", 1, "Puppet Pack lies here"),
    Column("route", 1, "the stack in question may go there"),
)
SURVIVOR_COLUMNS: Final[tuple[Column, ...]] = (
    Column("waiting", 1, "may still be recruited"),
    Column("car", CARS, "car + 1, 0: on foot", CARS + 1),
    Column("seat", SEATS, "seat + 1, 0: on foot", SEATS + 1),
    Column("cramp", 1, "has an action fewer in his next turn"),
    *(Column(f"{name}_{task}", 1, "task of the mini-mission is open") for name in MINI_MISSIONS for task in TASKS[name]),
)
WEAPON_COLUMNS: Final[tuple[Column, ...]] = ()
GLOBAL_COLUMNS: Final[tuple[Column, ...]] = (
    Column("master_hand", 4, "cards in the Zombie Master's hand"),
    *(Column(f"lies_{card}", 2, "copies in the Zombie Master's discard pile") for card in MASTER_CARDS),
    *(Column(f"active_{card}", 2, "in force") for card in MASTER_CARDS),
    Column("escaped", 9, "zombies that have left the board"),
    Column("supplies_out", 12, "supply cards that have left with cars"),
    Column("neutralised", 4, "spawn zones neutralised"),
)
DECISION_COLUMNS: Final[tuple[Column, ...]] = (Column("left", 40, "zombies of the stack that have no way yet"),)
COLUMN_NAMES: Final[Mapping[str, str]] = {}
CAR_COLUMNS: Final = (
    Column("kind", 2, "0 none, 1 police car, 2 pimpmobile", 3),
    Column("zone", Z, "zone + 1, 0: gone", Z + 1, "zone"),
    Column("started", 1),
    Column("searched", 1),
    Column("supplies", LOAD, "supply cards under it"),
)
BLOCKS: Final[tuple[ObservationBlock, ...]] = (
    ObservationBlock("cars", (CARS, len(CAR_COLUMNS)), doc="the cars of the mission", columns=CAR_COLUMNS, rows="car"),
    ObservationBlock("hand", (N_MASTER,), high=4, names=MASTER_CARDS, doc="the Zombie Master's hand; nothing in the survivors' view"),
)

# ---- records ---------------------------------------------------------------------------------------------------------
WORLD: Final[tuple[tuple[Any, ...], ...]] = (
    ("master", "u1"),  # a Zombie Master plays
    ("master_cards", "u1"),  # he has cards
    ("packs", "u1"),  # packs in the game, as bits
    ("quiet_is_free", "u1"),  # switch zm_free_when_quiet (AP-18.R6)
    ("zcard_manhole", "u1", (128,)),  # the zombies appear at manholes (AP-20.R3)
    ("zcard_master", "u1", (128,)),  # Zombie Master card + 1
    ("card_returns", "u1", (CARDS,)),  # goes back to its pile when it is discarded (AP-12.R1)
    ("card_class", "u1", (CARDS,)),  # CLASSES
    ("goods", "u1", (3,)),  # card types of the supplies
    ("start_pool", "u1"),  # starting cards: 1 weapons first, 2 Pans and Batons only (AP-26.R12)
    ("pool_weapons", "u1", (3,)),  # card types of the starting cards
    ("pool_pan", "u1"),
    ("pool_baton", "u1"),  # 0: there are no Batons
    ("fixed_start", "u1", (S,)),  # card type dealt to a survivor, 0: by lot
    ("deck_top", "u1", (8,)),  # card types that lie on the equipment deck, the top first
    ("random_cards", "u1"),  # the game deals cards: a game, not a position
    ("waiting", "u1", (S,)),  # survivors who may be recruited (AP-26.M9)
    ("recruits", "u1"),
    ("recruit_order", "i1", (S,)),  # scripted, NONE at the end
    ("enough", "u1"),  # survivors that have to leave in mission 9
    ("n_cars", "i2"),
    ("car_kind", "u1", (CARS,)),  # 1 police car, 2 pimpmobile
    ("car_zone", "i2", (CARS,)),
    ("driving", "u1"),
    ("exit_by", "u1"),  # EXITS
    ("objective_xp", "u1"),
    ("medicine", "u1", (Z,)),
    ("no_search", "u1", (Z,)),
    ("stowing", "u1"),
    ("twin_doors", "u1"),
    ("steady_noise", "u1", (Z,)),
    ("way_out", "u1", (Z,)),
    ("escapes_lose", "u1"),  # zombies whose escape is a defeat, 0: none
    ("neutralise", "u1"),
    ("tile", "i1", (Z,)),  # number of the tile, NONE
    ("manhole", "i2", (Z,)),  # [tile] zone of its manhole
    ("n_tiles", "i2"),
    ("pimp_script", "u1", (8,)),  # card types of the pimp pile drawn next
    ("craft", "u1", (5, 3)),  # product and ingredients, card types
    ("round_limit", "i2"),  # after so many rounds the Zombie Master has won; below 0: the game is drawn (AP-3.R2); 0: see max_rounds
)
STATE: Final[tuple[tuple[Any, ...], ...]] = (
    ("waiting", "u1", (S,), FLAG),
    ("owner", "i1", (S,), Range(-1, "n_players", -1)),  # player of each survivor
    ("recruited", "i2", COUNT),
    ("roster", "u1", (S,), Range(0, "n_survivors", -1)),  # survivors in the order of the roster; those who wait stand at its end
    ("way_open", "u1", FLAG),  # the Exit has come to work (AP-26.M1)
    ("seat", "i1", (S,), Range(-1, CARS * SEATS - 1)),  # car * SEATS + seat, -1: on foot
    ("car_zone", "i2", (CARS,), ZONE),  # -1: destroyed or gone
    ("car_started", "u1", (CARS,), FLAG),
    ("car_searched", "u1", (CARS,), FLAG),
    ("car_load", "u1", (CARS, LOAD), COPY),  # supply cards under it, packed to the left
    ("route", "i2", (SPEED + 1,), ZONE),  # zones of the drive in progress
    ("atk_car", "i1", Range(-1, CARS - 1)),  # the car that attacks, -1: a survivor does
    ("gasoline", "u1", (Z,), FLAG),
    ("fire", "u1", (Z,), Range(0, 9)),  # End Phases until it is out
    ("bomb_zone", "i2", (BOMBS,), ZONE),
    ("bomb_by", "i1", (BOMBS,), SURVIVOR),
    ("n_bombs", "i2", Range(0, BOMBS)),
    ("mini", "u1", (S, N_MINI), COPY),  # mini-mission cards beside the inventory
    ("mini_done", "u1", (S, N_MINI), Range(0, 7)),  # finished tasks, as bits
    ("tally", "i2", (TALLIES,), COUNT),  # of the turn: kills by class (0 to 3), door, objective, melee kills
    ("tally_from", "i2", (N_MINI, TALLIES), COUNT),  # the tally when the mini-mission was begun in this turn
    ("own_kills", "i2", COUNT),  # zombies that the survivor in turn has killed in his own zone in this turn
    ("zm_hand", "u1", (N_MASTER,), Range(0, 9)),
    ("zm_pile", "u1", (LYING,), Range(0, N_MASTER)),  # card + 1, oldest first
    ("zm_pile_n", "i2", Range(0, LYING)),
    ("zm_active", "u1", (LYING,), Range(0, N_MASTER)),  # card + 1
    ("zm_target", "i2", (LYING,), Range(-1, Z + S)),
    ("zm_active_n", "i2", Range(0, LYING)),
    ("zm_gone", "i2", COUNT),  # cards out of the game
    ("zm_played", "u1", Range(0, 3)),  # bits: blue, green card played in this phase
    ("pack_zone", "i2", (PACKS,), ZONE),  # the stacks of the activation in progress
    ("pack_kind", "u1", (PACKS,), KIND),
    ("pack_from", "i2", (PACKS,), ZONE),
    ("pack_n", "i2", (PACKS,), COUNT),
    ("pack_to", "i2", (PACKS,), ZONE),  # -1: not decided
    ("pack_led", "u1", (PACKS,), FLAG),  # by Puppet Pack
    ("n_packs", "i2", STACKS),
    ("pack_now", "i2", Range(-1, PACKS)),
    ("act_passes", "u1", Range(0, 3)),
    ("act_pass", "u1", Range(0, 3)),  # the action in progress, from 1
    ("led", "u1", (Z, K), MINIATURES),  # zombies that Puppet Pack leads in this Zombies' Phase (AP-21.R7)
    ("escaped", "i2", COUNT),
    ("supplies_out", "i2", COUNT),
    ("neutralised", "i2", COUNT),
    ("carried_off", "u1", (CARDS,), ANY),  # cards that left with survivors
    ("pimps_drawn", "u1", ANY),
    ("opener", "i1", Range(-1, "n_survivors", 0)),  # who has opened the building that is filled; the seat of the Zombie Master is the last
)
SCRATCH: Final[tuple[str, ...]] = ()
