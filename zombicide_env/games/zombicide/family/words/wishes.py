"""Wishes of survivors to each other: their meaning, actions that serve them, whether they are granted."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_env.core.wishes import Unfit, Wish

from ...table.codes import CLOSED, OPEN
from ..numbers.actions import ACTIONS, BLOCK_OF
from ..numbers.budget import F_MOVE
from ..rules.act import ACTIONS as TURN
from ..rules.table import TABLE
from .notation import acting, decision

__all__ = ["TeamWishes"]

Array = NDArray[Any]
Serving = Callable[[str, tuple[int, ...]], float]
"""Name of an action's block and its arguments -> how far it serves a wish."""

#: How far a step towards the place serves a wish while there is still time for something else.
EARLY: Final = 0.1
FAR: Final = 1 << 14
#: Purposes of answers to decisions, by their blocks; the rows of turn actions have their own.
_ANSWERS: Final = {
    "exit": "exit",
    "exit_with": "exit",
    "give": "cards",
    "give_gift": "cards",
    "receive": "cards",
    "receive_gift": "cards",
    "safe_search": "search",
}


def _told(first: int, name: str) -> str:
    row = TURN.rows.get(int(BLOCK_OF[first]))
    return row.purpose if row else _ANSWERS.get(name, "")


#: Purpose of an action, by its block; "": nothing notable.
PURPOSES: Final = {block.name: _told(ACTIONS.start[block.name], block.name) for block in ACTIONS.blocks}


class TeamWishes:
    """Implementation of ``core.wishes.Wishing``.

    Args:
        world: world record of the game.
        agents: names of the agents in seat order.
    """

    kinds: Mapping[str, tuple[str, ...]] = {
        "zone": ("go", "leave"),
        "door": ("open", "leave"),
        "survivor": ("wait", "cover"),
        "slot": ("give",),
    }
    lasting = frozenset(("wait", "leave"))

    def __init__(self, world: Array, agents: Sequence[str]) -> None:
        self._w = world[0]
        self._seats = {agent: seat for seat, agent in enumerate(agents[: int(self._w["n_survivors"])])}

    # ---- meaning ---------------------------------------------------------------------------------------------------

    def meant(self, state: Array, wish: Wish) -> Wish:
        """See Wishing: ``wait`` is given the zone where the survivor is, ``give`` the copy of the card instead of its slot."""
        s, seat = state[0], self._seats.get(wish.to, -1)
        if seat < 0 or wish.to == wish.by or wish.kind not in _MEANT:
            raise Unfit("unknown")
        if s["zone"][seat] < 0:
            raise Unfit("away")
        if s["acted"][seat]:
            raise Unfit("acted")
        kind, _, rest = wish.target.partition(":")
        numbers = [int(part) for part in rest.split(":") if part.isdecimal() and len(part) < 4]
        return replace(wish, target=_MEANT[wish.kind](self, s, seat, wish, kind, numbers))

    def _go(self, s: Any, seat: int, wish: Wish, kind: str, numbers: list[int]) -> str:
        zone = self._zone(kind, numbers)
        if s["zone"][seat] == zone:
            raise Unfit("already")
        self._check_way(s, seat, zone)
        return f"zone:{zone}"

    def _wait(self, s: Any, seat: int, wish: Wish, kind: str, numbers: list[int]) -> str:
        return f"zone:{int(s['zone'][seat])}"

    def _cover(self, s: Any, seat: int, wish: Wish, kind: str, numbers: list[int]) -> str:
        if kind != "survivor" or len(numbers) != 1 or numbers[0] >= len(self._seats) or numbers[0] == seat:
            raise Unfit("unknown")
        if s["zone"][numbers[0]] < 0:
            raise Unfit("away")
        self._check_way(s, seat, int(s["zone"][numbers[0]]))
        return f"survivor:{numbers[0]}"

    def _open(self, s: Any, seat: int, wish: Wish, kind: str, numbers: list[int]) -> str:
        door = self._door(kind, numbers)
        if s["door"][door] == OPEN:
            raise Unfit("already")
        if s["door"][door] != CLOSED:
            raise Unfit("no_way")
        return f"door:{door}"

    def _give(self, s: Any, seat: int, wish: Wish, kind: str, numbers: list[int]) -> str:
        taker = self._seats.get(wish.by, -1)
        if kind == "copy" and len(numbers) == 1:
            copy = numbers[0]
        elif kind == "slot" and len(numbers) == 2 and numbers[0] < len(self._seats) and numbers[1] < s["inv"].shape[1]:
            copy = int(s["inv"][numbers[0], numbers[1]])
        else:
            raise Unfit("unknown")
        if taker < 0:
            raise Unfit("unknown")
        if copy <= 0 or copy not in s["inv"][seat]:
            raise Unfit("not_mine")
        if s["zone"][taker] < 0:
            raise Unfit("away")
        self._check_way(s, seat, int(s["zone"][taker]))
        return f"copy:{copy}"

    def _leave(self, s: Any, seat: int, wish: Wish, kind: str, numbers: list[int]) -> str:
        return f"door:{self._door(kind, numbers)}" if kind == "door" else f"zone:{self._zone(kind, numbers)}"

    def _zone(self, kind: str, numbers: list[int]) -> int:
        if kind != "zone" or len(numbers) != 1 or numbers[0] >= self._w["n_zones"]:
            raise Unfit("unknown")
        return numbers[0]

    def _door(self, kind: str, numbers: list[int]) -> int:
        if kind != "door" or len(numbers) != 1 or numbers[0] >= self._w["n_doors"]:
            raise Unfit("unknown")
        return numbers[0]

    def _check_way(self, s: Any, seat: int, zone: int) -> None:
        if self._costs(s, zone)[int(s["zone"][seat])] >= FAR:
            raise Unfit("no_way")

    # ---- serving actions -------------------------------------------------------------------------------------------

    def serves(self, state: Array, wish: Wish, actions: NDArray[np.int64]) -> NDArray[np.float64]:
        """See Wishing: for turns and exchanges of cards; other decisions serve no wish."""
        found = np.zeros(len(actions))
        seat = self._seats[wish.to]
        if decision(state)[1] != seat or not (acting(state) == seat or (wish.kind == "give" and self._trades(state, wish.by))):
            return found
        serve = _SERVES[wish.kind](self, state[0], seat, wish)
        for k, action in enumerate(actions.tolist()):
            block, arguments = ACTIONS.decode(action)
            found[k] = serve(block.name, arguments)
        return found

    def _trades(self, state: Array, partner: str) -> bool:
        """Return whether the decision is an exchange of cards with that survivor."""
        place = TABLE.places[decision(state)[0]].get("partner")
        return place is not None and bool(state[0]["stack"][state[0]["depth"] - 1, place] == self._seats.get(partner, -1))

    def _serve_go(self, s: Any, seat: int, wish: Wish) -> Serving:
        return self._walking(s, seat, _number(wish), 0)

    def _serve_wait(self, s: Any, seat: int, wish: Wish) -> Serving:
        return lambda name, arguments: -1.0 if _moves(name) else 0.0

    def _serve_cover(self, s: Any, seat: int, wish: Wish) -> Serving:
        zone = int(s["zone"][_number(wish)])
        walk = self._walking(s, seat, zone, 0)
        if s["crowd"][zone] == 0:
            return walk
        here = int(s["zone"][seat]) == zone

        def serve(name: str, arguments: tuple[int, ...]) -> float:
            fights = PURPOSES[name] == "fight" and (arguments[0] == zone if name.startswith("attack_") else here)
            return EARLY if fights else walk(name, arguments)

        return serve

    def _serve_open(self, s: Any, seat: int, wish: Wish) -> Serving:
        door, here = _number(wish), int(s["zone"][seat])
        if s["door"][door] == OPEN:
            return _no_matter
        sides = [int(zone) for zone in self._w["door_zone"][door] if zone >= 0]
        if here not in sides:
            return self._walking(s, seat, min(sides, key=lambda zone: self._costs(s, zone)[here]), 1)

        def serve(name: str, arguments: tuple[int, ...]) -> float:
            if PURPOSES[name] == "door":
                return 1.0 if self._w["link_door"][here, arguments[0]] == door else 0.0
            return -1.0 if name == "end" or _moves(name) else 0.0 if self._left(s, seat) > 1 else -1.0

        return serve

    def _serve_give(self, s: Any, seat: int, wish: Wish) -> Serving:
        copy, taker = _number(wish), self._seats[wish.by]
        held = np.flatnonzero(s["inv"][seat] == copy)
        if not len(held):
            return _no_matter
        slot, code = int(held[0]), int(s["stack"][s["depth"] - 1, 0])
        if "partner" in TABLE.places[code]:  # an exchange of cards
            return lambda name, arguments: _handing(s, taker, slot, name, arguments)
        if s["zone"][seat] != s["zone"][taker]:
            return self._walking(s, seat, int(s["zone"][taker]), 1)
        return lambda name, arguments: 1.0 if name == "trade" and arguments[0] == taker else -1.0 if name == "end" or _moves(name) else 0.0

    def _serve_leave(self, s: Any, seat: int, wish: Wish) -> Serving:
        here, number = int(s["zone"][seat]), _number(wish)
        if wish.target.startswith("door:"):
            return lambda name, arguments: -1.0 if PURPOSES[name] == "door" and self._w["link_door"][here, arguments[0]] == number else 0.0

        def serve(name: str, arguments: tuple[int, ...]) -> float:
            takes = here == number and PURPOSES[name] == "objective"
            return -1.0 if takes or (_moves(name) and arguments[0] == number) else 0.0

        return serve

    def _walking(self, s: Any, seat: int, target: int, then: int) -> Serving:
        """Return the scores of actions on the way to a zone, where ``then`` more actions are needed."""
        cost, here = self._costs(s, target), int(s["zone"][seat])
        if here == target and not then:
            return lambda name, arguments: -1.0 if _moves(name) else 0.0
        late = cost[here] + then >= self._left(s, seat)
        step, other = (1.0, -1.0) if late else (EARLY, 0.0)

        def serve(name: str, arguments: tuple[int, ...]) -> float:
            if _moves(name):
                return step if cost[arguments[0]] < cost[here] else -1.0
            if PURPOSES[name] == "door":
                beyond = int(self._w["neighbour"][here, arguments[0]])
                return step if cost[here] == 2 + int(s["crowd"][here]) + cost[beyond] else other
            if name == "end":
                return -1.0
            fights = PURPOSES[name] == "fight" and (not name.startswith("attack_") or arguments[0] == here)
            return 0.0 if fights else other

        return serve

    def _left(self, s: Any, seat: int) -> int:
        """Return the actions left, free moves included."""
        return int(s["actions"][seat]) + int(s["free"][F_MOVE])

    def _costs(self, s: Any, target: int) -> list[int]:
        """Return the actions from each zone to the target: leaving zombies costs more (BP-6.3), a closed door one; ``FAR``: no way."""
        w, crowd, doors = self._w, s["crowd"].tolist(), s["door"].tolist()
        cost = [FAR] * int(w["n_zones"])
        cost[target] = 0
        queue = [(0, target)]
        while queue:
            far, zone = heapq.heappop(queue)
            if far > cost[zone]:
                continue
            degree = int(w["degree"][zone])
            for other, door in zip(w["neighbour"][zone, :degree].tolist(), w["link_door"][zone, :degree].tolist(), strict=True):
                shut = doors[door] if door >= 0 else OPEN
                way = far + 1 + crowd[other] + (shut == CLOSED)
                if shut in (OPEN, CLOSED) and way < cost[other]:
                    cost[other] = way
                    heapq.heappush(queue, (way, other))
        return cost

    # ---- fulfilment --------------------------------------------------------------------------------------------------

    def granted(self, state: Array, wish: Wish, over: bool) -> bool:
        """See Wishing."""
        s, seat = state[0], self._seats[wish.to]
        over = over or bool(s["acted"][seat])
        if wish.kind in self.lasting:
            return over
        if wish.kind == "open":
            return bool(s["door"][_number(wish)] == OPEN)
        if wish.kind == "give":
            return bool(_number(wish) in s["inv"][self._seats[wish.by]])
        if wish.kind == "go":
            return int(s["zone"][seat]) == _number(wish)
        other = int(s["zone"][_number(wish)])
        return over and other >= 0 and bool(other == s["zone"][seat] or s["crowd"][other] == 0)

    def here(self, state: Array, agent: str) -> str:
        """See Wishing."""
        zone = int(state[0]["zone"][self._seats[agent]]) if agent in self._seats else -1
        return f"zone:{zone}" if zone >= 0 else ""

    def purpose(self, state: Array, action: int) -> str:
        """See Wishing."""
        return PURPOSES[ACTIONS.decode(action)[0].name]


def _number(wish: Wish) -> int:
    return int(wish.target.partition(":")[2])


def _moves(name: str) -> bool:
    return name == "move" or name.startswith("use_zone_")


def _no_matter(name: str, arguments: tuple[int, ...]) -> float:
    return 0.0


def _handing(s: Any, taker: int, slot: int, name: str, arguments: tuple[int, ...]) -> float:
    """Score of an action in an exchange of cards: the card in ``slot`` goes to the taker, into an empty place if there is one."""
    if name == "give" and arguments[0] == slot:
        return 1.0 if s["inv"][taker, arguments[1]] == 0 else 0.9
    if name == "done":
        return -1.0
    return -1.0 if name in ("put", "receive", "drop", "give") and slot in arguments else -0.5


_MEANT: Final = {
    "go": TeamWishes._go,
    "wait": TeamWishes._wait,
    "cover": TeamWishes._cover,
    "open": TeamWishes._open,
    "give": TeamWishes._give,
    "leave": TeamWishes._leave,
}
_SERVES: Final = {
    "go": TeamWishes._serve_go,
    "wait": TeamWishes._serve_wait,
    "cover": TeamWishes._serve_cover,
    "open": TeamWishes._serve_open,
    "give": TeamWishes._serve_give,
    "leave": TeamWishes._serve_leave,
}
