"""Plain words: pages, results, options and messages are free of phrases that need deciphering; docstrings lose them over time.

Tables that repeat the content and the observations of a game are not searched.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("zombicide_env", "agents", "training", "benchmarks")
#: Functions whose arguments are shown to people.
SPEAKING = ("add_argument", "Command", "error", "fail", "Option", "Parser", "print", "Refusal", "Text")

#: Pattern -> replacement, and how many docstrings may still match. Lower a number when you fix docstrings; never raise one.
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
    r"\bwhoever\b": ("name the thing", 0),
    r"\b(?:those|one|ones|everybody|nobody|anybody|players?|agents?) who (?:is|are) (?:not )?asked\b": ("agents that are to move", 0),
    r"(?:^|[.;:,(] )who (?:is|has|are|plays|takes|sits|knows)\b": ("name the thing", 0),
    r"\bstands? (?:for|beside|in its|at the)\b": ("is, means", 1),
    r"\btold\b(?!\.py)|\btells\b": ("reports, records, emits, says", 10),
    r"\bthe same for everybody\b": ("the same for all", 0),
    r"\ba second\b(?= of\b| on\b|[.,;)]|$)": ("per second, for rates", 0),
    r"\bin turns\b": ("alternately, one after the other", 0),
    r"\bjudgements?\b": ("judgment, score", 0),
    r"(?<!there )\bis no\b(?! longer| more| opponent| table of rows)": ("is not a", 0),
    r"\brules-based\b": ("rule-based", 0),
    r"\bsees? to it\b|\bwhat (?:it|they) (?:is|are) worth\b|\bdo(?:es)? without\b": ("say it directly", 0),
    r"\bthe own\b(?! loop)": ("its, your, the observer's", 0),
    r"\bso many\b(?! of| that)": ("this many, the number of", 0),
    r"\bgo(?:es)? on\b": ("continue, resume, is not over", 0),
    r"\bone seat further\b": ("to the next seat", 0),
    r"\bimagin(?:ed?|es)\b": ("simulated", 0),
    r"\b(?:decisions?|steps|games|moves|lines?|numbers?|objects?|files?) a (?:second|line|game|minute)\b": ("per", 0),
    r"\bbrings? about\b|\bbrought about\b": ("cause; effects", 0),
    r"\bdata sets?\b": ("dataset", 0),
}


def _pages() -> Iterator[tuple[str, str]]:
    docs = ROOT / "zombicide_env" / "docs"
    written = (*docs.glob("*.md"), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")))
    results = (ROOT / "benchmarks" / "results").glob("*.md")
    for path in (*written, *results, *(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        yield path.name, _without_words(text) if path.name != "leaderboard.md" else re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)


def _without_words(page: str) -> str:
    """Return a page without the parts that repeat the content of a game."""
    return re.sub(r"^## (?:In short|Decisions|Observations|Events|Words)\n.*?(?=^## |\Z)", "", page, flags=re.MULTILINE | re.DOTALL)


def _nodes() -> list[tuple[Path, ast.AST]]:
    """Statements and calls of all files, each with its file."""
    paths = [path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))]
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Raise | ast.Call
    return [(path, node) for path in paths for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, kinds)]


def _place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"


def _docstrings() -> Iterator[tuple[str, str]]:
    for path, node in NODES():
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text and not getattr(node, "name", "").startswith("_"):
                yield _place(path, node), text


def _messages() -> Iterator[tuple[str, str]]:
    """Texts for users of commands: docstrings of options, help texts, and error messages."""
    for path, node in NODES():
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            said: Iterable[ast.AST] = node.exc.args
        elif isinstance(node, ast.Call) and _called(node) in SPEAKING:
            said = (*node.args, *(keyword.value for keyword in node.keywords))
        elif isinstance(node, ast.ClassDef):
            said = (row for row in node.body[1:] if isinstance(row, ast.Expr))
        else:
            continue
        yield from ((_place(path, node), _literal(one)) for one in said)


def _called(node: ast.Call) -> str:
    """Name of the called function, without the object it is an attribute of."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _literal(node: ast.AST) -> str:
    """Text of a literal, with "..." for the values of an f-string."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_literal(part) for part in node.values)
    if isinstance(node, ast.Expr):
        return _literal(node.value)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "..."


PAGES = cache(lambda: list(_pages()))  # not during collection, which every worker repeats
NODES = cache(_nodes)
DOCSTRINGS = cache(lambda: list(_docstrings()))
MESSAGES = cache(lambda: list(_messages()))


def _found(pattern: str, texts: list[tuple[str, str]]) -> list[str]:
    search = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    return [f"{name}: ...{text[max(0, m.start() - 40) : m.end() + 30]!r}" for name, text in texts for m in search.finditer(text)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_page_uses_the_phrase(pattern: str) -> None:
    assert _found(pattern, PAGES()) == [], f"write: {PATTERNS[pattern][0]}"


@pytest.mark.slow  # all files are parsed
@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_message_uses_the_phrase(pattern: str) -> None:
    assert _found(pattern, MESSAGES()) == [], f"write: {PATTERNS[pattern][0]}"


@pytest.mark.slow  # all files are parsed
@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_more_docstrings_use_the_phrase(pattern: str) -> None:
    instead, allowed = PATTERNS[pattern]
    found = _found(pattern, DOCSTRINGS())
    assert len(found) <= allowed, f"{len(found)} places, {allowed} allowed; write: {instead}\n" + "\n".join(found)
