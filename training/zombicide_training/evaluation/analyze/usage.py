"""``zombicide analyze usage``: how often cards and skills are used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zombicide_env.core.words import unknown
from zombicide_training.evaluation.charts import Bars

from .games import AnalyzeConfig, Games

__all__ = ["UsageConfig", "panels", "usage"]

#: Entities of the event columns that are counted.
THINGS: Final = ("card", "skill")
#: Kinds of events that are uses; if a game has none of them, all kinds that name a card or skill count.
USES: Final = ("attack", "cast", "eat", "use", "ignore", "skill", "play", "collect", "gave_up")
_MOST: Final = 20  # maximum number of bars per panel


@dataclass
class UsageConfig(AnalyzeConfig):
    """Plot how often cards and skills are used per game, by kind of use."""

    events: tuple[str, ...] = ()
    """kinds of events to count, as in the tables of datasets (attack, cast, draw ...); default: all kinds that are uses"""


def usage(games: Games, kinds: Sequence[str] = ()) -> dict[str, dict[str, dict[str, float]]]:
    """Return thing ("card", "skill") -> kind of event -> name of the card or skill -> uses per game.

    Raises:
        ValueError: events of a kind name neither a card nor a skill.
    """
    counts = {thing: {kind: Counter[str]() for kind in own} for thing, own in _kinds(games[0].game, kinds).items()}
    columns = {kind.name: kind.columns for kind in games[0].game.event_codec.kinds}
    for one in games:
        for _, kind, values in one.events:
            for column, thing in columns.get(kind, {}).items():
                if thing in counts and kind in counts[thing] and values[column]:
                    counts[thing][kind][values[column]] += 1
    return {
        thing: {kind: {name: n / len(games) for name, n in found.items()} for kind, found in own.items() if found}
        for thing, own in counts.items()
    }


def _kinds(game: Any, chosen: Sequence[str]) -> dict[str, list[str]]:
    """Return thing -> kinds of events to count."""
    naming = {thing: [kind.name for kind in game.event_codec.kinds if thing in kind.columns.values()] for thing in THINGS}
    known = {kind for kinds in naming.values() for kind in kinds}
    for kind in chosen:
        if kind not in known:
            raise ValueError(f"{game.id} names no card and no skill in these events: {unknown('event', kind, sorted(known))}")
    return {thing: [kind for kind in kinds if kind in (chosen or USES)] or ([] if chosen else kinds) for thing, kinds in naming.items()}


def panels(found: Mapping[str, Mapping[str, Mapping[str, float]]], most: int = _MOST) -> list[Bars]:
    """Return the panels of the chart, with the ``most`` most used cards and skills."""
    drawn = []
    for thing, kinds in found.items():
        totals = {name: sum(own.get(name, 0.0) for own in kinds.values()) for name in {name for own in kinds.values() for name in own}}
        names = sorted(totals, key=lambda name: (-totals[name], name))[:most]
        if names:
            drawn.append(Bars(f"{thing}s, uses per game", {name: totals[name] for name in names}, parts=kinds))
    return drawn
