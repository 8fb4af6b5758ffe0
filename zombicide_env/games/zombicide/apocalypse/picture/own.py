"""Cars, fuel, bombs and permanent Noise of a zone, as words."""

from __future__ import annotations

from typing import Any

from ..words.names import Names


def own_words(w: Any, s: Any, names: Names, zone: int) -> list[str]:
    """Further pieces of the zone, a word or two each."""
    found = [name for c, name in enumerate(names.cars) if s["car_zone"][c] == zone]
    if s["gasoline"][zone]:
        found.append("gasoline")
    if s["fire"][zone]:
        found.append(f"fire {int(s['fire'][zone])}")
    found += ["bomb" for place in s["bomb_zone"][: s["n_bombs"]] if place == zone]
    if w["steady_noise"][zone]:
        found.append(f"steady noise {int(w['steady_noise'][zone])}")
    if w["way_out"][zone]:
        found.append("way out for zombies")
    return found
