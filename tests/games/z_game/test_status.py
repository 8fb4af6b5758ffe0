"""Every invariant of ``status`` can be violated, and the violation is named (ZG-6.7, ZG-6.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.games.z_game.at import at
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.state_validation import StateValidator
from zombicide_env.games.z_game.numbers import decisions as ASK
from zombicide_env.games.z_game.numbers.actions import N_ACTIONS
from zombicide_env.games.z_game.numbers.layout import CARDS, CHARACTERS, NEUTRAL, ON_BOARD, WON
from zombicide_env.games.z_game.rules.kernels import KERNELS
from zombicide_env.games.z_game.rules.status import BOUNDS, Status


def put(name: str, place: Any, value: int) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        if place is None:
            s[name] = value
        else:
            s[name][place] = value

    return change


def both(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        for one in changes:
            one(s)

    return change


@pytest.fixture
def position() -> Any:
    return at(
        "d3_people_fights",
        players=["bees", "bikers", "party"],
        until="d4_day_scoring",
        locations={9: {"owner": "bees", "intact": 1}, 10: {"pending": 1, "pending_owner": "party", "pending_kind": "new"}},
        characters={"bees": {"mari": 8, "hazel": 8}, "bikers": {"paul": {"at": 8, "origin": 9}}, "party": {"kif": 10}},
        squads={8: ["bees", "bikers"]},
        hands={"bees": ["knife", "isida"], "bikers": ["car"]},
    )


def status(position: Any) -> Status:
    (flags,), _ = StateValidator(KERNELS, BOUNDS, position.state.dtype, position.world, N_ACTIONS).look(position.state)
    return Status(int(flags))


def test_the_position_is_sound(position: Any) -> None:
    assert status(position) == Status(0)


MARI, ISIDA = CHARACTERS.index("mari"), CHARACTERS.index("isida")
KNIFE = CARDS.index("knife")


@pytest.mark.parametrize(
    ("flag", "change"),
    [
        (Status.CARDS, put("hand", (0, KNIFE), 5)),
        (Status.CARDS, put("n_hand", 0, 3)),
        (Status.CARDS, put("discard", KNIFE, 9)),
        (Status.FIGHTERS, put("zone", ISIDA, ON_BOARD - 1)),
        (Status.FIGHTERS, put("seat", ISIDA, 1)),
        (Status.DECKS, put("n_discard", 1, 2)),
        (Status.DECKS, put("deck", (1, 0), KNIFE)),
        (Status.DECKS, put("pile", 3, 1)),
        (Status.MARKERS, put("ruined", 9, 2)),
        (Status.MARKERS, put("owner", 9, -1)),
        (Status.MARKERS, both(put("owner", 0, NEUTRAL), put("intact", 0, 1))),
        (Status.PROJECTS, put("pending", 10, 0)),
        (Status.PROJECTS, put("pending_kind", 10, -1)),
        (Status.CHARACTERS, put("at", MARI, -1)),
        (Status.CHARACTERS, put("exhausted", ISIDA, 1)),
        (Status.PEOPLE, put("people", (8, 0), 1)),
        (Status.SQUADS, put("n_squads", 8, 1)),
        (Status.SQUADS, put("due", (9, 0), 1)),
        (Status.PEACE, put("phase", None, 20)),
        (Status.ELIMINATED, put("eliminated", 2, 1)),
        (Status.FACTIONS, put("faction", 1, 0)),
        (Status.FACTIONS, put("base", 1, 7)),
        (Status.AGENDA, put("stack", (0, 1), 3)),
        (Status.ASKED, put("f_kind", None, 0)),
        (Status.END, put("winner", 0, 1)),
        (Status.END, both(put("outcome", None, WON), put("end", None, 1))),
        (Status.KNOWLEDGE, put("known", (1, 0, KNIFE), 1)),
        (Status.RANGE, put("vp", 0, -1)),
        (Status.RANGE, put("stack", (0, 0), 15)),
    ],
)
def test_broken_invariants_are_named(position: Any, flag: Status, change: Callable[[np.void], None]) -> None:
    change(position.state[0])
    assert flag in status(position)


def test_three_outposts_of_a_faction_are_reported() -> None:
    """ZG-9.8: after Labour results no faction owns more than two."""
    position = at(
        "n4_night_scoring",
        players=["bees", "bikers"],
        locations={8: {"owner": "bees", "intact": 2}, 9: {"owner": "bees", "intact": 1}},
        characters={"bees": {"mari": 8}},
        until="m4_placement",
        turn=2,
    )
    position.state[0]["intact"][9] = 2
    position.state[0]["scripted"] = 0
    assert Status.OUTPOSTS in status(position)


def test_who_names_a_target_can_do_the_work() -> None:
    """ZG-13.19: otherwise nobody could be chosen for the work once the target is named."""
    game = make_game("z_game", players=2)
    batch = Batch(game, 50, seed=0, autoreset="disabled", observation_dtype="uint8")
    seen = 0
    while not batch.dones.all():
        batch.step_random()
        for s in batch.states[batch.dones == 0]:
            node, p = s["stack"][s["depth"] - 1, :2]
            if node in (ASK.SAB_KIND, ASK.SAB_TARGET):
                elsewhere = s.copy().reshape(1)
                elsewhere["work_at"] = np.flatnonzero(s["people"][:, p] == 0)[0]
                assert Status.ASKED in game.status(elsewhere)
                seen += 1
    assert seen > 5


def test_nobody_is_asked_what_he_cannot_answer(position: Any) -> None:
    """ZG-0.4: the mask is never empty."""
    s = position.state[0]
    s["stack"][s["depth"] - 1, 0] = ASK.MV_STEP
    assert status(position) & (Status.STUCK | Status.ASKED | Status.AGENDA)
