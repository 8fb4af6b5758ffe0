"""Dispatch by a code: a compiled chain of plain ``if`` with one call in each arm, generated from a table.

The source is what a person would write, so that the compiler sees constants and direct calls; a chain of closures would recurse in
Numba. It is kept for tracebacks and debuggers. A kernel is passed what its parameters name: an argument of the chain, or a word of
the frame on top of the agenda.
"""

from __future__ import annotations

import inspect
import linecache
import sys
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from .jit import jit

Kernel = Callable[..., Any]
Arm = Kernel | int | tuple[int, ...]
"""Content of an arm: a call, a number to return, or actions to mark in ``mask``."""

#: Types of the arguments by their names, with which kernels are compiled ahead (see ``parallel_compilation``).
_TYPES: Final = {"w": "Record", "s": "Record", "v": "Record", "weights": "Record", "mask": "Mask", "m": "Mask", "o": "Features"}


def plain(kernel: Kernel) -> Any:
    """Return the Python function of a kernel."""
    return getattr(kernel, "py_func", kernel)


def parameters(arm: Arm) -> list[str]:
    """Return the names of a kernel's parameters; [] for a number or actions."""
    return [] if isinstance(arm, int | tuple) else list(inspect.signature(plain(arm)).parameters)


def chain(
    module: str,
    name: str,
    arguments: Collection[str],
    arms: Mapping[int, Arm],
    *,
    words: Mapping[int, Mapping[str, int | str]] | None = None,
    on: str = "",
    result: str = "None",
    otherwise: float = 0,
    take_off: Kernel | None = None,
    stays: Collection[int] = (),
    mark: Kernel | None = None,
) -> Any:
    """Return the kernel ``name(*arguments)`` of a module, with an arm for each code.

    Its kernels may take the code as the parameter ``task``.

    Args:
        module: module in which the kernel is a constant of this name, so that other processes find it.
        name: name of the kernel.
        arguments: its parameters.
        arms: code -> content of its arm.
        words: code -> further parameters of its kernel: name of a word of its frame -> its position, or an expression.
        on: the argument that is the code; "": it is on top of the agenda.
        result: ``None``, ``int`` or ``float``: the type that the arms return.
        otherwise: result for other codes.
        take_off: pops the frame off the agenda before the kernel is called.
        stays: codes whose frame stays until their kernel pops it.
        mark: ``(s, action)``, called for the actions of an arm; None: they are marked in ``mask``.

    Raises:
        TypeError: a kernel has a parameter that is neither an argument nor a word of its frame.
    """
    scope: dict[str, Any] = {} if mark is None else {"mark": mark}
    marked = "mask[{}] = 1" if mark is None else "mark(s, {})"
    calls: dict[str, list[int]] = {}
    most = 0
    for code in sorted(arms):
        arm, places = arms[code], (words or {}).get(code, {})
        if isinstance(arm, int):
            call = f"return {arm}"
        elif isinstance(arm, tuple):
            call = "; ".join(marked.format(action) for action in arm)
        else:
            wanted = parameters(arm)
            most = max([most, *(place for word in wanted if isinstance(place := places.get(word), int))])
            called = plain(arm).__name__
            called = called if scope.get(called, arm) is arm else f"{called}_{code}"
            scope[called] = arm
            passed = ", ".join(_passed(name, arm, code, word, {*arguments, "task"}, places) for word in wanted)
            call = f"{'return ' * (result != 'None')}{called}({passed})"
        calls.setdefault(call, []).append(code)
    lines = [f"def {name}({', '.join(arguments)}):"]
    lines += [f"    task = {on}"] if on else ["    t = s.depth - 1", "    task = s.stack[t, 0]"]
    lines += [f"    word_{k} = s.stack[t, {k}]" for k in range(1, most + 1)]
    if take_off is not None:
        scope["take_off"] = take_off
        scope["stays"] = np.isin(np.arange(max(arms) + 1), list(stays)).astype(np.uint8)
        lines += ["    if stays[task] == 0:", "        take_off(s)"] if stays else ["    take_off(s)"]
    for number, (call, codes) in enumerate(calls.items()):
        test = " or ".join(f"task == {code}" for code in codes)
        lines += [f"    {'elif' if number else 'if'} {test}:", f"        {call}"]
    lines += [f"    return {otherwise}"] if result != "None" else []
    return _made(module, name, "\n".join(lines) + "\n", scope, arguments, result)


def each(module: str, name: str, arguments: Collection[str], kernels: Mapping[str, Collection[Kernel]]) -> Any:
    """Return the kernel ``name(*arguments)`` of a module, which calls kernels one after the other.

    Args:
        module: module in which the kernel is a constant of this name.
        name: name of the kernel.
        arguments: its parameters.
        kernels: condition on the arguments -> kernels called if it holds; "": always.

    Raises:
        TypeError: a kernel has a parameter that is not an argument, or two kernels have one name.
    """
    scope: dict[str, Any] = {}
    lines = [f"def {name}({', '.join(arguments)}):"]
    for condition, called in kernels.items():
        lines += [f"    if {condition}:"] if condition else []
        for kernel in called:
            scope[plain(kernel).__name__] = kernel
            passed = ", ".join(_passed(name, kernel, 0, word, arguments, {}) for word in parameters(kernel))
            lines.append(f"{'        ' if condition else '    '}{plain(kernel).__name__}({passed})")
    if len(scope) != sum(map(len, kernels.values())):
        raise TypeError(f"{name} calls two kernels of one name, or one twice: {sorted(scope)}")
    return _made(module, name, "\n".join(lines) + "\n", scope, arguments, "None")


def _passed(name: str, kernel: Kernel, code: int, wanted: str, arguments: Collection[str], places: Mapping[str, int | str]) -> str:
    if wanted in places:
        place = places[wanted]
        return f"word_{place}" if isinstance(place, int) else place
    if wanted in arguments:
        return wanted
    known = ", ".join([*sorted(arguments), *places])
    raise TypeError(f"{plain(kernel).__name__} takes {wanted!r}, which {name} does not have for the code {code}; it has {known}")


def _made(module: str, name: str, text: str, scope: dict[str, Any], arguments: Collection[str], result: str) -> Any:
    """Compile the kernel from its source; the file named for it exists only in the memory of ``linecache``."""
    home = getattr(sys.modules.get(module), "__file__", None) or module.rpartition(".")[2]
    file = str(Path(home).with_name(module) / f"{Path(home).stem}-{name}")  # one file may be the module of several games
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)  # noqa: S102 - our own text, of names and numbers
    function = scope[name]
    function.__module__ = module
    function.__annotations__ = {argument: _TYPES.get(argument, "int") for argument in arguments} | {"return": result}
    return jit(function)


__all__ = ["Arm", "Kernel", "chain", "each", "parameters", "plain"]
