"""The results of the ladder as a page and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from zombicide_benchmarks.machine import described
from zombicide_benchmarks.plot import Climbs
from zombicide_benchmarks.plot import page as drawing
from zombicide_env.ladder import RUNGS, Rung
from zombicide_training.statistics import Interval, wilson

from .learners import TOGETHER, WORDS

__all__ = ["PICTURE", "page", "picture", "rungs"]

#: Beside the pages of the documentation.
PICTURE: Final = "ladder.svg"


def rungs(rates: Mapping[str, Any]) -> str:
    """The table of the rungs, with what random and rule-based play wins of each."""
    lines = [
        "| rung | id | what is to be done | team | time | boards | random | `greedy` |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, one in RUNGS.items():
        found = rates.get(name, {})
        players = [_percent(found[who]) if who in found else "" for who in ("random", "greedy")]
        team = str(one.options.get("survivors", one.options.get("players", "")))
        cells = [f"`{name}`", f"`{one.gymnasium_id}`", one.asks, team, _time(one), str(one.boards) if one.drawn else "1", *players]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _time(one: Rung) -> str:
    named = {"max_rounds": "rounds", "max_turns": "turns"}
    return next((f"{one.options[name]} {word}" for name, word in named.items() if name in one.options), "")


def page(results: Mapping[str, Any]) -> str:
    """The results as a Markdown page."""
    runs, rates = results["runs"], results["rates"]
    games = next(iter(rates.values()), {"games": 0})["games"]
    lines = [
        "# The ladder",
        "",
        "Written by `python -m zombicide_benchmarks.ladder`, which goes on where it was stopped. All rungs are house. Boards are drawn,",
        "other ones for training (`split=train`) than for tests (`split=test`).",
        f"Shares of {games} games on test boards, with 95 % intervals.",
        "",
        rungs(rates),
        "## Learning from nothing",
        "",
        "Nothing is given to a learner but the rung: no base, no imitation. Every policy is judged on test boards and draws its actions,",
        "as it does while it learns. Minutes are those of the processor, all threads together, since the",
        "machine was shared; looking at policies does not count. Intervals are those of the games of one run (Wilson), or from the",
        "weakest to the strongest of several seeds.",
        "",
        f"![Shares of games won over time](../../zombicide_env/docs/pictures/{PICTURE})",
        "",
        "| rung | learner | seeds | minutes | decisions | random | won at the end |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for rung, learner, found in _groups(runs):
        steps = sum(run["points"][-1][1] for run in found) / len(found)
        random = _percent(rates[rung]["random"]).split(" (")[0] if rung in rates else ""
        cells = [f"`{rung}`", WORDS.get(learner, learner), str(len(found)), f"{found[0]['minutes']:g}", f"{steps:,.0f}", random]
        lines.append(f"| {' | '.join([*cells, _percent(_end(found))])} |")
    about = results.get("machine")
    return "\n".join([*lines, "", *results.get("notes", ()), *(["", *described(about)] if about else []), ""])


def picture(results: Mapping[str, Any]) -> str:
    """Every rung that was learned as a panel of one SVG document."""
    panels = []
    for rung in (*RUNGS, TOGETHER):
        series = {WORDS.get(learner, learner): _series(found) for name, learner, found in _groups(results["runs"]) if name == rung}
        random = results["rates"].get(rung, {}).get("random")
        if series:
            panels.append(Climbs(rung, "minutes of the processor", series, {"random": random[0]} if random else {}))
    return drawing(panels)


def _groups(runs: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, list[Mapping[str, Any]]]]:
    """The runs of each rung and learner, of those the longest."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for run in runs:
        found.setdefault((run["rung"], run["learner"]), []).append(run)
    order = {name: i for i, name in enumerate((*RUNGS, TOGETHER))}
    kept = []
    for (rung, learner), group in sorted(found.items(), key=lambda item: order[item[0][0]]):
        most = max(run["minutes"] for run in group)
        kept.append((rung, learner, [run for run in group if run["minutes"] == most]))
    return kept


def _series(found: Sequence[Mapping[str, Any]]) -> list[tuple[float, Interval]]:
    looks = min(len(run["points"]) for run in found)
    return [(sum(run["points"][k][0] for run in found) / len(found) / 60, _at(found, k)) for k in range(looks)]


def _end(found: Sequence[Mapping[str, Any]]) -> Interval:
    return _at(found, -1)


def _at(found: Sequence[Mapping[str, Any]], look: int) -> Interval:
    shares = [run["points"][look][2] for run in found]
    if len(shares) == 1:
        games = found[0]["games"]
        return wilson(round(shares[0] * games), games)
    return Interval(sum(shares) / len(shares), min(shares), max(shares))


def _percent(found: Sequence[float]) -> str:
    return f"{100 * found[0]:.1f} % ({100 * found[1]:.1f} to {100 * found[2]:.1f})"
