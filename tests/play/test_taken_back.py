"""Moves taken back: nothing that was made for them is shown for those that replace them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from tests.envs.toy import Toy
from tests.loops import result
from tests.play.wire import Client, Server, quick
from zombicide_env.play import Person, Session
from zombicide_env.play.advice import Advice
from zombicide_env.play.exports import Exports
from zombicide_env.play.limits import Quota


class Workers:
    """Stands in for the processes that run agents: an answer waits until it is let go."""

    def __init__(self) -> None:
        self.asked, self.go = 0, asyncio.Event()

    async def explain(self, *_: Any) -> None:
        self.asked += 1
        await self.go.wait()

    async def film(self, session: Session, _: str) -> bytes:
        return "-".join(move.text for move in session.moves).encode()


def played(*actions: int) -> Session:
    session = Session(Toy(agents=2), [Person()], seed=1, keep=True)
    for action in actions:
        session.apply(int(np.flatnonzero(session.mask)[action]))
    return session


def test_an_opinion_on_a_position_that_has_been_taken_back_is_not_kept() -> None:
    async def run() -> int:
        session, workers = played(0, 0, 0), Workers()
        advice = Advice(session, workers, asyncio.Lock(), lambda: False, Quota(1, 1, "{} {}"))  # type: ignore[arg-type]  # a stand-in
        asking = asyncio.create_task(advice.opinion("me", "greedy", 2, None))
        while not workers.asked:
            await asyncio.sleep(0)
        session.rewind(1)
        advice.rewind(1)
        session.apply(int(np.flatnonzero(session.mask)[1]))
        workers.go.set()
        await asking
        session.apply(int(np.flatnonzero(session.mask)[0]))
        await advice.opinion("me", "greedy", 2, None)
        return workers.asked

    assert result(run()) == 2


def test_the_film_of_other_moves_is_another_one() -> None:
    async def run() -> tuple[bytes, bytes]:
        session = played(0, 0)
        room: Any = SimpleNamespace(may_download=lambda: True)
        exports = Exports(session, Workers(), asyncio.Lock(), room)  # type: ignore[arg-type]  # a stand-in
        first = await exports.film("me")
        session.rewind(1)
        session.apply(int(np.flatnonzero(session.mask)[1]))
        return first, await exports.film("me")

    first, second = result(run())
    assert first != second and second


def fails(*_: object) -> None:
    raise ValueError("a secret")


def test_a_defect_is_logged_and_the_browser_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What went wrong inside is for the log: its text may hold what browsers must not see."""
    client = Client(server)
    with client.enter(client.create(**quick())) as table:
        monkeypatch.setattr(Session, "apply", fails)
        action = table.view["legal"][0]["a"]
        assert "the server's log says why" in table.refused(type="act", at=0, action=action)
        assert any("cannot carry out a message" in record.getMessage() for record in caplog.records)
        monkeypatch.undo()
        assert table.act()["total"] == 1
