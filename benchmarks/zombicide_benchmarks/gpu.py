"""Training on a GPU and on the CPU: speed by batch size, memory, and learning curves over the same minutes.

    python -m zombicide_benchmarks.gpu                         # eight minutes on one GPU
    python -m zombicide_benchmarks.gpu --device cpu --minutes 1 --sizes 64

Speed counts positions per second of a forward pass of one network, and of a step of PPO's loss (forward, backward, Adam).  The curves
are of `zombicide train` on the same quest from the same base: our loop, whose gradients are computed on the device or on the CPU, and
MaskablePPO on the device.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import torch

from zombicide_agents.network import NetworkConfig, build
from zombicide_benchmarks.machine import described, machine
from zombicide_benchmarks.networks import positions
from zombicide_benchmarks.results import emptied, percent, write
from zombicide_env import make_game
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.trainer import train

from .commands import count, duration, run_command

PLACE: Final = Path(__file__).parents[1] / "results" / "gpu.json"
SIZES: Final = (256, 1024, 4096, 16384)
NETWORK: Final = NetworkConfig()
SECONDS: Final = 4.0  # of each measurement of speed
SHARE: Final = 0.75  # of the minutes, for all runs together; the rest is for speed, evaluations and compilation
MOST_STEPS: Final = 10**9  # the time limit ends a run
AIM: Final = 300_000  # decisions per second
PLAYED: Final = 4096  # positions from which batches are drawn


def card(device: str) -> str:
    """Return the name of the device."""
    return torch.cuda.get_device_name(device) if device.startswith("cuda") else "the processor"


def _finished(device: str) -> None:
    """Wait for the device's pending work."""
    if device.startswith("cuda"):
        torch.cuda.synchronize(device)


def _rate(work: Callable[[], int], device: str, seconds: float) -> float:
    """Return positions per second of wall time."""
    work()
    _finished(device)
    done, began = 0, time.perf_counter()
    while not done or time.perf_counter() - began < seconds:
        done += work()
    _finished(device)
    return done / (time.perf_counter() - began)


def speed(quest: str, device: str, sizes: Sequence[int], seconds: float = SECONDS) -> list[dict[str, Any]]:
    """Return positions per second by batch size, and the peak memory of the device, in MiB."""
    game: Any = make_game("black_plague", quest=quest)
    played = positions(game, PLAYED)
    network = build(game, NETWORK).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-5)
    random, rows = np.random.default_rng(0), []
    for size in sizes:
        drawn = random.integers(len(played[0]), size=size)
        raw, masks = (torch.from_numpy(np.ascontiguousarray(array[drawn])) for array in played)
        if device.startswith("cuda"):
            torch.cuda.reset_peak_memory_stats(device)

        def forward(raw: torch.Tensor = raw, masks: torch.Tensor = masks) -> int:
            with torch.inference_mode():
                network.choices(raw, masks)
            return len(raw)

        def step(raw: torch.Tensor = raw, masks: torch.Tensor = masks) -> int:
            _, log, values = network.choices(raw, masks)
            loss: Any = -log[:, 0].clamp(min=-10).mean() + values.square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            return len(raw)

        rates = {name: round(_rate(work, device, seconds)) for name, work in (("forward", forward), ("step", step))}
        memory = torch.cuda.max_memory_allocated(device) / 2**20 if device.startswith("cuda") else None
        rows.append({"batch": size, **rates, "mebibytes": memory and round(memory)})
    return rows


@dataclass(frozen=True)
class Run:
    """A run of training.

    Attributes:
        trainer: see ``TrainConfig``.
        device: device of the network.
        envs: number of parallel games.
        horizon: decisions of each game per update.
        batch: positions per gradient step.
    """

    trainer: Literal["own", "sb3"]
    device: str
    envs: int
    horizon: int
    batch: int


def learned(quest: str, run: Run, minutes: float, games: int, out: Path) -> dict[str, Any]:
    """Return the result of a run of ``minutes`` minutes: decisions, its curve (minutes, win rate), and its final win rate."""
    emptied(out)
    options: dict[str, Any] = asdict(run) | {"network": NETWORK}
    config = TrainConfig(
        out=out,
        quest=(quest,),
        minutes=minutes,
        base_share=0.0,  # the same base for both: the unchanged rule-based player
        evaluate_minutes=minutes / 6,
        evaluate_games=games,
        runoff_games=0,
        final_games=games,
        steps=MOST_STEPS,
        baselines=("greedy",),
        progress=False,
        **options,
    )
    result = train(config)
    lines = [json.loads(line) for line in (out / "curves.jsonl").read_text().splitlines()]
    first = min(line["time"] for line in lines)
    curve = [(round((line["time"] - first) / 60, 2), line["evaluation/win_rate"]) for line in lines if "evaluation/win_rate" in line]
    policy, greedy = (list(evaluation.win_rate) for evaluation in result.evaluations)
    pace = [line["time/decisions_per_second"] for line in lines if "time/decisions_per_second" in line]
    spent = {"decisions": result.progress.steps, "seconds": round(result.progress.seconds, 1)}
    spent["pace"] = round(float(np.median(pace))) if pace else 0  # without an update in time
    return {**asdict(run), **spent, "curve": curve, "won": policy, "greedy": greedy}


def _reached(runs: Sequence[dict[str, Any]]) -> str:
    """Return a sentence that compares the fastest of our runs with the aim."""
    pace = max(run["pace"] for run in runs if run["trainer"] == "own")
    return f"our loop makes {pace:,}"


def page(document: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    lines = [
        f"# Training on {document['card']}",
        "",
        "| positions in a batch | forward, a second | step of learning, a second | memory, MiB |",
        "| ---: | ---: | ---: | ---: |",
        *(f"| {row['batch']:,} | {row['forward']:,} | {row['step']:,} | {row['mebibytes'] or '-'} |" for row in document["speed"]),
        "",
        f"Learning `{document['quest']}` over `greedy` for {document['minutes']:.1f} minutes each. Decisions per second are those of the",
        f"median update. The aim on one card with 16 cores is {AIM:,}; {_reached(document['runs'])}:",
        "",
        "| trainer | device | games at once | in a step | decisions | per second | won in the end | `greedy` | curve: minutes, won |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for run in document["runs"]:
        won, greedy = percent(run["won"]), percent(run["greedy"])
        curve = ", ".join(f"{minute:.1f}: {100 * share:.0f} %" for minute, share in run["curve"])
        made = f"{run['envs']:,} | {run['batch']:,} | {run['decisions']:,} | {run['pace']:,}"
        lines.append(f"| `{run['trainer']}` | {run['device']} | {made} | {won} | {greedy} | {curve} |")
    return "\n".join([*lines, "", "Made by `python -m zombicide_benchmarks.gpu`.", "", *described(document["machine"]), ""])


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda", help="(%(default)s)")
    parser.add_argument("--quest", default="big_game_hunting", help="(%(default)s)")
    parser.add_argument("--minutes", type=duration, default=8, help="for everything (%(default)s)")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="positions in a batch (%(default)s)")
    parser.add_argument("--envs", type=int, default=16384, help="games at the same time in our loop (%(default)s)")
    parser.add_argument("--games", type=count, default=400, help="of each evaluation (%(default)s)")
    parser.add_argument("--runs", type=Path, default=Path("runs/gpu"), help="folder of the runs (%(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="a page is written next to it (%(default)s)")
    options = parser.parse_args(argv)
    quest, envs, runs = options.quest, options.envs, []
    measured = speed(quest, options.device, options.sizes, min(SECONDS, options.minutes))
    planned = (
        Run("own", options.device, envs, 16, min(16384, envs)),
        Run("own", "cpu", max(2, envs // 4), 32, max(32, min(4096, envs // 2))),
        Run("sb3", options.device, max(2, envs // 4), 16, min(16384, envs)),
    )
    minutes = options.minutes * SHARE / len(planned)
    for run in planned:
        runs.append(learned(quest, run, minutes, options.games, options.runs / f"{run.trainer}_{run.device.partition(':')[0]}"))
        about = {"card": card(options.device), "quest": quest, "minutes": minutes, "machine": machine("torch")}
        document = about | {"speed": measured, "runs": runs}
        write(options.output, document, page(document))
    sys.stdout.write(page(document))


if __name__ == "__main__":
    run_command(main)
