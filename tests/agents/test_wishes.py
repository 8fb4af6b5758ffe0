"""Wishes to teammates: accepted ones are done, refused ones change nothing, and none outlasts its round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import wishes as taken
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import usual_player
from zombicide_env.core.wishes import REASONS, WORDS, Intention, Ledger, Reply, Unfit, Wish

QUESTS = (("black_plague", "big_game_hunting"), ("white_death", "empress_of_thorns"), ("apocalypse", "zombie_police"))


@cache
def the_game(game: str, quest: str) -> Any:
    return make_game(game, quest=quest)


def begun(game: Any, moves: int, seed: int = 3) -> Batch:
    """Return a game after ``moves`` moves of the heuristic."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    for _ in range(moves):
        batch.step(batch.think(usual_player(game)))
    return batch


def asked(game: Any, batch: Batch) -> Iterator[Wish]:
    """Yield one of every wish that the first survivor may have for the others here."""
    world, s = game.world[0], batch.states[0]
    for seat in range(1, int(world["n_survivors"])):
        to = f"survivor_{seat}"
        here = int(s["zone"][seat])
        yield Wish("wait", to, by="survivor_0")
        yield Wish("cover", to, "survivor:0", "survivor_0")
        for number in {int(zone) for zone in world["neighbour"][here, : world["degree"][here]]} if here >= 0 else ():
            yield Wish("go", to, f"zone:{number}", "survivor_0")
            yield Wish("leave", to, f"zone:{number}", "survivor_0")
        for slot in range(s["inv"].shape[1]):
            yield Wish("give", to, f"slot:{seat}:{slot}", "survivor_0")
        for door in range(min(4, int(world["n_doors"]))):
            yield Wish("open", to, f"door:{door}", "survivor_0")
            yield Wish("leave", to, f"door:{door}", "survivor_0")


def play(game: Any, batch: Batch, agent: Any, ledger: Ledger) -> list[Any]:
    """Play to the end of the round as an agent that heeds the ledger's wishes. Return the finished wishes."""
    over, begin = [], batch.states["round"][0]
    while batch.deciders[0] >= 0 and batch.states["round"][0] == begin:
        mover, before = game.agents[batch.deciders[0]], batch.states.copy()
        wishes = ledger.of(mover, before)
        state = batch.redrawn()
        if wishes:
            action = agent.heed(batch.observations[0], batch.masks[0], game, state, wishes)
        else:
            action = agent.act(batch.observations[0], batch.masks[0], game, state)
        assert batch.masks[0, action] == 1
        batch.step([action])
        over += ledger.played(before, mover, action, batch.states)
    return over


@pytest.mark.parametrize(("game", "quest"), QUESTS)
def test_accepted_wishes_are_mostly_kept_in_their_round_and_refusals_have_reasons(game: str, quest: str) -> None:
    made = the_game(game, quest)
    agent = agents.make("greedy", made)
    kept: dict[str, list[bool]] = {}
    first = begun(made, 8)
    said = list(asked(made, first))
    state = first.redrawn()
    replies = taken.answers(taken.imagines(agent, made), said, made, np.repeat(state, len(said)), worlds=2)
    for wish, reply in zip(said, replies, strict=True):
        assert reply.text in REASONS.values() if not reply else reply.reason == ""
        if not reply or len(kept.setdefault(wish.kind, [])) >= 2:  # only some of a kind are played, to save time
            continue
        batch, ledger = begun(made, 8), Ledger(made.wishing())
        ledger.accept(batch.states, wish)
        over = play(made, batch, agent, ledger)
        assert [done.wish.to for done in over] == [wish.to]
        assert ledger.open == ()  # forgotten, whatever the outcome
        kept[wish.kind].append(over[0].granted)
    found = [one for each in kept.values() for one in each]
    assert len(kept) >= 3
    assert sum(found) >= 0.8 * len(found)


@pytest.mark.parametrize(("game", "quest"), QUESTS)
def test_wishes_never_make_an_action_illegal_and_serve_only_who_decides(game: str, quest: str) -> None:
    made = the_game(game, quest)
    batch, random = begun(made, 5), np.random.default_rng(0)
    wishing = made.wishing()
    for step in range(30):
        if batch.deciders[0] < 0:
            break
        legal = np.flatnonzero(batch.masks[0])
        for wish in list(asked(made, batch))[step % 5 :: 11]:
            try:
                meant = wishing.meant(batch.states, wish)
            except Unfit:  # a wish that does not apply
                continue
            serves = wishing.serves(batch.states, meant, legal)
            assert serves.shape == legal.shape
            assert (abs(serves) <= 1).all()
            if made.agents[batch.deciders[0]] != wish.to:
                assert not serves.any()
            chosen = taken.best(legal, serves, legal[:1], np.zeros(1))
            assert batch.masks[0, chosen] == 1
        batch.step([random.choice(legal)])


def test_without_wishes_and_after_refused_ones_the_same_game_is_played() -> None:
    made = the_game(*QUESTS[0])
    agent = agents.make("greedy", made)
    plain, asking = begun(made, 0), begun(made, 0)
    ledger = Ledger(made.wishing())
    for step in range(60):
        wish = Wish("go", "survivor_2", "zone:999", "survivor_0")
        if step % 10 == 0:
            before = asking.states.tobytes()
            assert agent.wish(wish, made, asking.redrawn()).reason in ("unknown", "acted")
            assert asking.states.tobytes() == before
        assert ledger.of(made.agents[asking.deciders[0]], asking.states) == ()
        action = agent.heed(None, asking.masks[0], made, asking.redrawn(), ())
        asking.step([action])
        plain.step(plain.think(usual_player(made)))
    assert plain.states.tobytes() == asking.states.tobytes()


def test_a_wish_is_forgotten_in_the_next_round() -> None:
    made = the_game(*QUESTS[0])
    batch, ledger = begun(made, 8), Ledger(made.wishing())
    ledger.accept(batch.states, Wish("leave", "survivor_3", "zone:2", "survivor_0"))
    assert len(ledger.of("survivor_3", batch.states)) == 1
    later = batch.states.copy()
    later["round"] += 1
    assert ledger.of("survivor_3", later) == ()
    ledger.accept(batch.states, Wish("wait", "survivor_3", by="survivor_0"))
    assert [wish.kind for wish in ledger.of("survivor_3", batch.states)] == ["wait"]  # the newer one counts


@pytest.mark.parametrize("spec", ["greedy", "random:seed=1", "checkpoint:survivors", "search:simulations=24,threads=1,seed=1"])
def test_every_kind_of_agent_heeds_in_one_way(spec: str) -> None:
    made = the_game(*QUESTS[0])
    agent = agents.make(spec, made)
    batch = begun(made, 8)
    while batch.masks[0, made.action_codec.start["end"]] == 0:
        batch.step(batch.think(usual_player(made)))
    to, state = made.agents[batch.deciders[0]], batch.redrawn()
    wishing = made.wishing()
    wish = wishing.meant(state, Wish("wait", to))
    legal = np.flatnonzero(batch.masks[0])
    away = legal[wishing.serves(state, wish, legal) < 0]
    assert len(away)
    raw = batch.raw_observations[0] if agent.observation_dtype == "uint8" else batch.raw_observations[0] * made.observation_codec.scale
    for _ in range(3):
        assert agent.heed(raw, batch.masks[0], made, state, (wish,)) not in away
    assert isinstance(agent.wish(Wish("wait", to), made, state), Reply)


def test_an_agent_may_answer_by_itself() -> None:
    class Stubborn(agents.Agent):
        def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
            return int(np.flatnonzero(mask)[0])

        def wish(self, wish: Wish, game: Any, state: Any) -> Reply:
            return Reply(False, "I never do what I am asked for")

    made = the_game(*QUESTS[0])
    batch = begun(made, 8)
    reply = Stubborn().wish(Wish("wait", "survivor_1"), made, batch.redrawn())
    assert not reply
    assert reply.text == "I never do what I am asked for"


@pytest.mark.parametrize(("game", "quest"), QUESTS)
def test_an_intention_is_a_way_and_an_action_on_it(game: str, quest: str) -> None:
    made = the_game(game, quest)
    agent = agents.make("greedy", made)
    batch = begun(made, 8)
    zones = {f"zone:{z}" for z in range(int(made.world["n_zones"][0]))}
    for name in made.agents:
        found = agent.intend(name, made, batch.redrawn())
        if not name.startswith("survivor"):
            assert found is None
            continue
        assert isinstance(found, Intention)
        assert found.way[0] == made.wishing().here(batch.states, name)
        assert set(found.way) <= zones
        assert bool(found.action) == (found.why != "team")


def test_games_without_wishes_refuse_them() -> None:
    game = make_game("hit_z_road", players=2)
    batch = Batch(game, 1, seed=0)
    assert game.wishing() is None
    assert agents.make("random", game).wish(Wish("wait", game.agents[1]), game, batch.redrawn()).reason == "no_wishes"


def test_every_kind_of_wish_can_be_asked_for() -> None:
    wishing = the_game(*QUESTS[0]).wishing()
    assert {kind for kinds in wishing.kinds.values() for kind in kinds} == set(WORDS)
