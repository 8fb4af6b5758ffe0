"""What the environment of every game does."""

from __future__ import annotations

from typing import Any

import pytest

from zombicide_env.envs.aec import IllegalAction


def refuses_and_saves(module: Any, illegal: str, legal: str, moves: tuple[str, ...]) -> None:
    """A game for two refuses the action ``illegal``, tells what is ``legal``, stays as it was; a save after the moves is a whole game."""
    env = module.raw_env(players=2)
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(IllegalAction, match=legal):
        env.step(env.game.action_codec.encode(illegal))
    assert env.save() == before
    for move in moves:
        env.step(env.parse(move))
    save, text = env.save(), env.describe()
    other = module.raw_env(players=2)
    other.load(save)
    assert other.describe() == text
    assert other.agent_selection == env.agent_selection
