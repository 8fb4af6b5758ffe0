"""Messages from browsers: every message is one of these models, or it is rejected.

The server answers with plain dictionaries: ``views`` makes the largest one.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..core.words import one_line
from .catalogue import Refusal
from .limits import MAX_MESSAGE, MAX_REPLAY
from .people import Word

__all__ = [
    "ADVISERS",
    "Act",
    "Arrange",
    "Ask",
    "Begin",
    "Branch",
    "Call",
    "Claim",
    "Foresee",
    "Free",
    "GameChoice",
    "Judge",
    "Look",
    "Message",
    "NewRoom",
    "Pace",
    "Rate",
    "Rematch",
    "Say",
    "Sit",
    "Step",
    "Undo",
    "Upload",
    "parse",
    "say",
]

ADVISERS: Final = 2
"""Maximum number of advisers of one browser for a position."""

_Spec = Annotated[str, Field(min_length=1, max_length=200)]
_Count = Annotated[int, Field(ge=0, le=10_000_000)]
_Tag = Annotated[str, Field(max_length=16)]
_Agents = Annotated[list[Annotated[str, Field(max_length=64)]], Field(min_length=1, max_length=32)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class GameChoice(_Model):
    """A game with options."""

    game: Annotated[str, Field(max_length=64)]
    options: Annotated[dict[str, Any], Field(max_length=20)] = {}


class NewRoom(GameChoice):
    """Start a game.

    ``seats``: the players, see ``core.seating``; ``sandbox``: alone, with undo; ``pace``: seconds between moves; ``gather``: wait with the
    first move until all open seats are taken, or a player begins without the others.
    """

    seats: Annotated[list[_Spec], Field(min_length=1, max_length=32)]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    sandbox: bool = False
    pace: Annotated[float, Field(ge=0, le=10)] = 0.6
    gather: bool = False


class Upload(_Model):
    """Open a replay, given as its text."""

    text: Annotated[str, Field(max_length=MAX_REPLAY)]


class Foresee(_Model):
    """Play ``games`` games from the position after ``at`` moves, or (``compare``) that many after each of its moves."""

    at: _Count
    games: Annotated[int, Field(ge=1, le=100)] = 100
    compare: bool = False


class Judge(_Model):
    """Request an agent's evaluation of the position after ``at`` moves."""

    at: _Count
    spec: _Spec


class Branch(_Model):
    """Continue from the position after ``at`` moves at a new table: ``spec`` plays every seat; "human": the person who asked.

    ``instead``: a player that ``spec`` replaces; all others keep their seats.
    """

    at: _Count
    spec: _Spec = "human"
    instead: _Spec | None = None


class Rematch(_Model):
    """Play again with the same people, or (``following``) play the next quest."""

    following: bool = False


class Rate(_Model):
    """Rate an agent as a teammate."""

    spec: _Spec
    stars: Annotated[int, Field(ge=1, le=5)]


class Claim(_Model):
    """Take over the seats of a pass."""

    given: Annotated[str, Field(min_length=1, max_length=64)]


class Act(_Model):
    """Play an action; ``at`` is the number of moves that the browser has seen, so that a late click has no effect."""

    type: Literal["act"]
    at: _Count
    action: _Count


class Arrange(_Model):
    """Move cards, each to the place named: tags of the scene's places, "" to discard a card; ``then``: an action played after it."""

    type: Literal["arrange"]
    at: _Count
    cards: Annotated[dict[_Tag, _Tag], Field(max_length=32)]
    then: _Count | None = None


class Undo(_Model):
    """Take back the last move of a person."""

    type: Literal["undo"]
    at: _Count


class Sit(_Model):
    """Take free seats, or (``sit`` false) leave them."""

    type: Literal["sit"]
    agents: _Agents
    sit: bool = True


class Free(_Model):
    """Free the seats of people who have left."""

    type: Literal["free"]
    agents: _Agents


class Begin(_Model):
    """Begin the game although seats are free."""

    type: Literal["begin"]


class Call(_Model):
    """Set the name of the sender at this table, "" for none."""

    type: Literal["call"]
    name: Annotated[str, Field(max_length=64)]


class Say(_Model):
    """Send a message to the table."""

    type: Literal["say"]
    word: Word


class Ask(_Model):
    """Send a request for this round to a teammate that is a program (``core.wishes``); ``by``: the agent that asks, "" for any."""

    type: Literal["wish"]
    to: Annotated[str, Field(max_length=64)]
    kind: Annotated[str, Field(max_length=16)]
    target: _Tag = ""
    by: Annotated[str, Field(max_length=64)] = ""


class Pace(_Model):
    """Set the pace of agents that are not people, for all at the table."""

    type: Literal["pace"]
    paused: bool | None = None
    pace: Annotated[float, Field(ge=0, le=10)] | None = None


class Step(_Model):
    """Let agents that are not people play one move while the game is paused."""

    type: Literal["step"]


class Look(_Model):
    """Look at the position after ``at`` moves (None: always the newest); ``advisors``: specs of agents that evaluate it."""

    type: Literal["look"]
    at: _Count | None = None
    advisors: Annotated[list[_Spec], Field(max_length=ADVISERS)] = []


Message = Act | Arrange | Ask | Undo | Sit | Free | Begin | Call | Say | Pace | Step | Look
_ANY: Final[TypeAdapter[Message]] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def parse(text: str | bytes) -> Message:
    """Parse a message. Raises Refusal if it is not valid."""
    if len(text) > MAX_MESSAGE:
        raise Refusal(f"the message is too long: at most {MAX_MESSAGE} characters")
    try:
        return _ANY.validate_json(text)
    except ValidationError as error:
        raise Refusal(say(error)) from None


def say(error: ValidationError) -> str:
    """Return what is wrong, on one clean line, without the values that were sent."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "message"
    return one_line(f"{where}: {first['msg']}", 300)
