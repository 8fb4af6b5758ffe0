"""Linking: nothing that is called is dropped, in whatever order the parts come."""

from __future__ import annotations

import itertools

import llvmlite.binding as llvm
import pytest

from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.linking import _link

pytestmark = pytest.mark.skipif(PYTHON_MODE, reason="nothing is linked in plain Python")

ENTRY = "declare i64 @f(i64)\ndefine i64 @entry(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  ret i64 %y\n}\n"
PARTS = {
    "f": "declare i64 @g(i64)\ndefine linkonce_odr i64 @f(i64 %x) {\n  %y = call i64 @g(i64 %x)\n  ret i64 %y\n}\n",
    "g": "declare i64 @h(i64)\ndefine linkonce_odr i64 @g(i64 %x) {\n  %y = call i64 @h(i64 %x)\n  ret i64 %y\n}\n",
    "h": "define linkonce_odr i64 @h(i64 %x) {\n  %y = add i64 %x, 1\n  ret i64 %y\n}\n",
}


@pytest.mark.parametrize("order", list(itertools.permutations(PARTS)), ids="".join)
def test_a_callee_may_come_before_its_caller(order: tuple[str, ...]) -> None:
    """What nobody called yet was dropped by LLVM, and an entry compiled by several processes was left with unresolved symbols."""
    module = llvm.parse_assembly(ENTRY)
    _link(module, {name: llvm.parse_assembly(PARTS[name]).as_bitcode() for name in order})
    assert {function.name for function in module.functions if not function.is_declaration} == {"entry", *PARTS}
