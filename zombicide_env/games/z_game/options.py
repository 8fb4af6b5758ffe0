"""Options of Z-Game (ZG-0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from ...core.form import Choice
from ...core.numbers import whole
from ...core.options import GameOptions, Option
from ..base import DECISIONS_ON_PAGE, Decisions
from .numbers.layout import TARGETS, P

__all__ = ["Options"]


def _targets() -> list[Choice]:
    return [Choice(name, name, f"{points} points") for name, points in TARGETS.items()]


@dataclass(frozen=True)
class Options(GameOptions):
    """Options of a game.

    Raises:
        ValueError: an option has an invalid value.
    """

    players: Annotated[int, Option("2 to 4.", "", low=2, high=P)] = 4
    target: Annotated[
        Literal["blitz", "standard", "epic"],
        Option("victory points that end the game, ``blitz`` 10, ``standard`` 15, ``epic`` 20 (ZG-5.9).", "", choices=_targets),
    ] = "standard"
    trade: Annotated[
        Literal["off", "scheming", "business", "full"], Option("``off``, ``scheming``, ``business`` or ``full`` (ZG-11.7).", "")
    ] = "full"
    quick_start: Annotated[bool, Option("every player starts with a claim next to the Base (ZG-17.2).")] = False
    fog_of_war: Annotated[bool, Option("tiles lie face down until somebody enters them (ZG-17.3).")] = False
    terrain_knowledge: Annotated[
        bool, Option("the players lay the tiles (ZG-17.7); not with ``fog_of_war``.", "the players lay the tiles; not with fog of war")
    ] = False
    herd_instinct: Annotated[bool, Option("weak zombies bring others (ZG-17.8).")] = False
    pharmacy_business: Annotated[bool, Option("a captured Pharmacy can be searched for medicine (ZG-17.10).")] = False
    survivor_search: Annotated[bool, Option("survivors are searched for, not found on zombies (ZG-17.11).")] = False
    few_but_effective: Annotated[bool, Option("every faction has its own five fighters (ZG-17.13).")] = False
    sabotage_combo: Annotated[bool, Option("destroying and stealing are one effect (ZG-13.30).")] = False
    leader_speed: Annotated[int, Option("1 or 2 (ZG-8.3).", "", low=1, high=2)] = 1
    max_turns: Annotated[
        int | None,
        Option(
            "last turn; the player with the most points after its night wins; None: 20, 30 or 40, depending on the target (ZG-5.13).",
            "the last turn; the player with the most points then wins",
            low=1,
            high=999,
        ),
    ] = None
    first_player: Annotated[int | None, Option("seat that acts first in turn 1; None: drawn (ZG-4.5).", "", "known", low=0, high=P - 1)] = (
        None
    )
    zombie_fight_order: Annotated[Literal["player_block", "rounds"], Option("``player_block`` or ``rounds`` (ZG-12.21).", "", "known")] = (
        "player_block"
    )
    auto_skip: Annotated[bool, Option("a decision with one legal action is not asked (ZG-0.5).", "", "known")] = True
    decisions: Annotated[
        Decisions,
        Option(
            "``full`` asks every decision; ``actions`` asks what the players do, the rest takes the defaults of ZG-20.1.", DECISIONS_ON_PAGE
        ),
    ] = "full"
    reward: Annotated[
        Literal["zero_sum", "win", "score", "shaped"],
        Option(
            "``zero_sum`` pays 1/k to each of k winners and -1/(n-k) to the others (ZG-5.17); ``win`` pays 1/k to the winners and 0 to the "
            "others; ``score`` pays the lead in points over the best other player, divided by the target and clipped to -1 .. 1; "
            "``shaped`` adds to ``zero_sum`` 1/target for each point as it is scored, which the others pay in equal parts.",
            "",
            "known",
        ),
    ] = "zero_sum"
    house: Annotated[str | None, Option("a file with your own house tables, laid over those of the package.", asked="no")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.first_player is not None:
            whole("first_player", self.first_player, 0, self.players - 1)
        if self.fog_of_war and self.terrain_knowledge:
            raise ValueError("fog_of_war and terrain_knowledge exclude each other (ZG-17.1): switch one of them off")
