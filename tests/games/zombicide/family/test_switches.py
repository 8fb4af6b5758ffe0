"""Every switch of the editions is read, and flipping it is detected (plain Python, nothing is compiled)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.vectors import vectors
from tests.games.zombicide.family.throwaway import HOME, edition, edition_module
from zombicide_env import make_game
from zombicide_env.conformance import check, zombicide
from zombicide_env.core.batch import Batch
from zombicide_env.core.jit import PYTHON_MODE
from zombicide_env.games import GAMES
from zombicide_env.games.zombicide import EDITIONS
from zombicide_env.games.zombicide import edition_module as room_of

NAMES = {
    node.target.id: ast.unparse(node.annotation)
    for node in ast.parse((HOME / "family" / "edition.pyi").read_text()).body
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
}
SWITCHES = sorted(name for name, kind in NAMES.items() if kind == "bool")
#: Flipped in separate tests: on the boards and cards of the boxes they make no difference.
SEAMS = {"ONE_WAY", "NATURAL_1", "DOORS_OPEN"}
#: Vectors that detect a switch, but late in alphabetical order: checked first.
TELLING = {"AP-EX-122", "AP-X-140", "AP-X-149", "BP-EX-7a", "BP-X-724", "BP-X-2065", "WD-V-24", "WD-X-113", "WD-X-115"}
LARGE_TEAM = {"black_plague": 8, "white_death": 8, "apocalypse": 6}

plain_python = pytest.mark.skipif(not PYTHON_MODE, reason="every throwaway edition would be compiled again")
pytestmark = pytest.mark.python_mode


def test_every_name_that_an_edition_says_is_read() -> None:
    texts = (path.read_text(encoding="utf-8") for path in HOME.rglob("*.py") if path.name != "edition.py")
    assert set(NAMES) - {word for text in texts for word in re.findall(r"\w+", text)} == set()


@pytest.fixture
def thrown(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check vectors with the modules of the throwaway edition."""
    monkeypatch.setattr(zombicide, "edition_module", lambda _edition, name: edition_module(name))
    zombicide.modules.cache_clear()
    yield
    zombicide.modules.cache_clear()


@plain_python
@pytest.mark.parametrize("switch", sorted(set(SWITCHES) - SEAMS))
def test_a_switch_that_is_flipped_is_noticed(switch: str, tmp_path: Path, thrown: None) -> None:
    on = {base: getattr(room_of(base, "edition"), switch) for base in EDITIONS}
    assert any(noticed(base, tmp_path / base, **{switch: not on[base]}) for base in sorted(EDITIONS, key=lambda base: not on[base]))


@plain_python
@pytest.mark.parametrize("base", EDITIONS)
def test_an_edition_as_it_was_is_not_noticed(base: str, tmp_path: Path, thrown: None) -> None:
    assert not noticed(base, tmp_path / base, most=40)


@plain_python
def test_a_natural_1_misses_whatever_is_added(tmp_path: Path) -> None:
    for misses in (True, False):
        with edition(tmp_path / str(misses), NATURAL_1=misses):
            assert edition_module("words.odds")._need(2, 1) == (2 if misses else 1)


@plain_python
def test_where_survivors_open_doors_the_page_says_why_none_can_be_opened(tmp_path: Path) -> None:
    """The rows of actions decide which doors may be opened; the switch is read by texts and observations only (BP-11.5)."""
    game = Batch(make_game("black_plague", quest="danse_macabre"), 1, seed=0)
    for opened, reason in ((True, {"no_door", "no_tool", "locked"}), (False, {""})):
        with edition(tmp_path / str(opened), DOORS_OPEN=opened):
            assert edition_module("words.reasons")._open(game._worlds[0], game.states[0], 0) in reason


def noticed(base: str, folder: Path, most: int | None = None, **constants: object) -> bool:
    """Whether an edition with these constants differs in its observation, in the world of a large team, or in a vector."""
    usual = GAMES[base](survivors=LARGE_TEAM[base])
    with edition(folder, base=base, **constants):
        zombicide.modules.cache_clear()
        try:
            game = getattr(edition_module("game"), EDITIONS[base])(survivors=LARGE_TEAM[base])
            if game.observation_codec.layout_hash != usual.observation_codec.layout_hash or game.world.tobytes() != usual.world.tobytes():
                return True
            telling_first = sorted(vectors(base), key=lambda vector: vector.id not in TELLING)
            return any(not check(vector).passed for vector in telling_first[:most])
        except (AttributeError, ImportError, KeyError, TypeError, ValueError):  # fields that the edition lacks, quests that it cannot read
            return True
