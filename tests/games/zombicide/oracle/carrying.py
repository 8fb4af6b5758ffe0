"""Equipment of survivors, common to all editions: cards that change places, and cards discarded instead of wounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.games.zombicide.oracle.asking import HANDS, Card, Play, Question
from tests.games.zombicide.oracle.pieces import Person, Pieces

#: Slots from and to which a card may move, between two survivors or within one's own.
Passes = Callable[[Any, Any], list[tuple[str, str]]]

#: Value of a card before the backpack's, by name and slot.
Worth = Callable[[str, str], int]

_ORDER = (*HANDS, *(f"pack{number}" for number in range(1, 8)))


def cards_of(entry: Mapping[str, Any], hands: tuple[str, ...] = HANDS) -> dict[str, Card]:
    """Cards of a survivor's entry in a position document."""
    named = {slot: entry[slot] for slot in hands if entry.get(slot)}
    named |= {f"pack{number}": card for number, card in enumerate(entry.get("pack", []), 1)}
    return {slot: Card(name, slot not in entry.get("unloaded", [])) for slot, name in named.items()}


def swap(one: Person, slot: str, other: Person, place: str) -> Card:
    """Move a card to another slot, and the card there back. Return the moved card."""
    card, there = one.slots.pop(slot), other.slots.pop(place, None)
    other.slots[place] = card
    if there is not None:
        one.slots[slot] = there
    return card


def may_swap(one: Person, slot: str, other: Person, place: str, fits: Callable[[Any, str, str], bool]) -> bool:
    """Whether a card may change places with the card there, or with an empty slot (BP-11.R11); ``fits`` takes survivor, card and slot."""
    card, there = one.slots.get(slot), other.slots.get(place)
    if card is None or (one is other and slot == place):
        return False
    return fits(other, card.name, place) and (there is None or fits(one, there.name, slot))


def alike(table: Pieces[Any, Any], card: Card, there: Card | None) -> bool:
    """Whether swapping the two would make no visible difference."""
    if there is None or card.name != there.name or card.loaded != there.loaded:
        return False
    return (card.cast_in is not None and card.cast_in is table.now) == (there.cast_in is not None and there.cast_in is table.now)


@dataclass
class Rearrangement:
    """Exchanges left in one rearrangement: a card that has been moved stays there (BP-11.R11)."""

    table: Pieces[Any, Any]
    passes: Passes
    put: list[Card] = field(default_factory=list)

    def open(self, giver: Person, taker: Person) -> list[tuple[str, str]]:
        """Pairs of slots from and to which cards may still move."""
        return [
            (a, b)
            for a, b in self.passes(giver, taker)
            if giver.slots[a] not in self.put
            and taker.slots.get(b) not in self.put
            and not alike(self.table, giver.slots[a], taker.slots.get(b))
        ]

    def own_steps(self, one: Person) -> list[str]:
        return [*(f"put {a} {b}" for a, b in self.open(one, one)), *(f"drop {slot}" for slot in one.slots)]

    def partner_steps(self, one: Person, partner: Person) -> list[str]:
        given, received = self.open(one, partner), self.open(partner, one)
        return [*(f"give {a} {b}" for a, b in given), *(f"receive {a} {b}" for a, b in received)]

    def own_step(self, one: Person, text: str) -> None:
        """``put a b`` or ``drop a``."""
        verb, *slots = text.split()
        if verb == "drop":
            self.table.drop(one, slots[0])
        else:
            self.swap(one, slots[0], one, slots[1])

    def step(self, one: Person, partner: Person | None, text: str) -> None:
        """Any of these steps."""
        verb, *slots = text.split()
        if verb == "give" and partner is not None:
            self.swap(one, slots[0], partner, slots[1])
        elif verb == "receive" and partner is not None:
            self.swap(partner, slots[0], one, slots[1])
        else:
            self.own_step(one, text)

    def swap(self, one: Person, slot: str, other: Person, place: str) -> None:
        self.put.append(swap(one, slot, other, place))

    def best(self, rows: Iterable[tuple[str, Person, Person]], worth: Worth) -> str:
        """The exchange that gains most from the backpack; ties by the slot it leaves, then by its target (BP-D-14)."""
        rows = tuple(rows)
        found, most = "done", 0
        for a in (slot for slot in _ORDER if slot.startswith("pack")):
            for b in HANDS:
                for verb, giver, taker in rows:
                    if a in giver.slots and (a, b) in self.open(giver, taker):
                        there = taker.slots.get(b)
                        gain = worth(giver.slots[a].name, b) - (0 if there is None else worth(there.name, b))
                        found, most = (f"{verb} {a} {b}", gain) if gain > most else (found, most)
        return found

    def best_own(self, one: Person, worth: Worth) -> str:
        return self.best([("put", one, one)], worth)

    def best_passed(self, one: Person, partner: Person, worth: Worth) -> str:
        return self.best([("give", one, partner), ("receive", partner, one)], worth)

    def by_default(self, one: Person, partner: Person | None, worth: Worth | None) -> None:
        """Automatic mode: if an action was paid, the best cards are moved to the hands, else nothing (BP-D-14)."""
        if worth is None:
            return
        while (text := self.best_own(one, worth)) != "done":
            self.own_step(one, text)
        while partner is not None and (text := self.best_passed(one, partner, worth)) != "done":
            self.step(one, partner, text)
            self.by_default(one, None, worth)


def rearrange(one: Person, busy: Callable[[], bool], steps: Callable[[], list[str]], do: Callable[[str], None]) -> Play[None]:
    """Step after step until the survivor is done, or there is nothing left to be ``busy`` with."""
    while busy():
        answer = yield Question(one.name, frozenset(["done", *steps()]))
        if answer == "done":
            return
        do(answer)


def arrange(table: Pieces[Any, Any], one: Person, partner: Person | None, passes: Passes, *, worth: Worth | None = None) -> Play[None]:
    """A rearrangement, or the actor's part of a trade, in which only cards are passed; ``worth``: it costs an action."""
    moves = Rearrangement(table, passes)
    if table.automatic:
        moves.by_default(one, partner, worth)
        return

    def busy() -> bool:
        return bool(one.slots) or bool(partner and partner.slots)

    def steps() -> list[str]:
        return moves.own_steps(one) + (moves.partner_steps(one, partner) if partner is not None else [])

    yield from rearrange(one, busy, steps, partial(moves.step, one, partner))


def exchanges(table: Pieces[Any, Any], one: Person, others: Iterable[Person], passes: Passes, worth: Worth) -> set[str]:
    """``reorganise`` and ``trade``, if they can change something."""
    moves = Rearrangement(table, passes)

    def changes(partner: Person | None) -> bool:
        if table.automatic:
            return (moves.best_own(one, worth) if partner is None else moves.best_passed(one, partner, worth)) != "done"
        return bool(moves.open(one, one) if partner is None else moves.partner_steps(one, partner))

    return ({"reorganise"} if changes(None) else set()) | {f"trade {other.name}" for other in others if changes(other)}


def suffer(table: Pieces[Any, Any], one: Person, wounds: int, *, drops: bool) -> Play[None]:
    """At most three wounds; ``drops``: cards that may be discarded instead (BP-22.76, WD-24.76)."""
    while drops and wounds and one.slots:
        answers = ["accept", *(f"drop {slot}" for slot in one.slots)]
        answer = yield from table.ask(one.name, answers, partial(_sacrifice, one, wounds))
        if answer == "accept":
            break
        table.drop(one, answer.removeprefix("drop "))
        wounds -= 1
    one.wounds = min(3, one.wounds + wounds)


def _sacrifice(one: Person, wounds: int) -> str:
    """BP-D-23, and D25 of White Death."""
    if one.wounds + wounds < 3 or one.wounds + wounds - len(one.slots) >= 3:
        return "accept"
    return f"drop {max(one.slots, key=_ORDER.index)}"
