"""Files are complete or absent: every step of writing one fails in turn, and a reader never reads more than its limit."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from zombicide_env.core import files


def test_a_file_is_written_with_the_rights_of_any_new_file(tmp_path: Path) -> None:
    files.write(tmp_path / "made", "größer")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "made").read_bytes() == "größer".encode()
    assert stat.S_IMODE((tmp_path / "made").stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    files.write(tmp_path / "made", b"\0again")
    assert (tmp_path / "made").read_bytes() == b"\0again"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["made", "plain"]


def test_a_long_name_leaves_room_for_the_temporary_one(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    files.write(path, "x")
    assert path.read_text() == "x"


@pytest.mark.parametrize("call", ["fsync", "replace", "write_bytes"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_step_that_fails_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException
) -> None:
    path = tmp_path / "kept"
    files.write(path, "old")

    def fails(*_: object, **__: object) -> None:
        raise type(error)(*error.args)

    monkeypatch.setattr(Path if call == "write_bytes" else os, call, fails)
    with pytest.raises(type(error)) as caught:
        files.write(path, "new")
    monkeypatch.undo()
    assert not isinstance(caught.value, OSError) or caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_on_the_disk_before_it_gets_its_name_and_the_name_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def replaced(old: Path, new: Path) -> None:
        done.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    files.write(tmp_path / "x", "x")
    assert done == ["file", "name", "folder"]


def test_a_file_is_written_into_a_folder_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, and where a folder may not be listed."""
    opened = os.open

    def refuses(path: Any, *options: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return opened(path, *options)

    monkeypatch.setattr(os, "open", refuses)
    files.write(tmp_path / "made", "text")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["text"]


def test_links_are_followed_and_pipes_are_written_to(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    files.write(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "file").read_text() == "x"
    files.write("/dev/null", "x")
    assert not Path("/dev/null").is_file()


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(100))
    assert files.read(path, 100) == bytes(100)
    with pytest.raises(files.TooLarge, match=r"file has more than 99 bytes"):
        files.read(path, 99)
    with pytest.raises(files.TooLarge, match="/dev/zero has more than 1,000 bytes"):
        files.read("/dev/zero", 1000)
    with pytest.raises(OSError, match="No such file"):
        files.read(tmp_path / "nothing", 10)


def test_reading_takes_no_more_memory_than_the_file(tmp_path: Path) -> None:
    """A high limit does not allocate that much memory."""
    (tmp_path / "small").write_bytes(b"x" * 3_000_000)
    assert files.read(tmp_path / "small", 2**60) == b"x" * 3_000_000


def test_a_folder_belongs_to_one_process_until_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    code = "import sys; from zombicide_env.core import files; held = files.claim(sys.argv[1]); print('has it', flush=True); input()"
    other = subprocess.Popen([sys.executable, "-c", code, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None and other.stdout.readline() == "has it\n"
        with pytest.raises(files.Taken, match=rf"run is being written to by another process \({other.pid}\): wait"):
            files.claim(folder)
    finally:
        other.kill()
        other.communicate()
    with files.claim(folder) as held:  # a killed process holds nothing
        with pytest.raises(files.Taken):
            files.claim(folder)
        assert held.name == str(folder / files.CLAIM)
    files.claim(folder).close()


def test_an_output_belongs_to_one_process_until_its_end(tmp_path: Path) -> None:
    output = tmp_path / "made" / "found.json"
    code = "import sys; from zombicide_env.core import files\nwith files.claimed(sys.argv[1]): print('has it', flush=True); input()"
    other = subprocess.Popen([sys.executable, "-c", code, output], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None and other.stdout.readline() == "has it\n"
        with (
            pytest.raises(files.Taken, match=rf"found\.json is being written by another process \({other.pid}\): wait"),
            files.claimed(output),
        ):
            pass
    finally:
        other.kill()
        other.communicate()
    other_output = output.with_name("other.json")
    with files.claimed(output), files.claimed(other_output), pytest.raises(files.Taken), files.claimed(output):
        pass  # a killed process holds nothing
    assert list(output.parent.iterdir()) == []


def test_what_a_killed_process_has_left_of_an_output_goes_when_it_is_claimed(tmp_path: Path) -> None:
    for name in ("found.json", "found.json.part", "other.json"):
        (tmp_path / f".{name}.0123abcd{files.MADE}").touch()
    with files.claimed(tmp_path / "found.json"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == [f".other.json.0123abcd{files.MADE}"]


def test_an_output_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"output .* cannot be written \(Is a directory\); name another file"), files.claimed(tmp_path):
        pass
    with files.claimed("/dev/null"), files.claimed("/dev/null"):
        pass


@pytest.mark.slow
def test_claims_that_follow_each_other_closely_never_overlap(tmp_path: Path) -> None:
    """A claim's file is removed at its end, possibly between two steps of the process that claims the output next."""
    code = (
        "import os, sys; from zombicide_env.core import files\n"
        "kept = sys.argv[1] + '/kept'\n"
        "for _ in range(300):\n"
        "    try:\n"
        "        with files.claimed(sys.argv[1] + '/out'):\n"
        "            os.close(os.open(kept, os.O_CREAT | os.O_EXCL)); os.unlink(kept)\n"
        "    except files.Taken: pass\n"
    )
    others = [subprocess.Popen([sys.executable, "-c", code, tmp_path]) for _ in range(3)]
    assert [other.wait(60) for other in others] == [0, 0, 0]


def test_what_is_appended_is_there_or_not(tmp_path: Path) -> None:
    """A disk that is full after some bytes leaves the file with its old end."""

    class Full(FileIO):
        room = 7

        def write(self, data: Any) -> int:
            if not self.room:
                raise OSError(28, "No space left on device")
            written = super().write(bytes(data[: self.room]))
            self.room -= written
            return written

    path = tmp_path / "book"
    path.write_bytes(b"one\n")
    with Full(path, "ab") as file:
        files.append(file, b"two\n")
        with pytest.raises(OSError, match="No space left") as caught:
            files.append(file, b"three\n")
        assert caught.value.filename == str(path)
        assert path.read_bytes() == b"one\ntwo\n"
        file.room = 100
        files.append(file, b"three\n")

    class Stopped(FileIO):
        def write(self, data: Any) -> int:
            super().write(bytes(data[:3]))
            raise KeyboardInterrupt

    with Stopped(path, "ab") as file, pytest.raises(KeyboardInterrupt):
        files.append(file, b"four\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"
