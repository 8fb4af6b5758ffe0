"""The environments of White Death agree with each other; checks for all games are in ``tests/envs``."""

from __future__ import annotations

import pytest

from tests.games.environment import one_story
from zombicide_env import white_death_v0
from zombicide_env.core.batch import Batch
from zombicide_env.envs.aec import SaveError
from zombicide_env.games.zombicide.white_death.game import WhiteDeath


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


def test_open_ways_have_one_number_wherever_they_are_met() -> None:
    """Distances and sight are cached by it (``rules.passability.ways_number``): games with different passages have different ones."""
    batch = Batch(WhiteDeath(1), 64, seed=0, observation_dtype="uint8")
    assert len(set(batch.states["ways"].tolist())) == 1
    batch.step_random(400)
    numbers: dict[bytes, set[int]] = {}
    for state in batch.states:
        signs = b"".join(state[name].tobytes() for name in ("defiled", "burned", "rope"))
        numbers.setdefault(signs, set()).add(int(state["ways"]))
    assert len(numbers) > 8
    assert all(len(found) == 1 for found in numbers.values())
    assert len(set.union(*numbers.values())) == len(numbers)
