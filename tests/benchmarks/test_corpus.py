"""The corpus of recorded games: its dataset card is true, its games can be replayed, and the same command recreates the same files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests import needs

pytest.importorskip("torch", reason=needs.TRAIN)

from zombicide_benchmarks.corpus import CARD, FOLDER, PARTS, CorpusConfig, card, make
from zombicide_env.games import GAMES, OWN
from zombicide_env.replay import SUFFIX, read, verify

pytestmark = pytest.mark.train
AGAIN = "run: rm -r benchmarks/corpus && python -m zombicide_benchmarks.corpus"
REPLAYS = sorted(FOLDER.rglob(f"*{SUFFIX}"))


def test_it_is_small_and_has_every_game_with_rule_based_search_and_learned_agents() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < 700_000
    assert {part.game for part in PARTS} == set(OWN)
    for game in OWN:
        teams = " ".join(part.team for part in PARTS if part.game == game)
        assert "greedy" in teams and "checkpoint:" in teams and ("search" in teams or game == "apocalypse")


def test_its_card_is_what_its_files_say() -> None:
    """Uses the learned agents' weights from the time when the games were recorded."""
    assert all("checkpoint:" in read(path).comment for path in REPLAYS if "checkpoint" in path.name)
    assert (FOLDER / CARD).read_text(encoding="utf-8") == card(FOLDER), AGAIN


def test_it_is_of_todays_rules() -> None:
    assert REPLAYS
    for path in REPLAYS:
        header = read(path).header
        assert header.rules == GAMES[header.game].load().rules_revision, AGAIN


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("game", sorted(OWN))
def test_its_games_go_as_they_were_recorded(game: str) -> None:
    own = [path for path in REPLAYS if path.parent.name == game]
    assert own
    for path in own:
        verify(read(path))


@pytest.mark.slow
def test_the_same_command_makes_the_same_files_and_a_larger_corpus_begins_with_a_smaller_one(tmp_path: Path) -> None:
    small = CorpusConfig(games=1, parts=("hit_z_road",), out=tmp_path / "small")
    make(small)
    make(replace(small, games=2, out=tmp_path / "large", workers=2))
    first = sorted((tmp_path / "small").rglob(f"*{SUFFIX}"))
    assert len(first) == 3
    for path in first:
        assert path.read_bytes() == (tmp_path / "large" / "hit_z_road" / path.name).read_bytes()
    assert len(list((tmp_path / "large").rglob(f"*{SUFFIX}"))) == 6


def test_a_game_without_a_part_is_refused() -> None:
    with pytest.raises(ValueError, match="parts=chess: the corpus has parts of"):
        make(CorpusConfig(parts=("chess",)))
