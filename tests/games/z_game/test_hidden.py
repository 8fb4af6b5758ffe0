"""Section 19: hidden information has no influence on anything that a seat is shown, and resampled worlds fit the seat's observations."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.z_game.play import TABLES, played
from zombicide_env.conformance import load
from zombicide_env.conformance.z_game import ZGamePosition, position
from zombicide_env.core.batch import Batch
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.games.z_game.numbers.layout import CARDS
from zombicide_env.games.z_game.rules.status import Status
from zombicide_env.play.views import legal

WORLDS = 2


def shown(game: ZGame, batch: Batch, i: int, seat: int) -> list[Any]:
    """Everything that a seat is shown of game ``i``: observation, description, scene (of which pictures and the page are made), prompt,
    decider, outcome; if it decides itself also mask, texts, and the page's text of each answer.
    """
    state = batch.states[i : i + 1]
    own = batch.deciders[i] == seat
    agents = frozenset({game.agents[seat]})
    texts = {game.text_for(text, game.decider(state), agents, state) for text in game.legal_texts(state)} if own else None
    return [
        batch.observe(seat)[i].tobytes(),
        batch.masks[i].tobytes() if own else b"",
        game.describe_for(state, seat),
        game.scene_for(state, agents),
        game.chance(state),
        texts,
        legal(game, state, np.flatnonzero(batch.masks[i]).tolist()) if own else None,
        game.prompt(state, game.agents[seat]),
        int(batch.deciders[i]),
        game.outcome(state),
    ]


def check(game: ZGame, state: np.ndarray, number: int) -> int:
    """Resample for every seat. Return the number of worlds that differ."""
    worlds, changed = Batch(game, WORLDS, seed=0, autoreset="disabled", observation_dtype="uint8"), 0
    for seat in range(len(game.agents)):
        worlds.put(state)
        before = shown(game, worlds, 0, seat)
        worlds.seed_actions(number)
        worlds.resample(seat)
        for i in range(WORLDS):
            assert game.status(worlds.states[i : i + 1]) == Status(0)
            assert shown(game, worlds, i, seat) == before
            changed += worlds.states["hand"][i].tobytes() != state["hand"][0].tobytes()
        twin = worlds.states[:1].copy()
        results = set()
        for origin in (state, twin):  # the result depends only on what the seat knows
            worlds.put(origin)
            worlds.seed_actions(number + 1)
            worlds.resample(seat)
            results.add(worlds.states.tobytes())
        assert len(results) == 1
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_nothing_that_a_seat_is_shown_depends_on_what_is_hidden(options: dict[str, Any]) -> None:
    """ZG-19.1, ZG-10.12, ZG-11.5, ZG-11.13."""
    game, rng, changed = ZGame(**options), np.random.default_rng(0), 0
    nodes = Counter[str]()
    for batch in played(game, 3):
        node = str(game.describe(batch.states)["node"])
        if rng.random() < 1 / (1 + 4 * nodes[node] ** 2) or batch.dones[0]:
            changed += check(game, batch.states.copy(), batch.states["steps"][0])
        nodes[node] += 1
    assert changed > 0
    assert len(nodes) > 25


POSITION = """
- id: H-1
  rules: [ZG-12.38]
  title: a people fight with hidden cards
  game: z_game
  players: [bikers, bees, party]
  phase: d3_people_fights
  characters:
    bees: {mari: 8, hazel: 8, anvil: 8}
    bikers: {paul: {at: 8, origin: 9}, otto: {at: 8, origin: 9}}
  squads: {8: [bees, bikers]}
  hands: {bees: [knife, pistol, shotgun, tools], bikers: [car, axe, grenade], party: [horse]}
  expect: {}
"""


def at(folder: Path, text: str) -> ZGamePosition:
    file = folder / "v.yaml"
    file.write_text(text, encoding="utf-8")
    [vector] = load(file)
    return position(vector.document)


def test_the_number_of_committed_cards_is_hidden(tmp_path: Path) -> None:
    """ZG-10.12, ZG-19.1: while cards are laid down, and while the attacker chooses."""
    game = ZGame(players=3)
    position = at(tmp_path, POSITION)
    hidden = set()
    for text in ("fight", "use pistol", "use knife", "done", "use grenade"):
        position.play(text)
        check(game, position.state, 7)
        if position.decider() == "bikers" and text == "done":
            worlds = Batch(game, 60, seed=0, autoreset="disabled", observation_dtype="uint8")
            worlds.put(position.state)
            worlds.resample(0)
            hidden = {int(state["commit"][0].sum()) for state in worlds.states}
    assert hidden == {0, 1, 2, 3}
    description = game.describe_for(position.state, 2)
    assert description["fight"]["strength"] == {"bees": 5, "bikers": 3}
    assert [description["players"][name]["hand_size"] for name in ("bikers", "bees", "party")] == [3, 4, 1]


SCHEME = """
- id: H-2
  rules: [ZG-11.13]
  title: before a scheme
  game: z_game
  players: [bees, bikers, raiders]
  phase: m3a_scheming
  until: m3b_business
  hands: {bees: [grenade, knife], bikers: [horse, car], raiders: [books, bat]}
  expect: {}
"""


def worlds_of(game: ZGame, state: np.ndarray, seat: int) -> list[dict[str, Any]]:
    worlds = Batch(game, 80, seed=0, autoreset="disabled", observation_dtype="uint8")
    worlds.put(state)
    worlds.resample(seat)
    return [game.describe(worlds.states[i : i + 1])["players"] for i in range(worlds.n)]


def test_cards_given_in_a_scheme_stay_where_the_giver_knows_them(tmp_path: Path) -> None:
    """ZG-11.10, ZG-11.13."""
    game = ZGame(players=3)
    position = at(tmp_path, SCHEME)
    for text in ("scheme grenade", "target bikers", "give horse", "pass", "pass"):
        position.play(text)
    position.play("pass")
    assert position.decider() == "bikers"  # business
    assert all("grenade" in players["bikers"]["hand"] for players in worlds_of(game, position.state, 0))
    assert all("horse" in players["bees"]["hand"] for players in worlds_of(game, position.state, 1))
    seen = [players["bikers"]["hand"] for players in worlds_of(game, position.state, 2)]
    assert 0 < sum("grenade" in hand for hand in seen) < len(seen)
    assert len({tuple(hand) for hand in seen}) > 10


def test_offered_and_traded_cards_are_known_to_everybody(tmp_path: Path) -> None:
    """ZG-11.16."""
    game = ZGame(players=3)
    position = at(tmp_path, SCHEME.replace("m3a_scheming", "m3b_business"))
    for text in ("offer grenade", "done", "ask car", "done", "decline", "decline", "pass"):
        if text in position.legal_texts():
            position.play(text)
    for seat in (1, 2):
        assert all("grenade" in players["bees"]["hand"] for players in worlds_of(game, position.state, seat))
    description = game.describe_for(position.state, 2)
    assert description["players"]["bees"]["known"] == ["grenade"]
    assert description["players"]["bees"]["hand"] is None
    observation = game.observation_codec.unflatten(Batch(game, 1).observe(2)[0])["cards"]
    assert observation.shape[0] == len(CARDS)
