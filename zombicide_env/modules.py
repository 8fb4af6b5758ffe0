"""Constructors of environments of any game: the module ``<game>_v0`` for PettingZoo users, and Gymnasium's entry points.

This is where environments are combined with agents: opponents may be given as specs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from .envs.rendering import BATCH_METADATA, METADATA
from .games import GAMES

if TYPE_CHECKING:
    import gymnasium
    from pettingzoo import AECEnv

    from .envs.aec import RawEnv
    from .envs.parallel import ParallelGame
    from .envs.players import Player
    from .envs.text_episode import TextEpisode
    from .ladder import Rung

__all__ = [
    "gymnasium_env",
    "gymnasium_vector_env",
    "ladder_gymnasium_env",
    "ladder_gymnasium_vector_env",
    "ladder_pettingzoo_env",
    "ladder_pettingzoo_parallel_env",
    "module_of",
    "pettingzoo_env",
    "pettingzoo_module",
    "pettingzoo_parallel_env",
    "text_episode",
]

_USE: Final = """

from zombicide_env import {module}
env = {module}.env(render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None if terminated or truncated else env.action_space(agent).sample(info["action_mask"])
    env.step(action)
"""

Env = Callable[..., "AECEnv[str, dict[str, Any], int]"]
Raw = Callable[..., "RawEnv"]
Parallel = Callable[..., "ParallelGame"]

#: Options of an environment in which the agent has some seats of a team.
_TEAMMATES: Final = {"seats", "teammates", "wishes"}


# ---- PettingZoo ------------------------------------------------------------------------------------------------


def pettingzoo_env(game: str, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """Return ``RawEnv(game, **options)`` with PettingZoo's checks."""
    from .envs.aec import RawEnv, wrap

    return wrap(RawEnv(game, **options))


def pettingzoo_parallel_env(game: str, **options: Any) -> ParallelGame:
    """Return ``ParallelGame(game, **options)``: all agents act at every step."""
    from .envs.parallel import ParallelGame

    return ParallelGame(game, **options)


def pettingzoo_module(game: str) -> tuple[Env, Raw, Parallel]:
    """Return ``env``, ``raw_env`` and ``parallel_env`` of a game, named as in PettingZoo; all accept the game's options as well."""

    def env(**options: Any) -> AECEnv[str, dict[str, Any], int]:
        return pettingzoo_env(game, **options)

    def raw_env(**options: Any) -> RawEnv:
        from .envs.aec import RawEnv

        return RawEnv(game, **options)

    def parallel_env(**options: Any) -> ParallelGame:
        return pettingzoo_parallel_env(game, **options)

    title = GAMES[game].title
    env.__doc__ = f"{title} with PettingZoo's checks, see ``zombicide_env.envs.aec.wrap``; the options are those of ``raw_env``."
    raw_env.__doc__ = f"{title} without wrappers: ``zombicide_env.envs.aec.RawEnv({game!r}, ...)`` with its options and the game's own."
    parallel_env.__doc__ = f"{title} with all agents acting at every step: ``zombicide_env.envs.parallel.ParallelGame({game!r}, ...)``."
    return env, raw_env, parallel_env


def module_of(name: str) -> ModuleType | None:
    """Return the module ``zombicide_env.<game>_v<version>``, created if there is no file; None if the game does not exist."""
    entry = next((entry for entry in GAMES.values() if entry.module == name), None)
    if entry is None:
        return None
    path = f"{__package__}.{name}"
    if path not in sys.modules and find_spec(path) is None:
        made: Any = ModuleType(path, f"{entry.title} as a PettingZoo environment.{_USE.format(module=name)}")
        made.env, made.raw_env, made.parallel_env = pettingzoo_module(entry.id)
        sys.modules[path] = made
    return importlib.import_module(path)


# ---- Gymnasium -------------------------------------------------------------------------------------------------


def gymnasium_env(game: Any, **options: Any) -> gymnasium.Env[Any, Any]:
    """Return an environment of one agent: of a team (``TeamEnv``), some of its seats (``TeammatesEnv``) or a side (``VersusEnv``)."""
    from .envs.gym import TeamEnv
    from .envs.teammates import TeammatesEnv
    from .envs.versus import VersusEnv

    team = TeammatesEnv if _TEAMMATES & options.keys() else TeamEnv
    env: gymnasium.Env[Any, Any] = _made(game, options, team, VersusEnv)
    return env


gymnasium_env.metadata = METADATA  # type: ignore[attr-defined]  # where gymnasium.make looks for modes


def gymnasium_vector_env(num_envs: int = 1, *, game: Any, **options: Any) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """Return a vector environment of such games: ``TeamVectorEnv``, ``TeammatesVectorEnv`` or ``VersusVectorEnv``."""
    if options.pop("wishes", False):
        raise TypeError("many games at once take no wishes: make environments of one game, gymnasium.make(..., wishes=True)")
    from .envs.teammates_vector import TeammatesVectorEnv
    from .envs.vector import TeamVectorEnv
    from .envs.versus_vector import VersusVectorEnv

    team = TeammatesVectorEnv if _TEAMMATES & options.keys() else TeamVectorEnv
    envs: gymnasium.vector.VectorEnv[Any, Any, Any] = _made(game, options, team, VersusVectorEnv, num_envs=num_envs)
    return envs


gymnasium_vector_env.metadata = BATCH_METADATA  # type: ignore[attr-defined]  # as gymnasium_env has


# ---- the ladder ------------------------------------------------------------------------------------------------


def ladder_gymnasium_env(rung: str, split: str = "train", **options: Any) -> gymnasium.Env[Any, Any]:
    """Return ``gymnasium_env`` of a rung, which samples a board of the split at each reset; ``options`` override the rung's."""
    of = _rung(rung)
    return gymnasium_env(of.game, **of.choices(split) | _seats(of) | options)


ladder_gymnasium_env.metadata = METADATA  # type: ignore[attr-defined]  # as gymnasium_env has


def ladder_gymnasium_vector_env(
    num_envs: int = 1, *, rung: str, split: str = "train", **options: Any
) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """Return ``gymnasium_vector_env`` of a rung, with its boards (or the first ``num_envs`` of them) dealt to the sub-environments."""
    of = _rung(rung)
    return gymnasium_vector_env(num_envs, game=of.game, **of.choices(split, num_envs) | _seats(of) | options)


ladder_gymnasium_vector_env.metadata = BATCH_METADATA  # type: ignore[attr-defined]  # as gymnasium_env has


def ladder_pettingzoo_env(rung: str, split: str = "train", **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """Return ``pettingzoo_env`` of a rung: all seats are agents; another board of the split at each reset."""
    of = _rung(rung)
    return pettingzoo_env(of.game, **of.choices(split) | options)


def ladder_pettingzoo_parallel_env(rung: str, split: str = "train", **options: Any) -> ParallelGame:
    """Return ``pettingzoo_parallel_env`` of a rung."""
    of = _rung(rung)
    return pettingzoo_parallel_env(of.game, **of.choices(split) | options)


def _rung(name: str) -> Rung:
    from .ladder import rung

    return rung(name)


def _seats(of: Rung) -> dict[str, Any]:
    """Return the options for the opponents, where a rung has any; the learner's seat is sampled for each game."""
    return {"opponents": of.opponents, "side": "random"} if of.opponents else {}


# ---- text ------------------------------------------------------------------------------------------------------


def text_episode(
    game: Any, *, primer: bool = True, legal: bool = True, patience: int = 3, longest: int = 60, **options: Any
) -> TextEpisode:
    """Return ``gymnasium_env(game, **options)`` as texts for a language model, see ``envs.text_episode.TextEpisode``."""
    from .envs.text_episode import TextEpisode

    env = gymnasium_env(game, events=True, observation_dtype="uint8", **options)
    return TextEpisode(env, primer=primer, legal=legal, patience=patience, longest=longest)


def _made(game: Any, options: dict[str, Any], team: Any, versus: Any, **more: Any) -> Any:
    """Create the environment class that fits the game; options unknown to the environment are passed to the game."""
    from .envs.options import keywords, resolve_games

    own = keywords(team, versus)
    kept = {name: options.pop(name) for name in dict.fromkeys(own) if name in options}
    games = resolve_games(game, options, [*own, *sorted(_TEAMMATES)])
    of = games[0]
    several = of.type.n_sides > 1
    env = versus if several else team
    strange = [name for name in kept if name not in keywords(env)]
    if strange:
        raise TypeError(
            f"{of.id} with these options has {of.type.n_sides} side{'s' * several}: {env.__name__} takes no {', '.join(strange)}"
        )
    maker = {"maker": _make_player} if "maker" in keywords(env) else {}
    return env(game=games if len(games) > 1 else of, **more, **maker, **kept)


def _make_player(spec: str, game: Any) -> Player:
    import zombicide_agents as agents

    player: Player = agents.make(spec, game)
    return player
