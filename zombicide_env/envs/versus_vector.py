"""Gymnasium vector environment for competitive games: the learner controls one side of each game, opponents the others."""

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
from ..core.game import LOST, ONGOING, OUTCOMES, TRUNCATED, Outcome
from ..core.legality import Illegal, runs
from .options import check_reset_options
from .spaces import ObservationDtype
from .vector import RESET_MASK, Observations, TeamVectorEnv, check_reset_mask
from .versus import ELIMINATED, Maker, Opponent, Opponents, check_opposition, check_side, name_of, sides_of

Rows = npt.NDArray[np.intp]


class VersusVectorEnv(TeamVectorEnv):
    """``num_envs`` games, each played from one side against opponents that move within the step (see ``VersusEnv``).

    Opponents move in all waiting games at once: an opponent with ``act_batch`` is called once. Observations, masks,
    infos and autoreset modes are those of ``TeamVectorEnv``, from the learners' seats, and ``infos`` also hold ``side``; rewards are means
    over the seats of the learners' sides. When the learner is eliminated, its game ends with the outcome "lost" and the detail
    "eliminated". ``won`` is whether the learner has won. Returned arrays are copies. With ``events=True`` infos list the
    events as far as the learner's side may know them, including the moves of the opponents.

    ``reset`` with a seed seeds this and all later games (game i plays seed + i), the sampled sides and the opponents. If an opponent fails,
    the step raises RuntimeError, which names the opponent, and all games have to be reset.
    """

    _batch_resets: ClassVar[bool] = False

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "hit_z_road",
        *,
        opponents: Any = "random",
        side: int | str = 0,
        maker: Maker | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        observation_dtype: ObservationDtype = "float32",
        render_mode: str | None = None,
        illegal: Illegal = "raise",
        max_episode_steps: int | None = None,
        events: bool = False,
        constant_infos: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            num_envs,
            game,
            autoreset_mode=autoreset_mode,
            observation_dtype=observation_dtype,
            render_mode=render_mode,
            illegal=illegal,
            max_episode_steps=max_episode_steps,
            events=events,
            constant_infos=constant_infos,
            **options,
        )
        kind = self.game.type
        self._chosen_side = check_side(self.game, side)
        self.opponents = Opponents(self.game, opponents, maker, sides_of(self.game, self._chosen_side))
        self._side_of = np.array(kind.sides)
        self._own = self._side_of == np.arange(kind.n_sides)[:, None]  # [sides, seats]
        self._agents = [frozenset(self.game.agents[seat] for seat in seats) for seats in kind.seats]
        self._weights = self._own / self._own.sum(axis=1, keepdims=True)
        self.sides = np.full(num_envs, self._chosen_side or 0, np.int16)
        self.seats = np.full(num_envs, kind.seats[self._chosen_side or 0][0], np.int16)  # learners' seats: deciding, or last to decide
        self._seeded = False
        self._random = np.random.default_rng(0)  # samples the sides; reset seeds it
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
            self._random = np.random.default_rng(numbers)
            self.opponents.seed(numbers)
            self._begin(rows, fresh=True)
        else:
            self._begin(rows)
        self._seeded = self._ready = True
        observations, infos = self._seen()
        self._add_figures(infos)
        return observations, infos

    def step(self, actions: npt.NDArray[Any]) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play one action in every game and advance to the learners' next decisions.

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

    # ---- private -----------------------------------------------------------------------------------------

    def _check_sides(self, game: Any) -> None:
        check_opposition(game)

    def _check_ready(self, what: str) -> None:
        """Raise RuntimeError before the first reset and after an error of an opponent: the learner must not decide in its place."""
        if not self._ready:
            raise RuntimeError(f"{what}: the games have not begun, or an opponent has failed; call reset() for all of them")

    def _begin(self, rows: Rows, fresh: bool = False) -> None:
        """Start the next games in ``rows`` (``fresh``: they are already reset); games in which the learner never decides are skipped."""
        self._ready = False
        self._lengths[rows], self._ended[rows] = 0, False
        while len(rows):
            if not fresh:
                self.batch.reset(which=np.isin(np.arange(self.num_envs), rows))
            fresh = False
            if self._chosen_side is None:
                self.sides[rows] = self._random.integers(self.game.type.n_sides, size=len(rows))
            self._wait(rows, np.zeros(self.num_envs, np.float32))
            rows = rows[~self._decides()[rows]]

    def _decides(self) -> npt.NDArray[np.bool_]:
        """Return which games wait for the learner."""
        deciders = self.batch.deciders
        found: npt.NDArray[np.bool_] = (deciders >= 0) & (self._side_of[deciders] == self.sides) & ~self._ended
        return found

    def _wait(self, rows: Rows, rewards: npt.NDArray[np.float32]) -> None:
        """Step the opponents in ``rows`` until the learners decide or are eliminated; rewards are added to those of the learners."""
        while len(rows := self._waiting(rows)):
            self._ask(rows)
            self._play(rows, rewards)
        decides = self._decides()
        self.seats[decides] = self.batch.deciders[decides]

    def _waiting(self, rows: Rows) -> Rows:
        """Return the subset of ``rows`` in which an opponent decides and the learner is not eliminated."""
        batch = self.batch
        still_in = ((batch.active[rows] == 1) & self._own[self.sides[rows]]).any(axis=1)
        waiting: Rows = rows[(batch.deciders[rows] >= 0) & ~self._decides()[rows] & still_in]
        return waiting

    def _ask(self, rows: Rows) -> None:
        """Write the opponents' actions to the inputs of the batch."""
        batch = self.batch
        place = self.opponents.at[self.sides[rows], batch.deciders[rows]]
        for k, opponent in enumerate(self.opponents.different):
            mine = rows[place == k]
            if not len(mine):
                continue
            given = inputs(opponent, batch, mine, usual=batch.observation_dtype)
            try:
                batch._inputs[mine] = chosen_by_all(_answers(opponent, given), batch.masks[mine], batch.action_codec, "it")
            except AgentQuit:
                raise
            except Exception as error:
                raise failure(f"opponent {name_of(opponent)}", error) from error

    def _play(self, rows: Rows, rewards: npt.NDArray[np.float32]) -> None:
        """Step the games in ``rows`` only, and add the learners' rewards."""
        batch = self.batch
        if batch.record_events:
            self._listen(rows)
        else:
            for lo, hi in runs(rows):
                batch._call(tasks.STEP, batch._flags, 1, lo, hi)
        rewards[rows] += (batch.rewards[rows] * self._weights[self.sides[rows]]).sum(axis=1)

    def _listen(self, rows: Rows) -> None:
        """Step the games in ``rows`` and add the events that the learners may know to their stories."""
        batch = self.batch
        for i in rows.tolist():
            batch._tell_each((i,))
            self._stories[i] += self._game(i).events_for(batch.events(i), self._agents[self.sides[i]])

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        batch = self.batch
        decides = self._decides()
        features = batch.observations.copy() if decides.all() else batch.observe(self.seats)
        masks = batch.masks * decides[:, None]
        self._allow_one(masks, self._ended)
        return {"observation": features, "action_mask": masks}, {
            "action_mask": masks,
            "side": self.sides.copy(),
            "seat": self.seats.copy(),
            **self._heard(),
        }

    def _add_ends(self, infos: dict[str, Any], new: npt.NDArray[np.bool_], late: npt.NDArray[np.bool_]) -> None:
        super()._add_ends(infos, new, late)
        if not self._constant:
            infos["final_info"] |= {"side": np.where(new, self.sides, 0), "_side": new.copy()}

    def _won(self, states: npt.NDArray[Any], rows: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        won: npt.NDArray[np.bool_] = self.game.winners(states[rows])[np.arange(len(rows)), self.seats[rows]]
        return won

    def _last_seats(self, ended: npt.NDArray[np.intp]) -> npt.NDArray[np.int16]:
        return np.where(np.isin(np.arange(self.num_envs), ended), self.seats, 0).astype(np.int16)

    def _last(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return self.batch.states, self._final

    def _outcome(self, i: int, state: npt.NDArray[Any], late: bool) -> Outcome:
        outcome = super()._outcome(i, state, late)
        return outcome if outcome.name != OUTCOMES[ONGOING] else Outcome(OUTCOMES[LOST], ELIMINATED)

    def _legal(self) -> npt.NDArray[np.int8]:
        return self.batch.masks * self._decides()[:, None]


def _answers(opponent: Opponent, given: Inputs) -> Any:
    """Return an opponent's actions in several games."""
    seen, masks, game, states = given.observations, given.masks, given.game, given.states
    if hasattr(opponent, "act_batch"):
        return opponent.act_batch(seen, masks, game, states)
    found = []
    for i, mask in enumerate(masks):
        answer = opponent.act(None if seen is None else seen[i], mask, game, None if states is None else states[i : i + 1])
        found.append(chosen(answer, "it"))
    return found
