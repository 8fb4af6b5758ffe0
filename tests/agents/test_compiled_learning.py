"""Gradients of compiled networks equal torch's, in every game, and so do the optimizer steps made from them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

from tests.agents.test_compiled import SHAPES, policy, positions
from zombicide_agents.compiled_network import assemble
from zombicide_env import GAMES, make_game
from zombicide_env.core.nets.adam import Adam
from zombicide_env.core.nets.dense import dense
from zombicide_env.core.nets.execution import worth
from zombicide_env.core.nets.gradients import Gradients
from zombicide_env.core.nets.net import Plan
from zombicide_env.core.nets.network import Network
from zombicide_env.core.nets.scaled_columns import given
from zombicide_env.core.nets.sparse_linear import PLAIN, Columns, sums

pytestmark = pytest.mark.train


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_gradients_are_those_of_torch(name: str, shape: str) -> None:
    batch = positions(make_game(name))
    network = policy(batch.games[0], SHAPES[shape])
    live = batch.deciders >= 0
    raw, masks = batch.observations[live], batch.masks[live]
    random = np.random.default_rng(1)
    slopes, slope = random.normal(size=masks.shape) * (masks != 0), random.normal(size=len(raw))
    logits, values = network(torch.from_numpy(raw))
    loss = (logits * torch.from_numpy(slopes[:, network.layout.actions]).float()).sum() + (values * torch.from_numpy(slope).float()).sum()
    loss.backward()
    made = assemble(network.layout, network.config)
    parameters = {name: value.detach().numpy() for name, value in network.named_parameters()}
    assert made.shapes == {name: value.shape for name, value in parameters.items()}
    gradients = Gradients(Network(made.plan, made.matrices(parameters)))
    for _ in range(2):  # the second call must not see leftovers of the first
        found = made.gradients(parameters, gradients.of(raw, masks, slopes, slope))
    assert found.keys() == parameters.keys()
    for name, parameter in network.named_parameters():
        wanted = np.zeros(parameter.shape, np.float32) if parameter.grad is None else parameter.grad.numpy()
        assert found[name].shape == wanted.shape
        assert np.abs(found[name] - wanted).max(initial=0) < 2e-4 * max(1, np.abs(wanted).max(initial=0)), name


def test_columns_that_are_not_zero_are_read_as_they_are() -> None:
    """A dense layer over ``given`` computes the same as ``sums``, and has the same gradients."""
    random = np.random.default_rng(3)
    raw, masks = random.integers(0, 9, (20, 37), np.uint8), np.ones((20, 1), np.int8)
    matrix, bias, last = (random.normal(size=shape) for shape in ((37, 16), (1, 16), (16, 1)))
    found = []
    for sparse in (False, True):
        plan = Plan()
        start = plan.weight("start", 1, 16, False)
        if sparse:
            columns = Columns()
            columns.add(0, 0, [(8, row, PLAIN) for row in range(37)], [0.125] * 37)
            hidden = sums(plan, columns, plan.weight("first", 37, 16, False), start, act=True)
            weights = {"first": matrix}
        else:
            seen = given(plan, 0, [0.125] * 37)
            hidden = dense(plan, seen, plan.weight("first", seen.row, 16), start, act=True)
            weights = {"first": np.pad(matrix, ((0, seen.row - 37), (0, 0)))}
        worth(plan, dense(plan, hidden, plan.weight("last", hidden.row, 1), plan.weight("offset", 1, 1, False)))
        network = Network(plan, weights | {"start": bias, "last": last, "offset": np.zeros((1, 1))})
        slopes = Gradients(network).of(raw, masks, np.zeros((20, 1)), np.ones(20))
        found.append((network.evaluate(raw, masks)[1], slopes["first"][:37], slopes["start"]))
    for one, other in zip(*found, strict=True):
        assert np.allclose(one, other, atol=1e-4)
    assert np.abs(found[0][1]).max() > 0.1


def test_steps_are_those_of_torch() -> None:
    random = np.random.default_rng(2)
    start, slopes = random.normal(size=1003).astype(np.float32), random.normal(size=(5, 1003)).astype(np.float32)
    theirs = torch.nn.Parameter(torch.from_numpy(start.copy()))
    optimizer = torch.optim.Adam([theirs], lr=3e-3, betas=(0.8, 0.99), eps=1e-5)
    mine = Adam(start.copy(), 3e-3, (0.8, 0.99), 1e-5)
    for slope in slopes:
        theirs.grad = torch.from_numpy(slope)
        optimizer.step()
        mine.step(slope)
    assert np.allclose(mine.parameters, theirs.detach().numpy(), atol=1e-6)
    assert np.abs(mine.parameters - start).max() > 1e-3
