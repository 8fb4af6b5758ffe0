"""The base of a residual policy: a rule-based player whose weights are fitted to the games of a run before the network learns.

The search is the one of ``zombicide tune``.  The player is compiled, so that a minute of search plays tens of thousands of whole games,
far more than reinforcement learning of a network uses in that time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents.greedy import AUTOMATIC, Greedy
from zombicide_env.core.players import Heuristic, quests_in, weights_in
from zombicide_training.collect.provenance import record
from zombicide_training.evaluation.statistics import Interval, mean, paired_difference
from zombicide_training.learn.candidates import compiled, play_candidate
from zombicide_training.learn.weight_search import DIGITS, WeightSearch

__all__ = ["Fitted", "fit_base", "in_words", "spec_of"]

POPULATION: Final = 12
GAMES: Final = 128  # games per candidate
CHECKED: Final = 1024  # games of the final check of the result against the initial player
SPREAD: Final = 0.25
REACHED: Final = 0.1  # weight of progress in a game that is not won, relative to 1 for a win
#: First seeds of the search and of its check, distinct from those of training, evaluation and ``zombicide tune``.
SEARCHED: Final = 3_000_000_000
CHECK: Final = SEARCHED + 500_000_000


@dataclass(frozen=True)
class Fitted:
    """Result of a search.

    Attributes:
        spec: the player with the better weights, found or initial.
        rate, initial: win rates of this player and of the initial player in the games of the check.
        gain: their paired difference.
        generations: number of generations of the search.
    """

    spec: str
    rate: Interval
    initial: Interval
    gain: Interval
    generations: int


@dataclass(frozen=True)
class _Table:
    """The games of the search: the candidate plays the seats of a role, one seat of a competitive game, or all seats."""

    games: tuple[Any, ...]
    role: str
    opponents: tuple[str, ...]
    threads: int

    def play(self, weights: Mapping[str, float], games: int, seed: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Play games starting with ``seed``; return which of them the candidate has won, and the score of each."""
        n, width = max(games, len(self.games)), max(len(game.agents) for game in self.games)
        cast = np.stack([self._seats(i, self.games[i % len(self.games)], width) for i in range(n)])
        others = [compiled(spec, self.games[0]) for spec in self.opponents]
        return play_candidate(self.games, weights, others, cast, first=seed, threads=self.threads, reached=REACHED)

    def _seats(self, number: int, game: Any, width: int) -> NDArray[np.int64]:
        """Return the seating of a game: 0 is the candidate, others are opponents."""
        seats = len(game.agents)
        cast = np.zeros(width, np.int64)
        if game.type.n_sides > 1:
            cast[:] = 1 + number // seats % len(self.opponents)
            cast[list(game.type.parts[self.role] if self.role else (number % seats,))] = 0
        return cast


def fit_base(
    games: Sequence[Any],
    specs: Sequence[str],
    *,
    path: Path,
    seed: int,
    role: str = "",
    opponents: Sequence[str] = (),
    generations: int,
    stop: Callable[[], bool],
    threads: int = 1,
    report: Callable[[int, float], None] | None = None,
) -> Fitted:
    """Search the weights with which the rule-based player wins most of these games.

    Args:
        games: games, played in equal parts.
        specs: possible initial players, ``greedy`` with any weights: the search starts from the one that wins most.
        path: the journal, from which a stopped search resumes.
        seed: seed of the search and its games.
        role: role of the player, in games with roles.
        opponents: compiled players of the other seats, alternating; default: the first of the specs.
        generations: maximum number of generations.
        stop: returns whether the time is used up; called after each generation.
        threads: number of threads; results do not depend on it.
        report: called with the number of the generation and the mean win rate of its candidates.

    Raises:
        AgentError: a spec, or that of an opponent, does not fit this game.
        ValueError: the journal is that of another search.
    """
    heuristic: Heuristic = games[0].heuristic()
    table = _Table(tuple(games), role, tuple(opponents) or (specs[0],), threads)
    spec, weights, initial = _best(specs, table)
    quests = {str(game.options.get("quest")) for game in games}
    if len(quests) > 1 and quests & set(quests_in(weights)):  # weights by quest are kept, because common ones would be worse
        return Fitted(spec_of(heuristic, weights), mean(initial), mean(initial), paired_difference(initial, initial), 0)
    start = weights_in(min(quests), weights)
    made_by = record(games, seed)
    played = {name: made_by[name] for name in ("game_version", "layouts", "games")}
    search = WeightSearch(
        heuristic,
        start,
        names=[name for name in heuristic.searchable() if name != AUTOMATIC],
        spread=SPREAD,
        population=POPULATION,
        seed=seed,
        path=path,
        of={"spec": spec, "role": role, "opponents": list(opponents), "seed": seed, "games": GAMES, "played": played},
    )
    first = SEARCHED + seed % 1000 * 100_000
    while search.generation < generations and not stop():
        asked = search.ask()
        results = [table.play(search.weights(x), GAMES, first + search.generation * GAMES) for x in asked]
        search.tell(asked, [float(worth.mean()) for _, worth in results])
        if report is not None:
            report(search.generation, float(np.mean([won.mean() for won, _ in results])))
    found = table.play(search.weights(search.mean), CHECKED, CHECK)[0]
    kept, best = (found, search.weights(search.mean)) if found.mean() > initial.mean() else (initial, search.start)
    gain = paired_difference(kept, initial)
    return Fitted(spec_of(heuristic, best), mean(kept), mean(initial), gain, search.generation)


def _best(specs: Sequence[str], table: _Table) -> tuple[str, dict[str, float], NDArray[np.bool_]]:
    """Return the player that wins most games of the check, its weights, and the games won; the first in case of a tie."""
    found = []
    for spec in specs:
        player = agents.make(spec, table.games[0])
        assert isinstance(player, Greedy)
        found.append((spec, player.weights, table.play(player.weights, CHECKED, CHECK)[0]))
    return max(found, key=lambda one: float(one[2].mean()))


def spec_of(heuristic: Heuristic, weights: Mapping[str, float]) -> str:
    """Return the spec of the rule-based player with these weights, without a file: ``greedy:fear=0.5,crowd=2,famine.fear=1``."""
    common = {**heuristic.defaults, **weights_in("", weights)}
    others = [f"{name}={value:.{DIGITS}g}" for name, value in common.items() if value != heuristic.defaults[name]]
    for quest in quests_in(weights):
        own = weights_in(quest, weights)
        others += [f"{quest}.{name}={value:.{DIGITS}g}" for name, value in own.items() if value != common[name]]
    return f"greedy:{','.join(others)}" if others else "greedy"


def in_words(fitted: Fitted) -> str:
    """Return the result as a sentence."""
    points = [100 * end for end in fitted.gain]
    return (
        f"the base wins {100 * fitted.rate.value:.1f} % of {CHECKED} games after {fitted.generations} generations, "
        f"{100 * fitted.initial.value:.1f} % before ({points[0]:+.1f} points, {points[1]:+.1f} to {points[2]:+.1f})"
    )
