"""The configuration of self-play: the options of ``RunConfig``, the opponents, and defaults for competitive games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from zombicide_agents.network import NetworkConfig
from zombicide_env import GAMES, make_game
from zombicide_env.core.words import spread
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.discounting import By
from zombicide_training.run.config import RunConfig, form_words, unusual
from zombicide_training.run.folder import CONFIG

__all__ = ["SelfPlayConfig", "ZGameConfig"]


@dataclass
class SelfPlayConfig(RunConfig):
    """Train one policy for every seat of a competitive game, against itself, earlier versions and rule-based players.

    A value network has other options (--recipe value --help).
    """

    # The best policy is chosen by its strength against a baseline: with another one, earlier strengths could not be compared.
    MAY_CHANGE: ClassVar[tuple[str, ...]] = tuple(name for name in RunConfig.MAY_CHANGE if name != "baselines")
    #: Options that come first in the help.
    FIRST: ClassVar[tuple[str, ...]] = (
        *("game", "players", "quest", "role", "minutes", "out", "resume", "start", "decisions", "reward", "option"),
        *("response_to", "past", "scripted", "scripted_agents", "rivals", "steps", "seed"),
    )

    game: str = "hit_z_road"
    """id of the game"""
    players: tuple[int, ...] = (2, 3, 4)
    """numbers of players; parallel games are divided evenly among them (2 3 4 4: half of the games have four)"""
    quest: tuple[str, ...] = ()
    """training quests, if the game has quests; parallel games are divided evenly among them, and a quest named twice gets twice as many.
    Default: the default quest of the game"""
    decisions: Literal["full", "actions"] = "full"
    """actions: the players only make the main decisions, all others take their documented default"""
    reward: Literal["win", "zero_sum", "score", "sparse", "shaped"] | None = None
    """training reward, one of those of the game; default: zero_sum if the game has it, otherwise shaped. Policies are always evaluated by
    wins"""

    role: str = ""
    """the only role to train, in games with roles; default: all roles are trained alternately, each against the pools of the others. If
    only one role is trained and there is no run of another role next to its folder, it plays against the scripted agents"""

    response_to: str = ""
    """a frozen agent of the other role: `role` learns a best response to it alone, whose final win rate is a lower bound on how much that
    agent can be exploited"""

    # ---- opponents: one seat of every game is the policy's, the players of the others are sampled
    past: float = 0.25
    """share of the other seats played by earlier versions of the policy"""
    scripted: float = 0.25
    """share of the other seats played by the scripted agents; the policy plays the rest"""
    scripted_agents: tuple[str, ...] = ("greedy",)
    """agents of the scripted seats, with equal probability"""
    rivals: int = 3
    """number of earlier versions that play at a time; one of them is replaced before each update"""

    # ---- other defaults: the own loop learns from many decisions at once; games are short, and players share their decisions
    envs: int = 256
    """games in parallel"""
    batch: int = 1024
    """minibatch size, in decisions"""
    learning_rate: float = 1e-3
    """learning rate of Adam"""
    horizon: int = 64
    """decisions of each game between updates, of all players together"""
    lesson: int = 128
    """decisions of each game between rounds of imitation"""
    discount: float = 1.0
    """discount per decision of the same player"""
    entropy: float = 0.01
    """weight of the entropy bonus"""
    baselines: tuple[str, ...] = ("greedy",)
    """agents of the evaluations, one seat of the policy against theirs; the best policy is the best against the first"""
    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(kind="flat", width=256, layers=2))
    """architecture of the network"""

    def check(self) -> None:
        """Raise ConfigError if an option is invalid; the message names the option, the reason and valid values."""
        super().check()
        if self.quest and "quest" in form_words(self.option):
            raise ConfigError(f"quest={self.quest} and option quest=...: two names for one thing, give one of them")
        if self.quest and "quest" not in self.of_the_game({"quest": self.quest[0]}):
            raise ConfigError(f"quest={self.quest}: {self.game} has no quests, leave it out")
        if self.response_to and not self.role:
            raise ConfigError(f"response_to={self.response_to!r}: say which role answers it, role=...")
        if not self.players or min(self.players) < 2:
            raise ConfigError(f"players={self.players}: competition needs at least 2 players")
        if len(self.quests) * len(self.numbers) > self.envs:
            worlds = f"{len(self.quests)} quests with {len(self.numbers)} numbers of players"
            raise ConfigError(f"envs={self.envs} is too few for {worlds}, each needs a game: more envs, or fewer quests")
        if min(self.past, self.scripted) < 0 or self.past + self.scripted > 1:
            raise ConfigError(f"past={self.past} and scripted={self.scripted}: shares of the seats, together at most 1")
        if self.scripted and not self.scripted_agents:
            raise ConfigError("scripted_agents is empty: name an agent, or set scripted=0")
        if not self.baselines:
            raise ConfigError("baselines is empty: name an agent that the policy is judged against")
        if not 1 <= self.rivals <= 50:  # per role; the number of a player, its scripted opponents included, is an int8
            raise ConfigError(f"rivals={self.rivals}: 1 to 50 can play at a time")

    def opponents(self) -> Self:
        """Return a copy with the opponents of a role trained alone: ``response_to`` (also as baseline), or the scripted agents."""
        if self.response_to:
            frozen = (self.response_to,)
            return replace(self, past=0.0, scripted=1.0, scripted_agents=frozen, baselines=frozen)
        if self.role and not any((self.out.parent / role / CONFIG).is_file() for role in self._other_roles()):
            return replace(self, past=0.0, scripted=1.0)
        return self

    def _other_roles(self) -> list[str]:
        game = make_game(self.game, **self.game_options(self.players[0]))
        return [role for role in game.type.parts if role != self.role]

    @property
    def quests(self) -> list[str]:
        """Return the quests that ``quest`` expands to; [""]: the default quest, or none."""
        return [quest for name in self.quest for quest in spread(name)] or [""]

    def game_options(self, players: int, quest: str | None = None) -> dict[str, Any]:
        """Return the options of the training games; ``quest``: default: the first."""
        options = {"players": players, "decisions": self.decisions, "reward": self.reward or self._usual_reward()}
        return self.of_the_game(options | self._on(quest))

    def _on(self, quest: str | None = None) -> dict[str, str]:
        chosen = self.quests[0] if quest is None else quest
        return {"quest": chosen} if chosen else {}

    def _usual_reward(self) -> str:
        """Return the default reward: it should come soon after a decision, and what one side gains the other must lose."""
        offered = GAMES[self.game].form().choices("reward") if self.game in GAMES else []
        return next((usual for usual in ("zero_sum", "shaped") if usual in offered), "zero_sum")

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of players of the training games; a single number if the game has no such option, or ``option`` names it."""
        several = "players" in self.game_options(self.players[0]) and "players" not in form_words(self.option)
        return self.players if several else self.players[:1]

    def play_words(self) -> list[str]:
        """Return the options of `zombicide play` for a game like those of the run."""
        return self._words({"players": max(self.players)} | self._on() | unusual(decisions=self.decisions))

    def plain_options(self, players: int, quest: str | None = None) -> dict[str, Any]:
        """Return the options of the evaluation games: with all decisions, and only the win as reward."""
        return self.of_the_game({"players": players} | self._on(quest))


@dataclass
class ZGameConfig(SelfPlayConfig):
    """Train one policy for every seat of Z-Game: a short imitation of the rule-based player, then self-play without a base.

    A residual policy stops at the strength of its base here. But it begins with that strength: for runs of less than about ten minutes
    choose --base greedy. A value network has other options (--recipe value --help).
    """

    game: str = "z_game"
    """id of the game"""
    reward: Literal["win", "zero_sum", "score", "sparse", "shaped"] | None = "shaped"
    """training reward; shaped pays points when they are scored. Policies are always evaluated by wins"""
    warm_start: str | None = "auto"
    """agent to imitate before reinforcement learning, or none; auto: greedy, but none with start, from_dataset or base"""
    warm_decisions: int = 200_000
    """limit of decisions labeled by the teacher, or read from the dataset"""
    warm_share: float = 0.12
    """largest share of `minutes` for the warm start"""
    warm_passes: float = 3.0
    """passes over each decision of the warm start, on average"""
    past: float = 0.1
    """share of the other seats played by earlier versions of the policy"""
    scripted: float = 0.5
    """share of the other seats played by the scripted agents; the policy plays the rest"""
    horizon: int = 96
    """decisions of each game between updates, of all players together"""
    learning_rate: float = 5e-4
    """learning rate of Adam"""
    entropy: float = 0.003
    """weight of the entropy bonus"""
    gae: float = 0.97
    """lambda of generalized advantage estimation"""
    gae_by: By = "decision"
    """unit of lambda in the own loop; with `round`, lambda is 1 within a round"""
    value_updates: int = 4
    """number of initial updates, after a warm start or from a checkpoint, that only train the value"""
    network: NetworkConfig = field(default_factory=lambda: NetworkConfig(kind="entities", width=192, layers=1, token=24, heads=4))
    """architecture of the network"""

    @property
    def imitated_agent(self) -> str | None:
        """See RunConfig."""
        if self.warm_start == "none":
            return None
        if self.warm_start != "auto":
            return self.warm_start
        given = self.start or self.from_dataset or self.network.lean or self.base not in ("auto", "none")
        return None if given else "greedy"
