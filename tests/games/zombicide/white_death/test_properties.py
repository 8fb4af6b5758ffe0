"""Properties of every position of every game (WD-29.1 to WD-29.6), tested in random games of all quests, modes and teams."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.zombicide import properties
from tests.games.zombicide.properties import LENGTH
from tests.games.zombicide.white_death.play import TABLE, game, played, wild
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.games.zombicide.white_death.edition import KINDS, LEVEL_XP, WOUNDS
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers.layout import PACK
from zombicide_env.games.zombicide.white_death.numbers.tokens import DEFILER_TOKEN

FEW = settings(max_examples=6 if PYTHON_MODE else 25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
DEFILER = KINDS.index("defiler")


def check_figures(of: WhiteDeath, s: np.void) -> None:
    """WD-29.1, WD-29.2: figures on the board and in the supply are those of the box and of guests; Guards are all accounted for."""
    box = of.world[0]["supply"].astype(int) + s["guests"]
    assert (s["zombies"].sum(axis=0) + s["supply"] == box).all()
    assert (s["zombies"].sum(axis=1) == s["crowd"]).all()
    assert s["guards"].sum() + s["guards_escaped"] + s["guards_dead"] == of.world[0]["guards_start"].sum()


def check_copies(of: WhiteDeath, s: np.void) -> None:
    """WD-29.3: every copy of a card, artefacts included, in one place."""
    w = of.world[0]
    piles = [s["deck"][: s["deck_n"]], s["discard"][: s["discard_n"]], s["inv"][: len(of.agents)].ravel(), s["aside"], s["ground_copy"]]
    piles += [s["pile"][p, : s["pile_n"][p]] for p in range(len(s["pile_n"]))]
    copies = [int(c) for pile in piles for c in pile if c] + [int(c) for c in (s["gain_copy"], s["gain_extra"]) if c]
    assert Counter(copies).most_common(1)[0][1] == 1
    assert len(copies) + int(s["n_gone"]) == int(w["n_deck"] + w["n_start"] + w["n_artefacts"])


def check_ground(s: np.void) -> None:
    """WD-29.4, WD-29.6: no freeze token without zombies, no objective on Defile, the Defiler and its token always together."""
    assert not (s["frozen"].astype(bool) & (s["crowd"] == 0)).any()
    assert not (s["defiled"].astype(bool) & (s["objective"] > 0)).any()
    there = np.flatnonzero(s["zombies"][:, DEFILER]).tolist()
    tokens = [int(s["token_zone"][t]) for t in range(int(s["n_tokens"])) if s["token_id"][t] == DEFILER_TOKEN]
    assert tokens == there
    assert len(there) <= 1


def check_survivors(of: WhiteDeath, s: np.void) -> None:
    """Cards in slots that may hold them, levels that have been earned; dead survivors hold nothing."""
    w = of.world[0]
    for i in range(len(of.agents)):
        slots = [int(w["copy_card"][copy]) for copy in s["inv"][i]]
        if s["alive"][i] and s["zone"][i] >= 0:
            assert all(not card or w["card_place"][card] == 1 for card in slots[:2])
            assert all(w["card_place"][card] in (0, 1, 2, 3) for card in slots[PACK:])
        else:
            assert not any(slots)
        assert s["xp"][i] >= LEVEL_XP[int(s["level"][i])]
        assert s["wounds"][i] <= WOUNDS


def check(of: WhiteDeath, s: np.void) -> None:
    """Check everything that is true between two decisions, independently of ``status``."""
    check_figures(of, s)
    check_copies(of, s)
    check_ground(s)
    check_survivors(of, s)


# ---- soundness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", TABLE.quests)
def test_random_games_are_sound(quest: int) -> None:
    """WD-29.1, WD-29.2, WD-29.3, WD-29.4, WD-29.6: after every third action of a game of each quest."""
    assert properties.stays_sound(TABLE, game(quest), 100 + quest, check) > 50


@FEW
@given(st.integers(0, 10**6))
def test_wild_games_are_sound(seed: int) -> None:
    """The same with skills, cards and supplies that no quest contains, in all modes (WD-20, WD-21, WD-22)."""
    properties.stays_sound(TABLE, wild(seed), seed, check, LENGTH // 2)


@pytest.mark.slow
@pytest.mark.skipif(PYTHON_MODE, reason="compiled, so many games take seconds")
def test_many_wild_games_are_sound() -> None:
    """Regressions found by random games: Lifesaver with Guards, a lent action, guests of other boxes, Escalation, Bloodlust."""
    assert properties.crowd_stays_sound(TABLE, range(128), 250) > 10_000


@pytest.mark.parametrize("quest", [1, 4, 9])
def test_rounds_begin_quietly(quest: int) -> None:
    """WD-29.5, WD-3.5: no Noise or freeze tokens and no unloaded weapon before the first turn of a round."""
    of, seen, last = game(quest), 0, 1
    for batch in played(of, 3, LENGTH):
        s = batch.states[0]
        if s["round"] > last and not batch.dones[0]:
            last = int(s["round"])
            assert not s["noise"].any()
            assert not s["frozen"].any()
            assert not s["unloaded"].any()
            seen += 1
    assert seen > 0


@pytest.mark.slow
def test_vectors_stay_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position reached by a vector satisfies the invariants."""
    assert properties.vectors_stay_sound("white_death", monkeypatch) > 250


# ---- legality ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", TABLE.quests)
def test_the_mask_is_what_is_legal(quest: int) -> None:
    """Illegal actions raise and change nothing, legal ones leave a sound state, and each has a distinct text."""
    assert properties.mask_is_the_law(TABLE, game(quest), 200 + quest) > 10


# ---- copies and hidden information ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", [0, 5, 8])
def test_copies_and_saves_go_their_own_way(quest: int, tmp_path: Path) -> None:
    properties.copies_go_their_own_way(TABLE, game(quest), 11, tmp_path / "save")


@pytest.mark.parametrize("quest", [0, 3])
def test_what_nobody_knows_may_be_otherwise(quest: int) -> None:
    """WD-1.10: other decks, hidden objectives, prepared cards and artefacts look the same to everybody."""
    assert properties.other_worlds_look_the_same(TABLE, game(quest), 5) > 0


def test_wild_games_come_to_rare_rules() -> None:
    """Wild games cover rare rules: nearly every skill occurs."""
    assert properties.skills_on_the_table(TABLE, 40) > 0.9
