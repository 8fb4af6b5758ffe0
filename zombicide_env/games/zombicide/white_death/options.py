"""Options of White Death."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from zombicide_env.core.options import Option

from .team_options import DealtOptions, Quest

__all__ = ["Options"]


@dataclass(frozen=True)
class Options(DealtOptions):
    """Common options, the modes of WD-20 to WD-23, and rulings."""

    quest: Quest = "preparing_for_battle"
    ultra: Annotated[bool, Option("Ultra mode (WD-21).", "the tracker starts again at Red, and further skills can be learned")] = False
    abomination_fest: Annotated[
        bool, Option("the fest mode (WD-20.1, WD-20.2).", "further Abominations come while others are on the board")
    ] = False
    abomination_deck: Annotated[int, Option("cards of the Abomination deck (WD-20.2).", asked="no", high=99)] = 0
    many_necromancers: Annotated[
        bool, Option("further Necromancers (WD-20.6, WD-20.7).", "further Necromancers come while the Defiler is on the board")
    ] = False
    necromancer_deck: Annotated[int, Option("cards of the deck of Necromancers (WD-20.7).", asked="no", high=99)] = 0
    guard_skill_cards: Annotated[
        int | None,
        Option("a number by which Guard skill cards are dealt to survivors without such a skill (WD-23); None: none.", asked="no"),
    ] = None
    guard_absorbs: Annotated[int, Option("attacks that one Guard takes (WD-13.14).", asked="no", low=1, high=9)] = 1
    rulings: Annotated[
        Mapping[str, Any] | None,
        Option(
            'rulings of WD-29B to override, by name (``numbers.rulings``), such as ``{"food_costs_action": True}``; also '
            "``guard_stats`` (``melee`` and ``ranged``: range from, to, accuracy, damage) and ``lorna_guard_skill_type`` (melee, ranged or "
            "combat), ``spawn_tokens_at_setup`` (1 to 4, WD-2.12), and the numbers of tokens that a legend leaves open "
            '(``content/counts.csv``), such as ``{"quest1_cauldrons": 3, "quest1_defile": 4}``.',
            asked="no",
        ),
    ] = None
