"""Files of the edition's folder ``content``."""

from __future__ import annotations

import re
from typing import Final

from zombicide_env.games.source import Source

_PACKAGE: Final = __name__.rsplit(".", 2)[0]


def content_file(file: str) -> Source:
    """Return a file of the edition's folder ``content``."""
    return Source.packaged(_PACKAGE, f"content/{file}")


def line_of(source: Source, key: str) -> int:
    """Return the line of a key of a quest file, 1 if it is missing."""
    match = re.search(rf"^{key}:", source.text, re.MULTILINE)
    return source.text.count("\n", 0, match.start()) + 1 if match else 1
