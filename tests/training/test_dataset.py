"""Datasets: they contain exactly the games played, however they were written, and networks learn from them."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import needs
from zombicide_env import cli, console, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.replay import Recorder

pytest.importorskip("pyarrow", reason=needs.library("pyarrow"))
pytest.importorskip("torch", reason=needs.TRAIN)

import pyarrow.parquet as pq

from zombicide_agents import Agent, checkpoint
from zombicide_agents.checkpoint_folder import CheckpointError
from zombicide_agents.network import NetworkConfig, build
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.dataset import Dataset, DatasetConfig, make
from zombicide_training.collect.dataset.columns import TABLES
from zombicide_training.evaluation.league import LeagueConfig
from zombicide_training.learn.imitators import CompiledPupil, ImitationConfig
from zombicide_training.learn.offline import learn_from
from zombicide_training.run.config import TrainConfig
from zombicide_training.run.distill_config import DistillConfig, RoleDistillConfig
from zombicide_training.run.iterate_config import IterateConfig
from zombicide_training.run.selfplay_config import SelfPlayConfig
from zombicide_training.run.tune import TuneConfig
from zombicide_training.run.value_config import ValueConfig

pytestmark = pytest.mark.train
PAIR = DatasetConfig(game="hit_z_road", players=2, teams=["greedy+random"], games=5, seed=3, shard=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(replace(PAIR, out=tmp_path_factory.mktemp("data") / "pair"))


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_games_can_be_played_again_from_the_tables(folder: Path) -> None:
    data = Dataset(folder)
    games, decisions = data.table("games").to_pylist(), data.table("decisions").to_pylist()
    assert [row["game"] for row in games] == list(range(5))
    assert [row["seed"] for row in games] == list(range(3, 8))
    assert [row["players"] for row in games[:2]] == [["greedy", "random"], ["random", "greedy"]]  # rivals change seats
    for row in games:
        game = make_game("hit_z_road", **json.loads(row["options"]))
        batch = Batch(game, 1, seed=row["seed"], autoreset="disabled", observation_dtype="uint8")
        own = [one for one in decisions if one["game"] == row["game"]]
        assert len(own) == row["decisions"]
        paid = np.zeros(2)
        for n, one in enumerate(own):
            assert (one["decision"], one["seat"], one["round"]) == (n, batch.deciders[0], batch.states["round"][0])
            assert one["player"] == row["players"][one["seat"]]
            assert one["text"] == game.notation(batch.states, one["action"])
            np.testing.assert_array_equal(one["observation"], batch.raw_observations[0])
            np.testing.assert_array_equal(one["legal"], np.flatnonzero(batch.masks[0]))
            batch.step(np.array([one["action"]]))
            paid += batch.rewards[0]
        assert row["outcome"] == game.outcome(batch.states).name
        assert row["won"] == game.winners(batch.states)[0].tolist()
        assert json.loads(row["figures"])["rounds"] == row["rounds"] == game.measures(batch.states)["rounds"][0]
        np.testing.assert_array_equal(row["final_observation"], batch.raw_observations[0])
        for seat in (0, 1):  # rewards add up to returns, and the first return is the total
            mine = [one for one in own if one["side"] == seat]
            assert sum(one["reward"] for one in mine) == pytest.approx(mine[0]["return"]) == pytest.approx(paid[seat])
            assert [one["last"] for one in mine] == [False] * (len(mine) - 1) + [True]


def test_events_are_those_of_their_decisions(folder: Path) -> None:
    events = Dataset(folder).table("events").to_pylist()
    game = make_game("hit_z_road", players=2)
    assert {event["kind"] for event in events} <= {kind.name for kind in game.event_codec.kinds}
    assert {event["game"] for event in events} == set(range(5))
    assert all(event["text"] and isinstance(json.loads(event["values"]), dict) for event in events)


def test_columns_say_what_they_mean_and_files_what_they_are_of(folder: Path) -> None:
    game = make_game("hit_z_road", players=2)
    for table, columns in TABLES.items():
        schema = pq.read_schema(folder / table / "00000.parquet")
        assert schema.names == [column.name for column in columns]
        assert all(schema.field(column.name).metadata[b"about"].decode() == column.about for column in columns)
        about = json.loads(schema.metadata[b"zombicide"])
        assert about == json.loads((folder / "dataset.json").read_text())
        assert (about["game"], about["rules_revision"]) == ("hit_z_road", game.rules_revision)


@pytest.mark.slow
def test_no_number_of_workers_and_no_interruption_changes_it(folder: Path, tmp_path: Path) -> None:
    made = make(replace(PAIR, out=tmp_path / "workers", workers=2))
    assert _files(made) == _files(folder)
    made.joinpath("decisions", "00001.parquet").unlink()  # as if it had been stopped within the second shard
    shards: list[tuple[int, int]] = []
    make(replace(PAIR, out=made), lambda *told: shards.append(told))
    assert shards == [(3, 3)]
    assert _files(made) == _files(folder)


def test_a_folder_holds_one_dataset(folder: Path) -> None:
    with pytest.raises(ValueError, match=r"holds another dataset \(.*seed=3 \(here 4\)"):
        make(replace(PAIR, out=folder, seed=4))


def test_replays_become_tables(tmp_path: Path) -> None:
    game = make_game("hit_z_road", players=2)
    texts = []
    for seed in (1, 2):
        with Recorder(game, seed, ["first", "second"], tmp_path / f"{seed}.replay") as recorder:
            while not recorder.over:
                texts.append(recorder.record(int(np.flatnonzero(recorder.mask)[0])).text)
    data = Dataset(make(DatasetConfig(replays=tmp_path, out=tmp_path / "data", games=0)))
    assert data.table("decisions")["text"].to_pylist() == texts
    assert data.table("games")["players"].to_pylist() == [["first", "second"]] * 2
    assert data.table("games")["seed"].to_pylist() == [1, 2]


def _recorded(path: Path, seed: int) -> str:
    """Record a game with a single player's choices and return its text."""
    with Recorder(make_game("hit_z_road", players=2), seed, ["first", "second"], path) as recorder:
        while not recorder.over:
            recorder.record(int(np.flatnonzero(recorder.mask)[0]))
    return path.read_text()


def test_a_replay_that_is_cut_off_is_skipped_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that is being played may lie in the folder; every place where a file can be cut off leaves the others readable."""
    whole = _recorded(tmp_path / "b.replay", 1)
    lines = whole.splitlines(keepends=True)
    cuts = {"a": "".join(lines[:-1]), "c": "".join(lines[:14]) + lines[14][:9], "d": "".join(lines[:4]), "e": lines[0][:8], "f": ""}
    for name, text in cuts.items():
        (tmp_path / f"{name}.replay").write_text(text)
    out = tmp_path / "data"
    assert cli.main(["dataset", "--replays", str(tmp_path), "--out", str(out), "--games", "1"]) == 0  # --games counts those that are read
    assert "a.replay" in capsys.readouterr().err
    assert cli.main(["dataset", "--replays", str(tmp_path), "--out", str(tmp_path / "all"), "--games", "0"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in said if line.startswith("skipped: ")] == [f"skipped: {tmp_path}/{name}.replay" for name in cuts]
    assert said[-1] == "5 replays skipped: games that are not finished, or files that are cut off"
    assert Dataset(out).about["replays"] == Dataset(tmp_path / "all").about["replays"] == ["b.replay"]


def test_a_file_that_is_named_is_read_or_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = _recorded(tmp_path / "b.replay", 1)
    (tmp_path / "a.replay").write_text(whole[:-9])
    words = ["dataset", "--out", str(tmp_path / "data"), "--games", "0", "--replays"]
    assert cli.main([*words, str(tmp_path / "a.replay")]) == 1
    assert "the file is cut off in the middle of this line" in capsys.readouterr().err
    assert cli.main([*words, str(tmp_path / "b.replay")]) == 0
    (tmp_path / "b.replay").write_text(whole.replace("first", "third"))  # edited, which is no accident of writing
    assert cli.main([*words, str(tmp_path)]) == 1
    assert "the header or the first line after it has been edited" in capsys.readouterr().err
    (tmp_path / "b.replay").unlink()
    assert cli.main([*words, str(tmp_path)]) == 1
    assert "there is no finished replay (*.replay) in it" in capsys.readouterr().err


def test_decisions_are_read_as_arrays(folder: Path) -> None:
    data, game = Dataset(folder), make_game("hit_z_road", players=2)
    assert repr(data) == f"<Dataset {folder}: hit_z_road, {len(data.shards('decisions'))} shards>"
    shards = list(data.decisions())
    assert sum(len(one.actions) for one in shards) == data.count() == data.table("decisions").num_rows
    for one in shards:
        assert one.observations.shape == (len(one.actions), game.observation_codec.size)
        assert one.masks[np.arange(len(one.actions)), one.actions].all()
        assert one.rewards.dtype == one.returns.dtype == np.float32
        assert all(column.flags.writeable for column in one)  # torch warns about read-only memory
        np.testing.assert_allclose(one.returns[one.last], one.rewards[one.last])  # nothing comes after the last decision
    greedy = sum(len(one.actions) for one in data.decisions(players=("greedy",)))
    assert 0 < greedy < data.count()
    assert sum(one.last.sum() for one in shards) == 10  # two sides of five games


@pytest.mark.parametrize("table", ["games", "decisions"])
def test_part_of_a_dataset_does_not_pass_for_the_whole(tmp_path: Path, table: str) -> None:
    """Decisions are written last: of a stopped command there are more games than decisions."""
    made = make(replace(PAIR, out=tmp_path / "cut", games=3))
    whole, data = _files(made), Dataset(made)
    made.joinpath(table, "00001.parquet").unlink()
    reads = {"games": [], "decisions": [data.count, data.decisions, lambda: data.check(make_game("hit_z_road", players=2))]}[table]
    for read in (lambda: data.table(table), *reads):
        with pytest.raises(ValueError, match=rf"cut is not finished: 1 of 2 files of {table} are there; repeat the command"):
            read()
    make(replace(PAIR, out=made, games=3))
    assert _files(made) == whole


@pytest.mark.parametrize("table", TABLES)
def test_a_damaged_file_is_named_with_the_remedy(tmp_path: Path, table: str) -> None:
    made = make(replace(PAIR, out=tmp_path / "d\u00e4m aged", games=2))
    path = made / table / "00000.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match=rf"{table}.00000\.parquet is damaged .*: remove it, and repeat the command"):
        Dataset(made).table(table)
    if table == "decisions":
        for read in (Dataset(made).count, lambda: list(Dataset(made).decisions())):
            with pytest.raises(ValueError, match="is damaged"):
                read()
    path.unlink()
    assert path == make(replace(PAIR, out=made, games=2)) / table / "00000.parquet"
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": 1, "ga', "is damaged"),
        ("\xff", "is damaged"),
        ("[" * 100_000, "is damaged"),
        ("[]", "does not describe a dataset"),
        ('{"format": 1}', "does not describe a dataset"),
        ('{"format": 2}', "format 2; this version reads format 1"),
    ],
)
def test_a_damaged_description_is_named(folder: Path, tmp_path: Path, text: str, message: str) -> None:
    tmp_path.joinpath("dataset.json").write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match=message):
        Dataset(tmp_path)
    with pytest.raises(ValueError, match=message):
        make(replace(PAIR, out=tmp_path))
    with pytest.raises(ValueError, match=r"holds no dataset \(dataset\.json: No such file or directory\)"):
        Dataset(tmp_path / "nowhere")


def test_players_are_known_by_their_specs(folder: Path) -> None:
    data = Dataset(folder)
    counts = [sum(len(one.actions) for one in data.decisions(players)) for players in ("greedy", ["greedy"], ("greedy", "random"), ())]
    assert 0 < counts[0] == counts[1] < counts[2] == counts[3] == data.count()
    with pytest.raises(ValueError, match="there is no player 'gredy'; did you mean greedy"):
        data.decisions("gredy")


def test_a_dataset_stays_readable_in_another_folder(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    data = Dataset(folder.name)
    monkeypatch.chdir(tmp_path)
    assert data.count() == Dataset(folder).count()


def test_a_text_is_taken_for_a_path_and_for_one_of_several() -> None:
    config = DatasetConfig(game="black_plague", quest="danse_macabre", teams="greedy", out="data", replays="games")  # type: ignore[arg-type]  # lenient
    assert (config.quest, config.teams, config.out, config.replays) == (("danse_macabre",), ["greedy"], Path("data"), Path("games"))


@pytest.mark.parametrize(
    "kind", [TrainConfig, SelfPlayConfig, IterateConfig, DistillConfig, RoleDistillConfig, ValueConfig, LeagueConfig, TuneConfig]
)
def test_every_configuration_takes_single_values(kind: Any) -> None:
    """Those that complete their options by themselves did not."""
    texts = {"quest": "famine", "teacher": "famine@greedy", "scripted_agents": "greedy"}
    known = {one.name for one in fields(kind)}
    place = "out" if "out" in known else "output"
    config = kind(**{name: text for name, text in texts.items() if name in known}, **{place: "runs/here"})
    assert getattr(config, place) == Path("runs/here")
    assert all(list(getattr(config, name)) == [text] for name, text in texts.items() if name in known)


@pytest.mark.parametrize(("changes", "message"), [({"games": 1.5}, "games=1.5: an integer"), ({"seed": 2**63 - 1}, "seed=.* at most")])
def test_wrong_numbers_are_named_before_a_folder_is_made(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        make(replace(PAIR, out=tmp_path / "none", **changes))
    assert not tmp_path.joinpath("none").exists()


class Broken(Agent):
    """Fails in every decision: raises an error, or leaves the program."""

    def __init__(self, leaves: bool = False) -> None:
        self.error: BaseException = SystemExit(3) if leaves else KeyError("weights")

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        raise self.error


@pytest.mark.parametrize(("options", "error"), [("", "KeyError: 'weights'"), (",leaves=yes", "SystemExit: 3")])
def test_an_agent_that_fails_is_named_where_a_program_needs_its_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: str, error: str
) -> None:
    spec = f"{__name__}:{Broken.__name__}{options}"
    quick = ["--minutes", "0.2", "--base", "none", "--evaluate-games", "2"]
    for command in (
        ["dataset", "--game", "hit_z_road", "--players", "2", "--teams", spec, "--games", "1", "--out", str(tmp_path / "data")],
        ["train", "--warm-start", spec, *quick, "--out", str(tmp_path / "imitation")],
        ["train", "--game", "hit_z_road", "--players", "2", "--scripted-agents", spec, *quick, "--out", str(tmp_path / "rivals")],
    ):
        assert cli.main(command) == console.FAILED
        assert f"zombicide {command[0]}: {spec} has failed with {error} (test_dataset.py, line" in capsys.readouterr().err


def test_minari_is_asked_before_the_first_game(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari", reason=needs.library("minari"))
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    from zombicide_training.collect.dataset.minari import export

    for wrong in ("pair", "a b-v0", "../pair-v0"):
        with pytest.raises(ValueError, match="an id of the form zombicide/NAME-v0 is needed"):
            make(replace(PAIR, out=tmp_path / "none", minari=wrong))
    export(folder, "zombicide/pair-v0")
    with pytest.raises(ValueError, match="is there already; name another id or version"):
        make(replace(PAIR, out=tmp_path / "none", minari="zombicide/pair-v0"))
    assert not tmp_path.joinpath("none").exists()
    made = make(replace(PAIR, out=tmp_path / "damaged"))
    made.joinpath("decisions", "00002.parquet").write_bytes(b"")
    with pytest.raises(ValueError, match="is damaged"):
        export(made, "zombicide/other-v0")
    assert list(minari.list_local_datasets()) == ["zombicide/pair-v0"]


def test_a_minari_dataset_has_an_episode_for_each_side(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari", reason=needs.library("minari"))
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    from zombicide_training.collect.dataset.minari import export

    export(folder, "zombicide/pair-v0")
    data, rows = minari.load_dataset("zombicide/pair-v0"), Dataset(folder).table("decisions").to_pylist()
    assert data.total_episodes == 10
    assert data.total_steps == len(rows)
    for episode in data.iterate_episodes():
        n = len(episode.actions)
        assert episode.observations["observation"].shape[0] == n + 1
        assert episode.observations["action_mask"][np.arange(n), episode.actions].all()
        assert len(set(episode.infos["side"].tolist())) == 1
        assert episode.terminations[-1]
        assert not episode.terminations[:-1].any()


def test_agents_have_to_fit_the_largest_of_the_quests(tmp_path: Path) -> None:
    quests = ("generated:seed=0,tiles=0,goal=exit", "danse_macabre")
    game = make_game("black_plague", quest=quests[0])
    policy = checkpoint.save(tmp_path / "policy", game, build(game, NetworkConfig(kind="flat", width=8, layers=1)), {})
    with pytest.raises(CheckpointError, match=r"zones; this game has"):
        make(DatasetConfig(quest=quests, teams=[f"checkpoint:{policy}"], games=2, out=tmp_path / "data"))


def test_a_run_that_is_resumed_reads_on_where_it_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game("hit_z_road", players=2)
    network = build(game, NetworkConfig(kind="flat", width=8, layers=1))
    config = ImitationConfig(decisions=10**6, games=2, horizon=8, window=40)
    buffers: list[Any] = []

    def learn(self: CompiledPupil, *_: Any) -> tuple[float, float, float]:
        buffers.append([column.copy() for column in self.window.rows.arrays()])
        return 0.0, 0.0, 0.0

    monkeypatch.setattr(CompiledPupil, "learn", learn)
    learn_from(Dataset(folder), game, network, config)
    whole = buffers.copy()
    assert len(whole) > 6
    buffers.clear()
    learn_from(Dataset(folder), game, network, config, start=6 * 16)
    assert len(buffers) == len(whole) - 6
    for own, expected in zip(buffers, whole[6:], strict=True):
        for column, like in zip(own, expected, strict=True):
            np.testing.assert_array_equal(column, like)


def test_a_network_learns_from_it_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """The choices of an agent that always takes the first legal action are learned quickly."""
    monkeypatch.chdir(tmp_path)
    Path("first_of_all.py").write_text(
        "import numpy as np\nfrom zombicide_agents import Agent\n\n\nclass First(Agent):\n"
        "    def act(self, observation, mask, game=None, state=None):\n        return int(np.flatnonzero(mask)[0])\n",
        encoding="utf-8",
    )
    game = ["--game", "hit_z_road", "--players", "2"]
    assert cli.main(["dataset", *game, "--teams", "first_of_all.py:First", "--games", "12", "--out", "data"]) == 0
    learn = ["--from-dataset", "data", "--steps", "0", "--out", "run", "--warm-batch", "64", "--network.kind", "flat", "--no-progress"]
    least = [
        "--evaluate-games",
        "1",
        "--runoff-games",
        "0",
        "--final-games",
        "0",
        "--network.width",
        "32",
        "--warm-passes",
        "15",
        "--torch-threads",
        "1",
    ]
    assert cli.main(["train", *game, *learn, *least]) == 0
    curves = [json.loads(line) for line in Path("run/curves.jsonl").read_text().splitlines()]
    agreement = [one["imitation/agreement"] for one in curves if "imitation/agreement" in one]
    assert agreement[-1] > 0.8
    with pytest.raises(ConfigError, match="datasets do not hold"):
        TrainConfig(from_dataset="data", base="greedy").check()
    assert cli.main(["train", "--from-dataset", "data", "--out", "other", "--steps", "0"]) == 1
    assert "holds games of hit_z_road" in capsys.readouterr().err
