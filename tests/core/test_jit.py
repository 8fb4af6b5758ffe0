"""The compilation cache: never stale, never compiled twice, never silent."""

from __future__ import annotations

import enum
import os
import subprocess
import sys
import textwrap
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_env.core import jit as jit_module
from zombicide_env.core.jit import PYTHON_MODE, StaleKeyError, fingerprint

compiled_only = pytest.mark.skipif(PYTHON_MODE, reason="there is nothing to compile in plain Python mode")

# ---- the key ---------------------------------------------------------------------------------------------

BASE = """
import numpy as np
from zombicide_env.core.jit import jit
LIMIT = 3
TABLE = (1, (2, 3))
MASK = np.uint64(7)
ARRAY = np.array([1, 2, 3])
RECORD = np.dtype([("a", "i2"), ("b", "u1")], align=True)
@jit
def leaf(x):
    return x + 1
@jit
def middle(x):
    return leaf(x) * 2
@jit
def top(x):
    '''What it does.'''
    y = middle(x) + LIMIT + TABLE[0] + ARRAY[0]
    return y + np.int64(MASK) + np.zeros(1, RECORD)[0].a
@jit
def other(x):
    return x
"""


def load(source: str, **names: Any) -> dict[str, str]:
    """Fingerprints of the functions of a module with this source."""
    module = types.ModuleType("temporary_rules")
    module.__dict__.update(names)
    waiting = len(jit_module._uncached)
    exec(compile(source, "temporary_rules.py", "exec"), module.__dict__)
    del jit_module._uncached[waiting:]  # they are to be looked at, not to be compiled with the next game
    found = {n: getattr(f, "py_func", f) for n, f in vars(module).items() if callable(f) and n not in ("jit",)}
    return {n: fingerprint(f) for n, f in found.items() if isinstance(f, types.FunctionType)}


@compiled_only
@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("# comment", "# comment", set()),
        ("@jit\ndef leaf", "\n\n# moved, with a comment\n@jit\ndef leaf", set()),
        ("'''What it does.'''", "'''Something else.'''", set()),
        ("x + 1", "x + 2", {"leaf", "middle", "top"}),
        ("leaf(x) * 2", "leaf(x) - 2", {"middle", "top"}),
        ("LIMIT = 3", "LIMIT = 4", {"top"}),
        ("LIMIT = 3", "LIMIT = 3.0", {"top"}),
        ("LIMIT = 3", "LIMIT = np.int32(3)", {"top"}),
        ("(2, 3)", "(2, 4)", {"top"}),
        ("np.uint64(7)", "np.uint64(8)", {"top"}),
        ("[1, 2, 3]", "[1, 2, 4]", {"top"}),
        ('("b", "u1")', '("b", "i1")', {"top"}),
        ("align=True", "align=False", {"top"}),
        ("return x\n", "return -x\n", {"other"}),
        ("def leaf(x):", "def leaf(x, y=1):", {"leaf", "middle", "top"}),
    ],
)
def test_key_changes_exactly_with_what_a_function_depends_on(old: str, new: str, changed: set[str]) -> None:
    before, after = load("# comment\n" + BASE), load(("# comment\n" + BASE).replace(old, new))
    assert set(before) == {"leaf", "middle", "top", "other"}
    assert {name for name in before if before[name] != after[name]} == changed


@compiled_only
def test_key_follows_modules_enums_and_closures() -> None:
    source = """
from zombicide_env.core.jit import jit
def make(k):
    @jit
    def inner(x):
        return x + k + rules.LIMIT + rules.deep.DEPTH + Colour.RED
    return inner
inner = make(STEP)
"""

    def key(step: int = 1, limit: int = 2, depth: int = 3, red: int = 4) -> str:
        rules, deep = types.ModuleType("rules"), types.ModuleType("rules.deep")
        rules.LIMIT, rules.deep, rules.unused, deep.DEPTH = limit, deep, object(), depth  # type: ignore[attr-defined]
        colour = enum.IntEnum("Colour", {"RED": red})
        return load(source, STEP=step, rules=rules, Colour=colour)["inner"]

    keys = [key(), key(step=9), key(limit=9), key(depth=9), key(red=9)]
    assert len(set(keys)) == 5
    assert key() == keys[0]


@compiled_only
def test_a_global_that_cannot_be_followed_is_refused() -> None:
    source = "from zombicide_env.core.jit import jit\nclass Box: x = 1\nbox = Box()\n@jit\ndef f(a):\n    return a + box.x\n"
    with pytest.raises(StaleKeyError, match="reads 'box', a Box"):
        load(source)


@compiled_only
def test_an_attribute_may_be_called_like_a_global() -> None:
    source = "from zombicide_env.core.jit import jit\nclass Box: x = 1\nbox = Box()\n@jit\ndef f(a):\n    return a.box\n"
    assert set(load(source)) == {"f"}


# ---- the cache -------------------------------------------------------------------------------------------

RULES = {
    "constants.py": "LIMIT = 3\n",
    "leaf.py": "from zombicide_env.core.jit import jit\nfrom .constants import LIMIT\n@jit\ndef leaf(x):\n    return x + LIMIT\n",
    "top.py": """
        import json, sys, time
        import numpy as np
        from numba.core import event
        from zombicide_env.core.jit import PYTHON_MODE, buffers, entry, jit
        from . import leaf
        class Count(event.Listener):
            n = 0
            def on_start(self, e):
                self.n += 1
            def on_end(self, e):
                time.sleep(float(sys.argv[1]))
        count = Count()
        event.register("numba:compile", count)
        @jit
        def middle(x):
            return leaf.leaf(x) * 2
        @jit
        def aside(x):
            return x + 100
        @entry
        def run(out):
            out[0] = middle(5)
            out[1] = aside(5)
        out = np.zeros(2, np.int64)
        run(buffers(out))
        print(json.dumps([out.tolist(), count.n]))
    """,
}


class Package:
    """A small package of rules on disk, and processes that run it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "fake").mkdir()
        (folder / "fake" / "__init__.py").touch()
        for name, text in RULES.items():
            self.write(name, textwrap.dedent(text))

    def write(self, name: str, text: str) -> None:
        (self.folder / "fake" / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / "fake" / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def start(self, delay: float = 0.0, **env: str) -> subprocess.Popen[str]:
        path = os.pathsep.join([str(self.folder), *sys.path])
        given = {**os.environ, "PYTHONPATH": path, "ZOMBICIDE_CACHE_DIR": str(self.folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "fake.top", str(delay)]
        given.pop("ZOMBICIDE_CACHE", None)
        return subprocess.Popen(command, env=given | env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def run(self, delay: float = 0.0, **env: str) -> tuple[str, str]:
        process = self.start(delay, **env)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return out.strip(), err


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


@compiled_only
@pytest.mark.slow
def test_the_cache_is_never_stale(package: Package) -> None:
    assert package.run()[0] == "[[16, 105], 4]"
    assert package.run()[0] == "[[16, 105], 0]"  # warm
    package.edit("leaf.py", "@jit", "# a comment, and the line moves\n\n@jit")
    package.edit("top.py", "return x + 100", "return x + 100  # another")
    assert package.run()[0] == "[[16, 105], 0]"
    package.edit("constants.py", "3", "4")  # read by the callee of a callee
    assert package.run()[0] == "[[18, 105], 3]"  # `aside` comes from the cache
    package.edit("leaf.py", "x + LIMIT", "x - LIMIT")
    assert package.run()[0] == "[[2, 105], 3]"
    package.edit("leaf.py", "x - LIMIT", "x + LIMIT")  # an earlier version is still there
    assert package.run()[0] == "[[18, 105], 0]"
    assert package.run(NUMBA_BOUNDSCHECK="1")[0] == "[[18, 105], 4]"  # other code, other folder
    assert package.run(ZOMBICIDE_CACHE="0")[0] == "[[18, 105], 4]"


@compiled_only
@pytest.mark.slow
def test_old_versions_are_thrown_away(package: Package) -> None:
    for limit in range(7):
        package.write("constants.py", f"LIMIT = {limit}\n")
        package.run()
    names = [path.name for path in (package.folder / "cache").rglob("leaf.leaf-*.nbi")]
    assert len(names) == jit_module._KEPT
    assert len([*(package.folder / "cache").rglob("leaf.leaf-*.nbc")]) == jit_module._KEPT
    assert package.run()[0].endswith(" 0]")


@compiled_only
@pytest.mark.slow
def test_of_several_processes_one_compiles(package: Package) -> None:
    processes = [package.start(0.5) for _ in range(3)]
    results = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0], results
    assert sorted(out.strip() for out, _ in results) == ["[[16, 105], 0]", "[[16, 105], 0]", "[[16, 105], 4]"]
    errors = [err for _, err in results]
    assert sum("compiled run: 4 functions" in err for err in errors) == 1
    assert sum("waiting while another process compiles run" in err for err in errors) == 2


@compiled_only
def test_compiling_is_announced_once(package: Package) -> None:
    _, err = package.run(0.5)
    first, last = err.strip().splitlines()
    assert first.startswith("zombicide_env: compiling run (this happens once")
    assert "compiled run: 4 functions in" in last
    assert str(package.folder / "cache") in last
    assert package.run()[1] == ""


def test_who_watches_hears_of_compiling(tmp_path: Path) -> None:
    """Whoever measures time can leave out what happens once on a machine: waiting for another process, and compiling."""
    from zombicide_env.core import compiling

    heard: list[bool] = []
    with compiling.turn(tmp_path / "lock", "x") as miss, compiling.watched(heard.append):
        miss()
        assert heard == [True, False, True]
    with compiling.watched(heard.append), compiling.turn(tmp_path / "lock", "x"):
        pass  # a hit
    assert heard == [True, False, True]


@compiled_only
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a folder that cannot be written to")
def test_an_unwritable_folder_costs_the_cache_only(package: Package) -> None:
    (package.folder / "cache").mkdir(mode=0o500)
    assert package.run()[0] == "[[16, 105], 4]"


@compiled_only
def test_a_file_in_the_place_of_the_folder_costs_the_cache_only(package: Package) -> None:
    (package.folder / "cache").touch()
    assert package.run()[0] == "[[16, 105], 4]"


def test_plain_python_mode_compiles_nothing(package: Package) -> None:
    assert package.run(NUMBA_DISABLE_JIT="1") == ("[[16, 105], 0]", "")
    assert not (package.folder / "cache").exists()


def test_records_and_buffers_are_the_arrays_or_views_of_them() -> None:
    array, plain = np.zeros(2, [("a", "i2")]), np.zeros((2, 3), np.int8)
    seen, rows = jit_module.records(array), jit_module.buffers(plain)
    if not PYTHON_MODE:
        assert np.shares_memory(seen, array)
        assert jit_module.records(np.zeros(3, [("a", "i2")])).dtype is seen.dtype  # by which Numba finds its type at once
        assert rows is plain
        return
    seen[1].a = 5
    rows[1][2] = 7
    assert array["a"].tolist() == [0, 5]
    assert plain[1, 2] == 7


FROST = False
PLAIN = np.dtype([("a", "i2")], align=True)


@jit_module.jit
def thawed(s: Any) -> int:
    """An edition without frost has neither the field nor the function."""
    if FROST and s.frozen == 1:
        return not_there(s)  # type: ignore[name-defined,no-any-return] # noqa: F821
    if not FROST:
        return s.a + 1  # type: ignore[no-any-return]
    return s.frozen  # type: ignore[no-any-return]


def test_a_branch_on_a_constant_may_name_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBICIDE_CACHE", "0")

    def run(states: Any) -> int:
        return thawed(states[0])  # type: ignore[no-any-return]

    states = np.ones(1, PLAIN)
    assert jit_module.entry(run)(jit_module.records(states)) == 2
