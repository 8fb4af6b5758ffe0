"""The heuristic's rating of positions: attacks, cards, harm, Dragon Fire, Necromancers, gifts."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import buffers, entry, records
from zombicide_env.core.scratch import workplaces
from zombicide_env.games.zombicide.black_plague.numbers import actions as A
from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, FATTY, NECROMANCER, PACK, RUNNER, SLOTS, WALKER
from zombicide_env.games.zombicide.black_plague.players.answers import remove
from zombicide_env.games.zombicide.black_plague.players.combat import expect
from zombicide_env.games.zombicide.black_plague.players.distances import march
from zombicide_env.games.zombicide.black_plague.players.fire import armed, can_burn, fire_target, holds
from zombicide_env.games.zombicide.black_plague.players.gear import best_layout, carried, gather, settle, weapon
from zombicide_env.games.zombicide.black_plague.players.look import look
from zombicide_env.games.zombicide.black_plague.players.plan import make_plan
from zombicide_env.games.zombicide.black_plague.players.promise import promise
from zombicide_env.games.zombicide.black_plague.players.prospect import fight, shoot
from zombicide_env.games.zombicide.black_plague.players.threat import harm, some
from zombicide_env.games.zombicide.black_plague.players.trade import best_gift
from zombicide_env.games.zombicide.black_plague.players.turn import score, score_search
from zombicide_env.games.zombicide.black_plague.players.value import begin_turn, finish, outlook
from zombicide_env.games.zombicide.table.codes import BLUE, CLOSED, MAGIC, MELEE, OPEN, RANGED

HARM, TARGET, FUEL, GIFT, KILLS, HUNT, EXPECT, WEAPON, LAYOUT = range(9)
SOME, CARRIED, REMOVE, PROMISE, BURN, MARCH, OUTLOOK, FINISH, SEARCH, SCORE = range(9, 19)
OUT: Final = 24


@entry
def _ask(worlds: Any, states: Any, views: Any, weights: Any, what: int, a: int, b: int, x: float, c: int, out: Any) -> None:
    w, s, v, p = worlds[0], states[0], views[0], weights[0]
    look(w, s, v, 0)
    if what == EXPECT:
        expect(s, v, a, b, x, c, 0, 0)
        out[0] = v.e_kills
        out[1] = v.e_misses
    elif what == WEAPON:
        out[0] = weapon(w, s, a, b, 1, 0)
    elif what == LAYOUT:
        gather(w, s, v, a, -1, b)
        out[2 * SLOTS] = best_layout(w, s, v, a)
        settle(w, s, v, a)
        for slot in range(SLOTS):
            out[slot] = v.slots[slot]
            out[SLOTS + slot] = v.want[slot]
    elif what == GIFT:
        out[0] = best_gift(w, s, v, a, b)
    elif what == SOME:
        out[0] = some(a, x)
    elif what == CARRIED:
        out[0] = carried(w, s, 0, a)
    elif what == PROMISE:
        out[0] = promise(w, s, v, p)
    elif what == REMOVE:
        make_plan(w, s, v, p)
        out[0] = remove(w, s, v, A.CHOOSE + a)
    else:
        begin_turn(w, s, v, p, a)
        if what == HARM:
            out[0] = harm(w, s, v, p, b, 1 << a, x)
        elif what == TARGET:
            out[0] = fire_target(w, s, v, a)
        elif what == FUEL:
            out[0] = armed(w, s, v, a) & ~holds(w, s, a)
        elif what == BURN:
            out[0] = can_burn(w, s, v, b, int(x))
        elif what == MARCH:
            out[0] = v.march[march(w, s, v, b), s.zone[a]]
        elif what == OUTLOOK:
            out[0] = outlook(w, s, v, p, s.zone[a], x)
        elif what == FINISH:
            out[0] = finish(w, s, v, p, s.zone[a], x)
        elif what == KILLS:
            out[0] = shoot(w, s, v, b, x, 1.0, 0.0)
            out[1] = shoot(w, s, v, b, x, 1.0, 2.0)
            out[2] = fight(s, v, b, x, 1.0, 0.0)
            out[3] = fight(s, v, b, x, 1.0, 2.0)
        elif what == SCORE:
            out[0] = score(w, s, v, p, b)
        elif what == SEARCH:
            out[0] = score_search(w, s, v, p)
        else:
            make_plan(w, s, v, p)
            for i in range(w.n_survivors):
                out[i] = v.target[i]
                out[12 + i] = v.hunter[i]


class Scene:
    """The start of a game, edited by hand."""

    def __init__(self, game: Any) -> None:
        self.game, self.world = game, game.world
        self.states = Batch(game, 1, seed=1, observation_dtype="uint8").states.copy()
        self.s = self.states[0]
        self.start = int(self.s["zone"][0])
        w = self.world[0]
        borders = range(w["degree"][self.start])
        self.next = next(int(w["neighbour"][self.start, n]) for n in borders if w["link_door"][self.start, n] < 0)
        self.s["inv"][:] = 0
        self.heuristic = game.heuristic()
        self.places = workplaces(self.world, game.scratch)
        self.views = np.zeros(1, self.heuristic.view)

    def card(self, name: str) -> int:
        return int(self.game._names.cards.index(name)) if name else 0

    def clear(self) -> None:
        self.s["zombies"][:] = 0
        self.s["crowd"][:] = 0

    def put(self, zone: int, kind: int, number: int) -> None:
        self.s["zombies"][zone, kind] += number
        self.s["crowd"][zone] += number

    def give(self, survivor: int, *names: str) -> None:
        copies = self.world[0]["copy_card"].tolist()
        for slot, name in enumerate(names):
            self.s["inv"][survivor, slot] = copies.index(self.card(name)) if name else 0

    def ask(self, what: int, a: int = 0, b: int = 0, x: float = 0.0, c: int = 0, **weighed: float) -> Any:
        out = np.zeros(OUT)
        weights = self.heuristic.weighed({"wound": 1.0, "death": 4.0, **weighed})
        _ask(records(self.places), records(self.states), records(self.views), records(weights[:1]), what, a, b, x, c, buffers(out))
        return out


@pytest.fixture(scope="module")
def game() -> Any:
    return make_game("black_plague", quest="big_game_hunting")


@pytest.fixture
def scene(game: Any) -> Scene:
    return Scene(game)


# ---- attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "dice", "chance", "damage", "zombies", "dead"),
    [
        (MELEE, 1, 0.5, 1, [1, 0, 0, 0, 0], 0.5),
        (MELEE, 1, 0.5, 1, [0, 3, 0, 1, 0], 0.0),  # Fatty and Abomination survive (BP-10.1)
        (MELEE, 2, 0.5, 2, [0, 1, 0, 0, 0], 0.75),
        (RANGED, 4, 1.0, 1, [2, 1, 2, 0, 0], 2.0),  # BP-EX-30: a Fatty behind the Walkers absorbs the remaining hits of damage 1
        (RANGED, 4, 1.0, 1, [2, 0, 1, 0, 1], 4.0),
        (MAGIC, 4, 1.0, 2, [1, 1, 1, 1, 0], 2.0),  # BP-EX-128
    ],
)
def test_expected_kills_are_those_of_the_dice(
    scene: Scene, kind: int, dice: int, chance: float, damage: int, zombies: list[int], dead: float
) -> None:
    scene.clear()
    for k, number in enumerate(zombies):
        scene.put(0, k, number)
    killed, misses = scene.ask(EXPECT, kind, dice, chance, damage)[:2]
    assert killed == pytest.approx(dead)
    assert misses == pytest.approx(dice * (1 - chance))


# ---- cards -----------------------------------------------------------------------------------------------------------


def test_better_weapons_are_worth_more(scene: Scene) -> None:
    worth = [scene.ask(WEAPON, 0, scene.card(name))[0] for name in ("short_sword", "sword", "great_sword")]
    assert worth == sorted(worth)
    assert worth[0] < worth[-1]


def test_the_best_cards_go_into_the_hands(scene: Scene) -> None:
    scene.give(0, "short_sword", "apples", "", "great_sword", "fireball")
    out = scene.ask(LAYOUT, 0, scene.card("chainmail")).astype(int).tolist()
    assert set(out[:2]) == {scene.card("great_sword"), scene.card("fireball")}
    assert out[2] == scene.card("chainmail")
    assert set(out[PACK:SLOTS]) == {scene.card("short_sword"), scene.card("apples"), 0}


def test_too_many_cards_leave_the_worst_out(scene: Scene) -> None:
    scene.give(0, *["fireball"] * 7, "apples")
    out = scene.ask(LAYOUT, 0, scene.card("apples")).astype(int).tolist()
    assert out[:SLOTS].count(scene.card("apples")) == 0
    assert out[:SLOTS].count(scene.card("fireball")) == SLOTS - 1  # one of them does not fit a body slot


def test_settling_moves_as_little_as_possible(scene: Scene) -> None:
    scene.give(0, "fireball", "great_sword", "", "", "", "", "apples", "")
    now = [scene.card(name) for name in ("fireball", "great_sword", "", "", "", "", "apples", "")]
    assert scene.ask(LAYOUT, 0, 0)[SLOTS : 2 * SLOTS].astype(int).tolist() == now


def test_layouts_that_are_remembered_are_those_that_were_found(scene: Scene) -> None:
    """The same cards again, after thousands of others, and at once."""
    names = [name for name in scene.game._names.cards if name]
    mix = np.random.default_rng(3)
    deals = [mix.choice(names, 6).tolist() for _ in range(60)]
    first = []
    for deal in deals:
        scene.give(1, *deal)
        first.append(scene.ask(LAYOUT, 1, 0).tolist())
    for deal, found in zip(deals, first, strict=True):
        scene.give(1, *deal)
        assert scene.ask(LAYOUT, 1, 0).tolist() == found
        scene.views[:] = 0
        assert scene.ask(LAYOUT, 1, 0).tolist() == found


# ---- harm ------------------------------------------------------------------------------------------------------------


def test_who_arrives_does_no_harm_at_once(scene: Scene) -> None:
    """A Walker next door spends its action on the way; a Runner attacks with the second one (BP-15.18)."""
    harm = []
    for kind in (WALKER, RUNNER):
        scene.clear()
        scene.put(scene.next, kind, 2)
        scene.give(0, "great_sword")
        harm.append(scene.ask(HARM, 0, scene.start)[0])
    assert harm[0] < 0.3 < harm[1]


def test_three_fatties_are_a_trap_without_a_strong_weapon(scene: Scene) -> None:
    scene.put(scene.next, FATTY, 3)
    scene.give(0, "short_sword")
    trapped = scene.ask(HARM, 0, scene.start)[0]
    scene.give(0, "hammer", "hammer")
    assert scene.ask(HARM, 0, scene.start)[0] < trapped / 2


def test_a_zombie_in_range_is_a_prospect_until_a_friend_stands_there(scene: Scene) -> None:
    scene.put(scene.next, WALKER, 1)
    scene.give(0, "short_bow")
    assert scene.ask(KILLS, 0, scene.start, 1.0)[0] > 0
    scene.s["zone"][1] = scene.next
    assert scene.ask(KILLS, 0, scene.start, 1.0)[0] < 0


@pytest.mark.parametrize(("walkers", "share"), [(0, 3.0), (1, 1.0)])
def test_a_necromancer_within_reach_is_a_prospect_of_his_own(scene: Scene, walkers: int, share: float) -> None:
    """One shot hits the Walker in front of the target first (BP-13.15)."""
    scene.put(scene.next, NECROMANCER, 1)
    scene.put(scene.next, WALKER, walkers)
    scene.give(0, "short_bow")
    kills, worth = scene.ask(KILLS, 0, scene.start, 1.0)[:2]
    assert kills > 0
    assert worth == pytest.approx(share * kills)


def test_a_blow_picks_the_necromancer_out(scene: Scene) -> None:
    scene.put(scene.start, NECROMANCER, 1)
    scene.give(0, "short_sword")
    kills, worth = scene.ask(KILLS, 0, scene.start, 1.0)[2:4]
    assert worth == pytest.approx(3 * kills)


# ---- searching -------------------------------------------------------------------------------------------------------


def a_card(scene: Scene, **weights: Any) -> float:
    """The worth of a Search in the position."""
    return float(scene.ask(SEARCH, search=2.0, **weights)[0] - scene.ask(SEARCH, search=0.0, **weights)[0])


def test_good_hands_search_on_where_they_are_told_to(scene: Scene) -> None:
    scene.give(0, "great_sword", "great_sword")
    assert a_card(scene) < a_card(scene, enough=6.0)


def test_who_is_in_a_hurry_searches_less() -> None:
    """With few spawn tokens left before the limit, the Exit takes precedence (BP-17.9)."""
    scene = Scene(make_game("black_plague", quest="in_caligine_abditus"))
    scene.s["n_tokens"] = scene.world[0]["token_limit"]
    assert a_card(scene, hurry=4.0) == pytest.approx(a_card(scene) / 4)


# ---- fire ------------------------------------------------------------------------------------------------------------


def test_fire_needs_both_parts_and_spares_friends(scene: Scene) -> None:
    scene.put(scene.next, ABOMINATION, 1)
    scene.s["current"], scene.s["actions"][0] = 0, 3
    scene.give(0, "dragon_bile")
    assert scene.ask(TARGET)[0] == -1
    scene.give(0, "dragon_bile", "torch")
    assert scene.ask(TARGET)[0] == scene.next
    scene.s["zone"][1], scene.s["acted"][1] = scene.next, 1  # BP-14.3: the survivor could not leave
    assert scene.ask(TARGET)[0] == -1


def test_fuel_in_the_backpack_is_wanted_in_the_hands(scene: Scene) -> None:
    scene.put(scene.next, ABOMINATION, 1)
    scene.s["current"], scene.s["actions"][0] = 0, 3
    scene.s["stack"][0, 0], scene.s["depth"] = 64, 1  # a survivor's turn
    scene.give(0, "hammer", "", "", "dragon_bile", "torch")
    assert scene.ask(FUEL)[0] == 3
    scene.s["actions"][0] = 2  # one to rearrange, two to throw
    assert scene.ask(TARGET)[0] == -1


def test_who_waits_for_his_turn_has_all_his_actions_for_the_fire(scene: Scene) -> None:
    """Actions left from the last turn do not count: in the order of turns this survivor can throw first."""
    scene.put(scene.next, ABOMINATION, 1)
    scene.give(0, "dragon_bile", "torch")
    scene.s["current"], scene.s["actions"][0] = 1, 0
    assert scene.ask(TARGET)[0] == scene.next
    scene.s["current"] = 0
    assert scene.ask(TARGET)[0] == -1


def test_a_necromancer_at_a_closed_door_is_burnt_where_spawn_tokens_have_to_go() -> None:
    """BP-23.Q9.2: the team carries its fuel to the other side of the door, and nowhere else (BP-15.R9)."""
    scene = Scene(make_game("black_plague", quest="the_hellhole"))
    w = scene.world[0]
    beyond = next(int(w["neighbour"][scene.start, n]) for n in range(w["degree"][scene.start]))
    scene.put(beyond, NECROMANCER, 1)
    scene.s["n_necros"], scene.s["necro_zone"][0] = 1, beyond
    scene.s["necro_entry"][0] = scene.s["token_zone"][0]
    assert set(scene.ask(HUNT)[:6].astype(int)) != {scene.start}
    scene.give(1, "dragon_bile")
    scene.give(2, "torch")
    assert set(scene.ask(HUNT)[:6].astype(int)) == {scene.start}
    assert scene.ask(BURN, 0, beyond, 2.0)[0] == 1


# ---- Necromancers and gifts ------------------------------------------------------------------------------------------


def test_two_go_after_a_necromancer_and_let_nothing_stop_them_at_the_limit(scene: Scene) -> None:
    """BP-17.9: the next escape would lose the game."""
    scene.put(scene.next, NECROMANCER, 1)
    scene.s["n_necros"] = 1
    scene.s["necro_zone"][0], scene.s["necro_entry"][0] = scene.next, scene.next
    out = scene.ask(HUNT).astype(int)
    assert (out[12:18] == 1).sum() == 2  # the quest needs a dead one; the others continue
    assert set(out[:6][out[12:18] == 1]) == {scene.next}
    scene.s["n_tokens"] = scene.world[0]["token_limit"]
    assert (scene.ask(HUNT)[12:18] == 2).sum() == 2


def test_a_spare_weapon_goes_to_empty_hands(scene: Scene) -> None:
    """One of two weapons is given away; an only weapon is kept, whoever needs it."""
    scene.give(0, "great_sword", "", "", "crossbow")
    slot = int(scene.ask(GIFT, 0, 1)[0])
    assert slot >= 0
    assert scene.s["inv"][0, slot] > 0
    assert scene.ask(GIFT, 1, 0)[0] == -1
    scene.give(0, "great_sword", "", "", "")
    assert scene.ask(GIFT, 0, 2)[0] == -1


def test_nobody_gives_his_only_weapon_away(scene: Scene) -> None:
    """Clovis (+1 die: Melee) would make better use of the Hammer, but the giver could no longer fight."""
    scene.give(0, "hammer")
    scene.give(2, "short_bow")
    assert scene.ask(GIFT, 0, 2)[0] == -1


# ---- the turn as a whole ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "hits", "dead"), [(1, 1.0, 0.75), (1, 2.0, 0.94), (3, 3.0, 2.53), (3, 0.5, 0.5)])
def test_hits_too_many_make_no_misses_good(scene: Scene, number: int, hits: float, dead: float) -> None:
    """Compared with two dice of 4+ for each expected hit."""
    assert scene.ask(SOME, number, x=hits)[0] == pytest.approx(dead, abs=0.16)
    assert scene.ask(SOME, number, x=hits)[0] < min(number, hits)


def test_he_keeps_the_actions_with_which_he_can_leave(scene: Scene) -> None:
    """With two actions a survivor can still step away from a zombie that they cannot kill, with one they cannot (BP-6.3)."""
    scene.clear()
    scene.put(scene.start, ABOMINATION, 1)
    scene.give(0, "short_bow")
    assert scene.ask(OUTLOOK, 0, x=2.0)[0] > scene.ask(FINISH, 0, x=2.0)[0] + 0.5
    assert scene.ask(OUTLOOK, 0, x=1.0)[0] == scene.ask(FINISH, 0, x=1.0)[0]


def test_ways_go_round_crowds(scene: Scene) -> None:
    scene.clear()
    free = scene.ask(MARCH, 0, int(scene.s["token_zone"][0]))[0]
    for z in range(scene.world[0]["n_zones"]):
        if z != scene.start:
            scene.put(z, WALKER, 4)
    assert scene.ask(MARCH, 0, int(scene.s["token_zone"][0]))[0] > free


def test_a_door_is_opened_on_a_horde_if_fire_is_at_hand(scene: Scene) -> None:
    w = scene.world[0]
    beyond = next(int(w["neighbour"][scene.start, n]) for n in range(w["degree"][scene.start]))
    scene.give(1, "dragon_bile")
    assert scene.ask(BURN, 0, beyond, 2.0)[0] == 0
    scene.give(2, "torch")
    assert scene.ask(BURN, 0, beyond, 2.0)[0] == 1
    scene.s["acted"][2] = 1  # the survivor's turn is over
    assert scene.ask(BURN, 0, beyond, 2.0)[0] == 0


# ---- goals of quests -------------------------------------------------------------------------------------------------


def test_food_is_kept_where_the_team_has_to_hold_it(game: Any) -> None:
    famine = Scene(make_game("black_plague", quest="famine"))
    other = Scene(game)
    for scene, kept in ((famine, True), (other, False)):
        food, spell = (scene.ask(CARRIED, scene.card(name))[0] for name in ("water", "fireball"))
        assert (food > spell) == kept


def test_a_torch_is_in_the_hand_where_the_team_looks_for_cards(game: Any) -> None:
    """A Torch doubles a Search: each survivor holds one, and the better weapon in the other hand."""
    famine = Scene(make_game("black_plague", quest="famine"))
    other = Scene(game)
    for scene, lit in ((famine, True), (other, False)):
        scene.give(0, "sword", "short_sword", "", "torch", "torch")
        scene.give(1, "great_sword", "short_sword")
        held = [int(card) for card in scene.ask(LAYOUT)[:2]]
        assert (scene.card("torch") in held) == lit
        assert scene.card("sword") in held
        assert (scene.ask(GIFT, 0, 1)[0] in (3, 4)) == lit


def test_spawn_tokens_go_first_where_the_quest_wants_none() -> None:
    """BP-23.Q9.2: in the hellhole all of them, whatever is nearer to the team."""
    scene = Scene(make_game("black_plague", quest="the_hellhole"))
    hole = int(scene.world[0]["goal"][0, 2])
    others = [int(z) for z in scene.s["token_zone"][: scene.s["n_tokens"]] if z != hole]
    assert others
    worth = scene.ask(REMOVE, hole)[0]
    assert all(scene.ask(REMOVE, z)[0] > worth for z in others)


# ---- cards first, then the whole team in one place -------------------------------------------------------------------


class Hungry(Scene):
    """A team that has to find six cards and then meet in the vault, whose key is under one of four objectives (BP-23.Q4)."""

    def __init__(self) -> None:
        super().__init__(make_game("black_plague", quest="famine"))
        self.s["round"] = 20  # nobody needs further weapons
        self.vault = self.zone("VY")

    def zone(self, name: str) -> int:
        return int(self.game._names.zones.index(name))

    def targets(self) -> set[int]:
        return set(self.ask(HUNT)[:6].astype(int).tolist())

    def unlock(self, state: int) -> None:
        w = self.world[0]
        self.s["taken"][BLUE] = 1
        for d in range(w["n_doors"]):
            if self.vault in w["door_zone"][d]:
                self.s["door"][d] = state

    def feed(self) -> None:
        for i, name in enumerate(("apples", "salted_meat", "water") * 2):
            self.give(i, "", "", "", name)


def test_the_team_searches_by_the_key_and_then_by_what_it_opens() -> None:
    """While it looks for food; the nearest key is two steps away, and one room leads into the vault (BP-23.Q4.4)."""
    hungry = Hungry()
    assert hungry.targets() == {hungry.zone("8A")}
    hungry.unlock(CLOSED)
    assert hungry.targets() == {hungry.zone("6A")}
    hungry.feed()
    assert hungry.targets() == {hungry.vault}


def test_nobody_dawdles_when_all_that_is_left_is_to_be_together() -> None:
    """With each round in the next room, zombies catch up (BP-23.Q4.R1)."""
    hungry = Hungry()
    hungry.unlock(OPEN)
    hungry.s["zone"][:6] = hungry.zone("6A")
    step, search = A.MOVE + hungry.vault, A.SEARCH
    assert hungry.ask(SCORE, 0, search)[0] > hungry.ask(SCORE, 0, step)[0]
    hungry.feed()
    assert hungry.ask(SCORE, 0, search)[0] < hungry.ask(SCORE, 0, step)[0]
    assert hungry.ask(SCORE, 0, search, home=1.0)[0] > hungry.ask(SCORE, 0, step, home=1.0)[0]


@pytest.mark.parametrize(("quest", "eaten"), [("famine", False), ("big_game_hunting", True)])
def test_food_that_the_team_has_to_hold_is_not_eaten(quest: str, eaten: bool) -> None:
    """BP-24.7: eating costs no action, so it looks better than ending the turn when there is something to fight."""
    scene = Scene(make_game("black_plague", quest=quest))
    scene.put(scene.start, WALKER, 2)
    scene.give(0, "sword", "", "", "water")
    scene.s["current"], scene.s["actions"][0] = 0, 3
    assert (scene.ask(SCORE, 0, A.CONSUME + PACK)[0] > scene.ask(SCORE, 0, A.END)[0]) == eaten


def test_a_team_that_stays_closes_the_farthest_spawn_zone(scene: Scene) -> None:
    """At those next to it the team meets the next Necromancers; from elsewhere they escape (BP-17.5)."""
    for of, far in ((Hungry(), True), (scene, False)):
        of.s["zone"][:6] = of.s["token_zone"][0]
        near, *others = sorted({int(z) for z in of.s["token_zone"][: of.s["n_tokens"]]}, key=lambda z: z != of.s["token_zone"][0])
        assert others
        assert all((of.ask(REMOVE, z)[0] > of.ask(REMOVE, near)[0]) == far for z in others)


def test_promise_falls_with_wounds_and_spawn_tokens_and_rises_with_objectives(scene: Scene) -> None:
    start = scene.ask(PROMISE)[0]
    scene.s["wounds"][0] = 2
    hurt = scene.ask(PROMISE)[0]
    scene.s["n_tokens"] += 1
    flooded = scene.ask(PROMISE)[0]
    scene.s["taken"][1] += 2
    assert 0 < flooded < hurt < start < 1
    assert scene.ask(PROMISE)[0] > flooded
