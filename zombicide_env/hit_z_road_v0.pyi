"""Hit Z Road as a PettingZoo environment, with the types of its options; written by `zombicide docs`."""

from typing import Any, Literal

from pettingzoo import AECEnv

from .envs.aec import RawEnv
from .envs.parallel import ParallelGame

__all__ = ["env", "parallel_env", "raw_env"]

def env(
    *,
    render_mode: str | None = ...,
    observation_dtype: Literal["float32", "uint8"] = ...,
    copy: bool = ...,
    leavers: Literal["stay", "leave"] = ...,
    illegal: Literal["raise", "random", "lose"] = ...,
    events: bool = ...,
    players: int = ...,
    decisions: Literal["full", "actions"] = ...,
    reward: Literal["win", "zero_sum", "score"] = ...,
    max_rounds: int | None = ...,
    at_max_rounds: Literal["scoring", "truncation"] = ...,
) -> AECEnv[str, dict[str, Any], int]:
    """Hit Z Road with PettingZoo's checks."""

def raw_env(
    *,
    render_mode: str | None = ...,
    observation_dtype: Literal["float32", "uint8"] = ...,
    copy: bool = ...,
    leavers: Literal["stay", "leave"] = ...,
    illegal: Literal["raise", "random", "lose"] = ...,
    events: bool = ...,
    players: int = ...,
    decisions: Literal["full", "actions"] = ...,
    reward: Literal["win", "zero_sum", "score"] = ...,
    max_rounds: int | None = ...,
    at_max_rounds: Literal["scoring", "truncation"] = ...,
) -> RawEnv:
    """Hit Z Road without wrappers."""

def parallel_env(
    *,
    render_mode: str | None = ...,
    observation_dtype: Literal["float32", "uint8"] = ...,
    illegal: Literal["raise", "random", "lose"] = ...,
    players: int = ...,
    decisions: Literal["full", "actions"] = ...,
    reward: Literal["win", "zero_sum", "score"] = ...,
    max_rounds: int | None = ...,
    at_max_rounds: Literal["scoring", "truncation"] = ...,
) -> ParallelGame:
    """Hit Z Road with all agents acting at every step."""
