"""First actions of White Death's own blocks, which ``edition_blocks`` declares.  Modules import this one as ``OA``."""

from __future__ import annotations

from typing import Final

from .actions import ACTIONS

_at = ACTIONS.start

ORDER: Final = _at["order"]  # + zone
IMPROVISED_RANGED: Final = _at["improvised_ranged"]
STRIKE: Final = _at["strike_left"]  # + slot * D + neighbour
DRAGON_FIRE: Final = _at["dragon_fire"]  # + neighbour
LADDER_TAKE: Final = _at["ladder_take"]
LADDER_PLACE: Final = _at["ladder_place"]
CAULDRON: Final = _at["cauldron"]
TIP: Final = _at["tip"]
COLLECT: Final = _at["collect"]
IMPROVISED_REACH: Final = _at["improvised_reach"]
EMPRESS: Final = _at["empress"]
IMPROVISED_MELEE: Final = _at["improvised_melee"]
BLESS: Final = _at["bless"]  # + effect * S + survivor
LEAP: Final = _at["leap"]
DASH: Final = _at["dash"]
TWICE: Final = _at["twice"]
LADDER_PICK: Final = _at["ladder_pick"]
PICK_UP: Final = _at["pick_up"]
QUEST_TAKE: Final = _at["quest_take"]
QUEST_TOKEN: Final = _at["quest_token"]
TRANSMUTE: Final = _at["transmute"]
SAFE_SEARCH: Final = _at["safe_search"]
MISS_GUARD: Final = _at["miss_guard"]
WOUND_GUARD: Final = _at["wound_guard"]
WOUND_EMPRESS: Final = _at["wound_empress"]
EXIT_WITH: Final = _at["exit_with"]
RESCUE_GUARDS: Final = _at["rescue_guards"]
GIVE_GIFT: Final = _at["give_gift"]
RECEIVE_GIFT: Final = _at["receive_gift"]
ORDER_WHAT: Final = _at["order_what"]
ORDER_NUMBER: Final = _at["order_number"]
MASTER: Final = _at["master"]
