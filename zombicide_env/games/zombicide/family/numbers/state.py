"""The records of the engine: WORLD, the constants of a game, STATE, its current state, and SCRATCH, working memory.

``w`` is one WORLD record (board, cards, team: shared by all games of a batch) followed by SCRATCH, ``s`` one STATE record.
Both are plain structured dtypes: copying a record copies the game, its bytes are the save file.
Zones, survivors, kinds and cards are numbered from 0 in the canonical order of BP-0.R2; card 0, copy 0 and
zone -1 mean "none".  Sizes and ranges are in ``layout``; a save with a value outside its range is rejected.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.events import EVENTS
from zombicide_env.core.layout import ANY, FLAG, Range, ranges, record

from ...table.codes import (
    COLOURS,
    COMBAT_BITS,
    DEFEATS,
    LOCKED,
    MAGIC,
    MELEE,
    OPEN,
    OUTCOMES,
    PHASES,
    TOKEN_COLOURS,
)
from ..edition import FORMER, GATES, MOVERS
from . import edition_fields as own
from .actions import N_ACTIONS
from .budget import REROLLS
from .layout import (
    AGENTS,
    ASIDE,
    BILES,
    CARD_TYPE,
    CARDS,
    CHANCE,
    COPIES,
    COPY,
    COUNT,
    FRAME,
    GOALS,
    ID_CHOICES,
    KEPT_ROWS,
    LEVEL,
    LOUDNESS,
    MAX_WOUNDS,
    MINIATURES,
    NECROS,
    ON_ITS_WAY,
    OPTIONS,
    PLAYER,
    POOL,
    QUEST_ABOMINATION_DEAD,
    RAYS,
    ROUND,
    RULES,
    SLOTS,
    STACK,
    STEPS,
    SURVIVOR,
    TAPE,
    TEAM,
    TOKENS,
    VAULT_CARDS,
    VAULTS,
    ZCARDS,
    ZDECK,
    ZOMBIE_CARD,
    ZONE,
    D,
    E,
    K,
    S,
    Z,
)
from .skills import N_SKILLS

WORLD: Final = record(
    [
        *(() if FORMER is None else (("rules", FORMER.dtype),)),  # see ``edition.FORMER``
        # ---- board
        ("n_zones", "i2"),
        ("n_doors", "i2"),
        ("n_buildings", "i2"),
        ("zone_kind", "u1", (Z,)),  # STREET, ROOM, VAULT
        ("vault_of", "i1", (Z,)),  # number of the vault or -1
        ("degree", "u1", (Z,)),  # neighbours: zones joined by a line, an opening or a door, in zone order
        ("neighbour", "i2", (Z, D)),
        ("link_door", "i1", (Z, D)),  # door on the border to that neighbour, -1: always passable
        ("building", "i1", (Z,)),  # building of a room (BP-4.R3), -1: street or vault
        ("spawns_on_open", "u1", (Z,)),  # [building]: closed at the start (BP-4.8)
        ("door_zone", "i2", (E, 2)),
        ("door_start", "u1", (E,)),  # OPEN, CLOSED, LOCKED at the start
        ("door_key", "u1", (E,)),  # colour whose objective unlocks it; RED: the last objective; FOREVER
        ("ray_from", "i2", (Z + 1,)),  # rays of zone z: ray_from[z] .. ray_from[z + 1] - 1
        ("ray_zone", "i2", (RAYS,)),  # zone seen, in zone order; several rays to one zone: nearest first
        ("ray_range", "u1", (RAYS,)),
        ("ray_door", "i1", (RAYS, GATES)),  # gates that must be open for it, here doors, -1: none
        ("far", "u1", (Z, Z)),  # distance with every door open (BP-15.R8), FAR: none
        ("angle", "i2", (Z,)),  # clockwise angle round the board's centre in 1/32768 turns x 0.5 (0 .. 32767)
        ("row", "u1", (Z,)),  # centre of the zone in half cells, for observations and pictures
        ("col", "u1", (Z,)),
        ("exit_zone", "u1", (Z,)),
        ("start_zone", "i2", (S,)),  # where each survivor starts
        ("mark_zone", "u1", (Z,)),  # zones that the quest's victory conditions name
        # ---- tokens at the start
        ("n_tokens", "i2"),
        ("token_zone", "i2", (TOKENS,)),  # in spawning order (BP-16.R1)
        ("token_colour", "u1", (TOKENS,)),
        ("token_active", "u1", (TOKENS,)),
        ("spawn_first", "i2"),  # zone at which the order begins, -1: that of the first token placed
        ("token_limit", "i2"),  # BP-21.R1
        ("objective", "u1", (Z,)),  # colour of an objective that lies open, RED for the shuffled ones
        ("shuffled", "u1", (Z,)),  # takes part in the face-down shuffle (BP-23.R4)
        ("shuffle_blue", "u1"),  # how many of the shuffled ones are blue, green
        ("shuffle_green", "u1"),
        ("zombie_start", "u1", (Z, K)),
        ("quest_abomination", "i2"),  # zone of the Abomination of BP-23.Q10.3, -1: none
        ("n_vaults", "i2"),
        ("vault_zone", "i2", (VAULTS,)),
        ("vault_random", "u1", (VAULTS,)),  # random artefacts dealt to the vault (BP-19.R2)
        ("vault_cards", "u1", (VAULTS, VAULT_CARDS)),  # copies that lie in it face up
        # ---- quest
        ("quest", "i2"),  # number of the quest, -1: none
        ("n_rules", "i2"),
        ("rule", "i2", (RULES, 4)),  # kind, colour, a, b
        ("n_goals", "i2"),
        ("goal", "i2", (GOALS, 4)),  # step, kind, a, b; every goal of a step, step after step
        ("goal_in_end_phase", "u1"),  # victory is tested at the start of the End Phase only (BP-23.Q4.R1)
        ("exit_after_step", "i2"),  # steps to be done before the Exit works, 0: none
        # ---- equipment card types
        ("n_cards", "i2"),
        ("card_place", "u1", (CARDS,)),  # HAND_CARD, BODY_CARD, PACK_CARD, TRAP_CARD
        ("card_effect", "u1", (CARDS,)),  # FX_...
        ("card_armour", "u1", (CARDS,)),  # armour roll (X+) of body armour and shields
        ("card_dual", "u1", (CARDS,)),
        ("card_noisy", "u1", (CARDS,)),  # attack or enchantment makes noise
        ("card_ammo", "u1", (CARDS,)),
        ("card_reload", "u1", (CARDS,)),
        ("card_opens", "u1", (CARDS,)),  # 0 no, 1 without a roll, 2..6 die value
        ("card_door_dice", "u1", (CARDS,)),
        ("card_door_noisy", "u1", (CARDS,)),
        ("melee_dice", "u1", (CARDS,)),  # 0: no melee profile
        ("melee_accuracy", "u1", (CARDS,)),
        ("melee_damage", "u1", (CARDS,)),
        ("shot", "u1", (CARDS,)),  # 0, RANGED or MAGIC
        ("shot_min", "u1", (CARDS,)),
        ("shot_max", "u1", (CARDS,)),
        ("shot_dice", "u1", (CARDS,)),
        ("shot_accuracy", "u1", (CARDS,)),
        ("shot_damage", "u1", (CARDS,)),
        # ---- equipment copies
        ("n_copies", "i2"),  # copies are numbered 1 .. n_copies
        ("copy_card", "u1", (COPIES,)),
        ("n_deck", "i2"),  # copies of the equipment deck before the shuffle, in canonical order
        ("deck", "u1", (COPIES,)),
        ("n_start", "i2"),  # starting cards in dealing order (BP-2.R1)
        ("start_cards", "u1", (32,)),
        ("start_owner", "i2", (32,)),  # survivor who gets each of them
        ("n_artefacts", "i2"),
        ("artefacts", "u1", (ASIDE,)),  # copies set aside (BP-2.4)
        # ---- zombie cards
        ("n_zcards", "i2"),  # card types are numbered 1 .. n_zcards
        ("zcard_kind", "u1", (ZCARDS,)),  # ZC_...
        ("zcard_brings", "u1", (ZCARDS, 4, K)),  # [card, level, kind]
        ("zcard_extra", "i1", (ZCARDS, 4)),  # kind activated at that level, -1: none
        ("n_zdeck", "i2"),
        ("zdeck", "u1", (ZDECK,)),
        # ---- team
        ("n_survivors", "i2"),
        ("n_players", "i2"),  # controllers
        ("first_player", "i2"),
        ("player_of", "i1", (S,)),
        ("skill_start", "u1", (S, N_SKILLS)),  # skills at the start
        ("damage_with", "u1", (S, CARDS)),  # plus_1_damage_with:<item>
        ("starts_with", "u1", (S, 2)),  # card types
        ("body_card", "u1", (S,)),  # card type that the body slot takes (BP-9.4)
        ("learn_orange", "i2", (S, ID_CHOICES)),  # skill columns, -1: none
        ("learn_red", "i2", (S, ID_CHOICES)),
        ("learn_damage_with", "u1", (S, 2, ID_CHOICES)),  # card type if the choice is plus_1_damage_with
        # ---- options of the environment
        ("automatic", "u1"),  # 1, 2: only a survivor's actions are asked; 2 (vectors): and the steps of a reorganisation or trade
        ("strict_all_survivors", "u1"),  # BP-3.R2
        ("cabal", "u1"),  # BP-18.4
        ("max_rounds", "i2"),  # limit of rounds, 0: none; above 0 the game is truncated there, below 0 it is lost
        ("shaped", "u1"),  # potential-based reward in addition to the sparse one
        ("supply", "i2", (K,)),  # miniatures in the box (BP-1.R2)
        *own.WORLD,
    ]
)

_STATE: Final = [
    # ---- chance
    ("rng", "u8", ANY),
    ("tape", "i1", (TAPE,), Range(0, 6)),  # scripted dice, used before the generator
    ("tape_n", "i2", Range(0, TAPE)),
    ("tape_pos", "i2", Range(0, TAPE)),
    ("scripted", "u1", FLAG),  # a die beyond the tape sets tape_short
    ("tape_short", "u1", FLAG),
    ("chance_n", "i2", COUNT),
    ("chance", "i2", (CHANCE,), ANY),  # results of dice and decks in the last step
    # ---- course of the game
    ("round", "i2", ROUND),  # from 1
    ("phase", "u1", Range(0, len(PHASES) - 1)),
    ("outcome", "u1", Range(0, len(OUTCOMES) - 1)),
    ("defeat", "u1", Range(0, len(DEFEATS) - 1)),
    ("steps", "i4", STEPS),  # actions applied
    ("reward", "f4", (AGENTS,), ANY),  # of the last step, per agent
    ("potential", "f4", ANY),
    ("first_player", "i1", Range(0, "n_players", -1)),
    ("go", "i1", PLAYER),  # controller whose survivors act, -1: none
    ("current", "i1", SURVIVOR),  # survivor in turn, -1: none
    ("resting", "u1", FLAG),  # the Players' Phase is over and nothing follows automatically (conformance vectors)
    # ---- agenda
    ("depth", "i2", Range(0, STACK)),
    ("stack", "i2", (STACK, FRAME), ANY),
    ("pool_n", "i2", Range(0, POOL)),
    ("pool", "i2", (POOL,), ANY),
    ("ret", "i2", COUNT),  # result of the last finished task
    ("n_options", "i2", Range(0, OPTIONS)),  # number of answers of the decision on top of the stack, for small decisions
    ("options", "i2", (OPTIONS,), Range(0, N_ACTIONS - 1)),
    # ---- board
    ("zombies", "u1", (Z, K), MINIATURES),
    ("crowd", "i2", (Z,), COUNT),  # zombies of all kinds
    ("supply", "i2", (K,), COUNT),
    ("noise", "i2", (Z,), COUNT),  # Noise tokens
    ("loud_zone", "i2", ZONE),  # BP-22.71
    ("loud_by", "i1", SURVIVOR),
    ("door", "u1", (E,), Range(OPEN, LOCKED)),
    ("revealed", "u1", (Z,), FLAG),  # [building]
    ("objective", "u1", (Z,), Range(0, len(COLOURS) - 1)),  # colour, also of face-down objectives
    ("hidden", "u1", (Z,), FLAG),  # lies face down
    ("bile_zone", "i2", (BILES,), ZONE),  # oldest first
    ("n_bile", "i2", Range(0, BILES)),
    ("token_zone", "i2", (TOKENS,), ZONE),  # in spawning order
    ("token_colour", "u1", (TOKENS,), Range(0, len(TOKEN_COLOURS) - 1)),
    ("token_active", "u1", (TOKENS,), FLAG),
    ("token_id", "i2", (TOKENS,), COUNT),
    ("n_tokens", "i2", Range(0, TOKENS)),
    ("next_token", "i2", COUNT),
    ("spawn_first", "i2", ZONE),
    ("necro_zone", "i2", (NECROS,), ZONE),
    ("necro_entry", "i2", (NECROS,), ZONE),
    ("necro_token", "i2", (NECROS,), Range(-1, 2**15 - 1)),  # id of the Necromancer's own token, -1: gone
    ("necro_id", "i2", (NECROS,), COUNT),  # in order of appearance
    ("n_necros", "i2", Range(0, NECROS)),
    ("next_necro", "i2", COUNT),
    ("dead_token", "i2", (NECROS,), Range(-1, 2**15 - 1)),  # tokens of Necromancers killed in the action in progress
    ("n_dead", "i2", Range(0, NECROS)),
    ("quest_abomination", "i2", Range(QUEST_ABOMINATION_DEAD, ON_ITS_WAY + Z)),  # its zone, -1: none; see layout
    # ---- decks (copies / card types; the top is the last)
    ("deck", "u1", (COPIES,), COPY),
    ("deck_n", "i2", COPY),
    ("discard", "u1", (COPIES,), COPY),
    ("discard_n", "i2", COPY),
    ("zdeck", "u1", (ZDECK,), ZOMBIE_CARD),
    ("zdeck_n", "i2", Range(0, "n_zdeck")),
    ("zdiscard", "u1", (ZDECK,), ZOMBIE_CARD),
    ("zdiscard_n", "i2", Range(0, "n_zdeck")),
    ("unloaded", "u1", (COPIES,), FLAG),
    ("spent", "i2", (COPIES,), ANY),  # turn (turn_id) in which the enchantment was used last (BP-11.12)
    ("vault_cards", "u1", (VAULTS, VAULT_CARDS), COPY),  # copies, packed to the left
    ("vault_face_down", "u1", (VAULTS, VAULT_CARDS), FLAG),
    ("n_gone", "i2", COPY),  # copies out of the game
    ("aside", "u1", (ASIDE,), COPY),  # artefacts set aside, packed to the left
    # ---- quest
    ("taken", "u1", (4,), ANY),  # [colour] objectives taken
    ("taken_at", "u1", (Z,), FLAG),
    ("killed", "i2", (K,), COUNT),
    ("artefacts", "i2", COUNT),  # picked up from vaults
    ("vault_taken", "u1", (CARDS,), ANY),  # [card type] taken from vaults
    ("level_reached", "u1", LEVEL),  # highest level that a survivor has had
    ("fire_zone", "i2", ZONE),  # zone that burns while its victory conditions are tested, else -1
    ("died", "u1", FLAG),  # a survivor has been killed
    # ---- survivors
    ("zone", "i2", (S,), ZONE),  # -1: not on the board
    ("alive", "u1", (S,), FLAG),
    ("wounds", "u1", (S,), Range(0, MAX_WOUNDS)),
    ("xp", "i2", (S,), Range(0, 30000)),
    ("level", "u1", (S,), LEVEL),  # levels whose gains have been resolved
    ("skill", "u1", (S, N_SKILLS), ANY),
    ("learned_with", "u1", (S, 2), CARD_TYPE),  # plus_1_damage_with:<item> taken at Orange and at Red, 0: another skill
    ("inv", "u1", (S, SLOTS), COPY),  # copies
    ("rotten", "u1", (S,), FLAG),  # Rotten token
    ("invisible", "u1", (S,), FLAG),
    ("gift", "u1", (S,), ANY),  # additional actions from Born leaders, for the next turn
    ("acted", "u1", (S,), FLAG),  # has had a turn in this round
    ("searched", "u1", (S,), FLAG),
    ("actions", "i2", (S,), COUNT),  # normal actions left in the turn
    ("tough_used", "u1", (S,), FLAG),
    ("nose", "u2", (Z,), TEAM),  # who has killed a zombie of the zone in this round, as bits (BP-22.45)
    # ---- the turn of the current survivor
    ("turn_id", "i2", ANY),
    ("next_turn", "i2", ANY),
    ("link_turn", "u1", FLAG),  # an additional turn of Zombie link
    ("arranged", "u1", ANY),  # steps of the rearrangement in progress
    ("free", "u1", (16,), ANY),  # specific free actions left, by kind
    ("used", "u1", (16,), FLAG),  # once-per-turn skills used
    ("quiet", "u1", FLAG),  # nothing done that forbids the Rotten token
    ("pending_attack", "u1", Range(0, COMBAT_BITS)),  # Bloodlust: 0 none, else 1 + set of combat types as bits
    ("pending_run", "u1", FLAG),  # Hit & Run move
    ("pending_blitz", "u1", ANY),  # Blitz moves
    # ---- the combat action in progress
    ("atk_type", "u1", Range(MELEE, MAGIC)),
    ("atk_by", "i1", SURVIVOR),
    ("atk_zone", "i2", (2,), ZONE),  # -1: no second zone
    ("atk_card", "u1", Range(0, "n_cards")),
    ("atk_copies", "u1", Range(0, 2)),  # weapons used, 1 or 2
    ("atk_dagger", "u1", ANY),  # dice from other Daggers, Escalation (WD-24.74)
    ("atk_dice", "i2", (2,), COUNT),  # by zone: the second one is for Trick shot
    ("atk_accuracy", "i2", COUNT),
    ("atk_damage", "i2", COUNT),
    ("atk_hits", "i2", (2,), COUNT),
    ("atk_misses", "i2", (2,), COUNT),
    ("atk_rerolls", "u1", REROLLS),  # sources left as bits
    ("atk_reaper", "u1", FLAG),  # Reaper still to be used
    ("atk_kills", "i2", COUNT),
    ("atk_emptied", "i2", COUNT),  # zones of which the last zombie was killed
    ("atk_ff", "i2", (S,), COUNT),  # misses that hit each survivor
    # ---- the distribution of wounds in progress
    ("wnd", "i2", (S, K), COUNT),  # zombies assigned to each survivor, by kind
    ("wnd_zone", "i2", ZONE),
    ("wnd_left", "i2", (K,), COUNT),  # attackers not yet assigned
    ("roll_by", "i1", SURVIVOR),
    ("roll_dice", "i2", COUNT),
    ("roll_need", "i2", COUNT),
    ("roll_plus", "i2", COUNT),
    ("roll_saved", "i2", COUNT),
    ("roll_rerolls", "u1", REROLLS),
    ("roll_wounds", "i2", COUNT),  # wounds that armour may prevent
    ("roll_sure", "i2", COUNT),  # wounds that armour cannot prevent
    ("roll_damage", "i2", COUNT),  # wounds per hit not prevented
    # ---- the activation in progress
    ("act_zombies", "u1", (Z, K), MINIATURES),  # zombies that are to activate (necromancers: act_necro)
    ("act_necro", "u1", (NECROS,), FLAG),
    ("act_moved", "u1", (Z, K), MINIATURES),  # arrivals of the step of movement
    ("act_fought", "u1", (Z,), FLAG),
    ("act_went", "u1", (Z,), Range(0, (1 << MOVERS) - 1)),  # classes of movers that leave the zone, as bits
    ("act_to", "i2", (NECROS,), ZONE),  # destination of each Necromancer, -1: it stays
    ("act_noise", "i2", (Z,), LOUDNESS),  # noise and targets when the step of movement began
    ("act_target", "u1", (Z,), FLAG),
    ("act_loudest", "i2", LOUDNESS),
    ("act_first", "u1", (D,), FLAG),  # first steps of the group in progress, by neighbour
    ("act_taunter", "i1", SURVIVOR),
    # ---- the card in hand that is to be stored
    ("gain_copy", "u1", COPY),
    ("gain_extra", "u1", COPY),  # Matching set: stored next
    ("gain_left", "i2", COUNT),  # further cards of the Search
    ("gain_search", "u1", Range(0, 2)),  # 1: drawn by a Search, 2: by a Search of something other than the deck
    ("gain_matched", "u1", FLAG),
    *own.STATE,
]
STATE: Final = record(_STATE)
RANGES: Final = ranges(_STATE)

#: Working memory, which follows the world (see ``core.scratch``).
SCRATCH: Final = record(
    [
        ("reach", "u1", (Z,)),  # steps of a multi-zone move
        ("queue", "i2", (max(Z, VAULTS * VAULT_CARDS + ASIDE),)),
        ("mask", "i1", (N_ACTIONS,)),
        ("dist", "u1", (KEPT_ROWS, Z)),  # distances over passable borders (movement.ways_from, ways_to)
        ("dist_row", "i2", (KEPT_ROWS,)),  # which row it is, and for which open ways
        ("dist_ways", "i8", (KEPT_ROWS,)),
        *own.SCRATCH,
        *EVENTS,
    ]
)
