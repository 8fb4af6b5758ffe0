"""The environments of White Death agree with each other; what every game's environments have to do, ``tests/envs`` asks of it."""

from __future__ import annotations

import pytest

from tests.games.environment import one_story
from zombicide_env import white_death_v0
from zombicide_env.core.batch import Batch
from zombicide_env.envs.aec import SaveError
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.own import KNOWN_WAYS


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


def test_games_whose_ways_share_a_place_do_not_take_each_others_number() -> None:
    """Two games whose open ways fall on one place: both numbers stay, and what is kept for them (``rules.borders.open_ways``)."""
    batch = Batch(WhiteDeath(1), 2, seed=0, observation_dtype="uint8")
    assert batch.states["ways_place"][0] == batch.states["ways_place"][1]
    batch.states["ways"][1, 0] += KNOWN_WAYS
    numbers = []
    for _ in range(9):
        batch.refresh()
        numbers.append(int(batch._buffers["worlds"]["last_number"][0]))
    assert 0 < numbers[3] == numbers[-1]
