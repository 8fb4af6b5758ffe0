"""Time and token limits of the language model agent."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import time
from typing import Any

import pytest

import zombicide_agents as agents
from tests.agents.stand_in import Reply, ask, completion, first_listed, moment
from zombicide_agents.llm import LlmAgent
from zombicide_agents.llm.budget import Budget

pytest.importorskip("openai", reason="the client library of the extra `llm` is not installed")


@pytest.mark.slow
@pytest.mark.parametrize("how", ["drip", "hang", "retry", "wrong"])
def test_seconds_are_the_limit_of_everything(model, how):
    env = moment()
    agent = LlmAgent(env.game, model="m", url=model.url, seconds=1.0, tries=1000)
    agent.check()

    def slow(body: dict[str, Any]) -> str | Reply:
        if how == "hang":
            time.sleep(3)
        if how == "wrong":
            time.sleep(0.2)
            return "no idea"
        return Reply(completion("Action: activate nelly"), 200 if how == "drip" else 503, 0.3)

    model.answer = slow
    assert ask(agent, env) in env.legal_texts()
    assert agent.counts["replaced"] == 1  # the drip would have named a legal action at its end
    assert len(model.asked) < 50  # without the limit the others go on for 1000 tries
    assert agent.counts["failed"] >= 1


def test_a_budget_is_one_count_for_all_users_of_a_model(model, monkeypatch):
    env = moment()
    spec = f"llm:model=m,url={model.url},budget=330"
    first, second = (agents.make(spec, env.game) for _ in range(2))
    ask(first, env)
    ask(second, env)
    third = pickle.loads(pickle.dumps(first))  # as a worker receives it
    ask(third, env)
    assert len(model.asked) == 3
    assert isinstance(second, LlmAgent)
    ask(second, env)
    assert len(model.asked) == 3
    assert second.counts["replaced"] == 1
    with pytest.raises(
        agents.AgentError, match=r"the budget of 330 tokens is spent \(330 used, see .*\): raise budget=, or remove the file"
    ):
        agents.make(spec, env.game).check()
    agents.make(spec.replace("budget=330", "budget=1000"), env.game).check()  # continues the same count
    assert Budget(1000, "m", model.url).spent == 440
    assert Budget(1000, "other", model.url).spent == 0


@pytest.mark.slow
def test_many_processes_count_in_one_budget(tmp_path):
    program = "from zombicide_agents.llm.budget import Budget\nfor _ in range(200): Budget(9, 'm', 'u').add(3)"
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert Budget(9, "m", "u").spent == 3 * 200 * 3


def test_a_count_that_cannot_be_written_is_not_lost():
    resource = pytest.importorskip("resource", reason="the system has no limits of resources")
    budget = Budget(10, "m", "u")
    budget.add(7)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))  # as on a full disk
    try:
        with pytest.raises(agents.AgentError, match="cannot be counted"):
            budget.add(1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert budget.spent == 7


def test_a_damaged_count_is_said():
    budget = Budget(10, "m", "u")
    budget.add(1)
    budget.path.write_text("tokens: many")
    with pytest.raises(agents.AgentError, match="is not a count of tokens; remove it"):
        budget.add(1)


def test_a_server_that_counts_no_tokens_cannot_be_asked_for_ever(model):
    env = moment()
    model.answer = lambda body: Reply(completion(first_listed(body), usage=None))
    agent = LlmAgent(env.game, model="m", url=model.url, budget=2000)
    for _ in range(5):
        ask(agent, env)
    assert 0 < len(model.asked) < 5
    assert agent.counts["tokens_in"] > len(json.dumps(model.asked[0]["messages"])) / 4
