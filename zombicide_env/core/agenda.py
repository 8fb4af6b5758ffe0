"""The agenda: a stack of pending work and decisions in the state (fields ``stack`` i2[STACK, FRAME] and ``depth``).

Word 0 of a frame is its task, the others belong to the task. An overflow is a defect of a game's rules: it
raises an error in both modes and leaves the stack unchanged.
"""

from __future__ import annotations

from typing import Any

from .jit import jit
from .records import Record


@jit
def push(s: Record, task: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0) -> None:
    """Push a task with its words on the stack."""
    t = s.depth
    if t >= s.stack.shape[0]:
        raise OverflowError("the agenda is full: a task was pushed on a stack that has no room left")
    s.stack[t, 0] = task
    s.stack[t, 1] = a
    s.stack[t, 2] = b
    s.stack[t, 3] = c
    s.stack[t, 4] = d
    s.stack[t, 5] = e
    s.stack[t, 6] = f
    s.stack[t, 7] = g
    s.depth = t + 1


@jit
def top(s: Record) -> Any:
    """Return the index of the top frame, -1: the stack is empty. Its words are ``s.stack[top(s), i]``."""
    return s.depth - 1


@jit
def top_task(s: Record) -> Any:
    """Return the task of the top frame, -1: the stack is empty."""
    if s.depth <= 0:
        return -1
    return s.stack[s.depth - 1, 0]


@jit
def word(s: Record, i: int) -> Any:
    """Return word ``i`` (1 .. 7) of the top frame."""
    return s.stack[s.depth - 1, i]


@jit
def pop(s: Record) -> None:
    """Pop the top frame and clear its words, so that equal games have equal bytes."""
    if s.depth <= 0:
        raise IndexError("the agenda is empty: there is no task to pop")
    t = s.depth - 1
    for i in range(s.stack.shape[1]):
        s.stack[t, i] = 0
    s.depth = t


@jit
def lower(s: Record) -> None:
    """Pop the top frame without clearing its words; the next push overwrites them."""
    if s.depth <= 0:
        raise IndexError("the agenda is empty: there is no task to take off")
    s.depth -= 1


@jit
def pending(s: Record, task: int) -> int:
    """Return 1 if the task is on the agenda."""
    for t in range(s.depth):
        if s.stack[t, 0] == task:
            return 1
    return 0


__all__ = ["lower", "pending", "pop", "push", "top", "top_task", "word"]
