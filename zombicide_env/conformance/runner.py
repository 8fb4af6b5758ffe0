"""``check``: play a vector and report expected and actual values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zombicide_env.games.reading import FormatError, a_mapping

from .compare import differences
from .positions import Position, StepError, builder
from .vectors import Vector

__all__ = ["Failure", "Report", "check"]

_CHECKS = ("legal", "illegal", "only")


@dataclass(frozen=True)
class Failure:
    """One mismatch with the vector."""

    step: str  # "play[2]", "expect", "dice"
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.step}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Report:
    """Result of ``check``: ``passed``, ``invalid`` (the format is violated), or failed with ``failures``."""

    vector: Vector
    failures: tuple[Failure, ...] = ()
    invalid: bool = False
    problem: str | None = None  # why it is invalid, with file and line

    @property
    def passed(self) -> bool:
        """Whether the vector is valid and everything matched."""
        return not self.invalid and not self.failures

    def line(self) -> str:
        """Return one line for people, with the rules and the location of the vector."""
        vector = self.vector
        if self.passed:
            return f"{vector.id}: passed"
        rules = f" ({', '.join(vector.rules)})" if vector.rules else ""
        if self.invalid:
            return f"{vector.id}: INVALID{rules}: {self.problem}"
        more = f" (and {len(self.failures) - 1} more)" if len(self.failures) > 1 else ""
        place = "" if vector.file is None else f" [{vector.file}:{vector.line}]"
        return f"{vector.id}: FAILED{rules}: {self.failures[0]}{more}{place}"

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for programs."""
        return {
            "id": self.vector.id,
            "title": self.vector.title,
            "rules": list(self.vector.rules),
            "file": None if self.vector.file is None else str(self.vector.file),
            "line": self.vector.line,
            "status": "passed" if self.passed else "invalid" if self.invalid else "failed",
            "problem": self.problem,
            "failures": [{"step": f.step, "expected": f.expected, "found": f.found} for f in self.failures],
        }


def check(vector: Vector) -> Report:
    """Build the position of ``vector``, play its steps and match its expectations.

    Never raises because of a vector: a violated format is reported as ``invalid``, every other mismatch as a failure.
    Playing stops at the first step that cannot be played; failed expectations do not stop it.
    """
    try:
        if vector.problem is not None:
            raise FormatError(*vector.problem)
        position = builder(vector.game)(vector.document)
        steps = _steps(vector.document, position)
        final = a_mapping(vector.document.get("expect", {}), ("expect",))
        final = position.expectation(final, ("expect",))
    except FormatError as error:
        return Report(vector, invalid=True, problem=str(vector.error(error.path, error.reason)))
    try:
        return Report(vector, tuple(_play(position, steps, final)))
    except Exception as error:  # a defect of the engine is a failure of this vector only
        return Report(vector, (Failure("engine", "no error", f"{type(error).__name__}: {error}"),))


# ---- format of the steps -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Step:
    name: str  # "play[2]"
    verb: str  # agent, "legal", "illegal", "only", "run" or "expect"
    text: str = ""
    entries: tuple[tuple[str, str], ...] = ()  # agent and text of legal, illegal, only
    expected: dict[str, Any] = field(default_factory=dict)


def _steps(document: Mapping[str, Any], position: Position) -> list[_Step]:
    play = document.get("play", [])
    if not isinstance(play, list):
        raise FormatError(("play",), f"must be a list of steps, not {play!r}")
    return [_step(entry, number, position) for number, entry in enumerate(play)]


def _step(entry: Any, number: int, position: Position) -> _Step:
    path: tuple[str | int, ...] = ("play", number)
    if not isinstance(entry, dict) or len(entry) != 1:
        raise FormatError(path, f"a step is a mapping with one key, not {entry!r}")
    [(verb, value)] = entry.items()
    name = f"play[{number + 1}]"
    path = (*path, verb)
    if verb == "expect":
        return _Step(name, verb, expected=position.expectation(a_mapping(value, path), path))
    if verb in _CHECKS:
        if not isinstance(value, list):
            raise FormatError(path, f"must be a list of texts '<agent>: <text>', not {value!r}")
        known = (*position.agents, *position.absent) if verb == "illegal" else position.agents
        return _Step(name, verb, entries=tuple(_entry(text, (*path, i), known) for i, text in enumerate(value)))
    if not isinstance(value, str):
        raise FormatError(path, f"must be a text, not {value!r}")
    if verb == "run":
        if value not in position.runs:
            raise FormatError(path, f"unknown step {value!r} (known: {', '.join(position.runs)})")
        return _Step(name, verb, value)
    if verb not in position.agents:
        words = ", ".join((*position.agents, "expect", *_CHECKS, "run"))
        raise FormatError(path, f"{verb!r} is neither an agent nor a kind of step (known: {words})")
    return _Step(name, verb, value)


def _entry(text: Any, path: tuple[str | int, ...], known: tuple[str, ...]) -> tuple[str, str]:
    if not isinstance(text, str) or ": " not in text:
        raise FormatError(path, f"must be a text '<agent>: <text>', not {text!r}")
    agent, action = text.split(": ", 1)
    if agent.strip() not in known:
        raise FormatError(path, f"unknown agent {agent.strip()!r} (known: {', '.join(known)})")
    return agent.strip(), action


# ---- play --------------------------------------------------------------------------------------------------------


def _play(position: Position, steps: list[_Step], final: dict[str, Any]) -> list[Failure]:
    failures: list[Failure] = []
    last = "the position"
    for step in steps:
        if position.dice_problem():
            break
        last = step.name
        if step.verb == "expect":
            failures += _compare(position, step.expected, step.name)
        elif step.verb in _CHECKS:
            failures += _legality(position, step)
        else:
            try:
                _act(position, step)
            except StepError as error:
                wanted = f"run: {step.text}" if step.verb == "run" else f"{step.verb}: {step.text}"
                return [*failures, Failure(step.name, f"{wanted!r} to be possible", str(error))]
    if position.dice_problem():
        return [*failures, Failure("dice", "the scripted dice to be all that are rolled", f"{position.dice_problem()} by {last}")]
    failures += _compare(position, final, "expect")
    if position.left_open():
        failures.append(Failure("play", "no decision to be open at the end", position.left_open()))
    left = position.dice_left()
    if left:
        failures.append(Failure("dice", "all scripted dice to be rolled", f"dice left over: {left}"))
    return failures


def _act(position: Position, step: _Step) -> None:
    if step.verb == "run":
        position.run(step.text)
        return
    if not position.decides(step.verb):
        decider = position.decider()
        raise StepError("nobody decides now" if decider is None else f"{decider} decides now ({_texts(position)})")
    position.play(step.text)


def _legality(position: Position, step: _Step) -> list[Failure]:
    failures = []
    decider = position.decider()
    if step.verb == "only":
        missing = sorted(set(position.legal_texts()) - {text for _, text in step.entries})
        if missing:
            failures.append(Failure(step.name, "no other action to be legal", f"{decider} may also: {', '.join(missing)}"))
    for agent, text in step.entries:
        legal = position.decides(agent) and position.is_legal(text)
        if legal != (step.verb != "illegal"):
            found = "it is legal" if legal else "nobody decides" if decider is None else f"{decider} decides: {_texts(position)}"
            wanted = "illegal" if step.verb == "illegal" else "legal"
            failures.append(Failure(step.name, f"{agent}: {text!r} to be {wanted}", found))
    return failures


def _texts(position: Position, limit: int = 24) -> str:
    texts = position.legal_texts()
    more = f", ... ({len(texts)} in all)" if len(texts) > limit else ""
    return ", ".join(texts[:limit]) + more


def _compare(position: Position, expected: dict[str, Any], name: str) -> list[Failure]:
    return [
        Failure(f"{name} {'.'.join(map(str, path))}", _plain(wanted), _plain(found))
        for path, wanted, found in differences(expected, position.describe(), position.whole, empty_is_empty=position.empty_is_empty)
    ]


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else "null" if value is None else repr(value)
