"""The command line: ``zombicide COMMAND [OPTIONS]``.

Commands import what they need when they run, so that ``zombicide --help`` is fast and a command whose extra
is not installed reports which one to install.
"""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from .console import FAILED, OK, USAGE, UserError, guarded

if TYPE_CHECKING:
    from zombicide_training.evaluation.league import LeagueConfig

__all__ = ["COMMANDS", "Command", "main"]


#: Module -> extra that installs it.
EXTRAS: Final = {
    "docstring_parser": "cli",
    "tyro": "cli",
    "rich": "cli",
    "PIL": "render",
    "av": "film",
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "tensorboard": "train",
    "safetensors": "train",
    "tqdm": "train",
    "openskill": "train",
    "cmaes": "train",
    "matplotlib": "plot",
    "wandb": "wandb",
    "mlflow": "mlflow",
    "fastapi": "serve",
    "pydantic": "serve",
    "segno": "serve",
    "uvicorn": "serve",
    "websockets": "serve",
    "zombicide_page": "serve",
    "ray": "ray",
    "onnxruntime": "onnx",
    "pyarrow": "data",
    "minari": "minari",
    "optuna": "sweep",
}

#: Modules that are not in the wheel -> the part of a command that needs them.
OF_A_CHECKOUT: Final = {
    "zombicide_env.conformance.coverage": "conformance --coverage",
    "zombicide_env.docs.reference": "docs",
    "zombicide_benchmarks.gate": "benchmark --gate",
    "zombicide_benchmarks.load": "benchmark --load",
    "zombicide_benchmarks.training": "benchmark --training",
}

T = TypeVar("T")


@dataclass(frozen=True)
class Command:
    """A command: a one-line summary, and the function that runs it with the remaining arguments."""

    summary: str
    run: Callable[[list[str]], int]


def _options(of: type[T], arguments: list[str], name: str, usual: T | None = None) -> T:
    """Return the parsed options of a command; ``usual`` replaces the defaults of the class."""
    from zombicide_env.command_options import read_options

    return read_options(of, arguments, f"zombicide {name}", usual)


# ---- play ------------------------------------------------------------------------------------------------------------


def _play(arguments: list[str]) -> int:
    from zombicide_env.terminal import Play, main

    return main(_options(Play, arguments, "play"))


# ---- serve and record -------------------------------------------------------------------------------------------------


def _serve(arguments: list[str]) -> int:
    from zombicide_env.serve import Serve, main

    main(_options(Serve, arguments, "serve"))
    return OK


def _record(arguments: list[str]) -> int:
    from zombicide_env.play.film import Film, main

    named = ["--replay", *arguments] if arguments and not arguments[0].startswith("-") else arguments
    print(main(_options(Film, named, "record")))
    return OK


# ---- train and evaluate ----------------------------------------------------------------------------------------------


def _train(arguments: list[str]) -> int:
    from zombicide_training.run.recipes import command

    print(command(arguments))
    return OK


def _evaluate(arguments: list[str]) -> int:
    from zombicide_training.collect.boards import split_team
    from zombicide_training.evaluation.evaluate import EvaluateConfig, run, table

    config = _options(EvaluateConfig, arguments, "evaluate")
    _remark(config.game, [spec for team in config.teams for part in split_team(team) for spec in part])
    try:
        results = run(config, _Progress())
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_kept(config.output)) from None
    print(table(results))
    if config.output is not None:
        print(f"\nresults in {config.output}")
    return OK


def _remark(game: str, specs: Iterable[str]) -> None:
    """Warn about policies that were trained under another revision of the rules; other errors of a spec are left to the command."""
    from zombicide_agents import AgentError
    from zombicide_agents.provenance import remarks
    from zombicide_env.games import GAMES

    with contextlib.suppress(AgentError, KeyError):  # the command itself reports a wrong spec or game
        for line in remarks(specs, GAMES[game].load()):
            print(line, file=sys.stderr)


def _kept(output: Path | None) -> str:
    """Return a hint how to resume a series of games after an interruption."""
    from zombicide_training.evaluation.result_cache import beside

    if output is None:
        return "no results were kept; use --output FILE to be able to continue"
    return f"games played so far are in {beside(output)}; the same command continues from there" if beside(output).exists() else ""


def _tune(arguments: list[str]) -> int:
    from zombicide_training.run.tune import TuneConfig, tune

    config = _options(TuneConfig, arguments, "tune")

    def progress(quests: str, generation: int, rate: float) -> None:
        print(f"{f'{quests}, ' if config.each else ''}generation {generation}: best candidate won {100 * rate:.1f} %", flush=True)

    try:
        found = tune(config, progress)
    except KeyboardInterrupt:
        kept = ", ".join(map(str, config.results_so_far))
        raise KeyboardInterrupt(f"results so far are in {kept}; the same command continues from there" if kept else "") from None
    print(f"on held-out seeds {found.rate.percent()}, defaults {found.default_rate.percent()}; weights in {config.output}")
    print(f"play with them: zombicide evaluate --teams greedy:weights={config.output} greedy")
    return OK


def _league(arguments: list[str]) -> int:
    from zombicide_benchmarks.machine import machine
    from zombicide_training.evaluation.league import LeagueConfig, play_league

    config = _options(LeagueConfig, arguments, "league")
    measured_on = machine("torch", "openskill")
    if config.people is not None:
        return _rated_by_people(config.people, config, measured_on)
    _remark(config.game, [spec for spec in config.agents if spec != "vs"])
    try:
        league = play_league(config, _Progress("of"), {"machine": measured_on})
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_kept(config.output)) from None
    _show(league.shown())
    if config.output is not None:
        print(f"results in {config.output}")
    return OK


def _show(shown: Iterable[Any]) -> None:
    """Print the tables of a league and the notes below them; long names are broken, because agents whose names are cut off look alike."""
    from rich.console import Console

    for one in shown:
        for column in getattr(one, "columns", ()):
            column.overflow = "fold"
        Console().print(one)


def _rated_by_people(folder: Path, config: LeagueConfig, measured_on: dict[str, object]) -> int:
    import json

    from zombicide_env.core import files
    from zombicide_training.evaluation.people import rate_people

    if config.output is not None:
        files.replaceable(config.output, "ratings of `zombicide league --people`", files.json_of("people", "left_out"))
    found = rate_people(folder, config.resamples, config.seed)
    _show(found.shown())
    if config.output is not None:
        files.write(config.output, json.dumps({"machine": measured_on, **found.summary()}, indent=2) + "\n")
        print(f"results in {config.output}")
    return OK


def _dataset(arguments: list[str]) -> int:
    from zombicide_training.collect.dataset import DatasetConfig, make

    config = _options(DatasetConfig, arguments, "dataset")
    try:
        with _skipped_replays():
            folder = make(config, lambda written, shards: print(f"{written} of {shards} shards written", file=sys.stderr, flush=True))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"what was written is in {config.out}; the same command continues from there") from None
    print(f"dataset in {folder}")
    return OK


def _analyze(arguments: list[str]) -> int:
    from zombicide_training.evaluation.analyze.command import PARTS

    name = _part("zombicide analyze", arguments, {word: part.summary for word, part in PARTS.items()})
    if name is None:
        return USAGE
    part = PARTS[name]
    with _skipped_replays():
        paths = part.run(_options(part.options, arguments[1:], f"analyze {name}"))
    for path in paths:
        print(path)
    return OK


@contextlib.contextmanager
def _skipped_replays() -> Iterator[None]:
    """Print a line for each replay that is skipped in the block, and their number at its end."""
    from zombicide_env.core.words import counted
    from zombicide_training.collect.dataset.plan import SkippedReplay

    number, show = 0, warnings.showwarning

    def said(
        message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: str | None = None
    ) -> None:
        nonlocal number
        if issubclass(category, SkippedReplay):
            number += 1
            print(message, file=sys.stderr, flush=True)
        else:
            show(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        warnings.simplefilter("always", SkippedReplay)
        warnings.showwarning = said
        yield
    if number:
        print(f"{counted(number, 'replay')} skipped: games that are not finished, or files that are cut off", file=sys.stderr)


def _part(command: str, arguments: list[str], summaries: Mapping[str, str]) -> str | None:
    """Return the part of a command named by the arguments, None after a message if there is none; ``--help`` lists the parts and exits."""
    from zombicide_env.core.words import unknown

    name = arguments[0] if arguments else "--help"
    if name in ("-h", "--help"):
        print(_listed(command, "PART", summaries))
        raise SystemExit(OK if arguments else USAGE)
    if name not in summaries:
        print(f"{command}: {unknown('part', name, summaries)}", file=sys.stderr)
        return None
    return name


def _plot(arguments: list[str]) -> int:
    from zombicide_training.evaluation.plot import PlotConfig, main

    print(main(_options(PlotConfig, arguments, "plot")))
    return OK


class _Progress:
    """Progress of an evaluation: one updated line on a terminal, a new line every minute elsewhere."""

    def __init__(self, word: str = "won") -> None:
        self._word, self._shown = word, time.monotonic()

    def __call__(self, team: str, played: int, number: int) -> None:
        now, terminal = time.monotonic(), sys.stderr.isatty()
        if now - self._shown > (0.2 if terminal else 60):
            self._shown = now
            counted = f"{played} games, {number} won" if self._word == "won" else f"{played} of {number} games"
            sys.stderr.write(f"\r{team}: {counted}\x1b[K" if terminal else f"{team}: {counted}\n")
            sys.stderr.flush()


# ---- quests, conformance ---------------------------------------------------------------------------------------------


def _quests(arguments: list[str]) -> int:
    from zombicide_env.quests import main as quests

    return quests(arguments)


def _conformance(arguments: list[str]) -> int:
    from .parser import Parser

    parser = Parser(prog="zombicide conformance", description="Check conformance vectors: test cases of the rules, written as data.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a file of vectors, or a folder of such files")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of lines")
    parser.add_argument(
        "--coverage", metavar="GAME", nargs="?", const="black_plague", help="list the rules and the vectors and tests of each"
    )
    options = parser.parse_args(arguments)
    if options.coverage:
        from zombicide_env.conformance.coverage import main as report

        return report(options.coverage, json=options.json)
    if not options.paths:
        parser.error("name a file or a folder of vectors, or ask for --coverage")
    from zombicide_env.conformance import main as check

    return check(options.paths, json=options.json)


# ---- benchmark, docs, warm -------------------------------------------------------------------------------------------


def _replay(arguments: list[str]) -> int:
    if "--analyze" in arguments:
        from zombicide_agents.analysis import main as analysis

        return analysis(arguments)
    from zombicide_env.replay import main as show

    return show(arguments)


def _benchmark(arguments: list[str]) -> int:
    if arguments[:1] == ["strength"]:
        return _strength(arguments[1:])
    if arguments[:1] == ["gaps"]:
        return _gaps(arguments[1:])
    from zombicide_benchmarks.run import main as run

    return run(arguments)


def _strength(arguments: list[str]) -> int:
    from zombicide_benchmarks.strength.page import report
    from zombicide_benchmarks.strength.play import StrengthConfig, check, measure

    config = _options(StrengthConfig, arguments, "benchmark strength")
    if config.check:
        wrong = check(config, lambda line: print(line, flush=True))
        print(f"{len(wrong)} trials differ: {', '.join(wrong)}" if wrong else "the result is confirmed")
        return FAILED if wrong else OK
    for game in dict.fromkeys(trial.boards.game for trial in config.chosen()):
        _remark(game, [config.agent])
    try:
        result = measure(config, lambda line: print(line, flush=True), _Progress("of"))
    except KeyboardInterrupt:
        kept = f"trials played so far are in {config.path}; the same command continues from there"
        raise KeyboardInterrupt(kept if config.path.exists() else "no trial was finished") from None
    for path in report(result, config.path):
        print(f"written: {path}")
    return OK


def _gaps(arguments: list[str]) -> int:
    from zombicide_benchmarks.gaps.command import PARTS

    part = _part(
        "zombicide benchmark gaps", arguments, {name: (options.__doc__ or "").partition(".")[0] for name, options in PARTS.items()}
    )
    if part is None:
        return USAGE
    _options(PARTS[part], arguments[1:], f"benchmark gaps {part}").run(lambda line: print(line, flush=True))
    return OK


def _docs(arguments: list[str]) -> int:
    from .parser import Parser

    parser = Parser(prog="zombicide docs", description="Write the reference pages from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is out of date")
    parser.add_argument("--site", metavar="FOLDER", help="write the sources of the documentation site there, for `zensical build`")
    options = parser.parse_args(arguments)
    if options.check and options.site is not None:
        parser.error("--check writes nothing and --site writes a folder: ask for one of them")
    import zombicide_env.docs.reference as reference

    if options.site:
        from zombicide_env.docs.site import gather

        print(f"zensical build --strict --config-file {gather(options.site)}")
        return OK
    stale = reference.stale()
    if options.check:
        for path in stale:
            print(f"{path} is out of date: run `zombicide docs`")
        return FAILED if stale else OK
    pages = reference.write()
    for path in stale:
        print(f"{path}: {'written' if path in pages else 'removed'}")
    print(f"{sum(path not in stale for path in pages)} pages are up to date")
    return OK


def _warm(arguments: list[str]) -> int:
    from .parser import Parser

    parser = Parser(prog="zombicide warm", description="Compile the games into the cache, so that later starts are fast.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games; default: all")
    options = parser.parse_args(arguments)
    from zombicide_env import make_game
    from zombicide_env.core.warming import warm
    from zombicide_env.games import GAMES

    for name in options.games or GAMES:
        start = time.perf_counter()
        warm(make_game(name))
        print(f"{name}: ready after {time.perf_counter() - start:.1f} s")
    return OK


COMMANDS: Final[dict[str, Command]] = {
    "play": Command("play a game: people, learned policies, rule-based and random players", _play),
    "serve": Command("play and watch in a browser", _serve),
    "record": Command("make a film (GIF, WebP, MP4) of a recorded game", _record),
    "train": Command("train a policy, for a team or by self-play; --recipe selects other methods", _train),
    "evaluate": Command("compare teams of agents: win rates with confidence intervals", _evaluate),
    "tune": Command("search for better weights of the rule-based player", _tune),
    "plot": Command("plot the learning curves of training runs", _plot),
    "league": Command("play all combinations of agents against each other, and rate them", _league),
    "dataset": Command("write games, decisions and events as tables (Parquet, Minari)", _dataset),
    "analyze": Command("plot statistics of many games: heat maps, survival, usage, win chances, ratings", _analyze),
    "replay": Command("verify and show a recorded game", _replay),
    "quests": Command("list quests, check a quest file, generate a random quest", _quests),
    "conformance": Command("check conformance vectors: test cases of the rules, written as data", _conformance),
    "benchmark": Command(
        "measure the speed of this machine, or the strength (benchmark strength) and judgment (benchmark gaps) of an agent",
        _benchmark,
    ),
    "docs": Command("write the reference pages from the code", _docs),
    "warm": Command("compile the games into the cache", _warm),
}


def usage() -> str:
    """Return the list of commands."""
    listed = _listed("zombicide", "COMMAND", {name: command.summary for name, command in COMMANDS.items()})
    return f"{listed}; ZOMBICIDE_DEBUG=1 shows where an error happened."


def _listed(name: str, what: str, summaries: Mapping[str, str]) -> str:
    """Return the list of commands, or of the parts of a command."""
    width = max(map(len, summaries))
    lines = [f"  {word:<{width}}  {summary}" for word, summary in summaries.items()]
    end = f"`{name} {what} --help` lists the options of a {what.lower()}"
    return "\n".join([f"usage: {name} {what} [OPTIONS]", "", *lines, "", end])


def _missing(error: ModuleNotFoundError) -> str | None:
    """Return what to install for a missing module, None if no extra includes it."""
    if (part := OF_A_CHECKOUT.get(error.name or "")) is not None:
        return f"`zombicide {part}` works in a checkout of the repository only: this installation has no tests, pages and stored results"
    module = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(module)
    if extra is None:
        return None
    from .extras import not_installed

    return not_installed(module, extra)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: the arguments after ``zombicide``; default: those of the process.

    Returns:
        0 for success, 1 if the command failed, 2 for wrong usage, 130 if it was interrupted, 143 if it was terminated.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    return guarded(words[0] if words else "", lambda: _dispatch(words))


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage())
        return OK if words else USAGE
    if words[0] in ("-V", "--version", "version"):
        from zombicide_env import __version__

        print(f"zombicide-env {__version__}")
        return OK
    from zombicide_env.core.words import unknown

    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        print(f"zombicide: {unknown('command', name, COMMANDS)}", file=sys.stderr)
        return USAGE
    try:
        return COMMANDS[name].run(rest)
    except ModuleNotFoundError as error:
        text = _missing(error)
        if text is None:
            raise
        raise UserError(text) from error
    except Exception as error:
        from zombicide_env.core.answers import AgentQuit

        if not isinstance(error, AgentQuit):
            raise
        raise UserError(str(error)) from error  # a human agent left in a command that is not for people


if __name__ == "__main__":
    sys.exit(main())
