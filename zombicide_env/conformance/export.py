"""Export of a position of a recorded game as a vector, or of an earlier position with the moves, dice and cards that led to it.

The result is verified: it is read again, the moves are played, and the output of ``describe`` and the legal actions at the end
must be the same as in the game.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import yaml

from ..core.game import Array, Game
from ..games.written import Written
from ..replay.player import game_of, steps
from ..replay.reading import Replay
from ..replay.table import Table
from .compare import differences
from .coverage import rules_of
from .positions import Position, builder
from .runner import check
from .vectors import Vector

__all__ = ["vector"]

_MOST: Final = 30  # maximum number of moves in a vector
_COURSE: Final = ("zombies_phase", "zombie_master_phase", "end_phase")  # automatic phases of a round
_PASSING: Final = ("round", "legal", "dice_left")  # expressed otherwise in a vector, or not needed at its end
_PLACE: Final = re.compile(r"\bpack\d")


@dataclass(frozen=True)
class _Moment:
    """A state, and the move that led to it with the results of dice and cards (neither at the beginning of the game)."""

    state: Array
    move: str = ""
    chance: tuple[str, ...] = ()


def vector(replay: Replay, at: int) -> str:
    """Return the YAML text of a vector for the position after ``at`` moves.

    Raises:
        ValueError: no vector can express the position, with the reason.
        ReplayError: the replay does not match its game.
    """
    game = game_of(replay)
    moments = _moments(replay, game, at)
    if not game.legal_texts(moments[-1].state):
        raise ValueError("the game is over: a vector begins where somebody decides")
    problems = []
    for start in reversed(range(len(moments))):
        try:
            return _text(_document(game, moments[start:], at))
        except ValueError as error:
            problems.append(str(error))
    nobody = "a vector begins where somebody chooses what to do in his turn, and nobody has shortly before"
    raise ValueError(f"no vector can say this position: {next(filter(None, problems), nobody)}")


def _moments(replay: Replay, game: Game, at: int) -> Sequence[_Moment]:
    """Return the last moments up to the position, as many as a vector may contain.

    Hidden information may be resampled in a replay (``Header.redrawn``): a vector begins there or later, so that it never reveals what was
    hidden in the game from which the replay diverged.
    """
    found = deque([_Moment(Table(game, replay.header.seed, replay.header.redrawn).state.copy())], _MOST)
    for _, step in zip(range(at), steps(replay, game), strict=False):
        if step.entry.number in replay.header.redrawn:
            found.clear()
        found.append(_Moment(step.state.copy(), step.entry.text, tuple(game.chance(step.state))))
    return list(found)


def _document(game: Game, moments: Sequence[_Moment], at: int) -> dict[str, Any]:
    """Return the first way to write the earliest moment from which a vector leads to the last one.

    Raises:
        ValueError: there is none, with the reason of the first, or without one where a vector cannot begin at such a moment.
    """
    problem: ValueError | None = None
    for way in game.written(moments[0].state):
        try:
            return _vector(game, way, moments, at)
        except ValueError as error:
            problem = problem or error
    raise problem or ValueError


def _vector(game: Game, way: Written, moments: Sequence[_Moment], at: int) -> dict[str, Any]:
    """Return the whole vector: built, played and compared.

    Raises:
        ValueError: the format cannot express it, or the written position differs.
    """
    last = moments[-1]
    script = game.script([text for moment in moments[1:] for text in moment.chance])
    document: dict[str, Any] = {**way.document, **script}
    rules = [rules_of(game.id)[0].id]
    head: dict[str, Any] = {"id": f"EXPORTED-{at}", "rules": rules, "title": f"Position after {at} moves", "game": game.id}
    position = builder(game.id)(head | document | {"play": []})
    play: list[dict[str, Any]] = [*_play(position, way, moments)]
    here = game.written(last.state) if len(moments) > 1 else [way]
    expect = here[0].expect if here else _renamed(game.describe(last.state), way.words)
    _compare(position, {key: expect[key] for key in way.expect}, [_said(text, way.words) for text in game.legal_texts(last.state)])
    decider = position.decider()
    legal = [text for text in position.legal_texts() if position.is_legal(text)]
    play.append({"only" if len(legal) == len(position.legal_texts()) else "legal": [f"{decider}: {text}" for text in legal]})
    whole = head | document | {"play": play, "expect": _plain(position.describe())}
    report = check(Vector(head["id"], game.id, head["title"], tuple(rules), whole))
    if not report.passed:
        raise ValueError(report.line())
    return whole


def _play(position: Position, way: Written, moments: Sequence[_Moment]) -> Iterator[dict[str, str]]:
    """Play and yield the steps that lead from the document to the last of the moments."""
    for step in way.first:
        position.run(step["run"])
        yield step
    while way.over and position.decider() == way.over and position.is_legal("end"):
        position.play("end")
        yield {way.over: "end"}
    for text in way.joined([_said(moment.move, way.words) for moment in moments[1:]]):
        yield from _go_on(position)
        decider = position.decider()
        if decider is None:
            raise ValueError("nobody decides where somebody did in the game")
        position.play(text)
        yield {decider: text}
    yield from _go_on(position)


def _go_on(position: Position) -> Iterator[dict[str, str]]:
    """Run automatic phases explicitly, because a vector does not advance through them by itself."""
    for run in _COURSE:
        if position.decider() is None and run in position.runs and position.describe().get("outcome") == "ongoing":
            position.run(run)
            yield {"run": run}


def _compare(position: Position, expect: Mapping[str, Any], texts: Sequence[str]) -> None:
    for path, there, here in differences(expect, position.describe(), position.whole):
        if there == "face_down" or (path[-1] in ("searched", "guard_action") and path[1] != position.decider()):
            continue  # vectors know what lies there; after an agent's turn these flags reset for its next one
        raise ValueError(f"{' '.join(map(str, path))} would be {here!r}, not {there!r}")
    # in a vector a pack has no gaps, and some texts represent several actions
    own, others = ({_PLACE.sub("pack", text) for text in all_} for all_ in (position.legal_texts(), texts))
    if missing := sorted((own ^ others) - {text for text in own ^ others if not position.is_legal(text) and text not in others}):
        raise ValueError(f"{missing[0]!r} would be {'legal' if missing[0] in own else 'not legal'} there")


def _said(text: str, words: Mapping[str, str]) -> str:
    return " ".join(words.get(word, word) for word in text.split(" "))


def _renamed(value: Any, words: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {_renamed(key, words): _renamed(entry, words) for key, entry in value.items()}
    if isinstance(value, list):
        return [_renamed(entry, words) for entry in value]
    if isinstance(value, str):
        return "-".join(words.get(part, part) for part in value.split("-"))
    return value


def _plain(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the expectation: everything except empty values, and values that are specific to the moment."""
    kept: dict[str, Any] = _filled({key: value for key, value in found.items() if key not in _PASSING})
    return kept


def _filled(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    entries = ((key, _filled(entry)) for key, entry in value.items())
    return {key: entry for key, entry in entries if entry not in ({}, [], None, 0)}


def _text(document: Mapping[str, Any]) -> str:
    return yaml.dump([document], Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=140, default_flow_style=None)


class _Dumper(yaml.SafeDumper):
    """A dumper that keeps grids in their visual layout."""


_Dumper.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)
)
