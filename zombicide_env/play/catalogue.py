"""The games that can be played, the options that the page offers for each, and the agents that may take seats.

The server gets a ``Catalogue`` when it is started, and has no list of games of its own. A form also validates options sent by clients: an
unknown option, or a value outside its range, never reaches a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from ..core.agent_inputs import TRUE_STATE
from ..core.form import Form
from ..core.game import Game
from ..core.words import one_line, unknown, whole_number
from .session import Player

__all__ = ["HUMAN", "MAX_TEXT", "QUEST", "AgentKind", "Catalogue", "GameForm", "Policy", "Refusal"]

HUMAN: Final = "human"
QUEST: Final = "quest"
"""The option that selects a quest or mission."""
_SPEC: Final = re.compile(r"[A-Za-z0-9_\-]+(:[A-Za-z0-9_\-./=,+: ]*)?")
MAX_TEXT: Final = 200


class Refusal(ValueError):
    """A request that cannot be fulfilled; the message may be shown to the client, ``status`` is the HTTP status."""

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True)
class GameForm:
    """A game as the page offers it."""

    id: str
    title: str
    form: Form

    def check(self, options: Mapping[str, Any], recorded: bool = False) -> dict[str, Any]:
        """Return validated options for the game, see ``Form.check``. Raises Refusal, which says what is wrong."""
        try:
            return self.form.check(options, self.id, recorded)
        except ValueError as error:
            raise Refusal(str(error)) from None

    def read(self, name: str, text: str) -> Any:
        """Return the value of an option of the form from its text. Raises Refusal, which says what is wrong."""
        try:
            return next(field for field in self.form.fields if field.name == name).read(text)
        except ValueError as error:
            raise Refusal(str(error)) from None

    def data(self) -> dict[str, Any]:
        """Return the game for the page."""
        return {"id": self.id, "title": self.title, **asdict(self.form)}


@dataclass(frozen=True)
class AgentKind:
    """Agents that may take a seat next to people: the spec, a one-line description; ``example`` is a spec that can be chosen as is.

    ``most``: upper limits of options, by name. ``here``: it can only be made and run in the server's own process:
    without a time limit, and delaying pages if it is slow.
    """

    name: str
    doc: str
    example: str
    most: Mapping[str, int] = field(default_factory=dict)
    here: bool = False


@dataclass(frozen=True)
class Policy:
    """An available learned policy: its spec, its game, its training, and ``quest``, the only one that it was trained on."""

    spec: str
    game: str
    title: str
    quest: str = ""

    def knows(self, game: Game) -> bool:
        """Whether it is a policy for this game and, if trained on a single quest, for its quest."""
        return self.game == game.id and self.quest in ("", game.options.get(QUEST))


@dataclass(frozen=True)
class Catalogue:
    """Games, players and their factories.

    Args:
        forms: the games.
        make_game: game id and checked options -> the game.
        agents: the available players other than people.
        make_agent: spec and game -> the player; raises ValueError for an invalid spec. It is pickled for the processes in which
            players run.
        policies: learned policies that can be chosen by name, as players and as advisers.
        usual: game -> spec of the default player.
    """

    forms: Sequence[GameForm]
    make_game: Callable[[str, Mapping[str, Any]], Game]
    agents: Sequence[AgentKind]
    make_agent: Callable[[str, Game], Player]
    policies: Sequence[Policy] = ()
    usual: Callable[[Game], str] = lambda _: "random"

    def form(self, game_id: str) -> GameForm:
        """Return the form of a game. Raises Refusal if there is none."""
        for form in self.forms:
            if form.id == game_id:
                return form
        raise Refusal(unknown("game", game_id, [form.id for form in self.forms]))

    def game(self, game_id: str, options: Mapping[str, Any], recorded: bool = False) -> Game:
        """Return the game with checked options. Raises Refusal if it cannot be made."""
        checked = self.form(game_id).check(options, recorded)
        try:
            return self.make_game(game_id, checked)
        except (TypeError, ValueError, OSError) as error:
            raise Refusal(str(error)[:500]) from None

    def following(self, game: Game) -> str:
        """Return the quest after that of a game in its box, "" for none."""
        order = self.form(game.id).form.choices(QUEST)
        here = game.options.get(QUEST)
        return str(order[order.index(here) + 1]) if here in order[:-1] else ""

    def agent(self, spec: str, game: Game) -> Player:
        """Return the player of a spec. Raises Refusal if there is none. Paths in specs are limited to the server's working directory."""
        self.check_spec(spec)
        try:
            return self.make_agent(spec, game)
        except (TypeError, ValueError, OSError, ImportError) as error:
            raise self.refusal(spec, error) from None

    def refusal(self, spec: str, error: Exception) -> Refusal:
        """Return why the player of a spec is not available, in words for the client."""
        for policy in self.policies:  # errors of an available policy can only be due to the game: do not reveal its path
            if policy.spec == spec and not isinstance(error, OSError):
                title = policy.title.replace("_", " ").title()
                return Refusal(f"{spec} does not fit this game: it was trained on {title}")
        return Refusal(one_line(error, 500))

    def kind(self, spec: str) -> AgentKind:
        """Return the kind of a spec. Raises Refusal if no agent has that name."""
        name = spec.partition(":")[0]
        for kind in self.agents:
            if kind.name == name:
                return kind
        raise Refusal(unknown("agent", name[:40], [kind.name for kind in self.agents]))

    def check_spec(self, spec: str) -> None:
        """Raise Refusal for a spec with an unknown agent, a path outside, hidden cards, or values above the server's limits."""
        kind = self.kind(spec)
        rest = spec.partition(":")[2]
        if len(spec) > MAX_TEXT or not _SPEC.fullmatch(spec):
            raise Refusal(f"{spec[:60]!r} is not an agent spec; it looks like name, name:argument or name:option=value")
        for piece in rest.split(","):
            name, is_option, value = (part.strip() for part in piece.partition("="))
            if name == TRUE_STATE:
                raise Refusal(f"nobody at these tables is shown what is hidden from that seat: leave {TRUE_STATE} out")
            self._check_named(value if is_option else name)
            if name in kind.most and value.lower() != "none" and whole_number(value, 0, kind.most[name]) is None:
                raise Refusal(f"{name}={one_line(value, 20)}: this server allows whole numbers from 0 to {kind.most[name]}")

    def _check_named(self, text: str) -> None:
        """Raise Refusal for an argument or a value with a path outside, or another agent that is not available here."""
        if text.startswith("/") or ".." in text.split("/"):
            raise Refusal(f"the path {text!r} leads out of the server's folder; name a folder below it")
        if ":" in text or text == HUMAN:
            self.check_spec(text)

    def data(self) -> dict[str, Any]:
        """Return the catalogue for the page."""
        return {
            "games": [form.data() for form in self.forms],
            "agents": [asdict(kind) for kind in self.agents],
            "policies": [asdict(policy) for policy in self.policies],
        }
