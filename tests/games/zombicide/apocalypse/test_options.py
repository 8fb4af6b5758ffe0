"""Options and switches of the rules: each that is read changes what it says (AP-25), and the documented default is the one without it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from zombicide_env.core.batch import Batch
from zombicide_env.games.zombicide.apocalypse.game import Apocalypse
from zombicide_env.games.zombicide.apocalypse.numbers.own import MASTER
from zombicide_env.games.zombicide.table.codes import DRAWN, TRUNCATED


def begun(seed: int = 0, **options: Any) -> tuple[Apocalypse, Batch]:
    game = Apocalypse(**options)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.reset()
    return game, batch


def asked(batch: Batch) -> int:
    """Code of the decision that is asked."""
    s = batch.states[0]
    return int(s["stack"][s["depth"] - 1, 0])


def ended(batch: Batch, game: Apocalypse, rounds: int) -> None:
    """Everybody does nothing until so many rounds are over or the game is."""
    while not batch.dones[0] and batch.states["round"][0] <= rounds:
        texts = game.legal_texts(batch.states)
        text = next(word for word in ("end", "pass", *texts) if word in texts)
        batch.step(np.array([game.parse(batch.states, text)]))


@pytest.mark.parametrize("decisions", ["full", "actions"])
def test_both_modes_ask_which_card_the_master_plays_and_only_one_asks_for_ways(decisions: str) -> None:
    """AP-24, AP-D-19: automatic mode answers every other question of his by the defaults."""
    codes = set()
    for seed in range(4):
        game, batch = begun(seed, quest="small_town", decisions=decisions)
        choose = np.random.default_rng(seed)
        master = len(game.agents) - 1
        for _ in range(250):
            if batch.dones[0]:
                break
            if batch.deciders[0] == master:
                codes.add(asked(batch))
            batch.step(np.array([int(choose.choice(np.flatnonzero(batch.masks[0])))]))
    assert MASTER in codes
    assert (codes == {MASTER}) == (decisions == "actions")


def test_the_last_round_is_a_draw_and_a_limit_of_the_user_s_own_truncates() -> None:
    """AP-3.R2."""
    game, batch = begun(3, quest="small_town", decisions="actions", max_rounds=2)
    ended(batch, game, 2)
    assert batch.states["outcome"][0] == TRUNCATED
    world = game.world[0]
    assert world["round_limit"] == 30 and Apocalypse(quest="small_town").world[0]["max_rounds"] == 0
    assert DRAWN != TRUNCATED
