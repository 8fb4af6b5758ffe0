"""Kernels: compiled once for all number types and array lengths, by any thread; printing."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.core.fake import Package
from tests.needs import COMPILING
from zombicide_env.core import jit as jit_module
from zombicide_env.core.jit import PYTHON_MODE

compiled_only = pytest.mark.skipif(PYTHON_MODE, reason=COMPILING)


# ---- arrays ----------------------------------------------------------------------------------------------


def test_records_and_buffers_are_the_arrays_or_views_of_them() -> None:
    array, plain = np.zeros(2, [("a", "i2")]), np.zeros((2, 3), np.int8)
    seen, rows = jit_module.records(array), jit_module.buffers(plain)
    if not PYTHON_MODE:
        assert np.shares_memory(seen, array)
        assert jit_module.records(np.zeros(3, [("a", "i2")])).dtype is seen.dtype  # by its identity Numba finds the type at once
        assert rows is plain
        return
    seen[1].a = 5
    rows[1][2] = 7
    assert array["a"].tolist() == [0, 5]
    assert plain[1, 2] == 7


# ---- editions ----------------------------------------------------------------------------------------------

FROST = False
PLAIN = np.dtype([("a", "i2")], align=True)


@jit_module.jit
def thawed(s: Any) -> int:
    """Kernel that names a field and a function that only an edition with FROST has."""
    if FROST and s.frozen == 1:
        return not_there(s)  # noqa: F821 - that is the point
    if not FROST:
        return s.a + 1
    return s.frozen


def test_a_branch_on_a_constant_may_name_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBICIDE_CACHE", "0")

    def run(states: Any) -> int:
        return thawed(states[0])

    states = np.ones(1, PLAIN)
    assert jit_module.entry(run)(jit_module.records(states)) == 2


# ---- specialisations ---------------------------------------------------------------------------------------

KERNELS = """
    import json, sys
    import numpy as np
    from zombicide_env.core.jit import entry, jit, records
    STATE = np.dtype([("short", "u1", (3,)), ("long", "u1", (9,)), ("wide", "i2", (2, 4)), ("depth", "i2")], align=True)
    @jit
    def total(row):
        found = 0
        for k in range(len(row)):
            found += row[k]
        row[0] = 7
        return found
    @jit
    def weighted(a, b=2, c=3):
        return 100 * a + 10 * b + c
    @jit
    def last(table):
        return table[table.shape[0] - 1, table.shape[1] - 1]
    @entry
    def run(states, plain, count):
        s = states[0]
        sums = total(s.short) + total(s.long) + total(plain)
        return sums * 1000000 + weighted(count) + weighted(count, 5) + weighted(count, c=s.depth) + last(s.wide)
    states, plain = np.zeros(1, STATE), np.ones(4, np.uint8)
    states["short"], states["long"], states["wide"][0, 1, 3], states["depth"] = 1, 2, 4, 9
    found = [int(run(records(states), plain, count)) for count in (1, np.int32(1), True)]
    print(json.dumps([found, [len(kernel.overloads) for kernel in (total, weighted, last, run)], states["long"][0].tolist()]))
"""


@compiled_only
@pytest.mark.slow
def test_lengths_omitted_arguments_and_kinds_of_numbers_are_compiled_once(tmp_path: Path) -> None:
    package = Package(tmp_path)
    package.write("top.py", textwrap.dedent(KERNELS))
    first = 3 + 18 + 4
    again = (7 + 2) + (7 + 16) + (7 + 3)
    rest = (100 + 20 + 3) + (100 + 50 + 3) + (100 + 20 + 9) + 4
    expected = (
        f"[[{first * 1000000 + rest}, {again * 1000000 + rest}, {again * 1000000 + rest}], [1, 1, 1, 1], [7, 2, 2, 2, 2, 2, 2, 2, 2]]"
    )
    assert package.run()[0] == expected
    assert package.run(ZOMBICIDE_CACHE="0")[0] == expected


# ---- several threads ---------------------------------------------------------------------------------------

AT_ONCE = """
    from concurrent.futures import ThreadPoolExecutor
    import json, threading
    import numpy as np
    from numba.core import event
    from zombicide_env.core.jit import entry, jit
    class Count(event.Listener):
        n = 0
        def on_start(self, e):
            self.n += 1
        def on_end(self, e):
            pass
    count, ready = Count(), threading.Barrier(4)
    event.register("numba:compile", count)
    @jit
    def leaf(x):
        return x + 1
    @entry
    def one(out):
        out[0] = leaf(1)
    @entry
    def two(out):
        out[0] = leaf(2)
    def work(k):
        out = np.zeros(1, np.int64)
        ready.wait()
        (one, two)[k % 2](out)
        return int(out[0])
    with ThreadPoolExecutor(4) as pool:
        print(json.dumps([list(pool.map(work, range(4))), count.n]))
"""


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("cached", ["0", "1"])
def test_threads_that_begin_together_compile_once(tmp_path: Path, cached: str) -> None:
    package = Package(tmp_path)
    package.write("top.py", textwrap.dedent(AT_ONCE))
    assert package.run(ZOMBICIDE_CACHE=cached)[0] == "[[2, 3, 2, 3], 3]"


# ---- printing ----------------------------------------------------------------------------------------------

PRINTING = """
    import numpy as np
    from zombicide_env.core.jit import entry, jit, records
    STATE = np.dtype([("small", "u1"), ("row", "i2", (3,))], align=True)
    @jit
    def leaf(s, x):
        print("leaf", x, s.small, s.row[1], x > 2, x / 4)
        return x + 1
    @entry
    def run(states, x):
        print("before", x)
        print("after", leaf(states[0], x))
    states = np.zeros(1, STATE)
    states["small"], states["row"] = 200, -5
    run(records(states), 3)
    print("end")
"""


@pytest.mark.slow
@pytest.mark.parametrize("env", [{}, {"NUMBA_DISABLE_JIT": "1"}])
def test_kernels_print_numbers(tmp_path: Path, env: dict[str, str]) -> None:
    """A printing thread acquires the GIL, and must release it."""
    package = Package(tmp_path)
    package.write("top.py", textwrap.dedent(PRINTING))
    for _ in range(2):  # compiled, and from the cache
        assert package.run(**env)[0].splitlines() == ["before 3", "leaf 3 200 -5 True 0.75", "after 4", "end"]


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("what", ["s", "s.row"])
def test_what_kernels_cannot_print_is_refused_with_the_remedy(tmp_path: Path, what: str) -> None:
    package = Package(tmp_path)
    package.write("top.py", textwrap.dedent(PRINTING).replace("s.row[1]", what))
    process = package.start()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "a kernel can print numbers and literal text: print the elements or fields that matter" in err
    assert "leaf" in err
