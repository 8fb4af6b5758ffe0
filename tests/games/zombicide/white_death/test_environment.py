"""The environments of White Death agree with each other; what every game's environments have to do, ``tests/envs`` asks of it."""

from __future__ import annotations

import pytest

from tests.games.environment import one_story
from zombicide_env import white_death_v0
from zombicide_env.envs.aec import SaveError


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_to_its_end(seed: int) -> None:
    assert one_story(white_death_v0, "zombicide/WhiteDeath-v0", seed) > 12


def test_a_save_of_another_quest_is_refused() -> None:
    one = white_death_v0.raw_env(quest="the_last_folios")
    other = white_death_v0.raw_env(quest="the_regalia")
    for env in (one, other):
        env.reset(seed=0)
    with pytest.raises(SaveError, match="the_last_folios"):
        other.load(one.save())
