"""White Death as a game."""

from __future__ import annotations

from zombicide_env.core.options import by_keyword

from .base import Zombicide
from .options import Options


class WhiteDeath(Zombicide):
    """White Death with its options (``Options``) chosen."""

    rules_revision = 2

    @by_keyword(Options)
    def __init__(self, options: Options) -> None:
        super().__init__(options)
