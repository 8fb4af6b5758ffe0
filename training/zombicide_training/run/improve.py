"""An update of policy iteration: play games, imagine what alternatives come to, learn what they are worth, follow what is sure.

The policy moves by mirror descent: to the logits of every decision that was looked at are added the advantages that the critic sees there,
times a stride and the share of what it said before that has come true.  Differences between imagined games are mostly luck, so they are
regressed and never imitated; the policy follows the regression.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents.lean import Lean
from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.nets.learning import IMITATE, Positions
from zombicide_env.core.players import Player, player_of_network
from zombicide_training.collect.siblings import Siblings, Worth, drawn
from zombicide_training.collect.visits import Visits, visit
from zombicide_training.iterate_config import GENERATED, IterateConfig
from zombicide_training.learn.critic import Critic
from zombicide_training.learn.lessons import Lessons, Trial
from zombicide_training.learn.shelf import Shelf
from zombicide_training.learn.softness import entropy, probabilities, softened
from zombicide_training.learn.updates import Updates

__all__ = ["Improver"]

#: Decisions of a game after which it is left, far more than any takes.
MOST: Final = 20_000
#: What an update leaves of earlier results and of the evidence for the critic.
MEMORY: Final = 0.9
#: Weight of a quest that is never or always won, where one that is won half of the time has 1 more.
FLOOR: Final = 0.3
#: Weight of the value in the critic's loss, and in the policy's.
CRITIC_VALUE: Final = 2.0
POLICY_VALUE: Final = 0.05
#: Positions of a game from whose result the critic learns before anything is imagined.
RESULTS: Final = 12
#: Where lessons are, in the folder of a run.
LESSONS: Final = "lessons"


class Improver:
    """What updates need, and what they remember.

    Args:
        config: of the run.
        games: those that it learns, as ``config.game_options`` lists them.
        game: that for which the policy is made.
        network: of the policy, which updates change.
        optimizer: of the policy.
        folder: of the run.
        worth: what ends imagined games; default: the critic.

    Attributes:
        critic: says what positions and actions are worth.
        shelf: what it learns from.
        decisions: that were played, those of imagined games included.
    """

    def __init__(
        self, config: IterateConfig, games: list[Any], game: Any, network: Any, optimizer: Any, folder: Path, worth: Worth | None = None
    ) -> None:
        threads, n_actions = usable_cores(), game.action_codec.size
        self.config, self.games = config, games
        self.updates = Updates(network, optimizer, n_actions, threads)
        lean = network.config.lean
        self._base = Lean(lean, game).player.compiled if lean else None
        self.critic = Critic(game, network, config.critic_rate, n_actions, threads)
        self._worth = self.critic.worth if worth is None else worth
        self._batch = Batch(games, config.envs, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8")
        self._siblings = Siblings(games, config.lanes, threads)
        self.shelf = Shelf(folder / LESSONS, config.window)
        self.decisions = 0
        names, shares = zip(*config.weights(), strict=True)
        self._groups = list(dict.fromkeys(names))
        self._group = np.array([self._groups.index(name) for name in names])
        self._share = np.array(shares) / np.bincount(self._group, shares)[self._group]
        #: Games of each group, and how many of them were won; what the critic said times what came, what it said squared, and its doubt.
        self._results, self._evidence = np.zeros((2, len(self._groups))), np.zeros(3)

    @property
    def first(self) -> int:
        """Number of the first update that imagines anything."""
        return -(-self.config.known_games // self.config.envs)

    @property
    def rates(self) -> dict[str, float]:
        """Share of the latest games of each group that were won; of one that was not played, 0.5."""
        found = (self._results[1] + 0.5) / (self._results[0] + 1)
        return dict(zip(self._groups, found.tolist(), strict=True))

    @property
    def surety(self) -> float:
        """Share of the critic's differences that has come true lately, less one standard error; 0 .. 1."""
        product, square, doubt = self._evidence
        return float(np.clip((product - np.sqrt(doubt)) / square, 0.0, 1.0)) if square > 0 else 0.0

    def update(self, number: int) -> dict[str, float]:
        """Do the update of this number, from which everything random follows; what curves show."""
        c, random = self.config, np.random.default_rng((self.config.seed, number))
        imagining = number >= self.first
        found, worlds = self._visit(random, c.imagined if imagining else 0.0)
        won, curves = found.won[found.games].astype(np.float64), dict[str, float]()
        if imagining:
            lessons = self._imagine(found, worlds, won, random, curves)
        else:
            some = np.sort(random.permutation(len(won))[: RESULTS * c.envs])
            lessons = Lessons.of_results(found.raw[some], won[some])
            curves["critic/explained"] = _explained(self.critic.values(lessons.raw), lessons.value)
        self.shelf.add(number, lessons)
        losses = self.critic.learn(self.shelf.lessons(), c.critic_passes * max(1, len(lessons.raw)), c.batch, CRITIC_VALUE, random)
        curves |= {f"critic/{name}": value for name, value in losses.items()}
        if not imagining:
            self.critic.catch_up()
        self._follow(found, imagining, random, curves)
        curves |= {f"rollout/won/{name}": rate for name, rate in self.rates.items()}
        return curves | {"rollout/win_rate": float(np.mean(list(self.rates.values()))), "iterate/decisions": float(self.decisions)}

    # ---- playing ---------------------------------------------------------------------------------------------
    def _odds(self) -> NDArray[np.float64]:
        """How likely each of the games is: a quest that is won half of the time has most to teach."""
        rate = np.array(list(self.rates.values()))
        weight = 4 * rate * (1 - rate) + FLOOR
        boards = np.array([name == GENERATED for name in self._groups])
        if boards.any() and not boards.all():
            weight = np.where(boards, self.config.boards, (1 - self.config.boards) * weight / weight[~boards].sum())
        odds: NDArray[np.float64] = weight[self._group] * self._share
        return odds / odds.sum()

    def _player(self, heat: float) -> Player:
        """The policy as it is; heat 0: it takes the best action, 1: it draws."""
        return player_of_network(self.updates.compiled, self._base, temperature=heat, name="policy")

    def _visit(self, random: np.random.Generator, share: float) -> tuple[Visits, NDArray[np.int32]]:
        """Play whole games; the decisions that were looked at, and the game that each of them is of."""
        batch = self._batch
        batch.world_of[:] = random.choice(len(self.games), size=batch.n, p=self._odds())
        batch.reset(random.integers(2**62, size=batch.n))
        batch.seed_actions(random.integers(2**62, size=batch.n))
        found = visit(batch, self._player(1.0), self._base, every=self.config.look, share=share, most=MOST, random=random)
        groups, size = self._group[batch.world_of], len(self._groups)
        self._results = MEMORY * self._results + np.stack([np.bincount(groups, minlength=size), np.bincount(groups, found.won, size)])
        self.decisions += found.played
        return found, batch.world_of[found.games].copy()

    def _imagine(
        self, found: Visits, worlds: NDArray[np.int32], won: NDArray[np.float64], random: np.random.Generator, curves: dict[str, float]
    ) -> Lessons:
        """Play candidates of the decisions that were kept on, and see how well the critic knew what they come to."""
        c, keep = self.config, found.keep
        if not len(keep):
            return Lessons.of_results(found.raw[:0], won[:0])
        raw, counts = found.raw[keep], np.diff(found.starts)
        wide = np.repeat(np.isin(np.arange(len(counts)), keep), counts)
        starts, actions = np.concatenate([[0], np.cumsum(counts[keep])]), found.actions[wide]
        logits = self._logits(raw, starts, actions, found.worse[wide])
        starts, chosen = drawn(starts, logits, c.candidates, random)
        actions, before = actions[chosen], self._siblings.played
        worth = self._siblings.play(
            found.states,
            worlds[keep],
            starts,
            actions,
            player=self._player(0.0),
            worth=self._worth,
            worlds=c.worlds,
            rounds=c.rounds,
            random=random,
        )
        self.decisions += self._siblings.played - before
        trial = Trial.of(starts, self.critic.advantages(raw, starts, actions), worth)
        self._evidence = MEMORY * self._evidence + (trial.product, trial.square, trial.doubt)
        mean = worth.mean(axis=1)
        own = mean[starts[:-1]]  # of the policy's own choice
        curves |= {
            "imagined/positions": float(len(keep)),
            "imagined/true": trial.true,
            "imagined/noise": trial.noise,
            "critic/known": trial.known,
            "critic/surety": self.surety,
            "critic/explained": _explained(self.critic.values(raw), won[keep]),
        }
        return Lessons(raw, np.diff(starts), actions, mean, np.ones(len(keep)), c.result * won[keep] + (1 - c.result) * own)

    # ---- the policy ------------------------------------------------------------------------------------------
    def _logits(self, raw: NDArray[np.uint8], starts: Any, actions: Any, worse: Any) -> NDArray[np.float64]:
        """Logits of candidates."""
        own: NDArray[np.float64] = self.updates.learner.weigh(raw, starts, actions)[0]
        return self.updates.trust * (own - worse) if self.updates.trust else own

    def _follow(self, found: Visits, learning: bool, random: np.random.Generator, curves: dict[str, float]) -> None:
        """Move the policy towards what the critic thinks better, and keep its entropy where it is to be."""
        c, n = self.config, len(found.raw)
        if not n:
            return
        logits = self._logits(found.raw, found.starts, found.actions, found.worse)
        if c.exploration and self.updates.trust:
            factor = softened(found.starts, logits, c.exploration, self.updates.trust)
            self.updates.trust_in(self.updates.trust * factor)
            logits = logits * factor
        curves |= {"train/entropy": entropy(found.starts, logits), "train/trust": self.updates.trust}
        if not learning or not self.surety:
            return
        said = self.critic.advantages(found.raw, found.starts, found.actions)
        target = probabilities(found.starts, logits + c.stride * self.surety * said)
        nothing = np.zeros(n)
        positions = Positions(
            found.raw, found.starts, found.actions, found.worse, np.zeros(n, np.int64), nothing, nothing, found.ahead, target
        )
        order, rows = random.permutation(n), []
        for start in range(0, n, c.batch):
            rows.append(self.updates.step(IMITATE, positions, order[start : start + c.batch], value=POLICY_VALUE))
        after = probabilities(found.starts, self._logits(found.raw, found.starts, found.actions, found.worse))
        before = probabilities(found.starts, logits)
        curves |= {f"train/{name}": float(np.mean([row[name] for row in rows])) for name in ("value_loss", "gradient_norm")}
        curves["train/moved"] = float(np.abs(after - before).sum()) / 2 / n
        curves["train/wanted"] = float(np.abs(target - before).sum()) / 2 / n
        curves["train/gain"] = self.surety * float(((after - before) * said).sum()) / n

    # ---- checkpoints -----------------------------------------------------------------------------------------
    def arrays(self) -> dict[str, Any]:
        """Everything but the policy that a run needs to go on."""
        critic = {f"critic.{name}": array for name, array in self.critic.arrays().items()}
        own = {"results": self._results, "evidence": self._evidence, "decisions": np.array(self.decisions)}
        return critic | own | {"shelf": np.array(self.shelf.oldest)}

    def take_back(self, arrays: Mapping[str, Any], updates: int) -> None:
        """What ``arrays`` has given after so many updates.

        Raises:
            ValueError: what the critic learned from is damaged or gone.
        """
        self.updates.refresh()
        self.critic.take_back({name.removeprefix("critic."): array for name, array in arrays.items() if name.startswith("critic.")})
        self._results, self._evidence, self.decisions = arrays["results"], arrays["evidence"], int(arrays["decisions"])
        self.shelf.take_back(int(arrays["shelf"]), updates)


def _explained(told: NDArray[np.float64], came: NDArray[np.float64]) -> float:
    """Share of the variance that was told; 0 where nothing varies."""
    return float(1 - ((came - told) ** 2).mean() / came.var()) if came.var() > 0 else 0.0
