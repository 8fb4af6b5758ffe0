"""Learning: sampling of decisions and gradients of a loss, computed position by position in compiled code.

Positions are stored consecutively: ``raw`` uint8 [n, N_OBS]; the candidates of position i are ``actions[starts[i]:starts[i + 1]]``, and
``worse`` is how much lower the base of a residual network scores each of them, 0 without a base (see ``residual``). With ``trust`` t the
logits are

    z = t * (own - worse)        or, without a base (t = 0),   z = own

and their softmax is the policy. For a network that predicts outcomes (``FORESEE``) the candidates of a position are its forecasts; each of
them and the value is the logit of a probability.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np

from ..jit import PYTHON_MODE, buffers, entry, jit
from ..memory import matrix, table, vector
from .execution import backward, flush, forward
from .net import Array, Learning
from .network import F4, F8, I8, U1, Network, net_of
from .residual import TIED

PPO: Final = 0
"""PPO's clipped surrogate loss, an entropy bonus and the squared error of the value."""
IMITATE: Final = 1
"""Cross-entropy to ``target``, and the squared error of the value."""
FORESEE: Final = 2
"""Cross-entropies: of the probability whose logit is the value to ``returns``, and of the forecasts (mean) to ``target``."""
REGRESS: Final = 3
"""Squared errors of score differences compared to the differences of ``target`` (weighted by ``advantages``), and of the value."""
PARTS: Final = 32
"""Maximum number of chunks; results are the same with any number of threads, because chunks are summed in order."""
_FEWEST: Final = 2
_DRAWN, _DESCENDED = 64, 256
"""Minimum number of positions per chunk, if there are more than the fewest chunks: for sampling, and for gradients (summed per chunk)."""
(TRUST, SCALE, CLIP, ENTROPY, VALUE) = range(5)
_NUMBERS: Final = 5
(LOSS, VALUE_LOSS, ENTROPY_SUM, DIVERGENCE, CLIPPED, AGREED, EXPLORED) = range(7)
SUMS: Final = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction", "agreement", "exploration")


class Positions(NamedTuple):
    """Decisions with the data needed for learning.

    Attributes:
        raw: observations, uint8 [n, N_OBS].
        starts: int64 [n + 1], first candidate of each position.
        actions: int64 [k], the candidates.
        worse: float64 [k], how much lower the base scores them, 0 .. 1.
        chosen: int64 [n], index of the candidate that was taken.
        logs: float64 [n], its log probability at that time.
        advantages: float64 [n].
        returns: float64 [n], targets of the value.
        target: float64 [k], probabilities to imitate, targets of scores, or outcomes of forecasts, 0 .. 1.
    """

    raw: Array
    starts: Array
    actions: Array
    worse: Array
    chosen: Array
    logs: Array
    advantages: Array
    returns: Array
    target: Array


@jit
def policy(thoughts: Any, worse: Any, first: int, count: int, trust: float, logits: Any) -> float:
    """Compute the logits of candidates from a network's own scores, and return their log-sum-exp."""
    best = -np.inf
    for k in range(count):
        logits[k] = trust * (thoughts[k] - worse[first + k]) if trust != 0 else thoughts[k]
        best = max(best, logits[k])
    total = 0.0
    for k in range(count):
        total += math.exp(logits[k] - best)
    return best + math.log(total)


@entry
def _draw(rows: Any, lo: int, hi: int) -> None:
    net = net_of(rows)
    thoughts, logits, numbers = vector(rows, 6, F8), vector(rows, 7, F8), vector(rows, 8, F8)
    raw, starts, actions, worse = matrix(rows, 9, U1), vector(rows, 10, I8), vector(rows, 11, I8), vector(rows, 12, F8)
    chances, chosen, logs, values = vector(rows, 13, F8), vector(rows, 14, I8), vector(rows, 15, F8), vector(rows, 16, F8)
    for i in range(lo, hi):
        first, count = starts[i], starts[i + 1] - starts[i]
        values[i] = forward(net, raw[i], actions[first : first + count], count, thoughts)
        whole = policy(thoughts, worse, first, count, numbers[TRUST], logits)
        left = chances[i]
        k = 0
        while k < count - 1 and left >= math.exp(logits[k] - whole):
            left -= math.exp(logits[k] - whole)
            k += 1
        while k > 0 and logits[k] == -np.inf:  # rounding has led beyond the last possible candidate
            k -= 1
        chosen[i], logs[i] = k, logits[k] - whole


@jit
def _ppo(logits: Any, whole: float, count: int, chosen: int, log: float, advantage: float, numbers: Any, slopes: Any, sums: Any) -> None:
    """Compute the derivatives of PPO's loss with respect to the logits of one position."""
    entropy = 0.0
    best = 0
    for k in range(count):
        if logits[k] > -np.inf:
            entropy -= math.exp(logits[k] - whole) * (logits[k] - whole)
        if logits[k] > logits[best]:
            best = k
    ratio = math.exp(logits[chosen] - whole - log)
    bounded = min(max(ratio, 1 - numbers[CLIP]), 1 + numbers[CLIP])
    outside = ratio * advantage > bounded * advantage
    slope = 0.0 if outside else -advantage * ratio
    for k in range(count):
        p = math.exp(logits[k] - whole)
        slopes[k] = slope * ((1.0 if k == chosen else 0.0) - p)
        if p > 0:
            slopes[k] += numbers[ENTROPY] * p * (logits[k] - whole + entropy)
    sums[LOSS] -= min(ratio * advantage, bounded * advantage)
    sums[ENTROPY_SUM] += entropy
    sums[DIVERGENCE] += ratio - 1 - (logits[chosen] - whole - log)
    sums[CLIPPED] += 1.0 if abs(ratio - 1) > numbers[CLIP] else 0.0
    sums[AGREED] += 1.0 if best == chosen else 0.0


@jit
def _explored(logits: Any, whole: float, worse: Any, first: int, count: int) -> float:
    """Return the entropy of a residual policy if the base's choice and what ties with it count as one action.

    No factor of the base's scores makes a policy prefer one of them, and which of them it takes tells nothing about the others.
    """
    tied = 0.0
    found = 0.0
    for k in range(count):
        p = math.exp(logits[k] - whole)
        if worse[first + k] <= TIED:
            tied += p
        elif p > 0:
            found -= p * (logits[k] - whole)
    return found - tied * math.log(tied) if tied > 0 else found


@jit
def _imitate(logits: Any, whole: float, count: int, first: int, target: Any, slopes: Any, sums: Any) -> None:
    """Compute the derivatives of the cross-entropy with respect to the logits of one position."""
    best = 0
    wanted = 0
    for k in range(count):
        p, q = math.exp(logits[k] - whole), target[first + k]
        slopes[k] = p - q
        if q > 0:
            sums[LOSS] -= q * (logits[k] - whole)
        if p > 0:
            sums[ENTROPY_SUM] -= p * (logits[k] - whole)
        best = k if logits[k] > logits[best] else best
        wanted = k if q > target[first + wanted] else wanted
    sums[AGREED] += 1.0 if best == wanted else 0.0


@jit
def _surprise(logit: float, came: float) -> float:
    """Return the cross-entropy of a probability, given by its logit, to the outcome, 0 .. 1."""
    return max(logit, 0.0) - logit * came + math.log(1.0 + math.exp(-abs(logit)))


@jit
def _chance(logit: float) -> float:
    return 0.5 + 0.5 * math.tanh(0.5 * logit)


@jit
def _foresee(logits: Any, count: int, first: int, target: Any, slopes: Any, sums: Any) -> None:
    """Compute the derivatives of the mean cross-entropy of the forecasts of one position with respect to their logits."""
    for k in range(count):
        came = target[first + k]
        slopes[k] = (_chance(logits[k]) - came) / count
        sums[LOSS] += _surprise(logits[k], came) / count


@jit
def _regress(scores: Any, count: int, first: int, target: Any, weight: float, slopes: Any, sums: Any) -> None:
    """Compute the derivatives of the squared errors of differences with respect to the scores of one position; their mean is free."""
    shift = 0.0
    best = 0
    wanted = 0
    for k in range(count):
        shift += (scores[k] - target[first + k]) / count
        best = k if scores[k] > scores[best] else best
        wanted = k if target[first + k] > target[first + wanted] else wanted
    for k in range(count):
        miss = scores[k] - target[first + k] - shift
        slopes[k] = 2 * weight * miss
        sums[LOSS] += weight * miss * miss
    sums[AGREED] += 1.0 if best == wanted else 0.0


@entry
def _weigh(rows: Any, lo: int, hi: int) -> None:
    net = net_of(rows)
    thoughts = vector(rows, 6, F8)
    raw, starts, actions = matrix(rows, 7, U1), vector(rows, 8, I8), vector(rows, 9, I8)
    scores, values = vector(rows, 10, F8), vector(rows, 11, F8)
    for i in range(lo, hi):
        first, count = starts[i], starts[i + 1] - starts[i]
        values[i] = forward(net, raw[i], actions[first : first + count], count, thoughts)
        for k in range(count):
            scores[first + k] = thoughts[k]


@entry
def _descend(rows: Any, kind: int, lo: int, hi: int) -> None:
    net = net_of(rows)
    thoughts, logits, numbers = vector(rows, 6, F8), vector(rows, 7, F8), vector(rows, 8, F8)
    raw, starts, actions, worse = matrix(rows, 9, U1), vector(rows, 10, I8), vector(rows, 11, I8), vector(rows, 12, F8)
    chosen, logs, advantages, returns = vector(rows, 13, I8), vector(rows, 14, F8), vector(rows, 15, F8), vector(rows, 16, F8)
    target, order, sums = vector(rows, 17, F8), vector(rows, 18, I8), vector(rows, 19, F8)
    learning = Learning(vector(rows, 20, F4), vector(rows, 21, F4), vector(rows, 22, F4))
    slopes = vector(rows, 23, F8)
    trust = numbers[TRUST]
    for j in range(lo, hi):
        i = order[j]
        first, count = starts[i], starts[i + 1] - starts[i]
        listed = actions[first : first + count]
        value = forward(net, raw[i], listed, count, thoughts)
        if kind == FORESEE:
            _foresee(thoughts, count, first, target, slopes, sums)
        elif kind == REGRESS:
            _regress(thoughts, count, first, target, advantages[i], slopes, sums)
        else:
            whole = policy(thoughts, worse, first, count, trust, logits)
            if kind == PPO:
                _ppo(logits, whole, count, chosen[i], logs[i], advantages[i], numbers, slopes, sums)
                if trust != 0:
                    sums[EXPLORED] += _explored(logits, whole, worse, first, count)
            else:
                _imitate(logits, whole, count, first, target, slopes, sums)
        if kind == FORESEE:
            slope = _chance(value) - returns[i]
            sums[VALUE_LOSS] += _surprise(value, returns[i])
        else:
            slope = 2 * (value - returns[i])
            sums[VALUE_LOSS] += (value - returns[i]) ** 2
        for k in range(count):
            slopes[k] *= numbers[SCALE] * (trust if trust != 0 else 1.0)
        backward(net, learning, raw[i], listed, count, slopes, numbers[SCALE] * numbers[VALUE] * slope)
    flush(net, learning)


def foreseen(raw: Array, chance: Array, forecasts: Array) -> Positions:
    """Return positions with known outcomes, for ``FORESEE``.

    Args:
        raw: observations, uint8 [n, N_OBS].
        chance: probability of winning, [n], 0 .. 1.
        forecasts: other outcomes, [n, forecasts], 0 .. 1.
    """
    n, count = forecasts.shape
    none, nothing = np.zeros(n), np.zeros(n * count)
    actions = np.tile(np.arange(count), n)
    given, target = np.asarray(chance, np.float64), np.ascontiguousarray(forecasts, np.float64).ravel()
    return Positions(raw, np.arange(n + 1) * count, actions, nothing, np.zeros(n, np.int64), none, none, given, target)


def _parts(n: int, each: int) -> int:
    """Return the number of chunks into which n positions are divided, of at least ``each`` positions."""
    return min(PARTS, max(_FEWEST, n // each))


class Learner:
    """Samples decisions of a network and sums gradients of its loss, on several threads.

    Args:
        network: its weights are learned; call ``changed`` after each change.
        n_actions: maximum number of candidates of a position.
        threads: number of threads; results do not depend on it.
    """

    def __init__(self, network: Network, n_actions: int, threads: int = 1) -> None:
        self.network = network
        self._nets = [network.net() for _ in range(PARTS)]
        first = network.plan.learning()
        self._learning = [first, *(network.plan.learning()._replace(turned=first.turned) for _ in range(PARTS - 1))]
        self._scratch = [tuple(np.zeros(n_actions) for _ in range(3)) for _ in range(PARTS)]
        self._numbers = np.zeros(_NUMBERS)
        self._sums = [np.zeros(len(SUMS)) for _ in range(PARTS)]
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 and not PYTHON_MODE else None
        self.changed()

    def changed(self) -> None:
        """Update copies of the weights after a change."""
        self.network.plan.turn(self.network.weights, self._learning[0].turned)

    def draw(
        self, raw: Array, starts: Array, actions: Array, worse: Array, chances: Array, trust: float | None = None
    ) -> tuple[Array, Array, Array]:
        """Sample a candidate of each position from the policy.

        Args:
            raw: see ``Positions``, as the next three.
            starts: first candidate of each position.
            actions: the candidates.
            worse: how much lower the base scores them.
            chances: float64 [n] uniform in [0, 1), one for each position.
            trust: default: that of the network.

        Returns:
            Indices of the candidates int64 [n], their log probabilities float64 [n], and values float64 [n].
        """
        n = len(raw)
        chosen, logs, values = np.zeros(n, np.int64), np.zeros(n), np.zeros(n)
        self._numbers[TRUST] = self.network.trust if trust is None else trust
        arrays = [self._numbers, raw, starts, actions, worse, chances, chosen, logs, values]
        parts = self._drawn_in(n)
        tables = [table(self._readable([*self._nets[part], *self._scratch[part][:2], *arrays])) for part in range(parts)]
        self._each(lambda part, lo, hi: _draw(tables[part], lo, hi), n, parts)
        return chosen, logs, values

    def weigh(self, raw: Array, starts: Array, actions: Array) -> tuple[Array, Array]:
        """Return the network's own scores of candidates, float64 [k], and values, float64 [n]; the arguments are those of ``draw``."""
        scores, values = np.zeros(len(actions)), np.zeros(len(raw))
        arrays, parts = [raw, starts, actions, scores, values], self._drawn_in(len(raw))
        tables = [table(self._readable([*self._nets[part], self._scratch[part][0], *arrays])) for part in range(parts)]
        self._each(lambda part, lo, hi: _weigh(tables[part], lo, hi), len(raw), parts)
        return scores, values

    def values(self, raw: Array) -> Array:
        """Return the values of positions, float64 [n]; ``raw`` uint8 [n, N_OBS]."""
        return self.weigh(np.ascontiguousarray(raw), np.zeros(len(raw) + 1, np.int64), np.zeros(0, np.int64))[1]

    def gradients(
        self, kind: int, positions: Positions, order: Array, *, trust: float, clip: float = 0.2, entropy: float = 0.0, value: float = 0.5
    ) -> tuple[dict[str, Array], dict[str, float]]:
        """Return the gradients of the mean loss over a minibatch with respect to the matrices of the network.

        Args:
            kind: ``PPO``, ``IMITATE``, ``FORESEE`` or ``REGRESS`` (the last two with ``trust`` 0).
            positions: decisions.
            order: int64 [m], indices of the minibatch.
            trust: see the module.
            clip: clip range of PPO's ratio.
            entropy: weight of the entropy bonus.
            value: weight of the error of the value.

        Returns:
            Gradients by the names of matrices (views that the next call overwrites), and means of the quantities in ``SUMS``.
        """
        m = len(order)
        parts = _parts(m, _DESCENDED)
        self._numbers[:] = trust, 1 / m, clip, entropy, value
        tables = []
        for part in range(parts):
            net, learning, own, sums = self._nets[part], self._learning[part], self._scratch[part], self._sums[part]
            learning.weights[:] = 0
            sums[:] = 0
            arrays = [*net, *own[:2], self._numbers, *positions, order, sums, *learning, own[2]]
            tables.append(table(self._readable(arrays)))
        self._each(lambda part, lo, hi: _descend(tables[part], kind, lo, hi), m, parts)
        first, *others = self._learning[:parts]
        for other in others:
            np.add(first.weights, other.weights, out=first.weights)
        means = np.sum(self._sums[:parts], axis=0) / m
        return self.network.plan.matrices(first.weights), dict(zip(SUMS, means.tolist(), strict=True))

    def _drawn_in(self, n: int) -> int:
        """Return the number of chunks for sampling or scoring n positions; nothing is summed, so it may depend on the threads."""
        return min(_parts(n, _DRAWN), max(_FEWEST, self._threads))

    @staticmethod
    def _readable(arrays: Sequence[Array]) -> list[Any]:
        return [buffers(array) if PYTHON_MODE and array.dtype == np.uint8 else array for array in arrays]

    def _each(self, work: Any, n: int, parts: int) -> None:
        """Process the chunks of n positions, in any order and on any thread."""
        bounds = [n * part // parts for part in range(parts + 1)]
        shares = [(part, bounds[part], bounds[part + 1]) for part in range(parts)]
        if self._pool is None:
            for share in shares:
                work(*share)
        else:
            list(self._pool.map(lambda share: work(*share), shares))


__all__ = ["FORESEE", "IMITATE", "PARTS", "PPO", "REGRESS", "SUMS", "Learner", "Positions", "foreseen"]
