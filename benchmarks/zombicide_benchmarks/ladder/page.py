"""The results of the ladder as a page and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from zombicide_benchmarks.machine import described
from zombicide_benchmarks.results import percent
from zombicide_env.ladder import RUNGS, Rung
from zombicide_training.evaluation.charts import Climbs, svg
from zombicide_training.evaluation.statistics import Interval, wilson

from .learners import PLACES, WORDS

__all__ = ["FULL_MINUTES", "PICTURE", "page", "picture", "rungs"]

#: Folder of the documentation's pictures.
PICTURE: Final = "ladder.svg"
FULL_MINUTES: Final = 4
"""Minutes of a run in the full protocol."""


def rungs(rates: Mapping[str, Any]) -> str:
    """Return the table of the rungs, with the win rates of random and rule-based play."""
    lines = [
        "| rung | id | what is to be done | team | time | boards | games | random | `greedy` |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, one in RUNGS.items():
        found = rates.get(name, {})
        players = [percent(found[who]) if who in found else "" for who in ("random", "greedy")]
        team = str(one.options.get("survivors", one.options.get("players", "")))
        boards, games = str(one.boards) if one.drawn else "1", str(found.get("games", ""))
        cells = [f"`{name}`", f"`{one.gymnasium_id}`", one.asks, team, _time(one), boards, games, *players]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _time(one: Rung) -> str:
    named = {"max_rounds": "rounds", "max_turns": "turns"}
    return next((f"{one.options[name]} {word}" for name, word in named.items() if name in one.options), "")


def page(results: Mapping[str, Any]) -> str:
    """Return the results as a Markdown page."""
    runs, rates = results["runs"], results["rates"]
    lines = [
        "# The ladder",
        "",
        "Written by `python -m zombicide_benchmarks.ladder`, a resumable command. All rungs are house rules. Boards are random, and",
        "those of `split=train` differ from those of `split=test`. Win rates are measured on test boards, with 95 % intervals.",
        "",
        rungs(rates),
        "## Learning from scratch",
        "",
        "A learner gets the rung and nothing else: no base policy, no imitation. Policies sample their actions in evaluations, as they",
        "do in training. Minutes are processor time, all threads together, without evaluations. Intervals are Wilson intervals over the",
        "games of a run, or the range over several seeds.",
        *_short(runs),
        "",
        f"![Win rates over time](../../zombicide_env/docs/pictures/{PICTURE})",
        "",
        "| rung | learner | seeds | minutes | decisions | random | won at the end |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for rung, learner, found in _groups(runs):
        steps = sum(run["points"][-1][1] for run in found) / len(found)
        random = percent(rates[rung]["random"]).split(" (")[0] if rung in rates else ""
        cells = [f"`{rung}`", WORDS.get(learner, learner), str(len(found)), f"{found[0]['minutes']:g}", f"{steps:,.0f}", random]
        lines.append(f"| {' | '.join([*cells, percent(_end(found))])} |")
    lines += _together(results)
    about = results.get("machine")
    return "\n".join([*lines, "", *(described(about) if about else []), ""])


def _together(results: Mapping[str, Any]) -> list[str]:
    """Return runs over several rungs at once: their final win rates, next to the longest run of our loop on each rung alone."""
    runs = [run for run in results["runs"] if "each" in run]
    if not runs:
        return []
    heads = " | ".join(f"{run['learner']}, {run['minutes']:g} min" for run in runs)
    alone = {rung: found for rung, learner, found in _groups(results["runs"]) if learner == "own"}
    lines = [
        "",
        "## A curriculum",
        "",
        "One policy for all small rungs, trained from scratch by `zombicide train --ladder ... --curriculum ...`: win rates by rung at",
        "the end, next to our loop on that rung alone (with its minutes).",
        "",
        f"| rung | random | alone | {heads} |",
        f"| --- | {'---: | ' * (len(runs) + 2)}".rstrip(),
    ]
    for rung in runs[0]["each"]:
        random = f"{100 * results['rates'][rung]['random'][0]:.0f} %" if rung in results["rates"] else ""
        single = f"{100 * _end(alone[rung]).value:.0f} % ({alone[rung][0]['minutes']:g} min)" if rung in alone else ""
        together = " | ".join(f"{100 * run['each'][rung]:.0f} %" for run in runs)
        lines.append(f"| `{rung}` | {random} | {single} | {together} |")
    return lines


def _short(runs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a note if less was measured than the protocol requires."""
    brief = sum(run["minutes"] < FULL_MINUTES for run in runs)
    if not brief:
        return []
    return [
        "",
        f"The full protocol has three seeds of {FULL_MINUTES} minutes for each rung and learner, and five seeds on three rungs.",
        f"**{brief} of {len(runs)} runs here are shorter**; the columns show seeds and minutes. The same command continues from here.",
    ]


def picture(results: Mapping[str, Any]) -> str:
    """Return an SVG document with one panel per learned rung."""
    panels = []
    for rung in PLACES:
        series = {WORDS.get(learner, learner): _series(found) for name, learner, found in _groups(results["runs"]) if name == rung}
        random = results["rates"].get(rung, {}).get("random")
        if series:
            panels.append(Climbs(rung, "minutes of processor time", series, {"random": random[0]} if random else {}))
    return svg(panels)


def _groups(runs: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, list[Mapping[str, Any]]]]:
    """Return the longest runs of each rung and learner."""
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for run in runs:
        found.setdefault((run["rung"], run["learner"]), []).append(run)
    kept = []
    for (rung, learner), group in sorted(found.items(), key=lambda item: PLACES[item[0][0]]):
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
