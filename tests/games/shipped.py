"""Checkpoints that ship with the package: they fit the layouts of this version and are small."""

from __future__ import annotations

from typing import Any

from zombicide_agents import checkpoint_folder


def fits(name: str, game: Any, megabytes: float) -> None:
    """Check that the checkpoint was made for the present game and is smaller than the given megabytes."""
    folder = checkpoint_folder.find(name)
    header = checkpoint_folder.read_header(folder)
    assert (header.game, header.game_version) == (game.id, game.version)
    assert header.action_layout == game.action_codec.layout_hash, "the action layout has changed: train the checkpoint again"
    assert header.observation_layout == game.observation_codec.layout_hash, "the observation has changed: train the checkpoint again"
    assert sum(path.stat().st_size for path in folder.iterdir()) < megabytes * 1_000_000
