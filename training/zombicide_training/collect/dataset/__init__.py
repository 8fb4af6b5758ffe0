"""Datasets: played or recorded games as Parquet tables of games, decisions and events; see ``columns`` for their contents."""

from __future__ import annotations

from .read import Dataset
from .write import DatasetConfig, make

__all__ = ["Dataset", "DatasetConfig", "make"]
