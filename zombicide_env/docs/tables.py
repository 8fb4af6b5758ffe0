"""Parts that the pages of all games have."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.codec import markdown
from ..core.form import argument_texts
from ..games import GAMES

__all__ = ["events", "facts", "figures", "options", "pairs", "table", "words"]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return markdown([dict(zip(head, row, strict=True)) for row in rows])


def pairs(facts: Mapping[str, str]) -> str:
    """Names and what they stand for."""
    return table(("", " "), list(facts.items()))


def facts(game: Any, seats: str) -> str:
    """Names and sizes of a game: how it is made, who decides, how large what is.  ``seats``: whose seat Gymnasium's agent has."""
    entry, actions, observations = GAMES[game.id], game.action_codec, game.observation_codec
    return pairs(
        {
            "PettingZoo": f"`zombicide_env.{entry.module}.env()`, `{entry.pettingzoo_id}`",
            "Gymnasium": f"`zombicide_env:{entry.gymnasium_id}` ({seats})",
            "Agents": f"`{game.agents[0]}` ... `{game.agents[-1]}` (by default)",
            "Actions": f"Discrete({actions.size}), layout `{actions.layout_hash}`",
            "Observation": f"{observations.size} values from the deciding seat, layout `{observations.layout_hash}`",
            "State": f"{game.state_dtype.itemsize:,} bytes",
            "Rules": f"revision {game.rules_revision}, [by id](rules/{game.id}.md), [as vectors](conformance/{game.id}.md)",
        }
    )


def options(factory: Any) -> str:
    """Parameters of a game with their defaults and the words of its docstring."""
    meanings = argument_texts(inspect.getdoc(factory) or "")
    rows = []
    for name, parameter in inspect.signature(factory).parameters.items():
        if name not in meanings:
            raise LookupError(f"option {name!r} of {factory.__name__} is not described under Args: in its docstring")
        rows.append((f"`{name}`", f"`{parameter.default!r}`", meanings[name].replace("``", "`")))
    return table(("option", "default", "meaning"), rows)


def figures(game: Any, meanings: Mapping[str, str]) -> str:
    """What ``Game.measures`` tells at the end of a game; every figure has a meaning and every meaning a figure."""
    named = set(game.measures(np.zeros(1, game.state_dtype)))
    if named != set(meanings):
        raise LookupError(f"figures of {game.id} and their meanings differ: {', '.join(sorted(named ^ set(meanings)))}")
    head = (
        "What the infos of the last step hold beside outcome and detail: flat in PettingZoo's and Gymnasium's, arrays in `final_info` of "
        "many games. `game.measures(states)` gives them at any moment.\n\n"
    )
    return head + table(("figure", "meaning"), [(f"`{name}`", text) for name, text in meanings.items()])


def events(game: Any) -> str:
    """What a step tells: kinds of events with their numbers and sentences."""
    rows = [
        (
            f"`{kind.name}`",
            ", ".join(f"`{name}`" + (f" ({entity})" if entity not in ("number", name) else "") for name, entity in kind.columns.items()),
            game.sentences.get(kind.name, {}).get("en", ""),
        )
        for kind in game.event_codec.kinds
    ]
    return (
        "## Events\n\nWhat a step tells, in order: `Batch(game, 1, telling=True).events()`, `game.tell(state, action)`, infos with "
        "`events=True`. What a seat may not know is not told to it (`game.events_for`).\n\n"
        f"{table(('kind', 'numbers', 'sentence'), rows).strip()}"
    )


def words(game: Any) -> str:
    """The rules in short, and what the words of a game mean, as its players read it: a table of its explanations in English."""
    told = {kind: names for kind, names in game.explanations().texts.items() if kind != "game"}
    rows = [(kind, f"`{name}`", game.explanation(kind, name)) for kind, names in told.items() for name in names]
    primer = game.explanation("game", "primer")
    return (
        (f"## In short\n\n{primer}\n\n" if primer else "")
        + "## Words\n\nWhat is what, as terminal and page say it (`help hammer` in the terminal; English and Russian lie in "
        + f"`content/explanations.yaml`).\n\n{table(('kind', 'word', 'meaning'), rows).strip()}"
    )
