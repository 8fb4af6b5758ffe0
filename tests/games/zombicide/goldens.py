"""Make the golden games of an edition of the family: replay every file of its list and find a new game for those that do not fit.

An edition's ``golden/make.py`` lists the required games (``Goldens``) and is the command that makes them:

    python -m tests.games.zombicide.black_plague.golden.make           # leave sound files, renew or replace the others, add missing ones
    python -m tests.games.zombicide.black_plague.golden.make --check   # only say which files fit; exit status 1 if one does not
    python -m tests.games.zombicide.black_plague.golden.make won 4     # only those whose names contain one of the words

A file that no longer fits after a change of the rules is first replayed by its notation: if the same actions still lead to
the same end, only checksums and random events are rewritten.  Otherwise the heuristic plays, with default and with random weights,
until a game ends that way.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.games.golden import renewed
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.players import Player, player_of_heuristic
from zombicide_env.replay import SUFFIX, Recorder, ReplayError, read, verify

WON = "won"
DRAWN = "drawn"
GAMES_AT_A_TIME = 2048
ATTEMPTS = 200
UNUSUAL = (
    "supply",
    "allow_small_team",
    "max_rounds",
    "at_max_rounds",
    "strict_all_survivors",
)  # options that a file needs for its end
SPREAD = 0.5  # standard deviation of the logarithms of random weights


@dataclass(frozen=True)
class Golden:
    """A required file: the game's quest and the way it ends."""

    of: Goldens
    quest: int
    end: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.of.folder / f"{self.quest:02d}_{self.of.quests[self.quest]}-{self.end}{SUFFIX}"

    @property
    def outcome(self) -> tuple[str, str]:
        """Name and detail of the outcome."""
        if self.end == WON:
            return "won", self.of.quests[self.quest]
        if self.end == DRAWN:
            return DRAWN, ""
        return "lost", self.end

    def holds(self, shown: Any) -> None:
        """Replay the file: each line gives what it says (``shown`` names its rules), up to the end that the file is there for."""
        replay = read(self.path)
        shown.holds(replay)
        assert replay.end is not None
        assert (replay.end.outcome, replay.end.detail) == self.outcome
        options = replay.header.options
        assert options["quest"] == self.of.quests[self.quest]
        assert {key: value for key, value in options.items() if key in UNUSUAL and value} == self.options

    def game(self) -> Any:
        return make_game(self.of.game, quest=self.of.quests[self.quest], **self.options)


@dataclass(frozen=True)
class Goldens:
    """The golden games of an edition."""

    game: str
    folder: Path
    quests: tuple[str, ...]
    ends: tuple[str, ...]
    impossible: Mapping[tuple[int, str], str]
    """(quest number, end) -> why no game can end this way, or why none is stored."""
    options: Callable[[int, str], dict[str, Any]]
    """Options of a game of a quest with this end."""

    def games(self) -> Iterator[Golden]:
        """Every quest with every possible end."""
        for quest in range(len(self.quests)):
            for end in self.ends:
                if (quest, end) not in self.impossible:
                    yield Golden(self, quest, end, self.options(quest, end))

    def covers_all(self) -> None:
        """Check that every quest with every end has a file, or a reason why not, and that the folder contains no other files."""
        games = list(self.games())
        covered = {(golden.quest, golden.end) for golden in games}
        assert covered | set(self.impossible) == {(number, end) for number in range(len(self.quests)) for end in self.ends}
        assert not covered & set(self.impossible)
        assert all(len(reason) > 40 for reason in self.impossible.values())
        files = list(self.folder.glob(f"*{SUFFIX}"))
        assert {path.name for path in files} == {golden.path.name for golden in games}
        assert max(path.stat().st_size for path in files) < 80_000


# ---- finding -----------------------------------------------------------------------------------------------------------


def ends_as(golden: Golden, game: Any, state: Any) -> bool:
    outcome = game.outcome(state)
    return (outcome.name, outcome.detail) == golden.outcome


def find(golden: Golden, game: Any) -> tuple[int, list[int], str]:
    """Return seed and actions of the shortest of many games with the required end, and the player's name."""
    rng = np.random.default_rng(golden.quest)
    batch = Batch(game, GAMES_AT_A_TIME, seed=0, autoreset="disabled", observation_dtype="uint8")
    heuristic = game.heuristic()
    for attempt in range(ATTEMPTS):
        factors = np.exp(rng.normal(0.0, SPREAD if attempt else 0.0, len(heuristic.defaults)))
        weights = {name: weight * f for (name, weight), f in zip(heuristic.defaults.items(), factors.tolist(), strict=True)}
        player = player_of_heuristic(heuristic, weights)
        batch.reset(0)
        batch.play(player, observe=False)
        fit = [seed for seed in range(batch.n) if ends_as(golden, game, batch.states[seed : seed + 1])]
        if fit:
            seed = min(fit, key=lambda seed: int(batch.states["steps"][seed]))
            say(f"  {len(fit)} of {batch.n} games end like that with weights number {attempt}")
            return seed, line(game, seed, player), "greedy"
    raise RuntimeError(f"no game found for {golden.path.name} among {ATTEMPTS * GAMES_AT_A_TIME}")


def line(game: Any, seed: int, player: Player) -> list[int]:
    """Return the actions of a game that a player plays."""
    batch = Batch(game, 1, seed=seed, autoreset="disabled", observation_dtype="uint8")
    actions = []
    while not batch.dones[0]:
        actions.append(int(batch.think(player)[0]))
        batch.step(actions[-1:])
    return actions


# ---- writing -----------------------------------------------------------------------------------------------------------


def sound(golden: Golden) -> str:
    """Return why the file does not fit, "" if it does."""
    if not golden.path.exists():
        return "missing"
    try:
        replay = read(golden.path)
        verify(replay, golden.game())
    except ReplayError as error:
        return str(error)
    assert replay.end is not None
    return "" if (replay.end.outcome, replay.end.detail) == golden.outcome else f"ends as {replay.end.said}"


def make(golden: Golden) -> str:
    """Bring a file up to date. Return what was done."""
    if not sound(golden):
        return "sound"
    game = golden.game()
    recorder = renewed(golden.path, game)
    how = "renewed"
    if recorder is None or not ends_as(golden, game, recorder.state):
        seed, actions, player = find(golden, game)
        recorder = Recorder(game, seed, [player])
        for action in actions:
            recorder.record(action)
        how = "found"
    recorder.write(golden.path)
    verify(read(golden.path), game)
    return f"{how}: {len(recorder.entries)} decisions"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(goldens: Goldens) -> int:
    """Run the command of an edition and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", help="only files whose names contain one of the words")
    parser.add_argument("--check", action="store_true", help="only say which files fit")
    options = parser.parse_args()
    failed = 0
    for golden in goldens.games():
        name = golden.path.name
        if options.words and not any(word in name for word in options.words):
            continue
        if options.check:
            reason = sound(golden)
            failed += bool(reason)
            say(f"{name}: {reason or 'sound'}")
        else:
            say(f"{name}: {make(golden)}")
    known = {golden.path.name for golden in goldens.games()}
    for path in sorted(goldens.folder.glob(f"*{SUFFIX}")):
        if path.name not in known:
            say(f"{path.name}: not in the list; delete it")
            failed += 1
    return 1 if failed else 0
