"""The rules-based player of the Zombicide family: it reads what is public about the position and scores every legal action."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zombicide_env.games.zombicide.black_plague.numbers import actions as act
from zombicide_env.games.zombicide.black_plague.numbers import decisions as ASK

from ...base import Agent, AgentError, legal_actions
from .board import Board
from .decisions import Decisions
from .plan import Plan
from .turn import Turn, urgencies
from .view import View


class Greedy(Agent):
    """Plays every survivor for the team.

    It fights what it can kill without shooting friends, arms itself, keeps together, opens doors when the team is
    ready for what is behind them, and heads for the quest's objectives and the Exit.  Deterministic: equal
    positions get equal answers.
    """

    name = "greedy"
    reads_state: ClassVar[bool] = True
    reads_observation: ClassVar[bool] = False

    def __init__(self, game: Any) -> None:
        self._boards: dict[int, tuple[Any, Board]] = {}
        self._game = game

    def board(self, game: Any) -> Board:
        """The constant part of a game, computed once per game."""
        found = self._boards.get(id(game))
        if found is None:
            found = self._boards[id(game)] = (game, Board(game.world))
        return found[1]

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The action with the highest score, the first of equals."""
        actions, scores = self.scores(observation, mask, game, state)
        return int(actions[scores.argmax()])

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent: every legal action of a survivor's turn and of the order of turns; of other decisions only the answer."""
        if state is None:
            raise AgentError("greedy plays from the state of the game: call act(observation, mask, game, state)")
        legal: list[int] = legal_actions(mask, self.name).tolist()
        if len(legal) == 1:
            return _scored(legal, [0.0])
        view = View(self.board(game if game is not None else self._game), state)
        plans: list[Plan] = []

        def plan() -> Plan:
            if not plans:
                plans.append(Plan(view))
            return plans[0]

        task = view.task[0]
        if task == ASK.TURN:
            turn = Turn(view, plan(), view.task[1])
            return _scored(legal, [turn.score(action) for action in legal])
        if task == ASK.ACTIVATE:
            return _scored(legal, urgencies(view, plan(), [a - act.ACTIVATE for a in legal]))
        return _scored([Decisions(view, plan).answer(legal)], [0.0])


def _scored(actions: list[int], scores: list[float]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    return np.array(actions, np.int64), np.array(scores, np.float64)
