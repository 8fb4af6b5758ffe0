"""The git revision in results is read without writing to the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import zombicide_env
from tests.needs import library
from zombicide_training.collect.provenance import revision


def test_reading_the_revision_leaves_the_index_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``git status`` refreshes the index by default: a command killed at that moment leaves a lock, and git refuses the next commit."""
    if shutil.which("git") is None:
        pytest.skip(library("git"))
    file = tmp_path / "zombicide_env" / "__init__.py"
    file.parent.mkdir()
    file.write_text("")
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    for command in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "first")):
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True, capture_output=True)
    os.utime(file, (0, 0))  # now the index no longer records the file as unchanged, and a refresh would write to it
    monkeypatch.setattr(zombicide_env, "__file__", str(file))
    before = (tmp_path / ".git" / "index").read_bytes()
    found = revision.__wrapped__()
    assert found is not None and len(found) == 40
    assert (tmp_path / ".git" / "index").read_bytes() == before
