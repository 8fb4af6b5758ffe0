"""Random position documents (the format of the conformance vectors)."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.zombicide.white_death.oracle.board import Board
from tests.games.zombicide.white_death.oracle.sheets import ANYWHERE, ARTEFACTS, CARDS, SHEETS
from tests.games.zombicide.white_death.oracle.table import BOX, KINDS
from zombicide_env.games.zombicide.white_death.edition import ZONE_USES

Document = dict[str, Any]

_NAMES = ("alf", "bea", "cid", "dot", "eve", "fay", "gus", "hal")
_MODES = ("melee", "ranged", "magic", "combat")
_DEFENCE = (
    "tough",
    "iron_hide",
    "lucky",
    "is_that_all_youve_got",
    "ironclad_walker",
    "ironclad_abomination",
    "ironclad_defiler",
    "low_profile",
)
_COMBAT = (
    *(f"{skill}_{mode}" for skill in ("plus_1_to_roll", "plus_1_die", "plus_1_damage", "damage_2", "reaper", "freeze") for mode in _MODES),
    *(f"{skill}_{mode}" for skill in ("roll6_damage", "escalation") for mode in _MODES),
    *("barbarian", "iron_rain", "mana_rain", "ambidextrous", "swordmaster", "super_strength", "marksman", "steady_hand", "point_blank"),
    *("reach", "close_quarters_master", "plus_1_max_range", "spellbook", "lucky", "see_through_ruins", "ghost_sight"),
    *("brother_in_arms_plus_1_die_melee", "brother_in_arms_lucky", "range_2_plus_plus_1_die_ranged", "range_2_plus_plus_1_die_magic"),
)
_TURN = (
    *(f"free_{kind}_action" for kind in ("combat", "melee", "ranged", "magic", "enchantment", "move", "search", "guard")),
    *("plus_1_zone_per_move", "slippery", "climber", "hit_and_run", "charge", "sprint", "jump", "taunt", "shove", "lifesaver"),
    *("bloodlust_melee", "bloodlust_ranged", "bloodlust_magic", "bloodlust_combat", "improvised_weapon_melee", "improvised_weapon_ranged"),
    *("scavenger", "ruin_explorer", "defiled_explorer", "multiple_search", "search_2_cards", "safe_search", "destiny", "matching_set"),
    *("hoard", "transmutation", "artefact_collector", "spellcaster", "double_casting", "free_reload", "defiled_walker", "hold_your_nose"),
    *("guards_push", "guards_evade", "guards_plus_1_max_range", "guards_damage_2_melee", "guards_freeze_ranged", "guards_freeze_melee"),
)
_LENT = (
    *(f"{skill}_{mode}" for skill in ("plus_1_to_roll", "plus_1_die", "roll6_damage", "reaper", "freeze", "damage_2") for mode in _MODES),
    *("barbarian", "iron_rain", "marksman", "point_blank", "steady_hand", "lucky", "super_strength", "plus_1_max_range"),
)
_COMPANY = (
    *(f"brother_in_arms_{skill}" for skill in _LENT),
    *(f"brother_in_arms_{skill}" for skill in ("tough", "iron_hide", "low_profile", "slippery", "climber", "swordmaster", "reach")),
    *(f"brother_in_arms_{skill}" for skill in ("see_through_ruins", "ghost_sight", "plus_1_zone_per_move", "is_that_all_youve_got")),
    *(f"range_2_plus_{skill}" for skill in _LENT),
    *(f"guards_{skill}" for skill in _LENT if not skill.endswith(("magic", "barbarian", "iron_rain"))),
    *("hit_and_run", "dual_expert", "tactician", "escalation_melee"),
)
_REACTIONS = ("combat_reflexes", "sidestep", "zombie_link", "medic", "regeneration")
_IN_HAND = (*CARDS, "battle_shield", "torch", "dragon_bile", "healing", "baba_yagas_blessing", "triple_crossbow")
_IN_PACK = (*_IN_HAND, "apples", "water", "heavy_armour", "torch", "dragon_bile", "dagger", "force_blast")
_DECK = (*CARDS, *ANYWHERE, "aaahh_walker", "aaahh_2_walkers", "aaahh_runner", "aaahh_fatty", "heavy_armour", "battle_shield", "healing")


#: Not implemented by the oracle; positions with these are not generated.
OUT_OF_SCOPE = {
    "skills": (
        "born_leader",  # which actions a lent action pays for
        *("guards_barbarian", "guards_iron_rain", "guards_mana_rain", "guards_escalation", "guards_climber", "guards_slippery"),
        *("guards_plus_1_zone_per_move", "guards_see_through_ruins", "guards_ghost_sight"),  # the rules define no such skill
        "starts_with",  # of the setup
    ),
    "cards": ("repulse", "jump_spell", "sprint_spell"),  # their texts are not in the source
    "modes": ("ultra", "abomination_fest", "many_necromancers"),
    "questions": ("which zones go short of miniatures in a siege", "where the Empress goes by default"),
}


# ---- boards


def deal_board(rng: Random) -> Document:
    """Streets, ramparts, rooms and ruins on a small grid, zones of one to four cells, ladders, Defiled zones."""
    while True:
        board = _board(rng)
        read = Board.read(board)
        if len(read.zones) > 1 and max(len(read.touching(zone)) for zone in read.zones) <= 8:
            return board


def _board(rng: Random) -> Document:
    rows, cols = rng.randint(2, 4), rng.randint(2, 5)
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    group = {cell: number for number, cell in enumerate(cells) if rng.random() > 0.06}
    if not group:
        group = {cells[0]: 0}
    share = rng.choice((0.0, 0.15, 0.4))
    for r, c in cells:
        other = rng.choice([(r, c + 1), (r + 1, c)])
        if (r, c) in group and other in group and rng.random() < share:
            one, two = group[r, c], group[other]
            if sum(number in (one, two) for number in group.values()) <= 4:
                group = {cell: one if number == two else number for cell, number in group.items()}
    numbers = sorted(set(group.values()))
    letters = rng.sample("abcdefghijklmnopqrstuvwxyz", len(numbers))
    rooms, walls = rng.choice((0.0, 0.2, 0.4)), rng.choice((0.2, 0.4, 0.6))
    labels = {number: letter.upper() if rng.random() < rooms else letter for number, letter in zip(numbers, letters, strict=True)}
    lower = sorted(label for label in labels.values() if label.islower())
    upper = sorted(label for label in labels.values() if label.isupper())
    board: Document = {
        "cells": "\n".join(" ".join(labels.get(group.get((r, c), -1), ".") for c in range(cols)) for r in range(rows)),
        "ramparts": [label for label in lower if rng.random() < walls],
        "ruins": [label for label in upper if rng.random() < 0.4],
        "defiled": [label for label in lower + upper if rng.random() < rng.choice((0.1, 0.3))],
    }
    board["links"] = {}
    read = Board.read(board)
    for a, b in sorted(tuple(sorted(pair)) for pair in read.borders):
        if a.isupper() or b.isupper():
            if rng.random() < 0.65:
                board["links"][f"{a}-{b}"] = "passage"
        elif rng.random() < 0.1:
            board["links"][f"{a}-{b}"] = "wall"
    levels = [
        f"{a}-{b}"
        for a, b in sorted(tuple(sorted(pair)) for pair, kind in Board.read(board).borders.items() if kind == "line")
        if (a in board["ramparts"]) != (b in board["ramparts"])
    ]
    board["ladders"] = [name for name in levels if rng.random() < 0.35]
    board["rope_ladders"] = [name for name in levels if rng.random() < 0.2]
    return board


# ---- figures and tokens


def _survivor(rng: Random, zone: str, *, armed: float, skills: int) -> Document:
    entry: Document = {"zone": zone, "wounds": rng.choice((0, 0, 0, 1, 2)), "xp": rng.choice((0, 0, 3, 6, 7, 12, 18, 19, 42, 43))}
    for slot in ("left", "right"):
        if rng.random() < armed:
            entry[slot] = rng.choice(_IN_HAND)
    if "left" in entry and rng.random() < 0.35:
        entry["right"] = entry["left"]
    if rng.random() < 0.3:
        entry["body"] = "heavy_armour"
    if rng.random() < 0.6:
        entry["pack"] = [rng.choice(_IN_PACK) for _ in range(rng.randint(1, 4))]
    entry["unloaded"] = [slot for slot in ("left", "right") if entry.get(slot) == "triple_crossbow" and rng.random() < 0.4]
    own = set(rng.sample(_DEFENCE, rng.choice((0, 0, 1, 2)))) | set(rng.sample(_COMBAT, rng.randint(0, skills)))
    own |= set(rng.sample(_TURN, rng.randint(0, skills)))
    own |= set(rng.sample(_COMPANY, rng.choice((0, 0, 1, 2))))
    if rng.random() < 0.2:
        own |= {rng.choice(_REACTIONS)}
    if rng.random() < 0.15:
        own |= {f"roll6_die_{rng.choice(_MODES)}"}
    entry["skills"] = sorted(own)
    if rng.random() < 0.2:
        entry["rope_ladders"] = 1
    return entry


def _zombies(rng: Random, read: Board) -> Document:
    share = rng.choice((0.15, 0.4))
    crowd: Document = {}
    for zone in read.zones:
        if rng.random() < share:
            crowd[zone] = {kind: rng.randint(1, 3) for kind in KINDS[:3] if rng.random() < 0.4}
    for kind in ("abomination", "defiler"):
        if rng.random() < 0.4:
            crowd.setdefault(rng.choice(read.zones), {})[kind] = 1
    return {zone: census for zone, census in crowd.items() if census}


def deal(rng: Random, *, skills: int = 2, armed: float = 0.6) -> Document:
    """A general position: survivors, Guards, zombies, tokens, all kinds of cards."""
    board = deal_board(rng)
    read = Board.read(board)
    camp = rng.sample(read.zones, min(len(read.zones), rng.randint(1, 4)))
    seats = rng.choice((1, 2, 3, 3, 4, 7))
    names = list(_NAMES[:seats])
    if rng.random() < 0.4:
        names[0] = rng.choice(sorted(SHEETS))
    survivors = {name: _survivor(rng, rng.choice(camp), armed=armed, skills=skills) for name in names}
    for name in names:
        if name in SHEETS:  # the choices of a sheet are made in play
            survivors[name]["xp"] = rng.choice((0, 5, 6, 14, 18)) if rng.random() < 0.7 else 0
            named = SHEETS[name].body
            if named is not None and rng.random() < 0.5:
                survivors[name]["body"] = named
    zombies = _zombies(rng, read)
    spawn = [rng.choice(read.zones) for _ in range(rng.choice((0, 1, 2, 3, 4)))]
    if any("defiler" in census for census in zombies.values()):
        spawn = spawn or [rng.choice(read.zones)]
        board["linked"] = f"spawn_{rng.randint(1, len(spawn))}"
    board["spawn"] = spawn
    pure = [zone for zone in read.zones if zone not in board["defiled"]]
    if pure and rng.random() < 0.7:
        board["beacon"] = rng.choice(pure)
    board["objectives"] = {zone: rng.choice(("red", "blue", "green")) for zone in pure if rng.random() < 0.25}
    placed = {kind: sum(census.get(kind, 0) for census in zombies.values()) for kind in KINDS}
    camps = [*camp, *read.zones]
    return {
        "game": "white_death",
        "board": board,
        "survivors": survivors,
        "turn": rng.choice(names),
        "zombies": zombies,
        "supply": {kind: min(rng.randint(0, 4), max(0, BOX[kind] - placed[kind])) for kind in KINDS[:3] if rng.random() < 0.3}
        | {kind: 1 - placed[kind] for kind in ("abomination", "defiler")},
        "noise": {zone: rng.randint(1, 3) for zone in read.zones if rng.random() < 0.2},
        "freeze": [zone for zone in zombies if rng.random() < 0.2],
        "guards": {rng.choice(camps): rng.randint(1, 4) for _ in range(rng.choice((0, 1, 2)))},
        "cauldrons": {rng.choice(camps): rng.randint(1, 2) for _ in range(rng.choice((0, 1, 2)))},
        "loose_ladders": {rng.choice(camps): 1} if rng.random() < 0.2 else {},
        "artefacts": {rng.choice(camps): rng.sample(ARTEFACTS[:4], rng.randint(1, 2))} if rng.random() < 0.2 else {},
        "zombie_cards": [_card(rng) for _ in range(30)],
        "equipment_cards": [rng.choice(_DECK) for _ in range(rng.choice((0, 2, 20)))],
        "artefact_cards": rng.sample(ARTEFACTS[4:], rng.randint(0, 4)),
        "decks": {"equipment": {"exact": True}, "zombie": {"exact": True}, "artefact": {"exact": True}},
        "dice": [rng.randint(1, 6) for _ in range(250)],
        "automatic": "actions" if rng.random() < 0.3 else False,
    }


def deal_skilled(rng: Random) -> Document:
    """A position of survivors with a dozen skills each, so that skills interact."""
    document = deal(rng, skills=rng.choice((4, 8, 14)), armed=0.9)
    for entry in document["survivors"].values():
        own = set(entry["skills"]) | set(rng.sample(_COMPANY, rng.choice((0, 2, 4)))) | set(rng.sample(_REACTIONS, rng.choice((0, 1, 2))))
        zones = sorted(skill for skill in own if skill in ("charge", "sprint", "jump", "taunt") or skill.startswith("bloodlust"))
        rng.shuffle(zones)
        entry["skills"] = sorted(own - set(zones[ZONE_USES:]))  # beyond that the engine names the zone in a second step
    return document


# ---- quests on small boards


def deal_quest(rng: Random) -> Document:
    """A position with the special rules of a quest, and the components they need."""
    quest: Any = rng.choice(("tutorial", *range(1, 11)))
    document = deal(rng)
    board, survivors = document["board"], document["survivors"]
    zones = Board.read(board).zones
    board.setdefault("beacon", rng.choice(zones))
    board["beacon"] = next((zone for zone in zones if zone not in board["defiled"]), board["beacon"])
    document["quest"] = quest
    camps = [entry["zone"] for entry in survivors.values()]
    board["exit"] = [rng.choice([*camps, *zones])]
    if quest in (1, 8):
        board["marks"] = {"flag": rng.choice([*camps, *zones])}
    if quest == "tutorial":
        board["objectives"] = {zone: "red" for zone in rng.sample(zones, 1) if zone not in board["defiled"]}
        board["objectives"].update({camps[0]: "red"} if camps[0] not in board["defiled"] else {})
        document["prepared"] = {
            zone: [rng.choice(_DECK) for _ in range(rng.randint(1, 3))] for zone in board["objectives"] if rng.random() < 0.7
        }
    if quest in (2, 8):
        for entry in survivors.values():
            entry["tokens"] = rng.sample(("red", "red", "blue", "green") if quest == 2 else ("red", "red"), rng.randint(0, 2))
    if quest in (5, 9):  # their objectives are all red
        board["objectives"] = dict.fromkeys(board["objectives"], "red")
    if quest == 5 and board["beacon"] in board["exit"]:
        board["exit"] = [zone for zone in zones if zone != board["beacon"]][:1]
    if quest == 5 and rng.random() < 0.4:
        del board["beacon"]
        survivors[rng.choice(sorted(survivors))]["beacon"] = True
    if quest in (1, 4):
        for entry in survivors.values():
            entry["pack"] = ["torch", "dragon_bile"] if quest == 4 else ["dragon_bile", "dragon_bile"]
    if quest in (3, 10):
        document["progress"] = {"artefacts": rng.choice((0, 5, 6, 7, 8))}
    return document


# ---- cards


def _card(rng: Random) -> Any:
    kind = rng.random()
    if kind < 0.12:
        return "necromancer"
    if kind < 0.24:
        return "abomination_1"
    if kind < 0.4:
        return "siege"
    if kind < 0.5:
        return f"extra_activation_{rng.choice(KINDS[:3])}"
    if kind < 0.8:
        return f"{rng.choice(KINDS[:3])}_{rng.randint(1, 4)}"
    levels = [level for level in ("blue", "yellow", "orange", "red") if rng.random() < 0.7]
    return {level: {kind: rng.randint(1, 3) for kind in rng.sample(KINDS[:3], rng.randint(1, 2))} for level in levels}
