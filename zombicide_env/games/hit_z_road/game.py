"""Hit Z Road as the rest of the package sees it (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from ...core.form import Choice, Field, Form
from ...core.game import FORFEIT, Outcome
from ...core.game_type import GameType
from ...core.numbers import whole
from ...core.odds import Odds
from ...core.players import Heuristic
from ...core.scene import Scene
from ..base import DECISIONS, DECISIONS_FIELD, TRUNCATION, CompiledGame, at_max_rounds_field, check_choice
from ..explanations import Explanations
from ..written import Written
from .content import cards, explanations
from .numbers.actions import ACTIONS
from .numbers.events import CODEC, NAMED
from .numbers.layout import OUTCOMES, REWARDS, ROUNDS, P
from .numbers.observation import OBSERVATION
from .numbers.state import RECORDED, SCRATCH, STATE
from .picture.scene import scene
from .picture.targets import targets
from .positions.write import script, write
from .rules.kernels import KERNELS
from .rules.status import BOUNDS, Status
from .words.chance import chance
from .words.describe import describe, player, scored
from .words.notation import legal_texts, parse, text_of
from .words.reasons import chances, impossible
from .words.summary import summary
from .world.build import build_world

Array = np.ndarray[Any, Any]
LIMITS: Final = ("scoring", TRUNCATION)  # values of ``at_max_rounds``


class HitZRoad(CompiledGame):
    """Hit Z Road with its options chosen.

    Args:
        players: 1 (solo mode) to 4.
        decisions: ``full`` asks every decision of HZ-14; ``actions`` asks bids, routes, shots and flights, the rest takes
            the documented defaults.
        reward: ``win`` pays 1 to the winner, 1/k to each of k winners, 0 to the others (HZ-11.R3); ``zero_sum`` pays 2/k - 1 to
            the winners and -1 to the others; ``score`` pays the final score less the best of the other scores, divided by 22 and
            cut to -1 .. 1.  In the last two an eliminated player gets -1 at once.  Solo mode always pays
            score / 22, at most 1, and 0 for a lost game (HZ-13.R5).
        max_rounds: the game lasts so many rounds; None, or more than 8: 8.
        at_max_rounds: what happens after fewer than 8: ``scoring``, as after the eighth, or ``truncation``, the game is cut off and nobody
            who is still in it is paid.

    Raises:
        ValueError: an option has a value that it cannot have.
    """

    id = "hit_z_road"
    rules_revision = 1
    action_codec = ACTIONS
    observation_codec = OBSERVATION
    state_dtype = STATE
    kernels = KERNELS
    scratch = SCRATCH
    event_codec = CODEC
    bounds = BOUNDS
    flags = Status
    recorded = RECORDED

    def __init__(
        self, players: int = 4, decisions: str = "full", reward: str = "win", max_rounds: int | None = None, at_max_rounds: str = LIMITS[0]
    ) -> None:
        if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= P:
            raise ValueError(f"players={players!r}: 1 to {P} can play")
        check_choice("decisions", decisions, DECISIONS)
        check_choice("reward", reward, REWARDS)
        check_choice("at_max_rounds", at_max_rounds, LIMITS)
        if max_rounds is not None and whole("max_rounds", max_rounds, 1, 9999) >= ROUNDS:
            max_rounds = None
        limit = (max_rounds or 0) * (1 if at_max_rounds == TRUNCATION else -1)
        super().__init__(
            build_world(players, automatic=decisions == "actions", reward=reward, max_rounds=limit),
            [player(p) for p in range(players)],  # HZ-19.R1
            # without a limit the game is the one that was recorded before there was the option
            {"players": players, "decisions": decisions, "reward": reward}
            | ({"max_rounds": max_rounds, "at_max_rounds": at_max_rounds} if max_rounds else {}),
            GameType.rivals(players, utility="general" if players > 1 else "common", players=(1, P)),
        )

    @classmethod
    def form(cls) -> Form:
        """The options that people choose."""
        return Form(
            (
                Field("players", "int", 4, low=1, high=P, doc="1: the solo mode"),
                DECISIONS_FIELD,
                Field("max_rounds", "int", None, low=1, high=ROUNDS, doc="the game lasts so many rounds"),
                at_max_rounds_field(LIMITS),
                Field("reward", "choice", "win", tuple(Choice(value, value) for value in REWARDS), hidden=True),
            ),
            map_by="players",
            agents_by="players",
        )

    @property
    def rows(self) -> Mapping[str, int]:
        """All rows of all tables: one policy plays with any number of players."""
        return self.observation_codec.entities

    def heuristic(self) -> Heuristic:
        """The rule-based player, compiled when it plays for the first time."""
        from .players.greedy import GREEDY

        return GREEDY

    def describe(self, state: Array) -> dict[str, Any]:
        """The state as a nested dictionary of plain values."""
        return describe(self._world, state, self.mask(state))

    def written(self, state: Array) -> Sequence[Written]:
        """Ways to write the position as a conformance vector; ValueError with the reason where none can."""
        return write(self._world, state, self.describe(state))

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """The keys of a vector for the results of chance: dice and cards."""
        return script(chance, alone=len(self._agents) == 1)

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Players, routes with what their cards hold, bids, the battle, what is asked; the same for every agent (HZ-14)."""
        return summary(self._world, state, self.describe(state))

    def notation(self, state: Array, action: int) -> str:
        """Text of an action index; it is the same in every state."""
        return text_of(action)

    def parse(self, state: Array, text: str) -> int:
        """The legal action that ``text`` names; NotationError lists the legal alternatives."""
        return parse(text, self.mask(state))

    def legal_texts(self, state: Array) -> list[str]:
        """Notation of every legal action, in the order of the action space."""
        return legal_texts(self.mask(state))

    def chance(self, state: Array) -> list[str]:
        """What dice and cards gave in the last step, in order: ``dice kill dodge``, ``red horror``, ``card II-8``."""
        return chance(state)

    def name_of(self, entity: str, number: int) -> str:
        """Players and cards by their ids, routes and places from 1, changes with their sign, the words of events."""
        if entity in NAMED:
            return NAMED[entity][number]
        if entity == "player":
            return self._agents[number]
        if entity == "card":
            return cards()[number - 1].id
        if entity in ("route", "place"):
            return str(number + 1)
        return f"{number:+d}" if entity == "change" else super().name_of(entity, number)

    def odds(self, state: Array, action: int) -> Odds | None:
        """Of shots, and of the melee that an action leads to."""
        if not state["fighting"][0]:
            return None
        trial = state.copy()
        trial["rng"] = 1  # any dice but those to come
        return chances(self._world, state, self.tried(trial, action)[0])

    def impossible(self, state: Array) -> dict[str, str]:
        """Why a player cannot bid, or in a battle cannot shoot, flee or throw a Molotov."""
        return impossible(self._world, state, self.mask(state))

    def explanations(self) -> Explanations:
        """Of resources, tokens, events, rules of battle, dice, decisions and actions."""
        return explanations()

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Tags of the scene's items that a legal action is about: ``route:2``, ``bid:4``, ``own:0:1``."""
        return targets(state, action)

    def winners(self, states: Array) -> Array:
        """Winners, bool [n, number of players]; several with the same score."""
        won: Array = states["winner"][:, : len(self._agents)] == 1
        return won

    def outcome(self, state: Array) -> Outcome:
        """How the game stands; the detail of a won game names the winners (solo: the grade), of a lost one ``eliminated``.

        ``max_rounds`` stands before the winners of a game that was shortened.  The scores are the final ones (HZ-11.R4, HZ-13.6);
        a game that is cut off or given up has none.
        """
        s: Any = state[0]
        name = OUTCOMES[int(s["outcome"])]
        winners = " ".join(agent for agent, won in zip(self._agents, s["winner"], strict=False) if won)
        cut = "max_rounds" if s["round"] == self._options.get("max_rounds") else ""
        details = {
            "won": f"{cut} {f'grade_{grade}' if (grade := s['grade']) else winners}".strip(),
            "lost": "eliminated" if scored(s) else FORFEIT,
            "truncated": cut,
        }
        scores = tuple(s["score"][: len(self._agents)].tolist()) if scored(s) else ()
        return Outcome(name, details.get(name, ""), scores)

    def measures(self, states: Array) -> dict[str, Array]:
        """Rounds, decisions, progress, players not eliminated."""
        return super().measures(states) | {"players": states["alive"][:, : len(self._agents)].sum(axis=1)}

    def nearness(self, states: Array) -> Array:
        """Share of the rounds that somebody has survived, float64 [n, 1]."""
        return (states["round"] - 1)[:, None] / ROUNDS

    def scene(self, state: Array) -> Scene:
        """The drawing list of the table."""
        return scene(self._world, state)
