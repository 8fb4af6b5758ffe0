"""Random position documents (the format of the conformance vectors)."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.zombicide.oracle.board import Board
from tests.games.zombicide.oracle.fight import CARDS
from tests.games.zombicide.oracle.table import KINDS

Document = dict[str, Any]

_NAMES = ("alf", "bea", "cid", "dot", "eve", "fay", "gus", "hal", "ida", "joe", "kim", "leo")
_STREETS = "abcdefghijklmnopqrstuvwxyz"
_SHELTER = ("tough", "iron_hide", "lucky", "is_that_all_youve_got", "ironclad:walker", "ironclad:abomination", "ironclad:runner")
_FIGHTING = {  # skills that matter for a type of combat
    mode: (
        *(f"{skill}_{kind}" for skill in ("plus_1_to_roll", "plus_1_die", "roll6_die", "reaper", "frenzy") for kind in (mode, "combat")),
        *(f"plus_1_damage:{mode}", "ambidextrous", "lucky", "collector:walker", "collector:abomination"),
        *(("super_strength", "swordmaster", "barbarian") if mode == "melee" else ("marksman", "point_blank", "steady_hand")),
        *(() if mode == "melee" else ("plus_1_max_range", "trick_shot", "mana_rain" if mode == "magic" else "iron_rain")),
        *(("spellbook",) if mode == "magic" else ()),
    )
    for mode in ("melee", "ranged", "magic")
}
_WEAPONS = {mode: sorted(card for card, rows in CARDS.items() if any(row.mode == mode for row in rows)) for mode in _FIGHTING}


# ---- boards


def deal_board(rng: Random) -> Document:
    """Streets and rooms on a small grid, zones of one to five cells, doors, openings, walls, holes, vaults."""
    while True:
        board = _board(rng)
        read = Board.read(board)
        if max(len(read.neighbours(zone, doors_open=True)) for zone in read.zones) <= 8:  # limits of the format
            return board


def _board(rng: Random) -> Document:
    rows, cols = rng.randint(2, 4), rng.randint(2, 5)
    group = _zones(rng, rows, cols)
    names = _labels(rng, group)
    cells = [[names.get(group.get((r, c), -1), ".") for c in range(cols)] for r in range(rows)]
    links = _links(rng, cells)
    labels = sorted(names.values())
    board: Document = {"cells": "\n".join(" ".join(line) for line in cells), "links": links}
    if rng.random() < 0.4:
        board["vaults"] = {}
        for vault, colour in (("VV", "violet"), ("VW", "yellow"))[: rng.randint(1, 2)]:
            doors = rng.sample(labels, min(len(labels), rng.randint(1, 2)))
            board["vaults"][vault] = {"doors": doors, "colour": colour}
            for zone in doors:
                if rng.random() < 0.6:
                    links[f"{vault}-{zone}"] = "open door"
    return board


def _zones(rng: Random, rows: int, cols: int) -> dict[tuple[int, int], int]:
    """Cells with the number of their zone."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    group = {cell: number for number, cell in enumerate(cells) if rng.random() > 0.08}
    if not group:
        group = {cells[0]: 0}
    share, most = rng.choice(((0.15, 3), (0.25, 3), (0.6, 5)))
    for r, c in cells:
        other = rng.choice([(r, c + 1), (r + 1, c)])
        if (r, c) in group and other in group and rng.random() < share:
            one, two = group[r, c], group[other]
            if sum(number in (one, two) for number in group.values()) <= most:
                group = {cell: one if number == two else number for cell, number in group.items()}
    return group


def _labels(rng: Random, group: dict[tuple[int, int], int]) -> dict[int, str]:
    share = rng.choice((0.0, 0.35, 0.5, 0.65, 1.0))
    numbers = sorted(set(group.values()))
    letters = rng.sample(_STREETS[:21], len(numbers))
    return {number: letter.upper() if rng.random() < share else letter for number, letter in zip(numbers, letters, strict=True)}


def _links(rng: Random, cells: list[list[str]]) -> dict[str, str]:
    pairs = set()
    for r, line in enumerate(cells):
        for c, label in enumerate(line):
            for other in ([line[c + 1]] if c + 1 < len(line) else []) + ([cells[r + 1][c]] if r + 1 < len(cells) else []):
                if label != other and "." not in (label, other):
                    pairs.add(tuple(sorted((label, other))))
    links = {}
    generous = rng.random() < 0.5
    for one, two in sorted(pairs):
        rooms = one.isupper() + two.isupper()
        if rooms == 0:
            kinds = ["wall"] if rng.random() < 0.1 else []
        elif rooms == 1:
            kinds = ["closed door", "open door", "open door", "passage", "wall", "locked door", "blue door"]
            kinds = kinds[1:3] + kinds[:1] if generous else kinds
        else:
            kinds = ["passage", "passage", "passage", "open door", "closed door", "wall"]
        if kinds:
            links[f"{one}-{two}"] = rng.choice(kinds)
    return links


# ---- figures and tokens


def _common(rng: Random, *, seats: int | None = None, skills: float = 0.5) -> tuple[Document, Board]:
    board = deal_board(rng)
    read = Board.read(board)
    seats = seats or (rng.randint(7, 9) if rng.random() < 0.05 else rng.randint(1, 5))
    camp = rng.sample(read.zones, min(len(read.zones), rng.randint(1, 4)))
    survivors = {name: _survivor(rng, rng.choice(camp), skills) for name in _NAMES[:seats]}
    if all(entry.get("alive") is False or entry["zone"] is None for entry in survivors.values()):
        survivors["alf"] = {"zone": camp[0], "xp": 7}
    if rng.random() < 0.15 and survivors["alf"]["zone"] is not None:
        survivors = {"clovis": survivors["alf"] | {"body": "shield", "xp": 0}} | {name: survivors[name] for name in _NAMES[1:seats]}
    document: Document = {
        "game": "black_plague",
        "board": board,
        "survivors": survivors,
        "dice": [rng.randint(1, 6) for _ in range(250)],
        "decks": {"zombie": {"exact": True}},
    }
    if rng.random() < 0.4:
        document["automatic"] = "actions"
    turn = [name for name, entry in survivors.items() if entry["zone"] is not None and entry.get("alive", True)]
    document["turn"] = rng.choice(turn)
    return document, read


def _survivor(rng: Random, zone: str, skills: float) -> Document:
    if rng.random() < 0.05:
        return {"zone": None, "alive": False} if rng.random() < 0.5 else {"zone": None}
    entry: Document = {"zone": zone, "wounds": rng.choice((0, 0, 0, 1, 2)), "xp": rng.choice((0, 0, 3, 7, 12, 19, 43))}
    if rng.random() < 0.15:
        entry["rotten"] = True
    if rng.random() < skills:
        entry["skills"] = rng.sample(_SHELTER, rng.randint(1, 2))
    if rng.random() < 0.3:
        entry["body"] = rng.choice(("leather_armour", "chainmail", "plate_armour"))
    if rng.random() < 0.3:
        entry[rng.choice(("left", "right"))] = "shield"
    if rng.random() < 0.3:
        entry["pack"] = rng.sample(("apples", "water", "torch", "sword", "shield", "chainmail"), rng.randint(1, 3))
    return entry


def _tokens(rng: Random, read: Board, number: int) -> list[str]:
    places = [zone for zone in read.zones if read.angle(zone) is not None]
    return [rng.choice(places) + rng.choice(("", "", "", "", ":blue", ":green")) for _ in range(number if places else 0)]


def _necromancers(rng: Random, document: Document, read: Board) -> None:
    spawn = document["board"].setdefault("spawn", [])
    places = [zone for zone in read.zones if read.angle(zone) is not None]
    document["necromancers"] = []
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3)) if places else 0):
        entry = rng.choice(places)
        document["necromancers"].append({"zone": rng.choice(read.zones), "entry": entry})
        if rng.random() < 0.8:
            spawn.insert(rng.randint(min(1, len(spawn)), len(spawn)), f"{entry}:necromancer")


def _zombies(rng: Random, read: Board, most: int = 4) -> Document:
    crowd = {}
    share = rng.choice((0.2, 0.5))
    for zone in read.zones:
        if rng.random() < share:
            census = {kind: rng.randint(1, most) for kind in KINDS[:3] if rng.random() < 0.45}
            if rng.random() < 0.1:
                census["abomination"] = rng.randint(1, 2)
            crowd[zone] = census
    return {zone: census for zone, census in crowd.items() if census}


def _supply(rng: Random) -> Document:
    return {kind: rng.randint(0, 3) for kind in KINDS[:4] if rng.random() < 0.4} | (
        {"necromancer": rng.randint(0, 3)} if rng.random() < 0.5 else {}
    )


def deal_horde(rng: Random) -> Document:
    """A position for the activation step: zombies, Necromancers, noise, various survivors."""
    document, read = _common(rng)
    document["board"]["spawn"] = _tokens(rng, read, rng.choice((0, 1, 3, 5, 6, 7)))
    _necromancers(rng, document, read)
    document["zombies"] = _zombies(rng, read)
    document["supply"] = _supply(rng)
    document["noise"] = {zone: rng.randint(1, 3) for zone in read.zones if rng.random() < 0.25}
    document["cabal"] = rng.random() < 0.5
    document["survivors"][document["turn"]]["skills"] = rng.choice((["taunt"], ["loud"], ["loud"], ["tough"]))
    return document


def _card(rng: Random, *, necromancers: bool) -> Any:
    kind = rng.random()
    if kind < 0.15:
        return "double_spawn"
    if kind < 0.3 and necromancers:
        return "necromancer"
    if kind < 0.42:
        return f"extra_activation_{rng.choice(('walker', 'fatty', 'runner'))}"
    if kind < 0.75:
        return f"{rng.choice(KINDS[:4])}_{rng.randint(1, 4)}"
    levels = [level for level in ("blue", "yellow", "orange", "red") if rng.random() < 0.7]
    return {level: {kind: rng.randint(1, 3) for kind in rng.sample(KINDS[:4], rng.randint(1, 2))} for level in levels}


def _spawning(rng: Random, document: Document, read: Board, number: int) -> None:
    necromancers = all(read.angle(zone) is not None for zone in read.zones if zone not in read.vaults)
    document["zombie_cards"] = [_card(rng, necromancers=necromancers) for _ in range(number)]
    if rng.random() < 0.25:  # the deck runs out: equal cards everywhere, so that the new deck is known
        document["zombie_cards"] = [rng.choice(("walker_2", "fatty_1", "extra_activation_walker"))] * rng.randint(0, 3)
        document["decks"]["zombie"]["discard"] = (document["zombie_cards"][:1] or ["runner_1"]) * rng.randint(0, 3)


def deal_spawn(rng: Random) -> Document:
    """A position for the spawn step: few miniatures, all kinds of cards, a deck that may run out."""
    document, read = _common(rng, skills=0.2)
    document["board"]["spawn"] = _tokens(rng, read, rng.randint(0, 5))
    _necromancers(rng, document, read)
    document["zombies"] = _zombies(rng, read, 2)
    document["supply"] = _supply(rng)
    document["cabal"] = rng.random() < 0.3
    _spawning(rng, document, read, 24)
    return document


def deal_building(rng: Random) -> Document:
    """As for the spawn step, with a survivor who opens doors."""
    while True:
        document, read = _common(rng, skills=0.2)
        doors = [sorted(pair) for pair, border in read.borders.items() if border.kind == "door" and not border.open and not border.locked]
        if doors:
            break
    document["board"]["spawn"] = _tokens(rng, read, rng.randint(1, 5))
    _necromancers(rng, document, read)
    document["zombies"] = _zombies(rng, read, 2)
    document["supply"] = _supply(rng)
    _spawning(rng, document, read, 40)
    opener = document["survivors"][document["turn"]]
    opener["zone"] = rng.choice(rng.choice(sorted(doors)))
    opener["skills"] = ["break_in"]
    return document


def deal_fight(rng: Random) -> Document:
    """A position for combat actions: an armed survivor, surrounded by zombies and bystanders."""
    document, read = _common(rng, seats=rng.randint(1, 5))
    survivors: Document = document["survivors"]
    if rng.random() < 0.3 and document["turn"] == "alf":
        name = rng.choice(("nelly", "clovis"))
        document["survivors"] = survivors = {name: survivors.pop("alf"), **survivors}
        document["turn"] = name
    fighter = survivors[document["turn"]]
    mode = rng.choice(("melee", "ranged", "magic"))
    first = rng.choice(_WEAPONS[mode])
    second = first if rng.random() < 0.6 else "dagger" if rng.random() < 0.4 else rng.choice(sorted(CARDS))
    fighter.pop("body", None)
    fighter |= {"left": first, "right": second, "xp": rng.choice((0, 4, 7)), "actions": 4}
    if document["turn"] in ("nelly", "clovis"):  # there is something left to learn
        fighter |= {"body": "dagger" if document["turn"] == "nelly" else "shield", "xp": 0}
    pack = ("plenty_of_arrows", "plenty_of_bolts", "apples", "dagger", "fireball", "mana_blast", first)
    fighter["pack"] = rng.sample(pack, rng.randint(0, 4))
    fighter["skills"] = _attack_skills(rng, mode, first)
    if rng.random() < 0.2:
        slots = [slot for slot in ("left", "right") if any(row.reload for row in CARDS[fighter[slot]])]
        fighter["unloaded"] = slots[:1]
    for name, entry in survivors.items():
        if name != document["turn"] and entry["zone"] is not None:
            if rng.random() < 0.4:
                entry["zone"] = fighter["zone"]
            if rng.random() < 0.15:
                entry["skills"] = [*entry.get("skills", []), "low_profile"]
    document["zombies"] = _zombies(rng, read)
    for entry in survivors.values():  # bystanders among zombies
        if entry["zone"] is not None and rng.random() < 0.6:
            document["zombies"].setdefault(entry["zone"], {})[rng.choice(KINDS[:3])] = rng.randint(1, 2)
    here = document["zombies"].setdefault(fighter["zone"], {})
    here["walker" if rng.random() < 0.6 else "fatty"] = rng.randint(1, 3)
    document["board"]["spawn"] = _tokens(rng, read, rng.randint(0, 4))
    _necromancers(rng, document, read)
    alone = {one["zone"]: one for one in document["necromancers"]}  # of two in one zone the rules do not say which one dies
    document["necromancers"] = list(alone.values())
    document["board"]["spawn"] = _paid(document)
    return document


def _attack_skills(rng: Random, mode: str, weapon: str) -> list[str]:
    skills = rng.sample((*_FIGHTING[mode], f"plus_1_damage_with:{weapon}"), rng.randint(0, 6))
    roll6 = [skill for skill in skills if skill.startswith("roll6")]
    return [skill for skill in skills if skill not in roll6[1:]]  # the rules leave two of them open


def _paid(document: Document) -> list[str]:
    """Spawn tokens without the necromancer tokens of excluded Necromancers."""
    owners = [one["entry"] for one in document["necromancers"]]
    spawn = []
    for entry in document["board"]["spawn"]:
        zone, _, colour = entry.partition(":")
        if colour == "necromancer":
            if zone not in owners:
                continue
            owners.remove(zone)
        spawn.append(entry)
    return spawn


def deal_sight(rng: Random) -> Document:
    """A Walker in every zone, and survivors everywhere who can shoot near and far."""
    board = deal_board(rng)
    read = Board.read(board)
    skills = ["plus_1_max_range"] * rng.choice((0, 1, 2, 3, 8))
    watchers = zip(_NAMES, rng.sample(read.zones, min(len(read.zones), len(_NAMES))), strict=False)
    return {
        "game": "black_plague",
        "board": board,
        "survivors": {name: {"zone": zone, "left": "mana_blast", "right": "longbow", "skills": skills} for name, zone in watchers},
        "zombies": {zone: {"walker": 1} for zone in read.zones},
    }


# ---- a whole turn

_TURN_SKILLS = (
    *(f"free_{kind}_action" for kind in ("melee", "ranged", "magic", "combat", "move", "search", "enchantment")),
    *("two_zones_per_move", "plus_1_zone_per_move", "slippery", "hit_and_run", "blitz", "free_reload", "break_in", "lock_it_down"),
    *("hold_your_nose", "spellcaster", "spellbook", "scavenger", "search_plus_1_card", "matching_set", "destiny", "lucky", "rotten"),
    *("born_leader", "lifesaver", "shove", "loud", "trick_shot", "ambidextrous", "plus_1_max_range", "point_blank", "low_profile"),
)
_ZONE_SKILLS = (
    *("charge", "sprint", "jump", "taunt"),
    *("bloodlust_melee", "bloodlust_ranged", "bloodlust_magic", "bloodlust_combat"),
)
_IN_HAND = (*CARDS, "shield", "torch", "torch", "dragon_bile", "dragon_bile", "healing", "invisibility", "repulse", "speed")
_IN_PACK = (*_IN_HAND, "apples", "water", "plenty_of_arrows", "plenty_of_bolts", "chainmail")


def _outfit(rng: Random, entry: Document) -> None:
    """Random cards in hands and backpack, and random skills in addition to some of the survivor's own."""
    for slot in ("left", "right"):
        entry[slot] = rng.choice(sorted(_IN_HAND)) if rng.random() < 0.7 or slot not in entry else entry[slot]
    if rng.random() < 0.3:
        entry["right"] = entry["left"]
    entry["pack"] = [rng.choice(sorted(_IN_PACK)) for _ in range(rng.choice((0, 1, 2, 4, 5)))]
    entry["unloaded"] = [slot for slot in ("left", "right") if any(row.reload for row in CARDS.get(entry[slot], ())) and rng.random() < 0.4]
    own = entry.get("skills", [])
    kept = rng.sample(own, min(len(own), rng.randint(0, 3)))
    skills = {*kept, *rng.sample(_TURN_SKILLS, rng.randint(0, 7)), *rng.sample(_ZONE_SKILLS, rng.choice((0, 1, 1, 2, 3, 8)))}
    entry["skills"] = sorted(skills)


def deal_turn(rng: Random) -> Document:
    """A position for a whole turn: random cards in hands, tokens on the board, random skills."""
    document = deal_fight(rng)
    read = Board.read(document["board"])
    actor = document["survivors"][document["turn"]]
    _outfit(rng, actor)
    actor["actions"] = rng.choice((1, 2, 3, 4, 5))
    if rng.random() < 0.4:
        document["zombies"].pop(actor["zone"], None)
    document["board"]["objectives"] = {zone: rng.choice(("red", "blue")) for zone in read.zones if rng.random() < 0.2}
    for vault in document["board"].get("vaults", {}).values():
        vault["cards"] = rng.sample(("torch", "inferno", "apples", "chainmail"), rng.randint(0, 2))
    places = [*rng.sample(read.zones, min(len(read.zones), 2)), actor["zone"]]
    document["tokens"] = {
        zone: {"dragon_bile": 1 + (number == 0)} for number, zone in enumerate(dict.fromkeys(places)) if rng.random() < 0.6
    }
    cards = [rng.choice(sorted({*_IN_PACK, "aaahh"})) for _ in range(rng.choice((0, 2, 12)))]
    document["equipment_cards"] = cards
    document["decks"]["equipment"] = {"exact": True}
    _spawning(rng, document, read, 30)
    return document


def deal_round(rng: Random) -> Document:
    """A position for whole rounds: several survivors with random cards and skills, players, Exits."""
    document = deal_turn(rng)
    survivors = document["survivors"]
    for name, entry in survivors.items():
        if name != document["turn"] and entry["zone"] is not None and rng.random() < 0.6:
            _outfit(rng, entry)
        if entry["zone"] is not None and rng.random() < 0.2:
            entry["skills"] = [*entry.get("skills", []), *rng.sample(("regeneration", "zombie_link", "zombie_link", "tactician"), 2)]
        if entry["zone"] is not None and rng.random() < 0.3 and "break_in" not in entry.get("skills", []):
            entry["skills"] = [*entry.get("skills", []), "break_in"]
    names = list(survivors)
    rng.shuffle(names)
    cuts = sorted(rng.choice(range(len(names) + 1)) for _ in range(rng.choice((0, 0, 1, 2))))
    parts = [names[a:b] for a, b in zip([0, *cuts], [*cuts, len(names)], strict=True)]
    document["players"] = {f"player_{number}": sorted(part, key=list(survivors).index) for number, part in enumerate(parts)}
    zones = sorted({entry["zone"] for entry in survivors.values() if entry["zone"] is not None})
    document["board"]["exit"] = rng.sample(zones, min(len(zones), rng.choice((0, 1, 2))))
    return document
