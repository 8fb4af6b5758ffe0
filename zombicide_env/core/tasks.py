"""What an engine is asked to do, what it answers, and the arrays that it works on, by their places in its table."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

# ---- tasks of an engine: what becomes of game i
RESET: Final = 0  # its next episode starts if inputs[i] is not 0
STEP: Final = 1  # the action inputs[i] is applied; -x: the game ends with outcome x and pays what its state says
RANDOM: Final = 2  # ``count`` random legal actions are applied
CHOOSE: Final = 3  # a random legal action is written to inputs[i]
FILL: Final = 4  # masks, deciders and observations are written again
VIEW: Final = 5  # its observation is written from the seat inputs[i]
CHECK: Final = 6  # nothing, unless inputs[i] is no legal action: then the engine stops and returns i
RESAMPLE: Final = 7  # what is hidden from the seat inputs[i] is drawn again
FRAME: Final = 8  # nothing: the frames of all worlds are written
PLAY: Final = 9  # compiled players decide until a seat of the caller does, the game ends, or they have done so ``count`` times
THINK: Final = 10  # what the compiled player of the deciding seat would do is written to inputs[i]
JUDGE: Final = 11  # the score that it gives each action is written to scores[i]
PROMISE: Final = 12  # how far it rates the position is written to scores[i][0]
VALUE: Final = 13  # what a network expects from the position on is written to scores[i][0]

# ---- and of the threads of a batch, which share out one of these tasks between them
LEAD: Final = 16  # added to a task: do it with the others, of whom there are ``lo``, for the games 0 .. hi - 1
POST: Final = 32  # added to a task: have the others begin it
JOIN: Final = 48  # take part in what is being done, and wait until all is done
ATTEND: Final = 64  # as number ``lo`` of ``hi`` threads take part in what comes, until ``count`` looks in a row have found nothing
FAILED: Final = 65  # a thread has left its chunk with an error

# ---- flags
SAME_STEP: Final = 1  # a game that ends is reset at once
NEXT_STEP: Final = 2  # a game that is over is reset by the next step
OBSERVE: Final = 4  # write raw observations
SCALE: Final = 8  # and scaled ones
HAND_OUT: Final = 16  # write masks a second time, for a caller who keeps them

REPORT: Final = 32  # of the last game: return who decides, or EVENTFUL
COMPACT: Final = 64  # JUDGE writes of legal actions only, one after the other, and to inputs[i] how many they are

# ---- what becomes of it
SOUND: Final = -1  # nothing to complain about; else the engine returns the index of a game
EVENTFUL: Final = -2  # the game is over, somebody was paid, or somebody's part has begun or ended
UNCHANGED, CHANGED, WRONG = range(3)  # of one game: nothing to be written; mask, decider and view have to be; it cannot be done

# ---- arrays
I1, I2, I4, I8, U1, U8, F4, F8 = map(np.dtype, ("i1", "i2", "i4", "i8", "u1", "u8", "f4", "f8"))


class Arrays(NamedTuple):
    """The arrays that an engine works on, as ``Batch`` describes them; a row or an element for each game, if nothing else is said."""

    states: Any
    worlds: Any  # one for each different game, all of them once for each thread
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
    frames: Any  # one for each world
    raw: Any
    scaled: Any
    scale: Any  # of one observation
    rewards: Any
    dones: Any
    final_states: Any
    final_raw: Any
    final_scaled: Any
    orders: Any  # of threads
    cast: Any  # the player of each seat
    kinds: Any  # of each player, like action_weights and weights
    action_weights: Any
    weights: Any
    views: Any  # one for each thread
    scores: Any
    handed: Any  # masks of callers
    networks: Any  # one for each player, all of them once for each thread: see ``nets.network``
    tempers: Any  # of each player: temperature, and trust in itself where it leans on a heuristic
    looks: Any  # one for each thread, as the three that follow: the observation that a network reads
    listed: Any  # legal actions
    thoughts: Any  # what a network thinks of them
    opinions: Any  # what a heuristic thinks of all actions


BUFFERS: Final = Arrays._fields
RAW: Final = BUFFERS.index("raw")
SCALED: Final = BUFFERS.index("scaled")
HANDED: Final = BUFFERS.index("handed")
