"""Counters of agents in results: those of the agents (``Agent.counts``) and of the runners, and the marks derived from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from zombicide_agents import Agent
from zombicide_agents.base import counts_of
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

#: Name -> number of occurrences.
Counts = dict[str, int]
#: Name of the counter of games that an agent has forfeited; there are also counters by kind of fault.
FORFEITS: Final = "forfeits"
#: Remark on an agent that receives the true state.
OPEN_EYED: Final = "is shown what is hidden from its seat, and the dice to come"
#: Suffix in tables of the name of an agent with remarks on its result.
MARK: Final = "*"


def counted(team: Sequence[Agent], before: Sequence[Mapping[str, int]] | None = None) -> list[Counts]:
    """Return the counters of the distinct agents of a team, in seat order; with ``before``, an earlier result, the increases since then."""
    now = [counts_of(agent) for agent in dict.fromkeys(team)]
    if before is None:
        return now
    return [{name: n - then.get(name, 0) for name, n in counts.items()} for counts, then in zip(now, before, strict=True)]


def summed(parts: Iterable[Mapping[str, int]]) -> Counts:
    """Return the sum of counters."""
    total: Counts = {}
    for part in parts:
        for name, n in part.items():
            total[name] = total.get(name, 0) + n
    return total


def named(names: Sequence[str], team: Sequence[Agent], counts: Sequence[Mapping[str, int]]) -> dict[str, Counts]:
    """Return name -> counters for a team; counters of agents with the same name are added, agents without counters omitted.

    Args:
        names: name of each seat.
        team: agent of each seat.
        counts: counters of the distinct agents, as returned by ``counted``.
    """
    found: dict[str, Counts] = {}
    for agent, own in zip(dict.fromkeys(team), counts, strict=True):
        name = names[list(team).index(agent)]
        if own or name in found:
            found[name] = summed([found.get(name, {}), own])
    return found


@dataclass(frozen=True)
class About:
    """Properties of an agent that, with its counters, determine the remarks on its result.

    Attributes:
        true_state, marking: see ``Agent``.
        reason: why it forfeited its first forfeited game, "" if there is none.
    """

    true_state: bool
    marking: tuple[str, ...]
    reason: str = ""


def about_all(names: Sequence[str], team: Sequence[Agent], reasons: Sequence[str]) -> dict[str, About]:
    """Return name -> ``About`` for a team; ``reasons``: one per distinct agent, in seat order."""
    found: dict[str, About] = {}
    for agent, reason in zip(dict.fromkeys(team), reasons, strict=True):
        name = names[list(team).index(agent)]
        known = found.get(name)
        found[name] = About(agent.true_state, agent.marking, (known.reason if known else "") or reason)
    return found


def marks_of(counts: Mapping[str, Mapping[str, int]], about: Mapping[str, About]) -> dict[str, list[str]]:
    """Return name -> remarks on its result, for agents with remarks.

    Remarks are: it receives the true state, its ``marking`` counters that are not 0, and the games that it has forfeited.
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
    """Return the names of counters that are not 0 everywhere; each gets a column of the table."""
    return [name for name, n in summed(rows).items() if n]


def cells(counts: Mapping[str, int], wanted: Sequence[str]) -> list[str]:
    """Return the cells of a row for these columns."""
    return [f"{counts[name]:,}" if name in counts else "" for name in wanted]


def notes(marks: Iterable[Mapping[str, Sequence[str]]]) -> list[str]:
    """Return the lines below a table, one per marked agent."""
    said: dict[str, list[str]] = {}
    for one in marks:
        for name, words in one.items():
            known = said.setdefault(name, [])
            known += [word for word in words if word not in known]
    return [f"{MARK} {name}: {'; '.join(words)}" for name, words in said.items()]


def marked(name: str, marks: Mapping[str, Any]) -> str:
    """Return the name as shown in tables, with a mark if there are remarks."""
    return name + MARK if name in marks else name


def tallied(tables: Sequence[Evaluation]) -> dict[str, Counts]:
    """Return agent -> its counters summed over all tables of a league."""
    names = dict.fromkeys(name for table in tables for name in table.counts)
    return {name: summed(table.counts.get(name, {}) for table in tables) for name in names}


def marks_together(tables: Sequence[Evaluation]) -> dict[str, list[str]]:
    """Return the remarks (see ``marks_of``) over all tables of a league."""
    about: dict[str, About] = {}
    for table in tables:
        for name, agent in table.about.items():
            if name not in about or not about[name].reason:
                about[name] = agent
    return marks_of(tallied(tables), about)


def shown(tables: Sequence[Evaluation]) -> list[Any]:
    """Return the counters and remarks of a league as rich tables and lines; [] if all counters are 0 and there are no remarks."""
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
