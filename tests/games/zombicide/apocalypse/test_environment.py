"""The environments of Apocalypse; checks for all games are in ``tests/envs``."""

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


def test_who_leaves_by_car_learns_what_his_drive_has_earned() -> None:
    """AP-26.M6, AP-8.R5: the car attack in the Exit zone, the Exit, then the level; only then does the driver leave the game."""
    env = apocalypse_v0.raw_env(quest="the_escape")
    env.reset(seed=0)
    zones, state = env.game.names.zones, env._one.state  # the live state: `record` is a copy
    way_in, way_out = zones.index("s2x7"), zones.index("s2x8")
    state["car_zone"][0, 0] = state["zone"][0, 0] = way_in
    state["seat"][0, 0] = 0
    state["car_started"][0, 0] = 1
    state["xp"][0, 0], state["level"][0, 0] = 18, 1
    state["zombies"][0, way_out, 0] = state["crowd"][0, way_out] = 30
    name = env.game.names.survivors[0]
    env.step(env.parse(f"activate {name}"))
    env.step(env.parse("drive s2x8"))
    assert env.describe()["survivors"][name]["left_board"]
    learned = env.legal_texts()
    assert env.agent_selection == "survivor_0" and all(text.startswith("learn ") for text in learned)
    assert env.game.active(state)[0]
    env.step(env.parse(learned[0]))
    assert env.game.active(state).tolist() == [0, 1, 1, 1, 1, 1, 1]
