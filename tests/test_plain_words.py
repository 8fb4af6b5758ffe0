"""Plain words: pages and results are free of phrases that a stranger has to decipher, docstrings have fewer of them with every change.

Tables that repeat the content and the observations of a game are not searched, nor are docstrings of the rules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("zombicide_env", "agents", "training", "benchmarks")

#: Pattern -> what to write instead, and how many places docstrings may still have. Lower a number when you mend places; never raise one.
PATTERNS: dict[str, tuple[str, int]] = {
    r"\banew\b": ("again; resample", 0),
    r"\bby lot\b": ("at random", 0),
    r"\bwholly\b": ("entirely, or nothing", 0),
    r"\bbeside\b": ("next to, with, besides", 4),
    r"\bin the mean\b": ("on average", 0),
    r"\bof one's own\b": ("your own, its own", 0),
    r"\b(?:from|seeds? \d+) on(?:wards)?\b(?! the| a)": ("from", 0),
    r"\bcom(?:es?|ing) along\b|\bgo(?:es)? along\b": ("is included", 0),
    r"\bknows? no\b": ("has no, without", 0),
    r"\b(?:he|him|his)\b": ("it, its, they: programs and survivors are not men", 0),
    r"\bwhoever\b": ("name the thing", 6),
    r"\b(?:those|one|ones|everybody|nobody|anybody|players?|agents?) who (?:is|are) (?:not )?asked\b": ("agents that are to move", 0),
    r"(?:^|[.;:,(] )who (?:is|has|are|plays|takes|sits|knows)\b": ("name the thing", 0),
    r"\bstands? (?:for|beside|in its|at the)\b": ("is, means", 0),
    r"\btold\b(?!\.py)|\btells\b": ("reports, records, emits, says", 7),
    r"\bthe same for everybody\b": ("the same for all", 0),
    r"\ba second\b(?= of| on|[.,;)]|$)": ("per second, for rates", 0),
    r"\bin turns\b": ("alternately, one after the other", 0),
    r"\bjudgements?\b": ("judgment, score", 0),
    r"(?<!there )\bis no\b(?! longer| more| opponent)": ("is not a", 0),
    r"\brules-based\b": ("rule-based", 0),
    r"\bsees? to it\b|\bwhat (?:it|they) (?:is|are) worth\b|\bdo(?:es)? without\b": ("say it directly", 1),
}


def _pages() -> Iterator[tuple[str, str]]:
    docs = ROOT / "zombicide_env" / "docs"
    written = (*docs.glob("*.md"), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")))
    results = (ROOT / "benchmarks" / "results").glob("*.md")
    for path in (*written, *results, *(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        yield path.name, _without_words(text) if path.name != "leaderboard.md" else re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)


def _without_words(page: str) -> str:
    """A page without the parts that repeat the content of a game."""
    return re.sub(r"^## (?:In short|Decisions|Observations|Events|Words)\n.*?(?=^## |\Z)", "", page, flags=re.MULTILINE | re.DOTALL)


def _docstrings() -> Iterator[tuple[str, str]]:
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.py")):
            if "games" in path.parts and path.name not in ("game.py", "base.py", "__init__.py"):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    text = ast.get_docstring(node)
                    if text and not getattr(node, "name", "").startswith("_"):
                        yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", text


PAGES = cache(lambda: list(_pages()))  # not when tests are collected, which every worker does
DOCSTRINGS = cache(lambda: list(_docstrings()))


def _found(pattern: str, texts: list[tuple[str, str]]) -> list[str]:
    search = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    return [f"{name}: ...{text[max(0, m.start() - 40) : m.end() + 30]!r}" for name, text in texts for m in search.finditer(text)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_page_uses_the_phrase(pattern: str) -> None:
    assert _found(pattern, PAGES()) == [], f"write: {PATTERNS[pattern][0]}"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_more_docstrings_use_the_phrase(pattern: str) -> None:
    instead, allowed = PATTERNS[pattern]
    found = _found(pattern, DOCSTRINGS())
    assert len(found) <= allowed, f"{len(found)} places, {allowed} allowed; write: {instead}\n" + "\n".join(found)
