"""Survivors: the ID cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final

from zombicide_env.core.words import OneLineError
from zombicide_env.games.source import Row, Source, csv_rows, one_of

from .vocabulary import Vocabulary

COLUMNS: Final = ("id", "name", "blue", "yellow", "orange", "red", "body_slot_item", "source", "confidence")
#: Columns that a user's file may omit.
DEFAULTS: Final = {"yellow": "plus_1_action", "orange": "", "red": "", "body_slot_item": "", "source": "house", "confidence": ""}
ITEM_SKILLS: Final = ("plus_1_damage_with", "starts_with")
YELLOW: Final = "plus_1_action"  # for every survivor (BP-22.81)


class TeamError(OneLineError):
    """A team that the quest or the game does not allow."""


@dataclass(frozen=True)
class SurvivorSheet:
    """An ID card.  Skills are ids of the edition, ``starts_with:<item>`` or ``plus_1_damage_with:<item>``."""

    id: str
    name: str
    blue: tuple[str, ...] = ()
    yellow: str = YELLOW
    orange: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    body_slot_item: str | None = None
    source: str = "house"
    confidence: str = ""


def skill_problem(skill: str, words: Vocabulary) -> str | None:
    """Return what is wrong with a skill id, with a remedy; None if it is valid."""
    name, _, parameter = skill.partition(":")
    if name in ITEM_SKILLS:
        if parameter in words.items:
            return None
        return f"skill {skill!r}: {parameter!r} is not an equipment card{one_of(parameter, words.items)}"
    if skill in words.skills:
        return None
    family = [known for known in words.skills if known.startswith(f"{name}:")]
    if family:
        return f"skill {skill!r} needs one of {', '.join(family)}"
    return f"skill {skill!r} is unknown{one_of(skill, [*words.skills, *(f'{item}:' for item in ITEM_SKILLS)])}"


def _skills(row: Row, column: str, words: Vocabulary) -> tuple[str, ...]:
    skills = row.words(column)
    for skill in skills:
        problem = skill_problem(skill, words)
        if problem:
            row.fail(f"{column}: {problem}")
        if skill.startswith("starts_with:") and column != "blue":
            row.fail(f"{column}: {skill!r} is a skill of the setup (BP-2.6); put it under blue")
    return skills


def load_survivors(source: Source, words: Vocabulary) -> tuple[SurvivorSheet, ...]:
    """Return the survivors in roster order."""
    sheets: dict[str, SurvivorSheet] = {}
    for row in csv_rows(source, COLUMNS, DEFAULTS):
        sheet = SurvivorSheet(
            id=row.required("id"),
            name=row.required("name"),
            blue=_skills(row, "blue", words),
            yellow=row.choice("yellow", (YELLOW,)),
            orange=_skills(row, "orange", words),
            red=_skills(row, "red", words),
            body_slot_item=row.choice("body_slot_item", words.items) if row["body_slot_item"] else None,
            source=row["source"],
            confidence=row["confidence"],
        )
        if sheet.id in sheets:
            row.fail(f"survivor {sheet.id!r} appears twice; ids must differ")
        for column, choices in (("orange", sheet.orange), ("red", sheet.red)):
            if len(choices) > words.choices:
                row.fail(f"{column}: {len(choices)} skills; at most {words.choices} to choose from")
        if sum(skill.startswith("starts_with:") for skill in sheet.blue) > 2:
            row.fail("blue: at most two starts_with skills")
        for learned in product(sheet.orange or ("",), sheet.red or ("",)):
            held = set(words.zone_skills) & {*sheet.blue, *learned}
            if len(held) > words.zone_uses:
                row.fail(f"{', '.join(sorted(held))} could be held together; at most {words.zone_uses} skills may name a zone")
        sheets[sheet.id] = sheet
    return tuple(sheets.values())
