"""Reference pages, written from the code that they describe: ``zombicide docs``.

The pages are in the folder of this module.  A test compares them with what the code says now, so they cannot drift.  The same command
writes the stubs of the editions (``stubs``) and of the PettingZoo modules (``signatures``).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..core import files
from ..games import OWN
from . import chapters, folders, limits, parts, seams, serving
from .games import FOLDER, writer
from .signatures import signatures
from .stubs import left_over, stubs
from .tiles import tiles

__all__ = ["pages", "stale", "write"]


def pages() -> dict[Path, str]:
    """Path -> text of every generated page, and of the written pages that have generated parts where there is a repository."""
    made = {FOLDER / f"{game}.md": writer(game).page(game) for game in OWN} | stubs() | signatures()
    made[FOLDER / "serving.md"] = serving.page()
    made[FOLDER / "limits.md"] = limits.page()
    made[FOLDER / "seams.md"] = seams.page()
    if (found := _leaderboard()) is not None:
        from zombicide_benchmarks.paper import report

        made |= {FOLDER / "leaderboard.md": found[0], FOLDER / "report.md": report()}
    made |= tiles()
    made |= folders.readmes()
    if chapters.RULES.exists():  # wheels leave the texts of the rules out
        made[FOLDER / "chapters.md"] = chapters.page()
    if parts.README.exists():
        made |= parts.pages()
    return made


def _leaderboard() -> tuple[str, Callable[[], str]] | None:
    """Text of the leaderboard, and what draws its picture; None without the repository, which holds the results."""
    from zombicide_benchmarks.strength.page import LEADERBOARD, leaderboard

    return leaderboard() if LEADERBOARD.is_dir() else None


def stale() -> list[Path]:
    """The pages that are not what the code says."""
    return [path for path, text in pages().items() if _is_stale(path, text)] + left_over()


def _is_stale(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text(encoding="utf-8") != text


def write() -> list[Path]:
    """Write all pages and remove stubs of rooms that are no more; returns the paths written.

    The picture of the leaderboard is drawn again where its page changes: versions of matplotlib draw it with other bytes.
    """
    board, made = FOLDER / "leaderboard.md", pages()
    if board in made and _is_stale(board, made[board]) and (found := _leaderboard()) is not None:
        made[FOLDER / "pictures" / "leaderboard.svg"] = found[1]()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, text)
    for path in left_over():
        path.unlink()
    return list(made)
