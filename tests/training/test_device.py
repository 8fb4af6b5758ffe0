"""``--device cuda`` without such a card: a stand-in that remembers which tensors have been sent there, and refuses to mix them."""

from __future__ import annotations

from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

pytest.importorskip("sb3_contrib", reason=TRAIN)

from tests.training.small import team
from zombicide_agents.network import NetworkConfig
from zombicide_training.trainer import train

pytestmark = pytest.mark.train

CUDA = torch.device("cuda")
#: What answers from any device without computing on it.
FREE = ("__get__", "__set__", "__repr__", "size", "dim", "numel", "__len__", "requires_grad_", "stride", "data_ptr", "is_complex")


def there(tensor: Any) -> bool:
    return isinstance(tensor, torch.Tensor) and getattr(tensor, "sent", False)


def on_cuda(device: Any) -> bool:
    return device is not None and not isinstance(device, int | torch.dtype | torch.Tensor) and str(device).startswith("cuda")


#: What has to wait for the card.
BACK = ("cpu", "item", "tolist", "nonzero", "unique", "__bool__", "__int__", "__float__")


class StandIn(TorchFunctionMode):
    """Computes on the CPU what is meant for the card; arrays of NumPy and other tensors must be sent there first.

    Attributes:
        sent: tensors on the card.
        forward: forward passes under way.
        back: calls within forward passes that have copied something back.
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
            beside = name.startswith(("_foreach", "_fused"))  # gradients lie beside weights
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
    "network",
    [NetworkConfig(kind="entities", width=16, layers=1, token=8, heads=2), NetworkConfig(kind="tables", width=16, layers=1, token=8)],
)
def test_a_run_on_another_device_sends_what_it_computes_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, network: NetworkConfig
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    if hasattr(torch, "accelerator"):  # builds for cards ask their driver, which a stand-in has not
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

    for name in ("__call__", "choices"):
        monkeypatch.setattr(PolicyNetwork, name, partialmethod(watched, real=getattr(PolicyNetwork, name)))
    options: dict[str, Any] = {"warm_start": "greedy", "warm_decisions": 64, "steps": 64, "critic": "team", "normalise_value": True}
    quests = ("danse_macabre", "generated:seed=1,tiles=2") if network.kind == "entities" else ("danse_macabre",)
    card = StandIn()
    with card:
        result = train(team(tmp_path, device="cuda", network=network, quest=quests, **options))
    assert card.sent > 0 and len(seen) > 10
    assert all(seen), f"{seen.count(False)} of {len(seen)} forward passes were not computed on the device"
    assert not card.back, f"within forward passes something was copied back {len(card.back)} times: {sorted(set(card.back))}"
    assert result.progress.imitated >= 64 and result.progress.steps >= 64
