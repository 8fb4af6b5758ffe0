"""Compiled players: agents that run inside the engine, without a Python object per decision.

There are four kinds: random; action weights, which define how likely each action is; scores of a ``Heuristic``, the rule-based
player that a game may provide (``Game.heuristic``), with its own or other weights; and a network, which may be a residual over a
heuristic. ``Batch.play`` combines them freely.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .codec import ActionCodec
from .words import unknown

if TYPE_CHECKING:
    from .nets.network import Network

Array = np.ndarray[Any, Any]

RANDOM: Final = 0
ACTION_WEIGHTS: Final = 1
HEURISTIC: Final = 2
NETWORK: Final = 3
LEANING: Final = 4  # a network whose logits are added to the scores of a heuristic
#: Start of the names of the factors of the weights in the late game, see ``Heuristic.late``.
LATE: Final = "late_"
#: Name of the weight that, above 0, makes a heuristic score nothing but its choice: a residual policy over it then plays as it does.
FINAL: Final = "final"


@dataclass(frozen=True, eq=False)
class Heuristic:
    """A rule-based player: ``@jit`` functions on the records of the game, a view ``v`` and ``weights``.

    choose(w, s, v, weights, m, world)   the action for the current decision, whose legal actions are ``m``
    judge(w, s, v, weights, m, world, scores)  write the score of each action into ``scores`` (float64 [N_ACTIONS]): -inf for actions
                                         without a score, 0 for its choice where it only knows that

    promise(w, s, v, weights)            progress of the first side, 0 .. 1, also of a finished game: distinguishes two lost
                                         games; None: not available, 0
    late(w, s)                           1 in the late game, whose weights are those of the early game times the factors ``late_NAME``;
                                         None: the weights are the same in the whole game

    They read what the deciding seat may know and change nothing but ``v``, working memory of a thread, all zero at first. ``world`` is
    the index of ``w`` among the worlds used with this memory; anything remembered from an earlier call has to record the
    position for which it is valid. Equal positions get equal answers.

    ``game`` is the id of the game that it was written for. A batch of another game refuses it, because its functions read fields
    that the records of that game lack, or have with another meaning. "" leaves this to the caller.

    It is pickled by name, without its functions, so it has to be a constant in the module of ``choose``.
    """

    name: str
    choose: Callable[..., Any]
    judge: Callable[..., Any]
    view: np.dtype[Any]
    weights: np.dtype[Any]
    defaults: Mapping[str, float]
    promise: Callable[..., Any] | None = None
    game: str = ""
    late: Callable[..., Any] | None = None

    def weighed(self, weights: Mapping[str, float], quest: str = "") -> Array:
        """Return the weights of the early and of the late game, shape (2,).

        They are the defaults, overridden by ``weights`` and by those of a quest, ``QUEST.NAME``.

        Raises:
            ValueError: no weight has the name, or it is not a finite number.
        """
        for name, value in weights.items():
            if name.rpartition(".")[2] not in self.defaults:
                raise ValueError(unknown(f"weight of {self.name}", name, self.defaults))
            if not np.isfinite(value):
                raise ValueError(f"weight {name}={value} of {self.name} is not a finite number")
        made = np.zeros(2, self.weights)
        all_of_them = {**self.defaults, **weights_in(quest, weights)}
        for name in self.weights.names or ():
            made[name] = all_of_them[name], all_of_them[name] * all_of_them.get(LATE + name, 1.0)
        return made

    def searchable(self, late: bool = False) -> list[str]:
        """Return the names of the weights on which choices depend, ``late``: also of the factors of the late game."""
        return [name for name in self.defaults if name != FINAL and (late or not name.startswith(LATE))]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name: a kernel pickled by value would be compiled again, with Numba's options instead of ours."""
        module = self.choose.__module__
        name = next((name for name, value in vars(sys.modules[module]).items() if value is self), None)
        if name is None:
            raise pickle.PicklingError(f"the heuristic {self.name!r} cannot be sent to other processes: make it a constant of {module}")
        return _constant, (module, name)


def _constant(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


@dataclass(frozen=True, eq=False)
class Player:
    """A compiled player, made by ``random_player``, ``player_of_action_weights``, ``player_of_heuristic`` or ``player_of_network``."""

    name: str
    kind: int
    action_weights: Array = field(default_factory=lambda: np.zeros(0))
    heuristic: Heuristic | None = None
    weights: Array | None = None
    by_quest: Mapping[str, Array] = field(default_factory=dict)
    network: Network | None = None
    temperature: float = 0.0

    def weights_for(self, game: Any) -> Any:
        """Return the weights with which it plays a game, shape (2,): those of the game's quest, if it has its own."""
        assert self.weights is not None
        return self.by_quest.get(game.options.get("quest"), self.weights)

    @property
    def judges(self) -> bool:
        """Whether it scores actions."""
        return self.heuristic is not None or self.network is not None


def weights_in(quest: str, weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights for a quest: ``NAME`` -> number, where those of the quest, ``QUEST.NAME``, override the common ones."""
    split = [(*name.rpartition(".")[::2], value) for name, value in weights.items()]
    return {name: value for wanted in ("", quest) for of, name, value in split if of == wanted}


def quests_in(weights: Mapping[str, float]) -> list[str]:
    """Return the quests that have weights of their own, sorted."""
    return sorted({name.rpartition(".")[0] for name in weights} - {""})


def random_player() -> Player:
    """Return a player for which every legal action is equally likely."""
    return Player("random", RANDOM)


def player_of_action_weights(codec: ActionCodec, action_weights: Mapping[str, float], name: str = "action_weights") -> Player:
    """Return a player that samples actions in proportion to the weight of their block; blocks that are not named have weight 1.

    Where no legal action has a weight above 0, all are equally likely.

    Raises:
        ValueError: no block has the name, or its weight is not a finite number of at least 0.
    """
    weights = np.ones(codec.size)
    sizes = {block.name: block.size for block in codec.blocks}
    for block, weight in action_weights.items():
        if block not in sizes:
            raise ValueError(unknown("block of actions", block, sizes))
        if not 0 <= weight < np.inf:
            raise ValueError(f"action weight {block}={weight}: a weight is a finite number of at least 0")
        weights[codec.start[block] :][: sizes[block]] = weight
    return Player(name, ACTION_WEIGHTS, weights)


def player_of_heuristic(heuristic: Heuristic, weights: Mapping[str, float] | None = None, name: str = "") -> Player:
    """Return the rule-based player of a game, ``game.heuristic``, optionally with other weights: ``NAME``, or ``QUEST.NAME`` in one quest.

    Raises:
        ValueError: see ``Heuristic.weighed``.
    """
    given = weights or {}
    by_quest = {quest: heuristic.weighed(given, quest) for quest in quests_in(given)}
    return Player(name or heuristic.name, HEURISTIC, heuristic=heuristic, weights=heuristic.weighed(given), by_quest=by_quest)


def usual_player(game: Any) -> Player:
    """Return the rule-based player of a game, ``game.heuristic``; random play where it has none."""
    heuristic = game.heuristic()
    return random_player() if heuristic is None else player_of_heuristic(heuristic)


def player_of_network(network: Network, lean: Player | None = None, *, temperature: float = 0.0, name: str = "network") -> Player:
    """Return a player that takes the action with the highest score of a network, the first of equals; with a temperature it samples.

    Args:
        network: its scores are logits; those of a residual network (``Network.trust``) are added to those of ``lean``.
        lean: the rule-based player of a residual network.
        temperature: 0: the best action; 1: sampled from the probabilities, with the generators of ``Batch.random_actions``.
        name: display name.

    Raises:
        ValueError: a residual network without ``lean``, or the reverse; or the temperature is negative or not a number.
    """
    if (network.trust != 0) != (lean is not None and lean.kind == HEURISTIC):
        raise ValueError(f"network {name!r} is {'' if network.trust else 'not '}residual, and lean={lean and lean.name!r}")
    if not 0 <= temperature < np.inf:
        raise ValueError(f"temperature {temperature} is negative or no number; 0 plays the most probable action, 1 samples")
    if lean is None:
        return Player(name, NETWORK, network=network, temperature=temperature)
    return Player(
        name, LEANING, heuristic=lean.heuristic, weights=lean.weights, by_quest=lean.by_quest, network=network, temperature=temperature
    )


def heuristic_of(players: Sequence[Player]) -> Heuristic | None:
    """Return the heuristic used by some of the players, None if there is none.

    Raises:
        ValueError: there are several.
    """
    heuristics = list({id(player.heuristic): player.heuristic for player in players if player.heuristic is not None}.values())
    if len(heuristics) > 1:
        raise ValueError(f"players of several heuristics cannot share a batch: {', '.join(heuristic.name for heuristic in heuristics)}")
    return heuristics[0] if heuristics else None


def check_game(player: Player, game: Any) -> None:
    """Raise ValueError if the player follows a heuristic of another game."""
    heuristic = player.heuristic
    # the heuristic that a game itself names fits it: a variant of a game may have an id of its own
    if heuristic is None or heuristic.game in ("", game.id) or heuristic is game.heuristic():
        return
    raise ValueError(
        f"player {player.name!r} plays {heuristic.game} by the rules of its heuristic, and this batch plays {game.id}: seat a player that "
        "was made for that game, such as agent.player(game)"
    )


__all__ = ["ACTION_WEIGHTS", "FINAL", "HEURISTIC", "LATE", "LEANING", "NETWORK", "RANDOM", "Heuristic", "Player"]
__all__ += [
    "check_game",
    "heuristic_of",
    "player_of_action_weights",
    "player_of_heuristic",
    "player_of_network",
    "quests_in",
    "random_player",
    "weights_in",
]
