"""Numbers: sizes, codes, the action space, the observation, the records.  An edition's own rooms come first."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
