"""Odds of dice, and reasons for impossible actions, in the games outside the family: compared with many simulations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.games.z_game.at import at
from zombicide_env import make_game
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.play import Session

LUCK = np.random.default_rng(7)


def positions(name: str, games: int = 3, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every decision of a few random games."""
    game = make_game(name, **options)
    for seed in range(games):
        session = Session(game, [agents.make("random", game)], seed=seed)
        while not session.over:
            yield game, session.state.copy()
            session.step()


def test_shots_and_melee_of_the_road_keep_what_is_promised() -> None:
    """The average kills and bites of the first roll, over many dice, equal those that ``odds`` returns."""
    tried: set[str] = set()
    for game, state in positions("hit_z_road"):
        for text in game.legal_texts(state):
            promise = game.odds(state, game.parse(state, text))
            verb = text.split()[0]
            if promise is None or not promise.dice or verb in tried or not 0 < int(state["zombies"][0]) < 6:
                continue
            tried.add(verb)
            hits = []
            for luck in LUCK.integers(1, 2**63, 400):
                other = state.copy()
                other["rng"] = luck
                events = [event for event in game.tell(other, game.parse(state, text)) if event.kind == "die"][: promise.dice]
                assert len(events) == promise.dice
                hits.append(sum(game.named(event)["result"] in ("kill", "double") for event in events))
            assert np.mean(hits) == pytest.approx(promise.successes, abs=5 * np.std(hits) / 20)
            assert np.mean(np.minimum(hits, state["zombies"][0])) == pytest.approx(promise.kills, abs=5 * np.std(hits) / 20)
            assert np.mean(np.array(hits) > 0) == pytest.approx(promise.any, abs=0.12)
            assert promise.need == 0
    assert {"shoot", "fight"} <= tried


@pytest.mark.slow
def test_a_fight_in_the_city_is_won_as_often_as_is_promised() -> None:
    found = 0
    for game, state in positions("z_game", herd_instinct=True, auto_skip=False):
        for text in game.legal_texts(state):
            promise = game.odds(state, game.parse(state, text))
            if promise is None or not promise.dice:
                continue
            found += 1
            won = []
            for luck in LUCK.integers(1, 2**63, 200):
                other = state.copy()
                other["rng"] = luck
                _, after = game.tried(other, game.parse(state, text))
                fight = game.describe(after)["fight"]
                won.append(fight["strength"][fight["player"]] >= fight["against"])
            assert np.mean(won) == pytest.approx(promise.any, abs=0.15)
        if found == 6:
            return
    assert found == 6


def costs(game: Any, state: Any) -> dict[str, float]:
    """Characters that actions cost for certain, by the notation of the actions."""
    promises = {text: game.odds(state, game.parse(state, text)) for text in game.legal_texts(state)}
    return {text: odds.harm for text, odds in promises.items() if odds and not odds.dice}


def test_a_retreat_warns_of_the_deaths_it_brings() -> None:
    """ZG-12.22, ZG-12.47, ZG-12.52: exhausted members die, and all without a place to flee to."""
    came = {"at": 8, "origin": 9}
    there = {"mari": came, "hazel": {**came, "exhausted": True}, "baduma": came}
    table = {"players": ["bees", "party"], "characters": {"bees": there, "party": {"kif": 16}}, "squads": {8: ["bees*"]}}
    game = ZGame(players=2)
    home = {"locations": {9: {"owner": "bees", "intact": 1}}}
    state = at("d2_zombie_fights", **table, **home).state
    assert costs(game, state) == {"retreat": 1}
    held = {"locations": {loc: {"owner": "party", "intact": 1} for loc in game.describe(state)["locations"][8]["neighbours"]}}
    assert costs(game, at("d2_zombie_fights", **table, **held).state) == {"retreat": 3}
    there["hazel"] = came
    assert costs(game, at("d2_zombie_fights", **table, **home).state) == {}


def test_a_meal_of_a_fighter_says_what_it_costs() -> None:
    """ZG-11.25: a card is eaten for nothing but the card."""
    squad = {"bikers": {"paul": 7, "otto": 7, "moss": 7}}
    hungry = {"hands": {"bikers": ["horse"]}, "tracks": {"bikers": {"food": 0}}}
    state = at("m5_feeding", players=["bikers", "party"], characters=squad, **hungry).state
    game = ZGame(players=2)
    assert costs(game, state) == {"eat otto": 1, "eat moss": 1}
    assert "eat horse" in game.legal_texts(state)


@pytest.mark.parametrize("name", ["hit_z_road", "z_game"])
def test_reasons_are_explained_in_both_languages(name: str) -> None:
    told: dict[str, str] = {}
    for game, state in positions(name, **({"auto_skip": False, "max_turns": 4} if name == "z_game" else {})):
        now = game.impossible(state)
        verbs = {text.split()[0] for text in game.legal_texts(state)}
        assert not verbs & now.keys()  # no reason is given for a possible action
        told |= now
    assert len(told) >= 2
    for reason in set(told.values()):
        assert game.explanation("reason", reason) != game.explanation("reason", reason, "ru") != ""
