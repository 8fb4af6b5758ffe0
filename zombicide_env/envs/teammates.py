"""Gymnasium environment in which the agent controls some seats of a team and can send requests to the teammates in the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..core.answers import AgentQuit, chosen, failure
from ..core.numbers import flag
from ..core.wishes import Done, Ledger, Reply, Unfit, Wish
from .gym import Observation, TeamEnv
from .options import check_reset_options
from .players import Maker, Others, Player, Policy, each_seat, name_of
from .single import ONGOING, TRUNCATED, IllegalAction, check_seed

__all__ = ["TeammatesEnv"]


class TeammatesEnv(TeamEnv):
    """A cooperative game in which the agent decides for its own seats, and teammates for theirs.

    A step lasts until a seat of the agent decides, or the game ends. The reward is the mean over all seats, summed over all moves since
    the agent's last one; observation, mask and the rest of the info are those of ``TeamEnv``. With ``wishes=True`` infos also hold
    ``intentions``, the plan of each teammate (agent -> ``Intention.plain()``), ``wishes``, those that are accepted and open, and
    ``wishes_over``, those closed since the last info, with ``granted``; and ``wish`` sends a request to a teammate.

    Args:
        game: a game, or its id with ``options``.
        seats: seats of the agent.
        teammates: the players of the other seats: a spec, an object with ``act`` or a function of observation and mask, or one for each in
            the order of the seats. Requests need a teammate with ``wish``, ``heed`` and ``intend``, as ``zombicide_agents.Agent`` has.
        maker: makes teammates from specs (``agents.make``).
        wishes: see above.
        options: options of ``TeamEnv`` and of the game.

    Raises:
        ValueError: a seat that does not exist, no seat for the agent, or teammates that do not fit.
        TypeError: an object cannot play.

    If a teammate fails, the step raises RuntimeError, which names the teammate, and the game has to be reset.
    """

    def __init__(
        self,
        game: Any = "black_plague",
        *,
        seats: Sequence[int] = (0,),
        teammates: str | Player | Policy | Sequence[str | Player | Policy] = "greedy",
        maker: Maker | None = None,
        wishes: bool = False,
        **options: Any,
    ) -> None:
        if flag("wishes", wishes) and options.get("constant_infos"):
            raise ValueError("wishes=True and constant_infos=True exclude each other: the wishes of a step are a list of any length")
        super().__init__(game, **options)
        self.seats = numbered(seats, len(self.game.agents))
        self._seat = self.seats[0]  # the agent's seat that decides, or decided last
        self._mates = mates_of(self.game, teammates, self.seats, maker)
        self.teammates = {agent: self._mates.of(seat) for seat, agent in enumerate(self.game.agents) if seat not in self.seats}
        self._wishing = self.game.wishing() if wishes else None
        if wishes and self._wishing is None:
            raise ValueError(f"wishes=True: {self.game.id} takes no wishes; leave it out")
        self._forget()

    # ---- Gymnasium's API ---------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new game. ``seed`` determines it, the games that follow and the teammates' choices. ``options`` must be empty."""
        check_reset_options(options)
        if seed is not None:
            seed = check_seed(seed)
            self._mates.seed(seed)
        self._forget()
        super(TeamEnv, self).reset(seed=seed)
        self._one.reset(seed)
        self.moment += 1
        self._painter.begin(self._one)
        self._wait()
        self._sampler.begin(seed)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and advance to the agent's next decision. Raises IllegalAction if it is illegal, or see ``illegal``."""
        one = self._one
        if one.decider not in self.seats:  # nor may the agent decide for a teammate that has failed
            raise IllegalAction(
                f"action {action!r} cannot be played: the game is over or has not begun, or a teammate has failed; call reset()"
            )
        self._play(action, strict=False)
        self.moment += 1
        self._sampler.seeded = False
        reward = float(one.rewards.mean()) + self._wait()
        if self._painter.live:
            self._painter.show(one)
        observation, info = self._seen()
        return observation, reward, one.outcome not in (ONGOING, TRUNCATED), one.outcome == TRUNCATED, info

    # ---- wishes ------------------------------------------------------------------------------------------

    def wish(self, kind: str, to: str, target: str = "", by: str = "") -> Reply:
        """Send a request to a teammate for this round.

        Args:
            kind: one of ``core.wishes.WORDS``.
            to: the agent that receives the request, ``survivor_2``.
            target: tag of the request's subject, ``zone:7``; see ``Wish``.
            by: the agent that sends the request; "": the agent's first seat that is still in the game.

        Raises:
            ValueError: the environment was made without ``wishes=True``, ``to`` is not a teammate, or the game is over.
        """
        if self._ledger is None or self._one.outcome != ONGOING:
            raise ValueError("nobody can be asked: make the environment with wishes=True, and ask before the game is over")
        if to not in self.teammates:
            raise ValueError(f"{to!r} is not a teammate; the teammates are: {', '.join(self.teammates)}")
        state, agents = self._one.state, self.game.agents
        there = [agents[seat] for seat in self.seats if self._one.active[seat]]
        wish = Wish(kind, to, target, by or next(iter(there), ""))
        ask = getattr(self.teammates[to], "wish", None)
        reply: Reply = Reply(False, "no_wishes") if ask is None else ask(wish, self.game, self._one.redrawn())
        if reply:
            try:
                self._ledger.accept(state, wish)
            except Unfit as error:
                return Reply(False, error.reason)
        return reply

    # ---- additions of this package -----------------------------------------------------------------------

    def load(self, data: bytes) -> tuple[Observation, dict[str, Any]]:
        """Restore a saved game, without open requests; see ``TeamEnv``.

        The teammates are seeded from the save, so loading it again leads to the same game.
        """
        self._mates.seed(self._one.put(*self._one.check_save(data)))
        self.moment += 1
        self._forget()
        self._wait()
        self._painter.show(self._one)
        return self._seen()

    # ---- private -----------------------------------------------------------------------------------------

    def _forget(self) -> None:
        self._ledger = None if self._wishing is None else Ledger(self._wishing)
        self._over: list[Done] = []

    def _play(self, action: Any, strict: bool) -> None:
        """Play one decision of any seat."""
        one = self._one
        if self._ledger is None or not self._ledger.open:
            one.step(action, strict=strict)
            return
        before, mover = one.state.copy(), self.game.agents[one.decider]
        one.step(action, strict=strict)
        self._over += self._ledger.played(before, mover, int(action), one.state)

    def _wait(self) -> float:
        """Step the teammates until a seat of the agent decides or the game is over, and return the rewards."""
        one, paid = self._one, 0.0
        while one.outcome == ONGOING and one.decider not in self.seats:
            name = self.game.agents[one.decider]
            mate = self.teammates[name]
            try:
                self._play(chosen(self._answer(name, mate), "it"), strict=True)
            except AgentQuit:
                raise
            except (Exception, SystemExit) as error:
                raise failure(f"teammate {name_of(mate)}, {name},", error) from error
            paid += float(one.rewards.mean())
        if one.decider >= 0:
            self._seat = one.decider
        return paid

    def _viewer(self) -> int:
        return self._seat

    def _answer(self, name: str, mate: Any) -> Any:
        """Return a teammate's answer to its decision; it heeds the wishes that it has accepted."""
        one = self._one
        wishes = self._ledger.of(name, one.state) if self._ledger is not None else ()
        if not wishes or not hasattr(mate, "heed"):
            return one.ask(mate)
        given = one.inputs(mate)
        seen = None if given.observations is None else given.observations[0]
        return mate.heed(seen, given.masks[0], self.game, one.redrawn(), wishes)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation, info = super()._seen()
        if self._ledger is not None:
            over, self._over = self._over, []
            info["wishes"] = [wish.plain() for wish in self._ledger.open]
            info["wishes_over"] = [{**done.wish.plain(), "granted": done.granted} for done in over]
            info["intentions"] = self._intentions() if self._one.outcome == ONGOING else {}
        return observation, info

    def _intentions(self) -> dict[str, dict[str, Any]]:
        state, found = self._one.redrawn(), {}
        for name, mate in self.teammates.items():
            intend = getattr(mate, "intend", None)
            wishes = self._ledger.of(name, self._one.state) if self._ledger is not None else ()
            intention = None if intend is None else intend(name, self.game, state, wishes)
            if intention is not None:
                found[name] = intention.plain()
        return found


def numbered(seats: Any, count: int) -> tuple[int, ...]:
    """Return the agent's seats. Raises ValueError if one does not exist or is named twice, or there is none."""
    listed = tuple(seats) if isinstance(seats, Iterable) else ()
    fit = all(isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < count for seat in listed)
    if not listed or not fit or len(set(listed)) < len(listed):
        raise ValueError(f"seats={seats!r}: name seats of the agent from 0 to {count - 1}, each once, such as (0, 1)")
    return tuple(int(seat) for seat in listed)


def mates_of(game: Any, teammates: Any, own: Sequence[int], maker: Maker | None) -> Others:
    """Return the players of all seats but the agent's ``own``."""
    seats = [seat for seat in range(len(game.agents)) if seat not in own]
    return Others(game, "teammate", [each_seat(teammates, seats, "teammate", "the team")], maker)
