"""Black Plague's parts of a written position: Necromancers, vaults, Dragon Bile, earlier achievements."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np

from ...table.codes import COLOURS, GOAL_TAKEN_AT, ZC_DOUBLE, ZC_EXTRA, ZC_NECROMANCER
from ..edition import KINDS
from ..words.names import Names

__all__ = ["SURVIVOR", "keys", "zombie_card"]

#: Keys of survivors in addition to the family's, as in ``describe``.
SURVIVOR: Final[tuple[str, ...]] = ("rotten",)


def keys(w: Any, s: Any, names: Names, told: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Return keys in addition to the family's; those of the board are added to ``board``; ``told`` is the result of ``describe``."""
    zones = names.zones
    for number, vault in enumerate(board.get("vaults", {}).values()):
        for copy, down in zip(s["vault_cards"][number], s["vault_face_down"][number], strict=True):
            if copy:
                vault.setdefault("face_down" if down else "cards", []).append(names.cards[w["copy_card"][copy]])
    taken = [COLOURS[c] for c, n in enumerate(s["taken"].tolist()) for _ in range(n)]
    killed = {kind: int(n) for kind, n in zip(KINDS, s["killed"], strict=True) if n}
    cards = [names.cards[c] for c, n in enumerate(s["vault_taken"].tolist()) for _ in range(n)]
    progress = {"taken": taken, "killed": killed, "artefacts": int(s["artefacts"]), "cards": cards}
    if any(goal[1] == GOAL_TAKEN_AT and goal[2] >= 0 and s["taken_at"][goal[2]] for goal in w["goal"][: w["n_goals"]]):
        progress["book"] = True
    biles = Counter(zones[z] for z in s["bile_zone"][: s["n_bile"]].tolist())
    found: dict[str, Any] = {
        "cabal": bool(w["cabal"]),
        "necromancers": [{"zone": zones[s["necro_zone"][n]], "entry": zones[s["necro_entry"][n]]} for n in np.argsort(_ages(s)).tolist()],
        "tokens": {zone: {"dragon_bile": n} for zone, n in biles.items()},
        "progress": {key: value for key, value in progress.items() if value},
    }
    return found


def _ages(s: Any) -> Any:
    """Return the ids of the Necromancers, which ascend in order of appearance."""
    return s["necro_id"][: s["n_necros"]]


def zombie_card(w: Any, number: int) -> str:
    """Return the name of a zombie card in vectors."""
    kind = int(w["zcard_kind"][number])
    if kind == ZC_EXTRA:
        return f"extra_activation_{KINDS[w['zcard_extra'][number, -1]]}"
    return {ZC_DOUBLE: "double_spawn", ZC_NECROMANCER: "necromancer"}.get(kind, f"card_{number}")
