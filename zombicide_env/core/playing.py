"""What the engine does with compiled players: templates, as those of ``engine``, which binds them."""

from __future__ import annotations

from typing import Any, Final

from . import tasks as T
from .memory import FLAGS, ones
from .players import HABITS, MIND
from .rng import advance, output

CALLER: Final = -1  # a seat for which the caller decides
STUCK: Final = -2  # no action is legal


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; engine.bind() gives it the kernels of a game")


# what the engine binds
step = legal = decider = restart = close = clear = choose = mind_choose = mind_judge = mind_promise = _unbound


def no_choice(_w: Any, _s: Any, _v: Any, _weights: Any, _m: Any, _world: Any) -> Any:
    """What ``choose`` of a mind is where nobody has one."""
    return -1


def no_judgement(_w: Any, _s: Any, _v: Any, _weights: Any, _m: Any, _world: Any, _scores: Any) -> None:
    """What ``judge`` of a mind is where nobody has one."""


def no_promise(_w: Any, _s: Any, _v: Any, _weights: Any) -> Any:
    """What ``promise`` of a mind is where nobody has one."""
    return 0.0


def draw(mask: Any, habits: Any, chooser: Any, i: Any) -> Any:
    """A legal action in proportion to its weight; any of them where none has a weight."""
    total = 0.0
    last = -1
    a = 0
    while a < len(mask):
        if a % FLAGS == 0 and a + FLAGS <= len(mask) and ones(mask, a // FLAGS) == 0:
            a += FLAGS
            continue
        if mask[a] == 1 and habits[a] > 0:
            total += habits[a]
            last = a
        a += 1
    if last < 0:
        return choose(mask, chooser, i)
    x = chooser[i]
    chooser[i] = advance(x)
    left = output(x) / 4294967296.0 * total
    for b in range(last):
        if mask[b] == 1 and habits[b] > 0:
            left -= habits[b]
            if left < 0:
                return b
    return last


def consult(b: Any, w: Any, i: Any, me: Any) -> Any:
    """The action of the compiled player who decides in game ``i``; CALLER: none does; STUCK: he has no legal action."""
    mask = b.masks[i]
    player = b.cast[i][b.deciders[i]]
    if player < 0:
        return CALLER
    kind = b.kinds[player]
    if kind == MIND:
        s = b.states[i]
        v = b.views[me]
        a = mind_choose(w, s, v, b.weights[player], mask, b.world_of[i])
    elif kind == HABITS:
        a = draw(mask, b.habits[player], b.chooser, i)
    else:
        a = choose(mask, b.chooser, i)
    return a if a >= 0 else STUCK


def play_on(b: Any, flags: Any, count: Any, w: Any, i: Any, me: Any) -> Any:
    """PLAY in game ``i``; says what ``perform`` says."""
    s = b.states[i]
    mask = b.masks[i]
    pay = b.rewards[i]
    clear(pay)
    b.dones[i] = 0
    if s.outcome != 0 and flags & (T.SAME_STEP | T.NEXT_STEP):
        restart(b, w, i)
        legal(w, s, mask)
        b.deciders[i] = decider(w, s)
    played = 0
    while s.outcome == 0 and played < count:
        a = consult(b, w, i, me)
        if a == STUCK:
            return T.WRONG
        if a == CALLER:
            break
        b.seats[i] = b.deciders[i]
        step(w, s, a)
        played += 1
        for k in range(len(pay)):
            pay[k] += s.reward[k]
        if s.outcome == 0:
            legal(w, s, mask)
            b.deciders[i] = decider(w, s)
    b.inputs[i] = played
    b.dones[i] = s.outcome
    close(b, w, i, flags)
    return T.CHANGED


def perform(b: Any, task: Any, flags: Any, count: Any, w: Any, i: Any, me: Any) -> Any:
    """What compiled players do in game ``i``, PLAY, THINK, JUDGE or PROMISE; CHANGED, UNCHANGED or WRONG."""
    if task == T.PLAY:
        return play_on(b, flags, count, w, i, me)
    s = b.states[i]
    if task == T.THINK:
        b.inputs[i] = CALLER if s.outcome != 0 else consult(b, w, i, me)
        return T.WRONG if b.inputs[i] == STUCK else T.UNCHANGED
    v = b.views[me]
    if task == T.JUDGE:
        player = b.cast[i][max(0, b.deciders[i])]
        mind_judge(w, s, v, b.weights[player], b.masks[i], b.world_of[i], b.scores[i])
    else:
        player = b.cast[i][max(0, b.seats[i])]
        b.scores[i][0] = mind_promise(w, s, v, b.weights[player])
    return T.UNCHANGED


__all__ = ["CALLER", "HABITS", "MIND", "consult", "draw", "no_choice", "no_judgement", "no_promise", "perform", "play_on"]
