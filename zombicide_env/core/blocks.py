"""Dispatch by the block of an action: one chain, generated from rows with a kernel that takes the arguments of the action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, Final

from .chains import Arm, chain

ACTION: Final = ("block", "arg")
"""The last arguments of such a dispatcher: the first action of the block, and the offset from it."""


@dataclass(frozen=True)
class Act:
    """A block of actions.

    Args:
        block: its first action; below 0: the game has no block of that name.
        do: kernel to call, or a number to return; its parameters name what it needs: arguments of the dispatcher or of the block.
        args: the arguments of the block, each with the number of its values; the last one varies fastest.
    """

    block: int
    do: Arm
    args: Mapping[str, int] = field(default_factory=dict)


def by_block(module: str, name: str, arguments: Sequence[str], rows: Iterable[Act], *, result: str = "None", otherwise: float = 0) -> Any:
    """Return the kernel ``name(*arguments, block, arg)`` of a module (see ``chain``)."""
    there = {row.block: row for row in rows if row.block >= 0}
    return chain(
        module,
        name,
        (*arguments, *ACTION),
        {block: row.do for block, row in there.items()},
        words={block: _values(row.args) for block, row in there.items()},
        on="block",
        result=result,
        otherwise=otherwise,
    )


def _values(args: Mapping[str, int]) -> dict[str, int | str]:
    """Return the expression that computes each argument."""
    sizes = list(args.values())
    made: dict[str, int | str] = {}
    for number, (name, size) in enumerate(args.items()):
        rest = prod(sizes[number + 1 :])
        value = f"arg // {rest}" if rest > 1 else "arg"
        made[name] = value if number == 0 else f"{value} % {size}"
    return made


__all__ = ["ACTION", "Act", "by_block"]
