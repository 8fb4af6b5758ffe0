"""``zombicide serve``: the installed games and agents, assembled for the web server."""

from __future__ import annotations

import pickle
import secrets
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import Any, Final

from . import GAMES, make_game
from .core.game import Game
from .play.catalogue import HUMAN, AgentKind, Catalogue, GameForm, Policy
from .play.limits import Limits
from .play.session import Player

__all__ = ["MOST", "MakeAgent", "Serve", "catalogue", "main"]

MOST: Final[Mapping[str, Mapping[str, int]]] = {"search": {"simulations": 3000, "ms": 20_000, "threads": 16, "depth": 10_000}}
"""Agent name -> upper limits of the options that are most expensive for the server."""


@dataclass
class Serve:
    """Play and watch in a browser."""

    host: str = "127.0.0.1"
    """address to listen on. Addresses other than loopback need a token, which is created and printed"""
    port: int = 8765
    """port to listen on"""
    token: str | None = None
    """token that a browser has to present once; default: none on the loopback address, a random one elsewhere"""
    games: Path = Path("runs/games")
    """folder of the games, so that they can be resumed"""
    open: bool = True
    """open the page in the browser"""
    think: float = Limits.seconds
    """seconds per decision of an agent"""
    thinkers: int = Limits.thinkers
    """worker processes for slow agents; 0: one per core, less one"""
    memory: int = Limits.memory
    """MiB of memory of a worker process; 0: no limit"""
    proxies: tuple[str, ...] = ()
    """addresses or networks of reverse proxies. X-Forwarded-For is trusted from these only"""
    agents: tuple[str, ...] = ()
    """additional agents for browsers, as NAME=SPEC: qwen=llm:model=qwen3,url=http://127.0.0.1:8080/v1"""


def catalogue(more: Sequence[str] = ()) -> Catalogue:
    """Return all games and all installed agents that are open to any user; ``more`` are agents as NAME=SPEC.

    Raises:
        ValueError: one of ``more`` is malformed, or its name is taken.
    """
    import zombicide_agents as agents

    for text in more:
        name, equals, spec = text.partition("=")
        if not equals:
            raise ValueError(f"--agents {text!r}: write NAME=SPEC, for instance qwen=llm:model=qwen3,url=http://127.0.0.1:8080/v1")
        agents.look_up(spec)
        agents.register(name, Named(spec), doc=spec)
    entries = [entry for entry in agents.registered() if entry.name != HUMAN and entry.offered]
    sent = tuple(entry for entry in entries if _can_be_sent(entry.factory))
    kinds = [
        AgentKind(
            entry.name,
            entry.doc,
            entry.name if entry.argument is None else f"{entry.name}:{entry.argument}",
            MOST.get(entry.name, {}),
            here=entry not in sent,
        )
        for entry in entries
    ]
    return Catalogue(
        forms=_forms(), make_game=_make_game, agents=kinds, make_agent=MakeAgent(sent), policies=_policies(), usual=agents.usual
    )


@dataclass(frozen=True)
class Named:
    """Factory of the agent of a spec; a named agent accepts no options."""

    spec: str

    def __call__(self, game: Game) -> Any:
        """Return the agent. Raises AgentError if it is not available."""
        import zombicide_agents as agents

        return agents.make(self.spec, game)


class MakeAgent:
    """Factory of agents that works in any process: agents registered here are registered in the process that unpickles it."""

    def __init__(self, entries: Sequence[Any]) -> None:
        """Store ``entries`` of the registry, those that can be pickled."""
        import zombicide_agents as agents

        self._entries = tuple(entries)
        for entry in self._entries:
            agents.register(entry.name, entry.factory, doc=entry.doc, argument=entry.argument, replace=True)

    def __call__(self, spec: str, game: Game) -> Player:
        """Return the agent. Raises AgentError if it is not available."""
        import zombicide_agents as agents

        return agents.make(spec, game)

    def __reduce__(self) -> tuple[Any, ...]:
        return MakeAgent, (self._entries,)


def _can_be_sent(factory: Any) -> bool:
    """Whether a factory can be sent to another process: those defined in a script or inside a function cannot."""
    try:
        again = pickle.loads(pickle.dumps(factory))  # noqa: S301 - our own, from the line itself
        return again == factory and getattr(factory, "__module__", "__main__") != "__main__"
    except (pickle.PicklingError, AttributeError, TypeError):
        return False


def _policies() -> list[Policy]:
    """Return the policies of the package of checkpoints, if it and its dependencies are installed."""
    from zombicide_agents.checkpoint_folder import HEADER, SHIPPED, read_header
    from zombicide_agents.provenance import known

    if find_spec("torch") is None or find_spec("safetensors") is None:
        return []
    found = []
    for folder in sorted(path.parent for path in SHIPPED.glob(f"*/{HEADER}")):
        header = read_header(folder)
        quests = known(header).get("quest", [])
        only = str(quests[0]) if len(quests) == 1 else ""
        title = only or (folder.name if quests else header.game)
        found.append(Policy(f"checkpoint:{folder.name}", header.game, title, only))
    return found


def _make_game(game_id: str, options: Mapping[str, Any]) -> Game:
    return make_game(game_id, **options)


def _forms() -> list[GameForm]:
    """Return the games that can be loaded; print why others cannot."""
    forms = []
    for entry in GAMES.values():
        try:
            forms.append(GameForm(entry.id, entry.title, entry.form()))
        except ImportError as error:
            print(f"{entry.id} cannot be played here: {error}")
    return forms


def main(options: Serve) -> None:
    """Serve until interrupted.

    Raises:
        ModuleNotFoundError: the extra ``serve`` is not installed.
        ValueError: the token is too short, a proxy is not an address, or the server cannot listen at that address.
    """
    from .play.connections import configured, proxy_networks
    from .play.server import is_local, listen, make_app, serve

    if not 0 < options.port < 2**16:
        raise ValueError(f"port={options.port}: a port is a number from 1 to 65535")
    local = is_local(options.host)
    token = options.token if options.token is not None else "" if local else secrets.token_urlsafe(24)
    if not local and len(token) < 16:
        raise ValueError(f"others can reach {options.host}: the token needs 16 characters or more; leave it out for a fresh one")
    hosts = frozenset({"localhost", "127.0.0.1", "::1", options.host}) if local else None
    if not options.think > 0 or options.thinkers < 0 or options.memory < 0:
        asked = f"think={options.think:g}, thinkers={options.thinkers}, memory={options.memory}"
        raise ValueError(f"{asked}: these are seconds above 0, and numbers of at least 0")
    proxy_networks(options.proxies)  # checked before the folder of games is locked
    limits = Limits(seconds=options.think, thinkers=options.thinkers, memory=options.memory)
    app = make_app(catalogue(options.agents), options.games, token=token, hosts=hosts, limits=limits)
    config = configured(app, limits, options.proxies, log_level="warning", log_config=None, timeout_graceful_shutdown=2)
    sockets = listen(options.host, options.port)
    name = "127.0.0.1" if options.host in ("0.0.0.0", "::") else options.host  # noqa: S104 - what the user has asked for
    address = f"http://{f'[{name}]' if ':' in name else name}:{options.port}/" + (f"?token={token}" if token else "")
    print(f"serving on {address}  (Ctrl+C stops; games are kept in {options.games})", flush=True)
    if options.open and local:
        timer = Timer(1.0, webbrowser.open, [address])
        timer.daemon = True
        timer.start()
    serve(config, sockets)
