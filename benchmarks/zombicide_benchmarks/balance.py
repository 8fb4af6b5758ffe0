"""Win rates of a team in each mission of Apocalypse against each kind of Zombie Master.

    python -m zombicide_benchmarks.balance --games 1000

Compiled players only; all masters meet the same teams on the same seeds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import zombicide_agents as agents
from zombicide_benchmarks.results import write
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import LOST, WON
from zombicide_training.collect.provenance import record
from zombicide_training.evaluation.statistics import wilson

from .commands import count, run_command

GAME: Final = "apocalypse"
MISSIONS: Final = range(11)
NOBODY: Final = "none"
#: Zombie Masters; "none": no player, zombies divide by the rules.
MASTERS: Final = (NOBODY, "random", "automatic", "greedy")
TEAMS: Final = ("greedy", "random")
PLACE: Final = Path(__file__).parents[1] / "results" / f"balance_{GAME}.json"


def balance(mission: int, team: str, master: str, games: int, seed: int = 0) -> dict[str, Any]:
    """Return the outcomes of ``games`` games of the team against the master."""
    game: Any = make_game(GAME, quest=mission, zombie_master=master != NOBODY)
    seats = [team] * (len(game.agents) - (master != NOBODY)) + [master] * (master != NOBODY)
    players = {spec: agents.make(spec, game).player(game) for spec in dict.fromkeys(seats)}
    batch = Batch(game, games, seed=seed, autoreset="disabled", observation_dtype="uint8")
    batch.seed_actions(seed)
    batch.play([players[spec] for spec in seats], observe=False)
    won, lost = (int((batch.dones == end).sum()) for end in (WON, LOST))
    return {
        "quest": game.quest.id,
        "team": team,
        "master": master,
        "games": games,
        "win_rate": wilson(won, games)._asdict(),
        "lost": lost,
        "drawn": games - won - lost,
        "rounds": round(float(game.measures(batch.states)["rounds"].mean()), 1),
        "record": record([game], seed),
    }


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=1000, help="games of every line-up")
    parser.add_argument("--output", type=Path, default=PLACE)
    options = parser.parse_args(argv)
    rows = []
    for mission in MISSIONS:
        for team in TEAMS:
            for master in MASTERS if team == TEAMS[0] else MASTERS[2:3]:
                rows.append(balance(mission, team, master, options.games))
                row = rows[-1]
                sys.stdout.write(f"{row['quest']}: {team} against {master}: {100 * row['win_rate']['value']:.1f} % won\n")
    write(options.output, rows)


if __name__ == "__main__":
    run_command(main)
