"""Zombicide games as the rest of the package sees them (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.game import FORFEIT, Outcome
from ...core.game_type import GameType
from ...core.scene import Scene
from ..base import DECISIONS, CompiledGame, check_choice
from .actions import ACTIONS
from .board import Board, quest_board
from .chance import chance
from .content import Quest
from .describe import describe
from .editions import edition
from .editions import quest as find_quest
from .kernels import KERNELS
from .layout import DEFEATS, OUTCOMES, S
from .names import Names
from .news import news
from .notation import legal_texts, notation, parse
from .observation import OBSERVATION
from .scene import scene
from .state import SCRATCH, STATE
from .status import BOUNDS, Status
from .targets import targets
from .world import build_world, controllers, team

Array = np.ndarray[Any, Any]

REWARDS = ("sparse", "shaped")


class BlackPlague(CompiledGame):
    """Black Plague with its options chosen.

    Args:
        quest: id, alias or number of a quest, or the path of a quest file.
        survivors: number of survivors (the first of the list), or their names in roster order; ``mine.csv:zed`` is a
            survivor of a file of one's own.
        decisions: ``full`` asks every decision of BP-25; ``actions`` only what survivors do in their turns, the rest
            takes the documented defaults.
        reward: ``sparse`` (+1 won, -1 lost, for every survivor) or ``shaped`` (see ``reward``).
        max_rounds: the game is truncated after so many rounds; None: never.
        players: number of controllers, or the survivors of each (BP-3.R5).
        allow_small_team: fewer survivors than the quest asks for, a variant.
        strict_all_survivors: any death is a defeat in quests that end at the Exit (BP-3.R2).
        cabal: the Dark ritual of BP-18.4.
        supply: miniatures by kind (BP-1.R2).
        deal, start_zones, first_spawn, extra_spawns, first_player: the players' choices at setup (BP-D-2 to BP-D-6), see
            ``world_team.fill_start``; None is the documented default.

    Raises:
        ValueError: an option has a value that it cannot have; the message names the remedy.
    """

    id = "black_plague"
    action_codec = ACTIONS
    observation_codec = OBSERVATION
    state_dtype = STATE
    kernels = KERNELS
    scratch = SCRATCH
    bounds = BOUNDS
    flags = Status

    def __init__(
        self,
        quest: str | int = "danse_macabre",
        survivors: int | Sequence[str] = 6,
        decisions: str = "full",
        reward: str = "sparse",
        max_rounds: int | None = None,
        players: int | Sequence[Sequence[str]] = 1,
        allow_small_team: bool = False,
        strict_all_survivors: bool = False,
        cabal: bool = False,
        supply: Mapping[str, int] | None = None,
        deal: Sequence[str] | None = None,
        start_zones: Mapping[str, str] | None = None,
        first_spawn: str | None = None,
        extra_spawns: Sequence[str] | None = None,
        first_player: int = 0,
    ) -> None:
        check_choice("decisions", decisions, DECISIONS)
        check_choice("reward", reward, REWARDS)
        self._content = edition(self.id)
        self._quest = find_quest(quest, self.id)
        world = build_world(
            self._quest,
            survivors if isinstance(survivors, int) else tuple(survivors),
            players,
            edition_name=self.id,
            allow_small_team=allow_small_team,
            automatic=decisions == "actions",
            strict_all_survivors=strict_all_survivors,
            cabal=cabal,
            max_rounds=max_rounds,
            shaped=reward == "shaped",
            supply=supply,
            deal=deal,
            start_zones=start_zones,
            first_spawn=first_spawn,
            extra_spawns=extra_spawns,
            first_player=first_player,
        )
        self._max_rounds = max_rounds or 0
        sheets = team(survivors if isinstance(survivors, int) else tuple(survivors), self._content)
        self._board = quest_board(self._quest)
        self._names = Names(
            zones=self._board.zones,
            survivors=tuple(sheet.id for sheet in sheets),
            players=tuple(f"player_{p}" for p in range(max(controllers(players, sheets)) + 1)),
            cards=("", *self._content.card_ids),
        )
        options: dict[str, object] = {
            "quest": quest,
            "survivors": survivors if isinstance(survivors, int) else list(survivors),
            "decisions": decisions,
            "reward": reward,
            "max_rounds": max_rounds,
            "players": players if isinstance(players, int) else [list(names) for names in players],
            "allow_small_team": allow_small_team,
            "strict_all_survivors": strict_all_survivors,
            "cabal": cabal,
            "supply": dict(supply) if supply else None,
            "deal": list(deal) if deal else None,
            "start_zones": dict(start_zones) if start_zones else None,
            "first_spawn": first_spawn,
            "extra_spawns": list(extra_spawns) if extra_spawns else None,
            "first_player": first_player,
        }
        kind = GameType.team(len(sheets), "survivors", rewards="steps" if reward == "shaped" else "end", players=(1, S))
        super().__init__(world, [f"survivor_{i}" for i in range(len(sheets))], options, kind)

    @property
    def quest(self) -> Quest:
        """The quest's file, read and checked."""
        return self._quest

    @property
    def board(self) -> Board:
        """Geometry of the board."""
        return self._board

    @property
    def names(self) -> Names:
        """Labels of zones, survivors and cards by number."""
        return self._names

    def agent_names(self, state: Array) -> tuple[str, ...]:
        """Ids of the survivors."""
        return self._names.survivors

    def describe(self, state: Array) -> dict[str, Any]:
        """The state as a nested dictionary of plain values."""
        return describe(self._world, state, self._names)

    def notation(self, state: Array, action: int) -> str:
        """Text of an action index in this state."""
        return notation(self._world, state, self._names, action)

    def parse(self, state: Array, text: str) -> int:
        """The legal action that ``text`` names; NotationError lists the legal alternatives."""
        return parse(self._world, state, self._names, text, self.mask(state))

    def legal_texts(self, state: Array) -> list[str]:
        """Notation of every legal action, in the order of the action space."""
        return list(legal_texts(self._world, state, self._names, self.mask(state)))

    def chance(self, state: Array) -> list[str]:
        """What dice and decks gave in the last step, in order: ``dice 3 5``, ``equipment torch``, ``zombies 12``."""
        return chance(state, self._names)

    def news(self, before: Array, after: Array) -> tuple[str, ...]:
        """What has changed between two states, in short sentences: ``killed: 2 walkers``, ``Ann: +1 wound``."""
        return news(self._world, before, after, self._board, self._names)

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Tags of the scene's items that a legal action is about: ``zone:3``, ``door:2``, ``slot:0:1``."""
        return targets(self._world, state, action)

    def outcome(self, state: Array) -> Outcome:
        """How the game stands; the detail of a lost game is its cause."""
        name = OUTCOMES[int(state["outcome"][0])]
        cut_off = 0 < self._max_rounds < int(state["round"][0])
        cause = DEFEATS[int(state["defeat"][0])] if state["defeat"][0] else FORFEIT
        detail = {"won": self._quest.id, "lost": cause, "truncated": "max_rounds" if cut_off else ""}.get(name, "")
        return Outcome(name, detail)

    def forfeit(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """The team loses; shaped rewards pay the potential back, as at any end."""
        ends, rewards = super().forfeit(states, seats)
        return ends, rewards - states["potential"][:, None]

    def measures(self, states: Array) -> dict[str, Array]:
        """Rounds, decisions, survivors alive, objectives taken, the most experience of a survivor, wounds of the living."""
        n = len(self._agents)
        alive = states["alive"][:, :n] == 1
        rounds = states["round"]
        return super().measures(states) | {
            "rounds": np.minimum(rounds, self._max_rounds) if self._max_rounds else rounds.copy(),
            "survivors": alive.sum(axis=1),
            "objectives": states["taken"].sum(axis=1),
            "experience": states["xp"][:, :n].max(axis=1),
            "wounds": (states["wounds"][:, :n] * alive).sum(axis=1),
        }

    def scene(self, state: Array) -> Scene:
        """The drawing list of the board and the team."""
        return scene(self._world, state, self._board, self._names, self._quest.title)
