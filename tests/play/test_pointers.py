"""What pages click on and what logs tell: ``targets`` and ``news`` of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from zombicide_env import make_game
from zombicide_env.core.scene import Group, Item, Scene
from zombicide_env.play import Session

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("black_plague", {"quest": "danse_macabre"}),
    ("black_plague", {"quest": "the_black_book"}),
    ("hit_z_road", {"players": 4}),
    ("hit_z_road", {"players": 1}),
]


def tags(scene: Scene) -> set[str]:
    """Everything that can be clicked."""

    def walk(items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            yield item.tag if isinstance(item, Group) else ""
            if isinstance(item, Group):
                yield from walk(item.items)

    slots = (slot.tag for panel in scene.panels for slot in panel.slots)
    return {*walk(scene.items), *(panel.tag for panel in scene.panels), *slots} - {""}


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("spec", ["greedy", "random"])
def test_every_target_can_be_clicked(name: str, options: dict[str, Any], spec: str) -> None:
    game = make_game(name, **options)
    session = Session(game, [agents.make(spec, game)], seed=6)
    aimed: Counter[str] = Counter()
    while not session.over and len(session.moves) < 150:
        there = tags(game.scene(session.state))
        for action in np.flatnonzero(session.mask).tolist():
            found = game.targets(session.state, action)
            assert set(found) <= there, (game.notation(session.state, action), found)
            aimed.update(tag.partition(":")[0] for tag in found)
        session.step()
    assert aimed.keys() >= (
        {"zone", "slot", "survivor"}
        if name == "black_plague"
        else {"route", "card", "own"} - ({"card"} if options["players"] == 1 else set())
    )


def test_a_card_is_carried_from_its_place_to_the_other(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("random")], seed=1)
    for text in ("activate ann", "trade baldric"):
        session.apply(tutorial.parse(session.state, text))
    assert tutorial.targets(session.state, tutorial.parse(session.state, "receive left right")) == ("slot:1:0", "slot:0:1")
    assert tutorial.targets(session.state, tutorial.parse(session.state, "give left right")) == ("slot:0:0", "slot:1:1")


def told(game: Any, texts: list[str], seed: int) -> list[tuple[str, ...]]:
    """What comes of actions that are played one after the other."""
    session = Session(game, [agents.make("random")], seed=seed, keep=True)
    for text in texts:
        session.apply(game.parse(session.state, text))
    return [session.news(number + 1) for number in range(len(texts))]


def test_a_fight_is_told(tutorial: Any) -> None:
    fights = [told(tutorial, ["activate ann", "move 9b", "melee hammer"], seed)[2] for seed in range(8)]
    assert ("killed: 1 walker", "Ann: +1 XP") in fights
    assert () in fights  # a miss
    assert told(tutorial, ["activate ann", "move 9b"], 1) == [(), ()]


def test_news_keep_the_balance_of_the_zombies(tutorial: Any) -> None:
    """Killed and come account for every zombie on the board."""
    session = Session(tutorial, [agents.make("greedy", tutorial)], seed=2, keep=True)
    session.play(200)
    count = int(session.state_at(0)["zombies"].sum())
    for move in session.moves:
        for text in session.news(move.number):
            sign = {"killed": -1, "new zombies": 1}.get(text.partition(": ")[0], 0)
            count += sign * sum(int(part.split()[0]) for part in text.partition(": ")[2].split(", ")) if sign else 0
        assert count == int(session.state_at(move.number)["zombies"].sum())
    assert count != int(session.state_at(0)["zombies"].sum())


def test_news_keep_the_books_of_hit_z_road() -> None:
    """Whatever a player has, he has been told to have got."""
    game = make_game("hit_z_road", players=3)
    session = Session(game, [agents.make("greedy", game)], seed=2, keep=True)
    session.play(120)
    ammo = [4, 4, 4]
    for move in session.moves:
        for text in session.news(move.number):
            who, _, what = text.partition(": ")
            if who.startswith("Player"):
                ammo[int(who.split()[1]) - 1] += sum(int(part.split()[0]) for part in what.split(", ") if part.endswith(" ammo"))
        state = session.state_at(move.number)
        assert ammo == state["own"][0, :3, 0].tolist() or not state["alive"][0, :3].all()
    assert any("keeps" in text for move in session.moves for text in session.news(move.number))


def test_an_undone_move_has_no_news(tutorial: Any) -> None:
    session = Session(tutorial, [agents.make("random")], seed=4, keep=True)
    for text in ("activate ann", "move 9b", "melee hammer"):
        session.apply(tutorial.parse(session.state, text))
    first = session.news(3)
    session.rewind(2)
    with pytest.raises(ValueError, match="2 moves have been played"):
        session.news(3)
    session.apply(tutorial.parse(session.state, "melee hammer"))
    assert session.news(3) == first  # the same dice
    session.rewind(2)
    session.apply(tutorial.parse(session.state, "move 9c"))
    assert session.news(3) == ()
