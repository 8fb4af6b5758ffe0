"""Conformance vectors: the rules as data.

A vector is a position, scripted dice and cards, some actions, and the expected result. ``load`` reads vectors from
YAML files, ``check`` plays one and reports, ``main`` is the command line.
"""

from __future__ import annotations

from .cli import main
from .errors import VectorError
from .runner import Failure, Report, check
from .vectors import Vector, load

__all__ = ["Failure", "Report", "Vector", "VectorError", "check", "load", "main"]
