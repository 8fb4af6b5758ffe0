"""Third-party games: how they are registered, and what happens when the entry is wrong."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test

import zombicide_env
from tests.core.test_sides import keeps_its_type
from tests.toys.hunt import Hunt
from tests.toys.known import known
from zombicide_env import make_game, register_game
from zombicide_env.core.batch import Batch
from zombicide_env.docs.pig import ROUNDS, Pig
from zombicide_env.envs.gym import TeamEnv
from zombicide_env.envs.versus import VersusEnv
from zombicide_env.games import registry
from zombicide_env.games.base import CompiledGame
from zombicide_env.games.registry import GameEntry

PIG = Path(zombicide_env.__file__).parent / "docs" / "pig.py"


@pytest.fixture
def pig() -> Iterator[None]:
    with known("pig", "zombicide_env.docs.pig:Pig"):
        yield


@pytest.mark.usefixtures("pig")
def test_your_own_game_has_every_interface() -> None:
    game = make_game("pig", goal=30)
    keeps_its_type(game, "competitive")
    assert game.describe(np.zeros(1, game.state_dtype)) == {"round": 0, "points": [0, 0], "turn": 0, "pot": 0}
    module: Any = importlib.import_module("zombicide_env")
    api_test(module.pig_v0.env(goal=30), num_cycles=60)
    assert module.pig_v0 is sys.modules["zombicide_env.pig_v0"]
    env = gymnasium.make("zombicide/Pig-v0", goal=20, opponents="random", side="random")
    assert isinstance(env.unwrapped, VersusEnv) and env.unwrapped.game.options == {"goal": 20}
    envs: Any = gymnasium.make_vec("zombicide/Pig-v0", num_envs=3, opponents="random")
    assert envs.game.id == "pig" and envs.reset(seed=1)[0]["observation"].shape == (3, 3)
    if hasattr(pettingzoo, "make"):  # since 1.27
        assert str(pettingzoo.make("aec", "zombicide/pig-v0", goal=12)) == "pig_v0"


def test_what_it_leaves_unsaid_has_defaults() -> None:
    game = Pig(goal=5)
    state = np.zeros(1, game.state_dtype)
    assert game.legal_texts(state) == ["roll"] and game.parse(state, "roll") == 0 and game.decider(state) == "player_0"
    with pytest.raises(ValueError, match="'hold' is not a legal action; legal now: roll"):
        game.parse(state, "hold")
    assert game.status(state).value == 0 and not game.outcome(state).over
    assert game.scene_for(state, frozenset({"player_1"})) == game.scene(state)
    assert (game.chance(state), game.tell(state, 0), game.targets(state, 0)) == ((), (), ())
    state["points"], state["outcome"] = (2, 5), 1
    assert (game.outcome(state).name, game.outcome(state).detail, game.decider(state)) == ("won", "player_1", "")
    assert game.scene(state).banner == "PLAYER_1 WON"
    state["outcome"] = 77
    assert [flag.name for flag in game.status(state)] == ["RANGE"]
    assert game.fault(state) == "outcome is 77, not 0 .. 3"


def test_games_of_the_example_end_with_any_players() -> None:
    game = Pig()
    batch = Batch(game, 1, seed=1, autoreset="disabled")
    while not batch.dones[0]:
        batch.step([game.parse(batch.states, "roll")])
    assert (batch.outcomes(), batch.states["round"][0], batch.rewards.any()) == (["truncated"], ROUNDS + 1, False)


def test_one_agent_commands_a_team_and_plays_against_others() -> None:
    assert isinstance(gymnasium.make("zombicide/BlackPlague-v0").unwrapped, TeamEnv)
    assert isinstance(gymnasium.make("zombicide/HitZRoad-v0", players=1).unwrapped, TeamEnv)
    assert isinstance(gymnasium.make("zombicide/HitZRoad-v0", players=2).unwrapped, VersusEnv)
    with pytest.raises(TypeError, match="black_plague with these options has 1 side: TeamEnv takes no opponents"):
        gymnasium.make("zombicide/BlackPlague-v0", opponents="random")


def test_ids_are_taken_once() -> None:
    with pytest.raises(ValueError, match=r"there is a game 'hit_z_road' already, zombicide_env.games.hit_z_road.game:HitZRoad; choose"):
        register_game("hit_z_road", Pig)
    with pytest.raises(ValueError, match="cannot have the id 'My Game'"):
        register_game("My Game", Pig)
    with pytest.raises(ValueError, match="there is no game 'pigg'"):
        make_game("pigg")


@pytest.mark.parametrize("source", [Pig, "zombicide_env.docs.pig:Pig", f"{PIG}:Pig"])
def test_a_game_is_a_class_or_where_it_is(source: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    entry = GameEntry("pig", source)
    assert (entry.title, entry.gymnasium_id, entry.pettingzoo_id, entry.module) == ("Pig", "zombicide/Pig-v0", "zombicide/pig-v0", "pig_v0")
    assert entry(goal=7).options == {"goal": 7}
    with pytest.raises(ValueError, match=r"pig has no option 'gaol' \(did you mean 'goal'\?\); its options: goal"):
        entry(gaol=7)


def test_a_game_that_is_not_where_it_should_be_is_named() -> None:
    with pytest.raises(ImportError, match=r"game 'sow' is said to be zombicide_env.docs.pig:Sow, but zombicide_env.docs.pig has no 'Sow'"):
        GameEntry("sow", "zombicide_env.docs.pig:Sow")()
    with pytest.raises(ValueError, match=r"game 'sow' is said to be sow.py:Sow, but there is no file 'sow.py' in "):
        GameEntry("sow", "sow.py:Sow")()


def test_a_game_has_one_name() -> None:
    """A copied game that keeps the original's id would write replays that cannot be played."""
    with pytest.raises(ValueError, match=r"the game 'sow' \(zombicide_env.docs.pig:Pig\) calls itself 'pig'; write id = 'sow'"):
        GameEntry("sow", "zombicide_env.docs.pig:Pig")()


def test_other_distributions_and_the_environment_name_games(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [EntryPoint("sow", "farm:Sow", registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == registry.GROUP else [])
    monkeypatch.setenv(registry.VARIABLE, "pig=farm/pig.py:Pig, boar=farm:Boar")
    assert [(one.id, one.source) for one in registry.outside()] == [("sow", "farm:Sow"), ("pig", "farm/pig.py:Pig"), ("boar", "farm:Boar")]
    monkeypatch.setenv(registry.VARIABLE, "pig")
    with pytest.raises(ValueError, match=r"ZOMBICIDE_GAMES=pig: it looks like id=module:Class"):
        list(registry.outside())


@pytest.mark.slow
def test_a_fresh_process_knows_the_games_of_the_environment(plain_environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "pig.py").write_text(PIG.read_text(encoding="utf-8"), encoding="utf-8")
    code = "from zombicide_env import pig_v0; env = pig_v0.raw_env(goal=9); env.reset(seed=1); print(env.agent_selection, env.game.options)"
    variables = plain_environment | {registry.VARIABLE: f"pig={tmp_path / 'pig.py'}:Pig"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=variables, check=False)
    assert run.stdout == "player_0 {'goal': 9}\n", run.stderr


def test_a_class_without_winners_is_refused_with_advice() -> None:
    class Silent(Pig):
        winners = CompiledGame.winners

    with pytest.raises(NotImplementedError, match="has to say who has won"):
        Silent().outcome(np.zeros(1, Pig.state_dtype))


def test_the_sides_of_a_type_are_those_of_the_agents() -> None:
    game = Hunt()
    with pytest.raises(ValueError, match="hunt: 1 agents, but the type of the game gives sides to 4"):
        CompiledGame.__init__(game, game.world, ["runner_0"], {}, game.type)
