"""TextArena: ``ta.make("zombicide/HitZRoad-v0", players=3)`` once this module is imported; every player is a seat of the game.

The observations of a player are the rules in short (PROMPT), after that one text before each of its decisions (GAME_BOARD: what has
happened, the position, the legal actions) and what was wrong with an answer (GAME_ADMIN).  The registered ids show the rules and the last
position (``GameBoardObservationWrapper``), so that a prompt does not grow with the game; with ``-raw`` behind them they have no wrapper.
"""

from __future__ import annotations

from typing import Any

from ..envs.text import TextGame
from ..games import GAMES
from . import of_extra

with of_extra("textarena"):
    import textarena as ta
    from textarena.envs.registration import ENV_REGISTRY, register_with_versions
    from textarena.wrappers import GameBoardObservationWrapper

__all__ = ["TextArenaEnv", "register"]


class TextArenaEnv(ta.Env):
    """A game for as many players as it has seats; TextArena's wrappers take it.

    Rewards at the end are what each player was paid in the game.  The info of a player at the end has ``turn_count``, ``invalid_move`` (it
    had a move replaced), ``reason`` (how the game has ended) and the figures of ``Game.measures``, such as ``progress``.

    Args:
        game: a game, or its id with ``options``.
        options: of ``envs.text.TextGame`` (``legal``, ``patience``, ``longest``), and the game's own.
    """

    def __init__(self, game: Any = "hit_z_road", **options: Any) -> None:
        self._text = TextGame(game, primer=False, **options)
        self.state = ta.State(num_players=len(self.game.agents))

    @property
    def game(self) -> Any:
        """The game: rules, codecs, notation."""
        return self._text.game

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Start a new game.  ``num_players``, where it is given, has to be the number of seats."""
        self._text.reset(num_players, seed)
        self.state = ta.State(num_players=len(self.game.agents))  # without the seed: it would seed Python's own generator
        names = dict(enumerate(self.game.agents))
        primer = self.game.explanation("game", "primer")
        self.state.standard_resets({}, lambda player_id, game_state: primer, role_mapping=names)
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Answer for the player to move, and return whether the game is over and the info of ``TextGame.step``."""
        player, state = self.state.current_player_id, self.state
        state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player)
        done, info = self._text.step(action)
        if not info["legal"]:
            state.add_observation(info["reason"], ta.ObservationType.GAME_ADMIN, to_id=player)
        if info["action"]:
            state.game_info[player]["turn_count"] += 1
            state.game_info[player]["invalid_move"] |= not info["legal"]
        state.step_info = dict(info)
        state.done = done
        if done:
            state.rewards, ends = self._text.close()
            for one, end in ends.items():
                state.game_info[one] |= {**end, "reason": f"{end['outcome']} {end['outcome_detail']}".strip()}
        self._show()
        told: tuple[bool, dict[str, Any]] = state.step()
        return told

    def _show(self) -> None:
        """Show the next text to the player that reads it."""
        player, text = self._text.get_observation()
        self.state.current_player_id = player
        self.state.add_observation(text, ta.ObservationType.GAME_BOARD, to_id=player)


def register() -> None:
    """Give every game an id of TextArena, that of Gymnasium; importing this module does it."""
    for entry in GAMES.values():
        if entry.gymnasium_id not in ENV_REGISTRY:
            place = f"{__name__}:TextArenaEnv"
            register_with_versions(entry.gymnasium_id, place, {"default": [GameBoardObservationWrapper], "-raw": []}, game=entry.id)


register()
