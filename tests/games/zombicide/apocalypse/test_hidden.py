"""Hidden information has no influence on anything that a side is shown (AP-21.R9, AP-23): hand, decks, face-down objectives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.games.prompts import prompt
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.numbers.actions import END
from zombicide_env.games.zombicide.apocalypse.rules.status import Status

pytestmark = pytest.mark.slow
WORLDS = 2


def shown(game: Apocalypse, batch: Batch, i: int, seat: int) -> list[Any]:
    """Everything that a seat is shown of game ``i``: observation, mask and texts if it decides, prompt, picture, decider."""
    state = batch.states[i : i + 1]
    agent, own = game.agents[seat], batch.deciders[i] == seat
    agents = frozenset({agent})
    return [
        batch.observe(seat)[i].tobytes(),
        batch.masks[i].tobytes() if own else b"",
        game.known_to(state, game.agent_names(state)[seat]),
        game.known_to(state, agent),
        game.summary(state, agent),
        game.scene_for(state, agents),
        list(game.chance(state)),
        [game.text_for(text, agent, agents, state) for text in game.legal_texts(state)] if own else None,
        prompt(game, state, agent) if own else "",
        int(batch.deciders[i]),
    ]


def check(game: Apocalypse, state: np.ndarray[Any, Any], number: int) -> Counter[str]:
    """Resample for every seat. Return the number of worlds whose hidden part differs."""
    worlds, changed = Batch(game, WORLDS, seed=0, autoreset="disabled", observation_dtype="uint8"), Counter[str]()
    for seat in range(len(game.agents)):
        worlds.put(state)
        before = shown(game, worlds, 0, seat)
        worlds.seed_actions(number)
        worlds.resample(seat)
        for i in range(WORLDS):
            assert game.status(worlds.states[i : i + 1]) == Status(0)
            assert shown(game, worlds, i, seat) == before
            for field in ("zm_hand", "zdeck", "deck", "objective"):
                changed[f"{field} {seat == len(game.agents) - 1}"] += worlds.states[field][i].tobytes() != state[field][0].tobytes()
    return changed


@pytest.mark.parametrize("quest", ["small_town", "might_makes_right", "zombie_police"])
def test_nothing_that_a_side_is_shown_depends_on_what_is_hidden(quest: str) -> None:
    """AP-21.R1, AP-21.R9, AP-23, AP-26.M9: every byte and word, at every kind of decision."""
    game = Apocalypse(quest=quest, players=2)
    changed, decisions = Counter[str](), Counter[int]()
    for seed in range(2):
        batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
        batch.reset()
        choose = np.random.default_rng(seed)
        for step in range(120):
            if batch.dones[0]:
                break
            s = batch.states[0]
            kind = int(s["stack"][s["depth"] - 1, 0])
            decisions[kind] += 1
            if decisions[kind] in (1, 4):
                changed += check(game, batch.states.copy(), step)
            legal = np.flatnonzero(batch.masks[0])
            action = END if END in legal and choose.random() < 0.5 else int(choose.choice(legal))  # rounds pass
            batch.step(np.array([action]))
    assert changed["zm_hand False"] > 0 and changed["zm_hand True"] == 0, "the team imagines other hands, the master knows his own"
    assert changed["zdeck False"] > 0 and changed["zdeck True"] > 0 and changed["deck True"] > 0
    if quest == "might_makes_right":
        assert changed["objective False"] > 0 and changed["objective True"] > 0
    assert len(decisions) > 3
