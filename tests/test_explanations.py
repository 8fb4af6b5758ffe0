"""Everything that a player encounters is explained in both languages, in one place per game."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from zombicide_env import make_game
from zombicide_env.core.words import LANGUAGES
from zombicide_env.games import GAMES
from zombicide_env.games.explanations import read_explanations
from zombicide_env.games.hit_z_road.numbers import decisions as road_decisions
from zombicide_env.games.hit_z_road.numbers import layout as road
from zombicide_env.games.source import ContentError, Source
from zombicide_env.games.z_game.numbers import layout as city
from zombicide_env.games.z_game.numbers.decisions import NAMES
from zombicide_env.games.z_game.rules.table import TABLE
from zombicide_env.games.z_game.world.build import MODES
from zombicide_env.games.zombicide.apocalypse.numbers import decisions as decisions_with_a_master
from zombicide_env.games.zombicide.apocalypse.numbers.master import MASTER_CARDS
from zombicide_env.games.zombicide.apocalypse.world.box import box as box_with_cars
from zombicide_env.games.zombicide.black_plague.numbers import decisions
from zombicide_env.games.zombicide.black_plague.world.box import box
from zombicide_env.games.zombicide.table.cards import ZOMBIE_CARD_KINDS
from zombicide_env.games.zombicide.table.codes import LEVELS


def _verbs(game: Any) -> set[str]:
    """First words of the notation of all actions."""
    return {word for block in game.action_codec.blocks for word in block.text.split()[0].split("|") if word[0] not in "<["}


def _met() -> list[tuple[str, str, list[str]]]:
    """Yield game, kind, and all words of the kind in the game."""
    plague, town = box(), box_with_cars()
    words, town_words = plague.words, town.words
    in_box, in_town = ({card.kind for card in each.zombie_cards} for each in (plague, town))
    answers = "order remove path target use ready trick keep discard put give receive done activate hit reap miss wound rescue "
    answers += "reroll accept replace printed armour learn exit stay"
    return [
        ("black_plague", "zombie", list(words.kinds)),
        ("black_plague", "card", list(words.items)),
        ("black_plague", "skill", [*words.skills, "plus_1_damage_with:hammer", "starts_with:dagger"]),
        ("black_plague", "level", list(LEVELS)),
        (
            "black_plague",
            "zombie_card",
            [kind for kind, code in ZOMBIE_CARD_KINDS.items() if code in in_box],
        ),
        ("black_plague", "token", ["noise", "objective", "spawn", "exit", "door", "vault", "dragon_bile", "rotten"]),
        ("black_plague", "decision", list(decisions.NAMES)),
        ("black_plague", "action", sorted(_verbs(make_game("black_plague")) - set(answers.split()))),
        ("apocalypse", "zombie", list(town_words.kinds)),
        ("apocalypse", "card", list(town_words.items)),
        ("apocalypse", "skill", list(town_words.skills)),
        ("apocalypse", "level", list(LEVELS)),
        ("apocalypse", "zombie_card", [kind for kind, code in ZOMBIE_CARD_KINDS.items() if code in in_town]),
        ("apocalypse", "master_card", list(MASTER_CARDS)),
        (
            "apocalypse",
            "token",
            ["noise", "objective", "spawn", "exit", "door", "car", "gasoline", "fire", "time_bomb", "manhole"],
        ),
        ("apocalypse", "decision", list(decisions_with_a_master.NAMES)),
        ("apocalypse", "action", sorted(_verbs(make_game("apocalypse")) - set(f"{answers} lose mask push recruit reward cast".split()))),
        ("hit_z_road", "resource", list(road.RESOURCES)),
        ("hit_z_road", "token", list(road.TOKENS)),
        ("hit_z_road", "event", list(filter(None, road.EVENTS))),
        ("hit_z_road", "rule", list(filter(None, road.RULES))),
        ("hit_z_road", "die", list(road.RESULTS)),
        ("hit_z_road", "decision", list(road_decisions.NAMES)),
        ("hit_z_road", "action", sorted(_verbs(make_game("hit_z_road")))),
        ("z_game", "card", list(city.ACTION_CARDS)),
        ("z_game", "character", ["leader", "fight", "engineering", "science", *city.CHARACTERS]),
        ("z_game", "faction", list(city.FACTIONS)),
        ("z_game", "location", list(city.TYPES)),
        ("z_game", "token", ["barricade", "outpost", "ruin", "neutral", "pending", "horde", "exhausted", "food", "medicine", "vp"]),
        ("z_game", "project", list(city.PROJECTS)),
        ("z_game", "effect", list(city.EFFECTS)),
        ("z_game", "remedy", list(city.REMEDIES)),
        ("z_game", "phase", list(city.PHASES)),
        ("z_game", "mode", list(MODES)),
        ("z_game", "decision", list(NAMES)),
        ("z_game", "action", sorted({text.split()[0] for row in TABLE.decisions.values() for text in row.notation.values()})),
    ]


@pytest.mark.parametrize(("name", "kind", "words"), _met(), ids=lambda value: value if isinstance(value, str) else "")
def test_nothing_is_left_unexplained(name: str, kind: str, words: list[str]) -> None:
    found = make_game(name).explanations()
    assert words
    assert found.gaps(kind, words) == []
    assert set(found.texts[kind]) - set(words) == set(), "explained, but not in the game"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_texts_of_a_game_are_read_once(name: str) -> None:
    """A prompt looks up every word of a position: rebuilding the texts for each lookup would take ten times as long."""
    game = make_game(name)
    assert game.explanations() is game.explanations()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_texts_are_sentences(name: str) -> None:
    for kind, names in make_game(name).explanations().texts.items():
        for texts in names.values():
            assert set(texts) == set(LANGUAGES)
            for language, text in texts.items():
                assert text[0].isupper() or text[0].isdigit()
                assert text[-1] in ".?"
                assert len(text) <= 240 or kind == "game"  # the short rules are a page
                assert "{" not in text
                assert any("CYRILLIC" in unicodedata.name(letter, "") for letter in text) == (language == "ru"), text


def test_words_are_found_as_people_write_them() -> None:
    game = make_game("black_plague")
    assert game.explain("Hammer").startswith("hammer (card): ")
    assert "damage 2" in game.explain("hammer")
    assert "урон 2" in game.explain("hammer", "ru")
    assert game.explain("ironclad walker") == "ironclad:walker (skill): Takes no wounds from Walkers."
    assert game.explain("starts_with:short_sword") == "starts_with:short_sword (skill): Begins the game with short sword."
    assert [line.split(":")[0] for line in game.explain("shield").splitlines()] == ["shield (card)"]
    assert {line.partition(")")[0] for line in game.explain("exit").splitlines()} == {"exit (token", "exit (decision"}
    assert game.explain("unicorn") == ""
    assert make_game("hit_z_road").explain("molotov").count("\n") == 2  # token, decision, action


def test_a_broken_file_is_named_with_its_line() -> None:
    with pytest.raises(ContentError, match=r"mine\.yaml:2: .*'ru' is missing"):
        read_explanations(Source("mine.yaml", "card:\n  hammer: {en: A hammer.}\n"))
    with pytest.raises(ContentError, match=r"mine\.yaml:3: .*twice"):
        read_explanations(Source("mine.yaml", "card:\n  hammer: {en: A., ru: Б.}\n  hammer: {en: A., ru: Б.}\n"))
