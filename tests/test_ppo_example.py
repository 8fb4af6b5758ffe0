"""The single-file learner example learns: on unseen boards it wins more than its initial network."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)

from zombicide_env.docs import ppo

pytestmark = pytest.mark.train


@pytest.mark.slow
@pytest.mark.long
def test_the_example_learns_to_leave_the_board() -> None:
    before, after = ppo.win_rate(ppo.train(updates=0)), ppo.win_rate(ppo.train(updates=16))
    assert after > before + 0.15
    assert after > 0.45, "random play wins every third game"


def test_the_example_is_short() -> None:
    lines = Path(ppo.__file__).read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 80
