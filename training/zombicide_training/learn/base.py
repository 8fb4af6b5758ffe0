"""The base of a residual policy: a rule-based player whose weights are fitted to the games of a run before the network learns.

The search is that of ``zombicide tune``.  Its player is compiled, so that a minute brings tens of thousands of whole games, far more than
reinforcement learning of a network sees in that time.
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
from zombicide_training.learn.weight_search import WeightSearch

__all__ = ["Fitted", "fit_base", "in_words", "spec_of"]

POPULATION: Final = 12
GAMES: Final = 128  # of each candidate
CHECKED: Final = 1024  # games in which what was found meets what the search began with
SPREAD: Final = 0.25
REACHED: Final = 0.1  # what progress counts in a game that is not won, beside 1 for victory
#: First seeds of the search and of its check, apart from those of trainings, evaluations and ``zombicide tune``.
SEARCHED: Final = 3_000_000_000
CHECK: Final = SEARCHED + 500_000_000


@dataclass(frozen=True)
class Fitted:
    """What a search has found.

    Attributes:
        spec: the player with the weights that are kept, found or initial.
        rate, initial: share of the games of the check that it wins, and that the player won with which the search began.
        gain: their paired difference.
        generations: of the search.
    """

    spec: str
    rate: Interval
    initial: Interval
    gain: Interval
    generations: int


@dataclass(frozen=True)
class _Table:
    """What is played: the candidate has the seats of a role, or one seat of a game of rivals, or all."""

    games: tuple[Any, ...]
    role: str
    opponents: tuple[str, ...]
    threads: int

    def play(self, weights: Mapping[str, float], games: int, seed: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Games from a seed on: which of them the candidate has won, and what each was worth."""
        n, width = max(games, len(self.games)), max(len(game.agents) for game in self.games)
        cast = np.stack([self._seats(i, self.games[i % len(self.games)], width) for i in range(n)])
        others = [compiled(spec, self.games[0]) for spec in self.opponents]
        return play_candidate(self.games, weights, others, cast, first=seed, threads=self.threads, reached=REACHED)

    def _seats(self, number: int, game: Any, width: int) -> NDArray[np.int64]:
        """Who sits where in a game: 0 is the candidate, others are opponents."""
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
        games: what is played, in equal parts.
        specs: players with which the search may begin, ``greedy`` with any weights: it begins with the one that wins most.
        path: the journal, from which a search that was stopped goes on.
        seed: of the search and its games.
        role: whose seats the player has, where roles differ.
        opponents: compiled players in the other seats, alternating; default: the first of the specs.
        generations: most generations.
        stop: whether the time is used up, asked after each generation.
        threads: of the games; what is found does not depend on them.
        report: called with the number of the generation and the mean win rate of its candidates.

    Raises:
        AgentError: the spec, or that of an opponent, is none of this game.
        ValueError: the journal is that of another search.
    """
    heuristic: Heuristic = games[0].heuristic()
    table = _Table(tuple(games), role, tuple(opponents) or (specs[0],), threads)
    spec, weights, initial = _best(specs, table)
    quests = {str(game.options.get("quest")) for game in games}
    if len(quests) > 1 and quests & set(quests_in(weights)):  # quests have their own, and common ones would do worse
        return Fitted(spec_of(heuristic, weights), mean(initial), mean(initial), paired_difference(initial, initial), 0)
    start = weights_in(min(quests), weights)
    made_by = record(games, seed)
    played = {name: made_by[name] for name in ("game_version", "layouts", "games")}
    search = WeightSearch(
        heuristic,
        start,
        names=[name for name in heuristic.defaults if name != AUTOMATIC],
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
    """The player that wins most games of the check, its weights, and the games that it has won; the first of equals."""
    found = []
    for spec in specs:
        player = agents.make(spec, table.games[0])
        assert isinstance(player, Greedy)
        found.append((spec, player.weights, table.play(player.weights, CHECKED, CHECK)[0]))
    return max(found, key=lambda one: float(one[2].mean()))


def spec_of(heuristic: Heuristic, weights: Mapping[str, float]) -> str:
    """The rule-based player with these weights as a spec that needs no file, ``greedy:fear=0.5,crowd=2,famine.fear=1``."""
    common = {**heuristic.defaults, **weights_in("", weights)}
    others = [f"{name}={value:.5g}" for name, value in common.items() if value != heuristic.defaults[name]]
    for quest in quests_in(weights):
        own = weights_in(quest, weights)
        others += [f"{quest}.{name}={value:.5g}" for name, value in own.items() if value != common[name]]
    return f"greedy:{','.join(others)}" if others else "greedy"


def in_words(fitted: Fitted) -> str:
    """A sentence for people."""
    points = [100 * end for end in fitted.gain]
    return (
        f"the base wins {100 * fitted.rate.value:.1f} % of {CHECKED} games after {fitted.generations} generations, "
        f"{100 * fitted.initial.value:.1f} % before ({points[0]:+.1f} points, {points[1]:+.1f} to {points[2]:+.1f})"
    )
