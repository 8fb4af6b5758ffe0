"""Views for browsers: a moment of a session as plain data, restricted to the seats of the viewer.

Where seats have secrets from each other (``game.type.hidden`` is "seats"), the game's ``scene_for`` and ``text_for`` restrict the view.
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

#: Agents whose secrets a viewer may see; None: all (the game is over, or has no secrets).
Seats = frozenset[str] | None


def secretive(game: Game) -> bool:
    """Return whether seats have secrets from each other."""
    return game.type.hidden == "seats"


def table(game: Game, usual: str) -> dict[str, Any]:
    """Return a game that has not begun: its ``kind``, its seats with their names and those of their sides, the ``usual`` agent."""
    named = names(game, Table(game, 0).state)
    sides = game.type.side_names
    seats = [{"name": named[agent], "side": sides[side]} for agent, side in zip(game.agents, game.type.sides, strict=True)]
    return {"kind": game.type.kind, "seats": seats, "usual": usual}


def outcome(game: Game, state: Array) -> dict[str, Any]:
    """Return the outcome so far, with the ``winners``; where roles differ, ``by`` is the role to which "won" or "lost" refers."""
    found = game.outcome(state)
    winners = [agent for agent, one in zip(game.agents, game.winners(state)[0], strict=True) if one and found.over]
    won = [role for role, seats in game.type.parts.items() if game.winners(state)[0, seats[0]]]
    by = " ".join(won) if game.type.kind == "asymmetric" else ""
    return {"name": found.name, "detail": found.detail, "by": by, "winners": winners}


def names(game: Game, state: Array) -> dict[str, str]:
    """Return agent -> its display name."""
    return dict(zip(game.agents, game.agent_names(state), strict=True))


def board(game: Game, state: Array, seats: Seats) -> dict[str, Any]:
    """Return the picture and everything next to it; non-text data consists of the scene's parts."""
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
    """Return the explanations of a game: ``texts`` (kind -> id -> text), ``briefing``, and the components (``Game.reference``)."""
    return {"game": game.id, "texts": game.glossary(language), "briefing": game.briefing(language), **game.reference()}


def places(
    session: Session, people: People, mine: frozenset[str], here: Collection[str], minutes: Callable[[str], int]
) -> list[dict[str, Any]]:
    """Return the people at the table, as shown to the holder of the seats ``mine``.

    ``here`` are the people who are present; ``minutes`` returns for how long the seat of an absent one is reserved (``Absence.minutes``).
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
    """Return legal actions: index ``a``, notation ``t``, block ``b``, tags ``k`` of their subjects, ``o``: odds of their dice, if any."""
    rows = []
    for action in actions:
        block, _ = game.action_codec.decode(action)
        text = game.notation(state, action)
        odds = game.odds(state, action)
        rows.append({"a": action, "t": text, "b": block.name, "k": list(game.targets(state, action)), **({"o": odds} if odds else {})})
    return rows


class Account:
    """The course of a session as some seats may know it: moves hidden from them are merged with the one before, and not counted."""

    def __init__(self, session: Session, seats: Seats) -> None:
        self._session = session
        self._seats = None if seats is None or not secretive(session.game) else seats
        self._told: list[int] = []  # numbers of the visible moves
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
        """Discard moves beyond the first ``moves``, which have been taken back."""
        self._read = min(self._read, moves)
        self._told = [number for number in self._told if number <= moves]

    def position(self, at: int) -> int:
        """Return the position of the session that is shown after ``at`` moves of the account."""
        return self._told[at] - 1 if at < self.total else len(self._session.moves)

    def log(self, start: int) -> list[dict[str, Any]]:
        """Return the moves after number ``start``."""
        total = self.total
        return [told(self._session, self._session.moves[self._told[at] - 1], self._seats) | {"n": at + 1} for at in range(start, total)]

    def steps(self, at: int) -> list[dict[str, Any]]:
        """Return everything that led to the position after ``at`` moves of the account from the one before, in order (see ``event``)."""
        if at == 0:
            return []
        total = self.total
        moves = self._session.moves[self._told[min(at, total) - 1] - 1 : self.position(at)]
        return [event(self._session.game, found) for move in moves for found in seen(self._session, move, self._seats)]

    def rounds(self) -> list[list[int]]:
        """Return [round, number of moves before it] for every round that has begun, including one without moves."""
        session, total = self._session, self.total
        found: list[list[int]] = []
        for at, number in enumerate(self._told):
            if not found or found[-1][0] != session.moves[number - 1].round:
                found.append([session.moves[number - 1].round, at])
        if not found or (found[-1][0] != session.round and not session.over):
            found.append([session.round, total])
        return found


def hears(session: Session, move: Move, seats: Seats) -> bool:
    """Return whether those seats may know that the move was made."""
    if seats is None or not secretive(session.game):
        return True
    return session.game.told(session.state_at(move.number - 1), session.state_at(move.number), move.agent, seats)


def told(session: Session, move: Move, seats: Seats) -> dict[str, Any]:
    """Return a move as those seats may know it: number, round, player and agent, text ``t``, dice and cards ``c``, effects ``x``.

    The effects are a list of events (see ``event``) without the details, which ``Account.steps`` has. ``h`` says for the dice in ``c``
    whether each has hit, where the game reports that.
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
    """Return the events of a move that those seats may know."""
    return session.game.events_for(move.events, seats if secretive(session.game) else None)


def event(game: Game, found: Event) -> dict[str, Any]:
    """Return an event: its kind ``k``, its values by name as the game calls them ``v``, tags ``at`` of the items (``zone:3``)."""
    return {"k": found.kind, "v": game.named(found), "at": game.event_tags(found)}
