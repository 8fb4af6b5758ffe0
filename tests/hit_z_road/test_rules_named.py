"""Every rule of the specification is named by a vector or by a test of this folder."""

from __future__ import annotations

import re
from pathlib import Path

from zombicide_env.conformance import load

HERE = Path(__file__).parent
VECTORS = HERE.parent / "conformance" / "hit_z_road"

#: Section -> (last number, last ruling).
SECTIONS = {
    0: (0, 4),
    1: (5, 2),
    2: (8, 3),
    3: (2, 2),
    4: (3, 2),
    5: (11, 7),
    6: (8, 6),
    7: (8, 8),
    8: (4, 3),
    9: (3, 5),
    10: (4, 5),
    11: (5, 4),
    12: (3, 3),
    13: (7, 6),
    14: (0, 2),
    17: (26, 8),
    19: (0, 2),
}
RULES = {
    *(f"HZ-{section}.{n}" for section, (last, _) in SECTIONS.items() for n in range(1, last + 1)),
    *(f"HZ-{section}.R{n}" for section, (_, last) in SECTIONS.items() for n in range(1, last + 1)),
    *(f"HZ-D-{n}" for n in range(1, 14)),
}


def test_every_rule_is_named() -> None:
    named = {rule for vector in load(VECTORS) for rule in vector.rules}
    assert named <= RULES, sorted(named - RULES)
    for path in HERE.glob("test_*.py"):
        if path != Path(__file__):
            named |= set(re.findall(r"HZ-(?:\d+\.R?|D-)\d+", path.read_text(encoding="utf-8")))
    assert not sorted(RULES - named)
