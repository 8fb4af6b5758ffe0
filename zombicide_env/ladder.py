"""The ladder: tasks of increasing difficulty, from ones that random play wins a third of the time up to the quests.

    import gymnasium
    env = gymnasium.make("zombicide_env:zombicide/Ladder-Exit-v0")                 # training boards, another one each game
    test = gymnasium.make("zombicide_env:zombicide/Ladder-Exit-v0", split="test")  # held-out boards

All tasks are house rules. ``python -m zombicide_benchmarks.ladder`` measures win rates of random and rule-based play on each rung, and
how fast learners climb.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from .core.words import unknown
from .games import each_quest, make_games

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .core.game import Game

__all__ = ["RUNGS", "SPLITS", "Choose", "Rung", "rung", "won"]

Choose = Callable[["NDArray[Any]", "NDArray[Any]"], "NDArray[Any]"]
"""A policy: observations [n, N_OBS] and masks [n, N_ACTIONS] of n games -> an action for each, [n]."""
FIRST_SEED: Final = 5_000_000_000
"""Seed of the first evaluation game."""

SPLITS: Final = ("train", "test")
_DRAWN: Final = "generated:"


@dataclass(frozen=True)
class Rung:
    """A task of the ladder.

    Attributes:
        name: name in commands; the environments' ids have it in their own spelling.
        game: id of the game.
        asks: the task in a few words.
        options: options of the game; a generated quest without seed and split.
        opponents: the players of the other seats in competitive games, as ``VersusEnv`` takes them.
        boards: number of boards in each split, where they are generated.
    """

    name: str
    game: str
    asks: str
    options: Mapping[str, Any] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    boards: int = 32

    @property
    def gymnasium_id(self) -> str:
        return f"zombicide/Ladder-{self.name.title().replace('_', '')}-v0"

    @property
    def pettingzoo_id(self) -> str:
        return f"zombicide/ladder_{self.name}-v0"

    @property
    def drawn(self) -> bool:
        """Whether there are separate training and test boards; otherwise only the seeds of games differ."""
        return str(self.options.get("quest", "")).startswith(_DRAWN)

    def choices(self, split: str = "train", boards: int | None = None) -> dict[str, Any]:
        """Return the options of the game for this rung.

        Args:
            split: train or test.
            boards: number of boards; default: all of the split.

        Raises:
            ValueError: the split does not exist.
        """
        if split not in SPLITS:
            raise ValueError(unknown("split", split, SPLITS))
        last = min(self.boards, boards or self.boards) - 1
        drawn = {"quest": f"{self.options['quest']},seed=0..{last},split={split}"} if self.drawn else {}
        return {**self.options, **drawn}

    def each(self, split: str = "train", boards: int | None = None) -> list[dict[str, Any]]:
        """Return the options for each board."""
        return each_quest(self.choices(split, boards))

    def games(self, split: str = "train", boards: int | None = None) -> list[Game]:
        """Return the games of the rung, one for each board."""
        return make_games(self.game, **self.choices(split, boards))


def _small(name: str, asks: str, quest: str, survivors: int, max_rounds: int) -> Rung:
    """Return a rung of the Zombicide family on small boards."""
    options = {"quest": f"{_DRAWN}tiles=0,{quest}", "survivors": survivors, "max_rounds": max_rounds}
    return Rung(name, "black_plague", asks, options | _FAMILY)


def _rivals(name: str, game: str, length: str, opponents: tuple[str, ...], **options: Any) -> Rung:
    """Return a rung of a game with three competing players; the learner's seat is random."""
    asks = f"{length}, against {' and '.join(f'`{one}`' for one in opponents)}"
    return Rung(name, game, asks, {"players": 3, "decisions": "actions", **options}, opponents)


#: Only the survivors' own actions are decisions, and rewards include progress.
_FAMILY: Final = {"decisions": "actions", "reward": "shaped"}
_LADDER: Final[tuple[Rung, ...]] = (
    _small("exit", "reach the Exit in time", "goal=exit,zones=4,rooms=2", 1, 8),
    _small("hold", "kill the Walker, then hold the room", "goal=hold,zones=2,rooms=1,zombies=1", 1, 6),
    _small("open", "open the door, take the objective", "goal=objectives,zones=3,rooms=1,doors=closed", 2, 8),
    _small("kill", "kill two Walkers", "goal=kill,zones=3,zombies=2", 1, 8),
    _small("search", "find apples", "goal=search,zones=3,rooms=3", 3, 4),
    _small("escape", "reach the Exit while zombies come", "goal=exit,zones=5,rooms=2,spawns=1", 2, 8),
    _small("carry", "take the chainmail and bring it to the end of the street", "goal=carry,zones=3,rooms=1", 2, 10),
    _small("all", "kill, open, take the key, unlock, leave", "goal=all,zones=4,rooms=3,doors=closed,zombies=2,spawns=1", 3, 15),
    Rung(
        "board",
        "black_plague",
        "leave a board of two tiles",
        {"quest": f"{_DRAWN}tiles=2,goal=exit,difficulty=1", "survivors": 3, "max_rounds": 20, **_FAMILY},
    ),
    Rung("quest", "black_plague", "the first quest", {"quest": "danse_macabre", "survivors": 6, "max_rounds": 40, **_FAMILY}),
    _rivals("road_short", "hit_z_road", "two rounds", ("random", "random"), max_rounds=2),
    _rivals("road_long", "hit_z_road", "the whole game", ("random", "random")),
    _rivals("road", "hit_z_road", "the whole game", ("greedy", "greedy")),
    _rivals("city_short", "z_game", "two turns", ("random", "random"), target="blitz", max_turns=2),
    _rivals("city_long", "z_game", "the shortest whole game", ("random", "random"), target="blitz"),
    _rivals("city", "z_game", "the whole game", ("greedy", "greedy")),
)


#: Name -> rung, the easiest of each game first.
RUNGS: Final[Mapping[str, Rung]] = {one.name: one for one in _LADDER}


def rung(name: str) -> Rung:
    """Return the rung with this name. Raises ValueError if it does not exist."""
    if name not in RUNGS:
        raise ValueError(unknown("rung", name, RUNGS))
    return RUNGS[name]


def won(
    name: str, choose: Choose, games: int = 200, *, split: str = "test", observation_dtype: str = "float32", seed: int = FIRST_SEED
) -> NDArray[np.bool_]:
    """Return which games of a rung a policy wins, bool [games]. The games are the same for all policies and are played to their end.

    Args:
        name: name of the rung.
        choose: the policy, called for the games that are not over.
        games: number of games.
        split: test or training boards.
        observation_dtype: float32 (0 to 1) or uint8 (raw).
        seed: seed of the first game.
    """
    import gymnasium
    import numpy as np

    envs: Any = gymnasium.make_vec(
        rung(name).gymnasium_id, num_envs=games, split=split, autoreset_mode="disabled", observation_dtype=observation_dtype
    )
    seen, _ = envs.reset(seed=seed)
    over, found = np.zeros(games, bool), np.zeros(games, bool)
    actions = np.zeros(games, np.int64)
    while not over.all():
        going = np.flatnonzero(~over)
        actions[going] = choose(seen["observation"][going], seen["action_mask"][going])
        seen, _, terminated, truncated, infos = envs.step(actions)
        new = (terminated | truncated) & ~over
        if new.any():
            found[new] = infos["final_info"]["is_success"][new]
            over |= new
    envs.close()
    return found
