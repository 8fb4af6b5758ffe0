"""Which rules a line of a golden game shows: a failing one names them, so that whoever has changed a rule knows where to look."""

from __future__ import annotations

from typing import Final

import pytest

from zombicide_env.replay import Replay, ReplayError, verify

#: Game -> first word of an action -> rules that say what it does.
WORDS: Final[dict[str, dict[str, str]]] = {
    "black_plague": {
        "accept": "BP-13.R7 BP-22.82",
        "activate": "BP-3.2 BP-3.R6",
        "armour": "BP-13.25 BP-13.26 BP-13.R14",
        "bile": "BP-14.1 BP-14.R1 BP-14.5",
        "cast": "BP-13.14 BP-13.R7 BP-13.15 BP-13.R8",
        "consume": "BP-9.7 BP-24.7",
        "discard": "BP-9.R2 BP-9.R3",
        "done": "BP-9.8 BP-11.R6 BP-11.R12",
        "drop": "BP-9.7 BP-9.R3",
        "enchant": "BP-11.11 BP-11.12 BP-7.R4",
        "end": "BP-11.14 BP-3.2 BP-15.1 BP-20.1",
        "exit": "BP-11.R9 BP-9.R6 BP-3.R2",
        "give": "BP-11.9 BP-11.R6",
        "hit": "BP-13.15 BP-13.R8 BP-13.R9",
        "keep": "BP-9.R2 BP-9.R1",
        "learn": "BP-8.3 BP-8.5 BP-8.R1",
        "melee": "BP-13.10 BP-13.R2 BP-13.R7 BP-13.R8",
        "miss": "BP-13.21 BP-13.R10 BP-13.R11",
        "move": "BP-6.2 BP-6.3 BP-6.R1 BP-6.R4",
        "noise": "BP-7.6 BP-7.2",
        "open": "BP-11.5 BP-11.R4 BP-12.1 BP-12.R1",
        "order": "BP-12.1 BP-12.R2",
        "path": "BP-15.14 BP-15.R10 BP-15.R11",
        "put": "BP-9.R1 BP-9.R2 BP-11.9",
        "receive": "BP-11.9 BP-11.R6 BP-11.R12",
        "reload": "BP-11.16 BP-13.30 BP-13.R22",
        "remove": "BP-17.7 BP-17.R7 BP-14.6",
        "reorganise": "BP-11.9 BP-9.8",
        "reroll": "BP-13.R7 BP-13.R6",
        "search": "BP-11.2 BP-11.3 BP-11.R8 BP-9.R2",
        "shoot": "BP-13.12 BP-13.R7 BP-13.15 BP-13.R8",
        "stay": "BP-11.R9",
        "take": "BP-11.13 BP-11.15 BP-8.2",
        "torch": "BP-14.2 BP-14.3 BP-14.R8",
        "trade": "BP-11.9 BP-11.R6",
        "use": "BP-22.82 BP-22.R2 BP-22.R6",
        "wound": "BP-15.6 BP-13.24 BP-15.R2",
    },
    "hit_z_road": {
        "bid": "HZ-5.3 HZ-5.5 HZ-5.R1 HZ-5.9",
        "fight": "HZ-7.4 HZ-7.5 HZ-7.R2",
        "flee": "HZ-7.4 HZ-7.R2 HZ-8.2",
        "hold": "HZ-7.2 HZ-7.R1",
        "keep": "HZ-17.22 HZ-17.23",
        "molotov": "HZ-9.3 HZ-9.R3 HZ-9.R4",
        "pass": "HZ-5.2 HZ-5.4 HZ-5.7",
        "pay": "HZ-5.8 HZ-5.R5 HZ-6.R4",
        "route": "HZ-6.1 HZ-6.2 HZ-6.R1 HZ-6.R3",
        "sacrifice": "HZ-7.7 HZ-D-9",
        "save": "HZ-7.7 HZ-D-9",
        "shoot": "HZ-7.2 HZ-7.3 HZ-7.R7",
        "strike": "HZ-7.7 HZ-D-10",
        "take": "HZ-13.2 HZ-13.3 HZ-D-5",
    },
}
#: Game -> first word of what chance has given -> rules.
CHANCE: Final[dict[str, dict[str, str]]] = {
    "black_plague": {
        "artefact": "BP-19.7 BP-19.R2",
        "dice": "BP-0.R2 BP-13.R2 BP-13.R5",
        "equipment": "BP-11.2 BP-9.R2 BP-0.R2",
        "objective": "BP-11.13 BP-8.2",
        "shuffle": "BP-16.3 BP-11.4 BP-12.7",
        "zombies": "BP-16.1 BP-16.R5 BP-16.R6 BP-16.R9 BP-12.1",
    },
    "hit_z_road": {"card": "HZ-4.R1 HZ-0.R2", "dice": "HZ-7.R4 HZ-7.7 HZ-17.1", "red": "HZ-8.3 HZ-8.R1 HZ-17.2"},
}
#: Game -> rules of its end, of a round's and of the setup.
ENDS: Final = {"black_plague": "BP-3.6 BP-3.7 BP-3.9 BP-3.R1", "hit_z_road": "HZ-11.1 HZ-11.2 HZ-11.5 HZ-3.R1"}
SETUP: Final = {"black_plague": "BP-2.R5 BP-0.R2", "hit_z_road": "HZ-2.R2 HZ-0.R2"}


def rules_at(replay: Replay, line: int) -> str:
    """Ids of the rules that a line of a golden game shows, beside each other."""
    game = replay.header.game
    entry = next((entry for entry in replay.entries if entry.line == line), None)
    if entry is None:
        return ENDS[game] if replay.entries and line > replay.entries[-1].line else SETUP[game]
    found = WORDS[game].get(entry.text.split()[0], "").split()
    for event in filter(None, entry.chance.split("; ")):
        found += CHANCE[game].get(event.split()[0], "").split()
    return " ".join(dict.fromkeys(found))


def holds(replay: Replay) -> None:
    """Play the game again; the failure names the line and the rules that it shows."""
    try:
        verify(replay)
    except ReplayError as error:
        pytest.fail(f"{error} (rules: {rules_at(replay, error.line)})", pytrace=False)
