"""The compilation cache: never stale, never compiled twice, never silent, never corrupted by a fault."""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.core.fake import Package, without_privileges
from tests.needs import COMPILING
from zombicide_env.core import cache, compile_progress, trust
from zombicide_env.core.jit import PYTHON_MODE

compiled_only = pytest.mark.skipif(PYTHON_MODE, reason=COMPILING)


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


# ---- never stale, never twice ------------------------------------------------------------------------------


@compiled_only
@pytest.mark.slow
def test_the_cache_is_never_stale(package: Package) -> None:
    assert package.run()[0] == "[[16, 105], 4]"
    assert package.run()[0] == "[[16, 105], 0]"  # from the cache
    package.edit("leaf.py", "@jit", "# a comment, and the line moves\n\n@jit")
    package.edit("top.py", "return x + 100", "return x + 100  # another")
    assert package.run()[0] == "[[16, 105], 0]"
    package.edit("constants.py", "3", "4")  # read by the callee of a callee
    assert package.run()[0] == "[[18, 105], 3]"  # `aside` comes from the cache
    package.edit("leaf.py", "x + LIMIT", "x - LIMIT")
    assert package.run()[0] == "[[2, 105], 3]"
    package.edit("leaf.py", "x - LIMIT", "x + LIMIT")  # an earlier version is still cached
    assert package.run()[0] == "[[18, 105], 0]"
    assert package.run(NUMBA_BOUNDSCHECK="1")[0] == "[[18, 105], 4]"  # other code, other folder
    assert package.run(ZOMBICIDE_CACHE="0")[0] == "[[18, 105], 4]"


@compiled_only
@pytest.mark.slow
def test_old_versions_are_thrown_away(package: Package) -> None:
    for limit in range(cache._KEPT + 1):
        package.write("constants.py", f"LIMIT = {limit}\n")
        package.run()
    assert len([*(package.folder / "cache").rglob("leaf-leaf-*.code")]) == cache._KEPT
    assert len([*(package.folder / "cache").rglob("leaf-leaf-*.bc")]) == cache._KEPT
    assert package.run()[0].endswith(" 0]")


@compiled_only
@pytest.mark.slow
def test_of_several_processes_one_compiles(package: Package) -> None:
    package.edit("top.py", "time.sleep(float(sys.argv[1]))", "while not __import__('os').path.exists('go'): time.sleep(0.05)")
    processes = [package.start() for _ in range(3)]
    said: list[str] = []

    def listen(process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        for line in process.stderr:
            said.append(line)
            if sum("waiting while another process compiles run" in each for each in said) == 2:
                (package.folder / "go").touch()  # the compiling process continues when both of the others wait

    with ThreadPoolExecutor(3) as ears:
        for _ in ears.map(listen, processes):
            pass
    assert sorted(process.communicate()[0].strip() for process in processes) == ["[[16, 105], 0]", "[[16, 105], 0]", "[[16, 105], 4]"]
    assert [process.returncode for process in processes] == [0, 0, 0], said
    assert sum("compiled run: 4 functions" in line for line in said) == 1
    assert sum("waiting while another process compiles run" in line for line in said) == 2


FORKED = """
thread = __import__("threading").Thread(target=run, args=(buffers(out),))
thread.start()
while count.n == 0:
    time.sleep(0.01)
import os, signal
child = os.fork()
if child == 0:
    signal.alarm(30)
    mine = np.zeros(2, np.int64)
    run(buffers(mine))
    os._exit(0 if mine.tolist() == [16, 105] else 1)
thread.join()
assert os.waitpid(child, 0)[1] == 0, "the child hangs"
"""


@compiled_only
@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_a_child_that_is_forked_while_a_thread_compiles_can_play(package: Package) -> None:
    package.edit("top.py", "run(buffers(out))\n", FORKED)
    assert package.run(0.2)[0] == "[[16, 105], 4]"


@compiled_only
@pytest.mark.slow
def test_compiling_is_announced_once(package: Package) -> None:
    _, err = package.run(0.5)
    first, last = err.strip().splitlines()
    assert first.startswith("zombicide_env: compiling run (this happens once")
    assert "compiled run: 4 functions in" in last
    assert str(package.folder / "cache") in last
    assert package.run()[1] == ""


def test_what_was_interrupted_has_not_been_compiled(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_progress, "_QUIET_SECONDS", 0.0)

    def interrupted() -> None:
        with compile_progress.message("the rules"):
            time.sleep(0.2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert capsys.readouterr().err.splitlines()[-1].startswith("zombicide_env: stopped compiling the rules: 0 functions in")


def test_watchers_hear_of_compiling(tmp_path: Path) -> None:
    """Benchmarks can exclude what happens once per machine: compiling, and waiting for another process that compiles."""
    heard: list[bool] = []
    with compile_progress.turn(tmp_path / "lock", "x", str) as miss, compile_progress.watched(heard.append):
        miss()
        assert heard == [True, False, True]
    with compile_progress.watched(heard.append), compile_progress.turn(tmp_path / "lock", "x", str):
        pass  # a hit
    assert heard == [True, False, True]


# ---- folders that cannot be written to ---------------------------------------------------------------------


@compiled_only
@pytest.mark.slow
def test_an_unwritable_folder_costs_the_cache_only(package: Package) -> None:
    package.before = without_privileges()
    (package.folder / "cache").mkdir(mode=0o500)
    out, err = package.run()
    assert out == "[[16, 105], 4]"
    assert "compiled code cannot be kept in" in err and "Permission denied" in err


@compiled_only
@pytest.mark.slow
def test_a_cache_that_can_only_be_read_is_used(package: Package) -> None:
    """As in a container or on a cluster, where another user created the cache."""
    package.run()
    package.before = without_privileges()
    folders = [path for path in (package.folder / "cache").rglob("*") if path.is_dir()]
    for folder in folders:
        folder.chmod(0o500)
    assert package.run() == ("[[16, 105], 0]", "")
    package.edit("top.py", "return x + 100", "return x + 200")  # missing functions are compiled, the rest comes from the cache
    out, err = package.run()
    assert out == "[[16, 205], 2]"
    assert "cannot be kept" in err
    for folder in folders:
        folder.chmod(0o700)


@compiled_only
@pytest.mark.slow
def test_a_file_in_the_place_of_the_folder_costs_the_cache_only(package: Package) -> None:
    (package.folder / "cache").touch()
    out, err = package.run()
    assert out == "[[16, 105], 4]"
    assert err.count("cannot be kept") == 1


@pytest.mark.slow
def test_plain_python_mode_compiles_nothing(package: Package) -> None:
    assert package.run(NUMBA_DISABLE_JIT="1") == ("[[16, 105], 0]", "")
    assert not (package.folder / "cache").exists()


# ---- files that have been damaged --------------------------------------------------------------------------


def halve(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    k = 2 * len(data) // 3
    return data[:k] + bytes([data[k] ^ 4]) + data[k + 1 :]


def flip_hash(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


def zeros(data: bytes) -> bytes:
    return bytes(len(data))


def nothing(_data: bytes) -> bytes:
    return b""


DAMAGES: list[Callable[[bytes], bytes]] = [halve, flip, flip_hash, zeros, nothing]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_noticed_and_thrown_away(
    tmp_path: Path, damage: Callable[[bytes], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.code"
    content = os.urandom(2000)
    cache._put(path, content)
    assert cache._take(path) == content
    path.write_bytes(damage(path.read_bytes()))
    assert cache._take(path) is None
    assert capsys.readouterr().err == f"zombicide_env: {path} is damaged: it is thrown away and compiled again\n"
    assert not path.exists()
    assert cache._take(path) is None  # and then the folder does not exist
    assert capsys.readouterr().err == ""


def test_what_is_whole_but_no_stream_is_thrown_away_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.code"
    for content in (b"", b"no stream", zlib.compress(b"x" * 1000)[:-7]):
        path.write_bytes(hashlib.sha256(content).digest() + content)
        assert cache._take(path) is None
        assert capsys.readouterr().err == f"zombicide_env: {path} is damaged: it is thrown away and compiled again\n"
        assert not path.exists()


# ---- folders and files that others may write to --------------------------------------------------------------


def of(uid: int, mode: int, gid: int = 7) -> os.stat_result:
    return os.stat_result((mode, 0, 0, 1, uid, gid, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("about", "reason"),
    [
        (of(1000, 0o100644), ""),
        (of(0, 0o100644), ""),
        (of(1000, 0o100664, gid=1000), ""),  # the group of one user
        (of(1001, 0o100644), "belongs to user 1001"),
        (of(1000, 0o100646), "can be written by anybody"),
        (of(0, 0o100666), "can be written by anybody"),
        (of(1000, 0o100664), "can be written by its group"),
        (of(1000, 0o041777), "can be written by anybody"),
    ],
)
def test_whom_a_file_is_trusted_from(about: os.stat_result, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert trust.doubt_of(about) == reason


def test_a_folder_is_trusted_if_those_above_it_are(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "cache"
    folder.mkdir(parents=True)
    assert trust.doubt(folder) == trust.doubt(folder / "that" / "is" / "not" / "there") == ""
    folder.parent.chmod(0o777)
    assert trust.doubt(folder) == f"lies in {folder.parent}, which can be written by anybody"
    folder.parent.chmod(0o1777)  # as /tmp: a user's files cannot be replaced by others
    assert trust.doubt(folder) == ""
    folder.chmod(0o1777)
    assert trust.doubt(folder) == "can be written by anybody"
    (tmp_path / "link").symlink_to(folder)
    assert trust.doubt(tmp_path / "link") == "can be written by anybody"


@compiled_only
@pytest.mark.slow
def test_what_others_may_have_put_into_the_cache_is_never_run(package: Package) -> None:
    assert package.run()[0] == "[[16, 105], 4]"
    [entry] = package.cached("top-run-*.code")
    folder = entry.parent
    folder.chmod(0o777)
    before = sorted(path.name for path in folder.iterdir())
    out, err = package.run()
    assert out == "[[16, 105], 4]"
    so = "compiled code is neither loaded from there nor kept; ZOMBICIDE_CACHE_DIR names another folder"
    assert faults(err) == [f"zombicide_env: {folder} can be written by anybody: {so}"]
    assert sorted(path.name for path in folder.iterdir()) == before
    folder.chmod(0o755)
    entry.chmod(0o666)
    out, err = package.run()
    assert out == "[[16, 105], 1]"
    assert faults(err) == [f"zombicide_env: {entry} can be written by anybody: it is thrown away and compiled again"]
    assert package.run() == ("[[16, 105], 0]", "")


@compiled_only
@pytest.mark.slow
def test_what_is_kept_can_be_trusted_whatever_rights_new_files_have(package: Package) -> None:
    package.before = ["sh", "-c", 'umask 0; exec "$@"', "sh"]
    assert package.run()[0] == "[[16, 105], 4]"
    assert package.run() == ("[[16, 105], 0]", "")


@pytest.mark.parametrize("named", [None, "~nobody_of_that_name/cache"])
def test_without_a_home_there_is_a_folder_among_the_temporary_ones(
    named: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a container that runs with a user id unknown to the system."""
    pwd = pytest.importorskip("pwd", reason="Windows has no table of users")

    def nobody(uid: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for name in ("HOME", "XDG_CACHE_HOME", "ZOMBICIDE_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    if named:
        monkeypatch.setenv("ZOMBICIDE_CACHE_DIR", named)
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    cache._homeless.cache_clear()
    folder = tmp_path / f"zombicide_env-{os.getuid()}"
    assert cache.cache_folder().is_relative_to(folder)
    assert cache.cache_folder().is_relative_to(folder)
    assert capsys.readouterr().err == (
        f"zombicide_env: no home folder is known for {named or '~/.cache'}: compiled code is kept in {folder}; "
        "ZOMBICIDE_CACHE_DIR names another folder\n"
    )


def faults(err: str) -> list[str]:
    """Error lines, without those of a compilation that takes more than a second, as on a busy machine."""
    return [line for line in err.splitlines() if not line.startswith(("zombicide_env: compiling", "zombicide_env: compiled"))]


@compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("damage", [flip, zeros])
def test_damaged_machine_code_is_never_run(package: Package, damage: Callable[[bytes], bytes]) -> None:
    package.run()
    [entry] = package.cached("top-run-*.code")
    entry.write_bytes(damage(entry.read_bytes()))
    out, err = package.run()
    assert out == "[[16, 105], 1]"
    assert faults(err) == [f"zombicide_env: {entry} is damaged: it is thrown away and compiled again"]
    assert package.run() == ("[[16, 105], 0]", "")


@compiled_only
@pytest.mark.slow
def test_whatever_is_damaged_is_compiled_again(package: Package) -> None:
    package.run()
    for pattern in ("*.code", "*.bc"):
        package.cached("top-run-*.code")[0].unlink()  # else nothing more is read
        found = package.cached(pattern)
        assert len(found) >= 3
        for k, path in enumerate(found):
            path.write_bytes(DAMAGES[k % len(DAMAGES)](path.read_bytes()))
        out, err = package.run()
        assert out == "[[16, 105], 4]"
        assert all("is damaged" in line for line in faults(err))
        assert package.run() == ("[[16, 105], 0]", "")


@compiled_only
@pytest.mark.slow
def test_a_damaged_file_that_cannot_be_removed_is_not_used_either(package: Package) -> None:
    package.run()
    [entry] = package.cached("top-run-*.code")
    entry.write_bytes(flip(entry.read_bytes()))
    package.before = without_privileges()
    entry.parent.chmod(0o500)
    out, err = package.run()
    entry.parent.chmod(0o700)
    assert out == "[[16, 105], 1]"
    assert f"{entry} is damaged: it is compiled again at every start, because it cannot be removed (Permission denied)" in err


def test_what_killed_processes_leave_behind_is_removed_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBICIDE_CACHE_DIR", str(tmp_path))
    folder = cache.cache_folder()
    folder.mkdir(parents=True)
    old, young = folder / ".old.tmp", folder / ".young.tmp"
    for path in (old, young):
        path.touch()
    os.utime(old, (0, 0))
    cache.prune()
    assert [path.name for path in folder.iterdir()] == [".young.tmp"]
