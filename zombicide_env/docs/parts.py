"""Generated parts of pages that people write: tables between ``<!-- NAME:begin -->`` and ``<!-- NAME:end -->``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ..games import GAMES, OWN
from ..games.zombicide import EDITIONS, edition_module
from ..quests import quest_rows
from . import home
from .games import FOLDER, writer
from .results import RESULTS, ROOT
from .results import speed as measured_speed

Parts = Mapping[str, Callable[[], str]]

README: Final = ROOT / "README.md"
MAPPED: Final = "deaths, noise and moves per game"
DRAWN: Final = "survivors alive, games won, cards and skills used"
#: Games whose events have no places.
NO_BOARD: Final = ("hit_z_road",)


def pages() -> dict[Path, str]:
    """Path -> text of every page with its parts filled in.

    Raises:
        LookupError: a page has no place for a part of its own.
    """
    return {path: filled(path, parts) for path, parts in PAGES.items()} | {home.CITATION: home.citation(home.CITATION.read_text("utf-8"))}


def filled(path: Path, parts: Parts) -> str:
    """A page with its generated parts replaced by what the code says now."""
    text = path.read_text(encoding="utf-8")
    for name, make in parts.items():
        start, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
        head, begun, rest = text.partition(start)
        _, ended, tail = rest.partition(end)
        if not begun or not ended:
            raise LookupError(f"{path.name} lacks the lines {start.strip()!r} and {end!r}, between which its generated part {name!r} goes")
        text = head + start + make() + end + tail
    return text


def games() -> str:
    """The table of games with pictures and status, for the README."""
    return _games("zombicide_env/docs/")


def games_of_the_docs() -> str:
    """The same table for a page of the documentation."""
    return _games("")


def _games(folder: str) -> str:
    rows = []
    for game in OWN:
        page, title = f"{folder}{game}.md", GAMES[game].title
        picture = f"[![{title}: a board]({folder}pictures/{game}.png)]({page})"
        rows.append((picture, f"[{title}]({page})<br>`{game}`", f"{writer(game).extent(game)}; all rules"))
    return "| | game | content |\n| --- | --- | --- |\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def why() -> str:
    """Reasons to use the package, with the figures measured last."""
    rates = [_batch_rate(game) for game in OWN]
    titles = {quest: f"{title} ({GAMES[game].title})" for game, _, quest, title, _ in quest_rows()}
    measured = json.loads((RESULTS / "gains.json").read_text(encoding="utf-8"))["rows"]
    gains = max((row for row in measured if row["row"] in titles), key=_gained)
    trained, minutes = gains["agents"]["policy"]["won"][0], float(gains["trained"]["seconds"]) / 60
    rule_based = trained - _gained(gains)
    teams = _quests_won()
    best, greedy, random = max(teams.values()), teams["greedy"], teams["random"]
    searched, docs = _searched(), "zombicide_env/docs"
    return f"""\
- **Fast.** {min(rates) / 1e6:.1f} to {max(rates) / 1e6:.1f} million agent-steps per second on one core, masks and observations included
  (`make bench`). A game is one fixed-size record: copying or saving it is a memory copy.
- **Trustworthy.** {_rule_count():,} numbered rules, each covered by a conformance vector or a test, but for a few
  that state no behavior (`zombicide conformance --coverage`). The same seed and actions give the same bytes, on any number of threads.
- **Hard.** On average over Black Plague's eleven quests random play wins {random:.0%}, the rule-based player {greedy:.0%}, the best on the
  [leaderboard]({docs}/leaderboard.md) {best:.0%} (`zombicide benchmark strength`), a [search]({docs}/agents.md#the-search) {searched:.0%}.
- **Trains on two cores.** {minutes:.0f} minutes of `zombicide train` raise the win rate in {titles[gains["row"]]} from
  {rule_based:.0%}, the best rule-based player, to {trained:.0%} (`python -m zombicide_benchmarks.gains`).
- **Made for generalization.** Generated quests with separate train and test seeds, unfamiliar teammates, self-play, hidden information,
  [language models]({docs}/language_models.md), and people who play along in a browser (`zombicide serve`).
"""


def _gained(row: dict[str, Any]) -> float:
    """How much more the trained policy wins than the best rule-based player, 0 to 1."""
    won = {name: float(agent["won"][0]) for name, agent in row["agents"].items()}
    return won["policy"] - max(rate for name, rate in won.items() if name.startswith("greedy"))


def _searched() -> float:
    """Share of games of Black Plague's quests that the search with a fixed number of simulations has won."""
    found = json.loads((RESULTS / "search_quests.json").read_text(encoding="utf-8"))
    played = [row for row in found if row["label"].startswith("search:simulations=")]
    won = sum(int(row["games"]) * float(row["win_rate"]["value"]) for row in played)
    return won / sum(int(row["games"]) for row in played)


def _batch_rate(game: str) -> float:
    """Steps per second of ``Batch.step`` with 64 games and raw observations on one thread."""
    wanted = {"interface": "Batch.step", "games": 64, "threads": 1, "note": "uint8"}
    return next(float(row["per_second"]) for row in measured_speed(game)["steps"] if wanted.items() <= row.items())


def _rule_count() -> int:
    """Rule ids of all games."""
    lists = files("zombicide_env.conformance").joinpath("rules").iterdir()
    return sum(bool(line.strip()) and not line.startswith("#") for one in lists for line in one.read_text("utf-8").splitlines())


def _quests_won() -> dict[str, float]:
    """Agent of the leaderboard -> mean of its win rates on the quests of Black Plague."""
    from zombicide_benchmarks.strength.page import LEADERBOARD
    from zombicide_benchmarks.strength.result import results

    scores = {one.label: one.score("black_plague", "quests") for one in results(LEADERBOARD)}
    return {label: score.value for label, score in scores.items() if score is not None}


def speed() -> str:
    """The short table of the speed measured last."""
    path = RESULTS / "speed.short.md"
    if not path.exists():
        return "Not measured yet: `make bench`.\n"
    return path.read_text(encoding="utf-8")


def columns() -> str:
    """The columns of the tables of a dataset."""
    from zombicide_training.collect.dataset.columns import TABLES

    parts = []
    for table, own in TABLES.items():
        rows = [f"| `{column.name}` | `{column.type}` | {column.about} |\n" for column in own]
        parts.append(f"**{table}**\n\n| column | type | meaning |\n| --- | --- | --- |\n{''.join(rows)}")
    return "\n".join(parts)


def mapped() -> Iterator[tuple[str, str]]:
    """Game and quest of every analysis in the documentation; the quest is "" for a game without quests."""
    for game in OWN:
        yield from ((game, quest.id) for quest in _quests(game)) if game in EDITIONS else [(game, "")]


def maps() -> str:
    """The analyses of every quest and of the other games, as `make pictures` has drawn them."""
    lines: list[str] = []
    for game in OWN:
        lines.append(f"### {GAMES[game].title}\n")
        titles = {quest.id: quest.title for quest in _quests(game)} if game in EDITIONS else {game: GAMES[game].title}
        for name, title in titles.items():
            lines += [f"**{title}**\n"] if game in EDITIONS else []
            kinds = {"curves": DRAWN} if game in NO_BOARD else {"maps": MAPPED, "curves": DRAWN}
            lines += [f"![{title}: {what}](pictures/{kind}/{game}/{name}.png)\n" for kind, what in kinds.items()]
    return "\n".join(lines)


def _quests(game: str) -> Sequence[Any]:
    quests: Sequence[Any] = edition_module(game, "world.box").quests()
    return quests


PAGES: Final[Mapping[Path, Parts]] = {
    README: {"why": why, "install": home.install, "games": games, "cite": home.bibtex},
    FOLDER / "start.md": {"install": home.install},
    FOLDER / "games.md": {"games": games_of_the_docs},
    FOLDER / "performance.md": {"speed": speed},
    FOLDER / "data.md": {"columns": columns},
    FOLDER / "analysis.md": {"maps": maps},
}
