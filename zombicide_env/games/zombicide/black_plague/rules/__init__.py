"""Rules that only Black Plague has; where it has none of its own, the family's."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
