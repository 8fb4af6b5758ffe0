"""Replay files: written files can be read, played and continued."""

from __future__ import annotations

import dataclasses
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zombicide_agents as agents
from tests.envs.toy import Toy
from tests.replay.files import HEADER_LINES, SEED, lines_of, put
from zombicide_env import __version__, make_game
from zombicide_env.core.batch import Batch
from zombicide_env.core.game import IllegalAction, NotationError
from zombicide_env.replay import Recorder, Replay, ReplayError, main, play_through, read, resume, verify
from zombicide_env.replay.format import LAYOUTS, End
from zombicide_env.replay.reading import parse

pytestmark = pytest.mark.python_mode


# ---- contents ------------------------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was_recorded(path: Path, recorded: Replay, game: Any) -> None:
    replay = read(path)
    assert replay.header == recorded.header
    assert replay.entries == recorded.entries
    assert replay.end == recorded.end
    assert replay.complete
    verify(replay)
    verify(replay, game)
    verify(recorded)


def test_the_header_says_everything_that_makes_the_game(path: Path, game: Any) -> None:
    header = read(path).header
    assert (header.game, header.version, header.package, header.seed) == ("black_plague", 0, __version__, SEED)
    assert header.rules == game.rules_revision
    assert header.options == json.loads(json.dumps(dict(game.options)))
    assert set(header.layouts) == set(LAYOUTS)
    assert header.layouts["actions"] == game.action_codec.layout_hash
    assert header.layouts["observations"] == game.observation_codec.layout_hash
    assert header.agents["survivor_0"] == (game.names.survivors[0], "left hand")
    assert header.agents["survivor_3"][1] == "right hand"


def test_a_person_can_read_the_lines(path: Path, recorded: Replay) -> None:
    lines = lines_of(path)
    assert lines[0] == "zombicide replay 1"
    assert lines[HEADER_LINES].startswith("1 r1 survivor_0: activate ")
    assert lines[-1].startswith(f"end: lost (max_rounds), {len(recorded.entries)} decisions, round 4 #")
    assert len(lines) == HEADER_LINES + len(recorded.entries) + 1


def test_the_end_tells_the_rounds_played_and_may_tell_the_one_that_would_have_followed(recorded: Replay, game: Any) -> None:
    """0.1.0 wrote the round number that the state has at the end."""
    end = recorded.end
    assert end is not None and end.round == 4
    for rounds in (4, 5):
        verify(dataclasses.replace(recorded, end=dataclasses.replace(end, round=rounds)), game)
    with pytest.raises(ReplayError, match=r"in round 4, not at .* in round 3"):
        verify(dataclasses.replace(recorded, end=dataclasses.replace(end, round=3)), game)


def test_a_replay_goes_to_other_processes_with_its_problem(path: Path) -> None:
    cut = path.read_text()[:-3]
    replay = parse(cut, partial=True)
    assert replay.problem is not None
    again = pickle.loads(pickle.dumps(replay))
    assert again.entries == replay.entries
    assert (str(again.problem), again.problem.line) == (str(replay.problem), replay.problem.line)


def test_chance_is_recorded_next_to_the_action(tutorial: Any) -> None:
    """The line lists exactly the cards that have left the tops of the decks."""
    game = tutorial
    player = agents.make("greedy", game)
    recorder = Recorder(game, SEED)
    searches = spawns = 0
    while not recorder.over:
        before = recorder.state.copy()
        entry = recorder.record(player.act(None, recorder.mask, game, recorder.state))
        after = recorder.state
        if "shuffle" in entry.chance:
            continue
        drawn = int(before["zdeck_n"][0]) - int(after["zdeck_n"][0])
        cards = before["zdeck"][0][after["zdeck_n"][0] : before["zdeck_n"][0]][::-1].tolist()
        assert [int(text.split()[1]) for text in entry.chance.split("; ") if text.startswith("zombies")] == cards
        spawns += drawn
        if entry.text == "search":
            top = game.world["copy_card"][0][before["deck"][0][before["deck_n"][0] - 1]]
            assert entry.chance.startswith(f"equipment {game.names.cards[top]}")
            searches += 1
    assert spawns > 10
    assert searches > 3


def test_dice_are_those_of_the_tape(game: Any) -> None:
    recorder = Recorder(game, SEED)
    rng = np.random.default_rng(5)
    for _ in range(400):
        state = recorder._table.state
        text = next((text for text in game.legal_texts(state) if text.startswith(("open ", "melee "))), None)
        if text is not None:
            state["tape"][0, :6], state["tape_n"], state["tape_pos"] = (6, 5, 4, 3, 2, 1), 6, 0
            entry = recorder.record(text)
            used = int(recorder.state["tape_pos"][0])
            if used:
                assert entry.chance.startswith("dice " + " ".join("654321"[:used]))
                return
            state["tape_n"] = 0
        else:
            recorder.record(int(rng.choice(np.flatnonzero(recorder.mask))))
    pytest.fail("no dice were rolled")


def test_a_recorder_writes_as_it_goes(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.replay"
    with Recorder(game, 2, ["a"], path, "first words\nsecond words") as recorder:
        for number in range(1, 6):
            recorder.record(int(np.flatnonzero(recorder.mask)[0]))
            replay = read(path, partial=True)
            assert len(replay.entries) == number
            assert not replay.complete
    assert read(path).end == End("ongoing", "", 5, 1)
    assert read(path).comment == "first words\nsecond words"
    again = tmp_path / "again.replay"
    recorder.write(again)
    assert again.read_bytes() == path.read_bytes()
    verify(read(path))


def test_the_recorder_refuses_what_is_not_legal(game: Any) -> None:
    recorder = Recorder(game, 2)
    before = recorder.state.tobytes()
    illegal = int(np.flatnonzero(recorder.mask == 0)[0])
    legal = float(recorder.mask.argmax()) + 0.5  # was cut off to a legal index
    for action in (illegal, -1, len(recorder.mask), legal, None):
        with pytest.raises(IllegalAction, match=r"nothing has changed\. Legal now"):
            recorder.record(action)
    with pytest.raises(NotationError):
        recorder.record("fly north")
    assert recorder.state.tobytes() == before
    assert recorder.entries == []


def test_a_game_that_is_over_takes_no_more(recorded: Replay, game: Any) -> None:
    recorder = Recorder.follow(recorded, game)
    assert recorder.over
    with pytest.raises(IllegalAction, match="over"):
        recorder.record(0)


def test_views_between_the_actions_change_nothing(game: Any, recorded: Replay) -> None:
    recorder = Recorder(game, SEED, ["left hand", "right hand"])
    for k, entry in enumerate(recorded.entries[:60]):
        recorder._table.batch.observe(k % 6)
        game.mask(recorder.state)
        game.describe(recorder.state)
        assert recorder.record(entry.text) == entry


def test_games_without_names_or_chance_are_recorded_too(tmp_path: Path) -> None:
    game: Any = Toy(agents=2)
    recorder = Recorder(game, 4, ["x"])
    while not recorder.over:
        recorder.record(int(np.flatnonzero(recorder.mask)[0]))
    recorder.write(tmp_path / "toy.replay")
    replay = read(tmp_path / "toy.replay")
    verify(replay, game)
    assert list(replay.header.agents) == list(game.agents)
    with pytest.raises(ReplayError, match="no game") as error:
        verify(replay)
    assert error.value.line == 2


# ---- resuming ------------------------------------------------------------------------------------------------------


def test_resume_gives_the_state_of_any_line(recorded: Replay, game: Any) -> None:
    states = [state.copy() for _, state in play_through(recorded, game)]
    for upto in (1, 7, len(states)):
        made, state = resume(recorded, upto)
        assert state.tobytes() == states[upto - 1].tobytes()
        assert made.options == game.options
    assert resume(recorded, 0)[1].tobytes() == Batch(game, 1, seed=SEED, autoreset="disabled", observation_dtype="uint8").states.tobytes()
    assert resume(recorded)[1].tobytes() == states[-1].tobytes()
    with pytest.raises(ValueError, match="decisions"):
        resume(recorded, len(states) + 1)


@pytest.mark.parametrize("upto", [0, 13, None])
def test_a_recorder_goes_on_from_a_replay(recorded: Replay, game: Any, upto: int | None, tmp_path: Path) -> None:
    recorder = Recorder.follow(recorded, game, upto, tmp_path / "on.replay")
    for entry in recorded.entries[len(recorder.entries) :]:
        recorder.record(entry.text)
    recorder.close()
    replay = read(tmp_path / "on.replay")
    assert replay.header == recorded.header
    assert replay.entries == recorded.entries
    assert replay.end == recorded.end


def test_a_record_that_follows_a_wrong_replay_is_closed(recorded: Replay, game: Any, tmp_path: Path) -> None:
    """It ends where the replay went wrong, so that it can be read and continued."""
    wrong = replace(recorded.entries[5], state="0" * len(recorded.entries[5].state))
    damaged = replace(recorded, entries=(*recorded.entries[:5], wrong, *recorded.entries[6:]))
    with pytest.raises(ReplayError):
        Recorder.follow(damaged, game, None, tmp_path / "on.replay")
    followed = read(tmp_path / "on.replay")
    assert followed.end is not None and followed.end.outcome == "ongoing" and len(followed.entries) <= 6


def test_a_replay_is_not_written_over_while_it_is_followed(path: Path, game: Any) -> None:
    before = path.read_bytes()
    with pytest.raises(ValueError, match="another file"):
        Recorder.follow(read(path), game, None, path)
    assert path.read_bytes() == before


# ---- the command ---------------------------------------------------------------------------------------------------


def test_the_command_checks_and_shows(path: Path, recorded: Replay, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path)]) == 0
    out = capsys.readouterr().out
    assert "black_plague-v0, seed 11" in out
    assert "round 4" in out
    assert all(entry.text in out for entry in recorded.entries)
    assert f"sound; lost (max_rounds), {len(recorded.entries)} decisions, round 4" in out
    assert "spawn token" in out  # the legend of the board
    assert main([str(path), "--check"]) == 0
    assert capsys.readouterr().out.count("\n") == 1
    assert main([str(path), "--upto", "3"]) == 0
    assert f"sound up to decision 3 of {len(recorded.entries)}" in capsys.readouterr().out


def test_the_command_goes_on_after_a_file_that_is_not_there(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(path.with_name("none")), str(path.parent), str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.splitlines()[0].endswith("none: cannot be read (No such file or directory)")
    assert len(captured.err.splitlines()) == 2
    assert "sound" in captured.out


def test_the_command_names_the_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(path)
    put(path, lines[:40])
    assert main([str(path), "--check"]) == 1
    assert "line 40" in capsys.readouterr().err
    assert main([str(path), "--check", "--partial"]) == 0
    assert "then cut off" in capsys.readouterr().out


def test_a_record_that_an_error_breaks_off_has_no_end_and_can_be_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game has moved on but the entry is not written: another line after it would belong to another game."""
    path = tmp_path / "game.replay"
    game = make_game("hit_z_road", players=2)
    with Recorder(game, 3, path=path) as recorder:
        recorder.record(int(np.flatnonzero(recorder.mask)[0]))
        monkeypatch.setattr(recorder._table, "checksum", lambda: (_ for _ in ()).throw(MemoryError()))
        with pytest.raises(MemoryError):
            recorder.record(int(np.flatnonzero(recorder.mask)[0]))
        monkeypatch.undo()
        with pytest.raises(ReplayError, match="the record broke off after decision 1; continue from its replay"):
            recorder.record(int(np.flatnonzero(recorder.mask)[0]))
    replay = read(path, partial=True)
    assert len(replay.entries) == 1
    assert replay.end is None
    resume(replay)
