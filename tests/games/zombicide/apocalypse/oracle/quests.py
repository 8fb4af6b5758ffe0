"""Random positions on the boards of the missions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.games.zombicide.apocalypse.oracle import data
from tests.games.zombicide.apocalypse.oracle.deal import Document, deal
from tests.games.zombicide.apocalypse.oracle.missions import TileGround, sheet


def deal_mission(rng: Random, team: Callable[[Random], Document] = deal) -> Document:
    """A position in the middle of a mission: team and cards as on other boards, cars where the mission has them."""
    number = rng.randrange(11)
    text, read = sheet(number), TileGround.of(number)
    document = team(rng)
    document["board"] = {"quest": number}
    goals = [entry["zone"] for entry in text["objectives"]] + text["exit"] + text["start"]
    exits = text["special"].get("zombie_exits", [])
    camp = rng.sample([zone for zone in read.zones if zone not in exits], 3) + rng.sample(goals, min(2, len(goals)))
    survivors = document["survivors"]
    for entry in survivors.values():
        if entry["zone"] is not None:
            entry["zone"] = rng.choice(camp)
            entry["xp"] = rng.choice((0, 6, 18, 41, 42))
            if number in (1, 6) and rng.random() < 0.6:
                entry["pack"] = rng.sample(data.GOODS, min(3, 5 - entry["wounds"] - ("left" in entry) - ("right" in entry)))
    empty = [zone for zone in read.zones if zone not in exits]
    document["zombies"] = {zone: {rng.choice(data.KINDS): rng.randint(1, 2)} for zone in empty if rng.random() < rng.choice((0.05, 0.2))}
    document["noise"] = {zone: 1 for zone in read.zones if rng.random() < 0.1}
    document["tokens"] = {zone: {"gasoline": 1} for zone in read.zones if rng.random() < 0.1}
    document["fire_timers"] = {}
    document.pop("bombs", None)
    document["strict_all_survivors"] = rng.random() < 0.3 and all(entry.get("alive", True) for entry in survivors.values())
    playing = [name for name, entry in survivors.items() if entry["zone"] is not None]
    _cars(rng, document, playing)
    active = document["zm"]["active"]
    for card in active:
        if card in ("zg1", "zg5"):
            active[card] = rng.choice(read.zones)
    document.pop("drive", None)
    if number == 9:
        _join(rng, document)
    if number == 8:
        for entry in survivors.values():
            entry["zone"] = "B00" if entry["zone"] == "A01" else entry["zone"]
    if number == 4 and len({survivors[name]["zone"] for name in playing}) == 1:
        survivors[playing[0]]["zone"] = "s2x1"
        for car in document["cars"].values():
            for seat in [seat for seat in data.SEATS if car.get(seat) == playing[0]]:
                del car[seat]
    return document


def _cars(rng: Random, document: Document, playing: list[str]) -> None:
    """The mission's cars, some of them occupied."""
    cars: Document = {}
    waiting = [name for name in playing if rng.random() < 0.4]
    for number, entry in enumerate(sheet(document["board"]["quest"])["special"].get("cars", [])):
        car: Document = {"kind": entry["kind"], "zone": entry["zone"], "started": rng.random() < 0.7, "searched": False}
        if document["board"]["quest"] == 6:
            car["zone"] = rng.choice((entry["zone"], "s2x7", "s1x5"))
            car["supplies"] = [rng.choice(data.GOODS) for _ in range(rng.choice((0, 2, 5, 7)))]
        for seat in data.SEATS:
            if waiting and rng.random() < 0.6:
                car[seat] = waiting.pop()
                document["survivors"][car[seat]]["zone"] = entry["zone"] if document["board"]["quest"] != 6 else car["zone"]
        cars[f"car{number}"] = car
    document["cars"] = cars


def _join(rng: Random, document: Document) -> None:
    """Mission 9: up to three players; who may still join."""
    survivors = document["survivors"]
    names = list(survivors)
    seats = rng.randint(1, min(3, len(names)))
    document["players"] = {f"player_{number}": names[number::seats] for number in range(seats)}
    document.pop("first_player", None)
    others = [name for name in data.PEOPLE if name not in survivors]
    document["recruits"] = rng.sample(others, len(others))
    zones = [entry["zone"] for entry in sheet(9)["objectives"]]
    document["board"]["objectives"] = {rng.choice(zones): "blue"}
