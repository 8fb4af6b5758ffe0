"""One game at a table: whose turn it is, what was played, how it ended.  No input, no output.

The terminal, a web page or a test drives it: it asks ``session.step()`` for the next move as often as it likes, and calls
``session.apply(action)`` where a person has chosen.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..core.agent_inputs import Inputs, agent_seed, inputs
from ..core.answers import chosen, refuse_class
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
from ..replay.table import AtTable, Table, layouts, plain, redraw

__all__ = ["Course", "Move", "Person", "Player", "Position", "Session"]


class Player(Protocol):
    """Chooses legal actions: every ``agents.Agent`` does."""

    name: str

    def reset(self, seed: int | None = None) -> None:
        """Start a new game; ``seed`` fixes the player's own choices."""

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The index of a legal action."""


class Person:
    """A player whose choices come from outside: the driver of the session passes them to ``Session.apply``."""

    def __init__(self, name: str = "human") -> None:
        self.name = name

    def reset(self, seed: int | None = None) -> None:
        """Nothing to do."""

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """Nobody may ask: RuntimeError."""
        raise RuntimeError(f"{self.name} is a person: wait for the choice and hand it to Session.apply")


@dataclass(frozen=True)
class Move:
    """One action that was played: its number from 1, the round, who decided for whom, and its text.

    ``chance`` is what dice and decks gave, "" for nothing; ``random`` says whether chance had a hand in it at all; ``state`` is
    the checksum of the state after it; ``events`` are all its effects, including those that some seats may not know.
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
        game: the game, its options chosen.
        players: the players at the table.  The agents are dealt round it, so that two players share a team of six as at a real table.
            Where roles differ, the players of each role (``[[ann, bob], [cid]]``), or one for each seat; see ``core.seating.deal``.
        seed: fixes chance and the players' own choices; None takes a fresh one, found in ``seed``.
        observation_dtype: what players see that do not declare it, "float32" (scaled) or "uint8" (raw); see ``core.agent_inputs``.
        keep: remember the state before every move, for ``position`` and ``rewind``.
        redrawn: as in the header of a replay, for one that is followed.

    Attributes:
        players: the player of each seat.
        seed: the seed of the game.
        moves: what has been played so far.
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
            refuse_class(player)
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
        """The position as it stands, copied."""
        batch = self._table.batch
        decider = "" if self.over else self.decider
        return Position(copy_records(self.state), batch.masks[0].copy(), batch.raw_observations[0].copy(), decider)

    @property
    def asked(self) -> Position:
        """The position as somebody is asked about it who may not know more than its decider: see ``Batch.redrawn`` for its state.

        Raises:
            RuntimeError: the game is over.
        """
        return replace(self.now, state=self._table.batch.redrawn(), decider=self.decider)

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self.game.outcome(self.state)

    @property
    def round(self) -> int:
        """The round of the game, from 1."""
        return self._table.round

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
        """Who decides for the agent."""
        return self.players[self.game.agents.index(agent)]

    # ---- playing -----------------------------------------------------------------------------------------------------

    def step(self) -> Move:
        """Let the player whose turn it is act once.

        Raises:
            RuntimeError: the game is over, or a Person decides.
            IllegalAction: the player's answer is not the index of a legal action; nothing has changed.
        """
        return self.apply(self.question()())

    def question(self, wishes: Sequence[Wish] = ()) -> Callable[[], int]:
        """A call that gives the action which the player whose turn it is would play now; errors as those of the player.

        ``wishes``: what the player has accepted; one that takes none plays as ever.

        It holds copies: while the player thinks in another thread the game may be looked at, or take another course.
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
        """What the player whose turn it is is handed, arrays of one row that are its own; RuntimeError if the game is over."""
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
        table.step(action)  # an illegal action raises here, with the legal ones named
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
        """What ``agent`` may know of the moves since its last one, that one included, a line each; [] if the session keeps no states."""
        if self._history is None:
            return []
        last = next((move.number - 1 for move in reversed(self.moves) if move.agent == agent), 0)
        lines = []
        for move in self.moves[last:]:
            around = self.state_at(move.number - 1), self.state_at(move.number)
            lines += story(self.game, agent, move.agent, move.text, *around, move.events)
        return lines

    def state_at(self, number: int) -> Array:
        """A copy of the state after ``number`` moves, shape (1,).

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
        """The game after ``number`` moves; see ``state_at`` for errors."""
        state = self.state_at(number)
        probe = self._probed(state)
        seat = int(probe.deciders[0])
        decider = self.game.agents[seat] if seat >= 0 else ""
        return Position(state, probe.masks[0].copy(), probe.raw_observations[0].copy(), decider)

    def asked_at(self, number: int) -> Position:
        """``asked`` as it was after ``number`` moves; at the end of the game its position as it is.  See ``state_at`` for errors."""
        position = self.position(number)
        if not position.decider:
            return position
        probe = self._probed(position.state)
        return replace(position, state=probe.redrawn(origin=self.seed))

    def redrawn(self, number: int, seed: int) -> Array:
        """The state after ``number`` moves, with everything that is hidden from the deciding seat, and future dice, resampled.

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
        """The position before the last move of a Person, if no chance has been at work since; None: nothing can be undone."""
        for move in reversed(self.moves):
            if move.random:
                return None
            if isinstance(self.player_of(move.agent), Person):
                return move.number - 1
        return None

    # ---- records -----------------------------------------------------------------------------------------------------

    @property
    def header(self) -> Header:
        """The head of the game's replay."""
        game = self.game
        names = game.agent_names(self.state)
        return Header(
            game=game.id,
            version=int(game.version),
            package=__version__,
            options=plain(game.options),
            layouts=layouts(game),
            seed=self.seed,
            agents={agent: (name, self.player_of(agent).name) for agent, name in zip(game.agents, names, strict=True)},
            start=self._start,
            redrawn=self._redrawn,
            rules=game.rules_revision,
        )

    def entries(self, start: int = 0) -> list[Entry]:
        """The moves as lines of a replay, from number ``start`` + 1 on."""
        return [Entry(m.number, m.round, m.agent, m.text, m.chance, m.state) for m in self.moves[start:]]

    @property
    def end(self) -> End:
        """The last line of a replay that ends here."""
        outcome = self.outcome
        return End(outcome.name, outcome.detail, len(self.moves), self._table.rounds)

    @property
    def replay(self) -> Replay:
        """The record as it stands."""
        return Replay(self.header, tuple(self.entries()), self.end)

    def upto(self, number: int) -> Replay:
        """The first ``number`` moves."""
        return Replay(self.header, tuple(self.entries()[:number]), None)

    def parted(self, number: int, seed: int) -> Replay:
        """The first ``number`` moves as the replay of a game that goes its own way from there: it begins as ``redrawn`` says."""
        header, entries = self.header, [*self.upto(number).entries]
        check = self.game.recorded.checksum(self.redrawn(number, seed))
        redrawn = {after: own for after, own in self._redrawn.items() if after < number} | {number: seed}
        if entries:
            entries[-1] = replace(entries[-1], state=check)
        header = replace(header, start=header.start if entries else check, redrawn=redrawn)
        return Replay(header, tuple(entries), None)

    @classmethod
    def follow(cls, replay: Replay, game: Game, make: Callable[[str], Player], *, keep: bool = True) -> Session:
        """A session that has played a replay and can go on from its end.

        Args:
            replay: what ``replay.read`` has returned; a cut off one will do.
            game: the game of its header.
            make: gives the player of a name in the header; it is called once for each name, except that each "human" is a Person.
            keep: as in the constructor.

        Raises:
            ReplayError: the replay does not fit the game, or goes another way.
        """
        session = cls.seated(replay, game, make, keep=keep)
        for step in steps(replay, game):
            session.apply(step.action)
        return session

    @classmethod
    def seated(cls, replay: Replay, game: Game, make: Callable[[str], Player], *, keep: bool = True) -> Session:
        """A session at the beginning of a replay; the arguments are those of ``follow``."""
        made: dict[str, Player] = {}
        players = []
        for _, name in replay.header.agents.values():
            if name not in made:
                made[name] = Person() if name == "human" else make(name)
            players.append(made[name])
        return cls(game, players, seed=replay.header.seed, keep=keep, redrawn=replay.header.redrawn)

    def course(self, start: int) -> Course:
        """The moves from number ``start`` + 1 on, for ``take_over``; RuntimeError if the session was made without ``keep``."""
        if self._history is None:
            raise RuntimeError("this session keeps no history; make it with keep=True")
        return self.moves[start:], self._history[start + 1 :]

    def take_over(self, course: Course) -> None:
        """Go on where a session with the same game, seed and seats stands: its moves since this one's last, by its ``course``."""
        moves, states = course
        assert self._history is not None
        self.moves += moves
        self._history += states
        self._table.put(self.state_at(len(self.moves)), len(self.moves))

    def _packed(self) -> bytes:
        return zlib.compress(self.state.tobytes(), 1)
