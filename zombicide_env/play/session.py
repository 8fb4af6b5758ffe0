"""One game at a table: whose turn it is, the moves, the outcome. No input, no output.

The terminal, a web page or a test drives it: it calls ``session.step()`` for each move of a program, and
``session.apply(action)`` for each choice of a person.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..core.agent_inputs import Inputs, agent_seed, inputs
from ..core.answers import chosen, refuse_other
from ..core.batch import Batch, fresh_seed
from ..core.events import Event
from ..core.game import Array, Game, Outcome
from ..core.history import story
from ..core.layout import copy_records
from ..core.seating import as_groups, deal
from ..core.wishes import Wish
from ..replay.format import End, Entry, Header
from ..replay.player import steps
from ..replay.reading import Replay
from ..replay.table import AtTable, Table, header_of, redraw

__all__ = ["Course", "Move", "Person", "Player", "Position", "Session"]


class Player(Protocol):
    """Chooses legal actions: every ``agents.Agent`` does."""

    name: str

    def reset(self, seed: int | None = None) -> None:
        """Start a new game; ``seed`` seeds the player."""

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """Return the index of a legal action."""


class Person:
    """A player whose choices come from outside: the driver of the session passes them to ``Session.apply``."""

    def __init__(self, name: str = "human") -> None:
        self.name = name

    def reset(self, seed: int | None = None) -> None:
        """Do nothing."""

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """Raise RuntimeError: the choice has to come from outside."""
        raise RuntimeError(f"{self.name} is a person: wait for the choice and hand it to Session.apply")


@dataclass(frozen=True)
class Move:
    """One action that was played: its number from 1, the round, the player and its agent, and the action's text.

    ``chance`` is the result of dice and decks, "" for none; ``random`` says whether there were random events at all; ``state`` is
    the checksum of the state after it; ``events`` are all its effects, including those hidden from some seats.
    """

    number: int
    round: int
    agent: str
    player: str
    action: int
    text: str
    chance: str = ""
    random: bool = False
    state: str = ""
    events: tuple[Event, ...] = ()


Course = tuple[list[Move], list[bytes]]
"""Moves, and the packed state after each of them."""


@dataclass(frozen=True)
class Position:
    """The game after some number of moves.

    ``state`` is a copy, shape (1,); ``mask`` int8 [N_ACTIONS] and ``observation`` uint8 [N_OBS] are those of ``decider``, which is
    "" at the end of the game (then the mask is all zero).
    """

    state: Array
    mask: Array
    observation: Array
    decider: str


class Session(AtTable):
    """A game from its first decision to its end.

    Args:
        game: the game, with fixed options.
        players: the players at the table. The agents are dealt to them round-robin, so that two players share a team of six as at a real
            table. Where roles differ, the players of each role (``[[ann, bob], [cid]]``), or one for each seat; see ``core.seating.deal``.
        seed: seeds the game and the players; None takes a random one, available as ``seed``.
        observation_dtype: default for players that do not declare it, "float32" (scaled) or "uint8" (raw); see ``core.agent_inputs``.
        keep: store the state before every move, for ``position`` and ``rewind``.
        redrawn: as in the header of a replay, for a session that continues one.

    Attributes:
        players: the player of each seat.
        seed: the seed of the game.
        moves: the moves so far.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Player] | Sequence[Sequence[Player]],
        *,
        seed: int | None = None,
        observation_dtype: str = "float32",
        keep: bool = False,
        redrawn: Mapping[int, int] | None = None,
    ) -> None:
        if not players:
            raise ValueError("a session needs at least one player")
        self.game = game
        self.players: tuple[Player, ...] = deal(game.type, as_groups(players))
        for player in self.players:
            refuse_other(player)
        self.seed: int = fresh_seed() if seed is None else seed
        self.moves: list[Move] = []
        self._redrawn = redrawn or {}
        self._table = Table(game, self.seed, self._redrawn)
        self._usual = observation_dtype
        self._start = self._table.checksum()
        self._history: list[bytes] | None = [self._packed()] if keep else None
        self._probe: Batch | None = None
        for number, player in enumerate({id(player): player for player in self.players}.values()):
            player.reset(agent_seed(self.seed, number))

    # ---- status ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Position:
        """Return a copy of the current position."""
        batch = self._table.batch
        decider = "" if self.over else self.decider
        return Position(copy_records(self.state), batch.masks[0].copy(), batch.raw_observations[0].copy(), decider)

    @property
    def asked(self) -> Position:
        """Return the position with only what its decider may know: see ``Batch.redrawn`` for its state.

        Raises:
            RuntimeError: the game is over.
        """
        return replace(self.now, decider=self.decider, state=self._table.batch.redrawn())

    @property
    def outcome(self) -> Outcome:
        """The outcome so far."""
        return self.game.outcome(self.state)

    @property
    def round(self) -> int:
        """The round of the game, from 1."""
        return self._table.round

    @property
    def rounds(self) -> int:
        """Number of rounds played, without a round that had only begun when the game ended."""
        return self._table.rounds

    @property
    def decider(self) -> str:
        """The agent that decides now.

        Raises:
            RuntimeError: the game is over.
        """
        if self.over:
            raise RuntimeError("nobody decides: the game is over")
        return self._table.agent

    def player_of(self, agent: str) -> Player:
        """Return the player of an agent."""
        return self.players[self.game.agents.index(agent)]

    # ---- playing -----------------------------------------------------------------------------------------------------

    def step(self) -> Move:
        """Let the player to move act once.

        Raises:
            RuntimeError: the game is over, or a Person decides.
            IllegalAction: the player's answer is not the index of a legal action; nothing has changed.
        """
        return self.apply(self.question()())

    def question(self, wishes: Sequence[Wish] = ()) -> Callable[[], int]:
        """Return a callable that returns the action of the player to move in the current position; it raises the player's errors.

        ``wishes``: wishes that the player has accepted; ignored by a player without support for them.

        It holds copies: while it runs in another thread the game may be inspected, or change.
        """
        player, given = self.player_of(self.decider), self.inputs
        seen = None if given.observations is None else given.observations[0]
        heed = getattr(player, "heed", None)
        if wishes and heed is not None:
            state = self.asked.state
            return lambda: chosen(heed(seen, given.masks[0], self.game, state, tuple(wishes)), player.name)
        more: dict[str, Any] = {} if given.histories is None else {"history": given.histories[0]}
        return lambda: chosen(player.act(seen, given.masks[0], self.game, given.states, **more), player.name)

    @property
    def inputs(self) -> Inputs:
        """Return the inputs of the player to move, arrays with one row, as copies. Raises RuntimeError if the game is over."""
        player = self.player_of(self.decider)
        histories = [self.history(self.decider)] if getattr(player, "reads_history", False) else None
        return replace(inputs(player, self._table.batch, [0], usual=self._usual), histories=histories)

    def apply(self, action: int) -> Move:
        """Play an action for the agent that decides.

        Raises:
            RuntimeError: the game is over.
            IllegalAction: it is not legal; nothing has changed.
        """
        table, agent = self._table, self.decider
        legal = 0 <= action < len(self.mask) and bool(self.mask[action])
        text = self.game.notation(self.state, action) if legal else ""
        now, luck = table.round, self.state["rng"].tobytes()
        table.step(action)  # raises for an illegal action, and lists the legal ones
        chance = table.chance()
        move = Move(
            number=len(self.moves) + 1,
            round=now,
            agent=agent,
            player=self.player_of(agent).name,
            action=action,
            text=text,
            chance=chance,
            random=bool(chance) or self.state["rng"].tobytes() != luck,
            state=table.checksum(),
            events=table.events(),
        )
        self.moves.append(move)
        if self._history is not None:
            self._history.append(self._packed())
        return move

    def play(self, limit: int | None = None) -> Outcome:
        """Play to the end, or for at most ``limit`` further actions."""
        last = None if limit is None else len(self.moves) + limit
        while not self.over and (last is None or len(self.moves) < last):
            self.step()
        return self.outcome

    # ---- looking back ------------------------------------------------------------------------------------------------

    def history(self, agent: str) -> list[str]:
        """Return what ``agent`` may know of the moves since its last one (included), a line each; [] if the session keeps no states."""
        if self._history is None:
            return []
        last = next((move.number - 1 for move in reversed(self.moves) if move.agent == agent), 0)
        lines = []
        for move in self.moves[last:]:
            around = self.state_at(move.number - 1), self.state_at(move.number)
            lines += story(self.game, agent, move.agent, move.text, *around, move.events)
        return lines

    def state_at(self, number: int) -> Array:
        """Return a copy of the state after ``number`` moves, shape (1,).

        Raises:
            RuntimeError: the session was made without ``keep``.
            ValueError: fewer moves have been played.
        """
        if self._history is None:
            raise RuntimeError("this session keeps no history; make it with keep=True")
        if not 0 <= number < len(self._history):
            raise ValueError(f"position {number}: {len(self.moves)} moves have been played; give 0 .. {len(self.moves)}")
        return np.frombuffer(zlib.decompress(self._history[number]), self.game.state_dtype).copy()

    def position(self, number: int) -> Position:
        """Return the game after ``number`` moves; see ``state_at`` for errors."""
        state = self.state_at(number)
        probe = self._probed(state)
        seat = int(probe.deciders[0])
        decider = self.game.agents[seat] if seat >= 0 else ""
        return Position(state, probe.masks[0].copy(), probe.raw_observations[0].copy(), decider)

    def asked_at(self, number: int) -> Position:
        """Return ``asked`` as it was after ``number`` moves; at the end of the game the true position. See ``state_at`` for errors."""
        position = self.position(number)
        if not position.decider:
            return position
        probe = self._probed(position.state)
        return replace(position, state=probe.redrawn(origin=self.seed))

    def redrawn(self, number: int, seed: int) -> Array:
        """Return the state after ``number`` moves, with everything hidden from the deciding seat, and future dice, resampled.

        See ``state_at`` for shape and errors.
        """
        probe = self._probed(self.state_at(number))
        if int(probe.deciders[0]) >= 0:
            redraw(probe, seed)
        return copy_records(probe.states)

    def _probed(self, state: Array) -> Batch:
        if self._probe is None:
            self._probe = Batch(self.game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
        self._probe.put(state, trusted=True)
        return self._probe

    def rewind(self, number: int) -> None:
        """Take back all moves after the first ``number``; see ``state_at`` for errors."""
        state = self.state_at(number)
        assert self._history is not None
        del self.moves[number:], self._history[number + 1 :]
        self._table.put(state, number)

    @property
    def undo_to(self) -> int | None:
        """The position before the last move of a Person, if there were no random events since; None: nothing can be undone."""
        for move in reversed(self.moves):
            if move.random:
                return None
            if isinstance(self.player_of(move.agent), Person):
                return move.number - 1
        return None

    # ---- records -----------------------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """The header of the game's replay."""
        names = (self.player_of(agent).name for agent in self.game.agents)
        return header_of(self.game, self.state, self.seed, names, self._start, self._redrawn)

    def entries(self, start: int = 0) -> list[Entry]:
        """Return the moves as lines of a replay, starting after number ``start``."""
        return [Entry(m.number, m.round, m.agent, m.text, m.chance, m.state) for m in self.moves[start:]]

    @property
    def end(self) -> End:
        """The last line of a replay that ends here."""
        outcome = self.outcome
        return End(outcome.name, outcome.detail, len(self.moves), self.rounds)

    @property
    def replay(self) -> Replay:
        """Return the record so far."""
        return Replay(self.header, tuple(self.entries()), self.end)

    def upto(self, number: int) -> Replay:
        """Return the first ``number`` moves."""
        return Replay(self.header, tuple(self.entries()[:number]), None)

    def parted(self, number: int, seed: int) -> Replay:
        """Return the first ``number`` moves as the replay of a branched game, which begins in the state of ``redrawn``."""
        header, entries = self.header, [*self.upto(number).entries]
        check = self.game.recorded.checksum(self.redrawn(number, seed))
        redrawn = {after: own for after, own in self._redrawn.items() if after < number} | {number: seed}
        if entries:
            entries[-1] = replace(entries[-1], state=check)
        header = replace(header, start=header.start if entries else check, redrawn=redrawn)
        return Replay(header, tuple(entries), None)

    @classmethod
    def follow(cls, replay: Replay, game: Game, make: Callable[[str], Player], *, keep: bool = True) -> Session:
        """Return a session that has played a replay and can continue from its end.

        Args:
            replay: result of ``replay.read``; it may be truncated.
            game: the game of its header.
            make: makes the player of a name in the header; it is called once for each name, except that each "human" is a Person.
            keep: as in the constructor.

        Raises:
            ReplayError: the replay does not match the game, or the game diverges.
        """
        session = cls.seated(replay, game, make, keep=keep)
        for step in steps(replay, game):
            session.apply(step.action)
        return session

    @classmethod
    def seated(cls, replay: Replay, game: Game, make: Callable[[str], Player], *, keep: bool = True) -> Session:
        """Return a session at the beginning of a replay; the arguments are those of ``follow``."""
        made: dict[str, Player] = {}
        players = []
        for _, name in replay.header.agents.values():
            if name not in made:
                made[name] = Person() if name == "human" else make(name)
            players.append(made[name])
        return cls(game, players, seed=replay.header.seed, keep=keep, redrawn=replay.header.redrawn)

    def course(self, start: int) -> Course:
        """Return the moves after number ``start``, for ``take_over``. Raises RuntimeError if the session was made without ``keep``."""
        if self._history is None:
            raise RuntimeError("this session keeps no history; make it with keep=True")
        return self.moves[start:], self._history[start + 1 :]

    def take_over(self, course: Course) -> None:
        """Continue from a session with the same game, seed and seats: append its later moves, given by its ``course``."""
        moves, states = course
        assert self._history is not None
        self.moves += moves
        self._history += states
        self._table.put(self.state_at(len(self.moves)), len(self.moves))

    def _packed(self) -> bytes:
        return zlib.compress(self.state.tobytes(), 1)
