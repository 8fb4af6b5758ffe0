"""Save format of a game: a JSON header that identifies the data, followed by the bytes of the state record.

Layout: 6 bytes magic, 4 bytes length of the header (little endian), header, state. The header holds the game, its version,
the options, hashes of the layouts and of the world (board, cards, team), the length and checksum of the state, and
data of the environment (``env``). A save is loaded only if all of this matches; nothing is guessed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..core.game import FIRST_REVISION
from ..core.layout import copy_records
from ..core.options import plain
from ..core.words import OneLineError, differing

MAGIC: Final = b"ZMBSAV"
FORMAT: Final = 1


MOST_HEADER: Final = 2**20
"""Maximum size of the header in bytes."""


class SaveError(OneLineError):
    """A save that cannot be loaded: damaged, from another game, or made with other options or another layout."""


def digest(data: bytes) -> str:
    """Return a short stable hash of some bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def identity(game: Any) -> dict[str, Any]:
    """Return everything that must agree between a save and the game that loads it."""
    return {
        "format": FORMAT,
        "game": game.id,
        "version": int(game.version),
        "rules": int(game.rules_revision),
        "options": plain(game.options),
        "action_layout": game.action_codec.layout_hash,
        "state_layout": digest(repr(game.state_dtype).encode()),
        "world": digest(copy_records(game.world).tobytes()),
    }


def pack(game: Any, state: npt.NDArray[Any], env: Mapping[str, Any]) -> bytes:
    """Return the save of ``state`` (structured array of shape (1,)); ``env`` is JSON-compatible data that ``unpack`` returns."""
    body = copy_records(state).tobytes()
    header = identity(game) | {"agents": list(game.agents), "bytes": len(body), "crc32": zlib.crc32(body), "env": dict(env)}
    text = json.dumps(header, sort_keys=True).encode()
    return MAGIC + len(text).to_bytes(4, "little") + text + body


def header_of(data: bytes) -> dict[str, Any]:
    """Return only the header: game, options etc. Raises SaveError when ``data`` is not a save."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise SaveError(f"a save is bytes, not {type(data).__name__}; pass what save() returned")
    data = bytes(data)
    if data[: len(MAGIC)] != MAGIC:
        raise SaveError("these bytes are not a saved game: they do not begin with its magic number; pass what save() returned")
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    if length > MOST_HEADER:
        raise SaveError(
            f"the header of the save is damaged (it has {length:,} bytes, {MOST_HEADER:,} are the most); take another copy of the file"
        )
    if len(data) < start + length:
        raise SaveError(f"the save is cut off: its header has {length} bytes, {max(0, len(data) - start)} are there")
    try:
        header = json.loads(data[start : start + length])
    except (ValueError, RecursionError) as error:
        raise SaveError(f"the header of the save is damaged ({error}); take another copy of the file") from None
    if not isinstance(header, dict):
        raise SaveError("the header of the save is damaged (it is not a table); take another copy of the file")
    return header


def _compare(header: Mapping[str, Any], own: Mapping[str, Any]) -> None:
    if header.get("format") != own["format"]:
        raise SaveError(f"the save has format {header.get('format')!r}, this version reads format {own['format']}")
    if header.get("game") != own["game"]:
        theirs, ours = header.get("game"), own["game"]
        raise SaveError(f"the save is a game of {theirs!r}, this environment plays {ours!r}; load it with that game's environment")
    if header.get("version") != own["version"]:
        raise SaveError(
            f"the save was made by {own['game']}_v{header.get('version')}, this is {own['game']}_v{own['version']}: "
            "the rules differ, so the game cannot be continued"
        )
    if header.get("rules", FIRST_REVISION) != own["rules"]:
        raise SaveError(
            f"the save was made by revision {header.get('rules', FIRST_REVISION)} of the rules of {own['game']}, this is revision "
            f"{own['rules']}: finish the game with the version of the package that it was saved with"
        )
    made, here = header.get("options"), own["options"]
    if not isinstance(made, dict):
        raise SaveError("the header of the save is damaged (no options); take another copy of the file")
    if made != here:
        raise SaveError(f"the save was made with other options: {differing(made, here)}; make the environment with those and load again")
    for key, what in (("action_layout", "action space"), ("state_layout", "state record"), ("world", "board, cards or team")):
        if header.get(key) != own[key]:
            raise SaveError(
                f"the {what} of the save differs from this version's ({header.get(key)} against {own[key]}); "
                "load it with the version of the package and the content files that it was saved with"
            )


def unpack(game: Any, data: bytes) -> tuple[npt.NDArray[Any], dict[str, Any]]:
    """Return the state record (a new array of shape (1,)) and the ``env`` part of a save made for the same game and options.

    Raises SaveError with the reason and the remedy; no existing object is changed.
    """
    header = header_of(data)
    _compare(header, identity(game))
    start = len(MAGIC) + 4 + int.from_bytes(bytes(data)[len(MAGIC) : len(MAGIC) + 4], "little")
    body = bytes(data)[start:]
    size = game.state_dtype.itemsize
    if len(body) != size or header.get("bytes") != size:
        raise SaveError(f"the save is cut off or has been added to: {len(body)} bytes of state, {size} expected")
    if zlib.crc32(body) != header.get("crc32"):
        raise SaveError("the state in the save is damaged (its checksum is wrong); take another copy of the file")
    state = np.frombuffer(body, dtype=game.state_dtype).copy()
    fault = game.fault(state)
    if fault:
        raise SaveError(f"the state in the save is none that the game comes to ({fault}); it was not written by save()")
    env = header.get("env")
    return state, env if isinstance(env, dict) else {}
