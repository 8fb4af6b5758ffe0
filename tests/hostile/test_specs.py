"""Corrupted command-line arguments and training configurations: accepted, or rejected on one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zombicide_agents as agents
from tests.hostile.spoil import VALUES, fuzz, spoilt, tried
from zombicide_agents import AgentError
from zombicide_env import GAMES, make_game
from zombicide_env.core.seating import groups

FUZZ = fuzz(150)
SPECS = (
    "random:seed=7",
    "greedy",
    "search:simulations=20,seed=7",
    "search:simulations=600,seed=none",
    "checkpoint:highway,temperature=0.5,device=cpu",
    "greedy+random vs search:simulations=10",
)
WORDS = ("players=3", "decisions=actions", "quest=danse_macabre", "survivors=ann,samson", "max_rounds=none", 'supply={"walker": 3}')


@pytest.mark.slow
@FUZZ
@given(st.sampled_from(SPECS).flatmap(spoilt))
def test_any_agent_spec_is_an_agent_or_a_clear_error(text: str) -> None:
    tried(lambda: agents.make(text, GAME), AgentError)
    tried(lambda: groups(text.split()), ValueError)


@pytest.mark.parametrize("end", ["random:seed=7", "random.py", ".py:Class", ":Class"])
def test_a_spec_longer_than_a_file_name_is_unknown(end: str) -> None:
    with pytest.raises(AgentError):
        agents.make("a" * 5000 + end, GAME)


@FUZZ
@given(st.sampled_from(sorted(GAMES)), st.sampled_from(WORDS).flatmap(spoilt))
def test_any_word_of_an_option_is_read_or_refused(game: str, text: str) -> None:
    tried(lambda: make_game(game, **GAMES[game].form().read([text])), ValueError)


@pytest.mark.parametrize("game", ["apocalypse", "black_plague", "white_death"])
def test_a_kind_with_a_long_name_is_not_said_in_full(game: str) -> None:
    tried(lambda: make_game(game, supply={"9" * 5000: 3}), ValueError)
    tried(lambda: make_game(game, supply={"walker": 10**4000}), ValueError)


@FUZZ
@given(st.data())
def test_an_option_of_a_game_may_be_anything(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(sorted(GAMES)))
    name = data.draw(st.sampled_from(GAMES[game].options()) | st.text(max_size=8))
    value = data.draw(VALUES)
    tried(lambda: make_game(game, **{name: value}), ValueError, TypeError)
    tried(lambda: GAMES[game].form().check({name: value}, game), ValueError)


GAME = make_game("hit_z_road", players=2)
