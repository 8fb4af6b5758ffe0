"""Where agents run: in a worker if the worker can make them, else in this process."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.envs.toy import Toy
from tests.loops import result
from tests.needs import TRAIN
from tests.play import thinkers
from zombicide_agents.registry import _ENTRIES
from zombicide_agents.search.player import Thought
from zombicide_env import make_game, serve
from zombicide_env.play import Session, win_probability, worker
from zombicide_env.play.agent_workers import Absent, AgentWorkers
from zombicide_env.play.catalogue import Refusal
from zombicide_env.play.workers import Workers


@pytest.fixture
def agent_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[AgentWorkers]:
    """Two user-defined agents: one from a module, one from a script."""
    for name in ("telling", "own"):
        monkeypatch.setitem(_ENTRIES, name, None)
    agents.register("telling", thinkers.telling, replace=True)
    agents.register("own", lambda game: thinkers.Thinker("quick"), doc="made here", replace=True)
    catalogue = serve.catalogue()
    workers = Workers(catalogue.make_agent, count=1, seconds=120)  # the rules load slowly on a busy machine
    made = AgentWorkers(catalogue, workers)
    yield made
    made.close()
    workers.close()


def asked(agent_workers: AgentWorkers, session: Session) -> int:
    async def ask() -> int:
        for player in session.players:
            await agent_workers.ready(player, session.game, "me")
        return await agent_workers.act(session, "me")

    return result(ask())


@pytest.mark.slow
def test_what_can_be_sent_thinks_elsewhere_and_what_cannot_thinks_here(agent_workers: AgentWorkers) -> None:
    game: Any = Toy(agents=2, goal=9)
    for spec, absent in (("telling", True), ("random", True), ("own", False)):
        player = agent_workers.player(spec, game)
        assert isinstance(player, Absent) is absent
        action = asked(agent_workers, Session(game, [player], seed=3))
        assert action > 2**16 if spec == "telling" else action < 20  # the seed it was given shows that it was this agent


@pytest.mark.slow
def test_who_thinks_elsewhere_depends_on_seed_and_move_only(agent_workers: AgentWorkers) -> None:
    game: Any = Toy(agents=6, goal=50)

    def played(seed: int) -> list[int]:
        session = Session(game, [agent_workers.player("random", game)], seed=seed)
        while not session.over and len(session.moves) < 12:
            session.apply(asked(agent_workers, session))
        return [move.action for move in session.moves]

    first = played(5)
    assert len(set(first)) > 1
    assert played(5) == first
    assert played(6) != first


@pytest.mark.slow
def test_an_agent_that_does_not_fit_is_refused_by_its_worker(agent_workers: AgentWorkers) -> None:
    pytest.importorskip("torch", reason=TRAIN)
    game = make_game("black_plague", quest="the_hellhole")
    with pytest.raises(Refusal, match="checkpoint:danse_macabre does not fit this game: it was trained on Danse Macabre"):
        asked(agent_workers, Session(game, [agent_workers.player("checkpoint:danse_macabre", game)], seed=1))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("search:simulations=3001", "simulations=3001: this server allows whole numbers from 0 to 3000"),
        ("search:depth=3, simulations=9999", "simulations=9999: this server allows"),
        ("search:simulations=" + "9" * 150, "this server allows whole numbers from 0 to 3000"),
        ("search:simulations=+300000", r"simulations=\+300000: this server allows"),
        ("search:simulations=300_000", "simulations=300_000: this server allows"),
        ("search:simulations=3e5", "simulations=3e5: this server allows"),
        ("search:simulations = 3001", "simulations=3001: this server allows"),
        ("search:simulations=-3", "simulations=-3: this server allows"),
        ("search:threads=1000", "threads=1000: this server allows"),
        ("search:depth=10_000_000", "depth=10_000_000: this server allows"),
        ("search:depth=1000000", "depth=1000000: this server allows"),
        ("search:depth=10**6", "is not an agent spec"),
        ("search:ms=60000", "ms=60000: this server allows"),
        ("search:policy=search:threads=+1000", r"threads=\+1000: this server allows"),
        ("nobody", "no agent 'nobody'"),
        ("greedy:weights=/etc/passwd", "the path '/etc/passwd' leads out"),
        ("greedy:fear=1,weights=../secret.json", "the path '../secret.json' leads out"),
        ("search:policy=checkpoint:/etc", "the path '/etc' leads out"),
        ("search:policy=checkpoint:a/../../b", "leads out of the server's folder"),
        ("search:policy=search:simulations=3001", "simulations=3001: this server allows"),
        ("search:policy=mine.py:Mine", "no agent 'mine.py'"),
        ("search:policy=llm:model=m", "no agent 'llm'"),
        ("search:policy=human", "no agent 'human'"),
        ("checkpoint:C:/runs", "no agent 'C'"),
        ("greedy:true_state=yes", "leave true_state out"),
        ("search:policy=greedy:true_state=yes", "leave true_state out"),
    ],
)
def test_specs_have_limits(spec: str, says: str) -> None:
    """Options have limits too, and so do agents that options name."""
    with pytest.raises(Refusal, match=says):
        serve.catalogue().check_spec(spec)


@pytest.mark.parametrize(
    "spec",
    [
        "search:simulations=3000",
        "search:depth=none,threads=2",
        "greedy:weights=quests",
        "greedy:weights=runs/w.json",
        "search:policy=checkpoint:runs/x",
        "search:policy=greedy",
    ],
)
def test_specs_may_name_files_below_and_other_agents(spec: str) -> None:
    serve.catalogue().check_spec(spec)


def test_a_policy_of_one_quest_advises_in_that_quest_only() -> None:
    pytest.importorskip("torch", reason=TRAIN)
    policies = serve.catalogue().policies
    games = {quest: make_game("black_plague", quest=quest) for quest in ("famine", "the_commandry")}
    advisers = {quest: {policy.spec for policy in policies if policy.knows(game)} for quest, game in games.items()}
    assert advisers == {"famine": {"checkpoint:survivors"}, "the_commandry": {"checkpoint:survivors", "checkpoint:the_commandry"}}
    assert {policy.title for policy in policies if not policy.quest} == {
        "survivors",
        "white_death",
        "apocalypse_team",
        "hit_z_road",
        "z_game",
    }


def test_a_search_that_sees_one_move_only_says_what_it_would_do() -> None:
    """It has simulated no game, so it cannot give the share of games won."""
    game = make_game("black_plague", quest="danse_macabre")
    session = Session(game, [agents.make("random", game)], seed=3)
    action = int(session.now.mask.argmax())
    for visits, value in ((0, None), (9, 0.5)):
        player: Any = SimpleNamespace(thoughts=lambda *_, n=visits: [Thought(action, n, 0.5, 0.5, (action,), ())])
        shares, won, found, _ = worker.think(worker.Job("explain", b"", "", session.now), game, player)
        assert (shares[action], shares.sum(), won, len(found)) == (1, 1, value, int(visits > 0))


@pytest.mark.slow
def test_the_move_that_was_played_is_compared_in_any_case(agent_workers: AgentWorkers) -> None:
    game = make_game("black_plague", quest="danse_macabre")
    session = Session(game, [agents.make("greedy", game)], seed=3, keep=True)
    session.play(40)
    number = next(
        n for n in range(40) if np.flatnonzero(session.position(n).mask).tolist().index(session.moves[n].action) >= win_probability.MOVES
    )
    played = session.moves[number].action

    async def ask() -> Any:
        return await agent_workers.foresee("compare", session, session.position(number), 1, "me", played)

    found = result(ask())
    assert len(found["moves"]) == win_probability.MOVES and played in [action for action, _ in found["moves"]]


def test_a_server_does_not_start_with_an_agent_that_nobody_knows() -> None:
    with pytest.raises(ValueError, match=r"no agent is called 'gredy' \(did you mean 'greedy'\?\)"):
        serve.catalogue(["a=gredy"])
