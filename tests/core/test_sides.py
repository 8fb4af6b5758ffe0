"""The type that a game declares, and the assignment of players to seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.core.toy import Race
from tests.toys.hunt import Hunt
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game_type import GameType
from zombicide_env.core.seating import deal, groups

HUNT = GameType((0, 0, 0, 1), ("team", "master"))
TEAMS = GameType((0, 1, 0, 1), ("team", "team"))


@pytest.mark.parametrize(
    ("of", "kind", "names", "seats"),
    [
        (GameType.team(3), "cooperative", ("team",), ((0, 1, 2),)),
        (GameType.rivals(3), "competitive", ("player_0", "player_1", "player_2"), ((0,), (1,), (2,))),
        (GameType.rivals(1), "cooperative", ("player",), ((0,),)),
        (HUNT, "asymmetric", ("team", "master"), ((0, 1, 2), (3,))),
        (TEAMS, "competitive", ("team_0", "team_1"), ((0, 2), (1, 3))),
    ],
)
def test_the_kind_of_a_game_follows_from_its_sides(
    of: GameType, kind: str, names: tuple[str, ...], seats: tuple[tuple[int, ...], ...]
) -> None:
    assert (of.kind, of.side_names, of.seats, of.n_sides) == (kind, names, seats, len(seats))
    for side, name in enumerate(names):
        assert of.side(name) == of.side(side) == side


def test_roles_gather_the_seats_of_their_sides() -> None:
    assert HUNT.parts == {"team": (0, 1, 2), "master": (3,)}
    assert TEAMS.parts == {"team": (0, 2, 1, 3)}


@pytest.mark.parametrize(
    ("sides", "roles", "more", "said"),
    [
        ((), (), {}, "each side"),
        ((0, 2), ("a", "b"), {}, "numbered from 0"),
        ((0, 1), ("a",), {}, "has a role"),
        ((0,), ("a",), {"hidden": "table_cards"}, "did you mean table"),
        ((0,), ("a",), {"rewards": "later"}, "there is no value of rewards 'later'"),
        ((0, 0), ("a",), {"players": (3, 4)}, "2 agents in a game for 3 to 4"),
    ],
)
def test_impossible_types_are_refused(sides: Any, roles: Any, more: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        GameType(sides, roles, **more)


def test_an_unknown_side_is_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no side 'mester'; did you mean master\? \(or 0 to 1\)"):
        HUNT.side("mester")
    with pytest.raises(ValueError, match="no side 2"):
        HUNT.side(2)


# ---- seating ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "words", "seats"),
    [
        (GameType.team(5), "a b", "abab" + "a"),
        (GameType.rivals(3), "a b", "aba"),
        (HUNT, "a", "aaaa"),
        (HUNT, "a b vs c", "abac"),
        (HUNT, "a b c d", "abcd"),
        (HUNT, "a vs a", "aaaa"),
        (TEAMS, "a b", "abab"),  # one side each
        (TEAMS, "a b c d", "acbd"),  # one seat each, within the sides
    ],
)
def test_players_are_dealt_within_sides(of: GameType, words: str, seats: str) -> None:
    assert "".join(deal(of, groups(words.split()))) == seats


@pytest.mark.parametrize(
    ("of", "words", "said"),
    [
        (GameType.team(2), "a b c", "3 players for 2 seats: give 1 to 2"),
        (HUNT, "a b", r"2 players for team and master: say who plays which \(PLAYERS OF TEAM vs PLAYERS OF MASTER\), or name 4"),
        (HUNT, "a b c d vs e", "4 players for 3 seats of team"),
        (HUNT, "a vs b c", "2 players for 1 seat of master"),
        (HUNT, "a vs b vs c", "3 groups of players, but 2 roles: team, master"),
        (GameType.team(2), "a vs b", "2 groups of players, but 1 role: team"),
        (TEAMS, "a b c", "3 players for 2 seats"),
    ],
)
def test_seats_that_cannot_be_dealt_say_what_to_give(of: GameType, words: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        deal(of, groups(words.split()))


# ---- declared types are true --------------------------------------------------------------------------------------

GAMES: list[tuple[str, dict[str, Any], str]] = [
    ("black_plague", {"survivors": 6, "max_rounds": 4}, "cooperative"),
    ("black_plague", {"survivors": 6, "reward": "shaped", "max_rounds": 4}, "cooperative"),
    ("hit_z_road", {"players": 1}, "cooperative"),
    *(("hit_z_road", {"players": n, "reward": reward}, "competitive") for n in (2, 4) for reward in ("win", "zero_sum", "score")),
    *(
        ("z_game", {"players": n, "reward": reward, "max_turns": 3}, "competitive")
        for n in (2, 4)
        for reward in ("win", "zero_sum", "score")
    ),
]


@pytest.mark.parametrize(("name", "options", "kind"), GAMES)
def test_games_are_what_they_say(name: str, options: dict[str, Any], kind: str) -> None:
    keeps_its_type(make_game(name, **options), kind)


@pytest.mark.parametrize(
    ("game", "kind"),
    [(Race(), "competitive"), (Hunt(), "asymmetric"), (Hunt(runners=2), "asymmetric"), (Hunt(5, reward="steps"), "asymmetric")],
)
def test_small_games_are_what_they_say(game: Any, kind: str) -> None:
    keeps_its_type(game, kind)


def keeps_its_type(game: Any, kind: str) -> None:
    """Check random play against the declared type: when and which rewards come, sides win together, only finished games have winners."""
    of = game.type
    assert of.kind == kind and len(of.sides) == len(game.agents)
    batch = Batch(game, 24, seed=5, autoreset="disabled", observation_dtype="uint8")
    paid = ended = 0
    for _ in range(4000):
        before = batch.active.copy()
        batch.step(batch.random_actions())
        won = game.winners(batch.states)
        assert won.shape == (batch.n, len(game.agents)) and won.dtype == np.bool_
        assert not won[batch.dones == 0].any()
        for seats in of.seats:
            assert (won[:, seats] == won[:, seats[:1]]).all()
        if of.utility == "common":
            assert (batch.rewards == batch.rewards[:, :1]).all()
        if of.utility == "zero_sum":
            assert np.allclose(sum(batch.rewards[:, seats].mean(axis=1) for seats in of.seats), 0, atol=1e-6)
        early = batch.rewards[(batch.dones == 0)[:, None] & (batch.active == before)]
        paid += int((early != 0).sum())
        ended = int((batch.dones != 0).sum())
        if ended == batch.n:
            break
    assert ended == batch.n
    assert paid > 0 if of.rewards == "steps" else paid == 0
    for i in range(batch.n):
        outcome = game.outcome(batch.states[i : i + 1])
        decided: tuple[str, ...] = ("won", "lost") if kind == "asymmetric" else ("won",)
        assert outcome.over and (outcome.name in decided) == game.winners(batch.states[i : i + 1]).any()
