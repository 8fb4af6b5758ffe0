"""Parse answers of language models: extract the one action that an answer names, whatever its format."""

from __future__ import annotations

import json
import re
from typing import Final

__all__ = ["written_action"]

# Ignore thoughts. A chat template may have opened them before the answer begins; a truncated answer may never close them.
_THOUGHT: Final = re.compile(r"<(think|thinking|thought|reasoning)>.*?(</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_BEFORE: Final = re.compile(r"\A.*</(think|thinking|thought|reasoning)>", re.IGNORECASE | re.DOTALL)

_WIDE: Final = str.maketrans("\uff1a\uff3b\uff3d\u3010\u3011\uff1c\uff1e", ":[][]<>")
_FENCE: Final = re.compile(r"^[^\S\n]*(?:```|~~~)[\w+-]*[^\S\n]*$", re.MULTILINE)
_STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
_JSON: Final = re.compile(rf'"(?:final_|chosen_)?(?:action|answer)"\s*:\s*({_STRING})', re.IGNORECASE)
_BOXED: Final = re.compile(r"\\boxed\s*\{\s*(?:\\(?:text|texttt|mathrm)\s*\{([^{}]*)\}|([^{}]*))\s*\}")
_TAG: Final = re.compile(r"<(/?)(?:final_)?(?:answer|action)>", re.IGNORECASE)

_LABEL: Final = re.compile(
    r"^(?:[^a-z\n]*\b(?:my |the )?(?:final |best |chosen )?(?:action|answer)\b[^\w\n:]*:)+(.*)$", re.IGNORECASE | re.MULTILINE
)
_BRACKETS: Final = re.compile(r"\[([^\[\]\n]+)\]")
_AROUND: Final = " \t\r\n`*_\"'.,;:<>[]{}$\\-" + "\u201c\u201d\u2018\u2019\u2013\u2014"  # the last: typographic quotes and dashes


def written_action(answer: str) -> str:
    r"""Return the action that an answer names, "" if it names none.

    Thoughts (``<think>...</think>``) are ignored.  Then the last ``Action:`` counts, which may also be written as ``Final answer:``,
    ``<answer>...</answer>``, ``\boxed{...}`` or JSON with the key ``action`` or ``answer``; without one the last text in square brackets;
    without brackets the last line.  Markdown fences and emphasis are ignored, as are the wide colons and brackets of East Asian text.
    """
    text = _as_labels(_BEFORE.sub("", _THOUGHT.sub("", answer)).translate(_WIDE))
    labels = list(_LABEL.finditer(text))
    if labels:
        last = labels[-1]
        said = last[1] if _bare(last[1]) else _first_line(text[last.end() :])
        return _bare(_in_brackets(said) or said)
    return _bare(_in_brackets(text) or _first_line("\n".join(reversed(text.splitlines()))))


def _as_labels(text: str) -> str:
    """Turn every form that marks an action into a line ``Action: ...``."""
    text = _JSON.sub(lambda found: _labelled(str(json.loads(found[1], strict=False)) if _is_json(found[1]) else found[1]), text)
    text = _BOXED.sub(lambda found: _labelled(found[1] if found[1] is not None else found[2]), text)
    text = _TAG.sub(lambda found: "\n" if found[1] else "\nAction: ", text)
    return _FENCE.sub("", text)


def _labelled(action: str) -> str:
    return f"\nAction: {action}\n"


def _is_json(text: str) -> bool:
    try:
        json.loads(text, strict=False)
    except ValueError:  # an escape that JSON does not have
        return False
    return True


def _in_brackets(text: str) -> str:
    found = _BRACKETS.findall(text)
    return str(found[-1]) if found else ""


def _first_line(text: str) -> str:
    """Return the first line that is not empty."""
    return next((line for line in text.splitlines() if _bare(line)), "")


def _bare(text: str) -> str:
    """Return the text without the marks that people and models put around words."""
    return " ".join(text.strip(_AROUND).split())
