"""The language model agent, against a mock server with the same protocol."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.agents.stand_in import Reply, ask, completion, first_listed, moment, refusal
from tests.loops import result
from zombicide_agents.llm import LlmAgent, server
from zombicide_env import make_game, serve
from zombicide_env.core.batch import Batch
from zombicide_env.games import OWN
from zombicide_env.play import Session
from zombicide_env.play.catalogue import Refusal

pytest.importorskip("openai", reason="the client library of the extra `llm` is not installed")


def test_the_action_of_the_model_is_played(model, tmp_path):
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
def test_language_models_play_every_game(model, game):
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


def test_a_stubborn_model_is_replaced_and_counted(model):
    env = moment()
    model.answer = lambda _: "no idea"
    agent = LlmAgent(env.game, model="m", url=model.url, tries=2, seed=3)
    first = ask(agent, env)
    assert first in env.legal_texts()
    assert agent.counts["replaced"] == 1
    assert len(model.asked) == 2
    agent.reset(3)
    assert ask(agent, env) == first  # from the agent's own seed


# ---- invalid answers and failures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (refusal(401, "bad key"), "refuses with status 401: 'bad key'"),
        (refusal(404, "the model `m` does not exist"), "refuses with status 404: 'the model `m` does not exist'"),
        (Reply("<html>Welcome</html>"), "answers with something other than a chat completion: '<html>Welcome</html>'"),
        (Reply("<html>Not here</html>", 404), "refuses with status 404: '<html>Not here</html>'"),
        (Reply({"error": {"message": "no credit"}}), "answers with something other than a chat completion: 'no credit'"),
        (Reply({"choices": []}), "answers with something other than a chat completion"),
        (Reply(""), "answers with something other than a chat completion: nothing"),
        (Reply("[1, 2]"), "answers with something other than a chat completion"),
    ],
)
def test_a_server_that_refuses_stops_all_before_the_first_game(model, reply, said):
    model.answer = lambda _: reply
    agent = LlmAgent(make_game("hit_z_road"), model="m", url=model.url)
    for refused in (agent.check, lambda: ask(agent, moment("hit_z_road"))):
        with pytest.raises(agents.AgentError) as error:
            refused()
        assert str(error.value).startswith(f"llm: the server of m at {model.url} ")
        assert said in str(error.value)
        assert "\n" not in str(error.value)
    assert agent.counts["failed"] == agent.counts["requests"] == 2


def test_no_server_is_asked_unless_one_is_named(model, monkeypatch):
    game = make_game("hit_z_road", players=2)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(agents.AgentError, match=r"llm:model=m names no server: write url=http.* or set OPENAI_BASE_URL; url=https://api\."):
        agents.make("llm:model=m", game)
    monkeypatch.setenv("OPENAI_BASE_URL", model.url)
    agents.make("llm:model=m", game).check()
    assert len(model.asked) == 1
    assert agents.make("llm:model=m,url=https://api.openai.com/v1", game)._server.address == "https://api.openai.com/v1"


@pytest.mark.slow
def test_an_unreachable_server_stops_a_command_before_the_first_game():
    agent = LlmAgent(make_game("hit_z_road"), model="m", url="http://127.0.0.1:9/v1", seconds=5)  # no server listens there
    with pytest.raises(agents.AgentError, match=r"llm: the server of m at http://127\.0\.0\.1:9/v1 cannot be reached"):
        agent.check()


def test_a_server_is_checked_once_and_what_it_says_later_is_counted(model, tmp_path):
    env, record = moment(), tmp_path / "moves.jsonl"
    agent = LlmAgent(env.game, model="m", url=model.url, transcript=str(record))
    agent.check()
    agent.check()
    assert agent.counts == {**dict.fromkeys(agent.counts, 0), "requests": 1, "tokens_in": 100, "tokens_out": 10}
    model.answer = lambda _: refusal(403, "no more of this")
    assert ask(agent, env) in env.legal_texts()
    assert agent.counts["failed"] == agent.counts["replaced"] == 1
    told = json.loads(record.read_text(encoding="utf-8").splitlines()[-1])
    assert told["replaced"]
    assert told["reason"] == f"the server of m at {model.url} refuses with status 403: 'no more of this'"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(completion("Action: activate nel", "length")), "'Action: activate nel', cut off after 10 tokens"),
        (Reply(completion(None, "length")), "'', cut off after 10 tokens"),
        (Reply(completion("  ")), "has answered with ''"),
        (Reply(completion(None)), "has answered with ''"),
    ],
)
def test_an_answer_that_is_empty_or_cut_off_is_a_failure_and_asked_for_again(model, reply, said, tmp_path):
    env, record = moment(), tmp_path / "moves.jsonl"
    answers = iter([reply, "Action: activate nelly"])
    model.answer = lambda _: next(answers)
    agent = LlmAgent(env.game, model="m", url=model.url, transcript=str(record))
    assert ask(agent, env) == "activate nelly"
    assert (agent.counts["failed"], agent.counts["corrected"], agent.counts["replaced"]) == (1, 1, 0)
    model.answer = lambda _: reply
    ask(agent, env)
    assert (agent.counts["failed"], agent.counts["corrected"], agent.counts["replaced"]) == (4, 1, 1)
    reason = json.loads(record.read_text(encoding="utf-8").splitlines()[-1])["reason"]
    assert model.url in reason
    assert said in reason


def test_an_answer_in_parts_is_read(model):
    env = moment()
    parts = [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "Action: acti"}, {"type": "text", "text": "vate nelly"}]
    model.answer = lambda _: Reply(completion(parts))
    agent = LlmAgent(env.game, model="m", url=model.url)
    assert ask(agent, env) == "activate nelly"


def test_what_a_server_does_not_take_is_replaced_or_left_out_from_then_on(model):
    def particular(body: dict[str, Any]) -> str | Reply:
        if "max_tokens" in body:
            said = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
            return refusal(400, said, param="max_tokens")
        if "temperature" in body:
            return refusal(422, "Extra inputs are not permitted: body.temperature")
        return first_listed(body)

    env = moment()
    model.answer = particular
    agent = LlmAgent(env.game, model="m", url=model.url, tokens=77)
    for _ in range(2):
        assert ask(agent, env) == env.legal_texts()[0]
    assert [{"max_tokens", "max_completion_tokens", "temperature"} & set(body) for body in model.asked] == [
        {"max_tokens", "temperature"},
        {"max_completion_tokens", "temperature"},
        {"max_completion_tokens"},
        {"max_completion_tokens"},
    ]
    assert model.asked[-1]["max_completion_tokens"] == 77
    assert agent.counts["failed"] == 0


def test_only_legal_actions_can_be_written_where_the_server_sees_to_it(model):
    def constrained(body: dict[str, Any]) -> str:
        action = body["response_format"]["json_schema"]["schema"]["properties"]["action"]["enum"][-1]
        return json.dumps({"thoughts": "hm", "action": action})

    env = moment()
    model.answer = constrained
    agent = agents.make(f"llm:model=m,url={model.url},structured=true", env.game)
    assert ask(agent, env) == env.legal_texts()[-1]
    assert "(action)" in model.asked[0]["messages"][0]["content"]
    model.answer = lambda body: refusal(400, "response_format is not supported") if "response_format" in body else first_listed(body)
    for _ in range(2):
        assert ask(agent, env) == env.legal_texts()[0]
    assert ["response_format" in body for body in model.asked] == [True, True, False, False]


def test_a_server_that_refuses_everything_is_not_asked_for_ever(model):
    model.answer = lambda body: refusal(400, f"there is something wrong with {', '.join(body)}")
    agent = LlmAgent(make_game("hit_z_road"), model="m", url=model.url)
    with pytest.raises(agents.AgentError, match="refuses with status 400"):
        agent.check()
    assert len(model.asked) <= 4


# ---- requests and prompts ----------------------------------------------------------------------------------------------


def test_games_of_a_batch_are_asked_side_by_side(model):
    game = make_game("hit_z_road")
    batch = Batch(game, 6, seed=3, autoreset="disabled", observation_dtype="uint8")
    agent = LlmAgent(game, model="m", url=model.url, parallel=4)
    everybody = threading.Barrier(4, timeout=20)

    def together(body: dict[str, Any]) -> str:
        if len(model.asked) <= 4:
            everybody.wait()  # no request is answered before four have arrived
        return first_listed(body)

    model.answer = together
    actions = agent.act_batch(None, batch.masks, game, batch.states)
    assert actions.tolist() == [int(np.flatnonzero(mask)[0]) for mask in batch.masks]
    assert model.together == 4
    assert agent.counts["decisions"] == agent.counts["requests"] == 6


def test_the_agent_works_inside_a_running_event_loop(model):
    """As in a notebook."""
    env = moment()
    agent = LlmAgent(env.game, model="m", url=model.url)

    async def cell() -> str:
        return ask(agent, env)

    assert result(cell()) == env.legal_texts()[0]


def test_a_session_says_what_has_happened_since_the_last_move(model):
    game = make_game("black_plague")
    session = Session(game, [agents.make(f"llm:model=m,url={model.url}", game), agents.make("greedy", game)], seed=1, keep=True)
    session.play(12)
    told = [body["messages"][1]["content"] for body in model.asked]
    assert told[0].startswith("You are ")
    later = [text.split("\n\nYou are ")[0].splitlines() for text in told if text.startswith("Since you were asked last:")]
    played = {move.text for move in session.moves}
    assert any(line.startswith("You: ") and line.removeprefix("You: ") in played for lines in later for line in lines[1:2])
    assert any(re.fullmatch("[a-z]+: .*", line) for lines in later for line in lines)  # of another survivor


def test_the_agent_can_be_sent_to_workers(model):
    env = moment()
    agent = agents.make(f"llm:model=m,url={model.url}", env.game)
    agent.check()
    sent = pickle.loads(pickle.dumps(agent))
    sent.check()
    assert len(model.asked) == 1  # it knows that the server answers
    assert sent.name == agent.name
    assert ask(sent, env) == env.legal_texts()[0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_asks_too(model):
    """As in Gymnasium's asynchronous environments."""
    env = moment()
    agent = LlmAgent(env.game, model="m", url=model.url)
    agent.check()
    child = get_context("fork").Process(target=ask, args=(agent, env))
    child.start()
    child.join(60)
    child.kill()
    assert child.exitcode == 0
    assert len(model.asked) == 2


def test_threads_that_begin_together_share_the_event_loop(monkeypatch):
    made, new = [], asyncio.new_event_loop

    def slowly() -> asyncio.AbstractEventLoop:
        time.sleep(0.1)
        made.append(new())
        return made[-1]

    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    monkeypatch.setattr(server.os, "getpid", lambda: -1)  # a process without a loop so far
    monkeypatch.setattr(asyncio, "new_event_loop", slowly)
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda _: server.wait_for(loop()), range(2)))
    assert found == [made[0]] * 2
    made[0].call_soon_threadsafe(made[0].stop)


def test_the_prompt_reports_events_before_the_position(model):
    env = moment()
    agent = LlmAgent(env.game, model="m", url=model.url)
    agent.act(None, env.last()[0]["action_mask"], env.game, env.record, history=["You: search", "  a walker comes"])
    text = model.asked[0]["messages"][1]["content"]
    assert text.startswith("Since you were asked last:\nYou: search\n  a walker comes\n\nYou are ")


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
