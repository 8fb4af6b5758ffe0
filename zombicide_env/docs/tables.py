"""Parts that the pages of all games have."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from ..core.codec import markdown
from ..core.options import meanings
from ..games import GAMES

__all__ = ["events", "facts", "figures", "options", "pairs", "table", "words"]

#: The word or the few words with which a paragraph of the rules in short begins: "Round.", "Advice for the team."
_TOPIC: Final = re.compile(r"^(\w+(?: \w+){0,3}\.)", re.MULTILINE)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return markdown([dict(zip(head, row, strict=True)) for row in rows])


def pairs(facts: Mapping[str, str]) -> str:
    """A table of names and values without a heading."""
    return table(("", " "), list(facts.items()))


def facts(game: Any, seats: str) -> str:
    """The head of a game's page: picture, summary of the rules, ids and sizes.  ``seats``: what Gymnasium's agent controls."""
    entry, actions, observations = GAMES[game.id], game.action_codec, game.observation_codec
    primer = _TOPIC.sub(r"**\1**", game.explanation("game", "primer")).replace("\n", "\n\n")
    short = f"## In short\n\n{primer}\n\n" if primer else ""
    picture = f"![{entry.title}: a board in the middle of a game](pictures/{game.id}.png)\n\n"
    about = "How the five games differ: [The games](games.md#how-they-differ).\n\n"
    return f"{picture}{short}{about}## At a glance\n\n" + pairs(
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
    """Parameters of a game with their defaults and what they mean."""
    texts = meanings(factory)
    rows = []
    for name, parameter in inspect.signature(factory).parameters.items():
        if name not in texts:
            raise LookupError(f"option {name!r} of {factory.__name__} is not described, by an Option or under Args: in its docstring")
        rows.append((f"`{name}`", f"`{parameter.default!r}`", texts[name].replace("``", "`")))
    return table(("option", "default", "meaning"), rows)


def figures(game: Any, meanings: Mapping[str, str]) -> str:
    """Figures of ``Game.measures`` with their meanings, which must have the same names."""
    named = set(game.measures(np.zeros(1, game.state_dtype)))
    if named != set(meanings):
        raise LookupError(f"figures of {game.id} and their meanings differ: {', '.join(sorted(named ^ set(meanings)))}")
    head = (
        "The infos of the last step hold these figures next to outcome and detail: as numbers in single environments, as arrays in the "
        "`final_info` of vector environments. `game.measures(states)` computes them at any time.\n\n"
    )
    return head + table(("figure", "meaning"), [(f"`{name}`", text) for name, text in meanings.items()])


def events(game: Any) -> str:
    """Kinds of events with their numbers and sentences."""
    rows = [
        (
            f"`{kind.name}`",
            ", ".join(f"`{name}`" + (f" ({entity})" if entity not in ("number", name) else "") for name, entity in kind.columns.items()),
            game.sentences.get(kind.name, {}).get("en", ""),
        )
        for kind in game.event_codec.kinds
    ]
    return (
        "## Events\n\nEvents of a step, in order: `Batch(game, 1, record_events=True).events()`, `game.tell(state, action)`, infos with "
        "`events=True`. `game.events_for` removes what a seat may not know.\n\n"
        f"{table(('kind', 'numbers', 'sentence'), rows).strip()}"
    )


def words(game: Any) -> str:
    """A table of the words of a game with their explanations in English."""
    texts = {kind: names for kind, names in game.explanations().texts.items() if kind != "game"}
    rows = [(kind, f"`{name}`", game.explanation(kind, name)) for kind, names in texts.items() for name in names]
    return (
        "## Words\n\nMeanings of cards, skills, tokens and decisions, as the terminal (`help hammer`) and the page show them. The "
        f"English and Russian texts are in `content/explanations.yaml`.\n\n{table(('kind', 'word', 'meaning'), rows).strip()}"
    )
