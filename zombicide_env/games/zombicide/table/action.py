"""A row of actions: what a survivor may do in a turn, with all its parts (BP-6.R5, BP-11)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

import numpy as np

from zombicide_env.core.blocks import Act, by_block
from zombicide_env.core.chains import Kernel, each

ACTION: Final = 0
ATTACK: Final = 1
FREE: Final = 2
DISCARD: Final = 3
END: Final = 4
"""What an action counts as.  ``ATTACK``: a combat action, for which the free action of a Bloodlust may pay.  ``FREE``: the free use of a
skill or a card.  ``DISCARD``: a card is given up; it keeps no turn open, and pending free actions stay.  ``END``: of the turn.  A turn goes
on while one of the first three is legal (BP-11.R10)."""


@dataclass(frozen=True)
class Action(Act):
    """A block of actions of a survivor's turn.  The kernels name as parameters what they need.

    Args:
        block: its first action; below 0: the edition does not have it.
        do: carries it out, ``(w, s, i)`` and the arguments of the block.
        args: the arguments of the block, each with the number of its values; the last runs fastest.
        legal: marks in ``m`` what of it is legal, ``(w, s, i, m)``.  One kernel may mark several blocks, all at the same ``cost``.
        cost: normal actions that it costs: it is legal only while so many are left, and they are paid before ``do`` is called.  0: it is
            free, or ``legal`` tests what can be paid and ``do`` pays it, because free actions of skills are used first (BP-6.R6).
        counts: ``ACTION``, ``ATTACK``, ``FREE``, ``DISCARD`` or ``END``.
        purpose: what it is good for, in a word for wishes and reasons: "fight", "door", "search", "objective", "exit", "help".
    """

    _: KW_ONLY
    legal: Kernel
    cost: int = 0
    counts: int = ACTION
    purpose: str = ""


class Actions:
    """The rows of all actions of a turn in an edition; those of blocks that it does not have are left out.

    Args:
        rows: of all chapters.
        n_actions: size of the action space.

    Raises:
        ValueError: two rows have one block.
    """

    def __init__(self, rows: Iterable[Action], n_actions: int) -> None:
        self.declared = tuple(rows)
        self.rows: dict[int, Action] = {}
        for row in self.declared:
            if row.block in self.rows:
                raise ValueError(f"two rows have the block that begins with action {row.block}; each block has its own")
            if row.block >= 0:
                self.rows[row.block] = row
        self.n_actions = n_actions

    def mark(self, module: str) -> Any:
        """The kernel ``mark(w, s, i, m)`` of a module: it marks what is legal and can be paid."""
        kernels: dict[str, dict[Kernel, None]] = {}
        for cost in sorted({row.cost for row in self.rows.values()}):
            condition = f"s.actions[i] >= {cost}" if cost > 0 else ""
            kernels[condition] = dict.fromkeys(row.legal for row in self.rows.values() if row.cost == cost)
        return each(module, "mark", ("w", "s", "i", "m"), kernels)

    def do(self, module: str) -> Any:
        """The kernel ``do(w, s, i, block, arg)`` of a module."""
        return by_block(module, "do", ("w", "s", "i"), self.rows.values())

    def of_blocks(self, part: str) -> np.ndarray[Any, Any]:
        """The numbers of a part, ``cost`` or ``counts``, by the first action of each block, int64 [n_actions]."""
        made = np.zeros(self.n_actions, np.int64)
        for block, row in self.rows.items():
            made[block] = getattr(row, part)
        return made


__all__ = ["ACTION", "ATTACK", "DISCARD", "END", "FREE", "Action", "Actions"]
