"""Records of the heuristic: VIEW, the working memory of one thread, and WEIGHTS, the weights of its scores.

VIEW does not belong to a game: its content is valid for the board, doors or cards that are stored with it, or for one decision.
Every kernel of these modules takes it as ``v``.
"""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import record, when
from zombicide_env.core.players import FINAL, LATE

from ..edition import LEVELS_OF_GROUND
from ..numbers.layout import SLOTS, E, S, Z
from . import edition_weights

LAYOUTS: Final = 2048  # cached layouts; a power of two
KINDS_OF_ATTACK: Final = 2  # at range 0, further
FIGHTS: Final = 12  # further actions in a turn count as this number

VIEW: Final = record(
    [
        # ---- valid for one world
        ("world", "i8"),
        ("layout_cards", "i8", (LAYOUTS,)),  # the cards, ``look.WORD`` bits each, ascending; with ``layout_who`` the key
        ("layout_who", "i8", (LAYOUTS,)),  # skills that change what a weapon is worth
        ("layout_slots", "i8", (LAYOUTS,)),  # cards by slot, ``look.WORD`` bits each
        ("layout_value", "f8", (LAYOUTS,)),
        # ---- valid while doors and ways do not change
        ("ways", "i8"),
        ("door", "u1", (E,)),
        ("steps_ok", "u1", (Z,)),
        ("steps", "u1", (Z, Z)),  # [from, to] of a survivor, FAR: no way is open
        ("field_ok", "u1", (Z,)),
        ("field", "i4", (Z, Z)),  # [target, zone] cost of the way: steps, plus the cost of closed doors
        ("crowd", "i2", (Z,)),
        ("march_ok", "u1", (Z,)),
        ("march", "f8", (Z, Z)),  # [target, zone] steps of the way, with the cost of zombies on it
        ("seen_ok", "u1", (Z,)),
        ("seen", "u1", (Z, Z)),  # [from, to] range of the Line of Sight, FAR: none
        # ---- valid while a survivor's cards and skills do not change
        ("cards", "i8", (S,)),  # cards by slot, ``look.WORD`` bits each
        ("feats", "i8", (S,)),  # checksum of the survivor's skills
        ("who", "i8", (S,)),
        ("stamp", "i8", (S,)),  # changes so far
        ("held_ok", "u1", (S,)),
        ("held", "f8", (S,)),  # worth of the cards in hand
        ("laid_ok", "u1", (S,)),
        ("laid", "f8", (S,)),  # worth of the cards in their present slots
        ("attack_ok", "u1", (S,)),
        ("attack_kind", "i1", (S, KINDS_OF_ATTACK)),  # best attacks; -1: none
        ("attack_dice", "i2", (S, KINDS_OF_ATTACK)),
        ("attack_chance", "f8", (S, KINDS_OF_ATTACK)),
        ("attack_damage", "i2", (S, KINDS_OF_ATTACK)),
        ("attack_reach", "i2", (S, KINDS_OF_ATTACK)),
        ("attack_near", "i2", (S,)),  # minimum range of the ranged weapons
        ("spares", "u1", (S,)),  # shots do not hit friends
        ("blow", "f8", (S, 2, 3)),  # [survivor, alone] kills of one action at range 0: of those that damage 1 kills, Fatties, Abominations
        ("gift_giver", "i8", (S, S)),  # stamps for which the gift was computed
        ("gift_friend", "i8", (S, S)),
        ("gift_gain", "f8", (S, S)),
        ("gift_slot", "i2", (S, S)),  # -1: none
        # ---- one decision
        ("n_team", "i2"),
        ("team", "i2", (S,)),  # survivors on the board, ascending
        ("here", "i4", (Z,)),  # survivors in the zone, as bits
        ("danger", "i2"),  # the highest level
        ("planned", "u1"),
        ("per_zombie", "f8"),  # steps that a zombie on the way counts for
        ("spawn_tokens", "u1", (Z,)),  # active ones
        ("arriving_ok", "u1", (Z,)),
        ("arriving", "f8", (Z, 4)),  # zombies next door that may arrive: killed by damage 1, Runners among them, Fatties, Abominations
        # ---- Dragon Fire
        ("bile", "i4"),  # who has it, as bits
        ("torch", "i4"),
        ("ready", "u1"),
        ("soaked", "u1", (Z,)),
        ("n_hot", "i2"),
        ("hot", "u1", (Z,)),  # about to burn: everybody should leave
        # ---- the plan
        ("target", "i2", (S,)),  # destination of each survivor, -1: none
        ("wanted", "u1", (Z,)),  # the zone has something that should be taken
        ("hunter", "u1", (S,)),  # 1: hunts a Necromancer, 2: one whose escape would lose the game
        ("leaving", "u1"),  # the Exit is open to the team
        ("hunting", "u1"),  # experience is a goal of the quest
        ("searching", "u1"),
        ("early", "u1"),  # the goals are those of a later step: until then the team searches
        ("gathering", "u1"),  # the team stays near a room and searches it
        ("arming", "u1"),  # the team stays near a room and searches it
        ("burn", "i2"),  # zone in which Dragon Fire wins the game now, -1: none
        ("rid", "i2"),  # zone outside which no spawn token should be left, -1: none
        ("pyre", "i2"),  # zone from which a door is to be opened to burn what waits behind it, -1: none
        ("dear", "f8"),  # weight of harm, 1 in most games
        ("haste", "f8"),  # weight of a step, 1 in most games
        ("n_goals", "i2"),
        ("goals", "i2", (Z,)),
        ("listed", "u1", (Z,)),
        ("n_errands", "i2"),
        ("errands", "i2", (Z,)),
        ("n_ahead", "i2"),
        ("ahead", "i2", (Z,)),
        ("n_beasts", "i2"),
        ("beast_zone", "i2", (Z,)),
        ("beasts", "f8", (Z,)),  # zombies in the zone that the team cannot kill
        ("way", "i2", (Z,)),  # of a Necromancer
        *when(LEVELS_OF_GROUND, ("far", "u1", (Z,)), ("beyond", "u1", (Z,))),
        *when(LEVELS_OF_GROUND, ("mustering", "u1")),  # the team gathers on the ramparts
        *when(LEVELS_OF_GROUND, ("gap", "i2")),  # the border where a rope ladder is wanted, -1: none
        ("n_order", "i2"),
        ("order", "i2", (S,)),  # survivors by their distance
        ("taken", "u1", (S,)),
        # ---- the turn
        ("me", "i2"),
        ("fights", "f8"),  # attacks left in the turn
        ("unmoving", "f8"),  # those of them that are free and cannot pay for a step
        ("moves", "i2"),  # free Move actions left
        ("shoves", "u1"),  # it can still push zombies away
        ("spared", "f8"),  # harm that this would spare in its zone, were the turn over
        ("shy", "f8"),  # cost of a kill that raises the danger level
        ("base", "f8"),  # value of ending the turn
        ("turn", "i8"),  # number of the position, which validates the next two
        ("end_at", "i8", (Z, FIGHTS)),
        ("end", "f8", (Z, FIGHTS)),  # ``value.finish`` in a zone with that many actions
        ("rate_ok", "u1", (Z, 2)),
        ("rate", "f8", (Z, 2)),
        ("rate_lead", "f8", (Z, 2)),  # chance that the attack kills a Necromancer
        ("aims_ok", "u1"),
        ("n_aims", "i2"),
        ("aim_zone", "i2", (Z,)),
        ("aim_kills", "f8", (Z,)),
        ("aim_lead", "f8", (Z,)),
        # ---- registers: results of the last call
        ("a_kind", "i2"),
        ("a_dice", "i2"),
        ("a_chance", "f8"),
        ("a_damage", "i2"),
        ("a_reach", "i2"),
        ("e_value", "f8"),  # kills weighted by their worth
        ("e_kills", "f8"),
        ("e_misses", "f8"),
        ("h_soft", "f8"),  # a horde: zombies that damage 1 kills
        ("h_runners", "f8"),  # Runners among them
        ("h_hard", "f8"),
        ("h_great", "f8"),
        ("h_spare", "f8"),  # kills still to be dealt to those
        ("n_c", "i2"),
        ("c", "i2", (SLOTS + 1,)),  # cards to be laid out, ascending
        ("rest", "i2", (SLOTS + 1,)),
        ("slots", "i2", (SLOTS,)),  # the best layout
        ("want", "i2", (SLOTS,)),  # the same, arranged so that few cards move
        ("room", "f8", (S,)),  # wounds that each can still take
        ("queue", "i2", (Z + 1,)),
        ("queued", "u1", (Z,)),
    ]
)

#: Name -> meaning and default of the weight.
#:
#: Origin: ten generations of `zombicide tune` on older weights (12 candidates, 100 games on each of Black Plague's eleven quests, seed 0),
#: then varied one by one over 200 to 400 games per quest, seeds 1000 to 1399.
_FAMILY: Final = {
    "progress": 0.4,  # a step closer to the target
    "crowd": 0.25,  # steps that a zombie on the way counts for
    "cohesion": 0.3,  # a step closer to the average team mate
    "alone": 1.5,  # steps from the team that being alone is worth
    "kill": 1.0,  # in addition to the harm that it prevents
    "sally": 0.8,  # share of the kills of a sally that counts when a survivor sets out for it
    "level": 2.7,  # a kill that raises the danger level
    "search": 2.0,  # a card for empty hands
    "enough": 1.9,  # worth of hands that need no better card
    "door": 1.4,  # opening a door on the way
    "room": 0.8,  # zombies that a room may spawn when it is opened
    "spread": 0.17,  # weight of each further room of a building: its zombies arrive later
    "trapped": 0.3,  # a zombie behind a closed door that is opened for it
    "objective": 1.0,
    "wait": 8.0,  # leaving an objective to a nearby survivor whose experience does not raise the danger level
    "effort": 0.02,  # any action
    "wound": 0.8,
    "hurt": 0.3,  # additional weight of a wound per wound already taken
    "death": 2.8,
    "luck": 0.0,  # weight of bad dice that would kill where the average wound would not
    "dear": 2.5,  # factor of harm where a death loses the game
    "daring": 1.0,  # the same where the Exit wins and few spawn tokens are left until the limit
    "hurry": 1.0,  # factor of a step in that case
    "later": 0.4,  # share of the next round's harm that counts now: dice and team may still prevent it
    "beasts": 1.0,  # steps that a zombie at an errand counts for if it cannot be killed
    "fear": 0.16,  # a nearby zombie that cannot be killed
    "alarm": 1.0,  # spawn tokens short of the limit at which Necromancers are hunted everywhere
    "hunters": 2.0,  # survivors who then hunt
    "posse": 2.0,  # survivors who hunt if an escape would lose the game
    "lead": 2.0,  # worth of a kill that keeps a Necromancer from escaping
    "stalk": 0.0,  # share of it that counts when a survivor sets out for such a kill
    "home": 6.0,  # factor of a step when the only goal left is to gather in one zone
    "run": 1.5,  # steps that a survivor leaves the team for an errand of its own
    "armed": 0.75,  # a team whose hands are worth less on average searches for equipment first
    "arming_rounds": 7.0,  # for at most this number of rounds
    # ---- set by hand
    "base": 8.0,  # steps to a room in which the team may search for equipment, at most
    "detour": 5.0,  # steps to an artefact that is worth a detour, at most
    "dark": 0.3,  # steps that a dark room near an errand counts for
    "crowded": 0.2,  # steps that a zombie at an errand counts for
    "idle": 0.3,  # share of the harm to survivors who have not acted yet: they may still help themselves
    "stride": 2.0,  # steps that they may still catch up
    "give": 0.9,  # share of the worth of a gift that counts
    "least": 0.12,  # share of the worth of a Search that counts for full hands
    "shelter": 0.3,  # zombies of a room that a wound which can still be taken outweighs
    "ally": 0.25,  # a door that is opened for another survivor
    "horde": 12.0,  # zombies behind a door for which it is opened to burn them all
    "distant": 0.4,  # share of a kill far from everybody that counts
    "front": 0.3,  # order of turns: steps to the target, later
    "beset": 1.0,  # order of turns: zombies in the zone, earlier
    "mighty": 0.5,  # the same, times the worth of the hands
    "errand": 1.5,  # order of turns: something to take, earlier
    "novice": 0.0,  # order of turns: experience short of the next danger level (all of it 1), earlier
    "order": 1.0,  # factor of these scores: a policy over this player may take turns in an order that scores less than 1 below its own
    # ---- what `greedy` leaves out
    "close": 0.0,  # additional share of a kill in a zone with survivors, or next to one
    "spawn": 0.0,  # share that counts of the harm by zombies that the spawn tokens of a zone bring in: a card may activate them at once
    "shove": 0.0,  # share that counts of the harm that Shove spares; 0: never uses it
    "lifesaver": 0.0,  # the same of Lifesaver
    "thrift": 0.0,  # above 0, a free Move action that a move uses up is not counted once more for the next
}
_WEIGHTS: Final = {**_FAMILY, **edition_weights.CHANGED, **edition_weights.WEIGHTS}
#: Name -> default of the weight, and of its factor in the late game.
DEFAULTS: Final = {**_WEIGHTS, **{LATE + name: 1.0 for name in _WEIGHTS}, FINAL: 0.0}
WEIGHTS: Final = record([(name, "f8") for name in (*_WEIGHTS, FINAL)])
