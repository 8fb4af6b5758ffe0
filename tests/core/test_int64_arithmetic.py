"""Kernels compute as Python does, whatever the types of the fields, and the helper kernels are correct."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from zombicide_env.core import agenda, decks, dice, rng
from zombicide_env.core.jit import buffers, entry, jit, records

STATE = np.dtype(
    [
        ("rng", "u8"),
        ("tape", "i1", (4,)),
        ("tape_n", "i2"),
        ("tape_pos", "i2"),
        ("scripted", "u1"),
        ("tape_short", "u1"),
        ("chance_n", "i2"),
        ("chance", "i2", (4,)),
        ("depth", "i2"),
        ("stack", "i2", (3, 8)),
        ("deck", "u1", (20,)),
        ("small", "i2", (9,)),
        ("a", "u1"),
        ("b", "u1"),
        ("c", "i2"),
        ("wide", "u4"),
        ("f", "f4"),
        ("g", "f4"),
        ("v", "u1", (4,)),
        ("cube", "i2", (2, 3, 2)),
    ],
    align=True,
)


def make(n: int = 1) -> np.ndarray[Any, Any]:
    return np.zeros(n, STATE)


# ---- arithmetic ------------------------------------------------------------------------------------------


@jit
def element(s: Any, i: Any) -> Any:
    return s.v[i]


@entry
def arithmetic(states: Any, out: Any, floats: Any) -> None:
    s = states[0]
    out[0] = s.a - s.b
    out[1] = s.v[0] - s.v[1] + s.a + s.c
    out[2] = -s.a
    total = 0
    for i in range(s.b):
        total += i - s.b
    out[3] = total
    out[4] = ~s.a
    x = s.a
    x -= s.b
    out[5] = x
    out[6] = element(s, 0) - element(s, 1)
    out[7] = max(s.v[0] - s.v[1], -s.b)
    out[8] = (s.a - s.b) // 2
    out[9] = (s.a - s.b) % 2
    out[10] = s.wide - s.a - 5
    out[11] = abs(s.a - s.b)
    out[12] = s.v[3] << s.b
    out[13] = s.a if s.a < s.b - 10 else s.b - s.c
    y = s.v[1]
    for _ in range(3):
        y = y - s.v[1]
    out[14] = y
    s.v[3] += s.v[1]
    s.v[3] -= 2
    out[15] = s.v[3] * s.v[3]
    s.cube[1, 2, 1] -= s.a
    out[16] = s.cube[1, 2, 1]
    floats[0] = s.f * s.f * s.f - s.g


def test_integers_are_exact() -> None:
    states, out, floats = make(), np.zeros(17, np.int64), np.zeros(1)
    states["a"], states["b"], states["c"], states["f"], states["g"] = 2, 5, -7, 0.1, 0.0003
    states["v"][0] = [1, 3, 0, 250]
    arithmetic(records(states), buffers(out), buffers(floats))
    assert out.tolist() == [-3, -7, -2, -15, -3, -3, -2, -2, -2, 1, -7, 3, 250 << 5, 12, -6, 251 * 251, -2]
    f, g = float(np.float32(0.1)), float(np.float32(0.0003))
    assert floats[0] == f * f * f - g


# ---- chance ----------------------------------------------------------------------------------------------


@entry
def draw(states: Any, out: Any, seed: Any, n: Any) -> None:
    s = states[0]
    rng.seed_rng(s, seed)
    for i in range(len(out)):
        out[i] = rng.rand_below(s, n)


@entry
def numbers(out: Any, seed: Any) -> None:
    for i in range(len(out)):
        out[i] = rng.derive(seed, i)


def sample(seed: int, n: int, size: int) -> np.ndarray[Any, Any]:
    out = np.zeros(size, np.int64)
    draw(records(make()), buffers(out), seed, n)
    return out


def test_generator_is_pcg32() -> None:
    """An independent implementation of the published algorithm (XSH-RR on a 64-bit LCG, splitmix64 seeding)."""
    mask = 2**64 - 1

    def splitmix(x: int) -> int:
        z = (x + 0x9E3779B97F4A7C15) & mask
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return z ^ z >> 31

    assert splitmix(0) == 0xE220A8397B1DCDAF  # first output of the reference implementation with seed 0
    for seed in (0, 1, 2**63 - 1):
        x, expected = splitmix(seed), []
        for _ in range(50):
            y, turn = ((x ^ x >> 18) >> 27) & 0xFFFFFFFF, x >> 59
            expected.append(((y >> turn | y << (32 - turn)) & 0xFFFFFFFF) * 1000 >> 32)
            x = (x * 6364136223846793005 + 1442695040888963407) & mask
        assert sample(seed, 1000, 50).tolist() == expected


def test_neighbouring_seeds_and_values_are_even() -> None:
    first = np.concatenate([sample(seed, 6, 1) for seed in range(600)])
    counts = np.bincount(first, minlength=6)
    assert counts.min() > 60
    assert counts.max() < 145
    counts = np.bincount(sample(7, 6, 6000), minlength=6)
    assert counts.min() > 850
    assert counts.max() < 1150


def test_derived_seeds_differ_and_are_not_negative() -> None:
    seen: set[int] = set()
    for seed in (0, 1, 2, 2**62):
        out = np.zeros(500, np.int64)
        numbers(buffers(out), seed)
        seen.update(out.tolist())
    assert len(seen) == 2000
    assert min(seen) >= 0


@entry
def roll(states: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = dice.roll_d6(states[0])


def test_scripted_dice_come_first() -> None:
    states, out = make(), np.zeros(2, np.int64)
    states["tape"][0, :3], states["tape_n"], states["scripted"] = (6, 1, 4), 3, 1
    roll(records(states), buffers(out))
    assert out.tolist() == [6, 1]
    assert states["tape_short"] == 0
    assert states["rng"] == 0
    roll(records(states), buffers(out))
    assert out[0] == 4
    assert 1 <= out[1] <= 6
    assert states["tape_short"] == 1
    assert states["rng"] != 0


def test_a_tape_of_an_unscripted_game_may_end() -> None:
    states, out = make(), np.zeros(200, np.int64)
    roll(records(states), buffers(out))
    assert states["tape_short"] == 0
    assert set(out.tolist()) == {1, 2, 3, 4, 5, 6}


def test_the_dice_are_on_record() -> None:
    states, out = make(), np.zeros(6, np.int64)
    states["tape"][0, :1], states["tape_n"] = (5,), 1
    roll(records(states), buffers(out))
    assert out[0] == 5
    assert states["chance"][0].tolist() == out[:4].tolist()  # the record holds four
    assert states["chance_n"] == 6


# ---- decks -----------------------------------------------------------------------------------------------


@entry
def shuffle_both(states: Any) -> None:
    decks.shuffle(states[0], states[0].deck, 20)
    decks.shuffle(states[0], states[0].small, 5)


def test_shuffles_permute_the_first_n() -> None:
    orders = set()
    for seed in range(20):
        states = make()
        states["rng"], states["deck"][0], states["small"][0] = seed, range(20), range(9)
        shuffle_both(records(states))
        assert sorted(states["deck"][0]) == list(range(20))
        assert sorted(states["small"][0, :5]) == list(range(5))
        assert states["small"][0, 5:].tolist() == [5, 6, 7, 8]
        orders.add(tuple(states["deck"][0].tolist()))
    assert len(orders) == 20


@entry
def edit(states: Any, out: Any) -> None:
    cards = states[0].small
    out[0] = decks.find(cards, 5, 3)
    out[1] = decks.find(cards, 3, 3)
    decks.remove_at(cards, 5, 1)


def test_removing_a_card_keeps_the_order() -> None:
    states, out = make(), np.zeros(2, np.int64)
    states["small"][0, :5] = range(5)
    edit(records(states), buffers(out))
    assert out.tolist() == [3, -1]
    assert states["small"][0, :5].tolist() == [0, 2, 3, 4, 0]


# ---- agenda ----------------------------------------------------------------------------------------------


@entry
def pushes(states: Any, out: Any) -> None:
    s = states[0]
    out[0] = agenda.top_task(s)
    agenda.push(s, 7)
    agenda.push(s, 8, 1, 2, g=-3)
    out[1] = agenda.top_task(s)
    out[2] = agenda.word(s, 7)
    out[3] = s.stack[agenda.top(s), 7]
    agenda.push(s, 9, 1, 2, 3, 4, 5, 6, 7)
    agenda.pop(s)


@entry
def push_one(states: Any) -> None:
    agenda.push(states[0], 1)


@entry
def pop_one(states: Any) -> None:
    agenda.pop(states[0])


def test_frames_are_pushed_with_padding_and_their_depth() -> None:
    states, out = make(), np.zeros(4, np.int64)
    pushes(records(states), buffers(out))
    assert out.tolist() == [-1, 8, -3, -3]
    assert states["stack"][0].tolist() == [[7] + [0] * 7, [8, 1, 2, 0, 0, 0, 0, -3], [0] * 8]
    assert states["depth"][0] == 2


def test_agenda_overflow_and_underflow_are_errors() -> None:
    states = make(2)
    with pytest.raises(IndexError, match="agenda is empty"):
        pop_one(records(states))
    for _ in range(3):
        push_one(records(states))
    before = states.tobytes()
    with pytest.raises(OverflowError, match="agenda is full"):
        push_one(records(states))
    assert states.tobytes() == before


# ---- both modes ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_other_mode_gives_the_same_bytes() -> None:
    """Compiled and plain Python play the same games to the last bit."""
    script = Path(__file__).with_name("parity.py")
    results = []
    for flag in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": flag, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, str(script)], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        results.append(json.loads(done.stdout))
    compiled, plain = results
    assert compiled.pop("python_mode") is False
    assert plain.pop("python_mode") is True
    assert compiled == plain
    assert compiled["episodes"] > 20
