"""Cards in the WORLD record: types, copies, decks (BP-1.9, BP-2.3).  Every function changes ``world`` in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ...table.cards import EquipmentCard
from ...table.codes import MAGIC, MELEE, NONE, RANGED, ZC_NECROMANCER, ZC_SPAWN
from ..edition import KIND_GROUPS, KINDS
from ..numbers.layout import CARDS, COPIES, ZCARDS
from . import features
from .box import box

World = npt.NDArray[np.void]


def fill_cards(world: World) -> None:
    """Fill in card types, copies, decks, starting cards and artefacts.

    Copies are numbered in the order of the card list, the starting copies of a card first (BP-0.R2).
    """
    w = world[0]
    w["n_cards"] = len(box().cards)
    starting: dict[int, list[int]] = {}
    for card, sheet in enumerate(box().cards, 1):
        _fill_card(w, card, sheet)
        copies = add_copies(world, card, sheet.copies)
        starting[card] = copies[: sheet.starting]
        if sheet.artefact:
            append(w, "artefacts", "n_artefacts", copies)
        else:
            append(w, "deck", "n_deck", copies[sheet.starting :])
    append(w, "start_cards", "n_start", [starting[box().card(name)].pop(0) for name in box().starting])
    for zombie in box().zombie_cards:
        number = add_zombie_card(
            world, zombie.kind, [NONE if kind is None else (*KINDS, *KIND_GROUPS).index(kind) for kind in zombie.extra]
        )
        for level, line in enumerate(zombie.brings):
            if line:
                w["zcard_brings"][number, level, KINDS.index(line[0])] = line[1]
        features.zombie_card(w, number, zombie)
        append(w, "zdeck", "n_zdeck", [number])


def add_own_cards(world: World, cards: Sequence[EquipmentCard]) -> None:
    """Append card types to those of the box; all their copies are in the equipment deck."""
    w = world[0]
    for sheet in cards:
        card = int(w["n_cards"]) + 1
        if card >= CARDS:
            raise ValueError(f"{card} types of equipment cards; at most {CARDS - 1}: leave {card - CARDS + 1} or more of your own out")
        w["n_cards"] = card
        _fill_card(w, card, sheet)
        append(w, "deck", "n_deck", add_copies(world, card, sheet.copies))


def _fill_card(w: np.void, card: int, sheet: EquipmentCard) -> None:
    features.card(w, card, sheet)
    for name in ("place", "effect", "armour", "dual", "noisy", "ammo", "reload"):
        w[f"card_{name}"][card] = getattr(sheet, name)
    w["card_opens"][card] = sheet.opens_door
    melee, shot = sheet.profile(MELEE), sheet.profile(RANGED, MAGIC)
    for kind, profile in (("melee", melee), ("shot", shot)):
        for name in ("dice", "accuracy", "damage") if profile else ():
            w[f"{kind}_{name}"][card] = getattr(profile, name)
    if sheet.opens_door and melee:
        w["card_door_dice"][card] = melee.dice  # BP-11.6: the printed dice number
        w["card_door_noisy"][card] = sheet.door_noisy
    if shot:
        w["shot"][card], w["shot_min"][card], w["shot_max"][card] = shot.mode, shot.range_min, shot.range_max


def add_copies(world: World, card: int, number: int) -> list[int]:
    """Add ``number`` new copies of a card type, which are not in any deck.  Returns their numbers."""
    w = world[0]
    first = int(w["n_copies"]) + 1
    if first + number > COPIES:
        raise ValueError(f"{first + number - 1} card copies; at most {COPIES - 1}")
    w["copy_card"][first : first + number] = card
    w["n_copies"] = first + number - 1
    return list(range(first, first + number))


def add_zombie_card(
    world: World, kind: int = ZC_SPAWN, extra: Sequence[int] = (-1,) * 4, brings: Mapping[tuple[int, int], int] | None = None
) -> int:
    """Add a zombie card type: ``brings[level, kind]`` -> number.  Returns its number; it is not in any deck."""
    w = world[0]
    number = int(w["n_zcards"]) + 1
    if number >= ZCARDS:
        raise ValueError(f"{number} zombie card types; at most {ZCARDS - 1}")
    w["n_zcards"] = number
    w["zcard_kind"][number] = kind
    w["zcard_extra"][number] = extra
    for place, count in (brings or {}).items():
        w["zcard_brings"][number][place] = count
    return number


def take_from_deck(world: World, card: int, number: int = -1) -> list[int]:
    """Take copies of a card type out of the equipment deck, lowest first (-1: all).  Returns those found."""
    w = world[0]
    deck = [int(copy) for copy in w["deck"][: w["n_deck"]]]
    found = [copy for copy in deck if w["copy_card"][copy] == card]
    found = found if number < 0 else found[:number]
    replace_all(w, "deck", "n_deck", [copy for copy in deck if copy not in found])
    return found


def append(w: np.void, name: str, count: str, values: Sequence[int]) -> None:
    """Append values to a list of the record and update its count."""
    n = int(w[count])
    if n + len(values) > len(w[name]):
        raise ValueError(f"{n + len(values)} entries in {name}; at most {len(w[name])}")
    w[name][n : n + len(values)] = values
    w[count] = n + len(values)


def replace_all(w: np.void, name: str, count: str, values: Sequence[int]) -> None:
    """Replace the values of a list of the record."""
    w[name][...] = w[count] = 0
    append(w, name, count, values)


def remove_necromancer_cards(world: World, number: int) -> None:
    """Take Necromancer cards out of the zombie deck."""
    w = world[0]
    deck = [int(card) for card in w["zdeck"][: w["n_zdeck"]]]
    out = [card for card in deck if w["zcard_kind"][card] == ZC_NECROMANCER][:number]
    replace_all(w, "zdeck", "n_zdeck", [card for card in deck if card not in out])
