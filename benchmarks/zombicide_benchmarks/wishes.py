"""Value of wishes to teammates: games with a scripted person who makes wishes, and the same games without wishes.

    nice -n 5 python -m zombicide_benchmarks.wishes --games 1000
    python -m zombicide_benchmarks.wishes --games 50 --only big_game_hunting

The person leads the first survivor, a compiled player the others.  When the turn of a teammate begins the person may ask it for one thing.
A **mentor** has access to a stronger player, and asks the teammate to go where the turn of that player would end.  A **helper** asks it
to cover a survivor who may be killed.  A person **at random** asks for anything.  Rows that are already in the results are not played
again.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import zombicide_agents as agents
from zombicide_agents.wishes import answers, heeded
from zombicide_benchmarks.machine import described, machine
from zombicide_benchmarks.results import percent, points, stored, write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import WON
from zombicide_env.core.players import Player
from zombicide_env.core.wishes import WORDS, Ledger, Wish
from zombicide_training.evaluation.statistics import paired_difference, wilson

from .commands import count, run_command, say

__all__ = ["ROWS", "Row", "Tally", "main", "measured", "page"]

PLACE: Final = Path(__file__).parents[1] / "results" / "wishes.json"
SEED: Final = 4_000_000_000
TOGETHER: Final = 125  # parallel games
WORLDS: Final = 4  # simulated rounds by which a wish is judged here
NEAR: Final = 2  # maximum zones between a helper and the survivor to cover
MOST_WOUNDS: Final = 3  # wounds that kill
WISHER: Final = "survivor_0"

Array = NDArray[Any]


@dataclass(frozen=True)
class Row:
    """A quest, the kind of person, the players of the person and of the teammates, and the maximum number of games."""

    game: str
    quest: str
    person: str
    lead: str = "greedy"
    mates: str = "greedy"
    most: int = 1_000_000

    @property
    def key(self) -> str:
        """Key of a result."""
        return " ".join((self.game, self.quest, self.person, self.lead, self.mates))


STRONGER: Final = "greedy:weights=quests"
FEW: Final = 100
ROWS: Final = (
    Row("black_plague", "big_game_hunting", "mentor", STRONGER),
    Row("black_plague", "in_caligine_abditus", "mentor", STRONGER),
    Row("white_death", "empress_of_thorns", "helper"),
    Row("white_death", "wall_of_heroes", "helper"),
    Row("apocalypse", "zombie_police", "helper"),
    Row("black_plague", "big_game_hunting", "mentor", STRONGER, "checkpoint:survivors", most=FEW),
    Row("black_plague", "big_game_hunting", "random", most=FEW),
    Row("white_death", "empress_of_thorns", "random", most=FEW),
    Row("apocalypse", "zombie_police", "random", most=FEW),
)


@dataclass
class Tally:
    """Counters of wishes by kind; refusals by reason."""

    asked: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    granted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


# ---- persons -----------------------------------------------------------------------------------------------------------

Asker = Callable[[Any, Batch, Array, Array], list[Wish | None]]
"""Game, games, rows, seats of the teammates whose turn begins there -> a wish for each row."""


class Mentor:
    """Asks for the difference that a stronger player would make in the turn.

    Args:
        better, mate: the stronger player, and the teammate.
    """

    def __init__(self, better: Player, mate: Player) -> None:
        self._players = better, mate

    def __call__(self, game: Any, batch: Batch, rows: Array, seats: Array) -> list[Wish | None]:
        """See Asker."""
        states = batch.redrawn(rows)
        better, own = (_after(game, states, seats, player) for player in self._players)
        return [_difference(states[k], better[k], own[k], int(seats[k])) for k in range(len(rows))]


def _after(game: Any, states: Array, seats: Array, player: Player) -> Array:
    """Return the states after the turns of these seats in simulated games."""
    batch = Batch(game, len(states), seed=0, autoreset="disabled", observation_dtype="uint8")
    batch.put(states, trusted=True)
    for _ in range(30):
        going = np.flatnonzero((batch.deciders == seats) & (batch.states["round"] == states["round"]) & (batch.states["current"] == seats))
        if not len(going):
            break
        batch.step_some(going, batch.think(player)[going])
    found = batch.states.copy()
    batch.close()
    return found


def _difference(now: Any, better: Any, own: Any, seat: int) -> Wish | None:
    """Return the wish after which the turn ends where that of the better player does."""
    place = int(better["zone"][seat])
    if place < 0 or place in (now["zone"][seat], own["zone"][seat]):
        return None
    return Wish("go", f"survivor_{seat}", f"zone:{place}", WISHER)


def helper(game: Any, batch: Batch, rows: Array, seats: Array) -> list[Wish | None]:
    """Ask to cover a survivor who may not survive the round: the zone has enough zombies to kill it."""
    found: list[Wish | None] = []
    for row, seat in zip(rows.tolist(), seats.tolist(), strict=True):
        s = batch.states[row]
        zones, wounds = s["zone"].tolist(), s["wounds"].tolist()
        near = [
            (wounds[k], k)
            for k in range(int(game.world["n_survivors"][0]))
            if k != seat and zones[k] >= 0 and s["crowd"][zones[k]] >= max(1, MOST_WOUNDS - wounds[k])
        ]
        far = [game.world[0]["far"][zones[seat], zones[k]] for _, k in near]
        near = [one for one, way in zip(near, far, strict=True) if way <= NEAR]
        found.append(Wish("cover", f"survivor_{seat}", f"survivor:{max(near)[1]}", WISHER) if near else None)
    return found


class AtRandom:
    """Asks for random things that exist on the board."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(0)

    def __call__(self, game: Any, batch: Batch, rows: Array, seats: Array) -> list[Wish | None]:
        """See Asker."""
        w, draw = game.world[0], self._random.integers
        found: list[Wish | None] = []
        for row, seat in zip(rows.tolist(), seats.tolist(), strict=True):
            here = int(batch.states["zone"][row, seat])
            beside = int(w["neighbour"][here, draw(int(w["degree"][here]))])
            doors = [int(door) for door in w["link_door"][here] if door >= 0] or [int(draw(max(1, int(w["n_doors"]))))]
            targets = {
                "go": f"zone:{beside}",
                "cover": f"survivor:{draw(int(w['n_survivors']))}",
                "open": f"door:{doors[0]}",
                "give": f"slot:{seat}:{draw(batch.states['inv'].shape[2])}",
                "leave": f"zone:{beside}",
            }
            kind = WORDS[draw(len(WORDS))]
            found.append(Wish(kind, f"survivor_{seat}", targets.get(kind, ""), WISHER))
        return found


# ---- playing -----------------------------------------------------------------------------------------------------------


def _players(game: Any, row: Row) -> list[Player]:
    made: dict[str, Any] = {spec: agents.make(spec, game).player(game) for spec in {row.lead, row.mates, "greedy"}}
    return [made[row.lead] if agent == WISHER else made[row.mates if agent.startswith("survivor") else "greedy"] for agent in game.agents]


def silent(game: Any, row: Row, seeds: Array) -> NDArray[np.bool_]:
    """Play the games of these seeds without wishes; returns which are won."""
    batch = Batch(game, len(seeds), seed=seeds, autoreset="disabled", observation_dtype="uint8")
    batch.play(_players(game, row), observe=False)
    won: NDArray[np.bool_] = batch.states["outcome"] == WON
    batch.close()
    return won


def spoken(game: Any, row: Row, seeds: Array, tally: Tally) -> NDArray[np.bool_]:
    """Play the same games with a person who makes wishes; returns which are won."""
    players, wishing, ended = _players(game, row), game.wishing(), game.action_codec.start["end"]
    mate = players[1]
    askers: dict[str, Asker] = {"mentor": Mentor(players[0], mate), "helper": helper, "random": AtRandom()}
    ask = askers[row.person]
    batch = Batch(game, len(seeds), seed=seeds, autoreset="disabled", observation_dtype="uint8")
    ledgers = [Ledger(wishing) for _ in seeds]
    last = np.full((batch.n, batch.n_agents), -1)  # round in which each agent was asked
    while (batch.deciders >= 0).any():
        mine = np.flatnonzero((batch.deciders > 0) & (batch.masks[:, ended] == 1) & (batch.active[:, 0] == 1))
        mine = mine[batch.states["round"][mine] != last[mine, batch.deciders[mine]]]
        if len(mine):
            last[mine, batch.deciders[mine]] = batch.states["round"][mine]
            _ask(game, batch, mine, ask, mate, ledgers, tally)
        actions = batch.think(players)
        held = [i for i in np.flatnonzero(batch.deciders >= 0).tolist() if ledgers[i].open]
        of = {i: ledgers[i].of(game.agents[batch.deciders[i]], batch.states[i : i + 1]) for i in held}
        heed = [i for i in held if of[i]]
        heeded(batch, mate, heed, [of[i] for i in heed], actions)
        before = {i: (batch.states[i : i + 1].copy(), game.agents[batch.deciders[i]]) for i in held}
        batch.step(np.maximum(actions, 0))
        for i, (state, mover) in before.items():
            for done in ledgers[i].played(state, mover, int(actions[i]), batch.states[i : i + 1]):
                tally.granted[done.wish.kind] += done.granted
    won: NDArray[np.bool_] = batch.states["outcome"] == WON
    batch.close()
    return won


def _ask(game: Any, batch: Batch, rows: Array, ask: Asker, mate: Player, ledgers: list[Ledger], tally: Tally) -> None:
    wishes = ask(game, batch, rows, batch.deciders[rows].astype(np.int64))
    said = [(int(i), wish) for i, wish in zip(rows, wishes, strict=True) if wish is not None]
    if not said:
        return
    states = batch.redrawn(np.array([i for i, _ in said]))
    for (i, wish), reply in zip(said, answers(mate, [wish for _, wish in said], game, states, worlds=WORLDS), strict=True):
        tally.asked[wish.kind] += 1
        if reply:
            tally.accepted[wish.kind] += 1
            ledgers[i].accept(batch.states[i : i + 1], wish)
        else:
            tally.refused[reply.reason] += 1


def measured(row: Row, games: int) -> dict[str, Any]:
    """Return the result of a row as JSON values."""
    game: Any = make_game(row.game, quest=row.quest)
    tally, won = Tally(), np.zeros((2, games), bool)
    for first in range(0, games, TOGETHER):
        seeds = SEED + np.arange(first, min(games, first + TOGETHER))
        part = slice(first, first + len(seeds))
        won[0, part], won[1, part] = silent(game, row, seeds), spoken(game, row, seeds, tally)
    accepted, granted = sum(tally.accepted.values()), sum(tally.granted.values())
    return {
        "row": row.key,
        "games": games,
        "silent": list(wilson(int(won[0].sum()), games)),
        "spoken": list(wilson(int(won[1].sum()), games)),
        "difference": list(paired_difference(won[1], won[0])),
        "asked": dict(tally.asked),
        "accepted": dict(tally.accepted),
        "granted": dict(tally.granted),
        "refused": dict(tally.refused),
        "kept": list(wilson(granted, accepted)) if accepted else None,
    }


# ---- the page ----------------------------------------------------------------------------------------------------------


def page(document: dict[str, Any]) -> str:
    """Return the results as Markdown."""
    by_key = {row.key: row for row in ROWS}
    found = [one for one in document["rows"] if one["row"] in by_key]
    lines = [
        "# Wishes to teammates",
        "",
        "| quest | who asks | teammates | games | won without | won with | difference (95 %, paired) | asked a game | accepted | kept |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for one in found:
        row, asked, accepted = by_key[one["row"]], sum(one["asked"].values()), sum(one["accepted"].values())
        lines.append(
            f"| {row.quest} ({row.game}) | {row.person}{'' if row.lead == 'greedy' else f', {row.lead}'} | {row.mates} | {one['games']} | "
            f"{percent(one['silent'])} | {percent(one['spoken'])} | {points(one['difference'])} | {asked / one['games']:.1f} | "
            f"{100 * accepted / max(1, asked):.0f} % | {percent(one['kept']) if one['kept'] else '-'} |"
        )
    kinds = {kind: [sum(one[part].get(kind, 0) for one in found) for part in ("asked", "accepted", "granted")] for kind in WORDS}
    lines += ["", "| wish | asked | accepted | kept |", "| --- | ---: | ---: | ---: |"]
    lines += [f"| {kind} | {a} | {b} | {100 * c / max(1, b):.1f} % |" for kind, (a, b, c) in kinds.items()]
    reasons = sum((Counter(one["refused"]) for one in found), Counter())
    lines += ["", "Refusals by reason: " + ", ".join(f"`{reason}` {number}" for reason, number in reasons.most_common()) + "."]
    made = (
        "The same seeds with and without wishes: `python -m zombicide_benchmarks.wishes`. *Kept*: accepted wishes that came true within "
        "the round. Wishes of somebody at random show how they are answered; they are not sensible."
    )
    return "\n".join([*lines, "", made, "", *described(document["machine"]), ""])


def main(argv: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=1000, help="of each row (%(default)s)")
    parser.add_argument("--only", nargs="*", default=None, metavar="WORD", help="rows with one of these words: quest, person, edition")
    parser.add_argument("--output", type=Path, default=PLACE, help="a page is written next to it (%(default)s)")
    options = parser.parse_args(argv)
    document = stored(options.output, {"rows": []})
    for row in ROWS:
        games = min(options.games, row.most)
        known = [one for one in document["rows"] if one["row"] == row.key and one["games"] >= games]
        if known or (options.only and not set(options.only) & set(row.key.split())):
            continue
        found = measured(row, games)
        document["rows"] = [one for one in document["rows"] if one["row"] != row.key] + [found]
        document["machine"] = machine()
        write(options.output, document, page(document))
        say(f"{row.key}: {points(found['difference'])}, kept {percent(found['kept']) if found['kept'] else '-'}")
    sys.stdout.write(page(document) if document["rows"] else "")


if __name__ == "__main__":
    run_command(main)
