"""Compile networks of checkpoints: convert layers to a plan, parameters to the matrices of its layers, and gradients back.

Products of weights that torch computes for every position (an embedding times the following matrix, a gain times the following matrix) are
computed here once per set of weights.  Gradients with respect to the matrices are converted to gradients of the parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.nets.dense import dense
from zombicide_env.core.nets.execution import added, worth
from zombicide_env.core.nets.graph_distances import ways
from zombicide_env.core.nets.map_attention import look
from zombicide_env.core.nets.net import Kind, Plan, Value, Weight
from zombicide_env.core.nets.norm import norm
from zombicide_env.core.nets.pool import pool
from zombicide_env.core.nets.row_references import hear, named, tell
from zombicide_env.core.nets.scores import FLAT, PAIRED, POINTED, Head, scores
from zombicide_env.core.nets.scores import Source as Tokens
from zombicide_env.core.nets.simd import padded
from zombicide_env.core.nets.sparse_linear import CATEGORY, UNREAD, Columns, sums

from .action_arguments import Naming, Source
from .columns import BlockColumns, described
from .network_config import Layout, NetworkConfig

__all__ = ["COMPILED", "Assembly", "assemble"]

Matrix: TypeAlias = NDArray[np.float32]
Named: TypeAlias = Mapping[str, Matrix]
#: Kinds of networks that can be compiled.
COMPILED: Final = ("entities", "flat")


class Part:
    """Some matrices of a plan, made from some parameters: ``fold`` computes the matrices, ``unfold`` the gradients of the parameters."""

    def __init__(self, fold: Callable[[Named], dict[str, Matrix]], unfold: Callable[[Named, Named], dict[str, Matrix]]) -> None:
        self.fold, self.unfold = fold, unfold


class Assembly:
    """A plan, and the conversion from the parameters of a checkpoint to its matrices.

    Attributes:
        plan: the compiled network.
        shapes: name -> shape of the parameters.
    """

    def __init__(self) -> None:
        self.plan = Plan()
        self.shapes: dict[str, tuple[int, ...]] = {}
        self._parts: list[Part] = []

    def matrices(self, parameters: Named) -> dict[str, Matrix]:
        """Return the matrices of the plan."""
        return {name: matrix for part in self._parts for name, matrix in part.fold(parameters).items()}

    def gradients(self, parameters: Named, slopes: Named) -> dict[str, Matrix]:
        """Return the gradients of the parameters from those of the matrices of the plan."""
        found: dict[str, Matrix] = {}
        for part in self._parts:
            for name, slope in part.unfold(parameters, slopes).items():
                found[name] = found[name] + slope if name in found else slope
        return found

    def forecast(self, hidden: Value, number: int, width: int, n_actions: int) -> None:
        """Add ``number`` forecasts as outputs instead of action scores."""
        head = Head(FLAT, (self.table("forecasts.weight", number, width), self.offsets("forecasts.bias", number)))
        scores(self.plan, hidden, [], [head], [(0, k, 0) if k < number else (-1, 0, 0) for k in range(max(number, n_actions))])

    # ---- matrices that are rearranged parameters ----------------------------------------------------------

    def add(
        self,
        fold: Callable[[Named], dict[str, Matrix]],
        unfold: Callable[[Named, Named], dict[str, Matrix]],
        shapes: Mapping[str, tuple[int, ...]],
    ) -> None:
        """Add a part; ``shapes``: name -> shape of its parameters."""
        self._parts.append(Part(fold, unfold))
        self.shapes |= shapes

    def linear(self, name: str, rows: int, width: int, *, bias: bool = True) -> tuple[Weight, Weight]:
        """Add a linear layer with ``rows`` inputs; return its matrix and its bias (without a bias, the matrix again)."""
        matrix = self.plan.weight(f"{name}.weight", padded(rows), width, True)
        offset = self.plan.weight(f"{name}.bias", 1, width, False) if bias else matrix

        def fold(parameters: Named) -> dict[str, Matrix]:
            made = {f"{name}.weight": room(parameters[f"{name}.weight"].T, padded(rows), width)}
            return made | ({f"{name}.bias": parameters[f"{name}.bias"][None]} if bias else {})

        def unfold(_parameters: Named, slopes: Named) -> dict[str, Matrix]:
            made = {f"{name}.weight": slopes[f"{name}.weight"][:rows].T}
            return made | ({f"{name}.bias": slopes[f"{name}.bias"][0]} if bias else {})

        self.add(fold, unfold, {f"{name}.weight": (width, rows)} | ({f"{name}.bias": (width,)} if bias else {}))
        return matrix, offset

    def table(self, name: str, rows: int, width: int) -> Weight:
        """Add a parameter ``[rows, width]`` unchanged, under its full name."""
        made = self.plan.weight(name, rows, width, False)
        self.add(lambda parameters: {name: parameters[name]}, lambda _parameters, slopes: {name: slopes[name]}, {name: (rows, width)})
        return made

    def offsets(self, name: str, width: int) -> Weight:
        """Add a parameter ``[width]`` as a matrix with one row."""
        made = self.plan.weight(name, 1, width, False)
        self.add(lambda parameters: {name: parameters[name][None]}, lambda _parameters, slopes: {name: slopes[name][0]}, {name: (width,)})
        return made


def room(matrix: NDArray[Any], rows: int, width: int) -> Matrix:
    """Return a matrix padded with zeros to ``[rows, width]``."""
    made = np.zeros((rows, width), np.float32)
    made[: matrix.shape[0], : matrix.shape[1]] = matrix
    return made


def assemble(layout: Layout, config: NetworkConfig, forecasts: int | None = None) -> Assembly:
    """Compile the network of a configuration.

    Args:
        layout: rows and actions.
        config: configuration of the network.
        forecasts: build a value network instead of a policy: its value is the logit of the chance of winning, and instead of action scores
            it has this number of forecasts, indexed like actions.

    Raises:
        ValueError: networks of that kind are not compiled.
    """
    if config.kind == "entities":
        return _Entities(layout, config, forecasts)
    if config.kind == "flat":
        return _Flat(layout, config, forecasts)
    raise ValueError(f"a network of kind {config.kind!r} is not compiled; {' and '.join(COMPILED)} are")


# ---- first layers ------------------------------------------------------------------------------------------


class _Embedding:
    """An embedding table, and the first features of the columns that use it."""

    def __init__(self, name: str, dim: int, starts: list[int], first: int, classes: int) -> None:
        self.name, self.dim, self.starts, self.first, self.classes = name, dim, starts, first, classes

    def parts(self, weight: Matrix) -> Matrix:
        """Return the following layer's matrix for each column, ``[columns, dim, width]``; ``weight``: ``[features, width]``."""
        parts = [weight[start : start + self.dim] for start in self.starts]
        return np.array(parts, np.float32).reshape(-1, self.dim, weight.shape[1])

    def fold(self, weight: Matrix, known: Matrix) -> tuple[Matrix, Matrix]:
        """Return a row for each column and class except the first, and the constant contribution of the first class."""
        each = self.parts(weight)
        return ((known[1:] - known[0]) @ each).reshape(-1, weight.shape[1]), (known[0] @ each).sum(axis=0)

    def unfold(self, weight: Matrix, known: Matrix, slopes: Matrix, offset: Matrix, to: Matrix) -> Matrix:
        """Return the gradient of the table; the gradient of ``weight`` is added to ``to``."""
        each = self.parts(weight)
        rows = slopes.reshape(len(self.starts), self.classes - 1, weight.shape[1])
        found = np.zeros_like(known)
        found[1:] = (rows @ each.transpose(0, 2, 1)).sum(axis=0)
        found[0] = (each @ offset).sum(axis=0) - found[1:].sum(axis=0)
        by_each = (known[1:] - known[0]).T @ rows + np.multiply.outer(known[0], offset)
        for start, slope in zip(self.starts, by_each, strict=True):
            to[start : start + self.dim] += slope
        return found


class _First:
    """A linear layer over the features of blocks, computed as sums over their columns.

    Args:
        name: name of the linear layer.
        width: number of outputs.
        rest: number of additional inputs.
    """

    def __init__(self, name: str, width: int, rest: int = 0) -> None:
        self.name, self.width, self.rest = name, width, rest
        self.columns, self.features, self._embeddings = Columns(), 0, list[_Embedding]()
        self._blocks: list[tuple[str, BlockColumns, list[tuple[int, int]]]] = []

    def block(self, path: str, block: BlockColumns, rows: Sequence[tuple[int, int]]) -> None:
        """Add a block; ``rows``: for each row that is read as columns side by side, its offset and its first feature."""
        self._blocks.append((path, block, list(rows)))
        self.features = max([self.features, *(first + block.features for _, first in rows)])

    def finish(self) -> None:
        """Number the rows of the table: the features, followed by the classes of embedded categories."""
        after = self.features
        for path, block, rows in self._blocks:
            numbered = [block.features_from(first) for _, first in rows]
            for size, group in block.groups:
                starts = [numbered[r][c][0] for r in range(len(rows)) for c in group]
                self._embeddings.append(_Embedding(f"{path}.tables.{size}.weight", block.dims[size], starts, after, int(size)))
                for r in range(len(rows)):
                    for c in group:
                        numbered[r][c] = (after, CATEGORY, 0.0)
                        after += int(size) - 1
            for (start, _), known in zip(rows, numbered, strict=True):
                found = [known.get(c, (0, UNREAD, 0.0)) for c in range(block.columns)]
                columns = [(int(block.highest[c]), first, fine) for c, (first, fine, _) in enumerate(found)]
                self.columns.add(start, block.columns, columns, [scale for *_, scale in found])
        self.rows = after

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return name -> shape of the parameters."""
        own = {f"{self.name}.weight": (self.width, self.features + self.rest), f"{self.name}.bias": (self.width,)}
        return own | {embedding.name: (embedding.classes, embedding.dim) for embedding in self._embeddings}

    def fold(self, parameters: Named) -> tuple[Matrix, Matrix]:
        """Return the table ``[rows, width]`` and the bias ``[width]``."""
        weight, bias = parameters[f"{self.name}.weight"].T[: self.features], parameters[f"{self.name}.bias"]
        parts = [weight]
        for embedding in self._embeddings:
            rows, offset = embedding.fold(weight, parameters[embedding.name])
            parts.append(rows)
            bias = bias + offset
        return np.concatenate(parts), bias

    def unfold(self, parameters: Named, slopes: Matrix, offset: Matrix, further: Matrix | None = None) -> dict[str, Matrix]:
        """Return the gradients of the parameters; ``further``: gradient of the weights of the additional inputs, ``[rest, width]``."""
        weight = parameters[f"{self.name}.weight"].T[: self.features]
        of_weight = slopes[: self.features].copy()
        found: dict[str, Matrix] = {}
        for embedding in self._embeddings:
            rows = slopes[embedding.first : embedding.first + len(embedding.starts) * (embedding.classes - 1)]
            of_table = embedding.unfold(weight, parameters[embedding.name], rows, offset, of_weight)
            found[embedding.name] = found[embedding.name] + of_table if embedding.name in found else of_table
        whole = of_weight if further is None else np.concatenate([of_weight, further])
        return found | {f"{self.name}.weight": whole.T, f"{self.name}.bias": offset}


def _by_kind(layout: Layout, config: NetworkConfig, known: Sequence[str], fine: bool) -> dict[str, list[BlockColumns]]:
    """Return the blocks of each kind, in the order of the layout, ``"game"`` last."""
    blocks: dict[str, list[BlockColumns]] = {kind: [] for kind in (*layout.rows, "game")}
    for kind, arguments in described(layout, config, known):
        blocks[kind].append(BlockColumns(*arguments, fine))
    return blocks


def _whole(first: _First, blocks: Sequence[BlockColumns], at: int, path: str) -> int:
    """Add blocks whose rows are features of the game; return the index of the next feature."""
    for i, block in enumerate(blocks):
        rows = [(block.start + r * block.columns, at + r * block.features) for r in range(block.rows)]
        first.block(f"{path}.{i}", block, rows)
        at += block.rows * block.features
    return at


# ---- flat ---------------------------------------------------------------------------------------------------


class _Flat(Assembly):
    """Compiled multi-layer perceptron over all features."""

    def __init__(self, layout: Layout, config: NetworkConfig, forecasts: int | None) -> None:
        super().__init__()
        first, at = _First("body.0", config.width), 0
        for kind, blocks in _by_kind(layout, config, (), False).items():
            path = f"encoders.blocks.{kind}"
            if kind == "game":
                at = _whole(first, blocks, at, path)
                continue
            features = sum(block.features for block in blocks)
            inner = at
            for i, block in enumerate(blocks):
                rows = [(block.start + r * block.columns, inner + r * features) for r in range(block.rows)]
                first.block(f"{path}.{i}", block, rows)
                inner += block.features
            at += features * layout.rows[kind]
        first.finish()
        plan, width = self.plan, config.width
        table, bias = plan.weight("body.0.table", first.rows, width, False), plan.weight("body.0.bias", 1, width, False)

        def fold(parameters: Named) -> dict[str, Matrix]:
            made, offset = first.fold(parameters)
            return {"body.0.table": made, "body.0.bias": offset[None]}

        self.add(
            fold, lambda parameters, slopes: first.unfold(parameters, slopes["body.0.table"], slopes["body.0.bias"][0]), first.shapes()
        )
        hidden = sums(plan, first.columns, table, bias, act=True)
        for number in range(1, config.layers):
            hidden = dense(plan, hidden, *self.linear(f"body.{2 * number}", width, width), act=True)
        worth(plan, dense(plan, hidden, *self.linear("value", width, 1)))
        if forecasts is not None:
            self.forecast(hidden, forecasts, width, layout.action_codec.size)
            return
        head = Head(FLAT, (self.table("head.weight", len(layout.actions), width), self.offsets("head.bias", len(layout.actions))))
        actions = [(-1, 0, 0)] * layout.action_codec.size
        for k, action in enumerate(layout.actions.tolist()):
            actions[action] = (0, k, 0)
        scores(plan, hidden, [], [head], actions)


# ---- entities ------------------------------------------------------------------------------------------------


class _Entities(Assembly):
    """Compiled ``EntityNetwork``, layer by layer (see ``entities``)."""

    def __init__(self, layout: Layout, config: NetworkConfig, forecasts: int | None) -> None:
        super().__init__()
        self.layout, self.config = layout, config
        self.blocks = _by_kind(layout, config, tuple(layout.rows), True)
        self.entities = [kind for kind in layout.rows if any(block.features for block in self.blocks[kind])]
        self.kinds: dict[str, Kind] = {}
        self.tokens: dict[str, Value] = {}
        #: kind -> (referenced kind, offset of the reference column, stride), in the order of the blocks.
        self.references = {
            kind: [(other, block.start + column, block.columns) for block in blocks for other, column in block.references]
            for kind, blocks in self.blocks.items()
        }
        for kind in self.entities:
            self._embed(kind)
        links = [(kind, at, step, other) for kind in self.entities for other, at, step in self.references[kind] if self._links(kind, other)]
        for i, (kind, at, step, other) in enumerate(links):
            matrix, _ = self.linear(f"tell.{i}", config.token, config.token, bias=False)
            self.tokens[other] = tell(self.plan, self.tokens[kind], self.tokens[other], matrix, (at, step))
        for kind in self._maps():
            self._look(kind)
        for i, (kind, at, step, other) in enumerate(links):
            matrix, bias = self.linear(f"hear.{i}", config.token, config.token)
            self.tokens[kind] = hear(self.plan, self.tokens[other], self.tokens[kind], matrix, bias, (at, step))
        hidden = self._enter()
        worth(self.plan, dense(self.plan, hidden, *self.linear("value", config.width, 1)))
        if forecasts is None:
            self._score(hidden)
        else:
            self.forecast(hidden, forecasts, config.width, layout.action_codec.size)

    def _links(self, kind: str, other: str) -> bool:
        return other in self.entities and other != kind

    def _maps(self) -> list[str]:
        return [kind for kind in self.entities if any(other == kind for other, *_ in self.references[kind])]

    def _embed(self, kind: str) -> None:
        """Add the embedding of table rows as tokens."""
        token, most, name = self.config.token, self.layout.rows[kind], f"embed.{kind}"
        first, at = _First(name, token), 0
        for i, block in enumerate(self.blocks[kind]):
            first.block(f"encoders.blocks.{kind}.{i}", block, [(block.start, at)])
            at += block.features
        first.finish()
        own = kind not in self._maps()
        size = self.layout.sizes[kind] if own else 1
        table, start = self.plan.weight(f"{name}.table", first.rows, token, False), self.plan.weight(f"{name}.start", size, token, False)

        def fold(parameters: Named) -> dict[str, Matrix]:
            made, bias = first.fold(parameters)
            starts = bias + parameters[f"names.{kind}"] if own else bias[None]
            return {f"{name}.table": made, f"{name}.start": starts}

        def unfold(parameters: Named, slopes: Named) -> dict[str, Matrix]:
            starts = slopes[f"{name}.start"]
            found = first.unfold(parameters, slopes[f"{name}.table"], starts.sum(axis=0))
            return found | ({f"names.{kind}": starts} if own else {})

        self.add(fold, unfold, first.shapes() | ({f"names.{kind}": (size, token)} if own else {}))
        self.kinds[kind] = self.plan.kind(most, self.config.grows)
        self.tokens[kind] = sums(self.plan, first.columns, table, start, self.kinds[kind], act=True)

    def _look(self, kind: str) -> None:
        """Add rounds of attention over the map of a kind."""
        names = [(at, step) for other, at, step in self.references[kind] if other == kind]
        tables = ways(self.plan, self.kinds[kind], names) if self.config.layers else -1
        for number in range(self.config.layers):
            name, token, goals = f"look.{kind}.{number}", self.config.token, self.config.heads
            row, first = padded(token), padded(goals)
            width = first + 3 * row
            mix, bias = self.plan.weight(f"{name}.mixed", row, width), self.plan.weight(f"{name}.mixed_bias", 1, width, False)
            near = self.plan.weight(f"{name}.near", goals, token)
            outer, offset = self.linear(f"{name}.out", token, token)
            self.add(*_looking(name, token, goals))
            self.tokens[kind] = look(self.plan, self.tokens[kind], tables, mix, bias, near, outer, offset)

    def _enter(self) -> Value:
        """Add the hidden layers of the game as a whole."""
        plan, width, token = self.plan, self.config.width, self.config.token
        row = padded(token)
        asked = [(other, at) for other, at, _ in self.references["game"] if other in self.entities]
        parts = len(asked) + 2 * len(self.entities)
        first = _First("enter", width, parts * token)
        first.features = _whole(first, self.blocks["game"], 0, "encoders.blocks.game")
        first.finish()
        table, bias = plan.weight("enter.table", first.rows, width, False), plan.weight("enter.bias", 1, width, False)
        seen_weight = plan.weight("enter.seen", parts * row, width)

        def fold(parameters: Named) -> dict[str, Matrix]:
            made, offset = first.fold(parameters)
            further = parameters["enter.weight"].T[first.features :].reshape(parts, token, width)
            seen = np.zeros((parts, row, width), np.float32)
            seen[:, :token] = further
            return {"enter.table": made, "enter.bias": offset[None], "enter.seen": seen.reshape(-1, width)}

        def unfold(parameters: Named, slopes: Named) -> dict[str, Matrix]:
            further = slopes["enter.seen"].reshape(parts, row, width)[:, :token].reshape(-1, width)
            return first.unfold(parameters, slopes["enter.table"], slopes["enter.bias"][0], further)

        self.add(fold, unfold, first.shapes())
        entered = sums(plan, first.columns, table, bias, act=not parts)
        if parts:
            seen = plan.value(parts * row)
            for i, (other, at) in enumerate(asked):
                named(plan, self.tokens[other], at, seen.at + i * row)
            for i, kind in enumerate(self.entities):
                at = seen.at + (len(asked) + 2 * i) * row
                pool(plan, self.tokens[kind], at, at + row)
            entered = dense(plan, seen, seen_weight, after=entered, act=True)
        deep, offset = plan.weight("deep.weight", padded(width), width), plan.weight("deep.bias", 1, width, False)
        self.add(*_normed("norm", "deep", width))
        return added(plan, entered, dense(plan, norm(plan, entered), deep, offset, act=True))

    # ---- actions -----------------------------------------------------------------------------------------

    def _score(self, hidden: Value) -> None:
        naming = Naming(self.layout, self.entities)
        paths = list(naming.sources)
        tokens = [self._tokens(naming.sources[path]) for path in paths]
        codec, actions, heads = self.layout.action_codec, [(-1, 0, 0)] * self.layout.action_codec.size, list[Head]()
        used = set(self.layout.actions.tolist())

        def put(action: int, *place: int) -> None:
            if action in used:
                actions[action] = (place[0], place[1], place[2])

        token, width = self.config.token, self.config.width
        for path, blocks in naming.pointed.items():
            key = _key(path)
            weights = (
                self.table(f"pointers.point.{key}.weight", len(blocks), token),
                self.offsets(f"pointers.point.{key}.bias", len(blocks)),
            )
            heads.append(Head(POINTED, weights, (paths.index(path),)))
            for c, (name, places) in enumerate(blocks):
                for k, t in enumerate(places or range(self.layout.rows[naming.sources[path].kind])):
                    put(codec.start[name] + k, len(heads) - 1, t, c)
        for name, first, second in naming.pairs:
            sides = (*self.linear(f"pointers.ask.{name}", token, token), *self.linear(f"pointers.answer.{name}", token, token))
            heads.append(Head(PAIRED, sides, (paths.index(first), paths.index(second))))
            for k, place in enumerate(np.ndindex(*codec[name].shape)):
                put(codec.start[name] + k, len(heads) - 1, *place)
        size = sum(codec[name].size for name in naming.flat)
        heads.append(Head(FLAT, (self.table("pointers.flat.weight", size, width), self.offsets("pointers.flat.bias", size))))
        at = 0
        for name in naming.flat:
            for k in range(codec[name].size):
                put(codec.start[name] + k, len(heads) - 1, at + k, 0)
            at += codec[name].size
        scores(self.plan, hidden, tokens, heads, actions)

    def _tokens(self, s: Source) -> Tokens:
        key, token, prefix = _key(s.path), self.config.token, s.path.rpartition(".")[2]
        near, n = self.linear(f"pointers.near.{key}", token, token)
        lift, l_ = self.linear(f"pointers.lift.{key}", self.config.width, token)
        value = self.tokens.get(s.kind)
        if not s.columns:
            return Tokens(self.layout.rows[s.kind], near, n, lift, l_, value)
        place = self._once(f"pointers.position.{prefix}", s.size, token)
        table = None if s.kind else self._once(f"pointers.category.{prefix}.weight", s.classes, token)
        return Tokens(s.size, near, n, lift, l_, value, s.columns, -1 if s.row is None else s.row, s.stride, table, place)

    def _once(self, name: str, rows: int, width: int) -> Weight:
        """Add a table that several paths may share, once."""
        known: dict[str, Weight] = self.__dict__.setdefault("_shared", {})
        if name not in known:
            known[name] = self.table(name, rows, width)
        return known[name]


def _key(path: str) -> str:
    return path.replace(".", "_of_")


Folding: TypeAlias = tuple[Callable[[Named], dict[str, Matrix]], Callable[[Named, Named], dict[str, Matrix]], Mapping[str, tuple[int, ...]]]


def _normed(norm: str, linear: str, width: int) -> Folding:
    """Fold gain and offset of a normalization into the following linear layer."""

    def fold(p: Named) -> dict[str, Matrix]:
        weight = p[f"{linear}.weight"]
        offset = p[f"{linear}.bias"] + weight @ p[f"{norm}.bias"]
        return {f"{linear}.weight": room((weight * p[f"{norm}.weight"]).T, padded(width), width), f"{linear}.bias": offset[None]}

    def unfold(p: Named, slopes: Named) -> dict[str, Matrix]:
        weight, by_weight, by_bias = p[f"{linear}.weight"], slopes[f"{linear}.weight"][:width].T, slopes[f"{linear}.bias"][0]
        return {
            f"{linear}.weight": by_weight * p[f"{norm}.weight"] + np.outer(by_bias, p[f"{norm}.bias"]),
            f"{linear}.bias": by_bias,
            f"{norm}.weight": (by_weight * weight).sum(axis=0),
            f"{norm}.bias": by_bias @ weight,
        }

    return (
        fold,
        unfold,
        {f"{linear}.weight": (width, width)} | dict.fromkeys((f"{linear}.bias", f"{norm}.weight", f"{norm}.bias"), (width,)),
    )


#: Scale of log-distances relative to tokens (see ``graph_distances``).
NEAR: Final = 0.2


def _looking(name: str, token: int, goals: int) -> Folding:
    """Fold the message layer of a row into the mixing layer of other rows: one matrix, the product of both."""
    row, first = padded(token), padded(goals)
    places = [slice(0, goals), *(slice(first + k * row, first + k * row + token) for k in range(3))]

    def stacked(p: Named) -> tuple[Matrix, Matrix, Matrix]:
        """Return weights and biases of goals, adjacent rows, nearby rows and the row itself, after normalization, and the mixing matrix."""
        mix = p[f"{name}.mix.weight"]
        tell, told = p[f"{name}.about.weight"], p[f"{name}.about.bias"]
        beside, about = mix[:, token : 2 * token], mix[:, 2 * token : 3 * token]
        weight = np.concatenate([p[f"{name}.goal.weight"], beside @ tell[:token], about @ tell[token:], mix[:, :token]])
        bias = np.concatenate([p[f"{name}.goal.bias"], beside @ told[:token], about @ told[token:], p[f"{name}.mix.bias"]])
        return weight, bias, mix

    def fold(p: Named) -> dict[str, Matrix]:
        weight, bias, mix = stacked(p)
        bias = bias + weight @ p[f"{name}.norm.bias"]
        weight = weight * p[f"{name}.norm.weight"]
        mixed, mixed_bias = np.zeros((row, first + 3 * row), np.float32), np.zeros((1, first + 3 * row), np.float32)
        for place, start in zip(places, (0, *(goals + k * token for k in range(3))), strict=True):
            size = place.stop - place.start
            mixed[:token, place] = weight[start : start + size].T
            mixed_bias[0, place] = bias[start : start + size]
        return {f"{name}.mixed": mixed, f"{name}.mixed_bias": mixed_bias, f"{name}.near": NEAR * mix[:, 3 * token :].T}

    def unfold(p: Named, slopes: Named) -> dict[str, Matrix]:
        weight, _, mix = stacked(p)
        by_mixed = np.concatenate([slopes[f"{name}.mixed"][:token, place].T for place in places])
        by_bias = np.concatenate([slopes[f"{name}.mixed_bias"][0, place] for place in places])
        gain, offset = p[f"{name}.norm.weight"], p[f"{name}.norm.bias"]
        by_weight = by_mixed * gain + np.outer(by_bias, offset)
        goal, beside, about, own = (
            by_weight[a:b] for a, b in ((0, goals), *((goals + k * token, goals + (k + 1) * token) for k in range(3)))
        )
        of_goal, of_beside, of_about, of_own = (
            by_bias[a:b] for a, b in ((0, goals), *((goals + k * token, goals + (k + 1) * token) for k in range(3)))
        )
        tell, told = p[f"{name}.about.weight"], p[f"{name}.about.bias"]
        mix_beside, mix_about = mix[:, token : 2 * token], mix[:, 2 * token : 3 * token]
        by_mix = [
            own,
            beside @ tell[:token].T + np.outer(of_beside, told[:token]),
            about @ tell[token:].T + np.outer(of_about, told[token:]),
        ]
        return {
            f"{name}.norm.weight": (by_mixed * weight).sum(axis=0),
            f"{name}.norm.bias": by_bias @ weight,
            f"{name}.goal.weight": goal,
            f"{name}.goal.bias": of_goal,
            f"{name}.mix.weight": np.concatenate([*by_mix, NEAR * slopes[f"{name}.near"].T], axis=1),
            f"{name}.mix.bias": of_own,
            f"{name}.about.weight": np.concatenate([mix_beside.T @ beside, mix_about.T @ about]),
            f"{name}.about.bias": np.concatenate([mix_beside.T @ of_beside, mix_about.T @ of_about]),
        }

    shapes: dict[str, tuple[int, ...]] = {f"{name}.norm.weight": (token,), f"{name}.norm.bias": (token,)}
    for layer, inputs, outputs in (("about", token, 2 * token), ("goal", token, goals), ("mix", 3 * token + goals, token)):
        shapes |= {f"{name}.{layer}.weight": (outputs, inputs), f"{name}.{layer}.bias": (outputs,)}
    return fold, unfold, shapes
