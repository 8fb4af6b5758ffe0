"""A text episode with one reader, for all games: cooperative ones and those against opponents."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from zombicide_env.envs.text_episode import ASK
from zombicide_env.games import OWN
from zombicide_env.modules import gymnasium_env, text_episode

OPPONENTS: dict[str, dict[str, Any]] = {"hit_z_road": {"players": 3, "opponents": "greedy"}, "z_game": {"opponents": "greedy", "side": 1}}


def played(episode: Any, seed: int, most: int = 400) -> list[str]:
    """Return all texts of a game whose model answers at random."""
    rng = np.random.default_rng(seed)
    texts = [episode.reset(seed)]
    while not episode.done and episode.turns < most:
        texts.append(episode.step(f"I see.\nAction: {rng.choice(episode.legal_texts)}"))
    return texts


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN)
def test_a_game_is_played_in_text_as_its_environment_plays_it(game: str) -> None:
    options = OPPONENTS.get(game, {})
    episode, twin = text_episode(game, **options), gymnasium_env(game, **options)
    own: Any = twin.unwrapped  # its type does not declare the text of actions
    texts = played(episode, 3)
    assert texts[0].startswith(episode.game.explanation("game", "primer"))
    assert all(f"\n{ASK}" in text for text in texts[:-1])
    assert episode.wrong == episode.replaced == 0
    assert 0 <= episode.progress <= 1
    assert (episode.progress == 1) == (episode.outcome == "won")
    rng, total = np.random.default_rng(3), 0.0
    twin.reset(seed=3)
    for _ in range(episode.turns):
        legal = own.legal_texts()
        _, reward, terminated, truncated, _ = twin.step(own.parse(str(rng.choice(legal))))
        total += float(reward)
    assert episode.total == pytest.approx(total)
    assert episode.done == (terminated or truncated)
    if episode.done:
        assert "The game has ended for you: " in texts[-1]
        assert episode.legal_texts == []
        with pytest.raises(RuntimeError, match="call reset"):
            episode.step("end")


def test_the_texts_say_what_the_others_have_done() -> None:
    texts = played(text_episode("hit_z_road", players=2, opponents="greedy"), 1)
    assert any("Since you were asked last:\n" in text and "player 1" in text for text in texts)


def test_a_wrong_answer_is_sent_back_and_then_replaced() -> None:
    episode = text_episode("black_plague", patience=2)
    episode.reset(1)
    assert "'fly' is not a legal action; legal now: activate" in episode.step("Action: fly")
    assert (episode.wrong, episode.replaced, episode.turns) == (1, 0, 1)
    text = episode.step("Action: fly")
    assert text.startswith("In place of your answer, which named no legal action, this was played: activate ")
    assert (episode.wrong, episode.replaced) == (2, 1)
    assert ASK in text


def test_the_same_seed_and_answers_give_the_same_texts() -> None:
    first, again = (text_episode("hit_z_road", players=2, opponents="random") for _ in range(2))
    assert played(first, 5) == played(again, 5) == played(first, 5)
    assert played(first, 6) != played(again, 5)


def test_legal_actions_are_listed_only_on_request() -> None:
    text = text_episode("black_plague", legal=False).reset(1)
    assert "Legal actions:" not in text
    assert "An action begins with one of: activate\n" in text


def test_the_history_is_bounded() -> None:
    texts = [text.split("Since you were asked last:\n") for text in played(text_episode("black_plague", longest=3), 2, 60)]
    lengths = [len(text[1].split("\n\n")[0].splitlines()) for text in texts if len(text) == 2]
    assert max(lengths) == 4  # including one line with the number of omitted events


def test_a_history_of_no_lines_is_counted() -> None:
    """As in ``TextGame``; it was an error."""
    told = [
        text.split("Since you were asked last:\n")[1] for text in played(text_episode("black_plague", longest=0), 2, 30) if "Since" in text
    ]
    assert told and all(re.match(r"  \.\.\. \(\d+ earlier lines are left out\)\n\n", text) for text in told)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"patience": 0}, "patience=0: at least 1"), ({"longest": -1}, "longest=-1: at least 0"), ({"legal": "no"}, "legal='no': True or")],
)
def test_limits_are_checked(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=said):
        text_episode("black_plague", **wrong)
