"""What can be played: the games, the options that the page offers for each, and the agents that may take seats.

The server gets a ``Catalogue`` when it is started, and has no list of games of its own.  A form also checks what comes over the wire: an
option that it does not name, or a value outside of it, never reaches a game.
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
"""The option of games that are played in quests or missions."""
_SPEC: Final = re.compile(r"[A-Za-z0-9_\-]+(:[A-Za-z0-9_\-./=,+: ]*)?")
MAX_TEXT: Final = 200


class Refusal(ValueError):
    """What a browser asked for cannot be had; the message may be shown to who asked, ``status`` is the answer's in HTTP."""

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
        """Options that may be handed to the game, see ``Form.check``; Refusal names what is wrong."""
        try:
            return self.form.check(options, self.id, recorded)
        except ValueError as error:
            raise Refusal(str(error)) from None

    def data(self) -> dict[str, Any]:
        """The game for the page."""
        return {"id": self.id, "title": self.title, **asdict(self.form)}


@dataclass(frozen=True)
class AgentKind:
    """Agents that may take a seat next to people: the spec, one line on it; ``example`` is a spec that can be chosen as it stands.

    ``most``: the greatest value of options, by name.  ``here``: it can be made in the server's own process only, and thinks there:
    without a limit, and in the way of the pages if it is slow.
    """

    name: str
    doc: str
    example: str
    most: Mapping[str, int] = field(default_factory=dict)
    here: bool = False


@dataclass(frozen=True)
class Policy:
    """A learned policy that is at hand: its spec, its game, what it was trained on, and ``quest``, the only one that it has met."""

    spec: str
    game: str
    title: str
    quest: str = ""

    def knows(self, game: Game) -> bool:
        """Is it a policy of this game and, if of a single quest, of its quest?"""
        return self.game == game.id and self.quest in ("", game.options.get(QUEST))


@dataclass(frozen=True)
class Catalogue:
    """Games, players and how they are made.

    Args:
        forms: the games.
        make_game: game id and checked options -> the game.
        agents: who may play, people left out.
        make_agent: spec and game -> the player; ValueError for a spec that cannot be had.  It is pickled for the processes in which
            players think.
        policies: learned policies that can be chosen by name, as players and to be asked what they think.
        usual: game -> spec of who plays where nobody has been named.
    """

    forms: Sequence[GameForm]
    make_game: Callable[[str, Mapping[str, Any]], Game]
    agents: Sequence[AgentKind]
    make_agent: Callable[[str, Game], Player]
    policies: Sequence[Policy] = ()
    usual: Callable[[Game], str] = lambda _: "random"

    def form(self, game_id: str) -> GameForm:
        """The form of a game; Refusal if there is none."""
        for form in self.forms:
            if form.id == game_id:
                return form
        raise Refusal(unknown("game", game_id, [form.id for form in self.forms]))

    def game(self, game_id: str, options: Mapping[str, Any], recorded: bool = False) -> Game:
        """The game with checked options; Refusal if it cannot be made."""
        checked = self.form(game_id).check(options, recorded)
        try:
            return self.make_game(game_id, checked)
        except (TypeError, ValueError, OSError) as error:
            raise Refusal(str(error)[:500]) from None

    def following(self, game: Game) -> str:
        """The quest that comes after that of a game in its box, "" for none."""
        field = next((field for field in self.form(game.id).form.fields if field.name == QUEST), None)
        order = [choice.value for choice in field.choices] if field else []
        here = game.options.get(QUEST)
        return str(order[order.index(here) + 1]) if here in order[:-1] else ""

    def agent(self, spec: str, game: Game) -> Player:
        """The player of a spec; Refusal if there is none.  Paths in specs stay below the folder in which the server was started."""
        self.check_spec(spec)
        try:
            return self.make_agent(spec, game)
        except (TypeError, ValueError, OSError, ImportError) as error:
            raise self.refusal(spec, error) from None

    def refusal(self, spec: str, error: Exception) -> Refusal:
        """Why the player of a spec cannot be had, in words for who asked."""
        for policy in self.policies:  # what is wrong with one that is at hand can only be the game: no word of where it lies
            if policy.spec == spec and not isinstance(error, OSError):
                title = policy.title.replace("_", " ").title()
                return Refusal(f"{spec} does not fit this game: it was trained on {title}")
        return Refusal(one_line(error, 500))

    def kind(self, spec: str) -> AgentKind:
        """Of which kind a spec is; Refusal if there is none of that name."""
        name = spec.partition(":")[0]
        for kind in self.agents:
            if kind.name == name:
                return kind
        raise Refusal(unknown("agent", name[:40], [kind.name for kind in self.agents]))

    def check_spec(self, spec: str) -> None:
        """Refusal for a spec that names no agent of the catalogue, a path outside, hidden cards, or more than this server gives."""
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
        """Refusal for an argument or a value that names a path outside, or another agent that cannot be had here."""
        if text.startswith("/") or ".." in text.split("/"):
            raise Refusal(f"the path {text!r} leads out of the server's folder; name a folder below it")
        if ":" in text or text == HUMAN:
            self.check_spec(text)

    def data(self) -> dict[str, Any]:
        """The catalogue for the page."""
        return {
            "games": [form.data() for form in self.forms],
            "agents": [asdict(kind) for kind in self.agents],
            "policies": [asdict(policy) for policy in self.policies],
        }
