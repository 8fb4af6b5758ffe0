"""Every vector is a test, and violations of the format are invalid."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.games.vectors import hold_in_the_other_mode, report_on, vectors
from zombicide_env.conformance import Report, Vector, check, load
from zombicide_env.conformance.hit_z_road import position
from zombicide_env.core.state_validation import StateValidator
from zombicide_env.games.hit_z_road.numbers.actions import N_ACTIONS
from zombicide_env.games.hit_z_road.rules.kernels import KERNELS
from zombicide_env.games.hit_z_road.rules.status import BOUNDS, Status

VECTORS = vectors("hit_z_road")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_every_vector_holds(vector: Vector) -> None:
    report = check(vector)
    assert report.passed, report.line()


def test_positions_are_sound() -> None:
    for vector in VECTORS:
        at = position(vector.document)
        (flags,), _ = StateValidator(KERNELS, BOUNDS, at.state.dtype, at.world, N_ACTIONS).look(at.state)
        assert Status(int(flags)) == Status(0), vector.id


@pytest.mark.slow
def test_vectors_hold_in_plain_python() -> None:
    hold_in_the_other_mode("hit_z_road")


GOOD = """
- id: T-1
  rules: [HZ-7.R3]
  title: a battle
  game: hit_z_road
  players: {player_0: {ammo: 1}, player_1: {}}
  round: 3
  phase: card
  routes: {1: [II-1, II-19], 2: [II-2, II-3], 3: [II-16, II-17]}
  taken: {1: player_0}
  turn: player_0
  card: II-19
  dice: [kill, dodge, kill, dodge]
  cards: [II-4]
  play:
    - player_0: shoot 2
    - illegal: ["player_0: shoot 1", "player_1: fight", "player_0: flee now"]
  expect: {battle: {zombies: 3}, player_0: {ammo: 0}, deck: {1: 0}, keys: {3: 2}}
"""


def report_of(folder: Path, old: str = "", new: str = "") -> Report:
    return report_on(folder, GOOD, old, new)


def test_good_vector_passes(tmp_path: Path) -> None:
    report = report_of(tmp_path)
    assert report.passed, report.line()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("  phase: card", "  phase: cards", "unknown phase 'cards' (did you mean 'card'?)"),
        ("  phase: card\n", "", "'phase' is missing"),
        ("  round: 3", "  round: 9", "whole number from 1 to 8"),
        ("  round: 3", "  round: 6", "card of level 2; level 3 is used here"),
        ("{ammo: 1}", "{ammo: -1}", "whole number from 0"),
        ("{ammo: 1}", "{wood: 1}", "unknown key 'wood'"),
        ("{ammo: 1}", "{alive: false, ammo: 1}", "a dead player has nothing"),
        ("{ammo: 1}", "{alive: false}", "player_0 is eliminated"),
        ("{ammo: 1}", "{survivors: 0}", "whole number from 1 to 7"),
        ("{ammo: 1}", "{tokens: {molotow: 1}}", "unknown token 'molotow' (did you mean 'molotov'?)"),
        ("{ammo: 1}", "{cards: [II-19]}", "II-19 is named twice"),
        ("{ammo: 1}", "{cards: [I-17]}", "bears the symbol J"),
        ("player_1: {}}", "player_2: {}}", "without a gap"),
        ("3: [II-16, II-17]}", "3: [II-16, II-2]}", "II-2 is named twice"),
        ("3: [II-16, II-17]}", "3: [II-16]}", "a route has 2 cards, not 1"),
        (", 3: [II-16, II-17]}", "}", "route 3 is missing"),
        ("3: [II-16, II-17]}", "4: [II-16, II-17]}", "there is no route 4"),
        ("  taken: {1: player_0}\n", "", "no route in 'taken'"),
        ("  turn: player_0\n", "", "the key 'turn' is missing"),
        ("  turn: player_0\n", "  turn: player_1\n", "player_1 has no route in 'taken'"),
        ("  card: II-19", "  card: II-2", "not a card of the route"),
        ("  card: II-19", "  card: II-99", "unknown card 'II-99'"),
        ("  card: II-19", "  card: II-19\n  battle: {card: II-19}", "has no meaning in the phase 'card'"),
        ("[kill, dodge, kill, dodge]", "[kill, 5]", "unknown die result 5"),
        ("  cards: [II-4]", "  cards: [III-4]", "card of level 3; level 2 is used here"),
        ("  cards: [II-4]", "  automatic: 1", "must be true or false"),
        ("shoot 2\n", "shoot 2\n    - run: lunch\n", "unknown step 'lunch'"),
        ("zombies: 3", "zombies: three", "must be a number"),
        ("zombies: 3", "wolves: 3", "unknown key 'wolves'"),
        ("deck: {1: 0}", "deck: {4: 0}", "must be a number from 1 to 3"),
        ("keys: {3: 2}", "weather: fine", "unknown key 'weather'"),
        ("[HZ-7.R3]", "[HZ-7.R3, HZ-EX-1]", "'HZ-EX-1' is not a rule id"),
        ("[HZ-7.R3]", "[BP-7.3]", "'BP-7.3' is not a rule id"),
        ("  round: 3", "  round: '3'", "whole number from 1 to 8"),
        ("  phase: card", "  phase: end", "the key 'routes' has no meaning in the phase 'end'"),
        ("  phase: card", "  phase: auction", "the key 'turn' has no meaning in the phase 'auction'"),
        ("{ammo: 1}", "{survivors: 8}", "whole number from 1 to 7"),
        ("{ammo: 1}", "{bonus: -1}", "whole number from 0"),
        ("{ammo: 1}", "{liquidator: yes please}", "must be true or false"),
        ("{ammo: 1}", "{tokens: {molotov: 0}}", "whole number from 1"),
        ("{ammo: 1}", "{tokens: [molotov]}", "must be a mapping"),
        ("{ammo: 1}", "{cards: [I-1, I-1]}", "I-1 is named twice"),
        ("{ammo: 1}", "{cards: [II-4]}", "II-4 is named twice"),
        ("{ammo: 1}", "{cards: [II-2]}", "II-2 is named twice: it lies with a player and is not played yet"),
        ("{ammo: 1}, player_1: {}", "{ammo: 1, cards: [I-1]}, player_1: {cards: [I-1]}", "I-1 is named twice"),
        ("{player_0: {ammo: 1}, player_1: {}}", "{}", "the seats must be"),
        (
            "{player_0: {ammo: 1}, player_1: {}}",
            "{player_0: {alive: false}, player_1: {alive: false}}",
            "player_0 is eliminated",
        ),
        ("{player_0: {ammo: 1}, player_1: {}}", "{player_1: {}, player_0: {ammo: 1}}", "player_1 comes before player_0 and has no route"),
        ("  taken: {1: player_0}", "  taken: {1: player_0, 2: player_0}", "a player has taken two routes"),
        ("  taken: {1: player_0}", "  taken: {1: player_2}", "unknown player 'player_2'"),
        ("  taken: {1: player_0}", "  taken: {1: player_0}\n  keys: {3: 3}", "a key token costs 2 or 4, not 3"),
        ("  taken: {1: player_0}", "  taken: {1: player_0}\n  keys: {4: 2}", "there is no route 4; there are 1 to 3"),
        ("2: [II-2, II-3]", "2: [II-2, II-27]", "bears the symbol K"),
        ("  phase: card", "  phase: battle", "the key 'card' has no meaning in the phase 'battle'"),
        ("[kill, dodge, kill, dodge]", "seed", "must be a list"),
        ("  cards: [II-4]", "  cards: [II-19]", "II-19 is named twice"),
        ("  cards: [II-4]", "  board: {}", "unknown key 'board'"),
        ("shoot 2\n", "shoot 2\n    - player_2: fight\n", "'player_2' is neither an agent nor a kind of step"),
        ("shoot 2\n", "shoot 2\n    - legal: player_0 fight\n", "must be a list"),
        ("shoot 2\n", "shoot 2\n      expect: {}\n", "a step is a mapping with one key"),
        ("battle: {zombies: 3}", "player_2: {ammo: 3}", "unknown key 'player_2'"),
        ("battle: {zombies: 3}", "last_roll: {kind: lucky}", "unknown value 'lucky'"),
        ("battle: {zombies: 3}", "taken: {1: player_7}", "unknown player 'player_7'"),
        ("battle: {zombies: 3}", "phase: dinner", "unknown value 'dinner'"),
        ("player_0: {ammo: 0}", "player_0: {wood: 0}", "unknown key 'wood'"),
    ],
)
def test_broken_format_is_invalid(tmp_path: Path, old: str, new: str, reason: str) -> None:
    report = report_of(tmp_path, old, new)
    assert report.invalid, report.line()
    assert reason in str(report.problem)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("zombies: 3", "zombies: 2", "expected 2, found 3"),
        ("deck: {1: 0}", "deck: {2: 11}", "expect deck.2: expected 11, found 12"),
        ("keys: {3: 2}", "keys: {}", "expect keys: expected {}, found {3: 2}"),
        ("dodge, kill, dodge]", "dodge]", "a die that is not scripted was rolled"),
        ("dodge, kill, dodge]", "dodge, kill, horror]", "a scripted result that the die rolled does not have"),
        ("dodge, kill, dodge]", "dodge, kill, dodge, kill]", "dice left over: ['kill']"),
        ("player_0: shoot 2\n", "player_0: shoot 3\n", "legal now: shoot 2, shoot 1, shoot 0"),
        ("player_0: shoot 2\n", "player_1: shoot 2\n", "player_0 decides now"),
        ("shoot 2\n", "shoot 2\n    - run: auction\n", "the pending decision is flee"),
    ],
)
def test_what_does_not_hold_is_a_failure(tmp_path: Path, old: str, new: str, found: str) -> None:
    report = report_of(tmp_path, old, new)
    assert not report.invalid, report.line()
    assert not report.passed
    assert found in "\n".join(map(str, report.failures))


def test_a_card_may_lie_with_its_taker_after_it_has_been_played(tmp_path: Path) -> None:
    assert report_of(tmp_path, "{ammo: 1}", "{ammo: 1, cards: [II-1]}").passed


# ---- what every part of the format may contain --------------------------------------------------------------------------


def passes(folder: Path, body: str) -> None:
    """Check that a vector with this body, indented by two, passes."""
    head = "- id: T-2\n  rules: [HZ-3.1, HZ-7.R3, HZ-D-10]\n  title: a position\n  game: hit_z_road\n"
    (folder / "vectors.yaml").write_text(head + "".join(f"  {line}\n" for line in dedent(body).strip().splitlines()), encoding="utf-8")
    [vector] = load(folder / "vectors.yaml")
    report = check(vector)
    assert report.passed, report.line()


def fails(folder: Path, body: str, invalid: bool = False) -> str:
    with pytest.raises(AssertionError) as caught:
        passes(folder, body)
    assert ("INVALID" in str(caught.value)) == invalid
    return str(caught.value)


ROUTES = "{1: [I-1, I-2], 2: [I-3, I-4], 3: [I-5, I-6]}"


def test_what_a_position_leaves_out_has_its_default(tmp_path: Path) -> None:
    passes(tmp_path, f"phase: auction\nroutes: {ROUTES}\nexpect: {{round: 1, to_act: player_0, keys: {{3: 2}}, player_1: {{gas: 4}}}}")


@pytest.mark.parametrize(
    "expect",
    [
        "{game: hit_z_road, round: 1, phase: auction, decision: bid, to_act: player_1, due: 0, outcome: ongoing, grade: null}",
        "{turn_order: [player_1, player_0], winners: [], scores: {}, bonus_cards: {}, keys: {3: 2}, taken: {}, battle: null}",
        "{deck_left: 42, deck: {1: 6, 2: 18, 3: 18}, bids: {player_0: 0, player_1: 0}, last_roll: null, routes: {2: [I-3, I-4]}}",
        "{deck_left: '>=42', deck: {1: '<=6', 2: '>17', 3: '<19'}, round: '!=2', keys: {3: '>1'}, bids: {player_0: '<1'}}",
        "{players: {player_0: {alive: true, survivors: 5, tokens: {}, cards: [], bonus: 0, vp: 0, liquidator: false}}}",
        "{player_0: {ammo: 4}, players: {player_0: {gas: '>=4'}, player_1: {adrenaline: 4}}, player_1: {ammo: 4}}",
        "{legal: [bid 1, bid 10, bid 2, bid 3, bid 4, bid 5, bid 6, bid 7, bid 8, bid 9, pass]}",
        "{}",
    ],
)
def test_expectations_that_hold_pass(tmp_path: Path, expect: str) -> None:
    passes(tmp_path, f"players: {{player_1: {{}}, player_0: {{}}}}\nphase: auction\nroutes: {ROUTES}\nexpect: {expect}")


@pytest.mark.parametrize(
    "expect",
    [
        "{keys: {}}",
        "{keys: {2: 2, 3: 2}}",
        "{taken: {1: player_0}}",
        "{player_0: {tokens: {map: 1}}}",
        "{deck: {1: '>6'}}",
        "{legal: [pass]}",
        "{turn_order: [player_0, player_1]}",
        "{battle: {zombies: 1}}",
        "{last_roll: {kind: melee}}",
        "{bonus_cards: {ammo: null}}",
        "{player_0: {ammo: 5}, players: {player_0: {gas: 4}}}",
        "{grade: grade_1}",
        "{decision: null}",
    ],
)
def test_expectations_that_do_not_hold(tmp_path: Path, expect: str) -> None:
    assert "expected" in fails(tmp_path, f"players: {{player_1: {{}}, player_0: {{}}}}\nphase: auction\nroutes: {ROUTES}\nexpect: {expect}")


def test_what_is_not_legal_need_not_parse(tmp_path: Path) -> None:
    texts = [
        "pass ",
        " pass",
        "Pass",
        "bid",
        "bid 0",
        "bid 01",
        "bid 11",
        "bid  2",
        "bid +2",
        "bid 2.0",
        "pay ammo",
        "route 1",
        "",
        "tea",
        "no: bid",
    ]
    illegal = ", ".join(f'"player_0: {text}"' for text in texts)
    passes(tmp_path, f'phase: auction\nroutes: {ROUTES}\nplay:\n  - illegal: [{illegal}, "player_1: pass"]\n  - legal: ["player_0: bid 2"]')


def test_a_forced_choice_is_no_step(tmp_path: Path) -> None:
    """HZ-0.R3: there is no decision, so it cannot be answered."""
    body = f"""
    players: {{player_0: {{}}, player_1: {{ammo: 0, gas: 0, adrenaline: 0}}}}
    phase: auction
    routes: {ROUTES}
    play:
      - player_0: pass
      - player_1: pass
    """
    assert "player_0 decides now" in fails(tmp_path, body)


@pytest.mark.parametrize("phase", ["planning", "auction", "end"])
def test_empty_mappings_are_allowed_where_nothing_can_be(tmp_path: Path, phase: str) -> None:
    routes = f"\nroutes: {ROUTES}" if phase == "auction" else ""
    passes(tmp_path, f"phase: {phase}{routes}\ntaken: {{}}\nkeys: {{}}\ncards: []\nexpect: {{keys: {{}}}}")
    problem = fails(tmp_path, f"phase: {phase}{routes}\ntaken: {{1: player_0}}\nexpect: {{}}", invalid=True)
    assert f"nobody has chosen a route in the phase '{phase}'" in problem


def test_keys_of_a_position_before_planning_stay_where_they_are(tmp_path: Path) -> None:
    passes(
        tmp_path,
        "phase: planning\nkeys: {1: 2, 2: 4}\ncards: [I-5, I-6]\nexpect: {keys: {1: 2, 2: 4}, routes: {1: [I-5, I-6]}, deck_left: 42}",
    )


def test_the_end_is_that_of_the_last_round(tmp_path: Path) -> None:
    passes(tmp_path, "phase: end\nexpect: {round: 8, phase: over, deck_left: 0}")


def test_a_game_that_is_over_may_be_run(tmp_path: Path) -> None:
    passes(tmp_path, "phase: end\nplay:\n  - run: round\n  - run: game\nexpect: {phase: over}")
    for step in ("auction", "card", "turn"):
        assert "the game is over" in fails(tmp_path, f"phase: end\nplay:\n  - run: {step}\nexpect: {{}}")


def test_players_may_hold_hundreds_of_resources(tmp_path: Path) -> None:
    players = "{player_0: {ammo: 300, gas: 200, adrenaline: 999}, player_1: {tokens: {map: 99}}}"
    passes(tmp_path, f"players: {players}\nphase: route\nroutes: {ROUTES}\nexpect: {{player_0: {{ammo: 300, gas: 200}}}}")


@pytest.mark.parametrize("phase", ["planning", "auction", "end"])
def test_a_position_without_survivors_is_lost(tmp_path: Path, phase: str) -> None:
    routes = f"\nroutes: {ROUTES}" if phase == "auction" else ""
    players = "{player_0: {alive: false}, player_1: {alive: false}}"
    expect = "{outcome: lost, phase: over, winners: [], scores: {player_0: 0, player_1: 0}, legal: []}"
    passes(tmp_path, f"players: {players}\nphase: {phase}{routes}\nexpect: {expect}")


def test_a_seat_that_nobody_holds_does_nothing_legal(tmp_path: Path) -> None:
    body = f"phase: auction\nroutes: {ROUTES}\nplay:\n  - "
    passes(tmp_path, body + 'illegal: ["player_2: pass", "player_3: bid 1"]')
    assert "unknown agent 'player_2'" in fails(tmp_path, body + 'legal: ["player_2: pass"]', invalid=True)
    assert "unknown agent 'player_4'" in fails(tmp_path, body + 'illegal: ["player_4: pass"]', invalid=True)


def test_numbers_have_an_end(tmp_path: Path) -> None:
    problem = fails(tmp_path, "players: {player_0: {gas: 1000}}\nphase: end\nexpect: {}", invalid=True)
    assert "must be a whole number from 0 to 999, not 1000" in problem


def test_dice_of_a_vector_may_come_from_a_seed(tmp_path: Path) -> None:
    body = """
    round: 3
    phase: battle
    routes: {1: [II-1, II-19], 2: [II-2, II-3], 3: [II-16, II-17]}
    taken: {1: player_0}
    turn: player_0
    battle: {card: II-19, step: melee}
    """
    passes(tmp_path, f"{dedent(body)}dice: seeded\nplay:\n  - run: game\nexpect: {{phase: over}}")
    assert "a die that is not scripted was rolled" in fails(tmp_path, f"{dedent(body)}expect: {{}}")


def test_setup_takes_players_only(tmp_path: Path) -> None:
    passes(
        tmp_path,
        "players: {player_1: {}, player_0: {}, player_2: {}}\nphase: setup\nexpect: {round: 1, phase: auction, deck: {1: 6}, keys: {}}",
    )
    assert "players have no keys" in fails(tmp_path, "players: {player_0: {ammo: 4}}\nphase: setup\nexpect: {}", invalid=True)
    assert "no meaning in the phase 'setup'" in fails(tmp_path, "phase: setup\nkeys: {}\nexpect: {}", invalid=True)
