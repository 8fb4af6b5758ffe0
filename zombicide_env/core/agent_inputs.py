"""Inputs of agents for their decisions: the observation that they declare, the mask, and a state without the secrets of others.

An agent declares its inputs by attributes; without them it receives everything:

    observation_dtype     "float32": scaled to [0, 1], as in Gymnasium and PettingZoo; "uint8": raw
    reads_observation     False: it needs no observation and gets None
    reads_state           False: it needs no state and gets None
    true_state            True: it gets the true state, including decks and future dice
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from .codec import OBSERVATION_DTYPES, ObservationCodec
from .words import unknown

if TYPE_CHECKING:
    from .batch import Batch

__all__ = ["TRUE_STATE", "Inputs", "agent_seed", "inputs", "observation_dtype", "shown_as", "states_for"]

Array = npt.NDArray[Any]
#: The option by which a spec requests the true state.
TRUE_STATE: Final = "true_state"


@dataclass(frozen=True)
class Inputs:
    """The arguments of ``act_batch``, all of them owned by the agent.

    Attributes:
        observations: ``[n, N_OBS]`` of the dtype that the agent declares, or None.
        masks: int8 ``[n, N_ACTIONS]``, 1 = legal.
        game: the game of all rows, or a list with one per row.
        states: structured array ``[n]``, or None.
        histories: lines of text about what has happened since each seat's last decision, for an agent with ``reads_history``; else None.
    """

    observations: Array | None
    masks: Array
    game: Any
    states: Array | None
    histories: list[list[str]] | None = None


def observation_dtype(agent: Any, usual: str = "float32") -> str:
    """Return the dtype of the observations that an agent declares; ``usual`` if it declares none.

    Raises:
        ValueError: there are no observations of that dtype.
    """
    declared = getattr(agent, "observation_dtype", usual)
    if declared not in OBSERVATION_DTYPES:
        name = getattr(agent, "name", type(agent).__name__)
        raise ValueError(f"agent {name}: {unknown('observation_dtype', str(declared), OBSERVATION_DTYPES)}")
    return str(declared)


def shown_as(dtype: str, raw: Array, codec: ObservationCodec) -> Array:
    """Return raw observations uint8 ``[..., N_OBS]`` as an agent reads them: unchanged, or float32 in [0, 1] as in the environments."""
    return raw * codec.scale if dtype == "float32" else raw


def inputs(agent: Any, batch: Batch, rows: Array | Sequence[int], *, usual: str = "float32", origin: int | None = None) -> Inputs:
    """Return the inputs of an agent for the current decisions in some games of a batch.

    Args:
        agent: the agent that decides, see the module.
        batch: the games.
        rows: their slots.
        usual: dtype of the observations for an agent that declares none.
        origin: seed of games that were continued from a save, instead of the seeds of the batch; see ``Batch.redrawn``.
    """
    rows = np.asarray(rows, np.intp)
    seen = None
    if getattr(agent, "reads_observation", True):
        seen = shown_as(observation_dtype(agent, usual), batch.raw_observations[rows], batch.observation_codec)
    game = batch.games[0] if len(batch.games) == 1 else [batch.games[world] for world in batch.world_of[rows].tolist()]
    return Inputs(seen, batch.masks[rows], game, states_for(agent, batch, rows, origin))


def states_for(agent: Any, batch: Batch, rows: Array | Sequence[int], origin: int | None = None) -> Array | None:
    """Return copies of the states for an agent, ``[len(rows)]``; None: it reads none. The arguments are those of ``inputs``."""
    if not getattr(agent, "reads_state", True):
        return None
    return batch.states[rows].copy() if getattr(agent, "true_state", False) else batch.redrawn(rows, origin=origin)


def agent_seed(seed: int, number: int) -> int:
    """Return the seed (0 .. 2**31 - 1) of an agent in games starting at ``seed``; the seed of the games cannot be derived from it."""
    hashed = hashlib.blake2b(struct.pack("<2q", seed, number), digest_size=4, person=b"agent")
    return int.from_bytes(hashed.digest(), "little") >> 1
