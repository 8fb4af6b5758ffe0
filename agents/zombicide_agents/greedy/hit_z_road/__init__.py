"""The rules-based player of Hit Z Road.

``odds``    what dice may be expected to show, and how melees end          ``worth``   what survivors, resources and cards are worth
``routes``  the value of a route and of choosing first                     ``player``  the agent
"""

from __future__ import annotations

from .player import Greedy

__all__ = ["Greedy"]
