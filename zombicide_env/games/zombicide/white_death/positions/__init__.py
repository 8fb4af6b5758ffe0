"""Positions written as text, read and put on the table.  An edition's own rooms come first."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
