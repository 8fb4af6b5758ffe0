"""``onnx:policy.onnx``: a network in the ONNX format, which contains no code."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from zombicide_env.core.words import one_line

from ..base import AgentError
from .scored import ScoredPolicy

__all__ = ["OnnxPolicy"]

#: Input types, as named by ONNX Runtime.
_TYPES: Final = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(uint8)": np.uint8,
    "tensor(int8)": np.int8,
    "tensor(bool)": np.bool_,
}


class OnnxPolicy(ScoredPolicy):
    """A network whose first input is observations ``[n, N_OBS]`` and whose first output is scores ``[n, N_ACTIONS]``.

    The type of the first input selects raw (uint8) or scaled observations (float, in [0, 1]).  An optional second input is masks
    ``[n, N_ACTIONS]``.  The first axis may have any length or length 1.

    Args:
        game: the game to be played.
        path: the file.
        threads: number of threads of ONNX Runtime.
        options: see ScoredPolicy.

    Raises:
        AgentError: the file does not exist, or the network does not fit the game.
    """

    name = "onnx"

    def __init__(self, game: Any, path: str, *, threads: int = 1, **options: Any) -> None:
        super().__init__(game, path, **options)
        self._model, self._threads = Path(path).read_bytes(), threads
        self._open()
        seen = self._inputs[0]
        if len(seen.shape) != 2 or len(self._inputs) > 2:
            raise AgentError(f"{path} has inputs {', '.join(f'{one.name} {one.shape}' for one in self._inputs)}; {_EXPECTED}")
        if isinstance(seen.shape[1], int):
            self.sees(seen.shape[1])
        self.observation_dtype = "uint8" if _TYPES[seen.type] is np.uint8 else "float32"
        found = self._session.get_outputs()[0]
        if len(found.shape) == 2 and isinstance(found.shape[1], int):
            self.fits(found.shape[1])

    def rate(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.floating[Any]]:
        """See ScoredPolicy."""
        given = {
            one.name: np.ascontiguousarray(values.astype(_TYPES[one.type], copy=False))
            for one, values in zip(self._inputs, (observations, masks), strict=False)
        }
        step = len(masks) if not isinstance(self._inputs[0].shape[0], int) else 1
        parts = [{name: values[i : i + step] for name, values in given.items()} for i in range(0, len(masks), step)]
        scores: NDArray[np.floating[Any]] = np.concatenate([self._session.run(None, part)[0] for part in parts])
        return scores

    def _open(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        try:
            self._session = onnxruntime.InferenceSession(self._model, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime raises various errors for damaged files
            raise AgentError(f"{self.path} is not a network that ONNX Runtime can read: {one_line(error, 200)}") from error
        self._inputs = self._session.get_inputs()
        strange = [one.type for one in self._inputs if one.type not in _TYPES]
        if strange or not self._inputs:
            raise AgentError(f"{self.path} takes {', '.join(strange) or 'nothing'}; {_EXPECTED}")

    def __getstate__(self) -> dict[str, Any]:
        """Drop the session, which cannot be pickled; agents are sent to other processes."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_session", "_inputs")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()


_EXPECTED: Final = "observations [n, N_OBS] of float or uint8 are expected, and masks [n, N_ACTIONS] of bool, int8 or float at most"
