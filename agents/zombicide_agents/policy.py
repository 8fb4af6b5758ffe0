"""Networks of learned policies in torch: observations in, logits and a value out, scores as probabilities."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from .layout import Layout, NetworkConfig
from .lean import worse

__all__ = ["PolicyNetwork"]

_FORBIDDEN: Final = -1e8
#: At first a fortieth of a unit is a matter of taste (see ``Agent.scores``): the chances of two actions then differ by a factor of e.
TRUST: Final = 40.0


class PolicyNetwork(nn.Module):
    """Raw observations -> scores of the actions in use, and a value.

    ``forward(raw)`` takes uint8 ``[batch, N_OBS]`` and returns logits float32 ``[batch, n_used]`` (columns as in
    ``layout.actions``, nothing masked) and values float32 ``[batch]``.
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
        #: What a unit of judgement counts for, the network's own and that of the player on whom it leans.
        self.trust = nn.Parameter(torch.tensor(TRUST)) if config.lean else None

    def policy(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions in use (illegal ones near -1e8) and values.

        ``masks``: ``[batch, N_ACTIONS]``, non-zero = legal; of a policy that leans on a player judged ones (``lean``).
        """
        places, log, values = self.choices(raw, masks)
        whole = torch.full((len(raw), len(self.used) + 1), _FORBIDDEN, device=log.device)
        return whole.scatter(1, places, log)[:, : len(self.used)], values

    def choices(self, raw: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Places of the legal actions among those in use, ``[batch, k]``, their log-probabilities, and values; masks as in ``policy``.

        ``k`` is the greatest number of legal actions; of fewer the last places are those of no action, with log-probabilities near -1e8.
        """
        offered = masks if len(self.used) == masks.shape[1] else masks.index_select(1, self.used)
        of, which = offered.nonzero(as_tuple=True)
        count = torch.bincount(of, minlength=len(raw))
        at = torch.arange(len(of), device=of.device) - (count.cumsum(0) - count)[of]
        found, values = self.scored(raw, of, which)
        shape = len(raw), max(1, int(count.max()))
        places = torch.full(shape, len(self.used), device=of.device).index_put((of, at), which)
        scores = torch.full(shape, _FORBIDDEN, device=found.device).index_put((of, at), self.leaning(found, offered[of, which]))
        return places, torch.log_softmax(scores, dim=1), values

    def scored(self, raw: Tensor, of: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Logits ``[k]`` of the actions at some places of those in use, in positions ``of``, and values ``[batch]``.

        ``of``, ``places``: int64 ``[k]``, the positions in ascending order.
        """
        logits, values = self(raw)
        return logits[of, places], values

    def leaning(self, logits: Tensor, offered: Tensor) -> Tensor:
        """The network's own logits; of a residual policy its scores plus those of its base, in the base's units.

        ``offered``: the places of the same actions in judged masks.
        """
        return logits if self.trust is None else self.trust * (logits - worse(offered))

    def lean_alone(self) -> None:
        """Begin as the player on whom the policy leans: what it adds of its own is nothing yet."""
        for head in self.last():
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def last(self) -> list[Any]:
        """The linear layers without which the network's own logits are all 0."""
        raise NotImplementedError
