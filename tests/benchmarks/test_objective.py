"""The table of the objective's parts: its runs, and the text of the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zombicide_benchmarks.objective import DEFAULT, VARIANTS, config_of, page

pytestmark = pytest.mark.train


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_differs_from_the_default_in_what_it_names_alone(variant: str, tmp_path: Path) -> None:
    usual, found = (config_of("danse_macabre", name, tmp_path, 1.0, 3) for name in (DEFAULT, variant))
    found.check()
    differ = {name for name, value in vars(found).items() if value != getattr(usual, name)}
    assert differ == set(VARIANTS[variant][0])
    assert found.own_loop


def run(variant: str, seed: int, wins: int) -> dict[str, object]:
    won = np.packbits(np.arange(100) < wins).tobytes().hex()
    return {"quest": "famine", "variant": variant, "seed": seed, "minutes": 2.0, "games": 100, "decisions": 5, "won": won}


def test_differences_are_paired_over_the_seeds_that_both_have() -> None:
    runs = [run(DEFAULT, 0, 60), run(DEFAULT, 1, 40), run("sparse reward", 0, 50)]
    about = {"processor": "p", "cores": 2, "system": "s", "load_before": 1, "python": "3", "packages": {}, "date": "today"}
    lines = page({"runs": runs, "machine": about}).splitlines()
    assert any("| default | nothing | 2 | 2 | 0.0 | 100 | 50.0 % | 60.0, 40.0 |  |" in line for line in lines)
    assert any("| sparse reward |" in line and "| 1 | 2 | 0.0 | 100 | 50.0 % | 50.0 | -10.0 (-15.9 to -4.1) |" in line for line in lines)
