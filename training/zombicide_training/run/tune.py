"""Search the weights of a rule-based player by CMA-ES over many games.

All candidates of a generation play the same seeds, and each generation uses new ones, so that results depend on the weights and not on the
deal.  Every result is written immediately: an interrupted search resumes where it stopped, with the same final result.  At the end, the
weights found are compared with the defaults on held-out seeds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zombicide_agents.greedy import read_weights
from zombicide_env.core import files
from zombicide_env.core.players import Heuristic, weights_in
from zombicide_training.collect.provenance import identity, record
from zombicide_training.collect.workers import Place, Workers
from zombicide_training.evaluation.evaluate import EvaluateConfig
from zombicide_training.evaluation.statistics import Interval, paired_difference, together, wilson
from zombicide_training.learn.candidates import compiled, play_candidate
from zombicide_training.learn.weight_search import WeightSearch

__all__ = ["TuneConfig", "Tuned", "tune"]

HELD_OUT: Final = 2**40  # first seed of the final check; those of the search are far below
SEARCHED: Final = 2**32
_WIDEST: Final = 10.0  # exp(10) times a weight decides every choice
#: Options that do not affect the search.
_APART: Final = ("generations", "check", "threads", "workers", "ray", "output")


@dataclass
class TuneConfig(Place):
    """Search the weights with which the rule-based player wins most games."""

    game: str = "black_plague"
    """id of the game"""
    quest: tuple[str, ...] = ()
    """quests, with equal weight, in games with quests; default: the first. generated:seed=0..63,tiles=2 means 64 random quests"""
    survivors: int | None = None
    """number of survivors, in games with survivors; default: 6"""
    option: tuple[str, ...] = ()
    """additional options of the game, name=value"""
    max_rounds: int | None = None
    """limit of rounds, in games without an inherent end; a game that reaches it is not won. Default: 60"""
    role: str = ""
    """role of the tuned player, in games with roles: survivors or zombie_master"""
    against: str = "greedy"
    """compiled player of the other roles"""
    partners: tuple[str, ...] = ()
    """compiled players of some seats: the search then finds a response to them, and seats are rotated after each game. Default: none"""
    seats: int = 1
    """seats of the tuned player, with `partners`"""
    weight: tuple[str, ...] = ()
    """names of the weights to search; default: all"""
    late: bool = False
    """search also the factors of the weights in the late game, from the danger level Orange on"""
    start: Path | None = None
    """file of initial weights; default: those of the player"""
    each: bool = False
    """search the weights of each quest separately, one after the other; `output` then has the weights of `start` for all quests, and
    separate weights for the quests where they won more games on held-out seeds"""
    generations: int = 30
    """generations of the search; can be increased when it is resumed"""
    population: int = 12
    """candidates per generation"""
    games: int = 128
    """games per candidate and quest"""
    reached: float = 0.0
    """score of a game that is not won, times the share of its goals that were reached; a won game scores 1. Helps with quests that are
    never won at first"""
    check: int = 400
    """games per quest for the final check on held-out seeds"""
    spread: float = 0.3
    """initial standard deviation of the logarithms of the weights"""
    scale: tuple[str, ...] = ()
    """NAME=VALUE: vary this weight additively, with standard deviation `spread` times VALUE, also below 0. Weights that start at 0 are
    always varied additively, with VALUE 1 by default"""
    seed: int = 0
    """seed of the search and of its games"""
    threads: int = 1
    """threads of the batches"""
    output: Path = field(default_factory=lambda: Path("runs/weights.json"))
    """JSON file for the weights and their provenance; the search keeps its results in NAME.jsonl, from which it continues"""

    @property
    def first_seed(self) -> int:
        """First seed of the games of the search; each generation uses the seeds after those of the previous one."""
        return SEARCHED * (self.seed % 128)

    @property
    def generations_path(self) -> Path:
        """File of the results of the search, one generation per line."""
        return self.output.with_suffix(".jsonl")

    def of_quest(self, quest: str) -> TuneConfig:
        """Return the configuration of the search of one quest, with ``each``, in separate files next to the output."""
        output = self.output.with_name(f"{self.output.stem}.{quest}.json")
        return replace(self, each=False, quest=(quest,), output=output)

    @property
    def searches(self) -> list[TuneConfig]:
        """The searches of these options: one, or with ``each`` one for each quest."""
        return [self.of_quest(quest) for quest in self.quest] if self.each else [self]

    @property
    def results_so_far(self) -> list[Path]:
        """Files of results that a search with these options has written, from which it resumes."""
        return [one.generations_path for one in self.searches if one.generations_path.exists()]

    def table(self, games: Sequence[Any]) -> tuple[str | None, ...]:
        """Return the spec of each seat in the first game, None for the player whose weights are searched.

        Raises:
            ValueError: the game is not a team game or has no such role, there is no seat for the player or for the others, or another
                player is not compiled.
        """
        seats = len(games[0].agents)
        parts = games[0].type.parts
        if self.role or len(parts) > 1:
            if self.role not in parts:
                known = f"one of {', '.join(parts)} is needed" if len(parts) > 1 else "it has no roles, leave it out"
                raise ValueError(f"role={self.role!r} of {self.game}: {known}")
            compiled(self.against, games[0])
            return tuple(None if seat in parts[self.role] else self.against for seat in range(seats))
        if not self.partners:
            return (None,) * seats
        if games[0].type.n_sides > 1:
            raise ValueError(f"{self.game} is not a game of a team, of which others could be part: leave partners out")
        if not 1 <= self.seats < seats:
            raise ValueError(f"seats={self.seats}: with partners the player has 1 to {seats - 1} of {seats} seats")
        for spec in self.partners:
            compiled(spec, games[0])
        return (None,) * self.seats + tuple(self.partners[i % len(self.partners)] for i in range(seats - self.seats))


@dataclass(frozen=True)
class Tuned:
    """Result of a search: the weights, and what they won on held-out seeds, compared with the start and the defaults."""

    weights: dict[str, float]
    rate: Interval
    initial_rate: Interval
    default_rate: Interval
    difference: Interval
    by_game: list[tuple[dict[str, Any], float, float]]


def tune(config: TuneConfig, progress: Callable[[str, int, float], None] | None = None) -> Tuned:
    """Run the search and the final check, and write the results.

    ``progress`` is called with the quests, the generation and the win rate of its best candidate.

    Raises:
        ValueError: the game has no rule-based player, an option or a weight is unknown, or the results next to ``output`` are those of
            another search.
    """
    if config.population < 2 or config.games < 1 or config.check < 1 or config.generations < 0:
        raise ValueError("population is 2 or more, games and check are 1 or more, generations 0 or more")
    games = EvaluateConfig(
        game=config.game, quest=config.quest, survivors=config.survivors, option=config.option, max_rounds=config.max_rounds
    ).make_games()
    if not 0 <= config.reached <= 1:
        raise ValueError(f"reached={config.reached}: a game that is not won counts from 0 to 1, which is what one that is won counts")
    if not 0 < config.spread <= _WIDEST:
        raise ValueError(f"spread={config.spread}: a standard deviation above 0 and at most {_WIDEST:g} is needed")
    heuristic = games[0].heuristic()
    if heuristic is None:
        raise ValueError(f"{config.game} has no rule-based player (Game.heuristic): there is nothing to tune")
    if config.output == config.generations_path:
        raise ValueError(f"output={config.output}: the results of the search are kept under this name; name it .json")
    for one in (config, *config.searches):
        files.replaceable(one.output, "a file of weights of `zombicide tune`", files.json_of("weights", "notes"))
    with files.claimed(config.generations_path):
        return _tune_each(config, games, progress) if config.each else _tune(config, games, heuristic, progress)


def _tune_each(config: TuneConfig, games: Sequence[Any], progress: Callable[[str, int, float], None] | None) -> Tuned:
    """Run a search for each quest, in separate files next to the output, and combine the results.

    Raises:
        ValueError: a game has no quest with a name, or see ``tune``.
    """
    quests = list(dict.fromkeys(str(game.options.get("quest", "")) for game in games))
    if not all(quest.isidentifier() for quest in quests):
        raise ValueError("each searches the weights of quests with a name; leave it out, or name quests of the game")
    kept = {} if config.start is None else read_weights(str(config.start), config.game)
    found = []
    for quest in quests:
        found.append(tune(config.of_quest(quest), progress))
        if found[-1].rate.value > found[-1].initial_rate.value:
            searched = config.weight or _names(config, games[0].heuristic())
            kept |= {f"{quest}.{name}": found[-1].weights[name] for name in searched}
    rows = [
        {"quest": quest, "win_rate": one.rate._asdict(), "began_with": one.initial_rate._asdict()}
        for quest, one in zip(quests, found, strict=True)
    ]
    document = {
        "weights": kept,
        "notes": {"search": _options(config), "held_out": {"games_each": config.check, "first_seed": HELD_OUT, "by_quest": rows}},
    }
    files.write(config.output, json.dumps(document, indent=2) + "\n")
    rates, initial, defaults, difference = (
        together([getattr(one, name) for one in found]) for name in ("rate", "initial_rate", "default_rate", "difference")
    )
    return Tuned(kept, rates, initial, defaults, difference, [row for one in found for row in one.by_game])


def _tune(config: TuneConfig, games: Sequence[Any], heuristic: Heuristic, progress: Callable[[str, int, float], None] | None) -> Tuned:
    """Run one search with its own output."""
    table = config.table(games)
    made_by = record(games, config.seed, "cmaes")
    search = _search(config, heuristic, {name: made_by[name] for name in ("game_version", "rules_revision", "layouts", "games")})
    with config.open() as workers:
        while search.generation < config.generations:
            asked = search.ask()
            first = config.first_seed + search.generation * config.games
            trials = [_Trial(game, search.weights(x), first, table, bool(config.partners)) for x in asked for game in games]
            worth = [each for _, each in workers.all(_play, (config.games, config.threads, config.reached), trials)]
            values = np.reshape(worth, (len(asked), len(games))).mean(axis=1).tolist()
            search.tell(asked, values)
            if progress is not None:
                progress("+".join(config.quest), search.generation, max(values))
        found = _check(config, heuristic, games, search, workers)
    _write(config, search, found, made_by)
    return found


@dataclass(frozen=True)
class _Trial:
    """Games of a candidate, with seeds ``first``, ``first + 1``, ...

    ``table``: players of the first game, None is the candidate; ``rotated``: seats are rotated after each game.
    """

    game: Any
    weights: Mapping[str, float]
    first: int
    table: tuple[str | None, ...]
    rotated: bool


def _play(order: tuple[int, int, float], trial: _Trial) -> tuple[NDArray[np.bool_], float]:
    """Play a trial; return which games are won, and their mean score; ``order``: number of games, threads, ``reached``."""
    games, threads, reached = order
    named = [spec for spec in dict.fromkeys(trial.table) if spec is not None]
    first = np.array([0 if spec is None else 1 + named.index(spec) for spec in trial.table])
    seats = (np.arange(len(first)) - np.arange(games)[:, None] * trial.rotated) % len(first)
    others = [compiled(spec, trial.game) for spec in named]
    won, worth = play_candidate([trial.game], trial.weights, others, first[seats], first=trial.first, threads=threads, reached=reached)
    return won, float(worth.mean())


def _options(config: TuneConfig) -> dict[str, Any]:
    """Return the options that affect the search, as plain values for JSON."""
    given = {name: value for name, value in asdict(config).items() if name not in _APART}
    plain: dict[str, Any] = json.loads(json.dumps(given, default=str))
    return plain


def _search(config: TuneConfig, heuristic: Heuristic, played: Mapping[str, Any]) -> WeightSearch:
    """Restore the search from its journal, or start it; ``played``: versions and options of the games, as plain values for JSON."""
    start = {} if config.start is None else read_weights(str(config.start), config.game)
    others = {f"identity of {spec}": identity(spec) for spec in config.partners}
    return WeightSearch(
        heuristic,
        weights_in(config.quest[0] if len(config.quest) == 1 else "", start),
        names=config.weight or _names(config, heuristic),
        scales=config.scale,
        spread=config.spread,
        population=config.population,
        seed=config.seed,
        path=config.generations_path,
        of={**_options(config), **others, "played": played},
    )


def _names(config: TuneConfig, heuristic: Heuristic) -> list[str]:
    """Return the names of the weights to search where none are given.

    Raises:
        ValueError: the weights of this player are the same in the whole game.
    """
    if config.late and heuristic.late is None:
        raise ValueError(f"late: the weights of {config.game} are the same in the whole game; leave it out")
    return heuristic.searchable(config.late)


def _check(config: TuneConfig, heuristic: Heuristic, games: Sequence[Any], search: WeightSearch, workers: Workers) -> Tuned:
    """Compare the weights found, the initial weights and the defaults on held-out seeds."""
    weights = search.weights(search.mean)
    table, rotated = config.table(games), bool(config.partners)
    trials = [_Trial(game, each, HELD_OUT, table, rotated) for each in (weights, search.start, heuristic.defaults) for game in games]
    won = [each for each, _ in workers.all(_play, (config.check, config.threads, 0.0), trials)]
    ours, initial, defaults = (won[k : k + len(games)] for k in range(0, len(won), len(games)))
    rows = [(dict(game.options), float(a.mean()), float(b.mean())) for game, a, b in zip(games, ours, defaults, strict=True)]
    rate, initial_rate, default_rate = (together([wilson(int(w.sum()), len(w)) for w in won]) for won in (ours, initial, defaults))
    difference = paired_difference(np.concatenate(ours), np.concatenate(defaults))
    return Tuned(weights, rate, initial_rate, default_rate, difference, rows)


def _write(config: TuneConfig, search: WeightSearch, found: Tuned, made_by: dict[str, Any]) -> None:
    document = {
        "weights": found.weights,
        "notes": {
            "search": _options(config),
            "began_with": search.start,
            "first_seed": config.first_seed,
            "generations": search.generation,
            "rates": [round(rate, 4) for rate in search.rates],
            "held_out": {
                "games_each": config.check,
                "first_seed": HELD_OUT,
                "win_rate": found.rate._asdict(),
                "began_with": found.initial_rate._asdict(),
                "defaults": found.default_rate._asdict(),
                "difference": found.difference._asdict(),
                "by_game": [{"options": options, "win_rate": ours, "defaults": theirs} for options, ours, theirs in found.by_game],
            },
            "record": made_by,
        },
    }
    files.write(config.output, json.dumps(document, indent=2) + "\n")
