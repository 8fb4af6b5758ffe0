"""The page's files, served from memory."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["PageFiles"]


class PageFiles(StaticFiles):
    """Files of a folder, kept in memory and compressed once: a visit loads fifty, and reading each in a thread took 0.3 s.

    Args:
        folder: the folder; files that change are read again.
        smallest: size in bytes from which a file is compressed.
        level: effort of the compression, see ``gzip.compress``.
    """

    def __init__(self, folder: Path, smallest: int, level: int) -> None:
        super().__init__(directory=folder)
        self._smallest, self._level = smallest, level

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return the file, or that the browser has it already."""
        told = super().file_response(full_path, stat_result, scope, status_code)
        if not isinstance(told, FileResponse):
            return told
        packed = stat_result.st_size >= self._smallest and "gzip" in Headers(scope=scope).get("accept-encoding", "")
        headers = {name: told.headers[name] for name in ("content-type", "etag", "last-modified")}
        if packed:
            headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(_read(str(full_path), stat_result.st_mtime_ns, self._level if packed else 0), status_code, headers)


@lru_cache(400)
def _read(path: str, _: int, level: int) -> bytes:
    """Return the content of a file, compressed unless ``level`` is 0."""
    content = Path(path).read_bytes()
    return gzip.compress(content, level) if level else content
