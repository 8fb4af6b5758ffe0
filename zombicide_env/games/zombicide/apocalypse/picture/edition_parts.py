"""Apocalypse's own parts of the picture: cars, fuel, bombs, permanent Noise and ways out of a zone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from zombicide_env.core.scene import Colour, Fact, Item
from zombicide_env.games.figures import Piece

from ...table import codes as C
from ...table.board import Board
from ..numbers.facts import level_of
from ..words.names import Names
from .props import bomb, car, fire, gasoline

#: Texts of Apocalypse's own victory conditions, by their kind.
FIRST_HEAD: Final = 12
GOALS: Final = {
    C.GOAL_CARRIED_OFF: "leave the board with: {card}",
    C.GOAL_FOUND: "have found: {card}",
    C.GOAL_GATHERED: "all survivors in one active spawn zone without zombies",
    C.GOAL_SUPPLIES_OUT: "supplies driven off the board",
    C.GOAL_NEUTRALISED: "neutralise spawn zones",
    C.GOAL_HELD: "a survivor and no zombie in {zone}",
    C.GOAL_ENOUGH_LEFT: "enough survivors leave by the Exit ({out} out)",
}


def danger(s: Any, i: int) -> int:
    """Return the danger level of a survivor."""
    return level_of(int(s["xp"][i]))


def zone_kind(w: Any, s: Any, zone: int) -> str:
    """Return the current kind of the zone, as a word."""
    return {C.STREET: "street", C.ROOM: "room"}.get(int(w["zone_kind"][zone]), "vault")


def fill(w: Any, s: Any, zone: int) -> Colour:
    """Return the colour of a zone that is neither street nor room, "" for those."""
    return ""


def pieces(w: Any, s: Any, names: Names, zone: int) -> list[tuple[str, str, Colour]]:
    """Return the symbols of pieces in a zone: letters, words, colour."""
    found: list[tuple[str, str, Colour]] = []
    if w["steady_noise"][zone]:
        found.append((f"N{int(w['steady_noise'][zone])}", f"steady noise {int(w['steady_noise'][zone])}", "#59606c"))
    if w["way_out"][zone]:
        found.append(("out", "way out for zombies", "#59606c"))
    return found


def drawn(w: Any, s: Any, names: Names, fills: Sequence[Colour], zone: int) -> list[Piece]:
    """Return drawings of cars with their seats, gasoline, fire, bombs."""
    found = [car(w, s, names, fills, c) for c in range(len(names.cars)) if s["car_zone"][c] == zone]
    if s["gasoline"][zone]:
        found.append(gasoline())
    if s["fire"][zone]:
        found.append(fire(int(s["fire"][zone])))
    found += [bomb() for place in s["bomb_zone"][: s["n_bombs"]] if place == zone]
    return found


def on_borders(w: Any, s: Any, board: Board, margin: float, cell: float) -> list[Item]:
    """Return drawings on borders."""
    return []


def legend(dark: Colour) -> tuple[Fact, ...]:
    """Return lines of the legend."""
    return (Fact("dark", "building not yet opened", dark),)


def last_round(w: Any) -> tuple[int, str]:
    """Return the limit of rounds (AP-3.R2) and how the game ends after it: an outcome."""
    if w["round_limit"]:
        return abs(w["round_limit"]), "lost" if w["round_limit"] > 0 else "drawn"
    return w["max_rounds"], "truncated"


def facts(s: Any, spawns: str) -> tuple[Fact, ...]:
    """Return lines of the header."""
    return (Fact("Spawn tokens", spawns),)


def badges(s: Any, i: int) -> list[Fact]:
    """Return what a survivor carries or has used, for the panel."""
    return []
