"""Inspect: a task whose samples are games, one for each seed.

    inspect eval zombicide_env/zombicide --model openai/... -T game=hit_z_road -T games=20 -T players=3 -T opponents=greedy

From Python: ``inspect_ai.eval(zombicide(game="black_plague", games=20, quest="danse_macabre"), model=...)``.  Games run at the same time,
as many as Inspect asks for (``--max-connections``, ``--max-samples``).
"""

from __future__ import annotations

from typing import Any

from zombicide_env.adapters import of_extra
from zombicide_env.modules import text_episode

with of_extra("inspect"):
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver

__all__ = ["play", "progress", "zombicide"]

_FIGURES = {"progress": [mean(), stderr()], "won": [mean(), stderr()], "wrong": [mean()], "replaced": [mean()]}


@task
def zombicide(
    game: str = "black_plague", games: int = 10, seed: int = 0, decisions: int = 200, memory: int = 4, legal: bool = True, **options: Any
) -> Task:
    """Return the task of playing games with a model.

    Scores: ``progress`` (0 to 1, 1 only if won), ``won``, numbers of ``wrong`` and ``replaced`` answers.

    Args:
        game: id of the game.
        games: how many, with the seeds ``seed``, ``seed`` + 1, ...
        seed: of the first game.
        decisions: answers after which a game is cut off.
        memory: earlier exchanges that the model sees, in addition to the rules.
        legal: list the legal actions.
        options: of ``modules.text_episode`` (``opponents``, ``side``, ``patience``), and the game's own.
    """
    samples = [Sample(id=number, input=f"{game}, seed {number}", metadata={"seed": number}) for number in range(seed, seed + games)]
    return Task(dataset=samples, solver=play(game, decisions, memory, legal=legal, **options), scorer=progress(), name=f"zombicide_{game}")


@solver
def play(game: str, decisions: int, memory: int, **options: Any) -> Solver:
    """Return the solver that plays the game of a sample to its end."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = text_episode(game, primer=False, **options)
        rules = ChatMessageSystem(content=episode.game.explanation("game", "primer"))
        exchanges: list[Any] = [ChatMessageUser(content=episode.reset(int(state.metadata["seed"])))]
        while not episode.done and episode.turns < decisions:
            exchanges = exchanges[-(2 * memory + 1) :]
            state.messages = [rules, *exchanges]
            state = await generate(state)
            text = episode.step(state.output.completion)
            exchanges = [*state.messages[1:], ChatMessageUser(content=text)]
        state.messages = [rules, *exchanges]
        figures = {"progress": episode.progress, "won": float(episode.outcome == "won")}
        state.metadata["figures"] = {**figures, "wrong": float(episode.wrong), "replaced": float(episode.replaced)}
        state.completed = True
        return state

    return solve


@scorer(metrics=_FIGURES)
def progress() -> Scorer:
    """Return the scorer that reports the figures of the game."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=state.metadata["figures"])

    return score
