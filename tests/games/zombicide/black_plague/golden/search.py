"""A planner that finds won games: a beam search over rounds in which the rules-based player is made to err at random.

It cheats as only the builder of a record may: it tries a round on many copies of a game, sees what the dice give in each, and
goes on from the best.  The sequence that it returns is a legal game under its seed like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zombicide_agents.greedy.zombicide.board import Board
from zombicide_agents.greedy.zombicide.decisions import Decisions
from zombicide_agents.greedy.zombicide.plan import Plan
from zombicide_agents.greedy.zombicide.turn import WEIGHTS, Turn, order_of_turns
from zombicide_agents.greedy.zombicide.view import View
from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.black_plague.numbers import actions as act
from zombicide_env.games.zombicide.black_plague.numbers import decisions as ASK
from zombicide_env.games.zombicide.black_plague.numbers import layout

Value = Callable[["Position"], float]
MOST_DECISIONS = 400  # in one round


class Erring:
    """The rules-based player with other weights and noise on its scores, drawn anew for every trial."""

    def __init__(self, game: Any, rng: np.random.Generator, noise: float, aim: Any = None) -> None:
        self.board = Board(game.world)
        self.rng = rng
        self.noise = noise
        self.aim = aim
        self.trial()

    def trial(self, exact: bool = False) -> None:
        """Other weights; ``exact``: those of the player itself, without noise."""
        rng = self.rng
        self.sigma = 0.0 if exact else float(rng.choice((0.05, 0.3, 1.0))) * self.noise
        self.slips = 0.0 if exact else float(rng.choice((0.0, 0.03, 0.12)))
        names = ("progress", "cohesion", "kill", "search", "door", "wound", "death")
        factors = np.exp(rng.normal(0, 0.0 if exact else 0.5, len(names)))
        self.weights = replace(WEIGHTS, **{name: getattr(WEIGHTS, name) * f for name, f in zip(names, factors, strict=True)})

    def act(self, mask: Any, state: Any) -> int:
        legal: list[int] = np.flatnonzero(mask).tolist()
        if len(legal) == 1:
            return legal[0]
        if self.slips and self.rng.random() < self.slips:
            return int(self.rng.choice(legal))
        view = View(self.board, state)
        if self.aim is not None:
            forced = self.aim.force(view, legal)
            if forced is not None:
                return int(forced)
        task = view.task[0]
        plans: list[Plan] = []

        def plan() -> Plan:
            if not plans:
                plans.append(Plan(view))
                if self.aim is not None:
                    self.aim.steer(plans[0])
            return plans[0]

        if task == ASK.TURN:
            turn = Turn(view, plan(), view.task[1], self.weights)
            errors = self.rng.normal(0, self.sigma, len(legal)).tolist() if self.sigma else [0.0] * len(legal)
            return max(zip(legal, errors, strict=True), key=lambda pair: turn.score(pair[0]) + pair[1])[0]
        if task == ASK.ACTIVATE:
            if self.sigma and self.rng.random() < 0.3:
                return int(self.rng.choice(legal))
            return act.ACTIVATE + order_of_turns(view, plan(), [a - act.ACTIVATE for a in legal])
        return int(Decisions(view, plan).answer(legal))


@dataclass
class Node:
    """A game at the beginning of a round, and how it came there."""

    state: Any
    actions: tuple[int, ...]
    parent: Node | None
    value: float = 0.0

    def line(self) -> list[int]:
        """All actions from the start of the game."""
        parts: list[tuple[int, ...]] = []
        node: Node | None = self
        while node is not None:
            parts.append(node.actions)
            node = node.parent
        return [a for part in reversed(parts) for a in part]


class Position:
    """What the value of a state is computed from."""

    def __init__(self, board: Board, state: Any, aim: Any = None) -> None:
        self.view = View(board, state)
        self.plan = Plan(self.view)
        if aim is not None:
            aim.steer(self.plan)
        self.s = state[0]
        self.board = board

    def goals(self) -> list[tuple[int, int, int, int]]:
        """Rows (step, kind, a, needed) of the quest's victory conditions."""
        return [(g[0], g[1], g[2], max(1, g[3])) for g in self.board.goals]

    def cards(self) -> list[int]:
        """Card types that the team holds."""
        return [c for i in self.view.team for c in self.view.inv[i] if c]


def search(
    game: Any,
    seed: int,
    value: Value,
    *,
    width: int = 24,
    trials: int = 8,
    rounds: int = 60,
    noise: float = 1.0,
    chooser: int = 0,
    aim: Any = None,
    wanted: Callable[[Any], bool] = lambda state: bool(state["outcome"][0] == layout.WON),
    report: Callable[[str], None] | None = None,
) -> list[int] | None:
    """The actions of a game that ends as ``wanted``, or None.

    Args:
        value: worth of a position at the beginning of a round; the ``width`` best go on.
        trials: rounds tried from each of them.
    """
    rng = np.random.default_rng([seed, chooser])
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    board = Board(game.world)
    player = Erring(game, rng, noise, aim)
    beam = [Node(batch.states.copy(), (), None)]
    for number in range(1, rounds + 1):
        found: dict[bytes, Node] = {}
        for node in beam:
            for trial in range(trials if len(beam) > 1 else trials * width // 2):
                player.trial(exact=trial == 0)
                batch.states[:] = node.state
                batch.refresh()
                line: list[int] = []
                while not batch.states["outcome"][0] and batch.states["round"][0] == number and len(line) < MOST_DECISIONS:
                    a = player.act(batch.masks[0], batch.states)
                    batch.step([a])
                    line.append(a)
                child = Node(batch.states.copy(), tuple(line), node)
                if batch.states["outcome"][0]:
                    if wanted(batch.states):
                        return child.line()
                    continue
                if batch.states["round"][0] == number:
                    continue
                child.value = value(Position(board, child.state, aim))
                key = b"".join(child.state[name].tobytes() for name in ("zombies", "zone", "wounds", "inv"))
                if key not in found or found[key].value < child.value:
                    found[key] = child
        if not found:
            return None
        beam = pick(list(found.values()), width)
        if report is not None:
            best = beam[0].state[0]
            report(
                f"round {number}: {len(found)} positions, best {beam[0].value:.1f}, alive {int(best['alive'].sum())}, "
                f"taken {best['taken'].tolist()}, artefacts {int(best['artefacts'])}, killed {best['killed'].tolist()}, "
                f"tokens {int(best['n_tokens'])}, abominations {int(best['zombies'][:, 3].sum())}, cards {int(best['vault_taken'].sum())}, "
                f"xp {best['xp'][:6].tolist()}"
            )
    return None


def pick(nodes: Sequence[Node], width: int) -> list[Node]:
    """The best ones, not too many from one parent."""
    ranked = sorted(nodes, key=lambda node: -node.value)
    limit = max(2, width // 4)
    count: dict[int, int] = {}
    chosen = []
    for node in ranked:
        key = id(node.parent)
        if count.get(key, 0) < limit:
            count[key] = count.get(key, 0) + 1
            chosen.append(node)
        if len(chosen) == width:
            break
    return chosen
