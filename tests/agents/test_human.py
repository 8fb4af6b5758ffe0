"""The human agent: lists, help, numbers, notation, errors, end of input."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError, AgentQuit
from zombicide_agents.human import HumanAgent, _Completer
from zombicide_env.core.batch import Batch


def play(game: Any, text: str) -> tuple[int | None, str, Batch]:
    """Let the agent answer one prompt at the first decision. Return the action, the output and the batch."""
    batch = Batch(game, 1, seed=1, observation_dtype="uint8")
    out = io.StringIO()
    agent = HumanAgent(game, input=io.StringIO(text), output=out, paint=lambda game, state: "THE BOARD")
    try:
        action: int | None = agent.act(None, batch.masks[0], game, batch.states)
    except AgentQuit:
        action = None
    return action, out.getvalue(), batch


def test_an_action_is_written_in_the_notation(tutorial: Any) -> None:
    action, out, batch = play(tutorial, "activate clovis\n")
    assert action is not None
    assert batch.masks[0, action]
    assert tutorial.notation(batch.states, action) == "activate clovis"
    assert "Round 1" in out
    assert "THE BOARD" in out


def test_an_action_is_chosen_by_its_number(tutorial: Any) -> None:
    action, out, batch = play(tutorial, "3\n")
    assert action == np.flatnonzero(batch.masks[0])[2]
    assert f"  3 {tutorial.notation(batch.states, action)}" in out


def test_mistakes_are_explained_and_asked_again(tutorial: Any) -> None:
    action, out, batch = play(tutorial, "activate clovsi\n99\nlist nothing-like-it\nlist SAMS\nhelp\n\n  activate   ann \n")
    assert action is not None
    assert tutorial.notation(batch.states, action) == "activate ann"
    assert "activate clovis" in out
    assert "no action number 99" in out
    assert "No legal action contains 'nothing-like-it'" in out
    assert "The Tab key completes" in out


@pytest.mark.parametrize("number", ["0", "\u00b2", "\u0663\u0663", "9" * 5000])
def test_what_is_no_number_of_an_action_is_asked_again(tutorial: Any, number: str) -> None:
    action, out, batch = play(tutorial, f"{number}\n1\n")
    assert action == np.flatnonzero(batch.masks[0])[0]
    assert "no action number" in out or "is not a legal action" in out


@pytest.mark.parametrize("text", ["quit\n", ""])
def test_a_person_may_leave(tutorial: Any, text: str) -> None:
    assert play(tutorial, text)[0] is None


def test_the_state_is_needed(tutorial: Any) -> None:
    with pytest.raises(AgentError, match="needs the state"):
        agents.make("human", tutorial).act(None, np.ones(3, np.int8))


def test_completion_offers_what_begins_alike() -> None:
    completer = _Completer(["move a", "move b", "melee axe"], io.StringIO())
    assert [completer.complete("mo", i) for i in range(3)] == ["move a", "move b", None]


def test_the_beginning_of_an_action_will_do(tutorial: Any) -> None:
    action, _, batch = play(tutorial, "activate cl\n")
    assert action is not None
    assert tutorial.notation(batch.states, action) == "activate clovis"


def test_actions_are_explained(tutorial: Any) -> None:
    _, out, _ = play(tutorial, "help search\nhelp dance\n? hammer\nquit\n")
    assert re.search(r"search +Search", out)
    assert "hammer (card): A melee weapon" in out
    assert "no action, card, skill or token 'dance'" in out


def test_large_groups_are_counted_until_they_are_asked_for(tutorial: Any) -> None:
    out = io.StringIO()
    agent = HumanAgent(tutorial, output=out)
    texts = ["end", *(f"put left pack{n}" for n in range(20))]
    agent._show(texts, "")
    assert "put ... (20 actions: list put)" in out.getvalue()
    assert "pack7" not in out.getvalue()
    agent._show(texts, "put", every=True)
    assert " 21 put left pack19" in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 100


def test_the_board_is_shown_again_for_another_figure(tutorial: Any) -> None:
    out = io.StringIO()
    agent = HumanAgent(
        tutorial, input=io.StringIO("activate ann\nmove 9b\nend\nactivate clovis\nend\n"), output=out, paint=lambda game, state: "THE BOARD"
    )
    batch = Batch(tutorial, 1, seed=1, observation_dtype="uint8")
    for _ in range(5):
        batch.step(np.array([agent.act(None, batch.masks[0], tutorial, batch.states)]))
    assert out.getvalue().count("THE BOARD") == 4  # nobody, Ann, nobody, Clovis
    assert "Ann (Blue 0 XP, 9b, wounds 0/3, actions 2/3)" in out.getvalue()


def test_a_word_of_a_rearrangement_may_be_taken_back(tutorial: Any) -> None:
    """BP-11.R11: in the game each card moves once, so moves of cards are played only when another word follows them."""
    batch = Batch(tutorial, 1, seed=1, autoreset="disabled", observation_dtype="uint8")
    for text in ("activate ann", "reorganise"):
        batch.step([tutorial.parse(batch.states, text)])
    out = io.StringIO()
    words = "back\nput left right\nback\nput left pack2\nput pack2 left\nback\nput left pack1\ndone\n"
    agent = HumanAgent(tutorial, input=io.StringIO(words), output=out, paint=lambda game, state: "")
    played = []
    while not played or played[-1] != "done":
        action = agent.act(None, batch.masks[0], tutorial, batch.states)
        played.append(tutorial.notation(batch.states, action))
        batch.step([action])
    assert played == ["put left pack1", "done"]
    assert "nothing to take back" in out.getvalue()
    assert "'put pack2 left' is not a legal action" in out.getvalue()
    assert batch.states[0]["inv"][0][0] == 0


def test_words_that_are_waiting_are_forgotten_with_their_game(tutorial: Any) -> None:
    agent = HumanAgent(tutorial, input=io.StringIO("activate ann\n"), output=io.StringIO(), paint=lambda game, state: "")
    agent._said = [0]
    agent.reset(3)
    batch = Batch(tutorial, 1, seed=1, observation_dtype="uint8")
    assert tutorial.notation(batch.states, agent.act(None, batch.masks[0], tutorial, batch.states)) == "activate ann"
