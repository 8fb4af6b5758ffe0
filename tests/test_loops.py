"""Coroutines of tests run in a thread of their own: after a test that drove a browser, this one has a running loop."""

from __future__ import annotations

from pathlib import Path


def test_coroutines_are_run_by_the_helper(root: Path) -> None:
    own, tests = "asyncio.run" + "(", root / "tests"
    found = {path.relative_to(tests).as_posix() for path in tests.rglob("*.py") if own in path.read_text(encoding="utf-8")}
    assert found == {"play/wire.py"}  # which is in a thread already
