"""Self-play training for competitive games: one policy in every seat, against itself, its earlier versions and rule-based players.

from zombicide_training import SelfPlayConfig, train_selfplay
result = train_selfplay(SelfPlayConfig(out="runs/highway", minutes=30, warm_start="greedy"))
result.policy            # the folder for agents.make("checkpoint:...")

Every update advances all games by ``horizon`` decisions, and computes advantages along the decisions of each side.  The own loop, which is
compiled (``run.loop``), plays and learns, or ``selfplay_rollout.Collector`` plays and MaskablePPO learns (``trainer="sb3"``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import Any, Final, cast

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents import Agent
from zombicide_agents.checkpoint import agent_of
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.cores import usable_cores
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.choices import Waiting
from zombicide_training.collect.game_results import competitive
from zombicide_training.collect.mixed_games import SharedGames
from zombicide_training.collect.opponents import Rivals
from zombicide_training.collect.selfplay_rollout import Collector, Results, Rollout
from zombicide_training.collect.selfplay_shards import Order, Tables, cut, put_back
from zombicide_training.collect.sharding import put_games, take_games
from zombicide_training.collect.snapshots import on_processor
from zombicide_training.collect.team_shards import seeded, weights_of, without_place
from zombicide_training.collect.workers import Here
from zombicide_training.evaluation.evaluate import Evaluation, evaluate
from zombicide_training.evaluation.statistics import Interval, together
from zombicide_training.learn.ppo import MaskedPPO
from zombicide_training.learn.sb3_policy import CodecPolicy
from zombicide_training.run.folder import TrainerState, stored_or_new
from zombicide_training.run.loop import Loop
from zombicide_training.run.results import RivalResults
from zombicide_training.run.roles import train_roles
from zombicide_training.run.selfplay_config import SelfPlayConfig
from zombicide_training.run.session import EVALUATION_SEED, Session, TrainResult

__all__ = ["SelfPlay", "seats_of", "train_selfplay"]

#: Name of the policy in its evaluations.
POLICY: Final = "policy"

#: The final evaluation uses other seeds than those with which the best policy was chosen.
_FINAL_SEED: Final = EVALUATION_SEED + 1_000_000


class SelfPlay(Session[SelfPlayConfig]):
    """One session of a run; :func:`train_selfplay` is the convenience function.

    Args:
        config: configuration of the run.
        places: number of games that this session plays itself; default: all.
    """

    def __init__(self, config: SelfPlayConfig, places: int | None = None) -> None:
        config.check()
        games = [make_game(config.game, **config.game_options(n, quest)) for quest in config.quests for n in config.numbers]
        plain = [(n, quest) for quest in dict.fromkeys(config.quests) for n in dict.fromkeys(config.numbers)]
        self.plain_games = [make_game(config.game, **config.plain_options(*options)) for options in plain]
        for game in games:
            if not competitive(game):
                raise ValueError(
                    f"{game.id} is not a competitive game, all its agents are on one side: train it as a team, `zombicide train`"
                )
            roles = list(game.type.parts) if game.type.kind == "asymmetric" else [""]
            if config.role not in roles:
                raise ConfigError(
                    f"role={config.role!r}: {game.id} " + (f"has the roles {', '.join(roles)}" if roles != [""] else "has no roles")
                )
        if config.imitates:
            seats_of(config.role, games)  # fail now, not after the folder is made
        threads, n = usable_cores() if config.own_loop else 1, places or config.envs
        self.batch = Batch(games, n, seed=config.seed, threads=threads, autoreset="same_step", observation_dtype="uint8")
        super().__init__(config, games)
        self.rivals = Rivals(self.versions, self.game, config)

    @cached_property
    def collector(self) -> Collector:
        """Collector of rollouts for MaskablePPO."""
        return Collector(self.batch, self.model.policy, self.rivals, self.config, self.timers)

    @cached_property
    def loop(self) -> Loop:
        """The own loop."""
        games = SharedGames(self.batch, self._drawn, self.rivals.agents)
        games.seat_all()
        results = RivalResults(self.rivals.kinds)
        return Loop(self.config, games, self.network, self.model.policy.optimizer, results, self.discounts_by())

    def _drawn(self, i: int) -> NDArray[np.int8]:
        """Sample the players of the seats of the game in slot ``i``, from the seed, the slot and the index of its game.

        The policy is 0 in ``Rivals`` and -1 in ``SharedGames``.
        """
        random = np.random.default_rng((self.config.seed, i, int(self.batch.episodes[i])))
        return self.rivals.seat(self.batch.games[self.batch.world_of[i]], random) - np.int8(1)

    def make_model(self) -> MaskedPPO:
        """Create policy, optimizer and loss of MaskablePPO, without an environment, because ``Collector`` plays the games."""
        without_environment: Any = None  # MaskablePPO accepts None if it does not initialize itself
        model = MaskedPPO(CodecPolicy, without_environment, n_steps=1, _init_setup_model=False, **self.ppo_options())
        model.n_envs = 1
        model.observation_space = spaces.Box(0, 255, (self.game.observation_codec.size,), np.uint8)
        model.action_space = spaces.Discrete(self.game.action_codec.size)
        model._setup_model()
        return model

    def trainer_state(self) -> TrainerState:
        """See Session."""
        own = self.config.own_loop
        played = self.loop.collector.waiting.arrays() | self.average.arrays() | self.loop.arrays() if own else self.collector.arrays()
        arrays = {**played, **self.rivals.arrays()}
        return TrainerState(self.model.policy.optimizer, self.batch, arrays)

    def take_back(self, arrays: dict[str, Any]) -> None:
        """See Session."""
        self.rivals.take_back(arrays)
        if self.config.own_loop:
            collector = self.loop.collector
            collector.waiting = Waiting.of(arrays, self.batch, collector.sides.n)
            collector.games.seat_all()
            self.average.take_back(arrays)
            self.loop.take_back(arrays)
        else:
            self.collector.take_back(arrays)

    def stand_on(self, base: str) -> None:
        """See Session."""
        super().stand_on(base)
        if not self.config.own_loop:
            self.collector.lean_on(base)

    def rivals_of_base(self) -> tuple[str, ...]:
        """See Session.  Returns the scripted agents that are compiled."""
        return tuple(spec for spec in self.config.scripted_agents if agents.make(spec, self.game).player(self.game) is not None)

    def own_seats(self) -> Sequence[int] | None:
        """See Session."""
        return seats_of(self.config.role, self.games)

    def learning(self) -> Iterator[None]:
        """Alternate playing and learning until steps or time are used up; pauses after each version added to the pool."""
        c = self.config
        if not self.versions.kept:
            self.keep_version()
        if c.own_loop:
            self.loop.updates.refresh()  # the network may have been changed outside the loop
        while self.progress.steps < c.most_steps:
            if self.between_updates():
                return
            self.model.remain(self.left())
            self.update()
            if self.progress.updates % c.snapshot_updates == 0:
                yield
        self.save(self.trainer_state())

    def update(self) -> None:
        """Run one update: play and learn."""
        p, c = self.progress, self.config
        if c.own_loop:
            self._update()
        else:
            self._update_sb3()
        self.model.num_timesteps = p.steps
        if p.updates % c.snapshot_updates == 0:
            self.keep_version()
        self.model.logger.record("pool/size", len(self.versions.kept))
        self.model.logger.dump(p.total)
        self.display.reach(p.steps)

    def _update(self) -> None:
        p, c = self.progress, self.config
        self.rivals.change(p.updates)
        self.loop.collector.games.join(self.rivals.agents)
        for name, value in self.loop.update(p.updates, self.left()).items():
            self.model.logger.record(name, value)
        self.model.check()
        self.average.see()
        p.updates += 1
        p.steps += c.horizon * self.batch.n

    def _update_sb3(self) -> None:
        began = time.perf_counter()
        self.rivals.change(self.progress.updates)
        rollout = self.collected()
        played = time.perf_counter()
        self.model.rollout_buffer = cast("Any", rollout)  # has only the attributes that the loss reads
        if rollout.size > 1:
            self.model.train()
        self.progress.steps += rollout.size
        self.progress.updates += 1
        self.draw(rollout.size, began, played)

    def collected(self) -> Rollout:
        """Advance all games by one horizon, in this process or in parts by workers, and return the rollout."""
        if isinstance(self.workers, Here):
            return self.collector.collect(self.progress.updates)
        policy: Any = self.model.policy
        order = Order(self.config, weights_of(policy), list(map(on_processor, self.rivals.past)), self.progress.updates)
        played = self.workers.all(play_tables, order, cut(self.collector, self.config.part))
        for _, results, _ in played:
            self.collector.results.take(results)
        put_back(self.collector, [tables for _, _, tables in played])
        columns = {name: np.concatenate([each[name] for each, _, _ in played]) for name in played[0][0]}
        return Rollout(**columns, device=policy.device)

    def draw(self, decisions: int, began: float, played: float) -> None:
        """Log the curves of an update."""
        now, logger = time.perf_counter(), self.model.logger
        logger.record("time/decisions_per_second", decisions / (now - began))
        logger.record("time/steps_per_second", self.config.horizon * self.batch.n / (now - began))
        logger.record("time/share_of_play", (played - began) / (now - began))
        if "train/entropy_loss" in logger.name_to_value:
            logger.record("train/entropy", -logger.name_to_value["train/entropy_loss"])
        for name, value in self.collector.take_curves().items():
            logger.record(f"rollout/{name}", value)

    # ---- evaluation ------------------------------------------------------------------------------------------------
    def against(self, opponent: str, games: int, seed: int) -> list[Evaluation]:
        """Evaluate the current policy in one seat against ``opponent`` in the others; seats are rotated.

        Each number of players has this number of games, divided among the quests.
        """
        network, workers = self.shown_network(), self.workers
        games, found = -(-games // len(set(self.config.quests))), []
        for game in self.plain_games:
            policy, role = agent_of(game, network), self.config.role
            policy.name = POLICY  # the same name for every kind of network agent
            label = f"{role} against {opponent}" if role else f"policy against {opponent}, {len(game.agents)} players"
            label += self._quest_of(game, ", ")
            if role:
                sides: list[list[str | Agent]] = [[policy if part == role else opponent] for part in game.type.parts]
                found.append(evaluate(game, sides, games, seed, label=label, workers=workers))
                continue
            seats: list[str | Agent] = [policy, *[opponent] * (len(game.agents) - 1)]
            found.append(evaluate(game, seats, games, seed, label=label, workers=workers))
        return found

    def _quest_of(self, game: Any, after: str) -> str:
        """Return the quest of a game for labels, behind ``after``; "" in a run with one quest."""
        return f"{after}{game.options['quest']}" if len(set(self.config.quests)) > 1 else ""

    def strength(self, games: int, seed: int) -> Interval:
        """See Session.  Returns the wins against the first baseline relative to the fair share."""
        return self._in_fair_shares(self.against(self.config.baselines[0], games, seed))

    def _in_fair_shares(self, results: list[Evaluation]) -> Interval:
        """Return the mean over the numbers of players and the quests, relative to the fair share."""
        sides = [game.type.n_sides for game in self.plain_games]
        return together([Interval(*(n * end for end in _share(e))) for e, n in zip(results, sides, strict=True)])

    def strength_of(self, spec: str) -> Interval | None:
        """See Session.  The first baseline has strength 1, its fair share."""
        return Interval(1.0, 1.0, 1.0) if spec == self.config.baselines[0] else None

    def judge(self) -> None:
        """See Session.  The strength is the wins against the first baseline relative to the fair share, mean over numbers of players."""
        strength = []
        for opponent in self.config.baselines:
            results = self.against(opponent, self.config.evaluate_games, EVALUATION_SEED)
            for game, e in zip(self.plain_games, results, strict=True):
                self.model.logger.record(f"evaluation/{opponent}_{len(e.seats)}_players{self._quest_of(game, '_')}", _share(e).value)
            strength.append(self._in_fair_shares(results))
            self.model.logger.record(f"evaluation/{opponent}_in_fair_shares", strength[-1].value)
        self.model.logger.dump(self.progress.total)
        self.judged(strength[0])
        self.display.note(f"{self.in_words(strength[0].value)}, best {self.progress.best:.2f}")

    def in_words(self, strength: float) -> str:
        """See Session."""
        return f"{strength:.2f} fair shares won against {self.config.baselines[0]}"

    def finish(self, report: Callable[[str, int, int], None] | None = None) -> TrainResult:
        """Save the best policy as ``final`` and evaluate it against the baselines."""
        said = self.restore_best()
        c = self.config
        found = [e for opponent in c.baselines for e in self.against(opponent, c.final_games, _FINAL_SEED)] if c.final_games else []
        more = {"evaluation": {e.label: _share(e)._asdict() for e in found}} if found else {}
        return self.result(said, found, {}, more)


# ---- workers ---------------------------------------------------------------------------------------------------


def play_tables(order: Order, part: Tables) -> tuple[dict[str, NDArray[Any]], Results, Tables]:
    """Advance the games of a part by one horizon; return the decisions to learn from, the results of finished games, and the games."""
    seed = seeded(order.config.seed, order.update, part.rows.start)
    with torch.random.fork_rng(devices=[]):
        session = _session(without_place(order.config).dump(), len(part.rows))
        torch.manual_seed(seed)
        policy, rivals = session.model.policy, session.rivals
        policy.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in order.weights.items()})
        rivals.past = order.past
        for number, agent in enumerate(rivals.agents):
            agent.reset((seed >> 32) + number)
        put_games(session.batch, part.games)
        session.batch.refresh()
        collector = Collector(session.batch, policy, rivals, order.config)
        collector.take_back(part.arrays)
        rollout = collector.collect(order.update, part.rows.start)
    columns = {field.name: getattr(rollout, field.name) for field in fields(Rollout) if field.name != "device"}
    arrays = {name: array.copy() for name, array in collector.arrays().items()}
    return columns, collector.results, Tables(part.rows, take_games(session.batch, range(session.batch.n)), arrays)


@lru_cache(maxsize=2)
def _session(config: str, games: int) -> SelfPlay:
    """Return the session of a worker: the run with as many slots as a part has."""
    return SelfPlay(SelfPlayConfig.load(config), games)


def seats_of(role: str, games: Sequence[Any]) -> Sequence[int] | None:
    """Return the seats of a role, None: all; raise ConfigError if it has other seats in another game."""
    if not role:
        return None
    first, *others = ([*game.type.parts[role]] for game in games)
    if any(seats != first for seats in others):
        raise ConfigError(f"{role} has other seats in some of these quests, and cannot imitate one teacher in all of them; separate them")
    return first


def _share(evaluation: Evaluation) -> Interval:
    assert evaluation.standing is not None
    return evaluation.standing.by_agent(evaluation.seats)[POLICY]["win_share"]


def train_selfplay(config: SelfPlayConfig) -> TrainResult:
    """Train and evaluate a policy by self-play; all results are in ``config.out``.

    With ``config.resume`` the stored configuration is used, except for ``steps``, ``minutes``, ``progress`` and the final
    evaluation, which may change; the run continues from its newest checkpoint as if it had not been stopped.

    Raises:
        ConfigError: an option is invalid, the folder already contains a run, or contains none to resume.
        AgentError: the spec of the warm start, of a scripted agent or of a baseline is unknown.
        ValueError: the game is not competitive, or does not accept these options.
    """
    config.check()
    config = stored_or_new(config.opponents())
    game = make_game(config.game, **config.game_options(config.players[0]))
    for spec in (*config.baselines, *config.scripted_agents, *([config.imitated_agent] if config.imitated_agent else [])):
        agents.make(spec, game)  # fail on an invalid spec now, not after the training
    if game.type.kind == "asymmetric" and not config.role:
        return train_roles(config, game, SelfPlay)
    session = SelfPlay(config)
    try:
        session.play_phases()
        return session.finish()
    finally:
        session.close()
