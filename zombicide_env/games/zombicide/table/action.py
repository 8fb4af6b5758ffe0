"""Rows of actions: everything about an action of a survivor's turn (BP-6.R5, BP-11)."""

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
"""Class of an action.  ``ATTACK``: a combat action, for which the free action of a Bloodlust may pay.  ``FREE``: the free use of a
skill or a card.  ``DISCARD``: a card is discarded; it does not keep the turn open, and pending free actions stay.  ``END``: the end of the
turn. A turn continues while one of the first three is legal (BP-11.R10)."""


@dataclass(frozen=True)
class Action(Act):
    """An action block of a survivor's turn.  The kernels declare as parameters what they need.

    Args:
        block: its first action; negative: the edition does not have it.
        do: applies the action, ``(w, s, i)`` and the arguments of the block.
        args: the arguments of the block, each with the number of its values; the last varies fastest.
        legal: marks the legal actions in ``m``, ``(w, s, i, m)``.  One kernel may mark several blocks, all at the same ``cost``.
        cost: its cost in normal actions: it is legal only if that many are left, and they are paid before ``do`` is called.  0: it is
            free, or ``legal`` tests and ``do`` pays the cost, because free actions of skills are used first (BP-6.R6).
        counts: ``ACTION``, ``ATTACK``, ``FREE``, ``DISCARD`` or ``END``.
        purpose: its purpose, a word for wishes and reasons: "fight", "door", "search", "objective", "exit", "help".
    """

    _: KW_ONLY
    legal: Kernel
    cost: int = 0
    counts: int = ACTION
    purpose: str = ""


class Actions:
    """Rows of all actions of a turn in an edition; those of blocks that it does not have are left out.

    Args:
        rows: rows of all chapters.
        n_actions: size of the action space.

    Raises:
        ValueError: two rows have the same block.
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
        """Return the kernel ``mark(w, s, i, m)`` of a module, which marks what is legal and can be paid for."""
        kernels: dict[str, dict[Kernel, None]] = {}
        for cost in sorted({row.cost for row in self.rows.values()}):
            condition = f"s.actions[i] >= {cost}" if cost > 0 else ""
            kernels[condition] = dict.fromkeys(row.legal for row in self.rows.values() if row.cost == cost)
        return each(module, "mark", ("w", "s", "i", "m"), kernels)

    def do(self, module: str) -> Any:
        """Return the kernel ``do(w, s, i, block, arg)`` of a module."""
        return by_block(module, "do", ("w", "s", "i"), self.rows.values())

    def of_blocks(self, part: str) -> np.ndarray[Any, Any]:
        """Return ``cost`` or ``counts`` by the first action of each block, int64 [n_actions]."""
        made = np.zeros(self.n_actions, np.int64)
        for block, row in self.rows.items():
            made[block] = getattr(row, part)
        return made


__all__ = ["ACTION", "ATTACK", "DISCARD", "END", "FREE", "Action", "Actions"]
