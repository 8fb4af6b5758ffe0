"""Import boundaries: which part may import which."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache, lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

#: Part -> parts and libraries that it must not import, not even inside a function.
SHELLS = {
    "zombicide_env.replay",
    "zombicide_env.envs",
    "zombicide_env.adapters",
    "zombicide_env.render",
    "zombicide_env.play",
    "zombicide_env.conformance",
}
OUTSIDE = {"zombicide_agents", "zombicide_training", "zombicide_benchmarks", "tests"}
HEAVY = {"torch", "stable_baselines3", "sb3_contrib", "ray", "fastapi", "starlette", "textual", "PIL", "tyro", "rich"}
FRAMEWORKS = {"gymnasium", "pettingzoo"}
FORBIDDEN = {
    "zombicide_env/core": SHELLS | OUTSIDE | HEAVY | FRAMEWORKS | {"zombicide_env.games", "yaml"},
    "zombicide_env/games": SHELLS | OUTSIDE | HEAVY | FRAMEWORKS,
    "zombicide_env/envs": OUTSIDE | HEAVY | {"zombicide_env.adapters", "zombicide_env.play", "zombicide_env.conformance"},
    "zombicide_env/render": OUTSIDE | FRAMEWORKS | {"zombicide_env.games", "zombicide_env.envs", "zombicide_env.play"} | HEAVY - {"PIL"},
    "zombicide_env/play": OUTSIDE | {"zombicide_env.games", "zombicide_env.envs", "torch", "stable_baselines3", "sb3_contrib", "ray"},
    "zombicide_env/replay": OUTSIDE | HEAVY | FRAMEWORKS | {"zombicide_env.envs", "zombicide_env.play", "zombicide_env.adapters"},
    "zombicide_env/conformance": OUTSIDE | HEAVY | FRAMEWORKS | {"zombicide_env.envs", "zombicide_env.render", "zombicide_env.play"},
    "zombicide_env/adapters": OUTSIDE - {"zombicide_training"} | {"zombicide_env.render", "zombicide_env.play"},
    "agents/zombicide_agents": {
        "zombicide_training",
        "zombicide_benchmarks",
        "tests",
        "zombicide_env.envs",
        "zombicide_env.adapters",
        "stable_baselines3",  # `external.sb3` imports both by name, when given one of their files
        "sb3_contrib",
        "ray",
    },
    "training/zombicide_training": {"zombicide_benchmarks", "tests"},
    # Each folder imports those before it; a configuration of `run` is a type to the others.
    "training/zombicide_training/collect": {"zombicide_training.evaluation", "zombicide_training.learn", "zombicide_training.run"},
    "training/zombicide_training/evaluation": {"zombicide_training.learn", "zombicide_training.run"},
    "training/zombicide_training/learn": {"zombicide_training.run"},
    "benchmarks/zombicide_benchmarks": {"tests"},  # they measure everything else
}
#: Modules that ``import zombicide_env`` must not load.
NOT_ON_IMPORT = HEAVY | OUTSIDE | {"numba", "zombicide_env.games.base", "zombicide_env.core.jit", "zombicide_env.render"}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] in ("agents", "training", "benchmarks") else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@lru_cache(maxsize=1)
def nodes(path: Path) -> list[ast.AST]:
    """All nodes of a file; only the last file is cached, since those of all files take hundreds of megabytes."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Yield line and full name of everything that a file imports, in functions too; ``if TYPE_CHECKING`` is left out."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    skip: set[ast.AST] = set()
    found: list[tuple[int, str]] = []
    for node in nodes(path):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            skip.update(inner for statement in node.body for inner in ast.walk(statement))
    for node in nodes(path):
        if node in skip:
            continue
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join(parts[: len(parts) - node.level + 1] + ([node.module] if node.module else []))
            found += [(node.lineno, base), *((node.lineno, f"{base}.{alias.name}") for alias in node.names)]
    return found


def _within(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


@pytest.mark.slow
@pytest.mark.parametrize("folder", FORBIDDEN)
def test_parts_import_only_what_they_may(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files, f"{folder} has no files: the picture of the parts has changed"
    broken = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in files
        for line, name in imports(path)
        if any(_within(name, part) for part in FORBIDDEN[folder])
    ]
    assert not broken, "\n".join(dict.fromkeys(broken))


def test_wall_check_sees_relative_and_localimports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "zombicide_env" / "core" / "bad.py"
    file.parent.mkdir(parents=True)
    file.write_text("from ..envs import aec\ndef f():\n    import torch.nn\n    from .. import render\n", encoding="utf-8")
    names = {name for _, name in imports(file)}
    assert {"zombicide_env.envs", "zombicide_env.envs.aec", "torch.nn", "zombicide_env.render"} <= names


def _loaded(statement: str, environment: dict[str, str]) -> set[str]:
    """Modules loaded in a fresh process after the statement."""
    code = f"import sys\n{statement}\nprint('MODULES', *sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.rpartition("MODULES")[2].split())


def _found(loaded: set[str], parts: set[str]) -> list[str]:
    return sorted(name for name in loaded if any(_within(name, part) for part in parts))


def test_import_of_the_package_is_light(plain_environment: dict[str, str]) -> None:
    loaded = _loaded("import zombicide_env", plain_environment)
    assert "zombicide_env" in loaded
    assert _found(loaded, NOT_ON_IMPORT) == []


@pytest.mark.slow
def test_core_and_games_load_no_framework(plain_environment: dict[str, str]) -> None:
    statement = "import zombicide_env.core.batch, zombicide_env.games as g; g.GAMES['black_plague'](quest='danse_macabre')"
    loaded = _loaded(statement, plain_environment)
    # `import zombicide_env` registers the environments, which loads only the frameworks' registries
    assert _found(loaded, SHELLS - {"zombicide_env.envs"} | OUTSIDE | HEAVY) == []
    assert _found(loaded, {"zombicide_env.envs"}) in ([], ["zombicide_env.envs", "zombicide_env.envs.registration"])


@pytest.mark.slow
def test_agents_load_torch_only_for_checkpoints(plain_environment: dict[str, str]) -> None:
    loaded = _loaded("import zombicide_agents as agents; agents.make('random')", plain_environment)
    assert _found(loaded, {"torch", "safetensors", "zombicide_training"}) == []


@pytest.mark.slow
def test_compiled_networks_play_without_torch(plain_environment: dict[str, str]) -> None:
    """A checkpoint of the package is asked for a decision, and seated in a batch."""
    statement = (
        "import zombicide_agents as agents; from zombicide_env import make_game; from zombicide_env.core.batch import Batch; "
        "game = make_game('z_game'); agent = agents.make('checkpoint:city', game); batch = Batch(game, 2, seed=0); "
        "agent.act(batch.raw_observations[0], batch.masks[0]); batch.play(agent.player(game), limit=3)"
    )
    assert _found(_loaded(statement, plain_environment), {"torch", "safetensors", "zombicide_training"}) == []


@pytest.mark.slow
def test_the_terminal_needs_nothing_that_the_page_needs(plain_environment: dict[str, str]) -> None:
    loaded = _loaded("import zombicide_env.terminal", plain_environment)
    assert _found(loaded, {"pydantic", "fastapi", "starlette", "uvicorn", "websockets", "PIL"}) == []


def test_command_line_help_is_light(plain_environment: dict[str, str]) -> None:
    loaded = _loaded("from zombicide_env.cli import main; main(['--help'])", plain_environment)
    assert _found(loaded, HEAVY | OUTSIDE | {"numba"}) == []
