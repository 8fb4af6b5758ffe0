"""Equipment cards of a user's file: they are in the deck, drawn, used and explained; an invalid file is reported with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.games.source import ContentError

HEADER = "id,name,category,slot,mode,range_min,range_max,dice,accuracy,damage,copies\n"
SPEAR = "spear,Spear,melee,hand,melee,0,0,2,4+,2,40\n"


@pytest.fixture
def own(tmp_path: Path) -> Any:
    def write(text: str) -> str:
        path = tmp_path / "cards.csv"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_own_cards_join_the_deck(own: Any) -> None:
    path = own(HEADER + SPEAR + "bread,Bread,food,backpack,,,,,,,2\n")
    plain, game = make_game("black_plague"), make_game("black_plague", cards=path)
    before, now = plain.world[0], game.world[0]
    assert now["n_deck"] == before["n_deck"] + 42
    assert now["n_cards"] == before["n_cards"] + 2
    assert game.options["cards"] == path
    assert make_game("black_plague", **game.options).world.tobytes() == game.world.tobytes()
    assert "cards" not in plain.options
    assert game.explain("spear") == ""  # no text of its own
    assert "damage 2" in game.explanation("card", "spear")


def test_own_cards_are_found_and_used(own: Any) -> None:
    game = make_game("black_plague", cards=own(HEADER + SPEAR.replace(",40", ",99")))
    batch = Batch(game, 64, seed=1, autoreset="disabled")
    held = 0
    for _ in range(150):
        batch.step_random(1)
        held += any(slot == "spear" for slot in _hands(game, batch))
    assert held > 0
    for i in range(0, 64, 8):
        assert not game.status(batch.states[i : i + 1])


def _hands(game: Any, batch: Batch) -> list[str]:
    spear = game.names.card_index["spear"]
    copies = np.flatnonzero(game.world[0]["copy_card"] == spear)
    return ["spear"] if np.isin(batch.states["inv"], copies).any() else []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (HEADER + SPEAR.replace("spear,", "sword,"), "'sword' is in the box already"),
        (HEADER + SPEAR.replace("melee,hand", "melee,foot"), r"cards\.csv:2: slot 'foot' is unknown"),
        (HEADER.replace(",dice", ",dize") + SPEAR, "did you mean 'dice'"),
        (HEADER.replace("copies", "copies,starting") + SPEAR.strip() + ",1\n", "leave artefact and starting out"),
        ("", "no header"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(own: Any, text: str, wrong: str) -> None:
    with pytest.raises(ContentError, match=wrong):
        make_game("black_plague", cards=own(text))


def test_too_many_cards_are_refused(own: Any) -> None:
    with pytest.raises(ValueError, match="at most"):
        make_game("black_plague", cards=own(HEADER + SPEAR.replace(",40", ",99") + SPEAR.replace("spear", "lance").replace(",40", ",99")))
    many = "".join(SPEAR.replace("spear", f"spear{i}").replace(",40", ",1") for i in range(40))
    with pytest.raises(ValueError, match="types of equipment cards; at most 63"):
        make_game("black_plague", cards=own(HEADER + many))
