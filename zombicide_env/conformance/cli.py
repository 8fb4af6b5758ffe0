"""``zombicide conformance PATH...``: check vectors and list the ones that fail."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .errors import VectorError
from .runner import Report, check
from .vectors import load

__all__ = ["main"]


def main(paths: Iterable[str | Path], json: bool = False) -> int:
    """Check all vectors of the files and folders ``paths``; the exit code is 0 only if every one passes.

    Prints one line per failed or invalid vector and a summary; with ``json`` one JSON document with every report
    instead. A path that cannot be loaded counts as invalid.
    """
    reports: list[Report] = []
    problems: list[str] = []
    for path in paths:
        try:
            vectors = load(path)
        except VectorError as error:
            problems.append(str(error))
            continue
        for vector in vectors:
            report = check(vector)
            reports.append(report)
            if not json and not report.passed:
                _say(report.line())
    failed = sum(1 for report in reports if not report.passed and not report.invalid)
    invalid = sum(1 for report in reports if report.invalid) + len(problems)
    passed = sum(1 for report in reports if report.passed)
    code = 0 if failed == 0 and invalid == 0 and passed > 0 else 1
    if json:
        document: dict[str, Any] = {
            "passed": passed,
            "failed": failed,
            "invalid": invalid,
            "problems": problems,
            "vectors": [report.as_dict() for report in reports],
        }
        _say(json_format.dumps(document, indent=2))
    else:
        for problem in problems:
            _say(f"INVALID: {problem}")
        _say(f"{passed} passed, {failed} failed, {invalid} invalid")
    return code


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
