"""The latest measurements, for the pages: the files of ``benchmarks/results``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from ..core.game import FIRST_REVISION
from ..games import GAMES

ROOT: Final = Path(__file__).parents[2]
EARLIER: Final = "†"
"""Mark of results by an earlier revision of a game's rules."""
RESULTS: Final = ROOT / "benchmarks" / "results"


def _stored(name: str) -> Any:
    """Return the content of a file of results, () if it does not exist."""
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else ()


def measured(quest: str) -> list[dict[str, Any]]:
    """Summaries of the teams measured on a quest (``zombicide evaluate --output strength_QUEST.json``); none if there is no file."""
    return list(_stored(f"strength_{quest}"))


def balance(game: str) -> list[dict[str, Any]]:
    """Games of each team against each kind of master (``python -m zombicide_benchmarks.balance``); none if there is no file."""
    return list(_stored(f"balance_{game}"))


def payoffs(game: str) -> dict[str, Any]:
    """Teams against masters, mission by mission (``python -m zombicide_benchmarks.payoffs``); empty if there is no file."""
    return dict(_stored(f"payoffs_{game}"))


def factions(game: str) -> dict[str, Any]:
    """Win rates of factions (``python -m zombicide_benchmarks.factions``); nothing if there is no file."""
    return dict(_stored(f"factions_{game}"))


def calibration() -> dict[str, Any]:
    """Estimated chances of winning and results (``python -m zombicide_benchmarks.calibration``)."""
    return dict(json.loads((RESULTS / "calibration.json").read_text(encoding="utf-8")))


def speed(game: str) -> dict[str, Any]:
    """Speed of the game (``zombicide benchmark --game GAME``); empty if there is no file."""
    return dict(_stored(f"speed_{game}"))


def league(game: str) -> dict[str, Any] | None:
    """The league played last (``zombicide league --output league_GAME.json``), None if there is no file."""
    return dict(_stored(f"league_{game}")) or None


def league_rows(game: str) -> list[dict[str, str]]:
    """Win rates of one seat of an agent against another agent in all other seats."""
    found = league(game)
    if found is None:
        return []
    order = sorted(found["agents"], key=lambda name: -found["ratings"][name]["value"])
    rows = sorted(found["alone"], key=lambda row: (order.index(row["agent"]), order.index(row["against"]), row["players"]))
    return [
        {
            "one seat of": row["agent"],
            "against": row["against"],
            "players": str(row["players"]),
            "games": str(row["games"]),
            "won (95 % interval)": percent(row) + mark(found["tables"][0], game),
            "fair share": f"{100 * row['fair_share']:.1f} %",
        }
        for row in rows
    ]


def rules_of(result: Mapping[str, Any]) -> int:
    """Revision of the rules of a result; the first revision if it names none."""
    return int(result.get("record", result).get("rules_revision", FIRST_REVISION))


def mark(result: Mapping[str, Any], game: str) -> str:
    """`` †`` for a result of another revision of the rules than the current one, else ""."""
    today: Any = GAMES[game].load()
    return "" if rules_of(result) == today.rules_revision else f" {EARLIER}"


def legend(*tables: str) -> str:
    """The line that explains the mark, "" if no table has it."""
    return f"{EARLIER} Played under an earlier revision of the rules.\n" if any(EARLIER in text for text in tables) else ""


def seeds(measured: Iterable[Mapping[str, Any]]) -> str:
    """The first seeds of the games: ``with seeds from 0 or 40000``."""
    return f"with seeds from {' or '.join(map(str, sorted({one['first_seed'] for one in measured})))}"


def percent(interval: Mapping[str, float]) -> str:
    """A share with its interval, ``86.5 % (81.1 to 90.6)``."""
    return f"{100 * interval['value']:.1f} % ({100 * interval['low']:.1f} to {100 * interval['high']:.1f})"


def points(interval: Mapping[str, float]) -> str:
    """A difference of shares with its interval, ``+3.1 (+0.4 to +5.8)``."""
    return f"{100 * interval['value']:+.1f} ({100 * interval['low']:+.1f} to {100 * interval['high']:+.1f})"


__all__ = [
    "EARLIER",
    "RESULTS",
    "ROOT",
    "balance",
    "calibration",
    "factions",
    "league",
    "league_rows",
    "legend",
    "mark",
    "measured",
    "payoffs",
    "percent",
    "points",
    "rules_of",
    "seeds",
]
