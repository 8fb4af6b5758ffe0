"""Print the report as PDF with Chromium.

make report
"""

from __future__ import annotations

import argparse
import shutil
import sys
from html import escape
from pathlib import Path
from typing import Final

from zombicide_env.docs.games import FOLDER

from .commands import run_command

__all__ = ["html", "main"]

#: Names of Chromium, the one that is preferred first.
BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
STYLE: Final = """
body { font: 10.5pt/1.45 Georgia, serif; margin: 0; }
h1, h2 { font-family: Helvetica, Arial, sans-serif; page-break-after: avoid; }
table { border-collapse: collapse; font-size: 8pt; width: 100%; page-break-inside: avoid; }
th, td { border-bottom: 0.5pt solid #999; padding: 2pt 4pt; text-align: left; vertical-align: top; }
code { font-size: 90%; }
pre { background: #f4f4f4; padding: 6pt; }
"""


def html(text: str, title: str) -> str:
    """Return a page of Markdown as a standalone document."""
    import markdown  # type: ignore[import-untyped, unused-ignore]  # no stubs are installed

    body = markdown.markdown(text, extensions=["tables", "fenced_code"])
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en">{head}<body>{body}</body></html>'


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("runs/report.pdf"), help="the file (default: %(default)s)")
    options = parser.parse_args(argv)
    chromium = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if chromium is None:
        sys.stderr.write("no Chromium was found, which prints the report; on Debian: apt-get install chromium-headless-shell\n")
        return 1
    from playwright.sync_api import sync_playwright

    options.output.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content(html((FOLDER / "report.md").read_text(encoding="utf-8"), "zombicide-env: report"))
        page.pdf(path=str(options.output), format="A4", margin={"top": "18mm", "bottom": "18mm", "left": "18mm", "right": "18mm"})
        browser.close()
    sys.stdout.write(f"written: {options.output}\n")
    return 0


if __name__ == "__main__":
    run_command(main)
