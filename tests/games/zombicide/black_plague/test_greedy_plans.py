"""What the rules-based player sees in a position: harm, Dragon Fire, Necromancers, gifts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_agents.greedy.zombicide.board import Board
from zombicide_agents.greedy.zombicide.fire import Fire
from zombicide_agents.greedy.zombicide.hunt import hunts
from zombicide_agents.greedy.zombicide.prospect import Prospect
from zombicide_agents.greedy.zombicide.threat import Blow, Horde, Threat, fought
from zombicide_agents.greedy.zombicide.trade import best_gift
from zombicide_agents.greedy.zombicide.view import View
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, FATTY, NECROMANCER, RUNNER, WALKER


@pytest.fixture(scope="module")
def game() -> Any:
    return make_game("black_plague", quest="big_game_hunting")


class Scene:
    """The start of a game, changed by hand."""

    def __init__(self, game: Any) -> None:
        self.game, self.board = game, Board(game.world)
        self.states = Batch(game, 1, seed=1, observation_dtype="uint8").states.copy()
        self.s = self.states[0]
        self.start = int(self.s["zone"][0])
        self.next = next(t for t, door in self.board.links[self.start] if door < 0)
        self.s["inv"][:] = 0

    def put(self, zone: int, kind: int, number: int) -> None:
        self.s["zombies"][zone, kind] += number
        self.s["crowd"][zone] += number

    def give(self, survivor: int, *names: str) -> None:
        for slot, name in enumerate(names):
            card = self.game._names.cards.index(name) if name else 0
            self.s["inv"][survivor, slot] = self.board.copy_card.index(card) if card else 0

    def view(self) -> View:
        return View(self.board, self.states)


@pytest.fixture
def scene(game: Any) -> Scene:
    return Scene(game)


def test_strong_blows_see_to_fatties_first() -> None:
    """A hit of damage 2 is worth more on a Fatty; damage 1 leaves it standing (BP-10.1)."""
    horde = Horde(2.0, 0.0, 1.0, 1.0)
    assert fought(horde, [(Blow(1.0, 0.0, 0.0), 9)]) == Horde(0.0, 0.0, 1.0, 1.0)
    assert fought(horde, [(Blow(1.0, 1.0, 0.0), 2)]) == Horde(1.0, 0.0, 0.0, 1.0)


def test_who_arrives_does_no_harm_at_once(scene: Scene) -> None:
    """A Walker next door spends its action on the way; a Runner attacks with the second one (BP-15.18)."""
    harm = []
    for kind in (WALKER, RUNNER):
        scene.s["zombies"][:] = 0
        scene.s["crowd"][:] = 0
        scene.put(scene.next, kind, 2)
        scene.give(0, "great_sword")
        harm.append(Threat(scene.view(), 1.0, 4.0).harm(scene.start, [0], 0, 0.0))
    assert harm[0] < 0.3 < harm[1]


def test_three_fatties_are_a_trap_without_a_strong_weapon(scene: Scene) -> None:
    scene.put(scene.next, FATTY, 3)
    scene.give(0, "short_sword")
    trapped = Threat(scene.view(), 1.0, 4.0).harm(scene.start, [0], 0, 0.0)
    scene.give(0, "hammer", "hammer")
    assert Threat(scene.view(), 1.0, 4.0).harm(scene.start, [0], 0, 0.0) < trapped / 2


def test_fire_needs_both_parts_and_spares_friends(scene: Scene) -> None:
    scene.put(scene.next, ABOMINATION, 1)
    scene.s["actions"][0] = 3
    scene.give(0, "dragon_bile")
    assert Fire(scene.view()).target(0) == -1
    scene.give(0, "dragon_bile", "torch")
    assert Fire(scene.view()).target(0) == scene.next
    scene.s["zone"][1], scene.s["acted"][1] = scene.next, 1  # BP-14.3: he could not leave
    assert Fire(scene.view()).target(0) == -1


def test_fuel_in_the_backpack_is_wanted_in_the_hands(scene: Scene) -> None:
    scene.put(scene.next, ABOMINATION, 1)
    scene.s["actions"][0] = 3
    scene.s["stack"][0, 0], scene.s["depth"] = 64, 1  # a survivor's turn
    scene.give(0, "hammer", "", "", "dragon_bile", "torch")
    view = scene.view()
    assert len(Fire(view).wanted(0)) == 2
    scene.s["actions"][0] = 2  # one to rearrange, two to throw
    assert Fire(scene.view()).target(0) == -1


def test_at_the_limit_everybody_hunts(scene: Scene) -> None:
    """BP-17.9: the next escape would lose the game."""
    scene.put(scene.next, NECROMANCER, 1)
    scene.s["n_necros"] = 1
    scene.s["necro_zone"][0], scene.s["necro_entry"][0] = scene.next, scene.next
    hunt = hunts(scene.view(), wanted=True)[0]
    assert hunt.meet == scene.next
    assert len(hunt.hunters) == 3
    assert not hunt.urgent
    scene.s["n_tokens"] = scene.board.token_limit
    hunt = hunts(scene.view(), wanted=False)[0]
    assert hunt.urgent
    assert len(hunt.hunters) == 6


def test_a_spare_weapon_goes_to_empty_hands(scene: Scene) -> None:
    """One of two weapons is given away; the only one is kept, whoever asks."""
    scene.give(0, "great_sword", "", "", "crossbow")
    gift = best_gift(scene.view(), 0, 1)
    assert gift is not None
    assert scene.view().inv[0][gift.slot] > 0
    assert best_gift(scene.view(), 1, 0) is None
    scene.give(0, "great_sword", "", "", "")
    assert best_gift(scene.view(), 0, 2) is None


def test_nobody_gives_his_only_weapon_away(scene: Scene) -> None:
    """Clovis (+1 die: Melee) would make more of the Hammer, but the giver could not fight any more."""
    scene.give(0, "hammer")
    scene.give(2, "short_bow")
    assert best_gift(scene.view(), 0, 2) is None


def test_a_zombie_in_range_is_a_prospect_until_a_friend_stands_there(scene: Scene) -> None:
    scene.put(scene.next, WALKER, 1)
    scene.give(0, "short_bow")
    assert Prospect(scene.view(), 0).kills(scene.start, 1.0) > 0
    scene.s["zone"][1] = scene.next
    assert Prospect(scene.view(), 0).kills(scene.start, 1.0) == 0


def test_views_do_not_change_the_position(scene: Scene) -> None:
    scene.put(scene.next, ABOMINATION, 1)
    before = scene.states.copy()
    view = scene.view()
    Fire(view).target(0)
    hunts(view, wanted=True)
    assert np.array_equal(before.view(np.uint8), scene.states.view(np.uint8))
