"""Gradients in one array: clipped as torch clips them."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

from zombicide_training.learn.flat_gradients import FlatGradients

pytestmark = pytest.mark.train


@pytest.mark.parametrize("most", [0.5, 1e6])
def test_gradients_are_set_and_clipped_as_by_torch(most: float) -> None:
    ours = torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Linear(7, 3))
    theirs, flat = deepcopy(ours), FlatGradients(dict(ours.named_parameters()))
    random = np.random.default_rng(0)
    for _ in range(2):  # nothing is left of the gradients before
        given = {name: random.normal(size=tuple(each.shape)).astype(np.float32) for name, each in ours.named_parameters()}
        for name, each in theirs.named_parameters():
            each.grad = torch.from_numpy(given[name].copy())
        norm = flat.give({name: np.asfortranarray(gradient) for name, gradient in given.items()}, most)
        assert norm == pytest.approx(float(torch.nn.utils.clip_grad_norm_(theirs.parameters(), most)), rel=1e-5)
        for mine, other in zip(ours.parameters(), theirs.parameters(), strict=True):
            assert mine.grad is not None and other.grad is not None
            assert torch.allclose(mine.grad, other.grad, rtol=1e-5, atol=1e-7)


def test_joined_parameters_take_the_steps_of_each() -> None:
    ours = torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Linear(7, 3))
    theirs, flat = deepcopy(ours), FlatGradients(dict(ours.named_parameters()))
    mine, other = torch.optim.Adam([flat.joined()], fused=True), torch.optim.Adam(theirs.parameters(), fused=True)
    random = np.random.default_rng(0)
    for _ in range(3):
        given = {name: random.normal(size=tuple(each.shape)).astype(np.float32) for name, each in ours.named_parameters()}
        for name, each in theirs.named_parameters():
            each.grad = torch.from_numpy(given[name].copy())
        flat.give(given, 1e6)
        mine.step()
        other.step()
        for one, another in zip(ours.parameters(), theirs.parameters(), strict=True):
            assert torch.allclose(one, another, rtol=1e-5, atol=1e-7)
