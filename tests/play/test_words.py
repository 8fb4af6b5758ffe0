"""All texts of the games exist in Russian: the page's own translator is run on every text of played games."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
import zombicide_env.play
from tests.play.pages import WAIT
from zombicide_env import make_game
from zombicide_env.games.zombicide import EDITIONS, edition_module
from zombicide_env.play import Session, views
from zombicide_env.play.broadcast import packed

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: Text that stays the same: labels of zones and cards, a Latin title, a name.
_NAMES = re.compile(r"\b[IVX]+-\d+|In Caligine Abditus|Hit Z Road|Z-Game|zombicide serve")
_ASK = """async ([texts, sentences]) => {
  const words = await import('/static/words.js');
  const part = ([what, rest]) => [words.term(what) ?? what, ...rest.map(words.nameOf)].join(' ');
  const chance = (text) => words.chanceParts(text).map(part).join('; ');
  const say = { told: words.tell, name: words.nameOf, title: words.tellTitle, act: words.actionWords, chance, refused: words.complaint,
    outcome: (text) => words.outcomeWords(JSON.parse(text), { player_1: 'Bees' }),
    event: (text) => words.tellEvent(JSON.parse(text), sentences) };
  return texts.map(([kind, text]) => [text, say[kind](text)]);
}"""


@pytest.fixture
def russian(chromium: Any, server: Any) -> Iterator[Any]:
    context = chromium.new_context(locale="ru-RU", reduced_motion="reduce")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("#map svg")
    yield lambda texts, game=None: page.evaluate(_ASK, [sorted(texts), dict(game.sentences) if game else {}])
    context.close()


def shown(game: Any, state: Any) -> set[tuple[str, str]]:
    """Every text of a position."""
    board = json.loads(packed(views.board(game, state, None)))
    picture = re.sub(r'<g class="para"><title>([^<]*)</title>.*?</g>', r"<text>\1</text>", board["svg"])  # broken into lines by the page
    found = {("told", text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", picture)}
    found |= {("title", text) for text in re.findall(r"<title>([^<]*)</title>", picture)}
    plain = [board["title"], board["banner"], *(goal["text"] for goal in board["goals"])]
    entries = [*board["facts"], *board["legend"]]
    for panel in board["panels"]:
        entries += [*panel["badges"], *panel["rows"], *panel["slots"]]
        plain += [panel["title"], *(meter["label"] for meter in panel["meters"])]
    plain += [entry[part] for entry in entries for part in ("label", "text", "note") if part in entry]
    badges = {badge["label"] for panel in board["panels"] for badge in panel["badges"]}  # not shown
    return {(kind, unescape(text)) for kind, text in found | {("told", text) for text in plain if text not in badges} if text}


def played(game: Any, spec: str, moves: int) -> set[tuple[str, str]]:
    """Every text of a game: positions, actions, dice and cards, and their effects."""
    session = Session(game, [agents.make(spec, game)], seed=4, keep=True)
    texts = shown(game, session.state)
    while not session.over and len(session.moves) < moves:
        texts |= {("act", text) for text in game.legal_texts(session.state)}
        move = session.step()
        texts |= {("event", json.dumps(views.event(game, event))) for event in move.events}
        texts |= {("chance", text) for text in move.chance.split("; ") if text}
        if move.number % 8 == 0:
            texts |= shown(game, session.state)
    return texts | shown(game, session.state)


def english(rows: list[list[str]]) -> list[list[str]]:
    return [row for row in rows if re.search(r"[A-Za-z]{3,}", _NAMES.sub("", row[1]))]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_family_speaks_russian(russian: Any, edition: str) -> None:
    texts: set[tuple[str, str]] = set()
    for number, quest in enumerate(edition_module(edition, "world.box").quests()):
        game = make_game(edition, quest=quest.id, max_rounds=6)
        texts |= played(game, "greedy", 120 if number < 3 else 0)
    texts |= {("name", skill) for skill in edition_module(edition, "numbers.skills").SKILLS}
    assert len(texts) > 500
    assert english(russian(texts, game)) == []


@pytest.mark.parametrize("players", [1, 4])
def test_hit_z_road_speaks_russian(russian: Any, players: int) -> None:
    game = make_game("hit_z_road", players=players)
    texts = played(game, "greedy", 400) | played(game, "random", 400)
    assert len(texts) > 250
    assert english(russian(texts, game)) == []


@pytest.mark.parametrize(
    "options", [{"players": 2, "fog_of_war": True}, {"players": 4, "survivor_search": True, "pharmacy_business": True}]
)
def test_z_game_speaks_russian(russian: Any, options: dict[str, Any]) -> None:
    game = make_game("z_game", **options)
    texts = played(game, "greedy", 300) | played(game, "random", 500)
    assert len(texts) > 300
    assert english(russian(texts, game)) == []


def test_how_a_game_has_ended_is_said_by_who_has_won_or_why(russian: Any) -> None:
    ends = {
        ("won", "danse_macabre", ""): "Победа",
        ("won", "player_3", ""): "Победа: Игрок 4",
        ("won", "target player_1", ""): "Победа: Bees",
        ("won", "grade_3", ""): "Победа: оценка 3",
        ("lost", "no_survivors", ""): "Поражение: выживших не осталось",
        ("lost", "no_survivors", "zombie_master"): "Победа: Хозяин зомби",
        ("truncated", "max_rounds", ""): "Остановлена на пределе раундов",
    }
    asked = {("outcome", json.dumps({"name": name, "detail": detail, "by": by})): said for (name, detail, by), said in ends.items()}
    told = dict(russian(set(asked)))
    assert {text: told[text] for _, text in asked} == {text: said for (_, text), said in asked.items()}


def refusals() -> set[str]:
    """Messages of the server's refusals, and those about failing agents; sample values replace the placeholders."""
    found = set()
    for path in Path(zombicide_env.play.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (getattr(node.func, "id", "") == "Refusal" or getattr(node.func, "attr", "") == "fail"):
                words = node.args[0]
                if isinstance(words, ast.Constant):
                    found.add(str(words.value))
                if isinstance(words, ast.JoinedStr):
                    found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in words.values))
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Quota":
                found |= {str(ast.literal_eval(node.args[2])).format(7, whose) for whose in ("this browser", "your network")}
    return found


def test_the_server_refuses_in_russian(russian: Any) -> None:
    sentences = refusals()
    assert len(sentences) > 35
    assert "it is not your turn" in sentences
    told = russian({("refused", text) for text in sentences})
    assert english(told) == []
    assert not any("Отказ" in text for _, text in told)
    assert russian({("refused", "an oddity")}) == [["an oddity", "Отказ: an oddity"]]
