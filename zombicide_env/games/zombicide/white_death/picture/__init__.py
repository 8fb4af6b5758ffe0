"""The scene: what is drawn.  An edition's own rooms come first."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
