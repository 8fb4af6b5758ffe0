"""What survivors carry, as in every edition: cards that change places, and cards that go for wounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tests.games.zombicide.oracle.asking import HANDS, Card, Play, Undefined
from tests.games.zombicide.oracle.pieces import Person, Pieces

#: Slots from and to which a card may pass from one survivor to another, perhaps himself.
Passes = Callable[[Any, Any], list[tuple[str, str]]]

#: Most steps of a rearrangement.
STEPS = 24

_ORDER = (*HANDS, *(f"pack{number}" for number in range(1, 8)))


def cards_of(entry: Mapping[str, Any], hands: tuple[str, ...] = HANDS) -> dict[str, Card]:
    """The cards of a survivor's entry in a position document."""
    named = {slot: entry[slot] for slot in hands if entry.get(slot)}
    named |= {f"pack{number}": card for number, card in enumerate(entry.get("pack", []), 1)}
    return {slot: Card(name, slot not in entry.get("unloaded", [])) for slot, name in named.items()}


def swap(one: Person, slot: str, other: Person, place: str) -> None:
    """A card goes to another slot, and what lies there comes back."""
    card, there = one.slots.pop(slot), other.slots.pop(place, None)
    other.slots[place] = card
    if there is not None:
        one.slots[slot] = there


def may_swap(one: Person, slot: str, other: Person, place: str, fits: Callable[[Any, str, str], bool]) -> bool:
    """Whether a card may change places with what lies there, perhaps nothing (BP-11.R11); ``fits`` a survivor, a card and a slot."""
    card, there = one.slots.get(slot), other.slots.get(place)
    if card is None or (one is other and slot == place):
        return False
    return fits(other, card.name, place) and (there is None or fits(one, there.name, slot))


def own_steps(one: Person, passes: Passes) -> list[str]:
    return [*(f"put {a} {b}" for a, b in passes(one, one)), *(f"drop {slot}" for slot in one.slots)]


def partner_steps(one: Person, partner: Person, passes: Passes) -> list[str]:
    given, received = passes(one, partner), passes(partner, one)
    return [*(f"give {a} {b}" for a, b in given), *(f"receive {a} {b}" for a, b in received)]


def own_step(table: Pieces[Any, Any], one: Person, text: str) -> None:
    """``put a b`` or ``drop a``."""
    verb, *slots = text.split()
    if verb == "drop":
        table.drop(one, slots[0])
    else:
        swap(one, slots[0], one, slots[1])


def rearrange(
    table: Pieces[Any, Any], one: Person, steps: Callable[[], list[str]], do: Callable[[str], None], *, asked: bool = False
) -> Play[None]:
    """Step after step until he is done; ``asked``: also where decisions take their defaults."""
    for _ in range(STEPS):
        automatic, table.automatic = table.automatic, table.automatic and not asked
        answer = yield from table.ask(one.name, ["done", *steps()], partial(str, "done"))
        table.automatic = automatic
        if answer == "done":
            return
        do(answer)
    raise Undefined  # the engine lets nobody go on for ever


def arrange(table: Pieces[Any, Any], one: Person, partner: Person | None, passes: Passes, *, asked: bool = False) -> Play[None]:
    """A rearrangement, or the actor's part of a trade, in which nothing but cards is passed."""

    def steps() -> list[str]:
        return own_steps(one, passes) + (partner_steps(one, partner, passes) if partner is not None else [])

    def do(text: str) -> None:
        verb, *slots = text.split()
        if verb == "give" and partner is not None:
            swap(one, slots[0], partner, slots[1])
        elif verb == "receive" and partner is not None:
            swap(partner, slots[0], one, slots[1])
        else:
            own_step(table, one, text)

    yield from rearrange(table, one, steps, do, asked=asked)


def suffer(table: Pieces[Any, Any], one: Person, wounds: int, *, drops: bool) -> Play[None]:
    """Three wounds are the most; ``drops``: a card may go for each (BP-22.76, WD-24.76)."""
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
