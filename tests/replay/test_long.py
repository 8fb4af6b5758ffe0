"""A game of a hundred thousand decisions (``make fuzz``; a few thousand in the suite), recorded, read, checked and resumed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.hostile.spoil import MORE
from zombicide_env import make_game
from zombicide_env.replay import Recorder, read, resume

DECISIONS = 100_000 if MORE > 1 else 2_000
#: A quest that cannot be won, nor lost, since there are no miniatures.
ENDLESS = """\
id: endless
title: Endless
difficulty: easy
survivors: {min: 1, max: null}
cells: |
  a b C
  d e F
doors:
  - {id: 2, zones: [e, F], at: [[1, 1], [1, 2]]}
start: [a]
exit: []
spawn_zones:
  - {zone: d}
objectives:
  - {zone: C}
win: {steps: [[all_objectives_taken]]}
"""


@pytest.mark.slow
def test_a_long_game_is_recorded_and_followed(tmp_path: Path) -> None:
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    supply = dict.fromkeys(("walker", "runner", "fatty", "abomination", "necromancer"), 0)
    game = make_game("black_plague", quest=str(tmp_path / "endless.yaml"), supply=supply)
    choose, path = np.random.default_rng(0), tmp_path / "long.replay"
    with Recorder(game, 1, ["random"], path) as recorder:
        while len(recorder.entries) < DECISIONS:
            recorder.record(int(choose.choice(np.flatnonzero(recorder.mask))))
    replay = read(path, partial=True)
    assert len(replay.entries) == DECISIONS and replay.entries == tuple(recorder.entries)
    _, state = resume(replay)
    assert state.tobytes() == recorder._table.state.tobytes()
