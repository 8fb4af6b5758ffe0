"""A lint of all kernels for errors that Numba accepts silently, or rejects without a location.

A misspelled field is a bare KeyError in compiled code, a local that one branch does not set reads as zero, and one index
too few selects a whole row.  The lint reads the source of every function that is decorated with ``@jit`` or ``@entry``.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import zombicide_env
from zombicide_env.core.layout import record
from zombicide_env.core.scratch import NO_SCRATCH, workplace_type
from zombicide_env.games.zombicide import EDITIONS

ROOT = Path(zombicide_env.__file__).parent
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "a list is an allocation",
    ast.Dict: "a dict is an allocation",
    ast.Set: "a set is an allocation",
    ast.ListComp: "a comprehension is an allocation",
    ast.DictComp: "a comprehension is an allocation",
    ast.SetComp: "a comprehension is an allocation",
    ast.GeneratorExp: "a generator is an allocation",
    ast.JoinedStr: "text is not for kernels",
    ast.Try: "kernels do not catch errors",
    ast.With: "kernels have no contexts",
    ast.Lambda: "a kernel calls kernels, not lambdas",
    ast.Yield: "kernels do not yield",
    ast.Global: "kernels have no globals that change",
    ast.Slice: "a slice makes an array; use an index",
    ast.Delete: "nothing to delete in a kernel",
}
ALLOCATORS = {"zeros", "empty", "ones", "full", "array", "arange", "copy", "zeros_like", "empty_like", "concatenate", "append"}


def is_kernel(node: ast.stmt) -> bool:
    marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(mark, ast.Name) and mark.id in ("jit", "seam", "entry") for mark in marks)


class Lint:
    """Complaints about the kernels of one module, as ``line: text``."""

    def __init__(
        self,
        source: str,
        scope: dict[str, Any],
        world: np.dtype[Any],
        state: np.dtype[Any],
        scratch: np.dtype[Any] = NO_SCRATCH,
        **others: np.dtype[Any],
    ) -> None:
        self.scratch = scratch.names or ()
        world = workplace_type(world, scratch)
        self.scope, self.records = scope, {"w": world, "s": state, **others}
        self.complaints: list[str] = []
        self.kernels = [node for node in ast.parse(source).body if is_kernel(node)]
        for node in self.kernels:
            assert isinstance(node, ast.FunctionDef)
            self.function(node)

    def say(self, node: ast.AST, text: str) -> None:
        self.complaints.append(f"{getattr(node, 'lineno', 0)}: {self.name}: {text}")

    def function(self, node: ast.FunctionDef) -> None:
        self.name = node.name
        parameters = {a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs}
        self.known = {name: dtype for name, dtype in self.records.items() if name in parameters}
        self.locals = parameters | {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for child in (part for stmt in node.body for part in ast.walk(stmt)):
            self.node(child)
        self.block(node.body, set(parameters))

    # ---- single nodes ------------------------------------------------------------------------------------

    def node(self, node: ast.AST) -> None:
        if type(node) in FORBIDDEN:
            self.say(node, FORBIDDEN[type(node)])
        if isinstance(node, ast.Call):
            self.call(node)
        if isinstance(node, ast.Attribute) and self.root(node) in self.known:
            self.field(node)
        if isinstance(node, ast.Subscript):
            self.subscript(node)
        if isinstance(node, ast.Assign | ast.AugAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self.target(target)

    def root(self, node: ast.expr) -> str:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return node.id if isinstance(node, ast.Name) else ""

    def kind(self, node: ast.expr) -> np.dtype[Any] | None:
        """Return the dtype of ``s.a``, ``w.rules.b`` and their elements, None for anything else."""
        if isinstance(node, ast.Name):
            return self.known.get(node.id)
        if isinstance(node, ast.Attribute):
            outer = self.kind(node.value)
            return outer.fields[node.attr][0] if outer is not None and outer.fields and node.attr in outer.fields else None
        if isinstance(node, ast.Subscript):
            outer = self.kind(node.value)
            return outer.base if outer is not None else None
        return None

    def field(self, node: ast.Attribute) -> None:
        outer = self.kind(node.value)
        if outer is None or node.attr in ("shape", "size"):
            return
        if outer.fields is None or node.attr not in outer.fields:
            self.say(node, f"there is no field {ast.unparse(node)}")

    def subscript(self, node: ast.Subscript) -> None:
        array = self.kind(node.value)
        if array is None:
            return
        given = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
        if given != array.ndim:
            self.say(node, f"{ast.unparse(node)} has {given} indices, {ast.unparse(node.value)} has {array.ndim} axes")

    def target(self, node: ast.expr) -> None:
        if isinstance(node, ast.Tuple):
            for part in node.elts:
                self.target(part)
            return
        in_world = isinstance(node, ast.Attribute | ast.Subscript) and self.root(node) == "w" and "w" in self.known
        if in_world and re.findall(r"\w+", ast.unparse(node))[1] not in self.scratch:
            self.say(node, f"{ast.unparse(node)} is written to: the world is the same for all games")
        kind = self.kind(node) if isinstance(node, ast.Attribute) else None
        if kind is not None and (kind.shape or kind.fields):
            self.say(node, f"{ast.unparse(node)} is assigned as a whole; write its elements")

    def call(self, node: ast.Call) -> None:
        callee = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if callee in ALLOCATORS and callee not in self.scope:
            self.say(node, f"{ast.unparse(node.func)} allocates")
        if callee == self.name and isinstance(node.func, ast.Name):
            self.say(node, "recursion")
        function = self.scope.get(callee) if isinstance(node.func, ast.Name) else None
        function = getattr(function, "py_func", function)
        if not inspect.isfunction(function) or any(isinstance(a, ast.Starred) for a in node.args):
            return
        try:
            inspect.signature(function).bind(*node.args, **{str(k.arg): k.value for k in node.keywords})
        except TypeError as error:
            self.say(node, f"{ast.unparse(node)}: {error}")

    # ---- every local is set before it is read ---------------------------------------------------------------

    def reads(self, node: ast.AST, set_: set[str]) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                if part.id in self.locals:
                    if part.id not in set_:
                        self.say(part, f"{part.id!r} may be read before it is set")
                elif part.id not in self.scope and not hasattr(builtins, part.id):
                    self.say(part, f"there is no {part.id!r}")

    def names(self, node: ast.AST) -> set[str]:
        return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}

    def block(self, body: list[ast.stmt], set_: set[str]) -> set[str] | None:
        """Names certainly set after ``body``; None if its end cannot be reached."""
        for stmt in body:
            after = self.statement(stmt, set_)
            if after is None:
                return None
            set_ = after
        return set_

    def statement(self, stmt: ast.stmt, set_: set[str]) -> set[str] | None:
        if isinstance(stmt, ast.If):
            self.reads(stmt.test, set_)
            ways = [way for way in (self.block(stmt.body, set(set_)), self.block(stmt.orelse, set(set_))) if way is not None]
            return set.intersection(*ways) if ways else None
        if isinstance(stmt, ast.For):
            self.reads(stmt.iter, set_)
            self.block(stmt.body, set_ | self.names(stmt.target))
            return self.block(stmt.orelse, set(set_))  # the body may not run at all
        if isinstance(stmt, ast.While):
            self.reads(stmt.test, set_)
            inside = self.block(stmt.body, set(set_))
            endless = isinstance(stmt.test, ast.Constant) and bool(stmt.test.value)
            breaks = list(self.own_breaks(stmt.body))
            if not endless:
                return self.block(stmt.orelse, set(set_))
            return set(set_) if breaks or inside is None else None
        self.reads(stmt, set_)
        if isinstance(stmt, ast.AugAssign) and isinstance(stmt.target, ast.Name) and stmt.target.id not in set_:
            self.say(stmt, f"{stmt.target.id!r} may be read before it is set")
        if isinstance(stmt, ast.Return | ast.Raise | ast.Break | ast.Continue):
            return None
        return set_ | self.names(stmt)

    def own_breaks(self, body: list[ast.stmt]) -> Iterator[ast.Break]:
        for stmt in body:
            if isinstance(stmt, ast.Break):
                yield stmt
            elif isinstance(stmt, ast.If):
                yield from self.own_breaks(stmt.body + stmt.orelse)


#: Package of a game or an edition -> its module of records.
GAMES = dict.fromkeys(("hit_z_road", "z_game", *(f"zombicide.{name}" for name in EDITIONS)), "numbers.state")


def test_the_list_of_games_is_complete() -> None:
    found = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    assert {name.partition(".")[0] for name in GAMES} == found


def modules(game: str) -> Iterator[tuple[Path, ModuleType]]:
    """Yield the modules with kernels; an edition's are in its own folder and in the family's, its own first."""
    package = importlib.import_module(f"zombicide_env.games.{game}")
    found: dict[Path, Path] = {}
    for folder in map(Path, package.__path__):
        for path in sorted(folder.rglob("*.py")):
            found.setdefault(path.relative_to(folder), path)
    for place, path in found.items():
        if any(is_kernel(node) for node in ast.parse(path.read_text()).body):
            yield path, importlib.import_module(".".join((package.__name__, *place.with_suffix("").parts)))


def player_records(module: ModuleType) -> dict[str, np.dtype[Any]]:
    """Records of the family's heuristic, if the module is one of the heuristic's."""
    package, _, room = module.__name__.rpartition(".")
    if package.rpartition(".")[2] != "players" or room == "records":
        return {}
    records = importlib.import_module(f"{package}.records")
    return {"v": records.VIEW, "weights": records.WEIGHTS}


@pytest.mark.parametrize("game", GAMES)
def test_no_kernel_of_a_game_has_complaints(game: str) -> None:
    state = importlib.import_module(f"zombicide_env.games.{game}.{GAMES[game]}")
    scratch = getattr(state, "SCRATCH", NO_SCRATCH)
    complaints, seen = [], 0
    for path, module in modules(game):
        lint = Lint(path.read_text(), vars(module), state.WORLD, state.STATE, scratch, **player_records(module))
        seen += len(lint.kernels)
        complaints += [f"{path.relative_to(ROOT.parent)}:{text}" for text in lint.complaints]
    assert seen > 5
    assert not complaints, "\n" + "\n".join(complaints)


def test_the_core_has_no_complaints_about_locals() -> None:
    empty = record([("rng", "u8")])
    for name in ("agenda", "decks", "dice", "rng"):
        module = importlib.import_module(f"zombicide_env.core.{name}")
        lint = Lint(Path(str(module.__file__)).read_text(), vars(module), empty, empty)
        assert lint.kernels
        assert not [text for text in lint.complaints if "field" not in text]


# ---- the lint itself -------------------------------------------------------------------------------------

WORLD = record([("rules", record([("split", "u1")])), ("size", "i2"), ("line", "i2", (4,))])
STATE = record([("a", "i2"), ("line", "i2", (4,)), ("plane", "i2", (4, 5))])
SCRATCH = record([("marks", "u1", (4,)), ("n", "i2")])


def lint(body: str) -> list[str]:
    source = "@jit\ndef other(x, y=0):\n    return x\n@jit\ndef f(w, s, x):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    scope: dict[str, Any] = {"jit": lambda function: function, "np": np}
    exec(source, scope)
    return [text.partition(": f: ")[2] for text in Lint(source, scope, WORLD, STATE, SCRATCH).complaints]


@pytest.mark.parametrize(
    "body",
    [
        "s.a = w.rules.split + s.line[2] + s.plane[x, 1]",
        "if x:\n    y = 1\nelse:\n    y = 2\nreturn y",
        "if x:\n    y = 1\nelse:\n    return 0\nreturn y",
        "for i in range(3):\n    if i > x:\n        y = 1\n    else:\n        continue\n    s.a = y",
        "y = 0\nwhile y < 3:\n    y += 1\nreturn y",
        "while True:\n    y = other(x)\n    if y:\n        return y",
        "a, b = x, other(x, y=2)\nreturn max(a, b)",
        "return other(s.line.shape[0])",
        "w.marks[x] = 1\nw.n += w.marks[0]",
    ],
)
def test_good_kernels_are_accepted(body: str) -> None:
    assert lint(body) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("s.b = 1", "there is no field s.b"),
        ("return w.rules.splits", "there is no field w.rules.splits"),
        ("return w.roles.split", "there is no field w.roles"),
        ("return s.plane[x]", "s.plane[x] has 1 indices, s.plane has 2 axes"),
        ("return s.line[x, 0]", "s.line[x, 0] has 2 indices, s.line has 1 axes"),
        ("s.line = x", "s.line is assigned as a whole; write its elements"),
        ("s.line[1:3] = x", "a slice makes an array; use an index"),
        ("w.marks[x, 0] = 1", "w.marks[x, 0] has 2 indices, w.marks has 1 axes"),
        ("w.size = x", "w.size is written to: the world is the same for all games"),
        ("w.line[2] += x", "w.line[2] is written to: the world is the same for all games"),
        ("if x:\n    y = 1\nreturn y", "'y' may be read before it is set"),
        ("for i in range(x):\n    y = 1\nreturn y", "'y' may be read before it is set"),
        ("for i in range(x):\n    pass\nreturn i", "'i' may be read before it is set"),
        ("while x:\n    y = 1\n    x -= 1\nreturn y", "'y' may be read before it is set"),
        ("y += 1", "'y' may be read before it is set"),
        ("return misspelt(x)", "there is no 'misspelt'"),
        ("return other()", "other(): missing a required argument: 'x'"),
        ("return other(1, z=2)", "other(1, z=2): got an unexpected keyword argument 'z'"),
        ("y = [x]", "a list is an allocation"),
        ("return np.zeros(3)", "np.zeros allocates"),
        ("return f(w, s, x)", "recursion"),
        ("return sum(i for i in range(x))", "a generator is an allocation"),
    ],
)
def test_bad_kernels_are_reported(body: str, complaint: str) -> None:
    assert complaint in lint(body)
