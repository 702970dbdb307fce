"""Files are put in their place at once, whatever is there and whatever goes wrong."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from commands import posix

from gin_fast.values import files
from gin_fast.values.files import Kept, Owned, in_place_of, new_file


def write(path, data=b"new"):
    with in_place_of(path) as file:
        file.write(data)


def test_a_file_takes_the_place_of_another(tmp_path):
    path = tmp_path / "file"
    for data in (b"old", b"new", b""):
        write(path, data)
        assert path.read_bytes() == data
        assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("error", [ValueError, OSError, KeyboardInterrupt])
def test_what_goes_wrong_leaves_the_old_file(tmp_path, error):
    path = tmp_path / "file"
    write(path, b"old")

    def fails():
        with in_place_of(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        fails()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_two_writers_at_once_each_write_a_whole_file(tmp_path):
    path = tmp_path / "file"
    with in_place_of(path) as first, in_place_of(path) as second:
        first.write(b"first" * 1000)
        second.write(b"second" * 1000)
    assert path.read_bytes() == b"first" * 1000
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_the_permissions_stay_from_the_first_byte_on(tmp_path, mode):
    path = tmp_path / "file"
    write(path)
    path.chmod(mode)
    with in_place_of(path) as file:
        file.write(b"newer")
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == mode
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for data in (b"one", b"two"):
        write(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data


@posix
def test_a_planted_link_is_never_written_through(tmp_path, monkeypatch):
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    monkeypatch.setattr(os, "urandom", bytes)
    (tmp_path / f".file.{bytes(8).hex()}.new").symlink_to(victim)
    with pytest.raises(FileExistsError):
        write(tmp_path / "file")
    assert victim.read_bytes() == b"precious"


def test_a_new_file_takes_no_name_that_is_taken(tmp_path):
    path = tmp_path / "file"

    def late():
        with new_file(path) as file:
            file.write(b"mine")
            path.write_bytes(b"precious")

    with pytest.raises(FileExistsError):
        late()
    assert path.read_bytes() == b"precious"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@posix
def test_a_name_that_anyone_can_guess_is_no_way_through(tmp_path):
    victim, link = tmp_path / "victim", tmp_path / "file"
    victim.write_bytes(b"precious")
    link.symlink_to(victim)
    with pytest.raises(FileExistsError), new_file(link) as file:
        file.write(b"new")
    assert victim.read_bytes() == b"precious"
    assert link.is_symlink()


@posix
def test_permissions_are_those_of_the_new_file_alone(tmp_path, monkeypatch):
    """Whoever swaps the new file for a link changes nothing by it."""
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_bytes(b"precious")
    victim.chmod(0o600)
    path.write_bytes(b"old")
    path.chmod(0o666)
    opened = os.open

    def swapped(name, *arguments):
        descriptor = opened(name, *arguments)
        os.unlink(name)
        os.symlink(victim, name)
        return descriptor

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(FileNotFoundError, match="was removed"):
        write(path)
    assert path.read_bytes() == b"old"
    assert not path.is_symlink()
    assert stat.S_IMODE(victim.stat().st_mode) == 0o600
    assert victim.read_bytes() == b"precious"


def test_a_long_name(tmp_path):
    path = tmp_path / ("x" * 240)
    write(path)
    assert path.read_bytes() == b"new"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    return path


def test_what_is_kept_is_read_and_replaced(path):
    with Kept(path, 10) as kept:
        assert kept.data == b"old"
        for data in (b"new", b"newer"):
            kept.replace(data)
            assert path.read_bytes() == data
    assert [each.name for each in path.parent.iterdir()] == ["file"]


@posix
def test_what_is_kept_has_one_owner(path):
    for began in (b"old", None):
        with Kept(path, 10) as kept:
            assert kept.data == began
            if began is None:
                Kept(path, 10).close()  # nothing is there that could be lost
            kept.replace(b"one")
            kept.replace(b"two")  # another file each time, locked as the one before
            with pytest.raises(OSError, match="another program is using it"):
                Kept(path, 10)
        Kept(path, 10).close()
        path.unlink()


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("data", [b"other", b"old", None])
def test_what_others_write_is_never_lost(path, there, data):
    """Whether they write into the file, put another in its place, or remove it."""
    if not there:
        path.unlink()
    for writes in (Path.write_bytes, write):
        with Kept(path, 10) as kept:
            if data is None:
                path.unlink(missing_ok=True)
            else:
                writes(path, data)
                os.utime(path, ns=(1, 1))
            if data is None and not there:
                kept.replace(b"mine")
                path.unlink()
                continue
            with pytest.raises(OSError, match=r"another program has changed it|File exists"):
                kept.replace(b"mine")
            assert data is None or path.read_bytes() == data
        if there:
            path.write_bytes(b"old")
        else:
            path.unlink(missing_ok=True)


def test_the_name_of_what_is_kept_is_taken_by_one(path):
    """Two that began without a file: one of them writes it."""
    path.unlink()
    with Kept(path, 10) as one, Kept(path, 10) as other:
        one.replace(b"one")
        with pytest.raises(OSError, match=r"another program has changed it|File exists"):
            other.replace(b"other")
    assert path.read_bytes() == b"one"


def test_a_name_that_is_taken_at_the_last_moment(path, monkeypatch):
    path.unlink()
    with Kept(path, 10) as kept:
        monkeypatch.setattr("gin_fast.values.files.require_same", lambda *_: path.write_bytes(b"x"))
        with pytest.raises(FileExistsError):
            kept.replace(b"mine")
    assert path.read_bytes() == b"x"
    assert [each.name for each in path.parent.iterdir()] == ["file"]


MANY = """
import sys
from gin_fast.values import files
from gin_fast.values.files import Kept
done = 0
while done < 60:
    try:
        with Kept(sys.argv[1], 100) as kept:
            kept.replace(str(int(kept.data or b"0") + 1).encode())
            done += 1
    except OSError:
        pass
"""


def test_many_writers_at_once_lose_nothing(path):
    """Each adds one, sixty times: whoever was told that it went well did add it."""
    path.unlink()
    command = [sys.executable, "-c", MANY, str(path)]
    for process in [subprocess.Popen(command) for _ in range(3)]:
        assert process.wait(60) == 0
    assert path.read_bytes() == b"180"
    assert [each.name for each in path.parent.iterdir()] == ["file"]


@posix
def test_what_is_replaced_before_it_is_locked_is_read_anew(path, monkeypatch):
    locked = files.lock

    def late(descriptor, name):
        monkeypatch.setattr(files, "lock", locked)
        write(path, b"newer")
        locked(descriptor, name)

    monkeypatch.setattr(files, "lock", late)
    with Kept(path, 10) as kept:
        assert kept.data == b"newer"
        kept.replace(b"newest")
    assert path.read_bytes() == b"newest"


@posix
def test_a_folder_has_one_owner(tmp_path):
    with Owned(tmp_path), pytest.raises(OSError, match="another program is using it"):
        Owned(tmp_path)
    Owned(tmp_path).close()


@posix
def test_what_a_killed_writer_left_is_cleared(path):
    left = path.with_name(f".file.{'0' * 16}.new")
    others = [path.with_name(name) for name in (".file.new", f".file2.{'0' * 16}.new", "file.new")]
    for each in (left, *others):
        each.write_bytes(b"half")
    link = path.with_name(f".file.{'1' * 16}.new")
    link.symlink_to(path)
    with in_place_of(path) as file, Kept(path, 10):  # of which the first is not killed
        file.write(b"whole")
    assert path.read_bytes() == b"whole"
    assert not left.exists()
    assert link.is_symlink()
    assert all(each.exists() for each in others)


@posix
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "link to a device", "large", "hole"])
def test_what_is_kept_is_a_regular_file_of_some_bytes(tmp_path, monkeypatch, kind):
    path = tmp_path / "file"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path = Path("/dev/zero")
        case "link to a device":
            path.symlink_to("/dev/zero")
        case "large":
            path.write_bytes(bytes(11))
        case "hole":
            with open(path, "wb") as file:
                file.truncate(3 << 30)
    monkeypatch.setattr("gin_fast.values.reading._PIPE_SECONDS", 0.1)
    with pytest.raises((ValueError, OSError), match=re.escape(str(path))):
        Kept(path, 10)
