"""Analysis of recorded games: the chance of winning after every decision, turning points, and the alternatives there.

``zombicide replay --analyze FILE`` prints it.  Chances come from a value network; without one, from rollouts of the rule-based player of
the game.  At each turning point a search compares the actions, which separates the cost of the choice from the effect of chance.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.players import usual_player
from zombicide_env.core.words import one_line, unknown
from zombicide_env.parser import Parser
from zombicide_env.play.win_probability import Rollouts
from zombicide_env.replay.format import ReplayError
from zombicide_env.replay.player import resume, steps
from zombicide_env.replay.reading import Replay, read

from .base import AgentError
from .registry import make
from .search import Search
from .value import AUTO, Value, shipped

__all__ = ["Alternative", "Analysis", "Moment", "Turn", "analyze", "main", "text"]

#: Positions evaluated at a time.
_TOGETHER: Final = 256
#: Minimum change of the chance between two decisions for a turning point.
_LEAST: Final = 0.05
_GAMES: Final = 100
_PLAYED: Final = 40  # positions of a game that are evaluated by rollouts if there is no value network
_ALTERNATIVES: Final = 3


@dataclass(frozen=True)
class Moment:
    """A decision, and the chance of winning after it; ``chance``: None where it was not evaluated."""

    decision: int
    round: int
    agent: str
    action: str
    chance: float | None


@dataclass(frozen=True)
class Alternative:
    """An action, the chance of winning after it and the confidence interval of that chance."""

    action: str
    chance: float
    low: float
    high: float
    line: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """A turning point: a decision at which the chance of winning changed much.

    Attributes:
        decision, round, agent, action: as in ``Moment``.
        before, after: chances before and after it.
        played: evaluation of the action by the search; None: it was not searched, or was the only legal one.
        best: the best actions according to the search, the best first.
    """

    decision: int
    round: int
    agent: str
    action: str
    before: float
    after: float
    played: Alternative | None = None
    best: tuple[Alternative, ...] = ()

    @property
    def cost(self) -> float | None:
        """How much lower the chance is after the action than after the best one; None if unknown."""
        return self.best[0].chance - self.played.chance if self.best and self.played is not None else None


@dataclass(frozen=True)
class Analysis:
    """Chances of winning over a game.

    Attributes:
        game, seed: game and seed of the replay.
        seat: seat whose chances they are.
        by: source of the chances.
        start: the chance before the first decision.
        moments: every decision.
        turns: decisions at which the chance changed most, in chronological order.
        outcome: how the game ended, "" if it is not over.
    """

    game: str
    seed: int
    seat: str
    by: str
    start: float
    moments: tuple[Moment, ...]
    turns: tuple[Turn, ...] = field(default=())
    outcome: str = ""


#: States ``[n]`` -> chances of a seat, float64 ``[n]``.
Chances = Callable[[NDArray[Any]], NDArray[np.float64]]


def analyze(replay: Replay, *, value: str = AUTO, seat: str = "", turns: int = 5, simulations: int = 600, games: int = _GAMES) -> Analysis:
    """Analyze a recorded game.

    Args:
        replay: the game.
        value: path of a value network; ``auto``: that of the package, if it has one for the game; "": use rollouts from some positions.
        seat: seat whose chances are computed; "": the first agent, whose chances are the team's in a cooperative game.
        turns: maximum number of turning points.
        simulations: simulated games of the search at each turning point; 0: no search.
        games: rollouts from each position if there is no value network.

    Raises:
        ReplayError: the replay is invalid.
        AgentError: there is no such seat or value network.
        TypeError: something else is given in place of the replay.
    """
    if not isinstance(replay, Replay):
        raise TypeError(f"{one_line(repr(replay), 80)} is not a replay: pass zombicide_env.replay.read(path)")
    game, start = resume(replay, 0)
    agents = list(game.agents)
    if seat and seat not in agents:
        raise AgentError(unknown("seat", seat, agents))
    number = agents.index(seat) if seat else 0
    value = shipped(game) if value == AUTO else value
    states, played = [start.copy()], []
    for step in steps(replay, game, None if replay.end is not None else len(replay.entries)):
        states.append(step.state.copy())
        played.append(step.action)
    every = np.concatenate(states)
    asked = np.arange(len(every)) if value else np.unique(np.linspace(0, len(every) - 1, _PLAYED).astype(int))
    tell = _by_value(game, value, number) if value else _by_games(game, games, number)
    chances = np.full(len(every), np.nan)
    chances[asked] = tell(every[asked])
    spans = _spans(chances, asked, turns)
    for first, last in spans:  # positions in between are evaluated where the chance has changed
        between = np.arange(first + 1, last)
        if len(between):
            chances[between] = tell(every[between])
    moments = tuple(
        Moment(entry.number, entry.round, entry.agent, entry.text, None if np.isnan(chances[k]) else round(float(chances[k]), 4))
        for k, entry in enumerate(replay.entries[: len(played)], 1)
    )
    after = [first + 1 + int(np.abs(np.diff(chances[first : last + 1])).argmax()) for first, last in spans]
    found = tuple(_turn(game, every, played, moments, chances, k, number, value, simulations) for k in after)
    return Analysis(
        game=game.id,
        seed=int(replay.header.seed),
        seat="team" if game.type.n_sides == 1 else agents[number],
        by=f"value {Path(value).name}" if value else f"{games} games of {usual_player(game).name} from each of {len(asked)} positions",
        start=round(float(chances[0]), 4),
        moments=moments,
        turns=found,
        outcome=replay.end.outcome if replay.end is not None else "",
    )


def _spans(chances: NDArray[np.float64], asked: NDArray[Any], number: int) -> list[tuple[int, int]]:
    """Return the pairs of consecutive evaluated positions between which the chance changed most, in chronological order."""
    changes = np.abs(np.diff(chances[asked]))
    best = [int(k) for k in np.argsort(-changes, kind="stable")[:number] if changes[k] >= _LEAST]
    return [(int(asked[k]), int(asked[k + 1])) for k in sorted(best)]


def _turn(
    game: Any,
    states: NDArray[Any],
    played: Sequence[int],
    moments: Sequence[Moment],
    chances: NDArray[np.float64],
    after: int,
    seat: int,
    value: str,
    simulations: int,
) -> Turn:
    """Return the turning point before the position ``after``, with the decision evaluated by a search."""
    moment = moments[after - 1]
    before, then = (round(float(chances[k]), 4) for k in (after - 1, after))
    turn = Turn(moment.decision, moment.round, moment.agent, moment.action, before, then)
    own = game.type.sides[seat] == game.type.sides[game.agents.index(moment.agent)]
    if not simulations or not own:
        return turn
    found = _compared(game, states[after - 1 : after], value, simulations)
    best = tuple(alternative for _, alternative in found[:_ALTERNATIVES])
    return replace(turn, played=dict(found).get(played[after - 1]), best=best)


def _compared(game: Any, state: NDArray[Any], value: str, simulations: int) -> list[tuple[int, Alternative]]:
    """Return the evaluation of the actions of a position by a search, the most promising first; [] if there is only one action."""
    search = make(f"search:simulations={simulations},margin=9,trust=0,seed=0{f',value={value}' if value else ''}", game)
    assert isinstance(search, Search)
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.put(state)
    thoughts = search.thoughts(batch.raw_observations[0], batch.masks[0], game, batch.states)
    if len(thoughts) < 2:
        return []
    found = []
    for thought in sorted(thoughts, key=lambda thought: -thought.won):
        won, low, high = (round(part, 4) for part in (thought.won, *thought.interval))
        found.append((thought.action, Alternative(thought.texts[0], won, low, high, thought.texts)))
    return found


def _by_value(game: Any, path: str, seat: int) -> Chances:
    value = Value(game, path)

    def tell(states: NDArray[Any]) -> NDArray[np.float64]:
        found = []
        for first in range(0, len(states), _TOGETHER):
            part = states[first : first + _TOGETHER]
            batch = Batch(game, len(part), seed=0, autoreset="disabled", observation_dtype="uint8")
            batch.put(part, trusted=True)
            found.append(value.chances(batch, seat))
            batch.close()
        return np.concatenate(found)

    return tell


def _by_games(game: Any, games: int, seat: int) -> Chances:
    rollouts = Rollouts(game, games)

    def tell(states: NDArray[Any]) -> NDArray[np.float64]:
        return np.array([game.winners(rollouts.play(states[k : k + 1], k))[:, seat].mean() for k in range(len(states))])

    return tell


# ---- the command -----------------------------------------------------------------------------------------------


def text(analysis: Analysis) -> str:
    """Return the analysis as text."""
    known = [moment for moment in analysis.moments if moment.chance is not None]
    lines = [f"{analysis.game}, seed {analysis.seed}: chance of winning ({analysis.seat}), by {analysis.by}"]
    rounds = {moment.round: moment for moment in known}  # the last one of each round
    lines += [
        f"  {'start' if not number else f'round {number}':9s} {100 * chance:5.1f} % {'#' * round(40 * chance)}"
        for number, chance in ((0, analysis.start), *((one.round, float(one.chance or 0)) for one in rounds.values()))
    ]
    lines.append("turning points" if analysis.turns else "no turning points")
    for turn in analysis.turns:
        change = 100 * (turn.after - turn.before)
        lines.append(
            f"  decision {turn.decision}, round {turn.round}, {turn.agent}: {turn.action}"
            f"   {100 * turn.before:.0f} % -> {100 * turn.after:.0f} % ({change:+.0f})"
        )
        cost = turn.cost
        if cost is not None:
            lines.append(f"    choice {-100 * cost:+.0f}, chance {change + 100 * cost:+.0f} points" if cost > 0 else "    the best choice")
        lines += [
            f"    {one.action:32s} {100 * one.chance:5.1f} % ({100 * one.low:.0f} to {100 * one.high:.0f})   {', '.join(one.line[1:])}"
            for one in turn.best
        ]
    return "\n".join([*lines, f"the end: {analysis.outcome or 'the game goes on'}"])


def main(arguments: Sequence[str]) -> int:
    """Run ``zombicide replay --analyze FILE``; return 1 if a replay is invalid."""
    description = "Estimate the chance of winning over a recorded game, and explain its turning points."
    parser = Parser(prog="zombicide replay --analyze", description=description)
    parser.add_argument("--analyze", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="+", metavar="FILE", help="replay files")
    parser.add_argument(
        "--value",
        default=AUTO,
        metavar="PATH",
        help="value network, a folder of zombicide train --recipe value; auto (default): the included one; none: play games instead",
    )
    parser.add_argument("--seat", default="", metavar="NAME", help="seat to estimate for, in competitive games (default: the first)")
    parser.add_argument("--turns", type=int, default=5, metavar="N", help="number of turning points to explain (%(default)s)")
    parser.add_argument("--simulations", type=int, default=600, metavar="N", help="simulations at a turning point; 0: none (%(default)s)")
    parser.add_argument("--games", type=int, default=_GAMES, metavar="N", help="games per position without a value network (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON document per file instead of text")
    options = parser.parse_args(arguments)
    sound = True
    for path in options.files:
        try:
            found = analyze(
                read(path, partial=True),
                value="" if options.value == "none" else options.value,
                seat=options.seat,
                turns=options.turns,
                simulations=options.simulations,
                games=options.games,
            )
        except ReplayError as error:
            sys.stderr.write(f"{error}\n")
            sound = False
            continue
        sys.stdout.write((json.dumps({"file": path, **asdict(found)}) if options.json else text(found)) + "\n")
    return 0 if sound else 1
