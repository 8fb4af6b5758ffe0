"""Adapters to training libraries; each imports its library, so import the module that you need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..extras import not_installed

__all__ = ["MissingExtra", "of_extra"]


class MissingExtra(ModuleNotFoundError):
    """A library of an extra is not installed."""


@contextmanager
def of_extra(extra: str) -> Iterator[None]:
    """Imports of libraries that come with an extra of this package.

    Raises:
        MissingExtra: one of them is not installed; the error names the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        raise MissingExtra(not_installed(library, extra), name=error.name) from None
