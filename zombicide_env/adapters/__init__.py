"""Adapters to training libraries; each imports its library, so import the module that you need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["of_extra"]


@contextmanager
def of_extra(extra: str) -> Iterator[None]:
    """Imports of libraries that come with an extra of this package.

    Raises:
        ModuleNotFoundError: one of them is not installed; the error names the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        reason = f'{library} is not installed; install it with: pip install "zombicide-env[{extra}]"'
        raise ModuleNotFoundError(reason, name=error.name) from None
