"""The event list next to a state: recording changes nothing, losses are reported, and every game has texts for its events."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.events import COLUMNS, EVERYBODY, MORE, ROWS, Event, EventCodec
from zombicide_env.core.game import WON
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.words import LANGUAGES
from zombicide_env.games import GAMES

STEPS = 40 if PYTHON_MODE else 600


def test_a_row_is_an_event_with_the_names_of_its_numbers() -> None:
    codec = EventCodec()
    assert (codec.kind("step", who="agent", to="zone"), codec.kind("rest", detail=True)) == (1, 2)
    rows = np.zeros((3, 2 + COLUMNS), np.int16)
    rows[0, :4], rows[1, :2] = (1, EVERYBODY, 2, -1), (2, 5)
    assert codec.decode(rows, 2) == (Event("step", {"who": 2, "to": -1}), Event("rest", {}, 5))
    assert [codec.is_detail(event) for event in codec.decode(rows, 2)] == [False, True]
    with pytest.raises(ValueError, match="the event 'rest' is declared twice"):
        codec.kind("rest")
    with pytest.raises(ValueError, match="the event 'more' is declared twice"):
        codec.kind(MORE)
    with pytest.raises(ValueError, match="event 'long' has 7 numbers; 6 are the most"):
        codec.kind("long", **{f"n{k}": "number" for k in range(7)})
    with pytest.raises(KeyError, match="there is no event 'stop'; did you mean step"):
        codec["stop"]


def test_a_list_that_is_too_short_says_how_many_events_are_missing() -> None:
    codec = EventCodec()
    codec.kind("rest")
    rows = np.ones((5, 2 + COLUMNS), np.int16)
    assert [event.kind for event in codec.decode(rows, 5)] == ["rest"] * 5
    told = codec.decode(rows, 9)
    assert [event.kind for event in told] == [*["rest"] * 4, MORE]
    assert told[-1].values == {"n": 5}


@pytest.mark.parametrize("name", GAMES)
def test_a_list_that_overflows_changes_nothing_else(name: str) -> None:
    """More events than rows: counting continues, the rows stay, the game is the same."""
    game = make_game(name)
    usual, full = (Batch(game, 1, seed=3, autoreset="disabled", observation_dtype="uint8", record_events=True) for _ in range(2))
    told: tuple[Event, ...] = ()
    while not told:
        full.put(usual.states)
        action = usual.random_actions()
        usual.step(action)
        told = usual.events()
    full._buffers["worlds"]["n_events"] = ROWS - 1
    full._notes.clear = lambda: None
    full.step(action)
    assert full.states.tobytes() == usual.states.tobytes()
    assert len(full.events()) == ROWS
    assert full.events()[-1] == (Event(MORE, {"n": len(told)}) if len(told) > 1 else told[0])


@pytest.mark.parametrize("name", GAMES)
def test_recording_events_does_not_change_the_game(name: str) -> None:
    game = make_game(name)
    silent, telling = (
        Batch(game, 1, seed=8, autoreset="disabled", observation_dtype="uint8", record_events=told) for told in (False, True)
    )
    heard = 0
    for _ in range(STEPS):
        if silent.dones[0]:
            for batch in (silent, telling):
                batch.reset()
        action = silent.random_actions()
        before = telling.states.copy()
        silent.step(action)
        telling.step(action)
        for part in ("states", "masks", "raw_observations", "rewards", "dones"):
            assert getattr(silent, part).tobytes() == getattr(telling, part).tobytes()
        heard += len(telling.events())
        assert game.tell(before, int(action[0])) == telling.events()
    assert heard > STEPS // 4
    assert silent.events() == ()


@pytest.mark.parametrize("threads", [1, 2])
def test_games_in_a_batch_record_the_same_events_as_alone(threads: int) -> None:
    games = [make_game("hit_z_road", players=players) for players in (2, 3)]
    n = 4 if threads == 1 or PYTHON_MODE else 128
    many = Batch(games, n, seed=8, threads=threads, autoreset="next_step", observation_dtype="uint8", record_events=True)
    alone = [Batch(games[i % 2], 1, seed=8 + i, autoreset="next_step", observation_dtype="uint8", record_events=True) for i in range(4)]
    assert many.events(1) == ()
    heard = 0
    for step in range(STEPS // 4):
        actions = many.random_actions()
        if step % 2:
            many.step(actions)
        else:
            many.send(actions)
            many.recv()
        for i, batch in enumerate(alone):
            batch.step(actions[i : i + 1])
            assert many.events(i) == batch.events()
            assert many.states[i : i + 1].tobytes() == batch.states.tobytes()
            heard += len(batch.events())
    assert heard > STEPS // 4
    many.reset(which=np.arange(n) == 1)
    assert many.events(1) == ()


def test_the_events_of_a_step_in_the_background_are_its_own() -> None:
    """Those of the steps before were listed again."""
    first, second = (Batch(make_game("hit_z_road", players=2), 1, seed=8, record_events=True) for _ in range(2))
    heard = 0
    for _ in range(STEPS // 4):
        actions = first.random_actions()
        first.step(actions)
        second.send(actions)
        second.recv()
        assert second.events() == first.events()
        heard += len(first.events())
    assert heard > STEPS // 8


# ---- texts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_has_a_sentence_in_every_language(name: str) -> None:
    game: Any = make_game(name)
    sentences = game.sentences
    assert set(sentences) == {kind.name for kind in game.event_codec.kinds}
    for kind in game.event_codec.kinds:
        assert set(sentences[kind.name]) == set(LANGUAGES)
        english, russian = (set(re.findall(r"\{(\w+)\}", said)) for said in sentences[kind.name].values())
        assert english == russian <= set(kind.columns), kind
        numbers = {name: int(entity != "player") for name, entity in kind.columns.items()}
        assert "{" not in game.sentence(Event(kind.name, numbers))
        named = game.named(Event(kind.name, numbers))
        lacks = ("door",) if name == "white_death" else ()
        assert all(said or kind.columns[what] in lacks for what, said in named.items()), kind


@pytest.mark.parametrize("name", GAMES)
def test_sentences_fit_one_as_well_as_many(name: str) -> None:
    """No verb follows a number: "walker x 1 come" was wrong for one, "comes" would be for two."""
    fits = {"added", "in", "into", "killed", "of", "off", "out", "pushed"}
    after = {word for said in make_game(name).sentences.values() for word in re.findall(r"x \{n\} (\w+)", said["en"])}
    assert after <= fits


def test_what_is_missing_is_said() -> None:
    assert make_game("hit_z_road").sentence(Event(MORE, {"n": 4})) == "more 4"


def test_of_nothing_nothing_is_said() -> None:
    """As on the page: neither brackets around nothing nor a colon before it."""
    ruined = Event("markers", {"location": 12, "owner": -1, "intact": 0, "ruined": 2})
    assert make_game("z_game").sentence(ruined) == "12: markers 0, ruined 2"
    hands = Event("master_plays", {"card": 8, "zone": -1, "to": -1, "whom": -1, "zombie": -1, "other": -1})
    assert make_game("apocalypse").sentence(hands) == "the Zombie Master plays zg4"
    won = Event("end", {"outcome": WON, "cause": 0})  # a cause is that of a defeat
    assert make_game("black_plague").sentence(won) == "the game is over: won"
