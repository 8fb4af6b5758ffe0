"""Recording: the recorder plays the actions itself, so that a record can always be replayed."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from io import FileIO
from pathlib import Path

from ..core import files
from ..core.batch import fresh_seed
from ..core.game import Array, Game, IllegalAction
from ..core.legality import refusal
from ..core.seating import as_groups, deal
from .format import End, Entry, ReplayError, Running
from .reading import Replay
from .table import AtTable, Table, header_of


class Recorder(AtTable):
    """Records a game from its seed.

    Args:
        game: the game, with fixed options.
        seed: determines all random events; None takes a random one, available as ``replay.header.seed``.
        players: names of the players, distributed round-robin; where roles differ those of each role, or one for each seat (see
            ``core.seating.deal``).
        path: if given, every line is written to this file as soon as it is recorded, so that an interrupted game can be
            resumed; ``close`` adds the end.
        comment: comment lines for readers of the file.
        redrawn: as in the header of a replay, for a recorder that continues one.

    Attributes:
        entries: the decisions so far.
    """

    def __init__(
        self,
        game: Game,
        seed: int | None = None,
        players: Sequence[str] | Sequence[Sequence[str]] = ("",),
        path: str | Path | None = None,
        comment: str = "",
        redrawn: Mapping[int, int] | None = None,
    ) -> None:
        if not players:
            raise ValueError("players is empty; name at least one player, or leave it out")
        self.game = game
        self._table = Table(game, fresh_seed() if seed is None else seed, redrawn)
        table, names = self._table, deal(game.type, as_groups(players))
        self._header = header_of(game, table.state, int(table.batch.seeds[0]), names, table.checksum(), redrawn)
        self.entries: list[Entry] = []
        self._comment = comment
        self._running = Running(self._header)
        self._file: FileIO | None = None
        self._pending = b""  # lines that could not be written so far
        self._whole = True  # False: an error occurred between a move of the game and its entry
        self._path = "" if path is None else str(path)
        if path is not None:
            Replay(self._header, (), None, comment=comment).write(path)
            self._file = Path(path).open("ab", buffering=0)  # noqa: SIM115 - closed by close()

    # ---- the game

    @property
    def observation(self) -> Array:
        """Observation of the agent that decides, uint8[N_OBS]."""
        seen: Array = self._table.batch.raw_observations[0]
        return seen

    @property
    def agent(self) -> str:
        """The agent that decides now."""
        return self._table.agent

    def record(self, action: int | str) -> Entry:
        """Play an action, given by index or in notation, and record it.

        Raises:
            IllegalAction: it is not legal; nothing has changed.
            NotationError: the text names no legal action; nothing has changed.
            OSError: the file cannot be written now; the missing lines are written with the next decision, or by ``close``.
            ReplayError: the record was interrupted by an error at the previous decision.
        """
        if not self._whole:
            raise ReplayError(0, f"the record broke off after decision {len(self.entries)}; continue from its replay", self._path)
        if self.over:
            raise IllegalAction("the game is over; nothing more can be recorded")
        table = self._table
        index = self._index(action)
        agent, round_, text = self.agent, table.round, self.game.notation(table.state, index)
        self._whole = False
        table.step(index)
        entry = Entry(len(self.entries) + 1, round_, agent, text, table.chance(), table.checksum())
        line = self._running.close(entry)
        if self._file is not None:  # queued before the record counts as complete: the end never refers to a line that was not kept
            self._pending += f"{line}\n".encode()
        self.entries.append(entry)
        self._whole = True
        if self._file is not None:
            self._put(self._file)
        return entry

    # ---- the record

    @property
    def replay(self) -> Replay:
        """The record so far, with its end."""
        outcome = self.game.outcome(self.state)
        end = End(outcome.name, outcome.detail, len(self.entries), self._table.rounds)
        return Replay(self._header, tuple(self.entries), end, comment=self._comment)

    def write(self, path: str | Path) -> None:
        """Write the record to a file."""
        self.replay.write(path)

    def close(self) -> None:
        """Add the end to the file given to the constructor and close it; an interrupted record gets no end, and can be resumed."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with file:
            if self._whole:
                end = self.replay.end
                assert end is not None
                self._pending += f"{self._running.close_end(end)}\n".encode()
                self._put(file)
            files.settle(file)

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def follow(cls, replay: Replay, game: Game, upto: int | None = None, path: str | Path | None = None) -> Recorder:
        """Return a recorder that has played the first ``upto`` decisions of a replay (None: all) and continues from there.

        Raises:
            ReplayError: the replay does not match the game, or the game diverges.
        """
        from .player import steps

        if path is not None and replay.path and Path(path).resolve() == Path(replay.path).resolve():
            raise ValueError(f"{path} is the replay that is followed; write to another file")
        players = [player for _, player in replay.header.agents.values()]
        recorder = cls(game, replay.header.seed, players, path, replay.comment, replay.header.redrawn)
        try:
            for step in steps(replay, game, upto):
                recorder.record(step.action)
        except BaseException:
            recorder.close()
            raise
        return recorder

    def _index(self, action: int | str) -> int:
        """Return the index of a legal action, given by index or in notation; see ``record`` for the errors."""
        table, mask = self._table, self._table.batch.masks[0]
        if isinstance(action, str):
            return self.game.parse(table.state, action)
        try:
            index = operator.index(action)
        except TypeError:
            index = -1
        if not 0 <= index < len(mask) or not mask[index]:
            raise refusal(self.game, table.state, mask, int(table.batch.deciders[0]), action)
        return index

    def _put(self, file: FileIO) -> None:
        """Write the queued lines."""
        files.append(file, self._pending)
        self._pending = b""


__all__ = ["Recorder"]
