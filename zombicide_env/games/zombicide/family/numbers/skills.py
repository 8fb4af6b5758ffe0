"""The skills of the edition: one column of the skill table per skill (BP-22b), and the columns by name.

A skill with a parameter has one column per value: ``ironclad:walker``, ``plus_1_damage:melee``.
``plus_1_damage_with:<item>`` has no column, because its values are data: ``WORLD.damage_with`` says who begins with it,
``STATE.learned_with`` who has learned it.  A column counts how often the survivor has the skill: numeric skills count twice when held twice
(BP-22.R4).

Modules import this one as ``SK``: ``s.skill[i, SK.LUCKY]``.  Skills that the edition lacks share an extra column after the last one, which
stays 0 and exists only then.
"""

from __future__ import annotations

from typing import Final

from ...table.codes import COMBAT_TYPES
from .. import edition
from ..edition import JOINT, KINDS

#: Skill ids in column order; parameterised skills follow the simple ones.
SKILLS: Final = (
    *edition.SKILLS,
    *(f"{family}{JOINT}{kind}" for family in edition.KIND_SKILLS for kind in KINDS),
    *(f"plus_1_damage{JOINT}{combat}" for combat in COMBAT_TYPES),
)
SKILL_INDEX: Final = {skill: column for column, skill in enumerate(SKILLS)}
_lacking: Final[list[str]] = []


def column(skill: str) -> int:
    """Return the column of a skill."""
    if skill not in SKILL_INDEX:
        _lacking.append(skill)
    return SKILL_INDEX.get(skill, len(SKILLS))


def _by_kind(family: str) -> tuple[int, ...]:
    """Return the columns by kind of zombie."""
    return tuple(column(f"{family}{JOINT}{kind}") for kind in KINDS)


def by_type(family: str) -> tuple[int, ...]:
    """Return the columns by combat type; the last one, at index ``len(COMBAT_TYPES)``, is for every type."""
    return tuple(column(f"{family}_{combat}") for combat in (*COMBAT_TYPES, "combat"))


# ---- families of skills ----------------------------------------------------------------------------------
IRONCLAD: Final = _by_kind("ironclad")
COLLECTOR: Final = _by_kind("collector")
DAMAGE: Final = tuple(column(f"plus_1_damage{JOINT}{combat}") for combat in COMBAT_TYPES)
DIE: Final = by_type("plus_1_die")
TO_ROLL: Final = by_type("plus_1_to_roll")
ROLL6: Final = by_type("roll6_die")
REAPER: Final = by_type("reaper")
FRENZY: Final = by_type("frenzy")
BLOODLUST: Final = by_type("bloodlust")
#: Sources of the specific free actions, in the order of ``budget.F_MELEE`` ... (BP-6.R6).
FREE: Final = tuple(column(skill) for skill in edition.FREE_SKILLS)
#: Skills whose use names a zone, in the order in which a survivor's are numbered.
ZONE: Final = tuple(column(skill) for skill in edition.ZONE_SKILLS)

#: Skills by combat type that let a survivor roll as many dice as there are zombies.
REPLACE_DICE: Final = (column("barbarian"), column("iron_rain"), column("mana_rain"))

# ---- single skills -----------------------------------------------------------------------------------------
PLUS_1_MAX_RANGE: Final = column("plus_1_max_range")
PLUS_1_ACTION: Final = column("plus_1_action")
PLUS_1_ZONE_PER_MOVE: Final = column("plus_1_zone_per_move")
TWO_ZONES_PER_MOVE: Final = column("two_zones_per_move")
AMBIDEXTROUS: Final = column("ambidextrous")
CHARGE: Final = column("charge")
HIT_AND_RUN: Final = column("hit_and_run")
BLITZ: Final = column("blitz")
FREE_RELOAD: Final = column("free_reload")
BREAK_IN: Final = column("break_in")
ROTTEN: Final = column("rotten")
HOLD_YOUR_NOSE: Final = column("hold_your_nose")
LOCK_IT_DOWN: Final = column("lock_it_down")
SPELLBOOK: Final = column("spellbook")
TOUGH: Final = column("tough")
SWORDMASTER: Final = column("swordmaster")
MARKSMAN: Final = column("marksman")
SCAVENGER: Final = column("scavenger")
LOW_PROFILE: Final = column("low_profile")
SEARCH_PLUS_1_CARD: Final = column("search_plus_1_card")
MATCHING_SET: Final = column("matching_set")
BORN_LEADER: Final = column("born_leader")
TAUNT: Final = column("taunt")
SLIPPERY: Final = column("slippery")
JUMP: Final = column("jump")
REGENERATION: Final = column("regeneration")
POINT_BLANK: Final = column("point_blank")
ZOMBIE_LINK: Final = column("zombie_link")
LIFESAVER: Final = column("lifesaver")
SPRINT: Final = column("sprint")
DESTINY: Final = column("destiny")
SUPER_STRENGTH: Final = column("super_strength")
LUCKY: Final = column("lucky")
TACTICIAN: Final = column("tactician")
LOUD: Final = column("loud")
STEADY_HAND: Final = column("steady_hand")
IRON_HIDE: Final = column("iron_hide")
SHOVE: Final = column("shove")
TRICK_SHOT: Final = column("trick_shot")
IS_THAT_ALL_YOUVE_GOT: Final = column("is_that_all_youve_got")

#: Number of columns of the table.
N_SKILLS: Final = len(SKILLS) + (1 if _lacking else 0)
