"""Linking: nothing that is called is dropped, in whatever order the parts come."""

from __future__ import annotations

import itertools

import llvmlite.binding as llvm
import pytest
from numba.core.registry import cpu_target

from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.linking import _link, _passes

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


LOOP = """
declare void @told(i64)
define void @five() {
entry:
  br label %loop
loop:
  %k = phi i64 [0, %entry], [%next, %loop]
  call void @told(i64 %k)
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
"""


def test_loops_stay_rolled_up() -> None:
    codegen = cpu_target.target_context.codegen()
    module = llvm.parse_assembly(LOOP)
    passes = _passes(codegen, 3)
    passes.getModulePassManager().run(module, passes)
    assert str(module).count("call void @told") == 1
