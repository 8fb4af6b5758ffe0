"""Every task and decision of a game has one complete row."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import pytest

from zombicide_env.core.chains import plain
from zombicide_env.core.decisions import Decision, Table, Task
from zombicide_env.core.layout import Range, names
from zombicide_env.games.hit_z_road.numbers import decisions as road_decisions
from zombicide_env.games.hit_z_road.numbers import tasks as road_tasks
from zombicide_env.games.hit_z_road.rules.table import TABLE as ROAD
from zombicide_env.games.z_game.numbers import decisions as city_decisions
from zombicide_env.games.z_game.numbers import tasks as city_tasks
from zombicide_env.games.z_game.rules.table import TABLE as CITY

GAMES: dict[str, tuple[Table, ModuleType, ModuleType]] = {
    "hit_z_road": (ROAD, road_tasks, road_decisions),
    "z_game": (CITY, city_tasks, city_decisions),
}
game = pytest.mark.parametrize("name", GAMES)


@game
def test_every_code_has_a_row_and_every_row_a_code(name: str) -> None:
    table, tasks, decisions = GAMES[name]
    first: Any = decisions.FIRST
    assert list(table.tasks) == sorted(names(vars(tasks), 1))
    assert list(table.decisions) == sorted(names(vars(decisions), first))


@game
def test_every_decision_has_all_its_parts(name: str) -> None:
    for row in GAMES[name][0].decisions.values():
        assert row.words, f"{row.code}: the first word is who decides"
        assert row.below, f"{row.code}: something lies below a decision"
        assert row.text.when and row.text.default and (row.text.says or row.notation), (
            f"{row.code}: the reference page says when it is asked, what may be answered, and the default"
        )
        for part in (row.asked, row.offer, row.answer, row.default, row.see, row.fits):
            assert callable(part) or isinstance(part, int | tuple)


@game
def test_every_word_of_a_frame_has_a_range_and_is_taken_by_a_kernel(name: str) -> None:
    for row in GAMES[name][0]:
        assert all(isinstance(word, Range) for word in row.words.values())
        parts: list[Any] = [row.do] if isinstance(row, Task) else [row.offer, row.answer, row.default, row.see, row.fits]
        taken = {parameter for part in parts if callable(part) for parameter in inspect.signature(plain(part)).parameters}
        others = set(list(row.words)[isinstance(row, Decision) :])  # the decider is public
        assert others <= taken, f"{row.code}: {others - taken}"
