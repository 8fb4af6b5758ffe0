"""The generated parts of the README: tables between ``<!-- NAME:begin -->`` and ``<!-- NAME:end -->``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from ..core.codec import markdown
from ..games import GAMES, OWN
from .games import writer
from .results import RESULTS, ROOT, league_rows, legend, mark, measured, percent
from .results import league as played_league

#: The quest on which teams are compared in the README.
TUTORIAL: Final = "danse_macabre"
PATH: Final = ROOT / "README.md"


def filled(text: str) -> str:
    """The README with every generated part made anew.

    Raises:
        LookupError: the README has no place for a part, or a place for one that does not exist.
    """
    places = re.findall(r"<!-- (\w+):begin -->", text)
    if sorted(places) != sorted(PARTS):
        raise LookupError(f"README.md has places for {', '.join(places) or 'nothing'}; it needs one each for {', '.join(PARTS)}")
    for name, make in PARTS.items():
        start, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
        head, _, rest = text.partition(start)
        _, found, tail = rest.partition(end)
        if not found:
            raise LookupError(f"README.md: {start.strip()!r} is not followed by {end!r}")
        text = head + start + make() + end + tail
    return text


def games() -> str:
    """The table of games with their status."""
    rows = []
    for game in OWN:
        page, of = f"zombicide_env/docs/{game}.md", writer(game)
        status = f"all rules, but [not everything around them]({page}#not-there-yet)" if of.lacking(game) else "complete"
        rows.append((f"[{GAMES[game].title}]({page})", f"`{game}`", f"{status}: {of.extent(game)}"))
    return "| game | id | status |\n| --- | --- | --- |\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def speed() -> str:
    """The short table of the speed measured last."""
    path = RESULTS / "speed.short.md"
    if not path.exists():
        return "Not measured yet: `make bench`.\n"
    return path.read_text(encoding="utf-8")


def strength() -> str:
    """The tables of what `zombicide evaluate --output benchmarks/results/strength_QUEST.json` and `zombicide league` have measured."""
    rows = [
        f"| {one['label']} | {one['episodes']} | {percent(one['win_rate'])}{mark(one, one['game'])} | {one['rounds']['value']:.1f} |\n"
        for one in measured(TUTORIAL)
    ]
    if not rows:
        return "Not measured yet.\n"
    first = measured(TUTORIAL)[0]
    limit, seeds = first["options"]["max_rounds"], f"{first['first_seed']} to {first['first_seed'] + first['episodes'] - 1}"
    teams = (
        f"Black Plague, `{TUTORIAL}`, six survivors, all decisions, the same seeds ({seeds}) for every team. "
        f"A game that is not over after {limit} rounds is not won.\n\n"
        f"| team | games | won (95 % interval) | rounds |\n| --- | ---: | ---: | ---: |\n{''.join(rows)}\n{legend(*rows)}"
        "The win rates of the other ten quests, which are much harder, are [on its page](zombicide_env/docs/black_plague.md#quests).\n"
    )
    league = league_rows("hit_z_road", downwards=True)
    if not league:
        return teams
    rated = markdown(league)
    return (
        f"{teams}\nHit Z Road, everybody in every seat equally often, each table from seed {_league_seed()} on:\n\n{rated}{legend(rated)}"
    )


def _league_seed() -> int:
    found = played_league("hit_z_road")
    assert found is not None
    return int(found["tables"][0]["first_seed"])


PARTS: Final[Mapping[str, Callable[[], str]]] = {"games": games, "speed": speed, "strength": strength}
