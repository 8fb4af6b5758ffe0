"""The options of an edition that people choose, on pages and on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from zombicide_env.core.form import Choice, Field, Form
from zombicide_env.games.base import DECISIONS_FIELD, at_max_rounds_field

from ..table.generate import PREFIX
from .numbers.layout import S
from .world.box import box, quests

__all__ = ["form"]


def form(rewards: Sequence[str], limits: Sequence[str], own: Sequence[Field]) -> Form:
    """The options of every edition, and the edition's own; ``limits``: what may happen after ``max_rounds``."""
    known = quests()
    return Form(
        (
            Field(
                "quest",
                "choice",
                known[0].id,
                tuple(Choice(quest.id, f"{quest.number}. {quest.title}", quest.difficulty) for quest in known),
                pattern=PREFIX + r"[a-z0-9=,_]*",
                doc="what is to be done, and on which board",
            ),
            Field("survivors", "choices", 6, tuple(Choice(sheet.id, sheet.name) for sheet in box().survivors), 1, S, doc="the team"),
            DECISIONS_FIELD,
            Field("max_rounds", "int", None, low=1, high=1000, doc="time runs out after so many rounds"),
            at_max_rounds_field(limits),
            Field("allow_small_team", "bool", False, doc="fewer survivors than the quest asks for"),
            *own,
            Field("reward", "choice", rewards[0], tuple(Choice(value, value) for value in rewards), hidden=True),
        ),
        map_by="quest",
        agents_by="survivors",
    )
