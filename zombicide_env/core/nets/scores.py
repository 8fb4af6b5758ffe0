"""Pointer heads: the score of each legal action, computed from the tokens that the action names.

    flat:     score = h . F[i] + f[i]                            h: the game as a whole
    pointed:  score = lit(t) . P[c] + p[c]                       t: the token that the action names, c: its kind
    paired:   score = (lit(t) A + a) . (lit(u) B + b)            two tokens
    lit(t) = max(0, t N + n + h L + l)                           N, L: of the path by which it is named

A token is a row of a value; the row that a column of the observation names; or a table's entry for a category in a column. Tokens
named by columns have an embedding of the position, which is added to them. Only tokens named by legal actions are computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from .net import SCORES, Learning, Net, Plan, Value, Weight
from .outer_products import buffered, push
from .products import product
from .rows import add, add_share, clear, copy, rectify, rectify_back
from .simd import LANES, kernel, load, plus, splat, times, total

(HIDDEN, INPUTS, ROW, ACTIONS, HEADS, SOURCES, MEMO, NOTES, TOKENS, LITS, LIFTED, ASKED, MANY_SOURCES, TEMP) = range(1, 15)
FLAT, POINTED, PAIRED = range(3)
# a head: its type; for flat and pointed: matrix, bias; for pointed: source; for paired: sources, matrices, biases, notes of both sides
(H_WHAT, H_FIRST, H_SECOND, H_W, H_B, H_V, H_C, H_NOTE, H_OTHER, H_TURNED_W, H_TURNED_V) = range(11)
_HEAD: Final = 11
# a source: index of its first note, number of tokens, and so on
(S_FIRST, S_SIZE, S_NEAR, S_N, S_LIFT, S_L, S_TURNED_NEAR, S_TURNED_LIFT, S_VALUE, S_KIND, S_NAMES, S_MANY, S_ROW, S_STEP) = range(14)
(S_TABLE, S_CLASSES, S_PLACE, S_BUFFER) = range(14, 18)
_SOURCE: Final = 18
_ACTION: Final = 3  # head, first and second token or column


@dataclass(frozen=True)
class Source:
    """Tokens that an argument of actions names.

    Attributes:
        size: number of tokens.
        near, n, lift, l: the matrices and biases of ``lit``.
        value: the value whose rows they are; None: those of ``table``.
        names: columns of the observation that name them; (): token t is row t.
        row: the column that names the row to which ``names`` belong, given for the first row; -1: they belong to no row.
        step: distance from a row to the next.
        table: tokens of categories; None: ``value`` has them.
        place: embedding of the position, added to tokens named by columns.
        here: whether the row itself is the last token.
    """

    size: int
    near: Weight
    n: Weight
    lift: Weight
    l: Weight  # noqa: E741 - as in the formula
    value: Value | None
    names: Sequence[int] = ()
    row: int = -1
    step: int = 0
    table: Weight | None = None
    place: Weight | None = None


@dataclass(frozen=True)
class Head:
    """Scoring of a kind of actions: FLAT with ``weights`` (F, f), POINTED (P, p), PAIRED (A, a, B, b); see the module."""

    what: int
    weights: tuple[Weight, ...]
    sources: tuple[int, ...] = ()


def scores(plan: Plan, hidden: Value, sources: Sequence[Source], heads: Sequence[Head], actions: Sequence[tuple[int, int, int]]) -> None:
    """Add the scores of actions to the plan: for each its head (-1: none), and row of F, or token and row of P, or both tokens."""
    plan.actions = len(actions)
    for source in sources:
        for column in (*source.names, source.row):
            plan.reads(column)
    row = sources[0].near.row if sources else LANES
    listed, first = [], 0
    for s in sources:
        listed += [first, s.size, s.near.at, s.n.at, s.lift.at, s.l.at, s.near.turned, s.lift.turned]
        listed += [-1, 0] if s.value is None else [s.value.at, s.value.kind]
        listed += [plan.listed(s.names), len(s.names), s.row, s.step]
        listed += [-1, 0] if s.table is None else [s.table.at, s.table.rows]
        listed += [-1 if s.place is None else s.place.at, buffered(plan, s.lift)]
        first += s.size
    heads_listed, notes = [], first + len(sources)
    for head in heads:
        one = [head.what, *head.sources, *[0] * (2 - len(head.sources)), *(w.at for w in head.weights)]
        one += [0] * (H_NOTE - len(one))
        if head.what == PAIRED:
            sizes = [sources[s].size for s in head.sources]
            one += [notes, notes + sizes[0], head.weights[0].turned, head.weights[2].turned]
            notes += sum(sizes)
        heads_listed += one + [0] * (_HEAD - len(one))
    plan.layer(
        *(SCORES, hidden.at, hidden.row, row, plan.listed([n for action in actions for n in action])),
        *(plan.listed(heads_listed), plan.listed(listed), plan.marks(notes + LANES), notes),
        *(plan.room(first * row), plan.room(first * row), plan.room(len(sources) * row), plan.room(notes * row)),
        *(len(sources), plan.room(row)),
    )


# ---- tokens ----------------------------------------------------------------------------------------------


@kernel
def _named(n: Net, s: int, raw: Any, t: int) -> Any:
    """Return what the ``t``-th column of a source names: a row + 1, or a category; 0: nothing."""
    if n.lists[s + S_MANY] == 0:
        return t + 1 if t < n.marks[n.lists[s + S_KIND]] else 0
    row = n.lists[s + S_ROW]
    if row < 0:
        found = int(raw[n.lists[n.lists[s + S_NAMES] + t]])
    elif t < n.lists[s + S_MANY]:
        found = int(raw[n.lists[n.lists[s + S_NAMES] + t] + max(0, int(raw[row]) - 1) * n.lists[s + S_STEP]])
    else:
        found = int(raw[row])
    return min(found, n.lists[s + S_CLASSES] - 1 if n.lists[s + S_TABLE] >= 0 else n.marks[n.lists[s + S_KIND]])


@kernel
def _lift(n: Net, p: int, number: int) -> Any:
    """Return the position of ``h L + l`` of a source, computed at the first request."""
    row, s = n.plan[p, ROW], n.plan[p, SOURCES] + number * _SOURCE
    at, note = n.plan[p, LIFTED] + number * row, n.plan[p, MEMO] + number
    if n.marks[note] == 0:
        n.marks[note] = 1
        copy(n.work, at, n.weights, n.lists[s + S_L], row)
        inputs = n.plan[p, INPUTS]
        product(n.work, at, row, n.work, n.plan[p, HIDDEN], 0, 1, n.weights, n.lists[s + S_LIFT], row, 1, row, inputs)
    return at


@kernel
def _lit(n: Net, p: int, raw: Any, number: int, t: int) -> Any:
    """Return the position of ``lit(t)`` of a source, computed at the first request; -1: there is no such token, which counts as 0."""
    row, s = n.plan[p, ROW], n.plan[p, SOURCES] + number * _SOURCE
    if t >= n.lists[s + S_SIZE]:
        return -1
    index = n.lists[s + S_FIRST] + t
    at, token, note = n.plan[p, LITS] + index * row, n.plan[p, TOKENS] + index * row, n.plan[p, MEMO] + n.plan[p, MANY_SOURCES] + index
    if n.marks[note] == 0:
        n.marks[note] = 1
        which = _named(n, s, raw, t)
        if n.lists[s + S_TABLE] >= 0:
            copy(n.work, token, n.weights, n.lists[s + S_TABLE] + which * row, row)
        elif which > 0:
            copy(n.work, token, n.work, n.lists[s + S_VALUE] + (which - 1) * row, row)
        else:
            clear(n.work, token, row)
        if n.lists[s + S_PLACE] >= 0:
            add(n.work, token, n.weights, n.lists[s + S_PLACE] + t * row, row)
        copy(n.work, at, n.work, _lift(n, p, number), row)
        add(n.work, at, n.weights, n.lists[s + S_N], row)
        product(n.work, at, row, n.work, token, row, 1, n.weights, n.lists[s + S_NEAR], row, 1, row, row)
        rectify(n.work, at, row)
    return at


@kernel
def _side(n: Net, p: int, raw: Any, number: int, t: int, note: int, matrix: int, bias: int) -> Any:
    """Return the position of ``lit(t) A + a`` of a pair."""
    row = n.plan[p, ROW]
    at, mark = n.plan[p, ASKED] + (note + t) * row, n.plan[p, MEMO] + note + t
    if n.marks[mark] == 0:
        n.marks[mark] = 1
        copy(n.work, at, n.weights, bias, row)
        lit = _lit(n, p, raw, number, t)
        if lit >= 0:
            product(n.work, at, row, n.work, lit, row, 1, n.weights, matrix, row, 1, row, row)
    return at


@kernel
def _dot(a: Any, at_a: int, b: Any, at_b: int, size: int) -> Any:
    """Return the dot product of two rows."""
    summed = splat(np.float32(0.0))
    for k in range(0, size, LANES):
        summed = plus(summed, times(load(a, at_a + k), load(b, at_b + k)))
    return total(summed)


# ---- forward ---------------------------------------------------------------------------------------------


@kernel
def forward(n: Net, p: int, raw: Any, actions: Any, count: int, found: Any) -> None:
    """Write the scores of the first ``count`` of ``actions`` to ``found``; -inf for those without a head."""
    row, inputs, hidden = n.plan[p, ROW], n.plan[p, INPUTS], n.plan[p, HIDDEN]
    for k in range(n.plan[p, NOTES]):
        n.marks[n.plan[p, MEMO] + k] = 0
    for k in range(count):
        action = n.plan[p, ACTIONS] + actions[k] * _ACTION
        head, i, j = n.lists[action], n.lists[action + 1], n.lists[action + 2]
        if head < 0:
            found[k] = -np.inf
            continue
        h = n.plan[p, HEADS] + head * _HEAD
        w, b = n.lists[h + H_W], n.lists[h + H_B]
        if n.lists[h] == FLAT:
            found[k] = _dot(n.work, hidden, n.weights, w + i * inputs, inputs) + n.weights[b + i]
        elif n.lists[h] == POINTED:
            found[k] = _dot(n.work, _lit(n, p, raw, n.lists[h + H_FIRST], i), n.weights, w + j * row, row) + n.weights[b + j]
        else:
            first = _side(n, p, raw, n.lists[h + H_FIRST], i, n.lists[h + H_NOTE], w, b)
            second = _side(n, p, raw, n.lists[h + H_SECOND], j, n.lists[h + H_OTHER], n.lists[h + H_V], n.lists[h + H_C])
            found[k] = _dot(n.work, first, n.work, second, row)


# ---- backward --------------------------------------------------------------------------------------------


@kernel
def _side_back(n: Net, g: Learning, p: int, number: int, note: int, matrix: int, bias: int, turned: int) -> None:
    """Propagate the gradients of one side of a pair to its tokens."""
    row, s = n.plan[p, ROW], n.plan[p, SOURCES] + number * _SOURCE
    for t in range(n.lists[s + S_SIZE]):
        if n.marks[n.plan[p, MEMO] + note + t] != 0:
            at, lit = n.plan[p, ASKED] + (note + t) * row, n.plan[p, LITS] + (n.lists[s + S_FIRST] + t) * row
            add(g.weights, bias, g.work, at, row)
            product(g.weights, matrix, row, n.work, lit, 1, row, g.work, at, row, row, row, 1)
            product(g.work, lit, row, g.work, at, row, 1, g.turned, turned, row, 1, row, row)


@kernel
def _source_back(n: Net, g: Learning, p: int, raw: Any, number: int) -> None:
    """Propagate the gradients of the tokens of a source to their inputs."""
    row, inputs, s = n.plan[p, ROW], n.plan[p, INPUTS], n.plan[p, SOURCES] + number * _SOURCE
    hidden, lifted, temp = n.plan[p, HIDDEN], n.plan[p, LIFTED] + number * row, n.plan[p, TEMP]
    if n.marks[n.plan[p, MEMO] + number] == 0:
        return
    clear(g.work, lifted, row)
    for t in range(n.lists[s + S_SIZE]):
        index = n.lists[s + S_FIRST] + t
        if n.marks[n.plan[p, MEMO] + n.plan[p, MANY_SOURCES] + index] == 0:
            continue
        at, token = n.plan[p, LITS] + index * row, n.plan[p, TOKENS] + index * row
        rectify_back(g.work, temp, n.work, at, g.work, at, row)
        add(g.work, lifted, g.work, temp, row)
        product(g.weights, n.lists[s + S_NEAR], row, n.work, token, 1, row, g.work, temp, row, row, row, 1)
        clear(g.work, token, row)
        product(g.work, token, row, g.work, temp, row, 1, g.turned, n.lists[s + S_TURNED_NEAR], row, 1, row, row)
        if n.lists[s + S_PLACE] >= 0:
            add(g.weights, n.lists[s + S_PLACE] + t * row, g.work, token, row)
        which = _named(n, s, raw, t)
        if n.lists[s + S_TABLE] >= 0:
            add(g.weights, n.lists[s + S_TABLE] + which * row, g.work, token, row)
        elif which > 0:
            add(g.work, n.lists[s + S_VALUE] + (which - 1) * row, g.work, token, row)
    add(g.weights, n.lists[s + S_N], g.work, lifted, row)
    add(g.weights, n.lists[s + S_L], g.work, lifted, row)
    push(n, g, n.lists[s + S_BUFFER], hidden, lifted)
    product(g.work, hidden, inputs, g.work, lifted, row, 1, g.turned, n.lists[s + S_TURNED_LIFT], inputs, 1, inputs, row)


@kernel
def backward(n: Net, g: Learning, p: int, raw: Any, actions: Any, count: int, slopes: Any) -> None:
    """Run the backward pass; ``slopes``: gradients with respect to the scores, in the order of ``actions``."""
    row, inputs, hidden = n.plan[p, ROW], n.plan[p, INPUTS], n.plan[p, HIDDEN]
    tokens = n.plan[p, MANY_SOURCES]
    for k in range(n.plan[p, NOTES]):
        if n.marks[n.plan[p, MEMO] + k] != 0:
            clear(g.work, n.plan[p, ASKED] + k * row, row)
            if tokens <= k and n.plan[p, LITS] + (k - tokens) * row < n.plan[p, LIFTED]:
                clear(g.work, n.plan[p, LITS] + (k - tokens) * row, row)
    for k in range(count):
        action = n.plan[p, ACTIONS] + actions[k] * _ACTION
        head, i, j, slope = n.lists[action], n.lists[action + 1], n.lists[action + 2], slopes[k]
        if head < 0 or slope == 0:
            continue
        h = n.plan[p, HEADS] + head * _HEAD
        w, b = n.lists[h + H_W], n.lists[h + H_B]
        if n.lists[h] == FLAT:
            add_share(g.work, hidden, slope, n.weights, w + i * inputs, inputs)
            add_share(g.weights, w + i * inputs, slope, n.work, hidden, inputs)
            g.weights[b + i] += np.float32(slope)
        elif n.lists[h] == POINTED:
            lit = n.plan[p, LITS] + (n.lists[n.plan[p, SOURCES] + n.lists[h + H_FIRST] * _SOURCE] + i) * row
            add_share(g.work, lit, slope, n.weights, w + j * row, row)
            add_share(g.weights, w + j * row, slope, n.work, lit, row)
            g.weights[b + j] += np.float32(slope)
        else:
            first, second = n.plan[p, ASKED] + (n.lists[h + H_NOTE] + i) * row, n.plan[p, ASKED] + (n.lists[h + H_OTHER] + j) * row
            add_share(g.work, first, slope, n.work, second, row)
            add_share(g.work, second, slope, n.work, first, row)
    head, last = n.plan[p, HEADS], n.plan[p, SOURCES]
    while head + _HEAD <= last:
        if n.lists[head] == PAIRED:
            w, b, v, c = n.lists[head + H_W], n.lists[head + H_B], n.lists[head + H_V], n.lists[head + H_C]
            _side_back(n, g, p, n.lists[head + H_FIRST], n.lists[head + H_NOTE], w, b, n.lists[head + H_TURNED_W])
            _side_back(n, g, p, n.lists[head + H_SECOND], n.lists[head + H_OTHER], v, c, n.lists[head + H_TURNED_V])
        head += _HEAD
    for number in range(n.plan[p, MANY_SOURCES]):
        _source_back(n, g, p, raw, number)


__all__ = ["FLAT", "PAIRED", "POINTED", "Head", "Source", "backward", "forward", "scores"]
