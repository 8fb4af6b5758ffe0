"""Apocalypse's own fields of cards and packs in the WORLD record (AP-1.R4, AP-2.R7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from ...table.codes import NONE, ZC_MASTER
from ..numbers.cards import CATEGORIES, PACK_NAMES
from ..numbers.master import MASTER_CARDS
from .box import box
from .cards import replace_all
from .content import content_file
from .mission import GOODS_NAMES, ROUNDS, lay_crafting
from .rows import rows

World = np.ndarray[Any, Any]


def fill_extra(world: World) -> None:
    """Fill in all fields that the family's cards do not fill; no mission, no team."""
    w = world[0]
    ids = box().card_ids
    for row in rows(content_file("packs.csv")):
        card = ids.index(row["card"]) + 1
        w["card_returns"][card] = row["returns"] == "yes"
        w["card_class"][card] = CATEGORIES.index(row["category"])
        if row["range_max"]:
            w["shot_min"][card], w["shot_max"][card] = int(row["range_min"]), int(row["range_max"])
    w["goods"][:] = [ids.index(name) + 1 for name in GOODS_NAMES]
    w["pool_weapons"][:] = [ids.index(name) + 1 for name in ("fire_axe", "crowbar", "pistol")]
    w["pool_pan"], w["pool_baton"] = ids.index("pan") + 1, ids.index("baton") + 1
    lay_crafting(world, ids)
    for number, drawn in enumerate(box().zombie_cards, 1):
        if drawn.kind == ZC_MASTER:
            w["zcard_master"][number] = MASTER_CARDS.index(drawn.id) + 1
    w["tile"][:] = NONE
    w["manhole"][:] = NONE
    w["car_zone"][:] = NONE
    w["recruit_order"][:] = NONE
    w["round_limit"] = -ROUNDS
    w["master"] = w["master_cards"] = 1
    w["start_pool"] = 1
    w["objective_xp"] = 5
    w["exit_by"] = 1


def zombie_card_ids() -> dict[str, list[int]]:
    """Return id -> numbers of the cards with that id."""
    found: dict[str, list[int]] = {}
    for number, card in enumerate(box().zombie_cards, 1):
        found.setdefault(card.id, []).append(number)
    return found


def equipment_packs() -> dict[str, str]:
    """Return card -> its pack."""
    return {row["card"]: row["pack"] for row in rows(content_file("packs.csv"))}


def choose_packs(world: World, packs: Collection[str]) -> None:
    """Remove cards of other packs (AP-2.R7)."""
    unknown = [pack for pack in packs if pack not in PACK_NAMES]
    if unknown:
        raise ValueError(f"pack {unknown[0]!r} is unknown; use {', '.join(PACK_NAMES)}")
    w = world[0]
    chosen = {"base", *packs}
    w["packs"] = sum(1 << PACK_NAMES.index(pack) for pack in chosen)
    pack_of = equipment_packs()
    ids = box().card_ids

    def stays(copy: int) -> bool:
        card = int(w["copy_card"][copy])
        return card > len(ids) or pack_of[ids[card - 1]] in chosen

    for name, count in (("deck", "n_deck"), ("start_cards", "n_start"), ("artefacts", "n_artefacts")):
        replace_all(w, name, count, [int(copy) for copy in w[name][: w[count]] if stays(int(copy))])
    if "apocalypse" not in chosen:
        w["pool_baton"] = 0
    keep_zombie_cards(world, [n for n in w["zdeck"][: w["n_zdeck"]].tolist() if box().zombie_cards[n - 1].pack in chosen])
    if "zm" not in chosen:
        leave_out_master_cards(world)


def leave_out_master_cards(world: World) -> None:
    """Remove all Zombie Master cards (AP-2.R4, AP-2.R7)."""
    w = world[0]
    w["master_cards"] = 0
    keep_zombie_cards(world, [n for n in w["zdeck"][: w["n_zdeck"]].tolist() if not w["zcard_master"][n]])


def keep_zombie_cards(world: World, numbers: Sequence[int]) -> None:
    """Reduce the zombie deck to these cards."""
    replace_all(world[0], "zdeck", "n_zdeck", list(numbers))
