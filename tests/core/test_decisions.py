"""A game's decision table: generated dispatchers, and how the agenda is processed; on a toy with two tasks and three decisions."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.agenda import lower, push
from zombicide_env.core.blocks import Act, by_block
from zombicide_env.core.chains import chain, each
from zombicide_env.core.decisions import ALWAYS, CHOICE, MAIN, NEVER, VOID, Decision, Table, Task, Text, anywhere, nothing_more
from zombicide_env.core.jit import PYTHON_MODE, buffers, entry, jit, records
from zombicide_env.core.layout import Range, record
from zombicide_env.core.records import Mask, Record

pytestmark = pytest.mark.python_mode

STATE = record([("stack", "i2", (8, 8)), ("depth", "i2"), ("outcome", "u1"), ("log", "i8")])
WORLD = record([("automatic", "u1")])
WHO, COUNT = Range(0, 3), Range(0, 99)
ADD, END = 1, 2  # tasks
PICK, PLAIN, KEPT, CHANGING = 64, 65, 67, 68  # decisions
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


@jit
def as_it_says(units: int) -> int:
    return units


@jit
def note_alone(s: Record, a: int) -> None:
    s.log = s.log * 10 + a


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
    decision(CHANGING, answer=note_alone, asked=as_it_says, offer=(5,)),
)
TABLE = Table(FIRST, *ROWS)
PARTS = TABLE.parts(__name__)
work, apply, offer, default, see, fits, asked = PARTS
advance = TABLE.advance(__name__, PARTS)

#: The same rows, but popping a frame keeps its words, legal actions are listed, and a single legal action is played automatically.
LISTED = Table(FIRST, *ROWS, take_off=lower, mark=note_alone, seen="w s")
LISTED_PARTS = LISTED.parts(__name__)
LISTED_OFFER = LISTED_PARTS.offer


@jit
def always_5(w: Record, s: Record) -> int:
    return 5


go_on = LISTED.advance(__name__, LISTED_PARTS, always_5)

ACTS = (Act(0, note_alone, {"a": 9}), Act(9, add, {"units": 2, "times": 3}), Act(-1, end), Act(15, 4))
act = by_block(__name__, "act", ("s",), ACTS)
score = by_block(__name__, "score", ("s",), (Act(15, 4),), result="float", otherwise=-0.5)


@jit
def note_one(s: Record) -> None:
    s.log = 10 * s.log + 1


@jit
def note_many(s: Record, a: int) -> None:
    s.log = 10 * s.log + a


many = each(__name__, "many", ("s", "a"), {"": (note_many,), "a >= 7": (note_one,)})


@entry
def _many(states: Any, a: int) -> None:
    many(states[0], a)


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
def _go_on(worlds: Any, states: Any) -> None:
    go_on(worlds[0], states[0])


@entry
def _list(worlds: Any, states: Any, mask: Any) -> None:
    LISTED_OFFER(worlds[0], states[0], mask)


@entry
def _act(states: Any, block: int, arg: int) -> None:
    act(states[0], block, arg)


@entry
def _score(states: Any, block: int) -> float:
    found: float = score(states[0], block, 0)
    return found


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
    (PLAIN, False, 0, 2),  # the player decides
    (PLAIN, True, 8, 0),  # its default, 2, times 4 units; then the end
    (PICK, True, 0, 2),  # a main decision
    (KEPT, True, 27, 0),  # its frame was at depth 2; the default is 7
    (ADD, False, 0, 0),  # a task
])  # fmt: skip
def test_the_agenda_is_worked_off_until_somebody_is_asked(top: int, automatic: bool, log: int, depth: int) -> None:
    world, state = begun((END, 0, 0), (top, 0, 4), automatic=automatic)
    _advance(records(world), records(state))
    assert (int(state["log"][0]), int(state["depth"][0]), int(state["outcome"][0])) == (log, depth, int(depth == 0))
    assert not state["stack"][0][depth:].any() or top == KEPT, "frames that have been taken off leave nothing behind"


@pytest.mark.parametrize(("how", "automatic", "log", "depth"), [
    (CHOICE, False, 5, 0),  # the only legal action is played
    (MAIN, True, 5, 0),
    (ALWAYS, False, 0, 2),  # the player decides even so
    (NEVER, False, 2, 0),  # the default
    (VOID, False, 0, 0),  # nothing to decide: on to the end frame below
])  # fmt: skip
def test_a_kernel_may_say_how_a_decision_is_asked(how: int, automatic: bool, log: int, depth: int) -> None:
    world, state = begun((END, 0, 0), (CHANGING, 0, how), automatic=automatic)
    _go_on(records(world), records(state))
    assert (int(state["log"][0]), int(state["depth"][0])) == (log, depth)
    assert state["stack"][0][1].tolist() == [CHANGING, 0, how, 0, 0, 0, 0, 0], "the words stay where they lay"


def test_answers_may_be_offered_by_a_kernel_of_the_game() -> None:
    world, state = begun((PLAIN, 0, 4))
    _list(records(world), records(state), buffers(np.zeros(6, np.int8)))
    assert int(state["log"][0]) == 13


def test_an_action_is_dispatched_by_its_block_with_its_arguments() -> None:
    _, state = begun()
    _act(records(state), 0, 7)
    _act(records(state), 9, 5)  # units 1, times 2
    _act(records(state), 3, 1)  # no such block
    assert int(state["log"][0]) == 702
    assert (_score(records(state), 15), _score(records(state), 0)) == (4.0, -0.5)


def test_the_table_tells_the_words_and_what_lies_below() -> None:
    assert TABLE.words[ADD] == (COUNT, COUNT)
    assert TABLE.words[END] == ()
    assert TABLE.places[PICK] == {"p": 1, "units": 2}
    assert np.argwhere(TABLE.lies_on).tolist() == [[ADD, END], [PICK, ADD], [PICK, END]]
    assert list(TABLE.decisions) == [PICK, PLAIN, KEPT, CHANGING]
    assert np.flatnonzero(TABLE.flags(lambda row: bool(row.below))).tolist() == [ADD, PICK]


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


def test_what_is_called_one_after_the_other_keeps_to_its_condition() -> None:
    for a, log in ((6, 6), (7, 71)):
        state = np.zeros(1, STATE)
        _many(records(state), a)
        assert state["log"][0] == log


def test_a_kernel_that_is_called_twice_is_refused() -> None:
    with pytest.raises(TypeError, match="calls two kernels of one name, or one twice"):
        each(__name__, "twice", ("s", "a"), {"": (note_one,), "a >= 7": (note_one,)})
    with pytest.raises(TypeError, match="note_many takes 'a', which less does not have"):
        each(__name__, "less", ("s",), {"": (note_many,)})
