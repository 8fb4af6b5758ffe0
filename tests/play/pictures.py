"""Screenshots of the page for the README: ``python -m tests.play.pictures [FOLDER]`` recreates them.

Requires Chromium, playwright, Pillow and the extras ``serve`` and ``train``.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import zombicide_agents as agents
import zombicide_env.docs
from tests.play.conftest import browser
from tests.play.pages import until
from tests.play.wire import Client, Server
from zombicide_env import make_game
from zombicide_env.play import Session

__all__ = ["main"]

FOLDER: Final = Path(zombicide_env.docs.__file__).with_name("pictures")
QUEST: Final = {"quest": "danse_macabre"}
POLICY: Final = "checkpoint:danse_macabre"
SEED: Final = 21
_MOST: Final = 200_000  # bytes of a screenshot


def main(folder: Path) -> None:
    """Write the screenshots into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as games, browser() as chromium:
        server = Server(Path(games))
        try:
            desk = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-US", reduced_motion="reduce").new_page()
            desk.set_default_timeout(180_000)  # the games may have to be compiled
            desk.goto(server.url)
            desk.wait_for_selector("#map svg")
            _save(desk, folder / "home.png")
            desk.click("[data-preset=together]")
            desk.click("#start")
            desk.wait_for_selector("#qr")
            until(desk, "document.querySelector('#qr').naturalWidth > 0")
            _save(desk, folder / "lobby.png")
            client = Client(server)
            _show(desk, server, client, _game(client))
            desk.click(f'[data-advisor="{POLICY}"]')
            desk.wait_for_selector("#bars li")
            _save(desk, folder / "game.png")
            size = {"width": 390, "height": 844}
            phone = chromium.new_context(viewport=size, locale="ru-RU", is_mobile=True, has_touch=True, device_scale_factor=2)
            room = client.create(game="hit_z_road", seats=["human", "greedy"], seed=SEED)
            _show(phone.new_page(), server, client, room)
            _save(phone.pages[0], folder / "phone.png")
        finally:
            server.stop()


def _game(client: Client) -> str:
    """Play a game with learned teammates up to a fight. Return its room.

    A heuristic plays for the person until then, in the room and in a parallel session that decides the moves.
    """
    game = make_game("black_plague", **QUEST)
    guide, policy = agents.make("greedy", game), agents.make(POLICY, game)
    session = Session(game, [guide, policy], seed=SEED)
    room = client.create(game=game.id, options=QUEST, seats=["human", POLICY], seed=SEED)
    with client.enter(room) as table:
        while not _fight(session):
            move = session.step()
            if move.player == guide.name:
                if not table.view["turn"]:
                    table.hear("view", until=lambda view: view["turn"], timeout=600)  # a policy may have to be loaded first
                table.act(move.text)
    return room


def _fight(session: Session) -> bool:
    """Whether it is a turn in the middle of the game in which one may move, attack and end the turn."""
    verbs = {text.split()[0] for text in session.game.legal_texts(session.state)}
    return session.round >= 4 and session.decider in ("survivor_0", "survivor_2", "survivor_4") and {"move", "melee", "end"} <= verbs


def _show(page: Any, server: Server, client: Client, room: str) -> None:
    page.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in client.cookies.items()])
    page.goto(f"{server.url}/#/room/{room}")
    page.wait_for_selector("#turn.mine .act")
    page.wait_for_timeout(500)


def _save(page: Any, path: Path) -> None:
    """Save the window as a PNG of 255 colors, enough for flat drawings."""
    from PIL import Image

    page.evaluate("scrollTo(0, 0)")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(255, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    assert size < _MOST, f"{path} has {size} bytes"
    print(f"{path}: {picture.width} x {picture.height}, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
