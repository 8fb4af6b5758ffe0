"""In-process workers that receive everything serialized, as another process would: slow, out of order, and some of it twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from zombicide_training.collect.workers import Place, Workers, _do, _read, _sent


class Couriers(Workers):
    """Workers that process shares backwards, every third one twice, as if its worker had died the first time."""

    def __init__(self) -> None:
        self.done = 0

    def do(self, work: Callable[[Any, Any], Any], common: Any, shares: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        order = _sent((work, common))
        packed = [_sent(share) for share in shares]
        for i in reversed(range(len(shares))):
            if i % 3 == 0:
                _do(order, packed[i])
            self.done += 1
            yield i, _read(_do(order, packed[i]))


@pytest.fixture
def couriers(monkeypatch: pytest.MonkeyPatch) -> Couriers:
    """Replace the workers of every command in the test that asks for workers."""
    found = Couriers()
    real = Place.open
    monkeypatch.setattr(Place, "open", lambda place: found if place.workers else real(place))
    return found
