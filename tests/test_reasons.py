"""Every suppressed check, skipped test, ignored warning and swallowed exception has a reason next to it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest

FOLDERS = ("zombicide_env", "agents", "training", "benchmarks", "tests")

#: A suppressed check: the reason stands behind it, after " - " (noqa) or in a comment of its own ("type: ignore"), or in a comment above.
SUPPRESSED = re.compile(r"#\s*(?:noqa|type: ignore)(?P<codes>:? ?[\w\[\], -]*?\]?)(?P<reason>(?: - | {1,2}# )\S.*)?$")
SUPPRESSING = re.compile(r"noqa|type: ignore")
#: A file without any of these words has no exceptions, so it need not be parsed.
EXCEPTION = re.compile(rf"{SUPPRESSING.pattern}|skip|xfail|filter|suppress|except")
#: A reason that only points to another place does not count: its target moves.
POINTER = re.compile(r"^[\s#-]*(?:see|as|like) (?:above|below|\w+)\.?$", re.IGNORECASE)


class Source:
    """A source file with its comments by line; ``alone`` are the lines that hold only a comment."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.lines = ["", *self.text.splitlines()]

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text)))

    @cached_property
    def comments(self) -> dict[int, str]:
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}

    @cached_property
    def alone(self) -> set[int]:
        return {number for number in self.comments if self.lines[number].lstrip().startswith("#")}

    def explains(self, first: int, last: int) -> bool:
        """Return whether there is a reason on these lines, or in a comment right above them."""
        return any(self.is_reason(number) for number in range(first, last + 1)) or (first - 1 in self.alone and self.is_reason(first - 1))

    def is_reason(self, number: int) -> bool:
        """Return whether this line has a comment that is more than a suppressed check."""
        comment = self.comments.get(number, "")
        match = SUPPRESSED.search(comment)
        return bool(comment) and (match is None or bool(match["reason"]) or match.start() > 0) and not POINTER.match(comment)

    def suppressed(self) -> Iterator[int]:
        """Lines of suppressed checks without a reason."""
        if not SUPPRESSING.search(self.text):
            return
        for number, comment in self.comments.items():
            match = SUPPRESSED.search(comment)
            if match is None or (number - 1 in self.alone and not match["reason"] and not POINTER.match(self.comments[number - 1])):
                continue
            if not match["reason"] or POINTER.match(match["reason"]):
                yield number

    def left_out(self) -> Iterator[int]:
        """Lines of tests that are skipped or may fail, without a reason."""
        called = {id(node.func) for node in self.nodes if isinstance(node, ast.Call)}
        for node in self.nodes:
            if isinstance(node, ast.Attribute) and node.attr in ("skip", "xfail") and _owner(node) == "mark" and id(node) not in called:
                yield node.lineno
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or _owner(node.func) not in ("pytest", "mark"):
                continue
            name, reasons = node.func.attr, [word.value for word in node.keywords if word.arg == "reason"]
            if name in ("skip", "xfail"):
                reasons += node.args[:1]
            if name in ("skip", "skipif", "xfail", "importorskip") and not any(_says_something(reason) for reason in reasons):
                yield node.lineno

    def silenced(self) -> Iterator[int]:
        """Lines of ignored warnings without a reason."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("filterwarnings", "simplefilter"):
                ignores = any(isinstance(word, ast.Constant) and str(word.value).startswith("ignore") for word in node.args[:1])
                if ignores and not self.explains(node.lineno, node.end_lineno or node.lineno):
                    yield node.lineno

    def swallowed(self) -> Iterator[int]:
        """Lines of swallowed exceptions without a reason."""
        for node in self.nodes:
            if isinstance(node, ast.With | ast.AsyncWith):
                if any(_is_suppress(item.context_expr) for item in node.items) and not self.explains(node.lineno, node.body[0].lineno - 1):
                    yield node.lineno
            elif isinstance(node, ast.ExceptHandler):
                idle = isinstance(node.body[0], ast.Pass | ast.Continue)
                if idle and not self.explains(node.lineno, node.body[0].lineno):
                    yield node.lineno

    def bare(self) -> list[str]:
        """Lines that lack a reason, in order."""
        if not EXCEPTION.search(self.text):
            return []
        found = {*self.suppressed(), *self.left_out(), *self.silenced(), *self.swallowed()}
        return [self.lines[number].strip() for number in sorted(found)]


def _owner(node: ast.Attribute) -> str:
    """Owner of the attribute: "mark" for ``pytest.mark.skip``, "pytest" for ``pytest.skip``."""
    return node.value.id if isinstance(node.value, ast.Name) else node.value.attr if isinstance(node.value, ast.Attribute) else ""


def _says_something(reason: ast.expr) -> bool:
    return not isinstance(reason, ast.Constant) or bool(str(reason.value).strip())


def _is_suppress(call: ast.expr) -> bool:
    if not isinstance(call, ast.Call):
        return False
    return "suppress" in (getattr(call.func, "id", ""), getattr(call.func, "attr", ""))


def unexplained(text: str) -> list[str]:
    """Entries of ``pyproject.toml`` that suppress a tool's checks without a comment behind or right above."""
    found, above, inside = [], "", False
    for line in text.splitlines():
        inside = (inside or re.match(r'(?:ignore|"[^"]+"|filterwarnings) = \[', line) is not None) and not line.startswith("]")
        entry = inside and re.match(r'\s+"(?:[A-Z]+\d*"|ignore)', line) is not None
        module = above.startswith("[[tool.mypy.overrides]]")
        bare = "# " not in line and not above.strip().startswith("#")
        if (entry and bare) or (module and not line.startswith("# ")):
            found.append(line.strip())
        above = line
    return found


@pytest.mark.slow
def test_every_exception_has_its_reason(root: Path) -> None:
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*.py")]
    assert len(paths) > 400
    assert {path.relative_to(root).as_posix(): lines for path in paths if (lines := Source(path).bare())} == {}


def test_every_entry_of_the_project_file_has_its_reason(root: Path) -> None:
    assert unexplained((root / "pyproject.toml").read_text(encoding="utf-8")) == []


def test_no_workflow_goes_on_after_a_failure(root: Path) -> None:
    paths = [*(root / ".github" / "workflows").glob("*.yml")]
    assert paths
    assert [path.name for path in paths if "continue-on-error" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("open(x)  # noqa: SIM115\n", True),
        ("open(x)  # noqa: SIM115 - closed below\n", False),
        ("z = f()  # type: ignore[misc, arg-type]\n", True),
        ("z = f()  # type: ignore[misc]  # untyped\n", False),
        ("z = f()  # type: ignore[misc]  # see above\n", True),
        ("# For a reason.\nz = f()  # type: ignore[misc]\n", False),
        ("# See below.\nz = f()  # type: ignore[misc]\n", True),
        ('pytest.importorskip("torch")\n', True),
        ('pytest.importorskip("torch", reason=TRAIN)\n', False),
        ("pytest.skip()\n", True),
        ('pytest.skip("")\n', True),
        ('pytest.skip(f"{what} is missing")\n', False),
        ("@pytest.mark.skip\ndef test() -> None: ...\n", True),
        ("@pytest.mark.skipif(\n    WINDOWS,\n)\ndef test() -> None: ...\n", True),
        ('@pytest.mark.skipif(\n    WINDOWS,\n    reason="forks",\n)\ndef test() -> None: ...\n', False),
        ("@pytest.mark.xfail(strict=True)\ndef test() -> None: ...\n", True),
        ('warnings.filterwarnings("ignore")\n', True),
        ('warnings.filterwarnings("ignore", message=x)  # untrue here\n', False),
        ('@pytest.mark.filterwarnings(\n    "ignore:old",\n)\ndef test() -> None: ...\n', True),
        ('@pytest.mark.filterwarnings(\n    "ignore:old",  # the one that is tried\n)\ndef test() -> None: ...\n', False),
        ('warnings.simplefilter("ignore")\n', True),
        ("with suppress(OSError):\n    f()  # something else\n", True),
        ("with contextlib.suppress(OSError):  # it may be gone\n    f()\n", False),
        ("# It may be gone.\nwith suppress(OSError):\n    f()\n", False),
        ("try:\n    f()\nexcept OSError:\n    pass\n", True),
        ("try:\n    f()\nexcept OSError:\n    pass  # it may be gone\n", False),
        ("for x in y:\n    try:\n        f()\n    except OSError:\n        continue\n", True),
    ],
)
def test_the_search_sees_a_missing_reason(tmp_path: Path, text: str, bare: bool) -> None:
    file = tmp_path / "a.py"
    file.write_text(text)
    assert bool(Source(file).bare()) == bare


def test_the_search_sees_a_missing_reason_in_the_project_file() -> None:
    assert unexplained('ignore = [\n    "D102",\n    "D105",   # meant\n]\nselect = [\n    "E",\n]\n') == ['"D102",']
    assert unexplained('filterwarnings = [\n    "ignore::UserWarning:a",\n    # meant\n    "ignore::UserWarning:b",\n]\n') == [
        '"ignore::UserWarning:a",'
    ]
    assert unexplained('[[tool.mypy.overrides]]\nmodule = ["a"]\n[[tool.mypy.overrides]]\n# untyped\nmodule = ["b"]\n') == [
        'module = ["a"]'
    ]
