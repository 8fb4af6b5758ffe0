"""The engine against an independent oracle, round after round: every decision, all its legal answers, the whole state.

Positions are random, on small boards and on those of the missions.  A failure prints a conformance vector that shows it.
``oracle/deal.py`` lists what the oracle does not implement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from tests.games.zombicide.apocalypse.oracle import actions, birth, data, fight, horde, master, wheels
from tests.games.zombicide.apocalypse.oracle.deal import Document, deal, deal_battle, deal_skilled
from tests.games.zombicide.apocalypse.oracle.quests import deal_mission
from tests.games.zombicide.apocalypse.oracle.rounds import Rounds
from tests.games.zombicide.apocalypse.oracle.table import Survivor, Table
from tests.games.zombicide.apocalypse.oracle.terrain import Ground
from tests.games.zombicide.apocalypse.oracle.turn import Turn
from tests.needs import AT_LENGTH, LENGTH
from zombicide_env.core.jit import PYTHON_MODE

DEALS: dict[str, Callable[[Random], Document]] = {
    "boards": deal,
    "missions": deal_mission,
    "skills": deal_skilled,
    "battles": deal_battle,
    "skills on missions": partial(deal_mission, team=deal_skilled),
}
QUICK = {  # positions of a quick run, minimum number of decisions
    "boards": (30, 300),
    "missions": (12, 150),
    "skills": (12, 150),
    "battles": (12, 100),
    "skills on missions": (6, 50),
}
#: Plain Python plays a third of them: it detects what compiled code would do silently.
SHARE = 3 if PYTHON_MODE else 1


def play(seed: int, where: str = "boards") -> int:
    """Play up to four rounds from a random position. Return the number of decisions compared."""
    rng = Random(seed)
    return Rounds(DEALS[where](rng), rng).play(4)


@pytest.mark.slow
@pytest.mark.python_mode
@pytest.mark.parametrize("where", DEALS)
def test_engine_plays_as_the_rules_say(where: str) -> None:
    positions, questions = (number // SHARE for number in QUICK[where])
    assert sum(play(seed, where) for seed in range(positions)) > questions


@pytest.mark.slow
@pytest.mark.skipif(not AT_LENGTH, reason=LENGTH)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("where", DEALS)
def test_engine_plays_as_the_rules_say_at_length(where: str, part: int) -> None:
    assert sum(play(seed, where) for seed in range(10_000 + 200 * part, 10_200 + 200 * part)) > 3000


# ---- the comparison itself: errors in the oracle are detected --------------------------------------------------------

WRONG = {
    "fires that are seen through": (Ground, "sight", lambda board, a, b: super(Ground, board).sight(a, b)),
    "five cards for the wounded": (Survivor, "limit", property(lambda _: 5)),
    "noise of hidden survivors": (Table, "ignored", lambda *_: False),
    "Clutching Hands forgotten": (Turn, "full_penalty", lambda turn: turn.crowd(turn.here)),
    "raincoats that last": (actions, "_show", lambda _: None),
    "zombies that may go back": (horde.Activation, "begun", property(lambda _: {}, lambda *_: None)),
}
SELDOM_MET = {
    "additional turns forgotten": (Rounds, "_link_turns", lambda rounds: iter(())),
    "Ironclad of one type": (Survivor, "meets", lambda one, skill, kind: one.has(f"{skill}:{kind}")),
    "point-blank shots that end with the shooter": (fight.Attack, "home", property(lambda shot: shot.by.zone, lambda *_: None)),
    "fire that does not spread": (wheels, "spread", lambda _: []),
    "a Blackout forgotten": (fight, "in_reach", lambda table, one, profile, zone: table.board.sight(one.zone, zone) is not None),
    "Abominations that strike once": (data, "WOUNDS", dict.fromkeys(data.WOUNDS, 1)),
    "dogs that are slow": (data, "ACTIONS", {**data.ACTIONS, "dog": 2}),
    "toxic zombies that come last": (data, "TYPES", ("normal", "berserker", "toxic")),
    "Abominations without limit": (data, "LIMIT", dict.fromkeys(data.LIMIT, 9)),
    "toxic zombies that are called with others": (birth, "_called", lambda kind, what: data.base(kind) == what),
    "Battering by two zombies": (master, "_strength", lambda table, zone: 1 + len(table.zombies_in(zone))),
}
AT_LENGTH_ONLY = (pytest.mark.slow, pytest.mark.skipif(not AT_LENGTH, reason=LENGTH))


@pytest.mark.parametrize("wrong", [*WRONG, *(pytest.param(wrong, marks=AT_LENGTH_ONLY) for wrong in SELDOM_MET)])
def test_a_wrong_oracle_is_found_out(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, value = (WRONG | SELDOM_MET)[wrong]
    monkeypatch.setattr(where, name, value, raising=False)
    with pytest.raises((AssertionError, KeyError)):
        sum(play(seed, "battles" if wrong in SELDOM_MET and seed % 2 else "boards") for seed in range(4000))
