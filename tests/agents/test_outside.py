"""Third-party agents in any command: by file, by module, by an entry point of an installed distribution."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import zombicide_agents as agents
from zombicide_agents import registry
from zombicide_env import cli, make_game

MINE = '''
from functools import partial
import numpy as np
from zombicide_agents import Agent


class Mine(Agent):
    """Takes the n-th legal action, or the first."""

    def __init__(self, *, n: int = 0) -> None:
        self.n = n

    def act(self, observation, mask, game=None, state=None):
        legal = np.flatnonzero(mask)
        return int(legal[self.n if self.n < len(legal) else 0])


class Knowing(Mine):
    """Is told the game."""

    def __init__(self, game) -> None:
        super().__init__()
        self.title = game.id


class Weighed(Mine):
    """Takes weights of any name."""

    def __init__(self, **weight: float) -> None:
        super().__init__()
        self.weight = weight


class Maker:
    """Makes agents when it is called."""

    def __call__(self, game, *, n: int = 1):
        return Mine(n=n)


NUMBER, fourth, made = 3, partial(Mine, n=4), Maker()
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tmp_path.joinpath("my_own_agent.py").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("where", ["my_own_agent.py", "my_own_agent"])
def test_an_agent_outside_the_package_is_named_by_its_place(folder: Path, where: str) -> None:
    agent = agents.make(f"{where}:Mine,n=2")
    assert type(agent).__name__ == "Mine"
    assert agent.n == 2
    assert agent.name == f"{where}:Mine,n=2"
    assert agents.make(f"{where}:Knowing", make_game("hit_z_road")).title == "hit_z_road"
    assert agents.make(f"{where}:Weighed,fear=2.5").weight == {"fear": 2.5}
    assert [agents.make(f"{where}:{spec}").n for spec in ("fourth", "fourth,n=5", "made", "made,n=6")] == [4, 5, 1, 6]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("my_own_agent.py:Yours", "has no 'Yours'"),
        ("my_own_agent.py:NUMBER", "no class or function"),
        ("my_own_agent.py:Mine,m=2", "has no option 'm'"),
        ("my_own_agent.py:Mine,n=two", "expected a whole number"),
        ("my_other_agent.py:Mine", "there is no file 'my_other_agent.py'"),
        ("my_other_agent:Mine", "module:Class"),
        ("my.other.agent:Mine", "no agent is called"),
        ("my_own_agent.py", "no agent is called"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, spec: str, words: str) -> None:
    with pytest.raises(agents.AgentError, match=words):
        agents.make(spec)


def test_a_module_that_breaks_is_named(folder: Path) -> None:
    folder.joinpath("broken_agent.py").write_text("import no_such_library\n", encoding="utf-8")
    with pytest.raises(agents.AgentError, match=r"broken_agent\.py:Mine.*no_such_library"):
        agents.make("broken_agent.py:Mine")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("1 / 0\n", r"cannot be imported: ZeroDivisionError: division by zero \(broken_agent_\d\.py, line 1\)"),
        ("def Mine(:\n", "cannot be imported: SyntaxError"),
        ("class Mine:\n    def __init__(self):\n        {}['x']\n", r"cannot be made: KeyError: 'x' \(broken_agent_\d\.py, line 3\)"),
        ("class Mine:\n    def __init__(self, env):\n        pass\n", "'env' has no value: write env=..., give .* or call it 'game'"),
    ],
)
def test_failing_code_of_an_agent_is_reported_in_one_line(folder: Path, source: str, words: str) -> None:
    name = f"broken_agent_{len(source) % 10}"
    folder.joinpath(f"{name}.py").write_text(source, encoding="utf-8")
    with pytest.raises(agents.AgentError, match=words):
        agents.make(f"{name}.py:Mine", make_game("hit_z_road"))


@pytest.mark.parametrize(
    ("source", "spec", "expected"),
    [
        ("seed=0", "", (0,)),
        ("seed=0", ",seed=7", (7,)),
        ("seed=0, game=None", ",seed=7", (7, "hit_z_road")),
        ("game, depth: int", ",depth=2", ("hit_z_road", 2)),
        ("*, game", "", ("hit_z_road",)),
        ("rate=0.5, quick=False", ",rate=2,quick=yes", (2.0, True)),
        ("*given", "", ((),)),
    ],
)
def test_the_game_is_given_to_the_parameter_of_that_name(folder: Path, source: str, spec: str, expected: tuple[Any, ...]) -> None:
    names = [part.partition("=")[0].partition(":")[0].strip(" *") for part in source.split(",") if part.strip() != "*"]
    name = f"placed_agent_{sum(map(ord, source + spec))}"
    text = f"{MINE}\n\nclass Placed(Mine):\n    def __init__(self, {source}):\n        self.given = ({', '.join(names)},)\n"
    folder.joinpath(f"{name}.py").write_text(text, encoding="utf-8")
    given = agents.make(f"{name}.py:Placed{spec}", make_game("hit_z_road")).given
    assert tuple(getattr(one, "id", one) for one in given) == expected


def test_the_error_for_a_missing_module_suggests_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands do not search the current folder for modules."""
    folder.joinpath("my_hidden_agent.py").write_text(MINE, encoding="utf-8")
    monkeypatch.setattr("sys.path", [path for path in sys.path if path != str(folder)])
    with pytest.raises(agents.AgentError, match=r"of the file here: my_hidden_agent\.py:Mine"):
        agents.make("my_hidden_agent:Mine")


def test_a_distribution_names_its_agents(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("mine", "my_own_agent:Mine", registry.GROUP)]

    def found(*, group: str, name: str | None = None) -> list[EntryPoint]:
        return [point for point in points if group == registry.GROUP and name in (None, point.name)]

    monkeypatch.setattr(registry, "entry_points", found)
    monkeypatch.setattr(registry, "_ENTRIES", dict(registry._ENTRIES))
    assert agents.make("mine:n=1").n == 1
    assert "mine" in [entry.name for entry in agents.registered()]
    points.append(EntryPoint("lost", "no_such_module:Mine", registry.GROUP))
    with pytest.raises(agents.AgentError, match="'lost' is said to be no_such_module:Mine"):
        agents.registered()


@pytest.mark.train
def test_evaluate_takes_an_agent_from_a_file(folder: Path, capsys: Any) -> None:
    teams = ["--teams", "my_own_agent.py:Mine", "random"]
    assert cli.main(["evaluate", "--game", "black_plague", *teams, "--games", "4", "--max-rounds", "2"]) == 0
    assert "my_own_agent.py:Mine" in capsys.readouterr().out


def test_browsers_cannot_name_modules(folder: Path) -> None:
    """A server makes only the agents that it lists: a spec from outside must not import arbitrary files."""
    from zombicide_env.serve import catalogue

    listed = {kind.name for kind in catalogue().agents}
    assert "greedy" in listed
    assert not any(":" in name or name.endswith(".py") for name in listed)
