"""Levels reached, and the skills that come with them (WD-8.4 to WD-8.6)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import Play
from tests.games.zombicide.white_death.oracle.sheets import SHEETS
from tests.games.zombicide.white_death.oracle.table import Survivor, Table


def learn(table: Table, one: Survivor) -> Play[None]:
    """Every level reached since, in ascending order."""
    while one.in_play and one.reached < one.level():
        one.reached += 1
        if one.reached == 1:
            one.skills.append("plus_1_action")
            one.actions += 1
        elif one.name in SHEETS:
            sheet = SHEETS[one.name]
            choice = [skill for skill in (sheet.orange if one.reached == 2 else sheet.red) if skill not in one.skills]
            if choice:
                answer = yield from table.ask(one.name, [f"learn {skill}" for skill in choice], partial(str, f"learn {choice[0]}"))
                one.skills.append(answer.removeprefix("learn "))


def gain(table: Table, one: Survivor, points: int) -> Play[None]:
    one.xp += points
    yield from learn(table, one)
