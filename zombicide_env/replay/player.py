"""Playback of a replay: every line is played and compared with the recording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ..core.events import Event
from ..core.game import FIRST_REVISION, Array, Game, NotationError
from ..core.options import plain
from ..core.words import differing
from ..games import GAMES, make_game
from .format import LAYOUTS, Entry, ReplayError
from .table import Table, layouts

if TYPE_CHECKING:
    from .reading import Replay

_WHAT = {
    "actions": "action space",
    "observations": "observation vector",
    "state": "state record",
    "world": "board, cards or team",
}
_SHOWN = 8


@dataclass(frozen=True)
class Step:
    """A line that has been played: the entry, the index of its action, the live state after it (shape (1,)), its effects."""

    entry: Entry
    action: int
    state: Array
    events: tuple[Event, ...]


def game_of(replay: Replay) -> Game:
    """Return the game of the header. Raises ReplayError if this package has no such game or option.

    A replay may come from anywhere: a file named in its options is searched for in the replay's folder only, by its name.
    """
    header = replay.header

    def beside(path: str) -> str:
        name = PurePath(path).name
        found = Path(replay.path).with_name(name) if replay.path and name else None
        if found is None or not found.is_file():
            raise replay.error(replay.header_line("options"), f"the game is played with the file {name!r}; put it next to the replay")
        return str(found)

    try:
        return make_game(header.game, **_options(header.game, header.options, beside))
    except ReplayError:
        raise
    except (TypeError, ValueError, OSError) as error:
        key = "options" if header.game in GAMES else "game"
        raise replay.error(replay.header_line(key), f"the game cannot be made here: {error}") from None


def _options(game_id: str, options: Mapping[str, Any], where: Callable[[str], str]) -> dict[str, Any]:
    """Resolve files in options, see ``CompiledGame.with_files``; a game without this method has no options that name files."""
    made = GAMES[game_id].load() if game_id in GAMES else None
    return dict(getattr(made, "with_files", lambda options, _: options)(options, where))


def check_header(replay: Replay, game: Game) -> None:
    """Raise ReplayError with the line of the header that does not match the game."""
    header = replay.header

    def fail(key: str, reason: str) -> ReplayError:
        return replay.error(replay.header_line(key), reason)

    if header.game != game.id:
        raise fail("game", f"a game of {header.game!r}; it cannot be played as {game.id!r}")
    if header.version != game.version:
        raise fail(
            "version",
            f"recorded with {header.game}-v{header.version}, this is {game.id}-v{game.version}: the rules differ, so that the same "
            f"actions may lead to another game; use package version {header.package}, which recorded it",
        )
    if header.rules != game.rules_revision:
        raise fail(
            "rules" if header.rules != FIRST_REVISION else "version",
            f"recorded by revision {header.rules} of the rules of {game.id}, this is revision {game.rules_revision}: the same actions may "
            f"lead to another game; use package version {header.package}, which recorded it",
        )
    made, here = (_options(game.id, options, lambda path: PurePath(path).name) for options in (header.options, plain(game.options)))
    if made != here:
        raise fail("options", f"recorded with other options: {differing(made, here)}; leave the game out, or make it with those")
    own = layouts(game)
    for name in LAYOUTS:
        if header.layouts[name] != own[name]:
            raise fail(
                "layouts",
                f"the {_WHAT[name]} has another layout ({header.layouts[name]} in the replay, {own[name]} here); "
                f"use package version {header.package}, which recorded it, with the same content files",
            )
    if tuple(header.agents) != game.agents:
        raise fail("agents", f"the game has the agents {', '.join(game.agents)}, not {', '.join(header.agents)}")


def steps(replay: Replay, game: Game | None = None, upto: int | None = None) -> Iterator[Step]:
    """Play the replay line by line; see ``play_through``."""
    yield from Player(replay, game).steps(upto)


def play_through(replay: Replay, game: Game | None = None, upto: int | None = None) -> Iterator[tuple[Entry, Array]]:
    """Play the replay and yield each line with the state after it (shape (1,), live: copy what you keep).

    Args:
        replay: result of ``read``.
        game: the game if it has already been made; None: it is made from the header.
        upto: number of the last decision to play; None: all, and the end is checked too.

    Raises:
        ReplayError: with the line at which the game diverges from the replay.
    """
    for step in steps(replay, game, upto):
        yield step.entry, step.state


def verify(replay: Replay, game: Game | None = None) -> None:
    """Play the whole replay and compare every line. Raises ReplayError for the first mismatch; a truncated replay does not pass."""
    if replay.problem is not None:
        raise replay.problem
    for _ in steps(replay, game):
        pass


def resume(replay: Replay, upto: int | None = None, game: Game | None = None) -> tuple[Game, Array]:
    """Return the game and its state (a copy, shape (1,)) after decision ``upto`` (None: the last one recorded, 0: the start).

    Works for a truncated file that was read with ``partial=True``. Raises ReplayError as ``play_through`` does.
    """
    player = Player(replay, game)
    for _ in player.steps(upto):
        pass
    return player.game, player.table.state.copy()


class Player:
    """Plays a replay line by line and compares; ``table`` holds the current game.

    Args:
        replay: result of ``read``.
        game: the game if it has already been made; None: it is made from the header.

    Raises:
        ReplayError: the replay does not match the game.
    """

    def __init__(self, replay: Replay, game: Game | None) -> None:
        self.replay = replay
        self.game = game_of(replay) if game is None else game
        check_header(replay, self.game)
        self.table = Table(self.game, replay.header.seed, replay.header.redrawn)
        if self.table.checksum() != replay.header.start:
            raise replay.error(
                replay.header_line("start"),
                "the game does not begin as it did when it was recorded: seed or options have been edited, or setup has changed",
            )

    def steps(self, upto: int | None) -> Iterator[Step]:
        """See ``play_through``."""
        entries = self.replay.entries
        if upto is not None and not 0 <= upto <= len(entries):
            raise ValueError(f"upto={upto}: the replay has {len(entries)} decisions; give 0 .. {len(entries)}")
        for entry in entries[:upto]:
            yield Step(entry, self.play(entry), self.table.state, self.table.events())
        if upto is None:
            self.check_end()

    def play(self, entry: Entry) -> int:
        """Play the next line and return the index of its action. Raises ReplayError if the game diverges."""
        table, game, fail = self.table, self.game, self.fail
        if table.over:
            raise fail(entry, f"the game was over before this line: {game.outcome(table.state).name} after decision {entry.number - 1}")
        if entry.agent != table.agent:
            raise fail(entry, f"{table.agent} decides here, not {entry.agent}")
        if entry.round != table.round:
            raise fail(entry, f"this is round {table.round}, not {entry.round}")
        try:
            action = game.parse(table.state, entry.text)
        except NotationError as error:
            raise fail(entry, str(error)) from None
        table.step(action)
        chance = table.chance()
        if chance != entry.chance:
            raise fail(entry, f"chance gives [{chance}] here, recorded is [{entry.chance}]")
        if table.checksum() != entry.state:
            raise fail(
                entry,
                f"after {entry.text!r} the game is not in the state that was recorded ({table.checksum()} against {entry.state}): "
                "the line has been edited, or the rules have changed",
            )
        return action

    def check_end(self) -> None:
        """Raise ReplayError if the game is not at the recorded end; a truncated replay has no end."""
        end = self.replay.end
        if end is None:
            return
        outcome = self.game.outcome(self.table.state)
        found, told = (outcome.name, outcome.detail, self.table.rounds), (end.outcome, end.detail, end.round)
        began = (*found[:2], self.table.round)  # written by 0.1.0, even if that round was never played
        if told not in (found, began):
            raise self.replay.error(
                self.replay.end_line, "the game stands at {} ({}) in round {}, not at {} ({}) in round {}".format(*found, *told)
            )

    def fail(self, entry: Entry, reason: str) -> ReplayError:
        """Return the error for a line."""
        return self.replay.error(entry.line, f"decision {entry.number}: {reason}")


__all__ = ["Player", "Step", "check_header", "game_of", "play_through", "resume", "steps", "verify"]
