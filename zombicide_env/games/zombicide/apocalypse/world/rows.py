"""Rows of the edition's small tables, whose columns are read by name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from zombicide_env.games.source import Source


def rows(source: Source) -> Iterator[dict[str, str]]:
    """The rows of a CSV file as dictionaries."""
    yield from csv.DictReader(io.StringIO(source.text))
