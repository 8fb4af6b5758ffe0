"""Connections and limits: half-open connections, addresses behind proxies, browsers that share an address."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.needs import SERVE

pytest.importorskip("fastapi", reason=SERVE)

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from tests.play.wire import Client, Server
from zombicide_env.play import PAGE
from zombicide_env.play.catalogue import Refusal
from zombicide_env.play.connections import proxy_networks
from zombicide_env.play.limits import Allowance, Caller, Quota, network
from zombicide_env.play.page_files import PageFiles
from zombicide_env.serve import Serve, main

pytestmark = pytest.mark.slow  # servers and waiting

HEAD = b"GET /api/hello HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WISH: dict[str, Any] = {"game": "secretive", "options": {"goal": 50, "agents": 2}, "seats": ["human"], "seed": 1}
ELSEWHERE = "127.0.0.2"


@pytest.fixture
def serving(warm: None, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    with contextlib.ExitStack() as stack:

        def start(**options: Any) -> Server:
            server = Server(tmp_path / "games", **options)
            stack.callback(server.stop)
            return server

        yield start


def opened(server: Server, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 60, source_address=(address, 0))


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes the connection before it answers anything."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


# ---- connections


def test_half_open_connections_of_one_address_keep_nobody_else_out(serving: Callable[..., Server]) -> None:
    server = serving()
    with contextlib.ExitStack() as stack:
        for _ in range(3100):
            connection = stack.enter_context(opened(server))
            with contextlib.suppress(ConnectionError):  # those beyond the limit are closed
                connection.sendall(HEAD)
        other = Client(server, address=ELSEWHERE)
        assert other.hello.status_code == 200
        with other.enter(other.create(**WISH)) as table:
            assert table.act("rest")["total"] == 1
    assert Client(server).hello.status_code == 200  # theirs are free again


def test_an_address_has_so_many_requests_at_once(serving: Callable[..., Server]) -> None:
    server = serving(requests_address=3)
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(opened(server)) for _ in range(3)]
        for connection in held:
            connection.sendall(HEAD)
        assert is_closed(stack.enter_context(opened(server)))
        held[0].sendall(b"Connection: close\r\n\r\n")
        assert held[0].recv(15) == b"HTTP/1.1 200 OK"
        while held[0].recv(65536):
            pass
        with opened(server) as last:
            last.sendall(HEAD + b"\r\n")
            assert last.recv(15) == b"HTTP/1.1 200 OK"


BODY = b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: zombicide_key=x\r\nContent-Length: 9\r\n\r\n{"


@pytest.mark.parametrize("start", [b"", b"GET /api", HEAD, BODY])
def test_a_request_that_does_not_arrive_is_given_up(serving: Callable[..., Server], start: bytes) -> None:
    with opened(serving(request=0.3)) as connection:
        connection.sendall(start)
        assert is_closed(connection)


def test_a_request_that_trickles_in_is_given_up(serving: Callable[..., Server]) -> None:
    with opened(serving(request=0.5)) as connection, pytest.raises(OSError, match=r"reset|pipe"):  # noqa: PT012 - which send meets it depends on timing
        for byte in HEAD * 100:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)


def test_time_counts_for_unfinished_requests_only(serving: Callable[..., Server]) -> None:
    """Neither the pause between two requests nor the time in a room counts."""
    server = serving(request=0.3)
    client = Client(server)
    with client.enter(client.create(**WISH)) as table, opened(server) as connection:
        for _ in range(3):
            connection.sendall(HEAD + b"\r\n")
            assert connection.recv(15) == b"HTTP/1.1 200 OK"
            time.sleep(0.5)
            connection.setblocking(False)
            with contextlib.suppress(BlockingIOError):  # everything that was sent has been read
                while connection.recv(65536):
                    pass
            connection.settimeout(60)
        assert table.act("rest")["total"] == 1


# ---- addresses


def test_what_is_forwarded_is_believed_from_named_proxies_only(serving: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zombicide_env.play.server.Allowance", lambda _, most: Allowance(0.0, most))  # however long the requests take

    def made(server: Server, *forwarded: str, address: str = "127.0.0.1") -> list[int]:
        clients = [Client(server, address=address, **{"X-Forwarded-For": each}) for each in forwarded]
        return [client.http.post("/api/rooms", json=WISH).status_code for client in clients]

    server = serving(making=2)
    assert made(server, "10.0.0.1", "10.0.0.2", "10.0.0.3") == [200, 200, 429]
    server.stop()
    server = serving(making=2, proxies=["127.0.0.1"])
    assert made(server, *["1.2.3.4"] * 3, "1.2.3.5") == [200, 200, 429, 200]
    assert made(server, "9.9.9.9, 1.2.3.4") == [429]  # the address that the proxy itself has seen comes last
    assert made(server, "1.2.3.6", "1.2.3.7", "1.2.3.8", address=ELSEWHERE) == [200, 200, 429]


def test_connections_of_proxies_are_not_counted(serving: Callable[..., Server]) -> None:
    server = serving(requests_address=2, proxies=["127.0.0.1/32"])
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(opened(server)).sendall(HEAD)
        assert Client(server).hello.status_code == 200


def test_proxies_are_addresses(tmp_path: Path) -> None:
    assert [str(each) for each in proxy_networks(["10.0.0.2", "fd00::/8"])] == ["10.0.0.2/32", "fd00::/8"]
    for name in ("nginx", "*", "10.0.0.0/40"):
        with pytest.raises(ValueError, match="name an address"):
            main(Serve(proxies=(name,), games=tmp_path, open=False))


def test_a_machine_counts_as_one_whichever_of_its_addresses_it_uses() -> None:
    assert network("192.168.1.7") == network("::ffff:192.168.1.7") == "192.168.1.7"
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("fe80::1%eth0") == network("fe80::2")
    assert network("nonsense") == "nonsense"


# ---- limits of an address, whatever its cookies


def test_connections_to_rooms_are_counted_by_address(serving: Callable[..., Server]) -> None:
    server = serving(sockets_address=2)
    one, two, three, other = (Client(server, address=address) for address in [*["127.0.0.1"] * 3, ELSEWHERE])
    room = one.create(**WISH)
    with one.enter(room), two.enter(room):
        with three.enter(room) as refused:
            assert "2 games are open in your network" in json.loads(refused.heard[-1])["reason"]
        with other.enter(room) as table:
            assert table.view["total"] == 0


def test_rooms_are_counted_by_address(serving: Callable[..., Server]) -> None:
    server = serving(rooms_address=2)
    one, two, three, other = (Client(server, address=address) for address in [*["127.0.0.1"] * 3, ELSEWHERE])
    with one.enter(one.create(**WISH)), two.enter(two.create(**WISH)):
        answer = three.http.post("/api/rooms", json=WISH)
        assert answer.status_code == 429 and "you already have 2 games open in your network" in answer.json()["error"]
        assert other.http.post("/api/rooms", json=WISH).status_code == 200


def test_rooms_of_a_day_are_counted_by_address(serving: Callable[..., Server]) -> None:
    """The folder of games is limited, and no single address can fill it."""
    server = serving(daily=2)
    answers = [Client(server).http.post("/api/rooms", json=WISH).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert Client(server, address=ELSEWHERE).http.post("/api/rooms", json=WISH).status_code == 200


def test_searches_are_counted_by_browser_and_by_address(serving: Callable[..., Server]) -> None:
    """Advice and simulations count alike: at the limit, one must be waited for before the next."""
    server = serving(searches_each=1, searches_address=2)
    one, two, three = (Client(server) for _ in range(3))
    toy = {"game": "hit_z_road", "options": {"players": 2}, "seats": ["human"], "seed": 1, "sandbox": True}
    rooms = [client.create(**toy) for client in (one, two, three)]

    def foresee(client: Client, room: str) -> Any:
        return client.http.post(f"/api/rooms/{room}/foresee", json={"at": 0, "games": 1})

    with one.enter(rooms[0]) as a, two.enter(rooms[1]) as b:
        a.say(type="look", advisors=["sleeps:600", "sleeps:601"])
        told = a.hear("view", until=lambda v: v["advice"])["advice"]
        assert [(each["by"], each["reason"]) for each in told] == [
            ("sleeps:601", "1 searches are running for this browser, the limit: wait until one is done")
        ]
        assert foresee(one, rooms[0]).status_code == 429
        b.say(type="look", advisors=["sleeps:600"])
        b.hear("view", until=lambda v: v["live"])
        answer = foresee(three, rooms[2])
        assert answer.status_code == 429 and "2 searches are running for your network" in answer.json()["error"]
        for table in (a, b):
            table.say(type="look")
            table.hear("view")
        assert foresee(three, rooms[2]).json()["games"] == 1
        assert foresee(one, rooms[0]).json()["games"] == 1
    assert server.app.state.rooms.searches.total() == 0


def test_a_quota_is_given_back() -> None:
    quota = Quota(2, 3, "{} in {}")
    callers = [Caller("a", "x"), Caller("a", "y"), Caller("b", "x"), Caller("b", "x")]
    for caller in callers:
        quota.take(caller)
    assert quota.total() == 4
    for caller, says in ((Caller("a", "z"), "2 in this browser"), (Caller("c", "x"), "3 in your network")):
        with pytest.raises(Refusal, match=says) as refused, quota.held(caller):
            pass
        assert refused.value.status == 429
    for caller in callers:
        quota.give_back(caller)
    with quota.held(Caller("c", "x")):
        assert quota.total() == 1
    assert not quota._held


# ---- speed and size of messages


def test_the_parts_of_an_answer_do_not_wait_for_each_other(shared: Server) -> None:
    """With Nagle's algorithm the body of a response would be sent 40 ms after its head."""
    client = Client(shared)  # it keeps its connection
    delays = [
        protocol.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 0
        for protocol in shared.connections()
    ]
    assert client.http.get("/").status_code == 200 and delays and not any(delays)


@pytest.mark.parametrize("path", ["/", "/texts/ru", "/static/style.css", "/api/hello"])
def test_answers_are_compressed(shared: Server, path: str) -> None:
    client = Client(shared)
    packed = client.http.get(path)
    plain = client.http.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers.get("content-encoding") == "gzip" and "content-encoding" not in plain.headers
    assert "accept-encoding" in packed.headers["vary"].lower()
    assert packed.content == plain.content


def test_a_file_of_the_page_is_sent_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    app = Starlette(routes=[Mount("/static", PageFiles(tmp_path, 100, 5))])

    def get(**headers: str) -> Any:
        return http.get("/static/a.js", headers=headers)

    with TestClient(app) as http:
        file.write_text("let a;")
        first = get()
        assert (first.text, first.headers["content-type"], "content-encoding" in first.headers) == (
            "let a;",
            "text/javascript; charset=utf-8",
            False,  # too small
        )
        assert get(**{"If-None-Match": first.headers["etag"]}).status_code == 304
        file.write_text("let b;\n" * 100)
        second = get(**{"If-None-Match": first.headers["etag"]})
        assert (second.status_code, second.text, second.headers["content-encoding"]) == (200, file.read_text(), "gzip")
        assert int(second.headers["content-length"]) < 100
        assert get(**{"Accept-Encoding": "identity"}).text == file.read_text()
        assert [http.get(f"/static/{name}").status_code for name in ("b.js", "../a.js", "%2e%2e/a.js", "x" * 300)] == [404] * 4


def test_words_come_in_one_language_and_only_once(shared: Server) -> None:
    client = Client(shared)
    english, russian = (client.http.get(f"/texts/{language}") for language in ("en", "ru"))
    table = json.loads((PAGE / "texts.json").read_text(encoding="utf-8"))
    assert (english.json(), russian.json()) == (table["en"], table["ru"])
    again = client.http.get("/texts/ru", headers={"If-None-Match": russian.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    assert client.http.get("/texts/xx").status_code == 404
