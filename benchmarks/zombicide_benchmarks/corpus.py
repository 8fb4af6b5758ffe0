"""A corpus of recorded games by rule-based, search and learned agents, with a dataset card.

    python -m zombicide_benchmarks.corpus                                                # the small corpus of the repository
    python -m zombicide_benchmarks.corpus --games 1000 --workers 16 --out runs/corpus    # a large corpus

A folder of the corpus holds one game, so that `zombicide dataset --replays` reads it.  A replay depends only on its agents and its seed:
the same command makes the same files, an interrupted one resumes, and a corpus with more games contains those of a smaller one.  Comments
of a replay name the weights of its learned agents.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import tyro

import zombicide_agents as agents
from zombicide_agents.checkpoint_folder import WEIGHTS, find, read_header
from zombicide_env import make_game
from zombicide_env.core import files
from zombicide_env.play import Session
from zombicide_env.replay import SUFFIX, Replay, read
from zombicide_training.collect.boards import split_team
from zombicide_training.collect.workers import Place

from .commands import run_command

__all__ = ["CARD", "FOLDER", "PARTS", "CorpusConfig", "Part", "card", "make"]

FOLDER: Final = Path(__file__).parents[1] / "corpus"
CARD: Final = "README.md"
_LEARNED: Final = "checkpoint:"
SEARCH: Final = "search:simulations=16,threads=1"


class Part(NamedTuple):
    """Games of one team: ``name`` is the prefix of their files, ``team`` is written as for ``zombicide evaluate``."""

    game: str
    name: str
    team: str
    options: dict[str, Any]


def _parts(game: str, options: dict[str, Any], **teams: str) -> list[Part]:
    start = str(options["quest"]) + "-" if "quest" in options else ""
    return [Part(game, start + name, team, options) for name, team in teams.items()]


_DANSE: Final = {"quest": "danse_macabre", "max_rounds": 60}
_HUNT: Final = {"quest": "big_game_hunting", "max_rounds": 60}
_WHITE: Final = {"quest": "preparing_for_battle", "max_rounds": 60}
_POLICE: Final = {"quest": "zombie_police"}
PARTS: Final = (
    *_parts("black_plague", _DANSE, greedy="greedy", search=SEARCH, checkpoint="checkpoint:danse_macabre"),
    *_parts("black_plague", _HUNT, greedy="greedy:weights=quests", search=SEARCH, checkpoint="checkpoint:survivors"),
    *_parts("white_death", _WHITE, greedy="greedy", search=SEARCH, checkpoint="checkpoint:preparing_for_battle"),
    *_parts("apocalypse", _POLICE, greedy="greedy vs greedy", checkpoint="checkpoint:apocalypse_team vs checkpoint:apocalypse_master"),
    *_parts("hit_z_road", {"players": 4}, greedy="greedy", search=f"{SEARCH}+greedy", checkpoint="checkpoint:highway+greedy"),
    *_parts("z_game", {"players": 2}, greedy="greedy", search=f"{SEARCH}+greedy", checkpoint="checkpoint:city+greedy"),
)


@dataclass
class CorpusConfig(Place):
    """Record games by rule-based, search and learned agents, and write the card of the corpus."""

    games: int = 1
    """games of each part"""
    parts: tuple[str, ...] = ()
    """only the parts of these games (black_plague ...); default: all"""
    out: Path = FOLDER
    """folder of the corpus; existing games are kept"""


def make(config: CorpusConfig) -> Path:
    """Record the missing games, write the card, and return its path.

    Raises:
        ValueError: fewer than one game, or a game without a part.
    """
    if config.games < 1:
        raise ValueError(f"games={config.games}: at least 1 is needed")
    known = {part.game for part in PARTS}
    if strange := sorted(set(config.parts) - known):
        raise ValueError(f"parts={strange[0]}: the corpus has parts of {', '.join(sorted(known))}")
    chosen = [part for part in PARTS if not config.parts or part.game in config.parts]
    waiting = [(part, seed) for part in chosen for seed in range(config.games) if not _place(config.out, part, seed).exists()]
    with config.open() as workers:
        for number, text in workers.do(_recorded, None, waiting):
            part, seed = waiting[number]
            path = _place(config.out, part, seed)
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, text)
    files.write(config.out / CARD, card(config.out))
    return config.out / CARD


def _place(folder: Path, part: Part, seed: int) -> Path:
    return folder / part.game / f"{part.name}-{seed:04d}{SUFFIX}"


def _recorded(_: None, share: tuple[Part, int]) -> str:
    """Play a game in a worker and return its replay."""
    part, seed = share
    game = make_game(part.game, **part.options)
    session = Session(game, [[agents.make(spec, game) for spec in role] for role in split_team(part.team)], seed=seed)
    session.play()
    learned = [f"{spec} {_weights(spec)}" for spec in _specs(part) if spec.startswith(_LEARNED)]
    return "\n".join(replace(session.replay, comment="\n".join(learned)).lines()) + "\n"


# ---- the card --------------------------------------------------------------------------------------------------------


def card(folder: Path) -> str:
    """Return the dataset card of a corpus, from its files."""
    found = [(part, [read(path) for path in sorted((folder / part.game).glob(f"{part.name}-*{SUFFIX}"))]) for part in PARTS]
    held = [(part, replays) for part, replays in found if replays]
    revisions = {replay.header.game: replay.header.rules for _, replays in held for replay in replays}
    rules = ", ".join(f"{game} {revision}" for game, revision in revisions.items())
    packages = ", ".join(sorted({replay.header.package for _, replays in held for replay in replays}))
    learned = dict.fromkeys(line for _, replays in held for replay in replays for line in replay.comment.splitlines())
    return "\n".join(
        [
            "# A corpus of recorded games",
            "",
            f"Written by `python -m zombicide_benchmarks.corpus` with zombicide-env {packages}. Today's agents write other",
            "files where they play otherwise than the agents of then.",
            "A large corpus, which begins with the same games: `--games 1000 --workers 16 --out runs/corpus`.",
            "",
            "- **Format.** Replays: options, seed, one line per decision with dice, cards and a checksum. `zombicide replay --check FILE`",
            "  plays a file and compares, `zombicide dataset --replays FOLDER` makes tables of a folder, `zombicide analyze` pictures.",
            f"- **Rules.** Revisions: {rules}. Replays of others are refused.",
            "- **Selection.** Seeds 0, 1, ... of each part, whatever their outcome. Agents and chance are seeded with them.",
            "- **Bias.** All agents are programs, so no game shows how people play. Agents know what their seat may know, and no more.",
            "- **License.** MIT, as the package.",
            "",
            "| game | options | agents | games | outcomes | rounds | decisions |",
            "| --- | --- | --- | ---: | --- | ---: | ---: |",
            *(_row(part, replays) for part, replays in held),
            "",
            "Learned agents, by the SHA-256 of their weights:",
            "",
            *(f"- `{spec}`: `{digest}`" for spec, _, digest in (line.rpartition(" ") for line in learned)),
            "",
        ]
    )


def _row(part: Part, replays: Sequence[Replay]) -> str:
    ends = [replay.end for replay in replays if replay.end is not None]
    options = " ".join(f"{name}={value}" for name, value in part.options.items())
    outcomes = ", ".join(f"{n} {outcome}" for outcome, n in sorted(Counter(end.outcome for end in ends).items()))
    rounds, decisions = (sum(getattr(end, name) for end in ends) / len(ends) for name in ("round", "decisions"))
    cells = (part.game, f"`{options}`", f"`{part.team}`", len(replays), outcomes, f"{rounds:.1f}", f"{decisions:,.0f}")
    return f"| {' | '.join(map(str, cells))} |"


def _specs(part: Part) -> list[str]:
    return [spec for role in split_team(part.team) for spec in role]


def _weights(spec: str) -> str:
    """Return the hash of a checkpoint's weights, from its header."""
    return read_header(find(spec.partition(":")[2])).files[WEIGHTS]


if __name__ == "__main__":
    run_command(lambda: print(make(tyro.cli(CorpusConfig)), file=sys.stdout))  # noqa: T201 - where the card is
