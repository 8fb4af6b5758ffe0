"""Moving cards: storing, rearranging, trading, searching (BP-9.R2, BP-11.2, BP-11.9, BP-11.R11)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import SLOTS, Card, Play, Undefined
from tests.games.zombicide.oracle.birth import place
from tests.games.zombicide.oracle.carrying import Rearrangement, arrange
from tests.games.zombicide.oracle.turn import Turn, at_hand, fits, passes

DUAL = ("axe", "dagger", "hammer", "short_sword", "sword", "hand_crossbow", "repeating_crossbow")
DUAL_SPELLS = ("death_strike", "fireball", "lightning_bolt", "mana_blast", "inferno")


def reorganise(turn: Turn) -> Play[None]:
    turn.by.actions -= 1
    yield from arrange(turn.table, turn.by, None, passes, worth=at_hand)


def trade(turn: Turn, name: str) -> Play[None]:
    """BP-11.R11."""
    turn.by.actions -= 1
    partner = turn.table.survivor(name)
    yield from arrange(turn.table, turn.by, partner, passes, worth=at_hand)
    yield from arrange(turn.table, partner, None, passes)


def gain_card(turn: Turn, card: Card, *, drawn: bool = False) -> Play[bool]:
    """Store a card or discard it. Return whether Destiny replaces it (BP-9.R2, BP-22.67, BP-22.57)."""
    by, table = turn.by, turn.table
    matched = not (drawn and by.has("matching_set") and card.name in DUAL + DUAL_SPELLS)
    extra: Card | None = None
    moves = Rearrangement(table, passes)
    while True:
        keeps = [f"keep {slot}" for slot in SLOTS if slot not in by.slots and fits(by, card.name, slot)]
        answers = [*keeps, "discard", *moves.own_steps(by)]
        answers += ["use destiny"] if drawn and by.has("destiny") and "destiny" not in turn.used else []
        answers += [] if matched else ["use matching_set"]
        default = (keeps or ["discard"])[0] if matched else "use matching_set"
        answer = yield from table.ask(by.name, answers, partial(str, default))
        verb, *words = answer.split()
        if answer == "use destiny":
            turn.used.add("destiny")
            table.discards[card.name] += 1
            if extra is not None:
                yield from gain_card(turn, extra)
            return True
        if answer == "use matching_set":
            matched = True
            if card.name in turn.things.deck:
                turn.things.deck.remove(card.name)
                extra = Card(card.name)
            turn.things.shuffled = len(set(turn.things.deck)) > 1
        elif verb in ("keep", "discard"):
            break
        else:
            moves.own_step(by, answer)
    if verb == "keep":
        by.slots[words[0]] = card
    else:
        table.discards[card.name] += 1
    if extra is not None:
        yield from gain_card(turn, extra)
    return False


def draw(turn: Turn) -> str | None:
    deck, pile = turn.things.deck, turn.table.discards
    if not deck:
        turn.things.shuffled = len(+pile) > 1
        deck += pile.elements()
        pile.clear()
    if deck and turn.things.shuffled:
        raise Undefined
    return deck.pop(0) if deck else None


def search(turn: Turn) -> Play[None]:
    by, table = turn.by, turn.table
    turn.pay("search")
    turn.searched = True
    left = 1 + by.has("search_plus_1_card") + bool(turn.working("torch"))
    while left:
        left -= 1
        name = draw(turn)
        if name is None:
            break
        if name == "aaahh":
            destiny = by.has("destiny") and "destiny" not in turn.used
            answers = ["discard", *(["use destiny"] if destiny else [])]
            answer = yield from table.ask(by.name, answers, partial(str, "discard"))
            table.discards[name] += 1
            if answer == "discard":
                yield from place(table, "walker", 1, turn.here)
                return
            turn.used.add("destiny")
            left += 1
        elif (yield from gain_card(turn, Card(name), drawn=True)):
            left += 1
    yield from arrange(table, by, None, passes)
