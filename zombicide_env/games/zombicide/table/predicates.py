"""Special rules and victory conditions of a quest file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Final

from zombicide_env.core.words import whole_number
from zombicide_env.games.source import Item, one_of

from . import codes as C
from .codes import (
    ANY_COLOUR,
    BLUE,
    FOREVER,
    GREEN,
    LEVELS,
    NO_COLOUR,
    RED,
    RULE_ACTIVATE_SPAWN,
    RULE_GIVES_ARTEFACT,
    RULE_GIVES_CARD,
    RULE_LOSE_KILLED,
    RULE_OBJECTIVE_BRINGS,
    RULE_OBJECTIVE_SPAWNS,
    RULE_REPLACE,
)
from .quest_types import Goal, QuestDoor, QuestRule, QuestVault, SpawnZone
from .vocabulary import Vocabulary

XP: Final = 5  # BP-23.R6
OBJECTIVES: Final = {"any": ANY_COLOUR, "red": RED, "blue": BLUE, "green": GREEN}
KEYS: Final = {"taken(blue)": BLUE, "taken(green)": GREEN, "all_objectives_taken": RED, "never": FOREVER}
RULE_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "objective_xp": ("xp",),
    "key": ("objective", "unlocks_doors"),
    "vault_key": ("objective", "vault"),
    "activate_spawn": ("objective", "zone"),
    "objective_spawns": ("objectives", "where", "cards", "after"),
    "objective_brings": ("objective", "where", "choose"),
    "objective_gives": ("objective", "card", "from", "to", "optional"),
    "replace_zombie": ("from", "to"),
    "exit": ("zone",),
    "sealed_zones": ("zones",),
    "lose_when": ("event",),
}
_PREDICATE: Final = re.compile(r"(\w+)(?:\(([^()]*)\))?(?:\s*>=\s*(\d{1,4}))?")
ZONE_GOALS: Final = {
    "taken_at": C.GOAL_TAKEN_AT,
    "all_initial_survivors_in": C.GOAL_ALL_IN,
    "no_zombie_in": C.GOAL_NO_ZOMBIE_IN,
    "all_spawn_tokens_in": C.GOAL_TOKENS_IN,
    "dragon_fire_in": C.GOAL_FIRE_IN,
    "held": C.GOAL_HELD,
}
COUNT_GOALS: Final = {
    "artefacts_taken": C.GOAL_ARTEFACTS,
    "gathered_at_spawn": C.GOAL_GATHERED,
    "supplies_out": C.GOAL_SUPPLIES_OUT,
    "neutralised": C.GOAL_NEUTRALISED,
    "enough_left": C.GOAL_ENOUGH_LEFT,
}
_GOALS: Final = (  # of every edition; ``Vocabulary.goals`` are those of one
    *("exit_complete", "killed", "all_objectives_taken", "taken", "artefacts_taken", "level_reached", "team_holds", "vault_card_taken"),
    *("taken_at", "all_initial_survivors_in", "no_zombie_in", "all_spawn_tokens_in", "dragon_fire_in"),
)


def lock(item: Item | None) -> int:
    """Convert ``locked_until``: null, taken(blue), taken(green), all_objectives_taken or never -> colour, RED, FOREVER; 0 without."""
    return NO_COLOUR if item is None or item.empty else KEYS[item.choice(KEYS)]


def goals(item: Item, step: int, zone: Callable[[Item, str], str], words: Vocabulary) -> list[Goal]:
    """Convert one predicate of ``win``; ``team_holds`` with several cards gives several goals."""
    text = item.text()
    match = _PREDICATE.fullmatch(text.strip())
    if not match:
        item.fail(f"{text!r} is not a predicate; write name, name(argument) or name(argument) >= number")
    name, argument, number = match[1], (match[2] or "").strip(), int(match[3] or 1)
    if name not in (*_GOALS, *words.goals):
        item.fail(f"predicate {name!r} is unknown; use one of {', '.join((*_GOALS, *words.goals))}")
    if name in ("exit_complete", "all_objectives_taken"):
        return [Goal(step, C.GOAL_EXIT if name == "exit_complete" else C.GOAL_ALL_TAKEN, 0, 1)]
    if name in COUNT_GOALS:
        return [Goal(step, COUNT_GOALS[name], 0, number)]
    if name == "killed" and argument == "quest_abomination":
        return [Goal(step, C.GOAL_QUEST_ABOMINATION, 0, 1)]
    if name in ZONE_GOALS:
        return [Goal(step, ZONE_GOALS[name], zone(item, argument), 1)]
    if name == "team_holds":
        return [_holds(item, step, part.split(), words.items) for part in argument.split(",")]
    known: dict[str, int | str] = (
        dict(zip(words.kinds, words.kinds, strict=True))
        if name == "killed"
        else {level: i for i, level in enumerate(LEVELS)}
        if name == "level_reached"
        else {colour: i for colour, i in OBJECTIVES.items() if i}
        if name == "taken"
        else dict(zip(words.items, words.items, strict=True))
    )
    if argument not in known:
        item.fail(f"{name}: {argument!r} is unknown{one_of(argument, known)}")
    kind = {
        "killed": C.GOAL_KILLED,
        "level_reached": C.GOAL_LEVEL,
        "taken": C.GOAL_TAKEN,
        "vault_card_taken": C.GOAL_VAULT_CARD,
        "carried_off": C.GOAL_CARRIED_OFF,
        "found": C.GOAL_FOUND,
    }[name]
    return [Goal(step, kind, known[argument], number)]


def _holds(item: Item, step: int, words: list[str], items: Collection[str]) -> Goal:
    if len(words) != 2 or words[0] not in items or whole_number(words[1], 0, 9999) is None:
        item.fail(f"team_holds: {' '.join(words)!r} is not a card and a number, as in 'apples 2'")
    return Goal(step, C.GOAL_TEAM_HOLDS, words[0], int(words[1]))


def rules(
    entries: Iterable[Item],
    doors: Collection[QuestDoor],
    vaults: Collection[QuestVault],
    spawns: Collection[SpawnZone],
    exits: Collection[str],
    zone: Callable[[Item, str], str],
    words: Vocabulary,
) -> tuple[list[QuestRule], bool, int]:
    """Return the rules that the engine stores as rows, whether the Exit may be used and after which step of ``win``.

    ``key`` and ``vault_key`` are checked against ``locked_until`` of the doors, which takes precedence.
    """
    rows: list[QuestRule] = []
    may_exit, after_step = False, 0
    for entry in entries:
        name = entry.mapping()["kind"].choice(RULE_KEYS)
        keys = entry.mapping(("kind", *RULE_KEYS[name]), ("id", "then", "after_step"))
        if name == "objective_xp":
            if keys["xp"].integer(0, 99) != XP:
                keys["xp"].fail(f"objectives give {XP} experience (BP-23.R6); other numbers are not supported")
        elif name == "key":
            _check_key(keys, doors)
        elif name == "vault_key":
            _check_vault_key(keys, vaults)
        elif name == "sealed_zones":
            for label in keys["zones"].items():
                zone(label, label.text())
        elif name == "exit":
            if zone(keys["zone"], keys["zone"].text()) not in exits:
                keys["zone"].fail(f"{keys['zone'].text()} is not listed under exit; add it there")
            may_exit = True
            after_step = keys["after_step"].integer(1, 9) if "after_step" in keys else 0
        else:
            rows += _rows(name, keys, spawns, zone, words)
    return rows, may_exit, after_step


def _check_key(keys: dict[str, Item], doors: Collection[QuestDoor]) -> None:
    colour = OBJECTIVES[keys["objective"].choice(("blue", "green"))]
    for number in keys["unlocks_doors"].items():
        door = next((door for door in doors if door.id == number.integer(0, 999)), None)
        if door is None:
            number.fail(f"there is no door {number.text()}")
        if door.key != colour:
            number.fail(f"door {door.id} has another locked_until; write locked_until: taken({keys['objective'].text()}) there")


def _check_vault_key(keys: dict[str, Item], vaults: Collection[QuestVault]) -> None:
    word = keys["objective"].choice(("blue", "green", "all"))
    vault = next((vault for vault in vaults if vault.colour == keys["vault"].text()), None)
    if vault is None:
        keys["vault"].fail(f"there is no {keys['vault'].text()} vault")
    if vault.key != (RED if word == "all" else OBJECTIVES[word]):
        want = "all_objectives_taken" if word == "all" else f"taken({word})"
        keys["vault"].fail(f"the {vault.colour} vault has another locked_until; write locked_until: {want} there")


def _rows(
    name: str, keys: dict[str, Item], spawns: Collection[SpawnZone], zone: Callable[[Item, str], str], words: Vocabulary
) -> list[QuestRule]:
    if name == "lose_when":
        keys["event"].choice(("survivor_killed",))
        return [QuestRule(RULE_LOSE_KILLED, ANY_COLOUR, 0, 0)]
    if name == "replace_zombie":
        return [QuestRule(RULE_REPLACE, ANY_COLOUR, keys["from"].choice(words.kinds), keys["to"].choice(words.kinds))]
    if name == "objective_spawns":
        colours = [OBJECTIVES[part.choice(OBJECTIVES)] for part in keys["objectives"].items()]
        keys["where"].choice(("its_zone",))
        keys["after"].choice(("xp",))
        if keys["cards"].integer(0, 99) != 1:
            keys["cards"].fail("one card is drawn (BP-23.Q3.R1); write cards: 1")
        return [QuestRule(RULE_OBJECTIVE_SPAWNS, colour, 1, 0) for colour in colours]
    colour = OBJECTIVES[keys["objective"].choice(OBJECTIVES)]
    if name == "activate_spawn":
        label = zone(keys["zone"], keys["zone"].text())
        if not any(spawn.zone == label and spawn.colour == colour for spawn in spawns):
            keys["zone"].fail(f"{label} has no {keys['objective'].text()} spawn token; an objective activates the tokens of its colour")
        return [QuestRule(RULE_ACTIVATE_SPAWN, colour, 0, 0)]
    if name == "objective_gives":
        card = keys["card"].text()
        if card == "random_artefact":
            return [QuestRule(RULE_GIVES_ARTEFACT, colour, 0, 0)]
        return [QuestRule(RULE_GIVES_CARD, colour, keys["card"].choice(words.items), int(keys["optional"].flag()))]
    return [_brings(keys, colour, words.kinds)]


def _brings(keys: dict[str, Item], colour: int, known: Collection[str]) -> QuestRule:
    keys["where"].choice(("its_zone",))
    kinds: list[str] = []
    for choice in keys["choose"].items():
        entry = choice.mapping(("kind",), ("unless_on_board",))
        word = entry["kind"].choice((*known, "none"))
        if word == "none":
            break
        if "unless_on_board" not in entry or entry["unless_on_board"].text() != word:
            choice.fail(f"write unless_on_board: {word}; the first kind that is not on the board appears")
        kinds.append(word)
    if not 1 <= len(kinds) <= 2:
        keys["choose"].fail(f"{len(kinds)} kinds; one or two can be given, as in {next(iter(known))}")
    return QuestRule(RULE_OBJECTIVE_BRINGS, colour, kinds[0], kinds[1] if len(kinds) == 2 else "")
