"""A throwaway edition: a copy of an edition with some constants, or whole modules, replaced."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from zombicide_env.games import zombicide

HOME = Path(zombicide.__file__).parent
NAME = f"{zombicide.__name__}.throwaway"


@contextmanager
def edition(
    folder: Path, modules: Mapping[str, str] | None = None, base: str = "black_plague", **constants: object
) -> Iterator[ModuleType]:
    """Create the edition's package in ``folder``; its modules are ``importlib.import_module(f"{NAME}.rules.act")``.

    ``modules``: path -> text, ``rules/passability.py``; every other module is that of ``base`` or the family's.
    """
    text = f"from ..{base}.edition import *\n" + "".join(f"{name} = {value!r}\n" for name, value in constants.items())
    files = {"__init__.py": "", "edition.py": text, **(modules or {})}
    folder.mkdir(exist_ok=True)
    for place, content in files.items():
        path = folder / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    (folder / "content").symlink_to(HOME / base / "content")
    found = [str(folder), str(HOME / base), str(HOME / "family")]
    spec = importlib.util.spec_from_file_location(NAME, folder / "__init__.py", submodule_search_locations=found)
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    try:
        spec.loader.exec_module(package)
        yield package
    finally:
        for name in [name for name in sys.modules if name == NAME or name.startswith(f"{NAME}.")]:
            del sys.modules[name]


def edition_module(name: str) -> ModuleType:
    """Return a module of the throwaway edition."""
    return importlib.import_module(f"{NAME}.{name}")
