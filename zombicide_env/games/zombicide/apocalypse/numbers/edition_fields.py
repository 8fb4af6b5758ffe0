"""Apocalypse's own fields of the records."""

from __future__ import annotations

from typing import Any, Final

from zombicide_env.core.layout import ANY, FLAG, Range

from .cars import CARS, LOAD, SEATS, SPEED
from .fuel import BOMBS
from .layout import CARDS, COPY, COUNT, KIND, MINIATURES, SURVIVOR, ZONE, K, S, Z
from .master import N_MASTER
from .mini_missions import N_MINI, TALLIES
from .zombies import PACKS, STACKS

LYING: Final = 16  # Zombie Master cards in the discard pile, or in effect

WORLD: Final[tuple[tuple[Any, ...], ...]] = (
    ("master", "u1"),  # an agent plays the Zombie Master
    ("master_cards", "u1"),  # the Zombie Master has cards
    ("packs", "u1"),  # packs in the game, as bits
    ("quiet_is_free", "u1"),  # switch zm_free_when_quiet (AP-18.R6)
    ("zcard_manhole", "u1", (128,)),  # its zombies appear at manholes (AP-20.R3)
    ("zcard_master", "u1", (128,)),  # Zombie Master card + 1
    ("card_returns", "u1", (CARDS,)),  # returns to its pile when it is discarded (AP-12.R1)
    ("card_class", "u1", (CARDS,)),  # CLASSES
    ("goods", "u1", (3,)),  # card types of the supplies
    ("start_pool", "u1"),  # starting cards: 1 weapons first, 2 Pans and Batons only (AP-26.R12)
    ("pool_weapons", "u1", (3,)),  # card types of the starting cards
    ("pool_pan", "u1"),
    ("pool_baton", "u1"),  # 0: no Batons
    ("fixed_start", "u1", (S,)),  # card type dealt to a survivor, 0: random
    ("deck_top", "u1", (8,)),  # card types on top of the equipment deck, the top first
    ("random_cards", "u1"),  # the game deals cards at random: a game, not a position
    ("waiting", "u1", (S,)),  # survivors who may be recruited (AP-26.M9)
    ("recruits", "u1"),
    ("recruit_order", "i1", (S,)),  # scripted, NONE at the end
    ("enough", "u1"),  # survivors who have to leave in mission 9
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
    ("escapes_lose", "u1"),  # number of escaped zombies that is a defeat, 0: none
    ("neutralise", "u1"),
    ("tile", "i1", (Z,)),  # number of the tile, NONE
    ("manhole", "i2", (Z,)),  # [tile] zone of its manhole
    ("n_tiles", "i2"),
    ("pimp_script", "u1", (8,)),  # next card types of the pimp pile
    ("craft", "u1", (5, 3)),  # product and ingredients, card types
    ("round_limit", "i2"),  # number of rounds after which the Zombie Master wins; negative: the game is drawn (AP-3.R2); 0: see max_rounds
)
STATE: Final[tuple[tuple[Any, ...], ...]] = (
    ("waiting", "u1", (S,), FLAG),
    ("owner", "i1", (S,), Range(-1, "n_players", -1)),  # player of each survivor
    ("recruited", "i2", COUNT),
    ("roster", "u1", (S,), Range(0, "n_survivors", -1)),  # survivors in roster order; those waiting to be recruited are last
    ("way_open", "u1", FLAG),  # the Exit has opened (AP-26.M1)
    ("seat", "i1", (S,), Range(-1, CARS * SEATS - 1)),  # car * SEATS + seat, -1: on foot
    ("car_zone", "i2", (CARS,), ZONE),  # -1: destroyed or gone
    ("car_started", "u1", (CARS,), FLAG),
    ("car_searched", "u1", (CARS,), FLAG),
    ("car_load", "u1", (CARS, LOAD), COPY),  # supply cards under the car, packed to the left
    ("route", "i2", (SPEED + 1,), ZONE),  # zones of the drive in progress
    ("atk_car", "i1", Range(-1, CARS - 1)),  # the car that attacks, -1: a survivor does
    ("gasoline", "u1", (Z,), FLAG),
    ("fire", "u1", (Z,), Range(0, 9)),  # End Phases until the fire is out
    ("bomb_zone", "i2", (BOMBS,), ZONE),
    ("bomb_by", "i1", (BOMBS,), SURVIVOR),
    ("n_bombs", "i2", Range(0, BOMBS)),
    ("mini", "u1", (S, N_MINI), COPY),  # mini-mission cards, which take no inventory slot
    ("mini_done", "u1", (S, N_MINI), Range(0, 7)),  # finished tasks, as bits
    ("tally", "i2", (TALLIES,), COUNT),  # of the turn: kills by class (0 to 3), door, objective, melee kills
    ("tally_from", "i2", (N_MINI, TALLIES), COUNT),  # the tally at the start of a mini-mission begun in this turn
    ("own_kills", "i2", COUNT),  # zombies killed by the active survivor in the survivor's zone in this turn
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
    ("opener", "i1", Range(-1, "n_survivors", 0)),  # who has opened the building that spawns; the seat of the Zombie Master is the last
)
SCRATCH: Final[tuple[str, ...]] = ()
