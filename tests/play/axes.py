"""Accessibility violations that axe finds on a page; modules that import this are skipped where axe is not installed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import library

pytest.importorskip("axe_playwright_python", reason=library("axe-playwright-python"))

from axe_playwright_python.sync_playwright import Axe

__all__ = ["everywhere", "violations"]


def violations(page: Any, where: str) -> list[str]:
    """List the violations, with their elements."""
    found = Axe().run(page).response["violations"]
    return [f"{where}: {rule['id']}: {node['html'][:150]}" for rule in found for node in rule["nodes"][:3]]


def everywhere(page: Any, where: str) -> list[str]:
    """List the violations in both themes and both languages."""
    found = violations(page, where)
    page.click("#theme")
    other = page.get_attribute("#language", "lang")
    page.click("#language")
    page.wait_for_selector(f"html[lang={other}] #title:not(:empty)")
    page.wait_for_selector("#map svg, #board svg")
    return found + violations(page, where)
