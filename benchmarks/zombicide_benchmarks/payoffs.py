"""Payoff table of Apocalypse teams and Zombie Masters on one mission, and exploitability of agents.

    python -m zombicide_benchmarks.payoffs table --teams greedy random --masters greedy automatic random
    python -m zombicide_benchmarks.payoffs responses --minutes 4 survivors=greedy zombie_master=greedy

All line-ups play the same seeds; earlier measurements stay in the file.  A response is a policy of the other role that is trained only
against the frozen agent for a fixed time; its win rate is a lower bound on the exploitability of the agent.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from zombicide_agents.network import NetworkConfig
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_training import compare
from zombicide_training.evaluation.league import LeagueConfig
from zombicide_training.evaluation.payoffs import Payoffs, play_payoffs
from zombicide_training.run.selfplay import train_selfplay
from zombicide_training.run.selfplay_config import SelfPlayConfig

from .commands import count, duration, run_command

GAME: Final = "apocalypse"
QUEST: Final = "zombie_police"
TEAM, MASTER = "survivors", "zombie_master"
OTHER: Final = {TEAM: MASTER, MASTER: TEAM}
#: Team against which masters are compared game by game.
YARDSTICK: Final = "greedy"
PLACE: Final = Path(__file__).parents[1] / "results" / f"payoffs_{GAME}.json"


def table(quest: str, teams: list[str], masters: list[str], games: int, batch: int = 256) -> dict[str, Any]:
    """Play all line-ups; returns their results, and the paired differences between masters against the yardstick."""
    config = LeagueConfig(game=GAME, games=games, batch=batch, resamples=2)  # ratings are not needed
    found = play_payoffs(make_game(GAME, quest=quest), [teams, masters], config, _report)
    rows = [
        {"team": team, "master": master, "games": games, "won": found.won(played, TEAM)._asdict(), "record": played.record}
        for played in found.tables
        for team, master in [tuple(played.seats[seats[0]] for seats in played.roles.values())]
    ]
    return {"game": GAME, "quest": quest, "payoffs": rows, "gains": _gains(found)}


def merged(known: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Return earlier measurements on the same mission, with repeated ones replaced."""
    if known.get("quest") != found["quest"]:
        return found
    keys = {"payoffs": ("team", "master"), "gains": ("master", "over")}
    for part, names in keys.items():
        rows = {tuple(row[name] for name in names): row for row in (*known.get(part, []), *found[part])}
        found = {**found, part: list(rows.values())}
    return {**known, **found}


def _report(label: str, done: int, games: int) -> None:
    if done == games:
        sys.stderr.write(f"{label}: {games} games\n")


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
    result = train_selfplay(
        SelfPlayConfig(
            game=GAME,
            option=(f"quest={quest}",),
            out=out,
            role=OTHER[role],
            response_to=spec,
            minutes=minutes,
            warm_start=YARDSTICK,
            warm_share=0.25,
            warm_decisions=500_000,
            lesson=32,
            horizon=32,
            envs=256,
            batch=1024,
            learning_rate=4e-4,
            entropy=0.003,
            patience=0,
            evaluate_games=400,
            evaluate_minutes=minutes / 5,
            final_games=games,
            torch_threads=1,
            progress=False,
            network=NetworkConfig(kind="tables", width=192, layers=2, token=24),
        )
    )
    (played,) = result.evaluations
    assert played.standing is not None
    won = played.standing.by_role(played.roles)[OTHER[role]]["win_share"]
    decisions = {"imitated": result.progress.imitated, "reinforced": result.progress.steps}
    return {"role": role, "agent": spec, "minutes": minutes, **decisions, "games": games, "won": won._asdict(), "record": played.record}


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("table", "responses"))
    parser.add_argument("frozen", nargs="*", help="ROLE=SPEC of the agents that are answered")
    parser.add_argument("--quest", default=QUEST)
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
    known: dict[str, Any] = json.loads(options.output.read_text(encoding="utf-8")) if options.output.exists() else {}
    if options.what == "table":
        known = merged(known, table(options.quest, options.teams, options.masters, options.games))
    else:
        answers = {(one["role"], one["agent"]): one for one in known.get("responses", [])}
        for number, word in enumerate(options.frozen):
            role, _, spec = word.partition("=")
            if role not in OTHER:
                parser.error(f"{word!r}: write {TEAM}=SPEC or {MASTER}=SPEC")
            answers[role, spec] = response(options.quest, role, spec, options.minutes, options.runs / str(number), options.games)
        known["responses"] = list(answers.values())
    write(options.output, known)


if __name__ == "__main__":
    run_command(main)
