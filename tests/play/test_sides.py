"""A team against a master at the table: who has which seat, what each side sees, who has won."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from tests.needs import SERVE, TRAIN

pytest.importorskip("fastapi", reason=SERVE)

from tests.play.pages import play, start, until
from tests.play.wire import Client, Server
from tests.toys.hunt import Hunt
from zombicide_env import make_game
from zombicide_env.games.zombicide.apocalypse.numbers.master import MASTER_CARDS, ZB2, ZG1, ZG5
from zombicide_env.games.zombicide.apocalypse.picture.hand import TITLES
from zombicide_env.play import Person, Session, views


class Still(Person):
    """A person with a name who never decides."""


def test_players_are_dealt_within_sides() -> None:
    a, b, hunter = Still("a"), Still("b"), Still("hunter")
    session = Session(Hunt(runners=3), [[a, b], [hunter]], seed=1)
    assert [player.name for player in session.players] == ["a", "b", "a", "hunter"]
    assert session.header.agents["hunter"] == ("hunter", "hunter")
    with pytest.raises(ValueError, match="say who plays which"):
        Session(Hunt(runners=3), [a, b], seed=1)


def test_the_table_is_known_before_the_game(shared: Server) -> None:
    client = Client(shared)

    def table(**wish: Any) -> Any:
        return client.http.post("/api/seats", json=wish).json()

    assert table(game="hunt", options={"runners": 2}) == {
        "kind": "asymmetric",
        "seats": [{"name": "runner_0", "side": "runners"}, {"name": "runner_1", "side": "runners"}, {"name": "hunter", "side": "hunter"}],
        "usual": "random",
    }
    rivals = table(game="hit_z_road", options={"players": 2})
    assert (rivals["kind"], rivals["usual"], [seat["side"] for seat in rivals["seats"]]) == (
        "competitive",
        "greedy",
        ["player_0", "player_1"],
    )
    team = table(game="black_plague", options={"survivors": ["ann", "nelly"], "allow_small_team": True})
    assert (team["kind"], [seat["name"] for seat in team["seats"]]) == ("cooperative", ["ann", "nelly"])
    assert "error" in table(game="hunt", options={"runners": 9})


def test_what_a_side_knows_stays_on_its_side(server: Server) -> None:
    master, team, guest = Client(server), Client(server), Client(server)
    room = master.create(game="hunt", options={"runners": 2}, seats=["open", "vs", "human"], seed=5)
    with master.enter(room) as a, team.enter(room) as b, guest.enter(room) as c:
        assert [(s["agent"], s["side"], s["free"], s["mine"]) for s in a.view["seats"]] == [
            ("runner_0", "runners", True, False),
            ("runner_1", "runners", True, False),
            ("hunter", "hunter", False, True),
        ]
        b.say(type="sit", agents=["runner_0", "runner_1"])
        b.wait(lambda v: v["seats"][1]["mine"])
        a.act("trap 2")
        for table in (b, c):
            table.wait(lambda v: v["total"] == 1)
            assert table.log[-1]["t"] == "trap" and "trap" not in str(table.view["board"])
        assert a.log[-1]["t"] == "trap 2" and "trap" in str(a.view["board"])
        b.act("hide 1")
        a.wait(lambda v: v["total"] == 2)
        assert a.log[-1]["t"] == "hide" and "hole" in str(b.view["board"]["panels"])
        holes = [[row["text"] for row in panel["rows"]] for panel in a.view["board"]["panels"]]
        assert holes == [["?"], ["?"], []]
        assert [row["text"] for row in b.view["board"]["panels"][0]["rows"]] == ["1"]


def test_who_has_won_is_told_by_side() -> None:
    game = Hunt(runners=1, rounds=1)
    ends = {}
    for seed in range(6):
        session = Session(game, [Still()], seed=seed)
        for text in ("trap 3", f"hide {seed % 4}", "dig 0"):
            if not session.over:
                session.apply(game.parse(session.state, text))
        ends[session.outcome.name] = views.outcome(game, session.state)
    assert ends["lost"] == {"name": "lost", "detail": "hunter", "by": "hunter", "winners": ["hunter"]}
    assert ends["won"] == {"name": "won", "detail": "runners", "by": "runners", "winners": ["runner_0"]}
    team = make_game("black_plague")
    assert views.outcome(team, Session(team, [Still()], seed=0).state)["by"] == ""


@pytest.mark.browser
@pytest.mark.slow
def test_a_person_plays_the_master_on_the_page(server: Any, window: Any) -> None:
    page = window(server.url)
    page.wait_for_selector("#seats select")
    page.select_option("#game", "hunt")
    page.wait_for_selector("[data-preset=side-hunter]")
    assert page.locator("#seats .side-name").all_inner_texts() == ["Runners", "Hunter"]
    start(page, preset="side-hunter", seed="4", pace="0")
    page.wait_for_selector("#turn.mine .act")
    seats = page.locator(".seatlist").inner_text()
    assert seats.index("Runners") < seats.index("Runner 0") < seats.index("Hunter")
    play(page, "trap 0")
    while True:
        until(page, "document.querySelector('#turn.mine .act, #turn a.main') !== null")
        if page.locator("#turn a.main").count():
            break
        before = page.inner_text("#where")
        page.evaluate("[...document.querySelectorAll('#turn.mine .act')].at(-1)?.click()")  # the others' moves may redraw the buttons
        until(page, f"document.querySelector('#where').textContent !== {before!r}")
    assert page.inner_text("#banner").startswith(("You have won", "You have lost"))


@pytest.mark.slow
def test_the_zombie_masters_hand_is_his_alone(server: Server) -> None:
    """AP-21.R9 on the wire: the person in that seat sees its cards and their actions, all others only the number of cards."""
    master, team, guest = Client(server), Client(server), Client(server)
    game = make_game("apocalypse", quest="zombie_police")
    room = master.create(game="apocalypse", options={"quest": "zombie_police"}, seats=["open", "vs", "human"], seed=3)
    states = holding(game, (ZB2, ZG1))
    held = ", ".join(TITLES[card] for card in (ZB2, ZG1))
    with master.enter(room) as a, team.enter(room) as b, guest.enter(room) as c:
        server.put(room, states)
        for table, shown in ((a, held), (b, "2 cards"), (c, "2 cards")):
            table.wait(lambda v, shown=shown: hand_of(v) == shown)
        b.say(type="sit", agents=[seat["agent"] for seat in a.view["seats"][:-1]])
        b.wait(lambda v: v["seats"][0]["mine"])
        for _ in range(60):
            total = a.view["total"]
            if any(row["t"].startswith("play zg1") for row in a.view["legal"]):
                break
            who = a if a.view["legal"] else b
            who.act("end" if any(row["t"] == "end" for row in who.view["legal"]) else "")
            for table in (a, b, c):
                table.wait(lambda v, total=total: v["total"] > total)
        assert any(row["t"].startswith("play zg1") for row in a.view["legal"])
        for table in (b, c):
            assert not table.view["legal"]
            assert not [text for text in table.heard if held in text or '"t":"play ' in text.replace(" ", "", 1)]
        played = next(row["t"] for row in a.view["legal"] if row["t"].startswith("play zg1"))
        a.act(played)
        b.wait(lambda v: rows_of(v).get("In play", "").startswith(TITLES[ZG1]))
        assert b.log[-1]["t"] == played  # played cards are open


@pytest.mark.train
@pytest.mark.slow
def test_a_person_in_the_team_meets_the_learned_master(server: Server) -> None:
    """AP-21.R9 the other way round: the master's actions are reported one by one, its hand is never sent to the team."""
    pytest.importorskip("torch", reason=TRAIN)
    team = Client(server)
    game = make_game("apocalypse", quest="zombie_police")
    master = "checkpoint:apocalypse_master"
    room = team.create(game="apocalypse", options={"quest": "zombie_police"}, seats=["human", "vs", master], seed=3)
    held = (ZB2, ZG1, ZG5)
    states = holding(game, held)
    with team.enter(room) as table:
        server.put(room, states)
        table.wait(lambda v: hand_of(v) == "3 cards")
        while not (done := [row for row in table.log if row["who"] == "zombie_master"]):
            total = table.view["total"]
            table.act("end" if any(row["t"] == "end" for row in table.view["legal"]) else "")
            table.wait(lambda v, total=total: v["total"] > total and v["legal"])
        assert {row["by"] for row in done} == {master}
        assert [row["n"] for row in table.log] == list(range(1, table.view["total"] + 1))
        deeds = " ".join(row["t"] for row in done)
        secret = [card for card in held if MASTER_CARDS[card] not in deeds]
        assert secret and re.fullmatch(r"\d cards?", hand_of(table.view))
        for card in secret:
            assert not [text for text in table.heard if TITLES[card] in text or f"play {MASTER_CARDS[card]}" in text]


def holding(game: Any, held: tuple[int, ...]) -> Any:
    """A game at its start with these cards in the Zombie Master's hand; the dealt card is at the bottom of the deck (AP-INV-3)."""
    states = Session(game, [Still()], seed=3).state.copy()
    state, card_of = states[0], {int(c) - 1: card for card, c in enumerate(game.world[0]["zcard_master"]) if c}
    dealt = [card_of[c] for c in np.flatnonzero(state["zm_hand"]).tolist()]
    deck = [card for card in (*dealt, *state["zdeck"][: state["zdeck_n"]].tolist()) if card not in {card_of[c] for c in held}]
    state["zm_hand"][:] = 0
    state["zm_hand"][[*held]] = 1
    state["zdeck"][:] = 0
    state["zdeck"][: len(deck)] = deck
    state["zdeck_n"] = len(deck)
    return states


def rows_of(view: Any) -> dict[str, str]:
    panel = next(panel for panel in view["board"]["panels"] if panel["tag"] == "zombie_master")
    return {row["label"]: row["text"] for row in panel["rows"]}


def hand_of(view: Any) -> str:
    return rows_of(view)["Hand"]
