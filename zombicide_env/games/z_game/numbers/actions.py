"""The action space of Z-Game (ZG-10.15): Discrete(137), families of words whose meaning depends on the node."""

from __future__ import annotations

from typing import Final

from zombicide_env.core.codec import ActionBlock, ActionCodec

from .layout import N_DECKS, C, K, L, P

N_OPTIONS: Final = 16
N_NUMBERS: Final = 25

ACTIONS: Final = ActionCodec(
    "z_game",
    [
        ActionBlock("pass", (), "pass, decline, retreat, walk ...", "pass, decline, stop, no"),
        ActionBlock("confirm", (), "done, accept, fight, stop ...", "finish a selection, accept, yes"),
        ActionBlock("cancel", (), "cancel", "abandon the movement in hand (once for each)"),
        ActionBlock("char", (("character", C),), "move <char>, raise <char> ...", "a character"),
        ActionBlock("loc", (("location", L),), "to <loc>, at <loc> ...", "a location, by its index in the layout"),
        ActionBlock("card", (("card", K),), "use <card>, offer <card> ...", "a type of action card, or the card of a fighter"),
        ActionBlock("deck", (("deck", N_DECKS),), "draw <deck>, ask any <deck>", "a deck"),
        ActionBlock("seat", (("seat", P),), "target <player>, deal <player>", "a player"),
        ActionBlock("option", (("option", N_OPTIONS),), "project <kind>, effect <kind> ...", "an entry of the node's menu"),
        ActionBlock("num", (("number", N_NUMBERS),), "food <n>", "a number"),
    ],
)

N_ACTIONS: Final = ACTIONS.size
A_PASS: Final = ACTIONS.start["pass"]
A_CONFIRM: Final = ACTIONS.start["confirm"]
A_CANCEL: Final = ACTIONS.start["cancel"]
A_CHAR: Final = ACTIONS.start["char"]  # + character
A_LOC: Final = ACTIONS.start["loc"]  # + location
A_CARD: Final = ACTIONS.start["card"]  # + card
A_DECK: Final = ACTIONS.start["deck"]  # + deck
A_SEAT: Final = ACTIONS.start["seat"]  # + seat
A_OPTION: Final = ACTIONS.start["option"]  # + entry
A_NUM: Final = ACTIONS.start["num"]  # + number
