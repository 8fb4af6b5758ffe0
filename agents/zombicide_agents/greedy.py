"""``greedy``: the compiled rule-based player of a game (``Game.heuristic``); ``automatic``: plays the defaults of the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core import files
from zombicide_env.core.players import Player, player_of_heuristic, quests_in
from zombicide_env.core.words import unknown
from zombicide_env.games import GAMES

from .base import Agent, AgentError
from .position_batch import Boards

#: Name of the weight that, above 0, makes a heuristic play the defaults of the rules.
AUTOMATIC: Final = "automatic"
MOST_BYTES: Final = 2**16  # limit for a weights file
#: Weights included in the package, one folder per game, found by `zombicide tune`: ``greedy:weights=quests``.
SHIPPED: Final = Path(__file__).with_name("weights")
#: Game -> specs that win more of its games than ``greedy`` with default weights.
_STRONGER: Final = {
    "black_plague": ("greedy:weights=each_quest", "greedy:weights=quests"),
    "white_death": ("greedy:weights=each_quest",),
    "apocalypse": ("greedy:weights=each_quest",),
}


def knows(game: Any) -> bool:
    """Return whether the game has a rule-based player."""
    return game.heuristic() is not None


def rule_based(game: Any) -> tuple[str, ...]:
    """Return the specs of the rule-based players of a game, the strongest over all its quests first; () if it has none."""
    return (*_STRONGER.get(game.id, ()), "greedy") if knows(game) else ()


def make_greedy(game: Any, weights: Mapping[str, float] | None = None) -> Agent:
    """Return the rule-based player of the game; ``weights`` replace its defaults.

    Raises:
        AgentError: no game is given, it has no rule-based player, or the player has no such weight or the game no such quest.
    """
    if game is None:
        raise AgentError("greedy plays by the rules of one game: pass the game, agents.make('greedy', game)")
    if not knows(game):
        raise AgentError(
            f"greedy has no rules for {game.id!r}, which brings no player along (Game.heuristic). Use 'random' or a checkpoint"
        )
    for quest in quests_in(weights or {}):
        known = GAMES[game.id].quests() if game.id in GAMES else []
        if quest not in known:
            raise AgentError(f"greedy:{quest}.NAME: {unknown(f'quest of {game.id}', quest, known)}")
    return Greedy(game, weights)


def make_automatic(game: Any) -> Agent:
    """Return a player that plays the documented defaults of the rules in seats that have them; other seats as the rule-based player.

    Raises:
        AgentError: no game is given, or the rules of the game define no defaults for any seat.
    """
    heuristic = None if game is None else game.heuristic()
    if heuristic is None or AUTOMATIC not in heuristic.defaults:
        name = "a game" if game is None else repr(game.id)
        raise AgentError(
            f"automatic plays a seat that the rules can play by themselves (Apocalypse's Zombie Master); {name} has none. Use 'greedy'"
        )
    agent = make_greedy(game, {AUTOMATIC: 1.0})
    agent.name = "automatic"
    return agent


class Greedy(Agent):
    """Rule-based player: picks the action with the highest score of ``game.heuristic()``; equal positions get equal actions.

    Args:
        game: the game to be played.
        weights: name -> weight of a term of the heuristic, where it is not the default; ``QUEST.NAME``: in one quest only.

    Attributes:
        compiled: the same player for ``Batch.play``.

    Raises:
        AgentError: the heuristic has no weight of that name.
    """

    name = "greedy"
    reads_state = True
    reads_observation: ClassVar[bool] = False

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        self._game, self._weights = game, dict(weights or {})
        try:
            self.compiled = player_of_heuristic(game.heuristic(), self._weights)
        except ValueError as error:
            raise AgentError(str(error)) from error
        self._boards = Boards(game, self.name)

    @property
    def weights(self) -> dict[str, float]:
        """Weights that replace the defaults of ``game.heuristic()``."""
        return dict(self._weights)

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "game": self._game, "weights": self._weights}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Greedy.__init__(self, state["game"], state["weights"])
        self.name = state["name"]

    def player(self, game: Any) -> Player | None:
        """See Agent."""
        return self.compiled if game.heuristic() is self.compiled.heuristic else None

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """Return the action with the highest score, the first in case of a tie."""
        return int(self.act_batch(None, np.asarray(mask)[None], game, state)[0])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        """See Agent."""
        actions = np.empty(len(masks), np.int64)
        for board, rows in self._boards.of(masks, game, states):
            actions[rows] = board.think(self.compiled)[: len(rows)]
        return actions

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent.  In a survivor's turn and for the turn order all legal actions are scored; otherwise only the chosen one."""
        scores = self.judgements(np.asarray(mask)[None], game, state)[0]
        actions = np.flatnonzero(np.isfinite(scores)).astype(np.int64)
        return actions, scores[actions]

    def judgements(self, masks: NDArray[Any], game: Any, states: NDArray[Any] | None) -> NDArray[np.float64]:
        """Return the score of each action, ``[n, N_ACTIONS]``; -inf for unscored actions (``Heuristic.judge``); see ``act_batch``."""
        scores = np.empty(masks.shape)
        for board, rows in self._boards.of(masks, game, states):
            scores[rows] = board.judge(self.compiled)[: len(rows)]
        return scores


def read_weights(path: str, game: str) -> dict[str, float]:
    """Read weights from a JSON file (name -> number, optionally under the key ``weights``), or by name from the package.

    Args:
        path: file or name.
        game: id of the game to which weights of that name belong.

    Raises:
        AgentError: the file cannot be read, or does not hold weights.
    """
    shipped = {file.stem: file for file in sorted((SHIPPED / game).glob("*.json"))}
    if not (Path(path).is_file() or path in shipped or Path(path).suffix):
        listed = unknown("file or set of weights", path, shipped or (f"none for {game}",))
        raise AgentError(f"{listed} (`zombicide tune` finds others)")
    try:
        found = json.loads(files.read(path if Path(path).is_file() else shipped.get(path, path), MOST_BYTES))
        found = found.get("weights", found)
        return {str(name): float(value) for name, value in found.items()}
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise AgentError(
            f"weights {path}: {error}; a JSON file with numbers by name is wanted, as `zombicide tune` writes it, "
            f"or a name of the package: {', '.join(shipped) or f'none for {game}'}"
        ) from error
