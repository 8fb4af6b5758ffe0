"""Gymnasium vector environment in which the agent has some seats of each game, and other players move within the step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from ..core import tasks
from ..core.agent_inputs import Inputs, inputs
from ..core.answers import AgentQuit, chosen, chosen_by_all, failure
from ..core.batch import fresh_seed
from ..core.game import TRUNCATED
from ..core.legality import runs
from .options import check_reset_options
from .players import Others, Player, name_of
from .vector import RESET_MASK, Observations, TeamVectorEnv, check_reset_mask

Rows = npt.NDArray[np.intp]


class SharedVectorEnv(TeamVectorEnv):
    """``num_envs`` games in which the agent has some of the seats; a step lasts until one of them decides again.

    The other players move in all waiting games at once: a player with ``act_batch`` is called once. Observations, masks, infos and
    autoreset modes are those of ``TeamVectorEnv``, from the agent's seats. Returned arrays are copies.

    ``reset`` with a seed seeds this and all later games (game i plays seed + i) and the other players. If one of them fails, the step
    raises RuntimeError, which names it, and all games have to be reset.
    """

    _batch_resets: ClassVar[bool] = False
    #: Another player, in messages.
    _another: ClassVar[str] = "another player"

    def _share(self, others: Others, own: npt.NDArray[np.bool_], paid: npt.NDArray[np.bool_], choice: int) -> None:
        """Deal the seats.

        Args:
            others: the other players.
            own: the agent's seats in each choice of seats, bool [choices, seats].
            paid: the seats whose mean reward is the agent's, likewise.
            choice: the choice of all games at first.
        """
        self._others, self._own = others, own
        self._weights = paid / paid.sum(axis=1, keepdims=True)
        #: Choice of seats of each game.
        self._choices = np.full(self.num_envs, choice, np.int16)
        #: The agent's seat in each game that decides, or decided last.
        self.seats = np.full(self.num_envs, own[choice].argmax(), np.int16)
        self._seeded = False
        self._final: npt.NDArray[Any] = self.batch.observations

    # ---- Gymnasium's API ---------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int] | npt.NDArray[Any] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start new games, all or those of ``options["reset_mask"]`` (bool, shape (num_envs,)); see the class for the seed."""
        which = check_reset_options(options, (RESET_MASK,)).get(RESET_MASK)
        if which is not None:
            check_reset_mask(which, self.num_envs)
            self._check_ready("options['reset_mask'] cannot be used")
        if seed is None and not self._seeded:
            seed = fresh_seed()
        rows = np.arange(self.num_envs) if which is None else np.flatnonzero(which)
        if seed is not None:
            self.batch.reset(seed, which)  # raises before anything else changes
            self._ready = False
            self._keep_seed(seed)
            numbers = [int(number) for number in np.atleast_1d(np.asarray(seed)).tolist()]
            self._others.seed(numbers)
            self._seed(numbers)
            self._begin(rows, fresh=True)
        else:
            self._begin(rows)
        self._seeded = self._ready = True
        observations, infos = self._seen()
        self._add_figures(infos)
        return observations, infos

    def step(self, actions: npt.NDArray[Any]) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play one action in every game and advance to the agent's next decisions.

        Raises IllegalAction if an action is illegal, or see ``illegal``. The actions of finished games (``next_step`` and ``disabled``) are
        ignored.
        """
        self._check_ready("no action can be played")
        batch, idle = self.batch, self._ended.copy()
        batch._take(actions)
        batch._inputs[idle] = batch.masks[idle].argmax(axis=1)
        batch._judge()
        self._ready = False
        rows, rewards = np.flatnonzero(~idle), np.zeros(self.num_envs, np.float32)
        self._play(rows, rewards)
        self._wait(rows, rewards)
        late, over = self._late(idle), ~idle & ~self._decides()
        cut, new = over & (batch.dones == TRUNCATED), over | late
        self._keep_legal(late & ~over)
        self._ended |= new
        infos: dict[str, Any] = {}
        if new.any():
            self._final = batch.observe(self.seats)
            self._add_ends(infos, new, late & ~over)
        again = new if self.autoreset_mode is AutoresetMode.SAME_STEP else idle
        if self.autoreset_mode is not AutoresetMode.DISABLED and again.any():
            self._begin(np.flatnonzero(again))
        self._ready = True
        observations, seen = self._seen()
        infos |= seen
        self._add_figures(infos)
        return observations, rewards, over & ~cut, cut | late, infos

    # ---- for subclasses ----------------------------------------------------------------------------------

    def _seed(self, numbers: list[int]) -> None:
        """Seed the choices of seats."""

    def _choose_seats(self, rows: Rows) -> None:
        """Choose the agent's seats in games that begin."""

    def _still_in(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Return in which of the games ``rows`` the agent is not out: if it is, its game is over."""
        return np.ones(len(rows), np.bool_)

    def _let_play(self, rows: Rows, rewards: npt.NDArray[np.float32]) -> None:
        """Let compiled players decide in the games ``rows`` while it is their turn, where there are any; add the agent's rewards."""

    def _knowing(self, i: int) -> frozenset[str] | None:
        """Return the seats' agents whose events the agent may know in game ``i``; None: all."""
        return None

    # ---- private -----------------------------------------------------------------------------------------

    def _check_ready(self, what: str) -> None:
        """Raise RuntimeError before the first reset and after an error of another player: the agent must not decide in its place."""
        if not self._ready:
            raise RuntimeError(f"{what}: the games have not begun, or {self._another} has failed; call reset() for all of them")

    def _begin(self, rows: Rows, fresh: bool = False) -> None:
        """Start the next games in ``rows`` (``fresh``: they are already reset); games in which the agent never decides are skipped."""
        self._ready = False
        self._lengths[rows], self._ended[rows] = 0, False
        while len(rows):
            if not fresh:
                self.batch.reset(which=np.isin(np.arange(self.num_envs), rows))
            fresh = False
            self._choose_seats(rows)
            self._wait(rows, np.zeros(self.num_envs, np.float32))
            rows = rows[~self._decides()[rows]]

    def _decides(self) -> npt.NDArray[np.bool_]:
        """Return which games wait for the agent."""
        deciders = self.batch.deciders
        found: npt.NDArray[np.bool_] = (deciders >= 0) & self._own[self._choices, deciders] & ~self._ended
        return found

    def _wait(self, rows: Rows, rewards: npt.NDArray[np.float32]) -> None:
        """Step the other players in ``rows`` until the agent decides or is out; rewards are added to the agent's."""
        self._let_play(rows, rewards)
        while len(rows := self._waiting(rows)):
            self._ask(rows)
            self._play(rows, rewards)
            self._let_play(rows, rewards)
        decides = self._decides()
        self.seats[decides] = self.batch.deciders[decides]

    def _waiting(self, rows: Rows) -> Rows:
        """Return the subset of ``rows`` in which another player decides and the agent is not out."""
        waiting: Rows = rows[(self.batch.deciders[rows] >= 0) & ~self._decides()[rows] & self._still_in(rows)]
        return waiting

    def _ask(self, rows: Rows) -> None:
        """Write the other players' actions to the inputs of the batch."""
        batch = self.batch
        place = self._others.at[self._choices[rows], batch.deciders[rows]]
        for k, player in enumerate(self._others.different):
            mine = rows[place == k]
            if not len(mine):
                continue
            given = inputs(player, batch, mine, usual=batch.observation_dtype)
            try:
                batch._inputs[mine] = chosen_by_all(_answers(player, given), batch.masks[mine], batch.action_codec, "it")
            except AgentQuit:
                raise
            except (Exception, SystemExit) as error:
                raise failure(f"{self._others.what} {name_of(player)}", error) from error

    def _play(self, rows: Rows, rewards: npt.NDArray[np.float32]) -> None:
        """Step the games in ``rows`` only, and add the agent's rewards."""
        batch = self.batch
        if batch.record_events:
            self._listen(rows)
        else:
            for lo, hi in runs(rows):
                batch._call(tasks.STEP, batch._flags, 1, lo, hi)
        rewards[rows] += (batch.rewards[rows] * self._weights[self._choices[rows]]).sum(axis=1)

    def _listen(self, rows: Rows) -> None:
        """Step the games in ``rows`` and add the events that the agent may know to their stories."""
        batch = self.batch
        for i in rows.tolist():
            batch._tell_each((i,))
            self._stories[i] += self._game(i).events_for(batch.events(i), self._knowing(i))

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        batch = self.batch
        decides = self._decides()
        features = batch.observations.copy() if decides.all() else batch.observe(self.seats)
        masks = batch.masks * decides[:, None]
        self._allow_one(masks, self._ended)
        return {"observation": features, "action_mask": masks}, {"action_mask": masks, "seat": self.seats.copy(), **self._heard()}

    def _last(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return self.batch.states, self._final

    def _legal(self) -> npt.NDArray[np.int8]:
        return self.batch.masks * self._decides()[:, None]


def _answers(player: Player, given: Inputs) -> Any:
    """Return a player's actions in several games."""
    seen, masks, game, states = given.observations, given.masks, given.game, given.states
    if hasattr(player, "act_batch"):
        return player.act_batch(seen, masks, game, states)
    found = []
    for i, mask in enumerate(masks):
        answer = player.act(None if seen is None else seen[i], mask, game, None if states is None else states[i : i + 1])
        found.append(chosen(answer, "it"))
    return found
