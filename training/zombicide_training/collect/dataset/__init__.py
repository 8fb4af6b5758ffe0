"""Datasets: games that were played, or recorded, as Parquet tables of games, decisions and events; see ``columns`` for what they hold."""

from __future__ import annotations

from .read import Dataset
from .write import DatasetConfig, make

__all__ = ["Dataset", "DatasetConfig", "make"]
