"""Errors reach the process that has asked: they are pickled on their way from a worker."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pkgutil
import typing
from types import ModuleType
from typing import Any, Final

import pytest

import zombicide_agents
import zombicide_env

#: An argument of each type that errors take.
_ARGUMENTS: Final[dict[Any, Any]] = {str: "why", int: 7}


def errors_of(package: ModuleType) -> list[type[Exception]]:
    """The errors of a package that have an ``__init__`` of their own."""
    found: set[type[Exception]] = set()
    for entry in pkgutil.walk_packages(package.__path__, f"{package.__name__}.", onerror=lambda _: None):
        if entry.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(entry.name)
        except ImportError:  # an optional library is missing
            continue
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Exception) and kind.__module__ == entry.name and inspect.isfunction(kind.__init__):
                found.add(kind)
    return sorted(found, key=lambda kind: kind.__qualname__)


@pytest.mark.slow
@pytest.mark.parametrize("package", [zombicide_env, zombicide_agents], ids=lambda package: package.__name__)
def test_errors_survive_the_way_between_processes(package: ModuleType) -> None:
    lost, tried = [], 0
    for kind in errors_of(package):
        hints = typing.get_type_hints(kind.__init__)
        parameters = list(inspect.signature(kind).parameters.values())
        if any(one.kind is one.VAR_POSITIONAL for one in parameters) or any(hints.get(one.name) not in _ARGUMENTS for one in parameters):
            continue
        try:
            made = kind(*(_ARGUMENTS[hints[one.name]] for one in parameters))
        except KeyError:  # it names one of the package's extras
            continue
        tried += 1
        try:
            back = pickle.loads(pickle.dumps(made))
        except TypeError as error:
            lost.append(f"{kind.__qualname__}: {error}")
            continue
        if (str(back), vars(back)) != (str(made), vars(made)):
            lost.append(f"{kind.__qualname__}: {vars(back)} instead of {vars(made)}")
    assert lost == [] and tried > 0
