"""Briefing of a quest, before it begins: start, locks, special rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...table import codes as C
from ...table.codes import FOREVER, LOCKED, TOKEN_COLOURS
from ...table.quest_types import Quest

__all__ = ["briefing"]

_PLACES: Final = {
    "start": {"en": "The team starts in {zones}.", "ru": "Команда начинает в {zones}."},
    "exit": {"en": "The Exit is in {zones}.", "ru": "Выход – в {zones}."},
    "spawn": {"en": "Zombies come at the spawn tokens in {zones}.", "ru": "Зомби приходят у жетонов появления в {zones}."},
    "asleep": {
        "en": "The {colour} spawn token in {zones} sleeps until the {colour} objective is taken.",
        "ru": "Жетон появления ({colour}) в {zones} спит, пока не взята цель того же цвета.",
    },
    "objectives": {"en": "Objectives lie in {zones}.", "ru": "Цели лежат в {zones}."},
    "hidden": {
        "en": "Face down among the objectives in {zones}: {colours}.",
        "ru": "Лицом вниз среди целей в {zones}: {colours}.",
    },
    "door": {
        "en": "The door between {zones} is locked until the {colour} objective is taken.",
        "ru": "Дверь между {zones} заперта, пока не взята цель: {colour}.",
    },
    "last_door": {
        "en": "The door between {zones} is locked until all objectives are taken.",
        "ru": "Дверь между {zones} заперта, пока не взяты все цели.",
    },
    "never": {"en": "The door between {zones} cannot be opened.", "ru": "Дверь между {zones} открыть нельзя."},
    "vault": {"en": "Vault {vault} joins {zones}.", "ru": "Хранилище {vault} соединяет {zones}."},
    "locked_vault": {
        "en": "Vault {vault} joins {zones}; it is locked until the {colour} objective is taken.",
        "ru": "Хранилище {vault} соединяет {zones}; оно заперто, пока не взята цель: {colour}.",
    },
}
#: Special rules by their kind; {a} and {b} are the parameters of the rule.
_RULES: Final[Mapping[int, Mapping[str, str]]] = {
    C.RULE_ACTIVATE_SPAWN: {
        "en": "Taking the {colour} objective wakes the {colour} spawn tokens.",
        "ru": "Взятая цель ({colour}) будит жетоны появления того же цвета.",
    },
    C.RULE_OBJECTIVE_SPAWNS: {
        "en": "Who takes an objective ({colour}) draws zombie cards for his zone: {a}.",
        "ru": "Взявший цель ({colour}) тянет карты зомби для своей зоны: {a}.",
    },
    C.RULE_OBJECTIVE_BRINGS: {
        "en": "Taking an objective ({colour}) brings {a}, or {b} if that is on the board already.",
        "ru": "Взятая цель ({colour}) приводит: {a}, а если он уже на поле – {b}.",
    },
    C.RULE_GIVES_CARD: {"en": "An objective ({colour}) gives {a}.", "ru": "Цель ({colour}) даёт: {a}."},
    C.RULE_GIVES_ARTEFACT: {"en": "An objective ({colour}) gives an artefact.", "ru": "Цель ({colour}) даёт артефакт."},
    C.RULE_LOSE_KILLED: {"en": "The death of any survivor loses the game.", "ru": "Гибель любого выжившего – поражение."},
    C.RULE_REPLACE: {"en": "In place of {a} comes {b}.", "ru": "Приходит не {a}, а {b}."},
    C.RULE_XP: {"en": "An objective ({colour}) gives {a} experience.", "ru": "Цель ({colour}) даёт {a} опыта."},
    C.RULE_ARTEFACT: {"en": "An objective ({colour}) gives artefacts: {a}.", "ru": "Цель ({colour}) даёт артефактов: {a}."},
    C.RULE_KEPT: {"en": "Who takes an objective ({colour}) keeps it.", "ru": "Взявший цель ({colour}) хранит её."},
    C.RULE_LADDER: {"en": "An objective ({colour}) gives a rope ladder.", "ru": "Цель ({colour}) даёт верёвочную лестницу."},
    C.RULE_LOCKED: {"en": "Objectives ({colour}) cannot be taken.", "ru": "Цели ({colour}) взять нельзя."},
    C.RULE_PREPARED: {"en": "Cards lie ready at the objectives.", "ru": "У целей лежат готовые карты."},
    C.RULE_CACHE: {"en": "{a} can be taken in {b}.", "ru": "{a} можно взять в {b}."},
    C.RULE_RESTORE: {"en": "One survivor with every red token holds a folio.", "ru": "Выживший со всеми красными жетонами держит фолиант."},
    C.RULE_BANISH: {
        "en": "A folio sends a spawn token back and undoes its Defile tokens.",
        "ru": "Фолиант отсылает жетон появления и снимает его жетоны осквернения.",
    },
    C.RULE_CLEANSE: {"en": "A red token sends a spawn token to the Flag.", "ru": "Красный жетон отсылает жетон появления к флагу."},
    C.RULE_BURN: {"en": "Dragon Fire at a red objective burns its building.", "ru": "Драконий огонь у красной цели сжигает её здание."},
    C.RULE_BEACON_TAKEN: {"en": "The Beacon can be carried.", "ru": "Маяк можно нести."},
    C.RULE_GUARDS_WAIT: {"en": "The Guards beside the Beacon wait until it is taken.", "ru": "Стража у маяка ждёт, пока его не возьмут."},
    C.RULE_ESCAPE: {"en": "Guards may leave by the Exit.", "ru": "Стража может уйти через выход."},
    C.RULE_BEACON_WALKS: {"en": "The Beacon is the Empress: she walks.", "ru": "Маяк – императрица: она ходит."},
    C.RULE_LOSE_REMOVED: {"en": "An objective that is removed loses the game ({colour}).", "ru": "Убранная цель ({colour}) – поражение."},
    C.RULE_LOSE_GUARD: {"en": "The death of a Guard loses the game.", "ru": "Гибель стражника – поражение."},
    C.RULE_LOSE_FOLIOS: {
        "en": "Defile tokens left without a folio to be had lose the game.",
        "ru": "Осквернение без единого доступного фолианта – поражение.",
    },
    C.RULE_LOSE_TOKENS: {
        "en": "Fewer red tokens than spawn tokens outside the Flag zone lose the game.",
        "ru": "Красных жетонов меньше, чем жетонов появления вне зоны флага, – поражение.",
    },
    C.RULE_LOSE_LEFT: {"en": "The game is lost when everybody has left.", "ru": "Поражение, если все ушли."},
    C.RULE_LOSE_BEACON: {"en": "A wounded Empress loses the game.", "ru": "Рана императрицы – поражение."},
}
#: Edition-specific rules, by their names in quest files.
_SPECIAL: Final[Mapping[str, Mapping[str, str]]] = {
    "driving": {"en": "Cars may be driven.", "ru": "На машинах можно ездить."},
    "stow": {"en": "Cards may be stowed in cars.", "ru": "Карты можно класть в машины."},
    "exit_by": {"en": "How one may leave: {value}.", "ru": "Как можно уйти: {value}."},
    "no_search": {"en": "Nothing can be found in {value}.", "ru": "Нечего искать в {value}."},
    "medicine": {"en": "Medicine is to be found in {value}.", "ru": "Лекарство найдётся в {value}."},
    "twin_doors": {"en": "Some doors open together.", "ru": "Некоторые двери открываются вместе."},
    "permanent_noise": {"en": "There is noise for good in {value}.", "ru": "Шум, который не смолкает: {value}."},
    "zombie_exits": {"en": "Zombies leave the board in {value}.", "ru": "Зомби уходят с поля в {value}."},
    "escapes_lose": {"en": "So many zombies that leave lose the game: {value}.", "ru": "Поражение, когда ушло столько зомби: {value}."},
    "neutralise": {"en": "What the objectives mark can be neutralised.", "ru": "То, что отмечено целями, можно обезвредить."},
}
#: What comes after the last round, by the outcome.
_LIMITS: Final[Mapping[str, Mapping[str, str]]] = {
    "lost": {"en": "The survivors have lost when round {last} is over.", "ru": "Выжившие проиграли, когда закончился раунд {last}."},
    "drawn": {"en": "The game is drawn when round {last} is over.", "ru": "Ничья, когда закончился раунд {last}."},
    "truncated": {
        "en": "The game stops when round {last} is over, and nobody has won.",
        "ru": "Игра прекращается, когда закончился раунд {last}, и никто не победил.",
    },
}
#: Zombies and cards that special rules name.
_CALLED: Final = {
    "abomination": {"en": "an Abomination", "ru": "мерзость"},
    "necromancer": {"en": "a Necromancer", "ru": "некромант"},
    "fatty": {"en": "a Fatty", "ru": "толстяк"},
    "dragon_bile": {"en": "Dragon Bile", "ru": "драконья желчь"},
}
_COLOURS: Final = {
    "en": {"none": "any", "": "any"},
    "ru": {"none": "любая", "": "любая", "red": "красная", "blue": "синяя", "green": "зелёная", "purple": "пурпурная", "yellow": "жёлтая"},
}


def briefing(quest: Quest, language: str = "en", last_round: tuple[int, str] = (0, "")) -> list[str]:
    """Return the lines of the briefing, the most important first; core rules of victory and defeat are left out.

    ``last_round`` is the limit of rounds, 0: none, and the outcome after it.
    """
    last, outcome = last_round
    return [*_lay(quest, language), *_special(quest, language), *([_LIMITS[outcome][language].format(last=last)] if last else [])]


def _lay(quest: Quest, language: str) -> Iterator[str]:
    def say(key: str, zones: object = (), **values: str) -> str:
        return _PLACES[key][language].format(zones=_listed(zones), **values)

    yield say("start", quest.start)
    if quest.exit:
        yield say("exit", quest.exit)
    if awake := [spawn.zone for spawn in quest.spawn_zones if spawn.active]:
        yield say("spawn", dict.fromkeys(awake))
    for spawn in quest.spawn_zones:
        if not spawn.active:
            yield say("asleep", [spawn.zone], colour=_colour(spawn.colour, language))
    if quest.objectives:
        yield say("objectives", [objective.zone for objective in quest.objectives])
    if shuffled := [objective.zone for objective in quest.objectives if objective.shuffled]:
        lots = {"blue": quest.shuffled_blue, "green": quest.shuffled_green}
        colours = [_COLOURS[language].get(colour, colour) for colour, n in lots.items() for _ in range(n)]
        if colours:
            yield say("hidden", shuffled, colours=", ".join(colours))
    for door in quest.doors:
        if door.state == LOCKED:
            key = "never" if door.key == FOREVER else "last_door" if TOKEN_COLOURS[door.key] == "red" else "door"
            colour = "" if key != "door" else _colour(door.key, language)
            yield _PLACES[key][language].format(zones="-".join(door.zones), colour=colour)
    for vault in quest.vaults:
        joined = [zone for zone, _ in vault.doors]
        yield say("locked_vault" if 0 < vault.key < FOREVER else "vault", joined, vault=vault.zone, colour=_colour(vault.key, language))


def _special(quest: Quest, language: str) -> Iterator[str]:
    seen: set[str] = set()
    for rule in quest.rules:
        said = _RULES.get(rule.kind, {}).get(language, "")
        text = said.format(colour=_colour(rule.colour, language), a=_about(rule.a, language), b=_about(rule.b, language))
        if text and text not in seen:
            seen.add(text)
            yield text
    for name, value in quest.special.items():
        if value and name in _SPECIAL:
            yield _SPECIAL[name][language].format(value=_listed(value))


def _colour(code: int, language: str) -> str:
    name = TOKEN_COLOURS[code] if 0 <= code < len(TOKEN_COLOURS) else ""
    return _COLOURS[language].get(name, name)


def _about(what: int | str, language: str) -> str:
    """Return a number as is, a zombie or a card in words."""
    return str(what) if isinstance(what, int) else _CALLED.get(what, {}).get(language, what.replace("_", " "))


def _listed(zones: object) -> str:
    return ", ".join(map(str, zones)) if isinstance(zones, (list, tuple, dict)) else str(zones)
