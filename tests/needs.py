"""Optional requirements of tests: the reasons for skipping, which say how to install them."""

from __future__ import annotations

import os
from typing import Any, Final

import pytest

from zombicide_env.extras import install

_EXTRA: Final = "needs the extra {}: {}"
TRAIN, SERVE, RENDER, FILM, CLI, PLOT = (
    _EXTRA.format(extra, install(extra)) for extra in ("train", "serve", "render", "film", "cli", "plot")
)
#: Long oracle tests: half an hour.
AT_LENGTH: Final = bool(os.environ.get("ORACLE"))
LENGTH: Final = "takes half an hour: make oracle"
COMPILING: Final = "there is nothing to compile in plain Python mode"


def library(name: str) -> str:
    """Reason for skipping a test of interoperation with another library."""
    return f"needs {name}: pip install {name}"


def registry() -> Any:
    """Return PettingZoo's registry; skip the test where PettingZoo does not create environments by name."""
    return pytest.importorskip("pettingzoo", minversion="1.27", reason="earlier versions of PettingZoo have no registry")
