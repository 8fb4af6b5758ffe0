"""Rules that no single position shows: dice, setup, sequence of play, ends, texts, and permitted configurations."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.games.z_game.at import at
from tests.games.z_game.play import TABLES, played
from tests.games.z_game.test_observed import seen
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.games.z_game.numbers.actions import N_ACTIONS
from zombicide_env.games.z_game.numbers.decisions import NAMES
from zombicide_env.games.z_game.numbers.layout import FACTIONS, PHASES
from zombicide_env.games.z_game.numbers.observation import N_OBS
from zombicide_env.games.z_game.rules.table import TABLE


def describe(game: ZGame, batch: Batch) -> dict[str, Any]:
    return game.describe(batch.states)


def test_every_faction_has_a_sheet_with_its_stock_and_points() -> None:
    """ZG-1.8, ZG-2.18, ZG-6.7: food, medicine and points of every player, a sheet for each of four factions."""
    game = ZGame(players=4)
    batch = Batch(game, 1, seed=3, autoreset="disabled", observation_dtype="uint8")
    for faction in FACTIONS[1:]:  # the last one is left over
        batch.step([game.parse(batch.states, f"faction {faction}")])
    players = describe(game, batch)["players"]
    assert sorted(players) == sorted(FACTIONS)
    for sheet in players.values():
        assert (sheet["food"], sheet["medicine"], sheet["vp"], sheet["brewed"]) == (2, 0, 0, 0)


def test_setup_draws_the_first_player_and_shuffles() -> None:
    """ZG-4.1, ZG-4.4, ZG-4.5, ZG-0.3: the same seed, the same game; over many seeds every player starts, and no deck stays in order."""
    first: Counter[int] = Counter()
    decks: dict[str, set[tuple[int, ...]]] = {}
    for seed in range(60):
        batch = Batch(ZGame(players=3), 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
        twin = Batch(ZGame(players=3), 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
        assert batch.states.tobytes() == twin.states.tobytes()
        state = batch.states[0]
        first[int(state["first"])] += 1
        for d in range(5):
            decks.setdefault(str(d), set()).add(tuple(state["deck"][d, : state["n_deck"][d]].tolist()))
    assert set(first) == {0, 1, 2} and min(first.values()) > 8
    assert all(len(orders) > 50 for orders in decks.values())
    assert Batch(ZGame(players=3, first_player=2), 1, seed=0).states["first"][0] == 2


def test_a_die_has_six_equal_faces() -> None:
    """ZG-1.7."""
    faces: Counter[int] = Counter()
    game = ZGame(players=2, max_turns=6, trade="off")
    for seed in range(16):
        for batch in played(game, seed, 600):
            for text in game.chance(batch.states):
                if text.startswith("dice"):
                    faces.update(map(int, text.split()[1:]))
    total = sum(faces.values())
    assert set(faces) == set(range(1, 7)) and total > 200
    assert all(abs(n - total / 6) < 5 * (total * 5 / 36) ** 0.5 for n in faces.values())


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_holds_at_every_decision_of_a_game(options: dict[str, Any]) -> None:
    """ZG-6.5, ZG-6.8, ZG-10.6, ZG-10.10, ZG-10.14, ZG-10.17, ZG-3.13, ZG-20.2, ZG-0.4: points never fall; a decision has an actor and
    actions, each with a distinct text that can be parsed; no phase has another phase's decisions; every state is sound.
    """
    game, phases, before = ZGame(**options), Counter[str](), [0] * 4
    for number, batch in enumerate(played(game, 11, 500)):
        state = batch.states[0]
        assert all(now >= was for now, was in zip(state["vp"].tolist(), before, strict=True))  # ZG-6.5
        before = state["vp"].tolist()
        if batch.dones[0]:
            break
        phases[PHASES[state["phase"]]] += 1
        if number % 7 == 0:
            legal = np.flatnonzero(batch.masks[0]).tolist()
            texts = [game.notation(batch.states, action) for action in legal]
            assert texts and len(set(texts)) == len(texts)
            assert [game.parse(batch.states, text) for text in texts] == legal
            assert not game.status(batch.states)
            about = describe(game, batch)
            assert about["node"] in NAMES and about["to_act"] in about["players"]
    assert not set(phases) & {"d4_day_scoring", "n2_infection", "n4_night_scoring"}  # ZG-10.14
    assert len(phases) > 8 and len(PHASES) == 4 + 20  # ZG-10.6: a retreat is not a phase


def test_every_node_has_texts_and_every_family_its_ids() -> None:
    """ZG-10.15, ZG-10.16, ZG-20.1, ZG-20.2."""
    assert all(row.notation for row in TABLE.decisions.values()) and N_ACTIONS == 137
    game = ZGame()
    starts = [
        game.action_codec.start[name] for name in ("pass", "confirm", "cancel", "char", "loc", "card", "deck", "seat", "option", "num")
    ]
    assert starts == [0, 1, 2, 3, 27, 50, 87, 92, 96, 112]


def test_each_kind_of_fight_adds_up_its_own_strengths() -> None:
    """ZG-15.1: the strengths that each of the three adds up, and the value it is compared with."""
    people = {"players": ["bees", "party"], "squads": {8: ["bees", "party"]}, "locations": {8: {"owner": "bees", "intact": 1}}}
    fight = at(
        "d3_people_fights",
        **people,
        characters={"bees": {"mari": 8}, "party": {"kif": {"at": 8, "origin": 9}, "dora": {"at": 8, "origin": 9}}},
    ).describe()["fight"]
    assert fight["kind"] == "people" and fight["strength"] == {"bees": 3, "party": 3} and fight["against"] is None
    alone = {"players": ["bees", "party"], "locations": {8: {"owner": "party", "intact": 2}}, "squads": {8: ["bees*"]}}
    day = at(
        "d2_zombie_fights",
        "fight",
        **alone,
        characters={"bees": {"mari": {"at": 8, "origin": 7}}},
        hands={"bees": ["axe"]},
        zombie_cards=["5/2"],
    )
    found = day.describe()["fight"]
    assert (found["kind"], found["player"], found["strength"], found["against"], found["reward"]) == ("zombie", "bees", {"bees": 2}, 6, 2)
    night = at(
        "n1_night_attack",
        players=["bees", "party"],
        locations={8: {"owner": "bees", "intact": 2, "horde": True}},
        characters={"bees": {"mari": 8}},
        hands={"bees": ["axe"]},
        dice=[3, 4],
    ).describe()["fight"]
    assert night["kind"] == "night" and night["strength"] == {"bees": 4} and night["against"] == 7 and night["dice"] == [3, 4]


@pytest.mark.parametrize(
    ("vp", "winners", "reward"),
    [
        ((15, 3, 2), [0], (1.0, -0.5, -0.5)),
        ((15, 15, 2), [0, 1], (0.5, 0.5, -1.0)),
        ((15, 15, 15), [0, 1, 2], (0.0, 0.0, 0.0)),
    ],
)
def test_winners_are_paid_and_shared_victories_shared(vp: tuple[int, ...], winners: list[int], reward: tuple[float, ...]) -> None:
    """ZG-5.17, ZG-5.12, ZG-5.16: a shared victory shares the reward."""
    names = ["bees", "bikers", "party"]
    figures = {name: {leader: base} for name, leader, base in zip(names, ("baduma", "paul", "roger_rowley"), (7, 11, 15), strict=True)}
    position = at(
        "n4_night_scoring",
        players=names,
        characters=figures,
        tracks={n: {"vp": v} for n, v in zip(names, vp, strict=True)},
        until="m4_placement",
    )
    about = position.describe()
    assert about["outcome"] == "over" and about["end"] == "target"
    assert sorted(names.index(name) for name in about["winners"]) == winners
    assert position.state[0]["reward"][:3].tolist() == pytest.approx(reward)


def test_shaped_rewards_pay_points_when_they_are_scored() -> None:
    """1/target for each point, which the others pay in equal parts; the final result is added."""
    batch = Batch(ZGame(players=3, target="blitz", max_turns=6, reward="shaped"), 16, seed=5, autoreset="disabled")
    paid, rng = np.zeros((16, 3)), np.random.default_rng(5)
    while (batch.deciders >= 0).any():
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
        paid += batch.rewards
    vp, won = batch.states["vp"][:, :3].astype(float), batch.states["winner"][:, :3] == 1
    n = won.sum(axis=1, keepdims=True)
    result = np.where(n == 3, 0.0, np.where(won, 1 / n, -1 / np.maximum(1, 3 - n)))
    assert vp.any() and paid == pytest.approx(result + (vp - (vp.sum(axis=1, keepdims=True) - vp) / 2) / 10, abs=1e-5)


def test_fog_of_war_excludes_terrain_knowledge() -> None:
    """ZG-17.1."""
    with pytest.raises(ValueError, match="fog_of_war and terrain_knowledge exclude each other"):
        ZGame(fog_of_war=True, terrain_knowledge=True)
    ZGame(quick_start=True, fog_of_war=True, herd_instinct=True, pharmacy_business=True, survivor_search=True, few_but_effective=True)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 5}, "players=5: at most 4 is possible"),
        ({"target": "blits"}, "there is no value of target 'blits'; did you mean blitz?"),
        ({"trade": "all"}, "there is no value of trade 'all'"),
        ({"leader_speed": 3}, "leader_speed=3"),
        ({"first_player": 4}, "first_player=4"),
        ({"herd_instinct": 1}, "herd_instinct=1: true or false is needed"),
        ({"max_turns": 0}, "max_turns=0"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        ZGame(**options)


def test_the_log_for_everybody_names_no_hidden_card() -> None:
    """ZG-19.3, ZG-11.5, ZG-11.13: random events are logged without the cards, and so are moves that lay cards face down."""
    game, agents = ZGame(players=3), frozenset[str]()
    drawn = secret = 0
    states: list[Any] = []
    for batch in played(game, 4, 900):
        states.append(batch.states.copy())
        for text in game.chance(batch.states):
            assert text.split()[0] in ("dice", "zombies", "draw", "shuffle", "tile", "first")
            if text.startswith("draw"):
                drawn += 1
                assert len(text.split()) % 2 == 1 and set(text.split()[2::2]) <= {"character", "firearm", "melee", "special", "transport"}
        if not batch.dones[0] and describe(game, batch)["node"] in ("SCH_CARD", "SCH_GIVE", "PF_WEAPON"):
            for text in game.legal_texts(batch.states):
                secret += 1
                shown = game.text_for(text, game.decider(batch.states), agents, batch.states)
                assert shown == text.split()[0]
    assert drawn > 10 and secret > 10


def test_only_the_responder_sees_whether_he_can_accept() -> None:
    """ZG-19.4, ZG-11.15: the others see the same whether the responder holds the requested cards or not."""

    names, answers = ["bees", "bikers", "party"], ("offer knife", "done", "ask car", "done")
    worlds = []
    for card in ("car", "chopper"):
        position = at(
            "m3b_business",
            *answers,
            players=names,
            hands={"bees": ["knife", "bat"], "bikers": [card], "party": ["axe"]},
            decks={"transport": ["car"]},
        )
        assert position.decider() == "bikers" and position.is_legal("accept") == (card == "car")
        worlds.append(position)
    for seat in (0, 2):
        one, other = (seen(position, seat) for position in worlds)
        assert one.shape == (N_OBS,) and one.tobytes() == other.tobytes()
    assert seen(worlds[0], 1).tobytes() != seen(worlds[1], 1).tobytes()
