"""Growth of the cost of a step: with the quest's board, the team and the zombies on the board; with the players of Hit Z Road."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import Game

from .loops import rollout_loop
from .timing import Rate, Work, interleaved

GAMES: Final = 128  # games of each measured batch
TEAMS: Final = (1, 2, 4, 6, 9, 12)
CROWDS: Final = (0, 10, 20, 40, 60)  # lower bounds of the classes of zombies on the board
STEPS: Final = 4  # steps from each collected position, few enough to keep the number of zombies about constant


@dataclass(frozen=True)
class Cost:
    """One row: the varied parameter, its label, the size, and the cost of a step (choice, step, mask, uint8 observation)."""

    varied: str
    label: str
    zones: int | None
    agents: int
    zombies: float | None
    per_second: float
    nanoseconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


def zombies_of(states: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return zombies on the board of each game, int64 [n]."""
    found: npt.NDArray[np.int64] = states["zombies"].reshape(len(states), -1).sum(axis=1).astype(np.int64)
    return found


def quest_games() -> dict[str, Game]:
    """Yield every quest of Black Plague with six survivors."""
    from zombicide_env.quests import quest_rows

    return {row[2]: make_game("black_plague", quest=row[2], survivors=6) for row in quest_rows() if row[0] == "black_plague"}


def team_games(quest: str, teams: tuple[int, ...] = TEAMS) -> dict[str, Game]:
    """Yield one quest with teams of several sizes."""
    return {str(n): make_game("black_plague", quest=quest, survivors=n, allow_small_team=True) for n in teams}


def random_play(varied: str, games: Mapping[str, Game], *, seconds: float, repeats: int, n: int = GAMES) -> list[Cost]:
    """Return the cost of a random step, averaged over whole games, for each of the games."""
    batches = {label: Batch(game, n, seed=0, observation_dtype="uint8") for label, game in games.items()}
    rates = interleaved({label: rollout_loop(batch) for label, batch in batches.items()}, seconds=seconds, repeats=repeats)
    return [_cost(varied, label, games[label], batches[label].states, rates[label]) for label in games]


def collect(game: Game, classes: tuple[int, ...] = CROWDS, *, n: int = GAMES, rounds: int = 300) -> Iterator[tuple[int, npt.NDArray[Any]]]:
    """Yield positions from random games, by the number of zombies on the board: lower bound of the class, ``n`` states of it.

    Classes that random play does not reach often enough are left out.
    """
    batch = Batch(game, 2 * n, seed=3, observation_dtype="uint8")
    found: dict[int, list[npt.NDArray[Any]]] = {low: [] for low in classes}
    for _ in range(rounds):
        batch.step_random(8, observe=False)
        of = np.searchsorted(classes, zombies_of(batch.states), side="right") - 1
        for number, low in enumerate(classes):
            missing = n - sum(map(len, found[low]))
            if missing > 0:
                # few from the same time: nearby positions are correlated
                found[low].append(batch.states[of == number][: min(missing, max(1, n // 8))].copy())
        if all(sum(map(len, states)) == n for states in found.values()):
            break
    for low, states in found.items():
        if sum(map(len, states)) == n:
            yield low, np.concatenate(states)


def from_positions(game: Game, states: npt.NDArray[Any]) -> Work:
    """Return work that takes a few random steps from each of the states repeatedly; restoring the states is included."""
    batch = Batch(game, len(states), seed=0, observation_dtype="uint8")

    def work(steps: int) -> int:
        rounds = -(-steps // (STEPS * batch.n))
        for _ in range(rounds):
            batch.put(states, trusted=True)
            batch.step_random(STEPS)
        return rounds * batch.n * STEPS

    return work


def only_putting(game: Game, states: npt.NDArray[Any]) -> Work:
    """Return work that only restores the states as ``from_positions`` does, counted by the steps that it would take."""
    batch = Batch(game, len(states), seed=0, observation_dtype="uint8")

    def work(steps: int) -> int:
        rounds = -(-steps // (STEPS * batch.n))
        for _ in range(rounds):
            batch.put(states, trusted=True)
        return rounds * batch.n * STEPS

    return work


def crowds(game: Game, *, seconds: float, repeats: int) -> list[Cost]:
    """Return the cost of a random step by the number of zombies on the board."""
    positions = dict(collect(game))
    works: dict[str, Work] = {}
    for low, states in positions.items():
        works[f"{low} step"], works[f"{low} put"] = from_positions(game, states), only_putting(game, states)
    rates = interleaved(works, seconds=seconds, repeats=repeats)
    rows = []
    for low, states in positions.items():
        nanoseconds = max(0.1, rates[f"{low} step"].nanoseconds - rates[f"{low} put"].nanoseconds)
        higher = [c for c in CROWDS if c > low]
        label = f"{low} to {higher[0] - 1}" if higher else f"{low} and more"
        one = Rate(1e9 / nanoseconds, 1e9 / nanoseconds, repeats, seconds)
        rows.append(_cost("zombies", label, game, states, one))
    return rows


def _cost(varied: str, label: str, game: Game, states: npt.NDArray[Any], rate: Rate) -> Cost:
    on_board = game.id == "black_plague"  # Hit Z Road has neither zones nor persistent zombies
    zones = int(game.world["n_zones"][0]) if on_board else None
    zombies = round(float(zombies_of(states).mean()), 1) if on_board else None
    return Cost(varied, label, zones, len(game.agents), zombies, round(rate.median, 1), round(rate.nanoseconds, 1))


def measure_players(*, seconds: float, repeats: int) -> list[Cost]:
    """Return the rows of Hit Z Road: one to four players."""
    games = {str(n): make_game("hit_z_road", players=n) for n in range(1, 5)}
    return random_play("players", games, seconds=seconds, repeats=repeats)


def measure(quest: str, *, seconds: float, repeats: int, quick: bool = False) -> Iterator[Cost]:
    """Return all rows for Black Plague: quests (zones), teams, crowds."""
    quests = quest_games()
    if quick:
        chosen = sorted(quests, key=lambda label: int(quests[label].world["n_zones"][0]))
        quests = {label: quests[label] for label in (chosen[0], chosen[len(chosen) // 2], chosen[-1])}
    teams = team_games(quest, (1, 6, 12) if quick else TEAMS)
    yield from random_play("quest", quests, seconds=seconds, repeats=repeats)
    yield from random_play("team", teams, seconds=seconds, repeats=repeats)
    yield from crowds(teams["6"], seconds=seconds, repeats=repeats)
