"""Numba with its patches: the same results, resolved once."""

from __future__ import annotations

import operator
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import llvmlite.ir as llvm
import numpy as np
import pytest
from llvmlite import binding
from numba import njit
from numba.core import compiler, errors, types
from numba.core.registry import cpu_target

from tests.needs import COMPILING
from zombicide_env.core import numba_patches
from zombicide_env.core.jit import PYTHON_MODE, entry, jit, records

pytestmark = pytest.mark.skipif(PYTHON_MODE, reason=COMPILING)

ROW = types.Array(types.int8, 1, "C")


def ask(function: Callable[..., Any], *arguments: Any) -> Any:
    numba_patches.apply()
    context: Any = cpu_target.typing_context
    context.refresh()
    return context.resolve_value_type(function).get_call_type(context, arguments, {})


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(operator.add, (types.int64, types.int64)), (operator.add, (types.float64, types.int64)), (operator.getitem, (ROW, types.int64))],
)
def test_what_a_call_means_is_found_once(function: Callable[..., Any], arguments: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(function, *arguments)  # Numba adds to the function's type by this, which makes it another type
    found = ask(function, *arguments)
    context: Any = cpu_target.typing_context
    assert found == numba_patches._call_type(context.resolve_value_type(function), context, arguments, {})
    monkeypatch.setattr(numba_patches, "_call_type", None)
    assert ask(function, *arguments) is found


def test_what_is_no_call_is_asked_again() -> None:
    for _ in range(2):
        with pytest.raises(errors.TypingError):
            ask(operator.getitem, types.int64, types.int64)


def test_bytes_of_a_type_are_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    numba_patches.apply()
    context: Any = cpu_target.target_context
    pair = llvm.LiteralStructType([llvm.IntType(8), llvm.IntType(64)])
    assert context.get_abi_sizeof(pair) == numba_patches._size_of(context, pair) == 16
    monkeypatch.setattr(numba_patches, "_size_of", None)
    assert context.get_abi_sizeof(llvm.LiteralStructType([llvm.IntType(8), llvm.IntType(64)])) == 16


def test_an_array_is_no_reason_to_look_for_news(monkeypatch: pytest.MonkeyPatch) -> None:
    numba_patches.apply()
    context: Any = cpu_target.target_context
    context.refresh()
    monkeypatch.setattr(type(context), "refresh", None)
    with pytest.raises(NotImplementedError):
        context.get_function("__array__", types.none(ROW))


def worked(row: Any, n: Any) -> Any:
    total = 0
    for k in range(n):
        if row[k] > 3:
            total += max(row[k], *(1, 2))
            row[k] = total
    return {"a": [total, n], "b": (row, -n)}


def test_variables_are_those_that_numba_finds() -> None:
    numba_patches.apply()
    code: Any = compiler.run_frontend(worked)
    statements = [statement for block in code.blocks.values() for statement in block.body]
    values = [statement.value for statement in statements if hasattr(statement, "value") and hasattr(statement.value, "_kws")]
    assert len(statements) > 20
    assert len(values) > 10
    for statement in statements:
        assert statement.list_vars() == statement._rec_list_vars(statement.__dict__)
    for value in values:
        assert value.list_vars() == value._rec_list_vars(value._kws)


def test_llvm_calls_notify_no_listeners() -> None:
    numba_patches.apply()
    assert not binding.ffi.lib._lock._cblist


@jit
def first_of(s: Any) -> int:
    return s.a


@pytest.mark.filterwarnings("error")
def test_a_kernel_for_a_record_is_not_offered_for_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBICIDE_CACHE", "0")
    for dtype in ([("a", "i2")], [("a", "i2"), ("b", "i2")]):

        def run(states: Any) -> int:
            return first_of(states[0])

        assert entry(run)(records(np.ones(1, dtype))) == 1
    assert len(first_of.overloads) == 2  # type: ignore[attr-defined]  # jit tells what it was given


@jit
def more_than(a: int) -> int:
    return a + 1


@jit
def calls_four_times(s: Any) -> int:
    return more_than(s.a) + more_than(2 * s.a) + more_than(3 * s.a) + more_than(4 * s.a)


def test_a_kernel_clears_one_pair_of_places_however_often_it_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBICIDE_CACHE", "0")

    def run(states: Any) -> int:
        return calls_four_times(states[0])

    assert entry(run)(records(np.ones(1, [("a", "i2")]))) == 14
    (compiled,) = calls_four_times.overloads.values()  # type: ignore[attr-defined]  # jit tells what it was given
    code = str(binding.parse_bitcode(next(iter(compiled.library.parts().values()))))
    assert code.count("call i32") == 4
    assert len(re.findall(r"%excinfo\S* = alloca", code)) == 1
    assert len(re.findall(r"= alloca i64", code)) < 4


@pytest.mark.parametrize("fastmath", [False, True])
def test_negative_indices_count_from_the_end_in_code_of_others(fastmath: bool) -> None:
    numba_patches.apply()
    found: Any = njit(fastmath=fastmath)(lambda row, k: row[k])
    assert found(np.arange(5.0), -1) == 4


@pytest.mark.slow
def test_tests_of_numba_itself_pass_without_them() -> None:
    """Other code in the process may be compiled as well, and the patches apply to it too."""
    parts = ("test_remove_dead", "test_dispatcher.TestDispatcherMethods", "test_exceptions")
    code = (
        "from zombicide_env.core import numba_patches\nnumba_patches.apply()\nfrom numba.testing import run_tests\n"
        f"raise SystemExit(not run_tests(['numba', *{[f'numba.tests.{part}' for part in parts]}]).wasSuccessful())"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stderr.partition("Ran ")[2].split()[0]) > 20
