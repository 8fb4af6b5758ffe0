"""Play the protocol, save the result after every trial, and resume an interrupted run."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import zombicide_agents as agents
from zombicide_agents import Agent, AgentError
from zombicide_agents.capacity import largest
from zombicide_env.core import files
from zombicide_env.core.words import differing, unknown
from zombicide_training import Evaluation, evaluate
from zombicide_training.collect.provenance import identity
from zombicide_training.collect.workers import Place

from ..machine import machine
from .protocol import BATCH, GAMES, Part, Size, Trial, trials
from .result import Result, Row, letters, read, write

__all__ = ["StrengthConfig", "check", "measure"]

#: Number of trials that are replayed to check a result.
CHECKED: Final = 10


@dataclass
class StrengthConfig(Place):
    """Play the protocol of the leaderboard with an agent: quests, unseen boards, unfamiliar partners and opponents of five games."""

    agent: str = "greedy"
    """spec of the agent: greedy, checkpoint:runs/team, or your own, mine.py:Mine or package.module:Mine"""
    game: tuple[str, ...] = ()
    """play only these games; a result can be completed later"""
    part: tuple[Part, ...] = ()
    """play only these parts; a result can be completed later"""
    slow: bool = False
    """play only the first games of each trial, for slow agents"""
    games: int | None = None
    """limit of games of each trial, to try it out: the file is marked as a trial"""
    label: str = ""
    """its name in tables; default: the spec"""
    about: str = ""
    """one line for the leaderboard: what the agent is, how it was trained, where to find it"""
    threads: int = 1
    """threads of the batches and of networks"""
    move_seconds: float | None = None
    """time limit of a move in seconds; an agent that takes longer forfeits the game. Each agent then runs in its own process. Default: no
    limit"""
    check: bool = False
    """play the first games of ten trials of the result in --output again, and say where they differ; nothing is written"""
    output: Path | None = None
    """JSON file of the result, with its page next to it; default: runs/strength/LABEL.json. An existing file is continued"""

    @property
    def size(self) -> Size:
        """The size of the protocol that is played."""
        return "trial" if self.games is not None else "slow" if self.slow else "full"

    @property
    def path(self) -> Path:
        """Path of the result."""
        name = re.sub(r"[^a-z0-9]+", "_", (self.label or self.agent).lower()).strip("_")
        return self.output or Path("runs") / "strength" / f"{name}{'' if self.size == 'full' else f'.{self.size}'}.json"

    def chosen(self) -> list[Trial]:
        """Return the trials to be played."""
        wanted = [trial for trial in trials().values() if not self.part or trial.part in self.part]
        return [trial for trial in wanted if not self.game or trial.boards.game in self.game]


def measure(
    config: StrengthConfig, tell: Callable[[str], None] | None = None, progress: Callable[[str, int, int], None] | None = None
) -> Result:
    """Play the trials that are missing; the result is saved to ``config.path`` after every trial.

    Args:
        config: agents and trials.
        tell: called with a line for every trial.
        progress: called from time to time with (trial, games finished, its games).

    Raises:
        AgentError: the agent is unknown, or it can play none of the trials.
        ProtocolError: the games are not those of the protocol.
        ResultError, ValueError: the file has another result, or cannot be written.
    """
    if config.games is not None and config.games < 1:
        raise ValueError(f"games={config.games}: at least one game is needed")
    for game in config.game:
        if game not in GAMES:
            raise ValueError(unknown("game of the protocol", game, GAMES))
    if not config.chosen():
        raise ValueError(f"the protocol has no part {' or '.join(config.part)} of {' or '.join(config.game) or 'any game'}")
    if config.games is not None and config.slow:
        raise ValueError("games and slow both say how many games are played: leave one of them out")
    with files.claimed(config.path):
        result = _begun(config)
        _play_on(config, result, tell, progress)
    if not result.rows:
        raise AgentError(next(iter(result.refused.values())))
    return result


def check(config: StrengthConfig, tell: Callable[[str], None] | None = None) -> list[str]:
    """Replay ten trials of a result, spread over all its trials, with the smaller number of games of each.

    Args:
        config: agent and file.
        tell: called with a line for every trial.

    Returns:
        Keys of the trials whose games end differently from the result.

    Raises:
        AgentError, ProtocolError, ResultError, ValueError: see ``measure``.
    """
    stored = _begun(config)
    keys = [key for key, row in stored.rows.items() if not row.earlier]
    if not keys:
        raise ValueError(f"{config.path} holds no games of this revision of the rules: there is nothing to check")
    wrong = []
    with config.open() as workers:
        for key in keys[:: -(-len(keys) // CHECKED)]:
            row = stored.rows[key]
            number = min(len(row.outcomes), row.trial.games("slow"))
            how: dict[str, Any] = {"threads": config.threads, "move_seconds": config.move_seconds, "workers": workers}
            games = row.trial.boards.make()
            again = _outcomes(_evaluated(agents.make(stored.agent, largest(games)), row.trial, games, number, **how), row.trial.role)
            differ = sum(first != second for first, second in zip(again, row.outcomes, strict=False))
            wrong += [key] * (differ > 0)
            if tell is not None:
                tell(f"{key}: {f'{differ} of {number} games end otherwise' if differ else f'{number} games end as the result says'}")
    return wrong


def _play_on(
    config: StrengthConfig, result: Result, tell: Callable[[str], None] | None, progress: Callable[[str, int, int], None] | None
) -> None:
    """Play the missing trials, and save the result after every trial."""
    last: tuple[str, list[Any]] = ("", [])
    with config.open() as workers:
        for trial in config.chosen():
            if trial.key in result.refused or (trial.key in result.rows and not result.rows[trial.key].earlier):
                continue
            if last[0] != trial.boards.pin:
                last = trial.boards.pin, trial.boards.make()
            how = {"threads": config.threads, "move_seconds": config.move_seconds, "workers": workers}
            known = set(result.refused.values())
            said = _play(result, trial, last[1], how, progress)
            if result.rows:
                write(result, config.path)
            if tell is not None and result.refused.get(trial.key) not in known:  # a reason is reported once, not for every trial of a game
                tell(f"{trial.key}: {said}")


def _begun(config: StrengthConfig) -> Result:
    """Return the result in the file, or a new one; the last set-up in ``made`` is the current one."""
    spec = config.agent
    fresh = Result(spec, config.label or spec, config.about, identity(spec), config.size, config.games)
    result = read(config.path) if config.path.exists() else fresh
    names = ("agent", "identity", "size", "games")
    other = differing({name: getattr(result, name) for name in names}, {name: getattr(fresh, name) for name in names})
    if other:
        raise ValueError(f"{config.path} holds the result of something else: {other}; name another file (--output)")
    result.label, result.about = config.label or result.label, config.about or result.about
    about = machine("torch")
    now = {name: about[name] for name in about if name != "load_before"}
    if not result.made or {**result.made[-1], "date": ""} != {**now, "date": ""}:
        result.made.append(now)
    return result


def _play(result: Result, trial: Trial, games: Sequence[Any], how: dict[str, Any], progress: Callable[[str, int, int], None] | None) -> str:
    """Play a trial and add it to the result; returns a summary."""
    number = trial.games(result.size, result.games)
    try:
        candidate = agents.make(result.agent, largest(games))
    except AgentError as error:
        result.refused[trial.key] = str(error)
        return f"not played, like others for the same reason: {error}"
    report = None if progress is None else (lambda done, _: progress(trial.key, done, number))
    found = _evaluated(candidate, trial, games, number, progress=report, **how)
    counts, marks = found.counts.get(candidate.name, {}), found.marks.get(candidate.name, [])
    cost = found.decisions, round(found.seconds, 3), len(result.made) - 1
    row = Row(trial, _outcomes(found, trial.role), *cost, trial.boards.rules, counts, marks, trial.weights)
    result.rows[trial.key] = row
    return f"{row.rate.percent()} of {number} games won, {found.decisions:,} decisions in {found.seconds:.1f} s"


def _evaluated(candidate: Agent, trial: Trial, games: Sequence[Any], number: int, **how: Any) -> Evaluation:
    """Evaluate the first games of a trial."""
    game = largest(games)
    seats = trial.seats(candidate, {spec: agents.make(spec, game) for spec in trial.others}, game)
    return evaluate(games, seats, number, trial.seed, rotate=trial.rotate, batch=BATCH, **how)


def _outcomes(found: Evaluation, role: str) -> str:
    """Return the outcomes as letters; between players those of the first entrant, the candidate, and between roles those of its role."""
    if role:
        return letters(found.won_by(role).astype(float))
    if found.standing is not None:
        return letters(found.standing.share[:, 0])
    return "".join("-WLTD"[outcome] for outcome in found.outcomes.tolist())
