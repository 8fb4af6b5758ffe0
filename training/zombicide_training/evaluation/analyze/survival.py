"""``zombicide analyze survival``: share of survivors alive, by round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_training.evaluation.charts import Climbs
from zombicide_training.evaluation.statistics import Interval

from .games import Games, Recorded

__all__ = ["curves", "survival"]

_RESAMPLES: Final = 200
#: (kind of event, column of the figure) of eliminations; the first kind that the game has is used.
OUT: Final = (("eliminated", "who"), ("death", "who"))


def survival(games: Games) -> dict[str, list[tuple[float, Interval]]]:
    """Return team -> share of its survivors (competitive: players) alive after each round, from round 0, where all are alive.

    Kaplan-Meier estimate: finished games do not count for later rounds, so that a quick victory is not mistaken for long survival.  The
    95 % intervals are from 200 bootstrap samples of the games, because survivors of the same game are not independent.

    Raises:
        ValueError: the game has no event for deaths.
    """
    kind, column = _out(games[0].game)
    teams: dict[str, list[Recorded]] = {}
    for one in games:
        teams.setdefault(one.label, []).append(one)
    return {team: list(_curve(own, kind, column)) for team, own in teams.items()}


def curves(found: Mapping[str, Sequence[tuple[float, Interval]]], who: str) -> Climbs:
    """Return the panel of the chart."""
    return Climbs(f"{who} alive", "round", found)


def people(game: Any) -> str:
    """Return what is counted: "survivors" or "players"."""
    return "players" if _out(game)[0] == "eliminated" else "survivors"


def _out(game: Any) -> tuple[str, str]:
    kinds = {kind.name for kind in game.event_codec.kinds}
    for kind, column in OUT:
        if kind in kinds:
            return kind, column
    raise ValueError(f"{game.id} has no event of a death, so there is no survival curve")


def _curve(games: Games, kind: str, column: str) -> Iterator[tuple[float, Interval]]:
    rounds = max(one.rounds for one in games)
    risk, died = np.zeros((2, len(games), rounds + 1), np.int64)  # number alive at the beginning of a round, and number of deaths in it
    for g, one in enumerate(games):
        alive = _people(one, kind)
        deaths: dict[str, int] = {}
        for number, name, values in one.events:
            if name == kind:
                deaths.setdefault(values[column], number)
        for number in range(1, one.rounds + 1):
            risk[g, number] = alive
            died[g, number] = sum(when == number for when in deaths.values())
            alive -= died[g, number]
    draw = np.random.default_rng(0)
    samples = np.array([_kept(risk, died, draw.multinomial(len(games), np.full(len(games), 1 / len(games)))) for _ in range(_RESAMPLES)])
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    for number, share in enumerate(_kept(risk, died, np.ones(len(games), np.int64))):
        yield float(number), Interval(float(share), float(low[number]), float(high[number]))


def _kept(risk: NDArray[np.int64], died: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the curve with game g counted ``weights[g]`` times, float64 ``[rounds + 1]``."""
    there, gone = weights @ risk, weights @ died
    kept: NDArray[np.float64] = np.cumprod(1.0 - gone / np.maximum(there, 1))
    return kept


def _people(one: Recorded, kind: str) -> int:
    """Return the number of figures at the start."""
    if kind == "eliminated":
        return len(one.game.agents)
    master = one.game.type.parts.get("zombie_master", ())
    return len(one.game.agents) - len(master)
