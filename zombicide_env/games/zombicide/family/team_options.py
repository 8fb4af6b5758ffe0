"""Options shared by all editions, with their help texts; an edition's ``options.py`` adds its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from zombicide_env.core.form import Choice
from zombicide_env.core.options import GameOptions, Option
from zombicide_env.games.base import DECISIONS_ON_PAGE, MOST_ROUNDS, Decisions

from ..table.generate import PREFIX
from .numbers.layout import S
from .world.box import box, quests

__all__ = ["QUEST", "TEAM", "DealtOptions", "Quest", "Strict", "TeamOptions"]


def _quests() -> list[Choice]:
    return [Choice(quest.id, f"{quest.number}. {quest.title}", quest.difficulty) for quest in quests()]


def _survivors() -> list[Choice]:
    return [Choice(sheet.id, sheet.name) for sheet in box().survivors]


QUEST: Final = Option(
    "id, alias or number of a quest, or the path of a quest file.",
    "what is to be done, and on which board",
    choices=_quests,
    pattern=PREFIX + r"[a-z0-9=,_]*",
)
TEAM: Final = Option(
    "number of survivors (the first of the list), or their names in roster order; ``mine.csv:zed`` is a survivor of your own file.",
    "the team",
    low=1,
    high=S,
    choices=_survivors,
)
_LIMIT: Final = Option(
    "what happens then: ``defeat``, the game is lost, or ``truncation``, it is cut off without rewards.", "what happens then", "known"
)

Quest = Annotated[str | int, QUEST]
Strict = Annotated[bool, Option("any death is a defeat in quests that end at the Exit (BP-3.R2).")]


@dataclass(frozen=True)
class TeamOptions(GameOptions):
    """Quest, team, players and rewards.

    Raises:
        ValueError: an option has an invalid value; the message names the remedy.
    """

    quest: Quest
    survivors: Annotated[int | Sequence[str] | None, TEAM] = 6
    decisions: Annotated[
        Decisions,
        Option(
            "``full`` asks every decision; ``actions`` only what survivors do on their turns, the rest takes the documented defaults.",
            DECISIONS_ON_PAGE,
        ),
    ] = "full"
    reward: Annotated[
        Literal["sparse", "shaped"],
        Option("``sparse`` (+1 won, -1 lost, for every survivor) or ``shaped`` (see ``reward``).", "", "known"),
    ] = "sparse"
    max_rounds: Annotated[
        int | None,
        Option("the game ends after this many rounds; None: no limit.", "the game ends after this many rounds", low=1, high=MOST_ROUNDS),
    ] = None
    at_max_rounds: Annotated[Literal["defeat", "draw", "truncation"], _LIMIT] = "defeat"
    players: Annotated[int | Sequence[Sequence[str]], Option("number of controllers, or the survivors of each (BP-3.R5).", asked="no")] = 1
    allow_small_team: Annotated[bool, Option("fewer survivors than the quest asks for, a variant.")] = False
    supply: Annotated[Mapping[str, int] | None, Option("miniatures by kind (BP-1.R2).", asked="no")] = None
    first_player: Annotated[int, Option("number of the controller that begins.", asked="no")] = 0
    cards: Annotated[
        str | None,
        Option("a CSV file of your own equipment cards, which are shuffled into the deck; columns as in ``equipment.csv``.", asked="no"),
    ] = None

    def plain(self) -> dict[str, object]:
        """Return the options as JSON values, without unchanged options that did not exist when the first games were recorded."""
        kept = {name: _plain(value) for name, value in vars(self).items()}
        if self.max_rounds is None and self.at_max_rounds == "defeat":
            del kept["at_max_rounds"]
        if self.cards is None:
            del kept["cards"]
        return kept


@dataclass(frozen=True)
class DealtOptions(TeamOptions):
    """Options of editions in which the players deal the starting cards."""

    survivors: Annotated[int | Sequence[str], TEAM] = 6
    at_max_rounds: Annotated[Literal["defeat", "truncation"], _LIMIT] = "defeat"
    deal: Annotated[
        Sequence[str] | None,
        Option(
            "the survivor that gets each starting card, in the order of setup, at least one card each; None: in turn (BP-D-2).", asked="no"
        ),
    ] = None
    start_zones: Annotated[
        Mapping[str, str] | None,
        Option("survivor -> one of the quest's starting zones; None: see BP-D-3.", asked="no"),
    ] = None


def _plain(value: object) -> object:
    """Return an option as a JSON value; an empty list or table is the default."""
    if isinstance(value, Mapping):
        return dict(value) or None
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value] or None
    return value
