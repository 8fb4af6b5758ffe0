"""Corruption of untrusted input, and the permitted results.

``FUZZ=n`` tries n times as many examples (``make fuzz``).
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

MORE = int(os.environ.get("FUZZ", "1"))
YAML = ("- ", ": ", "[", "]", "{", "}", "&a ", "*a", "<<: ", "!!int ", "!!bool x", "|", ">", "'", '"', "#", "---\n", "null", "~")
NUMBERS = ("-1", "0", "99", "9" * 5000, "1e400", ".nan", "0x7fffffff", "1:1:1", "2024-13-45", "true")
LETTERS = ("", "\n", " ", "  ", "\x1b[31m", "\x00", "\u2028", "\ud7ff", ",", ";", "é")
WORDS = st.sampled_from((*YAML, *NUMBERS, *LETTERS))

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from((-1, 2**31, 2**64, 1e300))
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4), max_leaves=6
)
"""Any JSON value, and NaN, which JSON lacks."""


def fuzz(examples: int) -> settings:
    """Return hypothesis settings: the suite tries ``examples`` examples, the same ones every time; `make fuzz` tries others."""
    quiet = list(HealthCheck)
    return settings(max_examples=examples * MORE, deadline=None, derandomize=MORE == 1, suppress_health_check=quiet, print_blob=True)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """The text with some pieces removed, inserted, doubled or moved."""
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 0, 1, 2, 5, 20, 200))))
        piece = draw(st.one_of(WORDS, st.just(text[start:end] * 2), st.text(max_size=3)))
        text = text[:start] + piece + text[end:]
    return text


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """The bytes with some of them changed, removed or inserted."""
    found = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(found)))
        found[place : place + draw(st.sampled_from((0, 1, 1, 3, 2000)))] = draw(st.binary(max_size=4))
    return bytes(found)


@st.composite
def forged(draw: st.DrawFn, document: Any) -> Any:
    """The JSON document with values, names and members replaced, removed or added."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        inside: Any = document
        while True:
            keys = sorted(inside) if isinstance(inside, dict) else list(range(len(inside)))
            deeper = [key for key in keys if isinstance(inside[key], dict | list) and inside[key]]
            if not deeper or draw(st.booleans()):
                break
            inside = inside[draw(st.sampled_from(deeper))]
        if isinstance(inside, list):
            inside.insert(draw(st.integers(0, len(inside))), draw(VALUES))
            continue
        name = draw(st.sampled_from(keys) | st.text(max_size=8)) if keys else draw(st.text(max_size=8))
        if name in inside and draw(st.integers(0, 3)) == 0:
            del inside[name]
        else:
            inside[name] = draw(VALUES)
    return document


def tried(read: Callable[[], Any], *errors: type[Exception]) -> None:
    """Check that ``read`` succeeds, or raises one of the errors with a message of one line."""
    try:
        read()
    except errors as error:
        said = str(error)
    else:
        return
    assert said
    assert "\n" not in said
    assert "\x1b" not in said
    assert len(said) < 4000


def text_of(document: Any) -> str:
    """The document as JSON, including NaN."""
    return json.dumps(document)
