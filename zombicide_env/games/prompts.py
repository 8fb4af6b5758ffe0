"""Describe a position in words, for readers without a board: language models, screen readers, chats."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ..core.game import Game
from ..core.words import LANGUAGES

__all__ = ["compact", "plain", "prompt"]

Array = np.ndarray[Any, Any]

EXPLAINED: Final = ("card", "master_card", "skill", "character", "zombie", "event", "rule", "token")
"""Kinds of words that a prompt explains if they occur in the position."""

_NOTHING: Final[tuple[Any, ...]] = (None, False, 0, "", [], {}, ())


def compact(value: Any) -> Any:
    """Return the value without empty entries of dictionaries: None, False, zero, empty."""
    if isinstance(value, dict):
        kept = {key: compact(inner) for key, inner in value.items()}
        return {key: inner for key, inner in kept.items() if not any(inner is nothing or inner == nothing for nothing in _NOTHING)}
    if isinstance(value, list | tuple):
        return [compact(inner) for inner in value]
    return value.item() if isinstance(value, np.generic) else value


def plain(value: Any) -> str:
    """Return a value on one line: ``left hammer, actions 3``."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain(inner)}" if inner is not True else str(name) for name, inner in value.items())
    if isinstance(value, list | tuple):
        return " ".join(plain(inner) for inner in value)
    return str(value)


def prompt(game: Game, state: Array, agent: str, legal: bool = True) -> str:
    """Return what ``agent`` has to know to decide, as text.

    It contains who the agent is, the position as it may see it, what the visible cards and skills do, the decision, and every legal action;
    without ``legal`` only the words with which legal actions begin.
    """
    about = game.summary(state, agent)
    name = game.agent_names(state)[game.agents.index(agent)]
    lines = [f"You are {agent}{f' ({name})' if name != agent else ''} in {game.id}.", *_lines(about)]
    if game.decider(state) != agent:
        lines += _explained(game, lines)
        return "\n".join([*lines, "It is not for you to decide now." if game.decider(state) else "The game is over."])
    asked = game.explanation("decision", str(about.get("decision", "")), LANGUAGES[0])
    texts = game.legal_texts(state)
    lines += _explained(game, [*lines, *texts])
    lines += [f"Asked of you: {asked}"] if asked else []
    if legal:
        lines += ["Legal actions:", *(f"- {text}" for text in texts)]
    else:
        lines.append(f"An action begins with one of: {', '.join(dict.fromkeys(text.split(' ')[0] for text in texts))}")
    return "\n".join(lines)


def _explained(game: Game, lines: list[str]) -> list[str]:
    """Return explanations of the cards, skills and the like in some lines, with dice, accuracy, damage and range."""
    words = dict.fromkeys(word.strip("(),;.") for line in lines for word in line.split())
    told = [f"  {word}: {text}" for kind in EXPLAINED for word in words if word and (text := game.explanation(kind, word, LANGUAGES[0]))]
    return ["what they are:", *told] if told else []


def _lines(about: dict[str, Any]) -> list[str]:
    """Return one line for a plain entry, one line per row for a table."""
    lines: list[str] = []
    for key, value in about.items():
        if isinstance(value, dict) and any(isinstance(inner, dict | str) for inner in value.values()):
            lines += [f"{key}:", *(f"  {name}: {plain(inner)}" for name, inner in value.items())]
        elif key == "goals":
            lines += ["goals:", *(f"  - {goal}" for goal in value)]
        else:
            lines.append(f"{key}: {plain(value)}")
    return lines
