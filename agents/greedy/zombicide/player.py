"""The rules-based player of the Zombicide family: it reads what is public about the position and scores every legal action."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from zombicide_env.games.zombicide import actions as act
from zombicide_env.games.zombicide.tasks import D_ACTIVATE, D_TURN

from ...base import Agent, AgentError, legal_actions
from .board import Board
from .decisions import Decisions
from .plan import Plan
from .turn import Turn, order_of_turns
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
        if state is None:
            raise AgentError("greedy plays from the state of the game: call act(observation, mask, game, state)")
        legal: list[int] = legal_actions(mask, self.name).tolist()
        if len(legal) == 1:
            return legal[0]
        view = View(self.board(game if game is not None else self._game), state)
        plans: list[Plan] = []

        def plan() -> Plan:
            if not plans:
                plans.append(Plan(view))
            return plans[0]

        task = view.task[0]
        if task == D_TURN:
            return Turn(view, plan(), view.task[1]).best(legal)
        if task == D_ACTIVATE:
            survivors = [a - act.A_ACTIVATE for a in legal]
            return act.A_ACTIVATE + order_of_turns(view, plan(), survivors)
        return Decisions(view, plan).answer(legal)
