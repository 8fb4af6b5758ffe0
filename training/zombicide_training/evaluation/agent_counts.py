"""Counts of agents in results: what agents report (``Agent.counts``), what runners count of them, and the marks that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from zombicide_agents import Agent
from zombicide_agents.faults import KINDS

if TYPE_CHECKING:
    from zombicide_training.evaluation.series import Evaluation

__all__ = [
    "FORFEITS",
    "MARK",
    "About",
    "Counts",
    "about_all",
    "cells",
    "columns",
    "counted",
    "marked",
    "marks_of",
    "marks_together",
    "named",
    "notes",
    "shown",
    "summed",
    "tallied",
]

#: What happened how often, by name.
Counts = dict[str, int]
#: The count of games that an agent has forfeited; those by kind of fault stand beside it.
FORFEITS: Final = "forfeits"
#: What is said of an agent that is handed the true state.
OPEN_EYED: Final = "is shown what is hidden from its seat, and the dice to come"
#: What tables put behind the name of an agent whose result is not all its own.
MARK: Final = "*"


def counted(team: Sequence[Agent], before: Sequence[Mapping[str, int]] | None = None) -> list[Counts]:
    """Counts of the different agents of a team, in the order in which they sit; with ``before``, an earlier answer, those since then."""
    now = [{name: int(n) for name, n in agent.counts.items()} for agent in dict.fromkeys(team)]
    if before is None:
        return now
    return [{name: n - then.get(name, 0) for name, n in counts.items()} for counts, then in zip(now, before, strict=True)]


def summed(parts: Iterable[Mapping[str, int]]) -> Counts:
    """Counts of several parts together."""
    total: Counts = {}
    for part in parts:
        for name, n in part.items():
            total[name] = total.get(name, 0) + n
    return total


def named(names: Sequence[str], team: Sequence[Agent], counts: Sequence[Mapping[str, int]]) -> dict[str, Counts]:
    """Counts by the names of a team; agents of one name count together, those that count nothing are left out.

    Args:
        names: of each seat.
        team: the agent of each seat.
        counts: of the different agents, as ``counted`` gives them.
    """
    found: dict[str, Counts] = {}
    for agent, own in zip(dict.fromkeys(team), counts, strict=True):
        name = names[list(team).index(agent)]
        if own or name in found:
            found[name] = summed([found.get(name, {}), own])
    return found


@dataclass(frozen=True)
class About:
    """What has to be known of an agent, besides its counts, to say how its result came about.

    Attributes:
        true_state, marking: as of ``Agent``.
        reason: why it has forfeited its first game, "": it has forfeited none.
    """

    true_state: bool
    marking: tuple[str, ...]
    reason: str = ""


def about_all(names: Sequence[str], team: Sequence[Agent], reasons: Sequence[str]) -> dict[str, About]:
    """Of each agent by its name; ``reasons`` are those of the different agents of the team, in the order in which they sit."""
    found: dict[str, About] = {}
    for agent, reason in zip(dict.fromkeys(team), reasons, strict=True):
        name = names[list(team).index(agent)]
        known = found.get(name)
        found[name] = About(agent.true_state, agent.marking, (known.reason if known else "") or reason)
    return found


def marks_of(counts: Mapping[str, Mapping[str, int]], about: Mapping[str, About]) -> dict[str, list[str]]:
    """Remarks on agents in addition to their results, by name; nothing of the others.

    That they see too much, their ``marking`` counts that are not 0, and which games they have forfeited.
    """
    found: dict[str, list[str]] = {}
    for name, agent in about.items():
        own = counts.get(name, {})
        said = [OPEN_EYED] if agent.true_state else []
        said += [f"{what} {own[what]:,}" for what in agent.marking if own.get(what)]
        if own.get(FORFEITS):
            kinds = ", ".join(f"{kind} {own[kind]:,}" for kind in KINDS if own.get(kind))
            said.append(f"{FORFEITS} {own[FORFEITS]:,} ({kinds}), the first because {agent.reason}")
        if said:
            found[name] = said
    return found


def columns(rows: Iterable[Mapping[str, int]]) -> list[str]:
    """The counts that are not 0 everywhere: a column of a table for each."""
    return [name for name, n in summed(rows).items() if n]


def cells(counts: Mapping[str, int], wanted: Sequence[str]) -> list[str]:
    """The cells of a row under ``columns``."""
    return [f"{counts[name]:,}" if name in counts else "" for name in wanted]


def notes(marks: Iterable[Mapping[str, Sequence[str]]]) -> list[str]:
    """Lines below a table, one for each agent that is marked in it."""
    said: dict[str, list[str]] = {}
    for one in marks:
        for name, words in one.items():
            known = said.setdefault(name, [])
            known += [word for word in words if word not in known]
    return [f"{MARK} {name}: {'; '.join(words)}" for name, words in said.items()]


def marked(name: str, marks: Mapping[str, Any]) -> str:
    """The name as tables show it."""
    return name + MARK if name in marks else name


def tallied(tables: Sequence[Evaluation]) -> dict[str, Counts]:
    """Agent -> its counts in all tables of a league."""
    names = dict.fromkeys(name for table in tables for name in table.counts)
    return {name: summed(table.counts.get(name, {}) for table in tables) for name in names}


def marks_together(tables: Sequence[Evaluation]) -> dict[str, list[str]]:
    """``marks_of`` all tables of a league."""
    about: dict[str, About] = {}
    for table in tables:
        for name, agent in table.about.items():
            if name not in about or not about[name].reason:
                about[name] = agent
    return marks_of(tallied(tables), about)


def shown(tables: Sequence[Evaluation]) -> list[Any]:
    """What a league's tables have counted, as rich tables and lines; nothing where all counts are 0 and nobody is marked."""
    from rich.table import Table
    from rich.text import Text

    found = tallied(tables)
    wanted = columns(found.values())
    counted = Table("agent", title="counts")
    for head in wanted:
        counted.add_column(head, justify="right")
    for name, counts in found.items():
        counted.add_row(name, *cells(counts, wanted))
    return [*([counted] if wanted else []), *map(Text, notes([marks_together(tables)]))]
