"""The search: what does each action lead to in games that might be the one being played?"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import MAX_SEED, Batch, fresh_seed

from ..base import Agent, AgentError, legal_actions
from ..greedy import knows
from .guide import RandomGuide, make_guide

ROUNDS: Final = 3  # of sequential halving
LANES: Final = 1024  # imagined games at a time: a larger search plays them one lot after the other, in the same memory


class Search(Agent):
    """Information-set Monte-Carlo search at the root.

    Before every simulation all that is hidden from the deciding seat (decks, face-down cards, dice to come) is drawn anew, so that the
    search knows exactly what the seat knows.  Candidates are compared in the same imagined games.  Each of three rounds spends a third
    of the simulations and drops the worse half of the candidates.  The value of a simulation is the sum of the deciding seat's rewards:
    his own in a competitive game, the team's in a cooperative one.
    """

    name = "search"
    reads_state: ClassVar[bool] = True

    def __init__(
        self,
        game: Any,
        *,
        simulations: int,
        margin: float,
        trust: float,
        policy: str,
        rollout: Literal["guided", "random"],
        depth: int | None,
        seed: int | None,
    ) -> None:
        """``agents.make("search:simulations=300,seed=1", game)`` knows the defaults.

        Args:
            game: the game to be played.
            simulations: imagined games per decision, at least 3; time grows with them, memory only up to some 3,000.
            margin: candidates are the actions that ``policy`` scores within this distance of its best one.
            trust: what a unit of those scores counts for in the value of an action.
            policy: spec of the agent that proposes candidates by its scores; "guide": what imagined games are played by proposes them
                (at random: every legal action); "auto": greedy if it knows the game, else the guide.
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
        if not margin >= 0:
            raise AgentError(f"margin={margin}: it is a distance between scores, 0 or more")
        if depth is not None and depth < 0:
            raise AgentError(f"depth={depth}: it is a number of actions, 0 for games played to their end")
        self._game = game
        self._policy = _policy(policy, game)
        self._margin, self._trust = margin, trust
        self._guide = make_guide(game) if rollout == "guided" else RandomGuide(game)
        self._depth = self._guide.depth if depth is None else depth
        lanes = -(-simulations // ROUNDS)
        self._lots = -(-lanes // LANES)
        lanes = -(-lanes // self._lots)
        self._worlds, self._lines = (
            Batch(self._guide.game, lanes, seed=0, autoreset="disabled", observation_dtype="uint8") for _ in range(2)
        )
        self.reset(fresh_seed() if seed is None else seed)

    def reset(self, seed: int | None = None) -> None:
        """Seed what is imagined."""
        if seed is None:
            return
        if not 0 <= seed <= MAX_SEED:
            raise AgentError(f"seed {seed} is not in 0 .. 2**63 - 1")
        self._worlds.seed_actions(seed)
        self._lines.seed_actions(seed)
        self._guide.seed(seed)
        if self._policy is not None:
            self._policy.reset(seed)

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """The candidate that did best in imagined games."""
        if state is None:
            raise AgentError("search plays from the state of the game: call act(observation, mask, game, state)")
        if game is not None and (game.id, game.options) != (self._game.id, self._game.options):
            raise AgentError(f"search was made for {self._game.id} {dict(self._game.options)}, not {game.id} {dict(game.options)}")
        candidates, scores = self._candidates(observation, mask, state)
        return int(candidates[0] if len(candidates) == 1 else self._halve(state, candidates, scores))

    def _candidates(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], state: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Actions worth a simulation, not more than there are lanes, the most promising first, and their scores."""
        actions = legal_actions(mask, self.name).astype(np.int64)
        if len(actions) == 1:
            return actions, np.zeros(1)
        if self._policy is not None:
            actions, scores = self._policy.scores(observation, mask, self._game, state)
        else:
            self._lines.put(np.repeat(state, self._lines.n))
            actions, scores = self._guide.propose(self._lines)
        order = np.argsort(-scores, kind="stable")[: self._lines.n]
        order = order[scores[order] >= scores[order[0]] - self._margin]
        return actions[order], scores[order]

    def _halve(self, state: NDArray[Any], candidates: NDArray[np.int64], scores: NDArray[np.float64]) -> int:
        """Sequential halving: all candidates meet the same worlds in each round, and the better half of them goes on."""
        totals = np.zeros(len(candidates))
        left = np.arange(len(candidates))
        for _ in range(ROUNDS):
            for _ in range(self._lots):
                totals[left] += self._compare(state, candidates[left], scores[left])
            left = left[np.argsort(-totals[left], kind="stable")]
            left = left[: max(2, -(-len(left) // 2))]
        return int(candidates[left[0]])

    def _compare(self, state: NDArray[Any], candidates: NDArray[np.int64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each candidate comes to in one lot of imagined games, float64 [candidates]: each of their worlds is met by all."""
        self._worlds.put(np.repeat(state, self._worlds.n))
        self._worlds.resample()
        lanes = np.arange(self._lines.n)
        self._lines.put(self._worlds.states[lanes // len(candidates)])
        values = self._values(candidates[lanes % len(candidates)], int(self._worlds.deciders[0]))
        whole = len(lanes) // len(candidates) * len(candidates)  # the lanes of the last world may not go round
        totals: NDArray[np.float64] = (values[:whole].reshape(-1, len(candidates)) + self._trust * scores).sum(axis=0)
        return totals

    def _values(self, actions: NDArray[np.int64], seat: int) -> NDArray[np.float64]:
        """Play an action in each lane and then on; the rewards of ``seat``, float64 [lanes]."""
        lines = self._lines
        lines.step(actions)
        values = lines.rewards[:, seat].astype(np.float64)
        played = 1
        while played != self._depth and (lines.deciders >= 0).any():
            self._guide.play(lines)
            values += lines.rewards[:, seat]
            played += 1
        return values


def _policy(spec: str, game: Any) -> Agent | None:
    from ..registry import make

    if spec == "auto":
        return make("greedy", game) if knows(game) else None
    return None if spec == "guide" else make(spec, game)
