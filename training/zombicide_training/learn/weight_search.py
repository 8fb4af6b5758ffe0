"""Weight search by CMA-ES with an ask-and-tell interface and a journal, from which it can be resumed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.players import Heuristic
from zombicide_env.core.words import differing
from zombicide_training.evaluation.journal import Journal

__all__ = ["DIGITS", "WeightSearch"]

DIGITS: Final = 5  # significant digits of a weight


class WeightSearch:
    """CMA-ES over the logarithms of weights, or over the weights themselves if they have a scale.

    Earlier results are read from the journal, so that a stopped search resumes with the same final result.

    Args:
        heuristic: the rule-based player.
        start: initial weights, where they are not the defaults.
        names: weights to search.
        scales: ``NAME=VALUE``: weights that are varied additively instead of multiplicatively; weights that start at 0 always are.
        spread: initial standard deviation.
        population: candidates per generation.
        seed: seed of the search.
        path: the journal.
        of: everything that the results depend on, as plain values for JSON; a journal with other values is refused.

    Attributes:
        start: all initial weights.
        generation: number of completed generations.
        rates: mean result of the candidates of each generation.

    Raises:
        ValueError: the heuristic has no weight of that name, or the journal is of another search.
    """

    def __init__(
        self,
        heuristic: Heuristic,
        start: Mapping[str, float],
        *,
        names: Sequence[str],
        scales: Sequence[str] = (),
        spread: float,
        population: int,
        seed: int,
        path: Path,
        of: Mapping[str, Any],
    ) -> None:
        from cmaes import CMA

        self.start = {**heuristic.defaults, **start}
        heuristic.weighed(self.start)
        self.names = list(names)
        heuristic.weighed(dict.fromkeys(self.names, 1.0))  # raises for an unknown name
        # A factor cannot change 0.
        self._scales = dict.fromkeys((name for name in self.names if self.start[name] == 0), 1.0) | _scales(scales, self.names)
        self._search = CMA(np.zeros(len(self.names)), spread, seed=seed, population_size=population)
        self.generation = 0
        self.rates: list[float] = []
        self._journal = Journal(path)
        self._header = json.loads(json.dumps({**of, **{f"began_with.{name}": value for name, value in self.start.items()}}))
        self._go_on()

    def _go_on(self) -> None:
        """Replay the journal up to the first line that is damaged or not of the next generation, from where the search continues."""
        if not self._journal.path.exists():
            self._journal.rewrite(self._header)
            return
        found, lines = self._journal.read()
        if found is None:
            raise ValueError(f"{self._journal.path} holds no search that could be gone on with; name another output, or remove it")
        if found != self._header:
            other = differing(found, self._header)
            raise ValueError(f"{self._journal.path} holds another search: {other}; continue it with its options, or name another output")
        for number, told in enumerate(lines, 2):
            if told is None or told.get("generation") != self.generation + 1 or not self._fits(told.get("rates")):
                rest = f"{len(lines) + 2 - number} lines are dropped, and the search goes on after generation {self.generation}"
                self._journal.damaged(number, rest)
                break
            self._take(self.ask(), told["rates"])
        self._journal.rewrite(self._header, [line for line in lines[: self.generation] if line is not None])

    def _fits(self, rates: Any) -> bool:
        """Return whether these are the rates of a generation."""
        size = self._search.population_size
        return isinstance(rates, list) and len(rates) == size and all(type(rate) is float and 0 <= rate <= 1 for rate in rates)

    def ask(self) -> list[NDArray[np.float64]]:
        """Return the candidates of the next generation."""
        return [self._search.ask() for _ in range(self._search.population_size)]

    def tell(self, asked: Sequence[NDArray[np.float64]], rates: Sequence[float]) -> None:
        """Update the search with the win rates of the candidates, and write them to the journal."""
        self._take(asked, rates)
        self._journal.append({"generation": self.generation, "rates": list(rates)})

    def _take(self, asked: Sequence[NDArray[np.float64]], rates: Sequence[float]) -> None:
        self._search.tell([(x, -rate) for x, rate in zip(asked, rates, strict=True)])
        self.generation += 1
        self.rates.append(float(np.mean(rates)))

    @property
    def mean(self) -> NDArray[np.float64]:
        """Current mean of the search distribution, the best estimate."""
        return np.array(self._search.mean, np.float64)

    def weights(self, x: NDArray[np.float64]) -> dict[str, float]:
        """Return all weights of a candidate, with the digits that files and specs write: the next digit can break ties otherwise."""
        return {**self.start, **{name: self._moved(name, float(v)) for name, v in zip(self.names, x, strict=True)}}

    def _moved(self, name: str, by: float) -> float:
        start = self.start[name]
        value = start + by * self._scales[name] if name in self._scales else start * float(np.exp(by))
        return float(f"{value:.{DIGITS}g}")


def _scales(words: Sequence[str], names: Sequence[str]) -> dict[str, float]:
    found = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in names:
            raise ValueError(f"scale={word}: {name} is none of the weights that are searched, {', '.join(names)}")
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = 0.0
        if not 0 < found[name] < np.inf:
            raise ValueError(f"scale={word}: a number above 0 is needed, {name}=1")
    return found
