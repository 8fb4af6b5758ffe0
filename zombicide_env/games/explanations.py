"""Short explanations of cards, skills, tokens and decisions, in the languages of the user interface.

They are in one file per game (``content/explanations.yaml``): kind of thing -> id -> language -> text.  An id such as
``plus_1_die_{type}`` is a template with one id for each word of the list ``type`` in the part ``words``; the texts then use the word as
that list gives it.  A placeholder without a list, as ``{item}``, matches any word.  The part ``sentences`` has a sentence for each kind of
event (``core.events``): ``move: {en: "{who} goes from {start} to {to}"}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..core.words import LANGUAGES
from .source import Item, Source, yaml_item

_PLACE = re.compile(r"\{(\w+)\}")

Texts = Mapping[str, str]
"""Language -> text."""


@dataclass(frozen=True)
class Explanations:
    """The explanations of a game.  ``texts[kind][id][language]``; ``open_ids`` has the ids with a placeholder for any word.

    ``sentences[kind of event][language]`` describes an event, with the names of its numbers in braces.
    """

    texts: Mapping[str, Mapping[str, Texts]]
    open_ids: Mapping[str, Mapping[str, Texts]]
    sentences: Mapping[str, Texts] = field(default_factory=dict)

    def of(self, kind: str, word: str) -> Texts:
        """Return the texts of one thing; empty if it has no explanation."""
        known = self.texts.get(kind, {})
        if word in known:
            return known[word]
        for pattern, texts in self.open_ids.get(kind, {}).items():
            head, tail = _PLACE.split(pattern)[0], _PLACE.split(pattern)[-1]
            if word.startswith(head) and word.endswith(tail) and len(word) > len(head) + len(tail):
                filled = word[len(head) : len(word) - len(tail)].replace("_", " ")
                return {language: _PLACE.sub(filled, text) for language, text in texts.items()}
        return {}

    def gaps(self, kind: str, words: Iterable[str]) -> list[str]:
        """Return the words of a kind that lack an explanation in some language."""
        return [word for word in words if set(self.of(kind, word)) != set(LANGUAGES)]

    def find(self, word: str) -> list[tuple[str, str]]:
        """Return kind and id of everything of that name; spaces, capitals and colons do not matter."""
        asked = _plain(word)
        found = [(kind, name) for kind, names in self.texts.items() for name in names if _plain(name) == asked]
        spelled = word.strip().lower().replace(" ", "_")
        return found or [(kind, spelled) for kind in self.open_ids if self.of(kind, spelled)]


NONE: Final = Explanations({}, {})
"""The explanations of a game that has none."""


def _plain(word: str) -> str:
    return re.sub(r"[\s:_-]+", " ", word).strip().lower()


def read_explanations(source: Source) -> Explanations:
    """Read a file of explanations.  Raises ``ContentError`` naming the line where something is wrong or missing."""
    kinds = yaml_item(source, "the file").mapping()
    lists = {name: {word: _texts(texts) for word, texts in words.mapping().items()} for name, words in _part(kinds, "words").items()}
    texts: dict[str, dict[str, Texts]] = {}
    open_ids: dict[str, dict[str, Texts]] = {}
    sentences = {name: _texts(item) for name, item in _part(kinds, "sentences").items()}
    for kind, names in kinds.items():
        if kind in ("words", "sentences"):
            continue
        for name, item in names.mapping().items():
            place = _PLACE.search(name)
            told = _texts(item)
            if place is None:
                texts.setdefault(kind, {})[name] = told
            elif place[1] not in lists:
                open_ids.setdefault(kind, {})[name] = told
            else:
                for word, called in lists[place[1]].items():
                    filled = {language: _PLACE.sub(called[language], text) for language, text in told.items()}
                    texts.setdefault(kind, {})[_PLACE.sub(word, name)] = filled
    return Explanations(texts, open_ids, sentences)


def _part(kinds: Mapping[str, Item], name: str) -> Mapping[str, Item]:
    return kinds[name].mapping() if name in kinds else {}


def _texts(item: Item) -> Texts:
    return {language: text.text() for language, text in item.mapping(LANGUAGES).items()}
