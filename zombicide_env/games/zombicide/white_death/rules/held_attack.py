"""An attack that Hold Your Nose interrupts: saved in the pool until the drawn cards are resolved (WD-24.27)."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import Task
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record

from ...table.codes import MAGIC
from ..numbers import edition_tasks as OT
from ..numbers.guards import GUARDS
from ..numbers.layout import POOL_PLACE
from ..numbers.spells import BLESSINGS

WORDS = 12


@jit
def hold_attack(s: Record) -> None:
    """Save what its misses and its end need: an Aaahh!! may provoke another attack before them."""
    start = s.pool_n
    s.pool[start] = s.atk_by
    s.pool[start + 1] = s.atk_type
    s.pool[start + 2] = s.atk_card
    s.pool[start + 3] = s.atk_zone[0]
    s.pool[start + 4] = s.atk_from
    s.pool[start + 5] = s.atk_range
    s.pool[start + 6] = s.atk_damage
    s.pool[start + 7] = s.atk_misses[0]
    s.pool[start + 8] = s.atk_kills
    s.pool[start + 9] = s.atk_free
    s.pool[start + 10] = s.atk_guards
    s.pool[start + 11] = s.atk_bless
    s.pool_n = start + WORDS
    push(s, OT.HELD, start)


@jit
def go_on(s: Record, start: int) -> None:
    """Resume the attack with its misses."""
    s.atk_by = s.pool[start]
    s.atk_type = s.pool[start + 1]
    s.atk_card = s.pool[start + 2]
    s.atk_zone[0] = s.pool[start + 3]
    s.atk_from = s.pool[start + 4]
    s.atk_range = s.pool[start + 5]
    s.atk_damage = s.pool[start + 6]
    s.atk_hits[0] = 0
    s.atk_misses[0] = s.pool[start + 7]
    s.atk_kills = s.pool[start + 8]
    s.atk_free = s.pool[start + 9]
    s.atk_guards = s.pool[start + 10]
    s.atk_bless = s.pool[start + 11]
    s.pool_n = start


@jit
def held_fits(w: Record, s: Record, start: int) -> int:
    """1 if the words in the pool are an attack."""
    for k in range(start, start + WORDS):
        if s.pool[k] < 0 and k != start + 5:
            return 0
    if s.pool[start] >= w.n_survivors or s.pool[start + 1] > MAGIC or s.pool[start + 2] > w.n_cards:
        return 0
    if s.pool[start + 3] >= w.n_zones or s.pool[start + 4] >= w.n_zones or s.pool[start + 5] < -1 or s.pool[start + 5] > 200:
        return 0
    return 1 if s.pool[start + 9] <= 1 and s.pool[start + 10] <= GUARDS and s.pool[start + 11] <= len(BLESSINGS) else 0


ROWS: Final = (Task(OT.HELD, go_on, words={"start": POOL_PLACE}),)
