"""Pieces on the board of a position: cars, zombies, fuel, bombs, spawn tokens, objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....reading import FormatError, a_flag, a_list, a_mapping, a_number, a_word, an_entry, known_keys
from ...table.codes import CLOSED, COLOURS, LOCKED, NONE, RED, TOKEN_COLOURS
from ..edition import KINDS
from ..numbers.cars import LOAD, SEAT_NAMES, SEATS
from ..numbers.fuel import BOMBS
from ..numbers.layout import MOST_MINIATURES
from ..world.mission import colour_of
from .builder import fill_supply

if TYPE_CHECKING:
    from .place import Builder


def put_cars(b: Builder) -> None:
    s = b.s
    s["car_zone"][:] = b.w["car_zone"]
    for c, (name, entry) in enumerate(a_mapping(b.doc.get("cars", {}), ("cars",)).items()):
        s["car_started"][c] = a_flag(entry.get("started", False), ("cars", name, "started"))
        s["car_searched"][c] = a_flag(entry.get("searched", False), ("cars", name, "searched"))
        for seat, word in enumerate(SEAT_NAMES):
            if entry.get(word) is not None:
                _sit(b, b.who(entry[word], ("cars", name, word)), c, seat, ("cars", name, word))
        load = [b.copy(item, ("cars", name, "supplies")) for item in a_list(entry.get("supplies", []), ("cars", name, "supplies"))]
        if len(load) > LOAD:
            raise FormatError(("cars", name, "supplies"), f"at most {LOAD} cards")
        s["car_load"][c, : len(load)] = load
    for number, name in enumerate(b.roster[: b.present]):
        if s["alive"][number] and s["zone"][number] < 0 and "zone" not in b.entries[name]:
            raise FormatError(("survivors", name), "the key 'zone' is missing (null for a survivor who has left)")


def _sit(b: Builder, i: int, c: int, seat: int, path: tuple[str, ...]) -> None:
    """Put survivor ``i`` on a seat of car ``c``, which is in the survivor's zone."""
    s, name = b.s, b.roster[i]
    if s["seat"][i] >= 0:
        raise FormatError(path, f"{name} sits on another seat already")
    elsewhere = "zone" in b.entries.get(name, {}) and s["zone"][i] != s["car_zone"][c]
    if not s["alive"][i] or elsewhere:
        raise FormatError(path, f"{name} is not where the car is; leave out the survivor's 'zone'")
    s["seat"][i] = c * SEATS + seat
    s["zone"][i] = s["car_zone"][c]


def take_away(b: Builder) -> None:
    """Remove the cards of survivors who have left the board (AP-26.R13); they belong to no pile of the position (``count_copies``)."""
    s = b.s
    for number in range(b.present):
        if s["alive"][number] and s["zone"][number] < 0:
            copies = s["inv"][number][s["inv"][number] > 0]
            np.add.at(s["carried_off"], b.w["copy_card"][copies], 1)
            s["inv"][number] = 0


def put_pieces(b: Builder) -> None:
    s, w, doc = b.s, b.w, b.doc
    if "zombies" in doc:
        for label, census in a_mapping(doc["zombies"], ("zombies",)).items():
            for kind, n in a_mapping(census, ("zombies", label)).items():
                k = KINDS.index(a_word(kind, ("zombies", label), KINDS, "kind"))
                s["zombies"][b.zone(label, ("zombies",)), k] += a_number(n, ("zombies", label, kind), 0, MOST_MINIATURES)
    else:
        s["zombies"][:] = w["zombie_start"]
    given = a_mapping(doc.get("supply", {}), ("supply",))
    known_keys(given, KINDS, ("supply",))
    fill_supply(w, s, {name: a_number(n, ("supply", name), 0, MOST_MINIATURES) for name, n in given.items()})
    if (w["supply"] > MOST_MINIATURES).any():
        raise FormatError(("supply",), f"at most {MOST_MINIATURES} miniatures of a kind, on the board and in the supply")
    for label, n in a_mapping(doc.get("noise", {}), ("noise",)).items():
        s["noise"][b.zone(label, ("noise",))] = a_number(n, ("noise", label), 0, 999)
    fuel(b)
    spawn_tokens(b)
    objectives(b)
    n = w["n_doors"]
    s["door"][:n] = w["door_start"][:n]
    if not w["objective"].any():
        for door in range(n):
            if w["door_key"][door] == RED and s["door"][door] == LOCKED:
                s["door"][door] = CLOSED


def fuel(b: Builder) -> None:
    s, doc = b.s, b.doc
    timers = a_mapping(doc.get("fire_timers", {}), ("fire_timers",))
    for label, tokens in a_mapping(doc.get("tokens", {}), ("tokens",)).items():
        an_entry(tokens, ("gasoline", "fire"), ("tokens", label))
        z = b.zone(label, ("tokens",))
        s["gasoline"][z] = a_number(tokens.get("gasoline", 0), ("tokens", label, "gasoline"), 0, 1)
        if a_number(tokens.get("fire", 0), ("tokens", label, "fire"), 0, 1):
            s["fire"][z] = a_number(timers.get(label, 3), ("fire_timers", label), 1, 9)
    for label in timers:
        if not s["fire"][b.zone(label, ("fire_timers", label))]:
            raise FormatError(("fire_timers", label), f"nothing burns in {label}; name its fire under 'tokens'")
    no_figures_in_fires(b)
    for label, owners in a_mapping(doc.get("bombs", {}), ("bombs",)).items():
        for owner in a_list(owners, ("bombs", label)):
            n = int(s["n_bombs"])
            if n == BOMBS:
                raise FormatError(("bombs", label), f"at most {BOMBS} Time Bombs lie at once")
            s["bomb_zone"][n], s["bomb_by"][n] = b.zone(label, ("bombs",)), b.who(owner, ("bombs", label))
            s["n_bombs"] = n + 1


def no_figures_in_fires(b: Builder) -> None:
    """Check that a zone has at most one fuel token, and a burning one neither characters nor cars (AP-17.1, AP-INV-6)."""
    s = b.s
    survivors = {int(z) for z, alive in zip(s["zone"][: b.present], s["alive"][: b.present], strict=True) if alive}
    for z in np.flatnonzero(s["fire"]):
        if s["gasoline"][z]:
            raise FormatError(("tokens", b.zones[z]), "a zone holds gasoline or a fire, not both (AP-17.1)")
        if s["crowd"][z] or int(z) in survivors or int(z) in s["car_zone"]:
            raise FormatError(("tokens", b.zones[z]), "somebody stands in the fire; it leaves nobody there (AP-INV-6)")


def spawn_tokens(b: Builder) -> None:
    s, w = b.s, b.w
    tokens: list[tuple[int, int, bool]] = []
    if b.mission is not None and "spawn" not in b.board_doc:
        for t in range(int(w["n_tokens"])):
            tokens.append((int(w["token_zone"][t]), int(w["token_colour"][t]), bool(w["token_active"][t])))
    else:
        for text in a_list(b.board_doc.get("spawn", []), ("board", "spawn")):
            label, _, colour = str(text).partition(":")
            tint = TOKEN_COLOURS.index(a_word(colour or "red", ("board", "spawn"), TOKEN_COLOURS[1:4], "colour"))
            tokens.append((b.zone(label, ("board", "spawn")), tint, tint == RED))
    s["spawn_first"] = tokens[0][0] if tokens else NONE
    for number, (zone, tint, active) in enumerate(tokens):
        s["token_zone"][number], s["token_colour"][number] = zone, tint
        s["token_active"][number], s["token_id"][number] = active, number
    s["n_tokens"] = s["next_token"] = len(tokens)


def objectives(b: Builder) -> None:
    s, w = b.s, b.w
    given = a_mapping(b.board_doc.get("objectives", {}), ("board", "objectives"))
    for label, colour in given.items():
        a_word(colour, ("board", "objectives", label), ("red", "blue", "green", "medicine"), "colour")
        z = b.zone(label, ("board", "objectives"))
        w["objective"][z] = colour_of(colour)
        w["medicine"][z] = colour == "medicine"
        w["shuffled"][z] = 0
    s["objective"][:] = w["objective"]
    if b.mission is not None and b.mission.shuffled_blue and "blue" not in given.values():
        z = int(np.flatnonzero(w["shuffled"])[0])
        s["objective"][z] = COLOURS.index("blue")
    s["hidden"][:] = 0 if "blue" in given.values() else w["shuffled"]
