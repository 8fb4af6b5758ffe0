"""Import of Python files that users name by their path, where files in different folders may have the same name."""

from __future__ import annotations

import ast
import hashlib
import importlib
import sys
from contextlib import suppress
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

__all__ = ["module_of_file"]

_FOLDERS: Final[set[Path]] = set()  # folders of the files imported so far


def module_of_file(name: str) -> ModuleType:
    """Import the file ``name`` as a module; its folder is added to the end of ``sys.path``, for its own imports.

    The module has the name of the file. If another module has that name (two files ``agent.py`` in different folders, or ``json.py``), a
    suffix distinguishes them.

    Raises:
        ImportError: there is no such file, or a module that it imports from its folder has the name of one from the folder of another file.
    """
    if not Path(name).exists():
        raise ImportError(f"there is no file {name!r} in {Path.cwd()}")
    path = Path(name).resolve()
    if str(path.parent) not in sys.path:
        # Last: worker processes get the same path, and with a json.py or torch.py in front none of them would start.
        sys.path.append(str(path.parent))
    _FOLDERS.add(path.parent)
    _check_imports(path)
    if path.stem in sys.modules:
        known = sys.modules[path.stem]
        return known if _file_of(known) == path else _apart(path)
    importlib.invalidate_caches()  # the file may be newer than the list of its folder
    found = find_spec(path.stem) if "." not in path.stem else None
    ours = found is not None and found.origin is not None and Path(found.origin).resolve() == path
    return importlib.import_module(path.stem) if ours else _apart(path)


def _file_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return None if file is None else Path(file).resolve()


def _apart(path: Path) -> ModuleType:
    """Import a file whose name is taken under a name of its own."""
    name = f"{path.stem.replace('.', '_')}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be imported as a module")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    with suppress(ImportError):  # other processes do not know the name: they get the classes themselves
        import cloudpickle

        cloudpickle.register_pickle_by_value(module)
    return module


def _check_imports(path: Path) -> None:
    """Raise ImportError if the file would import a module from the folder of another file in place of one from its own folder."""
    for name in _imports(path):
        known = _file_of(sys.modules[name]) if name in sys.modules else None
        home = None if known is None else known.parent.parent if known.stem == "__init__" else known.parent
        own = [one for one in (path.parent / f"{name}.py", path.parent / name / "__init__.py") if one.exists()]
        if own and home in _FOLDERS and home != path.parent:
            raise ImportError(f"{path} imports {name!r}, which is {own[0]} here, but {known} has been imported under this name: rename one")


def _imports(path: Path) -> set[str]:
    """Return the first parts of the names of all modules that a file imports; nothing if it cannot be parsed."""
    found: set[str] = set()
    with suppress(SyntaxError, ValueError):  # the import reports them
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                found |= {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found
