"""Agents: random, rule-based, search, learned and human agents behind one interface and one registry of specs.

import zombicide_agents as agents
agents.make("greedy", game)                    # see zombicide_agents.registry for the syntax of specs
agents.register("mine", MyAgent)               # your own agents: subclass agents.Agent
"""

from __future__ import annotations

from typing import Any, Literal

from .base import Agent, AgentError, AgentQuit, NoLegalAction
from .external.origin import note_game
from .random_agent import RandomAgent
from .registry import Entry, Spec, look_up, make, parse_spec, register, registered

__all__ = [
    "Agent",
    "AgentError",
    "AgentQuit",
    "Entry",
    "NoLegalAction",
    "RandomAgent",
    "Spec",
    "look_up",
    "make",
    "note_game",
    "parse_spec",
    "register",
    "registered",
    "usual",
]


def usual(game: Any) -> str:
    """Return the spec of the default agent of a game: ``greedy`` if the game has a rule-based player, else ``random``."""
    from .greedy import knows

    return "greedy" if knows(game) else "random"


# Agents that need more than NumPy are imported when they are created: `import zombicide_agents` stays light.
def _random(game: Any = None, *, seed: int | None = None, **weights: float) -> Agent:
    return RandomAgent(game, seed=seed, action_weights=weights)


def _greedy(game: Any, *, weights: str = "", **weight: float) -> Agent:
    from .greedy import make_greedy, read_weights

    if weights:
        weight = read_weights(weights, "" if game is None else game.id) | weight
    return make_greedy(game, weight)


def _automatic(game: Any) -> Agent:
    from .greedy import make_automatic

    return make_automatic(game)


def _human(game: Any) -> Agent:
    from .human import HumanAgent

    return HumanAgent(game)


def _checkpoint(game: Any, path: str, *, temperature: float = 0.0, device: str = "cpu", seed: int | None = None) -> Agent:
    from .checkpoint_reader import read
    from .compiled import CompiledAgent, compiles

    kept = read(path, game)
    if device == "cpu" and compiles(kept):
        return CompiledAgent(game, kept, temperature=temperature, seed=seed)
    from .checkpoint import CheckpointAgent

    return CheckpointAgent(game, path, temperature=temperature, device=device, seed=seed)


def _llm(
    game: Any,
    *,
    model: str = "",
    url: str = "",
    tries: int = 3,
    seconds: float = 60.0,
    tokens: int = 1024,
    budget: int | None = None,
    temperature: float = 0.0,
    parallel: int = 8,
    structured: bool = False,
    transcript: str = "",
    seed: int | None = None,
) -> Agent:
    from .llm import LlmAgent

    limits: dict[str, Any] = {"tries": tries, "seconds": seconds, "tokens": tokens, "budget": budget, "parallel": parallel}
    form: dict[str, Any] = {"temperature": temperature, "structured": structured, "transcript": transcript}
    return LlmAgent(game, model=model, url=url, seed=seed, **limits, **form)


def _sb3(
    game: Any,
    path: str,
    *,
    algorithm: str = "",
    decisions: str = "",
    temperature: float = 0.0,
    device: str = "cpu",
    seed: int | None = None,
) -> Agent:
    from .external.sb3 import Sb3Policy

    return Sb3Policy(game, path, algorithm=algorithm, decisions=decisions, temperature=temperature, device=device, seed=seed)


def _torch(
    game: Any,
    source: str,
    *,
    weights: str = "",
    observation: Literal["float32", "uint8"] = "float32",
    decisions: str = "",
    temperature: float = 0.0,
    device: str = "cpu",
    seed: int | None = None,
) -> Agent:
    from .external.module import TorchPolicy

    return TorchPolicy(
        game,
        source,
        weights=weights,
        observation=observation,
        device=device,
        decisions=decisions,
        temperature=temperature,
        seed=seed,
    )


def _onnx(game: Any, path: str, *, decisions: str = "", temperature: float = 0.0, threads: int = 1, seed: int | None = None) -> Agent:
    from .external.onnx import OnnxPolicy

    return OnnxPolicy(game, path, decisions=decisions, temperature=temperature, threads=threads, seed=seed)


def _search(
    game: Any,
    *,
    simulations: int = 300,
    ms: int = 0,
    threads: int = 0,
    margin: float = 0.9,
    trust: float = 0.1,
    policy: str = "auto",
    weights: str = "",
    rollout: Literal["guided", "random"] = "guided",
    depth: int | None = None,
    player: str = "",
    value: str = "",
    plans: int = 0,
    seed: int | None = None,
) -> Agent:
    from .greedy import read_weights
    from .search import Search

    return Search(
        game,
        simulations=simulations,
        ms=ms,
        threads=threads,
        margin=margin,
        trust=trust,
        policy=policy,
        weights=read_weights(weights, game.id) if weights else None,
        rollout=rollout,
        depth=depth,
        player=player,
        value=value,
        plans=plans,
        seed=seed,
    )


register("random", _random, doc="every legal action is equally likely, or as likely as action weights say: BLOCK=WEIGHT")
register("greedy", _greedy, doc="rule-based player of the game; weights=FILE or NAME=VALUE for other weights")
register("automatic", _automatic, doc="the rules' own defaults where they can play a seat, as Apocalypse's Zombie Master; else as greedy")
register("search", _search, doc="looks ahead in imagined games before each decision; slower and stronger")
register("human", _human, doc="a person at the terminal, by the game's notation")
register("checkpoint", _checkpoint, doc="a learned policy from its folder", argument="PATH")
register("llm", _llm, doc="a language model behind a server of the OpenAI protocol, which may run on the same machine", offered=False)
# SB3 models and Python files run code, and all three read any path that a spec names: a server does not offer them.
register("sb3", _sb3, doc="a model of Stable-Baselines3 or sb3-contrib; the file runs code when it is read", argument="PATH", offered=False)
register("torch", _torch, doc="a module of PyTorch from a Python file, with its weights", argument="FILE.py:NAME", offered=False)
register("onnx", _onnx, doc="a network in the ONNX format", argument="PATH", offered=False)
