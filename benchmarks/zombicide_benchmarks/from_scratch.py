"""What usual methods reach: policies that other libraries learn from scratch, as their users would set them up.

    python -m zombicide_benchmarks.from_scratch --learner maskable_ppo --minutes 60
    zombicide benchmark strength --agent sb3:runs/from_scratch/maskable_ppo.zip --label maskable_ppo

A learner gets observations, masks and shaped rewards, and nothing else: no base policy, no imitation, no curriculum.  Its games are those
of the leaderboard (the quests, six survivors, every decision asked) and as many on generated training boards of two tiles.  The minutes
are CPU time of the process.  Twenty times in a run the policy is written to ``--policies``, and the curve to ``--output`` with the page
next to it (unless that holds a longer run of the learner), so that what was learned before Ctrl+C remains.
"""

from __future__ import annotations

import argparse
import io
import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from zombicide_agents import note_game
from zombicide_benchmarks.machine import described, machine
from zombicide_benchmarks.results import stored, write
from zombicide_benchmarks.strength.protocol import QUESTS, SURVIVORS
from zombicide_env import make_game
from zombicide_env.adapters import of_extra
from zombicide_env.core import files
from zombicide_env.core.words import spread

from .commands import duration, run_command, say

__all__ = ["LEARNERS", "Curve", "keep_longest", "main", "options_of", "page"]

PLACE: Final = Path(__file__).parents[1] / "results" / "from_scratch.json"
GAMES: Final = ("black_plague", "white_death")
#: Widths of the hidden layers: the default of Stable-Baselines3, for both libraries.
HIDDEN: Final = (64, 64)
#: Copies of each quest and board in the batch.
COPIES: Final = 2
#: Points of a curve, and those in the page.
POINTS: Final = 20
ROWS: Final = 5


def options_of(game: str) -> list[dict[str, Any]]:
    """Return the options of the games to train on: the quests of the leaderboard, and as many generated boards of the training split."""
    quests = [*QUESTS[game], *spread(f"generated:seed=0..{len(QUESTS[game]) - 1},tiles=2")]
    return [{"quest": quest, "survivors": SURVIVORS, "max_rounds": 40, "reward": "shaped"} for quest in quests]


class Curve:
    """Share of won games while a policy learns.

    Args:
        minutes: CPU minutes of training.
        keep: called after each point.

    Attributes:
        save: writes the policy; set by the learner.
        points: seconds of training, decisions, games since the last point, how many of them were won.
        ended: whether each game since the last point was won.
    """

    def __init__(self, minutes: float, keep: Callable[[Curve], None]) -> None:
        self.minutes, self.keep = minutes, keep
        self.save: Callable[[], None] = lambda: None
        self.points: list[tuple[float, int, int, int]] = []
        self.ended: list[bool] = []
        self._began = time.process_time()

    def begin(self) -> None:
        """Start the clock: imports and compilation before this do not count."""
        self._began = time.process_time()

    def goes_on(self, steps: int) -> bool:
        """Note a point after each of equal parts of the time; returns whether there is time left."""
        seconds = time.process_time() - self._began
        if seconds >= 60 * self.minutes * (len(self.points) + 1) / POINTS:
            self.points.append((round(seconds, 1), steps, len(self.ended), sum(self.ended)))
            self.ended.clear()
            self.save()
            self.keep(self)
        return seconds < 60 * self.minutes


def maskable_ppo(game: str, seed: int, curve: Curve, output: Path) -> str:
    """Train MaskablePPO of sb3-contrib; return the agent's spec."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    from zombicide_env.adapters.sb3 import ZombicideVecEnv

    games = [make_game(game, **options) for options in options_of(game)]
    env = ZombicideVecEnv(games, COPIES * len(games), observation_dtype="float32", seed=seed)
    common: dict[str, Any] = {"gamma": 1.0, "n_steps": 128, "batch_size": 1024, "n_epochs": 4, "ent_coef": 0.01}
    model = MaskablePPO("MlpPolicy", env, seed=seed, policy_kwargs={"net_arch": list(HIDDEN)}, device="cpu", **common)

    class Watch(BaseCallback):
        """Counts won games, and ends the training."""

        def _on_rollout_start(self) -> None:
            self.goes_on = curve.goes_on(self.num_timesteps)

        def _on_step(self) -> bool:
            curve.ended.extend(info["is_success"] for info in self.locals["infos"] if info)
            return self.goes_on

    place = output / "maskable_ppo.zip"

    def save() -> None:
        optimizer = model.policy.optimizer
        # The optimizer's moments are two thirds of the file, and playing does not need them.
        model.policy.optimizer = torch.optim.Adam(model.policy.parameters())
        written = io.BytesIO()
        model.save(written)
        files.write(place, written.getvalue())
        model.policy.optimizer = optimizer
        note_game(place, games[0])

    curve.save = save
    curve.begin()
    model.learn(1 << 40, callback=Watch())
    env.close()
    return f"sb3:{place}"


#: The file that rebuilds RLlib's network, see ``docs/policies.md``.
MODULE: Final = f'''"""The policy of RLlib's MaskedModule with hidden layers of {HIDDEN}."""

from itertools import pairwise
from typing import Any

from torch import nn


def build(game: Any) -> nn.Sequential:
    """Return the network for the layouts of a game."""
    sizes = [game.observation_codec.size, *{HIDDEN}]
    body = [layer for pair in pairwise(sizes) for layer in (nn.Linear(*pair), nn.Tanh())]
    return nn.Sequential(nn.Sequential(*body), nn.Linear(sizes[-1], game.action_codec.size))
'''


def rllib(game: str, seed: int, curve: Curve, output: Path) -> str:
    """Train PPO of RLlib with ``MaskedModule`` in one process; return the agent's spec."""
    import gymnasium
    import torch

    with of_extra("clients"):
        from ray.rllib.algorithms.ppo import PPOConfig
        from ray.rllib.core.rl_module.rl_module import RLModuleSpec
        from ray.tune.registry import register_env

    from zombicide_env.adapters.rllib import MaskedModule
    from zombicide_env.games import GAMES as ENTRIES

    options = options_of(game)
    turns = itertools.cycle(options)
    name = f"zombicide_env:{ENTRIES[game].gymnasium_id}"
    register_env(game, lambda _: gymnasium.make(name, observation_dtype="float32", **next(turns)))

    def count(*, episode: Any, **_: Any) -> None:
        curve.ended.append(bool(episode.get_infos(-1)["is_success"]))

    config = (
        PPOConfig()
        .environment(game)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config={"hidden": HIDDEN}))
        .env_runners(num_env_runners=0, num_envs_per_env_runner=COPIES * len(options))
        .training(gamma=1.0, lambda_=0.95, lr=3e-4, train_batch_size=COPIES * len(options) * 128, minibatch_size=1024, num_epochs=4)
        .training(entropy_coeff=0.01)
        .callbacks(on_episode_end=count)
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    place = output / "rllib.pt"

    def save() -> None:
        module: Any = algorithm.get_module()
        written = io.BytesIO()
        torch.save(torch.nn.Sequential(module.body, module.policy).state_dict(), written)
        files.write(place, written.getvalue())
        files.write(output / "rllib.py", MODULE)
        note_game(place, make_game(game, **options[0]))

    curve.save = save
    curve.begin()
    steps = 0
    while curve.goes_on(steps):
        steps = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
    algorithm.stop()
    return f"torch:{output / 'rllib.py'}:build,weights={place}"


#: Name in commands -> the learner.
LEARNERS: Final[Mapping[str, Callable[[str, int, Curve, Path], str]]] = {"maskable_ppo": maskable_ppo, "rllib": rllib}
#: Names in the page.
WORDS: Final = {"maskable_ppo": "MaskablePPO of sb3-contrib", "rllib": "PPO of RLlib"}


def page(results: Mapping[str, Any]) -> str:
    """Return the results as a Markdown page."""
    lines = [
        "# Learners from scratch",
        "",
        "PPO of two libraries, with the network and the settings that their users begin with, measured by",
        "`python -m zombicide_benchmarks.from_scratch`: shaped rewards, and no base policy, imitation or curriculum. Half of the games are",
        "the quests of the leaderboard, the other half generated training boards of two tiles. Policies sample their actions. What these",
        "policies win afterwards is on the [leaderboard](../../zombicide_env/docs/leaderboard.md).",
        "",
        "All lost games pay the same in total ([why](../../zombicide_env/docs/concepts.md#rewards-and-the-end-of-a-game)): a policy that",
        "never wins hardly learns. On the small tasks of the [ladder](ladder.md) MaskablePPO climbs within minutes.",
        "",
        "| game | learner | CPU minutes | decisions | won, of the games since the row before |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for run in results["runs"]:
        of, every = (run["game"], WORDS[run["learner"]]), POINTS // ROWS
        for k in range(every - 1, len(run["points"]), every):
            some = run["points"][k + 1 - every : k + 1]
            games, won = (sum(point[column] for point in some) for column in (2, 3))
            share = f"{100 * won / games:.1f} % of {games:,}" if games else ""
            lines.append(f"| {' | '.join([*of, f'{some[-1][0] / 60:.0f}', f'{some[-1][1]:,}', share])} |")
    return "\n".join([*lines, "", *described(results["machine"]), ""])


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    import torch

    parser = argparse.ArgumentParser(
        prog="python -m zombicide_benchmarks.from_scratch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], help="default: %(default)s")
    parser.add_argument("--learner", choices=list(LEARNERS), required=True)
    parser.add_argument("--minutes", type=duration, default=60, help="of the processor (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--policies", type=Path, default=Path("runs/from_scratch"), help="folder of the policy (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=PLACE, help="results as JSON, and a page next to them (default: %(default)s)")
    chosen = parser.parse_args(argv)
    torch.set_num_threads(1)
    chosen.policies.mkdir(parents=True, exist_ok=True)
    about = {name: getattr(chosen, name) for name in ("game", "learner", "seed")}
    curve = Curve(chosen.minutes, lambda curve: keep_longest(chosen.output, about, curve))
    spec = LEARNERS[chosen.learner](chosen.game, chosen.seed, curve, chosen.policies)
    say(f"zombicide benchmark strength --game {chosen.game} --label {chosen.learner} --agent {spec}")


def keep_longest(output: Path, about: Mapping[str, Any], curve: Curve) -> None:
    """Say the last point, and write the run so far unless the results hold a longer one of this learner."""
    seconds, steps, games, won = curve.points[-1]
    say(f"{seconds:5.0f} s, {steps:,} decisions: {won} of {games} games won")
    run = {**about, "minutes": round(seconds / 60, 1), "points": curve.points}
    runs = stored(output, {"runs": []})["runs"]
    same = [one for one in runs if all(one[name] == about[name] for name in ("game", "learner"))]
    if all(one["minutes"] <= run["minutes"] for one in same):
        results = {
            "runs": [*(one for one in runs if one not in same), run],
            "machine": machine("torch", "stable-baselines3", "sb3-contrib", "ray"),
        }
        write(output, results, page(results))


if __name__ == "__main__":
    run_command(main)
