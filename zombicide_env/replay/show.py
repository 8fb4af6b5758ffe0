"""``zombicide replay FILE``: check a replay and show it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Final

from ..core.words import log_entry, unknown
from ..parser import Parser
from ..render.ansi import ansi, colored
from .format import ReplayError
from .player import resume, steps
from .reading import Replay, read

_COLORS: Final = ("auto", "always", "never")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the replays named by the arguments, show their moves and final boards.

    Returns:
        0 if all of them are valid, 1 if one is not (the line is printed), 2 for wrong arguments (by argparse).
    """
    parser = Parser(
        prog="zombicide replay", description="Check a recorded game by playing it, and show its moves and the board at its end."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="replay files")
    parser.add_argument("--check", action="store_true", help="only report whether each file is valid")
    parser.add_argument("--upto", type=int, metavar="N", help="stop after decision N and show the board there")
    parser.add_argument("--partial", action="store_true", help="play a truncated file as far as it goes")
    parser.add_argument("--seat", action="append", default=[], metavar="NAME", help="show only what this agent or side may know")
    parser.add_argument("--board", choices=("end", "round", "never"), default="end", help="when the board is shown")
    parser.add_argument(
        "--analyze",
        action="store_true",
        help="the chance of winning over the game and its turning points; --analyze --help has its options",
    )
    parser.add_argument("--color", choices=_COLORS, default="auto", help="colors in the terminal")
    options = parser.parse_args(arguments)
    sound = True
    for path in options.files:
        try:
            replay = read(path, partial=options.partial)
            _show(replay, options)
        except ReplayError as error:
            print(error, file=sys.stderr)
            sound = False
        except BrokenPipeError:
            raise
        except OSError as error:
            print(f"{path}: cannot be read ({error.strerror or error})", file=sys.stderr)
            sound = False
    return 0 if sound else 1


def _show(replay: Replay, options: argparse.Namespace) -> None:
    game, before = resume(replay, 0)
    state = None
    now = number = 0
    seats = _seats(game, replay, options.seat)
    if not options.check:
        _print_header(replay)
    for step in steps(replay, game, options.upto):
        entry, state = step.entry, step.state
        if options.check:
            continue
        if entry.round != now:
            now = entry.round
            if options.board == "round":
                print("\n" + _board(game, state, options.color, seats), end="")
            print(f"\nround {now}")
        name = replay.header.agents[entry.agent][0]
        text, *drawn = (game.text_for(part, entry.agent, seats, before) for part in (entry.text, *entry.chance.split("; ")))
        told = game.told(before, state, entry.agent, seats)
        came = game.brief(game.events_for(step.events, seats))
        before = state.copy()
        number += told
        if told:
            print(log_entry(f"{number:>5}  {name:<12}", text, "; ".join(filter(None, drawn)), [*map(game.sentence, came)]))
    if not options.check and options.board != "never" and state is not None:
        print("\n" + _board(game, state, options.color, seats), end="")
    print(_verdict(replay, options.upto))


def _print_header(replay: Replay) -> None:
    header = replay.header
    chosen = ", ".join(f"{key}={value}" for key, value in header.options.items() if value not in (None, False))
    print(f"{header.game}-v{header.version}, seed {header.seed}, {chosen}")
    for agent, (name, player) in header.agents.items():
        print(f"  {agent}: {name}{f' ({player})' if player else ''}")
    if replay.comment:
        print(replay.comment)


def _seats(game: Any, replay: Replay, named: Sequence[str]) -> frozenset[str] | None:
    """Return the agents whose secrets are shown; None: all."""
    if not named:
        return None
    sides = {name: [game.agents[seat] for seat in seats] for name, seats in zip(game.type.side_names, game.type.seats, strict=True)}
    known = {agent: [agent] for agent in game.agents} | sides
    for name in named:
        if name not in known:
            raise ReplayError(0, unknown("agent or side", name, known), replay.path)
    return frozenset(agent for name in named for agent in known[name])


def _board(game: Any, state: Any, color: str, seats: frozenset[str] | None) -> str:
    return ansi(game.scene_for(state, seats), color=colored(color))


def _verdict(replay: Replay, upto: int | None) -> str:
    name = replay.path or "the replay"
    if upto is not None:
        return f"{name}: sound up to decision {upto} of {len(replay.entries)}"
    if replay.end is None:
        return f"{name}: sound up to decision {len(replay.entries)}, then cut off"
    return f"{name}: sound; {replay.end.said.removeprefix('end: ')}"


__all__ = ["main"]
