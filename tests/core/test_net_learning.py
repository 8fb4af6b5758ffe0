"""Gradients of the compiled losses equal torch's, samples follow the policy, and the number of threads does not matter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from zombicide_agents.compiled_network import assemble
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.nets.learning import IMITATE, PPO, REGRESS, Learner, Positions
from zombicide_env.core.nets.network import Network
from zombicide_env.core.nets.residual import STEPS

pytestmark = pytest.mark.train

TRUST = 10.0
SHAPES = {
    "entities": NetworkConfig(kind="entities", width=32, layers=2, token=16, heads=4, lean="greedy"),
    "flat": NetworkConfig(kind="flat", width=32, layers=2, lean="greedy"),
    "narrow": NetworkConfig(kind="flat", width=16, layers=1, lean="greedy"),
}


class Case:
    """A network with random heads, and positions of random play."""

    def __init__(self, kind: str, n: int = 24) -> None:
        torch.manual_seed(0)
        game: Any = make_game("black_plague")
        self.network = build(game, SHAPES[kind])
        for head in self.network.last():
            torch.nn.init.normal_(head.weight, 0, 0.02)
        self.assembly = assemble(self.network.layout, SHAPES[kind])
        self.parameters = {name: p for name, p in self.network.named_parameters() if name in self.assembly.shapes}
        arrays = {name: p.detach().numpy() for name, p in self.parameters.items()}
        self.compiled = Network(self.assembly.plan, self.assembly.matrices(arrays), TRUST)
        batch = Batch(game, n, seed=1, observation_dtype="uint8")
        for _ in range(60):
            batch.step(batch.random_actions())
        self.of, actions = np.nonzero(batch.masks)
        counts = np.bincount(self.of, minlength=n)
        random = np.random.default_rng(0)
        target = random.random(len(actions))
        starts = np.concatenate([[0], np.cumsum(counts)])
        target /= np.add.reduceat(target, starts[:-1])[self.of]
        worse = random.random(len(actions)) * 0.2
        unknown = np.zeros(n)
        chosen = (random.random(n) * counts).astype(np.int64)
        self.positions = Positions(
            batch.observations.copy(),
            starts,
            actions.astype(np.int64),
            worse,
            chosen,
            unknown,
            random.normal(size=n),
            random.normal(size=n),
            target,
        )
        log, _ = self.logs()
        at = torch.from_numpy(starts[:-1] + chosen)
        before = log[at].detach().numpy().astype(np.float64) + random.normal(size=n) * 0.3  # some ratios are out of range
        self.positions = self.positions._replace(logs=before)

    def learner(self, threads: int = 1) -> Learner:
        return Learner(self.compiled, self.network.layout.action_codec.size, threads)

    def own(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of all candidates, and values, computed by torch."""
        p = self.positions
        return self.network.scored(torch.from_numpy(p.raw), torch.from_numpy(self.of), self.network.place[torch.from_numpy(p.actions)])

    def logs(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all candidates, and values, computed by torch."""
        p, of = self.positions, torch.from_numpy(self.of)
        own, values = self.own()
        logits = TRUST * (own - torch.from_numpy(p.worse).float())
        whole = torch.stack([torch.logsumexp(logits[a:b], 0) for a, b in zip(p.starts[:-1].tolist(), p.starts[1:].tolist(), strict=True)])
        return logits - whole[of], values

    def loss(self, kind: int) -> torch.Tensor:
        """The same loss, computed by torch."""
        p, n = self.positions, len(self.positions.raw)
        log, values = self.logs()
        missed = ((values - torch.from_numpy(p.returns)) ** 2).mean()
        if kind == IMITATE:
            return -(torch.from_numpy(p.target) * log).sum() / n + 0.5 * missed
        if kind == REGRESS:
            own, of = self.own()[0], torch.from_numpy(self.of)
            misses = own - torch.from_numpy(p.target)
            counts = torch.bincount(of).double()
            centred = misses - (torch.zeros(n, dtype=torch.float64).index_add(0, of, misses) / counts)[of]
            return (torch.from_numpy(p.advantages)[of] * centred**2).sum() / n + 0.5 * missed
        ratio = (log[torch.from_numpy(p.starts[:-1] + p.chosen)] - torch.from_numpy(p.logs)).exp()
        advantages = torch.from_numpy(p.advantages)
        surrogate = torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
        entropy = -(log.exp() * log).sum() / n
        return -surrogate - 0.01 * entropy + 0.5 * missed


@pytest.mark.parametrize("kind", list(SHAPES))
@pytest.mark.parametrize("loss", [PPO, IMITATE, REGRESS])
def test_gradients_are_those_of_torch(kind: str, loss: int) -> None:
    case = Case(kind)
    n = len(case.positions.raw)
    trust = 0.0 if loss == REGRESS else TRUST
    found, _ = case.learner().gradients(loss, case.positions, np.arange(n), trust=trust, clip=0.2, entropy=0.01, value=0.5)
    arrays = {name: p.detach().numpy() for name, p in case.parameters.items()}
    ours = case.assembly.gradients(arrays, found)
    case.loss(loss).backward()
    for name, parameter in case.parameters.items():
        theirs = np.zeros(parameter.shape) if parameter.grad is None else parameter.grad.numpy()
        np.testing.assert_allclose(ours[name].reshape(theirs.shape), theirs, atol=1e-4 * max(1e-3, np.abs(theirs).max()), err_msg=name)


def test_exploration_is_the_entropy_with_ties_counted_as_one() -> None:
    case = Case("flat")
    p = case.positions
    tied = np.random.default_rng(2).random(len(p.actions)) < 0.5
    case.positions = p._replace(worse=np.where(tied, 1 / STEPS**2, p.worse + 0.01))
    _, means = case.learner().gradients(PPO, case.positions, np.arange(len(p.raw)), trust=TRUST)
    log = case.logs()[0].detach().numpy()
    share = np.exp(log)
    together = np.add.reduceat(share * tied, p.starts[:-1])
    expected = -(share * log)[~tied].sum() - (together * np.log(np.where(together > 0, together, 1))).sum()
    assert means["exploration"] == pytest.approx(expected / len(p.raw), rel=1e-4)
    assert means["exploration"] < means["entropy"]


def test_threads_change_nothing() -> None:
    case = Case("entities")
    order = np.random.default_rng(1).permutation(len(case.positions.raw))
    one, two = case.learner(1), case.learner(2)
    first, sums = one.gradients(PPO, case.positions, order, trust=TRUST)
    kept = {name: slope.copy() for name, slope in first.items()}
    second, others = two.gradients(PPO, case.positions, order, trust=TRUST)
    assert sums == others
    assert all(np.array_equal(kept[name], slope) for name, slope in second.items())


def test_drawn_actions_have_the_probabilities_of_the_policy() -> None:
    case = Case("flat", 1)
    p = case.positions
    log, values = case.logs()
    chances = (np.arange(4000) + 0.5) / 4000
    raw, starts = np.repeat(p.raw, 4000, axis=0), np.arange(4001) * len(p.actions)
    actions, worse = np.tile(p.actions, 4000), np.tile(p.worse, 4000)
    chosen, logs, worth = case.learner().draw(raw, starts, actions, worse, chances)
    shares = np.bincount(chosen, minlength=len(p.actions)) / 4000
    np.testing.assert_allclose(shares, log.exp().detach().numpy(), atol=1e-3)
    np.testing.assert_allclose(logs, log.detach().numpy()[chosen], atol=1e-4)
    np.testing.assert_allclose(worth, values.item(), atol=1e-4)


def test_scores_are_those_of_torch() -> None:
    case = Case("entities")
    own, values = case.own()
    scores, worth = case.learner(2).weigh(case.positions.raw, case.positions.starts, case.positions.actions)
    np.testing.assert_allclose(scores, own.detach().numpy(), atol=1e-4)
    np.testing.assert_allclose(worth, values.detach().numpy(), atol=1e-4)
