"""Records of the rule-based player: its weights, and its view: the current belongings, and the odds of dice and melees."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.layout import record

from ..numbers.layout import DICE_PER_AMMO, MAX_GROUP, N_RESOURCES, N_TOKENS, P, R

# ---- bounds of the tables: higher values make no relevant difference
GROUPS: Final = MAX_GROUP + 1
MOST_ADRENALINE: Final = 9
MOST_ZOMBIES: Final = 16
MOST_SHOTS: Final = 8
MOST_HORDE: Final = 3  # red dice, as printed
TIMES: Final = 3  # the last round, the two before, earlier
DICE_SHOT: Final = MOST_SHOTS * DICE_PER_AMMO + 1
MELEE_RESULTS: Final = 485  # of seven dice, four of them red
KEPT: Final = 8191  # cached battles; a prime number, so that their keys spread

#: Weights of the considerations, in victory points.
DEFAULTS: Final = {
    "bid_cost": 1.3,  # cost factor of a unit paid in the auction
    "hold": 0.5,  # probability that a bid stands although another player could raise it
    "molotov": 4.0,
    "rifle": 2.0,
    "map": 2.0,
    "fanatic": 1.0,
    "bus": 0.5,
    "toxic": -1.5,
    "injured": -1.0,
}
WEIGHTS: Final = record([(name, "f8") for name in DEFAULTS])

VIEW: Final = record(
    [
        # ---- the decision
        ("p", "i8"),
        ("time", "i8"),
        ("places", "f8", (P + 1,)),  # value of choosing first, second ...
        ("n_places", "i8"),
        ("mine", "f8", (R,)),  # value of the routes to the player, and to the others on average; -inf: taken
        ("theirs", "f8", (R,)),
        # ---- the current belongings
        ("group", "i8"),
        ("own", "i8", (N_RESOURCES,)),
        ("tokens", "i8", (N_TOKENS,)),
        ("liquidator", "i8"),
        # ---- odds, computed on first use
        ("rolled", "u1", (GROUPS, MOST_HORDE + 1)),  # whether the results for these numbers of dice and of red dice are computed
        ("n_results", "i8", (GROUPS, MOST_HORDE + 1)),
        ("result", "i1", (GROUPS, MOST_HORDE + 1, MELEE_RESULTS, 4)),  # targets, lightnings, wounds, deaths
        ("chance", "f8", (GROUPS, MOST_HORDE + 1, MELEE_RESULTS)),
        ("dense", "f8", (GROUPS, GROUPS, GROUPS, GROUPS)),
        ("shot_odds", "u1"),
        ("shot", "f8", (MOST_SHOTS + 1, DICE_SHOT, DICE_SHOT)),  # targets and wounds of a ranged attack, by ammo
        ("after", "f8", (MOST_ZOMBIES + 1,)),  # value after a ranged attack, by the remaining zombies
        # ---- melees: computed or not, and their values; without adrenaline or with it
        ("fought", "u1", (2, TIMES, MOST_HORDE + 1, GROUPS, MOST_ADRENALINE + 1, MOST_ZOMBIES + 1)),
        ("fight", "f8", (2, TIMES, MOST_HORDE + 1, GROUPS, MOST_ADRENALINE + 1, MOST_ZOMBIES + 1)),
        ("open_chance", "f8", (MELEE_RESULTS,)),  # rolls that change something only if adrenaline is spent
        ("open_best", "f8", (MELEE_RESULTS,)),
        # ---- battles by time, purse and card (``battle.card_battle``)
        ("kept_key", "i8", (KEPT,)),
        ("kept", "f8", (KEPT,)),
    ]
)
