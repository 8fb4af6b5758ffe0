"""Phases before reinforcement learning: fitting the weights of the base, and imitation of a teacher or dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

import zombicide_agents as agents
from zombicide_agents import parse_spec
from zombicide_agents.greedy import rule_based
from zombicide_env.core.cores import usable_cores
from zombicide_training.collect.dataset.read import Dataset
from zombicide_training.learn.base import fit_base, in_words
from zombicide_training.learn.imitate import ImitationStep, imitate
from zombicide_training.learn.imitators import ImitationConfig
from zombicide_training.learn.offline import learn_from

if TYPE_CHECKING:
    from zombicide_training.run.session import Session

__all__ = ["BASE", "fit", "learn_from_teacher"]

#: Folder of the policy before the network has learned.
BASE: Final = "base"
#: Characters of a spec that is shown in full.
_LONGEST: Final = 80


def fit(session: Session[Any]) -> None:
    """Fit the weights of the base, and evaluate the policy, which is then the base alone."""
    c = session.config
    session.display.begin(f"fitting {parse_spec(c.network.lean).name}", c.base_generations, unit="generations")

    def report(generation: int, rate: float) -> None:
        session.model.logger.record("base/win_rate", rate)
        session.model.logger.dump(generation)
        session.display.reach(generation)
        session.display.note(f"candidates win {100 * rate:.0f} %")

    fitted = fit_base(
        session.games,
        rule_based(session.game) if session.asked.base == "auto" and not session.asked.network.lean else (c.network.lean,),
        path=session.run.folder / "base.jsonl",
        seed=c.seed,
        role=getattr(c, "role", ""),
        opponents=session.rivals_of_base(),
        generations=c.base_generations,
        stop=lambda: session.out_of_time(session.base_end),
        threads=usable_cores(),
        report=report,
    )
    session.display.say(in_words(fitted))
    session.progress.base = fitted.spec
    session.stand_on(fitted.spec)
    session.progress.phase = "imitate" if c.imitates else "reinforce"
    session.judge()
    session.run.save_policy(BASE, session.network, session.summary())
    session.save()


def learn_from_teacher(session: Session[Any]) -> None:
    """Run the warm start, from a teacher or a dataset."""
    c = session.config
    size = ImitationConfig(
        decisions=c.warm_decisions,
        seconds=None if c.minutes is None else 60 * c.minutes * session.warm_end,
        spent=session.seconds(),
        games=min(c.envs, max(64, len(session.games))),
        horizon=c.lesson,
        discount=c.discount,
        discount_by=session.discounts_by(),
        teacher_share=c.warm_teacher,
        passes=c.warm_passes,
        window=c.warm_window,
        batch=c.warm_batch,
        learning_rate=c.warm_rate,
        temperature=c.warm_temperature,
    )
    named = c.imitated_agent or str(c.from_dataset)
    shown = named if len(named) <= _LONGEST else named.partition(":")[0]  # a spec may hold hundreds of weights
    session.display.begin(f"learning from {shown}", c.warm_decisions, session.progress.imitated)

    def report(step: ImitationStep) -> bool:
        session.model.check()
        session.progress.imitated = step.decisions
        for name in ("loss", "agreement", "value_loss", "win_rate"):
            if not np.isnan(getattr(step, name)):
                session.model.logger.record(f"imitation/{name}", getattr(step, name))
        for phase, spent in session.timers.cpu.items():
            if spent:  # phases are only separate when learning from a dataset, where nothing is played meanwhile
                session.model.logger.record(f"time/{phase}", spent)
        session.model.logger.dump(session.progress.total)
        session.display.reach(step.decisions)
        if session.save_due() or session.stop.asked:
            session.save()
        session.stop.obey()
        return not session.out_of_time(session.warm_end)

    how: dict[str, Any] = {"seed": c.seed, "start": session.progress.imitated, "seats": session.own_seats(), "report": report}
    with session.stop, session.falling_back():
        if c.from_dataset:
            learn_from(Dataset(c.from_dataset), session.game, session.network, size, timers=session.timers, **how)
        else:
            teacher = agents.make(str(c.imitated_agent), session.game)
            imitate(session.games, session.network, teacher, size, workers=session.workers, part=c.part, **how)
        session.judge()
        session.progress.phase = "reinforce"
        session.save()
