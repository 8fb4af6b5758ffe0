"""The text environments in the forms of TextArena, OpenEnv, Inspect and verifiers, played by a mock model."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.agents.stand_in import StandIn
from tests.loops import result
from zombicide_env.extras import not_installed

OPTIONS: dict[str, Any] = {"players": 2, "opponents": "greedy"}


def needs(library: str) -> Any:
    missing = importlib.util.find_spec(library) is None
    return pytest.mark.skipif(missing, reason=not_installed(library, library.split("_")[0]))


def first_legal(text: str) -> str:
    return f"Action: {text.split('Legal actions:')[1].splitlines()[1].removeprefix('- ')}"


# ---- TextArena ------------------------------------------------------------------------------------------------------


@needs("textarena")
@pytest.mark.parametrize(("name", "options", "players"), [("HitZRoad", {"players": 3}, 3), ("BlackPlague", {}, 6)])
def test_textarena_makes_and_plays_a_game(name: str, options: dict[str, Any], players: int) -> None:
    import textarena as ta

    import zombicide_env.adapters.textarena  # noqa: F401 - registers the ids

    env = ta.make(f"zombicide/{name}-v0", **options)
    env.reset(num_players=players, seed=3)
    done, turns, longest = False, 0, 0
    while not done:
        _, text = env.get_observation()  # with the default wrapper a text: the rules, and the last position
        longest = max(longest, len(text))
        done, info = env.step("no idea" if turns == 1 else first_legal(text))
        assert info["legal"] == (turns != 1)
        turns += 1
    rewards, infos = env.close()
    assert set(rewards) == set(infos) == set(range(players))
    assert sum(one["turn_count"] for one in infos.values()) == turns - 1
    assert all(0 <= one["progress"] <= 1 for one in infos.values())
    assert longest < 20_000  # a prompt does not grow with the game


@needs("textarena")
def test_textarenas_wrappers_take_it() -> None:
    import textarena as ta

    import zombicide_env.adapters.textarena  # noqa: F401 - registers the ids

    env = ta.wrappers.LLMObservationWrapper(ta.make("zombicide/HitZRoad-v0-raw", players=2))
    env.reset(num_players=2, seed=1)
    player, text = env.get_observation()
    assert text.startswith("\n[GAME] ")
    env.step(first_legal(text))
    other, _ = env.get_observation()
    assert {player, other} == {0, 1}


# ---- OpenEnv --------------------------------------------------------------------------------------------------------


@needs("openenv")
def test_openenv_serves_games_side_by_side() -> None:
    import uvicorn
    from openenv import GenericEnvClient

    from zombicide_env.adapters.openenv import app

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app("hit_z_road", **OPTIONS), port=port, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)

    async def play(seed: int) -> tuple[str, dict[str, Any]]:
        async with GenericEnvClient(base_url=f"http://127.0.0.1:{port}") as env:
            found = await env.reset(seed=seed)
            first = found.observation["text"]
            while not found.done:
                assert found.observation["legal"]
                found = await env.step({"text": first_legal(found.observation["text"])})
            return first, await env.state()

    async def games() -> list[tuple[str, dict[str, Any]]]:
        return await asyncio.gather(*(play(seed) for seed in (1, 2, 1)))

    one, two, again = result(games())
    server.should_exit = True
    thread.join(10)
    assert one[0] == again[0] != two[0]
    figures = ("outcome", "progress", "step_count")
    assert [one[1][name] for name in figures] == [again[1][name] for name in figures]
    assert one[1]["outcome"] != "ongoing"


@needs("openenv")
@pytest.mark.parametrize(("text", "reason"), [('{"game": hit_z_road}', "Expecting value: line 1"), ('["hit_z_road"]', "list in place of")])
def test_openenv_names_the_variable_that_is_no_json(monkeypatch: pytest.MonkeyPatch, text: str, reason: str) -> None:
    from zombicide_env.adapters.openenv import app

    monkeypatch.setenv("ZOMBICIDE_OPENENV", text)
    with pytest.raises(ValueError, match=rf"^ZOMBICIDE_OPENENV=.* is not a JSON object \({reason}.*\); write it as .*, or unset"):
        app()


# ---- Inspect --------------------------------------------------------------------------------------------------------


@needs("inspect_ai")
def test_inspect_scores_games(tmp_path: Path) -> None:
    import inspect_ai
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from zombicide_env.adapters.inspect_tasks import zombicide

    seen: list[int] = []

    def answer(messages: Any, *_: Any) -> ModelOutput:
        seen.append(len(messages))
        output = ModelOutput.from_content("mockllm/model", first_legal(messages[-1].text))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else tokens are counted with a file from the network
        return output

    task = zombicide("hit_z_road", games=3, memory=2, **OPTIONS)
    model = get_model("mockllm/model", custom_outputs=answer)
    [log] = inspect_ai.eval(task, model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success"
    values = [sample.scores["progress"].value for sample in log.samples]
    assert len(values) == 3
    assert all(0 <= value["progress"] <= 1 and value["wrong"] == 0 for value in values)
    assert max(seen) == 1 + 2 * 2 + 1  # the rules, two exchanges, and the question
    scores = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert scores["progress"] == pytest.approx(sum(value["progress"] for value in values) / 3)


# ---- verifiers ------------------------------------------------------------------------------------------------------


@needs("verifiers")
def test_verifiers_taskset_has_a_game_for_each_seed() -> None:
    from zombicide_env.adapters.verifiers import ZombicideConfig, ZombicideTaskset

    tasks = list(ZombicideTaskset(ZombicideConfig(game="hit_z_road", options=OPTIONS, seed=4, games=3)))
    assert [task.data.seed for task in tasks] == [4, 5, 6]
    assert len({task.data.prompt for task in tasks}) == 3
    assert all("Legal actions:" in task.data.prompt for task in tasks)


@needs("verifiers")
@pytest.mark.slow
def test_verifiers_plays_and_rewards_games(tmp_path: Path) -> None:
    """By the library's command, which starts the model's program for each answer."""
    (tmp_path / "zombicide_games.py").write_text(
        "from zombicide_env.adapters.verifiers import ZombicideEnv, ZombicideTaskset\n__all__ = ['ZombicideEnv', 'ZombicideTaskset']\n"
    )
    model = StandIn()
    model.answer = lambda body: first_legal(body["messages"][-1]["content"])
    options = ["-m", "m", "--no-push", "--select.limit", "2", "--client.base-url", model.url, "--env.player.runtime.type", "subprocess"]
    game = ["--env.taskset.game", "hit_z_road", "--env.taskset.options", json.dumps(OPTIONS), "--env.decisions", "3"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # uv, if it is installed there
    env = {**os.environ, "OPENAI_API_KEY": "x", "PRIME_API_KEY": "x", "PYTHONPATH": str(tmp_path), "PATH": path}
    command = [str(Path(sys.executable).with_name("vf-eval")), "zombicide_games", *options, *game]
    run = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    model.close()
    assert run.returncode == 0, run.stderr[-2000:]
    [traces] = tmp_path.glob("outputs/*/traces.jsonl")
    found = [json.loads(line) for line in traces.read_text(encoding="utf-8").splitlines()]
    assert len(found) == 2
    for trace in (one["traces"][0] if "traces" in one else one for one in found):
        assert not trace.get("errors")
        assert 0 <= trace["rewards"]["progress"]["score"] <= 1
        assert trace["metrics"]["turns"] == 3
        assert trace["metrics"]["wrong"] == 0
