"""The table of a game: dispatchers made from its rows, and how the agenda is worked off; on a toy with two tasks and three decisions."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.agenda import push
from zombicide_env.core.chains import chain
from zombicide_env.core.decisions import CHOICE, MAIN, Decision, Table, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import PYTHON_MODE, buffers, entry, jit, records
from zombicide_env.core.layout import Range, record
from zombicide_env.core.records import Mask, Record

pytestmark = pytest.mark.python_mode

STATE = record([("stack", "i2", (8, 8)), ("depth", "i2"), ("outcome", "u1"), ("log", "i8")])
WORLD = record([("automatic", "u1")])
WHO, COUNT = Range(0, 3), Range(0, 99)
ADD, END = 1, 2  # tasks
PICK, PLAIN, KEPT = 64, 65, 67  # decisions
FIRST = PICK


@jit
def add(s: Record, units: int, times: int) -> None:
    s.log = 100 * s.log + units * times


@jit
def end(s: Record) -> None:
    s.outcome = 1


@jit
def offer_pick(p: int, units: int, mask: Mask) -> None:
    mask[p] = 1
    mask[units] = 1


@jit
def answer_pick(s: Record, p: int, units: int, a: int) -> None:
    push(s, ADD, units, a + p)


@jit
def answer_kept(s: Record, a: int) -> None:
    s.log = 100 * s.log + 10 * s.depth + a
    s.depth -= 1


@jit
def fits_pick(units: int) -> int:
    return 1 if units < 5 else 0


def decision(code: int, **parts: Any) -> Decision:
    made: dict[str, Any] = {
        "words": {"p": WHO, "units": COUNT},
        "below": (),
        "asked": CHOICE,
        "offer": (1, 3),
        "answer": answer_pick,
        "default": 2,
        "see": nothing_more,
        "fits": anywhere,
        "text": Text("at times", "a number", "2"),
    }
    return Decision(code, **made | parts)


ROWS = (
    Task(ADD, add, words={"units": COUNT, "times": COUNT}, below=(END,)),
    Task(END, end),
    decision(PICK, asked=MAIN, offer=offer_pick, fits=fits_pick, below=(ADD, END)),
    decision(PLAIN),
    decision(KEPT, answer=answer_kept, default=7, stays=True),
)
TABLE = Table(FIRST, *ROWS)
PARTS = TABLE.parts(__name__)
work, apply, offer, default, see, fits, asked = PARTS
advance = TABLE.advance(__name__, PARTS)


@entry
def _push(states: Any, task: int, a: int, b: int) -> None:
    push(states[0], task, a, b)


@entry
def _offer(worlds: Any, states: Any, mask: Any) -> None:
    offer(worlds[0], states[0], mask)


@entry
def _apply(worlds: Any, states: Any, a: int) -> None:
    apply(worlds[0], states[0], a)


@entry
def _advance(worlds: Any, states: Any) -> None:
    advance(worlds[0], states[0])


@entry
def _fits(worlds: Any, states: Any) -> int:
    found: int = fits(worlds[0], states[0])
    return found


def begun(*frames: tuple[int, int, int], automatic: bool = False) -> tuple[Any, Any]:
    world, state = np.zeros(1, WORLD), np.zeros(1, STATE)
    world["automatic"] = automatic
    for frame in frames:
        _push(records(state), *frame)
    return world, state


def test_kernels_are_passed_the_words_that_their_parameters_name() -> None:
    world, state = begun((PICK, 2, 4))
    mask = np.zeros(6, np.int8)
    _offer(records(world), records(state), buffers(mask))
    assert mask.tolist() == [0, 0, 1, 0, 1, 0]
    assert _fits(records(world), records(state)) == 1
    _apply(records(world), records(state), 3)
    assert state["stack"][0][0].tolist() == [ADD, 4, 5, 0, 0, 0, 0, 0]


def test_actions_that_are_always_answers_need_no_kernel() -> None:
    world, state = begun((PLAIN, 0, 4))
    mask = np.zeros(6, np.int8)
    _offer(records(world), records(state), buffers(mask))
    assert mask.tolist() == [0, 1, 0, 1, 0, 0]
    assert _fits(records(*(begun((PICK, 0, 5))[:1])), records(begun((PICK, 0, 5))[1])) == 0


@pytest.mark.parametrize(("top", "automatic", "log", "depth"), [
    (PLAIN, False, 0, 2),  # asked
    (PLAIN, True, 8, 0),  # its default, 2, times 4 units; then the end
    (PICK, True, 0, 2),  # a main decision
    (KEPT, True, 27, 0),  # its frame lay there: depth 2, the default 7
    (ADD, False, 0, 0),  # work
])  # fmt: skip
def test_the_agenda_is_worked_off_until_somebody_is_asked(top: int, automatic: bool, log: int, depth: int) -> None:
    world, state = begun((END, 0, 0), (top, 0, 4), automatic=automatic)
    _advance(records(world), records(state))
    assert (int(state["log"][0]), int(state["depth"][0]), int(state["outcome"][0])) == (log, depth, int(depth == 0))
    assert not state["stack"][0][depth:].any() or top == KEPT, "frames that have been taken off leave nothing behind"


def test_the_table_tells_the_words_and_what_lies_below() -> None:
    assert TABLE.words[ADD] == (COUNT, COUNT)
    assert TABLE.words[END] == ()
    assert TABLE.places[PICK] == {"p": 1, "units": 2}
    assert np.argwhere(TABLE.lies_on).tolist() == [[ADD, END], [PICK, ADD], [PICK, END]]
    assert list(TABLE.decisions) == [PICK, PLAIN, KEPT]


def test_a_code_has_one_row_of_its_kind() -> None:
    with pytest.raises(ValueError, match="two rows have the code 64"):
        Table(FIRST, *ROWS, decision(PICK))
    with pytest.raises(ValueError, match="3 is the code of a Decision; codes of decisions begin with 64"):
        Table(FIRST, decision(3))


def test_a_kernel_that_wants_what_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="add takes 'times', which work does not have for the code 1; it has s, task, w, units"):
        chain(__name__, "work", ("w", "s"), {ADD: add}, words={ADD: {"units": 1}})


@pytest.mark.skipif(PYTHON_MODE, reason="kernels are plain functions")
def test_a_dispatcher_can_be_read_and_is_found_by_other_processes() -> None:
    text = inspect.getsource(apply.py_func)
    assert "elif task == 67:" in text
    assert "answer_pick(s, word_1, word_2, a)" in text
    assert apply.py_func.__annotations__ == {"w": "Record", "s": "Record", "a": "int", "return": "None"}
