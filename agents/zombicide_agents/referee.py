"""Asks agents and judges their answers: an agent that answers with no legal action, or not at all, is at fault, and the program goes on.

Agents think in this process, or each in one of its own, which is killed when a move takes too long: a call that hangs has no other end.
"""

from __future__ import annotations

from typing import Any, Self

from zombicide_env.core.agent_inputs import Inputs

from .base import Agent
from .faults import Answer, Fault, Kind, answers, reset

__all__ = ["Referee", "check_seconds"]


class Referee:
    """Asks one agent, and counts its faults.

    Args:
        agent: the agent that decides.
        seconds: the longest that a move may take; then the agent thinks in a process of its own.  A call of ``act_batch`` may take that for
            each of its decisions.  None: it thinks here, and may take any time.

    Attributes:
        faults: kind -> how many.
        first: the reason of the first one, "" without any.
    """

    def __init__(self, agent: Agent, seconds: float | None = None) -> None:
        self.agent = agent
        self.faults: dict[Kind, int] = {}
        self.first = ""
        self._apart: Any = None
        self._broken: Fault | None = None
        if seconds is not None:
            from .subprocess_agent import Apart

            check_seconds(seconds)
            self._apart = Apart(agent, seconds)

    def reset(self, seed: int) -> None:
        """Seed the agent's own choices; one that fails in it is at fault in whatever it is asked."""
        if self._apart is not None:
            self._apart.seed = seed
        else:
            self._broken = reset(self.agent, seed)

    def ask(self, asked: Inputs) -> list[Answer]:
        """A legal action for each decision, or the agent's fault.

        Raises:
            AgentQuit: a person has left.
        """
        if self._broken is not None:
            found: list[Answer] = [self._broken] * len(asked.masks)
        else:
            found = list(answers(self.agent, asked)) if self._apart is None else self._apart.ask(asked)
        for answer in found:
            if isinstance(answer, Fault):
                self.faults[answer.kind] = self.faults.get(answer.kind, 0) + 1
                self.first = self.first or answer.reason
        return found

    def close(self) -> None:
        """End the agent's own process, if it has one."""
        if self._apart is not None:
            self._apart.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_seconds(seconds: float | None) -> None:
    """ValueError if a limit is not a time; None: no limit."""
    if seconds is not None and not seconds > 0:
        raise ValueError(f"move_seconds={seconds:g}: a move takes time; give seconds above 0, or leave it out for any time")
