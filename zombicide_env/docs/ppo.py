"""PPO from scratch in 80 lines: a batch of games, a network, the updates.  ``python -m zombicide_env.docs.ppo`` trains it in a minute.

The task is the first rung of the ladder: a team leaves a small board, a new one in each game.  Random play wins every third game.
"""

# ruff: noqa: T201 - a script that prints
from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from zombicide_env.core.batch import Batch
from zombicide_env.ladder import RUNGS, won

GAMES, STEPS, EPOCHS, PARTS = 64, 64, 3, 4  # games at once, steps of a rollout, passes over it, parts of a pass
GAMMA, LAMBDA, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01


class Policy(nn.Module):
    """Logits of the legal actions, and the value of the position."""

    def __init__(self, n_observations: int, n_actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_observations, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.actions, self.value = nn.Linear(width, n_actions), nn.Linear(width, 1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        x = self.body(observations)
        return Categorical(logits=self.actions(x).masked_fill(masks == 0, -1e9)), self.value(x).squeeze(-1)


def collect(batch: Batch, policy: Policy) -> dict[str, Tensor]:
    """Play STEPS decisions of every game; advantages by GAE.  The survivors share one reward, so the first seat's is taken."""
    rows: list[dict[str, Tensor]] = []
    for _ in range(STEPS):
        row = {"observations": torch.tensor(batch.observations), "masks": torch.tensor(batch.masks)}
        with torch.no_grad():
            legal, row["values"] = policy(row["observations"], row["masks"])
        row["actions"] = legal.sample()
        row["chances"] = legal.log_prob(row["actions"])
        batch.step(row["actions"].numpy())  # a game that ends is reset at once
        rows.append(row | {"rewards": torch.tensor(batch.rewards[:, 0]), "goes_on": torch.tensor(batch.dones == 0).float()})
    with torch.no_grad():
        after, advantage = policy(torch.tensor(batch.observations), torch.tensor(batch.masks))[1], torch.zeros(GAMES)
    for row in reversed(rows):
        error = row["rewards"] + GAMMA * row["goes_on"] * after - row["values"]
        advantage = error + GAMMA * LAMBDA * row["goes_on"] * advantage
        row["advantages"], after = advantage, row["values"]
    return {name: torch.stack([row[name] for row in rows]).flatten(0, 1) for name in rows[0]}


def update(policy: Policy, optimizer: torch.optim.Optimizer, data: dict[str, Tensor]) -> None:
    """PPO: the clipped objective, the squared error of the values, an entropy bonus."""
    advantages = (data["advantages"] - data["advantages"].mean()) / (data["advantages"].std() + 1e-8)
    returns = data["advantages"] + data["values"]
    for _ in range(EPOCHS):
        for part in torch.randperm(GAMES * STEPS).chunk(PARTS):
            legal, values = policy(data["observations"][part], data["masks"][part])
            ratio = (legal.log_prob(data["actions"][part]) - data["chances"][part]).exp()
            gain = torch.minimum(ratio * advantages[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[part])
            loss = -gain.mean() + 0.5 * (values - returns[part]).square().mean() - ENTROPY * legal.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def win_rate(policy: Policy, games: int = 200) -> float:
    """The win rate of its most probable actions, on boards that it was not trained on."""

    def choose(observations: Any, masks: Any) -> Any:
        with torch.no_grad():
            return policy(torch.tensor(observations), torch.tensor(masks))[0].probs.argmax(-1).numpy()

    return float(np.mean(won("exit", choose, games=games)))


def train(updates: int = 60, seed: int = 1) -> Policy:
    """Train a policy with this many rollouts."""
    torch.manual_seed(seed)
    batch = Batch(RUNGS["exit"].games("train"), GAMES, seed=seed)
    policy = Policy(batch.observations.shape[1], batch.masks.shape[1])
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    for k in range(updates):
        update(policy, optimizer, collect(batch, policy))
        if k % 10 == 9:
            print(f"{(k + 1) * GAMES * STEPS:>8,} decisions: wins {win_rate(policy):.0%}")
    return policy


if __name__ == "__main__":
    train()
