"""The command line: output, exit codes, and messages for missing requirements."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import extras as tried
from tests.needs import RENDER, SERVE, TRAIN
from zombicide_env import __version__, cli, extras


def run(*arguments: str, root: Path, environment: dict[str, str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zombicide_env.cli", *arguments]
    return subprocess.run(command, cwd=root, env=environment, input=stdin, capture_output=True, text=True)


def test_version_is_that_of_the_package(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"zombicide-env {__version__}\n"
    assert f"## [{__version__}]" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_changelog_says_everything_once(root: Path) -> None:
    """A merge may have kept both versions of an entry."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = [part.splitlines() for part in text.split("\n## ")[1:]]
    assert len({lines[0].partition("]")[0] for lines in versions}) == len(versions)
    for lines in versions:
        headings = [line for line in lines if line.startswith("### ")]
        entries = [line for line in lines if line.startswith("- ")]
        assert len(set(headings)) == len(headings)
        assert len(set(entries)) == len(entries)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    for name, command in cli.COMMANDS.items():
        assert f"  {name}" in text
        assert command.summary in text


def test_no_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "usage: zombicide COMMAND" in capsys.readouterr().out


def test_unknown_command_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["trian"]) == 2
    assert "did you mean train?" in capsys.readouterr().err


PARTS = [["train", "--recipe", "iterate"], ["train", "--recipe", "distill"], ["train", "--recipe", "value"], ["train", "--game", "z_game"]]
PARTS += [
    ["analyze", "heatmap"],
    ["analyze", "ratings"],
    ["benchmark", "strength"],
    ["benchmark", "gaps"],
    ["benchmark", "gaps", "measure"],
]


@pytest.mark.parametrize("words", [*([name] for name in cli.COMMANDS), *PARTS], ids=" ".join)
def test_help_describes_every_option_in_one_style(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")  # a line for each option
    with pytest.raises(SystemExit) as ended:
        cli.main([*words, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert f"zombicide {words[0]}" in text
    assert "None" not in text
    assert "(default: )" not in text
    lines = [line.strip("│| ") for line in text.splitlines()]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("-") and line.strip("-"):  # a long name has a line to itself
            _, _, about = line.partition("  ")
            about = about.strip() or below
            assert about[:1].islower() or about.startswith(("JSON ", "MiB ", "NAME=", "Python ", "KL ")), line
            assert not about.endswith("."), line


@pytest.mark.parametrize(("module", "extra"), sorted(cli.EXTRAS.items()))
def test_missing_extra_is_named(module: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def needs(_arguments: list[str]) -> int:
        raise ModuleNotFoundError(f"No module named {module!r}", name=f"{module}.inner")

    monkeypatch.setitem(cli.COMMANDS, "play", cli.Command("", needs))
    assert cli.main(["play"]) == 1
    error = capsys.readouterr().err
    assert f"{module} is not installed" in error
    assert f"install it with: {extras.install(extra)}" in error


#: Every command, in a process that finds only the dependencies of the core.
CORE_ALONE = """
import sys

CORE = {"cloudpickle", "farama_notifications", "gymnasium", "llvmlite", "numba", "numpy", "pettingzoo", "typing_extensions", "yaml"}

class Missing:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if path is None and top not in CORE and top not in sys.stdlib_module_names and not top.startswith(("zombicide", "_")):
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)

sys.meta_path.insert(0, Missing())
from zombicide_env import cli
for command in cli.COMMANDS:
    try:
        code = cli.main([command, "--help"])
    except SystemExit as end:
        code = end.code
    print(command, code, flush=True)
"""


@pytest.mark.slow
def test_the_core_alone_names_the_extra_of_each_command(tmp_path: Path, plain_environment: dict[str, str]) -> None:
    done = subprocess.run([sys.executable, "-c", CORE_ALONE], cwd=tmp_path, env=plain_environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    codes = dict(re.findall(r"^(\w+) (\d)$", done.stdout, re.MULTILINE))
    assert codes.keys() == cli.COMMANDS.keys()
    assert codes["play"] == codes["serve"] == codes["train"] == "1" and codes["quests"] == "0"
    assert done.stderr.count("install it with: ") == list(codes.values()).count("1")


def test_extras_of_messages_exist(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(cli.EXTRAS.values()) <= set(extras)


def test_every_package_of_an_extra_is_named_where_it_is_missing(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    packages = {re.split(r"[\[>=<@ ]", line)[0] for extra in set(cli.EXTRAS.values()) for line in extras[extra]}
    modules = {"pillow": "PIL", "mlflow-skinny": "mlflow"}
    ours = {"zombicide-env", "zombicide-page", "zombicide-checkpoints"}
    assert {modules.get(name, name.replace("-", "_")) for name in packages - ours} <= set(cli.EXTRAS)


def test_every_extra_is_tried_alone() -> None:
    assert set(tried.CHECKS) - {""} == tried.extras() - tried.ELSEWHERE


def test_module_that_no_extra_brings_is_a_defect_and_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_arguments: list[str]) -> int:
        raise ModuleNotFoundError("No module named 'zombicide_env.nowhere'", name="zombicide_env.nowhere")

    monkeypatch.setitem(cli.COMMANDS, "play", cli.Command("", broken))
    with pytest.raises(ModuleNotFoundError):
        cli.main(["play"])


def test_quests_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["quests"]) == 0
    text = capsys.readouterr().out
    for name in ("danse_macabre", "big_game_hunting", "the_black_book"):
        line = next(line for line in text.splitlines() if name in line)
        assert line.split()[0] == "black_plague"


def test_errors_of_users_are_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZOMBICIDE_DEBUG", raising=False)
    assert cli.main(["play", "--quest", "dance_macabre", "--seats", "random"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("zombicide play: ")
    assert "danse_macabre" in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            ["play", "--game", "hit_z_road", "--survivors", "3"],
            "hit_z_road has no option 'survivors'; its options: players, decisions",
        ),
        (["play", "--seats", "random", "--seed", "-1"], "seed=-1: at least 0 is needed"),
    ],
)
def test_impossible_options_are_named(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 1
    assert reason in capsys.readouterr().err


def test_a_port_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("uvicorn", reason=SERVE)
    assert cli.main(["serve", "--no-open", "--port", "99999", "--games", str(tmp_path)]) == 1
    assert "port=99999: a port is a number from 1 to 65535" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL", reason=RENDER)
    assert cli.main(["record", str(tmp_path / "none.replay")]) == 1
    assert capsys.readouterr().err.startswith(f"zombicide record: {tmp_path / 'none.replay'}: No such file or directory\n")


@pytest.mark.slow
def test_an_evaluation_ends_when_its_person_leaves(root: Path, plain_environment: dict[str, str]) -> None:
    pytest.importorskip("torch", reason=TRAIN)
    done = run("evaluate", "--teams", "human", "--games", "1", root=root, environment=plain_environment, stdin="quit\n")
    assert done.returncode == 1
    assert "zombicide evaluate: the player has left the game" in done.stderr
    assert "Traceback" not in done.stderr


def test_play_is_reproducible_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for name in ("one.replay", "two.replay"):
        path = tmp_path / "games" / name
        assert cli.main(["play", "--seats", "random", "greedy", "--seed", "5", "--max-rounds", "4", "--record", str(path)]) == 0
        texts.append(path.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert "seed: 5\n" in texts[0]
    assert texts[0].splitlines()[-1].startswith("end: ")
    assert "seed 5" in capsys.readouterr().out
    assert cli.main(["replay", "--check", str(tmp_path / "games" / "one.replay")]) == 0
    assert "sound" in capsys.readouterr().out


@pytest.mark.slow
def test_a_person_can_leave_a_game_in_the_terminal(root: Path, plain_environment: dict[str, str]) -> None:
    done = run("play", "--seats", "human", "random", "--seed", "1", root=root, environment=plain_environment, stdin="help\nquit\n")
    assert done.returncode == 1
    assert "You left the game before its end." in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_closed_pipe_is_no_error(root: Path, plain_environment: dict[str, str]) -> None:
    command = f"{shlex.quote(sys.executable)} -m zombicide_env.cli quests | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=root, env=plain_environment, capture_output=True, text=True)
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_conformance_reports_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = tmp_path / "none.yaml"
    assert cli.main(["conformance", str(nothing)]) == 1
    captured = capsys.readouterr()
    assert "none.yaml" in captured.out + captured.err


def test_quest_files_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["quests", "generate", "generated:seed=3,tiles=2"]) == 0
    path = tmp_path / "mine.yaml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.main(["quests", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: sound\n"
    path.write_text(path.read_text(encoding="utf-8").replace("difficulty: easy", "difficulty: esay"), encoding="utf-8")
    assert cli.main(["quests", "check", str(path)]) == 1
    assert f"{path}:4: error: difficulty: 'esay' is unknown" in capsys.readouterr().out


@pytest.mark.parametrize("site", ["site", ""])
def test_a_check_of_the_pages_writes_no_site(
    site: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        cli.main(["docs", "--check", "--site", site])
    assert ended.value.code == cli.USAGE
    assert "--check writes nothing and --site writes a folder: ask for one of them" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_quest_of_another_edition_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["quests", "generate", "generated:seed=3,tiles=2", "--game", "white_death"]) == 0
    path = tmp_path / "mine.yaml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.main(["quests", "check", str(path)]) == 1
    fault, remedy = capsys.readouterr().out.splitlines()
    assert "is unknown" in fault and remedy == f"{path}: it is valid for white_death: add --game white_death"
    assert cli.main(["quests", "check", str(path), "--game", "white_death"]) == 0


def test_a_bad_specification_of_a_quest_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["quests", "generate", "generated:tiles=5"]) != 0
    assert "use one of 0, 2, 3, 4, 6, 8" in capsys.readouterr().err
