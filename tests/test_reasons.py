"""Whatever a checker is told to overlook, and whatever test is left out, has its reason beside it."""

from __future__ import annotations

import re
from pathlib import Path

#: The reason stands behind it, after " - " (noqa) or in a comment of its own ("type: ignore"), or in a comment above.
OVERLOOKED = re.compile(r"#\s*(?:noqa|type: ignore)(?P<codes>:? ?[\w\[\], -]*?\]?)(?P<reason>(?: - | {1,2}# )\S.*)?$")
#: A warning that is not heard: the reason in a comment behind it or above.
SILENCED = re.compile(r"filterwarnings\(\s*\"ignore(?!.*\)  # \S)")
LEFT_OUT = re.compile(r"(?:importorskip|mark\.skip|mark\.skipif|mark\.xfail)\(")
FOLDERS = ("zombicide_env", "agents", "training", "benchmarks", "tests")


def bare(path: Path) -> list[str]:
    """Lines of a file that give no reason."""
    found = []
    above = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        match = OVERLOOKED.search(line)
        overlooked = match is not None and not match["reason"] and not above.strip().startswith("#")
        left_out = LEFT_OUT.search(line) is not None and "reason=" not in line
        silenced = SILENCED.search(line) is not None and not above.strip().startswith("#")
        if overlooked or left_out or silenced:
            found.append(line.strip())
        above = line
    return found


def test_every_exception_has_its_reason(root: Path) -> None:
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*.py") if path != Path(__file__)]
    assert len(paths) > 400
    assert {path.relative_to(root).as_posix(): lines for path in paths if (lines := bare(path))} == {}


def test_the_search_sees_a_missing_reason(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        "open(x)  # noqa: SIM115\nopen(y)  # noqa: SIM115 - closed below\nz = f()  # type: ignore[misc, arg-type]\n"
        'z = f()  # type: ignore[misc]  # untyped\n# For a reason.\nz = f()  # type: ignore[misc]\npytest.importorskip("torch")\n'
        'filterwarnings("ignore")\nfilterwarnings("ignore", message=x)  # untrue here\n'
    )
    assert bare(file) == [
        "open(x)  # noqa: SIM115",
        "z = f()  # type: ignore[misc, arg-type]",
        'pytest.importorskip("torch")',
        'filterwarnings("ignore")',
    ]
