"""White Death as a game: its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zombicide_env.core.form import Field
from zombicide_env.games.base import DEFEAT

from .base import Zombicide


class WhiteDeath(Zombicide):
    """White Death with its options chosen.

    Args:
        quest: id, alias or number of a quest, or the path of a quest file.
        survivors: number of survivors (the first of the list), or their names in roster order; ``mine.csv:zed`` is a
            survivor of your own file.
        decisions: ``full`` asks every decision of WD-27; ``actions`` only what survivors do in their turns, the rest
            takes the documented defaults.
        reward: ``sparse`` (+1 won, -1 lost, for every survivor) or ``shaped`` (see ``reward``).
        max_rounds: time runs out after so many rounds; None: never.
        at_max_rounds: what happens then: ``defeat``, the game is lost, or ``truncation``, it is cut off and nobody is paid.
        players: number of controllers, or the survivors of each (WD-2.2).
        allow_small_team: fewer survivors than the quest asks for, a variant.
        ultra: Ultra mode (WD-21).
        abomination_fest, abomination_deck: the fest mode, and the cards of the Abomination deck (WD-20.1, WD-20.2).
        many_necromancers, necromancer_deck: further Necromancers, and the cards of their deck (WD-20.6, WD-20.7).
        guard_skill_cards: a number by which Guard skill cards are dealt to survivors without such a skill (WD-23); None: none.
        guard_absorbs: attacks that one Guard takes (WD-13.14).
        rulings: rulings of WD-29B to override, by name (``numbers.own.RULINGS``), such as
            ``{"food_costs_action": True}``; also ``guard_stats`` (``melee`` and ``ranged``: range from, to, accuracy, damage)
            and ``lorna_guard_skill_type`` (melee, ranged or combat), ``spawn_tokens_at_setup`` (1 to 4, WD-2.12), and the numbers of
            tokens that a legend leaves open (``content/counts.csv``), such as ``{"quest1_cauldrons": 3, "quest1_defile": 4}``.
        supply: miniatures by kind.
        deal, start_zones, first_player: the players' choices at setup (WD-2.6, WD-2.8, WD-2.9); None is the documented default.
        cards: a CSV file of your own equipment cards, which are shuffled into the deck; columns as in ``equipment.csv``.

    Raises:
        ValueError: an option has a value that it cannot have; the message names the remedy.
    """

    rules_revision = 2
    own_fields = (
        Field("ultra", "bool", False, doc="the tracker starts again at Red, and further skills can be learned"),
        Field("abomination_fest", "bool", False, doc="further Abominations come while others are on the board"),
        Field("many_necromancers", "bool", False, doc="further Necromancers come while the Defiler is on the board"),
    )

    def __init__(
        self,
        quest: str | int = "preparing_for_battle",
        survivors: int | Sequence[str] = 6,
        decisions: str = "full",
        reward: str = "sparse",
        max_rounds: int | None = None,
        at_max_rounds: str = DEFEAT,
        players: int | Sequence[Sequence[str]] = 1,
        allow_small_team: bool = False,
        ultra: bool = False,
        abomination_fest: bool = False,
        abomination_deck: int = 0,
        many_necromancers: bool = False,
        necromancer_deck: int = 0,
        guard_skill_cards: int | None = None,
        guard_absorbs: int = 1,
        rulings: Mapping[str, Any] | None = None,
        supply: Mapping[str, int] | None = None,
        deal: Sequence[str] | None = None,
        start_zones: Mapping[str, str] | None = None,
        first_player: int = 0,
        cards: str | None = None,
    ) -> None:
        super().__init__(
            quest,
            survivors,
            decisions,
            reward,
            players,
            cards,
            max_rounds=max_rounds,
            at_max_rounds=at_max_rounds,
            allow_small_team=allow_small_team,
            ultra=ultra,
            abomination_fest=abomination_fest,
            abomination_deck=abomination_deck,
            many_necromancers=many_necromancers,
            necromancer_deck=necromancer_deck,
            guard_skill_cards=guard_skill_cards,
            guard_absorbs=guard_absorbs,
            rulings=rulings,
            supply=supply,
            deal=deal,
            start_zones=start_zones,
            first_player=first_player,
        )
