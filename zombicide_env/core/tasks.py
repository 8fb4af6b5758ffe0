"""Tasks of an engine, its return codes, and the arrays that it works on, in the order of its table."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

# ---- tasks of an engine, for each game i
RESET: Final = 0  # its next episode starts if inputs[i] is not 0
STEP: Final = 1  # the action inputs[i] is applied; -x: the game ends with outcome x and the rewards in its state
RANDOM: Final = 2  # ``count`` random legal actions are applied
CHOOSE: Final = 3  # a random legal action is written to inputs[i]
FILL: Final = 4  # masks, deciders and observations are updated
VIEW: Final = 5  # its observation from the seat inputs[i] is written
CHECK: Final = 6  # nothing, unless inputs[i] is illegal: then the engine stops and returns i
RESAMPLE: Final = 7  # what is hidden from the seat inputs[i] is resampled
FRAME: Final = 8  # nothing: the frames of all worlds are written
PLAY: Final = 9  # compiled players decide until a seat of the caller decides, the game ends, or ``count`` decisions are taken
THINK: Final = 10  # the action that the compiled player of the deciding seat would take is written to inputs[i]
JUDGE: Final = 11  # its score of each action is written to scores[i]
PROMISE: Final = 12  # its estimate of the game's progress is written to scores[i][0]
VALUE: Final = 13  # a network's value of the position is written to scores[i][0]

# ---- tasks of the threads of a batch, which divide one of the tasks above among them
LEAD: Final = 16  # added to a task: run it with ``lo`` threads in all, for the games 0 .. hi - 1
POST: Final = 32  # added to a task: have the other threads start it
JOIN: Final = 48  # take part in the current task, and wait until it is finished
ATTEND: Final = 64  # as thread ``lo`` of ``hi``, take part in tasks until ``count`` polls in a row have found none
FAILED: Final = 65  # a thread has left its chunk with an error

# ---- flags
SAME_STEP: Final = 1  # a game that ends is reset at once
NEXT_STEP: Final = 2  # a finished game is reset by the next step
OBSERVE: Final = 4  # write raw observations
SCALE: Final = 8  # and scaled ones
HAND_OUT: Final = 16  # write masks twice, for a caller who keeps them

REPORT: Final = 32  # for the last game: return the decider, or EVENTFUL
COMPACT: Final = 64  # JUDGE writes the scores of legal actions only, consecutively, and their number to inputs[i]

# ---- results
SOUND: Final = -1  # no error; otherwise the engine returns the index of a game
EVENTFUL: Final = -2  # the game is over, a reward is nonzero, or an agent has entered or left the game
UNCHANGED, CHANGED, WRONG = range(3)  # for one game: nothing to write; mask, decider and view have to be written; the task is impossible

# ---- arrays
I1, I2, I4, I8, U1, U8, F4, F8 = map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u8", "f4", "f8"))


class Arrays(NamedTuple):
    """The arrays that an engine works on, as described in ``Batch``; one row or element per game unless noted otherwise."""

    states: Any
    worlds: Any  # one per distinct game, all of them once per thread
    world_of: Any
    blank: Any  # one state
    seeds: Any
    episodes: Any
    chooser: Any
    inputs: Any
    masks: Any
    deciders: Any
    seats: Any
    actives: Any
    frames: Any  # one per world
    raw: Any
    scaled: Any
    scale: Any  # for one observation
    rewards: Any
    dones: Any
    final_states: Any
    final_raw: Any
    final_scaled: Any
    orders: Any  # of the threads
    cast: Any  # the player of each seat
    kinds: Any  # one per player, like action_weights and weights
    action_weights: Any
    weights: Any
    views: Any  # one per thread
    scores: Any
    handed: Any  # masks of callers
    networks: Any  # one per player, all of them once per thread: see ``nets.network``
    tempers: Any  # per player: temperature, and trust of a residual network
    looks: Any  # one per thread, as the three that follow: the observation that a network reads
    listed: Any  # legal actions
    thoughts: Any  # logits of a network for them
    opinions: Any  # scores of a heuristic for all actions


BUFFERS: Final = Arrays._fields
RAW: Final = BUFFERS.index("raw")
SCALED: Final = BUFFERS.index("scaled")
HANDED: Final = BUFFERS.index("handed")
