"""Patches of Numba: the same results in three fifths of the compile time, and calls of kernels that clear less memory.

Numba's cache of resolved calls compares types by ``repr`` and compiler flags by a table of all their values. A record of
160 fields is then formatted 24,000 times while a game is compiled, and the flags of a function, which hardly
ever differ, make 260,000 tables. Numba consults a dozen templates for the type of an operator on two numbers, or on an array and an
index, at each occurrence. It looks for new declarations in all of its modules whenever code uses an array, makes LLVM
parse a module to find the size of a type, reports each of 80,000 calls of LLVM to listeners that sum up unused
timings, and lists the variables of a statement by traversing lists that it builds for every word of it. For a kernel
compiled for several records it ranks all of them, and warns about ambiguity even where one matches the call exactly.

In machine code it reserves two stack slots for every call, for the result and for an exception, and clears all of them whenever
the function is entered. Games run a tenth faster with one pair of slots for all calls of a function.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

from llvmlite import binding
from numba.core import base, callconv, cgutils, ir, types
from numba.core.dispatcher import Dispatcher
from numba.core.targetconfig import TargetConfig

Record: Any = types.Record
Flags: Any = TargetConfig
Function: Any = types.BaseFunction
Compiled: Any = Dispatcher
Context: Any = base.BaseContext
Instruction: Any = ir.Inst
Convention: Any = callconv.CPUCallConv

_written = Record.__repr__
_texts: dict[int, str] = {}


def _repr(record: Any) -> str:
    """Return the text of a record, formatted once for equal ones."""
    text = _texts.get(record._code)
    if text is None:
        text = _texts[record._code] = _written(record)
    return text


def _equal(flags: Any, other: Any) -> Any:
    """Whether all options have the same values; certainly so if the same options were set to the same values."""
    if not isinstance(other, Flags):
        return NotImplemented
    return (type(flags) is type(other) and flags._values == other._values) or bool(flags.values() == other.values())


@cache
def _hash_of(kind: Any) -> int:
    return hash(tuple(sorted(kind.options)))


def _hash(flags: Any) -> int:
    """Return the hash of the names of the options, as Numba does."""
    kind: Any = type(flags)
    return _hash_of(kind)


_call_type = Function.get_call_type
_PLAIN = (types.Number, types.Boolean, types.Array, types.NestedArray, types.BaseTuple)
_known: dict[Any, Any] = {}


def _get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """Return the signature of a call, resolved once for the same function and plain arguments."""
    if kws or not all(isinstance(t, _PLAIN) for t in args):
        return _call_type(function, context, args, kws)
    key = function, context, tuple(args)
    found = _known.get(key)
    if found is None:
        found = _known[key] = _call_type(function, context, args, kws)
    return found


_get_function = Context.get_function


def _get(context: Any, function: Any, signature: Any, _firstcall: bool = True) -> Any:
    """Return the implementation of a function. Names (strings) refer to Numba's own, which need no search for new declarations."""
    return _get_function(context, function, signature, _firstcall and not isinstance(function, str))


_size_of = Context.get_abi_sizeof
_sizes: dict[Any, int] = {}


def _get_size(context: Any, kind: Any) -> int:
    """Return the size of an LLVM type in bytes."""
    key = context.target_data, str(kind)
    if key not in _sizes:
        _sizes[key] = _size_of(context, kind)
    return _sizes[key]


def _variables(values: Iterable[Any], found: list[Any]) -> list[Any]:
    """Append the variables in a statement or an expression to ``found``, in order."""
    for value in values:
        if isinstance(value, ir.Var):
            found.append(value)
        elif isinstance(value, Instruction):
            found += value.list_vars()
        elif isinstance(value, list | tuple):
            _variables(value, found)
        elif isinstance(value, dict):
            _variables(value.values(), found)
    return found


def _of_statement(statement: Any) -> list[Any]:
    return _variables(statement.__dict__.values(), [])


def _of_expression(expression: Any) -> list[Any]:
    return _variables(expression._kws.values(), [])


_call_template = Compiled.get_call_template


def _get_call_template(dispatcher: Any, args: Any, kws: Any) -> Any:
    """Return the call template of a compiled function, reduced to the overload of exactly these types if there is one."""
    template, signature, args, kws = _call_template(dispatcher, args, kws)
    exact = dispatcher.overloads.get(tuple(args))
    if exact is not None:
        template.cases = [exact.signature]
    return template, signature, args, kws


_allocate: Any = cgutils.alloca_once
_places: WeakKeyDictionary[Any, dict[tuple[str, str], Any]] = WeakKeyDictionary()


def _slot(builder: Any, kind: Any, name: str = "") -> Any:
    """Return the stack slot for results of calls, shared by all calls of a function with results of that type: they are read at once."""
    places = _places.setdefault(builder.function, {})
    key = str(kind), name
    if key not in places:
        places[key] = _allocate(builder, kind, name=name)
    return places[key]


_call_function = Convention.call_function
#: Numba's own function, with shared slots.
_call = FunctionType(
    _call_function.__code__,
    vars(callconv) | {"cgutils": SimpleNamespace(**vars(cgutils) | {"alloca_once": _slot})},
    argdefs=_call_function.__defaults__,
)


@cache
def apply() -> None:
    """Patch Numba, once per process."""
    Convention.call_function = _call
    Record.__repr__ = _repr
    Flags.__eq__, Flags.__hash__ = _equal, _hash
    Function.get_call_type = _get_call_type
    Compiled.get_call_template = _get_call_template
    Context.get_function, Context.get_abi_sizeof = _get, _get_size
    statement: Any = ir.Stmt
    expression: Any = ir.Expr
    statement.list_vars, expression.list_vars = _of_statement, _of_expression
    for told in tuple(binding.ffi.lib._lock._cblist):
        binding.ffi.unregister_lock_callback(*told)


__all__ = ["apply"]
