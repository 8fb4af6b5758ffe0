"""A small package of rules on disk, and processes that run it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

RULES = {
    "constants.py": "LIMIT = 3\n",
    "leaf.py": "from zombicide_env.core.jit import jit\nfrom .constants import LIMIT\n@jit\ndef leaf(x):\n    return x + LIMIT\n",
    "top.py": """
        import json, sys, time
        import numpy as np
        from numba.core import event
        from zombicide_env.core.jit import PYTHON_MODE, buffers, entry, jit
        from . import leaf
        class Count(event.Listener):
            n = 0
            def on_start(self, e):
                self.n += 1
            def on_end(self, e):
                time.sleep(float(sys.argv[1]))
        count = Count()
        event.register("numba:compile", count)
        @jit
        def middle(x):
            return leaf.leaf(x) * 2
        @jit
        def aside(x):
            return x + 100
        @entry
        def run(out):
            out[0] = middle(5)
            out[1] = aside(5)
        out = np.zeros(2, np.int64)
        run(buffers(out))
        print(json.dumps([out.tolist(), count.n]))
    """,
}


def without_privileges() -> list[str]:
    """Prefix of a command whose process is bound by file permissions, as root is not."""
    if sys.platform == "win32":
        pytest.skip("Windows has no POSIX file permissions")
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("root may write everywhere, and there is no setpriv")
    return ["setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search", "--"]


class Package:
    """A small package of rules on disk, and processes that run it; ``run`` returns their output, ``[results, functions compiled]``."""

    before: tuple[str, ...] | list[str] = ()
    """Prefix of the command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "fake").mkdir()
        (folder / "fake" / "__init__.py").touch()
        for name, text in RULES.items():
            self.write(name, textwrap.dedent(text))

    def cached(self, pattern: str) -> list[Path]:
        return sorted((self.folder / "cache").rglob(pattern))

    def write(self, name: str, text: str) -> None:
        (self.folder / "fake" / name).write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / "fake" / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def start(self, delay: float = 0.0, **env: str) -> subprocess.Popen[str]:
        path = os.pathsep.join([str(self.folder), *sys.path])
        given = {**os.environ, "PYTHONPATH": path, "ZOMBICIDE_CACHE_DIR": str(self.folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [*self.before, sys.executable, "-m", "fake.top", str(delay)]
        given.pop("ZOMBICIDE_CACHE", None)
        return subprocess.Popen(command, env=given | env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def run(self, delay: float = 0.0, **env: str) -> tuple[str, str]:
        process = self.start(delay, **env)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return out.strip(), err
