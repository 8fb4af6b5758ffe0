"""First actions of Apocalypse's own blocks, which ``edition_blocks`` declares.  Modules import this one as ``OA``."""

from __future__ import annotations

from typing import Final

from .actions import ACTIONS

_at = ACTIONS.start

DESTROY: Final = _at["destroy_left"]  # + hand * Z + zone
DRIVE: Final = _at["drive"]
IGNITE: Final = _at["ignite"]
PATH_SOME: Final = _at["path_some"]  # + neighbour * MOST + number
SEARCH_CAR: Final = _at["search_car"]
BOARD: Final = _at["board"]  # + car * SEATS + seat
SEAT: Final = _at["seat"]
LEAVE: Final = _at["leave"]
START: Final = _at["start"]
POUR: Final = _at["pour"]
PLACE_BOMB: Final = _at["place_bomb"]
CRAFT: Final = _at["craft"]
STOW: Final = _at["stow"]  # + car * SLOTS + slot
UNSTOW: Final = _at["unstow"]  # + car * 3 + goods
MEDIC: Final = _at["medic"]
DROP_MINI: Final = _at["drop_mini"]
MASK: Final = _at["mask"]
LOSE: Final = _at["lose"]
HIT_SURVIVOR: Final = _at["hit_survivor"]
REWARD: Final = _at["reward"]
RECRUIT: Final = _at["recruit"]
PUSH: Final = _at["push"]
PLAY_ZB1: Final = _at["play_zb1"]
PLAY_ZB2: Final = _at["play_zb2"]
PLAY_ZB3: Final = _at["play_zb3"]
PLAY_ZB4: Final = _at["play_zb4"]
PLAY_ZB5: Final = _at["play_zb5"]
PLAY_ZG1: Final = _at["play_zg1"]
PLAY_ZG2: Final = _at["play_zg2"]
PLAY_ZG3: Final = _at["play_zg3"]
PLAY_ZG4: Final = _at["play_zg4"]
PLAY_ZG5: Final = _at["play_zg5"]
PASS: Final = _at["pass"]
DISCARD_CARD: Final = _at["discard_card"]
