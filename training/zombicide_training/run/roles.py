"""Self-play of roles: alternating runs, one per role, each against the pools of earlier versions of the other roles.

    runs/hunt/config.json      the configuration as given
    runs/hunt/hunter/          a normal run: policies of the hunter, ``checkpoint:runs/hunt/hunter``
    runs/hunt/runners/         and of the runners

A role pauses after each version that it adds to its pool, so that no policy gets ahead of its opponents.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zombicide_env.core.seating import VS
from zombicide_training.run.folder import CONFIG, Run, stored_or_new
from zombicide_training.run.selfplay_config import SelfPlayConfig
from zombicide_training.run.session import TrainResult
from zombicide_training.run.stopping import Stop, Stopped

if TYPE_CHECKING:
    from zombicide_training.run.selfplay import SelfPlay

__all__ = ["train_roles"]


def train_roles(config: SelfPlayConfig, game: Any, begin: Callable[[SelfPlayConfig], SelfPlay]) -> TrainResult:
    """Train a policy for every role of the game; see ``train_selfplay`` for errors.

    Args:
        config: configuration for all roles.
        game: the game.
        begin: creates the session of a role.
    """
    run = Run(config, game)
    if config.resume:
        run.go_on()
    else:
        run.begin()
    sessions: list[SelfPlay] = []
    try:
        for role in game.type.parts:
            out = config.out / role
            there = (out / CONFIG).is_file()  # a run stopped early may have begun only one role
            start = config.start and str(Path(config.start) / role)
            sessions.append(begin(stored_or_new(replace(config, role=role, out=out, start=start, resume=config.resume and there))))
        _play(sessions)
        return _together(sessions, config)
    finally:
        for session in sessions:
            session.close()
        run.close()


def _play(sessions: list[SelfPlay]) -> None:
    for number, session in enumerate(sessions, 1):
        share = number / len(sessions)
        session.base_end, session.warm_end = session.config.base_share * share, session.config.warm_share * share
        session.enter()
        session.warm_up()
    for session in sessions:  # every role needs opponents
        if not session.versions.kept:
            session.keep_version()
    turns: list[Iterator[None]] = [session.reinforcing() for session in sessions]
    with Stop() as stop:
        for session in sessions:
            session.stop = stop
        try:
            while turns:
                turns = [turn for turn in turns if next(turn, turn) is None]
            stop.obey()
        except Stopped:  # raised in the run of one role, which is saved; the others are paused between updates
            for session in sessions:
                if not session.diverged:  # the run of such a role goes on from the checkpoint that it fell back to
                    session.save(session.trainer_state())
            raise


def _together(sessions: list[SelfPlay], config: SelfPlayConfig) -> TrainResult:
    results = [session.finish() for session in sessions]
    said = "; ".join(f"{session.config.role}: {result.said}" for session, result in zip(sessions, results, strict=True))
    first, *others = results
    seats = ["human", *(word for other in others for word in (VS, f"checkpoint:{other.policy}"))]
    command = shlex.join(["zombicide", "play", "--game", config.game, *config.play_words(), "--seats", *seats])
    evaluations = [evaluation for result in results for evaluation in result.evaluations]
    return TrainResult(config.out, said, command, first.progress, evaluations, {})
