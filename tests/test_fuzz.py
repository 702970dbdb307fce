"""A minute of the fuzzers, with a fixed seed; and that they find what there is to find."""

from __future__ import annotations

import random

import pytest

import gin_fast
from gin_fast.cli import cli
from gin_fast.native import discarding
from tests.fuzz import cases, files
from tests.fuzz.__main__ import FUZZERS, hunt

MANY = {"calls": 8000, "table": 4000, "commands": 6000, "files": 8000}


@pytest.mark.parametrize("name", FUZZERS)
def test_nothing_is_found(name):
    if name == "table":
        pytest.importorskip("cffi")
    assert hunt(name, 1, 600, last=MANY[name]) == []


def found(name, tmp_path, monkeypatch, numbers):
    """What the cases of a fuzzer raise, here in this process."""
    monkeypatch.chdir(tmp_path)
    errors = []
    case = cases.fuzzer(name, tmp_path)
    for number in range(numbers):
        try:
            case(random.Random(f"{name} 1 {number}"))
        except Exception as error:
            errors.append(type(error).__name__)
    return {*errors}


def test_calls_find_an_error_that_may_not_be(tmp_path, monkeypatch):
    def broken(hand):
        raise IndexError(hand)

    monkeypatch.setattr(gin_fast, "min_deadwood", broken)
    assert found("calls", tmp_path, monkeypatch, 600) == {"IndexError"}


def test_calls_find_engines_that_differ(tmp_path, monkeypatch):
    monkeypatch.setattr(discarding, "outs", lambda hand, limit=10, seen=0: 0)
    assert found("calls", tmp_path, monkeypatch, 600) == {"Found"}


def test_commands_find_a_traceback(tmp_path, monkeypatch):
    def broken(**given):
        raise KeyError(*given)

    monkeypatch.setattr(cli.commands["deal"], "callback", broken)
    assert found("commands", tmp_path, monkeypatch, 200) == {"KeyError"}


def test_files_find_a_reader_that_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(files.records, "read", lambda path: 1 // 0)
    assert found("files", tmp_path, monkeypatch, 100) == {"ZeroDivisionError"}


def test_a_crash_is_found_and_the_cases_after_it_run(monkeypatch):
    """A case that ends the process: it is found, with its number, and the others are run."""
    monkeypatch.setenv("GIN_FAST_FUZZ_CRASH", "3")
    crashed = hunt("crash", 1, 60, last=6)
    assert [text.split(":")[0] for text in crashed] == ["crash 1 3 ended with -6"]
