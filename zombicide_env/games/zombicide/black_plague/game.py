"""Black Plague as a game."""

from __future__ import annotations

from functools import cached_property

from zombicide_env.core.options import by_keyword
from zombicide_env.core.recorded import Recorded

from .base import Zombicide
from .former import recorded
from .numbers.state import STATE
from .options import Options


class BlackPlague(Zombicide):
    """Black Plague with its options (``Options``) chosen."""

    rules_revision = 2

    @by_keyword(Options)
    def __init__(self, options: Options) -> None:
        super().__init__(options)

    @cached_property
    def recorded(self) -> Recorded:
        """Form in which replays store states, see ``former``."""
        return recorded(STATE, self.world)
