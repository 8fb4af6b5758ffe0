"""Stubs of the PettingZoo modules, from which type checkers and editors know the options of each game: ``black_plague_v0.pyi``.

At run time ``env(**options)`` passes on whatever it is given.  The stub names the options of the environment and of the game with their
types (a ``TypedDict`` for the functions that take the same ones), so that ``env(qest=...)`` and ``env(survivors="three")`` are errors
before anything runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import zombicide_env

from ..envs.aec import RawEnv
from ..envs.parallel import ParallelGame
from ..games import GAMES, OWN

HOME: Final = Path(zombicide_env.__file__).parent
_STUB: Final = '''"""{title} as a PettingZoo environment, with the types of its options; written by `zombicide docs`."""

{imports}from typing import Any, Literal, TypedDict, Unpack

from pettingzoo import AECEnv

from .envs.aec import RawEnv
from .envs.parallel import ParallelGame

__all__ = ["env", "parallel_env", "raw_env"]

class _ParallelOptions(TypedDict, total=False):
{parallel}
class _Options(_ParallelOptions, total=False):
{raw}
def env(**options: Unpack[_Options]) -> AECEnv[str, dict[str, Any], int]:
    """{title} with PettingZoo's checks."""

def raw_env(**options: Unpack[_Options]) -> RawEnv:
    """{title} without wrappers."""

def parallel_env(**options: Unpack[_ParallelOptions]) -> ParallelGame:
    """{title} with all agents acting at every step."""
'''


def signatures() -> dict[Path, str]:
    """Path -> text of the stub of every game's module."""
    return {HOME / f"{game}_v{GAMES[game].version}.pyi": _text(game) for game in OWN}


def _text(game: str) -> str:
    parallel = dict(_options(ParallelGame)) | dict(_options(GAMES[game].load()))
    raw = {option: kind for option, kind in _options(RawEnv) if option not in parallel}
    used = ", ".join(name for name in ("Mapping", "Sequence") if any(f"{name}[" in kind for kind in parallel.values()))
    imports = f"from collections.abc import {used}\n" if used else ""
    return _STUB.format(title=GAMES[game].title, imports=imports, parallel=_keys(parallel), raw=_keys(raw))


def _keys(options: Mapping[str, str]) -> str:
    return "".join(f"    {option}: {kind}\n" for option, kind in options.items())


def _options(of: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """Options of a class or function, the parameters that have defaults, with their types."""
    hints = get_type_hints(of.__init__ if inspect.isclass(of) else of)
    for name, parameter in inspect.signature(of).parameters.items():
        if parameter.default is not parameter.empty:
            yield name, _text_of(hints.get(name, Any))


def _text_of(hint: Any) -> str:
    """An annotation as text, in which a text does not count as a sequence of texts."""
    if get_origin(hint) is Literal:
        return "Literal[{}]".format(", ".join(f'"{value}"' if isinstance(value, str) else repr(value) for value in get_args(hint)))
    if get_origin(hint) is Union:  # Python writes it as Optional[...], which the stub does not import
        return " | ".join("None" if part is type(None) else _text_of(part) for part in get_args(hint))
    text = inspect.formatannotation(hint).replace("collections.abc.", "").replace("typing.", "")
    return text.replace("Sequence[str]", "list[str] | tuple[str, ...]")
