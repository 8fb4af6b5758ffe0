"""The tables of the rules, kinds and cards, crafting, mini-missions, ID cards."""

from __future__ import annotations

from dataclasses import dataclass

BASES = ("walker", "fatty", "runner", "abomination", "dog")
KINDS = tuple(  # canonical order (AP-0.R2, AP-0.R3)
    kind for base in BASES for kind in ((base,) if base == "dog" else (base, f"toxic_{base}", f"berserker_{base}"))
)
ACTIONS = {"walker": 1, "fatty": 1, "runner": 2, "abomination": 1, "dog": 3}  # section 10
TOUGHNESS = {"walker": 1, "fatty": 2, "runner": 1, "abomination": 3, "dog": 1}
PRIORITY = {"walker": 1, "fatty": 2, "abomination": 2, "runner": 3, "dog": 4}
TYPES = ("toxic", "normal", "berserker")  # order within a kind (AP-14.R2)
WOUNDS = {"blue": 3, "yellow": 3, "orange": 5, "red": 6}  # of an Abomination (AP-10.8)
LIMIT = {"blue": 2, "yellow": 3, "orange": 4, "red": 5}  # of Abominations (AP-10.9)
BOX = dict(zip(KINDS, (40, 15, 15, 8, 4, 4, 16, 8, 8, 5, 1, 1, 10), strict=True))  # AP-1.R2
SLOTS = ("left", "right", "pack1", "pack2", "pack3")  # AP-9.R1
HANDS = ("left", "right")
SEATS = ("driver", "p1", "p2", "p3")
GOODS = ("canned_food", "rice", "water")


def base(kind: str) -> str:
    return kind.rpartition("_")[2]


def type_of(kind: str) -> str:
    return kind.rpartition("_")[0] or "normal"


@dataclass(frozen=True)
class Profile:
    """One way to use a card."""

    mode: str
    near: int
    far: int
    dice: int
    accuracy: int
    damage: int
    noisy: bool


@dataclass
class Kind:
    """One kind of card."""

    category: str
    profiles: tuple[Profile, ...]
    marks: frozenset[str]  # dual, door, noisy_door, reload, returns
    ammo: str
    copies: tuple[int, int, int]  # in the deck, as starting cards, set aside


#: Card, category, copies in the deck / as starting cards / set aside, profile (dice x accuracy, damage), what else is printed on it.
_CARDS = """
fire_axe               weapon       1/1/0 melee 0-0 1x4+ 2     door noisy_door
crowbar                weapon       1/1/0 melee 0-0 1x4+ 1     door
pan                    weapon       0/3/0 melee 0-0 1x6+ 1     returns
baseball_bat           weapon       2/0/0 melee 0-0 1x3+ 1
machete                weapon       4/0/0 melee 0-0 1x4+ 2     dual
chainsaw               weapon       2/0/0 melee 0-0 5x5+ 2     door noisy_door noisy
katana                 weapon       2/0/0 melee 0-0 2x4+ 1
pistol                 weapon       2/1/0 ranged 0-1 1x4+ 1    dual ammo:light noisy
shotgun                weapon       2/0/0 ranged 0-1 2x4+ 2    ammo:shells noisy
sawed_off              weapon       4/0/0 ranged 0-1 2x3+ 1    dual reload ammo:shells noisy
rifle                  weapon       2/0/0 ranged 1-3 1x3+ 1    ammo:light noisy
sub_mg                 weapon       2/0/0 ranged 0-1 3x5+ 1    dual ammo:light noisy
sniper_rifle           weapon       0/0/1 ranged 1-3 1x3+ 1    returns ammo:light noisy
molotov                weapon       0/0/3 destroy 0-1 - -      returns noisy
evil_twins             pimp_weapon  0/0/1 ranged 0-1 2x4+ 1    returns ammo:light noisy
mas_shotgun            pimp_weapon  0/0/1 ranged 0-1 2x3+ 2    reload returns ammo:shells noisy
mas_shotgun            pimp_weapon  0/0/0 melee 0-0 1x3+ 2
gasoline               tool         4/0/0 - - - -
glass_bottles          ingredient   2/0/0 - - - -
scope                  ingredient   1/0/0 - - - -
plenty_of_ammo_light   support      3/0/0 - - - -
plenty_of_ammo_shells  support      3/0/0 - - - -
goalie_mask            support      1/0/0 - - - -
flashlight             support      2/0/0 - - - -
canned_food            goods        3/0/0 - - - -
rice                   goods        3/0/0 - - - -
water                  goods        3/0/0 - - - -
aaahh                  event        4/0/0 - - - -
baton                  weapon       0/3/0 melee 0-0 1x5+ 1     returns
nailbat                weapon       0/0/2 melee 0-0 2x4+ 2     returns
gunblade               pimp_weapon  0/0/1 ranged 0-1 1x4+ 2    returns ammo:shells noisy
gunblade               pimp_weapon  0/0/0 melee 0-0 2x4+ 2
pas_gun                pimp_weapon  0/0/1 ranged 1-3 2x3+ 2    returns ammo:light noisy
assault_rifle          weapon       1/0/0 ranged 0-2 3x4+ 1    ammo:light noisy
flamethrower           weapon       1/0/0 ranged 0-1 3x3+ 2    noisy
dynamite               weapon       1/0/0 destroy 0-1 - -      noisy
rpg                    weapon       1/0/0 destroy 1-3 - -      noisy
time_bomb              weapon       0/0/2 bomb 0-0 - -         returns noisy
lighter                tool         3/0/0 - - - -
nails                  ingredient   1/0/0 - - - -
alarm_clock            ingredient   1/0/0 - - - -
raincoat               ingredient   1/0/0 - - - -
stinky_raincoat        support      0/0/1 - - - -              returns
first_aid              event        1/0/0 - - - -
car_alarm              event        1/0/0 - - - -
second_wind            event        1/0/0 - - - -
rusty_nail             event        1/0/0 - - - -
stash_1                mini_mission 1/0/0 - - - -
stash_2                mini_mission 1/0/0 - - - -
stash_3                mini_mission 1/0/0 - - - -
"""


def _cards() -> dict[str, Kind]:
    cards: dict[str, Kind] = {}
    for line in _CARDS.strip().splitlines():
        name, category, copies, mode, reach, dice, damage, *marks = line.split()
        profiles: tuple[Profile, ...] = ()
        if mode != "-":
            near, far = (int(number) for number in reach.split("-"))
            number, accuracy = (int(part) for part in dice.rstrip("+").split("x")) if "x" in dice else (0, 0)
            profiles = (Profile(mode, near, far, number, accuracy, int(damage.strip("-") or 0), noisy="noisy" in marks),)
        if name in cards:  # a second profile
            cards[name].profiles += profiles
            continue
        ammo = next((mark.removeprefix("ammo:") for mark in marks if mark.startswith("ammo:")), "")
        deck, start, pile = (int(number) for number in copies.split("/"))
        cards[name] = Kind(category, profiles, frozenset(marks), ammo, (deck, start, pile))
    return cards


CARDS = _cards()
CRAFTING = {
    "molotov": ("gasoline", "glass_bottles"),
    "sniper_rifle": ("rifle", "scope"),
    "nailbat": ("baseball_bat", "nails"),
    "time_bomb": ("dynamite", "alarm_clock"),
    "stinky_raincoat": ("raincoat",),  # after a kill in the own zone (AP-26.R8)
}
#: Mini-mission -> task -> what is counted and how many are needed (AP-26.R6).
TASKS = {
    "stash_1": {"walkers": ("walker", 4), "runners": ("runner", 2), "abomination": ("abomination", 1)},
    "stash_2": {"walkers": ("walker", 5), "fatties": ("fatty", 2)},
    "stash_3": {"door": ("door", 1), "objective": ("objective", 1), "melee": ("melee", 3)},
}
#: ID cards: blue skill, orange ones, red ones.
PEOPLE = {
    "amy": ("free_move_action", ("free_combat_action", "free_move_action"), ("plus_1_die_combat", "plus_1_to_roll_combat", "medic")),
    "doug": ("matching_set", ("free_combat_action", "plus_1_die_ranged"), ("slippery", "plus_1_to_roll_combat", "ambidextrous")),
    "josh": ("slippery", ("plus_1_die_melee", "one_reroll_per_turn"), ("free_move_action", "plus_1_to_roll_combat", "lucky")),
    "ned": ("free_search_action", ("plus_1_die_ranged", "free_combat_action"), ("plus_1_die_combat", "plus_1_to_roll_combat", "tough")),
    "phil": ("starts_with:pistol", ("free_search_action", "plus_1_to_roll_ranged"), ("born_leader", "plus_1_die_ranged", "marksman")),
    "wanda": (
        "two_zones_per_move",
        ("slippery", "plus_1_to_roll_melee"),
        ("plus_1_die_combat", "free_move_action", "plus_1_zone_per_move"),
    ),
}
PIMP = tuple(name for name, kind in CARDS.items() if kind.category == "pimp_weapon")
#: The Zombie Master's cards and their brains.
MASTER = {f"z{colour[0]}{number}": colour for colour in ("blue", "green") for number in range(1, 6)}
