"""Value networks: compiled networks that estimate the chance of winning in a position, independent of any policy.

They are stored in a folder like policies (see ``checkpoint_folder``); the header names the forecasts that the network makes besides the
chance of winning.  Does not need torch.
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
from zombicide_env.extras import install

from .checkpoint_folder import CHECKPOINTS, HEADER, CheckpointError, Header
from .checkpoint_reader import FORECASTS, Kept, check_shapes, read
from .compiled_network import assemble

__all__ = ["Value", "forecasts_of", "shipped", "sigmoid"]

#: Value networks included in the package, one folder per game that has one.
SHIPPED: Final = CHECKPOINTS / "values"
AUTO: Final = "auto"


class Value:
    """Estimates the chance of winning of positions.

    Args:
        game: game whose positions are evaluated; other quests and teams of the same game may be evaluated too.
        path: folder of the value network, a training run that produced one, or ``auto``: the one of the package.

    Attributes:
        header: header of the folder.
        network: the compiled network.
        player: the same network for ``Batch.expect``, which returns the logit of the deciding seat's chance.
        forecasts: forecast besides the chance of winning -> its scale.

    Raises:
        CheckpointError: the value network is missing, damaged, a policy, or made for another game.
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
        """Return the chance of winning of each observing seat, float64 ``[n]``; ``raw``: uint8 ``[n, N_OBS]``."""
        _, logits = self.network.evaluate(raw, np.zeros((len(raw), 1), np.int8))
        return sigmoid(logits)

    def chances(self, batch: Batch, seat: int | None = None) -> NDArray[np.float64]:
        """Return the chance that a seat wins in each game, float64 ``[n]``; 1 or 0 where the game is over.

        Args:
            batch: games whose observations are raw and up to date (``observation_dtype="uint8"``, ``observe=True``).
            seat: the seat; None: the seat that is to move, or that acted last if the game is over.
        """
        seen = batch.raw_observations if seat is None or self._together else batch.observe(seat)
        found = self.of(seen)
        over = batch.states["outcome"] != ONGOING
        for world in np.unique(batch.world_of[over]):
            places = np.flatnonzero(over & (batch.world_of == world))
            won = batch.games[world].winners(batch.states[places])
            found[places] = won[np.arange(len(places)), batch.seats[places] if seat is None else seat]
        return found

    def foretell(self, raw: NDArray[np.uint8]) -> dict[str, NDArray[np.float64]]:
        """Return forecast -> expected value, float64 ``[n]``, in the unit of the forecast; ``raw``: uint8 ``[n, N_OBS]``."""
        logits, _ = self.network.evaluate(raw, np.ones((len(raw), len(self.forecasts)), np.int8))
        return {name: scale * sigmoid(logits[:, k]) for k, (name, scale) in enumerate(self.forecasts.items())}


def shipped(game: Any) -> str:
    """Return the path of the value network that the package has for a game, or "" if it has none."""
    folder = SHIPPED / game.id
    return str(folder) if (folder / HEADER).is_file() else ""


def _found(path: str | Path, game: Any) -> str | Path:
    if path != AUTO:
        return path
    if not (own := shipped(game)):
        there = "" if SHIPPED.is_dir() else f"; values of the package are not installed; install them with: {install('checkpoints')}"
        raise CheckpointError(
            f"the package has no value for {game.id}: train one with `zombicide train --recipe value --game {game.id}`{there}"
        )
    return own


def sigmoid(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return logits as probabilities."""
    found: NDArray[np.float64] = 0.5 + 0.5 * np.tanh(0.5 * logits)
    return found


def forecasts_of(header: Header) -> dict[str, float]:
    """Return the forecasts of a value network, name -> scale; empty for a policy.

    Raises:
        CheckpointError: the forecasts in the header are not in the format of this version.
    """
    named = header.training.get(FORECASTS, {})
    if not isinstance(named, Mapping) or not all(isinstance(scale, int | float) and scale > 0 for scale in named.values()):
        raise CheckpointError(f"the header of a value is damaged: {FORECASTS} is {named!r}, not numbers above 0 by name")
    return {str(name): float(scale) for name, scale in named.items()}
