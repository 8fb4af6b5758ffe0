"""Payoff table of Apocalypse teams and Zombie Masters on the missions that anybody wins, and exploitability of agents.

    python -m zombicide_benchmarks.payoffs table --teams greedy random --masters greedy automatic random
    python -m zombicide_benchmarks.payoffs responses --minutes 6 survivors=greedy zombie_master=greedy

All line-ups play the same seeds; earlier measurements stay in the file.  A response is a policy of the other role that is trained, as
`zombicide train` trains by default, only against the frozen agent for a fixed time; its win rate is a lower bound on the
exploitability of the agent.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from zombicide_benchmarks.results import stored, write
from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_training import compare
from zombicide_training.evaluation.league import LeagueConfig
from zombicide_training.evaluation.payoffs import Payoffs, play_payoffs
from zombicide_training.evaluation.statistics import Interval, together
from zombicide_training.run.selfplay import train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig

from .commands import count, duration, run_command

GAME: Final = "apocalypse"
#: City Blocks, Drive-by Shooting and Might Makes Right are won by nobody.
QUESTS: Final = ("tutorial", "y_zone", "race_of_zombicity", "big_w", "the_escape", "grindhouse", "zombie_police", "small_town")
#: Mission of the responses.
ANSWERED: Final = "zombie_police"
#: In place of a mission: the mean of all.
MEAN: Final = "mean"
TEAM, MASTER = "survivors", "zombie_master"
OTHER: Final = {TEAM: MASTER, MASTER: TEAM}
#: Team against which masters are compared game by game.
YARDSTICK: Final = "greedy"
PLACE: Final = Path(__file__).parents[1] / "results" / f"payoffs_{GAME}.json"


def table(quest: str, teams: Sequence[str], masters: Sequence[str], games: int, batch: int = 256) -> dict[str, Any]:
    """Play all line-ups; returns their results, and the paired differences between masters against the yardstick."""
    config = LeagueConfig(game=GAME, games=games, batch=batch, resamples=2)  # ratings are not needed
    found = play_payoffs(make_game(GAME, quest=quest), [teams, masters], config, _reporter(quest))
    rows = [
        {"quest": quest, "team": team, "master": master, "games": games, "won": found.won(played, TEAM)._asdict(), "record": played.record}
        for played in found.tables
        for team, master in [tuple(played.seats[seats[0]] for seats in played.roles.values())]
    ]
    return {"game": GAME, "payoffs": rows, "gains": [{"quest": quest, **gain} for gain in _gains(found)]}


def merged(known: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Return earlier measurements with repeated ones replaced, and the means over the missions."""
    keys = {"payoffs": ("team", "master"), "gains": ("master", "over")}
    parts = {}
    for part, names in keys.items():
        rows = {tuple(row[name] for name in ("quest", *names)): row for row in (*known.get(part, []), *found[part])}
        single = [row for row in rows.values() if row["quest"] != MEAN]
        parts[part] = [*single, *_means(single, names)]
    return {**known, **found, **parts}


def _means(rows: Iterable[dict[str, Any]], names: tuple[str, str]) -> list[dict[str, Any]]:
    """Return the means over the missions, for the pairs that were measured on all of them."""
    pairs: dict[tuple[str, str], dict[str, Interval]] = {}
    for row in rows:
        won = row.get("won", row)
        pairs.setdefault((row[names[0]], row[names[1]]), {})[row["quest"]] = Interval(won["value"], won["low"], won["high"])
    quests = {quest for found in pairs.values() for quest in found}
    means = []
    for pair, found in pairs.items():
        if set(found) == quests:
            mean = together(list(found.values()))._asdict()
            means.append({"quest": MEAN, **dict(zip(names, pair, strict=True)), **({"won": mean} if names[0] == "team" else mean)})
    return means


def _reporter(quest: str) -> Callable[[str, int, int], None]:
    """Return a function that writes a line for each line-up that is done."""
    ended = set[str]()

    def report(label: str, done: int, games: int) -> None:
        if done == games and label not in ended:
            ended.add(label)
            sys.stderr.write(f"{quest}: {label}, {games} games\n")

    return report


def _gains(found: Payoffs) -> list[dict[str, Any]]:
    """Return the differences between masters on the same seeds."""
    against = {one.players(MASTER)[0]: one for one in found.tables if one.players(TEAM)[0] == YARDSTICK}
    return [
        {"master": first, "over": second, **compare(against[first], against[second], MASTER).difference._asdict()}
        for first in against
        for second in against
        if first != second
    ]


def response(quest: str, role: str, spec: str, minutes: float, out: Path, games: int) -> dict[str, Any]:
    """Return the win rate of a policy of the other role after training only against the agent for ``minutes`` minutes."""
    config = SelfPlayConfig(
        game=GAME,
        quest=(quest,),
        out=out,
        role=OTHER[role],
        response_to=spec,
        minutes=minutes,
        patience=0,
        final_games=games,
        torch_threads=1,
        progress=False,
    )
    result = train_selfplay(config)
    (played,) = result.evaluations
    assert played.standing is not None
    won = played.standing.by_role(played.roles)[OTHER[role]]["win_share"]
    found = {"quest": quest, "role": role, "agent": spec, "minutes": minutes, "reinforced": result.progress.steps, "games": games}
    return {**found, "won": won._asdict(), "record": played.record}


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("table", "responses"))
    parser.add_argument("frozen", nargs="*", help="ROLE=SPEC of the agents that are answered")
    parser.add_argument("--quest", nargs="+", default=QUESTS, help="missions of the table")
    parser.add_argument("--teams", nargs="+", default=["greedy", "random"])
    parser.add_argument("--masters", nargs="+", default=["greedy", "automatic", "random"])
    parser.add_argument("--games", type=count, default=1000, help="games of every line-up")
    parser.add_argument("--minutes", type=duration, default=4.0, help="of training for a response")
    parser.add_argument("--runs", type=Path, default=Path("runs/responses"), help="folder for the runs of the responses")
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    with files.claimed(options.output):
        _measure(options, parser)


def _measure(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Add the requested measurements to the output file."""
    known = stored(options.output, {})
    if options.what == "table":
        for quest in options.quest:
            known = merged(known, table(quest, options.teams, options.masters, options.games))
            write(options.output, known)
        return
    answers = {(one["role"], one["agent"]): one for one in known.get("responses", [])}
    for number, word in enumerate(options.frozen):
        role, _, spec = word.partition("=")
        if role not in OTHER:
            parser.error(f"{word!r}: write {TEAM}=SPEC or {MASTER}=SPEC")
        answers[role, spec] = response(ANSWERED, role, spec, options.minutes, options.runs / str(number), options.games)
        write(options.output, {**known, "responses": list(answers.values())})


if __name__ == "__main__":
    run_command(main)
