"""Fault-injection scenarios: checkpoints, runs, saves, replays, server games and results must survive. Run by tests/test_faults.py."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tests.faults import Scenario
from zombicide_env import make_game
from zombicide_env.core import files


class Whole(Scenario):
    """An atomic replacement of one file by another."""

    def before(self, folder: Path) -> None:
        files.write(folder / "file", "old\n" * 5000)

    def act(self, folder: Path) -> None:
        files.write(folder / "file", "new\n" * 5000)

    def whole(self, folder: Path, mode: str) -> None:
        assert (folder / "file").read_text() in ("old\n" * 5000, "new\n" * 5000)
        if mode in ("error", "memory", "call"):
            assert len(list(folder.iterdir())) == 1, "something was left over"

    def after(self, folder: Path) -> None:
        assert (folder / "file").read_text() == "new\n" * 5000


class Careless(Whole):
    """A replacement that writes in place, without care; the harness must catch it."""

    def act(self, folder: Path) -> None:
        (folder / "file").write_text("new\n" * 5000)


class Hasty(Whole):
    """A replacement in one step, but before the data has reached the disk."""

    def act(self, folder: Path) -> None:
        (folder / "other").write_text("new\n" * 5000)
        (folder / "other").replace(folder / "file")


class Save(Scenario):
    """A game that a user saves over an older save of it."""

    def ready(self) -> None:
        from zombicide_env import hit_z_road_v0

        self.env = hit_z_road_v0.raw_env(players=2)
        self.env.reset(seed=1)
        self.old = self.env.save()
        for _ in range(5):
            self.env.step(int(np.flatnonzero(self.env.observe(self.env.agent_selection)["action_mask"])[0]))
        self.new = self.env.save()
        assert self.old != self.new

    def before(self, folder: Path) -> None:
        files.write(folder / "game.save", self.old)

    def act(self, folder: Path) -> None:
        self.env.load(self.new)
        files.write(folder / "game.save", self.env.save())

    def whole(self, folder: Path, mode: str) -> None:
        self.env.load((folder / "game.save").read_bytes())
        assert self.env.save() in (self.old, self.new)

    def after(self, folder: Path) -> None:
        assert (folder / "game.save").read_bytes() == self.new


# ---- replays and server games --------------------------------------------------------------------------------------------


class Replay(Scenario):
    """A game recorded move by move, and written in full over an older record."""

    MOVES = 6

    def ready(self) -> None:
        from zombicide_env.replay import Recorder

        self.game = make_game("hit_z_road", players=2)
        record = self._record(Recorder(self.game, 3, ["random"]))
        self.lines, self.entries = list(record.replay.lines()), record.entries

    def _record(self, recorder: Any) -> Any:
        for _ in range(self.MOVES):
            recorder.record(int(np.flatnonzero(recorder.mask)[0]))
        return recorder

    def before(self, folder: Path) -> None:
        from zombicide_env.replay import Recorder

        Recorder(self.game, 3, ["random"]).write(folder / "whole.replay")

    def act(self, folder: Path) -> None:
        from zombicide_env.replay import Recorder

        with Recorder(self.game, 3, ["random"], folder / "live.replay") as recorder:
            self._record(recorder)
        recorder.write(folder / "whole.replay")

    def whole(self, folder: Path, mode: str) -> None:
        from zombicide_env.replay import read, resume, verify

        verify(read(folder / "whole.replay"))
        live = folder / "live.replay"
        if live.is_file():  # else not even its header was written
            replay = read(live, partial=True)
            resume(replay)
            texts = [entry.text for entry in replay.entries]
            assert texts == [entry.text for entry in self.entries[: len(texts)]]

    def after(self, folder: Path) -> None:
        assert (folder / "live.replay").read_text().splitlines() == self.lines
        assert (folder / "whole.replay").read_text().splitlines() == self.lines


class Room(Scenario):
    """A game on the server: seats are taken, moves are played, one is undone, more moves follow."""

    ID = "abcdef12"

    def ready(self) -> None:
        from zombicide_agents import RandomAgent
        from zombicide_env.play.session import Session

        self.game = make_game("hit_z_road", players=2)
        self.new = lambda: Session(self.game, [RandomAgent(seed=1)], seed=5, keep=True)

    def _facts(self, pace: float) -> dict[str, Any]:
        from zombicide_env.play.facts import fresh_facts

        return fresh_facts("host", {}, pace=pace)

    def before(self, folder: Path) -> None:
        from zombicide_env.play.store import Store

        store, session = Store(folder), self.new()
        store.save_facts(self.ID, self._facts(1.0))
        book = store.book(self.ID, session)
        for _ in range(3):
            session.step()
            book.write()
        book.close()
        store.close()
        self.kept = [move.text for move in session.moves]

    def act(self, folder: Path) -> None:
        from zombicide_env.play.store import Store

        session = self.new()
        with contextlib.closing(Store(folder)) as store:
            for _ in range(3):
                session.step()
            with contextlib.closing(store.book(self.ID, session)) as book:
                store.save_facts(self.ID, self._facts(2.0))
                for _ in range(2):
                    session.step()
                    book.write()
                session.rewind(4)
                book.rewrite()
                session.step()
                book.write()

    def load(self, folder: Path) -> Any:
        from zombicide_env.play.store import Store

        store = Store(folder)
        replay, facts = store.load(self.ID)
        store.close()
        return replay, facts["pace"]

    def whole(self, folder: Path, mode: str) -> None:
        replay, pace = self.load(folder)
        assert pace in (1.0, 2.0)
        assert [entry.text for entry in replay.entries][:3] == self.kept

    def after(self, folder: Path) -> None:
        replay, pace = self.load(folder)
        assert pace == 2.0
        assert len(replay.entries) == 5
        assert replay.problem is None or "end" in str(replay.problem)  # the game continues


# ---- results -------------------------------------------------------------------------------------------------------------


class Results(Scenario):
    """An evaluation: wherever it is interrupted, the same command resumes it and writes exactly the file of an uninterrupted run."""

    def ready(self) -> None:
        from types import SimpleNamespace

        from zombicide_training.collect import provenance
        from zombicide_training.evaluation import series
        from zombicide_training.evaluation.evaluate import EvaluateConfig, run

        provenance.revision = lambda: "abc"  # uncommitted changes in the checkout must not matter
        series.time = SimpleNamespace(perf_counter=lambda: 0.0)  # the file contains the speed as well
        self.config = EvaluateConfig(teams=["random+greedy"], game="hit_z_road", players=2, games=5, batch=1)
        self.run = run

    def before(self, folder: Path) -> None:
        self.run(replace(self.config, output=folder / "whole.json"))

    def act(self, folder: Path) -> None:
        try:
            self.run(replace(self.config, output=folder / "found.json"))
        except ValueError as error:  # the output file is tested before the first game
            raise error.__cause__ or error from None

    def whole(self, folder: Path, mode: str) -> None:
        found = folder / "found.json"
        if found.exists() and found.stat().st_size:
            self.after(folder)

    def after(self, folder: Path) -> None:
        assert (folder / "found.json").read_bytes() == (folder / "whole.json").read_bytes()


# ---- compiled code -------------------------------------------------------------------------------------------------------


class Compiled(Scenario):
    """An entry and its kernel, compiled into an empty cache: after any fault the next start runs them, compiled or loaded."""

    alone = True  # a process remembers what it has compiled

    def ready(self) -> None:
        os.environ["ZOMBICIDE_CACHE"] = "0"
        self.run()  # imports Numba's own modules once
        del os.environ["ZOMBICIDE_CACHE"]

    def run(self) -> None:
        from zombicide_env.core.jit import entry, jit

        @jit
        def twice(x: int) -> int:
            return 2 * x

        @entry
        def total(numbers: Any) -> int:
            found = 0
            for number in numbers:
                found += twice(number)
            return found

        assert total(np.arange(10)) == 90

    def act(self, folder: Path) -> None:
        os.environ["ZOMBICIDE_CACHE_DIR"] = str(folder)
        self.run()

    def whole(self, folder: Path, mode: str) -> None:
        pass

    def after(self, folder: Path) -> None:
        """The cached kernel that the entry calls may be lost: playing does not need it, and damage to it is detected when it is needed."""
        from zombicide_env.core import cache

        (entry,) = folder.rglob("*_total-*.code")
        assert cache._take(entry) is not None


# ---- checkpoints and runs ------------------------------------------------------------------------------------------------


class Policy(Scenario):
    """The best policy of a run, replaced by a better one."""

    def ready(self) -> None:
        import torch

        from zombicide_agents.network import NetworkConfig, build

        torch.set_num_threads(1)
        self.game = make_game("hit_z_road", players=2)
        torch.manual_seed(0)
        self.networks = [build(self.game, NetworkConfig(kind="flat", width=4, layers=1)).eval() for _ in range(2)]

    def save(self, folder: Path, number: int) -> None:
        from zombicide_agents import checkpoint

        checkpoint.save(folder / "best", self.game, self.networks[number], {"number": number}, replace=True, files={"more.json": b"{}"})

    def before(self, folder: Path) -> None:
        self.save(folder, 0)

    def act(self, folder: Path) -> None:
        self.save(folder, 1)

    def whole(self, folder: Path, mode: str) -> None:
        import torch

        from zombicide_agents import checkpoint, checkpoint_folder

        checkpoint_folder.verify(folder / "best")
        network, header = checkpoint.load(folder / "best", self.game)
        expected = self.networks[header.training["number"]].state_dict()
        assert all(torch.equal(a, b) for a, b in zip(network.state_dict().values(), expected.values(), strict=True))

    def after(self, folder: Path) -> None:
        from zombicide_agents import checkpoint_folder

        assert checkpoint_folder.verify(folder / "best").training == {"number": 1}
        assert len(list((folder / "best").iterdir())) == 3, "something was left over"


class Run(Policy):
    """A resumed run: it adds a checkpoint, removes the oldest, and saves a better policy and the final one."""

    def ready(self) -> None:
        from zombicide_training.run.selfplay_config import SelfPlayConfig

        super().ready()
        self.config = SelfPlayConfig(keep=2)

    def run(self, folder: Path, **changes: Any) -> Any:
        from zombicide_training.run import folder as run_folder

        return run_folder.Run(replace(self.config, out=folder, **changes), self.game)

    def checkpoint(self, run: Any, step: int) -> None:
        from zombicide_training.run.folder import Progress

        run.save(self.networks[step % 2], Progress(phase="reinforce", steps=step), {"best": 0.5, "config": self.config.record()})

    def before(self, folder: Path) -> None:
        run = self.run(folder)
        run.begin()
        for step in (1, 2):
            self.checkpoint(run, step)
        run.save_policy("best", self.networks[0], {"best": 0.5})
        run.close()

    def act(self, folder: Path) -> None:
        with contextlib.closing(self.run(folder, resume=True, steps=77)) as run:
            found = run.go_on()
            for step in range(run.load_progress(found).steps + 1, 5):
                self.checkpoint(run, step)
            run.save_policy("best", self.networks[1], {"best": 0.7})
            run.save_policy("final", self.networks[1], {"best": 0.7})

    def whole(self, folder: Path, mode: str) -> None:
        from zombicide_agents import checkpoint_folder
        from zombicide_training.run import folder as run_folder
        from zombicide_training.run.selfplay_config import SelfPlayConfig

        assert run_folder.stored_game(folder) == "hit_z_road"
        assert run_folder.Run.stored_config(folder, SelfPlayConfig).steps in (self.config.steps, 77)
        for step in checkpoint_folder.steps(folder / "checkpoints"):
            checkpoint_folder.verify(step)
        assert int(checkpoint_folder.steps(folder / "checkpoints")[-1].name.removeprefix("step_")) >= 2
        assert checkpoint_folder.verify(folder / "best").training["best"] in (0.5, 0.7)
        if (folder / "final" / checkpoint_folder.HEADER).exists():
            checkpoint_folder.verify(folder / "final")

    def after(self, folder: Path) -> None:
        from zombicide_agents import checkpoint_folder

        names = sorted(path.name for path in folder.iterdir())
        assert names == [".lock", "best", "checkpoints", "config.json", "final"], names
        assert [path.name for path in sorted((folder / "checkpoints").iterdir())] == [f"step_{k:012d}" for k in (3, 4)]
        assert checkpoint_folder.verify(folder / "final").training["best"] == 0.7
        assert json.loads((folder / "config.json").read_text())["steps"] == 77


class Beginning(Run):
    """The start of a run: afterwards it has started, or can be started."""

    def before(self, folder: Path) -> None:
        pass

    def act(self, folder: Path) -> None:
        from zombicide_training.run import folder as run_folder

        again = run_folder.stored_game(folder / "run") is not None
        with contextlib.closing(self.run(folder / "run", resume=again)) as run:
            run.go_on() if again else run.begin()
            self.checkpoint(run, 1)

    def whole(self, folder: Path, mode: str) -> None:
        pass

    def after(self, folder: Path) -> None:
        from zombicide_agents import checkpoint_folder

        assert [step.name for step in checkpoint_folder.steps(folder / "run" / "checkpoints")] == [f"step_{1:012d}"]
        assert sorted(path.name for path in (folder / "run").iterdir()) == [".lock", "checkpoints", "config.json"]


class Training(Scenario):
    """A whole run: wherever it is interrupted, it resumes and ends with the weights of an uninterrupted run."""

    alone = True  # TensorBoard writes in threads

    def ready(self) -> None:
        import torch

        from zombicide_agents.network import NetworkConfig
        from zombicide_training.run.config import TrainConfig
        from zombicide_training.run.trainer import train

        torch.set_num_threads(1)
        self.train = train
        self.config = TrainConfig(
            steps=64,
            max_rounds=2,
            envs=2,
            horizon=16,
            batch=32,
            epochs=1,
            progress=False,
            evaluate_games=1,
            evaluate_minutes=60.0,
            runoff_games=0,
            final_games=0,
            save_minutes=1e-9,
            base="none",
            network=NetworkConfig(kind="flat", width=4, layers=1),
        )

    def before(self, folder: Path) -> None:
        self.train(replace(self.config, out=folder / "reference"))

    def act(self, folder: Path) -> None:
        from zombicide_training.run.folder import stored_game

        out = folder / "run"
        self.train(replace(self.config, out=out, resume=stored_game(out) is not None))

    def whole(self, folder: Path, mode: str) -> None:
        from zombicide_agents import checkpoint_folder

        for step in checkpoint_folder.steps(folder / "run" / "checkpoints"):
            checkpoint_folder.verify(step)

    def after(self, folder: Path) -> None:
        from zombicide_agents import checkpoint_folder

        one, two = (checkpoint_folder.verify(checkpoint_folder.steps(folder / name / "checkpoints")[-1]) for name in ("reference", "run"))
        assert one.files["weights.safetensors"] == two.files["weights.safetensors"]
        checkpoint_folder.verify(folder / "run" / "best")
        checkpoint_folder.verify(folder / "run" / "final")
