"""A worker process that compiles kernels for another process (``parallel_compilation``)."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys

from .cache import cache_folder
from .jit import place_all
from .parallel_compilation import signature


def work() -> None:
    """Compile the kernels named on standard input, one per line, into the cache."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the waiting process handles interrupts
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # output printed by modules must not mix with answers
    folder, records = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own process
    if folder != str(cache_folder()):
        return
    for line in sys.stdin.buffer:
        module, name = line.decode().split()
        try:
            kernel = getattr(importlib.import_module(module), name)
            place_all()
            kernel.compile(signature(kernel.py_func, records))
            answer = "done"
        except Exception:
            answer = "failed"
        print(answer, file=answers, flush=True)


__all__ = ["work"]
