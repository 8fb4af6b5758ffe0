"""Structure metrics: files that name decisions, hand-written dispatch, statements, import cycles.

    python -m tests.structure

``test_structure`` compares the counts with their ceilings, which are only ever lowered.
"""

# ruff: noqa: T201 - a script that prints
from __future__ import annotations

import ast
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.test_walls import imports, module_of, nodes
from zombicide_env.core.layout import names
from zombicide_env.games.hit_z_road.numbers import decisions as hit_z_road
from zombicide_env.games.z_game.numbers import decisions as z_game
from zombicide_env.games.zombicide import EDITIONS, edition_module

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("zombicide_env", "agents/zombicide_agents", "training/zombicide_training", "benchmarks/zombicide_benchmarks")
FEWEST_ARMS: Final = 5
#: Number modules whose constants are codes of tasks, decisions or actions.
CODES: Final = {"tasks", "decisions", "actions", "edition_tasks", "edition_decisions", "edition_actions"}


def files(*folders: str) -> list[Path]:
    """Python files of the packages, without tests."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def place(path: Path) -> tuple[str, ...]:
    """Folders and name of a file within the repository, whose own folder may have any name."""
    return path.relative_to(ROOT).parts


# ---- names -----------------------------------------------------------------------------------------------------------


@cache
def imported(path: Path) -> Mapping[str, tuple[str, str]]:
    """Map each local name to its module and name there ("": the module itself), for everything that a file imports."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    found = {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = ".".join([*parts[: len(parts) - node.level + 1] * bool(node.level), *filter(None, [node.module])])
            for alias in node.names:
                found[alias.asname or alias.name] = (base, alias.name)
    return found


def symbol(node: ast.AST, path: Path) -> tuple[str, str]:
    """Module and name that a node refers to, as far as the file's imports show; ("", "") if nothing imported."""
    names = imported(path)
    if isinstance(node, ast.Name):
        if node.id in names:
            return names[node.id]
        return (module_of(path), node.id) if node.id.isupper() else ("", "")
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
        base, name = names[node.value.id]
        return f"{base}.{name}", node.attr
    return "", ""


@cache
def is_code(module: str, name: str) -> bool:
    """Whether a constant is the code of a task, a decision or an action."""
    return name.isupper() and module.split(".")[-1] in CODES


@cache
def mentioned(path: Path) -> set[tuple[str, str]]:
    """Names that a file refers to, as pairs of module and name; upper-case strings, which may be names of codes, have the module ""."""
    found = {symbol(node, path) for node in nodes(path) if isinstance(node, ast.Name | ast.Attribute)}
    return found | {("", n.value) for n in nodes(path) if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value.isupper()}


# ---- decisions -------------------------------------------------------------------------------------------------------


@cache
def decisions() -> Mapping[str, set[tuple[str, str]]]:
    """Decisions of each engine, as pairs of the package part that defines them and the constant."""
    family: Any = edition_module("black_plague", "numbers.decisions")
    found = {
        "z_game": {("z_game", name) for name in z_game.NAMES},
        "hit_z_road": {("hit_z_road", name.upper()) for name in hit_z_road.NAMES},
        "zombicide": {("zombicide", name.upper()) for name in family.NAMES},
    }
    for edition in EDITIONS:
        own: Any = edition_module(edition, "numbers.edition_decisions")
        found["zombicide"] |= {(edition, name) for name in names(vars(own), family.FIRST).values()}
    return found


def naming(engine: str) -> Mapping[tuple[str, str], set[Path]]:
    """Map each decision of an engine to the files that name it, by constant or upper-case string; without docs and pictures."""
    wanted: Mapping[tuple[str, str], set[Path]] = {decision: set() for decision in decisions()[engine]}
    for path in files("zombicide_env"):
        if {"docs", "picture"} & set(place(path)):  # a picture writes EXIT on the board
            continue
        for module, name in mentioned(path):
            parts = (module or f"{engine}.decisions" * (engine in place(path))).split(".")
            for part in {*parts}:
                if (part, name) in wanted and parts[-1] in ("edition_decisions", "decisions"):
                    wanted[part, name].add(path)
    return wanted


# ---- dispatch --------------------------------------------------------------------------------------------------------


class Dispatch(NamedTuple):
    """A hand-written choice between codes."""

    place: str
    form: str
    arms: int


def on_code(test: ast.expr, path: Path) -> bool:
    """Whether a condition compares something with a code."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            sides += [part for side in sides if isinstance(side, ast.Tuple | ast.Set | ast.List) for part in side.elts]
            if any(is_code(*symbol(side, path)) for side in sides):
                return True
    return False


def chain(statement: ast.If, path: Path) -> int:
    """Return the number of arms of an ``if``/``elif`` chain that compare codes."""
    arms, node = 0, statement
    while True:
        arms += on_code(node.test, path)
        if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            return arms
        node = node.orelse[0]


@cache
def dispatches(path: Path) -> list[Dispatch]:
    """Hand-written choices between codes with five or more arms in a file, in any form."""
    where, found = path.relative_to(ROOT).as_posix(), []
    continued = {id(n.orelse[0]) for n in nodes(path) if isinstance(n, ast.If) and len(n.orelse) == 1}
    for node in nodes(path):
        at = f"{where}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.If) and id(node) not in continued:
            arms = chain(node, path)
            if arms >= FEWEST_ARMS:
                found.append(Dispatch(at, "elif", arms))
        if isinstance(node, ast.Match):
            arms = sum(any(is_code(*symbol(n, path)) for n in ast.walk(case.pattern)) for case in node.cases)
            if arms >= FEWEST_ARMS:
                found.append(Dispatch(at, "match", arms))
        if isinstance(node, ast.Dict):
            arms = sum(key is not None and is_code(*symbol(key, path)) for key in node.keys)
            if arms >= FEWEST_ARMS:
                found.append(Dispatch(at, "dict", arms))
        body = getattr(node, "body", None)
        if isinstance(body, list):
            ends = (ast.Return, ast.Continue, ast.Raise)
            run = [s for s in body if isinstance(s, ast.If) and not s.orelse and isinstance(s.body[-1], ends) and on_code(s.test, path)]
            if len(run) >= FEWEST_ARMS:
                found.append(Dispatch(f"{where}:{run[0].lineno}", "if ... return", len(run)))
    return found


# ---- statements and imports ----------------------------------------------------------------------------------------------


@cache
def statements(path: Path) -> int:
    """Count the statements of a file, without imports and docstrings, so that splitting a file costs nothing."""
    aside = (ast.Import, ast.ImportFrom)
    return sum(isinstance(node, ast.stmt) and not isinstance(node, aside) and not _is_text(node) for node in nodes(path))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _led_to(path: Path, paths: Mapping[str, Path]) -> set[str]:
    """Modules that a file imports from; a package only where none of its modules is meant."""
    named = {to for _, to in imports(path)}
    found = set()
    for to in named & paths.keys():
        parts = [name for name in named if name.rpartition(".")[0] == to]
        if paths[to].name != "__init__.py" or not parts or any(name not in paths for name in parts):
            found.add(to)
    return found


def circles() -> list[list[str]]:
    """Groups of modules that import one another, including imports within functions."""
    paths = {module_of(path): path for path in files(*PACKAGES)}
    leads = {name: _led_to(path, paths) - {name} for name, path in paths.items()}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:  # Tarjan
        mine = low[name] = len(low)
        stack.append(name)
        for to in sorted(leads[name]):
            if to not in low:
                visit(to)
            if to in stack:
                low[name] = min(low[name], low[to])
        if low[name] == mine:
            circle = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            low.update(dict.fromkeys(circle, len(paths)))
            if len(circle) > 1:
                found.append(sorted(circle))

    for name in sorted(leads):
        if name not in low:
            visit(name)
    return found


# ---- summary ---------------------------------------------------------------------------------------------------------


def counts() -> dict[str, Any]:
    """Every count by name."""
    for path in files(*PACKAGES):  # one file after the other, so that each is parsed once
        for count in (mentioned, dispatches, statements, imports):
            count(path)
    made: dict[str, Any] = {}
    for engine in decisions():
        spread = sorted(map(len, naming(engine).values()))
        made[f"{engine}: most files of a decision"] = spread[-1]
        made[f"{engine}: files of a decision (median)"] = statistics.median(spread)
    found: dict[str, list[Dispatch]] = defaultdict(list)
    for path in files("zombicide_env"):
        if "docs" not in place(path):
            engine = next((e for e in decisions() if e in place(path) or path.stem.startswith(e)), "others")
            found[engine] += dispatches(path)
    for engine in (*decisions(), "others"):
        made[f"{engine}: dispatches"] = len(found[engine])
        made[f"{engine}: arms of dispatches"] = sum(dispatch.arms for dispatch in found[engine])
    made["statements of games"] = sum(map(statements, files("zombicide_env/games")))
    made["circles of imports"] = len(circles())
    return made


def main() -> None:
    """Print the counts, every dispatch, every import cycle, and in how many files each decision is named."""
    for name, value in counts().items():
        print(f"{value:>7}  {name}")
    print(f"{sum(map(statements, files(*PACKAGES))):>7}  statements of all packages, tests aside")
    for engine in decisions():
        print(f"\n{engine}: files of a decision -> decisions", dict(sorted(Counter(map(len, naming(engine).values())).items())))
    print()
    for path in files("zombicide_env"):
        for dispatch in dispatches(path):
            print(f"{dispatch.arms:>4} {dispatch.form:<13} {dispatch.place}")
    for circle in circles():
        print("circle:", *circle)


if __name__ == "__main__":
    main()
