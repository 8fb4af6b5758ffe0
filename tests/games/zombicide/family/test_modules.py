"""Modules of the family: who may import whom, and every edition provides what the family requires of it."""

from __future__ import annotations

import ast
import importlib
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from zombicide_env.docs import chapters
from zombicide_env.docs.seams import seams
from zombicide_env.docs.stubs import left_over, stubs
from zombicide_env.games import GAMES, zombicide
from zombicide_env.games.zombicide import EDITIONS, edition_module

HOME = Path(zombicide.__file__).parent
PACKAGE = zombicide.__name__


def imported(path: Path) -> set[str]:
    """Modules below the family's package that a file imports, dotted, ``black_plague.rules.act``; an imported name counts as well."""
    package = [*PACKAGE.split("."), *path.relative_to(HOME).parts[:-1]]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            base = ".".join(part for part in (base, node.module) if part)
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return {name.removeprefix(f"{PACKAGE}.") for name in found if name.startswith(f"{PACKAGE}.")}


def offenders(folder: str, *strangers: str) -> list[str]:
    return [
        f"{path.relative_to(HOME)} imports {name}"
        for path in sorted((HOME / folder).rglob("*.py"))
        for name in sorted(imported(path))
        if name.partition(".")[0] in strangers
    ]


def test_the_list_of_editions_is_complete() -> None:
    assert set(EDITIONS) == {path.parent.name for path in HOME.glob("*/edition.py")}
    assert set(EDITIONS) <= set(GAMES)


def test_the_page_shows_rooms_switches_and_functions_that_there_are() -> None:
    page = (Path(chapters.__file__).parent / "editions.md").read_text(encoding="utf-8")
    asked = (HOME / "family" / "edition.pyi").read_text(encoding="utf-8")
    code = "".join(path.read_text(encoding="utf-8") for path in (HOME / "family").rglob("*.py"))
    modules = re.findall(r"# (\w+/\w+/\w+\.py)", page)
    switches = re.findall(r"from \.\.edition import (\w+)|\*when\((\w+)", page)
    functions = re.findall(r"^ *(?:def )?(\w+)\(w, s, .*?\):?$|def (\w+)\(w, s, zone\)", page, re.MULTILINE)
    assert len(modules) == 2
    assert all((HOME / name).exists() for name in modules)
    assert all(re.search(rf"^{''.join(name)}: ", asked, re.MULTILINE) for name in switches)
    assert len(switches) == 2
    assert all(f"def {''.join(name)}(" in code for name in functions)
    assert len(functions) >= 2


def test_the_table_knows_no_edition_and_no_numbers() -> None:
    assert offenders("table", "family", *EDITIONS) == []


def test_the_family_names_no_edition() -> None:
    assert offenders("family", *EDITIONS) == []
    named = re.compile("|".join(EDITIONS))
    assert [path.name for path in (HOME / "family").rglob("*.py") if path.name != "__init__.py" and named.search(path.read_text())] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_edition_names_another(edition: str) -> None:
    others = set(EDITIONS) - {edition}
    assert offenders(edition, "family", *others) == []


def test_the_check_sees_relative_imports() -> None:
    assert "family.numbers.actions" in imported(HOME / "family" / "rules" / "act.py")
    assert "table.action.ATTACK" in imported(HOME / "family" / "rules" / "act.py")


def test_nobody_enters_the_family_itself() -> None:
    with pytest.raises(ImportError, match=r"belong to an edition: import .*black_plague"):
        importlib.import_module(f"{PACKAGE}.family.rules.act")


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_says_what_the_family_asks(edition: str) -> None:
    asked = ast.parse((HOME / "family" / "edition.pyi").read_text(encoding="utf-8"))
    names = {node.target.id for node in asked.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    said = {name for name in vars(edition_module(edition, "edition")) if name.isupper()}
    assert said == names


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_names_only_what_differs_from_the_defaults(edition: str) -> None:
    defaults = edition_module(edition, "edition_defaults")
    named = {
        target.id
        for node in ast.parse((HOME / edition / "edition.py").read_text(encoding="utf-8")).body
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else [])
        if isinstance(target, ast.Name)
    }
    assert len(named) > 20
    assert [
        name for name in named if name in vars(defaults) and vars(defaults)[name] == getattr(edition_module(edition, "edition"), name)
    ] == []


def test_exactly_the_kernels_that_editions_answer_are_marked_as_seams() -> None:
    compiled = [seam for seam in seams() if seam.compiled]
    assert len(compiled) > 100
    assert [f"{seam.module}: {seam.name}" for seam in compiled if seam.marked != bool(seam.editions)] == []


def test_a_seam_says_what_it_means() -> None:
    assert [f"{seam.module}: {seam.name}" for seam in seams() if not seam.meaning] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_room_is_loaded_once_for_the_edition(edition: str) -> None:
    act = edition_module(edition, "rules.act")
    assert act.__name__ == f"{PACKAGE}.{edition}.rules.act"
    assert f"{PACKAGE}.family.rules.act" not in sys.modules
    game = GAMES[edition]()
    assert type(pickle.loads(pickle.dumps(game))) is type(game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_own_rooms_come_before_the_family_s(edition: str) -> None:
    for path in sorted((HOME / edition).rglob("*.py")):
        parts = path.relative_to(HOME / edition).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not parts:
            continue
        assert Path(str(edition_module(edition, ".".join(parts)).__file__)) == path, parts


def test_stubs_are_current() -> None:
    assert [path for path, text in stubs().items() if not path.exists() or path.read_text() != text] == [], "run `zombicide docs`"
    assert left_over() == [], "run `zombicide docs`"


@pytest.mark.slow
def test_playing_one_edition_loads_no_other(plain_environment: dict[str, str]) -> None:
    code = "import sys; from zombicide_env.games import GAMES; GAMES['black_plague'](); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=plain_environment, check=True)
    loaded = {name for name in run.stdout.split() if name.startswith(f"{PACKAGE}.")}
    assert {name.removeprefix(f"{PACKAGE}.").partition(".")[0] for name in loaded} == {"table", "black_plague"}


def test_the_index_leads_from_a_chapter_to_its_files() -> None:
    found = chapters.mentions("BP", chapters.folders("black_plague"))
    names = {number: {path.name for path in files} for number, files in found.items()}
    assert "sight.py" in names[5]
    assert "combat.py" in names[13]
    assert "zombies.py" in names[15]
    headings = dict(chapters.chapters("black_plague"))
    assert set(found) <= set(headings), "a rule id of a chapter that there is not"
    assert headings[15].startswith("Zombies' Phase")
