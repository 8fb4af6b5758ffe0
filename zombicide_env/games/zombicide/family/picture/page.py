"""The scene of a Zombicide game: board, text board, header and panels, from a WORLD and a STATE record.

Hidden information is not shown: neither the colour of a face-down objective, nor a face-down artefact, nor the order of a deck (BP-1.R3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from zombicide_env.core.jit import buffers, entry, records
from zombicide_env.core.records import Fields
from zombicide_env.core.scene import Fact, Goal, Grid, Meter, Panel, Region, Scene, Sign, Slot, Span

from ...table import codes as C
from ...table.board import Board
from ...table.codes import (
    CLOSED,
    COLOURS,
    DEFEATS,
    LEVELS,
    LOCKED,
    LOST,
    OUTCOMES,
    RAMPART,
    RED,
    STREET,
    TOKEN_COLOURS,
    VAULT,
    WON,
)
from ..edition import ACTIONS, KINDS, MASTERS, SLOT_NAMES
from ..numbers import decisions as ASK
from ..numbers import skills as SK
from ..numbers.layout import ABOMINATION, GOALS, MAX_WOUNDS, PACK, SLOTS
from ..rules.outcome import goal_value
from ..words.names import Names, damage_with
from . import edition_parts
from .board import (
    DARK_ROOM_FILL,
    door_colour,
    draw_board,
    edge_between,
    vault_fill,
    vault_links,
    vault_words,
)
from .pieces import (
    FIGURE_OF,
    GOLD,
    HIDDEN_FILL,
    INK,
    SURVIVOR_FILLS,
    TOKEN_FILLS,
    ZOMBIE_FILLS,
    ZOMBIE_LETTERS,
    biles_in,
    counted,
    draw_objective,
    draw_spawn,
    draw_zombie,
    is_dark,
    sealed,
    survivor_marks,
    survivors_in,
    tokens_in,
)

__all__ = ["scene"]

LEVEL_FILLS: Final = ("#2673c9", "#f2c230", "#f08020", "#d42a2a")
_LEGEND: Final = (
    *(
        Sign(ZOMBIE_LETTERS[k], kind.replace("_", " "), ZOMBIE_FILLS[k], tuple(draw_zombie(0, 0, 1, k, 1, marked=False)[:-1]), 29)
        for k, kind in enumerate(KINDS)
    ),
    Sign("?", "objective, face down", HIDDEN_FILL, tuple(draw_objective(0, 0, 1, "hidden")), 26),
    Sign("1", "spawn token, in order", INK, tuple(draw_spawn(0, 0, 1, "1", "red", active=True)), 27),
    *edition_parts.legend(DARK_ROOM_FILL),
)
PHASE_WORDS: Final = ("Players' Phase", "Zombies' Phase", "End Phase", "Zombie Master's Phase")
DEFEAT_WORDS: Final = {
    "no_survivors": "no survivor is alive",
    "necromancer": "a Necromancer has escaped",
    "quest": "the quest has failed",
    "survivor_killed": "a survivor has been killed",
    "beacon_defiled": "the Beacon is Defiled",
    "max_rounds": "time has run out",
}
#: Texts of victory conditions.
_GOALS: Final = {
    C.GOAL_EXIT: "leave by the Exit ({out} out, {here} on the board)",
    C.GOAL_KILLED: "kill: {kind}",
    C.GOAL_ALL_TAKEN: "take all objectives ({left} left)",
    C.GOAL_TAKEN: "take the {colour} objective",
    C.GOAL_TAKEN_AT: "take the objective in {zone}",
    C.GOAL_ARTEFACTS: "take vault artefacts",
    C.GOAL_LEVEL: "reach danger level {level}",
    C.GOAL_TEAM_HOLDS: "hold: {card}",
    C.GOAL_ALL_IN: "all survivors in {zone}",
    C.GOAL_NO_ZOMBIE_IN: "no zombie in {zone}",
    C.GOAL_VAULT_CARD: "take from a vault: {card}",
    C.GOAL_TOKENS_IN: "all spawn tokens in {zone}",
    C.GOAL_FIRE_IN: "Dragon Fire in {zone}",
    C.GOAL_QUEST_ABOMINATION: "kill the marked Abomination",
    **edition_parts.GOALS,
}
_PLACES: Final = 8  # most zones that fit into a line


def scene(world: np.ndarray[Any, Any], state: np.ndarray[Any, Any], board: Board, names: Names, title: str = "") -> Scene:
    """Return the drawing list of a position.

    ``world`` and ``state`` are structured arrays of shape (1,) or records of them, which are not changed; ``board`` is the board
    from which the world was made; ``title`` is the name of the quest.
    """
    w, s = Fields(world), Fields(state)
    width, height, items = draw_board(w, s, board, names)
    banner, colour = _banner(s)
    values = np.zeros(GOALS, np.int64)
    _goal_values(records(np.atleast_1d(world)), records(np.atleast_1d(state)), buffers(values))
    return Scene(
        width=width,
        height=height,
        items=items,
        title=title,
        facts=_facts(w, s, names, values),
        goals=tuple(_goals(w, s, names, values)),
        banner=banner,
        banner_colour=colour,
        panels=tuple(_panel(w, s, names, i, mark) for i, mark in enumerate(survivor_marks(names.survivors))),
        legend=_LEGEND,
        grid=_grid(w, s, board, names),
    )


def words(name: str) -> str:
    """Return an id as words: ``short_bow`` -> ``Short Bow``."""
    return name.replace("_", " ").title().replace("'S", "'s")


def _in_play(s: Any, i: int) -> bool:
    return bool(s["alive"][i]) and int(s["zone"][i]) >= 0


# ---- header ----------------------------------------------------------------------------------------------------------


def _banner(s: Any) -> tuple[str, str]:
    outcome = int(s["outcome"])
    if outcome == WON:
        return "VICTORY", "#1d8a43"
    if outcome == LOST:
        cause = DEFEAT_WORDS.get(DEFEATS[s["defeat"]], "")
        return "DEFEAT" + (f": {cause}" if cause else ""), "#b3202c"
    return ("TRUNCATED: the round limit is reached", "#5b636c") if OUTCOMES[outcome] == "truncated" else ("", "")


def _facts(w: Any, s: Any, names: Names, values: Any) -> tuple[Fact, ...]:
    """Return lines of the header; ``values``: progress of each goal."""
    # BP-8.6: the most experienced survivor still in play sets the danger level
    level = max((edition_parts.danger(s, i) for i in range(w["n_survivors"]) if _in_play(s, i)), default=0)
    spawns = f"{int(s['n_tokens'])} of {int(w['token_limit'])}"
    return (
        Fact("Round", _round(w, s)),
        Fact("", PHASE_WORDS[s["phase"]]),
        Fact("Danger", LEVELS[level].title(), LEVEL_FILLS[level]),
        Fact("Equipment", f"{int(s['deck_n'])} (discarded {int(s['discard_n'])})"),
        Fact("Zombie cards", f"{int(s['zdeck_n'])} (discarded {int(s['zdiscard_n'])})"),
        *edition_parts.facts(s, spawns),
        *([Fact("Next", text)] if (text := _key(w, s, names) or _place(w, s, names, values)) else ()),
        *_asked(w, s, names),
    )


def _round(w: Any, s: Any) -> str:
    """Return the number of the round; after the last one the round that would follow has not begun."""
    last, _ = edition_parts.last_round(w)
    return f"{min(int(s['round']), last)} of {last}" if last else str(int(s["round"]))


def _key(w: Any, s: Any, names: Names) -> str:
    """Return the objective that opens a locked door (BP-23.R3), which the team needs before its goals; hidden while it is face down."""
    doors = range(int(w["n_doors"]))
    for colour in range(1, len(COLOURS)):
        shut = [door for door in doors if w["door_key"][door] == colour and s["door"][door] == LOCKED]
        locked = ["-".join(names.zones[zone] for zone in sorted(w["door_zone"][door]) if zone >= 0) for door in shut]
        if not locked:
            continue
        opens = " and ".join(locked[:2]) + (" ..." if locked[2:] else "")
        lying = [zone for zone in range(int(w["n_zones"])) if s["objective"][zone]]
        if colour == RED:
            text = f"take all objectives: the last one opens {opens}"
        elif open_ := [zone for zone in lying if s["objective"][zone] == colour and not s["hidden"][zone]]:
            text = f"take the {COLOURS[colour]} objective in {names.zones[open_[0]]}: it opens {opens}"
        else:
            places = [names.zones[zone] for zone in lying if s["hidden"][zone]]
            where = f", face down in {' or '.join(places)}" if len(places) < 4 else ""
            text = f"find the {COLOURS[colour]} objective{where}: it opens {opens}"
        return text
    return ""


def _place(w: Any, s: Any, names: Names, values: Any) -> str:
    """Return where an unreached goal can be reached, if its text does not say it; the Exit comes last."""
    left = [goal for goal, value in zip(w["goal"][: w["n_goals"]], values.tolist(), strict=False) if value < max(1, goal[3])]
    zones = range(int(w["n_zones"]))
    for _, kind, colour, *_ in left:
        if kind in (C.GOAL_ALL_TAKEN, C.GOAL_TAKEN):
            known = kind == C.GOAL_TAKEN  # whether the goal asks for a certain colour
            lying = [names.zones[z] for z in zones if s["objective"][z] and (not known or s["hidden"][z] or s["objective"][z] == colour)]
            if 0 < len(lying) <= _PLACES:
                return f"take an objective: {', '.join(lying)}"
    if {kind for _, kind, *_ in left} & {C.GOAL_EXIT, C.GOAL_ESCAPED, C.GOAL_ENOUGH_LEFT} and len(left) == 1:
        return f"go to the Exit: {', '.join(names.zones[zone] for zone in zones if w['exit_zone'][zone])}"
    return ""


def _asked(w: Any, s: Any, names: Names) -> list[Fact]:
    """Return what the decision is about, if neither the board nor its answers show it."""
    code, _, *about = (int(value) for value in s["stack"][s["depth"] - 1]) if s["depth"] else (0, 0)
    tell = _ABOUT.get(ASK.NAMES[code - ASK.FIRST]) if code >= ASK.FIRST else None
    return tell(w, s, names, *about[:2]) if tell else []


def _gained(w: Any, s: Any, names: Names, _slots: int, _: int) -> list[Fact]:
    """Return the card to be stored (BP-9.R2)."""
    return [Fact("Card gained", words(names.cards[w["copy_card"][s["gain_copy"]]]), GOLD)]


def _ways(_w: Any, _s: Any, names: Names, zone: int, kind: int) -> list[Fact]:
    return [Fact("On the move", f"{words(KINDS[kind]) if kind >= 0 else 'Repulse'} from {names.zones[zone]}", GOLD)]


def _stack(_w: Any, s: Any, names: Names, stack: int, _: int) -> list[Fact]:
    """Return the zombies that the Zombie Master sends (AP-18.R7)."""
    zombies = counted(int(s["pack_kind"][stack]), int(s["pack_n"][stack]))
    return [Fact("On the move", f"{zombies} from {names.zones[s['pack_zone'][stack]]}", GOLD)]


def _attacker(_w: Any, s: Any, _names: Names, kind: int, _: int) -> list[Fact]:
    if not 0 <= kind < len(KINDS):
        return []
    coming = [int(n) + (k == kind) for k, n in enumerate(s["wnd_left"])]
    return [Fact("Wounds coming", _who_wounds(coming), GOLD), *_sure(kind), Fact("Attacker", words(KINDS[kind]), GOLD)]


def _armour(_w: Any, s: Any, _names: Names, _kind: int, _: int) -> list[Fact]:
    sure = [Fact("No armour stops", str(int(s["roll_sure"])), GOLD)] if s["roll_sure"] > 0 else []
    return [Fact("Wounds coming", str(int(s["roll_wounds"]) + max(0, int(s["roll_sure"]))), GOLD), *sure]


def _wounds(_w: Any, s: Any, _names: Names, _kind: int, _: int) -> list[Fact]:
    return [Fact("Wounds coming", str(int(s["roll_sure"])), GOLD)]


def _roll(_w: Any, _s: Any, _names: Names, what: int, _: int) -> list[Fact]:
    return [Fact("Roll", ("attack", "door", "armour")[what], GOLD)]


#: Name of a decision -> its facts, from the words of its frame that follow the decider.
_ABOUT: Final[Mapping[str, Callable[[Any, Any, Names, int, int], list[Fact]]]] = {
    "store": _gained,
    "path": _ways,
    **({"route": _stack} if MASTERS else {}),  # a route of White Death is of a group or a token, and its frame holds other words
    "wound": _attacker,
    "armour": _armour,
    "cancel": _wounds,
    "reroll": _roll,
}


def _who_wounds(coming: Sequence[int]) -> str:
    """Return the total number of wounds, and how many zombies of each kind deal them."""
    by = [counted(kind, n) for kind, n in enumerate(coming) if n]
    return f"{sum(coming)}: {', '.join(by)}"


def _sure(kind: int) -> list[Fact]:
    """Return the note that an Abomination's wounds cannot be prevented (BP-13.R15)."""
    return [Fact("No armour stops", words(KINDS[kind]), GOLD)] if kind == ABOMINATION else []


def _goals(w: Any, s: Any, names: Names, values: Any) -> list[Goal]:
    """Return the victory conditions; ``values``: progress of each."""
    goals = []
    for g, value in enumerate(values[: w["n_goals"]].tolist()):
        _, kind, a, most = (int(number) for number in w["goal"][g][:4])
        need = max(1, most)
        text = _goal(w, s, names, kind, a)
        goals.append(Goal(f"{text} {min(value, need)}/{need}" if need > 1 else text, value >= need))
    return goals


def _goal(w: Any, s: Any, names: Names, kind: int, a: int) -> str:
    """Return the text of a victory condition."""

    def named(ids: Sequence[str]) -> str:
        return words(ids[a]) if 0 <= a < len(ids) else ""

    alive = [i for i in range(w["n_survivors"]) if s["alive"][i]]
    return _GOALS[kind].format(
        zone=names.zones[a] if 0 <= a < len(names.zones) else "",
        card=named(names.cards),
        kind=named(KINDS),
        level=named(LEVELS),
        colour=TOKEN_COLOURS[a] if 0 <= a < len(TOKEN_COLOURS) else "",
        out=sum(s["zone"][i] < 0 for i in alive),
        here=sum(s["zone"][i] >= 0 for i in alive),
        left=sum(map(bool, s["objective"][: w["n_zones"]])),
    )


@entry
def _goal_values(worlds: Any, states: Any, values: Any) -> None:
    for g in range(worlds[0].n_goals):
        values[g] = goal_value(worlds[0], states[0], g)


# ---- panels ----------------------------------------------------------------------------------------------------------


def _panel(w: Any, s: Any, names: Names, i: int, mark: str) -> Panel:
    xp, level = int(s["xp"][i]), edition_parts.danger(s, i)
    here = _in_play(s, i)
    place = names.zones[s["zone"][i]] if here else "has left" if s["alive"][i] else "killed"
    badges = [Fact("", f"{LEVELS[level].title()} {xp} XP", LEVEL_FILLS[level]), Fact("", place)]
    current = bool(s["current"] == i)
    badges += [Fact("", word) for field, word in (("rotten", "Rotten"), ("invisible", "Invisible")) if s[field][i]]
    if s["searched"][i] and (current or s["acted"][i]):  # the mark is removed when the survivor's next turn begins
        badges.append(Fact("", "searched"))
    if s["acted"][i] and not current and here:
        badges.append(Fact("", "done"))
    health = Meter("Wounds", int(s["wounds"][i]), MAX_WOUNDS, "#e5484d")
    # BP-3.3: actions left in the turn, or those with which the next one will begin
    base = ACTIONS + int(s["skill"][i][SK.PLUS_1_ACTION])
    left = int(s["actions"][i]) if current else 0 if s["acted"][i] or not here else base + int(s["gift"][i])
    meters = [health, Meter("Actions", left, max(base, left), "#ffd02e")]
    if current and (free := sum(s["free"])):  # BP-6.R6: granted by skills, each for one kind of action
        meters.append(Meter("Free", free, free, "#8fdc6b"))
    return Panel(
        title=words(names.survivors[i]),
        mark=mark,
        colour=SURVIVOR_FILLS[i % len(SURVIVOR_FILLS)],
        badges=tuple(badges),
        meters=tuple(meters),
        rows=_panel_rows(w, s, names, i),
        active=current,
        gone=not here,
        tag=f"survivor:{i}",
        slots=tuple(_slot(w, s, names, i, slot) for slot in range(SLOTS)),
    )


def _slot(w: Any, s: Any, names: Names, i: int, slot: int) -> Slot:
    copy = int(s["inv"][i][slot])
    card = words(names.cards[w["copy_card"][copy]]) if copy else ""
    return Slot(SLOT_NAMES[slot], card, _card_note(s, copy), f"slot:{i}:{slot}")


def _panel_rows(w: Any, s: Any, names: Names, i: int) -> tuple[Fact, ...]:
    cards = [_card(w, s, names, int(copy)) for copy in s["inv"][i][:SLOTS]]
    hands = " + ".join(card or "empty" for card in cards[:2])
    rows = [Fact("Hands", hands)]
    if cards[2]:
        rows.append(Fact("Body", cards[2]))
    if pack := [card for card in cards[PACK:] if card]:
        rows.append(Fact("Pack", ", ".join(pack)))
    skills = [_skill(skill) + (f" x{int(n)}" if n > 1 else "") for skill, n in zip(names.skills, s["skill"][i], strict=False) if n]
    for card, name in enumerate(names.cards):
        if damage_with(w, s, i, card):
            skills.append(f"+1 damage with {words(name)}")
    if skills:
        rows.append(Fact("Skills", ", ".join(skills)))
    return tuple(rows)


def _card(w: Any, s: Any, names: Names, copy: int) -> str:
    if copy == 0:
        return ""
    note = _card_note(s, copy)
    return words(names.cards[w["copy_card"][copy]]) + (f" ({note})" if note else "")


def _card_note(s: Any, copy: int) -> str:
    """Return the note of an unloaded card, or of an enchantment used in this turn: one can be cast once per turn (BP-11.12)."""
    if not copy:
        return ""
    words = (("unloaded", s["unloaded"][copy]), ("used", s["turn_id"] and s["spent"][copy] == s["turn_id"]))
    return ", ".join(word for word, applies in words if applies)


def _skill(skill: str) -> str:
    """Return a skill's id as words: ``plus_1_die_melee`` -> ``+1 die melee``."""
    text = skill.replace("plus_1", "+1").replace("_", " ").replace(":", ": ")
    return text[0].upper() + text[1:]


# ---- the board as text -----------------------------------------------------------------------------------------------


def _grid(w: Any, s: Any, board: Board, names: Names) -> Grid:
    marks = survivor_marks(names.survivors)
    rows, cols = board.rows, board.columns
    east = tuple(tuple(edge_between(w, s, board, (r, c - 1), (r, c)) for c in range(cols + 1)) for r in range(rows))
    south = tuple(tuple(edge_between(w, s, board, (r - 1, c), (r, c)) for c in range(cols)) for r in range(rows + 1))
    regions = tuple(_region(w, s, board, names, marks, zone) for zone in range(w["n_zones"]))
    return Grid(board.grid, regions, east, south)


def _region(w: Any, s: Any, board: Board, names: Names, marks: list[str], zone: int) -> Region:
    kind = "street" if w["zone_kind"][zone] in (STREET, RAMPART) else "vault" if w["zone_kind"][zone] == VAULT else "room"
    head = (
        [Span(edition_parts.zone_kind(w, s, zone))]
        if edition_parts.fill(w, s, zone)
        else [Span("sealed")]
        if sealed(w, zone)
        else [Span("dark")]
        if is_dark(w, s, zone)
        else []
    )
    if s["noise"][zone]:
        head.append(Span(f"noise:{int(s['noise'][zone])}", "#e0b020"))
    people = []
    for i in survivors_in(w, s, zone):
        current = bool(s["current"] == i)
        people.append(Span(f"[{marks[i]}]" if current else marks[i], SURVIVOR_FILLS[i % len(SURVIVOR_FILLS)], bold=current))
    zombies = [
        Span(
            f"{int(n)}{ZOMBIE_LETTERS[k]}{'!' if KINDS[k] == 'abomination' and s['quest_abomination'] == zone else ''}",
            _ZOMBIE_INKS[FIGURE_OF[k]],
            bold=True,
        )
        for k, n in enumerate(s["zombies"][zone])
        if n
    ]
    lines = [head, people, zombies, _token_spans(w, s, names, zone)]
    colour = ""
    if kind == "vault":
        colour = vault_fill(board, zone)[0]
        lines += [[Span(text)] for text in vault_words(w, s, names, zone)]
        if links := vault_links(w, s, names, zone):
            lines.append([Span(f"doors: {links}")])
    else:
        lines.append(_vault_door_spans(w, s, board, zone))
    return Region(names.zones[zone], kind, tuple(tuple(line) for line in lines if line), f"zone:{zone}", colour)


_ZOMBIE_INKS: Final = ("#3fbf8f", "#f0b030", "#ff6a2a", "#ff5fb0", "#c78bff", "#c78bff", "#c79a6b")


def _mark(s: Any, kind: int, zone: int) -> str:
    """Return the mark of the quest's own Abomination."""
    return "!" if KINDS[kind] == "abomination" and s["quest_abomination"] == zone else ""


def _token_spans(w: Any, s: Any, names: Names, zone: int) -> list[Span]:
    spans = []
    if s["objective"][zone]:
        colour = TOKEN_COLOURS[s["objective"][zone]]
        spans.append(Span("obj:?") if s["hidden"][zone] else Span(f"obj:{colour}", TOKEN_FILLS[colour]))
    for t in tokens_in(s, zone):
        colour, active = TOKEN_COLOURS[s["token_colour"][t]], bool(s["token_active"][t])
        name = {"necromancer": "necro", "red": ""}.get(colour, colour)
        spans.append(Span(f"{'' if active else '-'}S{t + 1}{name}", TOKEN_FILLS[colour]))
    if w["exit_zone"][zone]:
        spans.append(Span("EXIT", "#20c060", bold=True))
    if n := biles_in(s, zone):
        spans.append(Span(f"bile:{n}", "#c6d420"))
    if w["mark_zone"][zone]:
        spans.append(Span("*", "#ffd02e", bold=True))
    spans += [Span(piece.sign, piece.fill, bold=True) for piece in edition_parts.drawn(w, s, names, SURVIVOR_FILLS, zone)]
    spans += [Span(text, fill, bold=True) for text, _, fill in edition_parts.pieces(w, s, names, zone)]
    return spans


def _vault_door_spans(w: Any, s: Any, board: Board, zone: int) -> list[Span]:
    """Return vault doors in a room: arrow and label of the vault, ``#`` closed, ``x`` locked."""
    spans = []
    for number, door in enumerate(board.doors):
        if door.vault >= 0 and zone in door.zones:
            vault = board.vaults[door.vault]
            state = int(s["door"][number])
            sign = ">" if state == 0 else "#" if state == CLOSED else "x"
            spans.append(
                Span(f"{sign}{board.zones[vault.zone]}", vault_fill(board, vault.zone)[0] if state == 0 else door_colour(w, number))
            )
    return spans
