"""The environment ids are registered as soon as the package is imported, and importing it stays cheap."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap

import gymnasium
import pettingzoo
import pytest

from zombicide_env.envs.registration import register_all
from zombicide_env.games import GAMES

#: PettingZoo has registries since 1.27.
AEC = getattr(pettingzoo, "aec_registry", None)


def run(code: str) -> str:
    """Return the output of a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("entry", GAMES.values(), ids=list(GAMES))
def test_ids_are_registered_with_gymnasium(entry):
    assert (entry.load().id, entry.load().version) == (entry.id, entry.version)
    assert re.fullmatch(r"zombicide/[A-Z][A-Za-z]*-v\d+", entry.gymnasium_id)
    assert entry.gymnasium_id in gymnasium.registry


@pytest.mark.skipif(AEC is None, reason="earlier versions of PettingZoo have no registry")
@pytest.mark.parametrize("entry", GAMES.values(), ids=list(GAMES))
def test_ids_are_registered_with_pettingzoo(entry):
    assert pettingzoo.spec("aec", entry.pettingzoo_id).kwargs == {"game": entry.id}
    assert pettingzoo.spec("aec", entry.pettingzoo_id.replace("-v", "_v")).id == entry.pettingzoo_id


def test_registering_again_changes_nothing(recwarn):
    before = dict(gymnasium.registry), dict(AEC or {})
    register_all(GAMES.values())
    assert (dict(gymnasium.registry), dict(AEC or {})) == before
    assert not recwarn


@pytest.mark.parametrize("order", ["import zombicide_env, gymnasium, pettingzoo", "import gymnasium, pettingzoo, zombicide_env"])
def test_the_order_of_imports_does_not_matter(order):
    out = run(f"""
        {order}
        print("zombicide/BlackPlague-v0" in gymnasium.registry)
        print("zombicide/black_plague-v0" in getattr(pettingzoo, "aec_registry", {{}}))
    """)
    assert out == f"True\n{AEC is not None}\n"


def test_importing_the_package_loads_no_engine_and_no_heavy_library():
    out = run("""
        import json, sys
        import zombicide_env
        print(json.dumps(sorted(sys.modules)))
    """)
    loaded = set(json.loads(out))
    assert "zombicide_env.envs.registration" in loaded
    heavy = {"numba", "llvmlite", "torch", "ray", "stable_baselines3", "fastapi", "PIL", "yaml", "scipy", "matplotlib", "pygame"}
    assert not loaded & heavy
    own = {name for name in loaded if name.startswith("zombicide_env")}
    light = {f"zombicide_env.{name}" for name in ("early", "envs", "envs.registration", "core", "core.words", "ladder")}
    packages = {f"zombicide_env.games.{name}" for name in ("registry", "hit_z_road", "z_game", "zombicide")}
    assert own == {"zombicide_env", "zombicide_env.games", *light, *packages}  # of a game only the package that names it


def test_the_package_works_without_the_environment_libraries():
    out = run("""
        import sys
        sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
        import zombicide_env
        from zombicide_env.core import codec
        print(zombicide_env.__version__ != "")
    """)
    assert out == "True\n"
