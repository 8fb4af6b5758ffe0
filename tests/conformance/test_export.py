"""Positions of played games as vectors: exported files load and pass; positions that cannot be expressed are refused."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.conformance import check, load
from zombicide_env.conformance.export import vector
from zombicide_env.play import Session


def played(game_id: str, moves: int, spec: str = "greedy", seed: int = 3, **options: Any) -> Session:
    game = make_game(game_id, **options)
    session = Session(game, [agents.make(spec, game)], seed=seed, keep=True)
    session.play(moves)
    return session


def decided(session: Session, at: int) -> set[str]:
    return set(session.game.legal_texts(session.state_at(at)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("black_plague", {"quest": "the_shepherds"}, 150),
        ("black_plague", {"quest": "big_game_hunting", "players": 3}, 90),
        ("black_plague", {"quest": "the_shepherds", "decisions": "actions"}, 60),
        ("apocalypse", {}, 60),
        ("white_death", {}, 60),
        ("hit_z_road", {}, 60),
        ("hit_z_road", {"players": 1}, 20),
        ("z_game", {"players": 2}, 120),
    ],
)
def test_positions_of_a_game_load_and_pass(game: str, options: dict[str, Any], moves: int, tmp_path: Path) -> None:
    session = played(game, moves, **options)
    written = 0
    for at in range(moves // 3, moves + 1, moves // 3 - 1):
        file = tmp_path / f"{at}.yaml"
        with suppress(ValueError):  # not every position can be written; their number is checked below
            file.write_text(vector(session.replay, at), encoding="utf-8")
        if not file.exists():
            continue
        (found,) = load(file)
        report = check(found)
        assert report.passed, report.line()
        (last,) = found.document["play"][-1].values()
        if game in ("hit_z_road", "z_game"):  # with labels of their own boards
            assert {entry.split(": ", 1)[1] for entry in last} == decided(session, at)
        written += 1
    assert written >= 2


def test_a_game_that_asks_for_actions_only_is_written_as_one(tmp_path: Path) -> None:
    file = tmp_path / "actions.yaml"
    file.write_text(vector(played("black_plague", 1, decisions="actions").replay, 1), encoding="utf-8")
    (found,) = load(file)
    assert found.document["automatic"] == "actions"  # true would ask for the steps of a trade


def test_a_recruit_is_written_among_the_survivors_of_who_has_won_him() -> None:
    session = played("apocalypse", 70, seed=0, quest="might_makes_right", players=2, survivors=3)
    owners = zip(session.game.agent_names(session.state), session.state["owner"][0], strict=False)
    whose = {name: int(owner) for name, owner in owners if owner >= 0}
    assert len(whose) == 4, "somebody has been recruited by then"
    (document,) = yaml.safe_load(vector(session.replay, 70))
    assert {name: player for player, own in document["players"].items() for name in own} == {
        name: f"player_{owner}" for name, owner in whose.items()
    }


def test_a_wrong_expectation_of_an_exported_vector_fails(tmp_path: Path) -> None:
    session = played("black_plague", 40, quest="danse_macabre")
    (document,) = yaml.safe_load(vector(session.replay, 40))
    name = next(iter(document["survivors"]))
    document["expect"]["survivors"][name]["xp"] = 17
    file = tmp_path / "wrong.yaml"
    file.write_text(yaml.safe_dump([document]), encoding="utf-8")
    assert not check(load(file)[0]).passed


@pytest.mark.parametrize(
    ("game", "options", "reason"),
    [
        ("black_plague", {"quest": "generated:seed=7"}, "quests of the box"),
        ("z_game", {"players": 2}, "a vector begins where"),
        ("white_death", {"guard_absorbs": 2}, "rulings of the rules"),
    ],
)
def test_what_cannot_be_said_is_refused(game: str, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        vector(played(game, 1, **options).replay, 0)


def test_the_end_of_a_game_is_no_position() -> None:
    session = played("black_plague", 1000, quest="danse_macabre", max_rounds=1)
    with pytest.raises(ValueError, match="the game is over"):
        vector(session.replay, len(session.moves))


def test_no_vector_begins_before_what_is_hidden_was_drawn_again() -> None:
    """It would reveal the face-down objectives of the game that the replay branched from."""
    whole = played("black_plague", 40, quest="big_game_hunting")
    vector(whole.upto(28), 28)  # it starts some moves earlier: it cannot start in the middle of an action
    with pytest.raises(ValueError, match="no vector can say this position"):
        vector(whole.parted(28, 77), 28)
    hidden = {str(yaml.safe_load(vector(whole.parted(26, seed), 26))[0]["board"]["objectives"]) for seed in range(5)}
    assert len(hidden) > 1
