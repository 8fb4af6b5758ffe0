"""What it costs to have work done elsewhere: the same evaluation and the same training here, in processes, and on Ray with a slow network.

    python -m zombicide_benchmarks.cluster --workers 2 --delays 0 10 100

The delay is put on the way of every share of work: the worker sleeps for that long before it begins, as if question and answer had been on
their way, and does nothing meanwhile.  A cluster that hands out the next share before the last has come back waits less.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import ray
import torch

from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_training.config import TrainConfig
from zombicide_training.evaluate import evaluate
from zombicide_training.trainer import Trainer
from zombicide_training.workers import Cluster, Here, Processes, Workers

from .machine import described, machine
from .results import laid_out

PLACE: Final = Path(__file__).parents[1] / "results"
QUEST: Final = "danse_macabre"


@dataclass(frozen=True)
class Late(Workers):
    """Workers to whom every share, and from whom every answer, takes its time.

    Attributes:
        workers: who does the work.
        delay: seconds that a share is on its way, there and back.
    """

    workers: Workers
    delay: float

    def do(self, work: Callable[[Any, Any], Any], common: Any, shares: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """See Workers."""
        return self.workers.do(_late, (work, common, self.delay), shares)


def _late(order: tuple[Callable[[Any, Any], Any], Any, float], share: Any) -> Any:
    work, common, delay = order
    time.sleep(delay)
    return work(common, share)


def evaluation(workers: Workers, games: int) -> float:
    """Games of ``greedy`` per second."""
    game, began = make_game("black_plague", quest=QUEST), time.perf_counter()
    evaluate(game, "greedy", games, batch=16, workers=workers)
    return games / (time.perf_counter() - began)


def training(workers: Workers, updates: int, folder: Path) -> float:
    """Decisions per second that a team's policy is trained with: played elsewhere, learned from here on one thread."""
    config = TrainConfig(
        out=folder,
        quest=(QUEST,),
        steps=64 * 64 * updates,
        envs=64,
        part=16,
        horizon=64,
        batch=1024,
        torch_threads=1,
        trainer="sb3",  # our own loop works in one process
        progress=False,
        evaluate_minutes=60,
        save_minutes=60,
    )
    shutil.rmtree(folder, ignore_errors=True)  # the same for all: workers keep what they have built for it
    with closing(Trainer(config)) as trainer:
        trainer.workers = workers if isinstance(workers, Here) else Late(workers, 0)  # whom the trainer does not send home at its end
        began = time.perf_counter()
        for _ in trainer.learning():
            pass
        return config.steps / (time.perf_counter() - began)


def measure(count: int, delays: Sequence[float], games: int, updates: int, rounds: int) -> list[dict[str, Any]]:
    """A row for each place; every round measures all places once, and the best of a place counts, as others use the machine too."""
    ray.init(address="local", num_cpus=count, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    with tempfile.TemporaryDirectory() as folder, Processes(count) as processes, Cluster("local") as cluster:
        run = Path(folder, "run")
        places: dict[str, Workers] = {"this process": Here(), f"{count} processes": processes, f"Ray, {count} workers": cluster}
        places |= {f"Ray, {count} workers, {1000 * delay:.0f} ms": Late(cluster, delay) for delay in delays if delay}
        best: dict[str, dict[str, Any]] = {name: {"place": name, "games": 0.0, "decisions": 0.0} for name in places}
        for workers in places.values():  # everybody imports, compiles and builds what is kept
            evaluation(workers, 64 * count)
            training(workers, updates, run)
        for _ in range(rounds):
            for name, workers in places.items():
                found = {"games": evaluation(workers, games), "decisions": training(workers, updates, run)}
                best[name] |= {what: max(best[name][what], round(rate, 1)) for what, rate in found.items()}
                sys.stderr.write(f"{name}: {found}\n")
    ray.shutdown()
    return list(best.values())


def text(result: dict[str, Any]) -> str:
    """The results as a page."""
    about, here = result["machine"], result["rows"][0]
    lines = [
        "# Work on a cluster",
        "",
        f"`python -m zombicide_benchmarks.cluster`: `{QUEST}`, {result['games']:,} games of `greedy` in shares of 64, and",
        f"{result['updates']} updates of training (`--trainer sb3`) with 64 games in parts of 16, whose learner has one thread. All",
        f"workers are on the machine of the learner; the best of {result['rounds']} rounds counts.",
        "",
        *described(about),
        "",
        "| place | games per second | of this process | decisions per second in training | of this process |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for row in result["rows"]:
        shares = [f"{row[what]:,.0f} | {row[what] / here[what]:.2f}" for what in ("games", "decisions")]
        lines.append(f"| {row['place']} | {' | '.join(shares)} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and write."""
    words = argparse.ArgumentParser(prog="python -m zombicide_benchmarks.cluster", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--workers", type=int, default=2, help="processes")
    words.add_argument("--delays", type=float, nargs="+", default=[10, 100, 500], help="milliseconds that a share is on its way")
    words.add_argument("--games", type=int, default=2048, help="of an evaluation")
    words.add_argument("--updates", type=int, default=3, help="of a training")
    words.add_argument("--rounds", type=int, default=2)
    words.add_argument("--output", type=Path, default=PLACE, help="folder of cluster.json and cluster.md")
    given = words.parse_args(argv)
    torch.set_num_threads(1)
    result: dict[str, Any] = {"machine": machine("torch", "ray")}
    result |= {name: getattr(given, name) for name in ("games", "updates", "rounds")}
    result["rows"] = measure(given.workers, [delay / 1000 for delay in given.delays], given.games, given.updates, given.rounds)
    files.write(given.output / "cluster.json", laid_out(result))
    files.write(given.output / "cluster.md", text(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
