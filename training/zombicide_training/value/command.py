"""``zombicide train --recipe value``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import tyro

from .config import ValueConfig
from .run import train_value

__all__ = ["command"]


def command(arguments: Sequence[str]) -> int:
    """Train a value by the options of a command line; the exit code."""
    config = tyro.cli(ValueConfig, args=arguments, prog="zombicide train --recipe value")
    try:
        result = train_value(config)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"continue with: zombicide train --recipe value --resume --out {config.out}") from None
    lines = [f"value in {result.folder}"]
    if result.judged is not None:
        told = result.judged
        lines = [f"{name:24s} {100 * told.won[name]:5.1f} % won  AUC {area:.3f}" for name, area in told.auc.items()] + [
            f"AUC {told.mean:.3f} on average over tables won in 3 to 97 %, calibration error {told.error:.3f}",
            *lines,
        ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0
