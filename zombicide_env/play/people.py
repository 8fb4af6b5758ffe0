"""The people at a table: seats, names and messages.

A person is identified by the hash of the key in their browser's cookie. A pass, a secret that the server gave them, restores their seats
in any browser.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Literal

from ..core.game import Game
from ..core.words import one_line
from .catalogue import Refusal
from .facts import Facts
from .limits import Allowance
from .session import Session

__all__ = ["People", "Word", "hashed"]

Word = Literal["hello", "your_turn", "wait", "help", "together", "well_played", "sorry", "thanks", "good_game"]
"""Messages that people may send to the table."""

_WORDS: Final = 12  # number of messages kept
_NAME: Final = 24  # characters of a name


def hashed(key: str) -> str:
    """Return the hash under which a key or a pass is stored."""
    return hashlib.sha256(key.encode()).hexdigest()


class People:
    """The seats of one table and their people.

    Args:
        facts: of the room; they are written to.
        words: number of messages that a person may send in a row; one more every two seconds.
    """

    def __init__(self, facts: Facts, words: int) -> None:
        self._facts = facts
        self._allowance = Allowance(0.5, words)
        self._said: deque[tuple[int, str, str]] = deque(maxlen=_WORDS)
        self._number = 0

    # ---- seats -------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> dict[str, str]:
        """Seats of people: agent -> hash of the person's key, "" for a free seat."""
        seats: dict[str, str] = self._facts["seats"]
        return seats

    def mine(self, who: str) -> frozenset[str]:
        """Return the agents controlled by a person."""
        return frozenset(agent for agent, holder in self.seats.items() if holder == who)

    def sides(self, game: Game) -> frozenset[int]:
        """Return the sides of a game that have people."""
        sides = zip(game.agents, game.type.sides, strict=True)
        return frozenset(side for agent, side in sides if self.seats.get(agent))

    def guests(self, here: Collection[str]) -> int:
        """Return the number of viewers without a seat."""
        return len(set(here).difference(self.seats.values()))

    def teammates(self, who: str, session: Session) -> tuple[tuple[str, int], ...]:
        """Return the agents that have played on the side of a person, by spec, with the person's rating of each; 0 for none."""
        sides = dict(zip(session.game.agents, session.game.type.sides, strict=True))
        own = {sides[agent] for agent in self.mine(who)}
        specs = dict.fromkeys(session.player_of(agent).name for agent, side in sides.items() if side in own and agent not in self.seats)
        return tuple((spec, self._facts["rated"].get(who, {}).get(spec, 0)) for spec in specs)

    def rate(self, who: str, spec: str, stars: int, session: Session) -> None:
        """Store a person's rating of a teammate, from 1 to 5. Raises Refusal while the game is not over, or if it was not a teammate."""
        if not session.over or spec not in dict(self.teammates(who, session)):
            raise Refusal("those who have played rate their AI teammates, when the game is over")
        self._facts["rated"].setdefault(who, {})[spec] = stars

    def in_charge(self, who: str) -> bool:
        """Return whether a person may pause the game and set its pace: the one who started it, and players."""
        return who == self._facts["host"] or who in self.seats.values()

    def asked(self, owners: Collection[str], decider: str) -> frozenset[str]:
        """Return the agents of the people who may choose now, an empty set if it is not the turn of a person.

        ``owners`` are the agents to which the legal actions belong (``Game.owners``): where a team chooses who acts next, each person
        chooses among their own survivors.
        """
        people = frozenset(agent for agent in owners if self.seats.get(agent))
        if not people and decider in self.seats:
            return frozenset([decider])
        return people

    def may(self, who: str, owners: Mapping[int, str], decider: str) -> list[int]:
        """Return the actions that a person may play among ``owners`` (legal action -> agent): of their agents, or of no person's."""
        mine = self.mine(who)
        if not self.asked(set(owners.values()), decider) & mine:
            return []
        return [action for action, owner in owners.items() if owner in mine or not self.seats.get(owner)]

    def sit(self, who: str, agents: Sequence[str], sit: bool) -> None:
        """Take free seats, or leave the person's own. Raises Refusal, and changes nothing, if one of them is not available."""
        before, after = ("", who) if sit else (who, "")
        self._move(agents, [before], after)
        if "" not in self.seats.values():
            self._facts["gathering"] = False

    def begin(self, who: str) -> None:
        """Start the game although seats are free. Raises Refusal for guests."""
        if not self.in_charge(who):
            raise Refusal("only those who play may begin the game")
        self._facts["gathering"] = False

    def free(self, who: str, agents: Sequence[str], here: Collection[str], left: Callable[[str], float]) -> None:
        """Free the seats of people who have left the table.

        Args:
            who: the hash of the key of the person who requests it.
            agents: the seats.
            here: people at the table.
            left: seconds for which the seats of an absent person are reserved, see ``Absence.left``.

        Raises:
            Refusal: the holders are at the table or may still come back, or ``who`` is a guest.
        """
        if not self.in_charge(who):
            raise Refusal("only those who play may free a seat")
        if any(self.seats.get(agent) in here for agent in agents):
            raise Refusal("the player of that seat is at the table")
        if wait := max(map(left, filter(None, map(self.seats.get, agents))), default=0.0):
            raise Refusal(f"the seat is kept for its player for {math.ceil(wait / 60)} more minutes")
        self._move(agents, [holder for holder in self.seats.values() if holder], "")

    def _move(self, agents: Sequence[str], before: Collection[str], after: str) -> None:
        if self._facts["sandbox"]:
            raise Refusal("a sandbox game is played alone")
        for agent in agents:
            if agent not in self.seats:
                raise Refusal(f"there is no seat for a person at {agent}")
            if self.seats[agent] not in before:
                raise Refusal(f"the seat of {agent} is not free")
        self.seats.update(dict.fromkeys(agents, after))

    # ---- moving to another browser -----------------------------------------------------------------------------------

    def new_pass(self, who: str) -> str:
        """Return a secret that restores a person's seats in any browser; it replaces earlier ones.

        Raises Refusal if the person has no seat.
        """
        if not self.in_charge(who):
            raise Refusal("you have no seat here")
        made = secrets.token_urlsafe(18)
        self._facts["passes"][who] = hashed(made)
        return made

    def claim(self, who: str, given: str) -> None:
        """Move the seats of the person who got a pass to the one who presents it. Raises Refusal if it is invalid."""
        before = next((holder for holder, kept in self._facts["passes"].items() if kept == hashed(given)), None)
        if before is None:
            raise Refusal("this link to a seat is void: a newer one has been made, or the game is another one")
        self.seats.update(dict.fromkeys(self.mine(before), who))
        if self._facts["host"] == before:
            self._facts["host"] = who
        for kind in ("passes", "names", "rated"):
            if before in self._facts[kind]:
                self._facts[kind][who] = self._facts[kind].pop(before)

    # ---- names and text ----------------------------------------------------------------------------------------------

    def call(self, who: str, name: str) -> None:
        """Set a person's name, "" for none. Raises Refusal for a person without a seat."""
        if not self.in_charge(who):
            raise Refusal("only those who play have names")
        self._facts["names"].pop(who, None)
        if called := one_line(name)[:_NAME]:
            self._facts["names"][who] = called

    def name_of(self, who: str) -> str:
        """Return a person's name, "" for none."""
        return str(self._facts["names"].get(who, ""))

    def say(self, who: str, word: Word) -> None:
        """Send a message to the table. Raises Refusal for guests, and for too many messages."""
        mine = [agent for agent, holder in self.seats.items() if holder == who]
        if not mine:
            raise Refusal("only those who play talk at the table")
        if not self._allowance.take(who):
            raise Refusal("wait a little before you say more")
        self._number += 1
        self._said.append((self._number, mine[0], word))

    @property
    def said(self) -> list[Any]:
        """Return the newest messages, as [number, agent of the sender, message]."""
        return [list(said) for said in self._said]
