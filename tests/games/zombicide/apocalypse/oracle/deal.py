"""Random positions of Apocalypse (documents in the format of the conformance vectors).

Setup (packs and starting cards) is not generated, because the oracle does not implement it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.data import CARDS, KINDS
from tests.games.zombicide.apocalypse.oracle.table import Ground
from tests.games.zombicide.black_plague.oracle.deal import deal_board

Document = dict[str, Any]

_NAMES = ("alf", "bea", "cid", "dot", "eve")
_PEOPLE = tuple(name for name in data.PEOPLE if name != "phil")  # survivors with a card of their own
_SKILLS = (
    *(f"free_{kind}_action" for kind in ("melee", "ranged", "combat", "move", "search")),
    *(f"{skill}_{kind}" for skill in ("plus_1_to_roll", "plus_1_die") for kind in ("melee", "ranged", "combat")),
    *("two_zones_per_move", "plus_1_zone_per_move", "slippery", "hit_and_run", "break_in", "lock_it_down", "hold_your_nose", "scavenger"),
    *("search_plus_1_card", "matching_set", "lucky", "one_reroll_per_turn", "medic", "born_leader", "lifesaver", "shove", "loud", "taunt"),
    *("ambidextrous", "swordmaster", "plus_1_max_range", "point_blank", "marksman", "low_profile", "steady_hand", "tough", "rotten"),
    *("charge", "sprint", "jump", "bloodlust_melee", "bloodlust_ranged", "bloodlust_combat", "reaper_melee", "reaper_combat"),
    *("roll6_die_melee", "roll6_die_ranged", "frenzy_combat", "super_strength", "barbarian", "iron_rain", "regeneration"),
    *("ironclad:toxic_walker", "ironclad:walker", "collector:runner"),
    *("destiny", "free_reload", "blitz", "tactician", "plus_1_damage_with:sawed_off"),
    *("trick_shot", "zombie_link", "is_that_all_youve_got", "steady_hand", "search_plus_1_card"),
)
_MORE_SKILLS = (  # further ones of survivors with many
    *(f"{skill}_{kind}" for skill in ("bloodlust", "frenzy", "reaper", "roll6_die") for kind in ("melee", "ranged", "combat")),
    *("plus_1_action", "plus_1_damage:melee", "plus_1_damage:ranged", "plus_1_damage_with:pistol", "plus_1_damage_with:machete"),
    *("ironclad:toxic_runner", "ironclad:abomination", "collector:toxic_walker"),
)
_PAIRS = ("pistol", "sub_mg", "sawed_off", "machete", "rifle", "shotgun", "flamethrower", "assault_rifle", "pan", "baton")
_DECK = sorted(name for name, kind in CARDS.items() if kind.copies[0] and kind.category != "mini_mission")
_MINIS = tuple(data.TASKS)
_HELD = sorted(name for name, kind in CARDS.items() if kind.category not in ("event", "mini_mission") and name != "stinky_raincoat")
_USEFUL = ("gasoline", "lighter", "molotov", "dynamite", "rpg", "time_bomb", "flamethrower", "chainsaw", "sub_mg", "sawed_off", "machete")


def deal(rng: Random) -> Document:
    """A position for whole rounds: survivors with random cards and skills, zombies of all ids, cars, fuel, the Zombie Master's cards."""
    board, read = _ground(rng)
    streets = [zone for zone in read.zones if not read.is_room(zone)]
    document: Document = {"game": "apocalypse", "board": board, "dice": [rng.randint(1, 6) for _ in range(250)]}
    camp = rng.sample(read.zones, min(len(read.zones), rng.randint(1, 3)))
    survivors = _team(rng, camp)
    document["survivors"] = survivors
    names = list(survivors)
    playing = [name for name in names if survivors[name].get("zone") is not None]
    document["cars"] = _cars(rng, streets, survivors, playing)
    document["drive"] = rng.random() < 0.8
    zones = {entry["zone"] for entry in survivors.values()} | {car["zone"] for car in document["cars"].values()}
    document["zombies"] = _zombies(rng, read.zones, camp, rng.choice((1, 1, 3)))
    if rng.random() < 0.5:
        document["supply"] = {kind: rng.randint(0, 3) for kind in KINDS if rng.random() < 0.6}
    document["noise"] = {zone: rng.randint(1, 2) for zone in read.zones if rng.random() < 0.2}
    document["tokens"] = _fuel(rng, read, [zone for zone in read.zones if zone not in zones and zone not in document["zombies"]])
    document["fire_timers"] = {zone: rng.randint(1, 3) for zone, census in document["tokens"].items() if census.get("fire")}
    if rng.random() < 0.2:
        document["bombs"] = {rng.choice(camp): [rng.choice(playing)]}
    minis = [mini for mini in _MINIS if not any(mini in entry.get("minimissions", {}) for entry in survivors.values())]
    document["equipment_cards"] = [rng.choice([*_DECK, "aaahh", "flashlight"]) for _ in range(rng.choice((0, 3, 30, 30, 30)))] + minis
    rng.shuffle(document["equipment_cards"])
    document["pimp_cards"] = rng.sample(data.PIMP, len(data.PIMP))
    if any(name in data.PIMP for entry in survivors.values() for name in (entry.get("left"), entry.get("right"), *entry.get("pack", []))):
        document["pimp_cards"] = []
    _master(rng, document, playing, read.zones)
    document["decks"] = {"zombie": {"exact": True}, "equipment": {"exact": True}}
    document["turn"] = rng.choice(playing)
    if rng.random() < 0.3:
        survivors[document["turn"]]["actions"] = rng.randint(1, 5)
    _seats(rng, document, names)
    document["round"] = rng.choice((1, 1, 1, 5, 5, 28, 30))
    if rng.random() < 0.15:
        document["switches"] = {"zm_free_when_quiet": True}
    if rng.random() < 0.1:
        _nobody_masters(document)
    if rng.random() < 0.25:
        document["automatic"] = "actions"
    return document


def _nobody_masters(document: Document) -> None:
    """Leave out the Zombie Master's cards if there is no Zombie Master (AP-2.R4)."""
    document["switches"] = {"zombie_master": False}
    document["zm"] = {"hand": [], "discard": [], "active": {}}
    document["zombie_cards"] = [card for card in document["zombie_cards"] if isinstance(card, dict) or card not in data.MASTER]


def deal_skilled(rng: Random) -> Document:
    """The same with many skills each, pairs of weapons and more extra activations."""
    document = deal(rng)
    playing = [entry for entry in document["survivors"].values() if entry["zone"] is not None]
    for entry in playing:
        entry["skills"] = sorted(rng.choices((*_SKILLS, *_MORE_SKILLS), k=rng.randint(4, 12)))
        if rng.random() < 0.6:
            entry["left"] = entry["right"] = rng.choice(_PAIRS)
            entry["pack"] = entry["pack"][: 3 - entry["wounds"]]
            entry["unloaded"] = []
    for zone in {entry["zone"] for entry in playing}:
        if rng.random() < 0.5:
            document["zombies"].setdefault(zone, {})[rng.choice(KINDS)] = rng.randint(1, 3)
    if rng.random() < 0.5:
        rng.choice(playing)["skills"].append("zombie_link")
        called = rng.choice(("walker", "fatty", "runner", "toxic", "dog"))
        document["zombie_cards"][:0] = [f"extra_activation_{called}"] * 2
    return document


def deal_battle(rng: Random) -> Document:
    """The same amid zombies of all ids, with dice that mostly hit."""
    document = deal_skilled(rng)
    playing = {name: entry for name, entry in document["survivors"].items() if entry["zone"] is not None}
    for name, entry in playing.items():
        if rng.random() < 0.8:
            entry["left"] = entry["right"] = rng.choice(_PAIRS[:8])
            entry["pack"] = entry["pack"][: 3 - entry["wounds"]]
            entry["unloaded"] = []
        entry["zone"] = rng.choice([entry["zone"], playing[document["turn"]]["zone"]])
        if name == document["turn"]:
            entry["actions"] = rng.randint(3, 6)
            entry["skills"] += rng.choice(((), ("trick_shot", "ambidextrous"), ("trick_shot", "point_blank")))
    for car in document["cars"].values():
        for seat in data.SEATS:
            if seat in car:
                playing[car[seat]]["zone"] = car["zone"]
    for zone in [entry["zone"] for entry in playing.values()]:
        document["zombies"][zone] = {kind: rng.randint(1, 3) for kind in rng.sample(KINDS, rng.randint(2, 6))}
        document["tokens"].pop(zone, None)
        document["fire_timers"].pop(zone, None)
    document["dice"] = [rng.choice((2, 3, 4, 5, 6, 6)) for _ in range(250)]
    return document


def _ground(rng: Random) -> tuple[Document, Ground]:
    while True:
        board = deal_board(rng)
        vaults = board.pop("vaults", {})
        links = {pair: kind for pair, kind in board["links"].items() if not set(pair.split("-")) & set(vaults)}
        board["links"] = {pair: _link(rng, pair, kind) for pair, kind in links.items()}
        read = Ground.read(board)
        assert isinstance(read, Ground)
        if len(read.zones) > 2:
            break
    spawn = rng.sample(read.zones, min(len(read.zones), rng.randint(0, 3)))
    board["spawn"] = [zone + rng.choice(("", "", ":blue")) for zone in spawn]
    board["objectives"] = {zone: rng.choice(("red", "red", "blue", "green", "medicine")) for zone in read.zones if rng.random() < 0.15}
    if rng.random() < 0.3:
        board["exit"] = rng.sample(read.zones, 1)
    if rng.random() < 0.6:
        cut = rng.randint(1, len(read.zones) - 1)
        board["manholes"] = {rng.choice(tile): tile for tile in (read.zones[:cut], read.zones[cut:])}
    return board, read


def _link(rng: Random, pair: str, kind: str) -> str:
    """Doors lie between street and room (AP-4.R4), some of them coloured."""
    one, two = pair.split("-")
    if one.isupper() == two.isupper():
        return "passage" if "door" in kind else kind
    return rng.choice(("blue door", "green door", "red door")) if kind == "locked door" else kind


def _team(rng: Random, camp: list[str]) -> Document:
    names = rng.sample(_PEOPLE if rng.random() < 0.4 else _NAMES, rng.choice((1, 2, 4, 4, 5, 5)))
    minis = list(_MINIS)
    survivors: Document = {}
    for number, name in enumerate(names):
        if number and rng.random() < 0.06:
            survivors[name] = {"zone": None} if rng.random() < 0.5 else {"zone": None, "alive": False}
            continue
        wounds = rng.choice((0, 0, 0, 1))
        entry: Document = {"zone": rng.choice(camp), "wounds": wounds, "xp": rng.choice((0, 0, 4, 7, 15, 19, 43))}
        room = 5 - wounds
        for slot in ("left", "right"):
            if rng.random() < 0.8:
                entry[slot] = rng.choice(_USEFUL if rng.random() < 0.5 else _HELD)
                room -= 1
        if rng.random() < 0.3 and "left" in entry and "right" in entry:
            entry["right"] = entry["left"]
        entry["pack"] = [rng.choice(_HELD) for _ in range(rng.randint(0, min(3, room)))]
        if entry["pack"] and number == 0 and rng.random() < 0.2:
            entry["pack"][0] = "stinky_raincoat"  # the only one there is
        entry["unloaded"] = [slot for slot in ("left", "right") if "reload" in _marks(entry.get(slot)) and rng.random() < 0.4]
        entry["skills"] = sorted(rng.sample(_SKILLS, rng.choice((0, 1, 2, 3, 5))))
        if minis and rng.random() < 0.2:
            mini = minis.pop(rng.randrange(len(minis)))
            tasks = list(data.TASKS[mini])
            entry["minimissions"] = {mini: rng.sample(tasks, rng.randint(0, len(tasks) - 1))}
        survivors[name] = entry
    return survivors


def _marks(name: str | None) -> frozenset[str]:
    return CARDS[name].marks if name else frozenset()


def _cars(rng: Random, streets: list[str], survivors: Document, playing: list[str]) -> Document:
    cars: Document = {}
    if not streets or rng.random() < 0.3:
        return cars
    waiting = [name for name in playing if rng.random() < 0.5]
    for number in range(rng.randint(1, 3)):
        where = [survivors[name]["zone"] for name in playing if survivors[name]["zone"] in streets]
        car: Document = {
            "kind": rng.choice(("police_car", "pimpmobile")),
            "zone": rng.choice(where) if where and rng.random() < 0.6 else rng.choice(streets),
            "started": rng.random() < 0.6,
            "searched": rng.random() < 0.2,
        }
        for seat in data.SEATS:
            if waiting and rng.random() < 0.5:
                name = waiting.pop()
                car[seat] = name
                survivors[name]["zone"] = car["zone"]
        cars[f"car{number}"] = car
    return cars


def _zombies(rng: Random, zones: list[str], camp: list[str], most: int) -> Document:
    census: Document = {}
    for zone in zones:
        if rng.random() < (0.1 if zone in camp else 0.2) * (1 + most):
            census[zone] = {kind: rng.randint(1, most) for kind in rng.sample(KINDS, rng.randint(1, most))}
    return census


def _fuel(rng: Random, read: Ground, empty: list[str]) -> Document:
    """Spilled gasoline, and fires in empty zones; gasoline next to a fire has burned already (AP-17.3)."""
    share = rng.choice((0.0, 0.2, 0.5))
    fires = [zone for zone in empty if rng.random() < 0.25] if rng.random() < 0.4 else []
    safe = [zone for zone in read.zones if zone not in fires and not any(there in fires for there in read.neighbours(zone))]
    return {zone: {"gasoline": 1} for zone in safe if rng.random() < share} | {zone: {"fire": 1} for zone in fires}


def _master(rng: Random, document: Document, playing: list[str], zones: list[str]) -> None:
    """The Zombie Master's cards in hand, laid down, in force and in the deck."""
    cards = rng.sample(sorted(data.MASTER), len(data.MASTER))
    hand = [cards.pop() for _ in range(rng.randint(0, 3))]
    lying = [cards.pop() for _ in range(rng.randint(0, 2))]
    active = {card: None for card in cards if data.MASTER[card] == "green" and rng.random() < 0.25}
    for card in active:
        cards.remove(card)
        if card in ("zg1", "zg5"):
            active[card] = rng.choice(zones)
        elif card == "zg2":
            active[card] = rng.choice(playing)
    document["zm"] = {"hand": hand, "discard": lying, "active": active}
    deck: list[Any] = []
    for _ in range(rng.choice((0, 3, 45, 45, 45))):
        kind = rng.choice(KINDS)
        number = rng.randint(1, 2)
        extra = rng.choice(("walker", "fatty", "runner", "toxic", "dog"))
        line = {level: {kind: number} for level in data.LIMIT if rng.random() < 0.7}
        deck.append(rng.choice((f"{kind}_{number}", f"{kind}_1", f"extra_activation_{extra}", f"manhole_{kind}_1", "none", line)))
    for card in cards:
        if deck and rng.random() < 0.5:
            deck.insert(rng.randrange(len(deck)), card)
    document["zombie_cards"] = deck


def _seats(rng: Random, document: Document, names: list[str]) -> None:
    """Players, and the holder of the token."""
    shuffled = rng.sample(names, len(names))
    cuts = sorted(rng.choice(range(len(names) + 1)) for _ in range(rng.choice((0, 0, 1, 2))))
    parts = [shuffled[a:b] for a, b in zip([0, *cuts], [*cuts, len(names)], strict=True)]
    document["players"] = {f"player_{number}": sorted(part, key=names.index) for number, part in enumerate(parts)}
    if rng.random() < 0.5:
        document["first_player"] = rng.choice(list(document["players"]))
