"""Makes the golden games: plays every file of the list and finds a new game for those that do not fit.

    python -m tests.games.zombicide.black_plague.golden.make           # leave sound files, renew or replace the others, add missing ones
    python -m tests.games.zombicide.black_plague.golden.make --check   # only say which files fit; exit status 1 if one does not
    python -m tests.games.zombicide.black_plague.golden.make won 4     # only those whose names contain one of the words

A file that stops fitting after a change of the rules is first played again by its notation: if the same actions still lead to
the same end, only checksums and chance are written anew.  Otherwise a game is searched for (a few minutes at most for the hardest).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zombicide_agents.greedy.zombicide.board import Board
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import NotationError
from zombicide_env.games.zombicide.black_plague.numbers import layout as lay
from zombicide_env.replay import SUFFIX, Recorder, Replay, ReplayError, read, verify
from zombicide_env.replay.format import parse

from .aims import aim_of
from .search import Erring, Position, search
from .values import team

FOLDER = Path(__file__).parent
QUESTS = (
    "danse_macabre",
    "big_game_hunting",
    "the_black_book",
    "the_shepherds",
    "famine",
    "the_commandry",
    "in_caligine_abditus",
    "dead_trail",
    "the_evil_temple",
    "the_hellhole",
    "trial_by_fire",
)
WON = "won"
BOLD = (3.0, 1.0, 6.0)  # tried in turn, with one seed each
ENDS = (WON, "no_survivors", "necromancer", "quest", "max_rounds")

_KILLED = "the quest is lost by the first death (BP-23.Q4.R2), which is tested before the death of all (BP-3.R1)"
_NO_NECROMANCER = "no Necromancer ever comes: his cards leave the deck (BP-23.Q0.3) and no effect of the quest brings one"
_NOT_LOST = "the quest has no condition of defeat of its own, nor one that `strict_all_survivors` adds: it does not end at the Exit"
_SAME = "truncation does not depend on the quest: one file shows it"

#: (quest number, end) -> why no game can end like that, or why none is kept.
IMPOSSIBLE: dict[tuple[int, str], str] = {
    (0, "necromancer"): _NO_NECROMANCER,
    (4, "no_survivors"): _KILLED,
    **{(quest, "quest"): _NOT_LOST for quest in (1, 2, 3, 8, 9, 10)},
    **{(quest, "max_rounds"): _SAME for quest in range(1, 11)},
}
_STRICT = (0, 5, 6, 7)  # quests that end at the Exit: "quest" means a death with strict_all_survivors (BP-3.R2)


@dataclass(frozen=True)
class Golden:
    """A file that has to be there: the game's quest and the way it ends."""

    quest: int
    end: str
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.quest:02d}_{QUESTS[self.quest]}-{self.end}{SUFFIX}"

    @property
    def outcome(self) -> tuple[str, str]:
        """Name and detail of the outcome."""
        if self.end == WON:
            return "won", QUESTS[self.quest]
        return ("truncated", "max_rounds") if self.end == "max_rounds" else ("lost", self.end)

    def game(self) -> Any:
        return make_game("black_plague", quest=QUESTS[self.quest], **self.options)


def golden_games() -> Iterator[Golden]:
    """Every quest with every end that is possible."""
    for quest in range(len(QUESTS)):
        for end in ENDS:
            if (quest, end) not in IMPOSSIBLE:
                options: dict[str, Any] = {"max_rounds": 3} if end == "max_rounds" else {}
                if end == "quest" and quest in _STRICT:
                    options = {"strict_all_survivors": True}
                yield Golden(quest, end, options)


# ---- finding -----------------------------------------------------------------------------------------------------------


def ends_as(golden: Golden, game: Any, state: Any) -> bool:
    outcome = game.outcome(state)
    return (outcome.name, outcome.detail) == golden.outcome


def find(golden: Golden, game: Any) -> tuple[int, list[int], str]:
    """Seed and actions of a game that ends as it should, and who played it."""
    if golden.end != WON:
        found = _by_playing(golden, game)
        if found is not None:
            return (*found, "greedy, erring at random")
    for attempt, seed in enumerate(seeds(golden, game, 12)):
        actions = _by_search(golden, game, seed, BOLD[attempt % len(BOLD)])
        if actions is not None:
            return seed, actions, "planner"
    raise RuntimeError(f"no game found for {golden.path.name}; widen the search in tests/games/zombicide/black_plague/golden/search.py")


def _by_playing(golden: Golden, game: Any, games: int = 150) -> tuple[int, list[int]] | None:
    batch = Batch(game, 1, seed=0, autoreset="disabled", observation_dtype="uint8")
    best: tuple[int, list[int]] | None = None
    for seed in range(games):
        batch.reset(seed)
        player = Erring(game, np.random.default_rng(seed), 1.0)
        line: list[int] = []
        while not batch.states["outcome"][0] and len(line) < 1500:
            a = player.act(batch.masks[0], batch.states)
            batch.step([a])
            line.append(a)
        if ends_as(golden, game, batch.states) and (best is None or len(line) < len(best[1])):
            best = seed, line
        if best is not None and seed >= 20:
            break
    return best


def _by_search(golden: Golden, game: Any, seed: int, bold: float) -> list[int] | None:
    aim = aim_of(Board(game.world))
    aim.bold = bold
    value = aim.value if golden.end == WON else _tokens
    width, trials = (50, 16) if golden.end == WON else (30, 10)
    return search(
        game, seed, value, aim=aim if golden.end == WON else None, width=width, trials=trials,
        wanted=lambda state: ends_as(golden, game, state), report=lambda text: say(f"  seed {seed}, {text}"),
    )  # fmt: skip


def seeds(golden: Golden, game: Any, number: int) -> list[int]:
    """The first seeds; for a game to be won those of many where cards and tokens lie kindest."""
    if golden.end != WON:
        return list(range(number))
    kind = KIND.get(golden.quest, _horde)
    batch = Batch(game, 2000, seed=0, autoreset="disabled", observation_dtype="uint8")
    costs = [kind(game, state) for state in batch.states]
    return sorted(range(len(costs)), key=lambda seed: (costs[seed], seed))[:number]


def _cards_above(game: Any, state: Any, names: tuple[str, ...]) -> int:
    """Depth in the equipment deck of the deepest copy of the cards."""
    types = {game.names.card_index[name] for name in names}
    deck = game.world["copy_card"][0][state["deck"][: state["deck_n"]]].tolist()
    return max(len(deck) - k for k, card in enumerate(deck) if card in types)


def _colour(game: Any, state: Any, zone: str) -> int:
    return int(state["objective"][game.names.zone_index[zone]])


def _horde(game: Any, state: Any, cards: int = 50) -> float:
    """What the first zombie cards bring, weighed by kind: walkers 1 ... an Abomination 6, other cards 3."""
    w = game.world[0]
    top = state["zdeck"][: state["zdeck_n"]][::-1][:cards]
    brings = w["zcard_brings"][top][:, 1] @ np.array([1.0, 1.5, 2.5, 6.0, 0.0])
    special = 3.0 * (w["zcard_kind"][top] != lay.ZC_SPAWN)
    return float(((brings + special) * np.linspace(1.5, 0.5, len(top))).sum())


def _necromancers(game: Any, state: Any, cards: int = 30) -> int:
    """Necromancers among the first zombie cards."""
    top = state["zdeck"][: state["zdeck_n"]][::-1][:cards]
    return int((game.world["zcard_kind"][0][top] == lay.ZC_NECROMANCER).sum())


def _keys_far(game: Any, state: Any) -> float:
    """Steps from the start to the blue and green objectives, every door open."""
    zones = [z for z, colour in enumerate(state["objective"]) if colour in (lay.BLUE, lay.GREEN)]
    start = int(game.world["start_zone"][0][0])
    return float(sum(int(game.world["far"][0][start, z]) for z in zones))


#: Quest -> how unkind the start of a game is, where it is not the zombie cards alone.
KIND: dict[int, Callable[[Any, Any], float]] = {
    4: lambda game, state: _cards_above(game, state, ("apples", "salted_meat", "water")) + 100 * (_colour(game, state, "8A") != lay.BLUE),
    7: lambda game, state: _horde(game, state) + 4.0 * _keys_far(game, state),
    8: lambda game, state: _horde(game, state) + 40.0 * (_colour(game, state, "4C") != lay.GREEN),
    9: lambda game, state: _horde(game, state) - 12.0 * _necromancers(game, state),
}


def _tokens(position: Position) -> float:
    """A team that lives, a Necromancer on the board, as many spawn tokens as can be."""
    view, s = position.view, position.s
    harm = sum(view.attackers(view.zone[i]) for i in view.team)
    return team(position) - 1.5 * harm + 60.0 * int(s["n_tokens"]) + 40.0 * int(s["n_necros"] > 0)


# ---- writing -----------------------------------------------------------------------------------------------------------


def sound(golden: Golden) -> str:
    """Why the file does not fit, "" if it does."""
    if not golden.path.exists():
        return "missing"
    try:
        replay = read(golden.path)
        verify(replay, golden.game())
    except ReplayError as error:
        return str(error)
    assert replay.end is not None
    return "" if (replay.end.outcome, replay.end.detail) == golden.outcome else f"ends as {replay.end.said}"


def renew(golden: Golden, game: Any) -> Replay | None:
    """The file's actions played again, None if they no longer lead to its end."""
    if not golden.path.exists():
        return None
    try:
        old = parse(golden.path.read_text(encoding="utf-8"), partial=True)
        players = [player for _, player in old.header.agents.values()]
        recorder = Recorder(game, old.header.seed, players)
        for entry in old.entries:
            recorder.record(entry.text)
    except (ReplayError, NotationError, ValueError):
        return None
    return recorder.replay if ends_as(golden, game, recorder.state) else None


def make(golden: Golden) -> str:
    """Bring a file up to date; says what was done."""
    if not sound(golden):
        return "sound"
    game = golden.game()
    replay = renew(golden, game)
    how = "renewed"
    if replay is None:
        seed, actions, player = find(golden, game)
        recorder = Recorder(game, seed, [player])
        for action in actions:
            recorder.record(action)
        replay, how = recorder.replay, "found"
    replay.write(golden.path)
    verify(read(golden.path), game)
    return f"{how}: {len(replay.entries)} decisions"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="*", help="only files whose names contain one of the words")
    parser.add_argument("--check", action="store_true", help="only say which files fit")
    options = parser.parse_args()
    failed = 0
    for golden in golden_games():
        name = golden.path.name
        if options.words and not any(word in name for word in options.words):
            continue
        if options.check:
            reason = sound(golden)
            failed += bool(reason)
            say(f"{name}: {reason or 'sound'}")
        else:
            say(f"{name}: {make(golden)}")
    known = {golden.path.name for golden in golden_games()}
    for path in sorted(FOLDER.glob(f"*{SUFFIX}")):
        if path.name not in known:
            say(f"{path.name}: not in the list; delete it")
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
