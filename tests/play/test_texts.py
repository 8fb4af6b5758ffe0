"""One table of texts in two languages: nothing missing, nothing unused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import zombicide_env.games
from zombicide_env.games import GAMES
from zombicide_env.games.hit_z_road.numbers import actions as hit_z_road
from zombicide_env.games.hit_z_road.numbers.layout import RESOURCES, RESULTS, TOKENS
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_env.games.zombicide.black_plague.edition import KINDS, SLOT_NAMES
from zombicide_env.games.zombicide.black_plague.numbers.skills import SKILLS
from zombicide_env.play import PAGE

TABLE: dict[str, Any] = json.loads((PAGE / "texts.json").read_text(encoding="utf-8"))
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}


def test_both_languages_say_the_same_things() -> None:
    assert list(TABLE) == ["en", "ru"]
    assert TABLE["en"]["page"].keys() == TABLE["ru"]["page"].keys()
    for key, text in TABLE["en"]["page"].items():
        other = TABLE["ru"]["page"][key]
        assert text and other
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", other)), key


@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_of_players_may_be_plural(language: str) -> None:
    """Factions are: "Raiders is thinking" would be wrong."""
    verbs = re.compile(r"\{who\} \w|Решает \{who\}")
    assert [key for key, text in TABLE[language]["page"].items() if verbs.search(text)] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_guides_call_buttons_by_their_labels(language: str) -> None:
    page = TABLE[language]["page"]
    words = {text for key, text in page.items() if not key.startswith("guide.")}
    lines = [text for key, text in page.items() if re.fullmatch(r"guide\.\w+\.\d+", key)]
    named = [word for text in lines for pair in re.findall(r"«([^»]+)»|“([^”]+)”", text) for word in pair if word]
    assert len(lines) > 30 and len(named) > 2
    assert [word for word in named if not any(text.startswith(word) for text in words)] == []


def test_every_text_that_a_script_asks_for_is_there() -> None:
    asked = {key for text in SCRIPTS.values() for key in re.findall(r"""say\(\s*"([\w.]+)\"""", text)}
    assert len(asked) > 40
    assert asked <= TABLE["en"]["page"].keys()


@pytest.mark.parametrize("game", [*EDITIONS, "hit_z_road"])
def test_every_verb_of_the_notation_has_words(game: str) -> None:
    actions = hit_z_road.ACTIONS if game == "hit_z_road" else edition_module(game, "numbers.actions").ACTIONS
    verbs = {verb for block in actions.blocks for verb in block.text.split()[0].split(":")[0].split("|") if not verb.startswith("<")}
    assert len(verbs) > 12
    assert {f"act.{verb}" for verb in verbs} <= TABLE["ru"]["page"].keys()


@pytest.mark.parametrize("game", EDITIONS)
def test_actions_stand_among_their_like(game: str) -> None:
    """Only these actions belong to no group of buttons: ending a turn, noise, and help for others."""
    groups = re.search(r"const GROUPS = \{(.+?)\n\};", SCRIPTS["turn.js"], re.S)
    assert groups
    patterns = re.findall(r"\w+: /(.+)/,", groups[1])
    assert len(patterns) == 6
    blocks = {block.name for block in edition_module(game, "numbers.actions").ACTIONS.blocks}
    other = {name for name in blocks if not any(re.search(pattern, name) for pattern in patterns)}
    assert other <= {"end", "pass", "noise", "loud", "born_leader", "order", "empress", "medic", "mask", "place_bomb", "recruit"}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_the_form_has_words(game: str) -> None:
    """A name, an explanation where the name is not enough, and texts for its choices."""
    page, terms = TABLE["ru"]["page"], TABLE["ru"]["terms"]
    for field in GAMES[game].load().form().fields:
        if field.hidden:
            continue
        assert f"option.{field.name}" in page
        assert not field.doc or f"doc.{field.name}" in page
        assert all(f"value.{choice.value}" in page or str(choice.value) in terms for choice in field.choices or ())


@pytest.mark.parametrize(
    "ids",
    [
        [card.id for name in EDITIONS for card in edition_module(name, "world.box").box().cards],
        [sheet.id for name in EDITIONS for sheet in edition_module(name, "world.box").box().survivors],
        [quest.id for name in EDITIONS for quest in edition_module(name, "world.box").quests()],
        list(KINDS),
        list(SLOT_NAMES),
        [part for skill in SKILLS for part in skill.split(":")],
        [*RESOURCES, *RESULTS, *TOKENS],
    ],
    ids=["cards", "survivors", "quests", "zombies", "slots", "skills", "hit_z_road"],
)
def test_every_term_has_a_russian_word(ids: list[str]) -> None:
    assert [name for name in ids if name not in TABLE["ru"]["terms"]] == []


def test_patterns_are_expressions_with_the_groups_that_they_use() -> None:
    for pattern, words in TABLE["ru"]["patterns"]:
        groups = re.compile(pattern).groups
        assert all(int(n) <= groups for n in re.findall(r"\$(\d)", words)), pattern


def test_why_no_vector_can_be_made_is_said_in_russian() -> None:
    """Errors of the position writers: the page shows them when somebody exports a position."""
    writers = [
        path
        for path in Path(zombicide_env.games.__file__).parent.rglob("*.py")
        if path.parent.name == "positions" or path.name == "writing.py"
    ]
    reasons = {
        text for path in writers for text in re.findall(r'ValueError\(f?"((?:vectors|a vector) [^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(reasons) > 8
    assert [text for text in reasons if not any(re.search(pattern, text) for pattern, _ in TABLE["ru"]["patterns"])] == []


def test_all_scripts_are_asked_for_at_once() -> None:
    """Else a browser would learn of a script only when another one that imports it has arrived."""
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    asked = re.findall(r'<(?:script type="module" src|link rel="modulepreload" href)="/static/([\w.]+)">', page)
    assert sorted(asked) == sorted(SCRIPTS)


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in (path for path in PAGE.rglob("*") if path.suffix in (".css", ".html", ".js", ".json", ".svg")):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text.replace('"https:"', ""), path.name
        assert "eval(" not in text
    assert "innerHTML" not in "".join(text for name, text in SCRIPTS.items() if name != "picture.js")
