"""Networks of learned policies in torch: observations in, logits and a value out, scores as probabilities."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .network_config import Layout, NetworkConfig
from .residual import worse

__all__ = ["PolicyNetwork"]

FORBIDDEN: Final = -1e8
#: At first a fortieth of a unit is a matter of taste (see ``Agent.scores``): the chances of two actions then differ by a factor of e.
TRUST: Final = 40.0


class PolicyNetwork(nn.Module):
    """Raw observations -> scores of the actions in use, and a value.

    ``forward(raw)`` takes uint8 ``[batch, N_OBS]`` and returns logits float32 ``[batch, n_used]`` (columns as in
    ``layout.actions``, nothing masked) and values float32 ``[batch]``.

    Observations and masks may lie on the host whatever the device of the network: it sends what it needs, once, and nothing is copied back
    within a forward pass.  Those that lie on the device are copied back where a network sorts its positions (``entities``).
    """

    used: Tensor
    place: Tensor

    def __init__(self, layout: Layout, config: NetworkConfig) -> None:
        super().__init__()
        self.layout, self.config = layout, config
        place = np.full(layout.action_codec.size, -1, np.int64)
        place[layout.actions] = np.arange(len(layout.actions))
        self.register_buffer("used", torch.from_numpy(layout.actions), persistent=False)
        self.register_buffer("place", torch.from_numpy(place), persistent=False)
        #: ``place`` and ``used`` on the host.
        self.host_place, self.host_used = place, layout.actions
        #: What a unit of judgement counts for, the network's own and that of the player on whom it leans.
        self.trust = nn.Parameter(torch.tensor(TRUST)) if config.lean else None

    def policy(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions in use (illegal ones near -1e8) and values.

        ``masks``: ``[batch, N_ACTIONS]``, non-zero = legal; of a policy that leans on a player judged ones (``residual``).
        """
        places, log, values = self.choices(raw, masks)
        whole = torch.full((len(raw), len(self.used) + 1), FORBIDDEN, device=log.device)
        return whole.scatter(1, places, log)[:, : len(self.used)], values

    def choices(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Places of the legal actions among those in use, ``[batch, k]``, their log-probabilities, and values; masks as in ``policy``.

        ``k`` is the greatest number of legal actions; of fewer the last places are those of no action, with log-probabilities near -1e8.
        """
        legal = masks.cpu().numpy()
        offered = legal if len(self.host_used) == legal.shape[1] else legal[:, self.host_used]
        of, which = offered.nonzero()
        count = np.bincount(of, minlength=len(raw))
        found, values = self.scored(raw, torch.from_numpy(of), torch.from_numpy(which))
        shape = len(raw), max(1, int(count.max(initial=0)))
        place = self.sent(of), self.sent(np.arange(len(of)) - (np.cumsum(count) - count)[of])
        places = torch.full(shape, len(self.used), device=found.device).index_put(place, self.sent(which))
        scores = torch.full(shape, FORBIDDEN, device=found.device).index_put(place, self.leaning(found, self.sent(offered[of, which])))
        return places, torch.log_softmax(scores, dim=1), values

    def sent(self, given: Tensor | NDArray[Any]) -> Tensor:
        """On the device of the network."""
        tensor = given if isinstance(given, Tensor) else torch.from_numpy(np.ascontiguousarray(given))
        return tensor.to(self.used.device, non_blocking=True)

    @property
    def reads(self) -> bool:
        """Are positions read on the host, whatever the device?"""
        return False

    def scored(self, raw: Tensor, of: Tensor, places: Tensor, read: NDArray[np.uint8] | None = None) -> tuple[Tensor, Tensor]:
        """Logits ``[k]`` of the actions at some places of those in use, in positions ``of``, and values ``[batch]``.

        ``of``, ``places``: int64 ``[k]``, the positions in ascending order; on the host, as ``raw``, or on the device.  ``read``: where
        ``raw`` is on the device and the network ``reads`` it, the same on the host, so that it need not be copied back.
        """
        logits, values = self(raw)
        return logits[self.sent(of), self.sent(places)], values

    def leaning(self, logits: Tensor, offered: Tensor) -> Tensor:
        """The network's own logits; of a residual policy its scores plus those of its base, in the base's units.

        ``offered``: the places of the same actions in judged masks.  What the base scores a whole unit below its choice, or does not score,
        is out of the question: the network has not learned what to think of it.
        """
        if self.trust is None:
            return logits
        behind = worse(offered)
        return torch.where(behind < 1, self.trust * (logits - behind), FORBIDDEN)

    def lean_alone(self) -> None:
        """Begin as the player on whom the policy leans: what it adds of its own is nothing yet."""
        for head in self.last():
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def last(self) -> list[Any]:
        """The linear layers without which the network's own logits are all 0."""
        raise NotImplementedError
