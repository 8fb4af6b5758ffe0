"""The README and the reference pages are true: examples run, tables agree with the code, commands exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests import needs
from zombicide_env import cli
from zombicide_env.docs import reference

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

#: Hand-written pages.
WRITTEN = (
    "agents",
    "analysis",
    "architecture",
    "change",
    "concepts",
    "data",
    "editions",
    "environments",
    "games",
    "gaps",
    "index",
    "ladder",
    "language_models",
    "performance",
    "platforms",
    "policies",
    "start",
    "sweeps",
    "trainers",
    "training",
    "wishes",
    "your_policy",
)
DOCS = ROOT / "zombicide_env" / "docs"
GUIDES = {name: (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in WRITTEN}


def _blocks(text: str) -> list[tuple[str, int, str]]:
    """Code blocks by language, with the line where they start."""
    found = re.finditer(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [(block[1], text.count("\n", 0, block.start()) + 1, block[2]) for block in found]


PARTS = ("zombicide_env", "agents", "training", "benchmarks", "tests")
PYTHON = [
    pytest.param(code, id=f"{name} line {line}")
    for name, text in {"README": README, **GUIDES}.items()
    for language, line, code in _blocks(text)
    if language == "python" and name not in ("trainers", "sweeps", "editions")  # tests with other libraries; fragments of the rules
]


def test_readme_is_short_and_has_an_example() -> None:
    assert README.count("\n") <= 120
    assert [language for language, _, _ in _blocks(README)].count("python") == 1


def test_first_picture_of_the_readme_moves_and_is_light() -> None:
    """An animation near the top, small enough for a page that everybody loads."""
    first = re.search(r"!\[[^]]*\]\(([^)]+)\)", README)
    assert first and README.count("\n", 0, first.start()) < 10
    film = (ROOT / first[1]).read_bytes()
    assert len(film) < 1_000_000
    assert film[8:12] == b"WEBP" and film.count(b"ANMF") > 50  # the number of frames


def test_every_extra_of_users_is_in_the_readme() -> None:
    extras = set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
    developers = {"clients", "clients-benchmarl", "clients-agilerl", "dev", "docs", "peers", "pgx"}
    rows = re.findall(r"^\| (`[^|]+) \|", README, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == extras - developers


@pytest.mark.slow
@pytest.mark.parametrize("code", PYTHON)
def test_examples_of_the_pages_run(code: str, tmp_path: Path, plain_environment: dict[str, str]) -> None:
    """Each example is a program of its own; warnings are errors, except those that PettingZoo emits for a dict observation."""
    if "import polars" in code:
        pytest.importorskip("polars", reason=needs.library("polars"))
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    command = [sys.executable, "-W", "error", str(script)]
    run = subprocess.run(command, cwd=tmp_path, env=plain_environment, capture_output=True, text=True)  # it may write files
    assert run.returncode == 0, run.stderr
    expected = re.findall(r"#> (.*)", code)
    for text in expected:
        assert text in run.stdout, f"the example says that it prints {text!r}, it printed:\n{run.stdout}"


def test_commands_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    found = [block for text in (README, *GUIDES.values()) for block in _blocks(text)]
    shell = [line.strip() for language, _, code in found if language == "sh" for line in code.splitlines()]
    assert shell
    for line in shell:
        words = line.partition("#")[0].split()
        if words and words[0] == "make":
            assert words[1] in targets, line
        if words and words[0] == "zombicide":
            assert words[1] in cli.COMMANDS, line


#: Commands of the pages whose options are a dataclass, so that they can be parsed without being run.
LINES = sorted(
    {
        line.partition("#")[0].strip().removeprefix("zombicide ")
        for page in (ROOT / "README.md", *(ROOT / "zombicide_env" / "docs").glob("*.md"))
        for language, _, code in _blocks(page.read_text(encoding="utf-8"))
        if language == "sh"
        for line in code.splitlines()
        if re.match(r"zombicide (play|serve|record|train|evaluate|tune|dataset|plot|league|benchmark strength|analyze \w+) ", line)
        and "--resume" not in line
    }
)


@pytest.mark.train
@pytest.mark.parametrize("line", LINES)
def test_options_of_commands_are_understood(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import tyro

    class Understood(Exception):
        pass

    read = tyro.cli  # recipes of `train` parse their own options

    def only_read(*given: Any, **how: Any) -> None:
        read(*given, **how)
        raise Understood

    monkeypatch.setattr(tyro, "cli", only_read)
    with pytest.raises((Understood, SystemExit)) as ended:
        cli.main(shlex.split(line))
    assert not isinstance(ended.value, SystemExit) or ended.value.code == 0  # --help


def test_test_command_is_what_ci_runs() -> None:
    assert "make test" in README
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.slow
def test_pages_are_what_the_code_says(capsys: pytest.CaptureFixture[str]) -> None:
    """By the command that checks them."""
    assert (cli.main(["docs", "--check"]), capsys.readouterr().out) == (0, "")


def test_stale_page_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "black_plague.md"
    monkeypatch.setattr(reference, "pages", lambda: {page: "| move |\n"})
    assert reference.stale() == [page]
    reference.write()
    assert reference.stale() == []
    page.write_text("| walk |\n", encoding="utf-8")
    assert reference.stale() == [page]


def test_the_picture_of_the_leaderboard_is_drawn_again_where_its_page_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "FOLDER", tmp_path)
    monkeypatch.setattr(reference, "pages", lambda: {tmp_path / "leaderboard.md": "a table\n"})
    monkeypatch.setattr(reference, "_leaderboard", lambda: ("a table\n", lambda: "<svg/>"))
    picture = tmp_path / "pictures" / "leaderboard.svg"
    assert picture in reference.write()
    assert picture.read_text(encoding="utf-8") == "<svg/>"
    assert picture not in reference.write()


def _prose(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def _anchors(page: Path) -> set[str]:
    """Names that links to the headings of a page use."""
    headings = re.findall(r"^#+ (.+)$", _prose(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_links_lead_somewhere() -> None:
    """Links lead to a file, and to an existing heading where they name one."""
    lost = []
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md"), *DOCS.parent.glob("games/**/README.md")):
        for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]+))?\)", _prose(page.read_text(encoding="utf-8"))):
            there = page.parent / target if target else page
            if ":" not in target and (not there.exists() or (anchor and anchor not in _anchors(there))):
                lost.append(f"{page.name}: {target}#{anchor}")
    assert lost == []


def test_files_that_docstrings_name_are_there() -> None:
    files = [path for part in PARTS for path in (ROOT / part).rglob("*") if path.is_file()]
    ends = {"/".join(path.parts[-n:]) for path in files for n in (2, 3, 4)}
    named = {
        (path, name)
        for path in files
        if path.suffix == ".py"
        for name in re.findall(r"``((?:\w+/)+[\w.-]+\.(?:py|md|yaml|csv|json|js))``", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    assert {f"{path}: {name}" for path, name in named if "/".join(name.split("/")[-4:]) not in ends} == set()


def test_architecture_names_existing_parts() -> None:
    picture = next(code for language, _, code in _blocks(GUIDES["architecture"]) if language == "text")
    folder = ""
    for line in picture.splitlines():
        name = line.split()[0] if line.split() else ""
        if not name.endswith(("/", ".py")):
            continue
        indent = len(line) - len(line.lstrip())
        folder = name if indent == 0 else folder
        path = ROOT / name if indent == 0 else ROOT / folder / name
        assert path.exists(), f"the picture names {path.relative_to(ROOT)}, which is not there"
