"""``--device cuda`` without a GPU: a mock that tracks which tensors have been moved to it, and rejects mixing them."""

from __future__ import annotations

import copy
from concurrent.futures import Future
from functools import partialmethod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

pytest.importorskip("sb3_contrib", reason=TRAIN)

from tests.training.small import team
from zombicide_agents import entities, ragged_tokens
from zombicide_agents.network import NetworkConfig, build
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.nets.learning import IMITATE, PPO
from zombicide_training.collect.choices import Collector, base_player
from zombicide_training.collect.mixed_games import SharedGames
from zombicide_training.learn.updates import GpuUpdates, Updates
from zombicide_training.run import loop
from zombicide_training.run.trainer import train

pytestmark = pytest.mark.train

CUDA = torch.device("cuda")
#: Functions that work on any device without computing on it.
FREE = ("__get__", "__set__", "__repr__", "size", "dim", "numel", "__len__", "requires_grad_", "stride", "data_ptr", "is_complex")


def there(tensor: Any) -> bool:
    return isinstance(tensor, torch.Tensor) and getattr(tensor, "sent", False)


def on_cuda(device: Any) -> bool:
    return device is not None and not isinstance(device, int | torch.dtype | torch.Tensor) and str(device).startswith("cuda")


#: Functions that wait for the GPU.
BACK = ("cpu", "item", "tolist", "nonzero", "unique", "__bool__", "__int__", "__float__")


class AtOnce:
    """Executor that runs its work immediately, because torch function modes apply to one thread only."""

    def __init__(self, _threads: int) -> None:
        pass

    def __enter__(self) -> AtOnce:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def submit(self, work: Any, *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*arguments))
        return done


class StandIn(TorchFunctionMode):
    """Mock GPU that computes on the CPU; NumPy arrays and other tensors must be moved to it first.

    Attributes:
        sent: whether a tensor is on the GPU.
        forward: forward passes in progress.
        back: names of calls within forward passes that copied something back.
    """

    sent = 0
    forward = 0

    def __init__(self) -> None:
        super().__init__()
        self.back: list[str] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        name = getattr(func, "__name__", "")
        if self.forward and (name in BACK or (name == "repeat_interleave" and "output_size" not in kwargs)) and any(map(there, args)):
            self.back.append(name)
        if func == torch.Tensor.device.__get__ and there(args[0]):
            return CUDA
        if func == torch.Tensor.is_cpu.__get__ and there(args[0]):
            return False
        if name == "cpu" and there(args[0]):
            return args[0].detach()
        if name == "numpy" and there(args[0]):
            raise TypeError("can't convert cuda device type tensor to numpy")
        asked = on_cuda(kwargs.get("device")) or (name == "to" and any(on_cuda(a) for a in args[1:]))
        if asked:
            kwargs.pop("device", None)
            args = tuple("cpu" if isinstance(a, str | torch.device) and on_cuda(a) else a for a in args)
        given = [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]
        if name not in FREE and any(map(there, given)) and not asked:
            strangers = [t for t in given if not there(t) and t.dim() > 0 and not t.requires_grad and not isinstance(t, torch.nn.Parameter)]
            beside = name.startswith(("_foreach", "_fused"))  # gradients are listed next to weights
            if strangers and name not in ("copy_", "__setitem__") and not beside:
                raise RuntimeError(f"{name}: expected all tensors to be on the same device, {tuple(strangers[0].shape)} is on cpu")
        found = func(*args, **kwargs)
        if asked or (name not in FREE and any(map(there, given))):
            for tensor in tree_leaves(found):
                if isinstance(tensor, torch.Tensor):
                    if asked and any(tensor is t for t in given) and not isinstance(tensor, torch.nn.Parameter):
                        found = tensor = tensor.detach()
                    tensor.sent = True
                    self.sent += 1
        return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("network", "trainer"),
    [
        (NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2), {"critic": "team", "normalise_value": True}),
        (NetworkConfig(kind="tables", width=16, layers=1, token=8), {"critic": "team", "normalise_value": True}),
        (NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2), {"trainer": "own", "base": "greedy"}),
        (NetworkConfig(kind="flat", width=16, layers=1), {"trainer": "own"}),
    ],
)
def test_a_run_on_another_device_sends_what_it_computes_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: NetworkConfig, trainer: dict[str, Any]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    if hasattr(torch, "accelerator"):  # CUDA builds ask their driver, which the mock does not have
        monkeypatch.setattr(torch.accelerator, "current_accelerator", lambda check_available=False: None)
    seen: list[bool] = []
    from zombicide_agents.policy import PolicyNetwork

    def watched(self: Any, *given: Any, real: Any) -> Any:
        card.forward += 1
        try:
            found = real(self, *given)
        finally:
            card.forward -= 1
        seen.append(there(found[-1]))
        return found

    for name in ("__call__", "choices", "scored"):
        monkeypatch.setattr(PolicyNetwork, name, partialmethod(watched, real=getattr(PolicyNetwork, name)))
    options: dict[str, Any] = {"warm_start": "greedy", "warm_decisions": 64, "steps": 512, **trainer}
    quests = ("danse_macabre", "generated:seed=1,tiles=2") if network.kind == "entities" else ("danse_macabre",)
    monkeypatch.setattr(loop, "ThreadPoolExecutor", AtOnce)
    card = StandIn()
    with card:
        result = train(team(tmp_path, device="cuda", network=network, quest=quests, **options))
    assert card.sent > 0 and seen
    assert all(seen), f"{seen.count(False)} of {len(seen)} forward passes were not computed on the device"
    assert not card.back, f"within forward passes something was copied back {len(card.back)} times: {sorted(set(card.back))}"
    assert result.progress.imitated >= 64 and result.progress.steps >= 512


@pytest.mark.parametrize("kind", ["entities", "flat"])
@pytest.mark.parametrize("lean", ["", "greedy"])
def test_a_card_takes_the_steps_of_the_compiled_learner(monkeypatch: pytest.MonkeyPatch, kind: Any, lean: str) -> None:
    games = [make_game("black_plague", quest=quest, survivors=6) for quest in ("danse_macabre", "generated:seed=1,tiles=2")]
    batch = Batch(games, 24, seed=3, autoreset="same_step", observation_dtype="uint8")
    config = NetworkConfig(kind=kind, width=32, layers=2, token=16, heads=4, left_out=(), lean=lean)
    torch.manual_seed(0)
    first = build(games[1], config)
    with torch.no_grad():
        for parameter in first.last():
            parameter.weight.normal_(0, 0.1)
    second = copy.deepcopy(first)
    known, card = (
        make(network, torch.optim.SGD(network.parameters(), lr=0.1), batch.action_codec.size)
        for make, network in ((Updates, first), (GpuUpdates, second))
    )
    random = np.random.default_rng(0)
    collector = Collector(SharedGames(batch, lambda _place: np.full(6, -1)), known.learner, base_player(lean, games[0]), 0.99)
    rollout = collector.collect(12, known.trust, random, lambda: None)
    n = len(rollout.values)
    assert n > 100
    said = {"advantages": random.normal(size=n), "returns": random.normal(size=n), "logs": rollout.positions.logs - 0.1}
    positions = rollout.positions._replace(**said)
    order, options = random.permutation(n)[:100], {"clip": 0.15, "entropy": 0.01, "value": 0.7}
    for _ in range(3):
        one = known.step(PPO, positions, order, **options)
        with monkeypatch.context() as patch:
            for module in (entities, ragged_tokens):
                patch.setattr(module, "compiled", lambda _tensor: False)
            patch.setattr(entities, "on_device", lambda _tensor: True)
            other = card.step(PPO, positions, order, **options)
        assert {name: float(mean) for name, mean in other.items()} == pytest.approx(one, rel=1e-3, abs=1e-4)
    with pytest.raises(ValueError, match="on the processor alone"):
        card.step(IMITATE, positions, order)
    assert np.abs(card.compiled.weights - known.compiled.weights).max() > 1e-3  # it is not updated until refresh
    card.refresh()
    np.testing.assert_allclose(card.compiled.weights, known.compiled.weights, atol=2e-4)
