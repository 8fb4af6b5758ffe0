"""Agent specs: the strings with which commands, configurations and evaluations name an agent.

    random                         greedy                    human
    checkpoint:PATH                random:seed=7             checkpoint:PATH,temperature=0.5
    search                         search:simulations=600,seed=7
    llm:model=qwen3,url=http://127.0.0.1:8080/v1
    sb3:model.zip                  onnx:policy.onnx          torch:policy.py:build,weights=policy.pt
    mine.py:Mine                   package.module:Mine,depth=3

The last two are your own agents, without registration: a class or a function, in a file or in an installed module.  A distribution
registers its agents in the entry-point group ``zombicide_agents`` (``mine = "package.module:Mine"``) under that name.

A spec is a name, optionally followed by a colon, an argument and options, separated by commas.  Options are the parameters of the
agent's factory, except a parameter called ``game``, which receives the game; their types come from the annotations.  Every agent that
reads the state has the option ``true_state=yes``: it then receives the true state, hidden cards and future dice included, and its results
are marked.  Numbers have one spelling, plain digits with a minus, a point or an exponent where needed, so that limits on options cannot
be circumvented.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from zombicide_env.core.agent_inputs import TRUE_STATE, observation_dtype
from zombicide_env.core.words import real_number, suggest, whole_number
from zombicide_env.games.registry import imported

from .base import Agent, AgentError, reason_of

__all__ = ["Entry", "Spec", "look_up", "make", "parse_spec", "register", "registered"]


@dataclass(frozen=True)
class Spec:
    """A parsed spec: ``checkpoint:runs/x,temperature=0.5`` -> name, argument, options."""

    name: str
    argument: str | None
    options: dict[str, str]


@dataclass(frozen=True)
class Entry:
    """A registered agent: ``factory(game, option=...)``; ``argument``, if it takes one, is the first parameter other than the game.

    ``offered``: whether visitors of a server may use it.  Agents that spend money, or read, run or write files named in their spec, are not
    offered: only the owner of a server may use them.
    """

    name: str
    factory: Callable[..., Agent]
    doc: str
    argument: str | None = None
    offered: bool = True

    def options(self) -> dict[str, tuple[Any, Any]]:
        """Options of the factory: name -> (type, default); ``inspect.Parameter.empty`` where there is no default."""
        named, hints = self._named(), _hints(self.factory)
        own = list(named)[1 if self.argument else 0 :]
        return {name: (hints.get(name, _kind_of(named[name].default)), named[name].default) for name in own}

    def _named(self) -> dict[str, inspect.Parameter]:
        """Return the parameters that may be given by name, without the game."""
        by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        parameters = inspect.signature(self.factory).parameters
        return {name: parameter for name, parameter in parameters.items() if name != GAME and parameter.kind in by_name}

    def make(self, spec: str, game: Any, argument: str | None, options: dict[str, Any]) -> Any:
        """Call the factory and return the agent; only a parameter called ``game`` receives the game.

        Raises:
            AgentError: a parameter has neither a default nor a value.
        """
        given = dict(options)
        if self.argument is not None:
            given[next(iter(self._named()))] = argument
        missing = [name for name, parameter in self._named().items() if parameter.default is parameter.empty and name not in given]
        if missing:
            raise AgentError(
                f"agent spec {spec!r}: {missing[0]!r} has no value: write {missing[0]}=..., give the parameter a default, "
                f"or call it {GAME!r} if it is the game that it wants"
            )
        of = inspect.signature(self.factory).parameters.get(GAME)
        if of is None:
            return self.factory(**given)
        return self.factory(game, **given) if of.kind is of.POSITIONAL_ONLY else self.factory(**{GAME: game}, **given)

    def further(self) -> Any:
        """Return the type of additional options of any name (``**option: float``), or None if the factory accepts none."""
        signature = inspect.signature(self.factory)
        named = next((name for name, p in signature.parameters.items() if p.kind is inspect.Parameter.VAR_KEYWORD), None)
        return None if named is None else _hints(self.factory).get(named, str)

    @property
    def usage(self) -> str:
        """Syntax of its spec, for help texts: ``checkpoint:PATH[,temperature=0.0]``."""
        options = [f"{name}={'...' if default is inspect.Parameter.empty else default}" for name, (_, default) in self.options().items()]
        text = self.name + (f":{self.argument}" if self.argument else "")
        if options:
            text += "[" + ("," if self.argument else ":") + ",".join(options) + "]"
        return text


def _hints(factory: Any) -> dict[str, Any]:
    """Return the parameter types of a function, a class, a ``functools.partial`` of one, or any other callable.

    Raises:
        AgentError: an annotation names nothing.
    """
    while isinstance(factory, partial):
        factory = factory.func
    own = factory.__init__ if inspect.isclass(factory) else factory if inspect.isroutine(factory) else type(factory).__call__
    try:
        return typing.get_type_hints(own)
    except NameError as error:  # a name that is imported for type checkers only
        raise AgentError(f"the annotations of {getattr(factory, '__name__', factory)!r} cannot be read: {error}; import it") from error


def _kind_of(default: Any) -> Any:
    """Return the type of an option without annotation, taken from its default."""
    return type(default) if type(default) in (bool, int, float) else str


#: Name of the factory parameter that receives the game.
GAME: Final = "game"
#: Entry-point group in which distributions register their agents.
GROUP: Final = "zombicide_agents"
_ENTRIES: dict[str, Entry] = {}


def register(
    name: str,
    factory: Callable[..., Agent],
    *,
    doc: str = "",
    argument: str | None = None,
    replace: bool = False,
    offered: bool = True,
) -> None:
    """Register an agent under ``name``.

    Args:
        name: letters, digits, ``_`` and ``-``.
        factory: called as ``factory(game=game, **options)``, without the game if it has no parameter called ``game``; may be an agent
            class.  Its other parameters are the options.
        doc: one line for help texts; default: the first line of the factory's docstring.
        argument: name of the argument after the colon (``"PATH"``), passed to the first parameter other than ``game``; None: no argument.
        replace: allow a name that is taken.
        offered: see ``Entry``.

    Raises:
        AgentError: the name is malformed or taken, or the factory cannot be called.
    """
    if not name or not all(c.isalnum() or c in "_-" for c in name):
        raise AgentError(f"agent name {name!r}: only letters, digits, '_' and '-' may be used, so that a spec can be read")
    if name in _ENTRIES and not replace:
        raise AgentError(f"agent name {name!r} is taken; choose another or pass replace=True")
    if not callable(factory):
        raise AgentError(f"agent {name!r} is {factory!r}, no class or function that makes an agent")
    text = doc or (inspect.getdoc(factory) or "").partition("\n")[0]
    _ENTRIES[name] = Entry(name, factory, text, argument, offered)


def registered() -> list[Entry]:
    """Return all registered agents and those of installed distributions, sorted by name.

    Raises:
        AgentError: a distribution registers an agent that cannot be imported.
    """
    for point in entry_points(group=GROUP):
        _of_distribution(point)
    return [_ENTRIES[name] for name in sorted(_ENTRIES)]


def parse_spec(text: str) -> Spec:
    """Split a spec into name, argument and options.

    Raises:
        AgentError: the name is missing, a part is not ``key=value``, or an option is given twice.
    """
    name, colon, rest = text.strip().partition(":")
    if not name:
        raise AgentError(f"agent spec {text!r}: a name is missing; known agents: {', '.join(sorted(_ENTRIES))}")
    argument: str | None = None
    options: dict[str, str] = {}
    for i, piece in enumerate(rest.split(",") if colon else []):
        key, equals, value = piece.partition("=")
        if equals and all(word.isidentifier() for word in key.strip().split(".")):
            if key.strip() in options:
                raise AgentError(f"agent spec {text!r}: option {key.strip()!r} is given twice")
            options[key.strip()] = value.strip()
        elif i == 0:
            argument = piece.strip()  # "" where nothing follows the colon, which is refused with the name of what is missing
        else:
            raise AgentError(f"agent spec {text!r}: {piece!r} is not an option; write options as key=value, separated by commas")
    return Spec(name.strip(), argument, options)


def make(spec: str | Agent, game: Any = None) -> Agent:
    """Create the agent that a spec names, ready to play ``game``.

    Args:
        spec: ``random``, ``greedy``, ``search``, ``human``, ``checkpoint:PATH``, any registered name, with options; an Agent
            is returned unchanged.
        game: the game to be played (``zombicide_env.make_game(...)``); may be None for agents that do not need it.

    Raises:
        AgentError: unknown name, unknown or malformed option, missing argument, or an agent that does not fit the game.
    """
    if isinstance(spec, Agent):
        _check_act(spec.name, spec)
        return spec
    if not isinstance(spec, str):
        raise AgentError(_no_agent(spec))
    entry, parsed = look_up(spec)
    if entry.argument is not None and not parsed.argument:
        raise AgentError(f"agent spec {spec!r}: {entry.argument} is missing; write {entry.usage}")
    if entry.argument is None and parsed.argument is not None:
        raise AgentError(f"agent spec {spec!r}: {entry.name!r} takes no argument ({parsed.argument!r}); write {entry.usage}")
    given = dict(parsed.options)
    open_eyed = _true_state(spec, given.pop(TRUE_STATE, "no"))
    options = _typed(entry, spec, given)
    try:
        agent = entry.make(spec, game, parsed.argument, options)
    except (AgentError, ImportError, MemoryError):  # a missing library has its own message
        raise
    except ValueError as error:  # a value that the factory cannot use
        raise AgentError(f"agent spec {spec!r}: {error}") from error
    except (Exception, SystemExit) as error:  # a user's agent may fail in any way
        raise AgentError(f"agent spec {spec!r} cannot be made: {reason_of(error)}") from error
    if not isinstance(agent, Agent):
        raise AgentError(f"agent spec {spec!r}: its factory has made no agent: {_no_agent(agent)}")
    _check_act(spec, agent)
    if agent.name == type(agent).name:  # a factory may choose a better name
        agent.name = spec
    try:
        observation_dtype(agent)
    except ValueError as error:
        raise AgentError(f"agent spec {spec!r}: {error}") from error
    if open_eyed and not agent.reads_state:
        raise AgentError(f"agent spec {spec!r}: it reads no state, neither the true one nor another: leave {TRUE_STATE} out")
    agent.true_state = open_eyed
    return agent


def _true_state(spec: str, text: str) -> bool:
    try:
        return bool(_convert(bool, text))
    except ValueError as error:
        raise AgentError(f"agent spec {spec!r}: option {TRUE_STATE!r} is {text!r}, expected {_type_name(bool)}") from error


def look_up(spec: str) -> tuple[Entry, Spec]:
    """Return the registered agent that a spec names, and the parsed spec, without creating the agent.

    Raises:
        AgentError: the spec is malformed, or no agent has that name.
    """
    parsed = parse_spec(spec)
    return (_ENTRIES[parsed.name], parsed) if parsed.name in _ENTRIES else _outside(parsed)


def _outside(parsed: Spec) -> tuple[Entry, Spec]:
    """Return the agent of a distribution, a module or a file, and the rest of its spec.

    Raises:
        AgentError: there is no such agent, or it cannot be imported.
    """
    for point in entry_points(group=GROUP, name=parsed.name):
        return _of_distribution(point), parsed
    if parsed.name.endswith(".py") and not _is_there(parsed.name):
        raise AgentError(f"agent spec {parsed.name}:{parsed.argument or 'Class'}: there is no file {parsed.name!r} in {Path.cwd()}")
    if not _importable(parsed):
        known = ", ".join(sorted(_ENTRIES))
        own = "one of your own is named by module:Class or file.py:Class"
        if _is_there(f"{parsed.name}.py") and parsed.argument:  # commands do not import modules from the current folder
            own = f"of the file here: {parsed.name}.py:{parsed.argument}"
        raise AgentError(f"no agent is called {parsed.name!r}{suggest(parsed.name, _ENTRIES)}; known agents: {known}; {own}")
    source = f"{parsed.name}:{parsed.argument}"
    try:
        factory = imported(source)
    except (ImportError, AttributeError) as error:
        raise AgentError(f"agent {source!r} cannot be imported: {error}") from error
    except (Exception, SystemExit) as error:  # user code may fail in any way; a script without a main guard parses arguments, and exits
        raise AgentError(f"agent {source!r} cannot be imported: {reason_of(error)}") from error
    if not callable(factory):
        raise AgentError(f"agent {source!r} is {factory!r}, no class or function that makes an agent")
    return Entry(source, factory, (inspect.getdoc(factory) or "").partition("\n")[0]), Spec(source, None, parsed.options)


def _importable(parsed: Spec) -> bool:
    """Whether a spec looks like ``module:Class`` or ``file.py:Class``, and there is such a module or file."""
    if parsed.argument is None or not parsed.argument.isidentifier():
        return False
    if parsed.name.endswith(".py"):
        return _is_there(parsed.name)
    if not all(part.isidentifier() for part in parsed.name.split(".")):
        return False
    try:
        return find_spec(parsed.name) is not None
    except ImportError:  # raised for a parent package
        return False


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # a name that is too long
        return False


def _of_distribution(point: EntryPoint) -> Entry:
    """Register the agent of an installed distribution, if it is not yet registered, and return it."""
    if point.name not in _ENTRIES:
        try:
            register(point.name, point.load())
        except (ImportError, AttributeError) as error:
            raise AgentError(f"agent {point.name!r} is said to be {point.value}, which cannot be imported: {error}") from error
    return _ENTRIES[point.name]


def _no_agent(given: object) -> str:
    if isinstance(given, type):
        return f"{given.__name__} is a class: make an agent of it, {given.__name__}(...), and pass that; or register it and pass its name"
    return f"{given!r} is not an agent; pass an object of a subclass of zombicide_agents.Agent, or a spec such as 'greedy'"


def _check_act(spec: str, agent: Agent) -> None:
    """Refuse an agent whose ``act`` cannot take what drivers pass: it would forfeit every game."""
    signature = inspect.signature(agent.act)
    try:
        signature.bind(None, None, None, None)
    except TypeError as error:
        raise AgentError(
            f"agent spec {spec!r}: its act({', '.join(signature.parameters)}) cannot be called with (observation, mask, game, state): "
            f"{error}; write def act(self, observation, mask, game=None, state=None)"
        ) from error


def _typed(entry: Entry, spec: str, given: dict[str, str]) -> dict[str, Any]:
    known, further = entry.options(), entry.further()
    values: dict[str, Any] = {}
    for key, text in given.items():
        if key not in known and further is None:
            options = ", ".join(known) or "none"
            raise AgentError(f"agent spec {spec!r}: {entry.name!r} has no option {key!r}{suggest(key, known)}; its options: {options}")
        kind = known[key][0] if key in known else further
        if not _readable(kind):
            types = "bool, int, float, str, Path, Literal[...] or a union of these with None"
            raise AgentError(f"agent spec {spec!r}: option {key!r} of {entry.name!r} is {kind}, which a spec cannot hold: declare {types}")
        try:
            values[key] = _convert(kind, text)
        except ValueError as error:
            meant = "" if key in known else suggest(key, known)
            raise AgentError(f"agent spec {spec!r}: option {key!r}{meant} is {text!r}, expected {_type_name(kind)}") from error
    return values


def _readable(kind: Any) -> bool:
    """Return whether the text of an option can be converted to this type."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return all(choice is type(None) or _readable(choice) for choice in typing.get_args(kind))
    return typing.get_origin(kind) is typing.Literal or kind in (bool, int, float, str, Path, Any, object)


def _convert(kind: Any, text: str) -> Any:
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        choices = typing.get_args(kind)
        if type(None) in choices and text.lower() in ("none", ""):
            return None
        for choice in choices:
            if choice is not type(None):
                try:
                    return _convert(choice, text)
                except ValueError:
                    continue  # the next type of the union may fit
        raise ValueError(text)
    if typing.get_origin(kind) is typing.Literal:
        for choice in typing.get_args(kind):
            if str(choice) == text:
                return choice
        raise ValueError(text)
    if kind is Path:
        return Path(text)
    if kind is bool:
        if text.lower() in ("true", "yes", "1", "on"):
            return True
        if text.lower() in ("false", "no", "0", "off"):
            return False
        raise ValueError(text)
    if kind not in (int, float):
        return text
    number = whole_number(text, -(2**63), 2**63 - 1) if kind is int else real_number(text)
    if number is None:
        raise ValueError(text)
    return number


def _type_name(kind: Any) -> str:
    if typing.get_origin(kind) is typing.Literal:
        return "one of " + ", ".join(map(str, typing.get_args(kind)))
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return " or ".join("none" if choice is type(None) else _type_name(choice) for choice in typing.get_args(kind))
    return {int: "a whole number in plain digits, of 64 bits", float: "a number", bool: "true or false", str: "a text", Path: "a path"}.get(
        kind, str(kind)
    )
