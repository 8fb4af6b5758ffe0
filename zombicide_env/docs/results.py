"""What was measured last, for the pages: the files of ``benchmarks/results``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
RESULTS: Final = ROOT / "benchmarks" / "results"


def measured(quest: str) -> list[dict[str, Any]]:
    """Summaries of the teams measured on a quest (``zombicide evaluate --output strength_QUEST.json``); none if there is no file."""
    path = RESULTS / f"strength_{quest}.json"
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []


def percent(interval: Mapping[str, float]) -> str:
    """A share with its interval, ``86.5 % (81.1 to 90.6)``."""
    return f"{100 * interval['value']:.1f} % ({100 * interval['low']:.1f} to {100 * interval['high']:.1f})"


__all__ = ["RESULTS", "ROOT", "measured", "percent"]
