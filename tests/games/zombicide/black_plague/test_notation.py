"""Texts of actions: one text per legal action, parsing is the inverse of formatting."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.vectors import vectors
from zombicide_env.conformance.zombicide import ZombicidePosition
from zombicide_env.conformance.zombicide import position as placed
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import NotationError
from zombicide_env.core.state_validation import StateValidator
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.numbers.actions import ACTIONS, N_ACTIONS
from zombicide_env.games.zombicide.black_plague.rules.kernels import KERNELS
from zombicide_env.games.zombicide.black_plague.rules.status import BOUNDS, Status
from zombicide_env.games.zombicide.black_plague.words.names import Names
from zombicide_env.games.zombicide.black_plague.words.notation import expand, legal_texts, notation, parse

STEPS = 400


@pytest.mark.parametrize("quest", ["danse_macabre", "big_game_hunting", "the_black_book"])
def test_round_trip_in_random_games(quest: str) -> None:
    game = BlackPlague(quest=quest)
    batch = Batch(game, 1, seed=7, observation_dtype="uint8")
    chance = np.random.default_rng(7)
    seen: set[str] = set()
    for _ in range(STEPS):
        state, mask = batch.states[:1].copy(), batch.masks[0].copy()
        texts = legal_texts(game.world, state, game.names, mask)
        assert len(texts) == mask.sum(), "two actions share a text"
        for text, action in texts.items():
            assert parse(game.world, state, game.names, text, mask) == action
            assert notation(game.world, state, game.names, action) == text
            assert text == " ".join(text.split())
            seen.add(text.split()[0])
        batch.step([int(chance.choice(np.flatnonzero(mask)))])
    assert {"move", "end", "noise", "activate"} <= seen


def position(**survivor: object) -> ZombicidePosition:
    """Alf in the street, with the given cards, next to a zone with zombies."""
    document = {
        "game": "black_plague",
        "board": {"cells": "b a c\n. D .", "links": {"a-D": "closed door"}},
        "survivors": {"alf": {"zone": "a", **survivor}, "bea": {"zone": "a"}},
        "zombies": {"b": {"walker": 2}, "c": {"runner": 1}},
    }
    return placed(document)


def test_texts_name_the_means_where_there_are_several() -> None:
    texts = position(left="axe", right="axe", skills=["break_in"]).legal_texts()
    assert {"open D axe", "open D break_in"} <= set(texts)
    assert "open D" not in texts
    assert texts.count("open D axe") == 1
    assert "open D" in position(left="axe", right="axe").legal_texts()
    texts = position(left="fireball", right="fireball", skills=["trick_shot"]).legal_texts()
    assert {"cast b fireball", "cast b fireball+fireball", "cast b fireball c fireball"} <= set(texts)
    assert "cast c fireball b fireball" not in texts


def test_parts_are_no_texts_of_a_vector() -> None:
    texts = position(left="fireball", pack=["fireball"], skills=["spellbook", "trick_shot", "lifesaver"]).legal_texts()
    assert {"cast b fireball", "cast b fireball+fireball", "cast b fireball c fireball"} <= set(texts)
    assert not [text for text in texts if text.split()[0] in ("ready", "trick", "target", "rescue")]


def test_error_names_the_closest_alternatives() -> None:
    at = position(left="sword")
    mask = at._mask(at.state)
    with pytest.raises(NotationError, match="legal now: move b") as error:
        parse(at.world, at.state, at.names, "mov b", mask)
    assert error.value.alternatives[0] == "move b"
    assert set(error.value.alternatives) == set(legal_texts(at.world, at.state, at.names, mask))
    with pytest.raises(NotationError, match="nobody decides"):
        parse(at.world, at.state, at.names, "end", np.zeros(ACTIONS.size, np.int8))


def test_skills_and_slots_have_their_texts() -> None:
    at = position(left="sword", right="fireball", body="leather_armour", pack=["water"], skills=["charge", "taunt"])
    assert notation(at.world, at.state, at.names, ACTIONS.encode("use_zone_2", 1)) == "use taunt a"
    assert notation(at.world, at.state, at.names, ACTIONS.encode("put", 0, 3)) == "put left pack1"
    assert notation(at.world, at.state, at.names, ACTIONS.encode("consume", 3)) == "consume water"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("move b", ["move b"]),
        ("use lifesaver c bea+cid", ["use lifesaver c", "rescue bea", "rescue cid", "done"]),
        ("shoot b short_bow c short_bow", ["trick short_bow", "target b", "target c"]),
        ("shoot b short_bow", ["shoot b short_bow"]),
    ],
)
def test_short_texts_expand_to_steps(text: str, steps: list[str]) -> None:
    assert expand(text) == steps


def test_expanded_texts_can_be_played_one_by_one() -> None:
    at = position(left="fireball", right="fireball", skills=["trick_shot"])
    for text in expand("cast b fireball c fireball"):
        mask = at._mask(at.state)
        texts = legal_texts(at.world, at.state, at.names, mask)
        if text in texts:  # a decision with one answer has been played already
            at._play([texts[text]])
    assert [int(zone) for zone in at.state["atk_zone"][0]] == [0, 2]


def test_names_are_found_by_index() -> None:
    names = Names(("a", "B"), ("alf",), ("player_0",), ("", "axe"))
    assert names.zone_index == {"a": 0, "B": 1}
    assert names.card_index == {"axe": 1}
    assert names.survivor_index == {"alf": 0}


@pytest.mark.slow
def test_positions_are_sound_and_use_no_text_twice() -> None:
    """Every position of the vectors: no invariant is violated, and each legal action has a distinct text."""
    for vector in vectors("black_plague"):
        at = placed(vector.document)
        mask = at._mask(at.state)
        assert len(legal_texts(at.world, at.state, at.names, mask)) == mask.sum(), vector.id
        (flags,), _ = StateValidator(KERNELS, BOUNDS, at.state.dtype, at.world, N_ACTIONS).look(at.state)
        assert Status(int(flags)) == Status.RESTING, vector.id


def test_a_survivor_of_another_player_may_refuse_to_be_rescued() -> None:
    """BP-22.65, BP-D-39: its player is asked before the rescuer names anybody; survivors of the rescuer's own player are not asked."""
    alf = placed(
        {
            "game": "black_plague",
            "board": {"cells": "a b"},
            "players": {"player_0": ["alf", "bea"], "player_1": ["cid", "dora"]},
            "survivors": {"alf": {"zone": "a", "skills": ["lifesaver"]}, "bea": {"zone": "b"}, "cid": {"zone": "b"}, "dora": {"zone": "b"}},
            "zombies": {"b": {"walker": 1}},
        }
    )

    def answers() -> tuple[str | None, set[str]]:
        return alf.decider(), set(legal_texts(alf.world, alf.state, alf.names, alf._mask(alf.state)))

    def say(text: str) -> None:
        alf._play([parse(alf.world, alf.state, alf.names, text, alf._mask(alf.state))])

    say("use lifesaver b")
    assert answers() == ("cid", {"accept", "stay"})
    say("stay")
    assert answers() == ("dora", {"accept", "stay"})
    say("accept")
    assert answers() == ("alf", {"rescue bea", "rescue dora"})
    say("rescue bea")
    assert answers() == ("alf", {"rescue dora", "done"})
    say("rescue dora")
    zones = {name: sheet["zone"] for name, sheet in alf.describe()["survivors"].items()}
    assert zones == {"alf": "a", "bea": "a", "cid": "b", "dora": "a"}


def test_nobody_is_rescued_where_all_refuse() -> None:
    """BP-22.65: the skill is used up."""
    alf = placed(
        {
            "game": "black_plague",
            "board": {"cells": "a b"},
            "players": {"player_0": ["alf"], "player_1": ["bea"]},
            "survivors": {"alf": {"zone": "a", "skills": ["lifesaver"]}, "bea": {"zone": "b"}},
            "zombies": {"b": {"walker": 1}},
        }
    )
    for text in ("use lifesaver b", "stay"):
        alf._play([parse(alf.world, alf.state, alf.names, text, alf._mask(alf.state))])
    assert alf.decider() == "alf"
    assert alf.describe()["survivors"]["bea"]["zone"] == "b"
    assert not any(text.startswith("use lifesaver") for text in alf.legal_texts())
