"""The command line: ``zombicide COMMAND [OPTIONS]``.

Each command imports what it needs when it runs, so that ``zombicide --help`` answers at once and a command whose extra
is not installed says which one to install.
"""

from __future__ import annotations

import difflib
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

__all__ = ["COMMANDS", "Command", "main"]

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2

#: Modules that come with an extra.
EXTRAS: Final = {
    "tyro": "cli",
    "rich": "cli",
    "PIL": "render",
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "tensorboard": "train",
    "safetensors": "train",
    "tqdm": "train",
    "fastapi": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
}

T = TypeVar("T")


@dataclass(frozen=True)
class Command:
    """A command: one line for the list, and what runs it with the arguments after its name."""

    summary: str
    run: Callable[[list[str]], int]


def _options(of: Callable[..., T], arguments: list[str], name: str) -> T:
    """The options of a command, read by tyro from a dataclass."""
    import tyro

    return tyro.cli(of, args=arguments, prog=f"zombicide {name}")


def _print_table(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> None:
    """Print rows in columns; ``right`` are the columns set flush right.  The first row is the head."""
    texts = [[str(value) for value in row] for row in rows]
    widths = [max(len(row[i]) for row in texts) for i in range(len(texts[0]))]
    for number, row in enumerate(texts):
        cells = (text.rjust(width) if i in right else text.ljust(width) for i, (text, width) in enumerate(zip(row, widths, strict=True)))
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))


# ---- play ------------------------------------------------------------------------------------------------------------


@dataclass
class Play:
    """Play one game: people, learned policies, rules-based and random players side by side."""

    seats: tuple[str, ...] = ("human", "greedy", "greedy", "greedy")
    """Who sits at the table, as agent specs: human, greedy, random, checkpoint:PATH. The survivors are dealt round it."""
    game: str = "black_plague"
    """The game, see `zombicide quests`."""
    quest: str = "danse_macabre"
    """Quest by id or number."""
    survivors: str = "6"
    """How many survivors, or their names separated by commas."""
    decisions: Literal["full", "actions"] = "full"
    """"actions": the game answers everything but the survivors' own actions by the documented defaults."""
    max_rounds: int | None = None
    """Stop after so many rounds; default: never."""
    seed: int | None = None
    """Fixes the game; default: a fresh one, which is printed."""
    board: Literal["end", "round", "never"] = "end"
    """When the board is shown."""
    colour: Literal["auto", "always", "never"] = "auto"
    """Colours in the terminal."""
    record: Path | None = None
    """Record the game in this file, move by move, for `zombicide replay`."""
    picture: Path | None = None
    """Write the final board to this PNG file."""
    quiet: bool = False
    """Do not print the moves."""

    def make_options(self) -> dict[str, Any]:
        """Options of the game."""
        team = int(self.survivors) if self.survivors.isdigit() else tuple(self.survivors.split(","))
        options: dict[str, Any] = {"quest": self.quest, "survivors": team, "decisions": self.decisions}
        return options if self.max_rounds is None else options | {"max_rounds": self.max_rounds}

    def colours(self) -> bool:
        """Whether to colour the board."""
        return self.colour == "always" or (self.colour == "auto" and sys.stdout.isatty() and "NO_COLOR" not in os.environ)


def _play(arguments: list[str]) -> int:
    options = _options(Play, arguments, "play")
    import agents
    from zombicide_env import make_game
    from zombicide_env.play import Session

    game = make_game(options.game, **options.make_options())
    session = Session(game, [agents.make(spec, game) for spec in options.seats], seed=options.seed)
    print(f"{game.id} {options.quest}, seed {session.seed}")
    names = _names(session)
    for agent in game.agents:
        print(f"  {names[agent]}: {session.player_of(agent).name}")
    code = OK
    try:
        _play_on(session, options)
    except agents.AgentQuit:
        print("\nThe game was left before its end.")
        code = FAILED
    if options.board != "never":
        print("\n" + _board(session, options.colours()), end="")
    if options.record is not None:
        print(f"recorded in {options.record}")
    if options.picture is not None:
        from zombicide_env.render import png

        options.picture.parent.mkdir(parents=True, exist_ok=True)
        options.picture.write_bytes(png(game.scene(session.state)))
        print(f"final board in {options.picture}")
    outcome = session.outcome
    detail = f" ({outcome.detail})" if outcome.detail else ""
    print(f"{outcome.name}{detail} in round {session.round} after {len(session.moves)} decisions")
    return code


def _play_on(session: Any, options: Play) -> None:
    """Play to the end and print the moves."""
    from zombicide_env.replay import Recorder

    names, now = _names(session), 0
    width = max(map(len, names.values()))
    players = [player.name for player in session.players]
    recorder = None if options.record is None else Recorder(session.game, session.seed, players, options.record)
    while not session.over:
        if session.round != now:
            now = session.round
            if not options.quiet:
                print(f"\nround {now}")
            if options.board == "round":
                print(_board(session, options.colours()))
        move = session.step()
        if recorder is not None:
            recorder.record(move.action)
        if not options.quiet:
            print(f"  {names[move.agent]:<{width}}  {move.text}", flush=True)
    if recorder is not None:
        recorder.close()


def _names(session: Any) -> dict[str, str]:
    """Agent -> how the log calls it: a survivor by name."""
    characters = list(session.game.describe(session.state).get("survivors", ()))
    agents = session.game.agents
    return dict(zip(agents, characters if len(characters) == len(agents) else agents, strict=True))


def _board(session: Any, colour: bool) -> str:
    from zombicide_env.render import ansi

    return ansi(session.game.scene(session.state), colour=colour)


# ---- serve and record -------------------------------------------------------------------------------------------------


def _serve(arguments: list[str]) -> int:
    from zombicide_env.serve import Serve, main

    main(_options(Serve, arguments, "serve"))
    return OK


def _record(arguments: list[str]) -> int:
    from zombicide_env.play.film import Film, main

    print(main(_options(Film, arguments, "record")))
    return OK


# ---- train and evaluate ----------------------------------------------------------------------------------------------


def _train(arguments: list[str]) -> int:
    from training.config import TrainConfig

    config = _options(TrainConfig, arguments, "train")
    from training.trainer import train

    result = train(config)
    print(f"policy in {result.policy}; play it with: zombicide play --seats human checkpoint:{result.policy}")
    return OK


def _evaluate(arguments: list[str]) -> int:
    from training.evaluate import EvaluateConfig, run, table

    config = _options(EvaluateConfig, arguments, "evaluate")
    print(table(run(config, _Progress())))
    if config.output is not None:
        print(f"\nresults in {config.output}")
    return OK


class _Progress:
    """A line that says how far an evaluation is, on a terminal only."""

    def __init__(self) -> None:
        self._shown = 0.0

    def __call__(self, team: str, played: int, won: int) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._shown > 0.2:
            self._shown = now
            sys.stderr.write(f"\r{team}: {played} games, {won} won\x1b[K")
            sys.stderr.flush()


# ---- conformance -----------------------------------------------------------------------------------------------------


def _conformance(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="zombicide conformance", description="Check conformance vectors: rules written as data.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a file of vectors, or a folder of such files")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
    parser.add_argument("--coverage", metavar="GAME", nargs="?", const="black_plague", help="list the rules and what exercises each")
    options = parser.parse_args(arguments)
    if options.coverage:
        from zombicide_env.conformance.coverage import main as report

        return report(options.coverage, json=options.json)
    if not options.paths:
        parser.error("name a file or a folder of vectors, or ask for --coverage")
    from zombicide_env.conformance import main as check

    return check(options.paths, json=options.json)


# ---- quests ----------------------------------------------------------------------------------------------------------


def _quests(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="zombicide quests", description="List quests, check a quest file, write a random one.")
    what = parser.add_subparsers(dest="what", metavar="list | check | generate")
    what.add_parser("list", help="list the quests of the games (the default)")
    check = what.add_parser("check", help="check a quest file: format, reachability, keys, tokens")
    check.add_argument("files", nargs="+", metavar="FILE")
    make = what.add_parser("generate", help="print a random quest as a file that can be edited and played")
    make.add_argument("specification", metavar="SPEC", help="generated:seed=7,tiles=4,difficulty=2[,split=test][,goal=exit]")
    options = parser.parse_args(arguments)
    if options.what == "check":
        return _check_quests(options.files)
    if options.what == "generate":
        from zombicide_env.games.zombicide.content.generate import generate, parse_spec
        from zombicide_env.games.zombicide.editions import edition

        print(generate(parse_spec(options.specification), edition().tiles), end="")
        return OK
    from zombicide_env.docs import quest_rows

    _print_table([("game", "no", "quest", "title", "difficulty", "status"), *quest_rows()], right=(1,))
    return OK


def _check_quests(files: list[str]) -> int:
    """Print what is wrong with quest files; FAILED if one of them cannot be played or won."""
    from zombicide_env.games.zombicide.content import ContentError
    from zombicide_env.games.zombicide.quest_check import check_quest

    failed = False
    for file in files:
        try:
            findings = check_quest(file)
        except ContentError as error:
            print(f"{error.file}:{error.line}: error: {error.reason}")
            failed = True
            continue
        for finding in findings:
            print(finding)
        errors = sum(finding.severity == "error" for finding in findings)
        failed |= errors > 0
        print(f"{file}: {errors} errors, {len(findings) - errors} warnings" if findings else f"{file}: sound")
    return FAILED if failed else OK


# ---- benchmark, docs, warm -------------------------------------------------------------------------------------------


def _replay(arguments: list[str]) -> int:
    from zombicide_env.replay import main as show

    return show(arguments)


def _benchmark(arguments: list[str]) -> int:
    from benchmarks.run import main as run

    return run(arguments)


def _docs(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="zombicide docs", description="Write the reference pages from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is not what the code says")
    options = parser.parse_args(arguments)
    from zombicide_env import docs

    stale = docs.stale()
    if options.check:
        for path in stale:
            print(f"{path} is out of date: run `zombicide docs`")
        return FAILED if stale else OK
    for path in docs.write():
        print(f"{path}: {'written' if path in stale else 'as it was'}")
    return OK


def _warm(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser(prog="zombicide warm", description="Compile the games into the cache, so that later starts are quick.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; default: all")
    options = parser.parse_args(arguments)
    from zombicide_env import make_game
    from zombicide_env.core.batch import Batch
    from zombicide_env.games import GAMES

    for name in options.games or GAMES:
        start = time.perf_counter()
        batch = Batch(make_game(name), 2, seed=0)
        batch.step(batch.random_actions())
        print(f"{name}: ready after {time.perf_counter() - start:.1f} s")
    return OK


COMMANDS: Final[dict[str, Command]] = {
    "play": Command("play a game: people, learned policies, rules-based and random players", _play),
    "serve": Command("play and watch in a browser", _serve),
    "record": Command("make a film (GIF) of a recorded game", _record),
    "train": Command("train a policy for the survivors", _train),
    "evaluate": Command("measure agents against each other, with confidence intervals", _evaluate),
    "replay": Command("check a recorded game and show it", _replay),
    "quests": Command("list quests, check a quest file, write a random one", _quests),
    "conformance": Command("check conformance vectors: rules written as data", _conformance),
    "benchmark": Command("measure speed on this machine", _benchmark),
    "docs": Command("write the reference pages from the code", _docs),
    "warm": Command("compile the games into the cache", _warm),
}


def usage() -> str:
    """The list of commands."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(["usage: zombicide COMMAND [OPTIONS]", "", *lines, "", "`zombicide COMMAND --help` lists the options of a command."])


def _missing(command: str, error: ModuleNotFoundError) -> str | None:
    """What to install for a module that is not there, None if no extra brings it."""
    module = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(module)
    if extra is None:
        return None
    return f'zombicide {command}: {module} is not installed; install it with: pip install "zombicide-env[{extra}]"'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: the words after ``zombicide``; default: those of the process.

    Returns:
        0 for success, 1 if the command failed, 2 if it was not understood.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage())
        return OK if words else USAGE
    if words[0] in ("-V", "--version", "version"):
        from zombicide_env import __version__

        print(f"zombicide-env {__version__}")
        return OK
    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(COMMANDS)}"
        print(f"zombicide: there is no command {name!r}; {hint}", file=sys.stderr)
        return USAGE
    try:
        return COMMANDS[name].run(rest)
    except ModuleNotFoundError as error:
        text = _missing(name, error)
        if text is None or "ZOMBICIDE_DEBUG" in os.environ:
            raise
        print(text, file=sys.stderr)
        return FAILED
    except (ValueError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # the reader of a pipe has gone (`zombicide quests | head`): nothing to say, and nowhere to say it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        if "ZOMBICIDE_DEBUG" in os.environ:
            raise
        print(f"zombicide {name}: {error}\n(ZOMBICIDE_DEBUG=1 shows where it happened)", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print(f"\nzombicide {name}: stopped", file=sys.stderr)
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
