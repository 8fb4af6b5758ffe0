"""Fixtures: a short random game, and its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.replay.files import SEED
from zombicide_env import make_game
from zombicide_env.replay import Recorder, Replay


@pytest.fixture(scope="session")
def game() -> Any:
    return make_game("black_plague", quest="the_shepherds", max_rounds=4)


@pytest.fixture(scope="session")
def recorded(game: Any) -> Replay:
    """A short random game, up to its truncation."""
    recorder = Recorder(game, SEED, ["left hand", "right hand"])
    rng = np.random.default_rng(3)
    while not recorder.over:
        recorder.record(int(rng.choice(np.flatnonzero(recorder.mask))))
    return recorder.replay


@pytest.fixture
def path(recorded: Replay, tmp_path: Path) -> Path:
    recorded.write(tmp_path / "game.replay")
    return tmp_path / "game.replay"
