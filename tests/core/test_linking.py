"""Linking: no called function is dropped, in whatever order the parts are linked."""

from __future__ import annotations

import itertools
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from numba.core.registry import cpu_target

from zombicide_env.core.jit import PYTHON_MODE, entry, jit, records
from zombicide_env.core.linking import EntryLibrary, _link, _passes

pytestmark = pytest.mark.skipif(PYTHON_MODE, reason="nothing is linked in plain Python")

ENTRY = "declare i64 @f(i64)\ndefine i64 @entry(i64 %x) {\n  %y = call i64 @f(i64 %x)\n  ret i64 %y\n}\n"
PARTS = {
    "f": "declare i64 @g(i64)\ndefine linkonce_odr i64 @f(i64 %x) {\n  %y = call i64 @g(i64 %x)\n  ret i64 %y\n}\n",
    "g": "declare i64 @h(i64)\ndefine linkonce_odr i64 @g(i64 %x) {\n  %y = call i64 @h(i64 %x)\n  ret i64 %y\n}\n",
    "h": "define linkonce_odr i64 @h(i64 %x) {\n  %y = add i64 %x, 1\n  ret i64 %y\n}\n",
}


@pytest.mark.parametrize("order", list(itertools.permutations(PARTS)), ids="".join)
def test_a_callee_may_come_before_its_caller(order: tuple[str, ...]) -> None:
    """LLVM used to drop functions without a caller, so that an entry compiled by several processes had unresolved symbols."""
    module = llvm.parse_assembly(ENTRY)
    _link(module, {name: llvm.parse_assembly(PARTS[name]).as_bitcode() for name in order})
    assert {function.name for function in module.functions if not function.is_declaration} == {"entry", *PARTS}


@jit
def part(s: Any) -> int:
    return 3 * s.a


def test_nobody_but_the_entry_can_call_its_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Internal linkage is set before LLVM optimizes, so that functions with one caller are inlined."""
    monkeypatch.setenv("ZOMBICIDE_CACHE", "0")
    linked = []
    optimise = EntryLibrary._optimize_final_module

    def told(library: EntryLibrary) -> None:
        module = library._final_module
        linked.append({function.name: function.linkage for function in module.functions if not function.is_declaration})
        optimise(library)

    monkeypatch.setattr(EntryLibrary, "_optimize_final_module", told)

    def whole(states: Any) -> int:
        return part(states[0]) + 1

    assert entry(whole)(records(np.ones(1, [("a", "i2")]))) == 4
    (linkages,) = linked
    assert [linkage for name, linkage in linkages.items() if "part" in name] == [llvm.Linkage.internal]
    assert any(linkage == llvm.Linkage.external for name, linkage in linkages.items() if "whole" in name)


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
