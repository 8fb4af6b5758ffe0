"""What the games of the family are for the rest of the package (the ``Game`` protocol)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from zombicide_env.core.form import Form, plain_form
from zombicide_env.core.game import FORFEIT, Outcome
from zombicide_env.core.game_type import GameType, Rewards
from zombicide_env.core.odds import Odds
from zombicide_env.core.players import Heuristic
from zombicide_env.core.scene import Rearrangement, Scene
from zombicide_env.core.wishes import Wishing
from zombicide_env.games.base import CompiledGame
from zombicide_env.games.explanations import Explanations
from zombicide_env.games.written import Written

from ..table.board import Board, quest_board
from ..table.cards import EquipmentCard
from ..table.codes import BY_QUEST, DEFEATS, OUTCOMES, PLAYERS_PHASE
from ..table.quest_types import Quest
from ..table.survivors import SurvivorSheet
from . import edition
from .numbers.actions import ACTIONS, ACTIVATE
from .numbers.events import CODEC
from .numbers.layout import LAST_ROUND, S
from .numbers.observation import OBSERVATION
from .numbers.state import SCRATCH, STATE
from .numbers.tasks import PLAYERS
from .picture.page import scene
from .positions.write import script, write
from .rules.kernels import KERNELS
from .rules.progress import progress
from .rules.status import BOUNDS, Status
from .team_options import TeamOptions
from .words.aims import targets
from .words.briefing import briefing
from .words.chance import chance
from .words.describe import describe
from .words.explain import card_numbers, equipment, explanations, skills_by_level, zombie_cards
from .words.names import Names
from .words.notation import legal_texts, notation, parse
from .words.odds import chances, rolls
from .words.rearranging import rearrangement, steps_to
from .words.reasons import impossible
from .words.summary import summary
from .words.wishes import TeamWishes
from .world.box import box, own_cards, unwinnable
from .world.box import quest as find_quest
from .world.build import build_world, team
from .world.snapshot import snapshot

Array = np.ndarray[Any, Any]


class Zombicide(CompiledGame):
    """What every game of the family has; the edition's own class takes its ``Options``."""

    id = edition.ID
    action_codec = ACTIONS
    observation_codec = OBSERVATION
    state_dtype = STATE
    kernels = KERNELS
    scratch = SCRATCH
    event_codec = CODEC
    bounds = BOUNDS
    flags = Status

    def __init__(self, options: TeamOptions) -> None:
        self._quest = find_quest(options.quest)
        own = own_cards(options.cards)
        self._cards = {card.id: card for card in (*box().cards, *own)}
        world, sheets = self._lay(options, own)
        self._sheets = tuple(sheets)
        self._board = quest_board(self._quest)
        self._names = self._label(world, sheets)
        kind = self._kind(len(sheets), len(self._names.others), "steps" if options.reward == "shaped" else "end")
        agents = [*(f"survivor_{i}" for i in range(len(sheets))), *self._names.others]
        super().__init__(world, agents, options.plain(), kind)

    def heuristic(self) -> Heuristic | None:
        """The family's rule-based player, compiled when it plays for the first time."""
        from .players.greedy import GREEDY

        return GREEDY

    def wishing(self) -> Wishing | None:
        """Survivors may ask each other for something."""
        return TeamWishes(self._world, self._agents)

    def _lay(self, options: Any, own: Sequence[EquipmentCard]) -> tuple[Array, Sequence[SurvivorSheet]]:
        """The world of the quest and the team, and everybody who may come to play."""
        sheets = team(options.survivors)
        return build_world(self._quest, sheets, options, own), sheets

    def _label(self, world: Array, sheets: Sequence[SurvivorSheet]) -> Names:
        """Labels of everything on the table."""
        return Names(
            zones=self._board.zones,
            survivors=tuple(sheet.id for sheet in sheets),
            players=tuple(f"player_{p}" for p in range(int(world[0]["n_players"]))),
            cards=("", *self._cards),
            doors=tuple("-".join(self._board.zones[z] for z in sorted(door.zones) if z >= 0) for door in self._board.doors),
        )

    def _kind(self, survivors: int, others: int, rewards: Rewards) -> GameType:
        """Who plays with whom, and how it pays."""
        return GameType.team(survivors, "survivors", rewards=rewards, players=(1, S))

    @classmethod
    def form(cls) -> Form:
        """The options that people choose."""
        return plain_form(cls, map_by="quest", agents_by="survivors")

    @classmethod
    def with_files(cls, options: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
        """Custom quests, cards and survivors are files: ``mine.yaml``, ``mine.csv``, ``mine.csv:zed``."""
        made = dict(options)
        quest, cards, survivors = (made.get(name) for name in ("quest", "cards", "survivors"))
        if isinstance(quest, str) and quest.endswith((".yaml", ".yml")):
            made["quest"] = where(quest)
        if isinstance(cards, str):
            made["cards"] = where(cards)
        if isinstance(survivors, list):
            parts = [name.partition(".csv") if isinstance(name, str) else (name, "", "") for name in survivors]
            made["survivors"] = [where(path + dot) + wanted if dot else path for path, dot, wanted in parts]
        return made

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
        """Ids of the survivors, and who plays against them."""
        return self._names.seats

    def owners(self, state: Array) -> dict[int, str]:
        """Where the next survivor is chosen, each activation belongs to that survivor (BP-3.2: a player of several chooses among them)."""
        may = self.mask(state)
        return {ACTIVATE + i: agent for i, agent in enumerate(self._agents[:S]) if may[ACTIVATE + i]}

    def describe(self, state: Array) -> dict[str, Any]:
        """The state as a nested dictionary of plain values."""
        return describe(self._world, state, self._names)

    def known_to(self, state: Array, agent: str) -> dict[str, Any]:
        """What ``describe`` says, without the secrets of others; the team has none."""
        return self.describe(state)

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Goals, zones with their ways, the team, what is asked, as far as the agent may know."""
        return summary(self._world, state, self.known_to(state, agent), self._names, self.scene(state).goals)

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

    def name_of(self, entity: str, number: int) -> str:
        """Labels of zones and doors, ids of survivors, cards, skills and kinds, and the words of ``numbers.events``; "" for none."""
        return self._names.of(entity, number)

    def explanations(self) -> Explanations:
        """Of zombies, cards, skills, tokens, decisions and actions."""
        return explanations()

    def explanation(self, kind: str, name: str, language: str = "en") -> str:
        """The text; of a card with its numbers."""
        text = super().explanation(kind, name, language)
        numbers = card_numbers(self._cards[name], language) if kind == "card" and name in self._cards else ""
        return f"{text} {numbers}".strip()

    def odds(self, state: Array, action: int) -> Odds | None:
        """Of attacks, doors and armour."""
        if not rolls(ACTIONS.decode(action)[0].name):
            return None
        trial = state.copy()
        trial["rng"] = 1  # any dice but those to come
        events, after = self.tried(trial, action)
        return chances(state, after, events)

    def impossible(self, state: Array) -> dict[str, str]:
        """Why the survivor in turn cannot move, search, open, attack, take or trade."""
        return impossible(self._world, state, self.mask(state))

    def briefing(self, language: str = "en") -> list[str]:
        """Start, Exit, spawn tokens, objectives, locked doors and vaults, the special rules."""
        return briefing(self._quest, language)

    def unwinnable(self) -> str:
        """The first error in a custom quest file; "" if there is none."""
        return unwinnable(str(self._options["quest"]))

    def quest_file(self, state: Array) -> str:
        """A quest file that begins as the position stands; ValueError where none can."""
        return snapshot(self._quest, str(self._options["quest"]), self._board, state)

    def written(self, state: Array) -> Sequence[Written]:
        """Ways to write the position as a conformance vector: where a survivor chooses an action, or the team chooses who acts next."""
        return write(self._world, state, self._names, self._board, self._quest)

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """Dice, equipment and zombie cards; ValueError if a deck was shuffled."""
        return script(self._world, chance)

    def reference(self) -> Mapping[str, Any]:
        """Skills of the survivors by danger level, what zombie cards bring by danger level (``walker 2``), what equipment cards say."""
        return {
            "survivors": skills_by_level(self._sheets),
            "zombie_cards": zombie_cards(box().zombie_cards),
            "equipment": equipment(self._cards.values()),
        }

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Tags of the scene's items that a legal action is about: ``zone:3``, ``door:2``, ``slot:0:1``."""
        return targets(self._world, state, action)

    def rearrangement(self, state: Array) -> Rearrangement | None:
        """Where each card may lie that is being rearranged, of the partner of a trade as well; None: something else is asked."""
        return rearrangement(self, state)

    def rearranged(self, state: Array, wanted: Mapping[str, str]) -> list[int]:
        """The actions that bring cards where they are wanted: place of a card -> another place, or "" to be discarded.

        Raises:
            ValueError: no cards are rearranged now, or no order of single steps leads there.
        """
        now = self.rearrangement(state)
        if now is None:
            raise ValueError("no cards are rearranged now")
        if unknown := wanted.keys() - now.fits.keys():
            raise ValueError(f"{min(unknown)!r} is not a place of a card that is rearranged now; these are: {', '.join(now.fits)}")
        return steps_to(self, state, wanted)

    def outcome(self, state: Array) -> Outcome:
        """How the game stands; the detail of a lost game is its cause."""
        name = OUTCOMES[int(state["outcome"][0])]
        max_rounds = int(self._world["max_rounds"][0])
        cut_off = 0 < max_rounds < int(state["round"][0]) or int(state["round"][0]) == LAST_ROUND
        cause = DEFEATS[int(state["defeat"][0])] if state["defeat"][0] else FORFEIT
        detail = {"won": self._quest.id, "lost": cause, "truncated": "max_rounds" if cut_off else ""}.get(name, "")
        return Outcome(name, detail)

    def forfeit(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """The team loses; shaped rewards pay the potential back, as at any end."""
        ends, rewards = super().forfeit(states, seats)
        return ends, rewards - states["potential"][:, None]

    def measures(self, states: Array) -> dict[str, Array]:
        """Rounds, decisions, progress, survivors alive, objectives taken, the most experience of a survivor, wounds of the living."""
        n = len(self._agents)
        alive = states["alive"][:, :n] == 1
        max_rounds = abs(int(self._world["max_rounds"][0]))
        rounds = states["round"]
        lost = states["defeat"] == BY_QUEST
        if lost.any():  # where nobody was left when a round had ended, the one that is counted as begun was never played
            idle = (states["depth"] == 1) & (states["stack"][:, 0, 0] == PLAYERS) & (states["acted"][:, :n] == 0).all(axis=1)
            rounds = rounds - (lost & (states["phase"] == PLAYERS_PHASE) & idle)
        return super().measures(states) | {
            "rounds": np.minimum(rounds, max_rounds) if max_rounds else rounds.copy(),
            "survivors": alive.sum(axis=1),
            "objectives": states["taken"].sum(axis=1),
            "experience": states["xp"][:, :n].max(axis=1),
            "wounds": (states["wounds"][:, :n] * alive).sum(axis=1),
        }

    def nearness(self, states: Array) -> Array:
        """Mean share of the quest's victory conditions that is met, for a Zombie Master of those that are not, float64 [n, agents]."""
        share = progress(self._world, states)[:, None]
        return np.where(np.array(self._type.sides) > 0, 1.0 - share, share)

    def potential(self, states: Array) -> Array:
        """The potential of shaped rewards, float32 [n]; 0 where they are sparse."""
        return states["potential"].copy()

    def scene(self, state: Array) -> Scene:
        """The drawing list of the board and the team."""
        return scene(self._world, state, self._board, self._names, self._quest.title)
