"""Rearranging terminates: every arrangement is reachable within as many steps as there are cards, and none is repeated (BP-11.R11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.zombicide.play import start
from zombicide_env import make_game
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.layout import copy_records
from zombicide_env.games.zombicide.table.codes import BODY_CARD, HAND_CARD, TRAP_CARD

FEW = settings(max_examples=8 if PYTHON_MODE else 40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
EDITIONS = pytest.mark.parametrize("edition", ["black_plague", "white_death", "apocalypse"])
MOVES = ("put", "give", "receive")
Array = np.ndarray[Any, Any]
Slots = tuple[int, ...]  # copies by slot


class Scene:
    """Two survivors in one zone, the first in turn, with cards off the top of the deck."""

    def __init__(self, edition: str, seed: int) -> None:
        self.rng = Random(seed)
        self.game, self.state = _begun(edition)
        self.state = copy_records(self.state)
        self.w, self.s = self.game.world[0], self.state[0]
        self.i = self.game.agents.index(self.game.decider(self.state))
        self.j = next(j for j in range(len(self.game.agents)) if j != self.i and self.s["zone"][j] == self.s["zone"][self.i])
        self.labels = [slot.label for slot in self.game.scene(self.state).panels[self.i].slots]
        deck = self.s["deck"][: self.s["deck_n"]]
        np.random.default_rng(seed).shuffle(deck)
        deck[:] = sorted(deck, key=lambda copy: self.place_of(copy) != TRAP_CARD)  # the top is the last

    def place_of(self, copy: int) -> int:
        return int(self.w["card_place"][self.w["copy_card"][copy]])

    def fits(self, who: int, copy: int, slot: int) -> bool:
        """BP-9.R1, BP-9.4, by the names of the slots."""
        if slot >= self.room:
            return False
        if self.labels[slot].startswith("pack"):
            return True
        if self.labels[slot] == "body":
            return self.place_of(copy) == BODY_CARD or int(self.w["copy_card"][copy]) == int(self.w["body_card"][who])
        return self.place_of(copy) == HAND_CARD

    @property
    def room(self) -> int:
        """Number of slots that everybody has: a skill adds two of White Death's."""
        return {10: 8}.get(len(self.labels), len(self.labels))

    def draw(self, number: int) -> list[int]:
        """Draw ``number`` copies, and add those that the two survivors hold."""
        held = [int(copy) for who in (self.i, self.j) for copy in self.s["inv"][who] if copy]
        self.s["inv"][[self.i, self.j]] = 0
        self.s["deck_n"] -= number
        return held + [int(copy) for copy in self.s["deck"][self.s["deck_n"] : self.s["deck_n"] + number]]

    def laid(self, who: int, copies: list[int]) -> Slots | None:
        """Put the copies into random slots, those with the fewest options first; None if they do not fit."""
        slots = [0] * len(self.labels)
        for copy in sorted(copies, key=lambda one: (sum(self.fits(who, one, slot) for slot in range(self.room)), self.rng.random())):
            free = [slot for slot in range(self.room) if not slots[slot] and self.fits(who, copy, slot)]
            if not free:
                return None
            slots[self.rng.choice(free)] = copy
        return tuple(slots)

    def give_out(self, who: int, slots: Slots) -> None:
        self.s["inv"][who] = slots

    def act(self, state: Array, text: str) -> Array:
        return self.after(state, self.game.parse(state, text))

    def after(self, state: Array, action: int) -> Array:
        return copy_records(self.game.tried(state, action)[1])

    def name(self, who: int) -> str:
        return str(self.game.names.survivors[who])

    def texts(self, state: Array) -> list[str]:
        return list(self.game.legal_texts(state))

    def inv(self, state: Array, who: int) -> Slots:
        return tuple(int(copy) for copy in state[0]["inv"][who])

    def cards(self, slots: Slots) -> Slots:
        """Cards of the copies: copies of one card are equal."""
        return tuple(int(self.w["copy_card"][copy]) for copy in slots)


@cache
def _begun(edition: str) -> tuple[Any, Array]:
    game = make_game(edition)
    batch = start(game, 1)
    while "end" not in game.legal_texts(batch.states):
        batch.step(np.flatnonzero(batch.masks[0])[:1])
    return game, copy_records(batch.states)


@EDITIONS
@FEW
@given(seed=st.integers(0, 10**6), number=st.integers(0, 6))
def test_every_arrangement_of_the_own_cards_is_at_most_as_many_steps_away_as_there_are_cards(edition: str, seed: int, number: int) -> None:
    scene = Scene(edition, seed)
    copies = scene.draw(number)[: scene.room]
    before, goal = scene.laid(scene.i, copies), scene.laid(scene.i, copies)
    if before is None or goal is None:
        return
    scene.give_out(scene.i, before)
    if scene.rng.random() < 0.3:  # some of them are discarded
        goal = tuple(copy if scene.rng.random() < 0.7 else 0 for copy in goal)
    state = scene.act(scene.state, "reorganise")
    places = {copy: slot for slot, copy in enumerate(before) if copy}
    for copy, twin in _exchanged(scene, before, goal):  # of two equal cards the one that is there already stays
        places[copy], places[twin] = places[twin], places[copy]
    wanted = {f"slot:{scene.i}:{slot}": "" for slot in places.values()}
    wanted |= {f"slot:{scene.i}:{places[copy]}": f"slot:{scene.i}:{slot}" for slot, copy in enumerate(goal) if copy}
    actions = scene.game.rearranged(state, wanted)
    assert len(actions) <= len(copies)
    for action in actions:
        assert "done" in scene.texts(state)
        state = scene.after(state, action)
    assert scene.cards(scene.inv(state, scene.i)) == scene.cards(goal)


def _exchanged(scene: Scene, before: Slots, goal: Slots) -> Iterator[tuple[int, int]]:
    """Pairs of a goal copy and an equal copy that is already in its slot, one after the other."""
    lies = {copy: slot for slot, copy in enumerate(before) if copy}
    for slot, copy in enumerate(goal):
        if copy and lies[copy] != slot:
            twin = next((one for one, place in lies.items() if place == slot), 0)
            if twin and scene.cards((twin,)) == scene.cards((copy,)):
                lies[copy], lies[twin] = slot, lies[copy]
                yield copy, twin


@EDITIONS
@FEW
@given(seed=st.integers(0, 10**6), number=st.integers(0, 4))
def test_a_rearrangement_comes_to_an_end_and_no_arrangement_twice(edition: str, seed: int, number: int) -> None:
    """For any choices, in a trade too: every card is moved once and discarded once at most."""
    scene = Scene(edition, seed)
    copies = scene.draw(number)
    share = scene.rng.randint(0, len(copies))
    for who, some in ((scene.i, copies[:share]), (scene.j, copies[share:])):
        laid = scene.laid(who, some[: scene.room])
        assert laid is not None
        scene.give_out(who, laid)
    state = scene.act(scene.state, f"trade {scene.name(scene.j)}")
    for who in (scene.i, scene.j):
        seen = Counter([_table(scene, state)])
        steps: Counter[str] = Counter()
        while scene.game.decider(state) == scene.game.agents[who] and "done" in (texts := scene.texts(state)):
            moves = [text for text in texts if text.split()[0] in MOVES] or [text for text in texts if text != "done"]
            if not moves or (scene.rng.random() < 0.2 and texts != ["done"]):
                moves = [text for text in texts if text != "done"] or ["done"]
            text = scene.rng.choice(moves)
            steps[text.split()[0]] += 1
            state = scene.act(state, text)
            if text != "done":
                seen[_table(scene, state)] += 1
        assert sum(steps[verb] for verb in MOVES) <= len(copies)
        assert max(seen.values()) == 1
    assert "end" in scene.texts(state)


def _table(scene: Scene, state: Array) -> tuple[Slots, Slots]:
    return scene.cards(scene.inv(state, scene.i)), scene.cards(scene.inv(state, scene.j))


@pytest.mark.slow
@EDITIONS
@FEW
@given(seed=st.integers(0, 10**6), number=st.integers(0, 2))
def test_every_sharing_out_of_cards_is_reached_in_a_trade(edition: str, seed: int, number: int) -> None:
    """In the first part the cards are distributed and the first survivor's are put in place, in the second the partner's (BP-11.R12)."""
    scene = Scene(edition, seed)
    copies = scene.draw(number)
    first, goal = (scene.rng.sample(copies, scene.rng.randint(0, len(copies))) for _ in range(2))
    rest = [copy for copy in copies if copy not in first]
    for who, some in ((scene.i, first), (scene.j, rest)):
        laid = scene.laid(who, some)
        assert laid is not None
        scene.give_out(who, laid)
    wanted = scene.laid(scene.i, goal)
    assert wanted is not None
    theirs = Counter(scene.cards(tuple(copy for copy in copies if copy not in goal)))
    state = scene.act(scene.state, f"trade {scene.name(scene.j)}")
    assert _reached(scene, state, scene.cards(wanted), theirs, len(copies), set())


def _reached(scene: Scene, state: Array, wanted: Slots, theirs: Counter[int], steps: int, seen: set[bytes]) -> bool:
    """Whether ``steps`` steps suffice; steps that put a card into its wanted slot are tried first."""
    mine = scene.cards(scene.inv(state, scene.i))
    if mine == wanted and Counter(card for card in scene.cards(scene.inv(state, scene.j)) if card) == theirs:
        return True
    if steps == 0 or scene.game.decider(state) != scene.game.agents[scene.i]:
        return False
    next_states = []
    for action in np.flatnonzero(scene.game.mask(state)).tolist():
        if scene.game.action_codec.decode(action)[0].name in MOVES:
            after = scene.after(state, action)
            key = after.tobytes()
            if key not in seen:
                seen.add(key)
                right = sum(a == b for a, b in zip(scene.cards(scene.inv(after, scene.i)), wanted, strict=True))
                next_states.append((right, action, after))
    next_states.sort(key=lambda row: -row[0])
    return any(_reached(scene, after, wanted, theirs, steps - 1, seen) for _, _, after in next_states)
