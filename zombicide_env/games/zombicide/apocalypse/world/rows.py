"""Rows of the edition's small CSV tables, with columns by name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from zombicide_env.games.source import Source


def rows(source: Source) -> Iterator[dict[str, str]]:
    """Return the rows of a CSV file as dictionaries."""
    yield from csv.DictReader(io.StringIO(source.text))
