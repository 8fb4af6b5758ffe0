"""Conformance positions: written as text, read and set up.  Modules of an edition take precedence."""

from pkgutil import extend_path

_family, *_editions = extend_path(__path__, __name__)
__path__ = [*_editions, _family]
