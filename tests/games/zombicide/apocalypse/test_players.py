"""Heuristics of Apocalypse: the team's, and those of the Zombie Master."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_agents import AgentError
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player, player_of_heuristic, random_player
from zombicide_env.games.zombicide.apocalypse.numbers import actions as A
from zombicide_env.games.zombicide.apocalypse.numbers import edition_decisions as N
from zombicide_env.play import Session

MISSIONS = tuple(range(11))
pytestmark = pytest.mark.slow


@cache
def game(quest: Any, **options: Any) -> Any:
    return make_game("apocalypse", quest=quest, **options)


def player(of: Any, **weights: float) -> Player:
    return player_of_heuristic(of.heuristic(), weights)


def played(of: Any, team: Player, master: Player, n: int, seed: int = 0) -> Batch:
    batch = Batch(of, n, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(seed)
    batch.play([team] * (len(of.agents) - 1) + [master], observe=False)
    return batch


@pytest.mark.parametrize("quest", MISSIONS)
def test_both_sides_play_every_mission_to_its_end(quest: int) -> None:
    of = game(quest)
    for master in (player(of), player(of, automatic=1.0)):
        batch = played(of, player(of), master, 16)
        assert batch.dones.all()
        assert not batch.status().any()


def test_the_team_wins_where_random_play_does_not() -> None:
    of = game("y_zone")
    team, automatic = player(of), player(of, automatic=1.0)
    assert (played(of, team, automatic, 64).dones == 1).mean() > 0.7
    assert (played(of, random_player(), automatic, 64).dones == 1).mean() < 0.1


def test_thoughts_change_nothing_and_are_the_same_each_time() -> None:
    of = game("zombie_police")
    batch = Batch(of, 8, seed=3, autoreset="disabled", observation_dtype="uint8")
    greedy = player(of)
    for _ in range(150):
        before = batch.states.tobytes()
        actions = batch.think(greedy)
        scores = batch.judge(greedy)
        assert batch.states.tobytes() == before
        assert (batch.think(greedy) == actions).all()
        for i in np.flatnonzero(batch.dones == 0):
            assert batch.masks[i, actions[i]] == 1
            assert scores[i, actions[i]] == scores[i].max() > -np.inf
            assert (batch.masks[i][np.isfinite(scores[i])] == 1).all()
        batch.step(np.maximum(actions, 0))


def decisions(of: Any, task: int, master: Player, steps: int = 3000) -> Iterator[Batch]:
    """Yield games of the greedy team at every decision of this kind of the Zombie Master."""
    batch = Batch(of, 1, seed=5, autoreset="same_step", observation_dtype="uint8")
    seats = [player(of)] * (len(of.agents) - 1) + [master]
    for _ in range(steps):
        s = batch.states[0]
        if s["stack"][s["depth"] - 1, 0] == task:
            yield batch
        batch.step(batch.think(seats))


def steps_to_survivors(of: Any, s: np.void, zone: int) -> int:
    """Distance over borders that are open now."""
    w, seen, frontier = of.world[0], {zone: 0}, [zone]
    there = {int(z) for z in s["zone"][: len(of.agents) - 1] if z >= 0}
    for z in frontier:
        if z in there:
            return seen[z]
        for n in range(int(w["degree"][z])):
            door, other = int(w["link_door"][z, n]), int(w["neighbour"][z, n])
            if other not in seen and (door < 0 or s["door"][door] == 0):
                seen[other] = seen[z] + 1
                frontier.append(other)
    return 1000


def test_the_automatic_master_sends_all_to_the_nearest_survivor() -> None:
    """AP-D-17: whole stacks, to the zone nearest to a survivor in play."""
    of, seen = game("zombie_police"), 0
    automatic = player(of, automatic=1.0)
    for batch in decisions(of, N.ROUTE, automatic):
        s, legal = batch.states[0], np.flatnonzero(batch.masks[0])
        zones = [int(a - A.CHOOSE) for a in legal if A.CHOOSE <= a < A.CHOOSE + len(s["crowd"])]
        chosen = int(batch.think(automatic)[0]) - A.CHOOSE
        far = {zone: steps_to_survivors(of, s, zone) for zone in zones}
        if min(far.values()) < 1000 and not s["fire"].any():
            assert far[chosen] == min(far.values())
            seen += 1
    assert seen > 50


def test_the_greedy_master_bites_when_a_card_lets_him() -> None:
    """AP-21.R7: where zombies are in a zone with survivors, Jolt is better than passing."""
    of, seen = game("zombie_police"), 0
    start, passes = of.action_codec.start["play_zb1"], of.action_codec.start["pass"]
    kinds = of.world[0]["supply"].size
    for batch in decisions(of, N.MASTER, player(of)):
        s, scores = batch.states[0], batch.judge(player(of))[0]
        there = {int(z) for z in s["zone"][: len(of.agents) - 1] if z >= 0}
        jolts = [a for a in np.flatnonzero(batch.masks[0]) if start <= a < start + len(s["crowd"]) * kinds]
        near = [scores[a] for a in jolts if (int(a) - start) // kinds in there]
        if near:
            seen += 1
            assert max(near) > scores[passes]
    assert seen > 3


def test_specs_name_the_players_of_a_seat() -> None:
    of = game("y_zone")
    team, master = agents.make("greedy", of), agents.make("automatic", of)
    assert (team.name, master.name) == ("greedy", "automatic")
    session = Session(of, [team] * (len(of.agents) - 1) + [master], seed=3)
    for _ in range(60):
        session.step()
    with pytest.raises(AgentError, match=r"Zombie Master.*'hit_z_road' has none"):
        agents.make("automatic", make_game("hit_z_road"))
    with pytest.raises(AgentError, match="a game has none"):
        agents.make("automatic")


def test_search_plays_both_sides() -> None:
    """The Zombie Master's search rates what the team has not reached."""
    from zombicide_agents.search.rollouts import make_guide

    of = game("y_zone")
    batch = Batch(of, 4, seed=2, autoreset="disabled", observation_dtype="uint8")
    guide = make_guide(of)
    states = batch.states.copy()
    team = guide.values(batch, 0, 50, np.zeros(batch.n))
    batch.put(states)
    master = guide.values(batch, len(of.agents) - 1, 50, np.zeros(batch.n))
    assert team == pytest.approx(-master)
    assert (team != 0).any()
