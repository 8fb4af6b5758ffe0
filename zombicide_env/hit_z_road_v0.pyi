"""Hit Z Road as a PettingZoo environment, with the types of its options; written by `zombicide docs`."""

from typing import Any, Literal, TypedDict, Unpack

from pettingzoo import AECEnv

from .envs.aec import RawEnv
from .envs.parallel import ParallelGame

__all__ = ["env", "parallel_env", "raw_env"]

class _ParallelOptions(TypedDict, total=False):
    render_mode: Literal["human", "ansi", "rgb_array", "ansi_list", "rgb_array_list"] | None
    observation_dtype: Literal["float32", "uint8"]
    illegal: Literal["raise", "random", "lose"]
    events: bool
    players: int
    decisions: Literal["full", "actions"]
    reward: Literal["win", "zero_sum", "score"]
    max_rounds: int | None
    at_max_rounds: Literal["scoring", "truncation"]

class _Options(_ParallelOptions, total=False):
    copy: bool
    leavers: Literal["stay", "leave"]

def env(**options: Unpack[_Options]) -> AECEnv[str, dict[str, Any], int]:
    """Hit Z Road with PettingZoo's checks."""

def raw_env(**options: Unpack[_Options]) -> RawEnv:
    """Hit Z Road without wrappers."""

def parallel_env(**options: Unpack[_ParallelOptions]) -> ParallelGame:
    """Hit Z Road with all agents acting at every step."""
