"""Base class of the Zombicide games: the ``Game`` protocol for the family."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from zombicide_env.core.form import Form, plain_form
from zombicide_env.core.game import FORFEIT, Outcome
from zombicide_env.core.game_type import GameType, Rewards
from zombicide_env.core.odds import Odds
from zombicide_env.core.players import Heuristic
from zombicide_env.core.records import Fields
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
from .picture.edition_parts import last_round
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
    """Common part of all games of the family; the class of an edition adds its ``Options``."""

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
        """Return the family's rule-based player, compiled on first use."""
        from .players.greedy import GREEDY

        return GREEDY

    def wishing(self) -> Wishing | None:
        """Return the wishes that survivors may send to each other."""
        return TeamWishes(self._world, self._agents)

    def _lay(self, options: Any, own: Sequence[EquipmentCard]) -> tuple[Array, Sequence[SurvivorSheet]]:
        """Return the world of the quest and the team, and the ID cards of all possible survivors."""
        sheets = team(options.survivors)
        return build_world(self._quest, sheets, options, own), sheets

    def _label(self, world: Array, sheets: Sequence[SurvivorSheet]) -> Names:
        """Return the labels of everything on the table."""
        return Names(
            zones=self._board.zones,
            survivors=tuple(sheet.id for sheet in sheets),
            players=tuple(f"player_{p}" for p in range(int(world[0]["n_players"]))),
            cards=("", *self._cards),
            doors=tuple("-".join(self._board.zones[z] for z in sorted(door.zones) if z >= 0) for door in self._board.doors),
        )

    def _kind(self, survivors: int, others: int, rewards: Rewards) -> GameType:
        """Return the type of the game: teams and payoffs."""
        return GameType.team(survivors, "survivors", rewards=rewards, players=(1, S))

    @classmethod
    def form(cls) -> Form:
        """Return the options that users choose."""
        return plain_form(cls, map_by="quest", agents_by="survivors")

    @classmethod
    def with_files(cls, options: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
        """Return the options with resolved files: custom quests, cards and survivors are ``mine.yaml``, ``mine.csv``, ``mine.csv:zed``."""
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
        """The quest, parsed and checked."""
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
        """Return the ids of the survivors and of their opponents."""
        return self._names.seats

    def owners(self, state: Array) -> dict[int, str]:
        """Return action -> agent for the choice of the next survivor: each activation belongs to that survivor.

        BP-3.2: a player with several survivors chooses among them.
        """
        may = self.mask(state)
        return {ACTIVATE + i: agent for i, agent in enumerate(self._agents[:S]) if may[ACTIVATE + i]}

    def describe(self, state: Array) -> dict[str, Any]:
        """Return the state as a nested dictionary of plain values."""
        return describe(self._world, state, self._names)

    def known_to(self, state: Array, agent: str) -> dict[str, Any]:
        """Return ``describe`` without what is hidden from the agent; a team has no secrets."""
        return self.describe(state)

    def summary(self, state: Array, agent: str) -> dict[str, Any]:
        """Return goals, zones with their ways, the team and the decision, as far as the agent may know."""
        return summary(self._world, state, self.known_to(state, agent), self._names, self.scene(state).goals)

    def notation(self, state: Array, action: int) -> str:
        """Return the text of an action index in this state."""
        return notation(self._world, state, self._names, action)

    def parse(self, state: Array, text: str) -> int:
        """Return the legal action that ``text`` names.  Raises NotationError, which lists the legal alternatives."""
        return parse(self._world, state, self._names, text, self.mask(state))

    def legal_texts(self, state: Array) -> list[str]:
        """Return the notation of every legal action, in the order of the action space."""
        return list(legal_texts(self._world, state, self._names, self.mask(state)))

    def chance(self, state: Array) -> list[str]:
        """Return the results of dice and decks in the last step, in order: ``dice 3 5``, ``equipment torch``, ``zombies 12``."""
        return chance(state, self._names)

    def name_of(self, entity: str, number: int) -> str:
        """Return labels of zones and doors, ids of survivors, cards, skills and kinds, and the words of ``numbers.events``; "" for none.

        A player is called by their survivors, ``ann+silas``, as the seats are, or ``everybody``.
        """
        if entity == "player" and 0 <= number < len(self._names.players):
            owner = self._world["player_of"][0, : len(self._names.survivors)]
            mine = [name for name, player in zip(self._names.survivors, owner.tolist(), strict=True) if player == number]
            return "+".join(mine) if 0 < len(mine) < len(owner) else "everybody"
        return self._names.of(entity, number)

    def explanations(self) -> Explanations:
        """Explanations of zombies, cards, skills, tokens, decisions and actions."""
        return explanations()

    def explanation(self, kind: str, name: str, language: str = "en") -> str:
        """Return the explanation; for a card with its numbers."""
        text = super().explanation(kind, name, language)
        numbers = card_numbers(self._cards[name], language) if kind == "card" and name in self._cards else ""
        return f"{text} {numbers}".strip()

    def odds(self, state: Array, action: int) -> Odds | None:
        """Return the probabilities of attacks, doors and armour."""
        if not rolls(ACTIONS.decode(action)[0].name):
            return None
        trial = state.copy()
        trial["rng"] = 1  # any dice except the real ones
        events, after = self.tried(trial, action)
        return chances(state, after, events)

    def impossible(self, state: Array) -> dict[str, str]:
        """Return why the survivor in turn cannot move, search, open, attack, take or trade."""
        return impossible(self._world, state, self.mask(state))

    def briefing(self, language: str = "en") -> list[str]:
        """Return Start, Exit, spawn tokens, objectives, locked doors and vaults, the special rules, the last round."""
        return briefing(self._quest, language, last_round(Fields(self._world)))

    def unwinnable(self) -> str:
        """Return the first error in a custom quest file; "" if there is none."""
        return unwinnable(str(self._options["quest"]))

    def quest_file(self, state: Array) -> str:
        """Return a quest file that begins with this position.  Raises ValueError if no quest file can."""
        return snapshot(self._quest, str(self._options["quest"]), self._board, state)

    def written(self, state: Array) -> Sequence[Written]:
        """Return ways to write the position as a conformance vector, while a survivor chooses an action or the team the next survivor."""
        return write(self._world, state, self._names, self._board, self._quest)

    def script(self, chance: Sequence[str]) -> Mapping[str, Any]:
        """Return the dice, equipment and zombie cards.  Raises ValueError if a deck was shuffled."""
        return script(self._world, chance)

    def reference(self) -> Mapping[str, Any]:
        """Return skills of the survivors and zombie cards by danger level (``walker 2``), and what equipment cards say."""
        return {
            "survivors": skills_by_level(self._sheets),
            "zombie_cards": zombie_cards(box().zombie_cards),
            "equipment": equipment(self._cards.values()),
        }

    def targets(self, state: Array, action: int) -> tuple[str, ...]:
        """Return tags of the scene's items that a legal action is about: ``zone:3``, ``door:2``, ``slot:0:1``."""
        return targets(self._world, state, action)

    def rearrangement(self, state: Array) -> Rearrangement | None:
        """Return where each card of the current rearrangement may be put, including the partner's in a trade; None in other decisions."""
        return rearrangement(self, state)

    def rearranged(self, state: Array, wanted: Mapping[str, str]) -> list[int]:
        """Return the actions that bring cards to the wanted places: place of a card -> another place, or "" to discard it.

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
        """Return the outcome; the detail of a lost game is its cause."""
        name = OUTCOMES[int(state["outcome"][0])]
        max_rounds = int(self._world["max_rounds"][0])
        cut_off = 0 < max_rounds < int(state["round"][0]) or int(state["round"][0]) == LAST_ROUND
        cause = DEFEATS[int(state["defeat"][0])] if state["defeat"][0] else FORFEIT
        detail = {"won": self._quest.id, "lost": cause, "truncated": "max_rounds" if cut_off else ""}.get(name, "")
        return Outcome(name, detail)

    def forfeit(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """Return outcomes and rewards when the team gives up: it loses; shaped rewards pay the potential back, as at any end."""
        ends, rewards = super().forfeit(states, seats)
        return ends, rewards - states["potential"][:, None]

    def measures(self, states: Array) -> dict[str, Array]:
        """Return rounds, decisions, progress, survivors alive, objectives taken, the highest experience, wounds of living survivors."""
        n = len(self._agents)
        alive = states["alive"][:, :n] == 1
        max_rounds = abs(int(self._world["max_rounds"][0]))
        rounds = states["round"]
        lost = states["defeat"] == BY_QUEST
        if lost.any():  # if nobody was left when a round ended, the next round is already counted but was never played
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
        """Return the mean share of fulfilled victory conditions, for a Zombie Master of unfulfilled ones, float64 [n, agents]."""
        share = progress(self._world, states)[:, None]
        return np.where(np.array(self._type.sides) > 0, 1.0 - share, share)

    def potential(self, states: Array) -> Array:
        """Return the potential of shaped rewards, float32 [n]; 0 with sparse rewards."""
        return states["potential"].copy()

    def scene(self, state: Array) -> Scene:
        """Return the drawing list of the board and the team."""
        return scene(self._world, state, self._board, self._names, self._quest.title)
