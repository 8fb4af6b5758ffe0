"""Run coroutines in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def result(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns. It runs in a thread of its own: after a test that drove a browser, this one has a running loop."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, coroutine).result()
