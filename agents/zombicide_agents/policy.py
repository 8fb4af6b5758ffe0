"""Base class of policy networks in torch: observations in, logits (or log-probabilities) and a value out."""

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
#: Initial factor of the scores of a residual policy: a difference of 1/40 (see ``Agent.scores``) changes the odds by a factor of e.
TRUST: Final = 40.0


class PolicyNetwork(nn.Module):
    """Map raw observations to logits of the actions in use, and a value.

    ``forward(raw)`` takes uint8 ``[batch, N_OBS]`` and returns logits float32 ``[batch, n_used]`` (columns as in
    ``layout.actions``, not masked) and values float32 ``[batch]``.

    Observations and masks may be on the host whatever the device of the network: it transfers what it needs once, and copies nothing back
    within a forward pass.  If they are on the device, a network that sorts its positions (``entities``) copies them back to the host.
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
        #: Factor that multiplies the scores of a residual policy, those of the network and of its base; None without a base.
        self.trust = nn.Parameter(torch.tensor(TRUST)) if config.lean else None

    def policy(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the actions in use (illegal ones near -1e8), and values.

        ``masks``: ``[batch, N_ACTIONS]``, non-zero = legal; judged masks for a residual policy (``residual``).
        """
        places, log, values = self.choices(raw, masks)
        whole = torch.full((len(raw), len(self.used) + 1), FORBIDDEN, device=log.device)
        return whole.scatter(1, places, log)[:, : len(self.used)], values

    def choices(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return indices of legal actions among those in use, ``[batch, k]``, their log-probabilities, and values; masks as in ``policy``.

        ``k`` is the largest number of legal actions; shorter rows are padded with the index ``n_used``, with log-probabilities near -1e8.
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
        """Return the data as a tensor on the device of the network."""
        tensor = given if isinstance(given, Tensor) else torch.from_numpy(np.ascontiguousarray(given))
        return tensor.to(self.used.device, non_blocking=True)

    @property
    def reads(self) -> bool:
        """Whether positions are read on the host, whatever the device."""
        return False

    def scored(self, raw: Tensor, of: Tensor, places: Tensor, read: NDArray[np.uint8] | None = None) -> tuple[Tensor, Tensor]:
        """Return the logits ``[k]`` of the actions ``places`` (indices among those in use) in positions ``of``, and values ``[batch]``.

        ``of``, ``places``: int64 ``[k]``, positions in ascending order; on the host, like ``raw``, or on the device.  ``read``: if ``raw``
        is on the device and the network ``reads`` it, the same data on the host, to avoid copying it back.
        """
        logits, values = self(raw)
        return logits[self.sent(of), self.sent(places)], values

    def leaning(self, logits: Tensor, offered: Tensor) -> Tensor:
        """Return the logits of the network; for a residual policy its scores plus those of its base, times ``trust``.

        ``offered``: the values of the same actions in judged masks.  Actions that the base scores a whole unit below its choice, or does
        not score, are excluded: the network has not learned to score them.
        """
        if self.trust is None:
            return logits
        behind = worse(offered)
        return torch.where(behind < 1, self.trust * (logits - behind), FORBIDDEN)

    def lean_alone(self) -> None:
        """Zero the last layers, so that a residual policy starts as its base."""
        for head in self.last():
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def last(self) -> list[Any]:
        """Return the linear output layers: if they are zero, all logits of the network are 0."""
        raise NotImplementedError
