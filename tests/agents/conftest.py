"""Fixtures: a mock server of a language model, and a separate folder for its token counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.agents.stand_in import StandIn
from zombicide_agents.llm.budget import FOLDER


@pytest.fixture
def model() -> Iterator[StandIn]:
    server = StandIn()
    yield server
    server.close()


@pytest.fixture(autouse=True)
def _own_counts(tmp_path, monkeypatch):
    monkeypatch.setenv(FOLDER, str(tmp_path / "state"))
