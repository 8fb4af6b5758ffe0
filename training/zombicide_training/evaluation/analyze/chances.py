"""``zombicide analyze chances``: win rate of the games that reach each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zombicide_training.evaluation.charts import Climbs, Curves
from zombicide_training.evaluation.statistics import Interval, wilson

from .games import Games

__all__ = ["Chance", "chances", "panels"]

#: A round, the win rate of the games that reached it with its interval, and their number.
Chance = tuple[int, Interval, int]


def chances(games: Games) -> dict[str, list[Chance]]:
    """Return team (competitive: agent; with roles: role and agents) -> chance of winning by round, from round 1.

    The chance is the share of the games reaching a round that were won in the end.
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
    """Return the panels of the chart: the chance, and the number of games that it is based on."""
    return [
        Climbs("games won, of those still played", "round", {name: [(float(n), won) for n, won, _ in own] for name, own in found.items()}),
        Curves(
            "games still played", "round", "games", {name: [(float(n), float(count)) for n, _, count in own] for name, own in found.items()}
        ),
    ]
