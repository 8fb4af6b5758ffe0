"""Compiled code on disk: one file for each function and argument types, written atomically.

A file is named by a hash of its source, its folder by the versions of everything that takes part in compiling, so that
nothing is ever stale. It begins with the hash of the rest: damage by a power cut or a bad disk is detected before the code is
run, reported in one line, and the file is deleted and compiled again. A read-only folder is still read; one that other users
can write to is not (see ``trust``), because its contents are executed.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
import secrets
import stat
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba.core import config as _config
from numba.core import serialize, sigutils
from numba.core.caching import NullCache

from . import compile_progress, files, trust
from .fingerprint import fingerprint
from .linking import rebuild, reduce

config: Any = _config
normalize: Any = sigutils.normalize_signature
dumps: Any = serialize.dumps

_KEPT: Final = 4  # versions kept per function (several checkouts may share the cache)
_ABANDONED: Final = 3600.0  # seconds after which a temporary file is considered abandoned
_HASH: Final = 32  # bytes
#: Files on which compiled code depends.
_FILES: Final = ("jit.py", "int64_arithmetic.py", "linking.py", "cache.py", "memory.py", "numba_patches.py")


def wanted() -> bool:
    """Whether compiled code is stored and loaded: not with ``ZOMBICIDE_CACHE=0``, nor in a folder that other users can write to."""
    if os.environ.get("ZOMBICIDE_CACHE") == "0":
        return False
    folder = cache_folder()
    reason = trust.doubt(folder)
    if reason:
        _not_trusted(folder, reason)
    return not reason


@cache
def _not_trusted(folder: Path, reason: str) -> None:
    compile_progress.say(
        f"{folder} {reason}: compiled code is neither loaded from there nor kept; ZOMBICIDE_CACHE_DIR names another folder"
    )


def cache_folder() -> Path:
    """Return the folder of the compiled code of these versions of Python, NumPy and Numba."""
    return _cache_root() / f"numba-{numba.__version__}-{_versions()}"


@cache
def _versions() -> str:
    key = (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        sys.implementation.cache_tag,
        sys.version_info[:3],
        [str(getattr(config, option, None)) for option in ("OPT", "BOUNDSCHECK", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX")],
        [Path(__file__).with_name(name).read_bytes() for name in _FILES],
    )
    return hashlib.sha256(repr(key).encode()).hexdigest()[:12]


def _cache_root() -> Path:
    if named := os.environ.get("ZOMBICIDE_CACHE_DIR"):
        return _expanded(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return _expanded(base) / "zombicide_env"


def _expanded(path: str) -> Path:
    """Expand ``~`` in a path; if the home folder is unknown, use a folder of this user among the temporary files."""
    found = os.path.expanduser(path)  # noqa: PTH111 - the one of pathlib raises
    return _homeless(path) if found.startswith("~") else Path(found)


@cache
def _homeless(path: str) -> Path:
    folder = Path(tempfile.gettempdir()) / f"zombicide_env-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    compile_progress.say(f"no home folder is known for {path}: compiled code is kept in {folder}; ZOMBICIDE_CACHE_DIR names another folder")
    return folder


# ---- files -------------------------------------------------------------------------------------------------


def _take(path: Path) -> bytes | None:
    """Return the content of a file; None: it does not exist, or it is damaged, which is reported, and has been deleted."""
    try:
        with path.open("rb") as file:
            reason = trust.doubt_of(os.fstat(file.fileno()))
            data = file.read()
    except OSError:
        return None
    if not reason and hashlib.sha256(data[_HASH:]).digest() == data[:_HASH]:
        with suppress(zlib.error):  # deleted below, as damaged
            return zlib.decompress(data[_HASH:])
    _throw_away(path, reason or "is damaged")
    return None


def _throw_away(path: Path, reason: str = "is damaged") -> None:
    try:
        path.unlink(missing_ok=True)
        so = "it is thrown away and compiled again"
    except OSError as error:
        so = f"it is compiled again at every start, because it cannot be removed ({error.strerror})"
    compile_progress.say(f"{path} {reason}: {so}")


def _put(path: Path, content: bytes, *, settled: bool = False) -> None:
    """Write a file atomically. Only entry points are flushed to the disk: they alone are needed to play."""
    packed = zlib.compress(content, 1)
    data = hashlib.sha256(packed).digest() + packed
    files.make_own(path.parent)
    if settled:
        with files.making(path) as made:
            _fill(made, data)
        return
    made = path.with_name(f".{secrets.token_hex(8)}{files.MADE}")
    try:
        _fill(made, data)
        made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def _fill(made: Path, data: bytes) -> None:
    """Write a file that will be trusted later, whatever the default permissions of new files."""
    made.write_bytes(data)
    made.chmod(stat.S_IMODE(made.stat().st_mode) & ~(stat.S_IWGRP | stat.S_IWOTH))


_code: dict[str, bytes] = {}  # file name -> code of parts that have been read or written
_file_of: dict[str, str] = {}  # part name -> file name


def _part(part: str, file: str) -> bytes | None:
    code = _code.get(file) or _take(cache_folder() / file)
    if code is not None:
        _code[file], _file_of[part] = code, file
    return code


def prune() -> None:
    """Keep the last few versions of every function, and delete temporary files of processes that were killed."""
    versions: dict[str, dict[str, list[Path]]] = defaultdict(lambda: defaultdict(list))
    with suppress(OSError):  # another process may prune too, or the folder is read-only
        for path in cache_folder().iterdir():
            if path.suffix == files.MADE and time.time() - path.stat().st_mtime > _ABANDONED:
                path.unlink(missing_ok=True)
            name, dash, stamp = path.name.partition(".")[0].rpartition("-")
            if dash and path.suffix != ".lock":
                versions[name][stamp].append(path)
        for stamps in versions.values():
            for stamp in sorted(stamps, key=lambda x: max(p.stat().st_mtime for p in stamps[x]))[:-_KEPT]:
                for path in stamps[stamp]:
                    path.unlink(missing_ok=True)


# ---- called by Numba ---------------------------------------------------------------------------------------


class CodeCache(NullCache):
    """The compiled versions of one function on disk, with the interface that a Numba dispatcher expects."""

    def __init__(self, dispatcher: Any) -> None:
        function: Callable[..., Any] = dispatcher.py_func
        stem = f"{Path(inspect.getfile(function)).stem}-{function.__qualname__.replace('<locals>', '').replace('.', '_')}"
        where = hashlib.sha256(f"{function.__module__}.{function.__qualname__}".encode()).hexdigest()[:8]
        self._base = f"{stem}-{where}-{fingerprint(function)[:24]}"
        self._kind = dispatcher._compiler.pipeline_class.__name__, dispatcher.targetoptions.get("no_cpython_wrapper")

    @property
    def cache_path(self) -> str:
        """Folder of the cache."""
        return str(cache_folder())

    @property
    def lock(self) -> Path:
        """File that a process locks while it compiles the function."""
        return cache_folder() / f"{self._base}.lock"

    def kept(self) -> str:
        """Location of the function's code, "": it is not stored."""
        return str(cache_folder()) if any(cache_folder().glob(f"{self._base}.*.code")) else ""

    def path(self, arguments: Any, codegen: Any) -> Path:
        """Return the file for these argument types."""
        key = repr((self._kind, arguments, _processor(codegen)))
        return cache_folder() / f"{self._base}.{hashlib.sha256(key.encode()).hexdigest()[:16]}.code"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compile result, None: it has to be compiled."""
        _refresh(target)
        path = self.path(normalize(signature)[0], target.codegen())
        content = _take(path)
        if content is None:
            return None
        try:
            reduced, file_of = pickle.loads(content)  # noqa: S301 - our own, and unspoilt
            return rebuild(target, reduced, lambda part: _part(part, file_of[part]))
        except Exception:  # intact but unreadable: something that it refers to is missing
            _throw_away(path)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store a compile result, if that is possible."""
        if result.lifted or result.library.has_dynamic_globals:
            return
        try:
            reduced, parts = reduce(result)
            for i, (part, code) in enumerate(parts.items()):
                if part not in _file_of:  # only the first part (its own) and Numba's routines: callees have been stored before
                    file = f"{'numba' if i else self._base}.{part[:32]}.bc"
                    _put(cache_folder() / file, code)
                    _code[file], _file_of[part] = code, file
            path = self.path(normalize(signature)[0], result.codegen)
            _put(path, dumps((reduced, {part: _file_of[part] for part in parts})), settled=not parts)
        except OSError as error:
            _not_kept(str(error.strerror))


@cache
def _processor(codegen: Any) -> Any:
    """Return the target of the code; cached because LLVM inspects the processor at each call."""
    return codegen.magic_tuple()


@cache
def _refresh(target: Any) -> None:
    """Register all of Numba's own routines before code is loaded that calls them."""
    target.refresh()


@cache
def _not_kept(reason: str) -> None:
    compile_progress.say(f"compiled code cannot be kept in {cache_folder()} ({reason}): the next start will compile again")


__all__ = ["CodeCache", "cache_folder", "prune", "wanted"]
