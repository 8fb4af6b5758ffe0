"""Scenes played on a random position; each function returns the number of decisions compared."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.games.zombicide.oracle.asking import GameOver
from tests.games.zombicide.white_death.oracle.deal import Document, deal, deal_quest, deal_skilled
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.lockstep import WhiteLockstep
from tests.games.zombicide.white_death.oracle.rounds import Rounds
from tests.games.zombicide.white_death.oracle.table import Table

Deal = Callable[[Random], Document]


def play(document: Document, rng: Random, rounds: int) -> int:
    """The Players' Phase in progress, and the given number of whole rounds."""
    pair = WhiteLockstep(document, rng, Table.read)
    game = Rounds(pair.table)
    pair.compare()
    if _decided(document):
        return 0
    first = pair.table.turn
    for _ in range(rounds):
        if not pair.over:
            pair.follow(game.players_phase(first))
        first = None
        if not pair.over:
            pair.run("zombies_phase", game.zombies_phase())
        if not pair.over:
            pair.run("end_phase", game.end_phase())
    return pair.questions


def _decided(document: Document) -> bool:
    """Whether the generated position is won or lost already: the engine tests that after the first effect only."""
    try:
        test_end(Table.read(document))
    except GameOver:
        return True
    return False


def rounds(seed: int) -> int:
    rng = Random(seed)
    return play(deal(rng), rng, 2)


def skilled(seed: int) -> int:
    """One round of survivors with many skills each."""
    rng = Random(seed)
    return play(deal_skilled(rng), rng, 1)


def quests(seed: int) -> int:
    """Two rounds with the special rules of a quest."""
    rng = Random(seed)
    return play(deal_quest(rng), rng, 2)


def horde(seed: int) -> int:
    """The Zombies' Phase alone, repeatedly."""
    rng = Random(seed)
    pair = WhiteLockstep(deal(rng), rng, Table.read)
    game = Rounds(pair.table)
    for _ in range(3):
        if not pair.over:
            step = rng.choice(("zombies_phase", "activation_step", "spawn_step"))
            pair.run(step, game.zombies_phase(moves=step != "spawn_step", spawns=step != "activation_step"))
    return pair.questions
