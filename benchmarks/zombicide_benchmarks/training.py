"""Training speed: decisions per second by phase, of the trainer, of sb3-contrib's MaskablePPO and of a plain PyTorch loop.

All learn from the same games with one torch thread.  A decision counts once, however often it is used in updates.  Both wall and CPU
seconds are given: on a shared machine only the latter are comparable.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import torch

import zombicide_agents as agents
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_training.collect.timers import PHASES, Timers
from zombicide_training.collect.workers import Processes
from zombicide_training.learn.imitate import imitate
from zombicide_training.learn.imitators import ImitationConfig
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.loop import Loop
from zombicide_training.run.trainer import Trainer, train

from . import results
from .machine import described, machine

AIM: Final = 30_000
#: Networks: that of ``checkpoint:survivors``, a residual policy, that of ``checkpoint:danse_macabre``, and the peers' MLP.
NETWORKS: Final = {
    "entities": NetworkConfig(kind="entities", width=128, layers=2, token=16, heads=8, left_out=(), lean="greedy:weights=quests"),
    "tables": NetworkConfig(kind="tables", width=384, layers=3, token=32, heads=4),
    "flat": NetworkConfig(kind="flat", width=384, layers=2),
}


@dataclass(frozen=True)
class Pace:
    """Size of the measurement: decisions per row, after warming up the given number of parallel games.

    Games and minibatches are those of the training of ``checkpoint:survivors``; imitation uses the usual minibatches.
    """

    decisions: int = 131_072
    envs: int = 512
    horizon: int = 64
    batch: int = 4096
    epochs: int = 1
    imitated: int = 512
    workers: int = os.cpu_count() or 1


@dataclass(frozen=True)
class Row:
    """One measurement.

    Attributes:
        what: trainer and network.
        decisions: number of decisions taken or labeled.
        wall, cpu: seconds.
        phases: phase -> CPU seconds; empty if not measured.
    """

    what: str
    decisions: int
    wall: float
    cpu: float
    phases: dict[str, float] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Decisions per CPU second."""
        return self.decisions / self.cpu


def _timed(what: str, decisions: int, run: Callable[[], Timers | None]) -> Row:
    wall, cpu = time.perf_counter(), time.process_time()
    timers = run()
    now = time.perf_counter() - wall, time.process_time() - cpu
    spent = {} if timers is None else {phase: round(seconds, 6) for phase, seconds in timers.cpu.items()}
    return Row(what, decisions, round(now[0], 6), round(now[1], 6), spent)


def imitation(game: Any, name: str, pace: Pace, in_turn: bool = True) -> Row:
    """Measure the warm start: the compiled teacher labels every decision, each is used once; there is no base.

    ``in_turn``: rounds are played and learned in turn, as phases can be measured; else at the same time, as in a run.
    """
    network, teacher, timers = build(game, replace(NETWORKS[name], lean="")), agents.make("greedy", game), Timers() if in_turn else None
    size = ImitationConfig(pace.decisions, games=pace.envs, horizon=pace.horizon, batch=pace.imitated, passes=1)
    imitate(game, network, teacher, replace(size, decisions=1, horizon=1))  # compiles and fills caches

    def run() -> Timers | None:
        imitate(game, network, teacher, size, timers=timers)
        return timers

    return _timed(f"imitation, {name}" + (", in turn" if in_turn else ""), pace.decisions, run)


def _run(made_from: dict[str, Any], network: NetworkConfig, pace: Pace, folder: str, trainer: Literal["own", "sb3"] = "sb3") -> TrainConfig:
    return TrainConfig(
        out=Path(folder),
        quest=(made_from["quest"],),
        survivors=(made_from["survivors"],),
        envs=pace.envs,
        horizon=pace.horizon,
        batch=pace.batch,
        epochs=pace.epochs,
        torch_threads=1,
        trainer=trainer,
        base_share=0,
        progress=False,
        network=network,
    )


def ppo(made_from: dict[str, Any], name: str, pace: Pace) -> Row:
    """Measure the trainer's reinforcement learning."""
    with tempfile.TemporaryDirectory(prefix="zombicide-training-") as folder:
        trainer = Trainer(_run(made_from, NETWORKS[name], pace, folder))
        try:
            trainer.model.learn(pace.envs)  # the first update compiles and fills caches

            def run() -> Timers:
                trainer.timers.clear()
                trainer.model.learn(pace.decisions, reset_num_timesteps=True)
                return trainer.timers

            return _timed(f"PPO, {name}" + (f", learned from {pace.epochs} times" if pace.epochs > 1 else ""), pace.decisions, run)
        finally:
            trainer.close()


def own_loop(made_from: dict[str, Any], pace: Pace) -> Row:
    """Measure our compiled loop with the shipped network, on all cores."""
    with tempfile.TemporaryDirectory(prefix="zombicide-training-") as folder:
        trainer = Trainer(_run(made_from, NETWORKS["entities"], pace, folder, "own"))
        try:
            loop = Loop(trainer.config, trainer.env.shared, trainer.network, trainer.model.policy.optimizer)
            loop.update(0, 1.0)  # compiles and fills caches
            updates = -(-pace.decisions // (pace.envs * pace.horizon))

            def run() -> None:
                for number in range(1, updates + 1):
                    loop.update(number, 1.0)

            return _timed("own loop, entities", updates * pace.envs * pace.horizon, run)
        finally:
            trainer.close()


def by_the_clock(made_from: dict[str, Any], pace: Pace) -> dict[str, float]:
    """Return decisions per second of wall time of the shipped network, played by one process per core while this one learns."""
    found = {}
    game, part = make_game("black_plague", **made_from), max(1, pace.envs // pace.workers)
    network, teacher = build(game, NETWORKS["entities"]), agents.make("greedy", game)
    size = ImitationConfig(pace.decisions, games=pace.envs, horizon=pace.horizon, batch=pace.imitated, passes=1, window=4 * pace.decisions)
    with Processes(pace.workers) as workers:
        imitate(game, network, teacher, replace(size, decisions=1, horizon=1), workers=workers, part=part)  # start the workers and compile
        began = time.perf_counter()
        imitate(game, network, teacher, size, workers=workers, part=part)
        found["imitation"] = pace.decisions / (time.perf_counter() - began)
    with tempfile.TemporaryDirectory(prefix="zombicide-training-") as folder:
        config = _run(made_from, NETWORKS["entities"], pace, folder)
        train(replace(config, steps=3 * pace.decisions, workers=pace.workers, part=part, evaluate_games=1, runoff_games=0, final_games=0))
        rows = map(json.loads, (Path(folder) / "curves.jsonl").read_text().splitlines())
        rates = [row["time/decisions_per_second"] for row in rows if "time/decisions_per_second" in row]
    found["PPO"] = float(np.median(rates[len(rates) // 3 :]))  # workers start during the first updates
    return {what: round(rate) for what, rate in found.items()}


#: A program that runs the command and prints its peak memory in KiB; ``ru_maxrss`` would count that of this process, which starts it.
_WEIGHED: Final = """
import sys
from pathlib import Path
from zombicide_env.cli import main
status = main(sys.argv[1:])
print(next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")).split()[1])
sys.exit(status)
"""


def memory(made_from: dict[str, Any], pace: Pace) -> dict[str, int]:
    """Return the peak memory of processes that run `zombicide train`, in MiB."""
    found = {}
    sizes = [word for name in ("envs", "horizon", "batch") for word in (f"--{name}", str(getattr(pace, name)))]
    for what, more in (
        ("imitation", ("--warm-start", "greedy", "--warm-decisions", str(4 * pace.decisions))),
        ("PPO", ("--base-share", "0")),
    ):
        with tempfile.TemporaryDirectory(prefix="zombicide-training-") as folder:
            game = ("--quest", made_from["quest"], "--survivors", str(made_from["survivors"]), *sizes)
            short = ("--steps", str(pace.decisions), "--evaluate-games", "1", "--runoff-games", "0", "--final-games", "0", "--no-progress")
            command = [sys.executable, "-c", _WEIGHED, "train", "--out", folder + "/run", *game, *short, *more]
            told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        found[what] = round(int(told.split()[-1]) / 1024)
    return found


def maskable_ppo(game: Any, pace: Pace) -> Row:
    """Measure sb3-contrib as in its documentation: MlpPolicy over float32 observations, of the same width."""
    from sb3_contrib import MaskablePPO

    from zombicide_env.adapters.sb3 import ZombicideVecEnv

    env = ZombicideVecEnv(game, num_envs=pace.envs, seed=0, observation_dtype="float32")
    shape = {"net_arch": [NETWORKS["flat"].width] * NETWORKS["flat"].layers}
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=pace.horizon, batch_size=pace.batch, n_epochs=pace.epochs, policy_kwargs=shape, device="cpu"
    )

    def run() -> None:
        model.learn(pace.decisions)

    return _timed("MaskablePPO (sb3-contrib), MlpPolicy", pace.decisions, run)


def plain(game: Any, pace: Pace) -> Row:
    """Measure a simple loop over the batch: advantages are returns, the loss is that of PPO."""
    torch.manual_seed(0)
    network, batch = build(game, NETWORKS["flat"]), Batch(game, pace.envs, seed=0, observation_dtype="uint8")
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-4)

    def play() -> tuple[torch.Tensor, ...]:
        rows: list[tuple[torch.Tensor, ...]] = []
        rewards, ends = np.zeros((pace.horizon, pace.envs), np.float32), np.zeros((pace.horizon, pace.envs), bool)
        for k in range(pace.horizon):
            raw, masks = torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy())
            with torch.no_grad():
                log, value = network.policy(raw, masks)
            chosen = torch.multinomial(log.exp(), 1)
            rows.append((raw, masks, chosen, log.gather(1, chosen), value))
            batch.step(network.used[chosen.squeeze(1)].numpy())
            rewards[k], ends[k] = batch.rewards.mean(axis=1), batch.dones != 0
        ahead, returns = np.zeros(pace.envs, np.float32), np.zeros_like(rewards)
        for k in reversed(range(pace.horizon)):
            ahead = returns[k] = rewards[k] + 0.99 * ahead * ~ends[k]
        return (*(torch.cat(column) for column in zip(*rows, strict=True)), torch.from_numpy(returns).flatten())

    def learn(raw: Any, masks: Any, chosen: Any, before: Any, value: Any, returns: Any) -> None:
        for _ in range(pace.epochs):
            for part in torch.split(torch.randperm(len(raw)), pace.batch):
                log, now = network.policy(raw[part], masks[part])
                ratio = (log.gather(1, chosen[part]) - before[part]).exp().squeeze(1)
                gain = returns[part] - value[part]
                loss = -torch.min(ratio * gain, ratio.clamp(0.85, 1.15) * gain).mean() + 0.5 * (now - returns[part]).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()

    def run() -> None:
        for _ in range(max(1, pace.decisions // (pace.envs * pace.horizon))):
            learn(*play())

    return _timed("plain loop of PyTorch, flat", pace.decisions, run)


def measure(made_from: dict[str, Any], pace: Pace, tell: Callable[[str], None]) -> dict[str, Any]:
    """Return all rows, for JSON."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    game = make_game("black_plague", **made_from)
    about = {"machine": machine("torch", "stable-baselines3", "sb3-contrib"), "rules_revision": game.rules_revision}
    result: dict[str, Any] = {**about, "game": made_from, "pace": asdict(pace)}
    ways: list[Callable[[], Row]] = [partial(imitation, game, name, pace) for name in ("entities", "tables")]
    ways.append(partial(imitation, game, "entities", replace(pace, decisions=4 * pace.decisions), in_turn=False))
    ways += [partial(ppo, made_from, name, pace) for name in NETWORKS]
    ways.append(partial(own_loop, made_from, replace(pace, decisions=4 * pace.decisions)))
    ways.append(partial(ppo, made_from, "entities", replace(pace, epochs=2 * pace.epochs)))
    ways += [lambda: maskable_ppo(game, pace), lambda: plain(game, pace)]
    rows = []
    try:
        for way in ways:
            row = way()
            rows.append(row)
            tell(f"{row.what:<40} {row.rate:>9,.0f} decisions per second of the processor, {row.decisions / row.wall:>9,.0f} of the clock")
    finally:
        torch.set_num_threads(threads)
    if pace.workers:
        result["clock"] = by_the_clock(made_from, pace)
        for what, rate in result["clock"].items():
            tell(f"{what}, entities, {pace.workers} processes play: {rate:,} decisions per second of the clock")
    result["memory"] = memory(made_from, pace)
    tell(", ".join(f"{what}: {most:,} MiB" for what, most in result["memory"].items()))
    result["rows"] = [{**asdict(row), "decisions_per_cpu_second": round(row.rate)} for row in rows]
    return result


def _bound(rows: Sequence[dict[str, Any]]) -> str:
    """Return what keeps the shipped network from the aim."""
    shares = []
    for row in rows:
        trainer, _, network = row["what"].partition(", ")
        if network == "entities" and trainer == "PPO":  # imitation is compiled
            share = (row["phases"]["forward"] + row["phases"]["backward"]) / row["cpu"]
            shares.append(
                f"{100 * share:.0f} % of the processor's time in {trainer}, which reaches {row['decisions_per_cpu_second']:,} on one core"
            )
    return f"In torch the network itself is the bound: {', '.join(shares)}."


def _clock(result: dict[str, Any]) -> str:
    """Return the rates with all cores."""
    if "clock" not in result:
        return ""
    rates = " and ".join(f"{rate:,} in {what}" for what, rate in result["clock"].items())
    players = f"{result['pace']['workers']} processes play, each its share of the games"
    return f" Where {players}, and this one learns, they take turns: {rates} by the clock."


def _memory(result: dict[str, Any]) -> str:
    return " and ".join(f"{most:,} MiB in {what}" for what, most in result["memory"].items())


def _own(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rates of compiled learning."""
    clock = {row["what"]: row["decisions"] / row["wall"] for row in rows}
    return (
        f"By the clock on all cores, compiled learning makes {clock['own loop, entities']:,.0f} in PPO (own loop) and "
        f"{clock['imitation, entities']:,.0f} in imitation, which learns from every decision, not only from those that a base leaves "
        "open. "
    )


def text(result: dict[str, Any]) -> str:
    """Return the results as a page."""
    about, game = result["machine"], result["game"]
    rows: Sequence[dict[str, Any]] = result["rows"]
    peers = [next(row for row in rows if row["what"].startswith(name)) for name in ("MaskablePPO", "plain loop")]
    lines = [
        "# Speed of training",
        "",
        f"`{game['quest']}`, {game['survivors']} survivors, {result['pace']['envs']} games at once, one thread of torch and of the batch.",
        "",
        f"The aim is {AIM:,} decisions per second on two quiet cores with the shipped network (entities), for PPO and for imitation each. "
        + _own(rows)
        + _bound(rows)
        + _clock(result)
        + f" The process of `zombicide train` takes {_memory(result)} of memory at most.",
        "",
        *described(about),
        "",
        "Microseconds of the processor for each decision, by phase; each is learned from once, where nothing else is said.",
        "",
        "| trainer, network | decisions a CPU second | by MaskablePPO | by the plain loop | " + " | ".join(PHASES) + " |",
        "| --- | ---: | ---: | ---: |" + " ---: |" * len(PHASES),
    ]
    for row in rows:
        spent = [f"{1e6 * row['phases'][p] / row['decisions']:.0f}" if row["phases"] else "" for p in PHASES]
        ratios = " | ".join(f"{row['decisions_per_cpu_second'] / peer['decisions_per_cpu_second']:.2f}" for peer in peers)
        lines.append(f"| {row['what']} | {row['decisions_per_cpu_second']:,} | {ratios} | " + " | ".join(spent) + " |")
    return "\n".join(lines) + "\n"


def write(result: dict[str, Any], folder: Path) -> list[Path]:
    """Write ``training_speed.json`` and ``training_speed.md`` into the folder."""
    path = folder / "training_speed.json"
    results.write(path, result, text(result))
    return [path, path.with_suffix(".md")]
