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

#: What is counted, as events name it.
THINGS: Final = ("card", "skill")
#: Kinds of events that are uses; where a game has none of them, all kinds count that name a thing.
USES: Final = ("attack", "cast", "eat", "use", "ignore", "skill", "play", "collect", "gave_up")
_MOST: Final = 20  # bars of a panel


@dataclass
class UsageConfig(AnalyzeConfig):
    """Draw how often cards and skills are used in a game, by kind of use."""

    events: tuple[str, ...] = ()
    """kinds of events that count, as in the tables of datasets (attack, cast, draw ...); default: those that are uses"""


def usage(games: Games, kinds: Sequence[str] = ()) -> dict[str, dict[str, dict[str, float]]]:
    """Thing ("card", "skill") -> kind of event -> name of the card or skill -> uses per game.

    Raises:
        ValueError: a kind that names neither a card nor a skill.
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
    """Thing -> the kinds of events that count."""
    naming = {thing: [kind.name for kind in game.event_codec.kinds if thing in kind.columns.values()] for thing in THINGS}
    known = {kind for kinds in naming.values() for kind in kinds}
    for kind in chosen:
        if kind not in known:
            raise ValueError(f"{game.id} names no card and no skill in these events: {unknown('event', kind, sorted(known))}")
    return {thing: [kind for kind in kinds if kind in (chosen or USES)] or ([] if chosen else kinds) for thing, kinds in naming.items()}


def panels(found: Mapping[str, Mapping[str, Mapping[str, float]]], most: int = _MOST) -> list[Bars]:
    """The panels of the picture: the ``most`` cards and skills that are used most."""
    drawn = []
    for thing, kinds in found.items():
        totals = {name: sum(own.get(name, 0.0) for own in kinds.values()) for name in {name for own in kinds.values() for name in own}}
        names = sorted(totals, key=lambda name: (-totals[name], name))[:most]
        if names:
            drawn.append(Bars(f"{thing}s, uses per game", {name: totals[name] for name in names}, parts=kinds))
    return drawn
