"""What a browser is shown: a moment of a session as plain data, for the seats that the viewer holds and for no others.

Where seats have secrets from each other (``game.type.hidden`` is "seats"), the game's ``scene_for`` and ``text_for`` say what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from ..core.events import Event
from ..core.game import Array, Game
from ..core.scene import Sign
from ..render.svg import drawing, svg
from ..replay.table import Table
from .people import People
from .session import Move, Session

__all__ = [
    "Account",
    "Seats",
    "board",
    "event",
    "hears",
    "legal",
    "names",
    "outcome",
    "places",
    "reference",
    "secretive",
    "seen",
    "table",
    "told",
]

#: Agents whose secrets a viewer may see; None: all (the game is over, or nobody has anything to hide).
Seats = frozenset[str] | None


def secretive(game: Game) -> bool:
    """Whether seats have secrets from each other."""
    return game.type.hidden == "seats"


def table(game: Game, usual: str) -> dict[str, Any]:
    """A game that has not begun: its ``kind``, its seats with what they are called and the name of their side, the ``usual`` agent."""
    named = names(game, Table(game, 0).state)
    sides = game.type.side_names
    seats = [{"name": named[agent], "side": sides[side]} for agent, side in zip(game.agents, game.type.sides, strict=True)]
    return {"kind": game.type.kind, "seats": seats, "usual": usual}


def outcome(game: Game, state: Array) -> dict[str, Any]:
    """How the game stands, and who has won (``winners``); where roles differ, ``by`` is the role: "lost" would not say who."""
    found = game.outcome(state)
    winners = [agent for agent, one in zip(game.agents, game.winners(state)[0], strict=True) if one and found.over]
    won = [role for role, seats in game.type.parts.items() if game.winners(state)[0, seats[0]]]
    by = " ".join(won) if game.type.kind == "asymmetric" else ""
    return {"name": found.name, "detail": found.detail, "by": by, "winners": winners}


def names(game: Game, state: Array) -> dict[str, str]:
    """Agent -> what it is called."""
    return dict(zip(game.agents, game.agent_names(state), strict=True))


def board(game: Game, state: Array, seats: Seats) -> dict[str, Any]:
    """The picture and everything next to it; what is not text is made of the scene's parts."""
    scene = game.scene_for(state, seats)
    parts = ("title", "banner", "banner_colour", "facts", "goals", "panels")
    legend = [
        {
            "label": fact.label,
            "text": fact.text,
            "colour": fact.colour,
            "svg": drawing(fact.items, fact.width) if isinstance(fact, Sign) else "",
        }
        for fact in scene.legend
    ]
    return {
        "svg": svg(scene, panels=False),
        **{part: getattr(scene, part) for part in parts},
        "legend": legend,
    }


def reference(game: Game, language: str) -> dict[str, Any]:
    """What the words of a game mean: ``texts`` (kind -> id -> text), ``briefing``, and what lies in the box (``Game.reference``)."""
    return {"game": game.id, "texts": game.glossary(language), "briefing": game.briefing(language), **game.reference()}


def places(
    session: Session, people: People, mine: frozenset[str], here: Collection[str], minutes: Callable[[str], int]
) -> list[dict[str, Any]]:
    """The people at the table, as shown to the holder of the seats ``mine``.

    ``here`` are the people who look at it; ``minutes`` says for how long the seat of who is away is kept (``Absence.minutes``).
    """
    kind, seats = session.game.type, people.seats
    called = names(session.game, session.state)
    return [
        {
            "agent": agent,
            "name": called[agent],
            "side": kind.side_names[side] if kind.kind == "asymmetric" else "",
            "player": session.player_of(agent).name,
            "person": agent in seats,
            "free": seats.get(agent) == "",
            "mine": agent in mine,
            "called": people.name_of(seats.get(agent, "")),
            "away": (away := bool(seats.get(agent)) and seats[agent] not in here),
            "kept": minutes(seats[agent]) if away else 0,
        }
        for agent, side in zip(session.game.agents, kind.sides, strict=True)
    ]


def legal(game: Game, state: Array, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Legal actions: index ``a``, notation ``t``, block ``b``, tags ``k`` of what they are about, ``o``: what dice promise, if any."""
    rows = []
    for action in actions:
        block, _ = game.action_codec.decode(action)
        text = game.notation(state, action)
        odds = game.odds(state, action)
        rows.append({"a": action, "t": text, "b": block.name, "k": list(game.targets(state, action)), **({"o": odds} if odds else {})})
    return rows


class Account:
    """The course of a session as some seats may know it: what is hidden from them belongs to the move before, and is not counted."""

    def __init__(self, session: Session, seats: Seats) -> None:
        self._session = session
        self._seats = None if seats is None or not secretive(session.game) else seats
        self._told: list[int] = []  # numbers of the moves that are told
        self._read = 0

    @property
    def total(self) -> int:
        """The number of moves that these seats may know."""
        session = self._session
        for move in session.moves[self._read :]:
            if hears(session, move, self._seats):
                self._told.append(move.number)
        self._read = len(session.moves)
        return len(self._told)

    def forget(self, moves: int) -> None:
        """Moves after the first ``moves`` have been taken back."""
        self._read = min(self._read, moves)
        self._told = [number for number in self._told if number <= moves]

    def position(self, at: int) -> int:
        """The position of the session that is shown after ``at`` moves of the account."""
        return self._told[at] - 1 if at < self.total else len(self._session.moves)

    def log(self, start: int) -> list[dict[str, Any]]:
        """The moves from number ``start`` + 1 on."""
        total = self.total
        return [told(self._session, self._session.moves[self._told[at] - 1], self._seats) | {"n": at + 1} for at in range(start, total)]

    def steps(self, at: int) -> list[dict[str, Any]]:
        """Everything that led to the position after ``at`` moves of the account from the one before, in order (see ``event``)."""
        if at == 0:
            return []
        total = self.total
        moves = self._session.moves[self._told[min(at, total) - 1] - 1 : self.position(at)]
        return [event(self._session.game, found) for move in moves for found in seen(self._session, move, self._seats)]

    def rounds(self) -> list[list[int]]:
        """[round, number of moves before it] for every round that has begun, the one in which nobody has moved yet included."""
        session, total = self._session, self.total
        found: list[list[int]] = []
        for at, number in enumerate(self._told):
            if not found or found[-1][0] != session.moves[number - 1].round:
                found.append([session.moves[number - 1].round, at])
        if not found or (found[-1][0] != session.round and not session.over):
            found.append([session.round, total])
        return found


def hears(session: Session, move: Move, seats: Seats) -> bool:
    """Whether those seats may know that the move was made."""
    if seats is None or not secretive(session.game):
        return True
    return session.game.told(session.state_at(move.number - 1), session.state_at(move.number), move.agent, seats)


def told(session: Session, move: Move, seats: Seats) -> dict[str, Any]:
    """A move as those seats may know it: number, round, who for whom, text ``t``, dice and cards ``c``, what came of it ``x``.

    That is a list of events (see ``event``) without the details, which ``Account.steps`` has.  ``h`` says of the dice in ``c`` whether
    each has hit, where the game tells that.
    """
    game = session.game
    text, chance = move.text, move.chance
    known = seen(session, move, seats)
    came = [event(game, found) for found in game.brief(known)]
    hits = [bool(found.values["success"]) for found in known if found.kind == "die" and "success" in found.values]
    if seats is not None and secretive(game):
        before = session.state_at(move.number - 1)
        text = game.text_for(move.text, move.agent, seats, before)
        chance = "; ".join(filter(None, (game.text_for(part, move.agent, seats, before) for part in move.chance.split("; "))))
    return {"n": move.number, "r": move.round, "who": move.agent, "by": move.player, "t": text, "c": chance, "h": hits, "x": came}


def seen(session: Session, move: Move, seats: Seats) -> tuple[Event, ...]:
    """The events of a move that those seats may know of."""
    return session.game.events_for(move.events, seats if secretive(session.game) else None)


def event(game: Game, found: Event) -> dict[str, Any]:
    """An event: its kind ``k``, its numbers by name as the game calls them ``v``, tags ``at`` of what the numbers name (``zone:3``)."""
    return {"k": found.kind, "v": game.named(found), "at": game.event_tags(found)}
