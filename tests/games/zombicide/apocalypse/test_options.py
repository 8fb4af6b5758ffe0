"""Options and rule switches: each changes its rule (AP-25), and the documented default equals leaving it out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Outcome
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.numbers.edition_decisions import MASTER


def begun(seed: int = 0, **options: Any) -> tuple[Apocalypse, Batch]:
    game = Apocalypse(**options)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    return game, batch


def asked(batch: Batch) -> int:
    """Code of the current decision."""
    s = batch.states[0]
    return int(s["stack"][s["depth"] - 1, 0])


def ended(batch: Batch, game: Apocalypse, rounds: int) -> None:
    """Pass with everybody for a number of rounds, or until the game ends."""
    while not batch.dones[0] and batch.states["round"][0] <= rounds:
        texts = game.legal_texts(batch.states)
        text = next(word for word in ("end", "pass", *texts) if word in texts)
        batch.step(np.array([game.parse(batch.states, text)]))


@pytest.mark.parametrize("decisions", ["full", "actions"])
def test_both_modes_ask_which_card_the_master_plays_and_only_one_asks_for_ways(decisions: str) -> None:
    """AP-24, AP-D-19: automatic mode answers every other question of the Zombie Master by the defaults."""
    codes = set()
    for seed in range(8):
        game, batch = begun(seed, quest="small_town", decisions=decisions)
        choose = np.random.default_rng(seed)
        master = len(game.agents) - 1
        for _ in range(400):
            if batch.dones[0]:
                break
            if batch.deciders[0] == master:
                codes.add(asked(batch))
            batch.step(np.array([int(choose.choice(np.flatnonzero(batch.masks[0])))]))
    assert MASTER in codes
    assert (codes == {MASTER}) == (decisions == "actions")


@pytest.mark.parametrize(
    ("at_max_rounds", "end", "pay"), [("defeat", "lost", 1.0), ("draw", "drawn", 0.0), ("truncation", "truncated", 0.0)]
)
def test_time_that_has_run_out_is_the_zombie_master_s_unless_it_is_to_be_a_draw_or_to_cut_off(
    at_max_rounds: str, end: str, pay: float
) -> None:
    """AP-3.R2 has the draw."""
    game, batch = begun(3, quest="small_town", decisions="actions", max_rounds=2, at_max_rounds=at_max_rounds)
    ended(batch, game, 2)
    assert game.outcome(batch.states) == Outcome(end, "" if end == "drawn" else "max_rounds")
    assert game.measures(batch.states)["rounds"][0] == 2
    assert batch.rewards[0].tolist() == [-pay] * (len(game.agents) - 1) + [pay]


def test_no_game_takes_more_than_thirty_rounds() -> None:
    """AP-3.R2."""
    for limits in ({}, {"max_rounds": 40}):
        assert Apocalypse(quest="small_town", **limits).world[0]["round_limit"] == 30
        assert Apocalypse(quest="small_town", at_max_rounds="draw", **limits).world[0]["round_limit"] == -30
        assert Apocalypse(quest="small_town", at_max_rounds="truncation", **limits).world[0]["max_rounds"] == 30
