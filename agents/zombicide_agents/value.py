"""A value: the chance of winning that a position gives, as a network of its own that was trained for nothing else, compiled.

It lies in a folder as a policy does (see ``checkpoint_folder``); its header names the forecasts that it makes besides the chance.  It needs
no torch.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import ONGOING
from zombicide_env.core.nets.network import Network
from zombicide_env.core.players import Player, player_of_network

from .checkpoint_folder import CHECKPOINTS, HEADER, INSTALL, CheckpointError, Header
from .checkpoint_reader import FORECASTS, Kept, check_shapes, read
from .compiled_network import assemble

__all__ = ["Value", "forecasts_of", "shipped", "sigmoid"]

#: Values that come with the package, a folder for each game that has one.
SHIPPED: Final = CHECKPOINTS / "values"
AUTO: Final = "auto"


class Value:
    """Says what chance of winning positions give.

    Args:
        game: whose positions it values; other quests and teams of the same game may be valued too.
        path: folder of the value, a training run that made one, or ``auto``: that of the package.

    Attributes:
        header: that of the folder.
        network: compiled.
        player: the same for ``Batch.expect``, which says the logit of the chance of the deciding seat.
        forecasts: what it says besides the chance -> the scale of each.

    Raises:
        CheckpointError: it is missing, damaged, a policy, or made for another game.
    """

    def __init__(self, game: Any, path: str | Path | Kept) -> None:
        kept = path if isinstance(path, Kept) else read(_found(path, game), game)
        self.header, self.forecasts = kept.header, forecasts_of(kept.header)
        if not self.forecasts:
            raise CheckpointError(f"{kept.folder} is a policy, not a value: name what `zombicide train --recipe value` has made")
        made = assemble(kept.layout, kept.config, len(self.forecasts))
        check_shapes(kept.folder, {name: values.shape for name, values in kept.parameters.items()}, made.shapes)
        self.network = Network(made.plan, made.matrices(kept.parameters))
        self.player: Player = player_of_network(self.network, name="value")
        self._together = game.type.n_sides == 1

    def of(self, raw: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Chances that observations give those who see them, float64 ``[n]``; ``raw``: uint8 ``[n, N_OBS]``."""
        _, logits = self.network.evaluate(raw, np.zeros((len(raw), 1), np.int8))
        return sigmoid(logits)

    def chances(self, batch: Batch, seat: int | None = None) -> NDArray[np.float64]:
        """Chances that a seat wins, float64 ``[n]``; 1 or 0 where the game is over.

        Args:
            batch: games whose observations are raw and up to date (``observation_dtype="uint8"``, ``observe=True``).
            seat: the seat that is to win; None: the one that decides, or acted last in a game that is over.
        """
        seen = batch.raw_observations if seat is None or self._together else batch.observe(seat)
        found = self.of(seen)
        over = batch.states["outcome"] != ONGOING
        for world in np.unique(batch.world_of[over]):
            places = np.flatnonzero(over & (batch.world_of == world))
            won = batch.games[world].winners(batch.states[places])
            found[places] = won[np.arange(len(places)), batch.seats[places] if seat is None else seat]
        return found

    def all_chances(self, batch: Batch) -> NDArray[np.float64]:
        """Chances of every seat, float64 ``[n, n_agents]``; those of one side are the same where all play together."""
        if self._together:
            return np.repeat(self.chances(batch)[:, None], batch.n_agents, axis=1)
        return np.stack([self.chances(batch, seat) for seat in range(batch.n_agents)], axis=1)

    def foretell(self, raw: NDArray[np.uint8]) -> dict[str, NDArray[np.float64]]:
        """Forecast -> what is expected, float64 ``[n]``, in its own unit; ``raw``: uint8 ``[n, N_OBS]``."""
        logits, _ = self.network.evaluate(raw, np.ones((len(raw), len(self.forecasts)), np.int8))
        return {name: scale * sigmoid(logits[:, k]) for k, (name, scale) in enumerate(self.forecasts.items())}


def shipped(game: Any) -> str:
    """Where the package has a value for a game, "" if it has none."""
    folder = SHIPPED / game.id
    return str(folder) if (folder / HEADER).is_file() else ""


def _found(path: str | Path, game: Any) -> str | Path:
    if path != AUTO:
        return path
    if not (own := shipped(game)):
        there = "" if SHIPPED.is_dir() else f"; values of the package are not there, {INSTALL}"
        raise CheckpointError(
            f"the package has no value for {game.id}: train one with `zombicide train --recipe value --game {game.id}`{there}"
        )
    return own


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logits as chances."""
    found: NDArray[np.float64] = 0.5 + 0.5 * np.tanh(0.5 * logits)
    return found


def forecasts_of(header: Header) -> dict[str, float]:
    """The forecasts of a value, empty for a policy.

    Raises:
        CheckpointError: the header does not name them in the way of this version.
    """
    named = header.training.get(FORECASTS, {})
    if not isinstance(named, Mapping) or not all(isinstance(scale, int | float) and scale > 0 for scale in named.values()):
        raise CheckpointError(f"the header of a value is damaged: {FORECASTS} is {named!r}, not numbers above 0 by name")
    return {str(name): float(scale) for name, scale in named.items()}
