"""Check that each extra alone installs what its commands need: ``python tests/extras.py [EXTRA ...]``, each in a fresh environment.

The rules run as plain Python here: compiling them in every environment would take longer than all the rest.  Tests of libraries that
need a separate environment play whole games, compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAME = "--game hit_z_road --players 2"
TINY = f"{GAME} --envs 2 --horizon 4 --batch 4 --steps 8 --final-games 0 --evaluate-games 1 --runoff-games 0 --no-progress"
MADE = "import gymnasium; env = gymnasium.make"

#: Requirements of the tests; verifiers starts programs with uv.
TOOLS = ("pytest>=8.4", "uv")
TRAINERS = "pytest -q tests/adapters/test_text_trainers.py -k"

#: Extra -> what has to run: Python code, tests of the checkout, or a ``zombicide`` command.
CHECKS = {
    "": [
        f"-c {MADE}('zombicide_env:zombicide/BlackPlague-v0'); env.reset(seed=1)",
        "-c from zombicide_env import hit_z_road_v0; hit_z_road_v0.env().reset(seed=1)",
        "--version",
        "quests",
    ],
    "checkpoints": ["-c import zombicide_agents as a, zombicide_env as z; a.make('checkpoint:highway', z.make_game('hit_z_road'))"],
    "render": [f"-c {MADE}('zombicide_env:zombicide/BlackPlague-v0', render_mode='rgb_array'); env.reset(seed=1); env.render()"],
    "cli": [f"evaluate {GAME} --teams random --games 1", "quests", "play --help"],
    "film": ["record --help", "-c import av, PIL, tyro"],
    "page": ["-c from zombicide_env.play import PAGE; assert (PAGE / 'texts.json').exists()"],
    "serve": ["serve --help", "-c from zombicide_env.play.server import TEXTS; import uvicorn, websockets; assert TEXTS.exists()"],
    "train": [f"train {TINY} --out run", "tune --help", "league --help", "-c import cmaes, openskill"],
    "plot": [f"train {TINY} --out run", "plot --runs run"],
    "onnx": ["-c import onnxruntime, zombicide_agents.external.onnx", f"evaluate {GAME} --teams random --games 1"],
    "sweep": ["-c import optuna, zombicide_training.evaluation.evaluate"],
    "data": [f"dataset {GAME} --teams random --games 1 --out data"],
    "minari": ["-c import minari, zombicide_training.collect.dataset.minari"],
    "llm": ["-c import openai, zombicide_agents.llm", f"evaluate {GAME} --teams random --games 1"],
    "textarena": [
        "-c import textarena, zombicide_env.adapters.textarena; textarena.make('zombicide/HitZRoad-v0', players=2)",
        f"{TRAINERS} textarena",
    ],
    "openenv": ["-c import zombicide_env.adapters.openenv as server; server.app('hit_z_road', players=2)", f"{TRAINERS} openenv"],
    "inspect": ["-c import zombicide_env.adapters.inspect_tasks as tasks; tasks.zombicide('hit_z_road', players=2)", f"{TRAINERS} inspect"],
    "verifiers": ["-c import zombicide_env.adapters.verifiers", f"{TRAINERS} verifiers"],
    "ray": [f"evaluate {GAME} --teams random --games 1 --ray local"],
    "wandb": ["-c import wandb, zombicide_training.run.trackers"],
    "mlflow": ["-c import mlflow, zombicide_training.run.trackers"],
}
#: Extras for development, or for running other tools next to the package; each has a make target that installs it.
ELSEWHERE = {"all", "dev", "docs", "clients", "clients-agilerl", "clients-benchmarl", "peers", "pgx"}


def extras() -> set[str]:
    """Names of the extras in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return set(project["optional-dependencies"])


def check(extra: str, folder: Path, torch: str) -> bool:
    """Install the package with one extra and run its checks. Return False after a failure, which has been printed."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    needs_torch = extra in ("train", "plot", "ray", "wandb", "mlflow", "data", "minari", "sweep")
    for words in ([torch.split()] if needs_torch and torch else []) + [[f"{ROOT}[{extra}]" if extra else str(ROOT)]]:
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *words], check=True)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    fine = True
    for command in CHECKS[extra]:
        tests = command.startswith("pytest ")
        if tests:
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", *TOOLS], check=True)
        module = [] if tests else ["zombicide_env"]
        words = ["-c", command[3:]] if command.startswith("-c ") else ["-m", *module, *command.split()]
        where, how = (ROOT, env) if tests else (folder, env | {"NUMBA_DISABLE_JIT": "1"})
        run = subprocess.run([str(python), *words], cwd=where, env=how, capture_output=True, text=True)
        if run.returncode:
            fine = False
            print(f"[{extra}] {command}\n{run.stdout[-500:]}{run.stderr[-1500:]}", flush=True)  # noqa: T201 - what it is for
    print(f"[{extra}] {'fine' if fine else 'FAILED'}", flush=True)  # noqa: T201 - what it is for
    return fine


def main() -> int:
    """Check the named extras, or all of them."""
    torch = os.environ.get("TORCH", "")
    results = []
    for extra in sys.argv[1:] or list(CHECKS):
        with tempfile.TemporaryDirectory() as folder:
            results.append(check(extra.replace("base", ""), Path(folder), torch))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
