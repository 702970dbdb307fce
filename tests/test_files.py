"""Files are put in their place at once, whatever is there and whatever goes wrong."""

import os
import stat

import pytest
from commands import posix

from gin_fast.values.files import in_place_of


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


@posix
def test_a_name_that_anyone_can_guess_is_no_way_through(tmp_path):
    victim, link = tmp_path / "victim", tmp_path / "file"
    victim.write_bytes(b"precious")
    link.symlink_to(victim)
    with in_place_of(link, follow=False) as file:
        file.write(b"new")
    assert victim.read_bytes() == b"precious"
    assert not link.is_symlink()
    assert link.read_bytes() == b"new"


@posix
def test_permissions_are_those_of_the_new_file_alone(tmp_path, monkeypatch):
    """Whoever swaps the new file for a link does not change what the link leads to."""
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
    write(path)
    assert stat.S_IMODE(victim.stat().st_mode) == 0o600
    assert victim.read_bytes() == b"precious"


def test_a_long_name(tmp_path):
    path = tmp_path / ("x" * 240)
    write(path)
    assert path.read_bytes() == b"new"
