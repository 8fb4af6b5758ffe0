"""The record of a game as hashed in replays: checksums stay the same when the layout of the state changes.

By default it is the record itself. A game whose record has changed its layout since replays exist keeps the old form:
fields that both have are copied by name, also into wider numbers and longer arrays; working memory that was once part of the record
is left out; fields with another representation in the state are derived.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]


class Recorded:
    """A form of the records of a game.

    Args:
        state: the current record of the state.
        form: the record of the form, None: the same.
        left_out: fields of the form that are not hashed.
        derived: field of the form -> function that computes it from a state of shape (1,).
        world: the record of the form for worlds, None: the same; its bytes are the current ones, its fields may have other names.
    """

    def __init__(
        self,
        state: np.dtype[Any],
        form: np.dtype[Any] | None = None,
        left_out: tuple[str, ...] = (),
        derived: Mapping[str, Callable[[Array], Array]] | None = None,
        world: np.dtype[Any] | None = None,
    ) -> None:
        self._world = world
        self._form = state if form is None else form
        self._derived: Final = dict(derived or {})
        kept = np.zeros(self._form.itemsize, bool)
        self._source = np.full(self._form.itemsize, state.itemsize)  # source of each byte: one of the state, or the zero after them
        ours, theirs = _places(state), _places(self._form)
        for name, where in theirs.items():
            kept[where] = name not in left_out
            if name in ours and name not in self._derived:
                if ours[name].shape[-1] != where.shape[-1] and state[name].base.kind != "u":
                    raise TypeError(f"field {name}: only unsigned numbers become wider by zeros")
                part = tuple(slice(n) for n in ours[name].shape)
                self._source[where[part]] = ours[name]
        self._kept: Final = np.flatnonzero(kept)

    @property
    def layout(self) -> str:
        """Hash of the form, 16 hexadecimal digits."""
        return _digest(repr(self._form).encode())

    def world(self, world: Array) -> str:
        """Return the hash of a world of shape (1,) and its form, 16 hexadecimal digits."""
        clean = np.zeros(world.shape, world.dtype)  # copies may leave arbitrary bytes between the fields
        clean[...] = world
        return _digest(repr(self._world or world.dtype).encode() + clean.tobytes())

    def checksum(self, state: Array) -> str:
        """Return the checksum of a state of shape (1,), eight hexadecimal digits."""
        raw = np.frombuffer(state.tobytes() + b"\0", np.uint8)[self._source]
        form = raw.view(self._form)
        for name, derive in self._derived.items():
            form[name] = derive(state)
        return f"{zlib.crc32(raw[self._kept].tobytes()):08x}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _places(dtype: np.dtype[Any]) -> dict[str, Array]:
    """Return field -> byte positions, [*shape, bytes of an element], least significant byte first."""
    places = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        places[name] = offset + np.arange(kind.itemsize).reshape(*kind.shape, kind.base.itemsize)
    return places


__all__ = ["Recorded"]
