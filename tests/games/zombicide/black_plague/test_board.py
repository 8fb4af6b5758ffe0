"""Zones, borders, buildings, lines of sight, distances and angles of boards (BP-4, BP-5, BP-16.R1)."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from zombicide_env.games.zombicide.black_plague.numbers.layout import RAYS
from zombicide_env.games.zombicide.black_plague.world.box import check_size, quest, quests
from zombicide_env.games.zombicide.table.board import DOOR_LINKS, LINE, OPENING, SAME, WALL, Board, BoardError, grid_board, quest_board
from zombicide_env.games.zombicide.table.codes import BLUE, CLOSED, FAR, FOREVER, GREEN, LOCKED, OPEN, RED, ROOM, STREET, VAULT


def seen(board: Board, label: str, extra: Collection[tuple[str, str]] = ()) -> dict[str, int]:
    """Zones in sight at the start, with ``extra`` doors open: label -> range."""
    opened = {tuple(sorted(pair)) for pair in extra}
    is_open = [door.start == OPEN or tuple(sorted(board.zones[zone] for zone in door.zones)) in opened for door in board.doors]
    found: dict[str, int] = {}
    for ray in board.rays[board.index(label)]:
        if all(is_open[door] for door in ray.doors):
            found[board.zones[ray.zone]] = min(ray.range, found.get(board.zones[ray.zone], FAR))
    return found


EXAMPLE = {
    "cells": "a b B C\na c D .",
    "links": {"b-B": "closed door", "B-C": "passage", "c-D": "blue door", "c-V": "open door"},
    "vaults": {"V": {"doors": ["c", "C"], "colour": "yellow"}},
}


def example() -> Board:
    return grid_board(str(EXAMPLE["cells"]), EXAMPLE["links"], EXAMPLE["vaults"])


def test_zones_are_numbered_by_first_appearance_then_vaults() -> None:
    board = example()
    assert board.zones == ("a", "b", "B", "C", "c", "D", "V")
    assert board.kinds == (STREET, STREET, ROOM, ROOM, STREET, ROOM, VAULT)
    assert board.cells[board.index("a")] == ((0, 0), (1, 0))
    assert board.cells[board.index("V")] == ()


def test_neighbours_are_the_linked_zones() -> None:
    board = example()
    names = {board.zones[z]: [board.zones[n] for n, _ in links] for z, links in enumerate(board.neighbours)}
    assert names == {
        "a": ["b", "c"],
        "b": ["a", "B", "c"],
        "B": ["b", "C"],
        "C": ["B", "V"],
        "c": ["a", "b", "D", "V"],
        "D": ["c"],
        "V": ["C", "c"],
    }
    assert board.border((0, 0), (1, 0)) == SAME
    assert board.border((0, 1), (1, 1)) == LINE
    assert board.border((0, 3), (0, 2)) == OPENING
    assert board.border((0, 2), (1, 2)) == WALL  # rooms without a link
    assert board.border((0, 3), (0, 4)) == WALL  # the edge
    assert board.border((0, 1), (0, 2)) == 0
    states = {tuple(board.zones[z] for z in door.zones): (door.start, door.key) for door in board.doors}
    assert states == {("b", "B"): (CLOSED, 0), ("c", "D"): (LOCKED, BLUE), ("c", "V"): (OPEN, 0), ("C", "V"): (CLOSED, 0)}
    assert board.vaults[0].colour == "yellow"


def test_doors_of_quest_files_have_their_states_and_keys() -> None:
    keys = {word: (state, key) for word, (state, key, _) in DOOR_LINKS.items()}
    assert keys == {
        "open door": (OPEN, 0),
        "closed door": (CLOSED, 0),
        "locked door": (LOCKED, FOREVER),
        "blue door": (LOCKED, BLUE),
        "green door": (LOCKED, GREEN),
        "red door": (LOCKED, RED),
    }


def test_a_wall_parts_streets_and_a_link_counts_for_every_common_border() -> None:
    board = grid_board("a b\na c", {"a-b": "wall"})
    assert board.border((0, 0), (0, 1)) == WALL
    assert board.border((1, 0), (1, 1)) == LINE
    board = grid_board("a B\na B", {"B-a": "closed door"})
    assert board.border((0, 0), (0, 1)) == board.border((1, 1), (1, 0)) == 0


# ---- buildings -------------------------------------------------------------------------------------------------


def test_buildings_are_rooms_joined_by_openings() -> None:
    """BP-4.R3, BP-4.7: a door separates buildings, a vault belongs to none."""
    board = example()
    number = dict(zip(board.zones, board.buildings, strict=True))
    assert number == {"a": -1, "b": -1, "B": 0, "C": 0, "c": -1, "D": 1, "V": -1}
    assert board.open_at_start == (False, False)


def test_buildings_open_to_the_street_are_known() -> None:
    """BP-4.8: openings and open doors to the street, also through buildings that are open themselves."""
    board = grid_board(
        "a B C D E F G",
        {"a-B": "open door", "B-C": "passage", "C-D": "open door", "D-E": "closed door", "E-F": "open door", "F-G": "open door"},
    )
    by_zone = {label: board.open_at_start[number] for label, number in zip(board.zones, board.buildings, strict=True) if number >= 0}
    assert by_zone == {"B": True, "C": True, "D": True, "E": False, "F": False, "G": False}
    assert grid_board("a B", {"a-B": "passage"}).open_at_start == (True,)
    assert grid_board("a B", {}, {"V": {"doors": ["a", "B"]}}).open_at_start == (False,)
    # The order of the doors does not matter for the chain.
    assert grid_board("D C B a", {"C-D": "open door", "B-C": "open door", "a-B": "open door"}).open_at_start == (True, True, True)


def test_connected_rooms_are_one_building() -> None:
    tutorial = quest_board(quest(0))
    number = dict(zip(tutorial.zones, tutorial.buildings, strict=True))
    assert number["9B"] == number["4B"]
    assert number["9D"] == number["4A"]
    assert len({number[label] for label in ("9A", "9B", "9C", "9D", "4C", "4D")}) == 6
    assert [label for label in tutorial.zones if number[label] >= 0 and tutorial.open_at_start[number[label]]] == ["9C"]
    book = quest_board(quest(2))
    number = dict(zip(book.zones, book.buildings, strict=True))
    assert len({number[label] for label in ("8C", "5A", "4D", "7B")}) == 1


# ---- sight -----------------------------------------------------------------------------------------------------


def test_sight_ends_at_the_second_room_closed_doors_and_corners() -> None:
    """BP-EX-39: the street up to the wall and the first room are seen; second room, closed door, side street are not."""
    board = grid_board("h a b c D E\n. F . g . .", {"h-a": "wall", "c-D": "open door", "D-E": "passage", "a-F": "closed door"})
    assert seen(board, "a") == {"a": 0, "b": 1, "c": 2, "D": 3}
    assert seen(board, "a", [("a", "F")]) == {"a": 0, "b": 1, "c": 2, "D": 3, "F": 1}
    assert seen(board, "E") == {"E": 0, "D": 1}


def test_a_tower_hides_the_street_behind_it() -> None:
    """BP-EX-39, BP-5.6."""
    board = grid_board("a\nT\nc", {"a-T": "open door", "T-c": "open door"})
    assert seen(board, "a") == {"a": 0, "T": 1}
    assert seen(board, "T") == {"a": 1, "T": 0, "c": 1}


def test_a_room_sees_all_street_zones_in_line() -> None:
    """BP-5.1, BP-5.5."""
    board = grid_board("A b c d e\n. f . . .", {"A-b": "open door"})
    assert seen(board, "A") == {"A": 0, "b": 1, "c": 2, "d": 3, "e": 4}


def test_rooms_see_each_other_however_they_lie_but_not_the_room_after_next() -> None:
    """BP-5.3, BP-5.4."""
    board = grid_board("A A . .\n. B B C", {"A-B": "passage", "B-C": "passage"})
    assert seen(board, "A") == {"A": 0, "B": 1}
    assert seen(board, "B") == {"A": 1, "B": 0, "C": 1}


def test_sight_from_room_to_room_across_the_street_needs_both_doors() -> None:
    """BP-5.R2."""
    board = grid_board("A b c D", {"A-b": "closed door", "c-D": "closed door"})
    assert seen(board, "A") == {"A": 0}
    assert seen(board, "A", [("A", "b")]) == {"A": 0, "b": 1, "c": 2}
    assert seen(board, "A", [("A", "b"), ("D", "c")]) == {"A": 0, "b": 1, "c": 2, "D": 3}


def test_range_counts_borders_not_cells_and_takes_the_shortest_segment() -> None:
    """BP-5.R1: a zone of several cells counts once."""
    board = grid_board("a b b c\na a a c")
    assert seen(board, "a") == {"a": 0, "b": 1, "c": 1}
    assert seen(board, "c") == {"c": 0, "b": 1, "a": 1}


def test_a_vault_sees_only_itself() -> None:
    """BP-5.8."""
    board = example()
    assert seen(board, "V", [("C", "V")]) == {"V": 0}
    assert "V" not in seen(board, "c")


def test_the_shorter_of_two_ways_of_seeing_counts() -> None:
    """BP-5.R4: rooms next to each other at range 1, the same rooms across the street at range 2."""
    board = grid_board("A b B\nA B B", {"A-B": "closed door", "A-b": "passage", "b-B": "passage"})
    assert seen(board, "A") == {"A": 0, "b": 1, "B": 2}
    assert seen(board, "A", [("A", "B")]) == {"A": 0, "b": 1, "B": 1}
    board = grid_board("A b B\nA B B", {"A-B": "passage", "A-b": "open door", "b-B": "open door"})
    assert [(ray.range, ray.doors) for ray in board.rays[board.index("A")] if board.zones[ray.zone] == "B"] == [(1, ())]


def test_a_closed_door_beside_an_opening_hides_only_its_own_room() -> None:
    """BP-5.7."""
    board = grid_board("A B\nA c\nd c", {"A-B": "closed door", "A-c": "passage"})
    assert seen(board, "A") == {"A": 0, "c": 1}
    assert seen(board, "A", [("A", "B")]) == {"A": 0, "B": 1, "c": 1}


@pytest.mark.parametrize("number", range(11))
def test_sight_of_quests_is_symmetric_and_sorted(number: int) -> None:
    """BP-5.R3."""
    board = quest_board(quest(number))
    rays = {(zone, ray.zone, ray.range, ray.doors) for zone in range(len(board.zones)) for ray in board.rays[zone]}
    assert rays == {(b, a, reach, doors) for a, b, reach, doors in rays}
    assert len(rays) == sum(map(len, board.rays)) <= RAYS
    for zone, lines in enumerate(board.rays):
        assert [(ray.zone, ray.range) for ray in lines] == sorted((ray.zone, ray.range) for ray in lines)
        assert any(ray.zone == zone and ray.range == 0 and not ray.doors for ray in lines)
        assert all(len(ray.doors) <= 2 for ray in lines)
        for ray in lines:
            if ray.zone != zone:
                assert VAULT not in (board.kinds[zone], board.kinds[ray.zone])
                assert 1 <= board.far[zone][ray.zone] <= ray.range


def test_sight_in_the_tutorial_is_as_on_its_map() -> None:
    board = quest_board(quest(0))
    assert seen(board, "9c") == {"9c": 0, "9b": 1, "9C": 1}
    assert seen(board, "9b", [("9A", "9b")]) == {"9b": 0, "9a": 1, "9c": 1, "9A": 1}
    assert seen(board, "9B") == {"9B": 0, "4B": 1}


# ---- distances and angles --------------------------------------------------------------------------------------


def test_far_counts_every_door_as_open() -> None:
    board = example()
    table = {(a, b): board.far[board.index(a)][board.index(b)] for a in board.zones for b in board.zones}
    assert table["a", "a"] == 0
    assert table["a", "D"] == 2
    assert table["D", "C"] == 3  # through the vault
    assert table["b", "V"] == 2
    alone = grid_board("a B")
    assert alone.far[0][1] == FAR


def test_every_zone_of_a_quest_can_be_reached_but_the_sealed_ones() -> None:
    for one in quests():
        board = quest_board(one)
        start = board.index(one.start[0])
        closed = {board.zones[zone] for zone, distance in enumerate(board.far[start]) if distance == FAR}
        assert closed == set(one.special_zones.get("sealed", ())), one.id


def test_angles_run_clockwise_from_north() -> None:
    board = grid_board("h a b\ng o c\nf e d")
    quarter = 32768 // 4
    assert [board.angle(board.index(label)) for label in "abcdefgho"] == [
        *(0, quarter // 2, quarter, quarter * 3 // 2, 2 * quarter, quarter * 5 // 2, 3 * quarter, quarter * 7 // 2),
        0,
    ]
    order = [board.zones[zone] for zone in board.clockwise(board.index("d"), [board.index(label) for label in "abcdefgh"])]
    assert "".join(order) == "defghabc"


def test_equal_directions_have_equal_angles_and_large_zones_their_mean() -> None:
    board = grid_board("a a b b\na a b b\nc d e f\ng h i j")
    assert board.angle(board.index("b")) == 32768 // 8
    assert board.angle(board.index("e")) == board.angle(board.index("j")) == 32768 * 3 // 8
    assert board.centre(board.index("a")) == (2, 2)
    assert board.centre(board.index("j")) == (7, 7)


def test_vaults_lie_below_the_board() -> None:
    board = quest_board(quest(1))
    centres = [board.centre(vault.zone) for vault in board.vaults]
    assert all(row > 2 * board.rows for row, _ in centres)
    assert len(set(centres)) == 2


# ---- errors ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "links", "vaults", "reason"),
    [
        ("", {}, {}, "no cells"),
        ("a b\nc", {}, {}, "row 1 has 1 cells"),
        ("a b\nc a", {}, {}, "the cells of zone 'a' do not hang together"),
        ("a ?", {}, {}, r"'\?' is not a label"),
        ("a _b", {}, {}, "'_b' is not a label"),
        ("a B", {"a-B": "door"}, {}, "'a-B: closed door'"),
        ("a B", {"aB": "wall"}, {}, "'a-B: closed door'"),
        ("alley Barn", {"alley-Bern": "passage"}, {}, r"there is no zone 'Bern' \(did you mean 'Barn'\?\)"),
        ("a b c", {"a-c": "wall"}, {}, "do not touch along a side"),
        ("a b\nc d", {"a-d": "wall"}, {}, "do not touch along a side"),
        ("a b", {"a-b": "open door"}, {}, "two streets can only be parted by a wall"),
        ("a B", {"a-B": "wall", "B-a": "passage"}, {}, "given twice"),
        ("a B", {"B-V": "open door"}, {"V": {"doors": ["a"]}}, "the vault has no door to B"),
        ("a B", {"a-V": "passage"}, {"V": {"doors": ["a"]}}, "a vault is joined by doors"),
        ("a B", {}, {"v": {"doors": ["a"]}}, "capital letter"),
        ("a B", {}, {"B": {"doors": ["a"]}}, "not on the board"),
        ("a B", {}, {"V": {"doors": []}}, "doors is a list"),
        ("a B", {}, {"V": {"doors": ["c"]}}, "there is no zone 'c'"),
        ("a B", {}, {"V": {"doors": ["a", "a"]}}, "two doors between a and V"),
        ("a B", {}, {"V": {"doors": ["a"], "colour": "pink"}}, "use violet or yellow"),
        (" ".join(f"a{n}" for n in range(71)), {}, {}, "71 zones; at most 70"),
        (
            "a a a a a a a a a\nb c d e f g h i j",
            {},
            {},
            r"zone 'a' is joined to 9 zones \(b, c, d, e, f, g, h, i, j\); at most 8: divide it",
        ),
    ],
)
def test_impossible_boards_are_refused(cells: str, links: dict[str, str], vaults: dict[str, dict[str, object]], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        check_size(grid_board(cells, links, vaults))


def test_too_many_lines_of_sight_are_refused() -> None:
    rows = "\n".join(" ".join(f"z{r}_{c}" for c in range(69)) for r in range(1))
    with pytest.raises(BoardError, match="lines of sight; at most 2400"):
        check_size(grid_board(rows))
