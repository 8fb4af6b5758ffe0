"""Every edition has its own: how a random quest is made of the tiles of its box."""

from collections.abc import Mapping
from typing import Any

from ...table.generate import Spec

def generate(spec: Spec, tiles: Mapping[str, Any]) -> str:
    """The quest file of a specification (YAML text)."""
