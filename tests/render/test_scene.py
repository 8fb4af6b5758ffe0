"""The scene of a game: what it shows, and what it hides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.scene import Circle, Group, Item, Line, Polygon, Rect, Scene, Text, flatten, ink, shorten, text_width, wrap
from zombicide_env.games.figures import HEADS, NAMES, bust, zombie
from zombicide_env.games.zombicide.black_plague.numbers import decisions as ASK
from zombicide_env.games.zombicide.black_plague.picture.pieces import Chip, place_chips, survivor_marks
from zombicide_env.games.zombicide.table.codes import BLUE, CLOSED, GREEN, LOCKED, LOST, OPEN, RED, STREET, WON

QUESTS = tuple(range(11))


def groups(items: tuple[Item, ...]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes() if isinstance(shape, Text)]


def box(items: tuple[Item, ...]) -> tuple[float, float, float, float]:
    xs: list[float] = []
    ys: list[float] = []
    for shape in flatten(items):
        if isinstance(shape, Rect):
            xs += [shape.x, shape.x + shape.w]
            ys += [shape.y, shape.y + shape.h]
        elif isinstance(shape, Line):
            xs += [shape.x1, shape.x2]
            ys += [shape.y1, shape.y2]
        elif isinstance(shape, Polygon):
            xs += [x for x, _ in shape.points]
            ys += [y for _, y in shape.points]
        elif isinstance(shape, Circle):
            xs += [shape.x - shape.r, shape.x + shape.r]
            ys += [shape.y - shape.r, shape.y + shape.r]
        else:
            wide = text_width(shape.text, shape.size, shape.bold)
            left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * wide
            xs += [left, left + wide]
            ys += [shape.y - shape.size * 0.72, shape.y]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("quest", QUESTS)
def test_every_zone_survivor_zombie_and_token_is_drawn(positions: Any, quest: int) -> None:
    p = positions["busy"](quest)
    scene = p.scene()
    tags = [group.tag for group in groups(scene.items)]
    for zone, label in enumerate(p.board.zones):
        assert tags.count(f"zone:{zone}") == 1
        assert any(text.split()[0] == label for text in texts(scene))
    for i in range(6):
        assert tags.count(f"survivor:{i}") == int(p.s["alive"][i] == 1)
    assert sum(tag.startswith("zombie:") for tag in tags) == int((p.s["zombies"] > 0).sum())
    assert sum(tag.startswith("spawn:") for tag in tags) == int(p.s["n_tokens"])
    assert tags.count("objective") == int((p.s["objective"] > 0).sum())
    assert tags.count("noise") == int((p.s["noise"] > 0).sum())
    assert tags.count("exit") == int((p.w["exit_zone"] > 0).sum())
    assert {f"door:{d}" for d in range(p.w["n_doors"])} == {tag for tag in tags if tag.startswith("door:")}


@pytest.mark.parametrize("quest", QUESTS)
def test_nothing_leaves_the_board_and_no_chips_overlap(positions: Any, quest: int) -> None:
    for survivors in (6, 12):
        scene = positions["busy"](quest, survivors, seed=quest).scene()
        left, top, right, bottom = box(scene.items)
        assert left >= 0
        assert top >= 0
        assert right <= scene.width
        assert bottom <= scene.height
        kinds = {"survivor", "zombie", "spawn", "objective", "exit", "bile", "mark", "noise", "door_open", "door_closed", "door_locked"}
        chips = [(group, box(group.items)) for group in groups(scene.items) if group.cls in kinds]
        for n, (one, a) in enumerate(chips):
            for other, b in chips[:n]:
                if one.cls.startswith("door") and other.cls.startswith("door"):
                    continue
                wide = min(a[2], b[2]) - max(a[0], b[0])
                tall = min(a[3], b[3]) - max(a[1], b[1])
                # halos and outlines may touch
                assert wide < 4.5 or tall < 4.5, (one.title, other.title, wide, tall)


def test_a_crowd_stays_legible(positions: Any) -> None:
    p = positions["busy"](2, 12, seed=3)
    zone = int(p.s["crowd"].argmax())
    assert p.s["zombies"][zone].sum() == 25
    assert (p.s["zone"] == zone).sum() == 11
    sizes = [
        shape.size
        for group in groups(p.scene().items)
        if group.cls in ("survivor", "zombie")
        for shape in group.items
        if isinstance(shape, Text) and not shape.text.isdigit()
    ]
    assert min(sizes) >= 6.0


def test_few_things_of_different_kinds_are_drawn_in_full_size_where_there_is_room() -> None:
    """With one line per kind, each had a third of the height of a wide zone."""
    chips = [
        Chip(29.0, 0, "survivor", (0, "A", False, 0)),
        Chip(42.0, 1, "zombie", (0, 1, False)),
        Chip(27.0, 2, "spawn", ("1", "red", True)),
    ]
    for width, height in ((214.0, 84.0), (98.0, 84.0), (60.0, 166.0)):  # in one line, in two, in three
        placed = [box(group.items) for group in groups(place_chips(chips, 0.0, 0.0, width, height))]
        assert len(placed) == 3
        assert all(bottom - top >= 30 for _, top, _, bottom in placed)
        assert all(left >= -4 and right <= width + 4 for left, _, right, _ in placed)


def test_what_lies_face_down_does_not_change_the_scene(positions: Any) -> None:
    p = positions["busy"](2)
    before = p.scene()
    places = [z for z in range(p.w["n_zones"]) if p.s["hidden"][z]]
    assert sorted({int(p.s["objective"][z]) for z in places}) == [RED, BLUE, GREEN]
    p.s["objective"][places] = [int(p.s["objective"][z]) for z in reversed(places)]
    p.s["vault_cards"][[0, 1], 0] = p.s["vault_cards"][[1, 0], 0].copy()
    p.s["deck"][:10] = p.s["deck"][9::-1].copy()
    p.s["zdeck"][:10] = p.s["zdeck"][9::-1].copy()
    p.s["rng"] = 12345
    p.s["aside"][0] = 7
    assert p.scene() == before


def test_the_color_of_an_open_objective_is_shown(positions: Any) -> None:
    p = positions["fresh"](0)
    titles = [group.title for group in groups(p.scene().items)]
    assert titles.count("face-down objective") == 2
    assert titles.count("blue objective") == 1
    p.s["hidden"][:] = 0
    titles = [group.title for group in groups(p.scene().items)]
    assert "face-down objective" not in titles
    assert "green objective" in titles


def test_vault_cards_face_up_are_named_and_face_down_ones_counted(positions: Any) -> None:
    p = positions["fresh"](2)
    artefact = p.names.cards[p.w["copy_card"][p.s["vault_cards"][0][0]]].replace("_", " ").title()
    assert "cards: 1 face-down artefact" in texts(p.scene())
    assert not any(artefact in text for text in texts(p.scene()))
    p.s["vault_face_down"][0][0] = 0
    assert f"cards: {artefact}" in texts(p.scene())


def test_doors_show_their_state(positions: Any) -> None:
    p = positions["fresh"](0)
    for state, cls in ((OPEN, "door_open"), (CLOSED, "door_closed"), (LOCKED, "door_locked")):
        p.s["door"][0] = state
        (group,) = p.scene().find("door:0")
        assert group.cls == cls
        assert p.scene().grid.east[0][2].kind == cls


def test_buildings_are_dark_until_they_are_revealed(positions: Any) -> None:
    p = positions["fresh"](0)
    zone = p.zone("9A")
    dark = p.scene().find(f"zone:{zone}")[0].items[0].fill
    p.s["revealed"][p.w["building"][zone]] = 1
    assert p.scene().find(f"zone:{zone}")[0].items[0].fill != dark


def test_panels_tell_wounds_experience_actions_equipment_and_skills(positions: Any) -> None:
    p = positions["busy"](1)
    s, scene = p.s, p.scene()
    for i, panel in enumerate(scene.panels):
        assert panel.meters[0].value == s["wounds"][i]
        assert f"{int(s['xp'][i])} XP" in panel.badges[0].text
        assert panel.active == (i == 1)
        assert panel.gone == (i == 3)
        held = [p.names.cards[p.w["copy_card"][copy]].replace("_", " ").title() for copy in s["inv"][i] if copy]
        told = " ".join(row.text for row in panel.rows)
        assert all(card in told for card in held)
        assert "+1 action" in told
    assert scene.panels[1].meters[1].value == 2
    assert "(unloaded)" in scene.panels[0].rows[0].text or not s["inv"][0, 0]
    assert any(badge.text == "Rotten" for badge in scene.panels[2].badges)
    assert any(badge.text == "killed" for badge in scene.panels[3].badges)


def test_survivors_that_searched_are_marked_in_this_round_only(positions: Any) -> None:
    p = positions["busy"](1)
    p.s["searched"][[0, 1, 2]] = 1
    p.s["acted"][[0, 1, 2]] = (1, 0, 0)  # it is the second one's turn, the third was marked in the round before
    marked = [any(badge.text == "searched" for badge in panel.badges) for panel in p.scene().panels[:3]]
    assert marked == [True, True, False]


def test_free_actions_have_pips_in_the_turn_for_which_they_are(positions: Any) -> None:
    p = positions["busy"](1)
    p.s["free"][:] = 0
    assert [meter.label for meter in p.scene().panels[1].meters] == ["Wounds", "Actions"]
    p.s["free"][[0, 3]] = (1, 2)
    meters = [panel.meters for panel in p.scene().panels]
    assert (meters[1][2].label, meters[1][2].value, meters[1][2].maximum) == ("Free", 3, 3)
    assert len(meters[0]) == len(meters[2]) == 2


def test_an_enchantment_is_used_up_in_the_turn_of_its_use_only(positions: Any) -> None:
    p = positions["fresh"](0)
    copy = int(p.s["inv"][1, 0])
    notes = []
    for p.s["turn_id"], p.s["spent"][copy] in ((0, 0), (4, 0), (4, 4), (5, 4)):
        panel = p.scene().panels[1]
        notes.append((panel.slots[0].note, "(used)" in panel.rows[0].text))
    assert notes == [("", False), ("", False), ("used", True), ("", False)]


def test_the_header_says_round_danger_and_outcome(positions: Any) -> None:
    p = positions["busy"](1)
    p.s["xp"][:] = 0
    p.s["xp"][2], p.s["xp"][3] = 19, 50  # number 3 is dead: its level does not count
    facts = {fact.label: fact.text for fact in p.scene().facts}
    assert facts["Round"] == "7"
    assert facts["Danger"] == "Orange"
    assert facts["Spawn tokens"] == "4 of 6"
    assert facts["Equipment"] == "41 (discarded 12)"
    assert facts["Zombie cards"] == "30 (discarded 18)"
    assert p.scene().banner == ""
    p.s["outcome"] = WON
    assert p.scene().banner == "VICTORY"
    p.s["outcome"], p.s["defeat"] = LOST, 2
    assert p.scene().banner == "DEFEAT: a Necromancer has escaped"


def test_the_header_shows_the_pending_decision(positions: Any) -> None:
    p = positions["busy"](1)
    street = int(np.flatnonzero(p.w["zone_kind"] == STREET)[0])
    for task, b, c, fact in (
        (ASK.PATH, street, 3, ("On the move", f"Abomination from {p.names.zones[street]}")),
        (ASK.PATH, street, -1, ("On the move", f"Repulse from {p.names.zones[street]}")),
        (ASK.WOUND, 1, 0, ("Attacker", "Fatty")),
        (ASK.REROLL, 2, 0, ("Roll", "armour")),
    ):
        p.s["depth"] = 1
        p.s["stack"][0][:4] = (task, 0, b, c)
        last = p.scene().facts[-1]
        assert (last.label, last.text) == fact


def test_goals_are_checked_when_they_are_met(positions: Any) -> None:
    p = positions["fresh"](1)
    assert [goal.done for goal in p.scene().goals] == [False, False, False]
    p.s["killed"][3] = 1
    p.s["objective"][:] = 0
    assert [goal.done for goal in p.scene().goals] == [True, False, True]


@pytest.mark.parametrize("quest", QUESTS)
def test_every_goal_of_every_quest_has_words(positions: Any, quest: int) -> None:
    goals = positions["fresh"](quest).scene().goals
    assert goals
    assert all(len(goal.text) > 5 for goal in goals)
    assert not all(goal.done for goal in goals)


def test_a_record_serves_as_well_as_an_array_and_nothing_changes(positions: Any) -> None:
    from zombicide_env.games.zombicide.black_plague.picture.page import scene

    p = positions["busy"](0)
    before = p.state.tobytes()
    assert scene(p.world[0], p.state[0], p.board, p.names, p.quest.title) == p.scene()
    assert p.state.tobytes() == before


def test_marks_are_short_and_distinct() -> None:
    assert survivor_marks(("ann", "baldric", "samson", "silas")) == ["A", "B", "Sa", "Si"]
    assert survivor_marks(("ann", "samson", "silas", "ann_2", "samson_2")) == ["A", "Sa", "Si", "A2", "Sa2"]
    assert len({tuple(zombie(figure, 0, 0, 1, "#ffffff")) for figure in range(len(NAMES))}) == len(NAMES)
    assert len({tuple(bust(i, 0, 0, 1, "#ffffff")) for i in range(len(HEADS))}) == len(HEADS) >= 18


def test_text_is_measured_broken_and_cut() -> None:
    assert text_width("WWW", 10) > text_width("iii", 10)
    assert " ".join(wrap("one two three four", 10, 50)) == "one two three four"
    assert all(text_width(line, 10) <= 50 for line in wrap("one two three four five", 10, 50, max_lines=2))
    assert wrap("one two three four five", 10, 50, max_lines=2)[-1].endswith("...")
    assert shorten("short", 10, 100) == "short"
    assert ink("#ffffff") != ink("#000000")
