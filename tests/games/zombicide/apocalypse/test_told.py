"""Events about the Zombie Master's cards: played and discarded ones are public, drawn ones are the master's (AP-21.R1, AP-21.R9)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.core.events import Event
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.numbers.master import MASTER_CARDS

pytestmark = pytest.mark.slow
TEAM = frozenset(f"survivor_{i}" for i in range(4))
MASTER = frozenset({"zombie_master"})


@pytest.fixture(scope="module")
def told() -> tuple[Apocalypse, list[tuple[str, str, tuple[Event, ...]]]]:
    """Moves of some random games: who moved, the text, and the events."""
    game = Apocalypse(quest="small_town", decisions="actions")
    moves = []
    for seed in range(6):
        batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8", record_events=True)
        batch.reset()
        choose = np.random.default_rng(seed)
        while not batch.dones[0] and batch.states["round"][0] < 9:
            texts = game.legal_texts(batch.states)
            quick = [text for text in texts if text == "end"] or [text for text in texts if text != "pass"] or list(texts)
            text = quick[int(choose.integers(len(quick)))]
            who = game.agents[int(batch.deciders[0])]
            batch.step(np.array([game.parse(batch.states, text)]))
            moves.append((who, text, batch.events()))
    return game, moves


def kinds(events: tuple[Event, ...]) -> set[str]:
    return {event.kind for event in events}


def test_a_card_played_is_told_with_its_target(told: tuple[Apocalypse, Any]) -> None:
    game, moves = told
    played = [(text, event) for who, text, events in moves if text.startswith("play") for event in events if event.kind == "master_plays"]
    assert len(played) == sum(text.startswith("play") for _, text, _ in moves) > 3
    for text, event in played:
        names = [name for name in game.named(event).values() if name]
        assert sorted(text.split()[1:]) == sorted(names), (text, names)
        assert game.events_for([event], TEAM) == (event,)
        for language in ("en", "ru"):
            assert names[0] in game.sentence(event, language) and "{" not in game.sentence(event, language)


def test_what_he_draws_he_alone_sees(told: tuple[Apocalypse, Any]) -> None:
    game, moves = told
    drawn = [event for _, _, events in moves for event in events if event.kind == "master_draws"]
    seen = [event for _, _, events in moves for event in events if event.kind == "master_sees"]
    assert len(drawn) == len(seen) > 3
    for event in seen:
        assert game.events_for([event], TEAM) == ()
        assert game.events_for([event], MASTER) == (event,)
        assert game.named(event)["card"] in MASTER_CARDS
    assert all(game.events_for([event], TEAM) == (event,) and "card" not in event.values for event in drawn)


def test_what_lies_open_is_told(told: tuple[Apocalypse, Any]) -> None:
    game, moves = told
    every = set().union(*(kinds(events) for _, _, events in moves))
    assert {"master_card_ends", "master_plays", "master_draws"} <= every
    for kind in ("master_draws", "master_sees", "master_discards", "master_plays", "master_card_ends", "batter"):
        assert set(game.sentences[kind]) == {"en", "ru"}
