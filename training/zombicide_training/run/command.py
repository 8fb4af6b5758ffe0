"""``zombicide train --recipe iterate``."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import tyro

from zombicide_env import make_game
from zombicide_training.config import ConfigError
from zombicide_training.evaluate import table
from zombicide_training.iterate_config import IterateConfig
from zombicide_training.run.iterate import iterate
from zombicide_training.runs import Run, stored_game
from zombicide_training.seats import competitive

__all__ = ["command"]


def command(arguments: Sequence[str]) -> int:
    """Improve a policy by the options of a command line; the exit code."""
    config = _config(arguments)
    try:
        result = iterate(config)
    except KeyboardInterrupt:
        if stored_game(config.out) is None:
            raise
        raise KeyboardInterrupt(f"continue with: zombicide train --recipe iterate --resume --out {shlex.quote(str(config.out))}") from None
    if result.evaluations:
        sys.stdout.write(table(result.evaluations) + "\n")
    sys.stdout.write(f"{result.said}\npolicy in {result.policy}; play it with: {result.command}\n")
    return 0


def _config(arguments: Sequence[str]) -> IterateConfig:
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--game", nargs="?")
    first.add_argument("--out", nargs="?", default=IterateConfig.out)
    first.add_argument("--resume", action="store_true")
    known, _ = first.parse_known_args(arguments)
    prog, name = "zombicide train --recipe iterate", known.game or IterateConfig.game
    if known.resume:
        out = Path(known.out or IterateConfig.out)
        own = replace(Run.stored_config(out, IterateConfig), out=out, resume=True)
        return tyro.cli(IterateConfig, args=arguments, prog=prog, default=own).going_on(own, own)
    if competitive(make_game(name)):
        raise ConfigError(f"recipe=iterate improves the policy of a team, and in {name} players compete; leave --recipe out for self-play")
    return tyro.cli(IterateConfig, args=arguments, prog=prog)
