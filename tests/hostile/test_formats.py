"""Every hand-written format, corrupted in every way: it is read, or its own error gives the reason, on one line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile.spoil import fuzz, spoilt, tried
from zombicide_env import make_game
from zombicide_env.conformance import VectorError, check, load
from zombicide_env.core.words import spread
from zombicide_env.games.source import Source
from zombicide_env.games.z_game import content
from zombicide_env.games.zombicide.black_plague.world.box import content_file, own_cards, quest, read_quest
from zombicide_env.games.zombicide.black_plague.world.team import team
from zombicide_env.replay import Recorder, ReplayError
from zombicide_env.replay.player import verify
from zombicide_env.replay.reading import parse

FUZZ = fuzz(60)
VECTORS = Path(__file__).parents[1] / "conformance" / "black_plague" / "doors.yaml"


@cache
def recorded() -> str:
    recorder = Recorder(make_game("hit_z_road"), 3)
    for _ in range(12):
        recorder.record(int(recorder.mask.argmax()))
    return "\n".join(recorder.replay.lines()) + "\n"


@pytest.mark.slow
@FUZZ
@given(spoilt(content_file("quests/00_danse_macabre.yaml").text))
def test_any_quest_text_is_read_or_refused(text: str) -> None:
    tried(lambda: read_quest(Source("mine.yaml", text)), ValueError)


@FUZZ
@given(spoilt(content_file("survivors.csv").text))
def test_any_file_of_survivors_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "own.csv"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    tried(lambda: team([str(path)]), ValueError)


@FUZZ
@given(spoilt(content_file("equipment.csv").text))
def test_any_file_of_cards_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "cards.csv"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    tried(lambda: own_cards(str(path)), ValueError)


@FUZZ
@given(spoilt(Source.packaged(content.__name__, content.HOUSE_FILE).text))
def test_any_house_tables_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "house.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    tried(lambda: make_game("z_game", house=str(path)), ValueError)


@FUZZ
@given(spoilt("generated:seed=0,tiles=2,difficulty=1,split=test,goal=exit"))
def test_any_specification_of_a_quest_is_read_or_refused(text: str) -> None:
    tried(lambda: quest("generated:" + text.removeprefix("generated:")), ValueError)
    tried(lambda: len(spread(text)) <= 10_000, ValueError)


@FUZZ
@given(spoilt("- id:".join(VECTORS.read_text(encoding="utf-8").split("- id:")[:4])))
def test_any_file_of_vectors_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "own.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    tried(lambda: [check(vector) for vector in load(path)], VectorError)


@FUZZ
@given(st.data())
def test_any_replay_is_verified_or_refused(data: st.DataObject) -> None:
    text = data.draw(spoilt(recorded()))
    tried(lambda: verify(parse(text, partial=True)), ReplayError)
