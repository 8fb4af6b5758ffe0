"""Apocalypse as a PettingZoo environment, with the types of its options; written by `zombicide docs`."""

from collections.abc import Mapping, Sequence
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
    quest: str | int = ...,
    survivors: int | list[str] | tuple[str, ...] | None = ...,
    decisions: Literal["full", "actions"] = ...,
    reward: Literal["sparse", "shaped"] = ...,
    max_rounds: int | None = ...,
    at_max_rounds: Literal["defeat", "draw", "truncation"] = ...,
    players: int | Sequence[list[str] | tuple[str, ...]] = ...,
    zombie_master: bool = ...,
    packs: list[str] | tuple[str, ...] = ...,
    allow_small_team: bool = ...,
    strict_all_survivors: bool = ...,
    zm_free_when_quiet: bool = ...,
    supply: Mapping[str, int] | None = ...,
    deal: Mapping[str, str] | None = ...,
    first_player: int = ...,
    cards: str | None = ...,
) -> AECEnv[str, dict[str, Any], int]:
    """Apocalypse with PettingZoo's checks."""

def raw_env(
    *,
    render_mode: str | None = ...,
    observation_dtype: Literal["float32", "uint8"] = ...,
    copy: bool = ...,
    leavers: Literal["stay", "leave"] = ...,
    illegal: Literal["raise", "random", "lose"] = ...,
    events: bool = ...,
    quest: str | int = ...,
    survivors: int | list[str] | tuple[str, ...] | None = ...,
    decisions: Literal["full", "actions"] = ...,
    reward: Literal["sparse", "shaped"] = ...,
    max_rounds: int | None = ...,
    at_max_rounds: Literal["defeat", "draw", "truncation"] = ...,
    players: int | Sequence[list[str] | tuple[str, ...]] = ...,
    zombie_master: bool = ...,
    packs: list[str] | tuple[str, ...] = ...,
    allow_small_team: bool = ...,
    strict_all_survivors: bool = ...,
    zm_free_when_quiet: bool = ...,
    supply: Mapping[str, int] | None = ...,
    deal: Mapping[str, str] | None = ...,
    first_player: int = ...,
    cards: str | None = ...,
) -> RawEnv:
    """Apocalypse without wrappers."""

def parallel_env(
    *,
    render_mode: str | None = ...,
    observation_dtype: Literal["float32", "uint8"] = ...,
    illegal: Literal["raise", "random", "lose"] = ...,
    quest: str | int = ...,
    survivors: int | list[str] | tuple[str, ...] | None = ...,
    decisions: Literal["full", "actions"] = ...,
    reward: Literal["sparse", "shaped"] = ...,
    max_rounds: int | None = ...,
    at_max_rounds: Literal["defeat", "draw", "truncation"] = ...,
    players: int | Sequence[list[str] | tuple[str, ...]] = ...,
    zombie_master: bool = ...,
    packs: list[str] | tuple[str, ...] = ...,
    allow_small_team: bool = ...,
    strict_all_survivors: bool = ...,
    zm_free_when_quiet: bool = ...,
    supply: Mapping[str, int] | None = ...,
    deal: Mapping[str, str] | None = ...,
    first_player: int = ...,
    cards: str | None = ...,
) -> ParallelGame:
    """Apocalypse with all agents acting at every step."""
