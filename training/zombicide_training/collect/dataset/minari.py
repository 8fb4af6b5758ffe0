"""Export a dataset as a Minari dataset, with one episode per side and game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from zombicide_env import make_game
from zombicide_env.envs.spaces import observation_space

from .read import Dataset

__all__ = ["export"]


def export(folder: str | Path, dataset_id: str) -> Any:
    """Write a dataset as a Minari dataset, under Minari's own folder (``MINARI_DATASETS_PATH``).

    An episode contains the decisions of one side in one game.  Observations are dictionaries of ``observation`` (uint8, raw) and
    ``action_mask`` (int8, 1 = legal); rewards are those of the side until its next decision.  Infos have ``seat``, ``side``, ``round``,
    ``game`` and ``return``.  The observation after the last decision is the final one of the game, with action 0 in the mask, as in the
    Gymnasium environments.

    Args:
        folder: folder of the dataset.
        dataset_id: ``zombicide/NAME-v0``.

    Returns:
        The Minari dataset.

    Raises:
        ValueError: there is no dataset, or the id is invalid for Minari or already exists.
    """
    import minari
    from gymnasium import spaces
    from minari.data_collector import EpisodeBuffer

    data = Dataset(folder)
    games = {row["game"]: row for row in data.table("games").to_pylist()}
    first = next(iter(games.values()))
    game = make_game(data.about["game"], **json.loads(first["options"]))
    buffers: list[Any] = []
    episode: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in data.table("decisions").to_pylist():
        episode.setdefault((row["game"], row["side"]), []).append(row)
    for (number, _), rows in episode.items():
        buffers.append(EpisodeBuffer(id=len(buffers), **_episode(rows, games[number], data.about["actions"])))
    return minari.create_dataset_from_buffers(
        dataset_id,
        buffers,
        observation_space=observation_space(game, "uint8"),
        action_space=spaces.Discrete(game.action_codec.size),
        data_format="arrow",  # like the tables; HDF5 would need h5py
        algorithm_name=", ".join(sorted({row["team"] for row in games.values()}))[:200],
        description=f"{data.about['game']}, revision {data.about['rules_revision']} of the rules, {len(games)} games",
    )


def _episode(rows: list[dict[str, Any]], game: dict[str, Any], actions: int) -> dict[str, Any]:
    """Return the arguments of an episode's buffer."""
    over = np.zeros(actions, np.int8)
    over[0] = 1
    masks = []
    for row in rows:
        mask = np.zeros(actions, np.int8)
        mask[row["legal"]] = 1
        masks.append(mask)
    seen = [np.array(row["observation"], np.uint8) for row in rows] + [np.array(game["final_observation"], np.uint8)]
    whole = game["outcome"] not in ("truncated", "ongoing")
    ends = [False] * (len(rows) - 1) + [True]
    infos = {name: [row[name] for row in rows] + [rows[-1][name]] for name in ("seat", "side", "round", "game", "return")}
    return {
        "observations": {"observation": seen, "action_mask": [*masks, over]},
        "actions": [row["action"] for row in rows],
        "rewards": [row["reward"] for row in rows],
        "terminations": [end and whole for end in ends],
        "truncations": [end and not whole for end in ends],
        "infos": infos,
    }
