"""Black Plague's rule-based player: the family's.

``own_turn``  vaults, Dragon Bile and Torches, two enchantments
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
