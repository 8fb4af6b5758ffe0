"""The configuration of a training run: a dataclass in code, options on the command line, JSON in the run's folder."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Literal, Self

from zombicide_agents import checkpoint_folder, parse_spec
from zombicide_agents.compiled_network import COMPILED
from zombicide_agents.greedy import rule_based
from zombicide_agents.network import NetworkConfig
from zombicide_agents.residual import is_final, without_final
from zombicide_env import GAMES
from zombicide_env.core.form import Form
from zombicide_env.core.words import spread
from zombicide_env.ladder import RUNGS, rung
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.discounting import By
from zombicide_training.collect.workers import Place
from zombicide_training.learn.curriculum import Order
from zombicide_training.run.stored_config import StoredConfig

__all__ = ["RunConfig", "Track", "TrainConfig", "form_words", "unusual"]

Track = Literal["wandb", "mlflow"]

#: Minimum values of options.
_LEAST: Final = {
    (
        "envs",
        "part",
        "horizon",
        "batch",
        "epochs",
        "evaluate_games",
        "lesson",
        "warm_window",
        "warm_batch",
        "snapshot_updates",
        "pool",
    ): 1,
    (
        "seed",
        "steps",
        "keep",
        "final_games",
        "warm_decisions",
        "value_updates",
        "runoff_games",
        "base_generations",
        "patience",
        "save_minutes",
        "evaluate_minutes",
        "entropy",
        "value",
        "step_kl",
        "final_step_kl",
    ): 0,
}
#: Default of `exploration`, in nats.
TARGET_ENTROPY: Final = 0.1
_ABOVE_ZERO: Final = ("learning_rate", "warm_rate", "warm_passes", "warm_temperature", "clip", "minutes", "target_kl", "torch_threads")
#: Options that may be None: no limit, or the default of torch.
_MAY_BE_NONE: Final = ("minutes", "target_kl", "torch_threads")


@dataclass
class RunConfig(Place, StoredConfig):
    """Base class of the configurations of training runs."""

    MAY_CHANGE: ClassVar[tuple[str, ...]] = (
        "steps",
        "minutes",
        "device",
        "torch_threads",
        "workers",
        "ray",
        "track",
        "progress",
        "save_minutes",
        "keep",
        "evaluate_minutes",
        "evaluate_games",
        "patience",
        "runoff_games",
        "final_games",
        "baselines",
    )
    NOT_RECORDED: ClassVar[tuple[str, ...]] = (*StoredConfig.NOT_RECORDED, "workers", "ray")
    #: Limit of decisions if neither steps nor minutes are given.
    USUAL_STEPS: ClassVar[float] = 20_000_000
    #: What the own loop supports, for error messages.
    OWN_LOOP: ClassVar[str] = "networks that are compiled (network.kind=entities or flat)"

    # ---- the run
    resume: bool = False
    """continue the run in that folder, with its options. Only these options can be changed: steps, minutes, device, torch_threads, workers,
    ray, track, progress, save_minutes, keep, evaluate_minutes, evaluate_games, patience, runoff_games, final_games, and for a team
    baselines"""
    steps: int | None = None
    """limit of decisions of reinforcement learning; default: none with `minutes`, 20,000,000 without"""
    minutes: float | None = None
    """limit of minutes of training, base search and warm start included"""
    seed: int = 0
    """seed of games, network and sampling"""
    device: str = "cpu"
    """device of the network: cpu, cuda"""
    torch_threads: int | None = None
    """threads of torch; default: 1 for reinforcement learning in the own loop, whose kernels have their own threads, otherwise all cores.
    If other programs run, 1 is several times faster"""
    part: int = 16
    """games per task of a worker (--workers, --ray); results depend on it, but not on the number of workers"""
    track: Track | None = None
    """also send the curves to Weights & Biases or MLflow"""
    progress: bool = True
    """show progress: a bar on a terminal, lines in a log; without it only messages are printed"""
    save_minutes: float = 2.0
    """minutes between checkpoints"""
    keep: int = 2
    """number of latest checkpoints to keep, in addition to the best one"""
    evaluate_minutes: float = 3.0
    """minutes between evaluations"""
    evaluate_games: int = 400
    """games per evaluation during training"""
    runoff_games: int = 1000
    """games of the final runoff between the best policy of the evaluations, the last one, the average of the weights over the run, and the
    base or the policy of `start`: the winner is the result of the run; 0: no runoff, the result is the best policy of the evaluations"""
    patience: int = 3
    """consecutive evaluations significantly below the warm start after which reinforcement learning stops; 0: never"""
    final_games: int = 400
    """games of the final evaluation of the policy and of each baseline; 0: none"""
    baselines: tuple[str, ...] = ("greedy", "random")
    """agents to compare with in the final evaluation"""

    option: tuple[str, ...] = ()
    """additional options of the game, name=value"""

    start: str | None = None
    """checkpoint with the initial weights, a folder or a name; the network gets its architecture. For a run with several roles, the folder
    that contains them"""

    snapshot_updates: int = 20
    """updates between versions in the pool"""
    pool: int = 40
    """size of the pool of latest versions from which opponents, or the teammates `past`, are sampled"""

    # ---- the base of a residual policy
    base: str = "auto"
    """rule-based player to whose scores the policy adds its own: auto (the strongest of the game; none after a warm start, with start, or
    where a game has no such player), none, or a spec such as greedy:weights=mine.json"""
    base_share: float = 0.5
    """largest share of `minutes` for fitting the weights of the base before the network learns; 0: they are not fitted"""
    base_generations: int = 200
    """limit of generations of that search, with 12 candidates and 128 games each"""

    # ---- warm start by imitation
    warm_start: str | None = None
    """agent to imitate before reinforcement learning, for example greedy"""
    from_dataset: str | None = None
    """dataset to imitate instead of a teacher, a folder of `zombicide dataset`; with steps 0 nothing else is learned"""
    warm_decisions: int = 1_000_000
    """limit of decisions labeled by the teacher, or read from the dataset"""
    warm_share: float = 0.9
    """largest share of `minutes` for the warm start"""
    lesson: int = 32
    """decisions of each game between rounds of imitation"""
    warm_teacher: float = 0.7
    """share of the warm start in which the teacher plays all games; afterwards the student plays most of them, with labels of the
    teacher"""
    warm_passes: float = 4.0
    """passes over each decision of the warm start, on average"""
    warm_window: int = 300_000
    """size of the replay buffer of the warm start, in decisions"""
    warm_batch: int = 512
    """minibatch size of the warm start; on large boards small minibatches learn more from the same decisions"""
    warm_rate: float = 1e-3
    """learning rate of Adam in the warm start"""
    warm_temperature: float = 0.1
    """temperature: the teacher's scores divided by it are the target logits; use a lower one for scores that are close together, like
    those of a search"""

    # ---- reinforcement learning
    trainer: Literal["auto", "own", "sb3"] = "auto"
    """own: the compiled loop, on all cores of this machine (networks `entities` and `flat`; --workers and --ray play its evaluations); sb3:
    MaskablePPO of sb3-contrib, with any network, device and workers; auto: own where possible"""
    exploration: float = TARGET_ENTROPY
    """target entropy of a residual policy in the own loop, in nats, on average over decisions with a choice; ties with the base's choice
    count as one action. The factor of its scores is adapted. The published policy takes the best action. 0: the factor is constant"""
    gae_by: By = "round"
    """unit of lambda in the own loop; with `round`, lambda is 1 within a round"""
    envs: int = 128
    """games in parallel"""
    horizon: int = 64
    """decisions of each game between updates"""
    batch: int = 2048
    """minibatch size, in decisions"""
    epochs: int = 2
    """passes over the decisions of an update"""
    learning_rate: float = 3e-4
    """learning rate of Adam"""
    final_rate: float = 0.1
    """final learning rate as a share of the initial one; 1: it is constant. It decays with the steps or minutes that are left"""
    discount: float = 0.99
    """discount per round (see discount_by)"""
    gae: float = 0.95
    """lambda of generalized advantage estimation"""
    clip: float = 0.15
    """clipping range of PPO"""
    entropy: float = 0.005
    """weight of the entropy bonus"""
    value: float = 0.5
    """weight of the value loss"""
    target_kl: float | None = 0.03
    """KL divergence at which an update stops early"""
    step_kl: float = 0.01
    """target KL divergence of an update of a residual policy in the own loop: above it the step size of the optimizer is reduced, below 0.3
    times it increased. 0: the step size is the learning rate"""
    final_step_kl: float | None = None
    """final value of step_kl, which falls with the steps or minutes that are left; default: it is constant. A small one, 0.0001, lets the
    policy settle at the end of a long run; in minutes it costs more than it gains"""
    value_updates: int = 2
    """number of initial updates, after a warm start or from a checkpoint, that only train the value"""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    """architecture of the network"""

    def decay(self, left: float) -> float:
        """Return the learning rate as a share of the initial one, when ``left`` of the run remains, in [0, 1]."""
        return self.final_rate + (1 - self.final_rate) * left

    def divergence(self, left: float) -> float:
        """Return the target KL divergence of an update when ``left`` of the run remains; its root falls linearly, as the rate does."""
        final = self.step_kl if self.final_step_kl is None else self.final_step_kl
        return (math.sqrt(final) + (math.sqrt(self.step_kl) - math.sqrt(final)) * left) ** 2

    def check(self) -> None:
        """Raise ConfigError if an option is invalid; the message names the option, the reason and valid values."""
        super().check()
        for names, least in _LEAST.items():
            self.need_at_least(dict.fromkeys(names, least))
        self.need_above_zero(_ABOVE_ZERO, _MAY_BE_NONE)
        for name in ("discount", "gae"):
            if not 0 <= getattr(self, name) <= 1:
                raise ConfigError(f"{name}={getattr(self, name)}: give a number from 0 to 1")
        if self.batch > self.envs * self.horizon:
            raise ConfigError(f"batch={self.batch} is larger than the {self.envs * self.horizon} decisions of an update (envs x horizon)")
        self.need_shares(("warm_share", "base_share"), "a share of the time")
        self.need_shares(("warm_teacher",), "a share of the warm start")
        self.need_shares(("final_rate",), "a share of the learning rate")
        if not 0 <= self.exploration < math.inf:
            raise ConfigError(f"exploration={self.exploration}: give an entropy in nats, 0 or above")
        if self.imitated_agent and self.from_dataset:
            raise ConfigError(f"warm_start={self.imitated_agent} and from_dataset={self.from_dataset}: imitate one of them")
        if self.from_dataset and (self.network.lean or self.base not in ("auto", "none")):
            raise ConfigError(
                "from_dataset: a residual policy needs states, which datasets do not hold; leave base and network.residual out"
            )
        if self.network.lean and self.base not in ("auto", "none", self.network.lean):
            raise ConfigError(f"base={self.base} and network.residual={self.network.lean} are two names for one player: give one of them")
        if self.network.problem:
            raise ConfigError(self.network.problem)
        if self.trainer == "own" and not replace(self, trainer="auto").own_loop:
            raise ConfigError(f"trainer=own learns with {self.OWN_LOOP}; use trainer=sb3 for anything else")

    @property
    def most_steps(self) -> float:
        """``steps``, or its default."""
        if self.steps is not None:
            return self.steps
        return self.USUAL_STEPS if self.minutes is None else math.inf

    @property
    def own_loop(self) -> bool:
        """Whether the trainer is the own loop, which is compiled."""
        return self.trainer == "own" or (self.trainer == "auto" and self.network.kind in COMPILED)

    def on_base(self, game: Any, quests: Sequence[str] = ()) -> Self:
        """Return a copy whose network configuration names the base of the policy; ``quests``: those of the run.

        Raises:
            ConfigError: the game has no such player.
        """
        spec = self.network.lean or {"auto": self.usual_base(game, quests), "none": ""}.get(self.base, self.base)
        if spec and parse_spec(spec).name != "greedy":
            raise ConfigError(f"base={spec}: only a rule-based player can be the base, greedy with any weights, or none")
        return replace(self, network=replace(self.shape(), lean=spec))

    def shape(self) -> NetworkConfig:
        """Return the architecture of the network, without its base; with ``start`` and no network options that of the checkpoint."""
        usual = type(self)().network
        if self.start is None or replace(self.network, lean=usual.lean) != usual:
            return self.network
        return NetworkConfig.load(checkpoint_folder.read_header(checkpoint_folder.find(self.start)).network)

    @property
    def imitates(self) -> bool:
        """Whether imitation precedes reinforcement learning."""
        return bool(self.imitated_agent or self.from_dataset)

    @property
    def imitated_agent(self) -> str | None:
        """The agent to imitate before reinforcement learning."""
        return self.warm_start

    def usual_base(self, game: Any, quests: Sequence[str]) -> str:
        """Return the default base for these quests, or "" for none.

        It is that of ``start``, without ``final`` if the policy would have no choice in any of the quests.
        """
        if self.start is not None:
            base = str(checkpoint_folder.read_header(checkpoint_folder.find(self.start)).network.get("lean", ""))
            return without_final(base, game, quests) if is_final(base, game, quests) else base
        return "" if self.imitates else next(iter(rule_based(game)), "")

    def play_words(self) -> list[str]:
        """Return the options of `zombicide play` for a game like those of the run."""
        raise NotImplementedError

    def of_the_game(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return those of ``options`` that the game has, plus ``option``; raise ValueError if a word of ``option`` is invalid."""
        form = GAMES[self.game].form() if self.game in GAMES else Form()  # an unknown game is reported when it is created
        known = {field.name for field in form.fields}
        return {name: value for name, value in options.items() if name in known} | form.read(self.option)

    def _words(self, options: Mapping[str, Any]) -> list[str]:
        """Return the options of `zombicide play` for those of ``options`` that the game has."""
        own = form_words(self.option)
        return [word for name, value in self.of_the_game(options).items() if name not in own for word in (f"--{name}", str(value))] + (
            ["--option", *self.option] if self.option else []
        )


@dataclass
class TrainConfig(RunConfig):
    """Train one policy for all survivors of a team, by PPO.

    Other runs have other options: self-play (--game hit_z_road --help), policy iteration (--recipe iterate --help), distillation of several
    policies into one (--recipe distill --help), a value network (--recipe value --help).
    """

    OWN_LOOP: ClassVar[str] = RunConfig.OWN_LOOP + ", with critic=own and normalise_value=False"
    #: Options that come first in the help.
    FIRST: ClassVar[tuple[str, ...]] = (
        *("game", "quest", "survivors", "minutes", "out", "resume", "start", "test_quest", "decisions", "max_rounds", "reward"),
        *("ladder", "curriculum", "option", "teammates", "teammate_share", "steps", "seed"),
    )

    game: str = "black_plague"
    """id of the game"""
    # ---- defaults other than those of self-play: the own loop learns from many decisions at once
    envs: int = 512
    """games in parallel"""
    batch: int = 1024
    """minibatch size, in decisions"""
    learning_rate: float = 1e-3
    """initial learning rate of Adam; the own loop multiplies it by 0.02 to 4 for residual policies (see step_kl)"""
    quest: tuple[str, ...] = ()
    """training quests, in games with quests; default: the first. Parallel games are divided evenly among them, and a quest named twice gets
    twice as many. generated:seed=0..63,tiles=2 means 64 random ones"""
    test_quest: tuple[str, ...] = ()
    """evaluation quests, for example generated:seed=0..63,tiles=2,split=test; default: the training quests"""
    ladder: tuple[str, ...] = ()
    """rungs of the ladder to learn instead of quests, easiest first, each with its own team, decisions and limit of rounds, for example
    exit hold open; the policy is evaluated on their test boards"""
    curriculum: Order = "uncertain"
    """distribution of games over the rungs: even, uncertain (in proportion to 4p(1-p) for the win rate p), or promotion (the next rung once
    70 % of the games of a rung are won)"""
    survivors: tuple[int, ...] = (6,)
    """team sizes; games are divided evenly among them too. A quest that does not allow a size gets the next size"""
    decisions: tuple[Literal["full", "actions"], ...] = ("full",)
    """actions: all decisions other than the survivors' own actions take their documented default. Games can be divided between both"""
    reward: Literal["sparse", "shaped"] = "shaped"
    """shaped: changes of a potential are added to the result of the game"""
    max_rounds: int = 40
    """limit of rounds, after which a game is lost, in training and in evaluation; with --option at_max_rounds=truncation it is truncated
    instead, and training bootstraps its value"""
    teammates: tuple[str, ...] = ()
    """teammates of the policy in reinforcement learning, sampled for every seat of every game, for example greedy greedy:fear=0.1
    random:move=3 checkpoint:survivors past; `past` are its own earlier versions. Compiled players (random, greedy) cost little, others are
    called for every decision. Default: the policy plays all seats"""
    teammate_share: float = 0.5
    """share of seats of the teammates, on average; the policy always has at least one"""
    critic: Literal["own", "team"] = "own"
    """own: values from the observation of the deciding survivor; team: from a centralized critic that sees what all survivors see (in
    reinforcement learning only, not part of the policy)"""
    normalise_value: bool = False
    """learn values in units of the standard deviation of the returns"""
    discount_by: By = "round"
    """unit of the discount. A discount by decision rewards delaying a defeat with idle decisions"""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.quest and self.game in GAMES:
            self.quest = tuple(GAMES[self.game].quests()[:1])

    def check(self) -> None:
        """Raise ConfigError if an option is invalid; the message names the option, the reason and valid values."""
        super().check()
        if not self.quests(self.quest):
            raise ConfigError(f"quest is empty, and {self.game} does not say which quests it has: name a quest to learn, or several")
        self.need_shares(("teammate_share",), "a share of the seats")
        for name in ("survivors", "decisions"):
            if not getattr(self, name):
                raise ConfigError(f"{name} is empty: give one, or several")
        for name in self.ladder:
            self._check_rung(name)
        if len(self.ladder) > 1 and self.curriculum != "even" and not self.own_loop:
            raise ConfigError(f"curriculum={self.curriculum} deals games in our loop alone; use trainer=own, or curriculum=even")
        quests = len(self.game_options()) if self.ladder else len(self.quests(self.quest))
        if quests > self.envs:
            raise ConfigError(f"envs={self.envs} is too few for {quests} quests, each needs a game: more envs, or fewer quests")

    def _check_rung(self, name: str) -> None:
        try:
            one = rung(name)
        except ValueError as error:
            raise ConfigError(f"ladder={name}: {error}") from error
        if one.game != self.game or one.opponents:
            whose = f"a rung of {one.game}" if one.game != self.game else "a rung of rivals"
            own = ", ".join(self._rungs()) or "none: name quests instead"
            raise ConfigError(f"ladder={name} is {whose}, which a team of {self.game} cannot learn; its rungs are {own}")

    def _rungs(self) -> list[str]:
        """Return the rungs of the game that a team can learn."""
        return [name for name, one in RUNGS.items() if one.game == self.game and not one.opponents]

    @property
    def own_loop(self) -> bool:
        """See RunConfig."""
        return super().own_loop and (self.trainer == "own" or (self.critic == "own" and not self.normalise_value))

    def quests(self, named: Sequence[str]) -> list[str | None]:
        """Return the quests that these names expand to; [None] if the game has no quests."""
        if "quest" not in self.of_the_game({"quest": ""}):
            return [None]
        return [quest for name in named for quest in spread(name)]

    def game_options(self) -> list[list[dict[str, Any]]]:
        """Return the options of the training games: a list per game, of which the first that its quest allows is used.

        There is a game for each combination if there are at most ``envs`` of them, else as many games as ``envs``, dealt out evenly.
        """
        if self.ladder:
            return self._climb("train", {"reward": self.reward})
        return self._deal(self.quest, self.decisions, self.reward)

    def plain_options(self) -> list[list[dict[str, Any]]]:
        """Return the options of the evaluation games: with all decisions, and only the result as reward."""
        if self.ladder:
            return self._climb("test", {"reward": "sparse"})
        return self._deal(self.test_quest or self.quest, ("full",), "sparse")

    def _climb(self, split: str, more: dict[str, Any]) -> list[list[dict[str, Any]]]:
        return [[self.of_the_game({**options, **more})] for name in self.ladder for options in rung(name).each(split)]

    def rung_of(self) -> list[int]:
        """Return the index of the rung of each training game."""
        return [number for number, name in enumerate(self.ladder) for _ in rung(name).each("train")]

    def _deal(self, named: Sequence[str], decisions: Sequence[str], reward: str) -> list[list[dict[str, Any]]]:
        quests = self.quests(named)
        teams = [(number, asked) for asked in decisions for number in self.survivors]
        count = len(quests) * len(teams)
        dealt = []
        for i in range(count if count <= self.envs else max(self.envs, len(quests))):
            turn, quest = divmod(i, len(quests))
            first = (turn + quest) % len(teams)
            number, asked = teams[first]
            numbers = dict.fromkeys([number, *self.survivors[self.survivors.index(number) :], *self.survivors])
            rest = {"decisions": asked, "reward": reward, "max_rounds": self.max_rounds}
            dealt.append([self.of_the_game({"quest": quests[quest], "survivors": n, **rest}) for n in numbers])
        return dealt

    def play_words(self) -> list[str]:
        """Return the options of `zombicide play` for a game like those of the run."""
        if self.ladder:
            first = self.plain_options()[0][0]
            return self._words({name: first[name] for name in ("quest", "survivors")} | unusual(decisions=first["decisions"]))
        return self._words({"quest": self.quests(self.quest)[0], "survivors": self.survivors[0]} | unusual(decisions=self.decisions[0]))


def unusual(decisions: str) -> dict[str, str]:
    """Return ``decisions`` as an option, unless it is the default."""
    return {} if decisions == "full" else {"decisions": decisions}


def form_words(words: Iterable[str]) -> set[str]:
    """Return the names in words ``name=value``."""
    return {word.partition("=")[0] for word in words}
