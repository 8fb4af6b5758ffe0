"""Pages of results: tables, pictures, and the leaderboard with its protocol."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from zombicide_env.core import files
from zombicide_env.docs.results import EARLIER
from zombicide_env.games import GAMES as ENTRIES
from zombicide_training.evaluation import charts
from zombicide_training.evaluation.agent_counts import MARK, columns
from zombicide_training.evaluation.statistics import Interval, bootstrap_ratio

from ..report import table
from . import words
from .protocol import GAMES, PARTNERS, PARTS, PROTOCOL, Part, trials
from .result import Result, Row, results
from .shares import Known, best_known, score

__all__ = ["LEADERBOARD", "leaderboard", "picture", "ranked", "report"]

#: Results to show, and in ``responses`` those that only show what is possible.
LEADERBOARD: Final = Path(__file__).parents[2] / "leaderboard"
TITLES: Final[dict[Part, str]] = {
    "quests": "Quests",
    "boards": "Unseen boards",
    "partners": "Unfamiliar partners",
    "zombie_master": "Zombie Master",
    "opponents": "Opponents",
}


# ---- pages -----------------------------------------------------------------------------------------------------------


def leaderboard(folder: Path = LEADERBOARD) -> tuple[str, Callable[[], str]]:
    """Return the leaderboard page as Markdown, which shows ``pictures/leaderboard.svg``, and the panels of that picture.

    Raises:
        ResultError: a file of the folder is not a result of this protocol.
    """
    known = best_known(folder)
    shown = ranked(list(results(folder)), known)
    text = [words.head(), *tables(shown, known), *_notes(shown), words.protocol(), words.submit()]
    return "\n".join(text).rstrip("\n") + "\n", lambda: picture(shown, known)


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
    known = best_known(folder)
    text = [*head, *tables([result], known), *_notes([result])]
    files.write(page, "\n".join(text).rstrip("\n") + "\n")
    files.write(svg, picture([result], known))
    return [path, page, svg]


def ranked(found: Sequence[Result], known: Known) -> list[Result]:
    """Return the results, the best over all games first; those that do not play all games follow, sorted by what they have."""

    def standing(result: Result) -> tuple[float, ...]:
        scores = [score(result, known), *(score(result, known, [game]) for game in GAMES)]
        return tuple(-1.0 if one is None else one.value for one in scores)

    return sorted(found, key=standing, reverse=True)


def picture(shown: Sequence[Result], known: Known) -> str:
    """Return a panel for all games together and one for each game, the best agents first and all with the same scale."""
    found = {
        title: {result.label: one for result in shown if (one := score(result, known, games)) is not None}
        for title, games in [("All five games", GAMES), *((ENTRIES[game].title, (game,)) for game in GAMES)]
    }
    high = max([1.0, *(one.high for scores in found.values() for one in scores.values())])
    return charts.svg(
        [
            charts.Rates(f"{title}: share of the best known", dict(sorted(scores.items(), key=lambda item: -item[1].value)), high)
            for title, scores in found.items()
        ]
    )


# ---- tables ----------------------------------------------------------------------------------------------------------


def tables(shown: Sequence[Result], known: Known) -> list[str]:
    """Return lines of all tables; ``known``: trial -> label of the best known agent, and its row."""
    lines = _overview(shown, known) + _cost(shown)
    if any(row.earlier for result in shown for row in result.rows.values()):
        lines += [f"{EARLIER} Played under an earlier revision of the rules, or against former weights of an opponent.\n"]
    for game in GAMES:
        lines += [f"## {ENTRIES[game].title}", ""]
        for part in (part for of, part in PARTS if of == game):
            lines += [f"### {ENTRIES[game].title}: {TITLES[part].lower()}", "", words.what(game, part), ""]
            lines += _rates(game, part, shown, known)
            lines += _relative(game, shown, known) if part == "partners" else []
    return lines


def _overview(shown: Sequence[Result], known: Known) -> list[str]:
    head = ["agent", "all five games", *(ENTRIES[game].title for game in GAMES)]
    rows = []
    for result in shown:
        label = result.label + (MARK if result.marks else "")
        label += f" {EARLIER}" if any(row.earlier for row in result.rows.values()) else ""
        rows.append([label, _percent(score(result, known)), *(_percent(score(result, known, [game])) for game in GAMES)])
    return table(head, rows)


def _cost(shown: Sequence[Result]) -> list[str]:
    """Return the cost of playing."""
    rows = []
    for result in shown:
        ms = "" if math.isnan(result.milliseconds) else f"{result.milliseconds:.3g}"
        games = f"{sum(len(row.outcomes) for row in result.rows.values()):,}{'' if result.size == 'full' else f' ({result.size})'}"
        revisions = ", ".join(dict.fromkeys((made["revision"] or made["packages"].get("zombicide-env", ""))[:7] for made in result.made))
        rows.append([result.label, games, f"{result.decisions:,}", ms, f"{result.hours:.2f}", revisions])
    head = ["agent", "games", "decisions", "ms per decision", "core hours", "revision"]
    return ["Cost of these games, including the rules and the other players:", "", *table(head, rows)]


def _rates(game: str, part: Part, shown: Sequence[Result], known: Known) -> list[str]:
    """Return a row for each trial of a part, a column for each agent that has played one of it."""
    players = [result for result in shown if result.of(game, part)]
    if not players:
        return ["Not played.", ""]
    rows = []
    for key, trial in trials().items():
        if trial.place == (game, part):
            best = f"{_rate(known[key][1])}: {known[key][0]}" if key in known and known[key][1].rate.value > 0 else ""
            rows.append([trial.name, *(_rate(result.rows.get(key)) for result in players), best])
    return table(["", *(result.label for result in players), "best known"], rows)


def _relative(game: str, shown: Sequence[Result], known: Known) -> list[str]:
    """Return agents' wins with each partner, divided by those of the best known response in the same seats."""
    players = [result for result in shown if result.whole(game, "partners")]
    if not players or not known:
        return []
    rows = []
    for partner in PARTNERS[game]:
        keys = [key for key, trial in trials().items() if trial.place == (game, "partners") and trial.name.startswith(f"{partner}, ")]
        rows.append([partner, *(_percent(_share_of_known(keys, result, known)) for result in players)])
    return ["By the best known response, all numbers of seats together:", "", *table(["", *(one.label for one in players)], rows)]


def _share_of_known(keys: Sequence[str], result: Result, known: Known) -> Interval | None:
    """Return the wins divided by those of the best known responses in the same games (the first ones, if the result has fewer)."""
    if any(key not in known or known[key][1].rules != result.rows[key].rules for key in keys) or not keys:
        return None
    mine = [result.rows[key].worth for key in keys]
    best = [known[key][1].worth[: len(worth)] for key, worth in zip(keys, mine, strict=True)]
    if any(len(first) != len(second) for first, second in zip(mine, best, strict=True)):
        return None
    return bootstrap_ratio(mine, best)


def _rate(row: Row | None) -> str:
    """Return the rate of a played trial, marked if it is an earlier one (``Row.earlier``)."""
    return "" if row is None else f"{_percent(row.rate)}{f' {EARLIER}' if row.earlier else ''}"


def _percent(found: Interval | None) -> str:
    if found is None or math.isnan(found.value):
        return ""
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def _notes(shown: Sequence[Result]) -> list[str]:
    """Return descriptions of the agents, and what they cannot play."""
    lines = ["## The agents", ""]
    for result in shown:
        about = f": {result.about}" if result.about else ""
        counts = "".join(f" {name.capitalize()}: {result.counts[name]:,}." for name in columns([result.counts]))
        marked = f" {MARK} Marked: {'; '.join(result.marks)}." if result.marks else ""
        refused = f" It cannot play {len(result.refused)} of the {len(trials())} trials." if result.refused else ""
        lines.append(f"- `{result.agent}`{about}.{refused}{counts}{marked}")
    return [*lines, ""]
