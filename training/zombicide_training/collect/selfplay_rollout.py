"""Play self-play games on the native batch, and collect the decisions to learn from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from zombicide_agents.faults import sure_actions
from zombicide_agents.residual import Residual
from zombicide_env.core.agent_inputs import inputs
from zombicide_env.core.batch import Batch
from zombicide_training.collect.checks import check_array
from zombicide_training.collect.game_results import final_results
from zombicide_training.collect.opponents import NOBODY, POLICY, Rivals
from zombicide_training.collect.player_advantages import Sides, credit
from zombicide_training.collect.timers import Timers

if TYPE_CHECKING:
    from zombicide_training.run.selfplay_config import SelfPlayConfig

__all__ = ["Collector", "Results", "Rollout"]

#: Stored arrays of a decision.
_FIELDS: Final = ("observations", "masks", "actions", "values", "log_probs", "deciders")


@dataclass
class Rollout:
    """Decisions of the policy whose outcome is known, one row each, in the form that MaskablePPO's loss reads."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    values: NDArray[np.float32]
    log_probs: NDArray[np.float32]
    advantages: NDArray[np.float32]
    returns: NDArray[np.float32]
    device: torch.device

    @property
    def size(self) -> int:
        """Number of decisions."""
        return len(self.actions)

    def get(self, batch_size: int) -> Iterator[MaskableRolloutBufferSamples]:
        """Yield minibatches of about ``batch_size`` in random order, from torch's generator; each has at least 2 decisions."""
        parts = max(1, min(round(self.size / batch_size), self.size // 2))
        for rows in np.array_split(torch.randperm(self.size).numpy(), parts):
            columns = (self.actions, self.values, self.log_probs, self.advantages, self.returns)
            sent = (torch.from_numpy(column[rows]).to(self.device) for column in columns)  # the others stay on the host, see PolicyNetwork
            read, masks = torch.from_numpy(self.observations[rows]), torch.from_numpy(self.masks[rows])
            yield MaskableRolloutBufferSamples(*(read, *sent, masks))


class Collector:
    """Advances all games of a batch with the policy and its rivals in their seats, and returns the decisions to learn from.

    A decision whose player has not decided again when a rollout ends is not truncated: it stays open, with the rewards since then, and is
    learned from in the rollout in which its outcome is known.
    """

    def __init__(self, batch: Batch, policy: Any, rivals: Rivals, config: SelfPlayConfig, timers: Timers | None = None) -> None:
        self.batch, self.policy, self.rivals, self.config = batch, policy, rivals, config
        self.game_of = [batch.games[world] for world in batch.world_of.tolist()]
        self.sides = Sides(batch)
        n, self.waiting = batch.n, self.sides.n
        rows = self.waiting + config.horizon  # the first rows are open decisions, one per side
        self.observations = np.zeros((rows, n, batch.observation_codec.size), np.uint8)
        self.masks = np.zeros((rows, n, batch.action_codec.size), np.int8)
        self.actions = np.zeros((rows, n), np.int64)
        self.values, self.log_probs = np.zeros((rows, n), np.float32), np.zeros((rows, n), np.float32)
        self.deciders = np.full((rows, n), NOBODY, np.int16)
        self.rewards, self.ends = np.zeros((rows, n, self.waiting), np.float32), np.zeros((rows, n), bool)
        self.player_at = np.full((n, batch.n_agents), NOBODY, np.int8)
        self.results = Results(rivals.kinds)
        self.timers = Timers() if timers is None else timers
        self.lean_on(config.network.lean)
        #: Player number -> compiled player within the batch; None: an agent that is called.
        earlier = len(rivals.kinds) - len(rivals.scripted)
        self.compiled = [*[None] * (1 + earlier), *(agent.player(self.game_of[0]) for agent in rivals.scripted)]

    def lean_on(self, base: str) -> None:
        """Use this player as the base of the policy, for judged masks; "": none."""
        self.lean = Residual(base, self.game_of[0]) if base else None

    # ---- playing ---------------------------------------------------------------------------------------------------
    def collect(self, update: int, first: int = 0) -> Rollout:
        """Play ``horizon`` decisions of every game; the seating of new games is seeded with ``update`` and the number of the first slot."""
        random = np.random.default_rng((self.config.seed, update, 1, first) if first else (self.config.seed, update, 1))
        if not (self.player_at == POLICY).any():
            self._seat(np.arange(self.batch.n), random)
        self.policy.set_training_mode(False)
        for row in range(self.waiting, self.waiting + self.config.horizon):
            self._play_on(row - 1, random)
            actions = self._decide(row)
            with self.timers("engine"):
                self.batch.step(actions)
            self.rewards[row], self.ends[row] = self.sides.paid(self.batch.rewards), self.batch.dones != 0
            self._ended(random)
        with self.timers("encode"):
            return self._learnable()

    def _ended(self, random: np.random.Generator) -> bool:
        """Count the games that have just ended, and sample the seating of the new games in their slots."""
        over = np.flatnonzero(self.batch.dones)
        if len(over):
            self._count(over)
            self._seat(over, random)
        return len(over) > 0

    def _play_on(self, row: int, random: np.random.Generator) -> None:
        """Let compiled rivals play until another player is to move; add the rewards to the decisions of ``row``."""
        if not any(self.compiled):
            return
        cast = np.array([number if player is not None else -1 for number, player in enumerate(self.compiled)])
        while True:
            with self.timers("engine"):
                self.batch.play(self.compiled, np.where(self.player_at > POLICY, cast[self.player_at], -1))
            going = ~self.ends[row]  # later rewards belong to another game
            self.rewards[row, going] += self.sides.paid(self.batch.rewards)[going]
            self.ends[row] |= self.batch.dones != 0
            if not self._ended(random):
                return

    def _seat(self, games: NDArray[np.intp], random: np.random.Generator) -> None:
        for i in games.tolist():
            drawn = self.rivals.seat(self.game_of[i], random)
            self.player_at[i, : len(drawn)] = drawn

    def _decide(self, row: int) -> NDArray[np.int64]:
        batch = self.batch
        player = self.player_at[np.arange(batch.n), batch.deciders]
        actions = np.zeros(batch.n, np.int64)
        mine = np.flatnonzero(player == POLICY)
        self.deciders[row] = NOBODY
        if len(mine):
            seen, masks = batch.observations[mine], (batch.masks if self.lean is None else self.lean.masks(batch))[mine]
            with torch.no_grad():
                sampled = self.policy(torch.from_numpy(seen), action_masks=masks)
            actions[mine] = sampled.actions.cpu().numpy()
            self.observations[row, mine], self.masks[row, mine], self.actions[row, mine] = seen, masks, actions[mine]
            self.values[row, mine] = sampled.values.squeeze(1).cpu().numpy()
            self.log_probs[row, mine] = sampled.log_probs.cpu().numpy()
            self.deciders[row, mine] = self.sides.of(batch.deciders)[mine]
        for number, agent in enumerate(self.rivals.agents, start=1):
            theirs = np.flatnonzero(player == number)
            if len(theirs):
                actions[theirs] = sure_actions(agent, inputs(agent, batch, theirs), batch.masks[theirs], batch.action_codec)
        return actions

    def _learnable(self) -> Rollout:
        c = self.config
        found = credit(self.rewards, self.deciders, self.values, self.ends, c.discount, c.gae)
        known = found.known
        rollout = Rollout(
            self.observations[known],
            self.masks[known],
            self.actions[known],
            self.values[known],
            self.log_probs[known],
            found.advantages[known],
            (found.advantages + self.values)[known],
            self.policy.device,
        )
        self._keep(found.waiting, found.owed)
        return rollout

    def _keep(self, waiting: NDArray[np.int64], owed: NDArray[np.float32]) -> None:
        """Move open decisions to the first rows of the next rollout; row k holds that of side k."""
        games, players = np.nonzero(waiting >= 0)
        rows = waiting[games, players]
        first = self.waiting
        for name in _FIELDS:
            array = getattr(self, name)
            kept = array[rows, games]
            array[:first] = NOBODY if name == "deciders" else 0
            array[players, games] = kept
        self.rewards[:first], self.ends[:first] = 0.0, False
        self.rewards[first - 1] = owed

    # ---- curves ----------------------------------------------------------------------------------------------------
    def _count(self, over: NDArray[np.intp]) -> None:
        for i in over.tolist():
            share, _, _ = final_results(self.game_of[i], self.batch.final_states[i : i + 1])
            self.results.add(self.player_at[i, : share.shape[1]], share[0], int(self.batch.final_states["steps"][i]))

    def take_curves(self) -> dict[str, float]:
        """Return the curves of the games that have ended since the last call."""
        found, self.results = self.results.values(), Results(self.rivals.kinds)
        return found

    # ---- checkpoints --------------------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """Return the state for checkpoints: the seating, and the open decisions."""
        first = self.waiting
        kept = {f"waiting_{name}": getattr(self, name)[:first] for name in _FIELDS}
        return {"player_at": self.player_at, "owed": self.rewards[first - 1], **kept}

    def take_back(self, arrays: Mapping[str, Any]) -> None:
        """Restore the state of a checkpoint; raise ValueError if it is invalid."""
        first = self.waiting
        most = {"player_at": len(self.rivals.kinds), "waiting_deciders": first - 1, "waiting_actions": self.batch.action_codec.size - 1}
        for name, now in self.arrays().items():
            check_array(name, arrays[name], now)
            if name in most and not ((arrays[name] >= NOBODY) & (arrays[name] <= most[name])).all():
                raise ValueError(f"{name} has a number outside {NOBODY} .. {most[name]}")
        self.player_at[:] = arrays["player_at"]
        self.rewards[:first] = 0.0
        self.rewards[first - 1] = arrays["owed"]
        for name in _FIELDS:
            getattr(self, name)[:first] = arrays[f"waiting_{name}"]


class Results:
    """Wins of the policy against each kind of rival: 0.5 means that a seat of the policy wins as often as a seat of the rival."""

    def __init__(self, kinds: list[str]) -> None:
        self.kinds = kinds
        self.won: dict[str, tuple[float, float]] = {}
        self.lengths: list[int] = []

    def add(self, seats: NDArray[np.int8], share: NDArray[np.float64], decisions: int) -> None:
        """Count a game."""
        self.lengths.append(decisions)
        mine = float(share[seats == POLICY].mean())
        for kind in dict.fromkeys(self.kinds):
            theirs = np.array([seat > POLICY and self.kinds[seat - 1] == kind for seat in seats.tolist()])
            if theirs.any():
                a, b = self.won.get(kind, (0.0, 0.0))
                self.won[kind] = (a + mine, b + float(share[theirs].mean()))

    def take(self, other: Results) -> None:
        """Add the results of another part of the games."""
        self.lengths += other.lengths
        for kind, (a, b) in other.won.items():
            mine, theirs = self.won.get(kind, (0.0, 0.0))
            self.won[kind] = (mine + a, theirs + b)

    def values(self) -> dict[str, float]:
        """Return the values for the curves."""
        found = {f"wins_against_{kind}": a / (a + b) for kind, (a, b) in self.won.items() if a + b > 0}
        return found if not self.lengths else {**found, "decisions_of_a_game": float(np.mean(self.lengths))}
