"""Options of Apocalypse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from zombicide_env.core.options import Option
from zombicide_env.games.base import DECISIONS_ON_PAGE, MOST_ROUNDS, Decisions

from .numbers.cards import PACK_NAMES
from .team_options import QUEST, TEAM, Strict, TeamOptions

__all__ = ["Options"]


@dataclass(frozen=True)
class Options(TeamOptions):
    """Common options, the Zombie Master, packs of cards, and draws."""

    quest: Annotated[str | int, replace(QUEST, begins="tutorial")] = "small_town"
    survivors: Annotated[
        int | Sequence[str] | None,
        replace(
            TEAM,
            meaning="their number or names in roster order; None: as many as the players and the mission ask for (AP-2.7, AP-2.R8).",
            begins=6,
        ),
    ] = None
    decisions: Annotated[
        Decisions,
        Option(
            "``full`` asks every decision of AP-24; ``actions`` only what survivors do on their turns and which card the Zombie Master "
            "plays in its phase, if any; everything else, including the paths of its zombies, takes the documented defaults.",
            DECISIONS_ON_PAGE,
        ),
    ] = "full"
    reward: Annotated[
        Literal["sparse", "shaped"],
        Option("``sparse`` (+1 for a side that has won, -1 for the other, 0 for a draw) or ``shaped`` (see ``reward``).", "", "known"),
    ] = "sparse"
    max_rounds: Annotated[
        int | None,
        Option(
            "the game ends after this many rounds; None, or more than 30: after 30 (AP-3.R2).",
            "the game ends after this many rounds",
            low=1,
            high=MOST_ROUNDS,
        ),
    ] = None
    at_max_rounds: Annotated[
        Literal["defeat", "draw", "truncation"],
        Option(
            "what happens then: ``defeat``, the Zombie Master wins; ``draw``, as in AP-3.R2; ``truncation``, the game is cut off without "
            "rewards.",
            "what happens then",
            "known",
        ),
    ] = "defeat"
    zombie_master: Annotated[
        bool,
        Option(
            "False: nobody plays against the survivors, zombies divide as in Black Plague (AP-2.R4).", "somebody plays the Zombie Master"
        ),
    ] = True
    packs: Annotated[Sequence[str], Option("packs of cards, in addition to ``base`` (AP-2.R7).", asked="no")] = PACK_NAMES
    strict_all_survivors: Strict = False
    zm_free_when_quiet: Annotated[
        bool,
        Option("without Noise the Zombie Master moves freely (AP-18.R6).", "without Noise the Zombie Master moves zombies freely"),
    ] = False
    deal: Annotated[
        Mapping[str, str] | None, Option("survivor -> starting card, for survivors that do not draw theirs at random.", asked="no")
    ] = None
