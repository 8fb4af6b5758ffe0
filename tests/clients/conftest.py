"""Win rates of the programs, printed at the end of their tests: the figures of ``docs/trainers.md``."""

from __future__ import annotations

from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print a line for each program that counts its wins."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.stats.get(outcome, ()) if report.when == "call"]
    won = [(report.nodeid, shares) for report in reports for name, shares in report.user_properties if name == "won" and shares]
    if won:
        terminalreporter.section("games won")
    for test, shares in won:
        terminalreporter.line(f"{', '.join(f'{share:.0%}' for share in shares):>6}  {test.partition('[')[2].rstrip(']')}")
