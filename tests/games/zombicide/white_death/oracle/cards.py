"""Moving cards: storing, rearranging, trading, searching (WD-9, WD-12.3 to WD-12.8)."""

from __future__ import annotations

from functools import partial

from tests.games.zombicide.oracle.asking import Card, Play, Undefined
from tests.games.zombicide.oracle.carrying import Rearrangement, may_swap, rearrange
from tests.games.zombicide.white_death.oracle.birth import Spawning
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.harm import ARMOUR
from tests.games.zombicide.white_death.oracle.sheets import AAAHH, CARDS, SHEETS
from tests.games.zombicide.white_death.oracle.table import Survivor, Table


def fits(one: Survivor, card: str, slot: str) -> bool:
    """WD-9.3 to WD-9.6, WD-9.10."""
    if slot.startswith("pack"):
        return slot in one.pack()
    if slot == "body":
        return card == "heavy_armour" or (one.name in SHEETS and SHEETS[one.name].body == card)
    return card != "heavy_armour"


# ---- rearranging


def passes(giver: Survivor, taker: Survivor) -> list[tuple[str, str]]:
    return [(a, b) for a in giver.pack() for b in taker.pack() if may_swap(giver, a, taker, b, fits)]


def at_hand(card: str, slot: str) -> int:
    """D15: armor on the body, dice times probability times damage in a hand."""
    if slot == "body" and card == "heavy_armour":
        return 100 * (7 - ARMOUR)
    return 1 + (CARDS[card].dice * (7 - CARDS[card].accuracy) * CARDS[card].damage if card in CARDS else 0)


def gifts(one: Survivor) -> list[str]:
    """Things other than cards that the survivor may hand over (WD-9.8)."""
    return ["ladder"] * bool(one.ropes) + ["beacon"] * one.empress + [f"token {colour}" for colour in sorted(set(one.tokens))]


def arrange(table: Table, one: Survivor, partner: Survivor | None = None, *, paid: bool = False) -> Play[None]:
    """A rearrangement, or the actor's part of a trade; ``paid``: it costs an action."""
    moves = Rearrangement(table, passes)
    if table.automatic:
        moves.by_default(one, partner, at_hand if paid else None)
    passed: dict[str, str] = {}  # things handed over move in one direction only

    def goods() -> list[str]:
        if partner is None:
            return []
        rows = (("give", one), ("receive", partner))
        return [f"{verb} {gift}" for verb, giver in rows for gift in gifts(giver) if passed.get(gift, verb) == verb]

    def busy() -> bool:
        if partner is not None and gifts(one) + gifts(partner):
            return True
        return not table.automatic and bool(one.slots or (partner is not None and partner.slots))

    def steps() -> list[str]:
        if table.automatic:
            return goods()
        return moves.own_steps(one) + (moves.partner_steps(one, partner) if partner is not None else []) + goods()

    def do(text: str) -> None:
        verb, _, what = text.partition(" ")
        if partner is not None and text in goods():
            passed[what] = verb
            _pass(table, *((one, partner) if verb == "give" else (partner, one)), what.split())
        else:
            moves.step(one, partner, text)
        test_end(table)

    yield from rearrange(one, busy, steps, do)


def _pass(table: Table, giver: Survivor, taker: Survivor, words: list[str]) -> None:
    """Hand over a rope ladder, the Beacon or a token."""
    if words[0] == "ladder":
        giver.ropes, taker.ropes = giver.ropes - 1, taker.ropes + 1
    elif words[0] == "beacon":
        giver.empress, taker.empress = False, True
    else:
        giver.tokens.remove(words[1])
        taker.tokens.append(words[1])
        restore(table, taker)


def restore(table: Table, one: Survivor) -> None:
    """All red fragments in one hand make a folio (WD-25.43)."""
    if table.quest == "2" and table.reds and one.tokens.count("red") == table.reds:
        one.tokens = [token for token in one.tokens if token != "red"] + ["folio"]


# ---- gaining


def store(table: Table, one: Survivor, card: str, *, deck: bool = True, searched: bool = False) -> Play[bool]:
    """Store a card or discard it. Return whether Destiny replaces it (WD-12.5, WD-24.47, WD-24.66)."""
    matched = not (searched and table.has(one, "matching_set") and card in CARDS and CARDS[card].dual)
    second = False
    moves = Rearrangement(table, passes)
    while True:
        keeps = [f"keep {slot}" for slot in one.pack() if slot not in one.slots and fits(one, card, slot)]
        answers = [*keeps, "discard", *moves.own_steps(one)]
        answers += ["use destiny"] if deck and _unused(table, one, "destiny") else []
        answers += [] if matched else ["use matching_set"]
        default = (keeps or ["discard"])[0] if matched else "use matching_set"
        answer = yield from table.ask(one.name, answers, partial(str, default))
        verb, *words = answer.split()
        if answer == "use destiny":
            one.used.add("destiny")
            table.discard(card)
            return True
        if answer == "use matching_set":
            matched = True
            second = card in table.deck
            if second:
                table.deck.remove(card)
            table.secret = table.secret or len(set(table.deck)) > 1
        elif verb in ("keep", "discard"):
            break
        else:
            moves.own_step(one, answer)
    if verb == "keep":
        one.slots[words[0]] = Card(card)
    else:
        table.discard(card)
    test_end(table)
    if second:
        yield from store(table, one, card, deck=False)
    return False


def _unused(table: Table, one: Survivor, skill: str) -> bool:
    """Whether the survivor may use a once-per-turn skill: in a turn of its own (WD-24)."""
    return table.acting == one.name and bool(table.has(one, skill)) and skill not in one.used


def draw(table: Table) -> str | None:
    if not table.deck:
        table.reshuffle()
    if table.deck and table.secret:
        raise Undefined
    return table.deck.pop(0) if table.deck else None


def draw_and_store(table: Table, one: Survivor, number: int = 1, *, searched: bool = False) -> Play[None]:
    """Draw cards, each kept or discarded before the next, an Aaahh!! at once; then a free rearrangement, unless all were Aaahh!!."""
    left, found = number, False
    while left:
        left -= 1
        card = draw(table)
        if card is None:
            break
        if card in AAAHH:
            left += yield from aaahh(table, one, card, searched=searched)
        else:
            found = True
            left += yield from store(table, one, card, searched=searched)
    if found:
        yield from arrange(table, one)


def aaahh(table: Table, one: Survivor, card: str, *, searched: bool) -> Play[bool]:
    """WD-12.7. Return whether a skill has it replaced (WD-24.11, WD-24.66)."""
    answers = ["discard"]
    answers += ["use destiny"] if _unused(table, one, "destiny") else []
    answers += ["use safe_search"] if searched and _unused(table, one, "safe_search") else []
    answer = yield from table.ask(one.name, answers, partial(str, answers[-1] if answers[-1] == "use safe_search" else "discard"))
    if answer != "discard":
        table.discard(card)
        one.used.add(answer.removeprefix("use "))
        return True
    spawning = Spawning(table)
    kind, number = AAAHH[card]
    yield from spawning.place(kind, number, one.here)
    yield from spawning.react()
    table.discard(card)
    return False


def search(table: Table, one: Survivor) -> Play[None]:
    """WD-12.3 to WD-12.6."""
    one.searched = True
    two = one.holds("torch") or table.has(one, "search_2_cards")
    yield from draw_and_store(table, one, 2 if two else 1, searched=True)


def take_artefact(table: Table, one: Survivor) -> Play[None]:
    """Take one from the top of the artefact deck (WD-25.7)."""
    replaced = True
    while replaced and table.artefact_deck:
        table.taken += 1
        test_end(table)
        replaced = yield from store(table, one, table.artefact_deck.pop(0))
    yield from arrange(table, one)
