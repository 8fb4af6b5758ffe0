"""An adapter whose library is not installed names the extra that installs it."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest

import zombicide_env.adapters

MODULES = sorted(path.stem for path in Path(zombicide_env.adapters.__file__).parent.glob("*.py") if path.stem != "__init__")
LIBRARIES = ("inspect_ai", "openenv", "ray", "stable_baselines3", "textarena", "torchrl", "verifiers")


@pytest.mark.parametrize("module", MODULES)
def test_the_extra_is_named(module: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for loaded in [name for name in sys.modules if name.partition(".")[0] in LIBRARIES]:
        monkeypatch.delitem(sys.modules, loaded)
    for library in LIBRARIES:
        monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    name = f"zombicide_env.adapters.{module}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ModuleNotFoundError) as error:
        importlib.import_module(name)
    [extra] = re.findall(r'is not installed; install it with: pip install ".*\[([\w-]+)\]"', str(error.value))
    assert extra in tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
