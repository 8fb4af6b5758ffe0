"""Properties of every position of every game (AP-INV-1 to AP-INV-9), tested in random games of all missions, sides and teams."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.zombicide import properties
from tests.games.zombicide.apocalypse.play import TABLE, game, played, wild
from tests.games.zombicide.properties import LENGTH
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.games.zombicide.apocalypse.edition import LEVEL_XP, WOUNDS
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.numbers.master import HAND_LIMIT

FEW = settings(max_examples=6 if PYTHON_MODE else 25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
PLAYERS_PHASE = 0


def survivors_of(of: Apocalypse) -> int:
    return int(of.world[0]["n_survivors"])


def check_figures(of: Apocalypse, s: np.void) -> None:
    """AP-INV-1: on the board + in the supply + set aside = in the box."""
    away = of.world[0]["supply"].astype(int) - s["zombies"].sum(axis=0) - s["supply"]
    assert (away >= 0).all()
    assert away.sum() == s["escaped"]
    assert (s["zombies"].sum(axis=1) == s["crowd"]).all()


def check_copies(of: Apocalypse, s: np.void) -> None:
    """AP-INV-3: every copy of a card in one place, those under cars and mini-missions included."""
    w = of.world[0]
    piles = [s["deck"][: s["deck_n"]], s["discard"][: s["discard_n"]], s["aside"]]
    piles += [s[name].ravel() for name in ("inv", "car_load", "mini")]
    copies = [int(c) for pile in piles for c in pile if c] + [int(c) for c in (s["gain_copy"], s["gain_extra"]) if c]
    assert Counter(copies).most_common(1)[0][1] == 1
    assert len(copies) + int(s["n_gone"]) == int(w["n_deck"] + w["n_start"] + w["n_artefacts"])


def check_survivors(of: Apocalypse, s: np.void) -> None:
    """AP-INV-4, and seats belong to cars on the board, one survivor each; dead and departed survivors hold nothing."""
    seats = []
    for i in range(survivors_of(of)):
        cards = int((s["inv"][i] > 0).sum())
        if s["alive"][i] and s["zone"][i] >= 0:
            assert s["wounds"][i] < WOUNDS
            assert cards + s["wounds"][i] <= 5 or s["gain_copy"] or s["depth"] > 1, "a card is being lost or stored"
            if s["seat"][i] >= 0:
                seats.append(int(s["seat"][i]))
                assert s["car_zone"][s["seat"][i] // 4] == s["zone"][i]
        else:
            assert cards == 0
            assert s["seat"][i] == -1
        assert s["xp"][i] >= LEVEL_XP[int(s["level"][i])]
    assert len(seats) == len(set(seats))


def check_ground(of: Apocalypse, s: np.void) -> None:
    """AP-INV-6: a burning zone contains nobody, no car and no spilled gasoline; cars are in streets (AP-4.5)."""
    burning = s["fire"] > 0
    assert not (burning & (s["crowd"] > 0)).any()
    assert not (burning & (s["gasoline"] > 0)).any()
    for i in range(survivors_of(of)):
        assert s["zone"][i] < 0 or not burning[s["zone"][i]]
    for zone in s["car_zone"][s["car_zone"] >= 0]:
        assert not burning[zone]
        assert of.world[0]["zone_kind"][zone] == 0


def check_master(of: Apocalypse, s: np.void) -> None:
    """AP-INV-8: three cards, except just before one more is discarded; every card in one place."""
    hand = int(s["zm_hand"].sum())
    assert hand <= HAND_LIMIT + (s["depth"] > 0)
    if not of.world[0]["master_cards"]:
        assert hand + s["zm_pile_n"] + s["zm_active_n"] == 0


def check(of: Apocalypse, s: np.void) -> None:
    """Check everything that is true between two decisions, independently of ``status``."""
    if s["outcome"]:
        return  # a game may end between a violation of an invariant and its repair
    check_figures(of, s)
    check_copies(of, s)
    check_survivors(of, s)
    check_ground(of, s)
    check_master(of, s)


# ---- soundness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", TABLE.quests)
def test_random_games_are_sound(quest: int) -> None:
    """AP-INV-1, AP-INV-3, AP-INV-4, AP-INV-6, AP-INV-8: after every third action of a game of each mission."""
    assert properties.stays_sound(TABLE, game(quest), 100 + quest, check) > (5 if quest == 9 else 50)


@FEW
@given(st.integers(0, 10**6))
def test_wild_games_are_sound(seed: int) -> None:
    """The same with skills, cards and supplies that no mission contains, with several players, without a Zombie Master."""
    properties.stays_sound(TABLE, wild(seed), seed, check, LENGTH // 2)


@pytest.mark.slow
@pytest.mark.skipif(PYTHON_MODE, reason="compiled, so many games take seconds")
def test_many_wild_games_are_sound() -> None:
    assert properties.crowd_stays_sound(TABLE, range(128), 250) > 10_000


@pytest.mark.parametrize("quest", [1, 4, 8])
def test_rounds_begin_quietly(quest: int) -> None:
    """AP-INV-5, AP-22.R1: no Noise and no unloaded weapon before the first turn of a round."""
    of, seen, last = game(quest), 0, 1
    for batch in played(of, 3, LENGTH):
        s = batch.states[0]
        if s["round"] > last and not batch.dones[0] and s["phase"] == PLAYERS_PHASE:
            last = int(s["round"])
            assert not s["noise"].any()
            assert not s["unloaded"].any()
            seen += 1
    assert seen > 0


@pytest.mark.slow
def test_vectors_stay_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position reached by a vector satisfies the invariants."""
    assert properties.vectors_stay_sound("apocalypse", monkeypatch) > 90


# ---- legality ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", TABLE.quests)
def test_the_mask_is_what_is_legal(quest: int) -> None:
    """Illegal actions raise and change nothing, legal ones leave a sound state, and each has a distinct text."""
    assert properties.mask_is_the_law(TABLE, game(quest, players=2), 200 + quest) > (0 if quest == 9 else 10)


# ---- copies and hidden information ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", [0, 5, 8])
def test_copies_and_saves_go_their_own_way(quest: int, tmp_path: Path) -> None:
    properties.copies_go_their_own_way(TABLE, game(quest), 11, tmp_path / "save")


@pytest.mark.parametrize("quest", [3, 8])
def test_what_nobody_knows_may_be_otherwise(quest: int) -> None:
    """AP-23: other decks, hands and recruits look the same to the decider."""
    assert properties.other_worlds_look_the_same(TABLE, game(quest), 5) > 0


def test_wild_games_come_to_rare_rules() -> None:
    """Wild games cover rare rules: nearly every skill occurs."""
    assert properties.skills_on_the_table(TABLE, 40) > 0.9
