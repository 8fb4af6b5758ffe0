"""Call agents and check their answers: an agent that returns an illegal action, or none, is at fault, and the program continues.

Agents run in this process, or each in a subprocess, which is killed when a move takes too long: a hanging call cannot be ended otherwise.
"""

from __future__ import annotations

from typing import Any, Self

from zombicide_env.core.agent_inputs import Inputs

from .base import Agent
from .faults import Answer, Fault, Kind, answers, reset

__all__ = ["Referee", "check_seconds"]


class Referee:
    """Calls one agent, and counts its faults.

    Args:
        agent: the agent that decides.
        seconds: time limit for a move; with a limit, the agent runs in a subprocess.  A call of ``act_batch`` may take this long for each
            of its decisions.  None: the agent runs in this process, without a limit.

    Attributes:
        faults: kind -> number of faults.
        first: reason of the first fault, "" if there was none.
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
        """Seed the agent's random choices; if that fails, the agent is at fault in all later decisions."""
        if self._apart is not None:
            self._apart.seed = seed
        else:
            self._broken = reset(self.agent, seed)

    def ask(self, asked: Inputs) -> list[Answer]:
        """Return a legal action or the agent's fault for each decision.

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
        """End the agent's subprocess, if it has one."""
        if self._apart is not None:
            self._apart.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_seconds(seconds: float | None) -> None:
    """Raise ValueError if the limit is not above 0; None: no limit."""
    if seconds is not None and not seconds > 0:
        raise ValueError(f"move_seconds={seconds:g}: a move takes time; give seconds above 0, or leave it out for any time")
