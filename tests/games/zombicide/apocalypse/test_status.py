"""Every invariant that the edition adds can be violated, and the violation is named (AP-30)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.apocalypse.edition import KINDS
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.rules.status import Status

pytestmark = pytest.mark.slow
Change = Callable[[Any, Any], None]


@pytest.fixture(scope="module")
def begun() -> tuple[Apocalypse, np.ndarray[Any, Any]]:
    """Mission 3 at its start: three cars, four survivors in one zone."""
    game = Apocalypse(quest="race_of_zombicity")
    batch = Batch(game, 1, seed=5, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    return game, batch.states.copy()


def test_the_start_is_sound(begun: tuple[Apocalypse, Any]) -> None:
    assert begun[0].status(begun[1]) == Status(0)


def burn(s: Any, w: Any) -> None:
    s["fire"][s["zone"][0]] = 2


def burn_a_car(s: Any, w: Any) -> None:
    s["fire"][s["car_zone"][0]] = 3


def two_tokens(s: Any, w: Any) -> None:
    zone = int(w["n_zones"]) - 1
    s["fire"][zone], s["gasoline"][zone] = 1, 1


def car_indoors(s: Any, w: Any) -> None:
    s["car_zone"][0] = int(np.flatnonzero(w["zone_kind"][: w["n_zones"]] != w["zone_kind"][s["zone"][0]])[0])


def far_from_his_car(s: Any, w: Any) -> None:
    s["seat"][0] = 0


def two_on_a_seat(s: Any, w: Any) -> None:
    s["seat"][0] = s["seat"][1] = 4
    s["car_zone"][1] = s["zone"][0]


def four_cards_in_hand(s: Any, w: Any) -> None:
    """Three cards from the deck join the dealt one."""
    master = [k for k in range(int(s["zdeck_n"])) if w["zcard_master"][s["zdeck"][k]] > 0][:3]
    for k in master:
        s["zm_hand"][w["zcard_master"][s["zdeck"][k]] - 1] += 1
    kept = [int(card) for k, card in enumerate(s["zdeck"][: s["zdeck_n"]]) if k not in master]
    s["zdeck"][:] = 0
    s["zdeck"][: len(kept)] = kept
    s["zdeck_n"] = len(kept)


def lost_figure(s: Any, w: Any) -> None:
    """A figure has escaped, and no miniature is missing."""
    s["escaped"] = 1


def five_cards_and_a_wound(s: Any, w: Any) -> None:
    for slot in range(1, 5):
        s["deck_n"] -= 1
        s["inv"][0, slot] = s["deck"][s["deck_n"]]
        s["deck"][s["deck_n"]] = 0
    s["wounds"][0] = 1


def listed_twice(s: Any, w: Any) -> None:
    s["roster"][1] = s["roster"][0]


def listed_while_he_waits(s: Any, w: Any) -> None:
    s["waiting"][s["roster"][0]] = 1


@pytest.mark.parametrize(
    "change",
    [
        *(burn, burn_a_car, two_tokens, car_indoors, far_from_his_car, two_on_a_seat, four_cards_in_hand, lost_figure),
        *(five_cards_and_a_wound, listed_twice, listed_while_he_waits),
    ],
    ids=lambda change: change.__name__,
)
def test_what_is_broken_is_named(begun: tuple[Apocalypse, Any], change: Change) -> None:
    """AP-INV-1, AP-INV-4, AP-INV-6, AP-INV-8."""
    game, states = begun
    forged = states.copy()
    change(forged[0], game.world[0])
    assert game.status(forged) == Status.OWN


def test_a_dead_survivor_and_noise_at_the_start_of_a_round_are_named(begun: tuple[Apocalypse, Any]) -> None:
    """AP-INV-4, AP-INV-5."""
    game, states = begun
    batch = Batch(game, 1, seed=5, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    batch.step(np.array([int(np.flatnonzero(batch.masks[0])[0])]))
    forged = batch.states.copy()
    forged["wounds"][0, 0] = 2
    assert Status.WOUNDS in game.status(forged)
    assert states["current"][0] < 0, "the players choose who begins"
    noisy = states.copy()
    noisy["noise"][0, 0] = 1
    assert Status.NOISE in game.status(noisy)


def test_more_miniatures_than_the_box_holds_are_named(begun: tuple[Apocalypse, Any]) -> None:
    """AP-INV-1."""
    game, states = begun
    forged = states.copy()
    forged["supply"][0, KINDS.index("dog")] += 1
    assert Status.ZOMBIE_SUPPLY in game.status(forged)


def test_every_activated_zombie_attacks_or_moves() -> None:
    """AP-INV-7: every activated zombie has attacked or moved, unless no way was open."""
    game = Apocalypse(quest="small_town", decisions="actions")
    batch = Batch(game, 1, seed=2, autoreset="disabled", observation_dtype="uint8", record_events=True)
    batch.reset()
    choose = np.random.default_rng(2)
    seen = 0
    for _ in range(500):
        if batch.dones[0]:
            break
        before = batch.states["zombies"][0].copy()
        batch.step(np.array([int(choose.choice(np.flatnonzero(batch.masks[0])))]))
        told = batch.events()
        if batch.dones[0]:
            break
        if any(event.kind in ("kill", "search", "push") for event in told):
            continue  # the last action of the Players' Phase has moved zombies as well
        active = [event.values for event in told if event.kind == "activation"]
        if [(one["zombies"], one["zone"]) for one in active] != [(2 ** len(KINDS) - 1, -1)]:
            continue  # not everybody's activation, and nobody's second one
        acting = before.sum(axis=1)
        went = np.zeros(len(acting), int)
        for event in told:
            if event.kind == "go":
                went[event.values["start"]] += event.values["n"]
        fought = {event.values["zone"] for event in told if event.kind == "assault"}
        w = game.world[0]
        for zone in np.flatnonzero(acting):
            ways = [w["link_door"][zone, n] < 0 or batch.states["door"][0, w["link_door"][zone, n]] == 0 for n in range(w["degree"][zone])]
            if any(ways) and zone not in fought:
                assert went[zone] >= acting[zone], game.describe(batch.states)["zombies"]
                seen += int(acting[zone])
    assert seen > 10
