"""Engine and oracle play the same games in lockstep and agree on everything that is said about them."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

import numpy as np
import pytest

from tests.games.z_game.oracle import TILES, Ask, Oracle
from zombicide_env.core.batch import Batch
from zombicide_env.core.chance import EVENT
from zombicide_env.games.z_game.game import ZGame
from zombicide_env.games.z_game.numbers.decisions import NAMES
from zombicide_env.games.z_game.numbers.layout import CAME, CHANCE, DIE, DRAWN, MIXED, STARTS, TAKEN, TURNED, TYPES, ZOMBIE

EVENTS = {DIE: "dice", ZOMBIE: "zombies", DRAWN: "draw", MIXED: "shuffle", TURNED: "tile", STARTS: "first", CAME: "came", TAKEN: "taken"}
#: Playing styles: weight of each kind of answer, 1 if not listed.
MANNERS: dict[str, dict[str, float]] = {
    "random": {"pass": 0.3},
    "builder": {
        "pass": 0.1,
        "project": 3.0,
        "retreat": 0.2,
        "scheme": 0.1,
        "offer": 0.1,
        "eat": 0.1,
        "place": 9.0,
        "done": 0.5,
        "raise": 9.0,
    },
    "fighter": {
        "pass": 0.05,
        "move": 9.0,
        "retreat": 0.02,
        "use": 5.0,
        "place": 9.0,
        "scheme": 0.05,
        "offer": 0.05,
        "eat": 0.05,
        "raise": 9.0,
    },
    "trader": {"pass": 0.02, "accept": 9.0, "counter": 3.0, "deal": 9.0, "confirm": 0.3},
    "hunter": {"pass": 0.02, "retreat": 0.1, "use": 2.0, "stop": 0.3, "place": 9.0, "offer": 0.02, "raise": 9.0, "fight": 5.0, "ride": 9.0},
    "timid": {"retreat": 9.0, "pass": 1.0, "save": 9.0, "stop": 3.0, "keep": 0.1},
}


def listen(game: ZGame, batch: Batch, chance: deque[tuple[str, int]]) -> None:
    state = batch.states[0]
    assert state["chance_n"] <= CHANCE
    for event in state["chance"][: state["chance_n"]].tolist():
        kind, value = divmod(event, EVENT)
        chance.append((EVENTS[kind], value))


def hidden(game: ZGame, batch: Batch) -> dict[str, Any]:
    """Face-down components, and the starting player."""
    state, n = batch.states[0], int(game.world[0]["n_locations"])
    return {
        "types": [TYPES[kind] if kind < len(TYPES) else None for kind in state["kind"][:n].tolist()],
        "tiles": [{TILES[k]: int(row[k]) for k in range(len(TILES))} for row in state["tiles"][: game.world[0]["n_players"]]],
        "reserve": [TILES[kind] for kind in state["reserve"][: state["n_reserve"]].tolist()],
        "first": int(state["first"]),
    }


def meets(oracle: Oracle, p: int, loc: int) -> bool:
    return any(person.player != p for place in (loc, *oracle.board[loc].near) for person in oracle.there(place))


def lockstep(options: dict[str, Any], manner: str, seed: int, limit: int = 10**6) -> tuple[Counter[str], dict[str, Any]]:
    """Play a game with both. Return the kinds of decisions, and the end."""
    game = ZGame(**options)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    rng, weights, asked = np.random.default_rng(seed), MANNERS[manner], Counter[str]()
    chance: deque[tuple[str, int]] = deque()
    listen(game, batch, chance)
    if chance and chance[0][0] == "first":
        chance.popleft()
    config = {key: value for key, value in options.items() if key != "players"}
    oracle = Oracle(options["players"], config, chance, hidden(game, batch))
    play = oracle.play()
    ask: Ask | None = next(play)
    for _ in range(limit):
        assert not chance
        found = game.describe(batch.states)
        assert found == oracle.describe(ask), (options, manner, seed, sum(asked.values()))
        if ask is None:
            break
        asked[ask.node] += 1
        legal = [game.notation(batch.states, int(a)) for a in np.flatnonzero(batch.masks[0])]
        assert sorted(legal) == sorted(ask.answers), (options, manner, seed, ask, found)
        chances = np.array([weights.get(text.split()[0], 1.0) for text in ask.answers])
        if manner == "hunter" and ask.node == "MV_STEP":  # to places of others, or nearer
            chances *= [50.0 if text[3:].isdecimal() and meets(oracle, ask.player, int(text[3:])) else 1.0 for text in ask.answers]
        answer = str(rng.choice(ask.answers, p=chances / chances.sum()))
        batch.step([game.parse(batch.states, answer)])
        listen(game, batch, chance)
        try:
            ask = play.send(answer)
        except StopIteration:
            ask = None
    return asked, found


#: Options that together use every number of players and every mode; short games, for there are many.
TABLES: list[dict[str, Any]] = [
    {"players": 4, "max_turns": 8},
    {"players": 3, "target": "blitz", "trade": "scheming", "leader_speed": 2, "max_turns": 8},
    {"players": 4, "fog_of_war": True, "survivor_search": True, "quick_start": True, "max_turns": 8},
    {"players": 2, "terrain_knowledge": True, "few_but_effective": True, "max_turns": 8},
    {
        "players": 4,
        "herd_instinct": True,
        "pharmacy_business": True,
        "sabotage_combo": True,
        "zombie_fight_order": "rounds",
        "max_turns": 8,
    },
    {"players": 3, "terrain_knowledge": True, "few_but_effective": True, "auto_skip": False, "survivor_search": True, "max_turns": 6},
    {"players": 2, "fog_of_war": True, "quick_start": True, "trade": "off", "max_turns": 8},
]


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("table", range(len(TABLES)))
def test_games_do_not_differ(table: int, manner: str) -> None:
    asked, end = lockstep(TABLES[table], manner, seed=table)
    assert end["outcome"] == "over"
    assert set(asked) <= set(NAMES)
