"""Options of Hit Z Road."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from ...core.options import GameOptions, Option
from ..base import DECISIONS_ON_PAGE, MOST_ROUNDS, Decisions
from .numbers.layout import ROUNDS, P

__all__ = ["Options"]


@dataclass(frozen=True)
class Options(GameOptions):
    """Options of a game.

    Raises:
        ValueError: an option has an invalid value.
    """

    players: Annotated[int, Option("1 (solo mode) to 4.", "1: the solo mode", low=1, high=P)] = 4
    decisions: Annotated[
        Decisions,
        Option(
            "``full`` asks every decision of HZ-14; ``actions`` asks bids, routes, shots and flights, the rest takes the documented "
            "defaults.",
            DECISIONS_ON_PAGE,
        ),
    ] = "full"
    reward: Annotated[
        Literal["win", "zero_sum", "score"],
        Option(
            "``win`` pays 1 to the winner, 1/k to each of k winners, 0 to the others (HZ-11.R3); ``zero_sum`` pays 2/k - 1 to the winners "
            "and -1 to the others; ``score`` pays the lead over the best other score, divided by 22 and clipped to -1 .. 1.  "
            "In the last two an eliminated player gets -1 at once.  Solo mode always pays score / 22, at most 1, and 0 for a lost game "
            "(HZ-13.R5).",
            "",
            "known",
        ),
    ] = "win"
    max_rounds: Annotated[
        int | None,
        Option("the game lasts this many rounds; None, or more than 8: 8.", "the game lasts this many rounds", low=1, high=MOST_ROUNDS),
    ] = None
    at_max_rounds: Annotated[
        Literal["scoring", "truncation"],
        Option(
            "what happens after fewer than 8: ``scoring``, as after the eighth, or ``truncation``, the game is cut off and players still "
            "in it are paid nothing.",
            "what happens then",
            "known",
        ),
    ] = "scoring"

    @property
    def shortened(self) -> bool:
        """Whether the game ends before its last round."""
        return self.max_rounds is not None and self.max_rounds < ROUNDS
