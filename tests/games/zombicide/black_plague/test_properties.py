"""Properties of every position of every game (BP-INV-1 to BP-INV-10), tested in random games.

Two kinds of games: quests as users play them, and wild ones (``play.wild``: random skills for everybody, half the equipment
deck dealt out, few miniatures, several controllers), which reach rules that ordinary games hardly ever reach.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.zombicide import properties
from tests.games.zombicide.black_plague.play import QUESTS, TABLE, game, played, start, wild
from tests.games.zombicide.properties import LENGTH
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.scratch import workplaces
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.numbers.layout import ABOMINATION, NECROMANCER, PACK, RUNNER, K
from zombicide_env.games.zombicide.black_plague.rules.status import Status
from zombicide_env.games.zombicide.table.codes import FAR

FEW = settings(max_examples=8 if PYTHON_MODE else 25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def check_copies(of: BlackPlague, s: np.void) -> None:
    """BP-INV-2: every copy of an equipment card in one place."""
    w = of.world[0]
    piles = [
        s["deck"][: s["deck_n"]],
        s["discard"][: s["discard_n"]],
        s["inv"][: len(of.agents)].ravel(),
        s["vault_cards"].ravel(),
        s["aside"],
    ]
    copies = [int(c) for pile in piles for c in pile if c] + [int(c) for c in (s["gain_copy"], s["gain_extra"]) if c]
    in_game = int(w["n_deck"] + w["n_start"] + w["n_artefacts"] + (w["vault_cards"] > 0).sum())
    assert Counter(copies).most_common(1)[0][1] == 1
    assert len(copies) + int(s["n_gone"]) == in_game


def check_zombies(of: BlackPlague, s: np.void) -> None:
    """BP-INV-1: on the board + in the supply = in the box, wherever no split is being planned."""
    if not s["act_went"].any():
        assert (s["zombies"].sum(axis=0) + s["supply"] == of.world[0]["supply"]).all()
    assert (s["supply"] >= 0).all()


def check_survivors(of: BlackPlague, s: np.void) -> None:
    """BP-INV-4, BP-INV-5, BP-INV-9."""
    w = of.world[0]
    for i in range(len(of.agents)):
        slots = [int(w["copy_card"][copy]) for copy in s["inv"][i]]
        if s["alive"][i] and s["zone"][i] >= 0:
            assert all(not card or w["card_place"][card] == 1 for card in slots[:2])
            assert not slots[2] or w["card_place"][slots[2]] == 2 or slots[2] == w["body_card"][i]
            assert all(w["card_place"][card] in (0, 1, 2, 3) for card in slots[PACK:])
        else:
            assert not any(slots)
        assert s["level"][i] <= sum(int(s["xp"][i]) >= needed for needed in (7, 19, 43))
    assert s["n_bile"] <= 4
    assert (s["rotten"] <= 1).all()


def check_necromancers(of: BlackPlague, s: np.void) -> None:
    """BP-INV-8: one entry zone each, which also contains the token, if it still exists."""
    assert s["n_necros"] == s["zombies"][:, NECROMANCER].sum()
    tokens = {int(s["token_id"][t]): int(s["token_zone"][t]) for t in range(int(s["n_tokens"]))}
    for m in range(int(s["n_necros"])):
        assert s["necro_entry"][m] >= 0
        assert tokens.get(int(s["necro_token"][m]), int(s["necro_entry"][m])) == s["necro_entry"][m]


def check(of: BlackPlague, s: np.void) -> None:
    """Check everything that is true between two decisions, independently of ``status``."""
    check_copies(of, s)
    check_zombies(of, s)
    check_survivors(of, s)
    check_necromancers(of, s)


# ---- soundness ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", QUESTS)
def test_random_games_are_sound(quest: int) -> None:
    """BP-INV-1, BP-INV-2, BP-INV-3, BP-INV-4, BP-INV-5, BP-INV-8, BP-INV-9: after every action of a game of each quest."""
    assert properties.stays_sound(TABLE, game(quest), 100 + quest, check) > 50


@pytest.mark.slow
@FEW
@given(st.integers(0, 10**6))
def test_wild_games_are_sound(seed: int) -> None:
    """BP-INV-1 to BP-INV-9 with skills, cards and supplies that no quest contains."""
    properties.stays_sound(TABLE, wild(seed), seed, check, LENGTH // 2)


def zombie_cards(of: BlackPlague, s: np.void) -> Counter[int]:
    return Counter(int(card) for card in (*s["zdeck"][: s["zdeck_n"]], *s["zdiscard"][: s["zdiscard_n"]]))


@pytest.mark.parametrize("quest", [0, 1])
def test_zombie_cards_are_kept(quest: int) -> None:
    """BP-INV-3: 54 zombie cards (48 in quest 0), each once, whenever none is being resolved."""
    of = game(quest)
    seen = 0
    for batch in played(of, 7, LENGTH):
        if batch.states[0]["pool_n"] == 0:
            cards = zombie_cards(of, batch.states[0])
            assert sum(cards.values()) == (48 if quest == 0 else 54)
            assert max(cards.values()) == 1
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("quest", [1, 4, 9])
def test_rounds_begin_quietly(quest: int) -> None:
    """BP-INV-6, BP-20.1, BP-20.2: no Noise tokens and no unloaded weapon before the first turn of a round."""
    of, seen, last = game(quest), 0, 1
    for batch in played(of, 3, LENGTH):
        s = batch.states[0]
        if s["round"] > last and not batch.dones[0]:
            last = int(s["round"])
            assert not s["noise"].any()
            assert not s["unloaded"].any()
            seen += 1
    assert seen > 0


def components(of: BlackPlague, s: np.void) -> list[int]:
    """Zone -> number of its component over passable borders."""
    w, label = of.world[0], [-1] * int(of.world[0]["n_zones"])
    for first in range(len(label)):
        frontier = [first] if label[first] < 0 else []
        while frontier:
            z = frontier.pop()
            label[z] = first
            for n in range(int(w["degree"][z])):
                door, other = int(w["link_door"][z, n]), int(w["neighbour"][z, n])
                if label[other] < 0 and (door < 0 or s["door"][door] == 0):
                    frontier.append(other)
    return label


def distances(of: BlackPlague, s: np.void, source: int) -> dict[int, int]:
    w, found, frontier = of.world[0], {source: 0}, [source]
    for z in frontier:
        for n in range(int(w["degree"][z])):
            door, other = int(w["link_door"][z, n]), int(w["neighbour"][z, n])
            if other not in found and (door < 0 or s["door"][door] == 0):
                found[other] = found[z] + 1
                frontier.append(other)
    return found


@FEW
@given(st.integers(0, 10**6), st.integers(0, 10))
def test_zombies_keep_to_open_ways(seed: int, quest: int) -> None:
    """BP-INV-7, BP-6.6, BP-15.12: in an activation no zombie crosses a closed door and only Runners move two zones."""
    from zombicide_env.core.jit import records
    from zombicide_env.games.zombicide.black_plague.positions.rounds import ACTIVATION
    from zombicide_env.games.zombicide.black_plague.positions.run import run

    of, rng = game(quest, decisions="actions"), np.random.default_rng(seed)
    batch = start(of, seed)
    states = batch.states.copy()
    s = states[0]
    n_zones = int(of.world[0]["n_zones"])
    for door in range(int(of.world[0]["n_doors"])):
        s["door"][door] = rng.integers(3)
    for _ in range(12):
        z, kind = int(rng.integers(n_zones)), int(rng.integers(NECROMANCER))
        number = min(int(rng.integers(1, 6)), int(s["supply"][kind]))
        s["zombies"][z, kind] += number
        s["crowd"][z] += number
        s["supply"][kind] -= number
    for i in range(6):
        s["zone"][i] = rng.integers(n_zones)
    for z in rng.integers(n_zones, size=4):
        s["noise"][z] += rng.integers(4)
    before = s["zombies"].copy()
    ways = [distances(of, s, z) for z in range(n_zones)]
    run(records(workplaces(of.world, of.scratch)), records(states), ACTIVATION)
    assert not of.status(states) & (Status.ZOMBIE_SUPPLY | Status.CROWD | Status.POSITION)
    after, label = s["zombies"], components(of, s)
    for kind in range(NECROMANCER):
        reach = 2 if kind == RUNNER else 1
        for z in range(n_zones):
            if after[z, kind]:
                assert any(before[a, kind] and ways[a].get(z, FAR) <= reach for a in range(n_zones)), (kind, z)
        for part in set(label):
            inside = [z for z in range(n_zones) if label[z] == part]
            was, now = before[inside, kind].sum(), after[inside, kind].sum()
            assert now >= was if kind != ABOMINATION else now == was
    assert after.shape[1] == K


# ---- legality ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", QUESTS)
def test_the_mask_is_what_is_legal(quest: int) -> None:
    """BP-0.R3: illegal actions raise and change nothing, legal ones leave a sound state, and each has a distinct text."""
    assert properties.mask_is_the_law(TABLE, game(quest), 200 + quest) > 10


# ---- copies and hidden information ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quest", [0, 3, 8])
def test_copies_and_saves_go_their_own_way(quest: int, tmp_path: Path) -> None:
    properties.copies_go_their_own_way(TABLE, game(quest), 11, tmp_path / "save")


@pytest.mark.parametrize("quest", [1, 9])
def test_what_nobody_knows_may_be_otherwise(quest: int) -> None:
    """BP-1.R3: other decks and hidden objectives look the same to everybody."""
    assert properties.other_worlds_look_the_same(TABLE, game(quest), 5) > 0


def test_wild_games_come_to_rare_rules() -> None:
    """Wild games cover rare rules: every kind of skill occurs."""
    assert properties.skills_on_the_table(TABLE, 12) > 0.9


def test_cards_cannot_be_moved_to_and_fro_for_ever() -> None:
    """While a card is being stored, every other card can be moved once (BP-9.R2, BP-11.R11)."""
    of = game(1)
    batch = start(of, 1)
    batch.step([of.parse(batch.states, "activate ann")])
    s = batch.states[0]
    s["zone"][0] = next(z for z in range(len(of.names.zones)) if of.world[0]["zone_kind"][z] == 1)
    batch.refresh()
    batch.step([of.parse(batch.states, "search")])
    held = np.count_nonzero(batch.states[0]["inv"][0])
    steps = 0
    while puts := [text for text in of.legal_texts(batch.states) if text.startswith("put")]:
        batch.step([of.parse(batch.states, puts[0])])
        steps += 1
        assert steps <= held
    assert steps == held
    assert {"discard", "keep right"} & set(of.legal_texts(batch.states))
