"""The game as a whole: setup, options, rewards, hidden cards, observations, texts, random games."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Game, NotationError
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.core.scene import Group
from zombicide_env.games.hit_z_road.content import cards
from zombicide_env.games.hit_z_road.game import HitZRoad
from zombicide_env.games.hit_z_road.numbers.decisions import NAMES
from zombicide_env.games.hit_z_road.numbers.layout import IN_BOX, ON_ROUTE, OUTCOMES, WITH_PLAYER
from zombicide_env.games.hit_z_road.rules.status import Status
from zombicide_env.play import Session

PLAYERS = (1, 2, 3, 4)


def start(game: HitZRoad, seed: int) -> Batch:
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(seed)
    return batch


def careful(game: HitZRoad, batch: Batch, rng: np.random.Generator) -> int:
    """Return a random legal action of a player that seldom bids and shoots, so that games reach every part of the rules."""
    actions = np.flatnonzero(batch.masks[0])
    names = [game.action_codec.decode(int(a))[0].name for a in actions]
    weights = np.array([{"bid": 0.05, "shoot": 0.3, "sacrifice": 0.1, "save": 3.0, "strike": 3.0}.get(name, 1.0) for name in names])
    return int(rng.choice(actions, p=weights / weights.sum()))


def played(game: HitZRoad, seed: int) -> Iterator[Batch]:
    """Yield the positions of a random game, its end included."""
    batch, rng = start(game, seed), np.random.default_rng(seed)
    while True:
        yield batch
        if batch.dones[0]:
            return
        batch.step([careful(game, batch, rng)])


def total(state: Any) -> np.ndarray[Any, Any]:
    return np.asarray(state["own"].sum(axis=1))


# ---- setup and options -------------------------------------------------------------------------------------------------


@pytest.mark.python_mode
@pytest.mark.parametrize("players", PLAYERS)
def test_players_begin_as_the_rules_say(players: int) -> None:
    """HZ-2.1, HZ-2.2, HZ-2.3, HZ-2.4, HZ-2.5, HZ-2.6, HZ-2.7, HZ-2.8, HZ-1.3, HZ-1.4, HZ-12.1, HZ-12.R2."""
    game = HitZRoad(players=players)
    s = start(game, 7).states[0]
    assert sorted(s["order"][: s["n_order"]].tolist()) == list(range(players))
    assert s["group"][:players].tolist() == [5] * players
    assert s["own"][:players].tolist() == [[4, 4, 4]] * players
    assert not s["bid"].any()
    rows = 4 if players == 4 else 3
    laid = [int(c) for c in s["route"].ravel() if c]
    deck = s["deck"][: s["deck_n"]].tolist()
    assert len(laid) == 2 * rows
    assert len(laid) + len(deck) == 16 * rows
    box = [card for card in cards() if s["where"][card.number] == IN_BOX]
    used = [card for card in box if players == 4 or not card.symbol]
    assert len(used) == 12
    assert [sum(card.level == level for card in used) for level in (1, 2, 3)] == [4, 4, 4]
    assert all(card in box for card in cards() if card.symbol) == (players < 4)
    levels = [cards()[c - 1].level for c in laid + deck[::-1]]
    assert levels == sorted(levels)


def test_setup_is_random_and_depends_on_nothing_but_the_seed() -> None:
    """HZ-2.R2, HZ-0.R2."""
    game = HitZRoad()
    states = [start(game, seed).states.copy() for seed in range(12)]
    assert len({state["order"].tobytes() for state in states}) > 3
    assert len({state["route"].tobytes() for state in states}) == 12
    assert start(HitZRoad(), 3).states.tobytes() == states[3].tobytes()


@pytest.mark.parametrize("options", [{"players": 0}, {"players": 5}, {"players": "2"}, {"players": True}])
def test_wrong_number_of_players(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^players="):
        HitZRoad(**options)


def test_misspelt_options_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no value of reward 'wins'; did you mean win"):
        HitZRoad(reward="wins")
    with pytest.raises(ValueError, match="value of decisions"):
        HitZRoad(decisions="all")


def test_the_game_follows_the_protocol_and_survives_pickling() -> None:
    """HZ-19.R1."""
    game = make_game("hit_z_road", players=3, reward="score")
    assert isinstance(game, Game)
    assert game.agents == ("player_0", "player_1", "player_2")
    assert game.options == {"players": 3, "decisions": "full", "reward": "score"}
    again = pickle.loads(pickle.dumps(game))
    assert again.options == game.options
    assert again.world.tobytes() == game.world.tobytes()


# ---- properties of random games ------------------------------------------------------------------------------------------


@pytest.mark.python_mode
@settings(max_examples=8 if PYTHON_MODE else 24, deadline=None, derandomize=True)
@given(players=st.sampled_from(PLAYERS), seed=st.integers(0, 10**6), decisions=st.sampled_from(("full", "actions")))
def test_games_are_sound_from_start_to_end(players: int, seed: int, decisions: str) -> None:
    """Invariants, texts, observations; cards that leave the deck; an eliminated player never acts again."""
    game = HitZRoad(players=players, decisions=decisions)
    rows, gone = (4 if players == 4 else 3), set[int]()
    for batch in played(game, seed):
        state, s = batch.states, batch.states[0]
        assert game.status(state) == Status(0)
        assert (batch.raw_observations <= game.observation_codec.high).all()
        assert s["deck_n"] == 2 * rows * (8 - s["round"])
        texts = game.legal_texts(state)
        assert len(texts) == len(set(texts)) == batch.masks.sum()
        assert [game.parse(state, text) for text in texts] == np.flatnonzero(batch.masks[0]).tolist()
        gone |= set(np.flatnonzero(~game.active(state)).tolist())
        if batch.dones[0]:
            assert texts == []
            assert game.outcome(state).over
            assert s["steps"] < 1500
        else:
            assert len(texts) >= 2
            assert int(batch.deciders[0]) not in gone
    assert game.outcome(batch.states).name in ("won", "lost")


@pytest.mark.python_mode
def test_every_decision_and_both_ends_occur() -> None:
    asked, ends = set[str](), set[str]()
    for seed in range(60):
        game = HitZRoad(players=1 + seed % 4)
        for batch in played(game, seed):
            asked.add(str(game.describe(batch.states)["decision"]))
        ends.add(f"{game.outcome(batch.states).name} {len(game.agents) == 1}")
        if set(NAMES) <= asked and len(ends) == 4:
            break
    assert set(NAMES) <= asked
    assert ends == {"won True", "won False", "lost True", "lost False"}


def test_bids_are_paid_exactly() -> None:
    """The total of the payments equals the markers (HZ-5.8)."""
    game, seen = HitZRoad(players=3), 0
    for seed in range(4):
        due, before = 0, np.zeros(4)
        for batch in played(game, seed):
            s = batch.states[0]
            about = game.describe(batch.states)
            if about["phase"] == "auction":
                due, before = int(s["bid"].sum()), total(s).copy()
            elif about["phase"] == "payment":
                due = int(s["bid"].sum())
            elif due and about["decision"] == "route" and not about["taken"]:
                assert total(s).sum() == before.sum() - due
                seen, due = seen + 1, 0
    assert seen > 3


# ---- rewards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_each_way_of_paying_pays_what_is_documented(players: int) -> None:
    """HZ-11.R3, HZ-13.R5: the same games with each of the three rewards."""
    won = 0
    for seed in range(40):
        sums = {}
        for reward in ("win", "zero_sum", "score"):
            game = HitZRoad(players=players, reward=reward)
            paid = np.zeros(players)
            for batch in played(game, seed):
                paid += batch.rewards[0]
                if not batch.dones[0] and (reward == "win" or players == 1):
                    assert not batch.rewards.any()
            sums[reward] = paid
            s = batch.states[0]
        winners = s["winner"][:players].astype(bool)
        alive = s["alive"][:players].astype(bool)
        won += bool(winners.any())
        if players == 1:
            expected = np.float32(min(1.0, int(s["score"][0]) / 22))
            assert all(paid[0] == expected for paid in sums.values())
            continue
        k = winners.sum()
        assert sums["win"] == pytest.approx(winners / max(1, k))
        assert sums["zero_sum"] == pytest.approx(np.where(winners, 2 / max(1, k) - 1, -1))
        assert (sums["score"][~alive] == -1).all()
        if alive.all() and k == 1:
            assert sums["score"][winners][0] == max(sums["score"])
    assert won > 0


def test_an_eliminated_player_is_paid_at_once() -> None:
    game = HitZRoad(players=3, reward="zero_sum")
    for seed in range(10):
        for batch in played(game, seed):
            if not batch.dones[0] and batch.rewards.any():
                out = batch.rewards[0] != 0
                assert (batch.rewards[0][out] == -1).all()
                assert not game.active(batch.states)[out].any()
                return
    raise AssertionError("nobody was eliminated")


# ---- hidden cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.python_mode
@pytest.mark.parametrize("players", PLAYERS)
def test_resampling_changes_what_nobody_knows_and_nothing_else(players: int) -> None:
    """HZ-2.R2, HZ-4.R2, HZ-13.R2: the two games look the same from every seat."""
    game = HitZRoad(players=players)
    changed = 0
    for number, batch in enumerate(played(game, 11)):
        if number % 7 or batch.dones[0]:
            continue
        other = batch.copy()
        other.seed_actions(number)
        other.resample()
        other.refresh()
        assert game.status(other.states) == Status(0)
        assert game.describe(other.states) == game.describe(batch.states)
        assert np.array_equal(other.masks, batch.masks)
        for seat in range(players):
            assert np.array_equal(other.observe(seat), batch.observe(seat))
        changed += other.states["deck"].tobytes() != batch.states["deck"].tobytes()
        s, t = batch.states[0], other.states[0]
        assert np.array_equal(s["seen"], t["seen"])
        assert np.array_equal(s["where"][s["seen"] == 1], t["where"][s["seen"] == 1])
        if players > 1:
            assert np.array_equal(s["route"], t["route"])
    assert changed > 0


def test_resampling_deals_every_unseen_card_everywhere() -> None:
    """A card removed at setup in one game is in the deck of another that looks the same (HZ-2.6)."""
    game = HitZRoad(players=1)
    worlds = Batch(game, 60, seed=0, autoreset="disabled", observation_dtype="uint8")
    worlds.put(start(game, 5).states)
    worlds.resample(0)
    boxes, faces_down = set(), set()
    for t in worlds.states:
        boxes.add(tuple(np.flatnonzero((t["where"] == IN_BOX) & (game.world["in_play"][0] == 1)).tolist()))
        faces_down.add(tuple(t["route"][0].tolist()))
        assert (t["where"][t["route"][:3].ravel()] == ON_ROUTE).all()
    assert len(boxes) > 50
    assert len(faces_down) > 30


def test_the_observation_holds_nothing_hidden() -> None:
    """Only the level of a face-down card is observed (HZ-13.1)."""
    game = HitZRoad(players=1)
    batch = start(game, 2)
    parts = game.observation_codec.unflatten(batch.raw_observations[0])
    columns = [column.name for column in game.observation_codec["cards"].columns or ()]
    face_up = parts["cards"][:, columns.index("face_up")].tolist()
    assert face_up == [0, 0, 1, 0, 1, 1, 0, 0]
    for place, up in enumerate(face_up[:6]):
        card = parts["cards"][place, columns.index("card")]
        assert bool(card) == bool(up)
        assert parts["cards"][place, columns.index("level")] == 1
    assert parts["seen"].sum() == 3


def test_observations_turn_with_the_seat() -> None:
    game = HitZRoad(players=4)
    for number, batch in enumerate(played(game, 4)):
        if number % 20:
            continue
        parts = [game.observation_codec.unflatten(batch.observe(seat)[0]) for seat in range(4)]
        for seat in range(4):
            assert np.array_equal(parts[seat]["players"], np.roll(parts[0]["players"], -seat, axis=0))
            for name in ("cards", "seen", "battle", "roll", "global"):
                assert np.array_equal(parts[seat][name], parts[0][name])
        assert parts[0]["players"][:, 6].tolist() == batch.states["group"][0].tolist()


# ---- texts, copies, pictures -----------------------------------------------------------------------------------------------


def test_actions_have_texts_that_can_be_parsed() -> None:
    game = HitZRoad(players=2)
    state = start(game, 1).states
    assert game.notation(state, game.action_codec.encode("bid", 3)) == "bid 4"
    assert game.notation(state, game.action_codec.encode("pay", 1)) == "pay gas"
    assert game.notation(state, game.action_codec.encode("route", 0)) == "route 1"
    assert game.notation(state, game.action_codec.encode("shoot", 0)) == "shoot 0"
    every = [game.notation(state, a) for a in range(game.action_codec.size)]
    assert len(set(every)) == len(every)
    for text in ("bid  2", "Bid 2", "bid 02", "bid", "flee", ""):
        with pytest.raises(NotationError, match="legal now: "):
            game.parse(state, text)


@pytest.mark.parametrize("players", PLAYERS)
def test_copies_and_seeds_play_the_same_game(players: int) -> None:
    game = HitZRoad(players=players)
    one, two = start(game, 9), start(game, 9)
    for _ in range(15):
        one.step_random()
        two.step_random()
    three = copy.deepcopy(one)
    for _ in range(15):
        one.step_random()
        three.step_random()
    assert one.states.tobytes() == three.states.tobytes()
    assert one.states.tobytes() != two.states.tobytes()


def test_games_of_any_number_of_players_share_a_batch() -> None:
    games = [HitZRoad(players=n) for n in PLAYERS]
    batch = Batch(games, 8, seed=3)
    batch.step_random(60)
    alone = Batch(games, 8, seed=3)
    for _ in range(60):
        alone.step_random()
    assert batch.states.tobytes() == alone.states.tobytes()


def test_chance_tells_dice_and_cards() -> None:
    """HZ-0.R2: black dice before red ones."""
    game = HitZRoad(players=2)
    told = set[str]()
    for seed in range(12):
        for batch in played(game, seed):
            for text in game.chance(batch.states):
                kind, *values = text.split()
                told.add(kind)
                if kind == "card":
                    assert all(batch.states["seen"][0][[c.id for c in cards()].index(v) + 1] for v in values)
    assert told >= {"dice", "card"}


def test_cards_are_collected_once() -> None:
    for batch in played(HitZRoad(players=4), 6):
        s = batch.states[0]
        owned = (s["where"] >= WITH_PLAYER).sum()
        assert owned <= s["n_cards_done"]


@pytest.mark.parametrize("players", PLAYERS)
def test_scenes_can_be_drawn_at_any_moment(players: int) -> None:
    from zombicide_env.render import ansi, svg

    game = HitZRoad(players=players)
    for number, batch in enumerate(played(game, 3)):
        if number % 9 == 0 or batch.dones[0]:
            scene = game.scene(batch.states)
            text = ansi(scene)
            assert "Round" in text
            assert svg(scene).startswith("<svg")
            hidden = game.describe(batch.states)["routes"]
            for row in hidden.values():
                assert all(card == "hidden" or card in text for card in row)
    assert scene.banner


def test_one_thing_is_called_by_its_singular() -> None:
    """Titles of cards and badges of players: 1 point."""
    game, told = HitZRoad(players=2), set[str]()
    for batch in played(game, 3):
        scene = game.scene(batch.states)
        told |= {item.title for item in scene.items if isinstance(item, Group)}
        told |= {badge.text for panel in scene.panels for badge in panel.badges}
    assert "1 point" in told
    assert [text for text in told if re.search(r"\b1 (?!gas\b)\w+s\b", text)] == []


def test_the_goals_name_points_and_bonuses_and_nobody_who_has_lost_sees_one_reached() -> None:
    """HZ-3.2, HZ-11.4, HZ-13.6: several have survivors at the end, and one of them wins."""
    ended = set[str]()
    for seed in range(6):
        for batch in played(HitZRoad(players=2), seed):
            goals = HitZRoad(players=2).scene(batch.states).goals
            assert "most victory points" in goals[0].text and "the most survivors" in goals[1].text
            assert not any(goal.done for goal in goals)
        ended.add(OUTCOMES[int(batch.states["outcome"][0])])
    assert "won" in ended
    goal, sets = HitZRoad(players=1).scene(start(HitZRoad(players=1), 1).states).goals
    assert (goal.text, goal.done) == ("have as many victory points as you can at the end of round 8, with a survivor alive", False)
    assert "each set" in sets.text


def test_the_header_counts_units_only_where_they_are_paid_or_taken() -> None:
    """HZ-D-2, HZ-D-4, HZ-D-5, HZ-D-11, HZ-D-12: shots, flights and routes have nothing to pay."""
    told: dict[str, set[str]] = {}
    for players in (1, 2, 4):
        game = HitZRoad(players=players)
        for seed in range(4):
            for batch in played(game, seed):
                units = [fact for fact in game.scene(batch.states).facts if fact.label.startswith("Still to")]
                assert all(int(fact.text) > 0 for fact in units)
                told.setdefault(game.describe(batch.states)["decision"] or "", set()).update(fact.label for fact in units)
    assert {name for name, labels in told.items() if labels} <= {"pay_bid", "pay_route", "take", "lose_resource", "toll"}
    assert (told["pay_bid"], told["take"], told["shoot"]) == ({"Still to pay"}, {"Still to take"}, set())


def test_a_strike_kills_for_certain_and_promises_no_later_round() -> None:
    """HZ-7.R3 step 6."""
    game = HitZRoad(players=2)
    for seed in range(40):
        for batch in played(game, seed):
            if "strike" in game.legal_texts(batch.states):
                odds = game.odds(batch.states, game.parse(batch.states, "strike"))
                assert odds is not None and (odds.dice, odds.kills, odds.harm) == (0, 1.0, 0.0)
                assert odds != game.odds(batch.states, game.parse(batch.states, "hold"))
                return
    pytest.fail("nobody could strike")


@pytest.mark.parametrize(("options", "told"), [({}, "1 of 8"), ({"max_rounds": 3}, "1 of 3")])
def test_the_header_tells_the_last_round(options: dict[str, Any], told: str) -> None:
    game = HitZRoad(players=2, **options)
    scene = game.scene(start(game, 1).states)
    assert {fact.label: fact.text for fact in scene.facts}["Round"] == told
    assert f"round {told.split()[-1]}," in scene.goals[0].text


# ---- round limit --------------------------------------------------------------------------------------------------------


@pytest.mark.python_mode
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("limit", [1, 3])
def test_a_round_limit_cuts_a_game_off(players: int, limit: int) -> None:
    """Up to the limit it is the same game; players who are still in it are paid nothing."""
    cut, whole = (HitZRoad(players, reward="zero_sum", max_rounds=most, at_max_rounds="truncation") for most in (limit, None))
    for last, other in zip(played(cut, 3), played(whole, 3), strict=False):
        if not last.dones[0]:
            assert last.states.tobytes() == other.states.tobytes()
    state = last.states
    assert cut.outcome(state).name == "truncated"
    assert cut.outcome(state).detail == "max_rounds"
    assert cut.outcome(state).scores == ()
    assert cut.describe(state)["scores"] == {}
    assert cut.status(state) == Status(0)
    assert cut.scene(state).banner.startswith("TRUNCATED")
    assert not cut.winners(state).any()
    assert int(cut.measures(state)["rounds"][0]) == limit
    assert (last.rewards[0][state["alive"][0][:players] == 1] == 0).all()
    assert last.deciders[0] == -1
    assert not last.masks.any()


@pytest.mark.python_mode
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("limit", [1, 3])
def test_a_shorter_game_is_scored_as_a_whole_one_is(players: int, limit: int) -> None:
    """HZ-11, HZ-13.6: up to the limit it is the same game, and then all surviving players are scored."""
    short, whole = HitZRoad(players, reward="zero_sum", max_rounds=limit), HitZRoad(players, reward="zero_sum")
    for last, other in zip(played(short, 3), played(whole, 3), strict=False):
        if not last.dones[0]:
            assert last.states.tobytes() == other.states.tobytes()
    state, found = last.states, short.outcome(last.states)
    winners = [agent for agent, won in zip(short.agents, short.winners(state)[0], strict=True) if won]
    assert found.name == "won"
    assert found.detail == " ".join(["max_rounds", *([f"grade_{state['grade'][0]}"] if players == 1 else winners)])
    assert winners
    assert len(found.scores) == players
    assert int(short.measures(state)["rounds"][0]) == limit
    assert short.status(state) == Status(0)
    if players > 1:
        assert last.rewards[0].max() == pytest.approx(2 / len(winners) - 1)


def test_the_last_round_ends_the_game_whatever_the_limit() -> None:
    ends = [[batch.states.copy() for batch in played(HitZRoad(3, max_rounds=most), 1)][-1] for most in (8, None)]
    assert ends[0].tobytes() == ends[1].tobytes()
    assert HitZRoad(max_rounds=2).options == HitZRoad().options | {"max_rounds": 2, "at_max_rounds": "scoring"}
    assert HitZRoad(max_rounds=60).options == HitZRoad().options
    for wrong in (0, -1, 2.0):
        with pytest.raises((ValueError, TypeError), match="max_rounds"):
            HitZRoad(max_rounds=wrong)


def test_the_header_says_how_much_of_a_bid_is_still_to_be_paid() -> None:
    game = make_game("hit_z_road", players=3)
    session = Session(game, [agents.make("random", game)], seed=1)
    while not game.legal_texts(session.state)[0].startswith("pay "):
        session.step()
    before = _still_to_pay(game, session.state)
    session.step()
    assert before > 1
    assert _still_to_pay(game, session.state) == before - 1


def _still_to_pay(game: Any, state: Any) -> int:
    return int(next(fact.text for fact in game.scene(state).facts if fact.label == "Still to pay"))
