"""Training runs of value networks, which can be stopped at any time and resume from the last round.

config.json     the configuration
state.npz       state of learning, and progress
curves.jsonl    the curves, a line per round, against positions; the same for TensorBoard in tensorboard/
final/          the value network, calibrated and evaluated
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save as to_bytes

import zombicide_agents as agents
from zombicide_agents.checkpoint_folder import WEIGHTS, Header, header_for, publish
from zombicide_agents.checkpoint_reader import FORECASTS, Kept
from zombicide_agents.greedy import rule_based
from zombicide_agents.network_config import Layout
from zombicide_agents.value import Value
from zombicide_env.core import files
from zombicide_env.core.cores import usable_cores
from zombicide_env.core.players import Player
from zombicide_training.collect.checks import UNREADABLE, ConfigError
from zombicide_training.evaluation.curves import Curves
from zombicide_training.learn.step_size import cosine
from zombicide_training.learn.value.fit import Fit
from zombicide_training.learn.value.game_setups import Tables
from zombicide_training.learn.value.metrics import Judged, Predictions, calibration_line, predictions
from zombicide_training.learn.value.positions import collect, forecast_names
from zombicide_training.run.folder import stored_or_new
from zombicide_training.run.progress import display

from .value_config import ValueConfig

__all__ = ["ValueResult", "ValueRun", "train_value"]

CONFIG: Final = "config.json"
STATE: Final = "state.npz"
FINAL: Final = "final"
#: The curve that measures progress: mean cross-entropy of the positions of a round before they are learned from.
FRESH: Final = "evaluation/cross_entropy"
_LIMIT: Final = 1 << 28
#: First seeds of the games of training (from 2**40), of the calibration, and of the evaluation.
TRAINING: Final = 1 << 40
CALIBRATION: Final = 800_000_000
JUDGEMENT: Final = 900_000_000


@dataclass
class Progress:
    """Progress of a run."""

    rounds: int = 0
    seconds: float = 0.0
    games: int = 0
    positions: int = 0


@dataclass(frozen=True)
class ValueResult:
    """Result of a run.

    Attributes:
        folder: folder of the value network.
        judged: its evaluation, or None if it was not evaluated.
    """

    folder: Path
    judged: Judged | None

    def report(self) -> str:
        """Return a report as text: the evaluation, and the folder."""
        where = f"value in {self.folder}"
        if self.judged is None:
            return where
        j = self.judged
        tables = [f"{name:24s} {100 * j.won[name]:5.1f} % won  AUC {area:.3f}" for name, area in j.auc.items()]
        area = (
            f"AUC {j.mean:.3f} on average over tables won in 3 to 97 %"
            if np.isfinite(j.mean)
            else "no table won in 3 to 97 % for a mean AUC"
        )
        mean = f"{area}, calibration error {j.error:.3f}"
        return "\n".join([*tables, mean, where])


class ValueRun:
    """One session of a run; :func:`train_value` is the convenience function.

    Args:
        config: configuration of the run.
    """

    def __init__(self, config: ValueConfig) -> None:
        config.check()
        self.config = config
        self.tables = Tables(config)
        self.game = self.tables.usual()[0]
        self.spec, self.player = _player(config, self.game)
        codec = self.game.observation_codec
        rows = codec.entities if config.network.grows else self.game.rows
        self.names = forecast_names(list(self.game.measures(np.zeros(1, self.game.state_dtype))))
        self.fit = Fit(
            Layout(self.game.action_codec, codec, rows), config.network, len(self.names), config.seed, config.threads or usable_cores()
        )
        self.scales = np.zeros(len(self.names))
        self.progress = Progress()
        self.display = display(config.progress)
        self._lock: Any = None
        self._curves: Curves | None = None
        self._began = time.perf_counter()
        self._before = 0.0

    # ---- the folder ---------------------------------------------------------------------------------------------

    def enter(self) -> None:
        """Begin or resume the run.

        Raises:
            ConfigError: the folder already contains a run, or the stored state is damaged.
        """
        out = self.config.out
        self._lock = files.claim(out)
        if not self.config.resume and (out / CONFIG).exists():  # locked before: another process cannot begin a run meanwhile
            raise ConfigError(f"{out} holds a run already: continue it (--resume), or name another folder (--out)")
        if self.config.resume and (out / STATE).exists():
            self._load()
        files.write(out / CONFIG, self.config.dump())
        self._curves = Curves(out, self.progress.positions, self.display.say)
        self._before, self._began = self.progress.seconds, time.perf_counter()

    def _load(self) -> None:
        try:
            with np.load(io.BytesIO(files.read(self.config.out / STATE, _LIMIT))) as state:
                self.fit.take(state)
                self.scales[:] = state["scales"]
                self.progress = Progress(**json.loads(str(state["progress"])))
        except UNREADABLE as error:
            raise ConfigError(f"{self.config.out / STATE} is damaged ({error}); begin another run") from error

    def save(self) -> None:
        """Write the state of the run atomically."""
        self.progress.seconds = self._seconds()
        buffer, told = io.BytesIO(), json.dumps(asdict(self.progress))
        state: dict[str, Any] = {**self.fit.state(), "scales": self.scales, "progress": np.array(told)}
        np.savez(buffer, **state)
        files.write(self.config.out / STATE, buffer.getvalue())

    def close(self) -> None:
        """Unlock the folder."""
        self.display.close()
        if self._curves is not None:
            self._curves.close()
        if self._lock is not None:
            self._lock.close()

    # ---- learning -----------------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Run rounds of play and learning until time or rounds are used up."""
        c = self.config
        whole = c.rounds if c.rounds is not None else int(60 * c.minutes)
        self.display.begin(f"value of {c.game}", whole, self._done(), unit="rounds" if c.rounds is not None else "seconds")
        while self._done() < whole:
            row = self.round()
            assert self._curves is not None, "entered"
            self._curves.add(row, self.progress.positions)  # before the state: a resumed run drops lines that are ahead of it
            self.save()
            self.display.reach(min(whole, self._done()))
            self.display.note(f"cross-entropy {row[FRESH]:.4f} before learning, {self.progress.positions:,} positions")

    def _seconds(self) -> float:
        return self._before + time.perf_counter() - self._began

    def _done(self) -> int:
        return self.progress.rounds if self.config.rounds is not None else int(self._seconds())

    def _share(self) -> float:
        """Return the completed share of the run."""
        c = self.config
        return min(1.0, self.progress.rounds / max(1, c.rounds) if c.rounds is not None else self._seconds() / (60 * c.minutes))

    def round(self) -> dict[str, float]:
        """Play the games of a round and learn from their positions; return the values for the curve, with errors before learning."""
        c, number = self.config, self.progress.rounds
        random = np.random.default_rng((c.seed, number))
        games = self.tables.draw(c.tables, random)
        seed = TRAINING + (c.seed << 32) + number * c.games
        labeled = collect(games, self.player, c.games, seed, keep=c.positions, deviations=c.deviations, threads=c.threads or usable_cores())
        if not self.scales.any():
            self.scales[:] = np.maximum(labeled.came.max(axis=0), 1e-3)
        came = np.clip(labeled.came / self.scales, 0.0, 1.0)
        played = time.perf_counter()
        rate = c.learning_rate * cosine(self._share()) * min(1.0, (number + 1) / 4)
        fresh = self._errors(labeled.raw, labeled.won)
        for _ in range(c.passes):
            found = self.fit.learn(labeled.raw, labeled.won, came, batch=c.batch, rate=rate, weight=c.chance_weight, random=random)
        self.progress.rounds += 1
        self.progress.games += c.games
        self.progress.positions += len(labeled.raw)
        return {
            FRESH: fresh,
            "train/forecast_loss": found["forecasts"],
            "rollout/won": float(labeled.won.mean()),
            "time/learning_seconds": time.perf_counter() - played,
        }

    def _errors(self, raw: NDArray[np.uint8], won: NDArray[np.float64]) -> float:
        """Return the mean cross-entropy of positions that were not yet learned from."""
        _, logits = self.fit.network.evaluate(raw, np.zeros((len(raw), 1), np.int8))
        return float(np.mean(np.logaddexp(0, logits) - won * logits))

    # ---- the value network ----------------------------------------------------------------------------------------

    def finish(self) -> ValueResult:
        """Calibrate the value network, evaluate it, and write it."""
        c, judged = self.config, None
        more: dict[str, Any] = {}
        before = {name: value.copy() for name, value in self.fit.parameters.items()}
        if c.judge_games:
            line = self.calibrate()
            judged = Judged.of(self._predictions(JUDGEMENT))
            more = {"calibration": [round(part, 4) for part in line], "judged": judged.plain()}
        folder = c.out / FINAL
        publish(folder, self.header(more), {WEIGHTS: to_bytes({name: value.copy() for name, value in self.fit.parameters.items()})})
        for name, value in before.items():  # a resumed run continues from the uncalibrated parameters
            self.fit.parameters[name][:] = value
        self.fit.changed()
        return ValueResult(folder, judged)

    def calibrate(self) -> tuple[float, float]:
        """Calibrate the chances on average over the default tables; return slope and offset of the logits."""
        found = self._predictions(CALIBRATION)
        chance = np.clip(np.concatenate([one.chance for one in found.values()]), 1e-9, 1 - 1e-9)
        line = calibration_line(np.log(chance / (1 - chance)), np.concatenate([one.won for one in found.values()]))
        self.fit.scale_chance(*line)
        return line

    def _predictions(self, seed: int) -> dict[str, Predictions]:
        c = self.config
        value = self.value()
        found = {}
        for number, game in enumerate(self.tables.usual()):
            name = str(self.tables.quests[number] or c.game)
            self.display.note(f"judging {name}")
            found[name] = predictions(value, game, self.player, c.judge_games, seed + number * c.judge_games, c.threads or usable_cores())
        return found

    def header(self, more: Mapping[str, Any]) -> Header:
        """Return the header of the value network."""
        training = {
            FORECASTS: dict(zip(self.names, self.scales.tolist(), strict=True)),
            "config": self.config.record(),
            "player": self.spec,
            "progress": asdict(self.progress),
            **more,
        }
        return header_for(self.game, self.fit.layout.rows, self.config.network.dump(), training)

    def value(self) -> Value:
        """Return the current value network."""
        parameters = {name: value.copy() for name, value in self.fit.parameters.items()}
        return Value(self.game, Kept(self.config.out, self.header({}), self.config.network, self.fit.layout, parameters))


def _player(config: ValueConfig, game: Any) -> tuple[str, Player]:
    """Return the spec and the player of all seats.

    Raises:
        ConfigError: the player is not compiled, or the game has no such player.
    """
    spec = next(iter(rule_based(game)), "random") if config.player == "auto" else config.player
    player = agents.make(spec, game).player(game)
    if player is None:
        raise ConfigError(f"player={spec}: a compiled player is needed, such as greedy or checkpoint:PATH")
    return spec, player


def train_value(config: ValueConfig) -> ValueResult:
    """Train, calibrate and evaluate a value network; all results are in ``config.out``.

    Raises:
        ConfigError: an option is invalid, the folder already contains a run, or contains none to resume.
        AgentError: the player's spec is unknown.
    """
    run = ValueRun(stored_or_new(config))
    try:
        run.enter()
        run.learn()
        return run.finish()
    finally:
        run.close()
