"""Specs: their syntax, their options, and errors that say what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import Agent, AgentError
from zombicide_agents.greedy import SHIPPED, rule_based
from zombicide_agents.registry import _ENTRIES, _readable
from zombicide_env import make_game
from zombicide_env.core.players import quests_in


class Loud(Agent):
    """An agent with options."""

    name = "Loud"

    def __init__(self, game: Any, *, level: int = 1, warm: bool = False, mode: Literal["a", "b"] = "a", near: float | None = None) -> None:
        self.options = (level, warm, mode, near)

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        return int(np.argmax(mask))


@pytest.fixture
def loud() -> Iterator[None]:
    agents.register("loud", Loud)
    yield
    del _ENTRIES["loud"]


@pytest.mark.parametrize(
    ("text", "name", "argument", "options"),
    [
        ("random", "random", None, {}),
        (" random:seed=7 ", "random", None, {"seed": "7"}),
        ("checkpoint:runs/a b", "checkpoint", "runs/a b", {}),
        ("checkpoint:runs/x,temperature=0.5,device=cpu", "checkpoint", "runs/x", {"temperature": "0.5", "device": "cpu"}),
        ("checkpoint:runs/lr=3/x", "checkpoint", "runs/lr=3/x", {}),  # "runs/lr" is not the name of an option
    ],
)
def test_specs_are_split(text: str, name: str, argument: str | None, options: dict[str, str]) -> None:
    assert agents.parse_spec(text) == agents.Spec(name, argument, options)


@pytest.mark.usefixtures("loud")
def test_options_take_the_types_of_the_factory() -> None:
    agent = agents.make("loud:level=3,warm=yes,mode=b,near=2.5")
    assert isinstance(agent, Loud)
    assert agent.options == (3, True, "b", 2.5)
    assert agents.make("loud:near=none").options == (1, False, "a", None)


@pytest.mark.usefixtures("loud")
@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "a name is missing"),
        ("gredy", "did you mean 'greedy'"),
        ("loud:levle=3", "did you mean 'level'"),
        ("loud:level=three", "expected a whole number"),
        *((f"loud:level={text}", "expected a whole number in plain digits") for text in ("+3", "3_0", "3.0", "10**6", "٣", str(2**63), "")),
        ("loud:warm=perhaps", "expected true or false"),
        ("loud:mode=c", "expected one of a, b"),
        ("loud:somewhere", "takes no argument"),
        ("loud:level=1,level=2", "given twice"),
        ("loud:level=1,x", "is not an option"),
        ("checkpoint:", "PATH is missing; write checkpoint:PATH"),
        ("checkpoint:,temperature=1", "PATH is missing; write checkpoint:PATH"),
        ("loud:", "takes no argument"),
        ("checkpoint", "PATH is missing"),
        ("greedy", "pass the game"),
        ("human", "pass the game"),
        ("random:seed=-1", "agent spec 'random:seed=-1'"),
        ("random:sed=x", "did you mean 'seed'"),
        ("random:seed=x", "expected a whole number in plain digits, of 64 bits or none"),
    ],
)
def test_errors_say_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        agents.make(spec)


class Typed(Agent):
    """An agent with options of all kinds."""

    def __init__(
        self,
        *,
        depths: list[int] | None = None,
        file: Path = Path(),
        width: Literal[16, 32] = 16,
        like: Any = "",
        deep: tuple[int, ...] = (),
    ) -> None:
        self.given = file, width, like

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        return int(np.argmax(mask))


@pytest.fixture
def typed() -> Iterator[None]:
    agents.register("typed", Typed)
    yield
    del _ENTRIES["typed"]


@pytest.mark.usefixtures("typed")
def test_options_are_of_the_declared_type_or_are_refused() -> None:
    """An annotation such as ``list[int]`` received the text, and the agent failed later."""
    assert agents.make("typed:file=a/b,width=32,like=x").given == (Path("a/b"), 32, "x")  # type: ignore[attr-defined]  # of Typed
    assert agents.make("typed").given == (Path(), 16, "")  # type: ignore[attr-defined]  # of Typed
    with pytest.raises(AgentError, match="option 'width' is '8', expected one of 16, 32"):
        agents.make("typed:width=8")
    for option in ("depths", "deep"):
        with pytest.raises(
            AgentError, match=rf"option '{option}' of 'typed' is (list|tuple)\[int.*: declare bool, int, float, str, Path, Literal"
        ):
            agents.make(f"typed:{option}=3")


def test_the_options_of_shipped_agents_can_be_written() -> None:
    assert [(entry.name, name) for entry in agents.registered() for name, (kind, _) in entry.options().items() if not _readable(kind)] == []


def test_annotations_that_name_nothing_are_an_error_of_the_agent() -> None:
    def strange(game: Any, depth: Missing = 3) -> Agent:  # type: ignore[name-defined]  # noqa: F821 - the mistake
        return Loud(game)

    agents.register("strange", strange)
    try:
        with pytest.raises(AgentError, match=r"the annotations of 'strange' cannot be read: .*Missing"):
            agents.make("strange")
    finally:
        del _ENTRIES["strange"]


@pytest.mark.usefixtures("loud")
def test_names_are_taken_once() -> None:
    with pytest.raises(AgentError, match="agent 'quiet' is None, no class or function"):
        agents.register("quiet", None)  # type: ignore[arg-type]  # the mistake
    with pytest.raises(AgentError, match="is taken"):
        agents.register("loud", Loud)
    agents.register("loud", Loud, replace=True)
    with pytest.raises(AgentError, match="only letters"):
        agents.register("lo ud", Loud)


def test_an_agent_is_handed_back_as_it_is() -> None:
    agent = agents.RandomAgent()
    assert agents.make(agent) is agent


class Blind(Agent):
    """An agent whose ``act`` takes too little."""

    def act(self, observation: Any, mask: Any) -> int:  # type: ignore[override]  # the mistake
        return int(np.argmax(mask))


@pytest.mark.parametrize("spec", [f"{__name__}:Blind", Blind()])
def test_an_agent_that_would_forfeit_every_game_is_refused(spec: str | Agent) -> None:
    with pytest.raises(AgentError, match=r"its act\(observation, mask\) cannot be called .*; write def act"):
        agents.make(spec)


def test_every_entry_says_how_it_is_used() -> None:
    usages = {entry.name: entry.usage for entry in agents.registered()}
    assert usages["checkpoint"] == "checkpoint:PATH[,temperature=0.0,device=cpu,seed=None]"
    assert usages["random"] == "random[:seed=None]"
    assert all(entry.doc for entry in agents.registered())


@pytest.mark.parametrize("file", sorted(SHIPPED.rglob("*.json")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_shipped_weights_are_of_quests_and_weights_of_their_game(file: Path) -> None:
    game = make_game(file.parent.name)
    kept = json.loads(file.read_text(encoding="utf-8"))["weights"]
    player = agents.make(f"greedy:weights={file.stem}", game).player(game)
    assert player is not None and f"greedy:weights={file.stem}" in rule_based(game)
    assert quests_in(kept) == sorted(player.by_quest)
