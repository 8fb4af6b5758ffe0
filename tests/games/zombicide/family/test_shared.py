"""Code used by two editions is in the family, code used by one in that edition: checked by the calls of the compiled rules and players."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from zombicide_env.core.game import Kernels
from zombicide_env.core.players import Heuristic
from zombicide_env.games import zombicide
from zombicide_env.games.zombicide import EDITIONS, edition_module

HOME = Path(zombicide.__file__).parent
FAMILY = HOME / "family"
#: Calls that a module of plain answers never makes: pushing work, drawing at random, emitting events.
EFFECTS = {"push", "note", "tell", "tell_only", "rand_below", "shuffle"}

#: Modules outside the rules that an edition fills in, or leaves empty.
FILLED_IN = (
    {f"numbers/edition_{name}.py" for name in ("blocks", "decisions", "events", "fields", "observation", "tasks")}
    | {
        *("picture/edition_parts.py", "positions/edition_parts.py", "words/edition_texts.py"),
    }
    | {"world/choices.py"}
    | {f"players/edition_{name}.py" for name in ("answers", "gear", "goals", "turn", "weights")}
)

Function = tuple[str, str]  # module, name


def plain(value: Any) -> Any:
    return getattr(value, "py_func", value)


def constant(node: ast.expr, names: dict[str, Any]) -> bool | None:
    """Truth value of a condition on the edition's constants; None if only the game knows it."""
    if isinstance(node, ast.Name) and isinstance(names.get(node.id), bool | int):
        return bool(names[node.id])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        value = constant(node.operand, names)
        return None if value is None else not value
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) and any(constant(part, names) is False for part in node.values):
        return False
    return None


def read(node: ast.AST, names: dict[str, Any], prune: bool) -> Iterator[Any]:
    """Values of the global names that the code reads; ``prune``: without branches that the edition never takes."""
    truth = constant(node.test, names) if prune and isinstance(node, ast.If) else None
    if isinstance(node, ast.If) and truth is not None:
        for statement in node.body if truth else node.orelse:
            yield from read(statement, names, prune)
        return
    if isinstance(node, ast.Name):
        yield names.get(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and isinstance(names.get(node.value.id), ModuleType):
        yield getattr(names[node.value.id], node.attr, None)
    for child in ast.iter_child_nodes(node):
        yield from read(child, names, prune)


@cache
def definitions(file: str) -> dict[int, ast.FunctionDef]:
    """Functions of a file, or of a dispatcher's source, by their first line, decorators included."""
    found = (node for node in ast.walk(ast.parse("".join(linecache.getlines(file)))) if isinstance(node, ast.FunctionDef))
    return {min(part.lineno for part in (node, *node.decorator_list)): node for node in found}


def declared(edition: str) -> Iterator[Any]:
    """Functions in the rows of actions and of the heuristic's answers, also where the edition has no such action or decision."""
    for row in edition_module(edition, "rules.act").ACTIONS.declared:
        yield from (row.do, row.legal)
    for row in edition_module(edition, "players.turn").ROWS:
        yield row.do
    for row in edition_module(edition, "players.answers").ROWS:
        yield from row


@cache
def reached(edition: str, prune: bool) -> frozenset[Function]:
    """Functions of the family's modules that the kernels of an edition and its heuristic call."""
    kernels: Kernels = edition_module(edition, "rules.kernels").KERNELS
    heuristic: Heuristic = edition_module(edition, "players.greedy").GREEDY
    rows = [] if prune else list(declared(edition))
    ahead = [f for f in map(plain, (*kernels, heuristic.choose, heuristic.judge, heuristic.promise, *rows)) if isinstance(f, FunctionType)]
    seen = set(ahead)
    while ahead:
        function = ahead.pop()
        definition = definitions(function.__code__.co_filename)[function.__code__.co_firstlineno]
        for value in (plain(v) for part in definition.body for v in read(part, function.__globals__, prune)):
            if isinstance(value, FunctionType) and value.__module__.startswith(f"{zombicide.__name__}.") and value not in seen:
                seen.add(value)
                ahead.append(value)
    places = {function: Path(function.__code__.co_filename) for function in seen}
    ours = ((path, f.__name__) for f, path in places.items() if FAMILY in path.parents and path.suffix == ".py")
    return frozenset((path.relative_to(FAMILY).as_posix(), name) for path, name in ours)


@cache
def effects(name: str) -> set[str]:
    """Imports of a family module that change the course of a game."""
    tree = ast.parse((FAMILY / name).read_text(encoding="utf-8"))
    return {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names} & EFFECTS


def is_answer(function: Function) -> bool:
    """Whether a function only returns a value: a question that editions answer differently."""
    body = next(node.body for node in definitions(str(FAMILY / function[0])).values() if node.name == function[1])
    return all(isinstance(part, ast.Return | ast.Expr) and not isinstance(getattr(part, "value", None), ast.Call) for part in body)


def is_question(function: Function) -> bool:
    """Whether editions answer differently: a rule without side effects, or a module of the heuristic that they fill in."""
    if function[0].startswith("players/"):
        return function[0] in FILLED_IN
    return not effects(function[0]) or is_answer(function)


def users(function: Function, prune: bool) -> list[str]:
    return [edition for edition in EDITIONS if function in reached(edition, prune)]


@pytest.mark.slow
def test_a_rule_of_the_family_is_used_by_two_editions() -> None:
    """A branch on a switch may be taken by one edition only; a function with a plain answer may be called by one edition only."""
    assert {("rules/turn.py", "zombies_phase"), ("players/plan.py", "make_plan")} <= reached("black_plague", True)
    alone = {f: users(f, True) for edition in EDITIONS for f in reached(edition, True) if len(users(f, True)) < 2}
    assert alone, "questions of the family are answered by editions"
    lonely = {f: by for f, by in alone.items() if len(users(f, False)) < 2 and not is_question(f)}
    assert lonely == {}, "these belong into the folder of the edition"


def imported(edition: str) -> set[str]:
    """Modules of the family that an edition's own modules import, directly or not."""
    base = Path("base.py")  # from which each edition's game is made
    todo, found = [path.relative_to(HOME / edition) for path in (HOME / edition).rglob("*.py")] + [base], {base}
    while todo:
        path = todo.pop()
        own = HOME / edition / path
        for node in ast.walk(ast.parse((own if own.exists() else FAMILY / path).read_text())):
            if not isinstance(node, ast.ImportFrom) or not 0 < node.level <= len(path.parts):
                continue
            folder = Path(*path.parts[: len(path.parts) - node.level], *(node.module or "").split("."))
            for place in (*([folder.with_suffix(".py")] if folder.name else []), *(folder / f"{alias.name}.py" for alias in node.names)):
                if place not in found and not (HOME / edition / place).exists() and (FAMILY / place).exists():
                    found.add(place)
                    todo.append(place)
    return {path.as_posix() for path in found}


def asked_for() -> set[str]:
    """Modules that the readers and writers of positions of all editions load by name."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((HOME.parents[1] / "conformance").glob("zombicide*.py")))
    return {f"{folder}/{name}.py" for folder, name in re.findall(r'\bof\("(\w+)\.(\w+)"\)', text)}


@pytest.mark.slow
def test_a_module_of_the_family_is_used_by_two_editions() -> None:
    modules = {path.relative_to(FAMILY).as_posix() for path in FAMILY.glob("*/*.py") if path.name != "__init__.py"} - FILLED_IN
    uses = [name for edition in EDITIONS for name in imported(edition) | asked_for()]
    lonely = {name for name in modules if uses.count(name) < 2 and "rules/" not in name}
    assert lonely == set(), "these belong into the folder of the edition"


def bodies(edition: str) -> Iterator[tuple[str, str]]:
    """Bodies of the functions of an edition's modules with four statements or more, and their locations."""
    for path in sorted((HOME / edition).rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                statements = node.body[ast.get_docstring(node) is not None :]
                if sum(isinstance(part, ast.stmt) for one in statements for part in ast.walk(one)) >= 4:
                    yield "\n".join(map(ast.unparse, statements)), f"{path.relative_to(HOME)}: {node.name}"


def test_no_rule_stands_in_two_editions() -> None:
    places: dict[str, list[str]] = {}
    for edition in EDITIONS:
        for statements, place in bodies(edition):
            places.setdefault(statements, []).append(place)
    assert len(places) > 100
    assert [found for found in places.values() if len(found) > 1] == [], "these belong into the family"


def test_the_walk_sees_rules_of_one_edition_and_branches_not_taken() -> None:
    names = {"ON": True, "OFF": False, "f": 1, "g": 2, "h": 3}
    code = ast.parse("if OFF and s.x:\n    f(s)\nelif ON:\n    g(s)\nif s.y:\n    h(s)")
    assert [value for value in read(code, names, prune=True) if isinstance(value, int)] == [2, 3]
    assert {1, 2, 3} <= {value for value in read(code, names, prune=False) if isinstance(value, int)}


def test_every_edition_has_what_the_family_asks_of_its_own_modules() -> None:
    asked = sorted(path for path in FAMILY.glob("*/*.pyi"))
    assert asked
    for path in asked:
        names = {n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)}
        for edition in EDITIONS:
            module = edition_module(edition, ".".join(path.relative_to(FAMILY).with_suffix("").parts))
            assert names <= set(vars(module)), f"{edition}: {path.stem}"
