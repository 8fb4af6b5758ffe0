"""``checkpoint:PATH``: a learned policy, stored in a folder (see ``checkpoint_folder``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save as to_bytes

from .base import Agent, AgentError, NoLegalAction, as_raw, check_shown, check_temperature
from .checkpoint_folder import WEIGHTS, CheckpointError, Header, header_for, publish, read_file, verify
from .checkpoint_reader import Kept, Thought, check_policy, check_shapes, parameters, read, unusable
from .compiled import CompiledAgent
from .compiled_network import COMPILED
from .network import PolicyNetwork, build
from .provenance import JUDGEMENT, unlike
from .residual import Residual, fingerprint

__all__ = ["CheckpointAgent", "PolicyAgent", "Thought", "agent_of", "check", "load", "not_finite", "save", "usable_device"]


def save(
    folder: str | Path,
    game: Any,
    network: PolicyNetwork,
    training: Mapping[str, Any],
    *,
    replace: bool = False,
    files: Mapping[str, bytes] | None = None,
) -> Path:
    """Write a checkpoint atomically: the folder is complete or unchanged, even if the process is killed.

    Args:
        folder: destination; its parent folders are created.
        game: the game that the policy was trained on.
        network: the policy.
        training: metadata of the training (JSON values).
        replace: allow a folder that exists already.
        files: additional files of the folder: name -> content.

    Raises:
        CheckpointError: the folder exists and ``replace`` is False, or ``load`` would refuse the weights.
        OSError: it cannot be written.
    """
    target = Path(folder)
    if target.exists() and not replace:
        raise CheckpointError(f"{target} exists already; choose another folder or remove it")
    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    if broken := unusable({name: tensor.numpy() for name, tensor in tensors.items()}):
        raise CheckpointError(f"{target} is not written: this is not a policy: {broken}")
    publish(target, _header(game, network, training), {WEIGHTS: to_bytes(tensors), **(files or {})})
    return target


def _header(game: Any, network: PolicyNetwork, training: Mapping[str, Any]) -> Header:
    judgement = {JUDGEMENT: fingerprint(network.config.lean, game.id)} if network.config.lean else {}
    return header_for(game, network.layout.rows, network.config.dump(), {**training, **judgement})


def agent_of(game: Any, network: PolicyNetwork) -> Agent:
    """Return an agent that plays the network, compiled if its kind supports that.

    A compiled agent has a copy of the current weights: later changes of the network do not affect it.
    """
    if network.config.kind not in COMPILED:
        return PolicyAgent(game, network)
    parameters = {name: parameter.detach().cpu().numpy().copy() for name, parameter in network.named_parameters()}
    return CompiledAgent(game, Kept(Path(), _header(game, network, {}), network.config, network.layout, parameters))


def load(path: str | Path, game: Any, device: str = "cpu") -> tuple[PolicyNetwork, Header]:
    """Load the policy of a checkpoint, ready to play ``game``.

    Raises:
        CheckpointError: the checkpoint is missing, damaged, a value network, or made for other layouts than the game's.
    """
    kept = read(path, game)
    check_policy(kept)
    target, rows = usable_device(device), kept.layout.rows
    found = {name: values.shape for name, values in kept.parameters.items()}
    with torch.device("meta"):  # takes no memory: a header may describe a network of any size
        wanted = {name: tuple(tensor.shape) for name, tensor in build(game, kept.config, rows).state_dict().items()}
    check_shapes(kept.folder, found, wanted)
    with torch.random.fork_rng(
        devices=[]
    ):  # the random initial weights are replaced: loading must not change the random numbers of a training run
        network = build(game, kept.config, rows)
    network.load_state_dict({name: torch.from_numpy(values) for name, values in kept.parameters.items()})
    return network.to(target).eval(), kept.header


def not_finite(tensors: Mapping[str, torch.Tensor]) -> str:
    """Return the name of the first tensor with values that are not finite real numbers, or "" if there is none."""
    broken = (name for name, tensor in tensors.items() if tensor.is_complex() or not torch.isfinite(tensor.float()).all())
    return next(broken, "")


def check(folder: Path) -> Header:
    """Return the header of a checkpoint; raise CheckpointError unless its files are complete and its weights finite."""
    header = verify(folder)
    parameters(folder, read_file(folder, header, WEIGHTS))
    return header


def usable_device(name: str) -> torch.device:
    """Return the torch device of that name; raise AgentError if torch cannot use it here."""
    try:
        device = torch.device(name)
        torch.empty(1, device=device).add_(1)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise AgentError(f"device {name!r} cannot be used here ({reason}); use cpu, or cuda on a machine with such a card") from error
    return device


class PolicyAgent(Agent):
    """Agent that plays a policy network: the most probable legal action, or with ``temperature`` above 0 a sampled one.

    A residual policy over a rule-based player (``NetworkConfig.lean``) also reads the state, because its base does.
    """

    name = "policy"
    observation_dtype = "uint8"

    def __init__(self, game: Any, network: PolicyNetwork, *, temperature: float = 0.0, seed: int | None = None) -> None:
        check_temperature(temperature)
        self.network, self.temperature = network, temperature
        self.lean = Residual(network.config.lean, game) if network.config.lean else None
        self.reads_state = self.lean is not None
        self._game = game
        self._random = np.random.default_rng(seed)

    def reset(self, seed: int | None = None) -> None:
        """Seed the random generator, which is used if the temperature is above 0."""
        if seed is not None:
            self._random = np.random.default_rng(seed)

    def act(self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> int:
        """See Agent; the observation may be raw or scaled."""
        return int(self.act_batch(None if observation is None else observation[None], np.asarray(mask)[None], game, state)[0])

    def act_batch(
        self, observations: NDArray[Any] | None, masks: NDArray[Any], game: Any = None, states: NDArray[Any] | None = None
    ) -> NDArray[np.int64]:
        """See Agent.  One forward pass for all rows."""
        return self.choose(check_shown(self.name, observations), self._judged(masks, game, states))

    def _judged(self, masks: NDArray[Any], game: Any, states: NDArray[Any] | None) -> NDArray[Any]:
        """Return the masks as the network reads them: judged masks for a residual policy (see ``residual``)."""
        if self.lean is None:
            return masks
        if states is None:
            raise AgentError(
                f"{self.name} is a residual policy over {self.lean.player.name}, whose scores depend on the state of the game: "
                "call act(observation, mask, game, state), or act_batch with games and states"
            )
        return self.lean.masks_of(masks, self._game if game is None else game, states)

    def choose(self, observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
        """Like ``act_batch``, for masks as the network reads them: judged masks for a residual policy (see ``residual``)."""
        raw = as_raw(self.name, observations, masks, self._game)
        if not len(raw):
            return np.empty(0, np.int64)
        if not masks[:, self.network.layout.actions].any(axis=1).all():
            raise NoLegalAction(f"{self.name}: a mask offers no action that this policy knows")
        scores = self._log(raw, masks)
        if self.temperature > 0:
            scores = np.where(scores > -1e7, scores / self.temperature + self._random.gumbel(size=scores.shape), -np.inf)
        return self.network.layout.actions[scores.argmax(axis=1)]

    def _log(self, raw: NDArray[np.uint8], masks: NDArray[Any]) -> NDArray[np.float32]:
        """Return the log-probabilities of the actions in use."""
        with torch.inference_mode():
            tensors = (torch.from_numpy(np.ascontiguousarray(a)) for a in (raw, masks))
            log: NDArray[np.float32] = self.network.policy(*tensors)[0].cpu().numpy()
        return log

    def scores(
        self, observation: NDArray[Any] | None, mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """See Agent.  Returns the legal actions that the policy has logits for, and their log-probabilities."""
        probabilities = self.explain(check_shown(self.name, observation), mask, game, state).probabilities
        actions = np.flatnonzero(probabilities).astype(np.int64)
        return actions, np.log(probabilities[actions].astype(np.float64))

    def explain(self, observation: NDArray[Any], mask: NDArray[Any], game: Any = None, state: NDArray[Any] | None = None) -> Thought:
        """Return the probabilities and the value that the policy assigns to one decision; the arguments are those of ``act``.

        Raises:
            NoLegalAction: the mask offers no action that the policy knows.
        """
        layout = self.network.layout
        if not mask[layout.actions].any():
            raise NoLegalAction(f"{self.name}: the mask offers no action that this policy knows")
        raw = as_raw(self.name, observation[None], np.asarray(mask)[None], self._game)
        with torch.inference_mode():
            seen = (raw, self._judged(np.asarray(mask)[None], game, state))
            log, values = self.network.policy(*(torch.from_numpy(np.ascontiguousarray(a)) for a in seen))
        probabilities = np.zeros(len(mask), np.float32)
        probabilities[layout.actions] = np.exp(log[0].cpu().numpy())
        return Thought(probabilities * (mask != 0), float(values[0]))


class CheckpointAgent(PolicyAgent):
    """``checkpoint:PATH``: the policy of a checkpoint folder."""

    name = "checkpoint"

    def __init__(self, game: Any, path: str | Path, *, temperature: float = 0.0, device: str = "cpu", seed: int | None = None) -> None:
        network, self.header = load(path, game, device)
        self.unlike = unlike(self.header, game)  # how the game differs from the training games
        super().__init__(game, network, temperature=temperature, seed=seed)
