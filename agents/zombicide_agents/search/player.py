"""The search: what does each action lead to in games that might be the one being played?"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.answers import judged
from zombicide_env.core.batch import MAX_SEED, Batch, fresh_seed
from zombicide_env.core.cores import usable_cores

from ..base import Agent, AgentError, legal_actions
from ..greedy import knows, make_greedy
from .guide import RandomGuide, make_guide

ROUNDS: Final = 3  # of sequential halving
LANES: Final = 1024  # imagined games at a time: a larger search plays them one lot after the other, in the same memory
TIMED_LANES: Final = 24  # of each thread where time is the budget: the clock is looked at between lots
LINE: Final = 6  # actions of a principal line


@dataclass(frozen=True)
class Thought:
    """What the search thinks of a candidate.

    Attributes:
        action: its index.
        visits: imagined games that began with it.
        value: their mean value.
        won: the share of imagined games that the seat wins after it, played to their ends.
        line: the action and those that followed it in one of them.
        texts: the line in words.
    """

    action: int
    visits: int
    value: float
    won: float
    line: tuple[int, ...]
    texts: tuple[str, ...] = ()


class _Tally:
    """Sums over the imagined games of each candidate."""

    def __init__(self, number: int) -> None:
        self.visits, self.values, self.won = np.zeros(number, np.int64), np.zeros(number), np.zeros(number)

    @property
    def means(self) -> NDArray[np.float64]:
        return self.values / np.maximum(self.visits, 1)


class Search(Agent):
    """Information-set Monte-Carlo search at the root.

    Before every simulation all that is hidden from the deciding seat (decks, face-down cards, dice to come) is drawn anew, so that the
    search knows exactly what the seat knows.  Candidates are compared in the same imagined games.  Each of three rounds spends a third
    of the budget and drops the worse half of the candidates.  The value of a simulation is the sum of the deciding seat's rewards (his own
    in a competitive game, the team's in a cooperative one), and where the game's own player imagines what had been reached at its end.
    """

    name = "search"
    reads_state = True

    def __init__(
        self,
        game: Any,
        *,
        simulations: int,
        ms: int,
        threads: int,
        margin: float,
        trust: float,
        policy: str,
        weights: Mapping[str, float] | None,
        rollout: Literal["guided", "random"],
        depth: int | None,
        seed: int | None,
    ) -> None:
        """``agents.make("search:simulations=300,seed=1", game)`` knows the defaults.

        Args:
            game: the game to be played.
            simulations: imagined games per decision, at least 3; time grows with them, memory only up to some 3,000.
            ms: milliseconds per decision instead, from 1 on (what is found then depends on the machine); 0: simulations count.
            threads: that imagine games at the same time, 0: all cores.
            margin: candidates are the actions that ``policy`` scores within this distance of its best one.
            trust: what a unit of those scores counts for in the value of an action.
            policy: spec of the agent that proposes candidates by its scores; "guide": what imagined games are played by proposes them
                (at random: every legal action); "auto": greedy if it knows the game, else the guide.
            weights: by which greedy judges where he proposes candidates and plays imagined games; None: his defaults.
            rollout: how imagined games are played, "guided" by what is known of the game's family, or "random".
            depth: actions after which an imagined game is broken off, 0: it is played to its end; None: what suits the family.
            seed: makes the choices repeatable, as does ``reset`` with a seed.

        Raises:
            AgentError: no game, or an option out of its range.
        """
        if game is None:
            raise AgentError("search imagines games: pass the game to be played, agents.make('search', game)")
        if simulations < ROUNDS:
            raise AgentError(f"simulations={simulations}: the search needs {ROUNDS} at least, and hundreds to be of use")
        if ms < 0 or threads < 0:
            raise AgentError(f"ms={ms}, threads={threads}: neither is below 0")
        if not margin >= 0:
            raise AgentError(f"margin={margin}: it is a distance between scores, 0 or more")
        if depth is not None and depth < 0:
            raise AgentError(f"depth={depth}: it is a number of actions, 0 for games played to their end")
        self._game = game
        self._others: dict[str, Search] = {}
        self._options: dict[str, Any] = {"simulations": simulations, "ms": ms, "threads": threads, "margin": margin, "trust": trust}
        self._options |= {"policy": policy, "weights": weights, "rollout": rollout, "depth": depth}
        self._policy = _policy(policy, game, weights)
        self.observation_dtype = "uint8" if self._policy is None else self._policy.observation_dtype
        self._margin, self._trust = margin, trust
        self._guide = make_guide(game, weights) if rollout == "guided" else RandomGuide(game)
        self._depth = self._guide.depth if depth is None else depth
        threads = threads or usable_cores()
        lanes = -(-simulations // ROUNDS)
        self._seconds = ms / 1000
        self._lots = -(-lanes // LANES)
        lanes = TIMED_LANES * threads if ms else -(-lanes // self._lots)
        self._worlds, self._lines = (
            Batch(self._guide.game, lanes, seed=0, threads=threads, autoreset="disabled", observation_dtype="uint8") for _ in range(2)
        )
        self._one = Batch(self._guide.game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
        self.reset(fresh_seed() if seed is None else seed)

    def reset(self, seed: int | None = None) -> None:
        """Seed what is imagined."""
        if seed is None:
            return
        if not 0 <= seed <= MAX_SEED:
            raise AgentError(f"seed {seed} is not in 0 .. 2**63 - 1")
        self._seed = seed
        self._others.clear()
        self._worlds.seed_actions(seed)
        self._lines.seed_actions(seed)
        self._guide.seed(seed)
        if self._policy is not None:
            self._policy.reset(seed)

    def _at(self, game: Any) -> Search:
        """The search in this game: another board than that for which it was made has imagined games of its own.

        Raises:
            AgentError: it is another game, or one for other players.
        """
        if game is None or (game.id, game.options) == (self._game.id, self._game.options):
            return self
        if (game.id, game.agents) != (self._game.id, self._game.agents):
            raise AgentError(f"search was made for {self._game.id} {dict(self._game.options)}, not {game.id} {dict(game.options)}")
        name = str(game.options)
        if name not in self._others:
            self._others[name] = Search(game, seed=self._seed, **self._options)
        return self._others[name]

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The candidate that did best in imagined games."""
        candidates, _, left = self._at(game)._search(observation, mask, state)
        return int(candidates[left[0]])

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent: the candidates and their values, as far as they were looked at to the end; -1 for those that were dropped before."""
        candidates, tally, left = self._at(game)._search(observation, mask, state)
        values = np.full(len(candidates), -1.0)
        values[left] = tally.means[left]
        values[left[0]] = values.max()  # the answer, which meets others of its value in the last round
        order = np.argsort(candidates, kind="stable")
        return candidates[order], values[order]

    def thoughts(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> list[Thought]:
        """What it thinks of every candidate, the best first; the arguments are those of ``act``."""
        at = self._at(game)
        candidates, tally, left = at._search(observation, mask, state)
        assert state is not None
        rest = [k for k in np.argsort(-tally.means, kind="stable").tolist() if k not in left]
        won = at._chances(state, candidates) if at._depth and len(candidates) > 1 else tally.won / np.maximum(tally.visits, 1)
        return [
            Thought(action, int(tally.visits[k]), float(tally.means[k]), float(won[k]), *at._line(state, action))
            for k in [*left.tolist(), *rest]
            for action in [int(candidates[k])]
        ]

    def _chances(self, state: NDArray[Any], candidates: NDArray[np.int64]) -> NDArray[np.float64]:
        """The share of imagined games won after each candidate, float64 [candidates]; where the search breaks games off none says that."""
        lines, number = self._lines, len(candidates)
        won = np.zeros(number)
        worlds = lines.n // number
        for _ in range(ROUNDS * self._lots):
            seat = self._imagine(state, number)
            lines.step(candidates[np.arange(lines.n) % number])
            self._guide.values(lines, seat, 0)
            won += self._guide.game.winners(lines.states)[: worlds * number, seat].reshape(-1, number).mean(axis=0)
        return won / (ROUNDS * self._lots)

    def _imagine(self, state: NDArray[Any], number: int) -> int:
        """Put imagined worlds into the lines, each into as many as there are candidates; the seat that decides."""
        self._worlds.put(state, trusted=True)
        self._worlds.resample()
        self._lines.put(self._worlds.states[np.arange(self._lines.n) // number], trusted=True)
        return int(self._worlds.deciders[0])

    def _line(self, state: NDArray[Any], action: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The action, and what follows it in one imagined game: numbers and texts."""
        one = self._one
        one.put(state, trusted=True)
        one.resample()
        line, texts = [action], [self._game.notation(one.states, action)]
        one.step(np.array(line))
        while len(line) < LINE and one.deciders[0] >= 0:
            line.append(int(self._guide.choose(one)[0]))
            texts.append(self._game.notation(one.states, line[-1]))
            one.step(np.array(line[-1:]))
        return tuple(line), tuple(texts)

    def _search(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], state: NDArray[Any] | None
    ) -> tuple[NDArray[np.int64], _Tally, NDArray[np.intp]]:
        """Candidates, what they came to, and which of them are left, the best first."""
        if state is None:
            raise AgentError("search plays from the state of the game: call act(observation, mask, game, state)")
        candidates, scores = self._candidates(observation, mask, state)
        tally = _Tally(len(candidates))
        left = np.arange(len(candidates))
        if len(candidates) > 1:
            left = self._halve(state, candidates, scores, tally)
        return candidates, tally, left

    def _candidates(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], state: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Actions worth a simulation, not more than there are lanes, the most promising first, and their scores."""
        actions = legal_actions(mask, self.name).astype(np.int64)
        if len(actions) == 1:
            return actions, np.zeros(1)
        if self._policy is not None:
            answer = self._policy.scores(observation, mask, self._game, state)
            actions, scores = judged(answer, mask, self._game.action_codec, self._policy.name)
        else:
            self._lines.put(state, trusted=True)
            actions, scores = self._guide.propose(self._lines)
        order = np.argsort(-scores, kind="stable")[: self._lines.n]
        order = order[scores[order] >= scores[order[0]] - self._margin]
        return actions[order], scores[order]

    def _halve(self, state: NDArray[Any], candidates: NDArray[np.int64], scores: NDArray[np.float64], tally: _Tally) -> NDArray[np.intp]:
        """Sequential halving: all candidates meet the same worlds in each round, and the better half of them goes on."""
        left = np.arange(len(candidates))
        start = time.perf_counter()
        for number in range(1, ROUNDS + 1):
            lots = 0
            while lots < self._lots or (self._seconds and time.perf_counter() - start < self._seconds * number / ROUNDS):
                self._compare(state, candidates[left], scores[left], left, tally)
                lots += 1
            left = left[np.argsort(-tally.means[left], kind="stable")]
            left = left[: max(2, -(-len(left) // 2))]
        return left

    def _compare(
        self, state: NDArray[Any], candidates: NDArray[np.int64], scores: NDArray[np.float64], left: NDArray[np.intp], tally: _Tally
    ) -> None:
        """One lot of imagined games: each of their worlds is met by all candidates."""
        number = len(candidates)
        lanes = np.arange(self._lines.n)
        seat = self._imagine(state, number)
        values = self._values(candidates[lanes % number], seat)
        worlds = len(lanes) // number  # the lanes of the last one may not go round
        won = self._guide.game.winners(self._lines.states)[:, seat]
        tally.visits[left] += worlds
        tally.values[left] += (values[: worlds * number].reshape(-1, number) + self._trust * scores).sum(axis=0)
        tally.won[left] += won[: worlds * number].reshape(-1, number).sum(axis=0)

    def _values(self, actions: NDArray[np.int64], seat: int) -> NDArray[np.float64]:
        """Play an action in each lane and then on; what it comes to for ``seat``, float64 [lanes]."""
        lines = self._lines
        lines.step(actions)
        values = lines.rewards[:, seat].astype(np.float64)
        if self._depth != 1:
            values += self._guide.values(lines, seat, max(0, self._depth - 1))
        return values


def _policy(spec: str, game: Any, weights: Mapping[str, float] | None) -> Agent | None:
    from ..registry import make

    if spec == "auto":
        return make_greedy(game, weights) if knows(game) else None
    return None if spec == "guide" else make(spec, game)
