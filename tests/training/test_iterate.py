"""Policy iteration: candidates, sibling rollouts, regression of advantages, gates, runs that resume to the same weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
pytest.importorskip("sb3_contrib", reason=TRAIN)

from tests.training.small import SMALL, weights
from zombicide_agents import AgentError, make
from zombicide_agents.network import NetworkConfig
from zombicide_agents.value import Value
from zombicide_env import make_game
from zombicide_env.core.batch import Batch
from zombicide_training.collect.checks import ConfigError
from zombicide_training.collect.siblings import SiblingRollouts, drawn
from zombicide_training.learn.calibration import Calibration, Evidence
from zombicide_training.learn.label_store import LabelStore
from zombicide_training.learn.labels import Labels
from zombicide_training.learn.ragged_softmax import entropy, probabilities, temperature_for
from zombicide_training.run.folder import stored_recipe
from zombicide_training.run.improve import Improver
from zombicide_training.run.iterate import Iterate, iterate
from zombicide_training.run.iterate_config import IterateConfig
from zombicide_training.run.recipes import command
from zombicide_training.run.value import train_value
from zombicide_training.run.value_config import ValueConfig

pytestmark = pytest.mark.train

STARTS = np.array([0, 2, 5])
NETWORK = NetworkConfig(kind="flat", width=16, layers=1, lean="greedy")


def small(out: Path, **changes: Any) -> IterateConfig:
    """A run of four updates: the first learns values, gates come after the third and at the end."""
    own: dict[str, Any] = {
        "network": NETWORK,
        "base": "auto",
        "quest": ("danse_macabre", "generated:seed=1,tiles=2"),
        "test_quest": ("danse_macabre",),
        "survivors": (4, 2),
        "test_survivors": 4,
        "max_rounds": 2,
        "envs": 4,
        "value_games": 4,
        "sample_every": 3,
        "rollout_share": 0.5,
        "worlds": 2,
        "rollout_rounds": 1,
        "lanes": 64,
        "batch": 16,
        "critic_passes": 2.0,
        "window": 40,
        "gate_updates": 2,
        "gate_games": 4,
        "stride": 1.0,
        "critic_batch": 16,
    }
    return IterateConfig(out=out, **SMALL | own | changes)


def run(out: Path, updates: int = 4, **changes: Any) -> Iterate:
    """Return a finished run of ``updates`` updates."""
    trainer = Iterate(small(out, **changes))
    update = trainer.improver.update

    def counted(number: int) -> dict[str, float]:
        found = update(number)
        if number == updates - 1:
            trainer.config.steps = 0
        return found

    trainer.improver.update = counted  # type: ignore[method-assign]  # counts its calls
    try:
        trainer.play_phases()
    finally:
        trainer.close()
    return trainer


# ---- candidates ------------------------------------------------------------------------------------------------------


def test_the_policys_own_choice_comes_first_and_others_once_each() -> None:
    logits = np.array([0.0, 1.0, 3.0, 0.0, 2.9])
    starts, chosen = drawn(STARTS, logits, 2, np.random.default_rng(0))
    assert starts.tolist() == [0, 2, 4]
    assert chosen[:2].tolist() == [1, 0]
    assert chosen[2] == 2
    assert chosen[3] in (3, 4)


def test_other_candidates_are_drawn_by_their_probabilities() -> None:
    n, logits = 4000, np.array([5.0, 1.0, 0.0])
    chosen = drawn(np.arange(n + 1) * 3, np.tile(logits, n), 2, np.random.default_rng(0))[1]
    assert np.mean(chosen[1::2] % 3 == 1) == pytest.approx(np.e / (1 + np.e), abs=0.03)


# ---- simulated games -------------------------------------------------------------------------------------------------


def imagined(threads: int, lanes: int = 64, rounds: int = 1) -> np.ndarray[Any, Any]:
    """Results of all legal actions in three positions."""
    game: Any = make_game("black_plague", survivors=4, max_rounds=3)
    batch = Batch(game, 3, seed=5, autoreset="disabled", observation_dtype="uint8")
    player = make("greedy", game).player(game)
    assert player is not None
    batch.play(player, limit=12)
    games, actions = np.nonzero(batch.masks)
    starts = np.concatenate([[0], np.cumsum(np.bincount(games, minlength=3))])
    siblings = SiblingRollouts([game], lanes, threads)
    return siblings.play(
        batch.states.copy(),
        batch.world_of.copy(),
        starts,
        actions,
        player=player,
        worth=lambda lines: lines.promise(player),
        worlds=2,
        rounds=rounds,
        random=np.random.default_rng(3),
    )


def test_what_candidates_come_to_does_not_depend_on_threads() -> None:
    np.testing.assert_array_equal(imagined(1), imagined(2))


def test_a_game_that_is_lost_by_then_is_worth_nothing() -> None:
    assert imagined(1, rounds=1).max() > 0
    assert not imagined(1, rounds=99).any()


def test_too_few_places_for_a_decision_are_named() -> None:
    with pytest.raises(ValueError, match="lanes=3 is too few"):
        imagined(1, lanes=3)


# ---- learning --------------------------------------------------------------------------------------------------------


def test_a_calibration_finds_what_the_critic_knows_beyond_the_policy() -> None:
    random = np.random.default_rng(0)
    n, worlds = 20_000, 2
    starts, own, new = np.arange(n + 1) * 3, random.normal(0, 1, 3 * n), random.normal(0, 0.02, 3 * n)
    luck = np.repeat(random.normal(0, 1, (n, worlds)), 3, axis=0)
    worth = (0.01 * own + new)[:, None] + random.normal(0, 0.1, (3 * n, worlds)) + luck
    evidence = Evidence()
    found = Calibration.of(starts, 4 * new + 0.04 * own, own, worth)
    evidence.add(found, 0.9)
    a, error, b = evidence.coefficients
    assert a == pytest.approx(0.25, abs=3 * error)
    assert 0 < error < 0.03
    assert b == pytest.approx(0.0, abs=2e-3)
    assert found.signal == pytest.approx(np.hypot(0.02, 0.01), rel=0.1)
    assert found.noise == pytest.approx(0.1, rel=0.05)
    assert found.explained == pytest.approx(1.0, abs=0.15)


def test_a_critic_that_knows_no_more_than_the_policy_moves_nothing() -> None:
    random = np.random.default_rng(1)
    n = 5000
    own, evidence = random.normal(0, 1, 3 * n), Evidence()
    worth = 0.01 * own[:, None] + random.normal(0, 0.1, (3 * n, 2))
    evidence.add(Calibration.of(np.arange(n + 1) * 3, 0.01 * own + random.normal(0, 0.01, 3 * n), own, worth), 0.9)
    a, error, b = evidence.coefficients
    assert abs(a) < 3 * error
    assert b == pytest.approx(0.01, rel=0.2)
    assert evidence.step <= 2 * error / b


def test_entropy_comes_to_what_is_wanted() -> None:
    logits = np.array([1.0, 0.0, 3.0, 0.0, 2.0])
    factor = temperature_for(STARTS, logits, 0.3, trust=10.0)
    assert entropy(STARTS, factor * logits) == pytest.approx(0.3, abs=1e-3)
    np.testing.assert_allclose(np.add.reduceat(probabilities(STARTS, logits), STARTS[:-1]), 1.0)


def test_actions_that_tie_count_as_one_in_the_entropy() -> None:
    starts, ties = np.array([0, 3, 5]), np.array([True, True, False, True, False])
    logits = np.log(np.array([0.4, 0.35, 0.25, 0.5, 0.5]))
    assert entropy(starts, logits, ties) == pytest.approx((entropy(np.array([0, 2]), np.log(np.array([0.75, 0.25]))) + np.log(2)) / 2)
    tied = np.array([0.0, 0.0, -1.0, 0.0, -1.0])
    factor = temperature_for(starts, tied, 0.1, 10.0, ties)
    assert entropy(starts, factor * tied, ties) == pytest.approx(0.1, abs=1e-3)
    assert entropy(starts, 1e3 * tied) > 0.3  # no factor makes it prefer one of them


def test_the_policy_learns_an_action_that_imagined_games_show_to_be_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action with the highest index is rigged to win: the policy must take it more and more often."""
    trainer = Iterate(small(tmp_path, critic_passes=40.0, envs=8, learning_rate=3e-3, stride=1.0, most_moved=0.3))
    random = np.random.default_rng(0)

    def rigged(_self: SiblingRollouts, *given: Any, **_: Any) -> np.ndarray[Any, Any]:
        starts, actions = given[2:4]
        last = np.maximum.reduceat(actions, starts[:-1])
        wins = (actions == np.repeat(last, np.diff(starts)))[:, None] * 0.2 + 0.4
        return np.asarray(wins + random.normal(0, 0.1, (len(actions), 2)))

    monkeypatch.setattr(SiblingRollouts, "play", rigged)

    def share() -> float:
        """Probability that the policy takes the action with the highest index."""
        found, _ = trainer.improver._visit(np.random.default_rng(9), 0.0)
        p = probabilities(found.starts, trainer.improver._logits(found.raw, found.starts, found.actions, found.worse))
        return float(p[found.starts[1:] - 1].mean())

    before = share()
    curves = [trainer.improver.update(number) for number in range(8)]
    assert curves[-1]["critic/known"] > curves[-1]["critic/error"]
    assert share() > before + 0.1
    trainer.close()


def test_nothing_is_followed_that_has_not_come_true(tmp_path: Path) -> None:
    trainer = Iterate(small(tmp_path))
    before = {name: tensor.clone() for name, tensor in trainer.network.state_dict().items() if name != "trust"}
    trainer.improver.evidence.sums[:] = [[1, 0], [0, 1], [1, 1], [4, 0], [0, 4]]  # a coefficient of 1 with an error of 2
    found, _ = trainer.improver._visit(np.random.default_rng(1), 0.0)
    trainer.improver._follow(found, True, np.random.default_rng(1), {})
    assert trainer.improver.evidence.coefficients == (1.0, 2.0, 1.0)
    assert trainer.improver.evidence.step == 0
    assert all((trainer.network.state_dict()[name] == tensor).all() for name, tensor in before.items())
    trainer.close()


# ---- runs ------------------------------------------------------------------------------------------------------------


def test_a_run_that_is_resumed_ends_with_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(tmp_path / "whole")
    update = Improver.update

    def stopped(self: Improver, number: int) -> dict[str, float]:
        if number == 3:
            raise KeyboardInterrupt
        return update(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(Improver, "update", stopped)
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path / "parts")
    resumed = run(tmp_path / "parts", resume=True)
    assert resumed.progress.updates == whole.progress.updates == 4
    assert [gate["updates"] for gate in whole.gates] == [3, 4]
    assert [gate["difference"] for gate in resumed.gates] == [gate["difference"] for gate in whole.gates]
    newest = {name: weights(max((tmp_path / name / "checkpoints").iterdir())) for name in ("whole", "parts")}
    assert all(bool((newest["whole"][name] == value).all()) for name, value in newest["parts"].items())


def test_a_policy_is_accepted_if_it_surely_wins_more_and_rejected_if_it_wins_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = Iterate(small(tmp_path, gate_games=40))
    trainer.begin()
    results = iter(
        [np.ones(40, bool), np.zeros(40, bool), np.zeros(40, bool), np.ones(40, bool), np.eye(40, dtype=bool)[0], np.zeros(40, bool)]
    )
    monkeypatch.setattr(trainer, "_rate", lambda _player, _seed: next(results))
    name = next(name for name, tensor in trainer.network.state_dict().items() if tensor.ndim == 2)
    verdicts, values = [], []
    for value in (1.0, 2.0, 3.0):
        trainer._become({key: tensor * 0 + value for key, tensor in trainer._weights().items()})
        trainer.gate()
        verdicts.append(trainer.gates[-1]["verdict"])
        values.append(float(trainer.network.state_dict()[name].mean()))
    assert verdicts == ["accepted", "rejected", "undecided"]
    assert values == [1.0, 1.0, 3.0]
    assert trainer.restore_best().startswith("final is the accepted policy")
    assert float(trainer.network.state_dict()[name].mean()) == 1.0
    trainer.close()


def test_the_history_stands_in_the_header_of_the_policy(tmp_path: Path) -> None:
    result = iterate(small(tmp_path, steps=1, gate_updates=1))
    assert stored_recipe(tmp_path) == "iterate"
    trainer = run(tmp_path / "more", updates=2)
    training = trainer.summary()
    assert result.policy.name == "final"
    assert training["config"]["recipe"] == "iterate"
    assert training["gates"][0]["verdict"] in ("accepted", "rejected", "undecided")
    assert trainer.hours > 0 and training["core_hours"] == round(trainer.hours, 3)


def test_lessons_go_that_no_checkpoint_needs(tmp_path: Path) -> None:
    def labels(value: float) -> Labels:
        return Labels.of_results(np.zeros((3, 5), np.uint8), np.full(3, value))

    store = LabelStore(tmp_path, 6)
    for number in range(4):
        store.add(number, labels(number))
    assert store.labels().value.tolist() == [2, 2, 2, 3, 3, 3]
    oldest = store.oldest
    store.sweep(oldest)
    assert min(int(path.stem) for path in tmp_path.iterdir()) == oldest
    again = LabelStore(tmp_path, 6)
    again.take_back(oldest, 3)
    assert again.labels().value.max() == 2
    assert not (tmp_path / "000003.npz").exists()
    (tmp_path / "000002.npz").write_bytes(b"")
    with pytest.raises(ValueError, match="cannot be read"):
        again.take_back(oldest, 3)


def test_a_base_that_was_fitted_is_the_one_that_plays(tmp_path: Path) -> None:
    trainer = Iterate(small(tmp_path))
    before = trainer.improver.base
    trainer.stand_on("greedy:fear=9")
    after = trainer.improver.player()
    assert before is not None and after.weights is not None
    assert not np.array_equal(before.weights, after.weights)
    trainer.close()


def test_an_unknown_baseline_is_found_before_training(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="gredy"):
        iterate(small(tmp_path / "run", baselines=("gredy",), final_games=2))
    assert not (tmp_path / "run").exists()


def test_every_stands_for_all_quests_and_random_boards_have_their_share(tmp_path: Path) -> None:
    config = IterateConfig()
    assert len(config.test_quest) == 11
    assert "dead_trail" in config.quest
    trainer = Iterate(small(tmp_path, generated_share=0.25))
    odds = trainer.improver._odds()
    generated = np.array([name.startswith("generated:") for name, _ in trainer.config.weights()])
    assert odds[generated].sum() == pytest.approx(0.25)
    trainer.close()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ladder": ("exit",)}, "leave out ladder"),
        ({"epochs": 3}, "leave out epochs"),
        ({"worlds": 1}, "worlds=1"),
        ({"generated_share": 2.0}, "generated_share=2.0"),
        ({"warm_start": "greedy"}, "leave out warm_start"),
        ({"stride": -1.0}, "stride"),
    ],
)
def test_impossible_options_are_named(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        small(tmp_path, **change).check()


def test_games_of_competition_are_refused() -> None:
    with pytest.raises(ConfigError, match="leave --recipe out for self-play"):
        command(["--recipe", "iterate", "--game", "hit_z_road"])


def test_a_value_network_may_evaluate_the_ends_of_rollouts(tmp_path: Path) -> None:
    shape = NetworkConfig(kind="flat", width=16, layers=1)
    few: dict[str, Any] = {"games": 4, "tables": 1, "positions": 2, "batch": 4, "judge_games": 0, "rounds": 1, "progress": False}
    train_value(ValueConfig(out=tmp_path / "value", quest=("danse_macabre",), network=shape, **few))
    trainer = Iterate(small(tmp_path / "run", leaf_value=str(tmp_path / "value")))
    batch = trainer.improver._batch
    found = trainer.improver._worth(batch)
    np.testing.assert_allclose(found, Value(trainer.game, tmp_path / "value").of(batch.raw_observations), atol=1e-5)
    assert ((found > 0) & (found < 1)).all()
    trainer.close()
