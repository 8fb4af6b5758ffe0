"""Texts of the family's games besides the rules: odds of actions, reasons for impossible actions, the briefing of a quest."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.words import LANGUAGES
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_env.play import Session


def shot_past_a_friend(game: Any) -> tuple[Any, int, Any]:
    """A position of random games, a shot at a zone that contains a survivor too, and its odds."""
    codec = game.action_codec
    starts = [(codec.encode(name, *[0] * len(codec[name].shape)), codec[name].size) for name in ("attack_left", "attack_right")]
    shots = np.concatenate([np.arange(start, start + size) for start, size in starts])
    batch = Batch(game, 64, seed=1)
    for _ in range(1000):
        for place, which in np.argwhere(batch.masks[:, shots]):
            state, action = batch.states[place : place + 1], int(shots[which])
            odds = game.odds(state, action)
            if odds is not None and odds.kills and odds.harm > 0:
                return state.copy(), action, odds
        batch.step(batch.random_actions())
    raise AssertionError("nobody ever shoots past a friend")


def test_the_odds_of_attacks_are_how_often_they_hit() -> None:
    """Simulates an attack with many dice: the frequencies of hits and kills equal the odds."""
    game = make_game("black_plague", quest="danse_macabre")
    state, action, told = shot_past_a_friend(game)
    kills, hits, n = 0, 0, 400
    rng = np.random.default_rng(5)
    trial = state.copy()
    for _ in range(n):
        trial["rng"] = rng.integers(2**63)
        events = game.tell(trial, action)
        hits += any(event.kind == "die" and event.values["success"] for event in events)
        kills += sum(event.values["n"] for event in events if event.kind == "kill")
    assert hits / n == pytest.approx(told.any, abs=0.1)
    assert kills / n == pytest.approx(told.kills, abs=0.1)


def test_odds_do_not_depend_on_the_dice_to_come() -> None:
    game = make_game("black_plague", quest="danse_macabre")
    session = Session(game, [agents.make("greedy", game)], seed=21)
    session.play(60)
    said = set()
    for seed in range(1, 6):
        state = session.state.copy()
        state["rng"] = seed
        said.add(tuple(game.odds(state, int(a)) for a in np.flatnonzero(game.mask(state))))
    assert len(said) == 1
    assert session.state["rng"][0] not in range(1, 6)  # and the position is unchanged


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_attack_has_odds_and_nothing_legal_is_said_to_be_impossible(edition: str) -> None:
    """Includes attacks with Reach and improvised ones; a reason for several kinds of actions is absent if one of them is legal."""
    game = make_game(edition)
    batch = Batch(game, 1, seed=7, autoreset="disabled", observation_dtype="uint8")
    attacks = set()
    for _ in range(24):
        batch.reset()
        for _ in range(250):
            if batch.deciders[0] < 0:
                break
            state, legal = batch.states.copy(), [int(action) for action in np.flatnonzero(batch.masks[0])]
            assert not {game.notation(state, action).split()[0] for action in legal} & game.impossible(state).keys()
            for action in legal:
                block = game.action_codec.decode(action)[0].name
                if block.startswith(("melee", "attack_", "strike_", "improvised_", "twice")):
                    attacks.add(block.partition("_")[0])
                    trial = state.copy()
                    trial["rng"] = 1
                    events, _ = game.tried(trial, action)
                    assert game.odds(state, action) is not None or not any(event.kind == "die" for event in events), block
            batch.step(batch.random_actions())
    assert ("strike" if edition == "white_death" else "melee") in attacks


def test_what_is_impossible_is_not_legal_and_its_reason_is_explained() -> None:
    game = make_game("black_plague", quest="danse_macabre")
    session = Session(game, [agents.make("greedy", game)], seed=3)
    seen = set()
    while not session.over and session.round < 8:
        verbs = {text.split()[0] for text in game.legal_texts(session.state)}
        for verb, reason in game.impossible(session.state).items():
            assert verb not in verbs
            seen.add(reason)
        session.step()
    assert len(seen) > 6
    assert [reason for reason in seen for language in LANGUAGES if not game.explanation("reason", reason, language)] == []


def test_the_briefing_says_what_opens_locked_doors() -> None:
    lines = make_game("black_plague", quest="danse_macabre").briefing()
    assert "The door between 9A-9b is locked until the blue objective is taken." in lines
    assert "The green spawn token in 4a sleeps until the green objective is taken." in lines


@pytest.mark.parametrize(
    ("edition", "options", "header", "line"),
    [
        ("black_plague", {}, "1", ""),
        ("black_plague", {"max_rounds": 12}, "1 of 12", "The survivors have lost when round 12 is over."),
        ("white_death", {"max_rounds": 1, "at_max_rounds": "truncation"}, "1 of 1", "The game stops when round 1 is over"),
        ("apocalypse", {}, "1 of 30", "The survivors have lost when round 30 is over."),
        ("apocalypse", {"at_max_rounds": "draw"}, "1 of 30", "The game is drawn when round 30 is over."),
        ("apocalypse", {"max_rounds": 5, "at_max_rounds": "truncation"}, "1 of 5", "The game stops when round 5 is over"),
    ],
)
def test_the_header_and_the_briefing_tell_the_last_round(edition: str, options: dict[str, Any], header: str, line: str) -> None:
    """AP-3.R2: Apocalypse has a limit of its own."""
    game = make_game(edition, **options)
    batch = Batch(game, 1, seed=1)
    assert {fact.label: fact.text for fact in game.scene(batch.states).facts}["Round"] == header
    told = [[said for said in game.briefing(language) if header.split()[-1] in said] for language in LANGUAGES]
    assert not line or (told[0][-1].startswith(line) and header.split()[-1] in told[1][-1])
    if line:
        batch.states["round"] = int(header.split()[-1]) + 1  # as after the last round
        assert {fact.label: fact.text for fact in game.scene(batch.states).facts}["Round"].split()[0] == header.split()[-1]
    else:
        assert not any("over" in said for said in game.briefing())


def test_the_first_player_is_called_by_the_survivors_whom_the_page_shows() -> None:
    """BP-3.R5: a player may have several survivors; the page names them, and no players."""
    game = make_game("black_plague", survivors=["ann", "clovis", "silas"], players=[["clovis"], ["ann", "silas"]], allow_small_team=True)
    assert [game.name_of("player", number) for number in (0, 1)] == ["clovis", "ann+silas"]
    assert make_game("black_plague").name_of("player", 0) == "everybody"


def test_one_survivor_is_no_crowd() -> None:
    for edition in EDITIONS:
        told = make_game(edition).explanations().texts["reason"]
        assert [text["en"] for text in told.values() if text["en"].startswith("They ")] == [], edition


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_quest_is_briefed_in_both_languages(edition: str) -> None:
    briefing = edition_module(edition, "words.briefing").briefing
    for quest in edition_module(edition, "world.box").quests():
        said = [briefing(quest, language) for language in LANGUAGES]
        assert len(said[0]) == len(said[1]) >= 2, quest.id
        assert not [line for lines in said for line in lines if "{" in line], quest.id


def test_the_box_is_told_by_skills_and_zombie_cards() -> None:
    told = make_game("black_plague").reference()
    assert told["survivors"]["ann"]["orange"] == ("free_magic_action", "free_melee_action")
    assert told["zombie_cards"]["4"] == {"kind": "spawn", "blue": "walker 1", "yellow": "runner 1", "orange": "fatty 3", "red": "fatty 3"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_events_name_zombie_cards_as_the_reference_does(edition: str) -> None:
    """The zombies that a drawn card brings are those that its line promises."""
    game = make_game(edition, max_rounds=4)
    cards = game.reference()["zombie_cards"]
    session = Session(game, [agents.make("greedy", game)], seed=3, keep=True)
    checked = 0
    while not session.over:
        events = [(event.kind, game.named(event)) for event in session.step().events]
        came = {(v["zone"], f"{v['zombie']} {v['n']}") for kind, v in events if kind == "spawn"}
        for card, drawn in ((cards[v["card"]], v) for kind, v in events if kind == "zombie_card"):
            if card["kind"] == "spawn" and (line := card[drawn["level"]]):
                assert (drawn["zone"], line) in came
                checked += 1
    assert checked


def test_the_zombie_master_is_told_which_zombies_are_sent() -> None:
    game = make_game("apocalypse", quest="zombie_police")
    session = Session(game, [agents.make("greedy", game)], seed=3)
    while session.decider != "zombie_master" or not game.legal_texts(session.state)[0].startswith("path "):
        session.step()
    asked = {fact.label: fact.text for fact in game.scene(session.state).facts}
    assert re.fullmatch(r"\d+ [a-z ]+ from s\d+x\d+", asked["On the move"])


@pytest.mark.parametrize(
    ("edition", "quest", "least"),
    [("black_plague", "the_hellhole", 8), ("white_death", "defenders_of_the_empire", 16), ("apocalypse", "zombie_police", 11)],
)
def test_every_decision_of_random_games_has_a_scene(edition: str, quest: str, least: int) -> None:
    """Decisions share names between editions, not the words of their frames: a route of White Death had no scene."""
    game = make_game(edition, quest=quest)
    batch, asked = Batch(game, 64, seed=2), set()
    for _ in range(300):
        for i in np.flatnonzero(batch.states["depth"] > 0).tolist():
            code = int(batch.states["stack"][i, batch.states["depth"][i] - 1, 0])
            if code not in asked:
                asked.add(code)
                assert game.scene(batch.states[i : i + 1]).facts
        batch.step_random(1)
    assert len(asked) >= least, asked
