"""The key of compiled code: it changes with everything that a kernel depends on, and with nothing else."""

from __future__ import annotations

import enum
import types
from typing import Any

import pytest

from tests.needs import COMPILING
from zombicide_env.core import jit as jit_module
from zombicide_env.core.fingerprint import StaleKeyError, fingerprint
from zombicide_env.core.jit import PYTHON_MODE

compiled_only = pytest.mark.skipif(PYTHON_MODE, reason=COMPILING)

# ---- the key ---------------------------------------------------------------------------------------------

BASE = """
from functools import partial
import numpy as np
from zombicide_env.core.jit import jit
from collections import namedtuple
LIMIT = 3
Pair = namedtuple("Pair", "x y")
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
    return y + np.int64(MASK) + np.zeros(1, RECORD)[0].a + Pair(x, y)[0]
@jit
def other(x):
    return x
"""


def load(source: str, **names: Any) -> dict[str, str]:
    """Return the fingerprints of the kernels of a module with this source."""
    module = types.ModuleType("temporary_rules")
    module.__dict__.update(names)
    waiting = len(jit_module._uncached)
    exec(compile(source, "temporary_rules.py", "exec"), module.__dict__)
    del jit_module._uncached[waiting:]  # they are only fingerprinted, not compiled with the next game
    return {name: fingerprint(value.py_func) for name, value in vars(module).items() if hasattr(value, "py_func")}


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
        ("@jit\ndef leaf", "@partial(jit, exact=False)\ndef leaf", {"middle", "top"}),  # different arithmetic
        ("@jit\ndef leaf", "@partial(jit, inline=True)\ndef leaf", {"middle", "top"}),  # inlined into its callers
        ('"Pair", "x y"', '"Pair", "x z"', {"top"}),
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
        rules.LIMIT, rules.deep, rules.unused, deep.DEPTH = limit, deep, object(), depth
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
