"""Agents in worker processes, or in this process if they cannot be sent to another one.

A session needs a player in every seat. An agent in a worker is represented by an ``Absent``: a spec and a seed. Its moves
depend on the seed, the number of the move and the position, and on nothing else: they are the same in any worker, and after a restart.
"""

from __future__ import annotations

import asyncio
import gc
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal

from numpy.typing import NDArray

from ..core.game import Game
from ..core.wishes import Intention, Reply, Wish
from ..replay.reading import Replay
from .catalogue import Catalogue, Refusal
from .session import Course, Person, Player, Position, Session
from .worker import think
from .workers import Failure, Job, Workers

__all__ = ["Absent", "AgentWorkers", "Failure"]

_HERE: Final = 4  # players of this process that run at the same time
_PRIME: Final = 1_000_003


class Absent:
    """A player in a worker process: its spec and its seed."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self.seed = 0

    def reset(self, seed: int | None = None) -> None:
        """Seed the player."""
        self.seed = seed or 0

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """Raise RuntimeError: only a worker can run the player."""
        raise RuntimeError(f"{self.name} thinks in a worker: ask AgentWorkers.act")


class AgentWorkers:
    """Runs players, in workers or in this process.

    Args:
        catalogue: the available players.
        workers: workers for most of them.
    """

    def __init__(self, catalogue: Catalogue, workers: Workers) -> None:
        self._catalogue = catalogue
        self._workers = workers
        self._threads = ThreadPoolExecutor(_HERE, "zombicide-heuristic")

    async def warm(self) -> None:
        """Prepare the games of the catalogue before the first request: compile them in a worker, if necessary, and load them here."""
        self._workers.warm()
        for form in self._catalogue.forms:
            game = await asyncio.to_thread(self._catalogue.game, form.id, {})
            await asyncio.wrap_future(self._workers.ask("", Job("load", pickle.dumps(game), "")))
            await asyncio.to_thread(Session, game, [Person()], seed=0)
        gc.collect()
        gc.freeze()  # what is loaded now stays: scanning it in each garbage collection would stall all rooms for tenths of seconds

    def close(self) -> None:
        """Shut down without waiting."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def player(self, spec: str, game: Game) -> Player:
        """Return the player of a spec, created lazily unless it runs in this process. Raises Refusal if there is no such agent."""
        if self._catalogue.kind(spec).here:
            return self._catalogue.agent(spec, game)
        self._catalogue.check_spec(spec)
        return Absent(spec)

    def check(self, spec: str) -> None:
        """Raise Refusal for a spec that names no agent."""
        self._catalogue.check_spec(spec)

    async def ready(self, player: Player, game: Game, owner: str) -> None:
        """Create a player where it runs. Raises Refusal if it cannot play the game."""
        if isinstance(player, Absent):
            try:
                await asyncio.wrap_future(self._workers.ask(owner, Job("make", pickle.dumps(game), player.name)))
            except Failure as error:
                raise self._catalogue.refusal(player.name, error) from None

    async def follow(self, replay: Replay, game: Game, owner: str) -> list[Course]:
        """Return the course of a recorded game. Raises Refusal if it does not match the game, or diverges.

        It is played in a worker: a long one would block the rooms of this process.
        """
        try:
            job = Job("follow", pickle.dumps(game), "the replay", replay=replay)
            courses: list[Course] = await asyncio.wrap_future(self._workers.ask(owner, job))
        except Failure as error:
            raise Refusal(str(error)) from None
        return courses

    def act(self, session: Session, owner: str, wishes: tuple[Wish, ...] = ()) -> asyncio.Future[int]:
        """Return the action of the player to move, which has accepted ``wishes``.

        The future may be cancelled; it raises Failure, or any error of a player in this process.
        """
        player = session.player_of(session.decider)
        if not isinstance(player, Absent):
            return asyncio.get_running_loop().run_in_executor(self._threads, session.question(wishes))
        seed = (player.seed * _PRIME + len(session.moves)) & (2**31 - 1)
        job = Job("act", pickle.dumps(session.game), player.name, session.asked, seed, wishes=wishes)
        return asyncio.wrap_future(self._workers.ask(owner, job))

    async def wish(self, session: Session, wish: Wish, position: Position, owner: str) -> Reply:
        """Return a player's reply to a wish. Raises Failure if it fails."""
        player = session.player_of(wish.to)
        job = Job("wish", pickle.dumps(session.game), player.name, position, wishes=(wish,))
        reply: Reply = await self._asked(player, job, session.game, owner)
        return reply

    async def intend(
        self, session: Session, agents: Sequence[str], wishes: tuple[Wish, ...], position: Position, owner: str
    ) -> list[Intention]:
        """Return the intentions of players for these agents. Raises Failure if one fails."""
        by_player: dict[int, list[str]] = {}
        for agent in agents:
            by_player.setdefault(id(session.player_of(agent)), []).append(agent)
        found: list[Intention] = []
        for names in by_player.values():
            player = session.player_of(names[0])
            job = Job("intend", pickle.dumps(session.game), player.name, position, wishes=wishes, agents=tuple(names))
            found += await self._asked(player, job, session.game, owner)
        return found

    async def _asked(self, player: Player, job: Job, game: Game, owner: str) -> Any:
        """Return the result of a player's job other than choosing an action."""
        if isinstance(player, Absent):
            return await asyncio.wrap_future(self._workers.ask(owner, job))
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, think, job, game, player)
        except Exception as error:  # a player may fail in any way
            raise Failure(f"{player.name}: {error}") from error

    def explain(self, spec: str, game: Game, position: Position, owner: str) -> asyncio.Future[Any]:
        """Return an agent's evaluation of a position; None: it has none.

        That is: probabilities float32 [N_ACTIONS], value (None: only its choice is known), statistics of a search, and how the game
        differs from those that it was trained on: options as (name, value here, values in training).

        The future may be cancelled, and raises like that of ``act``.

        Raises:
            Refusal: there is no such agent.
        """
        self._catalogue.check_spec(spec)
        if self._catalogue.kind(spec).here:
            return asyncio.get_running_loop().run_in_executor(self._threads, self._explained_here, spec, game, position)
        return asyncio.wrap_future(self._workers.ask(owner, Job("explain", pickle.dumps(game), spec, position)))

    def _explained_here(self, spec: str, game: Game, position: Position) -> Any:
        agent = self._catalogue.agent(spec, game)
        explain = getattr(agent, "explain", None)
        if explain is None:
            return None
        thought = explain(position.observation, position.mask, game, position.state)
        return thought.probabilities, thought.value, [], getattr(agent, "unlike", [])

    def foresee(
        self, do: Literal["ends", "compare"], session: Session, position: Position, games: int, owner: str, played: int | None = None
    ) -> asyncio.Future[Any]:
        """Return results of games from a position, or of its moves (``win_probability.ends``, ``compared``); errors like those of ``act``.

        If there are many moves, only some are compared, always including the one ``played``.
        """
        job = Job(do, pickle.dumps(session.game), "", position, len(session.moves), games=games, played=played)
        return asyncio.wrap_future(self._workers.ask(owner, job))

    async def vector(self, game: Game, replay: Replay, owner: str) -> str:
        """Return the last position of a replay as a conformance vector.

        Raises Failure if no vector can express it, or if it takes too long.
        """
        job = Job("vector", pickle.dumps(game), "", replay=replay, at=len(replay.entries))
        text: str = await asyncio.wrap_future(self._workers.ask(owner, job))
        return text

    async def film(self, session: Session, owner: str) -> bytes:
        """Return a GIF of the game. Raises Failure if that takes too long or is not possible here."""
        made: bytes = await asyncio.wrap_future(
            self._workers.ask(owner, Job("film", pickle.dumps(session.game), "", replay=session.replay))
        )
        return made
