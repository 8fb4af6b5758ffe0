"""The part of the engine that runs compiled players: templates that ``engine`` binds to a game."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from . import tasks as T
from .memory import FLAGS, ones
from .nets.network import call
from .nets.residual import leant
from .players import ACTION_WEIGHTS, HEURISTIC, LEANING, NETWORK
from .rng import advance, output

CALLER: Final = -1  # a seat for which the caller decides
STUCK: Final = -2  # no action is legal
TEMPERATURE, TRUST = range(2)  # indices into ``tempers``


def _unbound(*_arguments: Any) -> Any:
    raise TypeError("this is a template; engine.bind() gives it the kernels of a game")


# bound by the engine
step = legal = observe = decider = restart = close = clear = choose = heuristic_choose = heuristic_judge = heuristic_promise = _unbound
heuristic_late = _unbound


def weights_of(b: Any, w: Any, player: Any, i: Any) -> Any:
    """Return the weights with which a player plays game ``i``: each player has two rows for each world, see ``Heuristic.late``."""
    late = 1 if heuristic_late(w, b.states[i]) != 0 else 0
    return b.weights[player * (len(b.weights) // len(b.kinds)) + 2 * b.world_of[i] + late]


def never_late(_w: Any, _s: Any) -> Any:
    """Default of a heuristic's ``late`` where the weights are the same in the whole game."""
    return 0


def no_choice(_w: Any, _s: Any, _v: Any, _weights: Any, _m: Any, _world: Any) -> Any:
    """Default of a heuristic's ``choose`` where there is no heuristic."""
    return -1


def no_judgement(_w: Any, _s: Any, _v: Any, _weights: Any, _m: Any, _world: Any, _scores: Any) -> None:
    """Default of a heuristic's ``judge`` where there is no heuristic."""


def no_promise(_w: Any, _s: Any, _v: Any, _weights: Any) -> Any:
    """Default of a heuristic's ``promise`` where there is no heuristic."""
    return 0.0


def draw(mask: Any, action_weights: Any, chooser: Any, i: Any) -> Any:
    """Sample a legal action in proportion to its weight; uniformly where none has a weight."""
    total = 0.0
    last = -1
    a = 0
    while a < len(mask):
        if a % FLAGS == 0 and a + FLAGS <= len(mask) and ones(mask, a // FLAGS) == 0:
            a += FLAGS
            continue
        if mask[a] == 1 and action_weights[a] > 0:
            total += action_weights[a]
            last = a
        a += 1
    if last < 0:
        return choose(mask, chooser, i)
    x = chooser[i]
    chooser[i] = advance(x)
    left = output(x) / 4294967296.0 * total
    for b in range(last):
        if mask[b] == 1 and action_weights[b] > 0:
            left -= action_weights[b]
            if left < 0:
                return b
    return last


def weigh(b: Any, w: Any, i: Any, me: Any, player: Any) -> Any:
    """Return a network's value of game ``i``; legal actions are written to ``listed[me]``, their logits to ``thoughts[me]``."""
    s = b.states[i]
    mask = b.masks[i]
    listed = b.listed[me]
    count = 0
    a = 0
    while a < len(mask):
        if a % FLAGS == 0 and a + FLAGS <= len(mask) and ones(mask, a // FLAGS) == 0:
            a += FLAGS
            continue
        if mask[a] == 1:
            listed[count] = a
            count += 1
        a += 1
    look = b.looks[me]
    unchanging = b.frames[b.world_of[i]]
    for k in range(len(unchanging)):
        look[k] = unchanging[k]
    observe(w, s, b.seats[i] if b.deciders[i] < 0 else b.deciders[i], look)
    value = call(b.networks[me * len(b.kinds) + player], count)
    if b.kinds[player] == LEANING:
        opinions = b.opinions[me]
        heuristic_judge(w, s, b.views[me], weights_of(b, w, player, i), mask, b.world_of[i], opinions)
        leant(opinions, listed, count, b.tempers[player][TRUST], b.thoughts[me])
    b.inputs[i] = count
    return value


def pick(b: Any, i: Any, me: Any, player: Any) -> Any:
    """Return the listed action with the highest logit, the first of equals; with a temperature a sampled one; or STUCK."""
    thoughts = b.thoughts[me]
    listed = b.listed[me]
    best = -np.inf
    found = STUCK
    for k in range(b.inputs[i]):
        if thoughts[k] > best:
            best = thoughts[k]
            found = listed[k]
    heat = b.tempers[player][TEMPERATURE]
    if heat == 0 or found < 0:
        return found
    total = 0.0
    for k in range(b.inputs[i]):
        thoughts[k] = np.exp((thoughts[k] - best) / heat)
        total += thoughts[k]
    x = b.chooser[i]
    b.chooser[i] = advance(x)
    left = output(x) / 4294967296.0 * total
    for k in range(b.inputs[i]):
        left -= thoughts[k]
        if left < 0:
            return listed[k]
    return found


def say(b: Any, w: Any, flags: Any, i: Any, me: Any) -> None:
    """Run JUDGE in game ``i``: write the player's score of each action, or with COMPACT of each legal one."""
    player = b.cast[i][max(0, b.deciders[i])]
    scores = b.scores[i]
    listed = b.listed[me]
    count = 0
    if b.kinds[player] == HEURISTIC:
        mask = b.masks[i]
        opinions = b.opinions[me]
        if flags & T.COMPACT == 0:
            heuristic_judge(w, b.states[i], b.views[me], weights_of(b, w, player, i), mask, b.world_of[i], scores)
            return
        heuristic_judge(w, b.states[i], b.views[me], weights_of(b, w, player, i), mask, b.world_of[i], opinions)
        for a in range(len(mask)):
            if mask[a] == 1:
                scores[count] = opinions[a]
                count += 1
        b.inputs[i] = count
        return
    weigh(b, w, i, me, player)
    count = b.inputs[i]
    thoughts = b.thoughts[me]
    best = -np.inf
    for k in range(count):
        best = max(best, thoughts[k])
    total = 0.0
    for k in range(count):
        total += np.exp(thoughts[k] - best)
    if flags & T.COMPACT == 0:
        for a in range(len(scores)):
            scores[a] = -np.inf
    for k in range(count):
        scores[k if flags & T.COMPACT else listed[k]] = thoughts[k] - best - np.log(total)


def consult(b: Any, w: Any, i: Any, me: Any) -> Any:
    """Return the action of the compiled player that decides in game ``i``; CALLER: none does; STUCK: it has no legal action."""
    mask = b.masks[i]
    player = b.cast[i][b.deciders[i]]
    if player < 0:
        return CALLER
    kind = b.kinds[player]
    if kind == HEURISTIC:
        s = b.states[i]
        v = b.views[me]
        a = heuristic_choose(w, s, v, weights_of(b, w, player, i), mask, b.world_of[i])
    elif kind == NETWORK or kind == LEANING:
        weigh(b, w, i, me, player)
        a = pick(b, i, me, player)
    elif kind == ACTION_WEIGHTS:
        a = draw(mask, b.action_weights[player], b.chooser, i)
    else:
        a = choose(mask, b.chooser, i)
    return a if a >= 0 else STUCK


def play_on(b: Any, flags: Any, count: Any, w: Any, i: Any, me: Any) -> Any:
    """Run PLAY in game ``i``; returns the same codes as ``perform``."""
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
    """Run a task of compiled players in game ``i``: PLAY, THINK, JUDGE, PROMISE or VALUE; return CHANGED, UNCHANGED or WRONG."""
    if task == T.PLAY:
        return play_on(b, flags, count, w, i, me)
    s = b.states[i]
    if task == T.THINK:
        b.inputs[i] = CALLER if s.outcome != 0 else consult(b, w, i, me)
        return T.WRONG if b.inputs[i] == STUCK else T.UNCHANGED
    player = b.cast[i][max(0, b.seats[i])]
    if task == T.JUDGE:
        say(b, w, flags, i, me)
    elif task == T.VALUE:
        b.scores[i][0] = weigh(b, w, i, me, player)
    else:
        b.scores[i][0] = heuristic_promise(w, s, b.views[me], weights_of(b, w, player, i))
    return T.UNCHANGED


__all__ = ["ACTION_WEIGHTS", "CALLER", "HEURISTIC", "LEANING", "NETWORK", "consult", "draw", "never_late", "no_choice"]
__all__ += ["call", "leant", "no_judgement", "no_promise", "perform", "pick", "play_on", "say", "weigh", "weights_of"]
