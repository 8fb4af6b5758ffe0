"""The heuristic in White Death: always legal, independent of hidden information, with tactics of this edition."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.zombicide.white_death.play import TABLE, start
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.games.zombicide.table.codes import FX_BILE, RED, WON
from zombicide_env.games.zombicide.white_death.edition import KINDS
from zombicide_env.games.zombicide.white_death.game import WhiteDeath
from zombicide_env.games.zombicide.white_death.numbers import actions as A
from zombicide_env.games.zombicide.white_death.numbers.edition_decisions import PREY
from zombicide_env.games.zombicide.white_death.numbers.tokens import DEFILER_TOKEN, FOLIO
from zombicide_training import evaluate


def test_every_answer_is_legal_on_every_quest() -> None:
    batch = Batch([TABLE.plain(quest) for quest in TABLE.quests], 22, seed=11, observation_dtype="uint8")
    batch.play(player_of_heuristic(TABLE.plain(0).heuristic()), limit=600, observe=False)  # raises IllegalAction otherwise
    assert not batch.status().any()
    assert batch.episodes.sum() > 8


def test_every_answer_is_legal_in_wild_games() -> None:
    games = [TABLE.wild(seed) for seed in range(100, 124)]
    batch = Batch(games, len(games), seed=3, autoreset="disabled", observation_dtype="uint8")
    batch.play(player_of_heuristic(games[0].heuristic()), limit=600, observe=False)
    assert not batch.status().any()


def test_it_wins_the_tutorial() -> None:
    game = make_game("white_death", quest="preparing_for_battle", max_rounds=60)
    assert evaluate(game, "greedy", 200, seed=500, batch=100).win_rate.value >= 0.85


def test_it_knows_nothing_that_is_hidden() -> None:
    """Other decks, artefacts, prepared cards and colors under face-down tokens change no answer (WD-1.10)."""
    batch = Batch([TABLE.plain(quest) for quest in (0, 1, 3)], 6, seed=4, observation_dtype="uint8")
    player = player_of_heuristic(TABLE.plain(0).heuristic())
    for number in range(150):
        answers = batch.think(player).copy()
        if number % 5 == 0:
            other = batch.copy()
            other.seed_actions(number)
            other.resample()
            assert np.array_equal(answers, other.think(player))
        batch.step(answers)


# ---- tactics -----------------------------------------------------------------------------------------------------------


def moment(quest: int) -> tuple[WhiteDeath, Batch]:
    """A quest in the turn of its first survivor, without zombies."""
    of = TABLE.plain(quest)
    batch = start(of, 1)
    batch.step([of.parse(batch.states, f"activate {of.names.survivors[0]}")])
    return of, batch


def answers(of: WhiteDeath, batch: Batch, number: int) -> list[str]:
    """The heuristic's next actions as texts."""
    player, said = player_of_heuristic(of.heuristic()), []
    batch.refresh()
    for _ in range(number):
        action = int(batch.think(player)[0])
        said.append(of.notation(batch.states, action))
        batch.step([action])
    return said


def put(batch: Batch, zone: int, kind: str, number: int) -> None:
    """Place zombies from the supply, or return them (``number`` below 0)."""
    s, k = batch.states[0], KINDS.index(kind)
    for row, place, by in (("zombies", (zone, k), number), ("crowd", zone, number), ("supply", k, -number)):
        s[row][place] = int(s[row][place]) + by


def test_guards_tip_a_cauldron_onto_a_crowd() -> None:
    """WD-13.10, WD-14.6."""
    of, batch = moment(1)
    s, zones = batch.states[0], of.names.zones
    wall, below = zones.index("8d"), zones.index("8g")
    s["guards"][:] = 0
    s["cauldrons"][:] = 0
    s["guards"][wall], s["cauldrons"][wall] = 12, 1
    put(batch, below, "walker", 7)
    assert answers(of, batch, 4) == ["guards 8d", "order tip", "number all", "where 8g"]
    assert batch.states[0]["crowd"][below] == 0


def test_guards_shoot_what_comes_near() -> None:
    """WD-13.9."""
    of, batch = moment(1)
    s, zones = batch.states[0], of.names.zones
    s["guards"][:] = 0
    s["guards"][zones.index("8d")] = 12
    put(batch, zones.index("8e"), "runner", 3)
    assert answers(of, batch, 4) == ["guards 8d", "order shoot", "number all", "where 8e"]


def test_those_nearest_go_for_the_defiler() -> None:
    """WD-11.9: a survivor that can attack the Defiler does."""
    of, batch = moment(0)
    s = batch.states[0]
    here = int(s["zone"][0])
    put(batch, here, "defiler", 1)
    s["defiler_zone"] = here
    s["token_zone"][s["n_tokens"]] = here
    s["token_id"][s["n_tokens"]] = DEFILER_TOKEN
    s["token_active"][s["n_tokens"]] = 1
    s["n_tokens"] += 1
    s["linked"] = 0
    assert answers(of, batch, 1)[0].startswith("melee")


def test_the_beacon_is_not_carried_into_defile() -> None:
    """WD-4.25: the shortest way to the Exit is Defiled, and the survivor takes another."""
    of, batch = moment(5)
    s, zones = batch.states[0], of.names.zones
    s["beacon_zone"], s["beacon_by"], s["beacon_taken"] = -1, 0, 1
    s["zone"][0] = zones.index("3c")
    s["defiled"][zones.index("8a")] = 1
    before = s["defiled"].copy()
    for _ in range(3):
        answers(of, batch, 1)
        zone = int(batch.states[0]["zone"][0])
        assert zone < 0 or not before[zone]


def test_the_beacon_gets_a_way_by_a_rope_ladder() -> None:
    """Quest 5, WD-4.13: the only way on foot to the Exit is Defiled, so the survivor at a rope ladder takes it and hangs it on the wall."""
    of, batch = moment(5)
    s, zones = batch.states[0], of.names.zones
    assert answers(of, batch, 1) == ["ladder take"]
    s["zone"][0] = zones.index("8f")
    assert any(text.startswith("ladder place") for text in answers(of, batch, 9))  # Guards may be sent ahead first
    assert batch.states[0]["rope"].sum() == 2  # on both sides of the border


def test_fragments_of_a_folio_come_into_one_hand() -> None:
    """Quest 2, WD-25.43: a survivor with one gives it to one with two, and with all of them the folio is complete."""
    of, batch = moment(2)
    s = batch.states[0]
    s["zone"][:2] = s["zone"][0]
    s["reds"] = 3
    s["keepsakes"][0, 0] = RED
    s["keepsakes"][1, :2] = RED
    said = answers(of, batch, 2)
    assert said == [f"trade {of.names.survivors[1]}", "give token red"]
    assert FOLIO in s["keepsakes"][1]


def test_who_leaves_takes_the_last_guards_along() -> None:
    """WD-25.9, WD-25.85: survivors who leave do not come back; one leaves with the Guards, the others when all is done."""
    of, batch = moment(7)
    s, way_out = batch.states[0], int(np.flatnonzero(of.world[0]["exit_zone"])[0])
    s["guards"][:] = 0
    s["guards_escaped"], s["guards"][way_out] = 8, 4
    s["zone"][0] = way_out
    s["actions"][0] = 0
    batch.refresh()
    end = of.parse(batch.states, "end")
    alone, elsewhere, done = (batch.copy() for _ in range(3))
    alone.states["guards"][0, way_out], alone.states["guards_escaped"] = 0, 12
    elsewhere.states["guards"][0, way_out], elsewhere.states["guards"][0, way_out + 9] = 3, 1
    done.states["guards"][0, way_out], done.states["guards_escaped"] = 0, 12
    done.states["objective"][:] = 0
    done.states["taken"][:] = 1
    hunted = elsewhere.copy()
    put(hunted, int(of.world[0]["neighbour"][way_out, 0]), "walker", 2)
    said = []
    for table in (batch, alone, elsewhere, hunted, done):
        table.refresh()
        table.step([end])
        said += answers(of, table, 1)
    assert said == ["exit", "stay", "stay", "exit", "exit"]


def test_the_team_gathers_on_the_ramparts_and_wins() -> None:
    """WD-25.35: with all objectives taken and the four Dragon Biles, all survivors climb the ramparts, from wherever they are."""
    of, batch = moment(1)
    s, world = batch.states[0], of.world[0]
    biles = [n for n in range(1, int(world["n_copies"]) + 1) if world["card_effect"][world["copy_card"][n]] == FX_BILE]
    for zone in np.flatnonzero(s["objective"]):
        s["taken"][s["objective"][zone]] += 1
    s["objective"][:], s["hidden"][:], s["guards"][:] = 0, 0, 0
    s["guards"][of.names.zones.index("9e")] = 12
    for i, copy in enumerate(biles[:4]):
        deck = s["deck"][: s["deck_n"]]
        s["inv"][i, 3] = copy
        s["deck"][: s["deck_n"] - 1] = deck[deck != copy]
        s["deck_n"] -= 1
        s["deck"][s["deck_n"]] = 0
    s["zone"][:6] = [of.names.zones.index(zone) for zone in ("1b", "8a", "8b", "7c", "9a", "4A")]
    batch.refresh()
    batch.play(player_of_heuristic(TABLE.plain(1).heuristic()), limit=120, observe=False)
    assert batch.dones[0] == WON


def test_zombies_are_sent_elsewhere_than_to_guards_who_must_not_die() -> None:
    """WD-17.8, WD-25.10: the players choose between equally attractive zones."""
    of = TABLE.plain(7)
    batch = Batch(of, 48, seed=3, observation_dtype="uint8")
    player, asked = player_of_heuristic(of.heuristic()), 0
    for _ in range(500):
        taken = batch.think(player)
        for i in np.flatnonzero(batch.states["stack"][np.arange(batch.n), batch.states["depth"] - 1, 0] == PREY):
            guards = batch.states["guards"][i]
            options = np.flatnonzero(batch.masks[i]) - A.CHOOSE
            if guards[options].any() and not guards[options].all():
                asked += 1
                assert guards[taken[i] - A.CHOOSE] == 0
        batch.step(taken)
    assert asked > 3


def test_guards_are_sent_to_the_exit() -> None:
    """WD-25.85: Guards far from it come closer in each turn."""
    of = TABLE.plain(6)
    batch = start(of, 3)
    before = batch.states["guards"][0].copy()
    batch.play(player_of_heuristic(of.heuristic()), limit=80, observe=False)
    assert batch.dones[0] == 0
    assert (batch.states["guards"][0] * (before > 0)).sum() < before.sum() / 2


# ---- skills, and weights that `greedy` leaves at 0 ------------------------------------------------------------------------


def turn_of(name: str, quest: int = 1) -> tuple[WhiteDeath, Batch, int, int]:
    """A quest in the turn of a survivor, without zombies, with the survivor's number and zone."""
    of = TABLE.plain(quest)
    batch = start(of, 1)
    batch.step([of.parse(batch.states, f"activate {name}")])
    i = of.names.survivors.index(name)
    return of, batch, i, int(batch.states[0]["zone"][i])


def scores(of: WhiteDeath, batch: Batch, **weights: float) -> dict[str, float]:
    """Scores of the legal actions by their texts."""
    batch.refresh()
    judged = batch.judge(player_of_heuristic(of.heuristic(), weights))[0]
    return {of.notation(batch.states, int(a)): float(judged[a]) for a in np.flatnonzero(np.isfinite(judged))}


def best(found: dict[str, float]) -> str:
    """The action with the highest score."""
    return max(found, key=found.__getitem__)


def test_who_would_die_where_he_stands_pushes_the_zombies_away() -> None:
    """Shove costs no action, and zombies that return have used up theirs (WD-24.72)."""
    of, batch, i, zone = turn_of("ogon")
    put(batch, zone, "walker", 3)
    s = batch.states[0]
    s["wounds"][i], s["actions"][i] = 2, 0
    assert best(scores(of, batch, shove=1.0)).startswith("use shove")
    assert best(scores(of, batch)) == "end"
    put(batch, zone, "walker", -3)
    put(batch, zone, "runner", 3)  # Runners have an action left when they are back
    runners = scores(of, batch, shove=1.0)
    assert runners["end"] > max(score for text, score in runners.items() if text.startswith("use shove"))


def test_nobody_is_pushed_onto_guards_whose_death_loses_the_game() -> None:
    """WD-25.10."""
    of, batch, i, zone = turn_of("ogon", 6)
    put(batch, zone, "walker", 3)
    s = batch.states[0]
    s["wounds"][i], s["actions"][i] = 2, 0
    s["guards"][:] = 0
    s["guards"][len(of.names.zones) - 1] = 12  # far away
    to = [text for text in scores(of, batch, shove=1.0) if text.startswith("use shove")]
    s["guards"][:] = 0
    s["guards"][of.names.zones.index(to[0].split()[-1])] = 12
    found = scores(of, batch, shove=1.0)
    assert found[to[0]] == -5.0 < max(found[text] for text in to[1:]) == found[best(found)]


def test_before_he_pushes_them_away_he_strikes() -> None:
    of, batch, _, zone = turn_of("ogon")
    put(batch, zone, "walker", 4)
    found = scores(of, batch, shove=1.0)
    assert best(found).startswith("melee")
    assert found["end"] < max(score for text, score in found.items() if text.startswith("use shove"))


def test_who_pushes_zombies_away_still_fears_those_that_spawn_in_the_zone() -> None:
    """With ``spawn`` Shove spares no harm by zombies that are not there yet; ending the turn without it is as bad by as much."""
    of, batch, i, zone = turn_of("ogon")
    put(batch, zone, "walker", 3)
    s = batch.states[0]
    s["actions"][i] = 0
    s["token_zone"][s["token_active"].argmax()] = zone
    fearless, fearful = (scores(of, batch, shove=1.0, spawn=spawn) for spawn in (0.0, 0.5))
    push = best(fearless)
    assert push.startswith("use shove")
    assert fearful == pytest.approx(fearless)


def test_lifesaver_fetches_a_team_mate_who_would_die_and_nobody_who_is_safe() -> None:
    """WD-24.61."""
    of, batch, *_ = turn_of("dragomir")
    s, other = batch.states[0], of.names.survivors.index("lorna")
    near = next(n for n in range(len(of.names.zones)) if f"move {of.names.zones[n]}" in scores(of, batch))
    s["zone"][other], s["acted"][other], s["wounds"][other] = near, 1, 2
    put(batch, near, "fatty", 2)
    text = f"use lifesaver {of.names.zones[near]}"
    found = scores(of, batch, lifesaver=1.0)
    assert best(found) == text
    assert scores(of, batch)[text] == -5.0
    s["wounds"][other], s["acted"][other] = 0, 0  # can still help herself
    put(batch, near, "fatty", -2)
    put(batch, near, "walker", 1)
    assert scores(of, batch, lifesaver=1.0)[text] == -5.0


def test_a_free_move_is_counted_once() -> None:
    """Lorna has a free Move action: without an action left she cannot go on from a zone with a Fatty (WD-6.5)."""
    of, batch, i, _ = turn_of("lorna")
    s = batch.states[0]
    near = next(n for n in range(len(of.names.zones)) if f"move {of.names.zones[n]}" in scores(of, batch))
    put(batch, near, "fatty", 1)
    s["wounds"][i], s["actions"][i] = 2, 1
    text = f"move {of.names.zones[near]}"
    assert scores(of, batch, thrift=1.0)[text] < scores(of, batch)[text] - 1


def test_scores_of_the_order_of_turns_have_a_factor() -> None:
    of = TABLE.plain(1)
    batch = start(of, 1)
    plain, near = scores(of, batch), scores(of, batch, order=0.25)
    assert len(plain) > 3
    assert near == pytest.approx({text: score * 0.25 for text, score in plain.items()})
    xp = batch.states[0]["xp"]
    xp[:] = 6
    xp[2] = 0
    gain = {text: score - plain[text] for text, score in scores(of, batch, novice=2.0).items()}
    first = best(gain)
    assert first == f"activate {of.names.survivors[2]}" and gain[first] == pytest.approx(2.0)
