"""The policy of RLlib's MaskedModule with hidden layers of (64, 64)."""

from itertools import pairwise
from typing import Any

from torch import nn


def build(game: Any) -> nn.Sequential:
    """Return the network for the layouts of a game."""
    sizes = [game.observation_codec.size, *(64, 64)]
    body = [layer for pair in pairwise(sizes) for layer in (nn.Linear(*pair), nn.Tanh())]
    return nn.Sequential(nn.Sequential(*body), nn.Linear(sizes[-1], game.action_codec.size))
