"""The warm start: returns computed by hand, and a pupil that learns to agree with its teacher."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from tests.needs import TRAIN

pytest.importorskip("torch", reason=TRAIN)
import torch

import zombicide_agents as agents
from zombicide_agents import Agent
from zombicide_agents.checkpoint import PolicyAgent
from zombicide_agents.network import NetworkConfig, build
from zombicide_env.core.batch import Batch
from zombicide_training.collect.timers import Timers
from zombicide_training.learn.imitate import ImitationStep, _own_returns, _play, comments, imitate, lambda_returns
from zombicide_training.learn.imitators import CHOICES, CompiledPupil, ImitationConfig, Rows, TorchPupil, Window, pupil_of

pytestmark = pytest.mark.train


def test_returns_stop_at_the_end_of_a_game() -> None:
    rewards = np.array([[0.0], [1.0], [0.0], [2.0]], np.float32)
    ends = np.array([[False], [True], [False], [False]])
    values = np.array([[5.0], [5.0], [5.0], [5.0], [10.0]], np.float32)
    full = lambda_returns(rewards, values, ends, 0.5, 1.0)
    assert full.ravel().tolist() == [0.5, 1.0, 0.5 * (2 + 5), 2 + 5]
    one_step = lambda_returns(rewards, values, ends, 0.5, 0.0)
    assert one_step.ravel().tolist() == [2.5, 1.0, 2.5, 7.0]
    half = lambda_returns(rewards, values, ends, 0.5, 0.5)
    assert half[2, 0] == pytest.approx(0.5 * (0.5 * 5 + 0.5 * 7))


class Last(Agent):
    """Agent that always takes the last legal action: easy to imitate."""

    name = "last"

    def act(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> int:
        return int(np.flatnonzero(mask)[-1])


def test_the_pupil_comes_to_agree_with_its_teacher(tutorial: Any) -> None:
    torch.manual_seed(0)
    network = build(tutorial, NetworkConfig(kind="flat", width=32, layers=1))
    steps: list[ImitationStep] = []
    config = ImitationConfig(decisions=2560, games=16, horizon=16, batch=64, passes=4, pupil_share=0.5)
    imitate(tutorial, network, Last(), config, seed=1, report=lambda step: steps.append(step) or True)
    assert [s.decisions for s in steps] == list(range(256, 2561, 256))
    assert steps[0].agreement < steps[-1].agreement
    assert steps[-1].agreement > 0.9


def test_a_report_may_stop_it_and_it_goes_on_where_it_was(tutorial: Any) -> None:
    network = build(tutorial, NetworkConfig(kind="flat", width=8, layers=1))
    config = ImitationConfig(decisions=1000, games=8, horizon=8, batch=32)
    seen: list[int] = []
    imitate(tutorial, network, Last(), config, report=lambda step: bool(seen.append(step.decisions)))
    assert seen == [64]
    imitate(tutorial, network, Last(), config, start=900, report=lambda step: seen.append(step.decisions) or True)
    assert seen == [64, 964, 1028]


class Fond(Last):
    """Agent that scores the first legal action as high as the last, and any other one unit less."""

    def scores(self, observation: Any, mask: Any, game: Any = None, state: Any = None) -> Any:
        legal = np.flatnonzero(mask)
        scores = np.full(len(legal), -1.0)
        scores[[0, -1]] = 0.0
        return legal, scores


def test_scores_become_shares(tutorial: Any) -> None:
    games = Batch(tutorial, 8, seed=3, observation_dtype="uint8")
    games.step_random(30)
    said = comments(Fond(), games, temperature=0.5)
    for i in range(8):
        legal = np.flatnonzero(games.masks[i])
        assert said.choices[i, : len(legal)].tolist() == legal.tolist()
        assert (said.choices[i, len(legal) :] == -1).all()
        worth = np.full(len(legal), np.exp(-2))
        worth[[0, -1]] = 1.0
        assert said.weights[i, : len(legal)] == pytest.approx(worth / worth.sum())
        assert said.best[i] == legal[0]


def test_a_plain_teacher_gives_all_to_its_choice_even_among_too_many(tutorial: Any) -> None:
    games = Batch(tutorial, 2, seed=3, observation_dtype="uint8")
    games.masks[:] = 1
    said = comments(Last(), games, temperature=0.1)
    last = games.masks.shape[1] - 1
    assert said.choices.shape == (2, CHOICES)
    assert said.choices[:, 0].tolist() == said.best.tolist() == [last, last]
    assert said.weights[:, 0].tolist() == [1.0, 1.0]


def test_the_value_of_a_rival_is_learned_from_what_follows_its_own_decisions() -> None:
    deciders = np.array([[0], [1], [1], [0], [1]], np.int16)
    rewards, ends = np.zeros((5, 1, 2), np.float32), np.zeros((5, 1), bool)
    rewards[2, 0], ends[2] = (1.0, -1.0), True  # player 1 acts last and loses
    rewards[4, 0] = (0.25, 0.5)  # no decision since then
    estimates = np.full((5, 1), 0.125, np.float32)
    returns = _own_returns(estimates, rewards, deciders, ends, 1.0)[:, 0]
    assert returns.tolist() == [1.0, -1.0, -1.0, 0.125, 0.125]


def test_a_window_keeps_the_latest_decisions_and_they_may_be_more_than_it_holds() -> None:
    window, seen = Window(5, 1), 0
    for n in (3, 4, 12, 0, 5, 1):
        new = np.arange(seen, seen + n)
        shapes = ((n, 1), *[(n, CHOICES)] * 3, (n,), (n,))
        window.add(Rows(*(np.broadcast_to(new.reshape(-1, *[1] * (len(shape) - 1)), shape) for shape in shapes)))
        seen += n
        kept = window.rows.best[: window.filled]
        assert sorted(kept.tolist()) == list(range(max(0, seen - 5), seen))
        assert (window.rows.choices[: window.filled, 0] == kept).all()


@pytest.mark.parametrize(
    "shape", [NetworkConfig(kind="flat", width=16, layers=1), NetworkConfig(kind="entities", width=16, layers=1, token=16)]
)
def test_a_compiled_pupil_learns_what_one_in_torch_does(tutorial: Any, shape: NetworkConfig) -> None:
    """The same lessons and minibatches give the same updates to a thousandth, the same moves and values."""
    torch.manual_seed(0)
    networks = [build(tutorial, shape) for _ in range(2)]
    networks[1].load_state_dict(networks[0].state_dict())
    config = ImitationConfig(decisions=1, games=16, horizon=8, batch=32, passes=1.0)
    made = [
        TorchPupil(networks[0], PolicyAgent(tutorial, networks[0]), config, Timers()),
        pupil_of(networks[1], PolicyAgent(tutorial, networks[1]), config, Timers(), threads=2),
    ]
    assert isinstance(made[1], CompiledPupil)
    games = Batch(tutorial, 16, seed=1, observation_dtype="uint8")
    rows, *_ = _play(games, agents.make("greedy", tutorial), made[0], np.zeros(16, bool), None)
    losses = []
    for pupil in made:
        pupil.window.add(rows)
        losses.append(pupil.learn(len(rows.best), 1e-3, np.random.default_rng(2)))
    np.testing.assert_allclose(losses[0], losses[1], rtol=1e-3)
    for name, value in networks[0].state_dict().items():
        np.testing.assert_allclose(value.numpy(), networks[1].state_dict()[name].numpy(), atol=2e-3)
    seen, masks = games.observations, games.masks
    former = made[1].values(seen)  # it plays with the weights from before, until it is told to follow
    made[1].follow()
    assert np.abs(made[1].values(seen) - former).max() > 1e-2
    np.testing.assert_allclose(made[0].values(seen), made[1].values(seen), atol=1e-2)
    assert (made[0].choose(seen, masks) == made[1].choose(seen, masks)).mean() > 0.8
    assert (np.take_along_axis(masks, made[1].choose(seen, masks)[:, None], axis=1) == 1).all()


def test_a_round_is_played_while_the_former_one_is_learned_and_threads_change_nothing(
    tutorial: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The student plays from the beginning; the next round begins before the losses of a round are reported."""
    config = ImitationConfig(decisions=1024, games=16, horizon=16, batch=64, passes=2, teacher_share=-1.0)
    begun: list[int] = []

    def noted(*arguments: Any) -> Any:
        begun.append(1)
        return _play(*arguments)

    monkeypatch.setattr("zombicide_training.learn.imitate._play", noted)

    def learned(threads: int) -> dict[str, Any]:
        begun.clear()

        def report(step: ImitationStep) -> bool:
            last = time.monotonic() + 60
            while len(begun) < min(4, 1 + step.decisions // 256) and time.monotonic() < last:
                time.sleep(0.01)
            return len(begun) == min(4, 1 + step.decisions // 256)

        monkeypatch.setattr("zombicide_training.learn.imitate.usable_cores", lambda: threads)
        torch.manual_seed(0)
        network = build(tutorial, NetworkConfig(kind="flat", width=16, layers=1))
        imitate(tutorial, network, agents.make("greedy", tutorial), config, seed=2, report=report)
        assert len(begun) == 4
        return network.state_dict()

    first, second = learned(1), learned(2)
    assert all(torch.equal(value, second[name]) for name, value in first.items())


def test_how_much_a_base_counts_is_learned_in_torch(tutorial: Any) -> None:
    network = build(tutorial, NetworkConfig(kind="flat", width=16, layers=1, lean="greedy"))
    pupil = pupil_of(network, PolicyAgent(tutorial, network), ImitationConfig(decisions=1), Timers(), threads=1)
    assert isinstance(pupil, TorchPupil)
