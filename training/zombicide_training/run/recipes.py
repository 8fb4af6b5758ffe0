"""``zombicide train``: select the recipe of a run, parse its options, and report its result."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from zombicide_env import make_game
from zombicide_env.command_options import read_options
from zombicide_env.core.words import unknown
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.game_results import competitive
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.folder import Run, stored_game, stored_recipe
from zombicide_training.run.stored_config import StoredConfig

__all__ = ["RECIPES", "Recipe", "command"]


class Result(Protocol):
    """Result of a run."""

    def report(self) -> str:
        """Return the report as text."""


class Recipe(NamedTuple):
    """A training recipe, given as ``module:name``, which is imported on use.

    Attributes:
        config: path of the dataclass of its options.
        train: path of the function that takes them and returns a ``Result``.
    """

    config: str
    train: str

    def options(self) -> type[StoredConfig]:
        """Return the class of its options."""
        found: type[StoredConfig] = _named(self.config)
        return found

    def run(self, config: StoredConfig) -> Result:
        """Train with this configuration and return the result."""
        result: Result = _named(self.train)(config)
        return result


#: Default recipes: for a team, for competitive games, and for those with defaults of their own.
TEAM: Final = Recipe("zombicide_training.run.config:TrainConfig", "zombicide_training.run.trainer:train")
SELF_PLAY: Final = Recipe("zombicide_training.run.selfplay_config:SelfPlayConfig", "zombicide_training.run.selfplay:train_selfplay")
BY_GAME: Final = {"z_game": SELF_PLAY._replace(config="zombicide_training.run.selfplay_config:ZGameConfig")}
#: Values of ``--recipe`` -> recipes for a team, and for competitive games where they differ.
RECIPES: Final = {
    "distill": Recipe("zombicide_training.run.distill_config:DistillConfig", "zombicide_training.run.distill:distill"),
    "iterate": Recipe("zombicide_training.run.iterate_config:IterateConfig", "zombicide_training.run.iterate:iterate"),
    "value": Recipe("zombicide_training.run.value_config:ValueConfig", "zombicide_training.run.value:train_value"),
}
COMPETITIVE: Final = {"distill": RECIPES["distill"]._replace(config="zombicide_training.run.distill_config:RoleDistillConfig")}


def command(arguments: Sequence[str]) -> str:
    """Train with the options of a command line, and return the report.

    Raises:
        ConfigError: the recipe is unknown, an option is invalid, or the folder contains another run.
        KeyboardInterrupt: the run was stopped; the message says how to continue.
    """
    recipe, config = _read(arguments)
    try:
        return recipe.run(config).report()
    except KeyboardInterrupt:
        if stored_game(config.out) is None:
            raise
        raise KeyboardInterrupt(f"continue with: zombicide train --resume --out {shlex.quote(str(config.out))}") from None


def _read(arguments: Sequence[str]) -> tuple[Recipe, StoredConfig]:
    """Return the recipe and its options.

    The recipe and the game determine which options exist; a resumed run uses its stored options.
    """
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for option in ("--recipe", "--game", "--out"):
        first.add_argument(option, nargs="?")
    first.add_argument("--resume", action="store_true")
    asked, _ = first.parse_known_args(arguments)
    out = Path(asked.out or (_recipe(asked.recipe).options() if asked.recipe else TrainConfig).out)
    name, stored = asked.recipe, stored_game(out)
    if asked.resume and stored is not None:
        name = stored_recipe(out)
        _refuse_another(out, "recipe", name, asked.recipe)
        _refuse_another(out, "game", stored, asked.game)
    title, recipe, game = "zombicide train", TEAM, asked.game or stored or TrainConfig.game
    if name is not None:
        title, recipe = f"{title} --recipe {name}", _recipe(name)
        if name in COMPETITIVE and competitive(make_game(game)):
            title, recipe = f"{title} --game {game}", COMPETITIVE[name]
    elif competitive(make_game(game)):
        title, recipe = f"{title} --game {game}", BY_GAME.get(game, SELF_PLAY)
    kind: type[Any] = recipe.options()
    if not asked.resume:
        return recipe, read_options(kind, arguments, title)
    own = replace(Run.stored_config(out, kind), out=out, resume=True)
    return recipe, read_options(kind, arguments, title, own).going_on(own, own)


def _recipe(name: str) -> Recipe:
    if name not in RECIPES:
        raise ConfigError(unknown("recipe", name, RECIPES))
    return RECIPES[name]


def _refuse_another(out: Path, what: str, held: str | None, asked: str | None) -> None:
    if asked not in (None, held):
        of = f"of {held}" if held else f"without a {what}"
        raise ConfigError(f"{out} holds a run {of}, not of {asked}; leave --{what} out, or name another folder (--out)")


def _named(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
