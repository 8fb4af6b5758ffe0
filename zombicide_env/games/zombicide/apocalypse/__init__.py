"""Apocalypse: survivors with cars and gasoline against a Zombie Master.  Modules that are not in this folder are the family's."""

from pathlib import Path

__path__ = [*__path__, str(Path(__file__).parents[1] / "family")]
