"""What a browser is shown: a moment of a session as plain data, for the seats that the viewer holds and for no others.

Where seats have secrets from each other (``game.type.hidden`` is "seats"), the game's ``scene_for`` and ``text_for`` say what is shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Array, Game
from ..render.svg import svg
from ..replay.table import Table
from .session import Move, Session

__all__ = ["Seats", "board", "legal", "log", "names", "outcome", "rounds", "secretive", "table", "told"]

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


def outcome(game: Game, state: Array) -> dict[str, str]:
    """How the game stands; where roles differ, ``by`` is the role that has won: "lost" would not say who."""
    found = game.outcome(state)
    won = [role for role, seats in game.type.parts.items() if game.winners(state)[0, seats[0]]]
    return {"name": found.name, "detail": found.detail, "by": " ".join(won) if game.type.kind == "asymmetric" else ""}


def names(game: Game, state: Array) -> dict[str, str]:
    """Agent -> what it is called."""
    return dict(zip(game.agents, game.agent_names(state), strict=True))


def board(game: Game, state: Array, seats: Seats) -> dict[str, Any]:
    """The picture and everything beside it; what is no text is made of the scene's parts."""
    scene = game.scene_for(state, seats)
    parts = ("title", "banner", "banner_colour", "facts", "goals", "panels", "legend")
    return {
        "svg": svg(scene, panels=False),
        **{part: getattr(scene, part) for part in parts},
    }


def legal(game: Game, state: Array, mask: Array) -> list[dict[str, Any]]:
    """The legal actions: index ``a``, notation ``t``, block ``b``, tags ``k`` of what they are about."""
    rows = []
    for action in map(int, np.flatnonzero(mask)):
        block, _ = game.action_codec.decode(action)
        text = game.notation(state, action)
        rows.append({"a": action, "t": text, "b": block.name, "k": list(game.targets(state, action))})
    return rows


def log(session: Session, seats: Seats, start: int) -> list[dict[str, Any]]:
    """The moves from number ``start`` + 1 on."""
    return [told(session, move, seats) for move in session.moves[start:]]


def told(session: Session, move: Move, seats: Seats) -> dict[str, Any]:
    """A move as those seats may know it: number, round, who for whom, text ``t``, dice and cards ``c``, what came of it ``x``."""
    game = session.game
    text, chance = move.text, move.chance
    news: tuple[str, ...] = ()
    if seats is None or not secretive(game):
        news = session.news(move.number)
    else:
        before = session.state_at(move.number - 1)
        text = game.text_for(move.text, move.agent, seats, before)
        chance = "; ".join(filter(None, (game.text_for(part, move.agent, seats, before) for part in move.chance.split("; "))))
    return {"n": move.number, "r": move.round, "who": move.agent, "by": move.player, "t": text, "c": chance, "x": news}


def rounds(session: Session) -> list[list[int]]:
    """[round, number of moves before it] for every round that has begun, the one in which nobody has moved yet included."""
    found: list[list[int]] = []
    for move in session.moves:
        if not found or found[-1][0] != move.round:
            found.append([move.round, move.number - 1])
    if not found or (found[-1][0] != session.round and not session.over):
        found.append([session.round, len(session.moves)])
    return found
