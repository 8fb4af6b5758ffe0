"""Prompts name the decision, also where games use one word for several decisions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

import zombicide_agents as agents
from tests.play.pages import start
from tests.play.wire import Server, sit_down
from zombicide_env import make_game
from zombicide_env.play import Session

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(
    ("quest", "verb", "asked"),
    [
        ("sound_the_alarm", "order", "what do the Guards do?"),  # elsewhere: which room spawns next
        ("legacy_of_the_dawn", "place", "where does the next zombie stand?"),  # in Z-Game: which character to place on the board
    ],
)
def test_guards_and_sieges_ask_their_own_questions(server: Server, window: Any, quest: str, verb: str, asked: str) -> None:
    game = make_game("white_death", quest=quest)
    guide = Session(game, [agents.make("greedy", game)], seed=7)
    while not game.legal_texts(guide.state)[0].startswith(f"{verb} "):
        guide.step()
    page = sit_down(server, window, guide, 7, "asksitsown")
    page.wait_for_selector("#turn.mine .act")
    assert page.inner_text("#turn h2").endswith(f" {asked}")
    from tests.play.axes import everywhere  # the board of the siege is a tall one

    assert everywhere(page, verb) == []


def test_words_fit_the_game_the_cause_and_the_chance(shared: Server, window: Any) -> None:
    page = window(shared.url)
    start(page, preset="alone")  # its zombie cards are known from now on
    told = page.evaluate("""async () => {
      const [words, lexicon, { odds }] = await Promise.all(['words', 'lexicon', 'odds'].map((name) => import(`/static/${name}.js`)));
      const give = ['z_game', 'hit_z_road'].map((game) => { words.tellAsIn(game); return words.actionWords('give'); });
      const o = { dice: 1, need: 4, any: 0.5, kills: 0, successes: 0.5, harm: 0 };
      const lost = words.outcomeWords({ name: 'lost', detail: 'necromancer' });
      return [...give, lost, ...[1, 4].map((card) => lexicon.cardWords(card, 'blue')),
        odds({ b: 'attack_left', o }).textContent, odds({ b: 'attack_left', o: { ...o, kills: 0.5 } }).textContent,
        ...[0, 0.5].map((harm) => odds({ b: 'shoot', o: { ...o, need: 0, kills: 0.5, harm } }).textContent),
        odds({ b: 'pass', o: { ...o, dice: 0, need: 0, kills: null, harm: 2 } }).textContent];
    }""")
    assert told == [
        "Give a card",  # of a card that is laid face down only the verb is known
        "Pay 3 ammo",
        "Lost: a Necromancer has escaped",
        "Zombies come: nobody",
        "Zombies come: Walker \u00d7 1",
        "cannot kill anything there",
        "50 % to hit, \u22480.5 killed",
        "50 % to hit, \u22480.5 killed",
        "melee round: 50 % to hit, \u22480.5 killed \u22480.5 bites",  # also of "do not shoot", which begins the melee
        "characters lost: 2",
    ]


def test_a_player_that_answers_at_once_says_after_seconds_why_it_does_not(shared: Server, window: Any) -> None:
    """The rules of a player are compiled at its first use; a search or a language model thinks as long at any move."""
    page = window(shared.url)
    page.wait_for_selector("#map svg")
    told = page.evaluate("""async () => {
      const { compiling } = await import('/static/turn.js');
      const line = (player, more = {}) => compiling({ decider: 'a', seats: [{ agent: 'a', player }], ...more });
      const late = line('checkpoint:survivors');
      document.body.append(late);
      const style = getComputedStyle(late);
      return [style.opacity, style.animationDelay, late.textContent, Boolean(line('greedy:fear=0.1')),
        ...[line('search:simulations=9'), line('greedy', { paused: true }), line('greedy', { problem: 'x' }), line()].map(Boolean)];
    }""")
    assert told == ["0", "5s", "The first time, the rules of this player are compiled: that takes about a minute.", True, *[False] * 4]


def test_rounds_are_called_as_in_the_rulebook(shared: Server, window: Any) -> None:
    page = window(shared.url)
    page.wait_for_selector("#map svg")
    told = page.evaluate(
        "async () => { const w = await import('/static/words.js'); return ['z_game', 'hit_z_road'].map((g) => w.roundName(g, 2)); }"
    )
    assert told == ["Turn 2", "Round 2"]


def test_the_zombie_master_reads_whose_goals_are_shown(shared: Server, window: Any) -> None:
    page = window(shared.url)
    page.wait_for_selector("#seats[aria-busy=false] select")
    page.select_option("#game", "apocalypse")
    page.wait_for_selector("[data-preset=side-zombie_master]")
    start(page, preset="side-zombie_master")
    assert page.inner_text("#goals .against") == "You win if the team loses. Its goals:"
