"""Sizes of the records and small enumerations that depend on the edition; ``table.codes`` has the edition-independent ones."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import Range

from ...table.codes import LEVELS
from .. import edition
from ..edition import KINDS, SLOT_NAMES

# ---- sizes that an edition chooses --------------------------------------------------------------------
Z: Final = edition.ZONES
D: Final = edition.NEIGHBOURS
E: Final = edition.DOORS  # vault doors included
S: Final = edition.SURVIVORS
K: Final = len(KINDS)
AGENTS: Final = S + edition.MASTERS
SLOTS: Final = len(SLOT_NAMES)
RAYS: Final = edition.RAYS
GATES: Final = edition.GATES
MOVERS: Final = edition.MOVERS
ON_FOOT: Final = 0  # the class of the survivors
ROWS: Final = Z * MOVERS * (2 if edition.ONE_WAY else 1)  # rows of distances: from every zone, and to it where ways are one-way
KEPT_ROWS: Final = edition.KEPT_ROWS
CARDS: Final = edition.CARDS
COPIES: Final = edition.COPIES
ZCARDS: Final = edition.ZOMBIE_CARDS
ZDECK: Final = edition.ZOMBIE_CARDS
TOKENS: Final = edition.TOKENS
NECROS: Final = edition.NECROMANCERS
VAULTS: Final = edition.VAULTS
VAULT_CARDS: Final = edition.VAULT_CARDS
ASIDE: Final = edition.ASIDE
BILES: Final = edition.BILES
ZONE_USES: Final = edition.ZONE_USES
MOST_XP: Final = edition.LEVEL_XP[-1]  # highest experience that counts
MAX_WOUNDS: Final = edition.WOUNDS
PASSES: Final = max(edition.STEPS)  # actions of the fastest zombies per activation

# ---- sizes common to all editions ---------------------------------------------------------------------
RULES: Final = 24  # special rules of a quest
GOALS: Final = 16  # victory predicates of a quest
PLAYERS: Final = 12  # controllers
ID_CHOICES: Final = 4  # skills to choose from at one danger level
TAPE: Final = 256  # scripted dice
CHANCE: Final = 144  # dice and cards of one step on record
STACK: Final = 64  # agenda frames
FRAME: Final = 8  # words of a frame
POOL: Final = 384  # words of variable-length frame data (spawn slots, interrupted turns)
OPTIONS: Final = edition.OPTIONS

# ---- values of the field ``quest_abomination`` other than a zone (BP-23.Q10.3) --------------------------
QUEST_ABOMINATION_DEAD: Final = -2
ON_ITS_WAY: Final = 1000  # added to the destination zone until all groups arrive (BP-23.Q10.R1)

# ---- ranges of values: what a field or a word of the agenda may hold -----------------------------------
COUNT: Final = Range(0, 2**14 - 1)  # half of what the field can hold: room to grow
LAST_ROUND: Final = 2**15 - 1  # of a game that continues after truncation
ROUND: Final = Range(1, LAST_ROUND)
STEPS: Final = Range(0, 2**30 - 1)  # half of what the field can hold
MOST_MINIATURES: Final = 255  # miniatures of one kind
MINIATURES: Final = Range(0, MOST_MINIATURES)
ZONE: Final = Range(-1, "n_zones", -1)
SURVIVOR: Final = Range(-1, "n_survivors", -1)
PLAYER: Final = Range(-1, "n_players", -1)
COPY: Final = Range(0, "n_copies")
ZOMBIE_CARD: Final = Range(0, "n_zcards")
LEVEL: Final = Range(0, len(LEVELS) - 1)
LOUDEST: Final = 30000  # noise of a zone in which Loud! is in force (BP-22.71)
LOUDNESS: Final = Range(0, LOUDEST)
WHO: Final = Range(0, "n_survivors", edition.MASTERS - 1)
WHERE: Final = Range(0, "n_zones", -1)
KIND: Final = Range(0, K - 1)
KIND_SET: Final = Range(0, (1 << K) - 1)  # as bits
TEAM: Final = Range(0, (1 << S) - 1)  # as bits
SLOT_SET: Final = Range(0, (1 << SLOTS) - 1)  # as bits
BORDER: Final = Range(0, D - 1)
POOL_PLACE: Final = Range(0, POOL)  # a place, or a number of words
CARD_TYPE: Final = Range(0, "n_cards")
TOKEN_ID: Final = Range(-1, 2**15 - 1)
NEXT_ZONE: Final = Range(0, "n_zones")
NEXT_SURVIVOR: Final = Range(0, "n_survivors")

# ---- zombies (BP-0.R2 order) --------------------------------------------------------------------------
WALKER: Final = KINDS.index("walker")
FATTY: Final = KINDS.index("fatty")
RUNNER: Final = KINDS.index("runner")
ABOMINATION: Final = KINDS.index("abomination")
NECROMANCER: Final = KINDS.index("necromancer") if "necromancer" in KINDS else -1

# ---- inventory ----------------------------------------------------------------------------------------
LEFT: Final = SLOT_NAMES.index("left")
RIGHT: Final = SLOT_NAMES.index("right")
BODY: Final = SLOT_NAMES.index("body") if "body" in SLOT_NAMES else -1
PACK: Final = SLOT_NAMES.index("pack1")
