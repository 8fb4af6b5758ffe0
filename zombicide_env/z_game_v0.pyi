"""Z-Game as a PettingZoo environment, with the types of its options; written by `zombicide docs`."""

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
    target: Literal["blitz", "standard", "epic"]
    trade: Literal["off", "scheming", "business", "full"]
    quick_start: bool
    fog_of_war: bool
    terrain_knowledge: bool
    herd_instinct: bool
    pharmacy_business: bool
    survivor_search: bool
    few_but_effective: bool
    sabotage_combo: bool
    leader_speed: int
    max_turns: int | None
    first_player: int | None
    zombie_fight_order: Literal["player_block", "rounds"]
    auto_skip: bool
    decisions: Literal["full", "actions"]
    reward: Literal["zero_sum", "win", "score", "shaped"]
    house: str | None

class _Options(_ParallelOptions, total=False):
    copy: bool
    leavers: Literal["stay", "leave"]

def env(**options: Unpack[_Options]) -> AECEnv[str, dict[str, Any], int]:
    """Z-Game with PettingZoo's checks."""

def raw_env(**options: Unpack[_Options]) -> RawEnv:
    """Z-Game without wrappers."""

def parallel_env(**options: Unpack[_ParallelOptions]) -> ParallelGame:
    """Z-Game with all agents acting at every step."""
