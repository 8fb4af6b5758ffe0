"""Speed of compiled networks: forward, forward and backward, whole decisions of a checkpoint, and a value of pooled columns.

    python -m zombicide_benchmarks.networks
    python -m zombicide_benchmarks.networks --quest famine --repeats 20

Times are CPU times, the minimum of several repetitions, to reduce the effect of other load on the machine.  Where torch is
installed, the same network in torch is measured next to them, with one thread and many positions at once.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

import zombicide_agents as agents
from zombicide_agents.checkpoint_reader import read
from zombicide_benchmarks.machine import described, machine
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.nets.dense import dense
from zombicide_env.core.nets.execution import worth
from zombicide_env.core.nets.gradients import Gradients
from zombicide_env.core.nets.net import Plan
from zombicide_env.core.nets.network import Network
from zombicide_env.core.nets.scaled_columns import given
from zombicide_env.core.nets.simd import LANES

from .commands import run_command

PLACE: Final = Path(__file__).parents[1] / "results" / "networks.json"
CHECKPOINT: Final = "survivors"
TOGETHER: Final = 512  # positions per call of torch
COLUMNS: Final = 400  # columns of the pooled value
#: Target, in microseconds.
TARGETS: Final = {"forward": 11.0, "forward and backward": 30.0, "decision": 20.0, "pooled value": 1.0}


def least(work: Callable[[], int], repeats: int) -> float:
    """Return CPU microseconds per item of ``work``, the minimum of the repetitions; ``work`` returns the number of items."""
    work()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        done = work()
        times.append((time.process_time() - start) / done)
    return 1e6 * min(times)


def positions(game: Any, number: int) -> tuple[Any, Any]:
    """Return observations and masks of games of ``greedy``, at all stages."""
    player: Any = agents.make("greedy", game).player(game)
    batch, raw, masks, found = Batch(game, 64, seed=0, autoreset="same_step", observation_dtype="uint8"), [], [], 0
    while found < number:
        batch.play(player, limit=7)
        raw.append(batch.observations.copy())
        masks.append(batch.masks.copy())
        found += batch.n
    return np.concatenate(raw)[:number], np.concatenate(masks)[:number]


def decisions(spec: str, game: Any, repeats: int) -> float:
    """Return microseconds per decision of a compiled player, including the engine."""
    player: Any = agents.make(spec, game).player(game)
    batch = Batch(game, 32, seed=0, observation_dtype="uint8")
    return least(lambda: int(batch.play(player, limit=100, observe=False).sum()), repeats)


def pooled(repeats: int) -> float:
    """Return microseconds of a value of precomputed columns: 64 weighted sums of them, 32 of these, 1."""
    plan = Plan()
    hidden = given(plan, 0, [1 / 255] * COLUMNS)
    for number, width in enumerate((64, 32)):
        weight, bias = plan.weight(f"weight {number}", hidden.row, width), plan.weight(f"bias {number}", 1, width, False)
        hidden = dense(plan, hidden, weight, bias, act=True)
    worth(plan, dense(plan, hidden, plan.weight("value", hidden.row, 1), plan.weight("bias", 1, 1, False)))
    random = np.random.default_rng(0)
    network = Network(plan, {name: random.normal(0, 0.1, shape) for name, shape in plan.shapes.items()})
    raw = random.integers(1, 255, (5000, COLUMNS)).astype(np.uint8)
    masks = np.ones((len(raw), 1), np.int8)
    return least(lambda: len(network.evaluate(raw, masks)[1]), repeats)


def in_torch(game: Any, raw: Any, masks: Any, repeats: int) -> dict[str, float]:
    """Return the same in torch, {} if it is not installed."""
    try:
        import torch
    except ImportError:
        return {}
    from zombicide_agents.checkpoint import load

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    network, _ = load(CHECKPOINT, game)
    seen, offered = torch.from_numpy(raw[:TOGETHER]), torch.from_numpy(masks[:TOGETHER])

    def forward() -> int:
        with torch.inference_mode():
            network.choices(seen, offered)
        return len(seen)

    def both() -> int:
        _, log, values = network.choices(seen, offered)
        loss: Any = log.clamp(min=-10).sum() + values.sum()
        loss.backward()
        return len(seen)

    try:
        return {"forward in torch": least(forward, repeats), "forward and backward in torch": least(both, repeats)}
    finally:
        torch.set_num_threads(threads)


def measure(quest: str, repeats: int, number: int = 2000) -> dict[str, Any]:
    """Measure everything, in microseconds."""
    game: Any = make_game("black_plague", quest=quest, survivors=6)
    raw, masks = positions(game, number)
    player: Any = agents.make(f"checkpoint:{CHECKPOINT}", game).player(game)
    network: Network = player.network
    gradients, random = Gradients(network), np.random.default_rng(0)
    slopes, slope = random.normal(size=masks.shape), random.normal(size=len(raw))

    def both() -> int:
        gradients.of(raw, masks, slopes, slope)
        return len(raw)

    nothing = Network(Plan(), {})
    around = least(lambda: len(nothing.evaluate(raw, masks)[1]), repeats)
    found = {
        "copies and lists": around,
        "forward": least(lambda: len(network.evaluate(raw, masks)[1]), repeats) - around,
        "forward and backward": least(both, repeats),
        **in_torch(game, raw, masks, repeats),
        "decision": decisions(f"checkpoint:{CHECKPOINT}", game, repeats),
        "decision of its rule-based player": decisions(read(CHECKPOINT, game).config.lean, game, repeats),
        "pooled value": pooled(repeats),
    }
    return {"quest": quest, "zones": int(game.rows["zone"]), "lanes": LANES, "microseconds": found, "machine": machine()}


def table(document: dict[str, Any]) -> str:
    """Return the results as a page."""
    lines = [
        f"# Compiled networks: `checkpoint:{CHECKPOINT}` in {document['quest']}, {document['zones']} zones",
        "",
        "| what | microseconds of one core | a second and core | aim |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, micros in document["microseconds"].items():
        aim = f"{TARGETS[name]:.0f}" if name in TARGETS else ""
        lines.append(f"| {name} | {micros:.2f} | {1e6 / micros:,.0f} | {aim} |")
    lines += [
        "",
        f"Vectors of {document['lanes']} numbers. Forward and backward are of one position at a time, with the scores of its legal",
        "actions; what a call of `Network.evaluate` takes without a layer (copies, lists of legal actions) is taken off forward.",
        f"torch, with one thread, computes {TOGETHER} at once. A decision is a whole one: engine, the scores of the rule-based",
        f"player, observation and network. The pooled value is a perceptron of {COLUMNS}, 64, 32 and 1. Processor time,",
        "the least of several repetitions: `python -m zombicide_benchmarks.networks`.",
        "",
        *described(document["machine"]),
    ]
    return "\n".join(lines) + "\n"


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quest", default="big_game_hunting", help="(%(default)s)")
    parser.add_argument("--repeats", type=int, default=15, help="of each measurement (%(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="a page is written next to it (%(default)s)")
    options = parser.parse_args(argv)
    document = measure(options.quest, options.repeats)
    write(options.output, document, table(document))
    sys.stdout.write(table(document))


if __name__ == "__main__":
    run_command(main)
