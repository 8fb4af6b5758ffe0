"""The default answer of every node (ZG-20.1), for a player who does not answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from tests.games.z_game.at import at
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import buffers, entry, records
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.games.z_game.numbers.decisions import NAMES
from zombicide_env.games.z_game.rules.table import default
from zombicide_env.games.z_game.words.notation import node_of, text_of

CASES = yaml.safe_load(Path(__file__).with_name("defaults.yaml").read_text(encoding="utf-8"))


@entry
def _default(worlds: Any, states: Any, out: Any) -> None:
    out[0] = default(worlds[0], states[0])


def asked(case: dict[str, Any]) -> Any:
    document = {key: value for key, value in case.items() if key not in ("default", "after")}
    return at(document.pop("phase"), *case.get("after", ()), **document)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['phase']} {case['default']}")
def test_the_default_is_the_documented_one(case: dict[str, Any]) -> None:
    position, out = asked(case), np.zeros(1, np.int64)
    position.world[0]["allowed"] = position._mask()
    _default(records(position.world), records(position.state), buffers(out))
    assert text_of(position.state, int(out[0])) == case["default"]
    assert case["default"] in position.legal_texts()


def test_every_node_is_there() -> None:
    """ZG-10.16, ZG-20.1."""
    assert {node_of(asked(case).state)[0] for case in CASES} == set(NAMES)


def test_games_of_defaults_end() -> None:
    """ZG-0.6, ZG-5.13: a game in which every answer is the default ends, and with decisions="actions" no other decisions occur."""
    game = ZGame(players=3, decisions="actions", max_turns=4)
    batch = Batch(game, 1, seed=1, autoreset="disabled", observation_dtype="uint8")
    nodes = set()
    for _ in range(2000):
        if batch.dones[0]:
            break
        nodes.add(game.describe(batch.states)["node"])
        batch.step([int(batch.masks[0].argmax())])
    assert batch.dones[0]
    assert not nodes & {"SCH_CARD", "BIZ_OFFER", "DISCARD", "RT_LOC", "RT_VICTIM", "FEED_RAISE", "FLARE_RAISE", "NR_LOC", "DEGRADE"}
