"""The tables: totals of the box, the boards, the odds in the tables, and custom house tables, with errors that name the line."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from zombicide_env import make_game
from zombicide_env.games.source import Source
from zombicide_env.games.z_game.content import HOUSE_FILE, ContentError, factions, house, incomes
from zombicide_env.games.z_game.content.house import read_house
from zombicide_env.games.z_game.numbers.layout import CARDS, CHARACTERS, DECKS, FACTIONS, LEADERS, TYPES
from zombicide_env.games.z_game.options import Options
from zombicide_env.games.z_game.world.build import build_world
from zombicide_env.replay import Recorder, ReplayError, read, verify

SHIPPED = Source.packaged("zombicide_env.games.z_game.content", HOUSE_FILE)
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def test_the_box_holds_the_printed_pieces() -> None:
    """ZG-1.2, ZG-1.3, ZG-1.4, ZG-1.5: tiles, characters, zombie cards, decks; ZG-7.22, ZG-7.23, ZG-7.18."""
    tables = house()
    tiles = Counter(place.type for place in tables.layouts[4])
    assert tiles == {"base": 4, "house": 4, "shop": 4, "pharmacy": 4, "police": 2, "fire": 2, "parking": 2, "street": 1}
    assert len(CHARACTERS) == 24 and LEADERS == 4 and len(tables.fighters) == 20  # ZG-1.3
    assert sum(tables.zombies.values()) == 23  # ZG-1.4
    sizes = Counter[str]()
    for card in tables.cards:
        sizes[card.deck] += card.count
    assert sizes == {"firearm": 16, "melee": 16, "transport": 12, "special": 24}  # ZG-1.5
    assert DECKS == ("character", "firearm", "melee", "special", "transport")  # dice 1 to 5 (ZG-4.4)
    assert CARDS[17:] == CHARACTERS[4:]  # ZG-7.23
    special = {card.id for card in tables.cards if card.deck == "special"}
    assert {"tools", "literature", "books", "horse", "bicycle", "armour", "chainsaw", "reagents"} == special  # ZG-7.18
    assert {card.id for card in tables.cards if card.deck == "transport"} == {"car", "chopper"}


def test_what_is_house_and_what_is_stated() -> None:
    """ZG-0.1: house values are in one file, which says so and names the values that are not house values."""
    assert "provenance: house" in SHIPPED.text
    stated = {card.id: card.stated for card in house().cards if card.stated}
    assert "capacity" in stated["car"] and "fight" in stated["grenade"]


def test_each_fighter_has_one_skill_at_two() -> None:
    """ZG-8.1, ZG-8.2, ZG-8.4: one skill at 2, eight, six and six of a kind, nobody with speed; the piles of ZG-8.7."""
    tables = house()
    world = build_world(Options(), tables)[0]
    for c, fighter in enumerate(tables.fighters, LEADERS):
        skills = [int(world[f"char_{name}"][c]) for name in ("fight", "engineering", "science")]
        assert sorted(skills) == [1, 1, 2]
        assert ("fight", "engineering", "science")[skills.index(2)] == fighter.specialty
    for c in range(LEADERS):
        assert [int(world[f"char_{name}"][c]) for name in ("fight", "engineering", "science")] == [2, 2, 2]
    assert Counter(fighter.specialty for fighter in tables.fighters) == {"fight": 8, "engineering": 6, "science": 6}
    piles = {f: Counter(one.specialty for one in tables.fighters if one.pile == f) for f in FACTIONS}
    assert piles == {
        "party": {"fight": 2, "engineering": 2, "science": 1},
        "bees": {"fight": 2, "engineering": 1, "science": 2},
        "bikers": {"fight": 2, "engineering": 2, "science": 1},
        "raiders": {"fight": 2, "engineering": 1, "science": 2},
    }
    assert [faction.id for faction in factions()] == list(FACTIONS)


def test_districts_have_their_incomes() -> None:
    """ZG-3.9."""
    found = {
        income.type: (income.food, income.medicine, DECKS[income.draws] if income.draws >= 0 else "", income.neutral)
        for income in incomes()
    }
    assert found == {
        "base": (2, 0, "character", False),
        "shop": (2, 0, "", False),
        "pharmacy": (0, 2, "", False),
        "house": (0, 0, "character", False),
        "police": (0, 0, "firearm", True),
        "fire": (0, 0, "melee", True),
        "parking": (0, 0, "transport", False),
        "street": (0, 0, "special", False),
    }
    assert set(found) == set(TYPES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_boards_are_circles_round_the_street(players: int) -> None:
    """ZG-3.2, ZG-3.3, ZG-3.4, ZG-3.5, ZG-4.8: the Street in the middle, circles around it, distances over existing hexes."""
    places = house().layouts[players]
    world = build_world(Options(players), house())[0]
    assert (places[0].q, places[0].r, places[0].type) == (0, 0, "street")
    rings = Counter(place.ring for place in places)
    assert rings[0] == 1 and rings[1] == 6 and rings[2] == {2: 10, 3: 12, 4: 12}[players]
    assert sum(place.type == "base" for place in places) == players  # ZG-4.8
    assert sum(place.type not in ("base", "street") for place in places) == {2: 14, 3: 15, 4: 18}[players]
    at = {(place.q, place.r): n for n, place in enumerate(places)}
    for n, place in enumerate(places):
        near = sorted(at[place.q + dq, place.r + dr] for dq, dr in AROUND if (place.q + dq, place.r + dr) in at)
        assert world["near"][n, : world["n_near"][n]].tolist() == near
        reached, edge, steps = {n: 0}, [n], 0
        while edge:
            steps += 1
            edge = sorted({m for e in edge for m in world["near"][e, : world["n_near"][e]].tolist()} - set(reached))
            reached |= dict.fromkeys(edge, steps)
        assert [reached[m] for m in range(len(places))] == world["dist"][n, : len(places)].tolist()
    bases = [n for n, place in enumerate(places) if place.type == "base"]
    for base in bases:  # no Base is better placed than another
        types = Counter(places[m].type for m in world["near"][base, : world["n_near"][base]].tolist())
        assert types["shop"] == 1 and types["pharmacy"] == 1
    if players == 2:
        assert world["dist"][9, 10] == 3  # the gap


def test_zombies_and_dice_have_the_printed_odds() -> None:
    """ZG-7.26, ZG-7.24, ZG-7.25: the probabilities of zombies and dice in the tables."""
    zombies = house().zombies
    assert {strength for strength, _ in zombies} == set(range(1, 8)) and {reward for _, reward in zombies} <= set(range(4))
    assert sum(s * n for (s, _), n in zombies.items()) == 83 and sum(r * n for (_, r), n in zombies.items()) == 31
    day = [sum(n for (s, _), n in zombies.items() if s <= own) for own in range(9)]
    assert day == [0, 3, 7, 12, 16, 19, 21, 23, 23]
    two = [Fraction(sum(a + b <= own for a in range(1, 7) for b in range(1, 7)), 36) for own in range(1, 9)]
    assert [round(100 * chance) for chance in two] == [0, 3, 8, 17, 28, 42, 58, 72]


MINE = """
provenance: house
max_turns: {blitz: 9}
cards:
  chainsaw: {fight: 3}
zombies: {1/0: 10, 7/3: 13}
"""


def test_a_file_may_replace_a_part_of_the_tables(tmp_path: Path) -> None:
    """A partial table is enough: the rest keeps its values."""
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    game = make_game("z_game", players=2, target="blitz", house=str(file))
    world = game.world[0]
    assert int(world["max_turns"]) == 9
    assert int(world["fight"][CARDS.index("chainsaw")]) == 3 and int(world["fight"][CARDS.index("grenade")]) == 3
    assert sorted(set(zip(world["zombie_strength"].tolist(), world["zombie_reward"].tolist(), strict=True))) == [(1, 0), (7, 3)]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("provenance: house", "provenance: printed", "printed"),
        ("max_turns: {blitz: 9}", "max_turns: {blitz: 0}", "0"),
        ("max_turns: {blitz: 9}", "max_turns: {blits: 9}", "did you mean 'blitz'"),
        ("chainsaw: {fight: 3}", "chainsw: {fight: 3}", "did you mean 'chainsaw'"),
        ("chainsaw: {fight: 3}", "chainsaw: {fihgt: 3}", "did you mean 'fight'"),
        ("chainsaw: {fight: 3}", "chainsaw: {fight: 30}", "30"),
        ("chainsaw: {fight: 3}", "chainsaw: {count: 20}", "special"),
        ("zombies: {1/0: 10, 7/3: 13}", "zombies: {1/0: 10}", "23"),
        ("zombies: {1/0: 10, 7/3: 13}", "layouts: {2: [[0, 0, street]]}", "Base"),
        ("zombies: {1/0: 10, 7/3: 13}", "layouts: {2: [[1, 0, street]]}", "the first place is the Street"),
        ("zombies: {1/0: 10, 7/3: 13}", "fighters: {mari: {pile: raiders}}", "pile"),
    ],
)
def test_broken_house_tables_name_file_thing_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in MINE
    file = tmp_path / "mine.yaml"
    file.write_text(MINE.replace(old, new), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        house(str(file))
    assert reason in str(caught.value) and "mine.yaml" in str(caught.value)


def test_the_shipped_tables_leave_nothing_out() -> None:
    for part in ("max_turns:", "zombies:", "fighters:"):
        broken = SHIPPED.text.replace(f"\n{part}", f"\nx{part}", 1)
        assert broken != SHIPPED.text
        with pytest.raises(ContentError):
            read_house(Source("house.yaml", broken))


def test_a_replay_finds_house_tables_beside_it_and_nowhere_else(tmp_path: Path) -> None:
    """A replay may be untrusted: file names in its options are not read as paths on this machine."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "mine.yaml").write_text(MINE, encoding="utf-8")
    game = make_game("z_game", players=2, house=str(tmp_path / "far" / "mine.yaml"))
    recorder = Recorder(game, seed=1, players=["random"])
    for _ in range(8):
        recorder.record(int(recorder.mask.argmax()))
    recorder.write(tmp_path / "game.replay")
    with pytest.raises(ReplayError, match="put it next to the replay"):
        verify(read(tmp_path / "game.replay", partial=True))
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    verify(read(tmp_path / "game.replay", partial=True))
