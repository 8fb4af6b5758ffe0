"""Agents in files of the same name: each spec gets its own file, or an error."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import cloudpickle
import pytest

import zombicide_agents as agents
from tests import needs

SOURCE = """
from zombicide_agents import Agent
{imports}

class Mine(Agent):
    author = "{author}"

    def act(self, observation, mask, game=None, state=None):
        return int(mask.argmax())
"""


def written(path: Path, author: str, imports: str = "") -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(SOURCE.format(author=author, imports=imports), encoding="utf-8")
    return f"{path}:Mine"


def author(spec: str) -> str:
    return str(type(agents.make(spec)).author)  # type: ignore[attr-defined]  # of the class in SOURCE


def test_files_of_the_same_name_in_different_folders_are_different_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A league of alice/agent.py and bob/agent.py played alice against herself."""
    specs = [written(tmp_path / name / "player_of_a_course.py", name) for name in ("alice", "bob", "carol smith")]
    assert [author(spec) for spec in specs] == ["alice", "bob", "carol smith"]
    assert author(specs[0]) == "alice"
    monkeypatch.chdir(tmp_path / "bob")
    assert author("player_of_a_course.py:Mine") == "bob"
    for spec in specs:
        agent = agents.make(spec)
        assert type(agents.make(spec)) is type(agent)
        assert type(pickle.loads(pickle.dumps(agent))) is type(agent)


def test_an_agent_may_be_called_like_a_module_of_python(tmp_path: Path) -> None:
    assert author(written(tmp_path / "json.py", "me")) == "me"
    assert author(written(tmp_path / "version.1.2.py", "me")) == "me"


@pytest.mark.parametrize("name", ["colorsys", "gymnasium"])
def test_installed_modules_are_found_before_files_next_to_an_agent(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes, which get the same ``sys.path``, imported the user's ``json.py`` or ``torch.py`` and ended."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert author(written(tmp_path / f"{name}.py", "me")) == "me"
    there = f"import sys; sys.path[:] = {sys.path!r}; import {name}; print({name}.__file__)"
    found = subprocess.run([sys.executable, "-c", there], capture_output=True, check=True, text=True).stdout
    assert found.strip() and str(tmp_path) not in found


def test_an_agent_imports_from_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "names_of_a_course.py").write_text("NAME = 'me'\n", encoding="utf-8")
    assert author(written(tmp_path / "importing.py", '" + NAME + "', "from names_of_a_course import NAME")) == "me"


def test_other_processes_get_the_class_itself(tmp_path: Path) -> None:
    """They do not know the name that the module of a second file has."""
    specs = [written(tmp_path / name / "player_elsewhere.py", name) for name in ("dan", "eve")]
    packed = [cloudpickle.dumps(agents.make(spec)) for spec in specs]
    there = "import pickle, sys; print(type(pickle.load(sys.stdin.buffer)).author)"
    told = subprocess.run([sys.executable, "-c", there], input=packed[1], capture_output=True, check=True)
    assert told.stdout.split() == [b"eve"]


def test_results_are_of_the_file_that_was_named(tmp_path: Path) -> None:
    provenance = pytest.importorskip("zombicide_training.collect.provenance", reason=needs.TRAIN)
    specs = [written(tmp_path / name / "player_with_hash.py", name) for name in ("hal", "ida")]
    first, second = map(provenance.identity, specs)
    assert first != second
    written(tmp_path / "hal" / "player_with_hash.py", "hal the second")
    assert provenance.identity(specs[0]) != first
    assert provenance.identity(specs[1]) == second


def test_a_helper_of_another_folder_is_refused(tmp_path: Path) -> None:
    for name in ("fred", "gina"):
        written(tmp_path / name / "helper_of_a_course.py", name)
    assert author(written(tmp_path / "fred" / "player_of_fred.py", "fred", "import helper_of_a_course")) == "fred"
    wrong = written(tmp_path / "gina" / "player_of_gina.py", "gina", "from helper_of_a_course import Mine as Base")
    with pytest.raises(agents.AgentError, match=r"imports 'helper_of_a_course'.*gina.*but .*fred.* has been imported .*: rename one"):
        agents.make(wrong)


def test_a_script_that_exits_is_reported(tmp_path: Path) -> None:
    """A training script without a main guard parses the arguments of the command, and exits."""
    path = tmp_path / "script_that_exits.py"
    path.write_text("raise SystemExit(2)\n")
    with pytest.raises(agents.AgentError, match=r"cannot be imported: SystemExit: 2 \(script_that_exits\.py, line 1\)"):
        agents.make(f"{path}:Mine")
    path = tmp_path / "class_that_exits.py"
    path.write_text("class Mine:\n    def __init__(self):\n        raise SystemExit(2)\n")
    with pytest.raises(agents.AgentError, match="cannot be made: SystemExit: 2"):
        agents.make(f"{path}:Mine")
