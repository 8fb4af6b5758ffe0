"""Wishes of teammates: how agents answer and grant them, the same for rule-based, learned and search agents.

An accepted wish adds a bonus to the agent's scores of actions.  Whether a wish is accepted is decided by simulated rounds, each played
twice: with the agent following the wish, and without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, ONGOING
from zombicide_env.core.players import Player, usual_player
from zombicide_env.core.wishes import Intention, Reply, Unfit, Wish, Wishing

if TYPE_CHECKING:
    from .base import Agent

__all__ = ["Judgement", "answer", "answers", "best", "heed", "heeded", "intention"]

Array = NDArray[Any]

#: Bonus of an action that fully serves a wish, in units of ``Agent.scores``.
BONUS: Final = 4.0
#: Score differences to the best action are clipped to this: an accepted wish outweighs it.
WORST: Final = 3.0
WORLDS: Final = 8  # simulated rounds with the wish, and as many without it
LONGEST: Final = 400  # maximum number of decisions in a simulated round
#: A wish is accepted if it is granted in at least this share of simulated rounds ...
LIKELY: Final = 0.8
#: ... and on average at most this many more survivors die, or games are lost.
MORE_DEATHS: Final = 0.1
MORE_DEFEATS: Final = 0.1
#: Maximum loss of the team's ``promise`` due to the wish, from 0 to 1.
SETBACK: Final = 0.01
AHEAD: Final = 3  # rounds that an intention looks ahead


# ---- heeding -----------------------------------------------------------------------------------------------------------


def best(legal: Array, serves: NDArray[np.float64], known: Array, scores: NDArray[np.float64]) -> int:
    """Return the best action by an agent's scores plus the bonus.

    Args:
        legal: legal actions, ascending.
        serves: how far each of them serves the wishes.
        known: actions that the agent has scored.
        scores: their scores; actions without a score count as the worst.
    """
    own = np.full(len(legal), -WORST)
    judged = np.isfinite(scores)
    known, scores = known[judged], scores[judged]
    if len(scores):
        own[np.searchsorted(legal, known)] = np.maximum(-WORST, scores - scores.max())
    return int(legal[np.argmax(own + BONUS * serves)])


def served(wishing: Wishing, state: Array, mask: Array, wishes: Sequence[Wish]) -> tuple[Array, NDArray[np.float64]]:
    """Return the legal actions and how far each serves the wishes: the most negative value if any is negative, else the largest."""
    legal = np.flatnonzero(mask).astype(np.int64)
    each = np.array([wishing.serves(state, wish, legal) for wish in wishes])
    return legal, np.where(each.min(axis=0) < 0, each.min(axis=0), each.max(axis=0))


def heed(agent: Agent, observation: Array | None, mask: Array, game: Any, state: Array, wishes: Sequence[Wish]) -> int:
    """Return the action of an agent that has accepted wishes; the other arguments are those of ``act``, the state is required.

    Where no action serves or harms a wish, the agent plays as usual.
    """
    given = state if agent.reads_state else None
    if not wishes:
        return int(agent.act(observation, mask, game, given))
    legal, serves = served(game.wishing(), state, mask, wishes)
    if not serves.any():
        return int(agent.act(observation, mask, game, given))
    actions, scores = agent.scores(observation, mask, game, given)
    return best(legal, serves, actions, scores)


def heeded(batch: Batch, player: Player, rows: Sequence[int], wishes: Sequence[Sequence[Wish]], actions: NDArray[np.int64]) -> None:
    """Apply ``heed`` to a compiled player in some games of a batch; changes its choices ``actions`` [n] in place.

    Args:
        batch: games, all of one game.
        player: player whose scores are used.
        rows: games in which the deciding agent has accepted wishes.
        wishes: accepted wishes of each of these rows.
        actions: actions that the player would choose without wishes, int64 ``[n]``.
    """
    wishing = batch.games[0].wishing()
    assert wishing is not None
    opinions: tuple[Array, Array, Array] | None = None
    for row, asked in zip(rows, wishes, strict=True):
        legal, serves = served(wishing, batch.states[row : row + 1], batch.masks[row], asked)
        if not serves.any():
            continue
        known, scores = actions[row : row + 1], np.zeros(1)
        if player.judges:
            opinions = opinions or batch.opinions(player)
            first, last = np.searchsorted(opinions[0], [row, row + 1])
            known, scores = opinions[1][first:last], opinions[2][first:last]
        actions[row] = best(legal, serves, known, scores)


# ---- answering ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """Effects of a wish, estimated by simulated rounds.

    Attributes:
        granted: share of rounds in which it was granted.
        deaths: additional deaths of survivors compared to rounds without it, on average.
        defeats: increase of the share of lost games.
        setback: decrease of the team's ``promise``, from 0 to 1.
    """

    granted: float
    deaths: float
    defeats: float
    setback: float

    @property
    def reply(self) -> Reply:
        """Whether the wish is accepted, and the reason if not."""
        if self.defeats > MORE_DEFEATS:
            return Reply(False, "losing")
        if self.deaths > MORE_DEATHS:
            return Reply(False, "dangerous")
        if self.granted < LIKELY:
            return Reply(False, "unlikely")
        return Reply(False, "losing") if self.setback > SETBACK else Reply(True)


def imagines(agent: Any, game: Any) -> Player:
    """Return the player of simulated rounds for an agent: the agent itself if it is compiled, else the rule-based player of the game."""
    own: Player | None = agent.player(game) if hasattr(agent, "player") else None  # agents of other classes may only have act
    return usual_player(game) if own is None else own


def answer(agent: Any, wish: Wish, game: Any, state: Array, seed: int = 0) -> Reply:
    """Return whether an agent accepts a wish; ``state`` must not contain information hidden from it."""
    return answers(imagines(agent, game), [wish], game, state, seed=seed)[0]


def answers(player: Player, wishes: Sequence[Wish], game: Any, states: Array, *, worlds: int = WORLDS, seed: int = 0) -> list[Reply]:
    """Return the replies of a compiled player to wishes, one for each of the states ``[n]``.

    Args:
        player: plays all seats of simulated rounds.
        wishes: one for each state.
        game: the game of all states.
        states: positions; hidden information is resampled in simulated rounds.
        worlds: number of simulated rounds with each wish.
        seed: seed of the simulations.
    """
    found: list[Reply | None] = []
    meant: list[tuple[int, Wish]] = []
    wishing = game.wishing()
    for k, wish in enumerate(wishes):
        if wishing is None:
            found.append(Reply(False, "no_wishes"))
            continue
        try:
            meant.append((k, wishing.meant(states[k : k + 1], wish)))
            found.append(None)
        except Unfit as error:
            found.append(Reply(False, error.reason))
    if meant:
        rows, asked = [k for k, _ in meant], [wish for _, wish in meant]
        for k, judged in zip(rows, _judged(player, asked, game, states[rows], worlds, seed), strict=True):
            found[k] = judged.reply
    return [reply for reply in found if reply is not None]


def _judged(player: Player, wishes: Sequence[Wish], game: Any, states: Array, worlds: int, seed: int) -> list[Judgement]:
    """Simulate rounds for wishes: batch slots are ordered by wish, and within a wish first the rounds with it, then those without."""
    each = 2 * worlds
    batch = Batch(game, len(wishes) * worlds, seed=0, autoreset="disabled", observation_dtype="uint8")
    try:
        batch.seed_actions(seed)
        batch.put(np.repeat(states, worlds), trusted=True)
        batch.resample()
        drawn = batch.states.copy()
    finally:
        batch.close()
    lanes = np.repeat(drawn.reshape(len(wishes), 1, worlds), 2, axis=1).reshape(-1)
    batch = Batch(game, len(lanes), seed=0, autoreset="disabled", observation_dtype="uint8")
    try:
        batch.put(lanes, trusted=True)
        held = [wish if k < worlds else None for wish in wishes for k in range(each)]
        granted = play_round(batch, player, held)
        alive, defeats = batch.active.sum(axis=1), batch.states["outcome"] == LOST
        promise = batch.promise(player) if player.heuristic is not None else np.zeros(batch.n)
    finally:
        batch.close()
    shape = (len(wishes), 2, worlds)
    change = [np.asarray(part, float).reshape(shape).mean(axis=2) for part in (alive, defeats, promise)]
    shares = granted.reshape(shape)[:, 0].mean(axis=1)
    return [
        Judgement(float(shares[k]), float(a[k, 1] - a[k, 0]), float(d[k, 0] - d[k, 1]), float(p[k, 1] - p[k, 0]))
        for k, (a, d, p) in ((k, change) for k in range(len(wishes)))
    ]


def play_round(batch: Batch, player: Player, wishes: Sequence[Wish | None]) -> NDArray[np.bool_]:
    """Play every game of a batch to the end of its round, with a wish in some; return where the wish was granted, bool ``[n]``."""
    game = batch.games[0]
    wishing = game.wishing()
    assert wishing is not None
    begun, granted = batch.states["round"].copy(), np.zeros(batch.n, bool)
    left = {row: wish for row, wish in enumerate(wishes) if wish is not None}
    seat = {row: game.agents.index(wish.to) for row, wish in left.items()}
    for _ in range(LONGEST):
        going = np.flatnonzero((batch.deciders >= 0) & (batch.states["round"] == begun))
        if not len(going):
            break
        actions = batch.think(player)
        own = [row for row in left if batch.deciders[row] == seat[row]]
        heeded(batch, player, own, [[left[row]] for row in own], actions)
        for row in own:
            wish = left[row]
            if wish.kind in wishing.lasting and wishing.serves(batch.states[row : row + 1], wish, actions[row : row + 1])[0] < 0:
                del left[row]
        batch.step_some(going, actions[going])
        for row, wish in list(left.items()):
            over = bool(batch.states["outcome"][row] != ONGOING or batch.states["round"][row] != begun[row])
            granted[row] = wishing.granted(batch.states[row : row + 1], wish, over)
            if granted[row] or over:
                del left[row]
    return granted


# ---- intentions --------------------------------------------------------------------------------------------------------


def intention(agent: Any, name: str, game: Any, state: Array, wishes: Sequence[Wish] = ()) -> Intention | None:
    """Return what an agent is about to do: its next notable action in one simulated game, and its path to the place of that action.

    Args:
        agent: the player of ``name``.
        name: an agent of the game.
        game: the game.
        state: the position, without information hidden from the agent.
        wishes: wishes that it has accepted.

    Returns:
        The intention; None if the agent is eliminated, or the game does not support wishes.
    """
    wishing = game.wishing()
    start = wishing.here(state, name) if wishing is not None else ""
    if wishing is None or not start or name not in game.agents:
        return None
    player, seat, last = imagines(agent, game), game.agents.index(name), int(state["round"][0]) + AHEAD
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    try:
        batch.put(state, trusted=True)
        batch.resample()
        way = [start]
        for _ in range(AHEAD * LONGEST):
            if batch.deciders[0] < 0 or batch.states["round"][0] >= last:
                break
            actions = batch.think(player)
            mine = batch.deciders[0] == seat
            open_wishes = [wish for wish in wishes if not wishing.granted(batch.states, wish, False)]
            if mine and open_wishes and batch.states["round"][0] == state["round"][0]:
                heeded(batch, player, [0], [open_wishes], actions)
            action = int(actions[0])
            why = wishing.purpose(batch.states, action) if mine else ""
            if why:
                asked = any(wishing.serves(batch.states, wish, actions)[0] > 0 for wish in open_wishes)
                tags = tuple(game.targets(batch.states, action))
                return Intention(name, game.notation(batch.states, action), "wish" if asked else why, tuple(way), tags)
            batch.step(actions)
            now = wishing.here(batch.states, name)
            if now and now != way[-1]:
                way.append(now)
        return Intention(name, "", "team", tuple(way))
    finally:
        batch.close()
