"""Read content files: CSV rows and YAML nodes that carry their file and line, so that every error can name them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn

import yaml

from ..core import files
from ..core.words import MOST_LISTED, one_line, suggest, whole_number
from .yaml_loader import Loader, YAMLLimitError

MOST_BYTES: Final = 2**21
"""Size limit of a file of quests, tiles, cards, survivors or vectors."""


class ContentError(ValueError):
    """A content file is invalid.  The message reads ``file:line: what is wrong; what to write instead``.

    ``others``: further errors of the same file, where its reader looks for them.
    """

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file = one_line(file)
        self.line = line
        self.reason = one_line(reason)
        self.others: tuple[ContentError, ...] = ()
        super().__init__(f"{self.file}:{line}: {self.reason}")

    def __reduce__(self) -> tuple[Any, ...]:  # by default it would be made again from its message alone
        return type(self), (self.file, self.line, self.reason), vars(self)


@dataclass(frozen=True)
class Source:
    """Text of a file and the name that errors use for it."""

    name: str
    text: str

    @staticmethod
    def packaged(package: str, file: str) -> Source:
        """Return a file next to a package's modules; errors name it by the last part of the package's name, ``content/<file>``."""
        path = resources.files(package).joinpath(*file.split("/"))
        return Source(f"{package.rpartition('.')[2]}/{file}", path.read_text(encoding="utf-8"))

    @staticmethod
    def at(path: str | Path) -> Source:
        """Return a user's file."""
        try:
            return Source(str(path), files.read(path, MOST_BYTES).decode("utf-8-sig"))  # spreadsheets write a byte order mark
        except FileNotFoundError as error:
            raise ContentError(str(path), 1, f"cannot be read: there is no such file in {Path.cwd()}") from error
        except (OSError, ValueError) as error:
            raise ContentError(str(path), 1, f"cannot be read ({error}); name a text file in UTF-8") from error

    def fail(self, line: int, reason: str) -> NoReturn:
        """Raise ``ContentError`` for a line of this file."""
        raise ContentError(self.name, line, reason)


def packaged_files(package: str, folder: str, ending: str) -> list[str]:
    """Return the paths of the files in a folder next to a package's modules, sorted by name."""
    folder_path = resources.files(package).joinpath(*folder.split("/"))
    return sorted(f"{folder}/{entry.name}" for entry in folder_path.iterdir() if entry.name.endswith(ending))


def one_of(word: str, known: Collection[str]) -> str:
    """Return the end of an error message: a suggestion, or the allowed words if they are few."""
    hint = suggest(word, list(known))
    return hint if hint or len(known) > MOST_LISTED else f"; use one of {', '.join(known)}"


# ---- CSV --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One line of a CSV file; the methods read a column as a typed value."""

    source: Source
    line: int
    fields: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.fields[column]

    def fail(self, reason: str) -> NoReturn:
        """Raise ``ContentError`` for this line."""
        self.source.fail(self.line, reason)

    def required(self, column: str) -> str:
        """Return a value that must not be empty."""
        if not self[column]:
            self.fail(f"{column} is empty; give a value")
        return self[column]

    def choice(self, column: str, known: Collection[str]) -> str:
        """Return a value that is one of the known words."""
        word = self[column]
        if word not in known:
            self.fail(f"{column} {word!r} is unknown{one_of(word, known)}")
        return word

    def flag(self, column: str) -> bool:
        """``yes`` -> True; ``no`` or empty -> False."""
        return self.choice(column, ("yes", "no", "")) == "yes"

    def integer(self, column: str, low: int, high: int, empty: int | None = None) -> int:
        """Return a whole number in a range; ``empty`` is the value of an empty cell, if one is allowed."""
        word = self[column]
        if not word and empty is not None:
            return empty
        number = whole_number(word, low, high)
        if number is None:
            self.fail(f"{column} {word!r} is not a whole number from {low} to {high}")
        return number

    def threshold(self, column: str) -> int:
        """``4+`` -> 4; empty -> 0."""
        word = self[column]
        if not word:
            return 0
        if not re.fullmatch(r"[2-6]\+", word):
            self.fail(f"{column} {word!r} is not a die roll; use 2+..6+")
        return int(word[0])

    def words(self, column: str) -> tuple[str, ...]:
        """Return words separated by semicolons."""
        return tuple(word.strip() for word in self[column].split(";") if word.strip())


def csv_rows(source: Source, columns: Sequence[str], defaults: Mapping[str, str] = MappingProxyType({})) -> Iterator[Row]:
    """Return the rows of a CSV file with exactly these columns; blank lines and lines that begin with # are skipped.

    A column with a default may be omitted.
    """
    reader = csv.reader(io.StringIO(source.text), strict=True)
    header: list[str] | None = None
    try:
        for cells in reader:
            if not cells or cells[0].startswith("#"):
                continue
            if header is None:
                header = [cell.strip() for cell in cells]
                for column in header:
                    if column not in columns:
                        source.fail(reader.line_num, f"column {column!r} is unknown{one_of(column, columns)}")
                for column in columns:
                    if column not in header and column not in defaults:
                        source.fail(reader.line_num, f"column {column!r} is missing; the columns are {', '.join(columns)}")
                continue
            if len(cells) != len(header):
                source.fail(reader.line_num, f"{len(cells)} values for {len(header)} columns; quote values that contain a comma")
            yield Row(source, reader.line_num, dict(defaults) | dict(zip(header, (cell.strip() for cell in cells), strict=True)))
    except csv.Error as error:
        source.fail(reader.line_num, f"broken CSV ({error}); check the quotes")
    if header is None:
        source.fail(1, f"no header; the columns are {', '.join(columns)}")


# ---- YAML -------------------------------------------------------------------------------------------------


class Entries(dict[str, "Item"]):
    """The entries of a mapping; one that is asked for and missing is an error."""

    def __init__(self, of: Item) -> None:
        super().__init__()
        self.of = of

    def __missing__(self, key: str) -> NoReturn:
        self.of.fail(f"key {key!r} is missing")


class Item:
    """A YAML value with its line and key; the methods read it as a typed value or fail."""

    def __init__(self, source: Source, node: yaml.Node, name: str) -> None:
        self.source = source
        self.node = node
        self.name = name

    @property
    def line(self) -> int:
        """Line number in the file, from 1."""
        return int(self.node.start_mark.line) + 1

    def fail(self, reason: str) -> NoReturn:
        """Raise ``ContentError`` for the line of this value."""
        self.source.fail(self.line, f"{self.name}: {reason}")

    @property
    def empty(self) -> bool:
        """Whether the value is null."""
        return isinstance(self.node, yaml.ScalarNode) and self.node.tag == "tag:yaml.org,2002:null"

    def text(self) -> str:
        """Return a scalar as written."""
        if not isinstance(self.node, yaml.ScalarNode) or self.empty:
            self.fail("a text is expected")
        return str(self.node.value)

    def integer(self, low: int, high: int) -> int:
        """Return a whole number in a range."""
        word = self.node.value if isinstance(self.node, yaml.ScalarNode) else ""
        number = whole_number(str(word), low, high)
        if number is None:
            self.fail(
                f"{word!r} is not a whole number from {low} to {high}" if word else f"a whole number from {low} to {high} is expected"
            )
        return number

    def flag(self) -> bool:
        """``true`` or ``false``."""
        word = self.text()
        if word not in ("true", "false"):
            self.fail(f"{word!r} is neither true nor false")
        return word == "true"

    def choice(self, known: Collection[str]) -> str:
        """Return one of the known words."""
        word = self.text()
        if word not in known:
            self.fail(f"{word!r} is unknown{one_of(word, known)}")
        return word

    def items(self) -> list[Item]:
        """Return the members of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            self.fail("a list is expected")
        return [Item(self.source, node, f"{self.name}[{number}]") for number, node in enumerate(self.node.value)]

    def plain(self) -> Any:
        """Return the value as is: dictionaries, lists, whole numbers, true and false, texts."""
        if isinstance(self.node, yaml.MappingNode):
            return {key: item.plain() for key, item in self.mapping().items()}
        if isinstance(self.node, yaml.SequenceNode):
            return [item.plain() for item in self.items()]
        return yaml.safe_load(str(self.node.value))

    def mapping(self, required: Collection[str] | None = None, optional: Collection[str] = ()) -> Entries:
        """Return the entries; with ``required``, unknown and missing keys are errors."""
        if not isinstance(self.node, yaml.MappingNode):
            self.fail("a mapping (key: value) is expected")
        entries = Entries(self)
        for error in self.unknown((*required, *optional)) if required is not None else ():
            raise error
        for key_node, value_node in self.node.value:
            key = str(key_node.value)
            if key in entries:
                self.source.fail(int(key_node.start_mark.line) + 1, f"{self.name}: key {key!r} appears twice; remove one")
            entries[key] = Item(self.source, value_node, key)
        for key in required or ():
            entries[key]
        return entries

    def unknown(self, known: Collection[str]) -> Iterator[ContentError]:
        """Yield an error for each key of a mapping that is not a known one."""
        for node, _ in self.node.value:
            if node.value not in known:
                reason = f"{self.name}: key {str(node.value)!r} is unknown{one_of(str(node.value), known)}"
                yield ContentError(self.source.name, int(node.start_mark.line) + 1, reason)


def yaml_item(source: Source, name: str) -> Item:
    """Return the root of a YAML file."""
    try:
        node = yaml.compose(source.text, Loader=Loader)
    except YAMLLimitError as error:
        source.fail(error.problem_mark.line + 1 if error.problem_mark else 1, f"{error.problem}; such a file is not read")
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        source.fail(line, f"broken YAML ({error.problem}); check indentation, brackets and quotes")
    except yaml.YAMLError as error:
        source.fail(1, f"broken YAML ({error})")
    if node is None:
        source.fail(1, f"the file is empty; a {name} is expected")
    return Item(source, node, name)
