"""White Death as a PettingZoo environment, with the types of its options; written by `zombicide docs`."""

from collections.abc import Mapping, Sequence
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
    quest: str | int
    survivors: int | list[str] | tuple[str, ...]
    decisions: Literal["full", "actions"]
    reward: Literal["sparse", "shaped"]
    max_rounds: int | None
    at_max_rounds: Literal["defeat", "truncation"]
    players: int | Sequence[list[str] | tuple[str, ...]]
    allow_small_team: bool
    supply: Mapping[str, int] | None
    first_player: int
    cards: str | None
    deal: list[str] | tuple[str, ...] | None
    start_zones: Mapping[str, str] | None
    ultra: bool
    abomination_fest: bool
    abomination_deck: int
    many_necromancers: bool
    necromancer_deck: int
    guard_skill_cards: int | None
    guard_absorbs: int
    rulings: Mapping[str, Any] | None

class _Options(_ParallelOptions, total=False):
    copy: bool
    leavers: Literal["stay", "leave"]

def env(**options: Unpack[_Options]) -> AECEnv[str, dict[str, Any], int]:
    """White Death with PettingZoo's checks."""

def raw_env(**options: Unpack[_Options]) -> RawEnv:
    """White Death without wrappers."""

def parallel_env(**options: Unpack[_ParallelOptions]) -> ParallelGame:
    """White Death with all agents acting at every step."""
