"""The agent that asks a language model, against a server of the same protocol that stands in for one."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents.llm import LlmAgent
from zombicide_env import make_game, serve
from zombicide_env.envs.aec import RawEnv
from zombicide_env.games import OWN
from zombicide_env.play.catalogue import Refusal

pytest.importorskip("openai", reason="the client library of the extra `llm` is not installed")

Answer = Callable[[list[dict[str, str]]], str | int]


class StandIn:
    """A server of chat completions whose answers a function gives: a text, or a number as the status of a failure."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.answer: Answer = first_listed
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the name that the library calls
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(body)
                answer = outer.answer(body["messages"])
                status, text = (answer, "") if isinstance(answer, int) else (200, answer)
                message = {"role": "assistant", "content": text}
                usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
                reply = {"id": "x", "object": "chat.completion", "created": 0, "model": body["model"], "usage": usage}
                reply["choices"] = [{"index": 0, "message": message, "finish_reason": "stop"}]
                data = json.dumps(reply).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: Any) -> None:
                """Nothing is printed."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def listed(messages: list[dict[str, str]]) -> list[str]:
    """The legal actions that the model was shown."""
    return re.findall(r"^- (.*)$", messages[1]["content"].split("Legal actions:\n")[1], re.MULTILINE)


def first_listed(messages: list[dict[str, str]]) -> str:
    return f"It seems best.\nAction: {listed(messages)[0]}"


@pytest.fixture
def model() -> Iterator[StandIn]:
    server = StandIn()
    yield server
    server.close()


def moment(game: str = "black_plague", **options: Any) -> RawEnv:
    env = RawEnv(game, **options)
    env.reset(seed=1)
    return env


def ask(agent: agents.Agent, env: RawEnv) -> str:
    mask = env.last()[0]["action_mask"]
    return env.notation(agent.act(None, mask, env.game, env.record))


def test_it_plays_what_the_model_says(model, tmp_path):
    env = moment()
    record = tmp_path / "moves.jsonl"
    agent = agents.make(f"llm:model=small,url={model.url},transcript={record}", env.game)
    for _ in range(5):
        expected = env.legal_texts()[0]
        assert ask(agent, env) == expected
        env.step(env.parse(expected))
    assert isinstance(agent, LlmAgent)
    assert agent.counts["replaced"] == agent.counts["corrected"] == 0
    assert agent.counts["tokens_in"] == 100 * agent.counts["requests"]
    system, user = model.asked[0]["messages"]
    assert env.game.explanation("game", "primer") in system["content"]
    assert "Legal actions:" in user["content"]
    assert model.asked[0]["model"] == "small"
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 5
    assert lines[0]["action"].startswith("activate")
    assert not lines[0]["replaced"]


@pytest.mark.parametrize("game", OWN)
def test_it_plays_every_game(model, game):
    env = moment(game)
    agent = agents.make(f"llm:model=small,url={model.url}", env.game)
    for _ in range(30):
        if env.agents and not any(env.terminations.values()):
            expected = env.legal_texts()[0]
            assert ask(agent, env) == expected
            env.step(env.parse(expected))
    assert isinstance(agent, LlmAgent)
    assert agent.counts["requests"] == len(model.asked) > 0
    assert agent.counts["replaced"] == agent.counts["corrected"] == 0


def test_an_illegal_answer_is_sent_back_with_the_reason(model):
    env = moment()
    answers = iter(["Action: fly away", "[activate nelly]"])
    model.answer = lambda _: next(answers)
    agent = LlmAgent(env.game, model="m", url=model.url)
    assert ask(agent, env) == "activate nelly"
    assert agent.counts["corrected"] == 1
    again = model.asked[1]["messages"]
    assert again[2] == {"role": "assistant", "content": "Action: fly away"}
    assert "'fly away' is not a legal action; legal now" in again[3]["content"]


def test_stubborn_and_silent_models_are_replaced_and_counted(model, tmp_path):
    env, record = moment(), tmp_path / "moves.jsonl"
    model.answer = lambda _: "no idea"
    agent = LlmAgent(env.game, model="m", url=model.url, tries=2, seed=3, transcript=str(record))
    first = ask(agent, env)
    assert first in env.legal_texts()
    assert agent.counts["replaced"] == 1
    assert len(model.asked) == 2
    agent.reset(3)
    assert ask(agent, env) == first  # of the agent's own seed
    model.answer = lambda _: 400
    ask(agent, env)
    assert agent.counts["failed"] == 1
    assert "the server of the model did not answer" in json.loads(record.read_text(encoding="utf-8").splitlines()[-1])["reason"]


@pytest.mark.slow
def test_limits(model):
    env = moment()
    agent = LlmAgent(env.game, model="m", url=model.url, budget=110)
    ask(agent, env)
    ask(agent, env)
    assert agent.counts["requests"] == 1
    assert agent.counts["replaced"] == 1
    env.step(env.parse(env.legal_texts()[0]))
    model.asked.clear()
    slow = LlmAgent(env.game, model="m", url="http://127.0.0.1:9/v1", seconds=0.2)  # nobody listens there
    assert ask(slow, env) in env.legal_texts()
    assert slow.counts["failed"] == 1


def test_the_only_action_is_not_asked_for(model):
    env = moment()
    mask = np.zeros_like(env.last()[0]["action_mask"])
    mask[env.parse("activate nelly")] = 1
    agent = LlmAgent(env.game, model="m", url=model.url)
    assert env.notation(agent.act(None, mask, env.game, env.record)) == "activate nelly"
    assert not model.asked


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("llm", "needs the name of a model"),
        ("llm:model=m,tries=0", "tries=0 is not positive"),
        ("llm:model=m,sauce=1", "no option 'sauce'"),
    ],
)
def test_what_is_missing_is_said(spec, said, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with pytest.raises(agents.AgentError, match=said):
        agents.make(spec, make_game("hit_z_road"))


def test_browsers_have_the_models_of_the_owner_only(model):
    """A spec from a browser could spend the owner's money, call any address and append to any file."""
    with pytest.raises(Refusal, match="no agent"):
        serve.catalogue().check_spec("llm:model=m")
    catalogue = serve.catalogue([f"oracle_of_tests=llm:model=m,url={model.url}"])
    game = make_game("hit_z_road")
    player: Any = catalogue.agent("oracle_of_tests", game)
    assert isinstance(player, LlmAgent)
    assert not next(kind for kind in catalogue.agents if kind.name == "oracle_of_tests").here
    with pytest.raises(Refusal, match="has no option"):
        catalogue.agent("oracle_of_tests:url=x", game)
    with pytest.raises(ValueError, match="write NAME=SPEC"):
        serve.catalogue(["llm"])
