"""The environments of Apocalypse; what every game's environments have to do, ``tests/envs`` asks of it."""

from __future__ import annotations

import pytest

from zombicide_env import apocalypse_v0
from zombicide_env.envs.aec import SaveError


def test_a_save_of_another_mission_is_refused() -> None:
    one = apocalypse_v0.raw_env(quest="y_zone")
    other = apocalypse_v0.raw_env(quest="small_town")
    for env in (one, other):
        env.reset(seed=0)
    with pytest.raises(SaveError, match="y_zone"):
        other.load(one.save())
