"""Cost of remote workers: an evaluation, a dataset and a training in this process, in processes, and on Ray with a slow network.

    python -m zombicide_benchmarks.cluster --workers 2 --delays 0 10 100

The delay is added to every work item: the worker sleeps for that long before it begins, like the transfer of request and answer, and is
idle meanwhile.  A cluster that sends the next item before the last one has returned waits less.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import ray
import torch

from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_training import evaluate
from zombicide_training.collect.dataset.write import DatasetConfig, make
from zombicide_training.collect.workers import Cluster, Here, Processes, Workers
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.trainer import Trainer

from .commands import count, run_command
from .machine import described, machine
from .results import laid_out

PLACE: Final = Path(__file__).parents[1] / "results"
QUEST: Final = "danse_macabre"
TRAINERS: Final = ("sb3", "own")
EVALUATED: Final = 256
#: Key of a row -> its heading.
MEASURED: Final = {
    "games": "games evaluated per second",
    "written": "games of a dataset per second",
    "decisions": "decisions per second, trainer sb3",
    "own": "decisions per second, trainer own",
}


@dataclass(frozen=True)
class Late(Workers):
    """Workers with a delay per work item.

    Attributes:
        workers: the workers.
        delay: seconds of transfer per work item, both ways together.
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
    """Return games of ``greedy`` per second."""
    game, began = make_game("black_plague", quest=QUEST), time.perf_counter()
    evaluate(game, "greedy", games, batch=16, workers=workers)
    return games / (time.perf_counter() - began)


@dataclass
class _Written(DatasetConfig):
    """A dataset that is played by given workers, which stay open afterwards."""

    elsewhere: Workers = field(default_factory=Here)

    def open(self) -> Workers:
        """Return the given workers, so that the end of a dataset does not close them."""
        return Late(self.elsewhere, 0)


def dataset(workers: Workers, games: int, folder: Path) -> float:
    """Return games of ``greedy`` per second that are written as tables, in shards of 16."""
    shutil.rmtree(folder, ignore_errors=True)
    began = time.perf_counter()
    make(_Written(quest=(QUEST,), teams=["greedy"], games=games, shard=16, out=folder, elsewhere=workers))
    return games / (time.perf_counter() - began)


def training(workers: Workers, updates: int, folder: Path, trainer: Literal["own", "sb3"]) -> float:
    """Return decisions per second of training a team's policy.

    ``sb3``: played by the workers, learned here on one thread.  ``own``: played and learned here, and evaluated by the workers after every
    update.
    """
    config = TrainConfig(
        out=folder,
        quest=(QUEST,),
        steps=64 * 64 * updates,
        envs=64,
        part=16,
        horizon=64,
        batch=1024,
        torch_threads=1,
        trainer=trainer,
        progress=False,
        patience=0,
        evaluate_minutes=60 if trainer == "sb3" else 1e-9,
        evaluate_games=EVALUATED,
        save_minutes=60,
    )
    shutil.rmtree(folder, ignore_errors=True)  # the same for all: workers cache what they have built for it
    with closing(Trainer(config)) as session:
        session.enter()
        session.workers = workers if isinstance(workers, Here) else Late(workers, 0)  # the session does not close these at its end
        began = time.perf_counter()
        for _ in session.learning():
            pass
        return config.most_steps / (time.perf_counter() - began)


def measure(count: int, delays: Sequence[float], games: int, updates: int, rounds: int) -> list[dict[str, Any]]:
    """Return a row for each place; every round measures all places once, and the best of a place counts, because the machine is shared."""
    os.environ.setdefault("RAY_worker_niceness", "0")  # the default of 15 gets almost no time on a shared machine
    ray.init(address="local", num_cpus=count, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    with tempfile.TemporaryDirectory() as folder, Processes(count) as processes, Cluster("local") as cluster:
        run, tables = Path(folder, "run"), Path(folder, "tables")
        own, remote = f"{count} process{'es' * (count != 1)}", f"Ray, {count} worker{'s' * (count != 1)}"
        places: dict[str, Workers] = {"this process": Here(), own: processes, remote: cluster}
        places |= {f"{remote}, {1000 * delay:.0f} ms": Late(cluster, delay) for delay in delays if delay}
        best: dict[str, dict[str, Any]] = {name: {"place": name, **dict.fromkeys(MEASURED, 0.0)} for name in places}
        for workers in places.values():  # warm up all workers: imports, compilation, caches
            evaluation(workers, 64 * count)
            dataset(workers, 16 * count, tables)
            for trainer in TRAINERS:
                training(workers, 1, run, trainer)
        for _ in range(rounds):
            for name, workers in places.items():
                found = {
                    "games": evaluation(workers, games),
                    "written": dataset(workers, games // 8, tables),
                    "decisions": training(workers, updates, run, "sb3"),
                    "own": training(workers, updates, run, "own"),
                }
                best[name] |= {what: max(best[name][what], round(rate, 1)) for what, rate in found.items()}
                sys.stderr.write(f"{name}: {found}\n")
    ray.shutdown()
    return list(best.values())


def text(result: dict[str, Any]) -> str:
    """Return the results as a page."""
    about, here = result["machine"], result["rows"][0]
    lines = [
        "# Work on a cluster",
        "",
        f"`python -m zombicide_benchmarks.cluster`: `{QUEST}`, an evaluation of {result['games']:,} games of `greedy` in tasks of 64,",
        f"a dataset of {result['games'] // 8} such games in shards of 16, and {result['updates']} updates of training with 64 games.",
        "The trainer `sb3` has them played in parts of 16 and learns on one thread. The trainer `own` plays and learns in this process,",
        f"and has {EVALUATED} games of an evaluation played after every update, whose time counts too. All workers are on the machine of",
        f"the learner. The best of {result['rounds']} rounds counts, because others used the machine too.",
        "",
        *described(about),
        "",
        f"| place | {' | '.join(f'{what} | of this process' for what in MEASURED.values())} |",
        f"| --- |{' ---: |' * 2 * len(MEASURED)}",
    ]
    for row in result["rows"]:
        shares = [f"{row[what]:,.0f} | {row[what] / here[what]:.2f}" for what in MEASURED]
        lines.append(f"| {row['place']} | {' | '.join(shares)} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and write."""
    words = argparse.ArgumentParser(prog="python -m zombicide_benchmarks.cluster", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--workers", type=int, default=2, help="processes")
    words.add_argument("--delays", type=float, nargs="+", default=[10, 100, 500], help="milliseconds that a share is on its way")
    words.add_argument("--games", type=count, default=2048, help="of an evaluation")
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
    run_command(main)
