"""The scene: drawings of the board and its pieces.  Modules of an edition take precedence."""

from pkgutil import extend_path

_family, *_editions = extend_path(__path__, __name__)
__path__ = [*_editions, _family]
