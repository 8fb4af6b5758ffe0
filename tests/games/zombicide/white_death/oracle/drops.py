"""Elimination of a zombie, by whatever means (WD-10.5, WD-11.9)."""

from __future__ import annotations

from tests.games.zombicide.oracle.pieces import Miniature
from tests.games.zombicide.white_death.oracle.ends import test_end
from tests.games.zombicide.white_death.oracle.table import Table


def remove(table: Table, zombie: Miniature) -> None:
    """Remove it from the board; a great one leaves an artefact in its place."""
    table.zombies.remove(zombie)
    table.supply[zombie.kind] += 1
    zone = zombie.zone
    if zombie.kind in ("abomination", "defiler") and table.artefact_deck:
        table.artefacts.setdefault(zone, []).append(table.artefact_deck.pop(0))
    if zombie.kind == "defiler":
        table.linked = None
        del table.spawn["spawn_defiler"]
    test_end(table)
