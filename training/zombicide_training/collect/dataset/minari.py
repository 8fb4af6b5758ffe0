"""Export a dataset as a Minari dataset, with one episode per side and game."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from zombicide_env import make_game
from zombicide_env.envs.spaces import observation_space

from .read import Dataset, arrays, table_of

__all__ = ["check_id", "export"]

_ID = re.compile(r"[-\w]+(/[-\w]+)*-v[0-9]+")


def check_id(dataset_id: str) -> Path:
    """Return the folder of a Minari dataset that can be written under this id.

    Raises:
        ValueError: the id is invalid, or there is such a dataset.
    """
    from minari.storage.datasets_root_dir import get_dataset_path

    if not _ID.fullmatch(dataset_id):
        raise ValueError(f"minari={dataset_id!r}: an id of the form zombicide/NAME-v0 is needed")
    folder = Path(get_dataset_path(dataset_id))
    if folder.exists():
        raise ValueError(f"minari={dataset_id!r}: {folder} is there already; name another id or version, or delete that dataset")
    return folder


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
        ValueError: there is no dataset, it is not finished, or the id is invalid for Minari or already exists.
    """
    import minari
    from gymnasium import spaces

    place, data = check_id(dataset_id), Dataset(folder)
    games = data.table("games").select(["team", "options"])
    game = make_game(data.about["game"], **json.loads(games["options"][0].as_py()))
    try:
        return minari.create_dataset_from_buffers(
            dataset_id,
            _episodes(data),
            observation_space=observation_space(game, "uint8"),
            action_space=spaces.Discrete(game.action_codec.size),
            data_format="arrow",  # like the tables; HDF5 would need h5py
            algorithm_name=", ".join(sorted(set(games["team"].to_pylist())))[:200],
            description=f"{data.about['game']}, revision {data.about['rules_revision']} of the rules, {games.num_rows} games",
        )
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)  # half a dataset would pass for a whole one
        raise


def _episodes(data: Dataset) -> Iterator[Any]:
    """Yield the episodes shard by shard: a dataset may be larger than the memory."""
    from minari.data_collector import EpisodeBuffer

    over = np.zeros(data.about["actions"], np.int8)
    over[0] = 1
    number = 0
    for played, decided in zip(data.shards("games"), data.shards("decisions"), strict=True):
        games = {row["game"]: row for row in table_of(played).to_pylist()}
        table = table_of(decided)
        seen, masks, *_ = arrays(table, data.about["columns"], data.about["actions"])
        columns = {name: table[name].to_pylist() for name in ("seat", "side", "round", "game", "return", "action", "reward")}
        episodes: dict[tuple[int, int], list[int]] = {}
        for row, key in enumerate(zip(columns["game"], columns["side"], strict=True)):
            episodes.setdefault(key, []).append(row)
        for (game, _), rows in episodes.items():
            last = np.array(games[game]["final_observation"], np.uint8)
            views = {"observation": [*seen[rows], last], "action_mask": [*masks[rows], over]}
            own = {name: [values[row] for row in rows] for name, values in columns.items()}
            yield EpisodeBuffer(id=number, observations=views, **_steps(own, games[game]["outcome"]))
            number += 1


def _steps(own: dict[str, list[Any]], outcome: str) -> dict[str, Any]:
    """Return the other arguments of an episode's buffer."""
    whole = outcome not in ("truncated", "ongoing")
    ends = [False] * (len(own["action"]) - 1) + [True]
    return {
        "actions": own["action"],
        "rewards": own["reward"],
        "terminations": [end and whole for end in ends],
        "truncations": [end and not whole for end in ends],
        "infos": {name: [*own[name], own[name][-1]] for name in ("seat", "side", "round", "game", "return")},
    }
