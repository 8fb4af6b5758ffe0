"""Extension points of the family: constants and modules that an edition overrides take effect (plain Python, nothing is compiled)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.zombicide.family.throwaway import edition, edition_module
from zombicide_env.core.jit import PYTHON_MODE, records
from zombicide_env.games.reading import FormatError
from zombicide_env.games.zombicide.table.codes import CLOSED, OPEN

pytestmark = [
    pytest.mark.python_mode,
    pytest.mark.skipif(not PYTHON_MODE, reason="every throwaway edition would be compiled again"),
]

BOARD = {"cells": "a b c\nd e f"}
#: Zone b cannot be entered from a; class 1 may leave c for b, survivors may not.
ONE_WAY = """
from zombicide_env.core.jit import jit
from ...table.codes import STREET


@jit
def passable(w, s, z, n, mover):
    t = w.neighbour[z, n]
    if z == 0 and t == 1:
        return 0
    if z == 2 and t == 1 and mover == 0:
        return 0
    return 1


@jit
def leads(w, s, z, n, mover, backwards):
    if backwards == 0:
        return passable(w, s, z, n, mover)
    t = w.neighbour[z, n]
    for k in range(w.degree[t]):
        if w.neighbour[t, k] == z:
            return passable(w, s, t, k, mover)
    return 0


@jit
def open_ways(w, s):
    return 0


@jit
def kind_of(w, s, z):
    return STREET
"""

NOISE_OPENS = """
from zombicide_env.core.jit import jit


@jit
def gate_open(w, s, gate):
    return 1 if s.noise[0] > 0 else 0
"""


#: A module that an edition adds: an action that costs one, a skill that requires more, and the decision whether it is used.
PRAYER = """
from zombicide_env.core.agenda import push
from zombicide_env.core.decisions import CHOICE, Decision, Text, anywhere, nothing_more
from zombicide_env.core.jit import jit
from ...table.action import Action
from ..numbers import actions as A
from ..numbers import edition_actions as OA
from ..numbers import edition_decisions as OASK
from ..numbers.layout import WHO
from ..numbers.skills import column
from .options import offer
from .survivor import gain_xp

DEVOUT = column("devout")


@jit
def legal_prayer(s, i, m):
    if s.crowd[s.zone[i]] == 0:
        m[OA.PRAY] = 1


@jit
def pray(w, s, i):
    gain_xp(w, s, i, 1)
    if s.skill[i, DEVOUT] > 0:
        push(s, OASK.KNEEL, i)


@jit
def offer_kneeling(s):
    offer(s, A.ACCEPT)
    offer(s, A.STAY)


@jit
def kneel(w, s, i, a):
    if a == A.ACCEPT:
        gain_xp(w, s, i, 3)


ACTIONS = (Action(OA.PRAY, pray, legal=legal_prayer, cost=1),)
ROWS = (
    Decision(
        OASK.KNEEL,
        words={"i": WHO},
        asked=CHOICE,
        offer=offer_kneeling,
        answer=kneel,
        default=A.STAY,
        see=nothing_more,
        fits=anywhere,
        text=Text("after a prayer", "`accept`, `stay`", "`stay`"),
    ),
)
"""


@pytest.fixture
def made() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def position(**document: Any) -> Any:
    placed = edition_module("positions.place").position({"board": BOARD, "survivors": {"alf": {"zone": "a"}}, **document})
    return placed, records(placed.world)[0], records(placed.state)[0]


def row(w: Any, number: int, zones: int = 6) -> list[int]:
    return [int(w.dist[number, z]) for z in range(zones)]


def test_ways_may_be_one_way_and_differ_by_mover(made: ExitStack, tmp_path: Path) -> None:
    made.enter_context(edition(tmp_path, {"rules/passability.py": ONE_WAY}, ONE_WAY=True, MOVERS=2, MOVER_OF=(1, 1, 1, 1, 1)))
    _, w, s = position()
    ways = edition_module("rules.movement")
    assert row(w, ways.ways_from(w, s, 0, 0)) == [0, 3, 4, 1, 2, 3]  # from a to b around by d and e
    assert row(w, ways.ways_to(w, s, 0, 0)) == [0, 1, 4, 1, 2, 3]  # b leads to a; from c the way is by f
    assert row(w, ways.ways_to(w, s, 0, 1)) == [0, 1, 2, 1, 2, 3]  # class 1 goes from c by b
    assert ways.distance(w, s, 2, 1, 0) == 3
    assert ways.distance(w, s, 2, 1, 1) == 1


def test_zombies_take_the_ways_of_their_class(made: ExitStack, tmp_path: Path) -> None:
    made.enter_context(edition(tmp_path, {"rules/passability.py": ONE_WAY}, ONE_WAY=True, MOVERS=2, MOVER_OF=(1, 0, 0, 0, 0)))
    placed, _, _ = position(zombies={"c": {"walker": 1, "fatty": 1}})
    run = edition_module("positions.run")
    run.run(records(placed.world), records(placed.state), edition_module("positions.rounds").ACTIVATION)
    zombies = edition_module("words.describe").describe(placed.world, placed.state, placed.names)["zombies"]
    assert zombies["b"] == {"walker": 1}
    assert zombies["f"] == {"fatty": 1}


def test_kept_rows_of_distances_are_those_of_the_ways_that_are_open(made: ExitStack, tmp_path: Path) -> None:
    made.enter_context(edition(tmp_path, {}))
    _, w, s = position(board={"cells": "a B c", "links": {"a-B": "closed door", "B-c": "open door"}})
    ways = edition_module("rules.movement")
    assert row(w, ways.ways_from(w, s, 0, 0), 3) == [0, 255, 255]
    s.door[0] = OPEN
    assert row(w, ways.ways_from(w, s, 0, 0), 3) == [0, 1, 2]
    s.door[0] = CLOSED
    kept = ways.ways_from(w, s, 0, 0)
    w.dist[kept, 1] = 9  # recomputing it would remove this
    assert row(w, ways.ways_from(w, s, 0, 0), 3) == [0, 9, 255]
    for z in range(3):
        ways.ways_from(w, s, z, 0)
    w.dist_row[kept] = w.dist_ways[kept] = 0
    assert row(w, ways.ways_from(w, s, 0, 0), 3) == [0, 255, 255]


def test_gates_and_kinds_may_change_during_a_game(made: ExitStack, tmp_path: Path) -> None:
    kinds = ONE_WAY.replace("    return STREET", "    return 1 if s.noise[0] > 0 else STREET")
    made.enter_context(edition(tmp_path, {"rules/passability.py": kinds, "rules/sight_blockers.py": NOISE_OPENS}))
    _, w, s = position(board={"cells": "a B", "links": {"a-B": "closed door"}})
    see, search = edition_module("rules.sight"), edition_module("rules.plain_actions")
    assert see.sight(w, s, 0, 1) == -1
    assert search.can_search(w, s, 0) == 0
    s.noise[0] = 1
    assert see.sight(w, s, 0, 1) == 1
    assert search.can_search(w, s, 0) == 1


def test_numbers_of_the_kinds_are_the_edition_s(made: ExitStack, tmp_path: Path) -> None:
    made.enter_context(edition(tmp_path, {}, STEPS=(3, 1, 2, 1, 1), TOUGHNESS=(2, 1, 1, 3, 1), KILL_XP=(7, 1, 1, 5, 1)))
    placed, _, s = position(board={"cells": "a b c d e"}, zombies={"e": {"walker": 1, "fatty": 1}})
    run = edition_module("positions.run")
    run.run(records(placed.world), records(placed.state), edition_module("positions.rounds").ACTIVATION)
    zombies = edition_module("words.describe").describe(placed.world, placed.state, placed.names)["zombies"]
    assert zombies["b"] == {"walker": 1}  # three steps
    assert zombies["d"] == {"fatty": 1}
    assert edition_module("rules.survivor").kill_xp(s, 0, 0) == 7


def test_wounds_actions_and_levels_are_the_edition_s(made: ExitStack, tmp_path: Path) -> None:
    made.enter_context(edition(tmp_path, {}, WOUNDS=2, ACTIONS=4, LEVEL_XP=(0, 2, 4, 6)))
    placed, w, s = position(survivors={"alf": {"zone": "a", "xp": 4}, "bea": {"zone": "b"}}, turn="bea")
    found = edition_module("words.describe").describe(placed.world, placed.state, placed.names)["survivors"]
    assert (found["alf"]["danger"], found["bea"]["actions"]) == ("orange", 4)
    s.wounds[1] = 2
    edition_module("rules.survivor").deaths(w, s)
    assert s.alive[1] == 0


def test_a_skill_that_the_edition_lacks_is_held_by_nobody(made: ExitStack, tmp_path: Path) -> None:
    from zombicide_env.games.zombicide.black_plague.edition import SKILLS

    made.enter_context(edition(tmp_path, {}, SKILLS=tuple(skill for skill in SKILLS if skill != "blitz")))
    skills = edition_module("numbers.skills")
    assert "blitz" not in skills.SKILLS
    assert skills.N_SKILLS == len(skills.SKILLS) + 1 == skills.BLITZ + 1
    placed, _, s = position()
    assert s.skill[0, skills.BLITZ] == 0
    assert "blitz" not in edition_module("words.describe").describe(placed.world, placed.state, placed.names)["survivors"]["alf"]["skills"]


def test_additions_of_an_edition_stand_at_the_end_of_their_list(made: ExitStack, tmp_path: Path) -> None:
    from zombicide_env.games.zombicide.black_plague.numbers.actions import ACTIONS
    from zombicide_env.games.zombicide.black_plague.numbers.observation import OBSERVATION

    blocks, columns = "numbers/edition_blocks.py", "numbers/edition_observation.py"
    modules = {
        blocks: module_file(blocks) + '\nACTIONS = (ActionBlock("pray", (), "pray", ""),)\n',
        columns: module_file(columns) + '\nZONE_COLUMNS = (Column("holy", 1),)\n',
    }
    made.enter_context(edition(tmp_path, modules))
    actions, seen = edition_module("numbers.actions").ACTIONS, edition_module("numbers.observation")
    assert [block.name for block in actions.blocks] == [*(block.name for block in ACTIONS.blocks), "pray"]
    assert seen.OBSERVATION["zones"].column("holy") == seen.N_ZONE - 1
    assert seen.OBSERVATION.layout_hash != OBSERVATION.layout_hash
    here, there = ACTIONS.shared(actions)
    assert len(here) == ACTIONS.size
    assert [ACTIONS.label(a) for a in here] == [actions.label(a) for a in there]
    assert len(OBSERVATION.shared(seen.OBSERVATION)[0]) == OBSERVATION.size


def test_an_edition_adds_a_skill_an_action_and_a_decision_in_one_chapter(made: ExitStack, tmp_path: Path) -> None:
    """As `change.md` says: apart from the new module, only numbers and the list of modules change."""
    from zombicide_env.games.zombicide.black_plague.edition import SKILLS

    listed = module_file("rules/edition_rows.py", "black_plague") + (
        "\nfrom . import prayer\nROWS = (*ROWS, *prayer.ROWS)\nACTIONS = (*ACTIONS, *prayer.ACTIONS)\n"
    )
    modules = {
        "numbers/edition_blocks.py": module_file("numbers/edition_blocks.py") + '\nACTIONS = (ActionBlock("pray", (), "pray", ""),)\n',
        "numbers/edition_actions.py": 'from .actions import ACTIONS\nPRAY = ACTIONS.start["pray"]\n',
        "numbers/edition_decisions.py": "KNEEL = 84\n",
        "rules/prayer.py": PRAYER,
        "rules/edition_rows.py": listed,
    }
    made.enter_context(edition(tmp_path, modules, SKILLS=(*SKILLS, "devout")))
    _, w, s = position(survivors={"alf": {"zone": "a"}, "bea": {"zone": "b", "skills": ["devout"]}}, turn="bea")
    actions, table, course = edition_module("numbers.actions").ACTIONS, edition_module("rules.table"), edition_module("rules.step")

    def play(*choices: str) -> list[str]:
        """Legal blocks after actions that are each the first of their block."""
        for block in choices:
            course.step(w, s, actions.start[block])
        mask = np.zeros(actions.size, np.int8)
        table.legal(w, s, mask)
        return [block.name for block in actions.blocks if mask[actions.start[block.name]]]

    assert "pray" in play()
    assert play("pray") == ["accept", "stay"]
    assert "pray" in play("accept")
    assert (int(s.xp[1]), int(s.actions[1])) == (4, 2)


def module_file(name: str, folder: str = "family") -> str:
    from tests.games.zombicide.family.throwaway import HOME

    return (HOME / folder / name).read_text()


def test_a_kind_has_as_many_miniatures_as_can_be_counted(made: ExitStack, tmp_path: Path) -> None:
    made.enter_context(edition(tmp_path))
    placed, _, _ = position(zombies={"c": {"walker": 200}}, supply={"walker": 55})
    assert int(placed.state["zombies"][0, 2, 0]) == 200
    with pytest.raises(FormatError, match="supply: at most 255 miniatures of a kind"):
        position(zombies={"c": {"walker": 200}}, supply={"walker": 56})
