"""Kernels compiled by several processes: the same code, whatever happens to the processes."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import types

from tests.core.fake import Package
from tests.needs import COMPILING
from zombicide_env.core import parallel_compilation
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.records import Features, Mask, Record, Row

pytestmark = pytest.mark.skipif(PYTHON_MODE, reason=COMPILING)

STATE = np.dtype([("a", "i2"), ("b", "u1", (4,))], align=True)
COUNT = parallel_compilation._WORTH + 10

HALF = COUNT // 2

HEAD = """from __future__ import annotations
from zombicide_env.core.jit import jit
from zombicide_env.core.records import Record, Row
"""
LEAVES = HEAD + "".join(f"@jit\ndef leaf_{k}(s: Record, x: int) -> int:\n    return s.a + {k} * x\n" for k in range(HALF))
BRANCHES = f"{HEAD}from .leaves import *\n" + "".join(
    f"@jit\ndef branch_{k}(s: Record, x: int) -> int:\n    s.a += 1\n    return leaf_{k}(s, x) + leaf_{(k + 1) % HALF}(s, x + 1)\n"
    for k in range(HALF)
)
TOP = f"""
    from __future__ import annotations
    import json, sys, time
    import numpy as np
    from numba.core import event
    from zombicide_env.core.cache import cache_folder
    from zombicide_env.core.jit import entry, jit, records
    from zombicide_env.core.records import Record, Row
    from .branches import *
    STATE = np.dtype([("a", "i2"), ("b", "u1", (4,))], align=True)
    class Count(event.Listener):
        n = 0
        def on_start(self, e):
            self.n += 1
        def on_end(self, e):
            while float(sys.argv[1]) and not any(cache_folder().glob("*.code")):
                time.sleep(0.05)  # for what another process has compiled
    count = Count()
    event.register("numba:compile", count)
    @jit
    def rest(row: Row) -> int:
        return row[0] + row[1]
    def run(states, x):
        s = states[0]
        return rest(s.b) + {" + ".join(f"branch_{k}(s, x)" for k in range(HALF))}
    run = entry(run, records={{"s": STATE}})
    states = np.zeros(1, STATE)
    states["b"] = 3
    if __name__ == "__main__":
        print(json.dumps([int(run(records(states), 2)), int(states["a"][0]), count.n]))
"""


@pytest.fixture
def package(tmp_path: Path) -> Package:
    package = Package(tmp_path)
    for name, text in (("leaves", LEAVES), ("branches", BRANCHES), ("top", textwrap.dedent(TOP))):
        package.write(f"{name}.py", text)
    return package


def found(package: Package, wait: float = 0.0, **env: str) -> tuple[list[int], int]:
    """Results, and the number of functions that the process itself has compiled."""
    *results, compiled = json.loads(package.run(wait, **env)[0])
    return results, compiled


@pytest.mark.slow
def test_several_processes_compile_the_same(package: Package) -> None:
    plain, _ = found(package, NUMBA_DISABLE_JIT="1")
    together, compiled = found(package, 1.0, ZOMBICIDE_JOBS="3")
    assert together == plain
    assert 2 <= compiled < COUNT + 2
    assert len(package.cached("*.code")) == COUNT + 2
    assert found(package) == (plain, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "trouble",
    [
        "if sys.argv[0] == '-c': import os; os._exit(3)",  # the other processes end at once
        "print('failed' if sys.argv[0] == '-c' else '', end='')",  # they print
    ],
)
def test_the_process_itself_does_what_others_do_not(package: Package, trouble: str) -> None:
    plain, _ = found(package, NUMBA_DISABLE_JIT="1")
    head, rest = LEAVES.split("\n", 1)
    package.write("leaves.py", f"{head}\nimport sys\n{trouble}\n{rest}")
    alone = "_exit" in trouble
    together, compiled = found(package, 0.0 if alone else 1.0, ZOMBICIDE_JOBS="3")
    assert together == plain
    assert (compiled == COUNT + 2) == alone


@pytest.mark.slow
def test_an_error_in_a_kernel_is_raised_with_helper_processes_too(package: Package) -> None:
    package.write("leaves.py", LEAVES.replace("s.a + 7 * x", "s.misspelt + 7 * x"))
    process = package.start(ZOMBICIDE_JOBS="2")
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "misspelt" in err


def test_types_are_known_from_annotations() -> None:
    def kernel(w: Record, s: Record, i: int, on: bool, x: float, m: Mask, o: Features) -> Any: ...
    def unknown(s: Record, row: Row) -> Any: ...
    def silent(s, i): ...

    world = np.dtype([("size", "i2")])
    given = {"w": world, "s": STATE}
    flags, features = types.Array(types.int8, 1, "C"), types.Array(types.uint8, 1, "C")
    record = types.Record
    arguments = parallel_compilation.signature(kernel, given)
    assert arguments is not None
    assert [isinstance(t, record) for t in arguments] == [True, True, *[False] * 5]
    assert arguments[2:] == (types.int64, types.int64, types.float64, flags, features)
    assert parallel_compilation.signature(kernel, {"s": STATE}) is None
    assert parallel_compilation.signature(unknown, given) is None
    assert parallel_compilation.signature(silent, given) is None


@pytest.mark.parametrize(("named", "count"), [("1", 1), ("7", 7)])
def test_the_number_of_processes_can_be_said(named: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBICIDE_JOBS", named)
    assert parallel_compilation.jobs() == count
    for nonsense in ("", "0", "many", "-2"):
        monkeypatch.setenv("ZOMBICIDE_JOBS", nonsense)
        assert 1 <= parallel_compilation.jobs() <= parallel_compilation._MOST
