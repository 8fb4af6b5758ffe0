"""The cards and the dice: totals of the box, and errors that name the line."""

from __future__ import annotations

from collections import Counter

import pytest

from zombicide_env.games.hit_z_road.content import ContentError, cards, faces, read_cards, read_dice
from zombicide_env.games.hit_z_road.numbers.layout import N_CARDS, TOKENS
from zombicide_env.games.source import Source

CONTENT = "zombicide_env.games.hit_z_road.content"
CARDS = Source.packaged(CONTENT, "cards.csv")
DICE = Source.packaged(CONTENT, "dice.csv")


def test_the_deck_has_its_cards_symbols_and_tokens() -> None:
    """HZ-1.1, HZ-1.5, HZ-1.R2, HZ-2.R1, HZ-12.R1, HZ-12.R3, HZ-0.R4."""
    assert len(cards()) == N_CARDS == 76
    assert [sum(card.level == level for card in cards()) for level in (1, 2, 3)] == [20, 28, 28]
    symbols = Counter(card.symbol for card in cards())
    assert symbols == {"": 60, "J": 4, "Q": 4, "K": 4, "A": 4}
    assert all((card.provenance == "house") == bool(card.symbol) for card in cards())
    tokens = Counter(card.token for card in cards() if card.token)
    assert tokens == {"sniper_rifle": 1, "map": 2, "fanatic": 1, "school_bus": 1, "toxic_gas": 2, "injured": 1, "molotov": 1}
    assert set(tokens) == set(TOKENS)


@pytest.mark.parametrize(
    ("level", "sums"),
    [
        (1, (20, 4, 21, 10, 10, 5, 19, 12, (20, 0, 0, 0))),
        (2, (28, 6, 19, 11, 14, 13, 64, 16, (27, 1, 0, 0))),
        (3, (28, 6, 9, 1, 16, 24, 120, 13, (20, 2, 5, 1))),
        (0, (60, 0, 38, 18, 31, 33, 160, 31, (53, 2, 4, 1))),
    ],
)
def test_cards_of_each_level_add_up(level: int, sums: tuple[object, ...]) -> None:
    found = [card for card in cards() if (card.level == level if level else not card.symbol)]
    assert sums == (
        len(found),
        sum(bool(card.symbol) for card in found),
        *(sum(card.gives[r] for card in found) for r in range(3)),
        sum(card.zombies > 0 for card in found),
        sum(card.zombies for card in found),
        sum(card.points for card in found),
        tuple(sum(card.horde == strength for card in found) for strength in range(4)),
    )


def test_dice_have_their_faces() -> None:
    """HZ-1.2, HZ-17.1, HZ-17.2."""
    assert faces() == {
        "black": ("dodge", "adrenaline", "kill", "kill", "double", "wounded"),
        "red": ("wounded", "adrenaline", "kill", "kill", "double", "horror"),
    }


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("I-2,1,,2,1,0", "I-3,1,,2,1,0", "cards.csv:3: id 'I-3' is out of order; write I-2"),
        ("I-2,1,,2,1,0", "I-2,4,,2,1,0", "cards.csv:3: level '4' is not a whole number from 1 to 3"),
        ("I-4,1,,2,0,0,gain_survivor", "I-4,1,,2,0,0,gain_survivr", "did you mean 'gain_survivor'?"),
        ("take_token,map", "take_token,", "belong together"),
        ("take_token,map", "take_token,mop", "token 'mop' is unknown (did you mean 'map'?)"),
        ("toxic_check,,,4", "toxic_check,,no_flee,4", "not both"),
        ("take_token,injured,,5", "take_token,injured,no_flee,5", "not both"),
        ("ranged_bites,6,0,2", "ranged_bites,0,0,2", "needs zombies"),
        ("III-28,3,A,0,0,1,,,,6,2,1,house\n", "", "75 cards; there are 76"),
        ("id,level", "id,levl", "column 'levl' is unknown (did you mean 'level'?)"),
        ("I-2,1,,2,1,0,,", "I-2,1,,2,1,0,", "12 values for 13 columns"),
    ],
)
def test_broken_cards_name_line_and_reason(old: str, new: str, reason: str) -> None:
    assert old in CARDS.text
    with pytest.raises(ContentError) as caught:
        read_cards(Source("cards.csv", CARDS.text.replace(old, new, 1)))
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("black,3,kill", "black,3,kil", "result 'kil' is unknown (did you mean 'kill'?)"),
        ("black,3,kill", "black,4,kill", "face 4 is out of order; the next one is 3"),
        ("red,6,horror,public\n", "", "the red die has 5 faces"),
        ("red,6,horror,public", "white,6,horror,public", "die 'white' is unknown; use one of black, red"),
    ],
)
def test_broken_dice_name_line_and_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_dice(Source("dice.csv", DICE.text.replace(old, new, 1)))
    assert reason in str(caught.value)
