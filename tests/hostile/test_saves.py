"""Untrusted saves: ``env.load`` accepts a game that can be continued, or raises SaveError; nothing else ever happens."""

from __future__ import annotations

import json
import zlib
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile.forge import SETUPS, Change, changes, forged, moment
from tests.hostile.spoil import VALUES, fuzz
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, TRUNCATED, Game
from zombicide_env.core.layout import ANY
from zombicide_env.core.players import player_of_heuristic
from zombicide_env.envs.aec import RawEnv
from zombicide_env.envs.saves import MAGIC, MOST_HEADER, SaveError, header_of, pack

FUZZ = fuzz(40)


@cache
def made(setup: int) -> Game:
    name, options = SETUPS[setup]
    return make_game(name, **options)


@cache
def environment(setup: int) -> RawEnv:
    env = RawEnv(made(setup))
    env.reset(1)
    return env


@cache
def table(setup: int) -> Batch:
    return Batch(made(setup), 1, seed=0, autoreset="disabled", observation_dtype="uint8")


def written(head: bytes, body: bytes) -> bytes:
    return MAGIC + len(head).to_bytes(4, "little") + head + body


def refused(env: RawEnv, error: SaveError, before: bytes) -> None:
    """Check for a message of one clean line, and that nothing has changed."""
    assert str(error).isprintable()
    assert env.save() == before


def look(game: Game, state: np.ndarray[Any, Any]) -> None:
    """Produce everything that people see of a position."""
    game.describe(state)
    game.outcome(state)
    game.scene(state)
    assert len(game.legal_texts(state)) == np.count_nonzero(game.mask(state))


@pytest.mark.slow
@pytest.mark.parametrize("setup", range(len(SETUPS)))
def test_a_forged_state_is_refused_or_can_be_played(setup: int) -> None:
    game = made(setup)

    @FUZZ
    @given(changes(game), st.integers(0, 10**6), st.integers(0, 300))
    def play(change: list[Change], seed: int, steps: int) -> None:
        batch = table(setup)
        state = forged(moment(batch, seed, steps), change)
        env = environment(setup)
        before = env.save()
        try:
            env.load(pack(game, state, {}))
        except SaveError as error:
            refused(env, error, before)
            return
        look(game, state)
        batch.put(state)
        batch.step_random(60)
        look(game, batch.states)

    play()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [*SETUPS[1:3], ("white_death", {"quest": 6}), ("hit_z_road", {}), ("z_game", {})])
def test_no_field_at_its_bound_is_driven_below_its_range(name: str, options: dict[str, Any]) -> None:
    """Counters have headroom: nothing overflows, neither in the next step nor in later ones."""
    game = make_game(name, **options)
    n = 16
    source, batch = (Batch(game, n, seed=5, autoreset=autoreset, observation_dtype="uint8") for autoreset in ("same_step", "disabled"))
    source.seed_actions(3)
    choose = np.random.default_rng(1)
    tried = set()
    for field, bound in game.bounds.fields.items():
        kind = game.state_dtype[field].base
        if field in ("outcome", "depth", "stack", "pool") or bound == ANY or kind.kind not in "iu":
            continue
        source.step_random(7)
        states = source.states.copy()
        states[field].reshape(n, -1)[np.arange(n), choose.integers(0, states[field][0].size, n)] = bound.within(game.world[0])[1]
        batch.states[:] = states
        sound = np.flatnonzero(batch.status() == 0)
        if len(sound) == 0:
            continue
        batch.put(states[np.resize(sound, n)])
        batch.step_random(20)
        tried.add(field)
        for other, range_ in game.bounds.fields.items():
            if range_ != ANY:
                assert (batch.states[other] >= range_.low).all(), (field, other, batch.states[other].min())
    assert "steps" in tried and len(tried) > 10


@pytest.mark.parametrize("name", ["black_plague", "white_death"])
def test_a_game_that_would_need_a_round_that_cannot_be_counted_is_cut_off(name: str) -> None:
    game = make_game(name)
    batch = Batch(game, 1, seed=1, autoreset="disabled", observation_dtype="uint8")
    last = game.bounds.fields["round"].high
    batch.states["round"] = last
    batch.refresh()
    player = player_of_heuristic(game.heuristic())
    while batch.deciders[0] >= 0:
        batch.play(player, limit=20)
        assert batch.states["round"][0] == last and batch.status()[0] == 0
    assert batch.states["outcome"][0] in (LOST, TRUNCATED)


@FUZZ
@given(st.data())
def test_bytes_of_a_save_may_be_anything(data: st.DataObject) -> None:
    env = environment(4)
    save = bytearray(env.save())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(save) - 1))
        save[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    _refused_or_taken(env, bytes(save))


@FUZZ
@given(st.data())
def test_a_header_may_hold_anything(data: st.DataObject) -> None:
    env = environment(data.draw(st.sampled_from((0, 4, 7))))
    save = env.save()
    header = header_of(save)
    body = save[-env.game.state_dtype.itemsize :]
    target: Any = header
    if data.draw(st.booleans()):
        target = header["env"]
    key = data.draw(st.sampled_from(sorted(target)) | st.text(max_size=8))
    target[key] = data.draw(VALUES)
    _refused_or_taken(env, written(json.dumps(header).encode(), body))


def _refused_or_taken(env: RawEnv, save: bytes) -> None:
    before = env.save()
    try:
        env.load(save)
    except SaveError as error:
        refused(env, error, before)
        return
    env.last()
    env.load(before)
    assert env.save() == before


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (b"[" * 10**5, "header of the save is damaged"),
        (b'{"game": ' + b"9" * 5000 + b"}", "header of the save is damaged"),
        (b"{}", "format None"),
        (b"[]", "not a table"),
        (b"\xff", "header of the save is damaged"),
        (b" " * (MOST_HEADER + 1), "1,048,576 are the most"),
    ],
)
def test_damaged_headers_are_one_clean_line(head: bytes, reason: str) -> None:
    with pytest.raises(SaveError, match=reason) as error:
        environment(4).load(written(head, b""))
    assert str(error.value).isprintable()


def test_escape_sequences_are_shown_as_such() -> None:
    env = environment(4)
    save = env.save()
    head = header_of(save) | {"game": "\x1b[2J\nowned"}
    with pytest.raises(SaveError, match=r"\\x1b\[2J") as error:
        env.load(written(json.dumps(head).encode(), save[-env.game.state_dtype.itemsize :]))
    assert str(error.value).isprintable()


def test_a_field_outside_its_range_is_named() -> None:
    env = environment(0)
    state = moment(table(0), 5, 20).copy()
    state["zone"][0, 3] = 99
    save = pack(env.game, state, {})
    assert header_of(save)["crc32"] == zlib.crc32(state.tobytes())
    with pytest.raises(SaveError, match=r"zone\[3\] is 99, not -1 \.\. \d+\); it was not written by save\(\)"):
        env.load(save)
