"""A YAML file that is small on disk and endless in memory is rejected at once, by the one reader for quests and vectors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from zombicide_env.conformance.vectors import load
from zombicide_env.core.words import one_line
from zombicide_env.games.source import MOST_BYTES, ContentError, Source, yaml_item
from zombicide_env.games.yaml_loader import MOST_CHARACTERS, MOST_LEVELS, MOST_VALUES, Loader

DOUBLING = "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" if i else "a0: &a0 [1]\n" for i in range(60))
CHAIN = "".join(f"a{i}: &a{i} [*a{i - 1}]\n" if i else "a0: &a0 [1]\n" for i in range(3000))
ENDLESS = {
    # PyYAML has its own limit since 6.0.4.
    "brackets": ("[" * 10**6, f"1: more than {MOST_LEVELS} levels lie inside each other|1: broken YAML .exceeded maximum nesting depth"),
    "braces": ("{a: " * 10**5, f"1: more than {MOST_LEVELS} levels"),
    "lists": ("- " * 10**5, f"1: more than {MOST_LEVELS} levels"),
    "aliases of aliases": (DOUBLING, f"15: there are more than {MOST_VALUES:,} values"),
    "a chain of aliases": (CHAIN, f"{MOST_LEVELS - 1}: more than {MOST_LEVELS} levels"),
    "merges": (
        DOUBLING.replace("[", "{<<: [").replace("]", "]}").replace("[1]", "{k: 1}"),
        f"more than {MOST_LEVELS} levels|more than {MOST_VALUES:,} values",
    ),
    "an alias of itself": ("a: &a {b: [*a]}", r"1: the alias \*a lies inside what it names"),
    "values": ("- 1\n" * (MOST_VALUES + 1), f"there are more than {MOST_VALUES:,} values"),
    "characters": ("x" * (MOST_CHARACTERS + 1), "1: the text has 2,097,153 characters, 2,097,152 are the most"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_document_is_refused(kind: str) -> None:
    text, reason = ENDLESS[kind]
    with pytest.raises(ContentError, match=reason):
        yaml_item(Source("mine.yaml", text), "quest")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_file_of_vectors_is_one_invalid_vector(kind: str, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(ENDLESS[kind][0])
    (vector,) = load(tmp_path)
    assert vector.problem is not None
    assert "\n" not in vector.problem[1]


@pytest.mark.slow
def test_aliases_within_the_limits_are_taken() -> None:
    assert yaml.load("a: &a [1, 2]\nb: {c: *a, d: *a}\n<<: {e: &e 3}\nf: *e", Loader=Loader) == {
        "a": [1, 2],
        "b": {"c": [1, 2], "d": [1, 2]},
        "e": 3,
        "f": 3,
    }
    deep = "[" * MOST_LEVELS + "]" * MOST_LEVELS
    assert yaml.load(deep, Loader=Loader) is not None
    assert len(yaml.load("- 1\n" * (MOST_VALUES - 1), Loader=Loader)) == MOST_VALUES - 1


def test_a_file_without_end_is_not_read() -> None:
    with pytest.raises(ContentError, match=f"cannot be read .*more than {MOST_BYTES:,} bytes"):
        Source.at("/dev/zero")


def test_many_vectors_in_one_file_are_checked_for_unique_ids_quickly(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text("- {}\n" * 20_000)
    assert len(load(tmp_path / "many.yaml")) == 20_000


def test_words_of_others_are_shown_on_one_clean_line() -> None:
    assert one_line("a\n\x1b[31mb\u202ec\x00 größer") == r"a \x1b[31mb\u202ec\x00 größer"
    assert len(one_line("x" * 10**6)) < 1100
    assert re.fullmatch(r"x{40} \.\.\. y{40}", one_line("x" * 5000 + "y" * 5000, 80))
    error = ContentError("a\x1b.yaml", 3, "two\nlines")
    assert str(error) == r"a\x1b.yaml:3: two lines"
    assert error.reason == "two lines"
