"""Attack actions, and targets that are chosen after the action: of a Spellbook, a Trick shot, a further zone skill (BP-13)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import ALWAYS, MAIN, Decision, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from zombicide_env.core.layout import Range
from zombicide_env.core.records import Record

from ...table.action import ATTACK, Action
from ...table.codes import MELEE, NONE
from ..numbers import actions as A
from ..numbers import decisions as ASK
from ..numbers.decisions import SPELL, TRICK_SHOT, ZONE_SKILL
from ..numbers.layout import PACK, SLOTS, WHO, ZONE, Z
from .attacks import legal_attacks, shot_target
from .combat import attack
from .inventory import card_at
from .options import first_offered, offer
from .skill_actions import prepare_skill, skill_reaches, use_zone_skill
from .weapons import weapons_ready
from .zone_skills import zone_skill


@jit
def shoot(w: Record, s: Record, i: int, slot: int, zone: int, zone2: int) -> None:
    """Make a Ranged or Magic action with the card of a slot; with a second zone it is a Trick shot."""
    card = card_at(w, s, i, slot)
    combat = w.shot[card]
    attack(w, s, i, combat, card, weapons_ready(w, s, i, slot, combat), zone, zone2)


@jit
def shoot_at(w: Record, s: Record, i: int, slot: int, zone: int) -> None:
    shoot(w, s, i, slot, zone, NONE)


@jit
def strike(w: Record, s: Record, i: int, slot: int) -> None:
    """Make a Melee action with the card in the slot."""
    attack(w, s, i, MELEE, card_at(w, s, i, slot), weapons_ready(w, s, i, slot, MELEE), s.zone[i], NONE)


@jit
def ready(s: Record, i: int, slot: int) -> None:
    """Cast a spell from the backpack; ask for its target."""
    push(s, ASK.TARGET, i, slot + PACK, NONE, SPELL)


@jit
def trick(s: Record, i: int, slot: int) -> None:
    push(s, ASK.TARGET, i, slot, NONE, TRICK_SHOT)


@jit
def use_further_skill(s: Record, i: int, number: int) -> None:
    """Use a zone skill without an action block of its own; ask for its zone."""
    push(s, ASK.TARGET, i, number, NONE, ZONE_SKILL)


# ---- on the agenda ---------------------------------------------------------------------------------------------------------


@jit
def asked_target(aim: int) -> int:
    """A choice within a survivor's action, which is asked in automatic mode as well."""
    return ALWAYS if aim == ZONE_SKILL else MAIN


@jit
def offer_targets(w: Record, s: Record, i: int, slot: int, first: int, aim: int) -> None:
    """Offer the zones for a spell of the backpack, the two zones of a Trick shot in zone order, or those of a zone skill (its number)."""
    if aim == ZONE_SKILL:
        skill = zone_skill(s, i, slot)
        prepare_skill(w, s, i, skill)
        for z in range(w.n_zones):
            if skill_reaches(w, s, i, skill, z) == 1:
                offer(s, A.CHOOSE + z)
        return
    card = w.copy_card[s.inv[i, slot]]
    last = NONE
    if aim == TRICK_SHOT and first < 0:
        for z in range(w.n_zones):
            if shot_target(w, s, i, card, z) == 1:
                last = z
    for z in range(first + 1, w.n_zones):
        if shot_target(w, s, i, card, z) == 1 and z != last:
            offer(s, A.CHOOSE + z)


@jit
def answer_target(w: Record, s: Record, i: int, slot: int, first: int, aim: int, a: int) -> None:
    """Apply the zone of a spell of the backpack, one of the two of a Trick shot, or that of a zone skill."""
    zone = a - A.CHOOSE
    if aim == ZONE_SKILL:
        use_zone_skill(w, s, i, slot, zone)
    elif aim == SPELL:
        shoot(w, s, i, slot, zone, NONE)
    elif first < 0:
        push(s, ASK.TARGET, i, slot, zone, TRICK_SHOT)
    else:
        shoot(w, s, i, slot, first, zone)


ACTIONS: Final = (
    Action(A.ATTACK, shoot_at, {"slot": PACK, "zone": Z}, legal=legal_attacks, counts=ATTACK, purpose="fight"),
    Action(A.MELEE, strike, {"slot": PACK}, legal=legal_attacks, counts=ATTACK, purpose="fight"),
    Action(A.READY, ready, {"slot": SLOTS - PACK}, legal=legal_attacks, counts=ATTACK),
    Action(A.TRICK, trick, {"slot": SLOTS}, legal=legal_attacks, counts=ATTACK),
)
ROWS: Final = (
    Decision(
        ASK.TARGET,
        words={"i": WHO, "slot": Range(0, SLOTS - 1), "first": ZONE, "aim": Range(0, ZONE_SKILL)},
        asked=asked_target,
        offer=offer_targets,
        answer=answer_target,
        default=first_offered,
        see=nothing_more,
        fits=anywhere,
        text=Text("an attack with several possible targets, or from a spellbook", "the zone", "the nearest, then zone order"),
        notation={"choose": "target {}"},
        phase="action",
    ),
)
