"""Options of the game: their effects, defaults, and invalid values."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.zombicide.black_plague.play import Array, choose, game, played, start
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Outcome
from zombicide_env.games.zombicide.black_plague.game import BlackPlague
from zombicide_env.games.zombicide.black_plague.world import box
from zombicide_env.games.zombicide.black_plague.world.box import content_file


def finished(of: BlackPlague, seed: int, steps: int = 4000) -> Batch:
    """Play a random game to its end."""
    *_, batch = played(of, seed, steps)
    assert batch.dones[0]
    return batch


def text(of: BlackPlague, batch: Batch, wanted: str) -> None:
    batch.step([of.parse(batch.states, wanted)])


# ---- defaults -----------------------------------------------------------------------------------------------------------


def test_defaults_are_the_documented_ones() -> None:
    """BP-2.R6, BP-3.R2, BP-18.R1: six survivors, one controller, deaths are not a defeat, no Dark ritual, no limit of rounds."""
    made = BlackPlague()
    w = made.world[0]
    assert made.quest.number == 0
    assert (int(w["n_survivors"]), int(w["n_players"])) == (6, 1)
    assert not any(int(w[name]) for name in ("strict_all_survivors", "cabal", "automatic", "shaped", "max_rounds"))
    assert w["supply"].tolist() == [35, 14, 14, 1, 1]  # BP-1.R2


def test_options_are_plain_data() -> None:
    made = make_game("black_plague", quest=3, survivors=7, players=2, cabal=True, supply={"necromancer": 3}, max_rounds=9)
    options = json.loads(json.dumps(dict(made.options)))
    again = make_game("black_plague", **options)
    assert again.world.tobytes() == made.world.tobytes()
    assert pickle.loads(pickle.dumps(made)).world.tobytes() == made.world.tobytes()


# ---- ends ---------------------------------------------------------------------------------------------------------------


def kill(of: BlackPlague, batch: Batch, survivor: int) -> None:
    """Kill the survivor by Dragon Fire; the next survivor throws the Torch from an adjacent zone."""
    names, s = of.names, batch.states[0]
    text(of, batch, f"activate {names.survivors[(survivor + 1) % 6]}")
    here = int(s["zone"][(survivor + 1) % 6])
    there = int(of.world[0]["neighbour"][here, 0])
    torch = next(c for c in range(1, 72) if names.cards[int(of.world[0]["copy_card"][c])] == "torch")
    deck = [int(c) for c in s["deck"][: s["deck_n"]] if c != torch]
    s["deck"][: len(deck)] = deck
    s["deck_n"] = len(deck)
    s["discard"][0], s["discard_n"] = s["inv"][(survivor + 1) % 6, 1], int(s["inv"][(survivor + 1) % 6, 1] > 0)
    s["inv"][(survivor + 1) % 6, 1] = torch
    s["zone"][survivor], s["bile_zone"][0], s["n_bile"] = there, there, 1
    batch.refresh()
    text(of, batch, f"torch {names.zones[there]}")


@pytest.mark.parametrize(
    ("number", "strict", "outcome"), [(0, False, "ongoing"), (0, True, "lost"), (1, True, "ongoing"), (4, False, "lost")]
)
def test_a_death_loses_where_the_option_or_quest_says_so(number: int, strict: bool, outcome: str) -> None:
    """BP-3.R2, BP-23.Q4.R2: a death loses where the Exit must be reached and the option is set, and always in quest 4."""
    of = game(number, strict_all_survivors=strict)
    batch = start(of, 1)
    kill(of, batch, 2)
    assert of.outcome(batch.states).name == outcome
    assert of.describe(batch.states)["survivors"]["clovis"]["alive"] is False
    if outcome == "lost":
        assert of.describe(batch.states)["defeat"] == "quest"


@pytest.mark.parametrize("limit", [1, 3])
@pytest.mark.parametrize(("at_max_rounds", "end", "pay"), [("defeat", "lost", -1.0), ("truncation", "truncated", 0.0)])
def test_a_game_ends_after_max_rounds(limit: int, at_max_rounds: str, end: str, pay: float) -> None:
    """The game ends after the End Phase of that round: it is lost, or truncated without a reward."""
    of = game(1, max_rounds=limit, at_max_rounds=at_max_rounds)
    for seed in range(20):
        batch = finished(of, seed)
        found = of.outcome(batch.states)
        assert found.name in (end, "lost")
        if found.detail == "max_rounds":
            assert (found.name, int(batch.states[0]["round"])) == (end, limit + 1)
            assert int(of.measures(batch.states)["rounds"][0]) == limit
            assert (batch.rewards == pay).all()
            return
    raise AssertionError("no game reached the limit")


# ---- rewards --------------------------------------------------------------------------------------------------------------


def returns(of: BlackPlague, seed: int) -> tuple[float, Array, str]:
    """Start potential, sum of the rewards and outcome of a random game."""
    total: Array = np.zeros(len(of.agents))
    batch = start(of, seed)
    first, rng = float(batch.states[0]["potential"]), np.random.default_rng(seed)
    while not batch.dones[0]:
        batch.step([choose(of, batch.masks[0], rng)])
        total += batch.rewards[0]
    return first, total, of.outcome(batch.states).name


def test_to_stand_still_pays_what_a_lost_game_pays() -> None:
    """Waiting is paid like dying, shaped or not: a potential cannot be kept by letting time run out."""
    for reward in ("sparse", "shaped"):
        of = game(1, max_rounds=2, reward=reward)
        batch = start(of, 5)
        first, total = float(batch.states[0]["potential"]), np.zeros(len(of.agents))
        while not batch.dones[0]:
            texts = of.legal_texts(batch.states)
            batch.step([of.parse(batch.states, "end" if "end" in texts else texts[0])])
            total += batch.rewards[0]
        assert of.outcome(batch.states) == Outcome("lost", "max_rounds")
        assert float(batch.states[0]["potential"]) == 0.0
        np.testing.assert_allclose(total, -1 - first, atol=1e-4)


def test_a_lost_game_pays_minus_one_at_its_end() -> None:
    """-1 for everybody at the end of a lost game, 0 before."""
    _, total, outcome = returns(game(0, max_rounds=None), 1)
    assert outcome == "lost"
    assert (total == -1).all()


def test_shaped_reward_is_a_difference_of_potentials() -> None:
    """The sum over a lost game is -1 minus the potential of the start, whatever the actions."""
    for seed in range(3):
        first, total, outcome = returns(game(0, max_rounds=None, reward="shaped"), seed)
        assert outcome == "lost"
        np.testing.assert_allclose(total, -1 - first, atol=1e-4)


# ---- decisions --------------------------------------------------------------------------------------------------------------


def offered(of: BlackPlague, seeds: range) -> set[str]:
    """Kinds of actions that were legal in random games."""
    seen: set[str] = set()
    for seed in seeds:
        for batch in played(of, seed, 400):
            seen |= {of.action_codec.decode(int(action))[0].name for action in np.flatnonzero(batch.masks[0])}
    return seen


def test_only_what_survivors_do_in_their_turns_is_asked() -> None:
    """BP-D-7, BP-D-10, BP-D-13, BP-D-18, BP-D-24: ``decisions="actions"`` offers only a survivor's actions in its own turn."""
    answers = {"activate", "keep", "choose", "hit", "wound", "miss", "reroll", "learn", "exit", "stay", "replace"}
    everything = offered(game(5), range(4))
    assert {"activate", "choose", "wound"} <= everything
    own = offered(game(5, decisions="actions"), range(4))
    assert {"move", "end", "noise"} <= own
    assert not own & answers


def test_controllers_take_turns() -> None:
    """BP-3.2, BP-20.4: each player's survivors play one after the other; the token moves around the table."""
    of = game(1, players=3)
    batch = start(of, 1)
    order = []
    while batch.states[0]["round"] == 1 and not batch.dones[0]:
        legal = of.legal_texts(batch.states)
        order += [legal[0].split()[1]] if legal[0].startswith("activate") else []
        wanted = next((t for t in legal if t.startswith("activate")), "end" if "end" in legal else legal[0])
        if wanted == "end" and (not order or order[-1] != of.names.survivors[int(batch.deciders[0])]):
            order.append(of.names.survivors[int(batch.deciders[0])])
        text(of, batch, wanted)
    assert order == list(of.names.survivors)
    assert of.describe(batch.states)["first_player"] == "player_1"


# ---- invalid values ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"quest": "danse_macabr"}, "did you mean 'danse_macabre'"),
        ({"decisions": "some"}, "decisions"),
        ({"reward": "dense"}, "reward"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_rounds": -3}, "max_rounds"),
        ({"survivors": 0}, "^survivors=.*(at least 1|at most 12)"),
        ({"survivors": 13}, "^survivors=.*(at least 1|at most 12)"),
        ({"survivors": ["ann", "ann", "clovis", "nelly", "samson", "silas"]}, "appears twice"),
        ({"survivors": ["anne", "baldric", "clovis", "nelly", "samson", "silas"]}, "did you mean 'ann'"),
        ({"players": 7}, "7 players for 6 survivors"),
        ({"supply": {"walkers": 3}}, "walkers"),
        ({"supply": {"walker": -1}}, "from 0 to 255"),
        ({"supply": {"necromancer": 13}}, "supply 'necromancer': 13; at most 12"),
        ({"first_spawn": "nowhere"}, "not a spawn zone"),
        ({"first_player": 1}, "first_player 1"),
        ({"start_zones": {"ann": "nowhere"}}, "start_zones"),
    ],
)
def test_wrong_options_are_refused_with_a_remedy(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        BlackPlague(**options)


def test_spawn_tokens_leave_room_for_those_of_necromancers(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(content_file("quests/00_danse_macabre.yaml").text.replace("token_limit: 6", "token_limit: 24", 1))
    said = r"23 spawn tokens besides those of 2 Necromancers; at most 24 together: .*supply=\{'necromancer': 1\}"
    with pytest.raises(ValueError, match=said):
        BlackPlague(str(own), supply={"necromancer": 2})
    assert BlackPlague(str(own)).world["token_limit"] == 24


def test_a_round_that_nobody_was_there_to_play_is_not_counted() -> None:
    of = BlackPlague("famine")
    batch = start(of, 1)
    batch.states["zone"][0, :6] = -1  # everybody has left, and the quest is not won
    batch.put(batch.states.copy(), trusted=True)
    while not batch.dones[0]:
        text(of, batch, "end" if "end" in of.legal_texts(batch.states) else of.legal_texts(batch.states)[0])
    assert of.outcome(batch.states).detail == "quest"
    assert of.measures(batch.states)["rounds"].tolist() == [1]


def test_random_quests_are_let_go_when_others_are_asked_for() -> None:
    kept = box._generated.cache_parameters()["maxsize"]
    assert kept is not None
    assert kept < 1000
