"""The tables of the editions: every code has a complete row, and references to rows are correct."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.games.zombicide.family.test_shared import reached
from zombicide_env.core.batch import Batch
from zombicide_env.core.decisions import Decision, Table, Task
from zombicide_env.core.layout import names
from zombicide_env.games import GAMES, zombicide
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_env.games.zombicide.table.action import ACTION, Actions

HOME = Path(zombicide.__file__).parent
EACH = pytest.mark.parametrize("edition", EDITIONS)
#: Modules of numbers by their aliases; their constants are codes of frames.
CODES = {"T": "tasks", "ASK": "decisions", "OT": "edition_tasks", "OASK": "edition_decisions"}


def table(edition: str) -> Table:
    found: Table = edition_module(edition, "rules.table").TABLE
    return found


def own(edition: str, name: str) -> dict[int, str]:
    return names(vars(edition_module(edition, f"numbers.{name}")), 1)


def pushed(edition: str) -> Iterator[tuple[str, int]]:
    """Codes that kernels of an edition push onto the agenda, with their locations."""
    used = reached(edition, prune=True)
    for path in sorted((HOME / "family" / "rules").glob("*.py")) + sorted((HOME / edition / "rules").glob("*.py")):
        if path.parts[-3] == "family" and (HOME / edition / "rules" / path.name).exists():
            continue
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(function, ast.FunctionDef) or (
                path.parts[-3] == "family" and (f"rules/{path.name}", function.name) not in used
            ):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "push":
                    code = node.args[1]
                    if isinstance(code, ast.Attribute) and isinstance(code.value, ast.Name) and code.value.id in CODES:
                        yield (
                            f"{path.name}: {function.name}",
                            getattr(edition_module(edition, f"numbers.{CODES[code.value.id]}"), code.attr),
                        )


#: Codes pushed by the family only for a field of the world that this edition never sets, or below a decision that it never has.
NEVER_THERE = {
    "black_plague": set(),
    "white_death": {("turn.py: zombies_phase", "RITUAL"), ("rerolling.py: answer_reroll", "DOOR_ROLL")},
    "apocalypse": {("turn.py: zombies_phase", "RITUAL"), ("rerolling.py: answer_reroll", "ARMOUR_ROLL")},
}


@pytest.mark.slow
@EACH
def test_what_is_pushed_has_a_row(edition: str) -> None:
    tasks = own(edition, "tasks")
    missing = {(place, tasks.get(code, str(code))) for place, code in pushed(edition) if code not in table(edition).rows}
    doors = {pair for pair in missing if pair[0].startswith("doors.py")} if not edition_module(edition, "edition").DOORS_OPEN else set()
    assert missing - doors <= NEVER_THERE[edition]


@EACH
def test_an_edition_has_a_row_for_each_number_of_its_own(edition: str) -> None:
    assert set(own(edition, "edition_decisions")) <= set(table(edition).decisions)
    assert {code for code in own(edition, "edition_tasks") if code > 0} <= set(table(edition).tasks)


def test_every_number_of_the_family_has_a_row_in_some_edition() -> None:
    rows = {code for edition in EDITIONS for code in table(edition).rows}
    numbers: ModuleType = edition_module("black_plague", "numbers.decisions")
    assert set(names(vars(numbers), numbers.FIRST)) <= rows
    tasks = {code for name, code in vars(edition_module("black_plague", "numbers.tasks")).items() if name.isupper() and code > 4}
    assert tasks <= rows


@EACH
def test_every_row_says_all_its_parts(edition: str) -> None:
    for row in table(edition):
        words: dict[str, Any] = dict(row.words)
        if isinstance(row, Task):
            continue
        assert isinstance(row, Decision)
        assert next(iter(words)) == "i", row.code
        assert row.text.when, row.code
        assert row.text.says, row.code
        assert row.text.default, row.code


@EACH
def test_the_names_of_decisions_are_in_the_order_of_their_codes(edition: str) -> None:
    numbers = edition_module(edition, "numbers.decisions")
    codes = names(vars(numbers), numbers.FIRST) | own(edition, "edition_decisions")
    assert [name.lower() for _, name in sorted(codes.items())] == list(numbers.NAMES)


@EACH
def test_a_row_of_actions_covers_its_block(edition: str) -> None:
    """Apocalypse has no third hand, but the block contains its Melee action all the same."""
    of, rows = edition_module(edition, "numbers.actions").BLOCK_OF, edition_module(edition, "rules.act").ACTIONS.rows
    sizes = {block: (int((of == block).sum()), prod(row.args.values())) for block, row in rows.items()}
    assert {block: pair for block, pair in sizes.items() if pair[0] != pair[1]} == (
        {edition_module(edition, "numbers.actions").MELEE: (3, 2)} if edition == "apocalypse" else {}
    )


@pytest.mark.slow
@EACH
def test_what_is_legal_in_a_turn_has_a_row_and_can_be_paid(edition: str) -> None:
    of, rows = edition_module(edition, "numbers.actions").BLOCK_OF, edition_module(edition, "rules.act").ACTIONS.rows
    turn = edition_module(edition, "numbers.decisions").TURN
    batch = Batch(GAMES[edition](), 64, seed=2)
    met = set()
    for _ in range(400):
        states = batch.states
        for state, mask in zip(states, batch.masks, strict=True):
            frame = state["stack"][state["depth"] - 1]
            if frame[0] == turn:
                blocks = set(of[mask == 1].tolist())
                assert blocks <= rows.keys()
                assert max(rows[block].cost for block in blocks) <= state["actions"][frame[1]]
                met |= blocks
        batch.step_random()
    assert len(met) > 10


@EACH
def test_an_action_that_costs_is_an_action(edition: str) -> None:
    rows = edition_module(edition, "rules.act").ACTIONS.rows
    assert [row.block for row in rows.values() if row.cost > 0 and row.counts != ACTION] == []


def test_two_rows_of_one_block_are_refused() -> None:
    row = edition_module("black_plague", "rules.act").ACTIONS.declared[0]
    with pytest.raises(ValueError, match="two rows have the block that begins with action"):
        Actions((row, row), 10_000)


#: Constant of ``tasks`` -> the frame and the word that it indexes.
PLACES = {
    "CARDS_START": ("CARDS", "start"),
    "CARDS_NUMBER": ("CARDS", "n"),
    "CARDS_NEXT": ("CARDS", "first"),
    "SEQUENCE_MODE": ("SEQUENCE", "mode"),
    "VICTIM_FRIENDLY": ("VICTIM", "friendly"),
    "DOOR_NEIGHBOUR": ("DOOR_ROLLED", "n"),
    "DOOR_CARD": ("DOOR_ROLLED", "card"),
    "DOOR_HITS": ("DOOR_ROLLED", "hits"),
    "MISSES_TARGET": ("MISSES", "z"),
    "MISSES_OWN": ("MISSES", "own"),
}


@EACH
def test_places_of_words_are_those_of_the_rows(edition: str) -> None:
    tasks = edition_module(edition, "numbers.tasks")
    there = {name: table(edition).places.get(getattr(tasks, frame)) for name, (frame, _) in PLACES.items()}
    assert {name: places[PLACES[name][1]] for name, places in there.items() if places is not None} == {
        name: getattr(tasks, name) for name, places in there.items() if places is not None
    }
    assert any(places is not None for places in there.values())
