"""The search: it uses only what its seat knows, is reproducible by seed, and finds good moves."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import zombicide_agents as agents
from tests.envs.toy import Toy
from tests.needs import TRAIN
from zombicide_agents import AgentError
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.play import Session

FEW = "search:simulations=24,depth=20,seed=3"
#: Every legal action is a candidate, simulations run as long as the guide needs, and the best result is chosen.
EVERY: Final = "search:simulations=24,seed=3,margin=1000"
GAMES = {
    "road": ("hit_z_road", {"players": 3}),
    "alone": ("hit_z_road", {"players": 1}),
    "city": ("z_game", {"players": 3}),
    "team": ("black_plague", {"quest": "the_black_book", "survivors": 6}),
}


def table(name: str, seed: int = 0) -> tuple[Any, Batch]:
    game_id, options = GAMES[name]
    game = make_game(game_id, **options)
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(seed)
    return game, batch


def positions(batch: Batch, apart: int, number: int) -> list[Any]:
    """Copies of states with a choice, from random play."""
    found: list[Any] = []
    while len(found) < number:
        batch.step_random(apart)
        if batch.dones[0]:
            batch.reset()
        if batch.masks[0].sum() > 1:
            found.append(batch.states.copy())
    return found


def mask_of(game: Any, state: Any) -> Any:
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.put(state)
    return batch.masks[0]


def twins(game: Any, state: Any, number: int) -> Any:
    """Return other games with the same observation for the decider."""
    batch = Batch(game, number, seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.put(np.repeat(state, number))
    before = batch.observations.copy()
    batch.resample()
    assert np.array_equal(batch.observations, before)
    return batch.states


@pytest.mark.parametrize("name", GAMES)
def test_the_search_does_not_use_hidden_information(name: str) -> None:
    """Other decks, face-down cards and future dice with the same observation give the same action, whatever is simulated."""
    game, batch = table(name)
    search = agents.make(EVERY, game)
    for number, state in enumerate(positions(batch, 5, 6)):
        mask = mask_of(game, state)
        answers = set()
        for twin in [state, *(one[None] for one in twins(game, state, 4))]:
            search.reset(number)
            answers.add(search.act(None, mask, game, twin))
        assert len(answers) == 1


def test_without_resampling_the_search_would_cheat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shows that the test above is sensitive: a search that simulated the true game would depend on hidden information."""
    monkeypatch.setattr(Batch, "resample", lambda *_: None)
    game, batch = table("alone")
    search = agents.make(EVERY, game)
    different = 0
    for number, state in enumerate(positions(batch, 5, 6)):
        mask = mask_of(game, state)
        answers = set()
        monkeypatch.undo()
        others = twins(game, state, 4)
        monkeypatch.setattr(Batch, "resample", lambda *_: None)
        for twin in others:
            search.reset(number)
            answers.add(search.act(None, mask, game, twin[None]))
        different += len(answers) > 1
    assert different


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("options", ["", ",policy=guide", ",rollout=random", ",policy=random,margin=0"])
def test_legal_repeatable_and_without_a_trace(name: str, options: str) -> None:
    game, batch = table(name, 2)
    states = positions(batch, 7, 3)
    runs = []
    for _ in range(2):
        search = agents.make(FEW + options, game)
        runs.append([search.act(batch.observations[0], mask_of(game, state), game, state) for state in states])
    assert runs[0] == runs[1]
    for state, action in zip(states, runs[0], strict=True):
        assert mask_of(game, state)[action]
    before = [state.tobytes() for state in states]
    search.act_batch(None, np.stack([mask_of(game, state) for state in states]), game, np.concatenate(states))
    assert [state.tobytes() for state in states] == before


def test_the_search_takes_an_immediate_win() -> None:
    """The toy game has no heuristic and no guide: a step of three wins at once, leaving or resting does not."""
    game = Toy(agents=2, goal=4, danger=2)
    batch = Batch(game, 1, seed=1, autoreset="disabled", observation_dtype="uint8")
    while batch.states["progress"][0] != 1:
        batch.reset()
    for seed in range(5):
        assert agents.make(f"search:simulations=60,seed={seed}", game).act(None, batch.masks[0], game, batch.states) == 2


def test_rivals_imagine_games_that_pay_on_the_way() -> None:
    """Points count when they are scored, so simulations need not run to the end; every legal action is a candidate."""
    game, batch = table("city")
    search = agents.make("search:simulations=24,seed=0,threads=1", game)
    assert search._depth > 0 and search._guide.game.options["reward"] == "shaped"
    state = positions(batch, 5, 1)[0]
    thoughts = search.thoughts(None, mask_of(game, state), game, state)
    assert {thought.action for thought in thoughts} == set(np.flatnonzero(mask_of(game, state)))
    assert agents.make("search:simulations=24,seed=0", make_game("hit_z_road", players=3))._depth == 0


def test_a_policy_proposes_the_candidates() -> None:
    game, batch = table("road")
    greedy = agents.make("greedy", game)
    for state in positions(batch, 3, 8):
        mask = mask_of(game, state)
        actions, scores = greedy.scores(None, mask, game, state)
        near = actions[scores >= scores.max() - 0.5]
        assert agents.make(FEW + ",policy=greedy,margin=0.5", game).act(None, mask, game, state) in near
        blind = agents.make(FEW + ",policy=greedy,margin=100,trust=1000", game)
        assert blind.act(None, mask, game, state) in actions[scores == scores.max()]


def test_a_large_search_keeps_to_its_memory_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations run in consecutive lots: the same number in total, in a fraction of the memory."""
    from zombicide_agents.search import player

    game, batch = table("road")
    state = positions(batch, 4, 1)[0]
    played = []
    monkeypatch.setattr(player.Search, "_values", lambda self, actions, seat: played.append(len(actions)) or np.zeros(len(actions)))
    agents.make("search:simulations=3000000,depth=1,policy=guide", game)  # 2.7 GB at once
    monkeypatch.setattr(player, "LANES", 8)
    search = agents.make("search:simulations=60,depth=1,policy=guide,rollout=random", game)
    assert search._worlds.n == search._lines.n == 7
    search.act(None, mask_of(game, state), game, state)
    assert played == [7] * 9


@pytest.mark.parametrize("how", [copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))])
def test_copies_go_on_alike(how: Any) -> None:
    game, batch = table("road")
    state = positions(batch, 4, 1)[0]
    search = agents.make(FEW, game)
    twin = how(search)
    for _ in range(3):
        assert search.act(None, mask_of(game, state), game, state) == twin.act(None, mask_of(game, state), game, state)


def test_search_plays_the_same_game_again_in_a_session() -> None:
    game, _ = table("road")
    session = Session(game, [agents.make("search:simulations=9,depth=9", game), agents.make("random")], seed=4)
    for _ in range(12):
        session.step()
    again = Session(game, [agents.make("search:simulations=9,depth=9", game), agents.make("random")], seed=4)
    assert [again.step().action for _ in range(12)] == [move.action for move in session.moves]


def test_one_search_plays_several_boards_of_a_game() -> None:
    """Evaluations alternate between their quests, all with the same agent."""
    here, there = (make_game("black_plague", quest=quest, survivors=6) for quest in ("danse_macabre", "the_commandry"))
    search = agents.make("search:simulations=6,depth=4,seed=3", here)
    alone = agents.make("search:simulations=6,depth=4,seed=3", there)
    states = Batch(there, 1, seed=5).states
    mask = mask_of(there, states[0:1])
    assert search.act(None, mask, there, states) == alone.act(None, mask, there, states)
    assert search.thoughts(None, mask, there, states) == alone.thoughts(None, mask, there, states)


def test_options_out_of_range_are_refused_with_their_values() -> None:
    game, batch = table("road")
    with pytest.raises(AgentError, match="pass the game"):
        agents.make("search")
    for spec, reason in (
        ("simulations=2", "simulations=2"),
        ("margin=-1", "margin=-1"),
        ("depth=-1", "depth=-1"),
        ("ms=-1", "ms=-1"),
        ("seed=-1", "seed -1"),
        ("rollout=quick", "guided"),
        ("policy=gredy", "greedy"),
        ("weights=nowhere.json", "nowhere.json"),
        ("weights=quest", "no file or set of weights 'quest'; there are: none for hit_z_road"),
        ("simulation=5", "did you mean 'simulations'"),
    ):
        with pytest.raises(AgentError, match=reason):
            agents.make(f"search:{spec}", game)
    search = agents.make(FEW, game)
    with pytest.raises(AgentError, match="state"):
        search.act(None, batch.masks[0], game)
    with pytest.raises(AgentError, match="no action"):
        search.act(None, np.zeros_like(batch.masks[0]), game, batch.states)
    with pytest.raises(AgentError, match="was made for"):
        search.act(None, batch.masks[0], make_game("hit_z_road", players=2), batch.states)


# ---- explanations ----------------------------------------------------------------------------------------------------


def contested(game: Any, batch: Batch) -> Any:
    """Return a state with several candidates."""
    search = agents.make("search:simulations=9,margin=50", game)
    return next(state for state in positions(batch, 3, 60) if len(search._candidates(None, mask_of(game, state), state)[0]) > 2)


@pytest.mark.parametrize("name", ["road", "team"])
def test_the_search_explains_its_candidates(name: str) -> None:
    game, batch = table(name, 2)
    state = contested(game, batch)
    mask = mask_of(game, state)
    search, twin = (agents.make("search:simulations=48,margin=50,seed=5", game) for _ in range(2))
    thoughts = search.thoughts(None, mask, game, state)
    assert thoughts[0].action == twin.act(None, mask, game, state)
    assert len({t.action for t in thoughts}) == len(thoughts) > 1
    assert all(mask[t.action] and t.line[0] == t.action and t.visits > 0 and 0 <= t.won <= 1 for t in thoughts)
    assert thoughts[0].visits >= max(t.visits for t in thoughts)
    search.reset(5)
    actions, scores = search.scores(None, mask, game, state)
    assert actions[scores.argmax()] == thoughts[0].action
    assert sorted(t.action for t in thoughts) == actions.tolist()


@pytest.mark.slow
def test_the_share_of_games_won_is_of_games_played_to_their_ends() -> None:
    """Simulations may be cut off long before the end: the search's chance of winning agrees with full rollouts even so."""
    game, batch = table("team")
    state = contested(game, batch)
    mask = mask_of(game, state)
    search = agents.make("search:simulations=300,depth=4,margin=50,seed=5,threads=1", game)
    best = search.thoughts(None, mask, game, state)[0]
    rollouts = Batch(game, 300, seed=3, autoreset="disabled", observation_dtype="uint8")
    rollouts.put(np.repeat(state, 300))
    rollouts.resample()
    rollouts.step(np.full(300, best.action))
    rollouts.play(agents.make("greedy", game).compiled, limit=40_000, observe=False)
    share = game.winners(rollouts.states)[:, 0].mean()
    assert 0 < share == pytest.approx(best.won, abs=0.2)


@pytest.mark.slow
def test_milliseconds_are_a_budget() -> None:
    """Without time left every round plays one lot, with more time more lots."""
    game, batch = table("team")
    state = contested(game, batch)
    visits = []
    for ms in (1, 2000):
        search = agents.make(f"search:ms={ms},depth=4,threads=1,margin=50,seed=1", game)
        visits.append(sum(t.visits for t in search.thoughts(None, mask_of(game, state), game, state)))
    assert 0 < visits[0] < visits[1]


def test_weights_are_those_of_its_imagined_games(tmp_path: Path) -> None:
    """Candidates and simulations are scored with the same given weights."""
    game, batch = table("team")
    state = contested(game, batch)
    mask = mask_of(game, state)
    path = tmp_path / "strange.json"
    path.write_text('{"weights": {"progress": -1.0, "wound": 0.1}}')
    usual, named, read = (
        agents.make(f"search:simulations=48,margin=50,seed=5{option}", game)
        for option in ("", f",weights={path}", f",policy=greedy:weights={path}")
    )
    scores = [search._candidates(None, mask, state)[1].tolist() for search in (usual, named, read)]
    assert scores[0] != scores[1] == scores[2]
    lines = [{t.action: t.value for t in search.thoughts(None, mask, game, state)} for search in (named, read)]
    assert lines[0].keys() == lines[1].keys() and lines[0] != lines[1]  # the same candidates, different simulations


def test_threads_change_nothing() -> None:
    game, batch = table("team")
    state = contested(game, batch)
    one, two = (agents.make(f"search:simulations=90,depth=30,threads={n},seed=1", game) for n in (1, 2))
    assert one.thoughts(None, mask_of(game, state), game, state) == two.thoughts(None, mask_of(game, state), game, state)


@pytest.mark.slow
def test_the_search_beats_random_players() -> None:
    game, batch = table("road")
    search, rng, won = agents.make("search:simulations=60,seed=0", game), np.random.default_rng(0), 0.0
    for seed in range(6):
        batch.reset(seed)
        while not batch.dones[0]:
            mine = batch.deciders[0] == seed % 3
            action = search.act(None, batch.masks[0], game, batch.states) if mine else rng.choice(np.flatnonzero(batch.masks[0]))
            batch.step([int(action)])
        won += float(batch.rewards[0, seed % 3])
    assert won >= 5


@pytest.mark.train
def test_a_learned_policy_may_propose() -> None:
    pytest.importorskip("torch", reason=TRAIN)
    game = make_game("black_plague", quest="danse_macabre")
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    for margin, few in ((0.0, True), (9.0, False)):
        search = agents.make(f"search:simulations=12,depth=5,policy=checkpoint:danse_macabre,margin={margin},seed=0", game)
        candidates, scores = search._candidates(batch.observations[0], batch.masks[0], batch.states)
        assert (len(candidates) == 1) == few
        assert (np.diff(scores) <= 0).all()
        assert batch.masks[0][search.act(batch.observations[0], batch.masks[0], game, batch.states)]
