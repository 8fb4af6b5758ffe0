"""Every invariant is checked: a sound state with one violation is reported by the invariant's name (WD-29C)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from tests.games.zombicide.play import start
from zombicide_env.games.zombicide.white_death.edition import KINDS
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.tokens import DEFILER_TOKEN
from zombicide_env.games.zombicide.white_death.rules.status import Status

DEFILER = KINDS.index("defiler")


@cache
def table() -> tuple[WhiteDeath, np.ndarray]:
    """Quest 1 at its first decision, before any action."""
    game = WhiteDeath(1)
    return game, start(game, 5).states


def first(s: np.void, field: str) -> int:
    return int(np.flatnonzero(s[field])[0])


def defiler(s: np.void) -> None:
    """The Defiler is on the board without the Defiler token."""
    z = first(s, "defiled")
    s["zombies"][z, DEFILER] = s["crowd"][z] = 1
    s["supply"][DEFILER] = 0
    s["defiler_zone"] = z


def stray_token(s: np.void) -> None:
    s["token_id"][s["n_tokens"]], s["token_zone"][s["n_tokens"]] = DEFILER_TOKEN, 0
    s["n_tokens"] += 1


FORGERIES: dict[str, tuple[Callable[[np.void], object], Status]] = {
    "WD-29.1 a Walker too many": (lambda s: s["supply"].__setitem__(0, s["supply"][0] + 1), Status.ZOMBIE_SUPPLY),
    "WD-29.1 a Fatty lost": (lambda s: s["supply"].__setitem__(1, s["supply"][1] - 1), Status.ZOMBIE_SUPPLY),
    "WD-29.2 a Guard lost": (lambda s: s["guards"].__setitem__(first(s, "guards"), 0), Status.OWN),
    "WD-29.2 a Guard escaped who is still there": (lambda s: s.__setitem__("guards_escaped", 1), Status.OWN),
    "WD-29.3 an artefact twice": (lambda s: s["ground_copy"].__setitem__(0, s["aside"][0]), Status.EQUIPMENT),
    "WD-29.3 a card lost": (lambda s: s.__setitem__("deck_n", s["deck_n"] - 1), Status.EQUIPMENT),
    "WD-29.4 a freeze token without Zombies": (lambda s: s["frozen"].__setitem__(0, 1), Status.OWN),
    "WD-29.4 an objective in a Defiled zone": (lambda s: s["objective"].__setitem__(first(s, "defiled"), 1), Status.OWN),
    "WD-29.5 noise before the first turn": (lambda s: s["noise"].__setitem__(0, 1), Status.NOISE),
    "WD-29.5 an empty crossbow before the first turn": (lambda s: s["unloaded"].__setitem__(s["deck"][0], 1), Status.OWN),
    "WD-29.6 the Defiler without his token": (defiler, Status.NECROMANCER),
    "WD-29.6 his token without the Defiler": (stray_token, Status.NECROMANCER),
    "WD-29.6 a link without the Defiler": (lambda s: s.__setitem__("linked", 0), Status.NECROMANCER),
    "WD-4.14 a rope ladder with one end": (lambda s: s["rope"].__setitem__((0, 0), 1), Status.OWN),
    "WD-25.73 a Beacon in two places": (lambda s: s.__setitem__("beacon_by", 0), Status.OWN),
    "WD-4.22 ways that are not noted": (lambda s: s["defiled"].__setitem__(first(s, "guards"), 1), Status.OWN),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found(name: str) -> None:
    """WD-29.1, WD-29.2, WD-29.3, WD-29.4, WD-29.5, WD-29.6."""
    game, states = table()
    assert not game.status(states)
    forged = states.copy()
    forge, flag = FORGERIES[name]
    forge(forged[0])
    assert flag in game.status(forged), game.status(forged)


def test_a_frozen_zone_before_the_first_turn() -> None:
    """WD-29.5: also if there are Zombies in it."""
    game, states = table()
    forged = states.copy()
    s = forged[0]
    s["zombies"][0, 0] = s["crowd"][0] = s["frozen"][0] = 1
    s["supply"][0] -= 1
    assert game.status(forged) == Status.OWN


def test_sight_is_mutual() -> None:
    """WD-29.8: on every quest's board."""
    for quest in range(11):
        of = WhiteDeath(quest)
        los = of.describe(start(of, 1).states)["los"]
        assert all(los[b][a] == distance for a, seen in los.items() for b, distance in seen.items())
