"""Information-set Monte-Carlo search: evaluates actions by simulated games that are consistent with what the seat knows."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.answers import judged
from zombicide_env.core.batch import MAX_SEED, MOST_STEPS, Batch, fresh_seed
from zombicide_env.core.cores import usable_cores

from ..base import Agent, AgentError, legal_actions
from ..greedy import knows, make_greedy
from .plans import NONE, draw_plans, single
from .rollouts import PlayerGuide, RandomGuide, make_guide

ROUNDS: Final = 3  # rounds of sequential halving
LANES: Final = 1024  # simulated games at a time: a larger search plays them in several lots, in the same memory
TIMED_LANES: Final = 24  # lanes per thread if the budget is time: the clock is read between lots
LINE: Final = 6  # minimum number of actions of a principal line
Z95: Final = 1.96


@dataclass(frozen=True)
class Thought:
    """Evaluation of a candidate by the search.

    Attributes:
        action: index of the action.
        visits: number of simulated games that began with it.
        value: their mean value.
        won: share of simulated games that the seat wins after it, played to the end; with a value network, its mean chance of winning.
        line: the action and those that followed it in one of the games.
        texts: notation of the actions in ``line``.
        error: standard error of ``won`` due to the number of simulated games; errors of a value network are not included.
    """

    action: int
    visits: int
    value: float
    won: float
    line: tuple[int, ...]
    texts: tuple[str, ...] = ()
    error: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of ``won``, from ``error``."""
        return max(0.0, self.won - Z95 * self.error), min(1.0, self.won + Z95 * self.error)


class _Tally:
    """Sums over the simulated games of each candidate: values, chances of winning and their squares."""

    def __init__(self, number: int) -> None:
        self.visits, self.values, self.won, self.squares = np.zeros(number, np.int64), np.zeros(number), np.zeros(number), np.zeros(number)

    @property
    def means(self) -> NDArray[np.float64]:
        return self.values / np.maximum(self.visits, 1)

    @property
    def shares(self) -> NDArray[np.float64]:
        return self.won / np.maximum(self.visits, 1)

    @property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors of ``shares``."""
        spread = np.maximum(0.0, self.squares / np.maximum(self.visits, 1) - self.shares**2)
        found: NDArray[np.float64] = np.sqrt(spread / np.maximum(self.visits - 1, 1))
        return found


@dataclass(frozen=True)
class _Found:
    """Candidates, their results, and the indices of those that are left, the best first."""

    plans: NDArray[np.int64]
    tally: _Tally
    left: NDArray[np.intp]

    @property
    def actions(self) -> NDArray[np.int64]:
        """First action of each candidate."""
        return self.plans[:, 0]

    def best(self) -> list[int]:
        """Return the best candidate of each action: first those that are left, then the others."""
        rest = [k for k in np.argsort(-self.tally.means, kind="stable").tolist() if k not in self.left]
        found: dict[int, int] = {}
        for k in [*self.left.tolist(), *rest]:
            found.setdefault(int(self.actions[k]), k)
        return list(found.values())


class Search(Agent):
    """Information-set Monte-Carlo search at the root.

    Before every simulation all information hidden from the deciding seat (decks, face-down cards, future dice) is resampled, so that the
    search uses only what the seat knows.  All candidates are evaluated in the same simulated games.  Each of three rounds spends a third
    of the budget and drops the worse half of the candidates.  With a value network, the value of a simulation is the chance of winning at
    its end.  Without one, it is the sum of the deciding seat's rewards (its own in a competitive game, the team's in a cooperative one),
    plus the progress at the end if the rule-based player estimates it.  Candidates are actions, and with ``plans`` also whole turns: a
    turn is followed as long as it is legal in the simulated game; then the compiled player takes over.
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
        player: str = "",
        value: str = "",
        plans: int = 0,
    ) -> None:
        """Create a search agent; ``agents.make("search:simulations=300,seed=1", game)`` fills in the defaults.

        Args:
            game: the game to be played.
            simulations: simulated games per decision, at least 3; time grows with them, memory only up to about 3,000.
            ms: milliseconds per decision instead, at least 1 (results then depend on the machine); 0: use ``simulations``.
            threads: number of threads that simulate games; 0: all cores.
            margin: candidates are the actions that ``policy`` scores within this distance of its best one.
            trust: weight of those scores in the value of an action.
            policy: spec of the agent that proposes candidates by its scores; "guide": the player of simulated games proposes
                them (a random one: every legal action); "auto": greedy if it supports the game, else the guide.
            weights: weights of greedy where it proposes candidates and plays simulated games; None: its defaults.
            rollout: how simulated games are played: "guided" by a compiled player if the game has one, or "random".
            depth: number of actions after which a simulated game is truncated; 0: play to the end; None: the default of the guide.
            seed: makes the choices reproducible, as does ``reset`` with a seed.
            player: spec of a compiled player that plays simulated games instead of the rule-based player of the game.
            value: path of a value network (a run of ``zombicide train --recipe value``) that evaluates truncated games.
            plans: number of turns of the deciding seat that are sampled as additional candidates.

        Raises:
            AgentError: no game, or an option out of its range.
        """
        if game is None:
            raise AgentError("search simulates games: pass the game to be played, agents.make('search', game)")
        if simulations < ROUNDS:
            raise AgentError(f"simulations={simulations}: the search needs {ROUNDS} at least, and hundreds to be of use")
        if ms < 0 or threads < 0:
            raise AgentError(f"ms={ms}, threads={threads}: neither is below 0")
        if not margin >= 0:
            raise AgentError(f"margin={margin}: it is a distance between scores, 0 or more")
        if plans < 0:
            raise AgentError(f"plans={plans}: it is a number of turns, 0 for none")
        if depth is not None and depth < 0:
            raise AgentError(f"depth={depth}: it is a number of actions, 0 for games played to their end")
        self._game = game
        self._others: dict[str, Search] = {}
        self._options: dict[str, Any] = {"simulations": simulations, "ms": ms, "threads": threads, "margin": margin, "trust": trust}
        self._options |= {"policy": policy, "weights": weights, "rollout": rollout, "depth": depth}
        self._options |= {"player": player, "value": value, "plans": plans}
        self._policy = _policy(policy, game, weights)
        self.observation_dtype = "uint8" if self._policy is None else self._policy.observation_dtype
        self._margin, self._trust = margin, trust
        self._guide = make_guide(game, weights, player, value) if rollout == "guided" else RandomGuide(game)
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
        self._turns = Batch(self._guide.game, max(1, plans), seed=0, autoreset="disabled", observation_dtype="uint8")
        self._plans = plans if isinstance(self._guide, PlayerGuide) and self._guide.player.judges else 0
        self.reset(fresh_seed() if seed is None else seed)

    def reset(self, seed: int | None = None) -> None:
        """Seed the simulations."""
        if seed is None:
            return
        if not 0 <= seed <= MAX_SEED:
            raise AgentError(f"seed {seed} is not in 0 .. 2**63 - 1")
        self._seed = seed
        self._others.clear()
        self._worlds.seed_actions(seed)
        self._lines.seed_actions(seed)
        self._turns.seed_actions(seed)
        self._random = np.random.default_rng(seed)
        self._guide.seed(seed)
        if self._policy is not None:
            self._policy.reset(seed)

    def _at(self, game: Any) -> Search:
        """Return the search for this game: a board other than the one it was created for needs its own simulated games.

        Raises:
            AgentError: the game is another one, or has other agents.
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
        """Return the action of the candidate with the best result in simulated games."""
        found = self._at(game)._search(observation, mask, state)
        return int(found.actions[found.left[0]])

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent.  Returns the candidates and their values; -1 for those that were dropped before the end of the search."""
        found = self._at(game)._search(observation, mask, state)
        best = np.array(found.best())
        values = np.where(np.isin(best, found.left), found.tally.means[best], -1.0)
        values[0] = values.max()  # the chosen action, so that no other candidate has a higher value
        order = np.argsort(found.actions[best], kind="stable")
        return found.actions[best][order], values[order]

    def thoughts(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> list[Thought]:
        """Return the evaluation of candidates, the best first; arguments as in ``act``.  Of turns, only the best for each first action."""
        at = self._at(game)
        found = at._search(observation, mask, state)
        assert state is not None
        best, tally = found.best(), found.tally
        won, errors = tally.shares[best], tally.errors[best]
        if at._depth and len(best) > 1 and not at._guide.values_chances:
            won, errors = at._chances(state, found.actions[best])
        return [
            Thought(
                int(found.actions[k]),
                int(tally.visits[k]),
                float(tally.means[k]),
                float(won[n]),
                *at._line(state, found.plans[k]),
                float(errors[n]),
            )
            for n, k in enumerate(best)
        ]

    def _chances(self, state: NDArray[Any], candidates: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the share of simulated games won after each candidate, and its standard error, float64 ``[candidates]``.

        These games are played to the end, unlike those of a search that truncates games.
        """
        lines, number = self._lines, len(candidates)
        won, worlds = np.zeros(number), lines.n // number
        for _ in range(ROUNDS * self._lots):
            seat = self._imagine(state, number)
            lines.step(candidates[np.arange(lines.n) % number])
            self._guide.values(lines, seat, MOST_STEPS, np.zeros(lines.n))
            won += self._guide.game.winners(lines.states)[: worlds * number, seat].reshape(-1, number).sum(axis=0)
        games = worlds * ROUNDS * self._lots
        share = won / games
        return share, np.sqrt(share * (1 - share) / games)

    def _imagine(self, state: NDArray[Any], number: int) -> int:
        """Resample worlds and copy each into one lane per candidate; return the deciding seat."""
        self._worlds.put(state, trusted=True)
        self._worlds.resample()
        self._lines.put(self._worlds.states[np.arange(self._lines.n) // number], trusted=True)
        return int(self._worlds.deciders[0])

    def _line(self, state: NDArray[Any], plan: NDArray[np.int64]) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return a plan and what follows it in one simulated game: action indices and notation."""
        one = self._one
        one.put(state, trusted=True)
        one.resample()
        line: list[int] = []
        texts: list[str] = []
        asked = [int(action) for action in plan[plan != NONE]]
        while len(line) < max(LINE, len(asked)) and one.deciders[0] >= 0:
            planned = asked == [*line, *asked[len(line) :]] and len(line) < len(asked) and one.masks[0, asked[len(line)]]
            line.append(asked[len(line)] if planned else int(self._guide.choose(one)[0]))
            texts.append(self._game.notation(one.states, line[-1]))
            one.step(np.array(line[-1:]))
        return tuple(line), tuple(texts)

    def _search(self, observation: NDArray[Any] | None, mask: NDArray[Any], state: NDArray[Any] | None) -> _Found:
        """Search for the best candidate."""
        if state is None:
            raise AgentError("search plays from the state of the game: call act(observation, mask, game, state)")
        candidates, scores = self._candidates(observation, mask, state)
        plans = single(candidates)
        if len(candidates) > 1 and self._plans:
            plans, scores = self._with_turns(state, plans, scores)
        tally = _Tally(len(plans))
        left = np.arange(len(plans))
        if len(plans) > 1:
            left = self._halve(state, plans, scores, tally)
        return _Found(plans, tally, left)

    def _with_turns(
        self, state: NDArray[Any], plans: NDArray[np.int64], scores: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Add turns that begin with a candidate, as far as there are lanes for them; a turn has the score of its first action."""
        assert isinstance(self._guide, PlayerGuide)
        self._turns.put(state, trusted=True)
        self._turns.resample()
        turns = draw_plans(self._turns, self._guide.player, self._random)
        known = dict(zip(plans[:, 0].tolist(), scores.tolist(), strict=True))
        turns = turns[[k for k, turn in enumerate(turns.tolist()) if turn[0] in known and turn[1] != NONE][: self._lines.n - len(plans)]]
        return np.concatenate([plans, turns]), np.concatenate([scores, [known[action] for action in turns[:, 0].tolist()]])

    def _candidates(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], state: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the actions worth simulating, at most one per lane, the most promising first, and their scores."""
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

    def _halve(self, state: NDArray[Any], plans: NDArray[np.int64], scores: NDArray[np.float64], tally: _Tally) -> NDArray[np.intp]:
        """Run sequential halving: all candidates play the same worlds, and each round keeps the better half; return those that are left."""
        left = np.arange(len(plans))
        start = time.perf_counter()
        for number in range(1, ROUNDS + 1):
            lots = 0
            while lots < self._lots or (self._seconds and time.perf_counter() - start < self._seconds * number / ROUNDS):
                self._compare(state, plans[left], scores[left], left, tally)
                lots += 1
            left = left[np.argsort(-tally.means[left], kind="stable")]
            left = left[: max(2, -(-len(left) // 2))]
        return left

    def _compare(
        self, state: NDArray[Any], plans: NDArray[np.int64], scores: NDArray[np.float64], left: NDArray[np.intp], tally: _Tally
    ) -> None:
        """Play one lot of simulated games: all candidates are evaluated in each world."""
        number = len(plans)
        lanes = np.arange(self._lines.n)
        seat = self._imagine(state, number)
        values = self._values(plans[lanes % number], seat)
        worlds = len(lanes) // number  # the last world may not have a lane for every candidate
        won = values if self._guide.values_chances else self._guide.game.winners(self._lines.states)[:, seat].astype(np.float64)
        met = slice(0, worlds * number)
        tally.visits[left] += worlds
        tally.values[left] += (values[met].reshape(-1, number) + self._trust * scores).sum(axis=0)
        tally.won[left] += won[met].reshape(-1, number).sum(axis=0)
        tally.squares[left] += (won[met] ** 2).reshape(-1, number).sum(axis=0)

    def _values(self, plans: NDArray[np.int64], seat: int) -> NDArray[np.float64]:
        """Follow a plan in each lane, then play on; return the value for ``seat``, float64 ``[lanes]``."""
        lines = self._lines
        lines.step(plans[:, 0])
        paid, follows, played = lines.rewards[:, seat].astype(np.float64), np.ones(lines.n, bool), 1
        limit = self._depth or MOST_STEPS
        while played < min(limit, plans.shape[1]) and (plans[:, played] != NONE).any():
            wanted = plans[:, played]
            follows &= (wanted != NONE) & (lines.deciders >= 0) & (lines.masks[np.arange(lines.n), wanted] != 0)
            lines.step(np.where(follows, wanted, self._guide.choose(lines)))
            paid += lines.rewards[:, seat]
            played += 1
        return self._guide.values(lines, seat, limit - played, paid)


def _policy(spec: str, game: Any, weights: Mapping[str, float] | None) -> Agent | None:
    from ..registry import make

    if spec == "auto":
        return make_greedy(game, weights) if knows(game) else None
    return None if spec == "guide" else make(spec, game)
