"""Start-up: time from a fresh process to its first step, with an empty and with a full compilation cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from zombicide_env.core.cache import cache_folder

SCRIPT = """
import json, sys, time
start = time.perf_counter()
import zombicide_env
imported = time.perf_counter()
game = zombicide_env.make_game(sys.argv[1], **json.loads(sys.argv[2]))
from zombicide_env.core.batch import Batch
made = time.perf_counter()
batch = Batch(game, 1, seed=0)
batch.step(batch.random_actions())
stepped = time.perf_counter()
print(json.dumps({"import": imported - start, "make": made - imported, "first_step": stepped - made}))
"""


def one(game_id: str, options: dict[str, Any], cache: str) -> dict[str, float]:
    """Return seconds of the parts of one start, and ``process``: everything including the interpreter's start."""
    start = time.perf_counter()
    command = [sys.executable, "-c", SCRIPT, game_id, json.dumps(options)]
    done = subprocess.run(command, env=os.environ | {"ZOMBICIDE_CACHE_DIR": cache}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the start-up script failed:\n{done.stderr}")
    parts: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    parts["process"] = time.perf_counter() - start
    return {name: round(value, 3) for name, value in parts.items()}


def measure(game_id: str, options: dict[str, Any], *, repeats: int, cold: bool = True) -> dict[str, dict[str, float]]:
    """Measure ``cold``: empty cache, one start with compilation (optional), and ``warm``: full cache, the fastest of ``repeats`` starts."""
    if not cold:
        return {"warm": _quickest(game_id, options, str(cache_folder().parent), repeats)}
    with tempfile.TemporaryDirectory(prefix="zombicide-cache-") as cache:
        first = one(game_id, options, cache)
        return {"cold": first, "warm": _quickest(game_id, options, cache, repeats)}


def _quickest(game_id: str, options: dict[str, Any], cache: str, repeats: int) -> dict[str, float]:
    return min((one(game_id, options, cache) for _ in range(repeats)), key=lambda parts: parts["process"])
