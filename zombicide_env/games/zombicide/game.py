"""Zombicide games as the rest of the package sees them (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.batch import Batch
from ...core.codec import ActionCodec, ObservationCodec
from ...core.game import Kernels, Outcome
from ...core.scene import Scene
from ...core.words import unknown
from .actions import ACTIONS
from .board import Board, quest_board
from .chance import chance
from .content import Quest
from .describe import describe
from .editions import edition, quest
from .kernels import KERNELS
from .layout import DEFEATS, OUTCOMES
from .names import Names
from .news import news
from .notation import legal_texts, notation, parse
from .observation import OBSERVATION
from .scene import scene
from .state import SCRATCH, STATE
from .status import Status, status
from .targets import targets
from .world import build_world, controllers, team

Array = np.ndarray[Any, Any]

DECISIONS = ("full", "actions")
REWARDS = ("sparse", "shaped")


class BlackPlague:
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
    version = 0

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
        for what, value, known in (("decisions", decisions, DECISIONS), ("reward", reward, REWARDS)):
            if value not in known:
                raise ValueError(unknown(f"value of {what}", value, known))
        self._content = edition(self.id)
        self._quest = _find_quest(quest, self.id)
        self._world = build_world(
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
        self._world.setflags(write=False)
        sheets = team(survivors if isinstance(survivors, int) else tuple(survivors), self._content)
        self._board = quest_board(self._quest)
        self._names = Names(
            zones=self._board.zones,
            survivors=tuple(sheet.id for sheet in sheets),
            players=tuple(f"player_{p}" for p in range(max(controllers(players, sheets)) + 1)),
            cards=("", *self._content.card_ids),
        )
        self._agents = tuple(f"survivor_{i}" for i in range(len(sheets)))
        self._options: dict[str, object] = {
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
        self._probe: Batch | None = None

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def agents(self) -> tuple[str, ...]:
        """``survivor_0`` ..., in roster order."""
        return self._agents

    @property
    def action_codec(self) -> ActionCodec:
        """One action space for every quest."""
        return ACTIONS

    @property
    def observation_codec(self) -> ObservationCodec:
        """One observation vector for every quest."""
        return OBSERVATION

    @property
    def world(self) -> Array:
        """The WORLD record, shape (1,), read-only."""
        return self._world

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The STATE record."""
        return STATE

    @property
    def scratch(self) -> tuple[str, ...]:
        """Fields of the state that hold no part of the game: what was computed last for a move, a view or a mask."""
        return SCRATCH

    @property
    def kernels(self) -> Kernels:
        """The compiled rules."""
        return KERNELS

    @property
    def options(self) -> Mapping[str, object]:
        """The options, as JSON knows them."""
        return self._options

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

    # ---- views of a state -------------------------------------------------------------------------------------------

    def active(self, state: Array) -> Array:
        """bool[n_agents]: survivors who are alive and on the board, or whose game goes on."""
        n = len(self._agents)
        on_board: Array = (state["alive"][0, :n] == 1) & (state["zone"][0, :n] >= 0)
        return on_board

    def mask(self, state: Array) -> Array:
        """int8[N_ACTIONS]: legal actions of the state, 1 = legal."""
        if self._probe is None:
            self._probe = Batch(self, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
        self._probe.states[0] = state[0]
        self._probe.refresh()
        return self._probe.masks[0].copy()

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

    def status(self, state: Array) -> Status:
        """Every broken invariant; ``Status(0)``: the state is sound."""
        return status(self._world, state)

    def outcome(self, state: Array) -> Outcome:
        """How the game stands; the detail of a lost game is its cause."""
        name = OUTCOMES[int(state["outcome"][0])]
        detail = {"won": self._quest.id, "lost": DEFEATS[int(state["defeat"][0])], "truncated": "max_rounds"}.get(name, "")
        return Outcome(name, detail)

    def scene(self, state: Array) -> Scene:
        """The drawing list of the board and the team."""
        return scene(self._world, state, self._board, self._names, self._quest.title)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), dict(self._options))


def _remake(kind: type[BlackPlague], options: dict[str, Any]) -> BlackPlague:
    """Pickling keeps the options only: the world is made from them."""
    return kind(**options)


def _find_quest(name: str | int, edition_name: str) -> Quest:
    return quest(name, edition_name)
