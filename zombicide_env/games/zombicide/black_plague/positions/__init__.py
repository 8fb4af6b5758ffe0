"""Positions of Black Plague; where it has no room of its own, the family's."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
