"""Training speed of other libraries and the included trainer: decisions per second of the programs of docs/trainers.md.

    python -m zombicide_benchmarks.trainers --python .venv-clients/bin/python .venv-clients-benchmarl/bin/python

Each program runs unchanged, with Black Plague, in a separate process with one thread, by the first of the Pythons that has its libraries.
Time counts from its first decision, with the rules compiled, to its end: games, network and learning, not imports.
"""

from __future__ import annotations

import argparse
import ast
import functools
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import zombicide_env
from zombicide_env.core import files
from zombicide_env.core.batch import Batch
from zombicide_env.envs.single import Single

from .commands import run_command
from .machine import described, machine, version
from .results import laid_out

PAGE: Final = Path(zombicide_env.__file__).parent / "docs" / "trainers.md"
PLACE: Final = Path(__file__).parents[1] / "results"
#: Strings of a program that name its game: with Black Plague, with Hit Z Road.
GAMES: Final = (
    ("Ladder-Exit", "Ladder-RoadShort"),
    ('"exit"', '"road_short"'),
    ("Ladder-Kill", "Ladder-RoadShort"),
    ('"kill"', '"road_short"'),
    ("BlackPlague", "HitZRoad"),
    ("black_plague", "hit_z_road"),
    ('quest="danse_macabre"', "players=3"),
    ('"quest": "danse_macabre"', '"players": 3'),
)
#: The included trainer, on the quest of most programs, with the package's network and with an MLP as in the other programs.
OURS: Final = """
import tempfile
from pathlib import Path
from zombicide_agents.network import NetworkConfig
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.trainer import Trainer
with tempfile.TemporaryDirectory() as folder:
    config = TrainConfig(out=Path(folder), quest=("danse_macabre",), torch_threads=1, trainer="sb3", base="none", progress=False,
                         network=NetworkConfig({network}))
    trainer = Trainer(config)
    trainer.model.learn(16384)
    trainer.close()
"""
NETWORKS: Final = {"its own network": "", "a perceptron": "kind='flat', width=128, layers=1"}
#: Imports that are not libraries under test.
USUAL: Final = {"zombicide_env", "zombicide_agents", "zombicide_training", "gymnasium", "torch", "tempfile", "pathlib"}


def programs() -> list[str]:
    """Return the programs of the page."""
    return re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def libraries(program: str) -> set[str]:
    """Return the packages that a program imports, without those that every user has."""
    found = {alias.name for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module or "" for node in ast.walk(ast.parse(program)) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in found} - USUAL


def with_game(program: str, game: int) -> str:
    """Return the program with Black Plague (0) or with Hit Z Road (1)."""
    for names in GAMES:
        program = program.replace(names[1 - game], names[game])
    return program


def titles() -> list[str]:
    """Return the title of each program: the heading above it, numbered if there are several."""
    found: list[str] = []
    heading = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        heading = line[3:] if line.startswith("## ") else heading
        if line == "```python":
            found.append(f"{heading}, {1 + sum(one.startswith(heading) for one in found)}")
    return found


class Count:
    """Counter of decisions since the first one, and its time."""

    def __init__(self) -> None:
        self.decisions = 0
        self.began: tuple[float, float] | None = None
        places: list[tuple[Any, Callable[[Any], int]]] = [(Batch, lambda batch: batch.n), (Single, lambda _: 1)]
        for kind, many in places:
            kind.step = self._counting(kind.step, many)

    def _counting(self, step: Callable[..., None], many: Callable[[Any], int]) -> Callable[..., None]:
        @functools.wraps(step)
        def counted(one: Any, *given: Any, **options: Any) -> None:
            step(one, *given, **options)
            if self.began is None:  # the first decision may compile
                self.began = time.perf_counter(), time.process_time()
            else:
                self.decisions += many(one)

        return counted

    def rates(self) -> dict[str, float]:
        """Return decisions, wall and CPU seconds since the first one."""
        if self.began is None:
            raise RuntimeError("no game was stepped in this process: its decisions cannot be counted")
        wall, cpu = time.perf_counter() - self.began[0], time.process_time() - self.began[1]
        return {
            "decisions": self.decisions,
            "wall": round(wall, 3),
            "cpu": round(cpu, 3),
            "decisions_per_cpu_second": round(self.decisions / cpu),
        }


def measured(script: Path) -> dict[str, Any]:
    """Run a program in this process and return its rates."""
    import torch

    torch.set_num_threads(1)
    count = Count()
    runpy.run_path(str(script), run_name="__main__")
    return count.rates()


def row(title: str, program: str, pythons: Sequence[str]) -> dict[str, Any]:
    """Run a program in a process of the first Python that has its libraries; returns its rates, or ``failed`` and why."""
    with tempfile.TemporaryDirectory() as folder:
        script, found = Path(folder, "program.py"), Path(folder, "found.json")
        script.write_text(program, encoding="utf-8")
        env = os.environ | {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        looks = f"import importlib.util, sys; sys.exit(any(importlib.util.find_spec(n) is None for n in {sorted(libraries(program))}))"
        for python in pythons:
            if subprocess.run([python, "-c", looks], env=env, cwd=folder).returncode == 0:
                words = [python, "-m", "zombicide_benchmarks.trainers", "--program", str(script), "--found", str(found)]
                run = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)
                if run.returncode:
                    return {"what": title, "failed": run.stderr.strip().rpartition("\n")[2]}
                return {"what": title, **json.loads(found.read_text(encoding="utf-8"))}
    return {"what": title, "failed": "no Python here has " + ", ".join(sorted(libraries(program)))}


def text(result: dict[str, Any]) -> str:
    """Return the results as a page."""
    about, rows = result["machine"], result["rows"]
    ours = rows[0]["decisions_per_cpu_second"]
    lines = [
        "# Trainers of other libraries",
        "",
        "The unchanged programs of [docs/trainers.md](../../zombicide_env/docs/trainers.md), one thread each, and `zombicide train` with",
        "`danse_macabre`. Decisions (not steps of agents) are counted from the first to the end of a program: games, network, learning.",
        "The programs differ in network, games at once and passes over the data, so these are not the rates that each library can reach.",
        "",
        *described(about),
        "",
        "| trainer | decisions | a CPU second | of ours | with |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        if "failed" in row:
            lines.append(f"| {row['what']} |  |  |  | {row['failed']} |")
        else:
            rate = row["decisions_per_cpu_second"]
            lines.append(f"| {row['what']} | {row['decisions']:,} | {rate:,} | {rate / ours:.2f} | {row['versions']} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and write."""
    words = argparse.ArgumentParser(prog="python -m zombicide_benchmarks.trainers", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--python", nargs="+", default=[sys.executable], help="Pythons that have the libraries (make clients makes some)")
    words.add_argument("--output", type=Path, default=PLACE, help="folder of trainers.json and trainers.md")
    words.add_argument("--program", type=Path, help=argparse.SUPPRESS)
    words.add_argument("--found", type=Path, help=argparse.SUPPRESS)
    given = words.parse_args(argv)
    if given.program:
        names = sorted(libraries(given.program.read_text(encoding="utf-8")) - {"tensordict"})
        versions = ", ".join(f"{name} {version(name)}" for name in names)
        files.write(given.found, json.dumps({**measured(given.program), "versions": versions}))
        return 0
    ours = [(f"zombicide train, {name}", OURS.replace("{network}", network)) for name, network in NETWORKS.items()]
    theirs = [(title, with_game(program, 0)) for title, program in zip(titles(), programs(), strict=True)]
    result: dict[str, Any] = {"machine": machine("torch"), "rows": []}
    for title, program in ours + theirs:
        result["rows"].append(row(title, program, given.python))
        sys.stderr.write(f"{result['rows'][-1]}\n")
    files.write(given.output / "trainers.json", laid_out(result))
    files.write(given.output / "trainers.md", text(result))
    return 0


if __name__ == "__main__":
    run_command(main)
