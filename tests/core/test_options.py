"""Options of the wrong type are rejected with a clear error, whatever the game: half a survivor, "3", True."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_type_hints

import numpy as np
import pytest

from zombicide_env import GAMES, make_game
from zombicide_env.core.form import Choice, Field, plain_form
from zombicide_env.core.game import UnfitOption
from zombicide_env.core.options import GameOptions, Option, by_keyword, fitted, meanings, plain
from zombicide_env.play import PAGE

COUNTS = sorted(
    (game, name)
    for game in GAMES
    for name, hint in get_type_hints(GAMES[game].load().__init__).items()  # type: ignore[misc]  # of the class
    if "int" in str(hint) and "Mapping" not in str(hint)
)


@pytest.mark.parametrize(("game", "name"), COUNTS)
@pytest.mark.parametrize("value", [2.5, 2.0, True, b"2", [2]])
def test_a_count_is_a_whole_number(game: str, name: str, value: Any) -> None:
    with pytest.raises(UnfitOption, match=rf"^{name}=.*a whole number.* is needed") as error:
        make_game(game, **{name: value})
    assert isinstance(error.value, ValueError)
    assert isinstance(error.value, TypeError)


@pytest.mark.parametrize(("game", "name"), [count for count in COUNTS if count[1] not in ("quest",)])
def test_a_text_is_no_count(game: str, name: str) -> None:
    with pytest.raises(UnfitOption, match=f"^{name}='3': a whole number.* is needed, this is str$"):
        make_game(game, **{name: "3"})


@pytest.mark.parametrize(
    ("game", "options"), [("black_plague", {"survivors": 3}), ("hit_z_road", {"players": 3}), ("z_game", {"players": 3})]
)
def test_whole_numbers_of_other_libraries_will_do(game: str, options: dict[str, int]) -> None:
    made = make_game(game, **{name: np.int16(value) for name, value in options.items()}, **SMALL.get(game, {}))
    assert {name: made.options[name] for name in options} == options
    assert all(type(made.options[name]) is int for name in options)


SMALL: dict[str, dict[str, Any]] = {"black_plague": {"allow_small_team": True}}


def maker(
    how: Literal["a", 1] = "a",
    on: bool = False,
    share: float = 0.5,
    names: Sequence[str] | None = None,
    supply: Mapping[str, int] | None = None,
    anything: Any = None,
    unsaid=None,
) -> None:
    """Function whose parameters have every kind of annotation."""


@pytest.mark.parametrize(
    "options",
    [
        {"how": 1, "on": np.bool_(True), "share": 1, "names": ("a",), "supply": {"a": 1}, "anything": object(), "unsaid": 2.5},
        {"names": None, "supply": None, "share": np.float32(1)},
    ],
)
def test_what_fits_is_handed_on(options: dict[str, Any]) -> None:
    assert fitted(options, maker) == options


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"how": "b"}, "there is no value of how 'b'; there are: a, 1"),
        ({"how": True}, "how=True: one of a, 1 is needed, this is bool"),
        ({"on": 1}, "on=1: true or false is needed, this is int"),
        ({"share": "half"}, "share='half': a number is needed, this is str"),
        ({"names": "ann"}, "names='ann': a list of texts or None is needed, this is str"),
        ({"names": [1]}, r"names=\[1\]: a list of texts or None is needed"),
        ({"supply": {"a": 1.5}}, r"supply={'a': 1.5}: a table of whole numbers by name or None is needed"),
    ],
)
def test_what_does_not_is_named_with_what_would(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}$"):
        fitted(options, maker)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_has_options_that_pass_its_form(name: str) -> None:
    """Apocalypse names its card packs; a replay may not name a file as the value of an unknown option."""
    game = make_game(name)
    made: Any = GAMES[name].load()
    form = made.form()
    assert form.check(plain(game.options), name, recorded=True).keys() == plain(game.options).keys()
    for value in ("a.csv", ["/etc/a.csv"], ["a"] * 100, {"a": "b"}):
        with pytest.raises(ValueError, match="there is no option"):
            form.check({"unheard_of": value}, name, recorded=True)


@dataclass(frozen=True)
class Few(GameOptions):
    """Options of a small game."""

    players: Annotated[int, Option("How many play (XY-1.R2, XY-3).", low=2, high=4)] = 4
    pace: Annotated[Literal["slow", "fast"], Option("How it goes.", "", "known")] = "slow"
    rules: Annotated[str | None, Option("A file.", asked="no")] = None


class Small:
    """A game of that kind."""

    @by_keyword(Few)
    def __init__(self, options: Few) -> None:
        self.options = options


def test_options_that_are_declared_once_are_taken_by_keyword() -> None:
    assert Small().options == Few()
    assert Small(3, pace="fast").options == Few(players=3, pace="fast")
    with pytest.raises(TypeError, match="unexpected keyword argument 'place'"):
        Small(place="here")  # type: ignore[call-arg]  # forbidden, as the checker knows too
    with pytest.raises(UnfitOption, match=r"players=2\.5: a whole number is needed"):
        Small(players=2.5)  # type: ignore[arg-type]  # forbidden, as the checker knows too
    for wrong, says in ((1, "players=1: at least 2"), (5, "players=5: at most 4")):
        with pytest.raises(ValueError, match=says):
            Small(wrong)


def test_form_and_documentation_come_from_where_they_are_declared() -> None:
    assert plain_form(Small).fields == (
        Field("players", "int", 4, low=2, high=4, doc="How many play"),
        Field("pace", "choice", "slow", (Choice("slow", "slow"), Choice("fast", "fast")), hidden=True),
    )
    assert meanings(Small) == {"players": "How many play (XY-1.R2, XY-3).", "pace": "How it goes.", "rules": "A file."}


def test_an_unfit_option_is_refused_in_a_sentence_that_says_what_to_choose() -> None:
    people = Field("survivors", "choices", 2, (Choice("ann", "Ann"), Choice("clovis", "Clovis")), low=1, high=2)
    refused = {
        (people, ()): "the option survivors cannot be []: choose from 1 to 2 of these, each once, or say only how many: ann, clovis",
        (Field("players", "int", 4, low=2, high=4), 9): "the option players cannot be 9: choose a whole number from 2 to 4",
        (Field("pace", "choice", "slow", (Choice("slow", "Slow"), Choice("fast", "Fast"))), "x"): (
            "the option pace cannot be 'x': choose one of these: slow, fast"
        ),
        (Field("cabal", "bool", False), 1): "the option cabal cannot be 1: choose yes (true) or no (false)",
    }
    for (field, value), text in refused.items():
        with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
            field.check([] if value == () else value)
        assert any(re.search(pattern, text) for pattern, _ in json.loads((PAGE / "texts.json").read_text("utf-8"))["ru"]["patterns"])
