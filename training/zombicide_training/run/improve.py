"""An update of policy iteration: play games, label decisions by sibling rollouts, regress the labels, improve the policy.

The policy improves by mirror descent: its targets are its logits plus the critic's advantages times a step size.  The step size is
estimated from new labels (``calibration``): a critic that predicts nothing beyond the policy has step size 0.  Labels are mostly noise;
they are regressed and never imitated.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.nets.learning import IMITATE, Positions
from zombicide_env.core.nets.residual import TIED
from zombicide_env.core.players import Player, player_of_network
from zombicide_training.collect.choices import base_player
from zombicide_training.collect.siblings import SiblingRollouts, Worth, drawn
from zombicide_training.collect.visits import Visits, visit
from zombicide_training.evaluation.statistics import explained
from zombicide_training.learn.calibration import Calibration, Evidence
from zombicide_training.learn.critic import Critic
from zombicide_training.learn.label_store import LabelStore
from zombicide_training.learn.labels import Labels
from zombicide_training.learn.ragged_softmax import entropy, probabilities, temperature_for
from zombicide_training.learn.updates import Updates
from zombicide_training.run.iterate_config import GENERATED, IterateConfig

__all__ = ["Improver"]

#: Maximum number of decisions per game; no game reaches it.
MOST: Final = 20_000
#: Decay per update of earlier results and of the evidence for the critic.
MEMORY: Final = 0.9
#: Sampling weight of a quest with win rate p: 4 p (1 - p) + FLOOR.
FLOOR: Final = 0.3
#: Weight of the value in the critic's loss, and in the policy's.
CRITIC_VALUE: Final = 2.0
POLICY_VALUE: Final = 0.01
#: Positions of a game that are labeled with its result before rollouts begin.
RESULTS: Final = 12
#: Passes of the critic over each of them: few, because the positions of a game share one result and are soon overfitted.
RESULT_PASSES: Final = 3.0
#: Folder of the labels in the folder of the run.
LABELS: Final = "labels"


class Improver:
    """The state of policy iteration, and its update.

    Args:
        config: configuration of the run.
        games: the training games, as ``config.game_options`` lists them.
        game: the game that the network was built for.
        network: the policy; updates change it.
        optimizer: optimizer of the policy.
        folder: folder of the run.
        worth: evaluates the final positions of rollouts; default: the critic.

    Attributes:
        base: the rule-based player of a residual policy, or None.
        critic: predicts values and advantages.
        store: labels for the critic.
        decisions: decisions played so far, rollouts included.
    """

    def __init__(
        self, config: IterateConfig, games: list[Any], game: Any, network: Any, optimizer: Any, folder: Path, worth: Worth | None = None
    ) -> None:
        threads, n_actions = usable_cores(), game.action_codec.size
        self.config, self.games = config, games
        self.updates = Updates(network, optimizer, n_actions, threads)
        self.base = base_player(network.config.lean, game)
        self.critic = Critic(game, network, config.critic_rate, n_actions, threads)
        self._worth = self.critic.worth if worth is None else worth
        self._batch = Batch(games, config.envs, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
        self._siblings = SiblingRollouts(games, config.lanes, threads)
        self.store = LabelStore(folder / LABELS, config.window)
        self.decisions = 0
        names, shares = zip(*config.weights(), strict=True)
        self._groups = list(dict.fromkeys(names))
        self._group = np.array([self._groups.index(name) for name in names])
        self._share = np.array(shares) / np.bincount(self._group, shares)[self._group]
        #: Games and wins of each quest, and the evidence for the critic's predictions.
        self._results, self.evidence = np.zeros((2, len(self._groups))), Evidence()

    @property
    def first(self) -> int:
        """Index of the first update with rollouts."""
        return -(-self.config.value_games // self.config.envs)

    @property
    def rates(self) -> dict[str, float]:
        """Recent win rate of each quest, with generated boards as one; 0.5 without games."""
        found = (self._results[1] + 0.5) / (self._results[0] + 1)
        return dict(zip(self._groups, found.tolist(), strict=True))

    def update(self, number: int) -> dict[str, float]:
        """Run an update, which is seeded with its number, and return the curves."""
        c, random = self.config, np.random.default_rng((self.config.seed, number))
        labeling = number >= self.first
        found, worlds = self._visit(random, c.rollout_share if labeling else 0.0)
        won, curves = found.won[found.games].astype(np.float64), dict[str, float]()
        if labeling:
            labels = self._label(found, worlds, won, random, curves)
        else:
            some = np.sort(random.permutation(len(won))[: RESULTS * c.envs])
            labels = Labels.of_results(found.raw[some], won[some])
            curves["critic/explained_value"] = _explained(self.critic.values(labels.raw), labels.value)
        self.store.add(number, labels)
        draws = (c.critic_passes if labeling else RESULT_PASSES) * max(1, len(labels.raw))
        losses = self.critic.learn(self.store.labels(), draws, c.critic_batch, CRITIC_VALUE, random)
        curves |= {f"critic/{name}": value for name, value in losses.items()}
        self._follow(found, labeling, random, curves)
        curves |= {f"rollout/won/{name}": rate for name, rate in self.rates.items()}
        return curves | {"rollout/win_rate": float(np.mean(list(self.rates.values()))), "iterate/decisions": float(self.decisions)}

    # ---- playing ---------------------------------------------------------------------------------------------
    def _odds(self) -> NDArray[np.float64]:
        """Return the sampling probabilities of the games; quests that are won half of the time are the most informative."""
        rate = np.array(list(self.rates.values()))
        weight = 4 * rate * (1 - rate) + FLOOR
        boards = np.array([name == GENERATED for name in self._groups])
        if boards.any() and not boards.all():
            weight = np.where(boards, self.config.generated_share, (1 - self.config.generated_share) * weight / weight[~boards].sum())
        odds: NDArray[np.float64] = weight[self._group] * self._share
        return odds / odds.sum()

    def player(self, temperature: float = 0.0) -> Player:
        """Return a player of the current policy; temperature 0: best action, 1: sampling."""
        return player_of_network(self.updates.compiled, self.base, temperature=temperature, name="policy")

    def _visit(self, random: np.random.Generator, share: float) -> tuple[Visits, NDArray[np.int32]]:
        """Play whole games; return the sampled decisions, and the index of the game of each."""
        batch = self._batch
        batch.world_of[:] = random.choice(len(self.games), size=batch.n, p=self._odds())
        batch.reset(random.integers(2**62, size=batch.n))
        batch.seed_actions(random.integers(2**62, size=batch.n))
        found = visit(batch, self.player(1.0), self.base, every=self.config.sample_every, share=share, most=MOST, random=random)
        groups, size = self._group[batch.world_of], len(self._groups)
        self._results = MEMORY * self._results + np.stack([np.bincount(groups, minlength=size), np.bincount(groups, found.won, size)])
        self.decisions += found.played
        return found, batch.world_of[found.games].copy()

    def _label(
        self, found: Visits, worlds: NDArray[np.int32], won: NDArray[np.float64], random: np.random.Generator, curves: dict[str, float]
    ) -> Labels:
        """Label the stored decisions by rollouts, and compare the labels with the critic's predictions."""
        c, keep = self.config, found.keep
        if not len(keep):
            return Labels.of_results(found.raw[:0], won[:0])
        raw, counts = found.raw[keep], np.diff(found.starts)
        wide = np.repeat(np.isin(np.arange(len(counts)), keep), counts)
        starts, actions = np.concatenate([[0], np.cumsum(counts[keep])]), found.actions[wide]
        logits = self._logits(raw, starts, actions, found.worse[wide])
        starts, chosen = drawn(starts, logits, c.candidates, random)
        actions, logits, before = actions[chosen], logits[chosen], self._siblings.played
        worth = self._siblings.play(
            found.states,
            worlds[keep],
            starts,
            actions,
            player=self.player(),
            worth=self._worth,
            worlds=c.worlds,
            rounds=c.rollout_rounds,
            random=random,
        )
        self.decisions += self._siblings.played - before
        calibration = Calibration.of(starts, self.critic.advantages(raw, starts, actions), logits, worth)
        self.evidence.add(calibration, MEMORY)
        mean = worth.mean(axis=1)
        own = mean[starts[:-1]]  # mean of the most probable action
        curves |= {
            "labels/positions": float(len(keep)),
            "labels/signal": calibration.signal,
            "labels/noise": calibration.noise,
            "critic/explained_advantage": calibration.explained,
            **{f"critic/{name}": value for name, value in zip(("known", "error", "logit"), self.evidence.coefficients, strict=True)},
            "critic/explained_value": _explained(self.critic.values(raw), won[keep]),
        }
        return Labels(raw, np.diff(starts), actions, mean, np.ones(len(keep)), c.outcome_weight * won[keep] + (1 - c.outcome_weight) * own)

    # ---- the policy ------------------------------------------------------------------------------------------
    def _logits(self, raw: NDArray[np.uint8], starts: Any, actions: Any, worse: Any) -> NDArray[np.float64]:
        """Return the logits of candidates."""
        own: NDArray[np.float64] = self.updates.learner.weigh(raw, starts, actions)[0]
        return self.updates.trust * (own - worse) if self.updates.trust else own

    def _follow(self, found: Visits, learning: bool, random: np.random.Generator, curves: dict[str, float]) -> None:
        """Improve the policy, and adjust its entropy to the target."""
        c, n = self.config, len(found.raw)
        if not n:
            return
        logits = self._logits(found.raw, found.starts, found.actions, found.worse)
        if c.exploration and self.updates.trust:
            factor = temperature_for(found.starts, logits, c.exploration, self.updates.trust, found.worse <= TIED)
            self.updates.trust_in(self.updates.trust * factor)
            logits = logits * factor
        curves |= {"train/entropy": entropy(found.starts, logits), "train/trust": self.updates.trust}
        if self.updates.trust:
            curves["train/exploration"] = entropy(found.starts, logits, found.worse <= TIED)
        step = c.stride * self.evidence.step
        if not learning or not step:
            return
        said = self.critic.advantages(found.raw, found.starts, found.actions)
        before = probabilities(found.starts, logits)
        wanted = probabilities(found.starts, logits + step * said)
        moved = _moved(before, wanted, n)
        if moved > c.most_moved:
            step *= c.most_moved / moved
            wanted = probabilities(found.starts, logits + step * said)
        nothing = np.zeros(n)
        positions = Positions(
            found.raw, found.starts, found.actions, found.worse, np.zeros(n, np.int64), nothing, nothing, found.ahead, wanted
        )
        order, rows = random.permutation(n), []
        for start in range(0, n, c.batch):
            rows.append(self.updates.step(IMITATE, positions, order[start : start + c.batch], value=POLICY_VALUE))
        after = probabilities(found.starts, self._logits(found.raw, found.starts, found.actions, found.worse))
        curves |= {f"train/{name}": float(np.mean([row[name] for row in rows])) for name in ("value_loss", "gradient_norm")}
        gain = self.evidence.coefficients[0] * float(((after - before) * said).sum()) / n
        curves |= {
            "train/step": step,
            "train/wanted": _moved(before, wanted, n),
            "train/moved": _moved(before, after, n),
            "train/gain": gain,
        }

    # ---- checkpoints -----------------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """Return the state for checkpoints, without the policy."""
        critic = {f"critic.{name}": array for name, array in self.critic.arrays().items()}
        own = {"results": self._results, "evidence": self.evidence.sums, "decisions": np.array(self.decisions)}
        return critic | own | {"store": np.array(self.store.oldest)}

    def take_back(self, arrays: Mapping[str, Any], updates: int) -> None:
        """Restore the state that ``arrays`` returned after ``updates`` updates.

        Raises:
            ValueError: a file of labels is damaged or missing.
        """
        self.updates.refresh()
        self.critic.take_back({name.removeprefix("critic."): array for name, array in arrays.items() if name.startswith("critic.")})
        self._results, self.evidence.sums, self.decisions = arrays["results"], arrays["evidence"], int(arrays["decisions"])
        self.store.take_back(int(arrays["store"]), updates)


def _moved(before: NDArray[np.float64], after: NDArray[np.float64], n: int) -> float:
    """Return the probability moved between candidates, mean over n decisions."""
    return float(np.abs(after - before).sum()) / 2 / n


def _explained(told: NDArray[np.float64], came: NDArray[np.float64]) -> float:
    """Return ``explained``, or 0 without variance."""
    return float(np.nan_to_num(explained(told, came)))
