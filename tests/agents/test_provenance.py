"""Warnings of a policy for games unlike its training games."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import zombicide_agents as agents
from tests.needs import TRAIN
from zombicide_agents import checkpoint_folder
from zombicide_agents.checkpoint_folder import read_header
from zombicide_agents.provenance import BEFORE, JUDGEMENT, known, remarks, unlike
from zombicide_agents.residual import fingerprint
from zombicide_env import make_game
from zombicide_env.games.zombicide.black_plague.game import BlackPlague

SURVIVORS = checkpoint_folder.read_header(checkpoint_folder.find("survivors"))
TODAY = replace(SURVIVORS, rules_revision=BlackPlague.rules_revision)


def header(before: Any) -> checkpoint_folder.Header:
    return replace(TODAY, training=SURVIVORS.training | {BEFORE: before})


def test_what_was_met_before_the_last_run_counts() -> None:
    game = make_game("black_plague", quest="generated:seed=3,tiles=3", survivors=3, decisions="actions")
    assert {name for name, *_ in unlike(header({}), game)} == {"survivors", "decisions"}
    assert unlike(header({"survivors": [3], "decisions": ["actions"]}), game) == []
    assert unlike(TODAY, make_game("black_plague", cabal=True)) == [("cabal", True, [False])]


def test_of_a_run_on_the_ladder_its_rungs_are_known() -> None:
    config = SURVIVORS.training["config"] | {"ladder": ["exit", "all", "no rung"], "quest": ["danse_macabre"]}
    learned = replace(TODAY, training={"config": config})
    assert {name: known(learned)[name] for name in ("quest", "survivors", "decisions")} == {
        "quest": ["generated"],
        "survivors": [1, 3],
        "decisions": ["actions"],
    }


@pytest.mark.parametrize("before", [None, [], "all", {"survivors": 3}, {"survivors": {"3": 3}}])
def test_a_header_that_says_it_otherwise_says_nothing(before: Any) -> None:
    assert known(header(before))["survivors"] == [6]


def test_the_rules_of_its_training_may_be_earlier_ones() -> None:
    """It plays nevertheless; the header, the page and the commands name the revision of its training."""
    game = make_game("black_plague", quest="danse_macabre")
    earlier = replace(TODAY, rules_revision=game.rules_revision - 1)
    assert unlike(earlier, game)[0] == ("rules_revision", game.rules_revision, [game.rules_revision - 1])
    [line] = remarks(["greedy", "checkpoint:danse_macabre", "checkpoint:danse_macabre", "checkpoint:survivors", "random"], game)
    assert line.startswith("checkpoint:danse_macabre was trained by revision 1 of the rules of black_plague, this is revision")
    assert remarks(["checkpoint:danse_macabre"], make_game("hit_z_road")) == []


def test_a_header_that_names_no_revision_is_of_the_first(tmp_path: Path) -> None:
    folder = shutil.copytree(checkpoint_folder.find("survivors"), tmp_path / "policy")
    head = json.loads((folder / checkpoint_folder.HEADER).read_text())
    head.pop("rules_revision", None)
    (folder / checkpoint_folder.HEADER).write_text(json.dumps(head))
    assert checkpoint_folder.read_header(folder).rules_revision == 1
    (folder / checkpoint_folder.HEADER).write_text(json.dumps(head | {"rules_revision": "2"}))
    with pytest.raises(checkpoint_folder.CheckpointError, match="rules_revision is '2', not a whole number"):
        checkpoint_folder.read_header(folder)


def test_policies_of_other_libraries_are_remarked_on_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = make_game("hit_z_road", players=2)
    tmp_path.joinpath("policy.pt").touch()
    note = agents.note_game("policy.pt", game)
    spec = "torch:policy.py:build,weights=policy.pt"
    assert remarks([spec, "onnx:other.onnx"], game) == []
    note.write_text(note.read_text().replace(f'"rules_revision": {game.rules_revision}', '"rules_revision": 0'))
    [line] = remarks([spec], game)
    assert line.startswith(f"{spec} was trained by revision 0 of the rules of hit_z_road")


def test_a_base_that_judges_otherwise_than_in_training_is_told(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=TRAIN)
    from zombicide_agents import checkpoint
    from zombicide_agents.network import NetworkConfig, build

    game = make_game("hit_z_road", players=2)
    torch.manual_seed(0)
    network = build(game, NetworkConfig(kind="flat", width=8, layers=1, lean="greedy"))
    made = checkpoint.save(tmp_path / "made", game, network, {})
    judged = read_header(made).training[JUDGEMENT]
    assert judged == fingerprint("greedy", "hit_z_road") != fingerprint("greedy:hold=9", "hit_z_road")
    assert remarks([f"checkpoint:{made}"], game) == []
    header = (made / "checkpoint.json").read_text()
    (made / "checkpoint.json").write_text(header.replace(judged, "0" * 16))
    [line] = remarks([f"checkpoint:{made}"], game)
    assert "is a residual policy over greedy, which judges otherwise than when it was trained" in line


def test_a_base_that_scores_only_its_choice_is_known_by_the_scores_behind_it() -> None:
    plain, other = (fingerprint(f"greedy:wound={wound}", "black_plague") for wound in (0.8, 0.81))
    assert plain != other  # hardly any choice differs
    for final in ("final=1", "danse_macabre.final=1"):
        assert [fingerprint(f"greedy:wound={wound},{final}", "black_plague") for wound in (0.8, 0.81)] == [plain, other]


def test_a_game_that_nobody_has_registered_has_no_fingerprint() -> None:
    assert fingerprint("greedy", "no_such_game") == ""
