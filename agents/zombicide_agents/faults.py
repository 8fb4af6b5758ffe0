"""Answers of agents: a legal action, or a fault, so that an agent that fails does not stop the program."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.agent_inputs import Inputs
from zombicide_env.core.answers import chosen, chosen_by_all
from zombicide_env.core.codec import ActionCodec
from zombicide_env.core.game import IllegalAction
from zombicide_env.core.words import one_line

from .base import LONGEST, Agent, AgentError, AgentQuit, reason_of

__all__ = ["KINDS", "Answer", "Fault", "Kind", "answers", "batches", "named", "reset", "sure_actions"]

Kind = Literal["hung", "raised", "illegal", "not_a_number"]
#: The kinds of faults: no answer in time, an error or the end of the process, an action that is not legal, no whole number.
KINDS: Final[tuple[Kind, ...]] = ("hung", "raised", "illegal", "not_a_number")


@dataclass(frozen=True)
class Fault:
    """Why an agent returned no legal action: the kind of fault, and a one-line reason."""

    kind: Kind
    reason: str


#: A legal action, or the fault.
Answer = int | Fault


def reset(agent: Agent, seed: int) -> Fault | None:
    """Seed an agent; return its fault if that fails, else None."""
    try:
        agent.reset(seed)
    except (Exception, SystemExit) as error:
        return _raised(error)
    return None


def answers(agent: Agent, asked: Inputs, one_by_one: bool = False) -> Iterator[Answer]:
    """Call an agent in this process and yield a legal action, or its fault, for each decision.

    If ``act_batch`` fails, the agent is called again for each decision alone, so that only decisions that fail count as faults.
    """
    legal = asked.masks != 0
    n = len(legal)
    if n > 1 and batches(agent) and not one_by_one:
        given = _attempt(agent, _copied(asked))
        if given is not None:
            known = (given >= 0) & (given < legal.shape[1])
            right = known & legal[np.arange(n), np.where(known, given, 0)]
            for i, action in enumerate(given.tolist()):
                yield action if right[i] else _judged(action, legal[i], asked, i)
            return
    for i in range(n):
        yield _asked_alone(agent, _row(asked, i), legal[i], asked, i)


@contextmanager
def named(agent: Agent) -> Iterator[None]:
    """Within the block, an error of the agent becomes an AgentError that names it, unless its message does so already."""
    try:
        yield
    except (AgentError, AgentQuit, IllegalAction):
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"{agent.name} has failed with {reason_of(error)}") from error


def sure_actions(agent: Agent, asked: Inputs, masks: NDArray[Any], codec: ActionCodec) -> NDArray[np.int64]:
    """Return a legal action of the agent for each row of ``masks``, where a program cannot continue without one.

    Raises:
        AgentError: the agent has failed.
        IllegalAction: an answer is not a legal action.
    """
    with named(agent):
        given = agent.act_batch(asked.observations, asked.masks, asked.game, asked.states)
    return chosen_by_all(given, masks, codec, agent.name)


def batches(agent: Agent) -> bool:
    """Return whether the agent overrides ``act_batch``."""
    return type(agent).act_batch is not Agent.act_batch


def _attempt(agent: Agent, asked: Inputs) -> NDArray[np.integer[Any]] | None:
    """Return the result of ``act_batch``, or None if it is not one integer per decision."""
    try:
        given = np.asarray(_act_batch(agent, asked))
    except AgentQuit:
        raise
    except (Exception, SystemExit):
        return None
    fits = given.shape == (len(asked.masks),) and np.issubdtype(given.dtype, np.integer)
    return given if fits else None


def _act_batch(agent: Agent, asked: Inputs) -> Any:
    more: dict[str, Any] = {} if asked.histories is None else {"histories": asked.histories}
    return agent.act_batch(asked.observations, asked.masks, asked.game, asked.states, **more)


def _asked_alone(agent: Agent, row: Inputs, legal: NDArray[np.bool_], asked: Inputs, i: int) -> Answer:
    seen = row.observations
    try:
        if batches(agent):
            given = np.asarray(_act_batch(agent, row))
            answer = given[0] if given.shape == (1,) else given
        else:
            more: dict[str, Any] = {} if row.histories is None else {"history": row.histories[0]}
            answer = agent.act(None if seen is None else seen[0], row.masks[0], row.game, row.states, **more)
    except AgentQuit:
        raise
    except (Exception, SystemExit) as error:
        return _raised(error)
    return _judged(answer, legal, asked, i)


def _judged(answer: object, legal: NDArray[np.bool_], asked: Inputs, i: int) -> Answer:
    try:
        action = chosen(answer, "it")
    except IllegalAction as error:
        return Fault("not_a_number", one_line(error, LONGEST))
    if 0 <= action < len(legal) and legal[action]:
        return action
    label = f" ({_game_of(asked, i).action_codec.label(action)})" if 0 <= action < len(legal) else f" of {len(legal)}"
    return Fault("illegal", one_line(f"it has answered with action {action}{label}, which is not legal", LONGEST))


def _game_of(asked: Inputs, i: int) -> Any:
    return asked.game[i] if isinstance(asked.game, list) else asked.game


def _row(asked: Inputs, i: int) -> Inputs:
    """Return a copy of one decision."""
    seen, states = (None if part is None else part[i : i + 1].copy() for part in (asked.observations, asked.states))
    return Inputs(
        seen, asked.masks[i : i + 1].copy(), _game_of(asked, i), states, None if asked.histories is None else [asked.histories[i]]
    )


def _copied(asked: Inputs) -> Inputs:
    """Return a copy: the agent may write to its arrays."""
    seen, states = (None if part is None else part.copy() for part in (asked.observations, asked.states))
    return replace(asked, observations=seen, masks=asked.masks.copy(), states=states)


def _raised(error: BaseException) -> Fault:
    """Return the fault of an agent that raised an error; with ZOMBICIDE_DEBUG set, print the traceback for its author."""
    if "ZOMBICIDE_DEBUG" in os.environ:
        traceback.print_exception(error)
    return Fault("raised", reason_of(error))
