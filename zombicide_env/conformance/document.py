"""Reading of YAML with the line number of every value; duplicate keys are errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ..core import files
from ..core.words import one_line
from ..games.source import MOST_BYTES
from ..games.yaml_loader import Loader, YAMLLimitError
from .errors import VectorError

__all__ = ["Lines", "line_of", "read"]

#: Line (from 1) of every key and list entry, by its path in the document.
Lines = dict[tuple[str | int, ...], int]


def read(file: Path) -> tuple[Any, Lines]:
    """Return the content of a YAML file and the line of each of its parts.

    Raises ``VectorError`` for a file that cannot be read, is not YAML, holds several documents, or has a duplicate key.
    """
    try:
        text = files.read(file, MOST_BYTES).decode()
    except UnicodeDecodeError as error:
        raise VectorError(f"cannot be read: byte {error.start} is not UTF-8; save the file as UTF-8 text", file) from error
    except OSError as error:
        raise VectorError(f"cannot be read ({error.strerror or error})", file) from error
    except files.TooLarge as error:
        raise VectorError(f"has more than {MOST_BYTES:,} bytes; write the vectors into several files", file) from error
    lines: Lines = {}
    try:
        loader = Loader(text)
        node = loader.get_single_node()
        return (None if node is None else _value(loader, node, (), lines, file)), lines
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        if problem == "but found another document":
            problem = "there are several documents; write one list of vectors, without '---' between them"
        what = "cannot be taken in" if isinstance(error, YAMLLimitError) else "is not YAML"
        raise VectorError(f"{what}: {problem}", file, None if mark is None else mark.line + 1) from error


def _value(loader: Loader, node: yaml.Node, path: tuple[str | int, ...], lines: Lines, file: Path) -> Any:
    lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        mapping: dict[Any, Any] = {}
        for key, (key_node, value_node) in _pairs(loader, node, file).items():
            mapping[key] = _value(loader, value_node, (*path, key), lines, file)
            lines[(*path, key)] = key_node.start_mark.line + 1
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, child, (*path, number), lines, file) for number, child in enumerate(node.value)]
    return _scalar(loader, node, file)


def _scalar(loader: Loader, node: yaml.Node, file: Path) -> Any:
    """Parse a scalar; a value that does not match its tag is an error like any other."""
    try:
        return loader.construct_object(node)
    except (ValueError, LookupError, AttributeError, OverflowError) as error:
        kind = node.tag.rpartition(":")[2]
        raise VectorError(f"{one_line(node.value, 60)!r} cannot be read as {kind}", file, node.start_mark.line + 1) from error


def _pairs(loader: Loader, node: yaml.MappingNode, file: Path) -> dict[Any, tuple[yaml.Node, yaml.Node]]:
    """Return the keys of a mapping with their nodes; its own keys override merged ones (``<<``), and none may be duplicated."""
    own = {id(key_node) for key_node, _ in node.value}
    loader.flatten_mapping(node)  # puts merged keys before the mapping's own
    pairs: dict[Any, tuple[yaml.Node, yaml.Node]] = {}
    written = set()
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise VectorError("a key must be a plain word", file, key_node.start_mark.line + 1)
        key = _scalar(loader, key_node, file)
        if key in written:
            raise VectorError(f"the key {key!r} stands twice", file, key_node.start_mark.line + 1)
        if id(key_node) in own:
            written.add(key)
        pairs[key] = (key_node, value_node)
    node.value = list(pairs.values())  # an alias is visited again
    return pairs


def line_of(lines: Lines, path: tuple[str | int, ...]) -> int | None:
    """Return the line of the deepest part of ``path`` that exists in the document."""
    for length in range(len(path), -1, -1):
        line = lines.get(path[:length])
        if line is not None:
            return line
    return None
