"""The tables of the rules, parsed from their text, and the words of the game."""

from __future__ import annotations

import re
from importlib import resources

RULES = resources.files("zombicide_env").joinpath("docs/rules/z_game.md").read_text(encoding="utf-8")


def table(rule: str) -> list[dict[str, str]]:
    """Rows of the table that follows a rule."""
    after = RULES.split(f"</a>**{rule}** ", 1)[1]
    lines = re.split(r"\n\s*\n", after, maxsplit=1)[1].splitlines()
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([re.sub(r"`\[.\]`|`", "", cell).strip() for cell in line.strip("|").split("|")])
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


DECKS = ("character", "firearm", "melee", "special", "transport")
CARDS = {
    row["id"]: {"deck": row["deck"], **{key: number(row[key]) for key in ("count", "fight", "eng", "sci", "capacity")}}
    for row in table("ZG-7.21")
}
PEOPLE = {
    row["id"]: (row["kind"] == "leader", *map(number, row["F/E/S/Sp"].split("/")[:3]), row["pile in mode 6.7"]) for row in table("ZG-8.7")
}
ORDER = [*CARDS, *(name for name, person in PEOPLE.items() if not person[0])]  # indices of ZG-10.15
FACTIONS = {row["Faction id"].split()[0]: row for row in table("ZG-4.9")}
BOARDS = {4: table("ZG-3.6"), 3: table("ZG-3.7"), 2: table("ZG-3.8")}
ZOMBIES = {
    f"{row['Strength']}/{reward}": number(row[f"Reward {reward}"])
    for row in table("ZG-7.25")
    for reward in range(4)
    if number(row[f"Reward {reward}"])
}
TILES = ("house", "shop", "pharmacy", "police", "fire", "parking")
PROJECTS = ("build_barricade", "build_outpost", "upgrade", "repair_1", "repair_2", "car_fort")
EFFECTS = ("destroy", "horde", "steal", "destroy_and_steal", "scout")
TRANSPORT = ("car", "chopper", "horse", "bicycle")
TARGETS = {"blitz": (10, 20), "standard": (15, 30), "epic": (20, 40)}
FIGHTING = ("ZF_STANCE", "ZF_WEAPON", "PF_STANCE", "PF_WEAPON", "NA_WEAPON")
