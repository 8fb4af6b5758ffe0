"""Learners from scratch: those of other libraries as their users would set them up, and our own loop."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np

from zombicide_env.adapters import of_extra
from zombicide_env.ladder import RUNGS, Rung
from zombicide_training.learn.curriculum import Order

from .curve import Curve
from .play import Array

__all__ = ["LEARNERS", "ORDERS", "PLACES", "TOGETHER", "WORDS", "curriculum"]


def maskable_ppo(rung: Rung, seed: int, curve: Curve) -> None:
    """Train MaskablePPO of sb3-contrib on ``make_vec_env``, 32 games, MLPs of 2 x 64."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)
    env = make_vec_env(rung.gymnasium_id, n_envs=32, seed=seed)
    model = MaskablePPO("MultiInputPolicy", env, gamma=1.0, n_steps=64, batch_size=512, n_epochs=4, ent_coef=0.01, seed=seed)

    def choose(observations: Array, masks: Array) -> Array:
        seen = {"observation": observations, "action_mask": masks}
        actions: Array = model.predict(seen, action_masks=masks.astype(bool), deterministic=False)[0]
        return actions

    class Look(BaseCallback):
        """Evaluates before each update."""

        def _on_rollout_start(self) -> None:
            self.goes_on = curve.look(self.num_timesteps, choose)

        def _on_step(self) -> bool:
            return self.goes_on

    curve.begin()
    model.learn(1 << 40, callback=Look())
    env.close()


def torchrl(rung: Rung, seed: int, curve: Curve) -> None:
    """Train PPO of TorchRL on ``BatchEnv``, 64 games, MLPs of 128."""
    import torch
    from torch import nn

    with of_extra("clients"):
        from tensordict.nn import TensorDictModule
        from torchrl.collectors import Collector
        from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
        from torchrl.objectives import ClipPPOLoss
        from torchrl.objectives.value import GAE

    from zombicide_env.adapters.torchrl import BatchEnv

    if rung.opponents:
        raise ValueError(f"{rung.name}: TorchRL's batch is that of a team")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    env = BatchEnv(rung.games("train"), 64, observation_dtype="float32", seed=seed)
    width, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    net = nn.Sequential(nn.Linear(width, 128), nn.Tanh(), nn.Linear(128, actions))
    names = {"logits": "logits", "mask": "action_mask"}
    actor = ProbabilisticActor(
        TensorDictModule(net, ["observation"], ["logits"]), in_keys=names, distribution_class=MaskedCategorical, return_log_prob=True
    )
    critic = ValueOperator(nn.Sequential(nn.Linear(width, 128), nn.Tanh(), nn.Linear(128, 1)), in_keys=["observation"])
    loss, advantage = ClipPPOLoss(actor, critic, entropy_coeff=0.01), GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimiser = torch.optim.Adam(loss.parameters(), 3e-4)

    def choose(observations: Array, masks: Array) -> Array:
        with torch.no_grad():
            logits = net(torch.from_numpy(np.ascontiguousarray(observations)))
            found: Array = MaskedCategorical(logits=logits, mask=torch.from_numpy(masks.astype(bool))).sample().numpy()
        return found

    curve.begin()
    steps = 0
    for data in Collector(env, actor, frames_per_batch=4096, total_frames=-1):
        if not curve.look(steps, choose):
            break
        steps += data.numel()
        with torch.no_grad():
            advantage(data)
        flat = data.reshape(-1)
        for _ in range(4):
            for part in torch.chunk(torch.randperm(len(flat)), max(1, len(flat) // 512)):
                terms = loss(flat[part])
                sum(terms[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
                torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimiser.step()
                optimiser.zero_grad()


def own(rung: Rung, seed: int, curve: Curve) -> None:
    """Train with ``zombicide train`` from scratch: our loop with the entity network; in competitive games self-play."""
    climb(lambda out: _config(rung, out, seed, curve.minutes), seed, curve)


def climb(config: Callable[[Path], Any], seed: int, curve: Curve) -> None:
    """Run one of our trainers, evaluated between its updates."""
    import torch

    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        trainer = _watched(config(Path(folder) / "run"), seed, curve)
        curve.begin()
        try:
            trainer.play_phases()
        finally:
            trainer.close()


def _watched(config: Any, seed: int, curve: Curve) -> Any:
    """Return a trainer that evaluates its policy between its updates."""
    from zombicide_agents.checkpoint import PolicyAgent
    from zombicide_training.run.config import TrainConfig
    from zombicide_training.run.selfplay import SelfPlay
    from zombicide_training.run.trainer import Trainer

    kind: Any = Trainer if isinstance(config, TrainConfig) else SelfPlay

    class Watched(kind):  # type: ignore[misc]  # a base that is chosen above
        """Reports its win rates, and has no other evaluations."""

        def between_updates(self) -> bool:
            player = PolicyAgent(self.games[0], self.shown_network(), temperature=1.0, seed=seed)
            goes_on = curve.look(self.progress.steps, player.act_batch, "uint8")
            return not goes_on or super().between_updates()

        def seconds(self) -> float:
            """Return CPU time, as the curve counts it."""
            return curve.seconds

        def judge(self) -> None:
            """Do nothing: no evaluation selects a policy."""

    return Watched(config)


def curriculum(order: str, seed: int, curve: Curve) -> None:
    """Train our loop on several rungs at once, to which games are assigned in this order."""
    from zombicide_training.run.config import TrainConfig

    names = tuple(rung.name for rung in curve.rungs)
    chosen: dict[str, Any] = {"curriculum": order}
    climb(lambda out: TrainConfig(ladder=names, **_common(out, seed, curve.minutes), **chosen), seed, curve)


def _config(rung: Rung, out: Path, seed: int, minutes: float) -> Any:
    from zombicide_training.run.config import TrainConfig
    from zombicide_training.run.selfplay_config import SelfPlayConfig

    common = _common(out, seed, minutes)
    if not rung.opponents:
        return TrainConfig(ladder=(rung.name,), **common)
    own = {name: value for name, value in rung.options.items() if name not in ("players", "decisions")}
    words = tuple(f"{name}={value}" for name, value in own.items())
    return SelfPlayConfig(game=rung.game, players=(3,), decisions="actions", option=words, **common)


def _common(out: Path, seed: int, minutes: float) -> dict[str, Any]:
    """Return options of every run: no base, and no evaluations except those of the curve."""
    never = {"evaluate_minutes": 1e9, "save_minutes": 1e9, "final_games": 0, "runoff_games": 0, "patience": 0}
    # The curve ends the run; the minutes determine the decay of the step size.
    ends = {"minutes": 1.1 * minutes, "steps": 1 << 40}
    return {"out": out, "seed": seed, "base": "none", "torch_threads": 1, "progress": False, **never, **ends}


#: Name in commands -> the learner.
LEARNERS: Final[Mapping[str, Callable[[Rung, int, Curve], None]]] = {
    "maskable_ppo": maskable_ppo,
    "own": own,
    "torchrl": torchrl,
}
#: Orders in which games are assigned to all small rungs at once (``zombicide train --curriculum``).
ORDERS: Final[tuple[str, ...]] = get_args(Order)
#: Names in pages.
WORDS: Final = {
    "maskable_ppo": "MaskablePPO of sb3-contrib",
    "own": "our loop",
    "torchrl": "PPO of TorchRL",
    **{order: f"our loop, {order}" for order in ORDERS},
}
#: Name of all small rungs together in results.
TOGETHER: Final = "small rungs together"
#: Rungs in the order of pages and results.
PLACES: Final = {name: place for place, name in enumerate((*RUNGS, TOGETHER))}
