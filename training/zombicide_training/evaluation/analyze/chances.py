"""``zombicide analyze chances``: how often games are won that are still played in a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zombicide_training.evaluation.charts import Climbs, Curves
from zombicide_training.evaluation.statistics import Interval, wilson

from .games import Games

__all__ = ["Chance", "chances", "panels"]

#: A round, the share of games played in it that are won with its interval, and how many games were.
Chance = tuple[int, Interval, int]


def chances(games: Games) -> dict[str, list[Chance]]:
    """Team (of rivals: agent; of roles: role and agents) -> the chance of winning in each round, from round 1.

    A frequency: of the games that were still played in a round, those that were won in the end.
    """
    ended: dict[str, list[tuple[int, float]]] = {}
    for one in games:
        for name, won in one.shares():
            ended.setdefault(name, []).append((one.rounds, won))
    return {name: [_chance(number, own) for number in range(1, max(own)[0] + 1)] for name, own in ended.items()}


def _chance(number: int, ended: Sequence[tuple[int, float]]) -> Chance:
    playing = [won for rounds, won in ended if rounds >= number]
    return number, wilson(sum(playing), len(playing)), len(playing)


def panels(found: Mapping[str, Sequence[Chance]]) -> list[Climbs | Curves]:
    """The panels of the picture: the chance, and of how many games it is the share."""
    return [
        Climbs("games won, of those still played", "round", {name: [(float(n), won) for n, won, _ in own] for name, own in found.items()}),
        Curves(
            "games still played", "round", "games", {name: [(float(n), float(count)) for n, _, count in own] for name, own in found.items()}
        ),
    ]
