"""Pages of results: tables, pictures, and the leaderboard with its protocol."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from zombicide_env.core import files
from zombicide_env.docs.results import EARLIER, legend
from zombicide_training import charts
from zombicide_training.counts import MARK, columns
from zombicide_training.statistics import Interval, bootstrap_ratio

from ..report import table
from . import words
from .protocol import PARTNERS, PARTS, PROTOCOL, Part, trials
from .result import Result, Row, results

__all__ = ["LEADERBOARD", "leaderboard", "picture", "report"]

#: The results that are shown, and in ``responses`` those that only show what can be reached beside a partner.
LEADERBOARD: Final = Path(__file__).parents[2] / "leaderboard"
TITLES: Final[dict[Part, str]] = {
    "quests": "The eleven quests",
    "boards": "Unseen boards",
    "partners": "Unfamiliar partners",
    "league": "Hit Z Road",
}


# ---- pages -----------------------------------------------------------------------------------------------------------


def leaderboard(folder: Path = LEADERBOARD) -> tuple[str, Callable[[], str]]:
    """The page of the leaderboard as Markdown, which shows ``pictures/leaderboard.svg``, and what draws that picture.

    Raises:
        ResultError: a file of the folder is not a result of this protocol.
    """
    shown = _ranked(list(results(folder)))
    text = [words.head(), *tables(shown, _known(folder)), *_notes(shown), words.protocol(), words.submit()]
    return "\n".join(text).rstrip("\n") + "\n", lambda: picture(shown)


def report(result: Result, path: Path, folder: Path = LEADERBOARD) -> list[Path]:
    """Write the page and the picture of one result next to its JSON; returns the paths of the three."""
    page, svg = path.with_suffix(".md"), path.with_suffix(".svg")
    remark = f" **Only a trial, of at most {result.games} games each: no result of the protocol.**" if result.size == "trial" else ""
    head = [
        f"# {result.label}",
        "",
        f"Played by protocol {PROTOCOL} of `zombicide benchmark strength`, `{result.agent}`.{remark}",
        "",
        f"![Scores with their intervals]({svg.name})",
        "",
    ]
    text = [*head, *tables([result], _known(folder)), *_notes([result])]
    files.write(page, "\n".join(text).rstrip("\n") + "\n")
    files.write(svg, picture([result]))
    return [path, page, svg]


def _ranked(found: Sequence[Result]) -> list[Result]:
    """The best first: by the quests, or where these are not whole, by what there is."""

    def standing(result: Result) -> tuple[float, ...]:
        scores = [result.score(part) for part in PARTS]
        return tuple(-1.0 if score is None else score.value for score in scores)

    return sorted(found, key=standing, reverse=True)


def picture(shown: Sequence[Result]) -> str:
    """A panel for each part."""
    panels = []
    for part, title in TITLES.items():
        scores = {result.label: score for result in shown if (score := result.score(part)) is not None}
        high = 1.0 if part != "league" else max([2.0, *(math.ceil(score.high) for score in scores.values())])
        panels.append(charts.Rates(f"{title}: {'times the fair share' if part == 'league' else 'won'}", scores, high))
    return charts.svg(panels)


# ---- tables ----------------------------------------------------------------------------------------------------------


def tables(shown: Sequence[Result], known: Mapping[str, tuple[str, Row]]) -> list[str]:
    """Lines of all tables; ``known``: trial -> who has the best known response, and its row."""
    lines = _overview(shown, known)
    if any(row.earlier for result in shown for row in result.rows.values()):
        lines += [legend(EARLIER)]
    for part in ("quests", "boards"):
        lines += [f"## {TITLES[part]}", "", *_rates(part, shown)]
    lines += [f"## {TITLES['partners']}", "", "Share of the games that were won:", "", *_rates("partners", shown, known)]
    lines += _relative(shown, known)
    lines += [f"## {TITLES['league']}", "", "Wins of its one seat, of a shared win the share:", "", *_rates("league", shown)]
    return lines


def _overview(shown: Sequence[Result], known: Mapping[str, tuple[str, Row]]) -> list[str]:
    head = ["agent", "games", "quests", "boards", "partners", "of the best known", "Hit Z Road, fair shares", "decisions/s", "revision"]
    rows = []
    for result in shown:
        scores = {part: result.score(part) for part in PARTS}
        league = scores["league"]
        rows.append(
            [
                result.label + (MARK if result.marks else "") + (f" {EARLIER}" if any(row.earlier for row in result.rows.values()) else ""),
                f"{sum(len(row.outcomes) for row in result.rows.values()):,}{'' if result.size == 'full' else f' ({result.size})'}",
                *(_percent(scores[part]) for part in ("quests", "boards", "partners")),
                _percent(_share_of_known([row.trial.key for row in result.of("partners")], result, known) if scores["partners"] else None),
                "" if league is None else f"{league.value:.2f} ({league.low:.2f} to {league.high:.2f})",
                "" if math.isnan(result.speed) else f"{result.speed:,.0f}",
                ", ".join(dict.fromkeys(str(made["revision"])[:7] for made in result.made)),
            ]
        )
    return table(head, rows)


def _rates(part: Part, shown: Sequence[Result], known: Mapping[str, tuple[str, Row]] | None = None) -> list[str]:
    """A row for each trial of a part, a column for each agent that has played one of it."""
    players = [result for result in shown if result.of(part)]
    if not players:
        return ["Not played.", ""]
    rows = []
    for key, trial in trials().items():
        if trial.part == part:
            cells = [_rate(result.rows.get(key)) for result in players]
            best = [f"{_rate(known[key][1])}: {known[key][0]}" if key in known else ""] if known is not None else []
            rows.append([trial.name, *cells, *best])
    return table(["", *(result.label for result in players), *(["best known"] if known is not None else [])], rows)


def _relative(shown: Sequence[Result], known: Mapping[str, tuple[str, Row]]) -> list[str]:
    """What agents win beside each partner by what the best known response wins in the same seats."""
    players = [result for result in shown if result.score("partners") is not None]
    if not players or not known:
        return []
    rows = []
    for partner in PARTNERS:
        keys = [key for key, trial in trials().items() if trial.part == "partners" and trial.name.startswith(f"{partner}, ")]
        rows.append([partner, *(_percent(_share_of_known(keys, result, known)) for result in players)])
    return ["By the best known response, all numbers of seats together:", "", *table(["", *(one.label for one in players)], rows)]


def _share_of_known(keys: Sequence[str], result: Result, known: Mapping[str, tuple[str, Row]]) -> Interval | None:
    """Wins by those of the best known responses in the same games (the first ones, where the result has fewer)."""
    if any(key not in known or known[key][1].rules != result.rows[key].rules for key in keys) or not keys:
        return None
    mine = [result.rows[key].worth for key in keys]
    best = [known[key][1].worth[: len(worth)] for key, worth in zip(keys, mine, strict=True)]
    if any(len(first) != len(second) for first, second in zip(mine, best, strict=True)):
        return None
    return bootstrap_ratio(mine, best)


def _known(folder: Path) -> dict[str, tuple[str, Row]]:
    """Trial -> label and row of who has won most beside its partner, of all full results that are kept; nothing without the repository."""
    best: dict[str, tuple[str, Row]] = {}
    for result in (*results(folder), *results(folder / "responses")):
        for row in result.of("partners") if result.size == "full" else ():
            key = row.trial.key
            if key not in best or (row.rules, row.rate.value) > (best[key][1].rules, best[key][1].rate.value):
                best[key] = result.label, row
    return best


def _rate(row: Row | None) -> str:
    """Of a trial that was played, with a mark if that was by an earlier revision of the rules."""
    return "" if row is None else f"{_percent(row.rate)}{f' {EARLIER}' if row.earlier else ''}"


def _percent(found: Interval | None) -> str:
    if found is None or math.isnan(found.value):
        return ""
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def _notes(shown: Sequence[Result]) -> list[str]:
    """Who the agents are, and what they cannot play."""
    lines = ["## The agents", ""]
    for result in shown:
        about = f": {result.about}" if result.about else ""
        counts = "".join(f" {name.capitalize()}: {result.counts[name]:,}." for name in columns([result.counts]))
        marked = f" {MARK} Marked: {'; '.join(result.marks)}." if result.marks else ""
        refused = f" It cannot play {len(result.refused)} of the {len(trials())} trials." if result.refused else ""
        lines.append(f"- `{result.agent}`{about}.{refused}{counts}{marked}")
    return [*lines, ""]
