"""The Defiler: it stays where it appeared, and its token approaches the Beacon until it is killed (WD-11)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import FAR
from ..numbers.movement import CROW
from ..rules.defiler import beacon_at
from ..rules.movement import distance
from ..rules.tokens import find_token
from .distances import by_distance
from .edition_goals import lacking, musters

#: Steps of the token at which all survivors attack the Defiler, and at which some do.
LATE: Final = 2
SOON: Final = 4


@jit
def hunt(w: Record, s: Record, v: Record, weights: Record) -> None:
    """Send the survivors nearest to the Defiler to kill it, more of them the closer its token is to the Beacon."""
    for i in range(w.n_survivors):
        v.hunter[i] = 0
    if s.defiler_zone < 0 or v.n_team == 0:
        return
    left = rounds_left(w, s)
    if (v.leaving == 1 or (musters(w, s) and lacking(w, s) == 0)) and left > LATE:  # the team will be done before
        return
    by_distance(w, s, v, s.defiler_zone)
    number = v.n_team if left <= LATE else 4 if left <= SOON else 3
    for n in range(min(number, v.n_order)):
        i = v.order[n]
        v.target[i] = s.defiler_zone
        v.hunter[i] = 2 if left <= SOON else 1


@jit
def rounds_left(w: Record, s: Record) -> int:
    """Advances left until the Beacon is Defiled (WD-11.4)."""
    t = find_token(s, s.linked)
    goal = beacon_at(s)
    return FAR if t < 0 or goal < 0 else distance(w, s, s.token_zone[t], goal, CROW)
