"""Generator of quests from the tiles of an edition's box.  Every edition provides this module."""

from collections.abc import Mapping
from typing import Any

from ...table.generate import Spec

def generate(spec: Spec, tiles: Mapping[str, Any]) -> str:
    """Return the quest file of a specification (YAML text)."""
